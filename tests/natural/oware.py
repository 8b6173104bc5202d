"""A small oware in the style of MohAhm/mancala: pits and scores in tuples, sowing by hand."""

from zermelo import MAX, MIN, Game


class Oware(Game):
    """Three pits a side, two seeds each; the seeds that make a pit of the other's two or three are captured."""

    payoff = "points"

    def initial(self):
        return (2, 2, 2, 2, 2, 2), (0, 0), 0

    def to_move(self, state):
        return MAX if state[2] == 0 else MIN

    def actions(self, state):
        pits, score, player = state
        first = 3 * player
        return [i for i in range(first, first + 3) if pits[i] > 0]

    def result(self, state, action):
        pits, score, player = list(state[0]), list(state[1]), state[2]
        seeds = pits[action]
        pits[action] = 0
        i = action
        while seeds > 0:
            i = (i + 1) % 6
            if i == action:
                continue
            pits[i] += 1
            seeds -= 1
        while i >= 0 and i // 3 != player and pits[i] in (2, 3):
            score[player] += pits[i]
            pits[i] = 0
            i -= 1
        return tuple(pits), tuple(score), 1 - player

    def is_terminal(self, state):
        return max(state[1]) > 6 or not self.actions(state)

    def utility(self, state):
        return state[1][0] - state[1][1]
