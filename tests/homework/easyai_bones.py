"""easyAI style: bones in a pile, one to three at a time, who takes the last one loses."""


class GameOfBones:
    def __init__(self, players=None):
        self.players = players
        self.pile = 10
        self.current_player = 1

    def possible_moves(self):
        return ["1", "2", "3"]

    def make_move(self, move):
        self.pile -= int(move)

    def win(self):
        return self.pile <= 0

    def is_over(self):
        return self.win()

    def show(self):
        print("%d bones left in the pile" % self.pile)  # noqa: UP031

    def scoring(self):
        return 100 if self.win() else 0

    def switch_player(self):
        self.current_player = 3 - self.current_player
