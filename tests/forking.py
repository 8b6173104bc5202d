"""Processes that begin with everything imported: forks of one server, for the compiler and for commands."""

from __future__ import annotations

import multiprocessing
from functools import cache
from multiprocessing.context import ForkServerContext

PRELOADED = (
    *("numba", "zermelo.kernel.compiler.nested_type", "zermelo.interfaces.terminal.cli"),
    *("warmed", "compiling", "commanding"),
)


@cache
def forks() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(PRELOADED))
    return context
