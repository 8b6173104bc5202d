"""What single questions are answered: the engine's move, the exact value, why not this move, threats."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from zermelo.errors import SearchError
from zermelo.game import CHANCE, MAX, MIN, has_rule, may_repeat, name_of, players_of
from zermelo.interfaces.load import meant, not_legal
from zermelo.interfaces.web.models import Reply, Seen, SeenScore, Solve, Threat, Why
from zermelo.interfaces.web.ready import Readiness
from zermelo.interfaces.web.rows import names, score_row
from zermelo.interfaces.web.shelf import Placed, after, mover_name
from zermelo.interfaces.web.threats import marks, threat_row
from zermelo.levels import choose
from zermelo.report import Report
from zermelo.running.asking import is_outcome
from zermelo.score import PLAYERS, Score, plain, unknown
from zermelo.search import search
from zermelo.solve import solving

THINKING = 1.0
"""Seconds for a move where nobody says."""
LOOKING = 1.0
"""Seconds for a question why, where there is no analysis to answer it from."""
TABLE = 16
"""Megabytes of a single question."""


class Answers:
    """Searches that end by themselves."""

    def __init__(self, ready: Readiness) -> None:
        self.ready = ready

    def asked(self, placed: Placed, seconds: float) -> dict[str, Any]:
        """Limits, and how to search this game now."""
        wanted: dict[str, Any] = {
            "engine": self.ready.engine_for(placed.game, placed.state),
            "seconds": seconds,
        }
        if not hasattr(placed.game, "outcomes"):
            wanted["past"] = placed.past
            wanted |= {"memory": TABLE} if players_of(placed.game) == 2 else {}
        return wanted

    def reply(self, placed: Placed, question: Reply) -> dict[str, Any]:
        """A move as a player of this level would choose it."""
        refuse_over(placed)
        wanted = self.asked(placed, question.seconds or THINKING)
        wanted |= {} if question.seed is None else {"seed": question.seed}
        report = choose(placed.game, placed.state, level=question.level, **wanted)
        if not report.line:
            raise SearchError("no_move")
        return {
            "move": name_of(placed.game, placed.state, report.action),
            "score": score_row(report.score),
            "line": names(placed.game, placed.state, report.line),
        }

    def solve(self, placed: Placed, question: Solve) -> dict[str, Any]:
        """The exact value within the seconds; what is not known by then is said so."""
        refuse_over(placed)
        game, state = placed.game, placed.state
        simple = players_of(game) == 2 and not may_repeat(game)
        if hasattr(game, "outcomes") or not simple:
            report = search(game, state, values=True, **self.asked(placed, question.seconds))
        else:
            engine = self.ready.engine_for(game, state)
            allowed: Any = {"engine": "auto" if engine == "compiled" else engine, "seconds": question.seconds}
            *_, report = solving(game, state, threads=1, memory=4 * TABLE, **allowed)
        return {
            "solved": bool(report.score.proved),
            "score": score_row(report.score),
            "values": {name_of(game, state, action): score_row(s) for action, s in report.values.items()},
            "line": names(game, state, report.line),
        }

    def why(self, placed: Placed, question: Why) -> dict[str, Any]:
        """The best answer to a move, and what is lost by it."""
        refuse_over(placed)
        name = meant(placed.legal(), question.move)
        if name is None:
            raise SearchError(not_legal(placed.legal(), question.move))
        following, mover = after(placed, name), int(placed.game.to_move(placed.state))
        if question.analysis is not None:
            known = seen(placed, name, question.analysis)
        else:
            known = self.looked(placed, name, following, question.seconds or LOOKING)
        verdict = compared(known.best, known.score, mover, name == known.favourite)
        beside = VERDICTS[verdict].format(move=known.favourite, score=score_text(known.best, mover))
        return {
            "sentence": f"{explained(following, mover, known.score, known.line)} {beside}",
            "how": how_it_goes_on(following, mover, known.line),
            "player": next_player(following),
            "line": known.line,
            "marks": marks(placed, known.line[:2]),
            "score": score_row(known.score),
            "verdict": verdict,
            "best": {"move": known.favourite, "score": score_row(known.best)},
        }

    def threat(self, placed: Placed, question: Threat) -> dict[str, Any]:
        """What the opponent threatens, as far as a search proves it."""
        refuse_over(placed)
        game, state = placed.game, placed.state
        report = search(game, state, values=True, **self.asked(placed, question.seconds or LOOKING))
        return threat_row(placed, report)

    def looked(self, placed: Placed, name: str, following: Placed, seconds: float) -> Known:
        """One search of all moves, whose scores do not contradict one another."""
        game, state, action = placed.game, placed.state, placed.legal()[name]
        report = search(game, state, values=True, **self.asked(placed, seconds))
        if action not in report.values:  # the first search of a game takes its time to begin
            report = search(game, state, values=True, **self.asked(placed, seconds))
        favourite = name_of(game, state, report.action) if report.line else name
        if following.is_over:
            return Known(favourite, report.score, final(following), [name])
        score = report.values.get(action, unknown(is_outcome(game), has_rule(game, "outcomes")))
        return Known(favourite, report.score, score, names(game, state, line_after(report, action)))


def refuse_over(placed: Placed) -> None:
    if placed.is_over:
        raise SearchError("game_over")
    if placed.game.to_move(placed.state) == CHANCE:
        raise SearchError("dice_thrown_here")


def final(placed: Placed) -> Score:
    """The score of a game that ends with this move."""
    game = placed.game
    over = bool(game.is_terminal(placed.state))
    if players_of(game) > 2:
        payoffs = tuple(game.utility(placed.state)) if over else (0,) * players_of(game)
        return Score(payoffs[0], over, players=len(payoffs), payoffs=payoffs)
    payoff = game.utility(placed.state) if over else (getattr(game, "repetition", 0) or 0)
    outcome = is_outcome(game)
    winner = None if payoff == 0 or not outcome else 0 if payoff > 0 else 1
    return Score(payoff, True, MAX, winner, None if winner is None else 1, outcome)


class Known(NamedTuple):
    """What is known of the best move, and of another one."""

    favourite: str
    best: Score
    score: Score
    line: list[str]


def line_after(report: Report, action: Any) -> tuple[Any, ...]:
    """How play goes on with this action, as far as a report says."""
    known = {report.action: report.line} | {line.action: line.line for line in report.lines}
    return known.get(action) or (action,)


def seen(placed: Placed, name: str, analysis: Seen) -> Known:
    """What the analysis on the page says."""
    outcome, favourite = is_outcome(placed.game), meant(placed.legal(), analysis.best)
    if favourite is None:
        raise SearchError(not_legal(placed.legal(), analysis.best))
    line = analysis.line if analysis.line[:1] == [name] else [name]
    best, score = score_seen(analysis.bestScore, outcome), score_seen(analysis.score, outcome)
    return Known(favourite, best, score, list(legal_moves(placed, line)))


def score_seen(row: SeenScore, outcome: bool) -> Score:
    """The score that a row was made of."""
    if row.players > 2:
        payoffs = tuple(payoff or 0 for payoff in row.payoffs)
        seat = max(ord(row.player[:1] or "A") - ord("A"), 0)
        return Score(row.value or 0, row.proved, seat, players=row.players, payoffs=payoffs)
    winner = None if row.winner is None else {"MAX": MAX, "MIN": MIN}[row.winner]
    found = Score(row.value or 0, row.proved, MAX, winner, row.plies, outcome, row.exact, row.expected)
    return replace(found, known=row.known)


def legal_moves(placed: Placed, line: list[str]) -> Iterator[str]:
    """The moves of a line, up to one that cannot be made."""
    for name in line:
        if name not in placed.legal():
            return
        yield name
        placed = after(placed, name)


def next_player(following: Placed) -> str | None:
    """MAX or MIN, who moves next; None at the end of the game and where dice are rolled."""
    if following.is_over or following.game.to_move(following.state) == CHANCE:
        return None
    return mover_name(following.game, int(following.game.to_move(following.state)))


def how_it_goes_on(following: Placed, mover: int, line: list[str]) -> str:
    """What comes after a move, as the page's own languages name it."""
    if following.is_over:
        return "whyEnds"
    player = following.game.to_move(following.state)
    if player == CHANCE:
        return "whyDice"
    if len(line) == 1:
        return "whyOpen"
    return "whyAgain" if player == mover else "whyAnswer"


def continued(following: Placed, mover: int, line: list[str]) -> str:
    """What comes after a move of this player: an answer, another move of the same player, or the dice."""
    if following.is_over:
        return "the game is over"
    player = int(following.game.to_move(following.state))
    if player == CHANCE:
        return "the dice are rolled"
    name = mover_name(following.game, player)
    if len(line) == 1:
        return f"{name} is to move"
    return f"{name} {'goes on with' if player == mover else 'answers'} {line[1]}"


def explained(following: Placed, mover: int, score: Score, line: list[str]) -> str:
    """What comes after a move, and what it is worth."""
    told = f"After {line[0]} {continued(following, mover, line)}"
    if len(line) > 2:
        told += f" ({' '.join(line[1:7])}{' …' if len(line) > 7 else ''})"
    return f"{told}: {score_text(score, mover)}."


VERDICTS = {
    "nothingBetter": "Nothing better was found.",
    "betterIs": "{move} is better: {score}.",
    "asGoodAs": "It is as good as {move}.",
    "surerIs": "{move} is surer: {score}.",
    "sameWinner": "With {move} the same player wins, and which is quicker is not known: {score}.",
    "seemsBetter": "By estimate, {move} is better: {score}.",
    "seemsNoWorse": "By estimate, it is no worse than {move}: {score}.",
}
"""How a move stands beside the best one that was found; the page has the same in its languages."""


def compared(best: Score, score: Score, mover: int, same: bool) -> str:
    """The verdict on a move of this score: what rests on an estimate is not said as if it were proved."""
    if best.players > 2:
        return compared_for(best.of(mover), score.of(mover), same)
    if same or score.winner == mover != best.winner:
        return "nothingBetter"
    better = best > score if mover == MAX else best < score
    if best.proved and score.proved:
        if (best.exact and score.exact) or best.winner != score.winner:
            return "betterIs" if better else "asGoodAs"
        quick, slow = (best, score) if best.winner == mover else (score, best)
        return "betterIs" if is_surely_quicker(quick, slow) else "sameWinner"
    if best.winner == mover:
        return "surerIs"
    return "seemsBetter" if better else "seemsNoWorse"


def is_surely_quicker(quick: Score, slow: Score) -> bool:
    """Of two wins of one player, either of which may be quicker than is known: is the first in any case?"""
    most = math.inf if quick.plies is None else quick.plies
    return slow.exact and most < (math.inf if slow.plies is None else slow.plies)


def compared_for(best: Score, score: Score, same: bool) -> str:
    """The same of three or more players: what counts is the mover's own payoff."""
    if same:
        return "nothingBetter"
    if best.proved and score.proved:
        return "betterIs" if best > score else "asGoodAs"
    return "seemsBetter" if best > score else "seemsNoWorse"


def score_text(score: Score, mover: int) -> str:
    """A score in the words of the player who moves."""
    if score.players > 2:
        return str(score)
    if score.winner is not None or score.is_draw or score.by_repetition is not None:
        return str(score)
    value = plain(score.of(mover).value)
    average = "expected value " if score.expected else ""
    sure = average if score.proved else f"an estimate of {'the ' if average else ''}{average}"
    return f"{sure}{value} for {PLAYERS[mover]}"
