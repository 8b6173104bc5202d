"""Hands of tiles that shrink, a log that grows, a run of tiles as an action, `state[turn]`, a board as a text."""

from typing import NamedTuple

from zermelo import MAX, MIN, Game


class Flag(NamedTuple):
    row: int
    owner: str


class Tiles(Game):
    """Tiles that follow each other are laid in one go; who lays the last one of a row sets a flag there."""

    payoff = "points"

    def initial(self):
        return ((1, 2, 4), (0, 3, 5), 0, 0, "." * 10, frozenset(), (), 0)

    def to_move(self, state):
        return (MAX, MIN)[state[-1]]

    def runs(self, hand, run):
        found = [run]
        for tile in hand:
            if tile == run[-1] + 1:
                found += self.runs(hand, run + (tile,))
        return found

    def actions(self, state):
        turn = state[7]
        found = []
        for tile in state[turn]:
            found += self.runs(state[turn], (tile,))
        return found

    def result(self, state, run):
        turn = state[7]
        board, flags, log = state[4], state[5], state[6]
        mine = tuple(tile for tile in state[turn] if tile not in run)
        yours, points, theirs = state[1 - turn], state[2 + turn], state[3 - turn]
        letters = list(board)
        for tile in run:
            letters[tile] = "XO"[turn]
            points += tile * (1 + len(yours))
        rows = ["".join(letters[:5]), "".join(letters[5:])]
        if len(mine) == 0:
            flags = flags | {Flag(len(log) % 3, "XO"[turn])}
            flags = frozenset(flag for flag in flags if flag.owner != "-")
        log = log + ((run[0], len(run)),) * (1 + (len(run) > 1))
        after = 1 - turn if yours else turn
        if turn == 0:
            return (mine, yours, points, theirs, "".join(rows), flags, log, after)
        return (yours, mine, theirs, points, "".join(rows), flags, log, after)

    def is_terminal(self, state):
        return not state[0] and state[1] == ()

    def utility(self, state):
        flags = sum(flag.row + 1 if flag.owner == "X" else -1 for flag in state[5])
        longest = max(length for _, length in state[6])
        return 10 * (state[2] - state[3]) + flags + longest * state[4].count("X")
