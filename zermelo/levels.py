"""Levels 1 to 10: an opponent that is as strong as you like, for any game.

A weak player does not play nonsense: it looks less far and is content with moves that look nearly as good.
Where random games suit a game better than looking ahead, it plays fewer of them.
At every level a win at once is taken and a loss at once is avoided.
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
"""Plies that every level looks ahead: its own move and the answer."""
NODES = 200
"""What level 2 may look at; each level four times the one before."""
SIMULATIONS, GROWTH = 100, 1.6
"""Random games of level 1, and how many times more each level plays than the one before."""


@verb
def choose(
    game: Rules[State, Action] | NestedLists,
    state: State | None = None,
    *,
    level: int = STRONGEST,
    **options: Unpack[SearchOptions[Action]],
) -> Report[State, Action]:
    """A move as a player of this level, 1 to 10, would choose it.

    Takes what `search` takes; the strongest thinks for `seconds`, one if nobody says.

    >>> from zermelo.games import Nim
    >>> choose(Nim(heaps=(1, 2)), level=3, engine="interpreted", seconds=60).action
    (1, 1)
    """
    if not isinstance(level, int) or isinstance(level, bool) or not 1 <= level <= STRONGEST:
        raise SearchError("wrong_level", most=STRONGEST, given=repr(level))
    options = {"seconds": 1.0, "seed": 0, **options}
    if level == STRONGEST or hasattr(game, "outcomes"):
        return search(game, state, **options)
    question = ask(game, state, **options)
    if question.algorithm.simulates:
        report = simulated(question, level, options)
        return preferring(report, sensible(report, question)) if report.values else report
    report = looked_ahead(game, state, level, options)
    if not report.values:
        return report
    return preferring(
        report, nearly_best(report.values, level, Random(f"{options['seed']} {report.nodes} {level}"))
    )


def preferring(report: Report, action: Any) -> Report:
    """A report that puts this action first."""
    lines = tuple(sorted(report.lines, key=lambda line: line.action != action))  # the chosen one first
    line = lines[0].line if lines and lines[0].action == action else (action,)
    return replace(report, action=action, score=report.values[action], line=line, lines=lines)


def looked_ahead(game: Any, state: Any, level: int, options: Any) -> Report:
    """Every root action's score, from a search as deep as the level allows."""
    algorithm = "deepening" if players_of(game) > 2 else "pvs"
    started, asked = perf_counter(), {"values": True, "algorithm": algorithm, **options}
    first = search(game, state, **asked | {"depth": SIGHT})
    if level < SIGHT or (first.score.proved and first.score.winner is None):
        return first
    nodes = NODES * 4 ** (level - SIGHT)
    asked |= time_left(options, perf_counter() - started)
    further = search(game, state, **asked | {"depth": SIGHT + level, "nodes": nodes})
    better = further.depth >= first.depth and len(further.values) >= len(first.values)
    return further if better else first


def simulated(question: Question, level: int, options: Any) -> Report:
    """Every root action's score, from as many random games as the level allows."""
    asked = {"algorithm": question.algorithm.name, "nodes": round(SIMULATIONS * GROWTH ** (level - 1))}
    return search(question.game, question.state, **{**options, "values": True, **asked})


def sensible(report: Report, question: Question) -> Any:
    """A win at once; else the best of those that do not lose at once, if there are any."""
    game, state = question.game, question.state
    if players_of(game) > 2 or not question.options.outcome:
        return report.action

    def found() -> Any:
        player, after = game.to_move(state), {action: game.result(state, action) for action in report.values}
        wins = (action for action, following in after.items() if is_won(game, following, player))
        safe = (action for action, following in after.items() if not is_lost(game, following, player))
        return next(wins, next(safe, report.action))

    return finish(Call(found, game))


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


def nearly_best(values: dict[Any, Score], level: int, random: Random) -> Any:
    """One of the actions that look best; how far below the best they may lie is a matter of level."""
    best, top = next(iter(values.items()))  # the scores of root actions come with the best first
    if top.players > 2:  # or in the order of the rules
        best, top = max(values.items(), key=lambda pair: pair[1])
    if is_decided(top):
        return best
    losses = {
        action: abs(float(top.value) - float(score.value))
        for action, score in values.items()
        if not is_decided(score)
    }
    spread = sorted(losses.values())[len(losses) // 2]
    allowed = spread * (STRONGEST - level) / STRONGEST
    return random.choice([action for action, loss in losses.items() if loss <= allowed])


def is_decided(score: Score) -> bool:
    """Does somebody win, or would by going on for ever?"""
    return score.winner is not None or score.by_repetition is not None
