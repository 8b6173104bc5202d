"""Random games: what a position is worth if both players move by chance."""

from __future__ import annotations

from typing import Any

from zermelo.algorithms.dice import fraction, throw
from zermelo.algorithms.node import decided, estimated, fail, no_actions
from zermelo.algorithms.order import list_actions
from zermelo.game import CHANCE, Game
from zermelo.kernel.events import ESTIMATE, PLAYOUT, ROLLOUT, trace
from zermelo.kernel.primitives import has
from zermelo.kernel.run import (
    BAD_CHANCE,
    BAD_ROLLOUT,
    NEGATIVE_CHANCE,
    PLIES,
    TO_THE_END,
    Ply,
    Run,
    State,
    Value,
)

WON = 1 << 20
"""What a win is worth where games are won, drawn or lost; an estimate is less."""
SEEDS = 1 << 62
"""As many random games are there for a game that plays them itself."""


def playout(game: Game, state: State, ply: Ply, run: Run) -> Value:
    """MAX's reward at the end of one random game, or what it looks like after `run.cutoff` plies."""
    if has(game, "rollout") and run.cutoff >= TO_THE_END:
        return rolled_out(game, state, ply, run)
    left = run.cutoff
    start = ply
    while not game.is_terminal(state):
        if left <= 0:
            value = promise(game, state, ply, run)
            trace(run, ESTIMATE, start, run.cutoff - left, 0, value)
            return value
        left -= 1
        run.looks += 1
        action = some_action(game, state, ply, run)
        run.path[ply] = action
        state = game.result(state, action)
        ply = min(ply + 1, PLIES - 2)
    value = reward(game, state, ply, run)
    trace(run, PLAYOUT, start, run.cutoff - left, 0, value)
    return value


def rolled_out(game: Game, state: State, ply: Ply, run: Run) -> Value:
    """MAX's reward at the end of a random game that the game plays by itself."""
    run.looks += 1
    payoff = game.rollout(state, throw(SEEDS, run) + 1)
    if run.options.outcome and payoff != 0 and payoff != 1 and payoff != -1:
        fail(BAD_ROLLOUT, ply, run)
    value = rewarded(payoff, ply, run)
    trace(run, ROLLOUT, ply, 0, 0, value)
    return value


def reward(game: Game, state: State, ply: Ply, run: Run) -> Value:
    """What MAX gets where the game is over."""
    return rewarded(game.utility(state), ply, run)


def rewarded(utility: Value, ply: Ply, run: Run) -> Value:
    """What MAX gets for this utility."""
    value = decided(utility, ply, run)
    if not run.options.outcome:
        return value
    return WON if value > 0 else -WON if value < 0 else 0


def promise(game: Game, state: State, ply: Ply, run: Run) -> Value:
    """What EVAL promises MAX; where games are won or lost, an average estimate is worth half a win."""
    value = estimated(game.evaluate(state), ply, run)
    if not run.options.outcome:
        return value
    size = abs(float(value))
    run.swing += (size - run.swing) / 64.0
    part = size / (size + run.swing) if size > 0.0 else 0.0
    worth = int(part * float(WON - 1))
    return worth if value > 0 else -worth


def some_action(game: Game, state: State, ply: Ply, run: Run) -> Any:
    """An action, each as likely as the others; at a chance node what the dice show."""
    if has(game, "outcomes") and game.to_move(state) == CHANCE:
        return shown(game, state, ply, run)
    bottom = run.top
    list_actions(game, state, ply, run)
    count = run.top - bottom
    run.top = bottom
    if count == 0:
        no_actions(ply, run)
    if has(game, "playable"):
        return some_playable(game, state, bottom, count, run)
    return run.arena[bottom + throw(count, run)]


def some_playable(game: Game, state: State, bottom: int, count: int, run: Run) -> Any:
    """One of the actions in the arena that is playable, each as likely; any of them where none is."""
    while True:
        place = bottom + throw(count, run)
        action = run.arena[place]
        count -= 1
        if count == 0 or game.playable(state, action):
            return action
        run.arena[place] = run.arena[bottom + count]


def shown(game: Game, state: State, ply: Ply, run: Run) -> Any:
    """What the dice show, as likely as it is."""
    drawn = fraction(run)
    certain = 0.0
    for action, probability in game.outcomes(state):
        if probability < 0.0:
            fail(NEGATIVE_CHANCE, ply, run)
        if certain <= drawn and probability > 0.0:
            run.arena[run.top] = action
        certain += probability
    if not abs(certain - 1.0) <= 1e-6:
        fail(BAD_CHANCE, ply, run)
    return run.arena[run.top]
