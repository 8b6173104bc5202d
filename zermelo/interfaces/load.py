"""A game from what people type: a name, a name with parameters, a file, a class in a file, a tree."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

from zermelo.errors import RulesError, SearchError
from zermelo.game import CHANCE, name_of, players_of
from zermelo.interfaces.files import game_in_file
from zermelo.interfaces.parameters import constructed
from zermelo.messages import Message
from zermelo.running.explain import legal_actions
from zermelo.running.files import check_is_file

RECORDS = ".sgf"
"""How the names of files that hold a game of Go or Hex end."""
TREES = (".json", ".txt", ".tree")
"""How the names of files that hold a tree end."""
OPENSPIEL = "openspiel"
"""Before the name of a game that is OpenSpiel's."""
MOST_NAMED = 30
"""Legal moves that a sentence names."""


def game_from(text: str) -> Any:
    """The game that a text names: `connect4:width=5,height=4`, `my.py`, `my.py:Class`, a tree, a file of one.

    >>> game_from("connect4:width=5,height=4").width
    5
    """
    if text.lstrip().startswith(("[", "{")) or "\n" in text.strip():
        return tree_from(text)
    if text.endswith(TREES):
        return tree_in_file(Path(text))
    if text.endswith(RECORDS):
        from zermelo.interfaces.sgf import game_in

        return game_in(Path(text))
    name, _, rest = text.partition(":")
    if name == OPENSPIEL:
        from zermelo.interfaces.openspiel import openspiel_game

        return openspiel_game(rest)
    if name.endswith(".py") or "/" in name:
        return game_in_file(Path(name), rest)
    return built_in(name, rest)


def tree_from(text: str, path: Path | None = None) -> Any:
    from zermelo import Tree

    try:
        return Tree.parse(text)
    except ValueError as error:
        if path is None:
            raise SearchError("this_is_no_tree", reason=error) from None
        raise SearchError("not_a_tree", path=path, reason=error) from None


def tree_in_file(path: Path) -> Any:
    """A tree as nested lists, JSON or an indented outline."""
    check_is_file(path)
    try:
        text = path.read_text(encoding="utf-8")
    except ValueError:
        raise SearchError("not_a_tree_text", path=path) from None
    return tree_from(text, path)


def built_in(name: str, parameters: str) -> Any:
    from zermelo.games import BUILT_IN

    if name not in BUILT_IN:
        raise SearchError("unknown_game", name=name, choices=[*BUILT_IN])
    return constructed(BUILT_IN[name], parameters, name)


def played(game: Any, moves: str) -> tuple[list[Any], list[Any]]:
    """The states from the start on, and the actions between them, as people or records write these."""
    if moves.endswith(RECORDS):
        from zermelo.interfaces.sgf import record_in

        record = record_in(Path(moves), game)
        return record.states, record.actions
    states, actions, names = [game.initial()], [], listed(moves)
    while names:
        if game.is_terminal(states[-1]):
            raise SearchError("over_before", move=names[0])
        action, names = first_of(game, states[-1], names)
        actions.append(action)
        states.append(game.result(states[-1], action))
    return states, actions


def position_after(game: Any, moves: str) -> Any:
    """The state after these actions from the start."""
    return played(game, moves)[0][-1]


def listed(moves: str) -> list[str]:
    """The names of moves in a text: between commas, between semicolons, or as a JSON list.

    >>> listed("a1, b2"), listed("(0, 1); (1, 2)"), listed('["(0, 1)", 2]')
    (['a1', 'b2'], ['(0, 1)', '(1, 2)'], ['(0, 1)', '2'])
    """
    with contextlib.suppress(ValueError):
        if isinstance(names := json.loads(moves), list):
            return [str(name) for name in names]
    return [name for part in moves.split(";" if ";" in moves else ",") if (name := part.strip())]


def position(game: Any, moves: str, text: str) -> Any:
    """The position that `--moves` or `--position` give."""
    return line_to(game, moves, text)[0][-1]


def line_to(game: Any, moves: str, text: str) -> tuple[list[Any], list[Any]]:
    """The states up to the position that `--moves` or `--position` give, and the actions between them."""
    if not text:
        return played(game, moves)
    if moves:
        raise SearchError("moves_or_position")
    if not callable(getattr(game, "parse", None)):
        raise SearchError("no_parse", game=type(game).__name__)
    try:
        return [game.parse(text)], []
    except ValueError as error:
        raise SearchError("wrong_position", text=text, game=type(game).__name__, reason=error) from None


def steps(game: Any, state: Any) -> list[Any]:
    """The actions of a player, or what the dice may show."""
    if game.to_move(state) == CHANCE and hasattr(game, "outcomes"):
        return [action for action, _ in game.outcomes(state)]
    return legal_actions(game, state)


def mover_of(game: Any, state: Any) -> int:
    """Who is to move: a player, or CHANCE where there are outcomes."""
    mover, facts = game.to_move(state), {"game": type(game).__name__}
    if mover not in (*range(players_of(game)), CHANCE):
        raise RulesError("wrong_mover_here", **facts, given=repr(mover))
    if mover == CHANCE and not hasattr(game, "outcomes"):
        raise RulesError("chance_without_outcomes_here", **facts, given=repr(mover))
    return int(mover)


def legal_moves(game: Any, state: Any) -> dict[str, Any]:
    """The legal actions, or what the dice may show, by the names that people use."""
    return {name_of(game, state, action): action for action in steps(game, state)}


def chosen(game: Any, state: Any, text: str) -> Any:
    """The legal action that people write like this."""
    return first_of(game, state, [text])[0]


def first_of(game: Any, state: Any, names: list[str]) -> tuple[Any, list[str]]:
    """The legal action that a list of moves begins with, and the moves after it.

    Its name may hold the comma that parts them, as `1,2` and `(0, 1)` do: then the longest one is meant.
    """
    legal = legal_moves(game, state)
    parts = {1 + name.count(",") for name in legal} or {1}
    for count in range(min(max(parts), len(names)), 0, -1):
        if (name := meant(legal, ",".join(names[:count]))) is not None:
            return legal[name], names[count:]
    raise SearchError(not_legal(legal, ",".join(names[: min(parts)])))


def not_legal(legal: dict[str, Any], text: str) -> Message:
    """A move that cannot be made, and some that can."""
    some = list(legal)[:MOST_NAMED]
    if len(legal) > MOST_NAMED:
        return Message.of("not_among_many_legal", move=text, choices=some, count=len(legal))
    return Message.of("not_among_legal", move=text, choices=some)


def meant(legal: dict[str, Any], text: str) -> str | None:
    """The name of the legal move that people write like this: `C2` for c2, `0 1` for (0, 1).

    Where no name is a number, the action itself will do too: 6 for the cell c2, 0 for the stone of 0-2.

    >>> meant({"(0, 1)": (0, 1)}, "0 1"), meant({"c2": 6}, "6"), meant({"1": 0, "2": 1}, "0")
    ('(0, 1)', 'c2', None)
    """
    if text in legal:
        return text
    wanted = squeezed(text)
    named = {squeezed(name): name for name in legal}
    if wanted in named:
        return named[wanted]
    if any(name.isdecimal() for name in legal):
        return None
    return {squeezed(str(action)): name for name, action in legal.items()}.get(wanted)


def squeezed(text: str) -> str:
    """Without case, brackets, quotes, commas and plus signs."""
    return easily_typed(text.lower().replace("+", " "))


def easily_typed(name: str) -> str:
    """A move's name as it is quickest to type.

    >>> easily_typed("('move', 3, 2)"), easily_typed("c2")
    ('move 3 2', 'c2')
    """
    return " ".join(name.translate(str.maketrans("()[],'\"", "       ")).split())
