"""What all tests share: a private cache of compiled units, kept between runs; rules written on the spot."""

from __future__ import annotations

import importlib
import itertools
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

CACHE = Path(__file__).parents[1] / ".pytest_cache" / "zermelo"
CACHE.mkdir(mode=0o700, parents=True, exist_ok=True)
CACHE.chmod(0o700)
os.environ["ZERMELO_CACHE"] = str(CACHE)  # before anything imports zermelo; child processes inherit it

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a job in the background: commands are to hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)

_numbers = itertools.count(1)


@pytest.fixture(autouse=True, scope="session")
def quick_compiler() -> None:
    """Units are compiled in processes that need not import Numba first."""
    import compiling

    from zermelo.kernel.compiler import build

    build._build = compiling.build


@pytest.fixture
def fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and a process that has no unit in memory."""
    from zermelo.kernel import bind

    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("ZERMELO_CACHE", str(folder))
    monkeypatch.setattr(bind, "_revived", {})
    return folder


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """`rules(text)`: the text as a module from a file of its own, under a name that no other has."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def write(text: str) -> ModuleType:
        name = f"rules_{os.getpid()}_{next(_numbers)}"
        (tmp_path / f"{name}.py").write_text(text)
        importlib.invalidate_caches()
        return importlib.import_module(name)

    return write
