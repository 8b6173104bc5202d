"""What all tests share: a private cache of compiled units, kept between runs; rules written on the spot."""

from __future__ import annotations

import ast
import gc
import importlib
import itertools
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from budget import LONG
from hypothesis import HealthCheck, settings

CACHE = Path(__file__).parents[1] / ".pytest_cache" / "zermelo"
CACHE.mkdir(mode=0o700, parents=True, exist_ok=True)
CACHE.chmod(0o700)
os.environ["ZERMELO_CACHE"] = str(CACHE)  # before anything imports zermelo; child processes inherit it

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a job in the background: commands are to hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)

gc.set_threshold(700, 10, 100)  # a worker keeps a million objects, which are seldom worth looking through

collect_ignore = ["warmed.py"]  # compiles when it is imported, and has no examples

_numbers = itertools.count(1)


def take_turns_at_parsing() -> None:
    """pytest and Hypothesis read syntax beside Zermelo's threads, which Python 3.11 does not bear."""
    from zermelo.kernel.parsing import undisturbed

    read = ast.parse

    def parse(*arguments: Any, **options: Any) -> Any:
        return undisturbed(lambda: read(*arguments, **options))

    ast.parse = parse


take_turns_at_parsing()

# The same examples in every quick run, new ones in every thorough run; neither minds how fast the machine is.
ANY_SPEED = [HealthCheck.too_slow]
settings.register_profile("quick", derandomize=True, deadline=None, suppress_health_check=ANY_SPEED)
settings.register_profile("thorough", deadline=None, suppress_health_check=ANY_SPEED)
settings.load_profile("thorough" if LONG else "quick")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        import compiling

        compiling.forget_other_compilers()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The long ones only when they are asked for; the slow ones first, so that none is waited for."""
    left = [item for item in items if item.get_closest_marker("long")] if not LONG else []
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in left]
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(autouse=True)
def typed_compiler(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The typed compiler is asked first in its own tests."""
    name = request.module.__name__.rpartition(".")[2]
    if name.startswith("test_machine_") and name != "test_machine_speed":
        monkeypatch.setenv("ZERMELO_COMPILER", "typed")


@pytest.fixture(autouse=True, scope="session")
def quick_compiler() -> None:
    """Units are compiled in processes that need not import Numba first, and where a search lasts."""
    import compiling

    compiling.stand_in(compiling.build)


@pytest.fixture(autouse=True)
def nothing_left_to_compile() -> Iterator[None]:
    """What a test has asked to be compiled and did not wait for is of no use to the next."""
    yield
    from zermelo.running.compiling import WORKSHOP

    for wish in [*WORKSHOP.waiting]:
        WORKSHOP.withdraw(wish.future)


@pytest.fixture(scope="session")
def servers() -> Iterator[Callable[..., str]]:
    """`servers(*arguments)`: the address of `zermelo serve` with these, one process for all tests."""
    from browsing import ended, started

    found: dict[tuple[str, ...], Any] = {}

    def address(*arguments: str) -> str:
        if arguments not in found:
            found[arguments] = started(*arguments)
        return str(found[arguments][1])

    yield address
    for process, _ in found.values():
        ended(process)


@pytest.fixture(scope="session")
def address(servers: Callable[..., str]) -> str:
    """Of the server of the built-in games."""
    return servers()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One Chromium for all tests of a worker."""
    from browsing import launched

    with launched() as found:
        yield found


@pytest.fixture(scope="session")
def profile(browser: Any) -> Any:
    """Where the page's files are kept between tests."""
    from browsing import PATIENCE

    found = browser.new_context(locale="en-GB")
    found.set_default_timeout(PATIENCE)
    return found


@pytest.fixture
def opened(profile: Any, address: str) -> Iterator[Any]:
    """Opens the page at a hash; what goes wrong inside it fails the test."""
    from browsing import opening

    with opening(profile, address) as open_page:
        yield open_page


@pytest.fixture
def fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and a process that has no unit in memory."""
    from zermelo.kernel import bind

    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("ZERMELO_CACHE", str(folder))
    monkeypatch.setattr(bind, "_loaded", {})
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
