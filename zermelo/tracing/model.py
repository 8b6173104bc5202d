"""One model of a search: its nodes with what the rules say of them, its events as MAX sees them.

The terminal, the pictures, the files and the page all read it; it is made once for a trace.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from zermelo.game import CHANCE, MAX, MIN, name_of, names_of, player_name
from zermelo.kernel.events import CUT, ENDS, LEAF, PROBE, REPEATED, RETURN, UPDATE, WHYS
from zermelo.kernel.run import ESTIMATES, NO_ACTION, PLIES, WIN
from zermelo.tracing.columns import Columns
from zermelo.tracing.growth import Growth
from zermelo.tracing.shares import holders_of, sureness_of, values_of
from zermelo.tracing.sureness import EXACT, Interval, how_sure, intervals
from zermelo.tracing.trace import Trace
from zermelo.tracing.windows import Ends, ends_of

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

    @property
    def is_endless(self) -> bool:
        """Does the winner win by going on for ever?"""
        return self.winner is not None and abs(self.value) == ESTIMATES


class Model:
    """Fields of nodes and of events, a list for each; all values and windows are MAX's."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.game = trace, trace.game
        self.columns = Columns.of(trace.events)
        self.plies = [self.columns.plies[event] for event in self.columns.first]
        self.names: list[str] = []
        """Name of the action that led to each node, as people write it; empty at a root."""
        self.actions: list[Any] = []
        """Action that led to each node: OTHERS for a search of a node within itself, NO_ACTION for a root and
        where the search tried to do nothing."""
        self.states: list[Any] = []
        self._steps: dict[Any, tuple[str, Any]] = {}
        self._outcomes: dict[Any, list[tuple[Any, float]]] = {}
        for node, event in enumerate(self.columns.first):
            self._enter(node, self.columns.actions[event])
        movers: dict[Any, tuple[int | None, bool]] = {}
        found = [self._remembered(movers, state, self._moving, state) for state in self.states]
        self.players = [player for player, _ in found]
        """MAX, MIN or CHANCE; None where the game is over.  Of three or more players 0, 1, 2, …; where one
        is against all others, that one is MAX and they are MIN."""
        self.turned = [turned for _, turned in found]
        """Whether the algorithm wrote down a node's values and windows as MIN's."""

    def _enter(self, node: int, action: Any) -> None:
        parent = self.columns.parents[node]
        before = self.states[parent] if parent >= 0 else self.trace.state
        if parent >= 0 and self.plies[parent] == self.plies[node]:
            action, name, state = OTHERS, OTHERS, before
        elif self.plies[node] == 0:
            action, name, state = NO_ACTION, "", before
        else:
            name, state = self._remembered(self._steps, (before, action), self._stepped, before, action)
        self.actions.append(action)
        self.names.append(name)
        self.states.append(state)

    def _stepped(self, state: Any, action: Any) -> tuple[str, Any]:
        if action is NO_ACTION:  # the search tried to do nothing
            return PASSED, self.game.passed(state)
        return name_of(self.game, state, action), self.game.result(state, action)

    def _moving(self, state: Any) -> tuple[int | None, bool]:
        """Who moves, nobody where the game is over; negamax turns the window round there too."""
        player = None if self.game.is_terminal(state) else int(self.game.to_move(state))
        if self.trace.view == "root" and player not in (None, CHANCE):
            return (MAX if player == self.alone else MIN), False
        return player, self.trace.view == "mover" and self.game.to_move(state) != MAX

    @cached_property
    def alone(self) -> int:
        """Of three or more players, the one who is against all others: who moves at the root."""
        return max(int(self.game.to_move(self.trace.state)), 0)

    @property
    def is_shared(self) -> bool:
        """Do the values say what each of three or more players gets?"""
        return self.trace.view == "each"

    @cached_property
    def player_names(self) -> dict[int, str]:
        """What people call the players, where they are not MAX and MIN."""
        count = self.trace.options.players
        names = {seat: player_name(seat, count) for seat in range(count)} if count > 2 else {}
        if self.trace.view != "root":
            return names
        return {MAX: names.pop(self.alone), MIN: "+".join(names.values())}

    def _remembered(self, known: dict[Any, Any], key: Any, find: Any, *about: Any) -> Any:
        try:
            found = known.get(key)
            if found is None:
                found = known[key] = find(*about)
            return found
        except TypeError:  # a state that cannot be a key
            return find(*about)

    # -- events ----------------------------------------------------------------------------------------

    @cached_property
    def windows(self) -> list[tuple[Any, Any]]:
        """The window (low, high) of each event; a leaf has the window in which it was entered.

        So has an outcome of the dice, whose event tells its probability instead.  In a tree of simulations:
        between which values the node is proved to lie.
        """
        if self.trace.simulated:
            return [(numbers.low, numbers.high) for numbers in self.growth.after]
        if self.is_shared:
            return [OPEN] * len(self.columns)
        first, lows, highs = self.columns.first, self.columns.lows, self.columns.highs
        rows = enumerate(zip(self.columns.kinds, self.columns.nodes))
        thrown = {node for node, player in enumerate(self.players) if player == CHANCE}
        events = [
            first[node] if kind == LEAF or (kind == UPDATE and node in thrown) else index
            for index, (kind, node) in rows
        ]
        if True not in self.turned:
            return [(lows[event], highs[event]) for event in events]
        return [
            (-highs[event], -lows[event]) if self.turned[node] else (lows[event], highs[event])
            for event, node in zip(events, self.columns.nodes)
        ]

    @cached_property
    def values(self) -> list[Any]:
        """The value of each event; that of a leaf or a repetition was recorded from MAX's point of view.

        Of three or more players, everybody's payoffs; where a node is cut off, what its mover has at least.
        """
        if self.is_shared:
            return values_of(self)
        if True not in self.turned:
            return self.columns.values
        rows = zip(self.columns.kinds, self.columns.nodes, self.columns.values)
        plain = (LEAF, REPEATED)
        return [-value if self.turned[node] and kind not in plain else value for kind, node, value in rows]

    @cached_property
    def has_windows(self) -> bool:
        """Does the algorithm know α and β?"""
        return not self.trace.simulated and not {self.windows[event] for event in self.columns.first} <= {
            OPEN
        }

    @cached_property
    def growth(self) -> Growth:
        """The tree of simulations, event by event."""
        return Growth(self)

    def entered(self, node: int) -> tuple[Any, Any]:
        """The window in which a node was entered."""
        return self.windows[self.columns.first[node]]

    @cached_property
    def ends(self) -> list[Ends]:
        """Who set the low and the high end of the window of each event."""
        return ends_of(self)

    @cached_property
    def set_by(self) -> dict[int, int]:
        """By the event of a cut-off: the node, further up, that set the bound which was reached; -1: none."""
        if self.is_shared:
            return holders_of(self)
        cuts = (step for step, kind in enumerate(self.columns.kinds) if kind == CUT)
        bounds = {step: self.ends[step][self.closed_end(step)] for step in cuts}
        return {step: max(bound.node, -1) for step, bound in bounds.items()}

    def closed_end(self, step: int) -> int:
        """Which end of its window a cut-off reached: 0, the low one; 1, the high one."""
        player = self.players[self.columns.nodes[step]]
        if player == CHANCE:
            return int(self.values[step] >= self.windows[step][1])
        return int(player == MAX)

    def is_probe(self, node: int) -> bool:
        """Was only one action of it looked at, because that may be enough?"""
        return self.columns.whys.get(self.columns.first[node]) == WHYS[PROBE]

    @cached_property
    def payoffs(self) -> tuple[Any, Any]:
        """Between which bounds all payoffs lie, where the search starts from these."""
        bounded = self.trace.options.payoff_bounds and self.states
        return self.entered(0) if bounded else OPEN

    # -- nodes -----------------------------------------------------------------------------------------

    @cached_property
    def pruned(self) -> dict[int, tuple[str, ...]]:
        """By node: the actions that a cut-off left out, or an estimate, as people write them."""
        kinds, leaves = zip(self.columns.nodes, self.columns.kinds), self.leaves_out
        found = {node for node, kind in kinds if kind == CUT or (kind == RETURN and leaves(node))}
        named = {node: tuple(self._names(node, self.left_out(node))) for node in found}
        return {node: names for node, names in named.items() if names}

    def _names(self, node: int, actions: list[Any]) -> Iterator[str]:
        return (name_of(self.game, self.states[node], action) for action in actions)

    def is_quiescent(self, node: int) -> bool:
        """Of a node that passes over some children: was it estimated before any child was looked at?

        So does quiescence, which follows noisy actions alone; whoever finds some hopeless looks at one first.
        """
        met, first = self.columns.estimates, self.columns.first
        return met[first[self.columns.children[node][0]]] > met[first[node]]

    def leaves_out(self, node: int) -> bool:
        """May estimates have kept a search from some children of a node, where it looked at others?"""
        searched = any(map(self.is_move, self.columns.children[node]))
        whole = self.plies[node] > 0 and self.actions[node] is not OTHERS and not self.is_probe(node)
        return whole and searched and self.columns.estimated[node]

    @cached_property
    def chances(self) -> dict[int, float]:
        """By node below a chance node: the probability of the edge to it."""
        thrown = [node for node, above in enumerate(self.columns.parents) if self._is_thrown(node, above)]
        return {node: self.chance(self.columns.parents[node], self.actions[node]) for node in thrown}

    def _is_thrown(self, node: int, above: int) -> bool:
        return above >= 0 and self.players[above] == CHANCE and self.plies[node] > self.plies[above]

    def chance(self, node: int, action: Any) -> float:
        """How likely an outcome of a chance node is."""
        pairs = self._remembered(self._outcomes, self.states[node], self._thrown, self.states[node])
        return next((chance for outcome, chance in pairs if outcome == action), 0.0)

    def _thrown(self, state: Any) -> list[tuple[Any, float]]:
        return [(action, float(chance)) for action, chance in self.game.outcomes(state)]

    def left_out(self, node: int) -> list[Any]:
        """The actions of a node that were never looked at: cut off, hopeless, or needless."""
        seen = [self.actions[child] for child in self.columns.children[node]]
        return [action for action in steps_from(self.game, self.states[node]) if action not in seen]

    @cached_property
    def sure(self) -> list[str]:
        """How sure the value is that each node returned: exact, at least or at most; empty before it did.

        Of simulations: exact where it is proved.
        """
        if self.trace.simulated:
            return [EXACT if numbers.is_settled else "" for numbers in self.growth.now]
        if self.is_shared:
            return sureness_of(self)
        last = [(events[-1], known) for events, known in zip(self.columns.own, self.known)]
        ended = (self.columns.kinds[event] in ENDS for event, _ in last)
        return [
            how_sure(self.values[event], known) if end else "" for end, (event, known) in zip(ended, last)
        ]

    @cached_property
    def known(self) -> list[Interval]:
        """Between which values the truth of each node lies, as far as the search has found out."""
        return intervals(self)

    def called(self, node: int) -> str:
        """What people call a node of a tree that somebody wrote down; empty where it has no name."""
        called = getattr(self.game, "called", None)
        return str(called(self.states[node])) if called is not None else ""

    def is_move(self, node: int) -> bool:
        """Did a move lead to this node, and neither doing nothing nor a search of the others?"""
        return self.actions[node] is not NO_ACTION and self.actions[node] is not OTHERS

    def possible(self, node: int) -> tuple[Any, Any]:
        """The least and the most that a node can be worth, as far as that is known beforehand."""
        options = self.trace.options
        if not options.outcome or not options.quick:
            return self.payoffs
        quickest = WIN - self.plies[node] - 1
        return -quickest, quickest

    @cached_property
    def guessed(self) -> list[bool]:
        """By node: did an estimate take part in what it returned?"""
        found = list(self.columns.estimated)
        for node in reversed(range(len(found))):
            ended = self.columns.kinds[self.columns.own[node][-1]] == LEAF
            below = any(found[child] for child in self.columns.children[node])
            found[node] = found[node] or below or (ended and self.players[node] is not None)
        return found

    @cached_property
    def prunes(self) -> bool:
        """Does the search leave out what it only estimates to be no better?  It may miss a quicker win."""
        return not self.trace.options.exact and True in self.columns.estimated

    def worth(self, value: Any) -> Worth:
        """What a value of MAX's says in this game."""
        options = self.trace.options
        if not options.outcome or not ESTIMATES <= abs(value) < float("inf"):
            return Worth(value)
        away = int(WIN - abs(value))
        plies = away if options.quick and away <= PLIES else None  # no game is longer: at some time
        return Worth(value, MAX if value > 0 else MIN, plies)

    def line(self, actions: tuple[Any, ...]) -> list[str]:
        """The names of a line from the root."""
        return names_of(self.game, self.trace.state, actions)


def steps_from(game: Any, state: Any) -> list[Any]:
    """The actions of a player, or the outcomes of the dice."""
    if game.to_move(state) == CHANCE:
        return [action for action, _ in game.outcomes(state)]
    return list(game.actions(state))
