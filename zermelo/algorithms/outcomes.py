"""The outcomes of a chance node: laid out, thrown, and how much is still open to Star1 and Star2."""

from __future__ import annotations

from zermelo.algorithms.dice import fraction
from zermelo.algorithms.node import fail
from zermelo.game import CHANCE, MAX, Game
from zermelo.kernel.run import ARENA, BAD_CHANCE, NEGATIVE_CHANCE, TOO_MANY, Ply, Run, State, Value


def list_outcomes(game: Game, state: State, ply: Ply, run: Run) -> None:
    """Put what may happen on top of the arena, each with its probability; what never happens is left out."""
    certain = 0.0
    for action, probability in game.outcomes(state):
        if run.top >= ARENA:
            fail(TOO_MANY, ply, run)
        if probability < 0.0:
            fail(NEGATIVE_CHANCE, ply, run)
        if probability > 0.0:
            run.arena[run.top] = action
            run.ranks[run.top] = probability
            run.top += 1
        certain += probability
    if abs(certain - 1.0) > 1e-6:
        fail(BAD_CHANCE, ply, run)


def thrown(game: Game, state: State, count: int, run: Run) -> int:
    """What the dice show, as its place among the `count` outcomes that are laid out; the first is 0."""
    left = fraction(run)
    place = 0
    for _, probability in game.outcomes(state):
        left -= probability
        if left < 0.0:
            break
        if probability > 0.0:
            place += 1
    return min(place, count - 1)


def share(worth: Value, probability: float) -> float:
    """What outcomes of this probability add to the average if each is worth so much, maybe infinite."""
    return worth * probability if probability > 0.0 else 0.0


def open_all(first: int, last: int, run: Run) -> None:
    """Nothing is known of these outcomes but what any game pays."""
    for index in range(first, last):
        run.floors[index] = run.least
        run.ceilings[index] = run.most


def has_choice(game: Game, state: State, run: Run) -> bool:
    """Is a player to move?"""
    return not game.is_terminal(state) and game.to_move(state) != CHANCE


def bound_by(value: Value, player: int, index: int, run: Run) -> None:
    """The player who moves after this outcome has a reply of this value."""
    if player == MAX:
        run.floors[index] = max(run.floors[index], value)
    else:
        run.ceilings[index] = min(run.ceilings[index], value)


def at_least(first: int, last: int, run: Run) -> float:
    """What these outcomes add to the average at least."""
    total = 0.0
    for index in range(first, last):
        total += run.ranks[index] * run.floors[index]
    return total


def at_most(first: int, last: int, run: Run) -> float:
    """What they add at most."""
    total = 0.0
    for index in range(first, last):
        total += run.ranks[index] * run.ceilings[index]
    return total


def lower_end(alpha: Value, index: int, first: int, last: int, run: Run) -> float:
    """What an outcome must be worth for the average to be above alpha, if the others are worth the most."""
    others = at_most(first, index, run) + at_most(index + 1, last, run)
    return float(alpha - others) / run.ranks[index]


def upper_end(beta: Value, index: int, first: int, last: int, run: Run) -> float:
    """What it must be worth for the average to be below beta, if the others are worth the least."""
    others = at_least(first, index, run) + at_least(index + 1, last, run)
    return float(beta - others) / run.ranks[index]
