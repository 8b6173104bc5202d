"""Hands of named tuples that shrink, a move that holds one of them, None as a pass and before the first tile."""

from typing import NamedTuple, Optional

from zermelo import Game


class Tile(NamedTuple):
    a: int
    b: int


class Play(NamedTuple):
    tile: Tile
    side: str


class Table(NamedTuple):
    hands: tuple
    ends: Optional[tuple]  # noqa: UP045
    turn: int
    passed: bool


def pips(hand):
    return sum(sum(tile) for tile in hand)


class Dominoes(Game):
    """Who cannot lay passes; the game ends with a hand, or when nobody can; the fewer pips win."""

    repetition = None
    payoff = "points"

    def initial(self):
        mine = (Tile(0, 0), Tile(1, 2), Tile(2, 2))
        return Table((mine, (Tile(0, 1), Tile(0, 2), Tile(1, 1))), None, 0, False)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        hand = state.hands[state.turn]
        if state.ends is None:
            return [Play(tile, "L") for tile in hand]
        left, right = state.ends
        plays = []
        for tile in hand:
            if left in tile:
                plays.append(Play(tile, "L"))
            if right in tile and left != right:
                plays.append(Play(tile, "R"))
        return plays or [None]

    def result(self, state, play):
        if play is None:
            return state._replace(turn=1 - state.turn, passed=True)
        tile, side = play
        hands = tuple(tuple(t for t in hand if t != tile) for hand in state.hands)
        if state.ends is None:
            ends = (tile.a, tile.b)
        else:
            left, right = state.ends
            if side == "L":
                ends = (tile.b if tile.a == left else tile.a, right)
            else:
                ends = (left, tile.b if tile.a == right else tile.a)
        return Table(hands, ends, 1 - state.turn, False)

    def is_terminal(self, state):
        if not all(state.hands):
            return True
        return state.passed and self.actions(state) == [None]

    def utility(self, state):
        return pips(state.hands[1]) - pips(state.hands[0])

    def evaluate(self, state):
        return pips(state.hands[1]) - pips(state.hands[0])
