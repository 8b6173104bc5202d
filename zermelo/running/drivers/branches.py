"""The part of a tree of simulations that people look at: where most of them went, and why."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from typing import Any, Protocol

from zermelo.game import CHANCE
from zermelo.report import Branch
from zermelo.running.task import Task
from zermelo.score import Score

ROOT = 0
"""Where every tree begins."""
MOST_BRANCHES = 60
"""Nodes that are shown,"""
DEEPEST = 5
"""and plies below the root."""


class Growing(Protocol):
    """A tree of simulations, of two players or of more."""

    task: Task

    def children(self, node: int) -> Sequence[int]:
        """The nodes below one."""

    def visited(self, node: int) -> list[tuple[int, int]]:
        """The children of a node that were visited, each after how often."""

    def visits(self, node: int) -> int:
        """How often a node was visited."""

    def turn(self, node: int) -> int:
        """Who moves there."""

    def action(self, node: int) -> Any:
        """What leads there."""

    def score(self, node: int) -> Score:
        """What it is worth."""

    def seen(self, node: int, above: int) -> float:
        """The average reward of a node as who moves above sees it."""

    def expected(self, node: int) -> float | None:
        """How much of all the game expects of it; None where it has no priors."""

    def unit(self) -> int:
        """What a win is worth."""


def branch_of(tree: Growing) -> Branch:
    """The root, with the nodes below that were visited most."""
    chosen = most_visited(tree)
    return written(tree, ROOT, None, chosen)


def most_visited(tree: Growing) -> dict[int, list[int]]:
    """Of each node the children that are shown: of all nodes those with the most visits."""
    chosen: dict[int, list[int]] = {}
    waiting = [(0, 0, ROOT, -1)]
    siblings: dict[int, list[tuple[int, int, int, int]]] = {}
    for _ in range(MOST_BRANCHES):
        if not waiting:
            break
        _, ply, node, parent = heapq.heappop(waiting)
        chosen.setdefault(parent, []).append(node)
        found = tree.visited(node) if ply < DEEPEST else []
        siblings[node] = sorted([(-visits, ply + 1, child, node) for visits, child in found], reverse=True)
        for waited_for in (parent, node):
            if siblings.get(waited_for):
                heapq.heappush(waiting, siblings[waited_for].pop())
    return chosen


def written(tree: Growing, node: int, above: int | None, chosen: dict[int, list[int]]) -> Branch:
    """A node and what is shown below it."""
    children = tuple(written(tree, child, node, chosen) for child in sorted(chosen.get(node, [])))
    mean, bonus = (None, None) if above is None else terms(tree, node, above)
    return Branch(
        action=None if above is None else tree.action(node),
        visits=tree.visits(node),
        score=tree.score(node),
        player=tree.turn(node) if tree.children(node) else None,
        mean=mean,
        bonus=bonus,
        children=children,
    )


def terms(tree: Growing, node: int, above: int) -> tuple[float | None, float | None]:
    """What the mover above compares: the average as they see it, and what is added for being little known."""
    if tree.turn(above) == CHANCE:
        return None, None
    run, visits, all_visits = tree.task.run, tree.visits(node), tree.visits(above)
    reach = tree.task.question.exploration * max(float(run.highest) - float(run.lowest), 1e-9) / 2
    prior = tree.expected(node)
    if prior is not None:
        bonus = reach * math.sqrt(max(all_visits, 1)) * prior / (1 + visits)
    else:
        bonus = reach * math.sqrt(math.log(all_visits + 1) / max(visits, 1))
    return tree.seen(node, above) / tree.unit(), bonus / tree.unit()
