"""The part of a tree of simulations that people look at: where most of them went, and why."""

from __future__ import annotations

import heapq
import math
from typing import TYPE_CHECKING

from zermelo.algorithms.mcts_nodes import PARTS, PRIOR, ROOT, VISITS
from zermelo.algorithms.playout import WON
from zermelo.game import CHANCE, MAX, has_rule
from zermelo.report import Branch

if TYPE_CHECKING:
    from zermelo.running.drivers.growing import Grown

MOST_BRANCHES = 60
"""Nodes that are shown,"""
DEEPEST = 5
"""and plies below the root."""


def branch_of(tree: Grown) -> Branch:
    """The root, with the nodes below that were visited most."""
    chosen = most_visited(tree)
    return written(tree, ROOT, None, chosen)


def most_visited(tree: Grown) -> dict[int, list[int]]:
    """Of each node the children that are shown: of all nodes those with the most visits."""
    chosen: dict[int, list[int]] = {}
    waiting = [(0, 0, ROOT, -1)]
    for _ in range(MOST_BRANCHES):
        if not waiting:
            break
        _, ply, node, parent = heapq.heappop(waiting)
        chosen.setdefault(parent, []).append(node)
        for child in tree.children(node) if ply < DEEPEST else ():
            if visits := int(tree.words[child + VISITS]):
                heapq.heappush(waiting, (-visits, ply + 1, child, node))
    return chosen


def written(tree: Grown, node: int, above: int | None, chosen: dict[int, list[int]]) -> Branch:
    """A node and what is shown below it."""
    children = tuple(written(tree, child, node, chosen) for child in sorted(chosen.get(node, [])))
    mean, bonus = (None, None) if above is None else terms(tree, node, above)
    return Branch(
        action=None if above is None else tree.action(node),
        visits=int(tree.words[node + VISITS]),
        score=tree.score(node),
        player=tree.turn(node) if tree.children(node) else None,
        mean=mean,
        bonus=bonus,
        children=children,
    )


def terms(tree: Grown, node: int, above: int) -> tuple[float | None, float | None]:
    """What the mover above compares: the average as they see it, and what is added for being little known."""
    if tree.turn(above) == CHANCE:
        return None, None
    run, question = tree.task.run, tree.task.question
    unit = WON if question.options.outcome else 1
    visits, all_visits = int(tree.words[node + VISITS]), int(tree.words[above + VISITS])
    mean = tree.mean(node) * (1 if tree.turn(above) == MAX else -1)
    reach = question.exploration * max(float(run.highest) - float(run.lowest), 1e-9) / 2
    if has_rule(question.game, "prior"):
        bonus = reach * math.sqrt(all_visits) * int(tree.words[node + PRIOR]) / PARTS / (1 + visits)
    else:
        bonus = reach * math.sqrt(math.log(all_visits + 1) / max(visits, 1))
    return mean / unit, bonus / unit
