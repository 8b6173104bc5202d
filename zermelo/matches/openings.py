"""Openings: different positions from which every two players play twice, with the sides swapped."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import CHANCE, name_of
from zermelo.running.explain import legal_actions

Opening = tuple[str, ...]
"""The names of its moves."""
TRIES = 200
"""Random openings in a row that bring nothing new before they are taken to be exhausted."""


def random_openings(game: Any, plies: int, wanted: int, seed: int) -> list[Opening]:
    """So many openings of so many random plies, or as many different ones as are found."""
    found = different(game, endless(game, plies, Random(f"openings {seed}")), wanted)
    if not found:
        raise SearchError("no_openings", plies=plies, game=type(game).__name__)
    return found


def endless(game: Any, plies: int, random: Random) -> Iterator[tuple[Opening, Any]]:
    """Random openings with their positions, as many as are asked for; none where every game has ended."""
    while True:
        yield random_opening(game, plies, random)


def random_opening(game: Any, plies: int, random: Random) -> tuple[Opening, Any]:
    """The names of random moves, and where they lead."""
    state = game.initial()
    names: list[str] = []
    while len(names) < plies and not game.is_terminal(state):
        action = thrown(game, state, random)
        names.append(name_of(game, state, action))
        state = game.result(state, action)
    return tuple(names), state


def thrown(game: Any, state: Any, random: Random) -> Any:
    """A random action, or what the dice show."""
    if game.to_move(state) == CHANCE:
        outcomes = list(game.outcomes(state))
        return random.choices([action for action, _ in outcomes], [weight for _, weight in outcomes])[0]
    return random.choice(legal_actions(game, state))


def different(game: Any, openings: Iterator[tuple[Opening, Any]], wanted: int) -> list[Opening]:
    """Those that lead to positions which are not equal, nor mirrored, and where the game goes on."""
    seen: set[Any] = set()
    found: list[Opening] = []
    useless = 0
    for names, state in openings:
        if state in seen or game.is_terminal(state):
            useless += 1
        else:
            useless = 0
            found.append(names)
            seen |= {state, *(game.symmetries(state) if hasattr(game, "symmetries") else ())}
        if len(found) == wanted or useless == TRIES:
            break
    return found


def from_book(game: Any, book: list[tuple[Opening, Any]], wanted: int, seed: int) -> list[Opening]:
    """Openings of a book in a random order, each position once."""
    shuffled = Random(f"book {seed}").sample(book, len(book))
    found = different(game, iter(shuffled), wanted)
    if not found:
        raise SearchError("empty_book")
    return found
