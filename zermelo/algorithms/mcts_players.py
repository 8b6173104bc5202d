"""Monte Carlo tree search for three or more players: each goes where they fare well, or little is known.

A simulation has the same four phases as with two (`mcts.py`): select, expand, playout, backup.  A node counts
what its simulations brought each player, and whoever chooses looks at their own share.  Nothing is proved:
with three players a value is not what somebody can force, so bounds do not go up the tree.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from zermelo.algorithms.dice import throw
from zermelo.algorithms.mcts import is_spent, list_children
from zermelo.algorithms.node import no_actions
from zermelo.algorithms.outcomes import thrown
from zermelo.algorithms.playout import some_action
from zermelo.algorithms.shares import bring, check_player, take, write
from zermelo.game import CHANCE, Game
from zermelo.kernel.events import (
    BACKUP,
    ENTER,
    ESTIMATE,
    EXPAND,
    FULL,
    OVER,
    PLAYOUT,
    SELECT,
    THROW,
    TRY,
    trace,
    trace_choice,
)
from zermelo.kernel.primitives import has, value_in, word_of
from zermelo.kernel.run import INFINITY, PLIES, SEATS, Ply, Run, State, Value

ACTION, FIRST, COUNT, TURN, VISITS, TOTALS = range(6)
"""A node: the action that leads there, the first of its children and how many they are, who moves, how often
it was visited, and for each player the sum of what they got."""
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
    """One simulation: select, expand, playout, backup."""
    trace(run, ENTER, ply, 0, 0, 0)
    node = ROOT
    run.trail[ply] = node
    depth = ply
    over = game.is_terminal(state)
    while not over and (node == ROOT or run.table[node + VISITS] > 0) and depth < PLIES - 2:
        if run.table[node + COUNT] == 0:
            expand(game, state, node, depth, run)
        if run.table[node + COUNT] == 0:
            break
        node = select(game, state, node, depth, run)
        run.path[depth] = run.table[node + ACTION]
        state = game.result(state, run.table[node + ACTION])
        depth += 1
        run.trail[depth] = node
        over = game.is_terminal(state)
    if over:
        run.ended += 1
        write(game, state, over, depth, run)
        trace(run, OVER, depth, 0, 0, 0)
    else:
        playout(game, state, depth, run)
    backup(depth, ply, run)


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
        trace(run, FULL, ply, 0, 0, 0)
        return
    for index in range(number):
        plant((run.filled + index) * NODE, run.arena[bottom + index], run)
    run.table[node + FIRST] = run.filled * NODE
    run.table[node + COUNT] = number
    run.table[node + TURN] = game.to_move(state)
    run.filled += number
    run.expanded += 1
    trace(run, EXPAND, ply, number, 0, 0)


def select(game: Game, state: State, node: int, ply: Ply, run: Run) -> int:
    """The child to go to: what the dice show, one that was never visited, or the most promising (UCB1).

    The search begins to look at a child drawn at random: of those that promise the same, any may come first.
    """
    first = int(run.table[node + FIRST])
    number = int(run.table[node + COUNT])
    if has(game, "outcomes") and run.table[node + TURN] == CHANCE:
        shown = first + thrown(game, state, number, run) * NODE
        trace_choice(run, THROW, ply + 1, shown, run.table[shown + ACTION], 0.0, 0.0)
        return shown
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
            trace_choice(run, TRY, ply + 1, child, run.table[child + ACTION], 0.0, 0.0)
            return child
        worth = (float(value_in(run.table[child + TOTALS + seat])) + unknown * sqrt(tried)) / tried
        if worth > highest:
            highest = worth
            best = child
    trace_choice(run, SELECT, ply + 1, best, run.table[best + ACTION], mean_of(best, seat, run), highest)
    return best


def mean_of(node: int, seat: int, run: Run) -> float:
    """What a player got on average in the simulations that came through a node."""
    return float(value_in(run.table[node + TOTALS + seat])) / float(run.table[node + VISITS])


def playout(game: Game, state: State, ply: Ply, run: Run) -> None:
    """A random game to its end, or for `run.cutoff` plies; what all get then into the row of `ply`."""
    left = run.cutoff
    start = ply
    terminal = False
    while not terminal and left > 0:
        left -= 1
        run.looks += 1
        action = some_action(game, state, ply, run)
        run.path[ply] = action
        state = game.result(state, action)
        ply = min(ply + 1, PLIES - 2)
        terminal = game.is_terminal(state)
    if terminal:
        conclude(game, state, terminal, ply, start, run)
        trace(run, PLAYOUT, start, run.cutoff - left, 0, 0)
    else:
        conclude(game, state, terminal, ply, start, run)
        trace(run, ESTIMATE, start, run.cutoff - left, 0, 0)


def conclude(game: Game, state: State, terminal: bool, ply: Ply, start: Ply, run: Run) -> None:
    """What all get where a random game ends, into the row of the ply where it began."""
    write(game, state, terminal, ply, run)
    bring(ply, start, run)


def backup(depth: Ply, ply: Ply, run: Run) -> None:
    """Count what everybody got at each node on the way back."""
    for index in range(depth, ply - 1, -1):
        if index < depth:
            take(index, run)
        count(run.trail[index], index, run)
        trace(run, BACKUP, index, run.table[run.trail[index] + VISITS], 0, 0)


def count(node: int, row: Ply, run: Run) -> None:
    """One visit more, and what it brought each player."""
    run.table[node + VISITS] = run.table[node + VISITS] + 1
    for seat in range(run.options.players):
        payoff = run.shares[row * SEATS + seat]
        run.lowest = min(run.lowest, payoff)
        run.highest = max(run.highest, payoff)
        total = value_in(run.table[node + TOTALS + seat]) + payoff
        run.table[node + TOTALS + seat] = word_of(total)
