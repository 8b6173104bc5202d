"""Does a choice depend on more than the order of the estimates?

Where dice are thrown estimates are averaged, so that their distances count: EVAL has to be a positive linear
transformation of the expected payoff, and one that merely puts positions in the right order may choose badly.
A small tree is looked at again with estimates in the same order at other distances: all below some threshold
are as low as the lowest, all others as high as the highest.  If another action is then better, so it is with
some estimates that keep the order and are all different, however close to these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.game import CHANCE, MAX, is_written, name_of
from zermelo.messages import Message
from zermelo.report import Report

FEW = 1000
"""Nodes of a tree that is small enough to be looked at again."""
THRESHOLDS = 16
"""Most thresholds that are tried."""
CLEARLY = 1e-9
"""How much better another action must be, as a part of what lies between the estimates."""


@dataclass(frozen=True)
class Leaf:
    """Where the search ended: a payoff, or an estimate."""

    value: float
    estimated: bool


@dataclass(frozen=True)
class Branch:
    """Where somebody chooses, or chance does; children with their probabilities."""

    player: int
    children: list[tuple[float, Leaf | Branch]]


class TooLarge(Exception):
    """The tree has more nodes than are looked at again."""


def doubt(report: Report, depth: int | None) -> Message | None:
    """That the choice hangs on the distances of the estimates, where that is seen; None where it is not."""
    game, state = report.game, report.state
    if not report.line or report.score.proved or depth is None or report.nodes > FEW:
        return None
    if not is_written(game, "evaluate") or not hasattr(game, "outcomes"):
        return None
    try:
        other = other_choice(game, state, report.action, depth)
    except Exception:  # the search has said what is wrong with the rules, or has not met it
        return None
    if other is None:
        return None
    action, threshold = other
    return Message.of("depends_on_distances", move=name_of(game, state, action), threshold=f"{threshold:.6g}")


def other_choice(game: Any, state: Any, chosen: Any, depth: int) -> tuple[Any, float] | None:
    """An action that is better with estimates in the same order, and the threshold that makes it so."""
    left = iter(range(FEW))
    actions = list(game.actions(state))
    below = [grown(game, game.result(state, action), depth - 1, left) for action in actions]
    sign = 1 if game.to_move(state) == MAX else -1
    estimates = sorted({leaf.value for tree in below for leaf in leaves(tree) if leaf.estimated})
    for threshold in some_of(estimates[1:]):
        bent = bent_at(threshold, estimates[0], estimates[-1])
        worths = [sign * worth(tree, bent) for tree in below]
        margin = CLEARLY * (estimates[-1] - estimates[0])
        if max(worths) > worths[actions.index(chosen)] + margin:
            return actions[worths.index(max(worths))], threshold
    return None


def grown(game: Any, state: Any, depth: int, left: Iterator[int]) -> Leaf | Branch:
    """The tree below a state, so many plies deep."""
    if next(left, None) is None:
        raise TooLarge
    if game.is_terminal(state):
        return Leaf(float(game.utility(state)), False)
    if depth == 0:
        return Leaf(float(game.evaluate(state)), True)
    player = int(game.to_move(state))
    pairs = game.outcomes(state) if player == CHANCE else [(action, 1.0) for action in game.actions(state)]
    return Branch(
        player, [(chance, grown(game, game.result(state, a), depth - 1, left)) for a, chance in pairs]
    )


def leaves(tree: Leaf | Branch) -> Iterator[Leaf]:
    """The leaves of a tree, from the first to the last."""
    if isinstance(tree, Leaf):
        yield tree
    else:
        for _, child in tree.children:
            yield from leaves(child)


def worth(tree: Leaf | Branch, bent: Callable[[float], float]) -> float:
    """MAX's expected payoff, with other estimates."""
    if isinstance(tree, Leaf):
        return bent(tree.value) if tree.estimated else tree.value
    values = [chance * worth(child, bent) for chance, child in tree.children]
    return sum(values) if tree.player == CHANCE else max(values) if tree.player == MAX else min(values)


def bent_at(threshold: float, lowest: float, highest: float) -> Callable[[float], float]:
    """Estimates in the same order, as far apart around the threshold as they can be."""
    return lambda estimate: highest if estimate >= threshold else lowest


def some_of(thresholds: list[float]) -> list[float]:
    """Not too many of them, from the highest down to the lowest."""
    step = -(-len(thresholds) // THRESHOLDS) or 1
    return thresholds[::-1][::step]
