"""The memory of the solver's table: as many entries as fit, each of them a whole position."""

from __future__ import annotations

from typing import Any

from zermelo.algorithms.exact_table import FEWEST_BITS, FEWEST_BITS_OF_POINTS, STATE
from zermelo.kernel.run import Memory
from zermelo.running.transpositions import size_of, zeroed

SOLVER_MEGABYTES = 256
"""How large a solver's table may grow, by default."""
INTERPRETED_BITS = 18
"""Entries are Python's objects there, which are large."""


class ExactMemory:
    """At most so many megabytes.  With a `key` a table starts small and grows, unless threads share it."""

    def __init__(self, megabytes: float = SOLVER_MEGABYTES) -> None:
        self.megabytes = size_of(megabytes)
        self.words: Any = None
        self.kernel: Any = None

    def lend(self, run: Any, kernel: Any, shared: bool) -> None:
        """Let a run of this kernel use the table, which every other kernel finds empty."""
        keyed = kernel.options.keyed
        run.entry_words = 1 if keyed else STATE + (kernel.shape.words if kernel.shape is not None else 1)
        fewest = FEWEST_BITS if kernel.options.outcome else FEWEST_BITS_OF_POINTS
        most = (int(self.megabytes * (1 << 20)) // (8 * int(run.entry_words))).bit_length() - 1
        most = max(most if kernel.compiled else min(most, INTERPRETED_BITS), fewest if keyed else 1)
        run.most_bits, run.fewest_bits = most, fewest if keyed and not shared else most
        run.table_bits, run.grows_at, run.generation = run.fewest_bits, (1 << int(run.fewest_bits)) // 2, 1
        if kernel is not self.kernel:
            words = int(run.entry_words) << most
            self.kernel = kernel
            self.words = zeroed(words, self.megabytes) if kernel.compiled else Memory()
        run.table = self.words.ctypes.data if kernel.compiled else self.words


def described(kernel: Any) -> str:
    """Why such a table cannot be wrong, in a sentence."""
    if kernel.options.keyed:
        return "an entry is one word with the whole key: none is taken for another, none is half written"
    return "an entry holds the whole state and a version: none is taken for another, none is half written"
