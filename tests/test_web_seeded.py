"""What seeded faults showed to be untested in the server."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web app needs its extra: pip install 'zermelo[web]'")

from web_running import Running, running, sentence

from zermelo.games import Nim
from zermelo.interfaces.web import guard
from zermelo.interfaces.web.turns import Job

__all__ = ["running"]  # a fixture


def test_a_body_that_does_not_say_its_length_has_an_end_too(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "LARGEST_BODY", 1000)

    def parts() -> Iterator[bytes]:
        yield from (b" " * 400 for _ in range(4))

    answer = running.page.post("/api/position", content=parts(), headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert sentence(answer) == "a request may have at most 1,000 bytes"


def test_turns_double_while_they_find_nothing() -> None:
    placed: Any = SimpleNamespace(game=Nim())
    job = Job(placed, {}, None, lambda job: None)
    found = []
    for fruitless in (0, 1, 2, 5, 9):
        job.fruitless = fruitless
        found.append(job.patience)
    assert found == [1, 2, 4, 32, 32]
