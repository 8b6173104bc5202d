"""The trace of one search: what it wrote down, and how people read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from zermelo.kernel.events import ENTER, KINDS
from zermelo.kernel.run import EVENT_MARKS, EVENT_TERMS, EVENT_VALUES, NO_ACTION, SEATS
from zermelo.pictures import painted
from zermelo.tracing.columns import Columns, Event
from zermelo.tracing.growth import in_wins, numbered

if TYPE_CHECKING:
    from zermelo.tracing.model import Model

View = Literal["max", "mover", "each", "root"]
"""Whose values and windows an algorithm writes down: MAX's, or those of the player to move (negamax); of
three or more players everybody's (max^n), or those of the one who moves at the root (paranoid)."""


class Iteration(NamedTuple):
    """Where a search to one more depth begins."""

    depth: int
    event: int
    """The number of its first event."""
    line: tuple[Any, ...]
    """The best line of the iteration before."""


@dataclass(frozen=True, repr=False)
class Trace:
    """The events of one search, and how to read them."""

    game: Any
    state: Any
    events: Sequence[Event]
    dropped: int
    """Events beyond the most that were asked for."""
    view: View
    options: Any
    iterations: tuple[Iteration, ...] = ()
    """One for each depth that was searched."""
    simulated: bool = False
    """Did the search come back to the nodes of a tree, simulation by simulation?"""

    @staticmethod
    def read(kernel: Any, run: Any, question: Any, view: View, iterations: Iterable[Iteration] = ()) -> Trace:
        """What the kernel wrote down, in Python's terms."""
        kept = min(int(run.traced), int(run.trace_limit))
        marks = [run.marks[mark : kept * EVENT_MARKS : EVENT_MARKS] for mark in range(EVENT_MARKS)]
        values = [run.values[slot : kept * EVENT_VALUES : EVENT_VALUES] for slot in range(EVENT_VALUES)]
        kinds, plies, actions = list(map(int, marks[0])), list(map(int, marks[1])), kernel.actions(marks[2])
        begun = tuple(one for one in iterations if one.event < kept)
        guides = {one.event: one.line for one in begun} if question.options.guided else {}
        lows, highs, told = map(kernel.numbers, values)
        simulated = question.algorithm.simulates
        given, places = numbered(kinds, marks[3]) if simulated else (None, [])
        if simulated:
            terms = [float(term) for term in run.terms[: kept * EVENT_TERMS]]
            lows, highs, told = in_wins(kinds, (lows, highs, told), terms, question.options.outcome)
        rows = kinds, plies, actions, lows, highs, told
        dealt = payoffs_of(kernel, run, kept, question.options.players) if view == "each" else []
        met = [] if simulated else list(map(int, marks[3]))
        events = Columns(*rows, guides, given, places, dealt, met, holders=lambda: found.model.set_by)
        dropped = int(run.traced) - kept
        found = Trace(
            question.game, question.state, events, dropped, view, question.options, begun, simulated
        )
        return found

    @cached_property
    def model(self) -> Model:
        """Nodes, values and reasons, from MAX's point of view: what every screen and file is made from."""
        from zermelo.tracing.model import Model

        return Model(self)

    def json_lines(self) -> Iterator[str]:
        """One JSON object a line; infinite bounds are null."""
        import msgspec

        for event in self.events:
            yield msgspec.json.encode(event_dict(event)).decode()

    def write(self, path: str | Path) -> None:
        """Write the events as JSON lines; an old file stays whole until the new one is."""
        from zermelo.kernel.files import write_safely

        write_safely(path, "".join(f"{line}\n" for line in self.json_lines()))

    def sentences(self, language: str = "en", names: bool = False) -> Iterator[str]:
        """The search told step by step, in English, Italian (it) or Spanish (es).

        With `names`, the nodes of a tree are called A, B, C … as pictures and the page call them.

        >>> from zermelo import search
        >>> trace = search([[3, 12], [2, 4]], trace=True).trace
        >>> [told for told in trace.sentences(names=True) if "never" in told][0].split(": ")[1]
        'MAX will never come to C, so the other child is never looked at.'
        """
        from zermelo.tracing.sentences import story

        return story(self.model, language, names)

    _repr_svg_ = painted

    def __repr__(self) -> str:
        return f"<Trace of {type(self.game).__name__}: {len(self.events):,} events>"


def payoffs_of(kernel: Any, run: Any, events: int, players: int) -> list[tuple[Any, ...]]:
    """What each of three or more players gets, event by event."""
    places = (range(first, first + players) for first in range(0, events * SEATS, SEATS))
    return [tuple(kernel.number(run.dealt[place]) for place in row) for row in places]


def event_dict(event: Event) -> dict[str, Any]:
    """An event as plain data for JSON; an infinite bound is None."""
    from zermelo.game import jsonable

    found = {field: getattr(event, field) for field in Event.__dataclass_fields__}
    nothing = event.action is NO_ACTION
    found["action"] = None if nothing else jsonable(event.action)
    if nothing and event.kind == KINDS[ENTER] and event.ply > 0:
        found["null_move"] = True  # and no pass that the rules call None
    for seldom in ("payoffs", "estimates"):
        if not found[seldom]:
            del found[seldom]
    for bound in ("low", "high", "value"):
        if abs(found[bound]) == float("inf"):
            found[bound] = None
    return found
