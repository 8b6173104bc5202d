"""The events of a trace as the tree that was searched; no printing, so that any screen can draw it.

All values and windows are MAX's, whatever the algorithm's point of view.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import CHANCE, MAX
from zermelo.interfaces.load import name_of
from zermelo.tracing.trace import Event, Trace, followed

EXACT, AT_LEAST, AT_MOST = "exact", "at least", "at most"
PASSED = "pass"
"""How a null move is called."""
OTHERS = "the others"
"""A search of a node within itself, without its best action: are the others much worse (singular)?"""
OPEN = (float("-inf"), float("inf"))


@dataclass(eq=False)
class TraceNode:
    """A node of the search, as far as the events that were read tell of it."""

    number: int
    """Nodes are numbered as they are entered, from 0."""
    ply: int
    above: TraceNode | None
    action: Any
    name: str
    """The action that led here as people write it; empty at a root."""
    state: Any
    player: int | None
    """MAX, MIN or CHANCE; None where the game is over."""
    low: Any
    high: Any
    """The window in which it was entered."""
    children: list[TraceNode] = field(default_factory=list)
    below: int = 0
    """How many nodes have been entered below it."""
    is_leaf: bool = False
    value: Any = None
    """None until it is known."""
    sure: str = ""
    """How the value was returned: exact, at least or at most; empty until then."""
    again: bool = False
    """Was the action searched before, as principal variation search does it: first with a narrow window?"""
    known_by: str = ""
    """What made a search of this node needless, where something did."""
    best: TraceNode | None = None
    """The child that the mover would choose, so far."""
    probability: Any = None
    """Of the step to this node from a chance node."""
    is_cut: bool = False
    bound: Any = None
    """What the other player already has elsewhere, where this node was cut off."""
    pruned: tuple[str, ...] = ()
    """The actions that were never looked at, as people write them."""

    @property
    def is_over(self) -> bool:
        return self.player is None

    def path(self) -> list[TraceNode]:
        """From the root down to this node."""
        found = [self]
        while found[-1].above is not None:
            found.append(found[-1].above)
        return found[::-1]


class TraceTree:
    """Grows event by event; several roots where one search was several, as in iterative deepening."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.roots: list[TraceNode] = []
        self.current: TraceNode | None = None
        """The node of the last event."""
        self.has_windows = any(
            event.kind == "enter" and (event.low, event.high) != OPEN for event in trace.events
        )
        """Does the algorithm know α and β?"""
        self.steps = self.nodes = self.leaves = self.cutoffs = 0
        self._path: list[TraceNode] = []

    @classmethod
    def after(cls, trace: Trace, steps: int | None = None) -> TraceTree:
        """The tree after so many events, or after all of them.

        >>> from zermelo import search
        >>> tree = TraceTree.after(search([[3, 12, 8], [2, 4, 6]], trace=True).trace)
        >>> second = tree.roots[0].children[1]
        >>> second.sure, second.value, second.pruned
        ('at most', 2, ('1', '2'))
        """
        tree = cls(trace)
        for _ in range(len(trace.events) if steps is None else steps):
            tree.advance()
        return tree

    def advance(self) -> Event | None:
        """Read one more event; None at the end."""
        if self.steps >= len(self.trace.events):
            return None
        event = self.trace.events[self.steps]
        self.steps += 1
        while self._path and self._path[-1].number != (event.parent if event.kind == "enter" else event.node):
            self._path.pop()
        getattr(self, f"_{event.kind}", self._known)(event)
        self.current = self._path[-1]
        return event

    def walk(self) -> Iterator[TraceNode]:
        """Every node, breadth first."""
        row = list(self.roots)
        while row:
            yield from row
            row = [child for node in row for child in node.children]

    def _enter(self, event: Event) -> None:
        node = self._entered(event, self._path[-1] if self._path else None)
        siblings = node.above.children if node.above else []
        node.again = any(node.action == other.action for other in siblings)
        (node.above.children if node.above else self.roots).append(node)
        for ancestor in self._path:
            ancestor.below += 1
        self._path.append(node)
        self.nodes += 1

    def _entered(self, event: Event, above: TraceNode | None) -> TraceNode:
        action, name, state = self._step(event, above)
        game = self.trace.game
        player = None if game.is_terminal(state) else int(game.to_move(state))
        node = TraceNode(event.node, event.ply, above, action, name, state, player, None, None)
        node.low, node.high = self._for_max(node, event.low, event.high)
        return node

    def _step(self, event: Event, above: TraceNode | None) -> tuple[Any, str, Any]:
        """The action that led to a node, its name and the state it led to."""
        game, before = self.trace.game, above.state if above else self.trace.state
        if event.ply == 0:
            return event.action, "" if above is None else OTHERS, before
        if above is not None and event.ply == above.ply:
            return OTHERS, OTHERS, before
        name = PASSED if event.action is None else name_of(game, before, event.action)
        return event.action, name, followed(game, before, event.action)

    def _leaf(self, event: Event) -> None:
        node = self._path[-1]
        node.is_leaf, node.value, node.sure = True, event.value, EXACT
        self.leaves += 1

    def _update(self, event: Event) -> None:
        node = self._path[-1]
        child = node.children[-1]
        (node.value,) = self._for_max(node, event.value)
        if node.player == CHANCE:
            child.probability = event.low
        else:
            node.best = child

    def _cut(self, event: Event) -> None:
        node = self._path[-1]
        low, high = self._for_max(node, event.low, event.high)
        node.is_cut, node.bound = True, high if node.player == MAX else low
        seen = [child.action for child in node.children]
        actions = self.trace.game.actions(node.state)
        left = [action for action in actions if action not in seen]
        node.pruned = tuple(name_of(self.trace.game, node.state, action) for action in left)
        self.cutoffs += 1

    def _return(self, event: Event) -> None:
        node = self._path[-1]
        (node.value,) = self._for_max(node, event.value)
        node.sure = self._how_sure(node)

    def _how_sure(self, node: TraceNode) -> str:
        """Inside its window a value is exact; beyond it a bound, unless everything below was looked at."""
        if node.low < node.value < node.high:
            return EXACT
        if node.children and all(child.sure == EXACT for child in node.children) and not self._left_out(node):
            return EXACT
        return AT_MOST if node.value <= node.low else AT_LEAST

    def _left_out(self, node: TraceNode) -> bool:
        """Was an action not looked at, by a cut-off or because it was hopeless?"""
        seen = [child.action for child in node.children]
        return any(action not in seen for action in steps_from(self.trace.game, node.state))

    def _repeated(self, event: Event) -> None:
        """What a repetition is worth is MAX's, as the value of a leaf is."""
        node = self._path[-1]
        node.value, node.sure, node.known_by = event.value, EXACT, event.kind

    def _known(self, event: Event) -> None:
        """Any other event: the value was known without a search, and the event's kind says why."""
        self._return(event)
        self._path[-1].known_by = event.kind

    def _for_max(self, node: TraceNode, *values: Any) -> list[Any]:
        turned = self.trace.from_the_mover and self.trace.game.to_move(node.state) != MAX  # over or not
        return [-value for value in reversed(values)] if turned else list(values)


def leaves_in_all(game: Any, state: Any, depth: int | None, most: int) -> int | None:
    """The leaves that minimax would look at; None where there are more than `most` nodes to count."""
    waiting, leaves, seen = [(state, 0)], 0, 0
    while waiting:
        state, ply = waiting.pop()
        seen += 1
        if seen + len(waiting) > most:
            return None
        if ply == depth or game.is_terminal(state):
            leaves += 1
        else:
            waiting += [(game.result(state, action), ply + 1) for action in steps_from(game, state)]
    return leaves


def steps_from(game: Any, state: Any) -> list[Any]:
    """The actions of a player, or the outcomes of the dice."""
    if game.to_move(state) == CHANCE:
        return [action for action, _ in game.outcomes(state)]
    return list(game.actions(state))
