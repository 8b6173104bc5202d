"""The memory of the transposition table: made once, used by many searches and threads."""

from __future__ import annotations

from typing import Any

from zermelo.algorithms.table import AGES, BUCKET, BYTES
from zermelo.errors import SearchError
from zermelo.run import Words

MEGABYTES = 64
"""How large a table is, unless somebody says."""


class Transpositions:
    """A table of about this many megabytes: the next power of two below.

    >>> Transpositions(1).buckets
    16384
    """

    def __init__(self, megabytes: float = MEGABYTES) -> None:
        if (
            not isinstance(megabytes, int | float)
            or isinstance(megabytes, bool)
            or not 0 < megabytes < 1 << 20
        ):
            raise SearchError(f"a table has a number of megabytes above 0, not {megabytes!r}")
        self.megabytes = megabytes
        self.buckets = 1 << max(int(megabytes * (1 << 20) / BYTES).bit_length() - 1, 0)
        self.age = 0
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.words: Any = None
        self.interpreted, self.age = Words(), 0

    def grow_older(self) -> None:
        """A new search: what older ones left is the first to go."""
        self.age = (self.age + 1) % AGES

    def lend(self, run: Any, compiled: bool) -> None:
        """Let a run use this table."""
        run.table = self.address() if compiled else self.interpreted
        run.table_mask, run.age = self.buckets - 1, self.age

    def address(self) -> int:
        """Where the machine finds it: at the start of a line of its cache."""
        import numpy as np

        if self.words is None:
            try:
                raw = np.zeros(self.buckets * BUCKET + BUCKET, np.int64)
            except MemoryError:
                raise SearchError(f"there is no memory for a table of {self.megabytes} MB") from None
            offset = (-raw.ctypes.data % BYTES) // 8
            self.words = raw[offset : offset + self.buckets * BUCKET]
        return int(self.words.ctypes.data)

    @property
    def used(self) -> float:
        """Which part of the table is in use, from a look at its first thousand buckets."""
        sample = min(self.buckets, 1000)
        if self.words is not None:
            return float((self.words[3 : sample * BUCKET : 4] != 0).mean())
        return min(len(self.interpreted) / (self.buckets * BUCKET), 1.0)
