"""Every position that play can reach, breadth first, as one sorted list."""

from __future__ import annotations

from typing import Any

from zermelo.strong.layers import name_of
from zermelo.strong.pieces import Pieces
from zermelo.strong.runs import children_of, union
from zermelo.strong.watch import Watch
from zermelo.strong.worker import Worker


class Reached:
    """The positions found so far, in sorted lists of very different lengths: each is merged but rarely."""

    def __init__(self, worker: Worker, pieces: Pieces, watch: Watch) -> None:
        self.worker, self.pieces, self.watch = worker, pieces, watch
        self.lists: list[Any] = []
        self.merges = 0

    def without_known(self, codes: Any) -> Any:
        for known in self.lists:
            codes = self.worker.without(codes, known)
            self.worker.let_go(self.lists)
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


class Reach:
    """What a solution of all positions together has at hand, and how it finds them."""

    def __init__(self, worker: Worker, pieces: Pieces, watch: Watch, room: int) -> None:
        self.worker, self.pieces, self.watch, self.room = worker, pieces, watch, room

    def reach(self, start: int) -> Any:
        """Every position, breadth first; each level is kept, so that a killed solution goes on from there."""
        import numpy as np

        self.watch.begin("positions")
        codes = self.pieces.get("reached")
        if codes is not None:
            self.watch.found(len(codes), True)
            return codes
        known, depth = Reached(self.worker, self.pieces, self.watch), 0
        level, kept = self.pieces.get(name_of("level", 0)), True
        if level is None:
            level = self.pieces.put(name_of("level", 0), np.array([start], "<i8"))
        while len(level):
            self.watch.found(len(level), kept)
            known.add(level)
            depth += 1
            following = self.pieces.get(name_of("level", depth))
            kept = following is not None
            if following is None:
                fresh = known.without_known(
                    children_of(self.worker, self.pieces, self.watch, self.room, level)
                )
                following = self.pieces.put(name_of("level", depth), fresh)
            level = following
        return self.pieces.put("reached", known.all())
