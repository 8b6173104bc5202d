"""The whole of a tree that somebody wrote down: every place in it, and where the search has been.

A search enters some places never, others more than once.  All are there from the first step on, so that a
drawing shows the tree that was given, and strikes out what is pruned when it is pruned.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from zermelo.game import CHANCE, name_of
from zermelo.kernel.events import CUT, ENDS, LEAF
from zermelo.score import share
from zermelo.tracing.columns import below, grouped
from zermelo.tracing.model import Model, steps_from

MOST = 5_000
"""Places of a tree that is drawn from the first step on; of a larger one, only what the search entered."""
WAITING, OPEN, DONE, STRUCK, BEYOND = "waiting", "open", "done", "struck", "beyond"
"""What has become of a place: nobody was there yet, the search is there, it has left, it will never come (the
value of the place above was known without it), or the depth ended above it."""


class Place(NamedTuple):
    """A node of the tree as it was written down."""

    above: int
    """Its parent; -1 at the root."""
    edge: str
    """The name of the step to it, of dice with its probability."""
    player: int | None
    """MAX, MIN or CHANCE; None at a leaf."""
    payoff: Any
    """What a leaf is worth to MAX; None elsewhere."""
    name: str
    """What people call it; empty where it has no name."""
    state: Any


@dataclass(frozen=True, eq=False)
class Whole:
    """All places, parents first; brothers in the order in which they were first tried, the others last; of
    simulations, which come here and there, as they were written.

    >>> from zermelo import search
    >>> whole = whole_of(search([[3, 12], [2, 4]], trace=True).trace.model)
    >>> [place.name or int(place.payoff) for place in whole.places]
    ['A', 'B', 3, 12, 'C', 2, 4]
    >>> whole.status(6, 99), whole.status(6, 4)
    ('struck', 'waiting')
    """

    model: Model
    places: list[Place]
    at: list[int]
    """The place of each node of the search."""

    @cached_property
    def visits(self) -> list[list[int]]:
        """By place: the nodes of the search that were there."""
        return grouped(self.at, len(self.places))[:-1]

    @cached_property
    def children(self) -> list[list[int]]:
        """By place: those below it, in the order of the places."""
        return grouped([place.above for place in self.places], len(self.places))[:-1]

    @cached_property
    def below(self) -> list[int]:
        """By place: how many are below it."""
        return below([place.above for place in self.places])

    def begun(self, steps: int) -> int:
        """The root of the search that is running after so many steps: one search may be several."""
        columns = self.model.columns
        number = bisect_right(columns.roots, steps - 1, key=lambda root: columns.first[root])
        return columns.roots[max(number - 1, 0)]

    def visit(self, place: int, steps: int) -> int:
        """The node of the running search that was here last; -1: none so far."""
        own, root = self.model.columns.own, self.begun(steps)
        seen = [node for node in self.visits[place] if node >= root and own[node][0] < steps]
        return max(seen, key=lambda node: [event for event in own[node] if event < steps][-1], default=-1)

    def status(self, place: int, steps: int) -> str:
        """What has become of a place after so many steps."""
        node = self.visit(place, steps)
        if node >= 0:
            return DONE if self._ended(node, steps) else OPEN
        above = self.places[place].above
        before = self.status(above, steps) if above >= 0 else WAITING
        if before in (STRUCK, BEYOND):
            return before
        return self._left_out(self.visit(above, steps), steps) if above >= 0 else WAITING

    def _ended(self, node: int, steps: int) -> bool:
        """Has the search left a node for good?  Simulations come back until its value is proved."""
        if self.model.trace.simulated:
            return self.model.growth.at(node, steps).is_settled
        kinds = self.model.columns.kinds
        return any(kinds[event] in ENDS for event in self.model.columns.own[node] if event < steps)

    def _left_out(self, node: int, steps: int) -> str:
        """What a child is of which nobody has looked, below a node of the search; simulations may come."""
        if self.model.trace.simulated:
            return WAITING
        columns = self.model.columns
        past = [columns.kinds[event] for event in columns.own[node] if event < steps] if node >= 0 else []
        if not past or (CUT not in past and past[-1] not in ENDS):
            return WAITING
        return BEYOND if past[-1] == LEAF else STRUCK


def whole_of(model: Model) -> Whole | None:
    """The whole tree of a search; None where nobody wrote one down, or one with too many places."""
    if not hasattr(model.game, "called"):
        return None
    tried = {} if model.trace.simulated else _tried(model)
    places: list[Place] = []
    waiting = [(-1, "", model.trace.state)]
    while waiting:
        if len(places) == MOST:
            return None
        above, edge, state = waiting.pop()
        places.append(_place(model.game, above, edge, state))
        if not model.game.is_terminal(state):
            steps = _steps(model.game, state, tried.get(state, []))
            waiting += [(len(places) - 1, name, child) for name, child in reversed(steps)]
    found = {place.state: number for number, place in enumerate(places)}
    return Whole(model, places, [found[state] for state in model.states])


def _tried(model: Model) -> dict[Any, list[Any]]:
    """By state: the actions that were tried there, in the order in which they first were."""
    found: dict[Any, list[Any]] = {}
    for node, above in enumerate(model.columns.parents):
        if above >= 0 and model.is_move(node):
            actions = found.setdefault(model.states[above], [])
            if model.actions[node] not in actions:
                actions.append(model.actions[node])
    return found


def _place(game: Any, above: int, edge: str, state: Any) -> Place:
    over = game.is_terminal(state)
    player = None if over else int(game.to_move(state))
    return Place(above, edge, player, game.utility(state) if over else None, game.called(state), state)


def _steps(game: Any, state: Any, tried: list[Any]) -> list[tuple[str, Any]]:
    """The children of a state by name: those that were tried first."""
    every = steps_from(game, state)
    actions = [*tried, *(action for action in every if action not in tried)]
    odds = dict(game.outcomes(state)) if game.to_move(state) == CHANCE else {}
    names = [name_of(game, state, a) + (f" ({share(odds[a])})" if a in odds else "") for a in actions]
    return [(name, game.result(state, action)) for name, action in zip(names, actions, strict=True)]
