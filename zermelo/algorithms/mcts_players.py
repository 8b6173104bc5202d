"""Monte Carlo tree search for three and more players: each goes where he fares well, or little is known.

A simulation has the same four phases as with two (`mcts.py`): select, expand, playout, backup.  A node counts
what its simulations brought each player, and who chooses looks at his own share.  Nothing is proved: with
three players a value is not what somebody can force, so bounds do not go up the tree.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from zermelo.algorithms.dice import fraction, throw
from zermelo.algorithms.mcts import is_spent, list_children
from zermelo.algorithms.node import no_actions
from zermelo.algorithms.playout import some_action
from zermelo.algorithms.shares import check_player, write
from zermelo.game import CHANCE, Game
from zermelo.kernel.primitives import has, value_in, word_of
from zermelo.kernel.run import INFINITY, PLIES, SEATS, Ply, Run, State, Value

ACTION, FIRST, COUNT, TURN, VISITS, TOTALS = range(6)
"""A node: the action that leads there, the first of its children and how many they are, who moves, how often
it was visited, and for each player the sum of what he got."""
NODE = TOTALS + SEATS
"""Words of a node."""
ROOT = 0


def mcts_players(game: Game, state: State, ply: Ply, run: Run) -> Value:
    """`run.rounds` simulations; the tree stays for the next call."""
    if run.filled == 0:
        run.filled = 1
        run.lowest = INFINITY
        run.highest = -INFINITY
        plant(ROOT, 0, run)
    made = 0
    while made < run.rounds and not is_spent(run):
        simulate(game, state, ply, run)
        made += 1
    return 0


def plant(node: int, action: Any, run: Run) -> None:
    """A node of which nothing is known."""
    run.table[node + ACTION] = action
    for word in range(FIRST, NODE):
        run.table[node + word] = 0


def simulate(game: Game, state: State, ply: Ply, run: Run) -> None:
    """One simulation: down the tree to a node that is new or where the game is over, then at random."""
    node = ROOT
    run.trail[ply] = node
    depth = ply
    over = game.is_terminal(state)
    while not over and (node == ROOT or run.table[node + VISITS] > 0) and depth < PLIES - 2:
        if run.table[node + COUNT] == 0:
            expand(game, state, node, depth, run)
        if run.table[node + COUNT] == 0:
            break
        node = select(game, state, node, run)
        run.path[depth] = run.table[node + ACTION]
        state = game.result(state, run.table[node + ACTION])
        depth += 1
        run.trail[depth] = node
        over = game.is_terminal(state)
    if over:
        run.ended += 1
    row = playout(game, state, depth, run)
    for index in range(ply, depth + 1):
        count(run.trail[index], row, run)


def expand(game: Game, state: State, node: int, ply: Ply, run: Run) -> None:
    """Give a node its children, if there is room for them."""
    bottom = run.top
    list_children(game, state, ply, run)
    number = run.top - bottom
    run.top = bottom
    if number == 0:
        no_actions(ply, run)
    if game.to_move(state) != CHANCE:
        check_player(game.to_move(state), ply, run)
    if run.filled + number > run.room:
        return
    for index in range(number):
        plant((run.filled + index) * NODE, run.arena[bottom + index], run)
    run.table[node + FIRST] = run.filled * NODE
    run.table[node + COUNT] = number
    run.table[node + TURN] = game.to_move(state)
    run.filled += number
    run.expanded += 1


def select(game: Game, state: State, node: int, run: Run) -> int:
    """The child to go to: what the dice show, one that was never visited, or the most promising (UCB1)."""
    first = int(run.table[node + FIRST])
    number = int(run.table[node + COUNT])
    if has(game, "outcomes") and run.table[node + TURN] == CHANCE:
        return thrown(game, state, first, number, run)
    seat = run.table[node + TURN]
    half = max(float(run.highest) - float(run.lowest), 1e-9) / 2.0
    unknown = run.exploration * half * sqrt(log(float(run.table[node + VISITS]) + 1.0))
    turn = throw(number, run)
    best = first
    highest = -1e300
    for _ in range(number):
        child = first + turn * NODE
        turn = turn + 1 if turn + 1 < number else 0
        tried = float(run.table[child + VISITS])
        if tried == 0.0:
            return child
        worth = (float(value_in(run.table[child + TOTALS + seat])) + unknown * sqrt(tried)) / tried
        if worth > highest:
            highest = worth
            best = child
    return best


def thrown(game: Game, state: State, first: int, number: int, run: Run) -> int:
    """The child that the dice lead to."""
    left = fraction(run)
    child = first
    for _, probability in game.outcomes(state):
        left -= probability
        if left < 0.0:
            break
        if probability > 0.0:
            child += NODE
    return min(child, first + (number - 1) * NODE)


def playout(game: Game, state: State, ply: Ply, run: Run) -> Ply:
    """A random game to its end, or for `run.cutoff` plies; the row of `run.shares` that has what all get."""
    left = run.cutoff
    terminal = game.is_terminal(state)
    while not terminal and left > 0:
        left -= 1
        run.looks += 1
        action = some_action(game, state, ply, run)
        run.path[ply] = action
        state = game.result(state, action)
        ply = min(ply + 1, PLIES - 2)
        terminal = game.is_terminal(state)
    write(game, state, terminal, ply, run)
    return ply


def count(node: int, row: Ply, run: Run) -> None:
    """One visit more, and what it brought each player."""
    run.table[node + VISITS] = run.table[node + VISITS] + 1
    for seat in range(run.options.players):
        payoff = run.shares[row * SEATS + seat]
        run.lowest = min(run.lowest, payoff)
        run.highest = max(run.highest, payoff)
        total = value_in(run.table[node + TOTALS + seat]) + payoff
        run.table[node + TOTALS + seat] = word_of(total)
