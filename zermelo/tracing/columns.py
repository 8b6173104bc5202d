"""What a search wrote down, a list for each field: everything that is said of a search is read from here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

from zermelo.kernel.events import CUT, ENDS, ENTER, KINDS, UPDATE, WHYS

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
    """enter: the action that led here; update, cut: the action of the child; otherwise None."""
    low: Any
    high: Any
    value: Any
    set_by: int = -1
    """cut: the node, further up, that set the bound which was reached."""
    why: str = ""
    """enter: why the action was tried so early: table, killer, history or line; empty in the rules' order."""


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
        vars(found).update(nodes=nodes, parents=parents, whys=whys, set_by=set_by)  # said, not read off
        return found

    # -- nodes and their events ----------------------------------------------------------------------

    @cached_property
    def _families(self) -> tuple[list[int], list[int]]:
        return families(self.kinds, self.given)

    @cached_property
    def nodes(self) -> list[int]:
        """The node of each event."""
        return self._families[0]

    @cached_property
    def parents(self) -> list[int]:
        """Of each node."""
        return self._families[1]

    @cached_property
    def first(self) -> list[int]:
        """The event with which each node was first entered."""
        found: list[int] = []
        for index, node in enumerate(self.nodes):
            if node == len(found):
                found.append(index)
        return found

    @cached_property
    def own(self) -> list[list[int]]:
        """The events of each node, in their order."""
        found: list[list[int]] = [[] for _ in self.parents]
        for index, node in enumerate(self.nodes):
            found[node].append(index)
        return found

    @cached_property
    def children(self) -> list[list[int]]:
        """Of each node, in the order in which they were first entered."""
        found: list[list[int]] = [[] for _ in self.parents]
        for node, parent in enumerate(self.parents):
            if parent >= 0:
                found[parent].append(node)
        return found

    @cached_property
    def roots(self) -> list[int]:
        """Several where one search was several, as in iterative deepening."""
        return [node for node, parent in enumerate(self.parents) if parent < 0]

    @cached_property
    def below(self) -> list[int]:
        """How many nodes there are below each."""
        return below(self.parents)

    @cached_property
    def child(self) -> list[int]:
        """The child that an update or a cut-off is about: the one that was entered last; -1 elsewhere."""
        last = [-1] * (len(self.parents) + 1)
        found = [-1] * len(self.kinds)
        for index, (kind, node) in enumerate(zip(self.kinds, self.nodes)):
            if kind == ENTER:
                last[self.parents[node]] = node
            elif kind in (UPDATE, CUT):
                found[index] = last[node]
        return found

    # -- why, and who ----------------------------------------------------------------------------------

    @cached_property
    def whys(self) -> dict[int, str]:
        """By the event that entered a node: why it was tried then; most algorithms have nothing to say."""
        said = any(value for kind, value in zip(self.kinds, self.values) if kind == ENTER)
        return {at: why for at, why in _whys(self) if why} if said or self.guides else {}

    @cached_property
    def set_by(self) -> dict[int, int]:
        """By the event of a cut-off: the node, further up, that set the bound which was reached."""
        return dict(_set_by(self))

    # -- read as events --------------------------------------------------------------------------------

    @cached_property
    def events(self) -> tuple[Event, ...]:
        return tuple(map(self.event, range(len(self.kinds))))

    def event(self, at: int) -> Event:
        kind, node, ply = self.kinds[at], self.nodes[at], self.plies[at]
        named = kind in (UPDATE, CUT) or (kind == ENTER and ply > 0)
        return Event(
            kind=KINDS[kind],
            node=node,
            parent=self.parents[node],
            ply=ply,
            action=self.actions[at] if named else None,
            low=self.lows[at],
            high=self.highs[at],
            value=0 if kind == ENTER else self.values[at],
            set_by=self.set_by[at] if kind == CUT else -1,
            why=self.whys.get(at, ""),
        )

    def __len__(self) -> int:
        return len(self.kinds)

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...

    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        return self.events[index]

    def __eq__(self, other: object) -> bool:
        return self.events == (other.events if isinstance(other, Columns) else other)

    def __hash__(self) -> int:
        return hash(self.events)


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
    leaves = [kind in ENDS for kind in range(len(KINDS))]
    for index, kind in enumerate(kinds):
        if kind == ENTER:
            node = len(parents) if given is None else given[index]
            if node == len(parents):
                parents.append(path[-1])
            path.append(node)
        owners.append(path[-1])
        if leaves[kind]:
            path.pop()
    return owners, parents


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


@dataclass
class Frame:
    """A node that is being searched, while it is read who set its bounds."""

    node: int
    low: Any
    high: Any
    low_by: int = -1
    high_by: int = -1
    raised_low: bool = True

    def note(self, low: Any, high: Any) -> None:
        """The node itself is now the one that holds a bound."""
        if low != self.low:
            self.low, self.low_by, self.raised_low = low, self.node, True
        if high != self.high:
            self.high, self.high_by, self.raised_low = high, self.node, False


def _set_by(columns: Columns) -> Iterator[tuple[int, int]]:
    path: list[Frame] = []
    rows = zip(columns.kinds, columns.nodes, columns.lows, columns.highs)
    for index, (kind, node, low, high) in enumerate(rows):
        if kind == ENTER:
            path.append(_frame(path, node, low, high))
        elif kind == UPDATE:
            path[-1].note(low, high)
        elif kind == CUT:
            yield index, path[-1].high_by if path[-1].raised_low else path[-1].low_by
        elif kind in ENDS:
            path.pop()


def _frame(path: list[Frame], node: int, low: Any, high: Any) -> Frame:
    """A node inherits its window, turned round where the other player moves in negamax."""
    if not path:
        return Frame(node, low, high)
    above = path[-1]
    turned = (low, high) == (-above.high, -above.low) and (low, high) != (above.low, above.high)
    by = (above.high_by, above.low_by) if turned else (above.low_by, above.high_by)
    return Frame(node, low, high, *by)


@dataclass
class Choice:
    """A node that is being searched, while it is read why its actions were tried."""

    on_line: bool
    """Is this where the last iteration's best line leads?"""
    learned: bool = False
    """Has an action been tried here that no table and no killer proposed?"""


def _whys(columns: Columns) -> Iterator[tuple[int, str]]:
    path: list[Choice] = []
    guide: tuple[Any, ...] = ()
    rows = zip(columns.kinds, columns.plies, columns.actions, columns.values)
    for index, (kind, ply, action, said) in enumerate(rows):
        guide = columns.guides.get(index, guide)
        if kind == ENTER:
            above = path[-1] if path else None
            path.append(Choice(_leads_on(above, ply, action, guide)))
            yield index, _why(above, path[-1], WHYS[int(said)])
        elif kind in ENDS:
            path.pop()


def _leads_on(above: Choice | None, ply: int, action: Any, guide: tuple[Any, ...]) -> bool:
    """Does the last iteration's best line lead here?  A search of each root action begins at ply 1."""
    before = above.on_line if above is not None else ply <= 1
    return before and (ply == 0 or (ply <= len(guide) and bool(action == guide[ply - 1])))


def _why(above: Choice | None, here: Choice, said: str) -> str:
    """History matters for the first action that nothing else proposed."""
    if above is None:
        return ""
    if here.on_line:
        return LINE
    if said in ("table", "killer"):
        return said
    first, above.learned = not above.learned, True
    return said if first else ""
