"""The games that clients can name: the built-in ones and the files of the command line, nothing else.

Names come from clients: they are looked up, their parameters read as plain numbers within bounds.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import re
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from zermelo.errors import RulesError, SearchError, ZermeloError
from zermelo.game import CHANCE, Bits, may_repeat, name_of, place_of, player_name, players_of
from zermelo.interfaces.load import built_in, meant, mover_of, not_legal, steps
from zermelo.interfaces.parameters import parameters_of
from zermelo.interfaces.web.example import EXAMPLE, example_game
from zermelo.interfaces.web.looks import board_row, changed_last, move_rows, outcome_row, result_text
from zermelo.interfaces.web.models import Position
from zermelo.interfaces.web.own import MINE, OwnFile
from zermelo.kernel.parsing import expression
from zermelo.running.explain import blame

Answer = TypeVar("Answer")
LARGEST_NUMBER = 64
"""Largest number that a parameter may be, or contain."""
LONGEST_TUPLE = 12
"""Most numbers that a parameter may contain."""
LARGEST_COUNT = 300
"""Largest number in a position that was typed."""
PLAIN = re.compile(r"[A-Za-z0-9_=,.() -]*")
KEPT_GAMES = 64
KEPT_POSITIONS = 1024
REPEATED = 3
"""A position that comes so often ends the game."""


@dataclass(frozen=True)
class Placed:
    """A position that was replayed."""

    name: str
    """As clients write the game."""
    game: Any
    state: Any
    past: tuple[Any, ...]
    history: tuple[str, ...]
    at: str
    over_by_repetition: bool = False

    @property
    def key(self) -> str:
        """An opaque id."""
        version = id(self.game) if self.name.startswith(MINE) else 0  # another when its file is read again
        said = f"{self.name}\0{version}\0{self.state!r}\0{len(self.past)}"
        return hashlib.sha256(said.encode(errors="replace")).hexdigest()[:16]

    @property
    def is_over(self) -> bool:
        return self.over_by_repetition or bool(self.game.is_terminal(self.state))

    def legal(self) -> dict[str, Any]:
        """The moves, or what the dice may show, by name."""
        if self.is_over:
            return {}
        return {name_of(self.game, self.state, action): action for action in steps(self.game, self.state)}


@dataclass
class Shelf:
    """Games by name, and the positions that were asked for last."""

    own: dict[str, OwnFile] = field(default_factory=dict)
    """The user's files, by the names under which they are served."""
    games: OrderedDict[str, Any] = field(default_factory=OrderedDict)
    positions: OrderedDict[Any, Placed] = field(default_factory=OrderedDict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def rows(self) -> list[dict[str, Any]]:
        """What /api/games says."""
        from zermelo.games import BUILT_IN

        found = [file.row() for file in self.own.values()]
        for name, kind in BUILT_IN.items():
            about = (sys.modules[kind.__module__].__doc__ or "").strip().splitlines()[0]
            parameters = parameters_of(kind)
            row = {"id": name, "name": kind.__name__, "about": about, "parameters": parameters}
            kinds = {"players": players_of(kind()), "dice": hasattr(kind, "outcomes")}
            found.append({**row, **kinds, "own": False, "error": None})
        return found

    def game(self, text: str) -> Any:
        """The game that a client names."""
        if text in self.own:
            return self.own[text].current()
        if text.startswith(MINE):
            raise SearchError("no_own_file")
        if text == EXAMPLE:
            return example_game()
        with self.lock:
            if text in self.games:
                self.games.move_to_end(text)
                return self.games[text]
        name, _, parameters = text.partition(":")
        check_parameters(name, parameters)
        made = built_in(name, parameters)
        with self.lock:
            self.games[text] = made
            while len(self.games) > KEPT_GAMES:
                self.games.popitem(last=False)
        return made

    def place(self, asked: Position) -> Placed:
        """The position after its moves; what was replayed lately is not replayed again."""
        game = self.game(asked.game)
        return explained(game, lambda: self.replayed(game, asked))

    def describe(self, asked: Position) -> dict[str, Any]:
        """What /api/position says."""
        placed = self.place(asked)
        return explained(placed.game, lambda: described(placed))

    def replayed(self, game: Any, asked: Position) -> Placed:
        moves = tuple(asked.moves)
        base = (asked.game, id(game), asked.at)
        for known in range(len(moves), -1, -1):
            placed = self.kept((*base, moves[:known]))
            if placed is not None and placed.game is game:
                break
        else:
            known, placed = 0, Placed(asked.game, game, start(game, asked.at), (), (), asked.at)
        for index in range(known, len(moves)):
            placed = after(placed, moves[index])
        self.keep((*base, moves), placed)
        self.keep((*base, placed.history), placed)
        return placed

    def kept(self, key: Any) -> Placed | None:
        with self.lock:
            return self.positions.get(key)

    def keep(self, key: Any, placed: Placed) -> None:
        with self.lock:
            self.positions[key] = placed
            self.positions.move_to_end(key)
            while len(self.positions) > KEPT_POSITIONS:
                self.positions.popitem(last=False)


def explained(game: Any, work: Callable[[], Answer]) -> Answer:
    """What the work gives; what the rules raise on the way is said in one sentence."""
    try:
        return work()
    except ZermeloError:
        raise
    except Exception as error:
        raise blame(game, error) from None


def check_parameters(name: str, parameters: str) -> None:
    """Plain whole numbers, short tuples of them, fractions where they are usual; the game says the rest."""
    if not PLAIN.fullmatch(parameters):
        raise SearchError("parameters_written")
    try:
        call = expression(f"f({parameters})")
        written = getattr(call, "keywords", [])
        given = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in written}
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise SearchError("parameters_written") from None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:
        raise SearchError("parameters_written")
    for key, value in given.items():
        numbers = list(value) if isinstance(value, tuple) else [value]
        kinds = int | float if isinstance(usual(name, key), float) else int
        if len(numbers) > LONGEST_TUPLE or not all(isinstance(number, kinds) for number in numbers):
            raise SearchError("wrong_parameter", most=LONGEST_TUPLE)
        most = largest(name, key)
        if any(abs(number) > most for number in numbers):
            nearest = [max(-most, min(number, most)) for number in numbers]
            if not accepts(name, {**given, key: tuple(nearest) if isinstance(value, tuple) else nearest[0]}):
                built_in(name, parameters)  # the game's own limit is lower, and it says which
            raise SearchError("parameter_too_large", game=name[:40], most=most)


def accepts(name: str, given: dict[str, Any]) -> bool:
    """Whether a built-in game can be played with these parameters."""
    from zermelo.games import BUILT_IN

    try:
        BUILT_IN[name](**given)
    except (ZermeloError, TypeError, KeyError):
        return False
    return True


def largest(name: str, key: str) -> int:
    """The largest number that a parameter may be here: what it is by default, at least."""
    default = usual(name, key)
    return max(LARGEST_NUMBER, default) if isinstance(default, int) else LARGEST_NUMBER


def usual(name: str, key: str) -> Any:
    """What a parameter of a built-in game is by default; 0 where there is no such parameter."""
    from zermelo.games import BUILT_IN

    taken = inspect.signature(BUILT_IN[name]).parameters if name in BUILT_IN else {}
    return taken[key].default if key in taken else 0


def start(game: Any, at: str) -> Any:
    if not at:
        return game.initial()
    if not callable(getattr(game, "parse", None)):
        raise SearchError("no_parse", game=type(game).__name__)
    try:
        state = game.parse(at)
    except ValueError as error:
        raise SearchError("not_this_position", game=type(game).__name__, reason=error) from None
    if type(game).__module__.startswith("zermelo.games"):
        check_size(state)
    return state


def check_size(state: Any) -> None:
    """Numbers of a position that a client typed are as bounded as parameters are."""
    waiting = [state]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting.extend(part)
        elif isinstance(part, int) and not isinstance(part, Bits) and abs(part) > LARGEST_COUNT:
            raise SearchError("count_too_large", most=LARGEST_COUNT)


def after(placed: Placed, text: str) -> Placed:
    """One move further."""
    game, state = placed.game, placed.state
    legal = placed.legal()
    if not legal:
        raise SearchError("over_before", move=text)
    name = meant(legal, text)
    if name is None:
        raise SearchError(not_legal(legal, text))
    following = game.result(state, legal[name])
    if following is None:
        raise RulesError("result_is_none", game=type(game).__name__, move=name)
    past, history = (*placed.past, state), (*placed.history, name)
    again = not hasattr(game, "outcomes") and may_repeat(game)
    here = place_of(game, following)
    repeated = again and sum(place_of(game, before) == here for before in past) + 1 >= REPEATED
    return Placed(placed.name, game, following, past, history, placed.at, repeated)


def described(placed: Placed) -> dict[str, Any]:
    """A position as plain data."""
    game, state = placed.game, placed.state
    over = placed.is_over
    mover = None if over else mover_of(game, state)
    legal = placed.legal()
    board = board_row(game, state, legal)
    outcome = outcome_row(game, state) if over else None
    return {
        "position": {"game": placed.name, "moves": list(placed.history), "at": placed.at},
        "key": placed.key,
        "board": board,
        "text": str(game.show(state)) if callable(getattr(game, "show", None)) else str(state),
        "toMove": mover,
        "player": None if mover is None else mover_name(game, mover),
        "players": players_of(game),
        "moves": move_rows(game, state, legal, board),
        "terminal": over,
        "result": None if outcome is None else result_text(outcome),
        "outcome": outcome,
        "history": list(placed.history),
        "last": changed_last(game, placed.past, board["cells"]) if board else [],
        "movers": [int(game.to_move(before)) for before in placed.past],
        "outcomes": outcomes_of(placed) if mover == CHANCE else None,
        "roller": roller_of(placed) if mover == CHANCE else None,
    }


def mover_name(game: Any, mover: int) -> str:
    """What people call who moves; a number that is not a player's stays one, for others to complain of."""
    players = players_of(game)
    return player_name(mover, players) if -1 <= mover < players else str(mover)


def outcomes_of(placed: Placed) -> list[dict[str, Any]]:
    game, state = placed.game, placed.state
    return [
        {"name": name_of(game, state, action), "probability": float(weight)}
        for action, weight in game.outcomes(state)
    ]


def roller_of(placed: Placed) -> int | None:
    """Whose dice these are: of the player who moves after them; where that hangs on them, who moved last."""
    game = placed.game
    following = [game.result(placed.state, action) for action in steps(game, placed.state)]
    movers = {int(game.to_move(state)) for state in following if not game.is_terminal(state)} - {CHANCE}
    if len(movers) == 1:
        return movers.pop()
    before = (int(game.to_move(state)) for state in reversed(placed.past))
    return next((mover for mover in before if mover != CHANCE), None)
