"""Retrograde analysis: from the ends of the game back to the parents, where positions can repeat.

What is never decided is a draw by endless play.  Also used where positions cannot repeat, but are reached in
many different numbers of plies, so that layers would hold them again and again.
"""

from __future__ import annotations

from typing import Any

from zermelo.algorithms.strong import COUNT, DECIDE, DECIDE_DRAWS, DRAWN, ENDLESS, LINK, RESULTS
from zermelo.errors import RulesError, SearchError
from zermelo.strong.layers import name_of
from zermelo.strong.pieces import Pieces
from zermelo.strong.runs import children_of, union
from zermelo.strong.watch import Watch
from zermelo.strong.worker import Worker

MOST = 1 << 32
"""Positions that can be numbered with four bytes."""
CHILDREN = 1 << 22
"""Children that are counted before they are put aside."""


class Reached:
    """The positions found so far, in sorted lists of very different lengths: each is merged but rarely."""

    def __init__(self, worker: Worker, pieces: Pieces, watch: Watch) -> None:
        self.worker, self.pieces, self.watch = worker, pieces, watch
        self.lists: list[Any] = []
        self.merges = 0

    def without_known(self, codes: Any) -> Any:
        for known in self.lists:
            codes = self.worker.without(codes, known)
        return codes

    def add(self, codes: Any) -> None:
        self.lists.append(codes)
        while len(self.lists) > 1 and 2 * len(self.lists[-1]) > len(self.lists[-2]):
            self.merge(self.lists[-2:])

    def merge(self, lists: list[Any]) -> Any:
        self.merges += 1
        name = f"known-{self.merges}"
        whole = union(self.worker, self.pieces, self.watch, lists, name)
        self.lists = [*self.lists[: -len(lists)], whole]
        if self.pieces.folder is not None:  # the memory stays, the name goes
            (self.pieces.folder / f"scratch-{name}").unlink(missing_ok=True)
        return whole

    def all(self) -> Any:
        return self.merge(self.lists) if len(self.lists) > 1 else self.lists[0]


class Retrograde:
    """All positions as one sorted list; parents of each; decisions from the ends of the game backward."""

    def __init__(self, worker: Worker, pieces: Pieces, watch: Watch, room: int) -> None:
        self.worker, self.pieces, self.watch, self.room = worker, pieces, watch, room

    def solve(self, start: int) -> list[tuple[Any, Any]]:
        codes = self.reach(start)
        values = self.pieces.get("values")
        if values is None:
            values = self.pieces.put("values", self.worker.numbers(self.decided(codes)))
        return [(codes, self.worker.marks(values))]

    def reach(self, start: int) -> Any:
        """Every position, breadth first; each level is kept, so that a killed solution goes on from there."""
        import numpy as np

        self.watch.begin("positions")
        codes = self.pieces.get("reached")
        if codes is not None:
            self.watch.found(len(codes))
            return codes
        known, depth = Reached(self.worker, self.pieces, self.watch), 0
        level = self.pieces.get(name_of("level", 0))
        if level is None:
            level = self.pieces.put(name_of("level", 0), np.array([start], "<i8"))
        while len(level):
            self.watch.found(len(level))
            known.add(level)
            depth += 1
            following = self.pieces.get(name_of("level", depth))
            if following is None:
                fresh = known.without_known(
                    children_of(self.worker, self.pieces, self.watch, self.room, level)
                )
                following = self.pieces.put(name_of("level", depth), fresh)
            level = following
        return self.pieces.put("reached", known.all())

    def decided(self, codes: Any) -> Any:
        """The values of all positions."""
        if len(codes) >= MOST:
            raise SearchError("too_many_for_retrograde", count=len(codes))
        self.watch.begin("values", 3 * len(codes))
        self.link(codes)
        worker = self.worker
        if not worker.outcome:
            self.decide_from(self.undecided < 2, DECIDE)
            if (self.undecided >= 2).any():
                raise SearchError("endless_points", game=type(worker.game).__name__)
            return self.values
        self.decide_from(self.values % RESULTS % DRAWN == 1, DECIDE)
        self.decide_from(self.values == DRAWN, DECIDE_DRAWS)
        check_endless(worker.game, bool((self.values == ENDLESS).any()))
        return self.values

    def link(self, codes: Any) -> None:
        """The parents of all positions, those of one side by side."""
        size, scratch, worker = len(codes), self.pieces.scratch, self.worker
        self.undecided, self.pointers = scratch("undecided", "<u4", size), scratch("pointers", "<i8", size)
        self.values = worker.values(size)
        worker.give(codes=codes, below=codes, scores=self.values)
        worker.give(undecided=self.undecided, pointers=self.pointers)
        parts = self.count(size)
        edges = int(self.pointers.sum())
        self.pointers.cumsum(out=self.pointers)
        self.pointers[1:] = self.pointers[:-1].copy()
        self.pointers[:1] = 0
        self.links, self.queue = scratch("links", "<u4", edges), scratch("queue", "<u4", size)
        worker.give(links=self.links, queue=self.queue)
        for number, (first, last, children) in enumerate(parts):
            worker.give(children=children)
            worker.perform(LINK, first=first, last=last)
            self.pieces.drop(f"scratch-children-{number}")
            self.watch.done(last - first)

    def count(self, size: int) -> list[tuple[int, int, Any]]:
        """The children of all positions, part by part: from which position, up to which, and their places."""
        import numpy as np

        worker, buffer, parts = self.worker, np.empty(CHILDREN, "<u4"), list[tuple[int, int, Any]]()
        worker.run.fingers[:] = [0] * len(worker.run.fingers)
        worker.give(children=buffer)
        first = began = filled = 0
        while began < size:
            last = min(first + worker.slice, size)
            numbers = {"first": first, "last": last, "filled": filled, "room": CHILDREN, "count_below": size}
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

    def decide_from(self, decided: Any, task: int) -> None:
        """Tell parents, and parents of parents, in the order of their distance from the end."""
        places = decided.nonzero()[0]
        head, tail = 0, len(places)
        self.queue[:tail] = places
        while head < tail:
            head = self.worker.perform(task, head=head, tail=tail, room=self.worker.slice)
            tail = int(self.worker.run.tail)
            self.watch.tick(head)
        self.watch.done(head)


def check_endless(game: Any, endless: bool) -> None:
    """Endless play has a worth, or else the game must not have any."""
    if endless and getattr(game, "repetition", 0) is None:
        name = type(game).__name__
        raise RulesError("repetition_needed", game=name)
