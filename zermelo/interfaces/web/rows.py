"""Scores, reports and lines as plain data for the page."""

from __future__ import annotations

import contextlib
import threading
import weakref
from typing import Any

from zermelo.game import MAX, name_of, names_of, pays_outcomes, player_name, players_of
from zermelo.interfaces.web.looks import finite
from zermelo.interfaces.web.shelf import Placed
from zermelo.matches.chances import Curve, ends_of, scale_of
from zermelo.report import Branch, Report
from zermelo.running.choosing import all_alike
from zermelo.score import PLAYERS, Score

LONGEST_LINE = 40
"""Moves of a line that are told."""
LONGEST_WAY = 8
"""Moves of how play goes on after each action."""


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
        "winChance": win_chance(report.score, scale, placed, report.grown is not None),
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
        "tree": None if report.grown is None else branch_row(report.grown, placed, state, scale),
        "finished": report.finished,
        "engine": "compiled" if report.compiled else "interpreted",
    }


def branch_row(branch: Branch, placed: Placed, state: Any, scale: float, name: str = "") -> dict[str, Any]:
    """A node of the tree of simulations, and what is shown below it."""
    game = placed.game
    below = [
        branch_row(one, placed, game.result(state, one.action), scale, name_of(game, state, one.action))
        for one in branch.children
    ]
    return {
        "move": name,
        "visits": branch.visits,
        "score": score_row(branch.score),
        "winChance": win_chance(branch.score, scale, placed, averaged=True),
        "player": None if branch.player is None else player_name(branch.player, branch.score.players),
        "mean": branch.mean,
        "bonus": branch.bonus,
        "children": below,
    }


def win_chance(score: Score, scale: float, placed: Placed, averaged: bool = False) -> float:
    """The chance that MAX wins, by the same curve as in a review.

    `averaged`: the estimate is the average of games that were played out; of wins and losses that says it.
    """
    if score.players > 2:
        return 0.5  # nobody asks: the page shows the payoffs
    outcome = pays_outcomes(placed.game)
    curve = Curve(None if averaged and outcome else scale, outcome)
    return round(curve.chance(score, MAX, ends_of(placed.game)), 4)


class Scales:
    """How much of an estimate is a good chance to win, for each game: seen once, in random play."""

    def __init__(self) -> None:
        self.known: weakref.WeakKeyDictionary[Any, float] = weakref.WeakKeyDictionary()
        self.lock = threading.Lock()

    def of(self, game: Any) -> float:
        try:
            with self.lock:
                if game not in self.known:
                    self.known[game] = scale_in(game)
                return self.known[game]
        except TypeError:
            return scale_in(game)


def scale_in(game: Any) -> float:
    """The scale of a game; 1 where its rules fail, whose mistakes are for others to tell."""
    try:
        return scale_of(game) if players_of(game) == 2 else 1.0
    except Exception:
        return 1.0
