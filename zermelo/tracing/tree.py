"""The tree that a search had looked at after so many steps; no printing, so that any screen can draw it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from itertools import takewhile
from typing import Any

from zermelo.game import CHANCE
from zermelo.kernel.events import CUT, ENDS, ENTER, KEEP, KINDS, LEAF, RETURN, UPDATE
from zermelo.tracing.columns import below
from zermelo.tracing.model import Model
from zermelo.tracing.sureness import EXACT
from zermelo.tracing.trace import Trace


class TraceNode:
    """A node of the search, as far as the steps that were made tell of it; all values are MAX's."""

    value: Any = None
    """None until it is known."""
    sure = ""
    """How the value was returned: exact, at least or at most; empty until then."""
    is_leaf = is_cut = False
    known_by = ""
    """What made a search of this node needless, where something did."""
    bound: Any = None
    """The other end of the window that closed, where this node was cut off."""
    pruned: tuple[str, ...] = ()
    """The actions that were never looked at, as people write them."""

    def __init__(self, tree: TraceTree, number: int) -> None:
        model = tree.model
        self.tree, self.number = tree, number
        self.ply, self.action, self.name = model.plies[number], model.actions[number], model.names[number]
        self.state, self.player = model.states[number], model.players[number]
        self.low, self.high = model.entered(number)
        self._best = -1
        for event in takewhile(tree.is_past, model.columns.own[number]):
            self._read(model, model.columns.kinds[event], event)

    def _read(self, model: Model, kind: int, event: int) -> None:
        if kind in (ENTER, KEEP):
            return
        self.value = model.values[event]
        if kind == UPDATE and self.player != CHANCE:
            self._best = model.columns.child[event]
        elif kind == CUT:
            self.is_cut, self.bound = True, model.windows[event][model.closed_end(event)]
            self.pruned = model.pruned.get(self.number, ())
        elif kind in ENDS:
            self.is_leaf, self.sure = kind == LEAF, model.sure[self.number]
            self.known_by = "" if kind in (LEAF, RETURN) else KINDS[kind]
            self.pruned = model.pruned.get(self.number, ())

    @property
    def above(self) -> TraceNode | None:
        """The parent; None for a root."""
        parent = self.tree.model.columns.parents[self.number]
        return self.tree.node(parent) if parent >= 0 else None

    @property
    def best(self) -> TraceNode | None:
        """The child that the mover would choose, so far."""
        return self.tree.node(self._best) if self._best >= 0 else None

    @cached_property
    def children(self) -> list[TraceNode]:
        """The children that have been entered, in the order of the search."""
        return self.tree.nodes_of(self.tree.model.columns.children[self.number])

    @property
    def below(self) -> int:
        """How many nodes have been entered below it."""
        return self.tree.below[self.number]

    @property
    def again(self) -> bool:
        """Was the action searched before, as principal variation search does: first with a narrow window?"""
        before = self.above.children[: self.above.children.index(self)] if self.above else []
        return any(other.action == self.action for other in before)

    @property
    def probability(self) -> Any:
        """Probability of the edge to this node from a chance node; None where no dice are thrown."""
        return self.tree.model.chances.get(self.number)

    def path(self) -> list[TraceNode]:
        """From the root down to this node."""
        found = [self]
        while found[-1].above is not None:
            found.append(found[-1].above)
        return found[::-1]


class GrownNode(TraceNode):
    """A node of a tree of simulations: `value` is the mean of MAX's rewards there, or what is proved."""

    def __init__(self, tree: TraceTree, number: int) -> None:
        super().__init__(tree, number)
        growth = tree.model.growth
        self.numbers = growth.at(number, tree.steps)
        """What the search keeps of it."""
        last = max(filter(tree.is_past, tree.model.columns.own[number]), default=-1)
        self._best = growth.best[last] if last >= 0 else -1
        self.value, self.is_leaf = self.numbers.mean, self.player is None
        self.low, self.high = self.numbers.low, self.numbers.high
        if self.numbers.is_settled:
            self.value, self.sure = self.low, EXACT

    def _read(self, model: Model, kind: int, event: int) -> None:
        """All is in the numbers."""


class TraceTree:
    """The tree after so many steps, or after all; several roots where one search was several.

    >>> from zermelo import search
    >>> tree = TraceTree(search([[3, 12, 8], [2, 4, 6]], trace=True).trace)
    >>> second = tree.roots[0].children[1]
    >>> second.sure, second.value, second.pruned
    ('at most', 2, ('1', '2'))
    """

    def __init__(self, trace: Trace, steps: int | None = None) -> None:
        self.trace, self.model = trace, trace.model
        self.steps = len(trace.events) if steps is None else steps
        self._nodes: dict[int, TraceNode] = {}

    def is_past(self, event: int) -> bool:
        """Has this event happened by the step that is shown?"""
        return event < self.steps

    def node(self, number: int) -> TraceNode:
        """The node with this number, always the same object."""
        found = self._nodes.get(number)
        if found is None:
            kind = GrownNode if self.trace.simulated else TraceNode
            found = self._nodes[number] = kind(self, number)
        return found

    def nodes_of(self, numbers: list[int]) -> list[TraceNode]:
        """Those that have been entered."""
        return [self.node(number) for number in takewhile(lambda number: number < self.nodes, numbers)]

    @cached_property
    def nodes(self) -> int:
        """How many have been entered: they are numbered as they are first entered."""
        return bisect_left(self.model.columns.first, self.steps)

    @cached_property
    def below(self) -> list[int]:
        """How many nodes have been entered below each."""
        return below(self.model.columns.parents[: self.nodes])

    @cached_property
    def roots(self) -> list[TraceNode]:
        """The roots that have been entered, one for each iteration or question."""
        return self.nodes_of(self.model.columns.roots)

    @property
    def current(self) -> TraceNode | None:
        """The node of the last step."""
        return self.node(self.model.columns.nodes[self.steps - 1]) if self.steps else None

    def walk(self) -> Iterator[TraceNode]:
        """Every node, breadth first."""
        row = list(self.roots)
        while row:
            yield from row
            row = [child for node in row for child in node.children]
