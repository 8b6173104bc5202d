"""Pig, a game of courage with one die: roll as often as you like, or hold; whoever reaches the target wins.

    MAX 24    MIN 31    this turn 9        State(scores=(24, 31), total=9, turn=MAX, rolling=False)
    MAX to move

A roll of 1 loses what this turn has brought and ends it; any other is added to it.  Holding adds it to the
score and ends the turn.  A turn begins with a roll.  The target is reached as soon as score and turn
together come to it.  An action is HOLD or ROLL; when the die is thrown, what it shows.

With two sides the die is a coin that wins two points or ends the turn: Piglet, of twice the target.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.errors import GameError
from zermelo.game import CHANCE, MAX, MIN, Game, updated
from zermelo.games.common import check_whole, split_turn, turn_line

HOLD, ROLL = 0, 1
MOST_TARGET, MOST_SIDES = 1_000, 100


class Pig(Game):
    payoff_range = (-1, 1)

    class State(NamedTuple):
        scores: tuple[int, int]
        total: int
        """What this turn has brought so far."""
        turn: int
        rolling: bool
        """Is the die about to be thrown?"""

    def __init__(self, target: int = 100, sides: int = 6) -> None:
        check_whole(target=target, sides=sides)
        if not 1 <= target <= MOST_TARGET or not 2 <= sides <= MOST_SIDES:
            raise GameError("wrong_pig", target=target, sides=sides, most=MOST_TARGET, most_sides=MOST_SIDES)
        self.target, self.sides = target, sides

    def initial(self) -> State:
        return self.State((0, 0), 0, MAX, False)

    def to_move(self, state: State) -> int:
        return CHANCE if state.rolling else state.turn

    def actions(self, state: State) -> Iterator[int]:
        yield ROLL
        if state.total > 0:
            yield HOLD

    def outcomes(self, state: State) -> Iterator[tuple[int, float]]:
        for face in range(1, self.sides + 1):
            yield face, 1 / self.sides

    def result(self, state: State, action: int) -> State:
        if state.rolling:
            if action == 1:
                return self.State(state.scores, 0, 1 - state.turn, False)
            return self.State(state.scores, state.total + action, state.turn, False)
        if action == ROLL:
            return self.State(state.scores, state.total, state.turn, True)
        scores = updated(state.scores, state.turn, state.scores[state.turn] + state.total)
        return self.State(scores, 0, 1 - state.turn, False)

    def is_terminal(self, state: State) -> bool:
        return state.scores[state.turn] + state.total >= self.target

    def utility(self, state: State) -> int:
        return 1 if state.turn == MAX else -1

    def evaluate(self, state: State) -> float:
        """How far MAX is ahead, as a part of the target; half of what the turn has brought counts."""
        ahead = state.scores[MAX] - state.scores[MIN]
        turn = state.total / 2 if state.turn == MAX else -state.total / 2
        return (ahead + turn) / self.target

    def show(self, state: State) -> str:
        die = "  (rolling)" if state.rolling else ""
        scores = f"MAX {state.scores[MAX]}    MIN {state.scores[MIN]}    this turn {state.total}{die}"
        return f"{scores}\n{turn_line(state.turn)}"

    def tally(self, state: State) -> tuple[int, int]:
        """The points of each player; what the turn has brought counts."""
        first, second = updated(state.scores, state.turn, state.scores[state.turn] + state.total)
        return first, second

    def name(self, state: State, action: int) -> str:
        if state.rolling:
            return str(action)
        return "roll" if action == ROLL else "hold"

    def parse(self, text: str) -> State:
        """The position that `show` draws, or its three numbers and the player; `rolling` before the player.

        >>> Pig().parse("24 31 9 MIN")
        State(scores=(24, 31), total=9, turn=1, rolling=False)
        """
        body, turn = split_turn(text)
        numbers = [int(word) for word in re.findall(r"\d+", body)]
        left = re.sub(r"\d+|MAX|MIN|this turn|\(?rolling\)?|[/,]", " ", body)
        if len(numbers) != 3 or left.strip() or max(numbers[:2]) >= self.target:
            raise GameError("wrong_pig_position", target=self.target)
        return self.State((numbers[0], numbers[1]), numbers[2], turn, "rolling" in body)

    def board(self, state: State) -> dict[str, Any]:
        """The two scores, and between them the turn: a click there rolls, one on the own score holds."""
        cells = [str(state.scores[MAX]), f"+{state.total}", str(state.scores[MIN])]
        places = {ROLL: 1, HOLD: 0 if state.turn == MAX else 2}
        resting = state.rolling or self.is_terminal(state)
        actions = [] if resting else [(action, [places[action]]) for action in self.actions(state)]
        drawn = {"kind": "grid", "width": 3, "height": 1, "cells": cells, "labels": ["MAX", "", "MIN"]}
        return {**drawn, "actions": actions}
