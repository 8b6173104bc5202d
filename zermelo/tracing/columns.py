"""What a search wrote down, a list for each field: everything that is said of a search is read from here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from zermelo.kernel.events import CUT, ENDS, ENTER, ENTERS, KEEP, KINDS, PROBE, SHARELESS, UPDATE, WHYS
from zermelo.kernel.run import NO_ACTION

ABOUT_A_CHILD = (UPDATE, KEEP, CUT)
"""Events of a node that are about one of its children."""
LINE = "line"
"""It is the next step of the last iteration's best line."""


@dataclass(frozen=True)
class Event:
    """One step of a search.  `low` and `high` are the window, as the algorithm sees it."""

    kind: str
    node: int
    """Nodes are numbered as they are first entered, from 0; one that is entered again keeps its number."""
    parent: int
    """-1 at the root."""
    ply: int
    action: Any
    """enter, select, try, throw: the action that led here, NO_ACTION where the search tried to do nothing;
    update, keep, cut: the action of the child; otherwise NO_ACTION."""
    low: Any
    high: Any
    value: Any
    """Of simulations, `kernel.events.trace` says which three numbers these are; a win is 1."""
    set_by: int = -1
    """cut: the node, further up, that set the bound which was reached."""
    why: str = ""
    """enter: why the action was tried so early: table, killer, history or line; empty in the rules' order.
    After dice, `probe`: only one reply to it is looked at, for a start."""
    payoffs: tuple[Any, ...] = ()
    """With three or more players: what each of them gets by the best play found here, or got in this
    simulation; empty where the event does not tell."""
    estimates: int = 0
    """How many estimates an engine has met so far, those of its table and of what it left out among them."""


@dataclass(frozen=True, eq=False)
class Columns(Sequence[Event]):
    """A field of all events is a list, a field of all nodes too; an `Event` is made only if somebody asks."""

    kinds: list[int]
    plies: list[int]
    actions: list[Any]
    lows: list[Any]
    highs: list[Any]
    values: list[Any]
    """At an `enter`: why it was tried (WHYS)."""
    guides: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """By the number of an event: the line that is followed first from there on."""
    given: list[int] | None = None
    """The node of each event, where a search that comes back to nodes wrote it down."""
    places: list[int] = field(default_factory=list)
    """Where each node lies in the tree of such a search: the children of one node side by side."""
    dealt: list[tuple[Any, ...]] = field(default_factory=list)
    """With three or more players: what each of them gets, event by event."""
    estimates: list[int] = field(default_factory=list)
    """By event: how many estimates an engine had met."""
    holders: Callable[[], dict[int, int]] = dict
    """What finds `set_by`: whose windows these are, only the rules say."""

    @classmethod
    def of(cls, events: Sequence[Event]) -> Columns:
        """The columns of events that somebody chose or made."""
        if isinstance(events, Columns):
            return events
        numbers: dict[int, int] = {-1: -1}
        nodes = [numbers.setdefault(event.node, len(numbers) - 1) for event in events]
        above = dict(zip(reversed(nodes), (event.parent for event in reversed(events)), strict=True))
        parents = [numbers[above[node]] for node in range(len(above))]
        kinds = [KINDS.index(event.kind) for event in events]
        rows = [(event.ply, event.action, event.low, event.high, event.value) for event in events]
        found = cls(kinds, *map(list, zip(*rows, strict=True)))  # type: ignore[arg-type]
        whys = {at: event.why for at, event in enumerate(events) if event.why}
        set_by = {at: event.set_by for at, event in enumerate(events)}
        estimates = [event.estimates for event in events]
        said = {"nodes": nodes, "parents": parents, "whys": whys, "set_by": set_by, "estimates": estimates}
        vars(found).update(said)  # said, not read off
        return found

    @cached_property
    def _families(self) -> tuple[list[int], list[int]]:
        return families(self.kinds, self.given)

    @cached_property
    def nodes(self) -> list[int]:
        """The node of each event."""
        return self._families[0]

    @cached_property
    def parents(self) -> list[int]:
        """The parent of each node; -1 for a root."""
        return self._families[1]

    @cached_property
    def own(self) -> list[list[int]]:
        """The events of each node, in their order."""
        return grouped(self.nodes, len(self.parents))[:-1]

    @cached_property
    def first(self) -> list[int]:
        """The event with which each node was first entered."""
        return [events[0] for events in self.own]

    @cached_property
    def children(self) -> list[list[int]]:
        """The children of each node, in the order in which they were first entered; at -1, the roots."""
        return grouped(self.parents, len(self.parents))

    @cached_property
    def estimated(self) -> list[bool]:
        """By node: did the search meet estimates there that no event tells of, in its table or by pruning?"""
        met = self.estimates or [0] * len(self)
        return [met[events[-1]] > met[events[0]] for events in self.own]

    @property
    def roots(self) -> list[int]:
        """Several where one search was several, as in iterative deepening."""
        return self.children[-1]

    @cached_property
    def child(self) -> list[int]:
        """The child that a comparison or a cut-off is about: the one that was entered last; -1 elsewhere."""
        last = [-1] * (len(self.parents) + 1)
        found = [-1] * len(self.kinds)
        for index, (kind, node) in enumerate(zip(self.kinds, self.nodes)):
            if kind in ENTERS:
                last[self.parents[node]] = node
            elif kind in ABOUT_A_CHILD:
                found[index] = last[node]
        return found

    @cached_property
    def whys(self) -> dict[int, str]:
        """By the event that entered a node: why it was tried then; most algorithms have nothing to say."""
        said = any(value for kind, value in zip(self.kinds, self.values) if kind == ENTER)
        return {at: why for at, why in _whys(self) if why} if said or self.guides else {}

    @cached_property
    def set_by(self) -> dict[int, int]:
        """By the event of a cut-off: the node, further up, that set the bound which was reached; -1: none."""
        return self.holders()

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All events as records."""
        return tuple(map(self.event, range(len(self.kinds))))

    def event(self, at: int) -> Event:
        """One event as a record; a field that its kind does not have is empty."""
        kind, node, ply = self.kinds[at], self.nodes[at], self.plies[at]
        action = self.actions[at] if kind in ABOUT_A_CHILD or (kind in ENTERS and ply > 0) else NO_ACTION
        numbers = self.lows[at], self.highs[at], 0 if kind == ENTER else self.values[at]
        set_by = self.set_by.get(at, -1) if kind == CUT else -1
        payoffs = self.dealt[at] if self.dealt and kind not in SHARELESS else ()
        why = self.whys.get(at, "")
        met = self.estimates[at] if self.estimates else 0
        return Event(KINDS[kind], node, self.parents[node], ply, action, *numbers, set_by, why, payoffs, met)

    def __len__(self) -> int:
        return len(self.kinds)

    def __getitem__(self, index: Any) -> Any:
        return self.events[index]

    def __eq__(self, other: object) -> bool:
        return self.events == (other.events if isinstance(other, Columns) else other)


def families(kinds: list[int], given: list[int] | None = None) -> tuple[list[int], list[int]]:
    """The node of each event and the parent of each node.

    A search in depth enters no node twice, and they are numbered here; one that comes back to a node gives
    the number of the node of each event.

    >>> from zermelo.kernel.events import RETURN
    >>> families([ENTER, ENTER, RETURN, ENTER, RETURN, RETURN], [0, 1, 1, 1, 1, 0])
    ([0, 1, 1, 1, 1, 0], [-1, 0])
    """
    owners: list[int] = []
    parents: list[int] = []
    path = [-1]
    enters, leaves = ([kind in those for kind in range(len(KINDS))] for those in (ENTERS, ENDS))
    for index, kind in enumerate(kinds):
        if enters[kind]:
            node = len(parents) if given is None else given[index]
            if node == len(parents):
                parents.append(path[-1])
            path.append(node)
        owners.append(path[-1])
        if leaves[kind]:
            path.pop()
    return owners, parents


def grouped(keys: list[int], count: int) -> list[list[int]]:
    """The places of each key from 0 to `count`, and last those of -1.

    >>> grouped([-1, 0, 1, 0], 2)
    [[1, 3], [2], [0]]
    """
    found: list[list[int]] = [[] for _ in range(count + 1)]
    for place, key in enumerate(keys):
        found[key].append(place)
    return found


def below(parents: list[int]) -> list[int]:
    """How many nodes there are below each; every node comes after its parent.

    >>> below([-1, 0, 1, 0])
    [3, 1, 0, 0]
    """
    found = [0] * len(parents)
    for node in reversed(range(len(parents))):
        if parents[node] >= 0:
            found[parents[node]] += found[node] + 1
    return found


def _whys(columns: Columns) -> Iterator[tuple[int, str]]:
    on_line: set[int] = set()
    """Nodes to which the last iteration's best line leads."""
    learned: set[int] = set()
    """Nodes where an action has been tried that no table and no killer proposed."""
    guide: tuple[Any, ...] = ()
    rows = zip(columns.kinds, columns.nodes, columns.plies, columns.actions, columns.values)
    for index, (kind, node, ply, action, said) in enumerate(rows):
        guide = columns.guides.get(index, guide)
        if kind == ENTER:
            above = columns.parents[node]
            begun = above in on_line if above >= 0 else ply <= 1  # a search of each root action begins at 1
            if begun and (ply == 0 or (ply <= len(guide) and action == guide[ply - 1])):
                on_line.add(node)
            if above >= 0:
                on = node in on_line and said != PROBE
                yield index, LINE if on else _why(above, WHYS[int(said)], learned)


def _why(above: int, said: str, learned: set[int]) -> str:
    """History matters for the first action that nothing else proposed."""
    if said in ("table", "killer", WHYS[PROBE]):
        return said
    first = above not in learned
    learned.add(above)
    return said if first else ""
