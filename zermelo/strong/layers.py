"""Games whose positions never repeat, layer by layer: forward to the last ply, then back with the values."""

from __future__ import annotations

from typing import Any

from zermelo.algorithms.strong import BACK_UP
from zermelo.strong.pieces import Pieces, let_go
from zermelo.strong.runs import children_of
from zermelo.strong.watch import Watch
from zermelo.strong.worker import Worker

PLACES, SAMPLED = 16, 256
"""In so many places of a layer, so many codes are looked for in those before: neighbours lie on one page."""
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
        codes, kept = self.pieces.get(name_of("codes", 0)), True
        if codes is None:
            codes = self.pieces.put(name_of("codes", 0), np.array([start], "<i8"))
        while len(codes):
            self.codes.append(codes)
            self.watch.found(len(codes), kept)
            following = self.pieces.get(name_of("codes", len(self.codes)))
            kept = following is not None
            if following is None:
                following = self.pieces.put(
                    name_of("codes", len(self.codes)),
                    children_of(self.worker, self.pieces, self.watch, self.room, codes),
                )
            let_go(codes)
            codes = following
            self.check_graded(codes)

    def check_graded(self, codes: Any) -> None:
        import numpy as np

        if len(codes) < FROM:
            return
        places = range(0, len(codes), -(-len(codes) // PLACES))
        sample = np.concatenate([codes[place : place + SAMPLED] for place in places])
        known = np.zeros(len(sample), bool)
        for before in self.codes[-BEFORE:]:
            nearest = np.minimum(before.searchsorted(sample), len(before) - 1)
            known |= before[nearest] == sample
            let_go(before, codes)
        if known.mean() > AGAIN:
            raise Ungraded

    def backward(self) -> list[tuple[Any, Any]]:
        import numpy as np

        self.worker.turn_back()
        self.watch.begin("values", sum(map(len, self.codes)))
        found: list[tuple[Any, Any]] = []
        below: tuple[Any, Any] = (np.empty(0, "<i8"), self.worker.values(0))
        for depth in reversed(range(len(self.codes))):
            name = name_of("values", depth)
            numbers = self.pieces.get(name)
            kept = numbers is not None
            if numbers is None:
                marks = self.backed_up(self.codes[depth], below)
                numbers = self.pieces.put(name, self.worker.numbers(marks))
            let_go(*below)
            below = self.codes[depth], self.worker.marks(numbers)
            found.append(below)
            self.watch.done(len(numbers), kept)
        return found[::-1]

    def backed_up(self, codes: Any, below: tuple[Any, Any]) -> Any:
        """The values of a layer from those of the next one."""
        worker = self.worker
        values = self.pieces.scratch("marks", worker.value_kind, len(codes))
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
