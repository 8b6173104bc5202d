"""Scores, reports and lines as plain data for the page."""

from __future__ import annotations

import contextlib
import math
import threading
import weakref
from random import Random
from time import perf_counter
from typing import Any

from zermelo.game import CHANCE, MAX, is_written, name_of, names_of, pays_outcomes, player_name
from zermelo.interfaces.web.looks import finite
from zermelo.interfaces.web.shelf import Placed
from zermelo.report import Branch, Report
from zermelo.running.asking import is_outcome
from zermelo.running.choosing import all_alike
from zermelo.running.explain import legal_actions
from zermelo.score import PLAYERS, Score

LONGEST_LINE = 40
"""Moves of a line that are told."""
LONGEST_WAY = 8
"""Moves of how play goes on after each action."""
FITTING = 0.15
"""Seconds of random play that a scale is fitted to."""
LONGEST_GAME = 300


def score_row(score: Score) -> dict[str, Any]:
    """From MAX's point of view; of three or more players from that of who asks, with all payoffs."""
    score = score if score.players > 2 else score.of(MAX)
    return {
        "text": str(score),
        "value": finite(score.told),
        "proved": bool(score.proved),
        "winner": None if score.winner is None else PLAYERS[score.winner],
        "plies": None if score.plies is None else int(score.plies),
        "exact": bool(score.exact),
        "expected": bool(score.expected),
        "known": bool(score.known),
        "repetition": None if score.by_repetition is None else PLAYERS[score.by_repetition],
        "player": player_name(score.player, score.players),
        "players": score.players,
        "payoffs": [finite(payoff) for payoff in score.payoffs],
    }


def names(game: Any, state: Any, line: tuple[Any, ...]) -> list[str]:
    """The moves of a line as people write them, as far as rules that may be wrong allow."""
    return names_of(game, state, line[:LONGEST_LINE])


def movers(game: Any, state: Any, line: tuple[Any, ...]) -> list[int]:
    """Who makes each move of a line, as far as rules that may be wrong allow."""
    found = list[int]()
    with contextlib.suppress(Exception):
        for action in line[:LONGEST_LINE]:
            found.append(int(game.to_move(state)))
            state = game.result(state, action)
    return found


def report_row(report: Report, placed: Placed, lines: int, scale: float) -> dict[str, Any]:
    """One report of an analysis."""
    game, state = placed.game, placed.state
    best = [(line.action, line.score, line.line) for line in report.lines[:lines]]
    if not best and report.line:
        best = [(report.action, report.score, report.line)]
    return {
        "key": placed.key,
        "depth": report.depth,
        "nodes": report.nodes,
        "score": score_row(report.score),
        "winChance": win_chance(report.score, scale, game, report.grown is not None),
        "lines": [
            {
                "move": name_of(game, state, action),
                "score": score_row(score),
                "moves": names(game, state, moves),
                "movers": movers(game, state, moves),
            }
            for action, score, moves in best
        ],
        "values": {name_of(game, state, action): score_row(score) for action, score in report.values.items()}
        or None,
        "ways": {
            name_of(game, state, line.action): names(game, state, line.line[:LONGEST_WAY])
            for line in (report.lines if report.values else ())
        },
        "caution": None if (said := all_alike(report)) is None else said.as_json(),
        "algorithm": report.algorithm,
        "tree": None if report.grown is None else branch_row(report.grown, game, state, scale),
        "finished": report.finished,
        "engine": "compiled" if report.compiled else "interpreted",
    }


def branch_row(branch: Branch, game: Any, state: Any, scale: float, name: str = "") -> dict[str, Any]:
    """A node of the tree of simulations, and what is shown below it."""
    below = [
        branch_row(one, game, game.result(state, one.action), scale, name_of(game, state, one.action))
        for one in branch.children
    ]
    return {
        "move": name,
        "visits": branch.visits,
        "score": score_row(branch.score),
        "winChance": win_chance(branch.score, scale, game, averaged=True),
        "player": None if branch.player is None else player_name(branch.player, branch.score.players),
        "mean": branch.mean,
        "bonus": branch.bonus,
        "children": below,
    }


def win_chance(score: Score, scale: float, game: Any, averaged: bool = False) -> float:
    """The chance that MAX wins: certain where it is proved, a logistic of the estimate elsewhere.

    `averaged`: the estimate is the average of games that were played out; of wins and losses that says it.
    """
    if score.players > 2:
        return 0.5  # nobody asks: the page shows the payoffs
    if score.winner is not None:
        return 1.0 if score.winner == MAX else 0.0
    value = float(score.of(MAX).value)
    if score.proved and score.expected:
        return chance_behind(value, scale, game)
    if score.proved:
        return 0.5 if value == 0 or is_outcome(game) else 1.0 if value > 0 else 0.0
    return chance_behind(value, scale, game) if averaged else logistic(value / scale)


def chance_behind(value: float, scale: float, game: Any) -> float:
    """The chance that MAX wins (draws count half) behind an average; of points, no more than a guess."""
    if pays_outcomes(game):
        return round((max(-1.0, min(value, 1.0)) + 1) / 2, 4)
    return logistic(value / scale)


def logistic(value: float) -> float:
    """Between 0 and 1."""
    return round(1 / (1 + math.exp(-max(min(value, 40.0), -40.0))), 4)


class Scales:
    """How much of an estimate is a good chance to win, for each game: fitted once, to random play."""

    def __init__(self) -> None:
        self.known: weakref.WeakKeyDictionary[Any, float] = weakref.WeakKeyDictionary()
        self.lock = threading.Lock()

    def of(self, game: Any) -> float:
        try:
            with self.lock:
                if game not in self.known:
                    self.known[game] = fitted(game)
                return self.known[game]
        except TypeError:
            return fitted(game)


def fitted(game: Any) -> float:
    """The spread of the estimates (of the payoffs, where there are none) over games played at random."""
    random, until = Random(0), perf_counter() + FITTING
    estimates: list[float] = []
    payoffs: list[float] = []
    estimating = is_written(game, "evaluate")
    while perf_counter() < until and len(payoffs) < 100:
        play_out(game, random, estimates if estimating else None, payoffs, until)
    outcome = pays_outcomes(game)
    spread = deviation(estimates) or (1.0 if outcome else deviation(payoffs))
    return spread if spread > 0 else 1.0


def play_out(
    game: Any, random: Random, estimates: list[float] | None, payoffs: list[float], until: float
) -> None:
    """One game at random; what is wrong with its rules is for others to say."""
    try:
        state = game.initial()
        for _ in range(LONGEST_GAME):
            if game.is_terminal(state):
                payoffs.append(float(game.utility(state)))
                return
            if estimates is not None:
                estimates.append(float(game.evaluate(state)))
            if perf_counter() > until:
                return
            chance = game.to_move(state) == CHANCE
            choices = [action for action, _ in game.outcomes(state)] if chance else legal_actions(game, state)
            state = game.result(state, random.choice(choices))
        payoffs.append(0.0)
    except Exception:
        payoffs.append(0.0)


def deviation(values: list[float]) -> float:
    values = [value for value in values if math.isfinite(value)]
    if not values:
        return 0.0
    return math.sqrt(sum(value * value for value in values) / len(values))
