"""Chopsticks in the style of Zulko/easyAI's: hands in rows, moves ('tap', i, j, n) and ('split', ...)."""

from copy import deepcopy

from zermelo import MAX, MIN, Game


class Chopsticks(Game):
    """A draw after twelve moves."""

    numhands = 2

    def initial(self):
        hand = [1 for hand in range(self.numhands)]
        hands = [hand[:] for player in range(2)]
        return tuple(map(tuple, hands)), 0, 0

    def to_move(self, state):
        return MAX if state[1] == 0 else MIN

    def actions(self, state):
        hands, player, moves_made = state
        moves = []
        for i in range(self.numhands):
            for j in range(self.numhands):
                if hands[player][i] != 0 and hands[1 - player][j] != 0:
                    moves.append(("tap", i, j, hands[player][i]))
        left, right = hands[player]
        if left == 0 and right % 2 == 0 and right > 0:
            moves.append(("split", 1, 0, right // 2))
        elif right == 0 and left % 2 == 0 and left > 0:
            moves.append(("split", 0, 1, left // 2))
        return moves

    def result(self, state, move):
        hands = [list(hand) for hand in state[0]]
        new = deepcopy(hands)
        kind, one, two, n = move
        player = state[1]
        if kind == "tap":
            new[1 - player][two] += n
            if new[1 - player][two] >= 5:
                new[1 - player][two] = 0
        else:
            new[player][one] -= n
            new[player][two] += n
        return tuple(tuple(hand) for hand in new), 1 - player, state[2] + 1

    def back_to_startstate(self, state):
        return state[2] >= 12

    def is_terminal(self, state):
        hands, player, moves_made = state
        return self.back_to_startstate(state) or sum(hands[player]) == 0

    def utility(self, state):
        hands, player, moves_made = state
        if sum(hands[player]) > 0:
            return 0
        return -1 if player == 0 else 1
