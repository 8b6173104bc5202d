"""Which algorithm suits a game, where nobody names one; with a word on why, where it is not the usual one."""

from __future__ import annotations

from random import Random
from typing import Any

from zermelo.game import CHANCE, has_rule, is_written, players_of
from zermelo.limits import Limits
from zermelo.messages import Message
from zermelo.report import Report
from zermelo.running import catalogue
from zermelo.running.explain import legal_actions, possible
from zermelo.running.question import Traits, Wanted
from zermelo.running.stream import Call, finish
from zermelo.trees.tree import Tree

Choice = tuple[str, Message | None]
MANY = 20
"""Actions from which on a search sees few plies of a game."""
LONG = 30
"""Plies of a random game from which on it sees no end."""
SMALL = 20_000
"""Lines of play that max^n looks at within a moment;"""
GUESSES = 5
"""random games from which it is guessed how many there are."""


def usual_algorithm(game: Any, state: Any, traits: Traits, limits: Limits, wanted: Wanted) -> Choice:
    """The textbook's search where one search is sure to end; else one that deepens: the engine, if it can."""
    if traits.players > 2:
        return with_several(game, state, traits, limits, wanted)
    if traits.chance:
        return with_dice(game, traits, limits, wanted)
    if is_one_search(game, limits, wanted) and suits("alphabeta", traits, wanted):
        return "alphabeta", None
    why = reason_to_simulate(game, state, traits) if can_simulate(traits, limits, wanted) else None
    if why is not None:
        return "mcts", why
    by_textbook = not suits("pvs", traits, wanted) and suits("deepening", traits, wanted)
    return ("deepening" if by_textbook else "pvs"), None


def suits(name: str, traits: Traits, wanted: Wanted) -> bool:
    """Whether the algorithm does all that was asked by name."""
    return all(map(catalogue.find(name, traits).takes, wanted.named()))


def textbook_search(game: Any) -> str:
    """What the textbook searches such a game by: what is traced where nobody names an algorithm."""
    if players_of(game) > 2:
        return "maxn"
    return "expectiminimax" if hasattr(game, "outcomes") else "alphabeta"


def is_limited(limits: Limits) -> bool:
    """Is there a limit other than a depth?"""
    return limits.timed or limits.nodes is not None or limits.win_within is not None


def is_one_search(game: Any, limits: Limits, wanted: Wanted) -> bool:
    """Whether one search to the end is wanted: to a depth, of a tree that is written down, or to be traced.

    How large any other game is nobody knows before it is searched: the search deepens, and can be stopped.
    """
    if is_limited(limits):
        return False
    return limits.depth is not None or isinstance(game, Tree) or wanted.trace > 0


def with_dice(game: Any, traits: Traits, limits: Limits, wanted: Wanted) -> Choice:
    """Star1, unless something is asked that only expectiminimax does."""
    name = "star1" if is_one_search(game, limits, wanted) else "deepening"
    if suits(name, traits, wanted):
        return name, Message.of("chosen_for_dice", game=traits.game)
    return "expectiminimax", None


def with_several(game: Any, state: Any, traits: Traits, limits: Limits, wanted: Wanted) -> Choice:
    """Max^n; in a limited time ply by ply, or random games where there is no estimate and no end near."""
    facts = {"game": traits.game, "players": traits.players}
    if limits.depth is None and can_simulate(traits, limits, wanted) and is_in_the_dark(game, state):
        return "mcts", Message.of("chosen_for_many_in_time", **facts)
    name = "maxn" if is_one_search(game, limits, wanted) else "deepening"
    return name, Message.of("chosen_for_many", **facts)


def is_in_the_dark(game: Any, state: Any) -> bool:
    """Does nothing estimate positions, and are there too many to look at all of them?"""
    informed = is_written(game, "evaluate")
    return not informed and bool(finish(Call(lambda: nodes_guessed(game, state) > SMALL, game)))


def nodes_guessed(game: Any, state: Any) -> float:
    """How many lines of play there are, as a few random games let one guess (Knuth 1975)."""
    dice, found = Random(0), 0.0
    for _ in range(GUESSES):
        here, product = state, 1.0
        while product <= SMALL * GUESSES and not game.is_terminal(here):
            steps = possible(game, here)
            product *= len(steps)
            here = game.result(here, dice.choice(steps))
        found += product / GUESSES
    return found


def can_simulate(traits: Traits, limits: Limits, wanted: Wanted) -> bool:
    """Is there time, and nothing asked that Monte Carlo tree search does not do?"""
    mcts = catalogue.find("mcts", traits)
    asked = [name for name, limit in vars(limits).items() if limit is not None]
    return limits.timed and all(map(mcts.takes, [*wanted.named(), *asked]))


def reason_to_simulate(game: Any, state: Any, traits: Traits) -> Message | None:
    """Why random games say more than an estimate; None where they do not."""
    if has_rule(game, "playable"):
        long = finish(Call(lambda: no_end_near(game, state), game))
        return Message.of("chosen_for_playable", game=traits.game) if long else None
    if has_rule(game, "rollout"):
        moves = int(finish(Call(lambda: many(game, state), game)))
        return Message.of("chosen_for_rollout", game=traits.game, moves=moves) if moves else None
    moves = moves_in_the_dark(game, state)
    return Message.of("chosen_to_simulate", game=traits.game, moves=moves) if moves else None


def moves_in_the_dark(game: Any, state: Any) -> int:
    """How many actions there are, where they are many, nothing estimates them and no end is near; else 0."""
    if is_written(game, "evaluate"):
        return 0
    return int(finish(Call(lambda: many(game, state) if no_end_near(game, state) else 0, game)))


def many(game: Any, state: Any) -> int:
    """The number of actions, if they are many; else 0."""
    moves = 0 if game.is_terminal(state) else len(legal_actions(game, state))
    return moves if moves >= MANY else 0


def no_end_near(game: Any, state: Any) -> bool:
    """Whether a random game from here, played as simulations play it, goes on for LONG plies."""
    dice = Random(0)
    for _ in range(LONG):
        if game.is_terminal(state) or game.to_move(state) == CHANCE:
            return False
        state = game.result(state, some_playable(game, state, dice))
    return True


def some_playable(game: Any, state: Any, dice: Random) -> Any:
    """A random action among those that random games may make; among all where there is none."""
    actions = legal_actions(game, state)
    if not has_rule(game, "playable"):
        return dice.choice(actions)
    dice.shuffle(actions)
    return next((action for action in actions if game.playable(state, action)), actions[0])


def all_alike(report: Report) -> Message | None:
    """That every estimate of a search was 0, for want of an `evaluate`; None where none took part."""
    game = report.game
    estimated = report.depth > 0 and not report.score.proved and not catalogue.simulates(report.algorithm)
    if not estimated or is_written(game, "evaluate"):
        return None
    return Message.of("no_evaluate", game=type(game).__name__)
