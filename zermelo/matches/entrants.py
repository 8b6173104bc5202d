"""Who plays, from what people write.

    engine:depth=4           the search with its options and limits
    level:3                  the opponent of level 1 to 10
    mcts:simulations=1000    Monte Carlo tree search
    table:FILE               a table of the whole game; without a file it is made first
    gtp:gnugo --mode gtp     a program that speaks the Go Text Protocol
    bot.py:function          a Python function of a state, or of the game and a state
    expert                   the lecture's rules for tic-tac-toe
    random                   any legal move
    name=engine:depth=4      any of these under another name
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import SearchError
from zermelo.kernel.parsing import expression
from zermelo.running.options import SearchOptions

NAMED = re.compile(r"([^:=,()]+)=(?=[\w./~-]+(:|$))(.*)", re.DOTALL)
KINDS = ("engine", "level", "mcts", "table", "random", "expert", "gtp")
SEARCHING = frozenset(SearchOptions.__annotations__) - {
    *("values", "lines", "root_actions", "past", "table", "solved", "trace", "seed", "clock", "win_within")
}
TAKEN: dict[str, frozenset[str]] = {
    "engine": SEARCHING | {"simulations", "weights"},
    "mcts": SEARCHING - {"algorithm", "depth"} | {"simulations", "weights"},
    "level": frozenset({"level", "nodes", "seconds", "engine", "memory", "threads"}),
    "random": frozenset(),
    "expert": frozenset(),
}
"""The options of the kinds that have any, or none."""


@dataclass(frozen=True)
class Entrant:
    """A player by its name, and what it takes to make one."""

    name: str
    kind: str
    options: dict[str, Any] = field(default_factory=dict)
    where: str = ""
    """The file of a table or of a function, or the command that starts a program."""
    function: Callable[..., Any] | None = field(default=None, compare=False)

    @property
    def written(self) -> str:
        """All that the games depend on, for whoever goes on with them."""
        options = ", ".join(f"{name}={self.options[name]!r}" for name in sorted(self.options))
        return f"{self.kind} {self.where} {options}".strip()


AsPlayer = str | Callable[..., Any] | Entrant
"""A text, a function of a state (or of the game and a state), or an Entrant."""


def entrant(player: AsPlayer) -> Entrant:
    """From a text, a function of a state (or of the game and a state), or an Entrant.

    >>> strong = entrant("strong=engine:algorithm=alphabeta,depth=4")
    >>> strong.name, strong.kind, strong.options
    ('strong', 'engine', {'algorithm': 'alphabeta', 'depth': 4})
    >>> entrant("level:3").options
    {'level': 3}
    """
    if isinstance(player, Entrant):
        return player
    if callable(player):
        name = getattr(player, "__name__", type(player).__name__)
        where = f"{getattr(player, '__module__', '')}.{getattr(player, '__qualname__', name)}"
        return Entrant(name, "function", where=where, function=player)
    if not isinstance(player, str):
        raise SearchError("not_a_player", given=repr(player))
    named = NAMED.fullmatch(player)
    text = named[3] if named else player
    return described(text.strip(), named[1].strip() if named else text.strip())


def described(text: str, name: str) -> Entrant:
    """A player in words."""
    kind, _, rest = text.partition(":")
    if kind.endswith(".py"):
        return Entrant(name, "file", {"function": rest}, kind)
    if kind not in KINDS:
        raise SearchError("no_such_player", text=text, choices=[*KINDS, "FILE.py:FUNCTION"])
    if kind == "gtp" and not rest.strip():
        raise SearchError("gtp_needs_command")
    if kind in ("gtp", "table"):
        return Entrant(name, kind, {}, rest.strip())
    return Entrant(name, kind, options_in(kind, rest, text))


def options_in(kind: str, rest: str, text: str) -> dict[str, Any]:
    """The options after the colon, as the library takes them; a level may stand alone."""
    try:
        call = expression(f"f({rest})")
        assert isinstance(call, ast.Call)
        given = {str(each.arg): value_of(each.value) for each in call.keywords}
        if kind == "level" and len(call.args) == 1:
            given = {"level": value_of(call.args[0]), **given}
        elif call.args:
            raise ValueError
    except (SyntaxError, ValueError):
        raise SearchError("unreadable_player", text=text) from None
    if unknown := [name for name in given if name not in TAKEN[kind]]:
        choices = sorted(TAKEN[kind]) or ["nothing"]
        raise SearchError("unknown_player_option", kind=kind, name=unknown[0], choices=choices)
    return given


def value_of(written: ast.expr) -> Any:
    """A plain value; names stand for themselves: algorithm=alphabeta, switch_off=(killers, history)."""
    if isinstance(written, ast.Name):
        return written.id
    if isinstance(written, ast.Tuple | ast.List):
        return tuple(map(value_of, written.elts))
    return ast.literal_eval(written)
