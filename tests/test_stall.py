"""Who is blamed when a search stands still: the rules alone."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from zermelo.games import Nim
from zermelo.running.explain import explain_stuck

HOOK = """
def callback(reached, end):
    reached.set()
    end.wait(300)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A package that somebody has installed."""
    folder = tmp_path / "site-packages"
    folder.mkdir()
    (folder / "installed_hook.py").write_text(HOOK)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return importlib.import_module("installed_hook")


def stuck_in(game: Any, rule: Callable[[], Any], reached: threading.Event, end: threading.Event) -> str:
    worker = threading.Thread(target=rule)
    worker.start()
    try:
        assert reached.wait(300)
        return str(explain_stuck(game, worker))
    finally:
        end.set()
        worker.join()


def test_another_packages_hook_is_not_taken_for_a_rule(package: ModuleType) -> None:
    reached, end = threading.Event(), threading.Event()

    class Interrupted(Nim):
        def utility(self, state: Any) -> int:
            package.callback(reached, end)  # as a garbage collector's hook runs: anywhere
            return 1

    said = stuck_in(Interrupted(), lambda: Interrupted().utility(None), reached, end)
    assert said.startswith(f"Interrupted: utility() does not return ({__file__}, line ")


def test_nobody_is_named_where_no_rule_is_at_work(package: ModuleType) -> None:
    reached, end = threading.Event(), threading.Event()
    said = stuck_in(Nim(), partial(package.callback, reached, end), reached, end)
    assert said == "Nim: a rule does not return: an infinite loop?"
