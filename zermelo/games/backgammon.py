"""Backgammon: bring your stones home and off the board before the other does; single ones can be hit.

      13  14  15  16  17  18 | bar |  19  20  21  22  23  24 | off
      5X   .   .   .  3O   . |  .  |  5O   .   .   .   .  2X |  0O
      5O   .   .   .  3X   . |  .  |  5X   .   .   .   .  2O |  0X
      12  11  10   9   8   7 | bar |   6   5   4   3   2   1 | off
    MAX to move, thrown 6-5

MAX (X) goes from 24 down to 1 and off, MIN (O) the other way.  `State.cells` holds the points in the order of
their numbers, stones of MAX positive and those of MIN negative; before them is MIN's bar, behind them MAX's.
Moves are written as the mover counts, from the own home: MIN's 24 is MAX's 1.

A stone may not go to a point on which the other has two; one that stands alone is hit and starts again from
the bar, before anything else may move.  Both dice are used if that is possible, else the larger one if that
is; a double is played four times.  Who has all stones at home may bear them off, the hindmost with a throw
that is too large.  A win counts 1; 2, a gammon, if the loser has borne off nothing; 3, a backgammon, if the
loser then has a stone on the bar or in the winner's home.  At the start each throws one die; the higher
number begins, with both.

An action is a whole turn: the points that stones leave, 13/7+8/7 is (13, 8, 0, 0), first that of the larger
die and then that of the smaller; of a double up to four, none before a higher one.  Whole turns, because the
order of steps is of no interest: one by one, the four of a double would come up to 24 times, and a search of
fixed depth would stop in the middle of turns.  Of turns that lead to the same position there is one.  When
the dice are thrown, the action is what they show, (6, 5, 0, 0).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, NamedTuple

from zermelo.errors import GameError
from zermelo.game import CHANCE, MAX, MIN, Game, updated
from zermelo.games.common import check_whole, split_turn, turn_line

Four = tuple[int, int, int, int]
Cells = tuple[int, ...]
NOTHING: Four = (0, 0, 0, 0)
LEAST_HOME, MOST_HOME, MOST_STONES = 3, 6, 15
SHOTS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)
"""Throws of 36 that hit a stone so many points away, where nothing stands between."""


class Backgammon(Game):
    payoff = "points"
    payoff_range = (-3, 3)

    class State(NamedTuple):
        cells: Cells
        turn: int
        """CHANCE before the first throw, which says who begins."""
        dice: tuple[int, int]
        """What they show, the larger number first; zeros before they are thrown."""

    def __init__(self, stones: int = 15, home: int = 6) -> None:
        check_whole(stones=stones, home=home)
        if not 1 <= stones <= MOST_STONES or not LEAST_HOME <= home <= MOST_HOME:
            raise GameError(
                "wrong_backgammon",
                stones=stones,
                home=home,
                most=MOST_STONES,
                least=LEAST_HOME,
                largest=MOST_HOME,
            )
        self.stones, self.home = stones, home
        self.points, self.bar = 4 * home, 4 * home + 1

    def initial(self) -> State:
        """The start of backgammon; with fewer points and stones, the like of it."""
        own = [0] * (self.bar + 1)
        own[self.points], own[2 * self.home + 1] = 2 * self.stones // 15, self.stones // 3
        own[self.home + 2] = self.stones // 5
        own[self.home] = self.stones - sum(own)
        return self.State(tuple(own[i] - own[self.bar - i] for i in range(self.bar + 1)), CHANCE, (0, 0))

    def to_move(self, state: State) -> int:
        return CHANCE if state.dice[0] == 0 else state.turn

    # -- the dice --------------------------------------------------------------------------

    def outcomes(self, state: State) -> Iterator[tuple[Four, float]]:
        """At the start MAX's die and then MIN's, which differ; otherwise the larger number first."""
        sides = self.home
        for first in range(1, sides + 1):
            for second in range(1, sides + 1):
                if state.turn == CHANCE:
                    if first != second:
                        yield (first, second, 0, 0), 1 / (sides * (sides - 1))
                elif first >= second:
                    yield (first, second, 0, 0), (1 if first == second else 2) / (sides * sides)

    def result(self, state: State, action: Four) -> State:
        if state.dice[0] > 0:
            return self.State(self.played(state, action), 1 - state.turn, (0, 0))
        turn = state.turn
        if turn == CHANCE:
            turn = MAX if action[0] > action[1] else MIN
        return self.State(state.cells, turn, (max(action[0], action[1]), min(action[0], action[1])))

    # -- a turn ----------------------------------------------------------------------------

    def seen(self, cells: Sequence[int], player: int) -> list[int]:
        """The cells as a player counts them, and back: own stones positive, from home, the bar last."""
        if player == MAX:
            return list(cells)
        return [-cells[self.bar - i] for i in range(self.bar + 1)]

    def actions(self, state: State) -> list[Four]:
        own = self.seen(state.cells, state.turn)
        high, low = state.dice
        if high == low:
            return self.plays(own, (high, high, high, high))
        first, second = self.plays(own, (high, low, 0, 0)), self.plays(own, (low, high, 0, 0))
        if first[0][1] == 0 and second[0][1] == 0:
            return first if first[0][0] > 0 else [self.swapped(turn) for turn in second]
        found = [turn for turn in first if turn[1] > 0 and not self.is_detour(own, high, low, turn)]
        for turn in second:
            if turn[1] > 0 and not self.is_found(own, high, low, self.swapped(turn)):
                found.append(self.swapped(turn))
        return found

    def plays(self, own: list[int], dice: Four) -> list[Four]:
        """The turns, by the points they leave, that use as many of the dice, in this order, as can be."""
        turns = [NOTHING]
        for step in range(4):
            longer = []
            for turn in turns:
                here = self.moved(own, dice, turn)
                last = self.bar if step == 0 or dice[0] != dice[1] else turn[step - 1]
                for point in range(last, 0, -1):
                    if dice[step] > 0 and self.can_leave(here, point, dice[step]):
                        longer.append(updated(turn, step, point))
            if len(longer) == 0:
                break
            turns = longer
        return turns

    def can_leave(self, own: list[int], point: int, die: int) -> bool:
        """May a stone go from here as far as the die shows?"""
        if own[point] <= 0 or (own[self.bar] > 0 and point != self.bar):
            return False
        if point > die:
            return own[point - die] >= -1
        behind = point if point < die else self.home
        return all(own[i] <= 0 for i in range(behind + 1, self.bar + 1))

    def moved(self, own: list[int], dice: Four, turn: Four) -> list[int]:
        """The cells after steps from these points, one after another."""
        cells = list(own)
        for step in range(4):
            point = turn[step]
            if point > 0:
                cells[point] -= 1
                target = point - dice[step]
                if target > 0 and cells[target] == -1:
                    cells[target] = 0
                    cells[0] -= 1
                if target > 0:
                    cells[target] += 1
        return cells

    def is_detour(self, own: list[int], high: int, low: int, turn: Four) -> bool:
        """Does a stone end where it would with the larger die first, and none of the two ways hits?"""
        end, start = turn[0], turn[1]
        if end != start - low or start <= high or own[end] == -1 or own[start - high] == -1:
            return False
        return self.follow(own, start, high, start - high, low)

    def is_found(self, own: list[int], high: int, low: int, turn: Four) -> bool:
        """Does a turn that begins with the smaller die come to what one that begins with the larger does?"""
        if self.follow(own, turn[0], high, turn[1], low) or self.is_detour(own, high, low, turn):
            return True
        both_off = turn[0] <= high and turn[1] <= low and turn[0] != turn[1] - low
        return both_off and self.follow(own, turn[1], high, turn[0], low)

    def follow(self, own: list[int], first: int, die: int, then: int, other: int) -> bool:
        """Can a stone leave `first` with one die, and then one leave `then` with the other?"""
        if not self.can_leave(own, first, die):
            return False
        return self.can_leave(self.moved(own, (die, 0, 0, 0), (first, 0, 0, 0)), then, other)

    def swapped(self, turn: Four) -> Four:
        """The point of the larger die before that of the smaller."""
        return (turn[1], turn[0], 0, 0)

    def in_order(self, own: list[int], dice: tuple[int, int], turn: Four) -> tuple[Four, Four]:
        """Dice and points as they are used.  Where the larger finds no stone, the smaller brings it."""
        high, low = dice
        if high == low:
            return (high, high, high, high), turn
        if own[turn[0]] > 0:
            return (high, low, 0, 0), turn
        return (low, high, 0, 0), self.swapped(turn)

    def played(self, state: State, turn: Four) -> Cells:
        """The cells after a whole turn."""
        own = self.seen(state.cells, state.turn)
        dice, points = self.in_order(own, state.dice, turn)
        return tuple(self.seen(self.moved(own, dice, points), state.turn))

    # -- the end ---------------------------------------------------------------------------

    def is_terminal(self, state: State) -> bool:
        return max(state.cells) <= 0 or min(state.cells) >= 0

    def utility(self, state: State) -> int:
        if max(state.cells) <= 0:
            return self.worth(self.seen(state.cells, MAX))
        return -self.worth(self.seen(state.cells, MIN))

    def worth(self, own: list[int]) -> int:
        """What a player who has no stone left gets: 1, 2 or 3."""
        if -sum(own) < self.stones:
            return 1
        return 3 if any(own[i] < 0 for i in range(self.home + 1)) else 2

    def bounds(self, state: State) -> tuple[int, int]:
        """Who has borne off a stone loses no gammon."""
        ours = sum(n for n in state.cells if n > 0)
        theirs = -sum(n for n in state.cells if n < 0)
        return -3 if ours == self.stones else -1, 3 if theirs == self.stones else 1

    # -- estimates -------------------------------------------------------------------------

    def evaluate(self, state: State) -> float:
        """What MAX can expect: the race as Kleinman counts it, and what stones are worth where they are."""
        own, other = self.seen(state.cells, MAX), self.seen(state.cells, MIN)
        ours, theirs = self.pips(own), self.pips(other)
        lead = theirs - ours + (4.0 if state.turn == MAX else -4.0 if state.turn == MIN else 0.0)
        if self.hindmost(own) + self.hindmost(other) > self.bar:  # they have yet to pass each other
            lead += self.assets(own, state.turn == MAX) - self.assets(other, state.turn == MIN)
        x = lead / sqrt(ours + theirs + 4)
        y = x * (1.13 + 0.44 * x * x)  # the error function of x, but for a little
        ahead = y / sqrt(1 + y * y)
        gammons = (1 + ahead) * self.risk(other, ours) - (1 - ahead) * self.risk(own, theirs)
        return ahead + gammons / 2

    def pips(self, own: list[int]) -> int:
        """How many points the own stones still have to go."""
        return sum(i * max(own[i], 0) for i in range(self.bar + 1))

    def hindmost(self, own: list[int]) -> int:
        """The highest point with an own stone; 0 where there is none."""
        for i in range(self.bar, 0, -1):
            if own[i] > 0:
                return i
        return 0

    def assets(self, own: list[int], on_roll: bool) -> float:
        """What there is besides the race, in pips: blots, points that are made, primes, stones on the bar."""
        total, row = -6.0 * own[self.bar], 0
        for i in range(1, self.points + 1):
            row = row + 1 if own[i] > 1 else 0
            if own[i] > 1:
                total += self.made(own, i) + (row * row if row > 2 and self.is_behind(own, i) else 0)
            if own[i] == 1:
                total -= self.danger(own, i) * (0.3 if on_roll else 1.0)
            if own[i] > 4:
                total -= own[i] - 4
        return total

    def made(self, own: list[int], i: int) -> float:
        """A point that is held: at home it shuts out what is hit, in the other's home it is safe to stay."""
        if i <= self.home:
            return 3.0 + i / 2
        return 4.0 if i > self.points - self.home else 1.0

    def is_behind(self, own: list[int], i: int) -> bool:
        """Has the other player a stone that must come past this point?"""
        return any(own[j] < 0 for j in range(i))

    def danger(self, own: list[int], i: int) -> float:
        """Pips that a stone alone on a point is about to lose, on average."""
        safe, shut = 1.0, 0
        for away in range(1, min(2 * self.home, i) + 1):
            if own[i - away] < 0:
                safe *= 1 - SHOTS[away] / 36
        for j in range(1, self.home + 1):
            shut += own[self.bar - j] < -1
        return (1 - safe) * (self.bar - i + 3 * shut)

    def risk(self, own: list[int], left: int) -> float:
        """How likely a gammon is: no stone comes off before the other, who has `left` pips, is done."""
        if sum(max(n, 0) for n in own) < self.stones:
            return 0.0
        missing = sum(max(own[i], 0) * max(i - self.home, 0) for i in range(self.bar + 1))
        return min(1.0, max(0.0, (missing + 12 - left / 1.2) / 60))

    def priority(self, state: State, turn: Four) -> int:
        """Hits first; then points that are made rather than left."""
        own = self.seen(state.cells, state.turn)
        total, high, low = 0, state.dice[0], state.dice[1]
        for step in range(4):
            point = turn[step]
            target = point - (low if step == 1 else high)
            if point > 0 and target > 0:
                total += 8 if own[target] == -1 else 2 if own[target] == 1 else 1 if own[target] > 1 else 0
            if point > 0 and own[point] == 2:
                total -= 2
        return total

    # -- as people see it ------------------------------------------------------------------

    def name(self, state: State, action: Four) -> str:
        """As players write it: 13/7+8/7, bar/20, 6/off, 8/5*(2); a stop is named only where it hits."""
        if state.dice[0] == 0:
            return f"{action[0]}-{action[1]}"
        ways = [self.way(state, path) for path in self.paths(state, action)]
        counts = {way: ways.count(way) for way in ways}
        return "+".join(f"{way}({n})" if n > 1 else way for way, n in counts.items()) or "pass"

    def paths(self, state: State, action: Four) -> list[list[int]]:
        """The points that each stone of a turn comes to, the hindmost stone first; 0 is off."""
        dice, points = self.in_order(self.seen(state.cells, state.turn), state.dice, action)
        found: list[list[int]] = []
        for point, die in zip(points, dice):
            path = next((path for path in found if path[-1] == point), [point])
            if point > 0 and len(path) == 1:
                found.append(path)
            path.append(max(point - die, 0))
        return sorted(found, reverse=True)

    def way(self, state: State, path: list[int]) -> str:
        """One stone's part of a turn."""
        own = self.seen(state.cells, state.turn)
        hits = [point for point in path[1:] if point > 0 and own[point] == -1]
        stops = [path[0], *(point for point in path[1:-1] if point in hits), path[-1]]
        words = {self.bar: "bar", 0: "off"}
        return "/".join(words.get(point, str(point)) + ("*" if point in hits else "") for point in stops)

    def layout(self) -> tuple[list[int], list[int]]:
        """The two rows as they are drawn: cells from the left, the bar in the middle."""
        home, bar = self.home, self.bar
        upper = [*range(2 * home + 1, 3 * home + 1), bar, *range(3 * home + 1, bar)]
        return upper, [bar - cell for cell in upper]

    def drawing(self, state: State) -> list[list[str]]:
        """Numbers as the mover counts, stones, stones, numbers: four rows, the trays at their ends."""
        upper, lower = ([mark(state.cells[cell]) for cell in row] for row in self.layout())
        ours, theirs = (sum(max(n * sign, 0) for n in state.cells) for sign in (1, -1))
        above, below = (self.numbers(row, state.turn) for row in self.layout())
        return [above, [*upper, f"{self.stones - theirs}O"], [*lower, f"{self.stones - ours}X"], below]

    def numbers(self, row: list[int], player: int) -> list[str]:
        """What stands above or below a row."""
        counted = [self.bar - cell if player == MIN else cell for cell in row]
        return [*("bar" if cell in (0, self.bar) else str(cell) for cell in counted), "off"]

    def show(self, state: State) -> str:
        turn = turn_line(state.turn) if state.turn != CHANCE else "nobody to move"
        thrown = f", thrown {state.dice[0]}-{state.dice[1]}" if state.dice[0] else ""
        return "\n".join([*map(self.row, self.drawing(state)), turn + thrown])

    def row(self, words: list[str]) -> str:
        """A line of the drawing."""
        left, bar, right, off = words[: self.home], words[self.home], words[self.home + 1 : -1], words[-1]
        sides = ["".join(f"{word:>4}" for word in side) for side in (left, right)]
        return f"{sides[0]} |{bar:^5}|{sides[1]} |{off:>4}"

    def parse(self, text: str) -> State:
        """The position that `show` draws; the numbers of the points may be left out, and what is off.

        >>> game = Backgammon()
        >>> game.parse(game.show(game.initial())) == game.initial()
        True
        """
        body, _, thrown = text.replace(",", " ").partition("thrown")
        body, turn = (body, CHANCE) if "nobody" in body else split_turn(body)
        dice = sorted(map(int, re.findall(r"\d+", thrown)), reverse=True) or [0, 0]
        stones = [int(n or 1) * (1 if sign == "X" else -1 if sign else 0) for n, sign in self.places(body)]
        upper, lower = self.layout()
        cells = [0] * (self.bar + 1)
        for cell, number in zip([*upper, *lower], stones):
            cells[cell] = number
        ours, theirs = (sum(max(n * sign, 0) for n in cells) for sign in (1, -1))
        legal = max(ours, theirs) <= self.stones and ours + theirs > 0 and cells[0] <= 0 <= cells[self.bar]
        known = len(dice) == 2 and (dice == [0, 0] or 1 <= min(dice) <= max(dice) <= self.home)
        if len(stones) != self.bar + 1 or not legal or not known or (turn == CHANCE and dice[0]):
            raise GameError(
                "wrong_backgammon_position", count=self.bar + 1, stones=self.stones, sides=self.home
            )
        return self.State(tuple(cells), turn, (dice[0], dice[1]))

    def places(self, body: str) -> list[tuple[str, str]]:
        """The marks of the places, without the trays: how many, and whose."""
        found = re.findall(r"(?<!\S)(\d*)([XO.])(?!\S)", body.replace("|", " ").replace("/", " "))
        width = 2 * self.home + 1
        if len(found) == 2 * width + 2:
            found = found[:width] + found[width + 1 : -1]
        return [(n, "" if sign == "." else sign) for n, sign in found]

    def board(self, state: State) -> dict[str, Any]:
        """Points with their numbers, the bar in the middle, trays at the end, the dice between the rows."""
        above, upper, lower, below = self.drawing(state)
        width, resting = len(upper), state.dice[0] == 0 or self.is_terminal(state)
        between = [""] * width
        if state.dice[0] > 0:
            between[-3:-1] = [str(die) for die in state.dice]
        actions = [] if resting else [(turn, self.touched(state, turn)) for turn in self.actions(state)]
        return {
            "kind": "backgammon",
            "width": width,
            "height": 5,
            "cells": [*above, *upper, *between, *lower, *below],
            "actions": actions,
        }

    def touched(self, state: State, turn: Four) -> list[int]:
        """The places of the board that a turn goes through; of one in which nothing can move, the bar."""
        width = 2 * self.home + 2
        places = {
            cell: first + at
            for row, first in zip(self.layout(), (width, 3 * width))
            for at, cell in enumerate(row)
        }
        if state.turn == MIN:
            places = {self.bar - cell: at for cell, at in places.items()}
        places[0] = (2 if state.turn == MIN else 4) * width - 1
        return [places[point] for path in self.paths(state, turn) for point in path] or [places[self.bar]]


def mark(number: int) -> str:
    """
    >>> mark(5), mark(-1), mark(0)
    ('5X', '1O', '.')
    """
    return f"{abs(number)}{'X' if number > 0 else 'O'}" if number else "."
