"""Processes that begin with everything imported: forks of one server, for the compiler and for commands."""

from __future__ import annotations

import multiprocessing
import os
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from pathlib import Path
from unittest.mock import patch

PRELOADED = (
    *("numba", "zermelo.kernel.compiler.nested_type", "zermelo.interfaces.terminal.cli"),
    *("warmed", "compiling", "commanding"),
)


@cache
def forks() -> ForkServerContext:
    """The server is told by its environment where the tests are: Python 3.11 forgets to tell it our path."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(PRELOADED))
    path = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    with patch.dict(os.environ, {"PYTHONPATH": os.pathsep.join(path)}):
        forkserver.ensure_running()
    return context
