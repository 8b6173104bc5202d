"""Retrograde analysis: from the ends of the game back to the parents, where positions can repeat.

What is never decided is a draw by endless play.  Also used where positions cannot repeat, but are reached in
many different numbers of plies, so that layers would hold them again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from zermelo.algorithms.strong import COUNT, DECIDE, DECIDE_DRAWS, DRAWN, ENDLESS, LINK, RESULTS
from zermelo.errors import RulesError, SearchError
from zermelo.game import may_repeat
from zermelo.strong.reach import Reach

MOST = 1 << 32
"""Positions that can be numbered with four bytes."""
POSITION, PARENT = 24, 4
"""Bytes for a position, besides its value: code, pointer, children left, place in the queue; for a parent."""
CHILDREN = 1 << 22
"""Children that are counted before they are put aside."""


class Retrograde(Reach):
    """All positions as one sorted list; parents of each; decisions from the ends of the game backward."""

    def solve(self, start: int) -> list[tuple[Any, Any]]:
        codes = self.reach(start)
        values = self.pieces.get("values")
        if values is None:
            values = self.pieces.put("values", self.worker.numbers(self.decided(codes)))
        return [(codes, self.worker.marks(values))]

    def decided(self, codes: Any) -> Any:
        """The values of all positions."""
        if len(codes) >= MOST:
            raise SearchError("too_many_for_retrograde", count=len(codes))
        self.worker.turn_back()
        self.check_memory(len(codes), len(codes))
        self.watch.begin("values", 3 * len(codes))
        self.link(codes)
        worker = self.worker
        if not worker.outcome:
            self.decide_from(self.undecided, lambda part: part < 2, DECIDE)
            if next(self.places(self.undecided, lambda part: part >= 2), None) is not None:
                raise SearchError("endless_points", game=type(worker.game).__name__)
            return self.values
        self.decide_from(self.values, lambda part: part % RESULTS % DRAWN == 1, DECIDE)
        self.decide_from(self.values, lambda part: part == DRAWN, DECIDE_DRAWS)
        endless = next(self.places(self.values, lambda part: part == ENDLESS), None)
        check_endless(worker.game, endless is not None)
        return self.values

    def places(self, numbers: Any, wanted: Callable[[Any], Any]) -> Iterator[Any]:
        """Where the numbers are that are wanted, part by part."""
        for first in range(0, len(numbers), self.worker.chunk):
            found = wanted(numbers[first : first + self.worker.chunk]).nonzero()[0]
            self.worker.let_go([numbers])
            if len(found):
                yield first + found

    def link(self, codes: Any) -> None:
        """The parents of all positions, those of one side by side."""
        size, scratch, worker = len(codes), self.pieces.scratch, self.worker
        self.undecided, self.pointers = scratch("undecided", "<u4", size), scratch("pointers", "<i8", size)
        self.values = scratch("marks", worker.value_kind, size)
        worker.give(codes=codes, below=codes, scores=self.values)
        worker.give(undecided=self.undecided, pointers=self.pointers)
        parts = self.count(size)
        edges = self.add_up()
        self.check_memory(size, edges)
        self.links, self.queue = scratch("links", "<u4", edges), scratch("queue", "<u4", size)
        worker.give(links=self.links, queue=self.queue)
        for number, (first, last, children) in enumerate(parts):
            worker.give(children=children)
            worker.run.filled = 0
            for begin in range(first, last, worker.slice):
                worker.perform(LINK, first=begin, last=min(begin + worker.slice, last))
                self.watch.tick(begin - first)
            self.pieces.drop(f"scratch-children-{number}")
            self.watch.done(last - first)

    def check_memory(self, size: int, edges: int) -> None:
        """Parents lie anywhere: all of them must fit in memory, or it would take for ever."""
        each = POSITION + self.worker.values(1).itemsize
        if (needed := size * each + PARENT * edges) > self.worker.mapped:
            raise SearchError("retrograde_needs_memory", count=size, megabytes=megabytes_for(needed))

    def add_up(self) -> int:
        """From how many parents each position has to where they start; gives how many there are in all."""
        edges, pointers, step = 0, self.pointers, self.worker.chunk
        for first in range(0, len(pointers), step):
            part = pointers[first : first + step]
            counts = part.copy()
            counts.cumsum(out=part)
            part += edges - counts
            edges = int(part[-1] + counts[-1])
            self.worker.let_go([pointers])
        return edges

    def count(self, size: int) -> list[tuple[int, int, Any]]:
        """The children of all positions, part by part: from which position, up to which, and their places."""
        import numpy as np

        worker, parts = self.worker, list[tuple[int, int, Any]]()
        room = min(CHILDREN, max(self.room // 2, 1 << 10))
        buffer = np.empty(room, "<u4")
        worker.run.fingers[:] = [0] * len(worker.run.fingers)
        worker.give(children=buffer)
        first = began = filled = 0
        while began < size:
            last = min(first + worker.slice, size)
            numbers = {"first": first, "last": last, "filled": filled, "room": room, "count_below": size}
            first = worker.perform(COUNT, **numbers)
            filled = int(worker.run.filled)
            self.watch.tick(first - began)
            if first < last or first == size:
                children = self.pieces.scratch(f"children-{len(parts)}", "<u4", filled)
                children[:] = buffer[:filled]
                parts.append((began, first, children))
                self.watch.done(first - began)
                began, filled = first, 0
        return parts

    def decide_from(self, numbers: Any, decided: Callable[[Any], Any], task: int) -> None:
        """Tell parents, and parents of parents, in the order of their distance from the end."""
        head = tail = 0
        for places in self.places(numbers, decided):
            self.queue[tail : tail + len(places)] = places
            tail += len(places)
        while head < tail:
            head = self.worker.perform(task, head=head, tail=tail, room=self.worker.slice)
            tail = int(self.worker.run.tail)
            self.watch.tick(head)
        self.watch.done(head)


def megabytes_for(mapped: int) -> int:
    """How much memory it takes for so many bytes to stay in it."""
    return -(-mapped * 4 // 3 >> 20)


def check_endless(game: Any, endless: bool) -> None:
    """Endless play has a worth, or else the game must not have any."""
    if endless and not may_repeat(game):
        name = type(game).__name__
        raise RulesError("repetition_needed", game=name)
