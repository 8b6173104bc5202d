"""easyAI style: players hold the score, moves are lists, is_over leaves a note for scoring; entries."""


class Pairs:
    """Take one number off an end of the row, or two; whoever has the larger sum wins by the difference."""

    def __init__(self, players, row=(3, 1, 4, 1, 5)):
        self.players = players
        for player in players:
            player.score = 0
        self.row = list(row)
        self.current_player = 1

    @property
    def player(self):
        return self.players[self.current_player - 1]

    @property
    def opponent(self):
        return self.players[2 - self.current_player]

    def possible_moves(self):
        moves = [["left", 1], ["right", 1]]
        return moves if len(self.row) < 4 else [*moves, ["left", 2]]

    def make_move(self, move):
        side, count = move
        assert isinstance(move, list)
        for _ in range(count):
            self.player.score += self.row.pop(0 if side == "left" else -1)

    def is_over(self):
        self.finished = not self.row
        return self.finished

    def scoring(self):
        assert self.finished is not None
        self.finished = None
        return self.player.score - self.opponent.score

    def ttentry(self):
        return [self.row, [player.score for player in self.players]]

    def show(self):
        print(*self.row, "|", *(player.score for player in self.players))
