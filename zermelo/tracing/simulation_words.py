"""The facts of a step of a simulation as a sentence; `say` finds the words of a language."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from zermelo.game import CHANCE, MAX, MIN
from zermelo.score import payoffs_told, plain, share
from zermelo.tracing.happenings import Happening

Say = Callable[..., str]
"""(row of the phrases, what fills it) -> words."""
DIGITS = 3
"""Decimals of an average."""


def of_simulation(fact: Happening, say: Say) -> str:
    """The sentence of a step."""
    return TOLD[fact.kind](fact, say)


def begins(fact: Happening, say: Say) -> str:
    """A simulation starts from the root."""
    row = "begins by chance" if fact.player == CHANCE else "begins"
    return say(row, n=fact.simulation, player=say(fact.player))


def expands(fact: Happening, say: Say) -> str:
    """A node gets its children."""
    return say("expand 1" if fact.children == 1 else "expand", n=fact.children)


def is_full(fact: Happening, say: Say) -> str:
    """A node cannot have children."""
    return say("full")


def tries(fact: Happening, say: Say) -> str:
    """A child that was never visited."""
    row = "try 1" if fact.candidates == 1 else "try"
    return say(row, player=say(fact.player), move=fact.move, n=fact.candidates)


def throws(fact: Happening, say: Say) -> str:
    """What the dice show."""
    return say("throw", move=fact.move, probability=share(fact.probability))


def selects(fact: Happening, say: Say) -> str:
    """The child that promises most, and the two terms of that."""
    average, promise = round(fact.average, DIGITS), round(fact.promise, DIGITS)
    return say(
        "select" if fact.visited else "select unvisited",
        player=say(fact.player),
        move=fact.move,
        average=number(average),
        bonus=number(promise - average),
        promise=number(promise),
        most=say(most(fact), n=fact.tied or fact.candidates),
    )


def most(fact: Happening) -> str:
    """Among which children the chosen one promises the most."""
    if fact.children == 1:
        return "only child"
    if fact.tied:
        return "most tied 1" if fact.tied == 1 else "most tied"
    if fact.candidates == 1:
        return "most of one"
    return "most of all" if fact.candidates == fact.children else "most"


def plays(fact: Happening, say: Say) -> str:
    """A random game, and what it gave."""
    random = say(f"random {fact.plies}" if fact.plies < 2 else "random", n=fact.plies)
    return say("playout", random=random, result=gave(fact, say))


def rolls(fact: Happening, say: Say) -> str:
    """A random game that the game played by itself."""
    return say("rollout", result=gave(fact, say))


def is_over(fact: Happening, say: Say) -> str:
    """The game is over where a random one would begin."""
    return say("over", result=gave(fact, say))


def is_settled(fact: Happening, say: Say) -> str:
    """Nothing is left to find out where a random game would begin."""
    return say("settled", reward=number(fact.reward))


def gave(fact: Happening, say: Say) -> str:
    """Who won, or how many points it was; of three or more players, what each got."""
    if isinstance(fact.reward, tuple):
        row = "gave payoffs estimate" if fact.kind == "estimate" else "gave payoffs"
        return say(row, payoffs=number(fact.reward))
    winner = say(MAX if fact.reward > 0 else MIN)
    estimated = fact.kind == "estimate"
    row = "gave part" if estimated else "gave win" if fact.reward else "gave draw"
    if not fact.outcome:
        row = "gave estimate" if estimated else "gave points"
    return say(row, winner=winner, reward=number(fact.reward))


def counts(fact: Happening, say: Say) -> str:
    """A reward is counted on the way back."""
    alone = "backup corrected" if fact.corrected else "backup"
    return say(
        "backup payoffs" if isinstance(fact.reward, tuple) else alone,
        reward=number(fact.reward),
        visits=say("visits 1" if fact.visits == 1 else "visits", n=fact.visits),
        mean=number(fact.mean),
    )


def proves(fact: Happening, say: Say) -> str:
    """What is known for certain now."""
    numbers = {"low": number(fact.low), "high": number(fact.high), "n": fact.plies}
    players = {"winner": say(MAX if fact.low > 0 else MIN), "player": say(MAX if fact.low > -1 else MIN)}
    return say("narrow", result=say(proved(fact), **numbers, **players))


def proved(fact: Happening) -> str:
    """Which row of the table tells of a proof."""
    if fact.outcome and not fact.is_proved:
        return "proved safe"
    if fact.outcome and fact.low:
        return "proved win 1" if fact.plies == 1 else "proved win"
    if fact.is_proved:
        return "proved draw" if fact.outcome else "proved value"
    return (
        "proved at least" if fact.high == inf else "proved at most" if fact.low == -inf else "proved between"
    )


def number(value: Any) -> str:
    """A reward or an average with a few decimals; of three or more players, one for each.

    >>> number(-0.0001), number(1 / 3), number(12), number((1, 2 / 3, 0))
    ('0', '0.333', '12', 'A 1, B 0.667, C 0')
    """
    return payoffs_told([*map(brief, value)]) if isinstance(value, tuple) else plain(brief(value))


def brief(value: Any) -> Any:
    """Rounded, and no -0."""
    return value if isinstance(value, int) or abs(value) == inf else round(float(value), DIGITS) + 0.0


TOLD: dict[str, Callable[[Happening, Say], str]] = {
    "enter": begins,
    "select": selects,
    "try": tries,
    "throw": throws,
    "expand": expands,
    "full": is_full,
    "playout": plays,
    "estimate": plays,
    "rollout": rolls,
    "over": is_over,
    "settled": is_settled,
    "backup": counts,
    "narrow": proves,
}
"""Who tells of which kind of event."""
