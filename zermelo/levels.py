"""Levels 1 to 10: an opponent that is as strong as you like, for any game.

Each looks at twice as many positions as the one below, which makes it stronger in a large game, plays more
rarely by a glance, and sees more in one, which makes it stronger in any.  Whoever glances thinks of one move,
and of more of the others the higher the level, and takes the one that looks best two plies on; but between
two players without dice a win at once is taken and a loss at once avoided at every level.  Where random games
suit a game better than looking ahead, a glance is a hundred of them.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from time import perf_counter
from typing import Any, Unpack

from zermelo.errors import SearchError
from zermelo.game import MAX, Action, Rules, State, players_of
from zermelo.limits import MatchClock
from zermelo.report import Report
from zermelo.running.asking import ask
from zermelo.running.explain import legal_actions
from zermelo.running.options import NestedLists, SearchOptions, verb
from zermelo.running.question import Question
from zermelo.running.stream import Call, finish
from zermelo.score import Score
from zermelo.search import search

STRONGEST = 10
SIGHT = 2
"""Plies of a glance: one's own move and the answer."""
NODES = 100
"""What level 1 would look at if it thought, positions or random games; each level twice the one before."""
MEGABYTES = 1
"""Enough for the positions of level 9."""


@verb
def choose(
    game: Rules[State, Action] | NestedLists,
    state: State | None = None,
    *,
    level: int = STRONGEST,
    **options: Unpack[SearchOptions[Action]],
) -> Report[State, Action]:
    """A move as a player of this level, 1 to 10, would choose it.

    Takes what `search` takes; the strongest thinks for `seconds`, one by default, the others no longer.
    The same `seed` gives the same move of a position; without one the position decides.

    >>> from zermelo.games import Nim
    >>> choose(Nim(heaps=(1, 2)), level=3, engine="interpreted", seconds=60).action
    (1, 1)
    """
    check_level(level)
    options = {"seconds": 1.0, **options}
    if level == STRONGEST:
        return search(game, state, **options)
    question = ask(game, state, **options)
    random = Random(f"{options.get('seed', repr(question.state))} {level}")
    if random.random() < oversight(level):
        return content(glanced(question, options), question, random, 1 - oversight(level))
    return thought(question, level, options)


def check_level(level: Any) -> None:
    """Refuses what is not a level."""
    if not isinstance(level, int) or isinstance(level, bool) or not 1 <= level <= STRONGEST:
        raise SearchError("wrong_level", most=STRONGEST, given=repr(level))


def oversight(level: int) -> float:
    """How often a player of this level only glances: always at level 1, never at the strongest."""
    return (STRONGEST - level) / (STRONGEST - 1)


def preferring(report: Report, action: Any) -> Report:
    """A report that puts this action first."""
    lines = tuple(sorted(report.lines, key=lambda line: line.action != action))  # the chosen one first
    line = lines[0].line if lines and lines[0].action == action else (action,)
    return replace(report, action=action, score=report.values[action], line=line, lines=lines)


def glanced(question: Question, options: Any) -> Report:
    """Every root action's score at first sight: from two plies, or a few random games."""
    simulates = question.algorithm.simulates
    limits = {"nodes": NODES} if simulates else {"depth": SIGHT}
    return search(question.game, question.state, **usual(question) | options | limits | {"values": True})


def content(glance: Report, question: Question, random: Random, attention: float) -> Report:
    """The action that a glance is content with."""
    if question.algorithm.simulates or not glance.values:
        return sensible(glance, question)
    return preferring(glance, comes_to_mind(glance, random, attention))


def thought(question: Question, level: int, options: Any) -> Report:
    """What a search as long as the level allows finds; a glance, if it does not come so far."""
    started, nodes = perf_counter(), NODES * 2 ** (level - 1)
    limits = {"nodes": min(nodes, options.get("nodes") or nodes), "values": question.algorithm.simulates}
    report = search(question.game, question.state, **usual(question) | options | limits)
    if question.algorithm.simulates:
        return sensible(report, question)
    if report.score.proved or report.depth >= SIGHT:
        return report
    return glanced(question, options | time_left(options, perf_counter() - started))


def usual(question: Question) -> Any:
    """Where nobody names an algorithm: random games, if they suit the game; else looking ahead."""
    if question.algorithm.simulates:
        return {"algorithm": question.algorithm.name}
    if players_of(question.game) > 2 or hasattr(question.game, "outcomes"):
        return {"algorithm": "deepening"}
    return {"algorithm": "pvs", "memory": MEGABYTES}


def sensible(report: Report, question: Question) -> Report:
    """With a win at once, if there is one; else the best that does not lose at once."""
    game, state = question.game, question.state
    if not report.values or players_of(game) > 2 or not question.options.outcome:
        return report

    def found() -> Any:
        player, after = game.to_move(state), {action: game.result(state, action) for action in report.values}
        wins = (action for action, following in after.items() if is_won(game, following, player))
        safe = (action for action, following in after.items() if not is_lost(game, following, player))
        return next(wins, next(safe, report.action))

    return preferring(report, finish(Call(found, game)))


def is_won(game: Any, state: Any, player: int) -> bool:
    """Is the game over, and has this player won?"""
    if not game.is_terminal(state):
        return False
    return bool(game.utility(state) > 0 if player == MAX else game.utility(state) < 0)


def is_lost(game: Any, state: Any, player: int) -> bool:
    """Has the other won, or wins by the next move?"""
    if game.is_terminal(state):
        return is_won(game, state, 1 - player)
    if game.to_move(state) == player:
        return False
    return any(is_won(game, game.result(state, action), 1 - player) for action in legal_actions(game, state))


def time_left(options: Any, used: float) -> dict[str, Any]:
    """The limits in seconds, without those that are over."""
    left: dict[str, Any] = {}
    if options.get("seconds") is not None:
        left["seconds"] = max(0.0, options["seconds"] - used)
    if isinstance(clock := options.get("clock"), MatchClock):
        left["clock"] = replace(clock, left=max(0.0, clock.left - used))
    return left


def comes_to_mind(glance: Report, random: Random, attention: float) -> Any:
    """Any action, or one that looks better, if it is thought of; the best of all, where it is proved or wins.

    `attention` is the chance of each other action to be thought of.
    """
    if glance.score.proved or is_decided(glance.score):
        return glance.action
    losses = {
        action: abs(float(glance.score.value) - float(score.value))
        for action, score in glance.values.items()
        if not is_decided(score)
    }
    first = random.choice([*losses])
    others = [action for action in losses if random.random() < attention]
    return min((first, *others), key=losses.__getitem__)


def is_decided(score: Score) -> bool:
    """Does somebody win, or would by going on for ever?"""
    return score.winner is not None or score.by_repetition is not None
