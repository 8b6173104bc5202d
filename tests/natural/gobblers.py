"""Gobblet gobblers on 3 x 3: cells are stacks (tuples of any length), None is the hand."""

from typing import NamedTuple, Optional

from zermelo import MAX, MIN, Game

ROWS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


class Move(NamedTuple):
    size: int
    source: Optional[int]  # None: from the hand
    target: int


class State(NamedTuple):
    stacks: tuple  # nine stacks of (player, size), bottom first
    hands: tuple  # two hands, sizes in order
    turn: int
    ply: int


class Gobblet(Game):
    def __init__(self, sizes=2, limit=8):
        self.sizes = sizes
        self.limit = limit

    def initial(self):
        hand = tuple(sorted(list(range(self.sizes)) * 2))
        return State(((),) * 9, (hand, hand), MAX, 0)

    def to_move(self, state):
        return state.turn

    def top(self, state, cell):
        return state.stacks[cell][-1] if state.stacks[cell] else None

    def actions(self, state):
        moves = []
        for target in range(9):
            top = self.top(state, target)
            for size in sorted(set(state.hands[state.turn])):
                if top is None or top[1] < size:
                    moves.append(Move(size, None, target))
        for source in range(9):
            piece = self.top(state, source)
            if piece and piece[0] == state.turn:
                for target in range(9):
                    if target != source:
                        top = self.top(state, target)
                        if not top or top[1] < piece[1]:
                            moves.append(Move(piece[1], source, target))
        return moves

    def result(self, state, move):
        stacks = list(state.stacks)
        hands = list(state.hands)
        if move.source is None:
            hand = list(hands[state.turn])
            hand.remove(move.size)
            hands[state.turn] = tuple(hand)
        else:
            stacks[move.source] = stacks[move.source][:-1]
        stacks[move.target] += ((state.turn, move.size),)
        return State(tuple(stacks), tuple(hands), 1 - state.turn, state.ply + 1)

    def rows_of(self, state, player):
        owners = [stack[-1][0] if stack else None for stack in state.stacks]
        return sum(all(owners[i] == player for i in row) for row in ROWS)

    def is_terminal(self, state):
        return (
            state.ply >= self.limit
            or self.rows_of(state, MAX) > 0
            or self.rows_of(state, MIN) > 0
            or not self.actions(state)
        )

    def utility(self, state):
        mine, theirs = self.rows_of(state, MAX) > 0, self.rows_of(state, MIN) > 0
        if mine and theirs:
            return 1 if state.turn == MAX else -1
        return mine - theirs
