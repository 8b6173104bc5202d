"""Every built-in game in several sizes, and positions of a random game."""

from __future__ import annotations

import random
from typing import Any

from zermelo.games import (
    MNK,
    Backgammon,
    ConnectFour,
    DotsAndBoxes,
    Go,
    Hex,
    Kalah,
    MNKThree,
    Nim,
    NimMany,
    Pig,
    PongHauKi,
    Race,
    Siege,
    TicTacToe,
)
from zermelo.tracing.model import steps_from

GAMES = {
    "nim": Nim(),
    "nim misère": Nim((1, 0, 12, 3), misere=True),
    "mnk 3,3,3": MNK(),
    "mnk 8,8,5": MNK(8, 8, 5),
    "mnk 30,2,4": MNK(30, 2, 4),
    "kalah": Kalah(),
    "kalah 1,1": Kalah(1, 1),
    "kalah 3,5": Kalah(3, 5, empty_capture=False),
    "dots": DotsAndBoxes(),
    "dots 1,3": DotsAndBoxes(1, 3),
    "dots 5,5": DotsAndBoxes(5, 5),
    "ponghauki": PongHauKi(),
    "tictactoe": TicTacToe(),
    "connect4": ConnectFour(),
    "connect4 5,3": ConnectFour(5, 3),
    "pig": Pig(),
    "pig 7,2": Pig(7, 2),
    "race": Race(),
    "race 5,4": Race(5, 4),
    "backgammon": Backgammon(),
    "backgammon 3,3": Backgammon(3, 3),
    "hex 1": Hex(1),
    "hex 3 swap": Hex(3, swap=True),
    "hex 11": Hex(11),
    "go 5,5": Go(5, 5),
    "go 3,2 superko": Go(3, 2, superko=True),
    "go 19,1 suicide": Go(19, 1, komi=0, suicide=True),
    "go 15,11": Go(15, 11),
    "siege": Siege(),
    "siege of four": Siege((1, 2, 1, 3)),
    "mnk3": MNKThree(3, 4, 3),
    "nimn": NimMany((1, 0, 2), players=5, misere=True),
}


def random_states(game: Any, seed: int, plies: int = 80) -> Any:
    state, dice = game.initial(), random.Random(seed)
    for _ in range(plies):
        yield state
        if game.is_terminal(state):
            return
        state = game.result(state, dice.choice(steps_from(game, state)))
