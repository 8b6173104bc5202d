"""Turns of many analyses: what one turn after another finds out, and how long the next one is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from web_running import settle

from zermelo import search
from zermelo.games import TicTacToe
from zermelo.interfaces.web.shelf import Placed
from zermelo.interfaces.web.turns import LONGEST, Job, Turns

GAME = TicTacToe()
WANTED = {"lines": 1, "values": True, "depth": None, "algorithm": "pvs"}


def job_at(*moves: int) -> Job:
    state, past = GAME.initial(), []
    for move in moves:
        past.append(state)
        state = GAME.result(state, move)
    placed = Placed("tictactoe", GAME, state, tuple(past), tuple(map(str, moves)), "")
    return Job(placed, WANTED, None, lambda _: None)


def test_a_report_that_proves_more_at_the_same_depth_is_news() -> None:
    job = job_at(0, 4, 8)
    proved = search(GAME, job.placed.state, values=True, engine="interpreted", algorithm="pvs")
    doubtful = replace(
        proved, values={action: replace(score, proved=False) for action, score in proved.values.items()}
    )
    job.note(doubtful, 0, 1.0)
    job.turns += 1
    job.note(replace(doubtful, nodes=7), 0, 1.0)
    assert job.latest is doubtful
    job.note(proved, 0, 1.0)
    assert job.latest is proved
    job.turns += 1
    job.note(doubtful, 0, 1.0)
    assert job.latest is proved


def test_turns_that_find_nothing_make_the_next_ones_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns of a millisecond are too short for any depth; the whole truth is found all the same."""
    turns = Turns(seats=1)
    monkeypatch.setattr(turns, "limit", lambda job, engine: 0.001 * 2.0**job.fruitless)
    monkeypatch.setattr(turns.ready, "engine_for", lambda game, state: "interpreted")
    monkeypatch.setattr(turns.ready, "pending", lambda game: False)
    try:
        job: Any = job_at(0, 4, 8)
        turns.add(job)
        assert settle(lambda: job.done, 300)
        assert job.turns > 1
        assert len(job.latest.values) == 6
        assert all(score.proved for score in job.latest.values.values())
    finally:
        turns.close()


def test_no_turn_is_endless_where_others_wait() -> None:
    turns = Turns(seats=1)
    turns.close()
    job = job_at()
    job.turns = job.fruitless = 100
    assert turns.turn(job) == LONGEST
