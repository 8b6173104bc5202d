"""Sorted runs: more codes than memory holds, sorted part by part and merged."""

from __future__ import annotations

from typing import Any

from zermelo.kernel.run import WAYS
from zermelo.strong.pieces import Pieces
from zermelo.strong.watch import Watch
from zermelo.strong.worker import Worker

MERGING = 1 << 20
"""Codes that a merge gives at a time."""


class SortedRuns:
    """Children of a layer; when the memory is full it is sorted and kept as a run, merged at the end."""

    def __init__(self, worker: Worker, pieces: Pieces, watch: Watch, room: int) -> None:
        import numpy as np

        self.worker, self.pieces, self.watch = worker, pieces, watch
        self.buffer = np.empty(room, "<i8")
        self.filled, self.names = 0, list[str]()

    def expand(self, codes: Any, first: int, last: int) -> int:
        """Take in the children of some positions; gives where it stopped, for more room."""
        stopped, self.filled = self.worker.expand(codes, first, last, self.buffer, self.filled)
        if stopped < last:
            self.spill(progress=stopped > first)
        return stopped

    def sorted_part(self) -> Any:
        part = self.worker.sorted_once(self.buffer[: self.filled])
        self.watch.stop_if_asked()
        return part

    def spill(self, progress: bool) -> None:
        """Half of the room may do once what stands twice is gone; otherwise the run goes to the disk."""
        part = self.sorted_part()
        self.filled = len(part)
        if self.filled > len(self.buffer) // 2 or not progress:
            self.keep(part)
            self.filled = 0

    def keep(self, part: Any) -> None:
        name = f"run-{len(self.names):05}"
        self.pieces.put(name, part.copy() if self.pieces.folder is None else part)
        self.names.append(name)

    def finished(self) -> Any:
        """Everything, sorted, each code once."""
        part = self.sorted_part()
        if not self.names:
            return part.copy() if self.pieces.folder is None else part
        self.keep(part)
        lists = [(self.pieces.get(name), None) for name in self.names]
        self.worker.given.clear()
        del self.buffer, part
        merged = union(self.worker, self.pieces, self.watch, [codes for codes, _ in lists], "merged")
        for name in self.names:
            self.pieces.drop(name)
        return merged


def union(worker: Worker, pieces: Pieces, watch: Watch, lists: list[Any], name: str) -> Any:
    """Sorted lists as one, in memory that may be a file."""
    while len(lists) > WAYS:
        lists = [
            *lists[WAYS:],
            union(worker, pieces, watch, lists[:WAYS], f"{name}-{len(lists)}"),
        ]
    whole, filled = pieces.scratch(name, "<i8", sum(map(len, lists))), 0
    for codes, _ in worker.merged([(codes, None) for codes in lists], min(MERGING, worker.chunk)):
        whole[filled : filled + len(codes)] = codes
        filled += len(codes)
        worker.let_go([whole])
        watch.stop_if_asked()
    return whole[:filled]


def gathered(worker: Worker, pieces: Pieces, lists: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Sorted lists of codes with their values, as few as can be merged at once."""
    rounds = 0
    while len(lists) > WAYS:
        lists = [*lists[WAYS:], joined(worker, pieces, lists[:WAYS], f"gathered-{rounds}")]
        rounds += 1
    return lists


def joined(worker: Worker, pieces: Pieces, lists: list[tuple[Any, Any]], name: str) -> tuple[Any, Any]:
    """Sorted lists of codes with their values as one."""
    total, filled = sum(len(codes) for codes, _ in lists), 0
    whole = pieces.scratch(name, "<i8", total)
    marks = pieces.scratch(f"{name}-values", worker.value_kind, total)
    for codes, values in worker.merged(lists, min(MERGING, worker.chunk)):
        whole[filled : filled + len(codes)], marks[filled : filled + len(codes)] = codes, values
        filled += len(codes)
        worker.let_go([whole, marks])
    return whole[:filled], marks[:filled]


def children_of(worker: Worker, pieces: Pieces, watch: Watch, room: int, codes: Any) -> Any:
    """The children of some positions, sorted, each once."""
    runs = SortedRuns(worker, pieces, watch, min(room, max(256 * len(codes), 1 << 16)))
    first = 0
    while first < len(codes):
        first = runs.expand(codes, first, min(first + worker.slice, len(codes)))
        watch.tick(first)
    return runs.finished()
