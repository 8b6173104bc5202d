"""Kernels as machine code: one source each, run by Python as it is or compiled once in each process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from importlib import import_module

Kernel = Callable[..., int]
PATIENCE = 0.1
"""Seconds that a call of a kernel should take at most."""
LARGEST = 1 << 20

_loaded: dict[str, Kernel] = {}
_loading = threading.Lock()


def kernel(name: str, compiled: bool = True) -> Kernel:
    """The `entry` of `zermelo/csp/kernels/<name>.py`, as Python or as machine code.

    >>> kernel("queens", compiled=False).__name__
    'entry'
    """
    if not compiled:
        plain: Kernel = import_module(f"zermelo.csp.kernels.{name}").entry
        return plain
    with _loading:  # who wants the same one waits for it
        if name not in _loaded:
            _loaded[name] = made(name)
        return _loaded[name]


class Slices:
    """How much a kernel may do before it is asked again: about a tenth of a second's work."""

    def __init__(self, first: int) -> None:
        self.size = first
        self.begun = time.perf_counter()

    def next(self, most: int | None = None) -> int:
        """The size of the next slice, by how long the last one took."""
        now = time.perf_counter()
        took, self.begun = now - self.begun, now
        self.size = max(1, self.size // 2) if took > PATIENCE else min(2 * self.size, LARGEST)
        return self.size if most is None else min(self.size, most)


def made(name: str) -> Kernel:
    """A kernel of machine code, made in this process."""
    from zermelo.kernel.machine.functions import compiled_function

    return compiled_function(kernel(name, compiled=False))
