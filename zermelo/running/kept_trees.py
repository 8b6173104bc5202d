"""A tree of Monte Carlo tree search that is kept for the next search, where play has gone on in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.algorithms.mcts_nodes import ACTION, CHILDREN, NODE, ROOT, count_in, first_in
from zermelo.running.question import Question

FURTHEST = 4
"""Plies that play may have gone on,"""
LOOKS = 2_000
"""and positions that are looked at to find where it is."""


@dataclass(frozen=True)
class KeptTree:
    """A tree, whose it is, and between which values its rewards lie."""

    identity: Any
    """Of the kernel that grew it."""
    state: Any
    """The position at its root."""
    words: Any
    lowest: Any
    highest: Any

    def node_of(self, question: Question, kernel: Any) -> int | None:
        """The node of the position that is asked about; None where it is not in this tree."""
        if self.identity != kernel.identity:
            return None
        game, known = question.game, (*question.past, question.state)
        level = [(ROOT, self.state)]
        looks = LOOKS
        for _ in range(FURTHEST + 1):
            for node, state in level:
                if state == question.state:
                    return node
            along = [(node, state) for node, state in level if state in known] or level
            level = []
            for node, state in along:
                for child in children(self.words, node):
                    looks -= 1
                    if looks < 0:
                        return None
                    action = kernel.action(self.words[child + ACTION])
                    level.append((child, game.result(state, action)))
        return None


def children(words: Any, node: int) -> range:
    """The nodes below one."""
    return nodes_in(int(words[node + CHILDREN]))


def nodes_in(found: int) -> range:
    """The nodes that a node's word for its children means."""
    first = first_in(found)
    return range(first, first + count_in(found) * NODE, NODE)
