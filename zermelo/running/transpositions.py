"""The memory of the transposition table: made once, used by many searches and threads."""

from __future__ import annotations

import weakref
from itertools import count
from typing import Any

from zermelo.algorithms.table import AGE, BUCKET, BUSY, BYTES
from zermelo.errors import SearchError
from zermelo.kernel.run import Memory

MEGABYTES = 64
"""How large a table is, by default."""
MOST_MEGABYTES = 1 << 20
AGES = count(1)
"""Every search of a process is a little later than the one before."""
INTERPRETED = 1 << 16
"""Buckets at most where they are Python's objects, which are large."""
KEPT = 2
"""Blocks of memory that wait for the next table of their size: fresh ones take the system a while."""

_free: list[Any] = []


class Transpositions:
    """A table of about this many megabytes: the next power of two below.

    Clearing it takes no time: what is older than its generation counts for nothing.

    >>> Transpositions(1).buckets
    16384
    """

    def __init__(self, megabytes: float = MEGABYTES) -> None:
        self.megabytes = size_of(megabytes)
        self.buckets = 1 << max(int(megabytes * (1 << 20) / BYTES).bit_length() - 1, 0)
        self.words: Any = None
        self.knows_of: dict[bool, Any] = {}
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.interpreted = Memory()
        self.grown: Any = None
        """The tree that `mcts` has grown, which goes on growing in its next search (`kept_trees.py`)."""
        self.age = next(AGES)
        self.generations = dict.fromkeys((True, False), self.age)

    def grow_older(self) -> None:
        """A new search: what older ones left is the first to go."""
        self.age = next(AGES)

    def lend(self, run: Any, kernel: Any) -> None:
        """Let a run of this kernel use the table; what another game or other options left is forgotten."""
        world = kernel.compiled
        if self.knows_of.get(world) != kernel.identity:
            self.knows_of[world] = kernel.identity
            self.age = self.generations[world] = next(AGES)
        buckets = self.buckets if world else min(self.buckets, INTERPRETED)
        run.table = self.address() if world else self.interpreted
        run.table_mask, run.age, run.generation = buckets - 1, self.age, self.generations[world]

    def address(self) -> int:
        """Where the machine finds it: at the start of a line of its cache."""
        if self.words is None:
            self.words = block_of(self.buckets * BUCKET + BUCKET + BUSY, self.megabytes)
            weakref.finalize(self, give_back, self.words)
        return int(self.words.ctypes.data) + -int(self.words.ctypes.data) % BYTES

    @property
    def used(self) -> float:
        """Which part of the table is in use, from a look at some of its entries."""
        if self.words is None:
            return min(len(self.interpreted) / (self.buckets * BUCKET), 1.0)
        start = (-self.words.ctypes.data % BYTES) // 8
        info = self.words[start + 3 : start + min(self.buckets, 1000) * BUCKET : 4]
        return float((info // AGE >= self.generations[True]).mean())


def block_of(words: int, megabytes: float) -> Any:
    """Memory for a table, used before or new."""
    for index, block in enumerate(_free):
        if len(block) == words:
            return _free.pop(index)
    return zeroed(words, megabytes)


def size_of(megabytes: Any, usual: float = MEGABYTES) -> float:
    """A number of megabytes, the usual one where none is given; or a sentence."""
    if megabytes is None:
        return usual
    number = isinstance(megabytes, int | float) and not isinstance(megabytes, bool)
    if not number or not 0 < megabytes < MOST_MEGABYTES:
        raise SearchError("wrong_megabytes", most=MOST_MEGABYTES, given=repr(megabytes))
    return float(megabytes)


def zeroed(words: int, megabytes: float) -> Any:
    """Memory that is zero everywhere."""
    import numpy as np

    try:
        return np.zeros(words, np.int64)
    except MemoryError:
        raise SearchError("no_memory_for_table", megabytes=float(megabytes)) from None


def give_back(block: Any) -> None:
    """Keep a block of memory for the next table; of many, the last few."""
    _free.append(block)
    del _free[:-KEPT]
