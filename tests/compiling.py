"""Compiling beside the tests: each unit in a fork of a process that has imported Numba already.

A cold suite compiles hundreds of units; `zermelo.kernel.compiler.build` gives each a process of its own,
and half of a small unit's time is that import.  The compiler is the same; commands that tests start compile
as usual.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache

from zermelo.kernel.compiler.build import BuildError, compile_text

Answer = tuple[bytes, str, int]


def answered(text: str, words: int, traced: bool) -> Answer:
    """Machine code, or what is wrong and on which line."""
    try:
        return compile_text(text, words, traced), "", 0
    except BuildError as error:
        return b"", str(error), error.line


@cache
def nursery() -> ProcessPoolExecutor:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["numba", "zermelo.kernel.compiler.tables", __name__])
    return ProcessPoolExecutor(2, context, max_tasks_per_child=1)


def build(text: str, words: int, traced: bool) -> bytes:
    try:
        code, message, line = nursery().submit(answered, text, words, traced).result()
    except BrokenProcessPool as broken:
        nursery.cache_clear()
        raise BuildError(f"the compiler stopped: {broken}", 0) from broken
    if not code:
        raise BuildError(message, line)
    return code
