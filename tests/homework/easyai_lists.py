"""easyAI style, an older one: nplayer, lose(), and a board that changes in place."""

LINES = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]]


class TicTacToe:
    def __init__(self, players):
        self.players = players
        self.board = [0] * 9
        self.nplayer = 1

    def possible_moves(self):
        return [i + 1 for i, cell in enumerate(self.board) if cell == 0]

    def make_move(self, move):
        self.board[int(move) - 1] = self.nplayer

    def lose(self):
        return any(all(self.board[cell - 1] == 3 - self.nplayer for cell in line) for line in LINES)

    def is_over(self):
        return self.possible_moves() == [] or self.lose()

    def scoring(self):
        return -100 if self.lose() else 0
