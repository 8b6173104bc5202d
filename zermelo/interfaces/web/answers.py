"""What single questions are answered: the engine's move, the exact value, why not this move, queens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import CHANCE, MAX, name_of
from zermelo.interfaces.load import meant, not_legal
from zermelo.interfaces.web.models import Puzzle, Reply, Solve, Why
from zermelo.interfaces.web.ready import Readiness
from zermelo.interfaces.web.rows import names, score_row
from zermelo.interfaces.web.shelf import Placed, after
from zermelo.levels import choose
from zermelo.score import PLAYERS, Score, plain
from zermelo.search import search
from zermelo.solve import solving

THINKING = 1.0
"""Seconds for a move where nobody says."""
LOOKING = 0.5
"""Seconds for each side of a question why."""
TABLE = 16
"""Megabytes of a single question."""
WHOLE = "generate_and_test"
"""It tries whole boards: there are no steps to show."""


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
            wanted |= {"memory": TABLE, "past": placed.past}
        return wanted

    def reply(self, placed: Placed, question: Reply) -> dict[str, Any]:
        """A move as a player of this level would choose it."""
        refuse_over(placed)
        wanted = self.asked(placed, question.seconds or THINKING)
        report = choose(placed.game, placed.state, level=question.level, seed=question.seed, **wanted)
        if report.action is None:
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
        if hasattr(game, "outcomes") or getattr(game, "repetition", 0) is not None:
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
        seconds = question.seconds or LOOKING
        best = search(placed.game, placed.state, **self.asked(placed, seconds))
        following = after(placed, name)
        if following.is_over:
            score, line = final(following), [name]
        else:
            found = search(following.game, following.state, **self.asked(following, seconds))
            score, line = later(found.score), [name, *names(following.game, following.state, found.line)]
        mover = int(placed.game.to_move(placed.state))
        favourite = name if best.action is None else name_of(placed.game, placed.state, best.action)
        verdict = compared(best.score, score, mover, name == favourite)
        beside = VERDICTS[verdict].format(move=favourite, score=score_text(best.score, mover))
        return {
            "sentence": f"{explained(following, mover, score, line)} {beside}",
            "how": how_it_goes_on(following, mover, line),
            "player": next_player(following),
            "line": line,
            "score": score_row(score),
            "verdict": verdict,
            "best": {"move": favourite, "score": score_row(best.score)},
        }


def refuse_over(placed: Placed) -> None:
    if placed.is_over:
        raise SearchError("game_over")
    if placed.game.to_move(placed.state) == CHANCE:
        raise SearchError("dice_thrown_here")


def final(placed: Placed) -> Score:
    """The score of a game that ends with this move."""
    from zermelo.running.asking import is_outcome

    game = placed.game
    over = bool(game.is_terminal(placed.state))
    payoff = game.utility(placed.state) if over else (getattr(game, "repetition", 0) or 0)
    outcome = is_outcome(game)
    winner = None if payoff == 0 or not outcome else 0 if payoff > 0 else 1
    return Score(payoff, True, MAX, winner, None if winner is None else 1, outcome)


def later(score: Score) -> Score:
    """The same, seen one ply earlier."""
    plies = None if score.plies is None else score.plies + 1
    return Score(score.value, score.proved, score.player, score.winner, plies, score.outcome)


def next_player(following: Placed) -> str | None:
    """MAX or MIN, who moves next; None at the end of the game and where dice are rolled."""
    return None if following.is_over else PLAYERS.get(int(following.game.to_move(following.state)))


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
    if len(line) == 1:
        return f"{PLAYERS[player]} is to move"
    return f"{PLAYERS[player]} {'goes on with' if player == mover else 'answers'} {line[1]}"


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
    "seemsBetter": "By estimate, {move} is better: {score}.",
    "seemsNoWorse": "By estimate, it is no worse than {move}: {score}.",
}
"""How a move stands beside the best one that was found; the page has the same in its languages."""


def compared(best: Score, score: Score, mover: int, same: bool) -> str:
    """The verdict on a move of this score: what rests on an estimate is not said as if it were proved."""
    if same or score.winner == mover != best.winner:
        return "nothingBetter"
    better = best > score if mover == MAX else best < score
    if best.proved and score.proved:
        return "betterIs" if better else "asGoodAs"
    if best.winner == mover:
        return "surerIs"
    return "seemsBetter" if better else "seemsNoWorse"


def score_text(score: Score, mover: int) -> str:
    """A score in the words of the player who moves."""
    if score.winner is not None or score.is_draw:
        return str(score)
    value = plain(score.of(mover).value)
    sure = "" if score.proved else "an estimate of "
    return f"{sure}{value} for {PLAYERS[mover]}"


def queens(question: Puzzle) -> dict[str, Any]:
    """N queens by one strategy: every step with its sentence."""
    from zermelo.csp import solve
    from zermelo.csp.puzzles.queens import problem
    from zermelo.csp.study import BIT_MASKS, IN_FULL, STRATEGIES

    known = [name for name, asked in STRATEGIES.items() if name not in (BIT_MASKS, IN_FULL)]
    known = [name for name in known if "engine" not in STRATEGIES[name]]
    known = [name for name in known if STRATEGIES[name].get("method") != WHOLE]
    if question.strategy not in known:
        raise SearchError("unknown_strategy_here", name=question.strategy, choices="; ".join(known))
    asked = {**STRATEGIES[question.strategy], "engine": "interpreted"}
    answer = solve(problem(question.n), trace=question.steps, seconds=8.0, **asked)
    assert answer.trace is not None
    truncated = bool(answer.trace.dropped) or not answer.finished
    steps = list(step_rows(answer.trace))
    return {"steps": steps, "n": question.n, "strategies": known, "truncated": truncated}


def step_rows(trace: Any) -> Iterator[dict[str, Any]]:
    """Each step with its cell, the queens that have to do with it, and its sentence."""
    queens: dict[int, int] = {}
    for step, sentence in zip(trace.steps, trace.sentences(), strict=False):
        if step.kind == "assign":
            queens[step.variable] = step.value
        yield {
            "kind": step.kind,
            "row": step.variable,
            "column": step.value if isinstance(step.value, int) else None,
            "columns": [value for value in step.values if isinstance(value, int)],
            "others": [[row, queens.get(row)] for row in step.others],
            "depth": step.depth,
            "sentence": sentence.strip(),
        }
