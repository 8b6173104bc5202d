"""The event stream of one search: what the kernel wrote down, and how people read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, overload

from zermelo.kernel.events import CUT, ENDS, ENTER, KINDS, UPDATE, WHYS
from zermelo.kernel.run import EVENT_MARKS, EVENT_VALUES

LINE = "line"
"""It is the next step of the last iteration's best line."""

LEAVING = tuple(KINDS[kind] for kind in ENDS)


def followed(game: Any, state: Any, action: Any) -> Any:
    """The state after an action, or after doing nothing where the search tried that (None)."""
    return game.passed(state) if action is None else game.result(state, action)


@dataclass(frozen=True)
class Event:
    """One step of a search.  `low` and `high` are the window, as the algorithm sees it."""

    kind: str
    node: int
    """Nodes are numbered as they are entered, from 0."""
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


class Iteration(NamedTuple):
    """Where a search to one more depth begins."""

    depth: int
    event: int
    """The number of its first event."""
    line: tuple[Any, ...]
    """The best line of the iteration before."""


@dataclass(frozen=True, eq=False)
class Written(Sequence[Event]):
    """What a kernel wrote down, a list for each field; read as events only if somebody asks for one."""

    kinds: list[int]
    plies: list[int]
    actions: list[Any]
    lows: list[Any]
    highs: list[Any]
    values: list[Any]
    guides: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """By the number of an event: the line that is followed first from there on."""

    @cached_property
    def whys(self) -> list[str]:
        """Why the search went to each node when it did; most algorithms have nothing to say."""
        said = any(value for kind, value in zip(self.kinds, self.values) if kind == ENTER)
        return list(_whys(self)) if said or self.guides else [""] * self.kinds.count(ENTER)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        return tuple(_events(self))

    def __len__(self) -> int:
        return len(self.kinds)

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...

    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        return self.events[index]

    def __eq__(self, other: object) -> bool:
        return self.events == (other.events if isinstance(other, Written) else other)

    def __hash__(self) -> int:
        return hash(self.events)


@dataclass(frozen=True, repr=False)
class Trace:
    """The events of one search, and how to read them."""

    game: Any
    state: Any
    events: Sequence[Event]
    dropped: int
    """Events beyond the most that were asked for."""
    from_the_mover: bool
    """Values and windows are the mover's (negamax), not MAX's."""
    options: Any
    iterations: tuple[Iteration, ...] = ()
    """One for each depth that was searched."""

    @staticmethod
    def read(kernel: Any, run: Any, question: Any, iterations: Iterable[Iteration] = ()) -> Trace:
        """What the kernel wrote down, in Python's terms."""
        kept = min(int(run.traced), int(run.trace_limit))
        marks = [run.marks[mark : kept * EVENT_MARKS : EVENT_MARKS] for mark in range(EVENT_MARKS)]
        values = [run.values[slot : kept * EVENT_VALUES : EVENT_VALUES] for slot in range(EVENT_VALUES)]
        kinds, plies, actions = list(map(int, marks[0])), list(map(int, marks[1])), kernel.actions(marks[2])
        begun = tuple(one for one in iterations if one.event < kept)
        guides = {one.event: one.line for one in begun} if question.options.guided else {}
        lows, highs, told = map(kernel.numbers, values)
        events = Written(kinds, plies, actions, lows, highs, told, guides)
        mover, dropped = question.algorithm.view == "mover", int(run.traced) - kept
        return Trace(question.game, question.state, events, dropped, mover, question.options, begun)

    def __repr__(self) -> str:
        return f"<Trace of {type(self.game).__name__}: {len(self.events):,} events>"

    def json_lines(self) -> Iterator[str]:
        """One JSON object a line; infinite bounds are null."""
        import msgspec

        for event in self.events:
            yield msgspec.json.encode(event_dict(event)).decode()

    def write(self, path: str | Path) -> None:
        """Write the events as JSON lines; an old file stays whole until the new one is."""
        from zermelo.kernel.files import write_whole

        write_whole(path, "".join(f"{line}\n" for line in self.json_lines()))

    def sentences(self) -> Iterator[str]:
        """The search told step by step."""
        from zermelo.tracing.narrate import narrate

        return narrate(self)

    def _repr_svg_(self) -> str:
        """The tree, as a notebook shows it."""
        from zermelo.interfaces.pictures.draw import tree_svg
        from zermelo.interfaces.trace_tree import TraceTree

        return tree_svg(TraceTree.after(self))


@dataclass
class Frame:
    """A node that is being searched, while its events are read."""

    node: int
    low: Any
    high: Any
    low_by: int
    high_by: int
    raised_low: bool = True


def _events(written: Written) -> Iterator[Event]:
    path: list[Frame] = []
    entered = 0
    columns = (written.kinds, written.plies, written.actions, written.lows, written.highs, written.values)
    for kind, ply, action, low, high, value in zip(*columns):
        named = kind in (UPDATE, CUT) or (kind == ENTER and ply > 0)
        why = ""
        if kind == ENTER:
            path.append(_frame(path, entered, low, high))
            why, value = written.whys[entered], 0
            entered += 1
        elif kind == UPDATE:
            _note(path[-1], low, high)
        frame, parent = path[-1], path[-2].node if len(path) > 1 else -1
        set_by = (frame.high_by if frame.raised_low else frame.low_by) if kind == CUT else -1
        about = action if named else None
        yield Event(KINDS[kind], frame.node, parent, ply, about, low, high, value, set_by, why)
        if kind in ENDS:
            path.pop()


@dataclass
class Choice:
    """A node that is being searched, while it is read why its actions were tried."""

    on_line: bool
    """Is this where the last iteration's best line leads?"""
    learned: bool = False
    """Has an action been tried here that no table and no killer proposed?"""


def _whys(written: Written) -> Iterator[str]:
    path: list[Choice] = []
    guide: tuple[Any, ...] = ()
    columns = (written.kinds, written.plies, written.actions, written.values)
    for index, (kind, ply, action, said) in enumerate(zip(*columns)):
        guide = written.guides.get(index, guide)
        if kind == ENTER:
            above = path[-1] if path else None
            path.append(Choice(_leads_on(above, ply, action, guide)))
            yield _why(above, path[-1], WHYS[int(said)])
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


def _frame(path: list[Frame], node: int, low: Any, high: Any) -> Frame:
    """A node inherits its window, turned round where the other player moves in negamax."""
    if not path:
        return Frame(node, low, high, -1, -1)
    above = path[-1]
    turned = (low, high) == (-above.high, -above.low) and (low, high) != (above.low, above.high)
    by = (above.high_by, above.low_by) if turned else (above.low_by, above.high_by)
    return Frame(node, low, high, *by)


def _note(frame: Frame, low: Any, high: Any) -> None:
    """The node itself is now the one that holds a bound."""
    if low != frame.low:
        frame.low, frame.low_by, frame.raised_low = low, frame.node, True
    if high != frame.high:
        frame.high, frame.high_by, frame.raised_low = high, frame.node, False


def event_dict(event: Event) -> dict[str, Any]:
    from zermelo.report import jsonable

    found = {field: getattr(event, field) for field in Event.__dataclass_fields__}
    found["action"] = jsonable(event.action)
    for bound in ("low", "high", "value"):
        if abs(found[bound]) == float("inf"):
            found[bound] = None
    return found
