"""One model of a search: its nodes with what the rules say of them, its events as MAX sees them.

The terminal, the pictures, the files and the page all read it; it is made once for a trace.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from zermelo.game import CHANCE, MAX, MIN, name_of, names_of
from zermelo.kernel.events import CUT, ENDS, LEAF, REPEATED
from zermelo.kernel.run import ESTIMATES, WIN
from zermelo.tracing.columns import Columns
from zermelo.tracing.trace import Trace

EXACT, AT_LEAST, AT_MOST = "exact", "at least", "at most"
"""How sure a value is."""
PASSED = "pass"
"""How a null move is called."""
OTHERS = "the others"
"""A search of a node within itself, without its best action: are the others much worse (singular)?"""
OPEN = (float("-inf"), float("inf"))


class Worth(NamedTuple):
    """What a value of MAX's says."""

    value: Any
    winner: int | None = None
    """MAX or MIN, where it says who wins."""
    plies: int | None = None
    """From the root, where it says in how many."""


class Model:
    """Fields of nodes and of events, a list for each; all values and windows are MAX's."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.game = trace, trace.game
        self.columns = Columns.of(trace.events)
        self.plies = [self.columns.plies[event] for event in self.columns.first]
        self.names: list[str] = []
        """Name of the action that led to each node, as people write it; empty at a root."""
        self.actions: list[Any] = []
        """Action that led to each node: None for a pass, OTHERS for a search of a node within itself."""
        self.states: list[Any] = []
        self._steps: dict[Any, tuple[str, Any]] = {}
        for node, event in enumerate(self.columns.first):
            self._enter(node, self.columns.actions[event])
        movers: dict[Any, tuple[int | None, bool]] = {}
        found = [self._remembered(movers, state, self._moving, state) for state in self.states]
        self.players = [player for player, _ in found]
        """MAX, MIN or CHANCE; None where the game is over."""
        self.turned = [turned for _, turned in found]
        """Whether the algorithm wrote down a node's values and windows as MIN's."""

    def _enter(self, node: int, action: Any) -> None:
        parent = self.columns.parents[node]
        before = self.states[parent] if parent >= 0 else self.trace.state
        if parent >= 0 and self.plies[parent] == self.plies[node]:
            action, name, state = OTHERS, OTHERS, before
        elif self.plies[node] == 0:
            action, name, state = None, "", before
        else:
            name, state = self._remembered(self._steps, (before, action), self._stepped, before, action)
        self.actions.append(action)
        self.names.append(name)
        self.states.append(state)

    def _stepped(self, state: Any, action: Any) -> tuple[str, Any]:
        if action is None:  # the search tried to do nothing
            return PASSED, self.game.passed(state)
        return name_of(self.game, state, action), self.game.result(state, action)

    def _moving(self, state: Any) -> tuple[int | None, bool]:
        """Who moves, nobody where the game is over; negamax turns the window round there too."""
        player = None if self.game.is_terminal(state) else int(self.game.to_move(state))
        return player, self.trace.view == "mover" and self.game.to_move(state) != MAX

    def _remembered(self, known: dict[Any, Any], key: Any, find: Any, *about: Any) -> Any:
        try:
            if key not in known:
                known[key] = find(*about)
            return known[key]
        except TypeError:  # a state that cannot be a key
            return find(*about)

    # -- events ----------------------------------------------------------------------------------------

    @cached_property
    def windows(self) -> list[tuple[Any, Any]]:
        """The window (low, high) of each event; a leaf has the window in which it was entered."""
        first, lows, highs = self.columns.first, self.columns.lows, self.columns.highs
        rows = enumerate(zip(self.columns.kinds, self.columns.nodes))
        events = [first[node] if kind == LEAF else index for index, (kind, node) in rows]
        if True not in self.turned:
            return [(lows[event], highs[event]) for event in events]
        return [
            (-highs[event], -lows[event]) if self.turned[node] else (lows[event], highs[event])
            for event, node in zip(events, self.columns.nodes)
        ]

    @cached_property
    def values(self) -> list[Any]:
        """The value of each event; that of a leaf or a repetition was recorded from MAX's point of view."""
        if True not in self.turned:
            return self.columns.values
        rows = zip(self.columns.kinds, self.columns.nodes, self.columns.values)
        plain = (LEAF, REPEATED)
        return [-value if self.turned[node] and kind not in plain else value for kind, node, value in rows]

    @cached_property
    def has_windows(self) -> bool:
        """Does the algorithm know α and β?"""
        return not {self.windows[event] for event in self.columns.first} <= {OPEN}

    def entered(self, node: int) -> tuple[Any, Any]:
        """The window in which a node was entered."""
        return self.windows[self.columns.first[node]]

    # -- nodes -----------------------------------------------------------------------------------------

    @cached_property
    def pruned(self) -> dict[int, tuple[str, ...]]:
        """By node: the actions that a cut-off left out, as people write them."""
        cuts = (node for node, kind in zip(self.columns.nodes, self.columns.kinds) if kind == CUT)
        return {
            node: tuple(name_of(self.game, self.states[node], a) for a in self.left_out(node))
            for node in cuts
        }

    def left_out(self, node: int) -> list[Any]:
        """The actions of a node that were never looked at: cut off, hopeless, or needless."""
        seen = [self.actions[child] for child in self.columns.children[node]]
        return [action for action in steps_from(self.game, self.states[node]) if action not in seen]

    @cached_property
    def sure(self) -> list[str]:
        """How sure the value is that each node returned: exact, at least or at most; empty before it did."""
        found = [""] * len(self.states)
        for node in reversed(range(len(found))):
            last = self.columns.own[node][-1]
            if self.columns.kinds[last] in ENDS:
                found[node] = self._how_sure(node, last, found)
        return found

    def _how_sure(self, node: int, event: int, sure: list[str]) -> str:
        """Inside its window a value is exact; beyond it a bound, unless everything below was looked at."""
        (low, high), value = self.entered(node), self.values[event]
        if self.columns.kinds[event] in (LEAF, REPEATED) or low < value < high:
            return EXACT
        children = self.columns.children[node]
        if children and all(sure[child] == EXACT for child in children) and not self.left_out(node):
            return EXACT
        return AT_MOST if value <= low else AT_LEAST

    def worth(self, value: Any) -> Worth:
        """What a value of MAX's says in this game."""
        options = self.trace.options
        if not options.outcome or not ESTIMATES < abs(value) < float("inf"):
            return Worth(value)
        return Worth(value, MAX if value > 0 else MIN, int(WIN - abs(value)) if options.quick else None)

    def line(self, actions: tuple[Any, ...]) -> list[str]:
        """The names of a line from the root."""
        return names_of(self.game, self.trace.state, actions)


def steps_from(game: Any, state: Any) -> list[Any]:
    """The actions of a player, or the outcomes of the dice."""
    if game.to_move(state) == CHANCE:
        return [action for action, _ in game.outcomes(state)]
    return list(game.actions(state))
