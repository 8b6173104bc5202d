"""A sowing game in the style of AsadRizvi97/mancala-solver: pits and stores in one list, helpers on copies."""

from zermelo import MAX, MIN, Game


class Sowing(Game):
    """Three pits each, two stones in each; stores are 3 and 7; the last stone in one's store moves again."""

    payoff = "points"

    def initial(self):
        return (2, 2, 2, 0, 2, 2, 2, 0), 0

    def to_move(self, state):
        board, turn = state
        return MAX if turn == 0 else MIN

    def actions(self, state):
        board, turn = state
        moves = []
        if turn == 0:
            for i in range(0, 3):
                if board[i] != 0:
                    moves.append(i)
        else:
            for i in range(4, 7):
                if board[i] != 0:
                    moves.append(i)
        return moves

    def result(self, state, move):
        board, turn = list(state[0]), state[1]
        store, skip = (3, 7) if turn == 0 else (7, 3)
        stones = board[move]
        board[move] = 0
        index = move
        while stones:
            index = (index + 1) % 8
            if index == skip:
                continue
            board[index] += 1
            stones -= 1
        if index != store and board[index] == 1 and index // 4 == turn and board[6 - index] > 0:
            board[store] += board[6 - index] + 1
            board[index] = board[6 - index] = 0
        if index == store:
            return tuple(board), turn
        return tuple(board), 1 - turn

    def is_terminal(self, state):
        bot_empty = all(stones == 0 for stones in state[0][0:3])
        top_empty = all(stones == 0 for stones in state[0][4:7])
        return bot_empty or top_empty

    def utility(self, state):
        return sum(state[0][:4]) - sum(state[0][4:])
