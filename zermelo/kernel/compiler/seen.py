"""The shapes that a game's states and actions have, seen in a few of its positions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from zermelo.errors import CannotCompile, RulesError
from zermelo.game import CHANCE, Bits
from zermelo.kernel import threads
from zermelo.kernel.compiler.codes import has_symbols
from zermelo.kernel.compiler.pieces import is_call
from zermelo.kernel.compiler.series_shape import has_series, in_a_word, roomy
from zermelo.kernel.compiler.shape import (
    INT,
    NONE,
    SYMBOLS,
    THE_ACTION,
    THE_STATE,
    Shape,
    evened,
    has_none,
    measured,
    met,
    shape_of,
    with_letters,
    words_of,
)
from zermelo.kernel.compiler.unit import Unit
from zermelo.kernel.compiler.wide_shape import is_wide
from zermelo.kernel.run import ARENA
from zermelo.kernel.structs import fields_in
from zermelo.kernel.walking import walk
from zermelo.messages import Message

GAMES, PLIES_OF_A_GAME = 3, 30
"""How many games, and how much of each, are looked at where one position may not say all."""
MORE_GAMES = 60
"""How many, where a part was None in all of them, or a set holds texts: what else there is, few show."""
A_MOMENT = 1.0
"""Seconds that this may take."""


def state_shape(game: Any, any_length: bool = False, outgrowing: bool = False) -> Shape:
    """The shape of the game's states, from the initial one; with texts or None in it, from others too.

    `any_length`: the rules make tuples of which nothing says how long they are, so that others are looked at;
    `outgrowing`: their numbers may have more than 64 bits, so that large ones are looked for.
    """
    initial = game.initial()
    what = type(initial).__name__ if isinstance(initial, tuple) else "the state"
    shape = shape_of(type(initial), initial, what)
    if not is_varied(shape) and not any_length and not outgrowing and not has_empty(shape):
        return shape
    play = play_for_large_numbers if outgrowing else play_some_games
    shape, states = met_with(
        shape, lambda games: [state for state, _ in some_positions(game, initial, games, play)], what
    )
    shape = roomy(measured(evened(shape), what), what)
    if has_none(shape):
        advice = "annotate the field with what else it may be: `int | None`"
        raise CannotCompile(f"{what}, which holds None where nothing else was seen,", advice)
    advice = "give every field one kind, tuples elements of one kind, and long texts and bytes one length"
    check_all(states, shape, THE_STATE, advice)
    return shape


def met_with(
    shape: Shape, look: Callable[[int], list[Any]], what: str, more: bool = False
) -> tuple[Shape, list[Any]]:
    """The shape with what a few games show, more where these do not say all; and what they showed."""
    for games in (MORE_GAMES,) if more else (GAMES, MORE_GAMES):
        values = look(games)
        for value in values:
            shape = met(shape, shape_of(type(value), value, what))
        if not has_none(shape) and not has_symbols_in_sets(shape):
            break
    return shape, values


def has_symbols_in_sets(shape: Shape) -> bool:
    """Is there a set in it of which only those texts may be members that were seen?"""
    named = any(isinstance(part, tuple) for part in shape.members)
    return named or any(map(has_symbols_in_sets, shape.parts))


def is_varied(shape: Shape) -> bool:
    """Are there texts, bytes, members of enumerations or None in it, of which others may be different?

    So may be a number that does not fit in 64 bits.
    """
    kinds = ("maybe", "none", "set", "bytes", "wide", *SYMBOLS)
    return shape.kind in kinds or any(map(is_varied, shape.parts))


def has_empty(shape: Shape) -> bool:
    """Is there an empty tuple in it, which will not be empty for ever?"""
    return (shape.kind == "tuple" and not shape.parts) or any(map(has_empty, shape.parts))


ANY_TEXT = "keep a text whose length changes as a tuple of letters: tuple(text), text + (letter,)"
SHORT_TEXTS = (
    "make actions of numbers, or texts of at most seven letters, and let name() say what people read"
)

ONE_KIND = (
    "make all actions of one kind, what chance does among them, as in ('roll', 0) and ('die', 5); "
    "None may be a pass"
)


def check_all(values: list[Any], shape: Shape, what: Message, advice: str) -> None:
    """Refuse a game whose states or actions are not all of one shape."""
    for value in values:
        try:
            words_of(value, shape, what)
        except RulesError as error:
            given, wanted = (str(error.parameters.get(each, "")) for each in ("given", "wanted"))
            texts = wanted.startswith("a text") and given.startswith(("'", '"'))
            of_texts = SHORT_TEXTS if what is THE_ACTION else ANY_TEXT
            raise CannotCompile(f"a game where {error}", of_texts if texts else advice) from None


def action_shape(
    game: Any, state: Any = None, varied: bool = False, passes: bool = False, paths: bool = False
) -> Shape:
    """The shape of the game's actions, from the first one in the initial state, or else in this one.

    `varied`: there may be texts, None or tuples of any length among them, so that more of them are looked at;
    `passes`: None is one of them, seen or not; `paths`: they may be of any length, which few positions show.
    """
    initial = game.initial()
    state = state if state is not None and game.is_terminal(initial) else initial
    if game.is_terminal(state):
        return INT
    first = next(iter(choices(game, state)), 0)
    shape = shape_of(type(first), first, "an action")
    if not varied and not is_varied(shape) and not is_path(first):
        return shape
    shape, given = met_with(
        met(shape, NONE) if passes else shape,
        lambda games: [action for _, actions in some_positions(game, state, games) for action in actions],
        "an action",
        more=paths and is_path(first),
    )
    shape = measured(Shape("maybe", (INT,)) if shape == NONE else shape, "an action")
    check_all(given, shape, THE_ACTION, ONE_KIND)
    return in_a_word(shape, given) if has_series(shape) else with_letters(shape, given)


def is_path(action: Any) -> bool:
    """A tuple of tuples: a step, or the first one of several."""
    return type(action) is tuple and all(type(part) is tuple for part in action)


def choices(game: Any, state: Any) -> list[Any]:
    """The actions of a player, or of chance; some of them where no search has room for all."""
    if game.is_terminal(state):
        return []
    if game.to_move(state) == CHANCE and hasattr(game, "outcomes"):
        return [action for action, _ in islice(game.outcomes(state), ARENA)]
    return list(islice(game.actions(state), ARENA))


Positions = list[tuple[Any, list[Any]]]
"""Each with its actions."""


def some_positions(game: Any, state: Any, games: int, play: Callable[..., None] | None = None) -> Positions:
    """States of a few random games, always the same ones, each with its actions.

    Up to the first error of the rules, or as far as they come in a moment: one may never return.
    """
    found: Positions = []
    player = threads.start(lambda: (play or play_some_games)(game, state, games, found), "zermelo look")
    player.join(A_MOMENT)
    player.kill()
    return found.copy()


def play_some_games(game: Any, state: Any, games: int, found: Positions) -> None:
    """Add the positions of a few random games to those that were found."""
    random = Random(0)
    with threads.not_told():
        for _ in range(games):
            play_one(game, state, found, lambda now, given: game.result(now, random.choice(given)))


def play_for_large_numbers(game: Any, state: Any, games: int, found: Positions) -> None:
    """The same, and those of a game that goes where a number is largest, which random ones seldom do."""
    play_some_games(game, state, games, found)

    def largest(now: Any, given: list[Any]) -> Any:
        return max((game.result(now, action) for action in given), key=largest_number)

    with threads.not_told():
        play_one(game, state, found, largest)


def play_one(game: Any, now: Any, found: Positions, follow: Callable[[Any, list[Any]], Any]) -> None:
    """Add the positions of one game in which `follow` says what comes next."""
    for _ in range(PLIES_OF_A_GAME):
        found.append((now, given := choices(game, now)))
        if not given:
            break
        now = follow(now, given)


def largest_number(value: Any) -> int:
    """The largest whole number in a state, whatever its sign; how large boards of bits get is known."""
    if isinstance(value, int):
        return 0 if isinstance(value, Bits) else abs(int(value))
    return max(map(largest_number, fields_in(value) or ()), default=0)


def makes_any_length(unit: Unit) -> bool:
    """Does a rule make a tuple of which its text does not say how long it is?"""
    trees = [function.tree for function in unit.functions.values() if function.rule]
    return any(is_of_any_length(part) for tree in trees for part in walk(tree))


def makes_paths(unit: Unit) -> bool:
    """Does what gives actions make such a tuple: a capture after a capture?"""
    known = unit.functions
    todo = [called for called, function in known.items() if function.contract.gives == "actions"]
    for called in todo:
        todo += [each for each in known[called].calls if each in known and each not in todo]
    return any(is_of_any_length(part) for called in todo for part in walk(known[called].tree))


def may_outgrow(unit: Unit) -> bool:
    """May a state have a number of more than 64 bits?  A rule knows one, shifts, or raises to a power."""
    trees = [function.tree for function in unit.functions.values() if function.rule]
    parts = [part for tree in trees for part in walk(tree)]
    written = (part.value for part in parts if isinstance(part, ast.Constant))
    return any(map(is_outgrowing, parts)) or is_wide([*unit.constants.values(), *written])


def is_outgrowing(part: ast.AST) -> bool:
    """`1 << cell`, `3 ** cell`, but not `Bits(1) << cell`."""
    if not isinstance(part, ast.BinOp | ast.AugAssign) or not isinstance(part.op, ast.LShift | ast.Pow):
        return False
    return not (isinstance(part, ast.BinOp) and is_call(part.left, "Bits"))


def is_of_any_length(part: ast.AST) -> bool:
    """`tuple(…)`, `hand[:i]`, `path + (cell,)`, `path += (cell,)`, `(cell,) * n`, `()`."""
    if isinstance(part, ast.Tuple):
        return not part.elts
    if isinstance(part, ast.AugAssign):
        return isinstance(part.value, ast.Tuple)
    if isinstance(part, ast.Subscript):
        return isinstance(part.slice, ast.Slice)
    if isinstance(part, ast.BinOp):
        return any(isinstance(side, ast.Tuple) for side in (part.left, part.right))
    return is_call(part, "tuple_of", "slice_of", "any_length")


def has_symbols_or_none(unit: Unit) -> bool:
    """Is None, a text or a member of an enumeration in the text of a rule, or a constant of one?"""
    trees = [function.tree for function in unit.functions.values() if function.rule]
    written = (part.value for tree in trees for part in walk(tree) if isinstance(part, ast.Constant))
    return any(value is None or has_symbols(value) for value in [*unit.constants.values(), *written])
