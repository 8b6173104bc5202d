"""Games whose positions never repeat, layer by layer: forward to the last ply, then back with the values."""

from __future__ import annotations

from typing import Any

from zermelo.algorithms.strong import BACK_UP
from zermelo.strong.pieces import Pieces
from zermelo.strong.runs import children_of
from zermelo.strong.watch import Watch
from zermelo.strong.worker import Worker

SAMPLED = 4096
"""Codes of a layer that are looked for in those before."""
BEFORE = 6
"""Layers before in which they are looked for."""
FROM = 10_000
"""Positions of a layer from which it is looked at."""
AGAIN = 0.15
"""Part of a layer that may have stood in those before."""


class Ungraded(Exception):
    """Too many positions are reached in several numbers of plies: layers would hold them again and again."""


class Layers:
    """The positions after 0, 1, 2, … plies, each layer a sorted list of codes and a list of values."""

    def __init__(self, worker: Worker, pieces: Pieces, watch: Watch, room: int) -> None:
        self.worker, self.pieces, self.watch, self.room = worker, pieces, watch, room
        self.codes: list[Any] = []

    def solve(self, start: int) -> list[tuple[Any, Any]]:
        """All layers, codes and values."""
        self.forward(start)
        return self.backward()

    def forward(self, start: int) -> None:
        import numpy as np

        self.watch.begin("positions")
        codes = self.pieces.get(name_of("codes", 0))
        if codes is None:
            codes = self.pieces.put(name_of("codes", 0), np.array([start], "<i8"))
        while len(codes):
            self.codes.append(codes)
            self.watch.found(len(codes))
            following = self.pieces.get(name_of("codes", len(self.codes)))
            if following is None:
                following = self.pieces.put(
                    name_of("codes", len(self.codes)),
                    children_of(self.worker, self.pieces, self.watch, self.room, codes),
                )
            codes = following
            self.check_graded(codes)

    def check_graded(self, codes: Any) -> None:
        import numpy as np

        if len(codes) < FROM:
            return
        sample = codes[:: -(-len(codes) // SAMPLED)]
        known = np.zeros(len(sample), bool)
        for before in self.codes[-BEFORE:]:
            places = np.minimum(before.searchsorted(sample), len(before) - 1)
            known |= before[places] == sample
        if known.mean() > AGAIN:
            raise Ungraded

    def backward(self) -> list[tuple[Any, Any]]:
        import numpy as np

        self.watch.begin("values", sum(map(len, self.codes)))
        found: list[tuple[Any, Any]] = []
        below: tuple[Any, Any] = (np.empty(0, "<i8"), self.worker.values(0))
        for depth in reversed(range(len(self.codes))):
            name = name_of("values", depth)
            numbers = self.pieces.get(name)
            if numbers is None:
                marks = self.backed_up(self.codes[depth], below)
                numbers = self.pieces.put(name, self.worker.numbers(marks))
            below = self.codes[depth], self.worker.marks(numbers)
            found.append(below)
            self.watch.done(len(numbers))
        return found[::-1]

    def backed_up(self, codes: Any, below: tuple[Any, Any]) -> Any:
        """The values of a layer from those of the next one."""
        worker = self.worker
        values = worker.values(len(codes))
        worker.give(codes=codes, scores=values, below=below[0], scores_below=below[1])
        worker.run.fingers[:] = [0] * len(worker.run.fingers)
        first = 0
        while first < len(codes):
            last = min(first + worker.slice, len(codes))
            first = worker.perform(BACK_UP, first=first, last=last, count_below=len(below[0]))
            self.watch.tick(first)
        return values


def name_of(what: str, depth: int) -> str:
    return f"{what}-{depth:05}"
