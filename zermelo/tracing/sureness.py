"""How sure the value of a node is: exact, at least or at most that, by its window and what was looked at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from zermelo.game import CHANCE, MAX
from zermelo.kernel.events import CUT, ENDS, LEAF, REPEATED

if TYPE_CHECKING:
    from zermelo.tracing.model import Model, Worth

EXACT, AT_LEAST, AT_MOST = "exact", "at least", "at most"
Interval = tuple[Any, Any]
"""What a node is worth at least and at most, as far as it is known."""
UNKNOWN = (float("-inf"), float("inf"))


def intervals(model: Model) -> list[Interval]:
    """Between which values the truth of each node lies, when the search leaves it."""
    known: list[Interval] = [UNKNOWN] * len(model.states)
    for node in reversed(range(len(known))):
        last = model.columns.own[node][-1]
        if model.columns.kinds[last] in ENDS:
            found = interval(model, node, last, known)
            unsure = model.prunes and model.guessed[node]
            known[node] = perhaps_sooner(model.worth(model.values[last]), found) if unsure else found
    return known


def perhaps_sooner(worth: Worth, known: Interval) -> Interval:
    """A win that was found after something was left out on an estimate may come sooner than it says."""
    if worth.winner is None:
        return known
    return (known[0], UNKNOWN[1]) if worth.winner == MAX else (UNKNOWN[0], known[1])


def how_sure(value: Any, known: Interval) -> str:
    """What a value is to the truth, which lies in the interval.

    Of a win that may come sooner the interval may tell neither: then it comes no sooner, by estimate.
    """
    low, high = known
    if low == value == high:
        return EXACT
    return AT_LEAST if low >= value or (high > value and value < 0) else AT_MOST


def interval(model: Model, node: int, event: int, known: list[Interval]) -> Interval:
    """Inside its window a value is exact, beyond it a bound, unless what was looked at below says more.

    A window of nothing but one value, which a search that cuts off only beyond equality enters, says nothing.
    """
    (low, high), value = model.entered(node), model.values[event]
    if model.is_probe(node):
        return (value, UNKNOWN[1]) if model.players[node] == MAX else (UNKNOWN[0], value)
    if model.columns.kinds[event] in (LEAF, REPEATED) or low < value < high:
        return value, value
    least, most = within(model, node, known)
    if low < high:
        least, most = (least, min(most, value)) if value <= low else (max(least, value), most)
    closed = least == most and not is_estimate(model, node, value)
    if closed and model.players[node] != CHANCE and model.left_out(node):
        return (least, UNKNOWN[1]) if model.players[node] == MAX else (UNKNOWN[0], most)
    return least, most


def is_estimate(model: Model, node: int, value: Any) -> bool:
    """Is it told as one, so that nothing more need be said of what was left out on an estimate?"""
    return model.guessed[node] and model.worth(value).winner is None


def within(model: Model, node: int, known: list[Interval]) -> Interval:
    """From the children that were looked at: the mover has the best; what was cut off may be better.

    Of an average that was left, only the window tells more than what any game pays.
    """
    columns, (least, most) = model.columns, model.possible(node)
    if model.players[node] == CHANCE:
        return least, most
    low, high = best_of(model, node, columns.children[node], known)
    if any(columns.kinds[event] == CUT for event in columns.own[node]):
        low, high = (low, most) if model.players[node] == MAX else (least, high)
    return max(low, least), min(high, most)


def best_of(model: Model, node: int, children: Iterable[int], known: list[Interval]) -> Interval:
    """The best of some children for the mover; of a move that was searched again, the last search counts."""
    last = {model.actions[child]: known[child] for child in children if model.is_move(child)}
    best = max if model.players[node] == MAX else min
    lows, highs = zip(*last.values(), strict=True) if last else zip(UNKNOWN)
    return best(lows), best(highs)
