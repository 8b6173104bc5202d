"""Levels 1 to 10: an opponent that is as strong as you like, for any game.

Each looks at twice as many positions as the one below, which makes it stronger in a large game, plays more
rarely by a glance, and sees more in one, which makes it stronger in any.  Whoever glances thinks of one move,
and of more of the others the higher the level, and takes the one that looks best two plies on; but between
two players without dice a win at once is taken and a loss at once avoided at every level.  Where random games
suit a game better than looking ahead, a glance is a hundred of them.  Now and then chance takes a move that
is about as good as the best one, so that no game is like the last; a seed makes the choices repeatable.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random, SystemRandom
from time import perf_counter
from typing import Any, Unpack

from zermelo.errors import SearchError
from zermelo.game import MAX, Action, Rules, State, has_rule, players_of
from zermelo.limits import MatchClock
from zermelo.report import Report
from zermelo.running.asking import ask
from zermelo.running.explain import legal_actions
from zermelo.running.identity import ADDRESS
from zermelo.running.options import NestedLists, SearchOptions, verb
from zermelo.running.question import Question
from zermelo.running.stream import Call, finish
from zermelo.running.transpositions import Transpositions
from zermelo.score import Score
from zermelo.search import search

STRONGEST = 10
SIGHT = 2
"""Plies of a glance: one's own move and the answer."""
NODES = 100
"""What level 1 would look at if it thought, positions or random games; each level twice the one before."""
MEGABYTES = 1
"""Enough for the positions of level 9."""
ABOUT_EQUAL = 1 / 8
"""How much less than the best a move may promise to be about as good, as a part of what the estimates of all
moves that nobody is known to win by span."""
NEXT_BEST = 1 / 8
"""How often the next one of them is taken, beside the one before it."""
SEEDS = 1 << 32


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
    The same `seed` gives the same move of a position, where time does not decide; without one the move may
    be another one each time.

    >>> from zermelo.games import Nim
    >>> choose(Nim(heaps=(1, 2)), level=3, engine="interpreted", seconds=60).action
    (1, 1)
    """
    check_level(level)
    options = {"seconds": 1.0, "seed": SystemRandom().randrange(SEEDS), **options}
    if level == STRONGEST:
        return search(game, state, **options)
    question = ask(game, state, **options)
    options = usual(question) | {name: given for name, given in options.items() if given is not None}
    random = Random(f"{question.seed} {level} {ADDRESS.sub('', repr(question.state))}")
    if random.random() < oversight(level):
        return content(glanced(question, options), question, random, 1 - oversight(level))
    return thought(question, level, options, random)


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
    return search(question.game, question.state, **options | limits | {"values": True})


def content(glance: Report, question: Question, random: Random, attention: float) -> Report:
    """The action that a glance is content with."""
    if question.algorithm.simulates or not glance.values:
        return sensible(glance, question)
    return preferring(glance, comes_to_mind(glance, question, random, attention))


def thought(question: Question, level: int, options: Any, random: Random) -> Report:
    """What a search as long as the level allows finds; a glance, if it does not come so far."""
    started, nodes = perf_counter(), NODES * 2 ** (level - 1)
    limits = {"nodes": min(nodes, options.get("nodes") or nodes), "values": question.algorithm.simulates}
    report = search(question.game, question.state, **options | limits)
    if question.algorithm.simulates:
        return sensible(report, question)
    left = options | what_is_left(options, perf_counter() - started, report.nodes)
    if report.score.proved or report.depth >= SIGHT:
        return varied(report, question, left, random)
    return glanced(question, left)


def varied(report: Report, question: Question, options: Any, random: Random) -> Report:
    """The report, now and then with another move that is about as good as the best one, where that is soon
    seen.  What decides the game, and what dice vary, stays as it is."""
    several = len(legal_actions(question.game, question.state)) > 1
    if is_decided(report.score) or not several or hasattr(question.game, "outcomes"):
        return report
    compared = search(question.game, question.state, **options | {"depth": report.depth, "values": True})
    if compared.depth < report.depth or not compared.finished:
        return report
    alike = sorted(about_equal(compared), key=lambda action: action != report.action)
    alike = playable_among(alike, question) or alike
    return preferring(compared, random.choices(alike, [NEXT_BEST**rank for rank in range(len(alike))])[0])


def about_equal(report: Report) -> list[Any]:
    """The actions that promise about as much as the best one, the best first."""
    if report.score.proved:
        return [action for action, score in report.values.items() if score == report.score]
    losses = {action: loss_of(score, report) for action, score in report.values.items()}
    open_ones = {action: loss for action, loss in losses.items() if not is_decided(report.values[action])}
    return [action for action, loss in open_ones.items() if loss <= ABOUT_EQUAL * max(open_ones.values())]


def loss_of(score: Score, report: Report) -> float:
    """How much less an action promises than the best one of a report."""
    return abs(float(report.score.value) - float(score.value))


def usual(question: Question) -> Any:
    """Where nobody names an algorithm: random games, if they suit the game; else looking ahead."""
    if question.algorithm.simulates:
        return {"algorithm": question.algorithm.name}
    if players_of(question.game) > 2 or hasattr(question.game, "outcomes"):
        return {"algorithm": "deepening"}
    return {"algorithm": "pvs", "table": Transpositions(MEGABYTES)}


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


def what_is_left(options: Any, used: float, nodes: int) -> dict[str, Any]:
    """The limits in seconds and nodes, without what was used of them."""
    left: dict[str, Any] = {}
    if options.get("seconds") is not None:
        left["seconds"] = max(0.0, options["seconds"] - used)
    if isinstance(clock := options.get("clock"), MatchClock):
        left["clock"] = replace(clock, left=max(0.0, clock.left - used))
    if options.get("nodes") is not None:
        left["nodes"] = max(1, options["nodes"] - nodes)
    return left


def comes_to_mind(glance: Report, question: Question, random: Random, attention: float) -> Any:
    """Any action, or one that looks better, if it is thought of; the best of all, where it is proved or wins.

    `attention` is the chance of each other action to be thought of.  What random games do not do comes to
    mind only where it is better than all else.
    """
    if glance.score.proved or is_decided(glance.score):
        return glance.action
    losses = {
        action: loss_of(score, glance) for action, score in glance.values.items() if not is_decided(score)
    }
    best = min(losses, key=losses.__getitem__)
    usual_ones = playable_among([*losses], question) or [*losses]
    if losses[best] < min(map(losses.__getitem__, usual_ones)):
        usual_ones.append(best)
    first = random.choice(usual_ones)
    others = [action for action in usual_ones if random.random() < attention]
    return min((first, *others), key=losses.__getitem__)


def playable_among(actions: list[Any], question: Question) -> list[Any]:
    """Those that a random game would make too, where the game says which it makes."""
    game, state = question.game, question.state
    if not has_rule(game, "playable"):
        return actions
    return list(finish(Call(lambda: [each for each in actions if game.playable(state, each)], game)))


def is_decided(score: Score) -> bool:
    """Does somebody win, or would by going on for ever?"""
    return score.winner is not None or score.by_repetition is not None
