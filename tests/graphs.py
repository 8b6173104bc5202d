"""Random graphs as games, and what every position of one is worth, by no code of Zermelo's.

A graph is data: rooms, each with its player, passages to other rooms, some rooms that end the game.  All
graphs of one class are one unit.  A player may move twice in a row, and ways may meet again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import numpy as np

from zermelo import MAX, MIN, Game

DOORS = 10
OPEN = 1000


class Room(NamedTuple):
    number: int


class Graph(Game):
    """Win, draw and loss; play that goes on for ever is a draw."""

    repetition = 0
    circular = True
    sizes = (2, 18)
    doors_of_a_room = ((1, 1), (1, 2), (1, 3), (1, 4))
    ending = (0.05, 0.1, 0.25, 0.4)
    regular = 0.0
    """The share of rooms whose player their number tells."""

    def __init__(self, seed: int) -> None:
        random = Random(f"{type(self).__name__} {seed}")
        rooms = random.randint(*self.sizes)
        doors, ends, step = (random.choice(each) for each in (self.doors_of_a_room, self.ending, (5, 8, 12)))
        every = range(rooms)
        self.turns = np.array(
            [r % 2 if random.random() < self.regular else random.randrange(2) for r in every]
        )
        self.doors = np.array([random.randint(*doors) for _ in every])
        self.ways = np.array([[self.way(room, rooms, step, random) for _ in range(DOORS)] for room in every])
        self.ends = np.array([self.end(room, rooms, ends, random) for room in every])
        self.guesses = np.array([random.randint(-20, 20) for _ in every])

    def way(self, room: int, rooms: int, step: int, random: Random) -> int:
        if self.circular:
            return random.randrange(rooms)
        return min(room + random.randint(1, step), rooms - 1)

    def end(self, room: int, rooms: int, ends: float, random: Random) -> int:
        last = not self.circular and room == rooms - 1
        return random.randint(-1, 1) if last or (room > 0 and random.random() < ends) else OPEN

    def initial(self) -> Room:
        return Room(0)

    def to_move(self, state: Room) -> int:
        return int(self.turns[state.number])

    def actions(self, state: Room) -> Iterator[int]:
        yield from range(self.doors[state.number])

    def result(self, state: Room, door: int) -> Room:
        return Room(int(self.ways[state.number, door]))

    def is_terminal(self, state: Room) -> bool:
        return bool(self.ends[state.number] != OPEN)

    def utility(self, state: Room) -> int:
        return int(self.ends[state.number])

    def evaluate(self, state: Room) -> int:
        return int(self.guesses[state.number])


class WonByRepeating(Graph):
    repetition = 1


class LostByRepeating(Graph):
    repetition = -1


class Points(Graph):
    payoff = "points"
    repetition = 2

    def utility(self, state: Room) -> int:
        return int(self.ends[state.number]) * 4 + state.number % 3


class OneWay(Graph):
    """No position comes back."""

    repetition = None
    circular = False
    sizes = (4, 40)


class OneWayPoints(Points):
    repetition = None
    circular = False
    sizes = (4, 40)


class Wide(OneWay):
    """So many actions that those that come late are reduced."""

    sizes = (20, 45)
    doors_of_a_room = ((3, DOORS),)
    ending = (0.1, 0.2)
    regular = 0.7


CIRCULAR = (Graph, WonByRepeating, LostByRepeating, Points)
ONE_WAY = (OneWay, OneWayPoints, Wide)


@dataclass(frozen=True)
class Truth:
    """What a position is worth to MAX."""

    value: Any
    plies: int | None
    """To a win that is forced, and the quickest; None: there is none."""
    decided: bool
    """Is the value the same whatever endless play is worth?"""


class Analysis:
    """Every position of a graph."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.states = reached(game)
        self.children = {state: children(game, state) for state in self.states}
        self.ends = {state: int(game.utility(state)) for state, below in self.children.items() if not below}
        endless = [game.repetition or 0, -OPEN, OPEN]
        worth, least, most = ({s: self.value(s, each) for s in self.states} for each in endless)
        plies = {player: self.distances(player) for player in (MAX, MIN)} if game.payoff == "outcome" else {}
        self.truth = {
            state: Truth(
                worth[state],
                next((known[state] for known in plies.values() if state in known), None),
                least[state] == most[state],
            )
            for state in self.states
        }

    def affordable(self, nodes: int) -> tuple[int, bool]:
        """How deep a tree of so many nodes goes at most, and whether that is the whole tree."""
        sizes, depth = dict.fromkeys(self.states, 1), 0
        while True:
            deeper = {s: 1 + sum(sizes[child] for child in below) for s, below in self.children.items()}
            if deeper == sizes or deeper[self.game.initial()] > nodes or depth > 2 * len(self.states):
                return depth, deeper == sizes
            sizes, depth = deeper, depth + 1

    def value(self, state: Any, endless: int) -> int:
        """The most that MAX is sure of, if play that never ends is worth this."""
        wanted = sorted({*self.ends.values(), endless}, reverse=True)
        return next(goal for goal in wanted if self.sure_of(state, goal, endless))

    def sure_of(self, state: Any, goal: int, endless: int) -> bool:
        """Does MAX get at least this?  Whom endless play does not serve must force an end."""
        if endless >= goal:
            return state not in self.forced(MIN, lambda payoff: payoff < goal)
        return state in self.forced(MAX, lambda payoff: payoff >= goal)

    def distances(self, player: int) -> dict[Any, int]:
        """In how many plies a player forces a win, from wherever that is so."""
        return self.forced(player, lambda payoff: payoff == (1 if player == MAX else -1))

    def forced(self, player: int, good: Any) -> dict[Any, int]:
        """From where a player forces an end that is good, and the plies it takes: one more round for each."""
        found, plies = {state: 0 for state, payoff in self.ends.items() if good(payoff)}, 0
        while True:
            plies += 1
            more = {
                state: plies
                for state in self.states
                if state not in found and self.falls(state, player, found)
            }
            if not more:
                return found
            found |= more

    def falls(self, state: Any, player: int, found: dict[Any, int]) -> bool:
        inside = [child in found for child in self.children[state]]
        return bool(inside) and (any(inside) if self.game.to_move(state) == player else all(inside))


def reached(game: Any) -> list[Any]:
    """Every position that play can come to."""
    found = {game.initial(): None}
    ahead = list(found)
    while ahead:
        ahead = [child for state in ahead for child in children(game, state) if child not in found]
        found |= dict.fromkeys(ahead)
    return list(found)


def children(game: Any, state: Any) -> list[Any]:
    return [] if game.is_terminal(state) else [game.result(state, action) for action in game.actions(state)]
