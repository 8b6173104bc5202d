"""Tic-tac-toe three times: the lecture's three solutions, as players that can be put beside each other.

table    a complete table of 19,683 moves, one for each way to fill nine cells with three marks
expert   rules by priority: win, block, fork, block a fork, centre, opposite corner, corner, side
search   minimax with alpha-beta

table[n]   n = c0 * 3**0 + c1 * 3**1 + … + c8 * 3**8     (0 empty, 1 X, 2 O)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from zermelo.game import MAX
from zermelo.games.tictactoe import LINES, TicTacToe

State = TicTacToe.State
Player = Callable[[State], int]

ENTRIES = 3**9
NO_MOVE = -1
CENTRE, CORNERS, SIDES = 4, (0, 2, 6, 8), (1, 3, 5, 7)
OPPOSITE = {0: 8, 2: 6, 6: 2, 8: 0}


# -- 1: the table ----------------------------------------------------------------------------------


def index_of(cells: tuple[int, ...]) -> int:
    """The board as a number in base 3.

    >>> index_of((1, 2, 0, 0, 0, 0, 0, 0, 0))
    7
    """
    return sum(mark * 3**place for place, mark in enumerate(cells))


@cache
def complete_table() -> tuple[int, ...]:
    """The best move of every position that can be reached; -1 for all other numbers."""
    game, values = TicTacToe(), dict[State, int]()
    moves = [NO_MOVE] * ENTRIES

    def value(state: State) -> int:
        """Larger where MAX wins with more cells left: quick wins are better.  Remembered."""
        if state not in values:
            if game.is_terminal(state):
                values[state] = game.utility(state) * (1 + state.cells.count(0))
            else:
                children = {action: value(game.result(state, action)) for action in game.actions(state)}
                pick = max if state.turn == MAX else min
                best = pick(children, key=children.__getitem__)
                moves[index_of(state.cells)], values[state] = best, children[best]
        return values[state]

    value(game.initial())
    return tuple(moves)


def table_player(state: State) -> int:
    """Look the move up."""
    return complete_table()[index_of(state.cells)]


# -- 2: the expert's rules -------------------------------------------------------------------------


def expert_player(state: State) -> int:
    """The first rule that applies."""
    own, other = state.turn + 1, 2 - state.turn
    cells = state.cells
    if not any(cells):
        return CORNERS[0]
    rules = (
        completes(cells, own),
        completes(cells, other),
        forks(cells, own),
        against_forks(cells, own, other),
        [CENTRE],
        [OPPOSITE[corner] for corner in CORNERS if cells[corner] == other],
        CORNERS,
        SIDES,
    )
    return next(cell for rule in rules for cell in rule if cells[cell] == 0)


def completes(cells: tuple[int, ...], mark: int) -> list[int]:
    """Cells that make three in a row."""
    found = []
    for line in LINES:
        marks = [cells[cell] for cell in line]
        if marks.count(mark) == 2 and marks.count(0) == 1:
            found.append(line[marks.index(0)])
    return found


def placed(cells: tuple[int, ...], cell: int, mark: int) -> tuple[int, ...]:
    return cells[:cell] + (mark,) + cells[cell + 1 :]


def empty(cells: tuple[int, ...]) -> Iterator[int]:
    return (cell for cell in range(9) if cells[cell] == 0)


def forks(cells: tuple[int, ...], mark: int) -> list[int]:
    """Cells that threaten to win in two places at once."""
    return [cell for cell in empty(cells) if len(set(completes(placed(cells, cell, mark), mark))) > 1]


def against_forks(cells: tuple[int, ...], own: int, other: int) -> list[int]:
    """Threaten, so that the other must answer, and not where that makes a fork; else take the only fork."""
    theirs = forks(cells, other)
    if not theirs:
        return []
    threats = []
    for cell in empty(cells):
        after = placed(cells, cell, own)
        answers = completes(after, own)
        if answers and not any(answer in forks(after, other) for answer in answers):
            threats.append(cell)
    return [cell for cell in threats if cell in theirs] + threats + theirs


# -- 3: the search ---------------------------------------------------------------------------------


def search_player(state: State) -> int:
    """Search to the end of the game."""
    from zermelo.search import search

    action = search(TicTacToe(), state, engine="interpreted").action
    assert action is not None
    return action


PLAYERS: dict[str, Player] = {"table": table_player, "expert": expert_player, "search": search_player}
