"""Payoffs of three or more players: what everybody gets at each node of a path, a row of `run.shares`.

Row `ply` is the part of `run.shares` that begins at `ply * SEATS`, one place for each player.
"""

from __future__ import annotations

from zermelo.algorithms.node import fail, within_reach
from zermelo.game import Game
from zermelo.kernel.events import LEAF, trace
from zermelo.kernel.payoff_words import payoffs_of
from zermelo.kernel.run import BAD_PLAYER, BAD_TOTAL, NOT_A_NUMBER, SEATS, TOO_LITTLE, Ply, Run, State, Value

NEAR = 1e-9
"""What sums of fractions may be off by, in parts of their size."""


def deal(game: Game, state: State, terminal: bool, seat: int, ply: Ply, run: Run) -> Value:
    """Where the search ends: everybody's payoff or estimate into the row of `ply`; what `seat` gets."""
    run.length[ply] = ply
    if terminal:
        run.ended += 1
    write(game, state, terminal, ply, run)
    value = run.shares[ply * SEATS + seat]
    trace(run, LEAF, ply, value, value, value)
    return value


def write(game: Game, state: State, terminal: bool, ply: Ply, run: Run) -> None:
    """The utility into the row of `ply`; where the game goes on EVAL, or 0 for all where there is none."""
    if terminal:
        fill(payoffs_of(game.utility(state), run.options.players), ply, run)
    elif run.options.informed:
        fill(payoffs_of(game.evaluate(state), run.options.players), ply, run)
    else:
        for seat in range(run.options.players):
            run.shares[ply * SEATS + seat] = 0


def fill(payoffs: tuple[Value, ...], ply: Ply, run: Run) -> None:
    """Payoffs that a rule gave into the row of `ply`, looked at: are they what the game declares?"""
    total = 0.0
    for seat in range(run.options.players):
        payoff = payoffs[seat]
        if payoff != payoff:
            fail(NOT_A_NUMBER, ply, run)
        if run.options.shallow and payoff < run.least:
            fail(TOO_LITTLE, ply, run)
        run.shares[ply * SEATS + seat] = within_reach(payoff)
        total += payoff
    if run.options.constant and abs(total - run.total) > NEAR * max(abs(total), 1.0):
        fail(BAD_TOTAL, ply, run)


def take(ply: Ply, run: Run) -> None:
    """What the child gives everybody is what the node does."""
    bring(ply + 1, ply, run)


def bring(row: Ply, ply: Ply, run: Run) -> None:
    """The payoffs of another row into that of `ply`."""
    for seat in range(run.options.players):
        run.shares[ply * SEATS + seat] = run.shares[row * SEATS + seat]


def is_tie(ply: Ply, run: Run) -> bool:
    """Does the child give somebody something else than the best one before?"""
    for seat in range(run.options.players):
        if run.shares[ply * SEATS + seat] != run.shares[ply * SEATS + SEATS + seat]:
            return True
    return False


def check_player(player: int, ply: Ply, run: Run) -> None:
    """Whoever moves is one of the players."""
    if player < 0 or player >= run.options.players:
        fail(BAD_PLAYER, ply, run)
