"""Players for the tests of matches; functions that other processes can import."""

from __future__ import annotations

import os
import time
from typing import Any

from zermelo.games import TicTacToe


def first(game: Any, state: Any) -> Any:
    """The first legal move."""
    return next(iter(game.actions(state)))


def last(game: Any, state: Any) -> Any:
    """The last legal move."""
    return [*game.actions(state)][-1]


def raises(state: Any) -> Any:
    raise ValueError("no idea")


def illegal(state: Any) -> Any:
    return "nowhere"


def dies(state: Any) -> Any:
    """Takes its process with it."""
    os._exit(7)


def dies_once(state: Any) -> Any:
    """Takes its process with it, the first time that anybody asks."""
    marker = os.environ["ZERMELO_TEST_MARKER"]
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return next(iter(TicTacToe().actions(state)))
    os._exit(7)


def sleeps(state: Any) -> Any:
    """Never answers."""
    while True:
        time.sleep(0.01)
