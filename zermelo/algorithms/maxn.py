"""Max^n (Luckhardt and Irani 1986): minimax for many players, each of whom takes what is best for themselves.

A node is worth a payoff to each player: those of the child that gives its mover most.  Of children that give
them the same, the first counts; what the others get may depend on that (`run.ties` counts where it would).

Where payoffs always sum to the same and nobody ever gets less than so much, a node is left as soon as its
mover has so much that too little remains for who moved above (shallow pruning, Korf 1991), or has all there
is.  Nothing deeper can be left out: what a player further up is sure of may still change hands.
"""

from __future__ import annotations

from zermelo.algorithms.node import cut, enter, fail, no_actions, remember
from zermelo.algorithms.order import children
from zermelo.algorithms.shares import check_player, deal, is_tie, take
from zermelo.game import CHANCE, Game
from zermelo.kernel.events import CUT, ENTER, KEEP, RETURN, UPDATE, trace
from zermelo.kernel.primitives import has
from zermelo.kernel.run import BAD_CHANCE, INFINITY, SEATS, Ply, Run, State, Value


def maxn(game: Game, state: State, depth: int, alpha: Value, rival: int, ply: Ply, run: Run) -> Value:
    """What the mover of `state` gets, looking `depth` plies ahead; everybody's payoffs are in row `ply`.

    `rival`, who moved above, is sure of `alpha`.  Exact if `rival` gets more than that here; otherwise it is
    only true that they do not.  At the end of the game and at chance nodes, what the first player gets.
    """
    enter(ply, run)
    run.cut_at = -1
    trace(run, ENTER, ply, alpha, INFINITY, 0)
    terminal = game.is_terminal(state)
    if terminal or depth == 0:
        return deal(game, state, terminal, 0, ply, run)
    run.expanded += 1
    tried = 0
    mover = game.to_move(state)
    if has(game, "outcomes") and mover == CHANCE:
        certain = 0.0
        run.length[ply] = ply
        clear(ply, run)
        for action, probability in game.outcomes(state):
            tried += 1
            run.path[ply] = action
            maxn(game, game.result(state, action), depth - 1, -INFINITY, CHANCE, ply + 1, run)
            certain += probability
            add_share(probability, ply, run)
            trace(run, UPDATE, ply, probability, certain, run.shares[ply * SEATS])
        if abs(certain - 1.0) > 1e-6:
            fail(BAD_CHANCE, ply, run)
        best = run.shares[ply * SEATS]
    else:
        check_player(mover, ply, run)
        best = -INFINITY
        for action in children(game, state, ply, run):
            if run.options.shallow and is_enough(best, alpha, mover, rival, run):
                cut(tried, run)
                run.cut_at = ply
                trace(run, CUT, ply, alpha, INFINITY, best)
                break
            tried += 1
            run.path[ply] = action
            maxn(game, game.result(state, action), depth - 1, best, mover, ply + 1, run)
            value = run.shares[ply * SEATS + SEATS + mover]
            if value > best:
                best = value
                take(ply, run)
                remember(action, value, ply, run)
                trace(run, UPDATE, ply, alpha, INFINITY, best)
            else:
                if value == best and run.cut_at != ply + 1 and is_tie(ply, run):
                    run.ties += 1
                trace(run, KEEP, ply, alpha, INFINITY, best)
    if tried == 0:
        no_actions(ply, run)
    trace(run, RETURN, ply, alpha, INFINITY, best)
    return best


def is_enough(best: Value, alpha: Value, mover: int, rival: int, run: Run) -> bool:
    """Has the mover all there is, or so much that the rival cannot get more than they are sure of?"""
    others = (run.options.players - 2) * run.least
    most = run.total - run.least - others
    left = run.total - best - others
    if run.options.prune_equal:
        return bool(best >= most or (rival != mover and left <= alpha))
    return bool(rival != mover and left < alpha)


def clear(ply: Ply, run: Run) -> None:
    """Nobody gets anything yet."""
    for seat in range(run.options.players):
        run.shares[ply * SEATS + seat] = 0.0


def add_share(probability: float, ply: Ply, run: Run) -> None:
    """What an outcome gives everybody, as likely as it is."""
    for seat in range(run.options.players):
        run.shares[ply * SEATS + seat] += probability * run.shares[ply * SEATS + SEATS + seat]
