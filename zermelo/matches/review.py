"""review(): a game that was played, judged move by move; reviewing(): the same, as it goes."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import CHANCE, MAX, MIN, Action, Rules, State, is_written, name_of, names_of, pays_outcomes
from zermelo.matches.chances import Curve, ends_of, scale_of
from zermelo.matches.judgement import Judged, Review
from zermelo.matches.players import compiled
from zermelo.report import Report
from zermelo.running import catalogue
from zermelo.running.asking import ask, is_outcome, traits_of
from zermelo.running.contact import first_contact
from zermelo.running.explain import legal_actions, possible
from zermelo.running.options import AlgorithmName, EngineName, NestedLists, WholeGame, the_last_of, verb
from zermelo.running.transpositions import Transpositions
from zermelo.score import Score
from zermelo.search import analyse
from zermelo.trees.tree import as_game

SECONDS = 0.5
"""For each position, where no limit is given: what one does not need is left for those before it."""
MEGABYTES = 32
"""For the table that all positions of a game share."""


@dataclass(frozen=True)
class Played:
    """A game that was played: its positions, and the actions between them."""

    states: Sequence[Any]
    actions: Sequence[Any]
    opening: int = 0
    """How many of them were made before the players began."""

    @classmethod
    def of(cls, game: Any, actions: Iterable[Any], state: Any = None, opening: int = 0) -> Played:
        """The actions played through from a state; one that is not legal is refused."""
        states, made = [first_contact(game, state)], list(actions)
        for number, action in enumerate(made, 1):
            here = states[-1]
            if game.is_terminal(here) or not any(action == legal for legal in possible(game, here)):
                raise SearchError("reviewed_move_not_legal", number=number, move=repr(action))
            states.append(game.result(here, action))
        if not hasattr(opening, "__index__") or not 0 <= opening <= len(made):
            raise SearchError("opening_of_so_many", given=repr(opening), moves=len(made))
        return cls(states, made, opening)


@verb
def reviewing(
    game: Rules[State, Action] | NestedLists,
    actions: Iterable[Action],
    state: State | None = None,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    algorithm: AlgorithmName | None = None,
    engine: EngineName = "auto",
    solved: WholeGame | None = None,
    scale: float | None = None,
    opening: int = 0,
) -> Generator[Review[Action], None, None]:
    """A Review after every move that was judged, the last one first; takes what `review` takes."""
    rules = as_game(game)
    played = Played.of(rules, actions, state, opening)
    limits = {"seconds": seconds, "depth": depth, "nodes": nodes, "solved": solved}
    return judging(rules, played, {**limits, "algorithm": algorithm, "engine": engine}, scale)


@verb
@the_last_of(reviewing)
def review() -> None:
    """Judge every move of a game: what it cost, what was better, and how it is refuted.

    `actions` are the moves from `state` (the initial one by default), dice among them.  Each position is
    searched for half a second and what those after it left of theirs, or within the limits that are given:
    `seconds`, `depth`, `nodes`; `algorithm` and `engine` are those of `search`, `solved` is a table of the
    whole game.  What is proved of a position counts wherever it stands.  Where a value is estimated, so is
    the chance to win: `scale` times the logarithm of the odds is taken for the estimate, by default such
    that an estimate of the average size it has in random games is worth half a win.  The first `opening` of
    the moves were made before the players began, as those of a match are: nobody is blamed for them.

    >>> from zermelo.games import TicTacToe
    >>> found = review(TicTacToe(), [4, 1, 0], depth=12, engine="interpreted")
    >>> [move.label for move in found.moves], found.moves[1].proved
    (['best', 'blunder', 'best'], True)
    """


def judging(
    game: Any, played: Played, options: dict[str, Any], scale: float | None = None
) -> Generator[Review, None, None]:
    """The same of a game that is played through already."""
    if scale is not None and not (isinstance(scale, int | float) and 0 < scale < math.inf):
        raise SearchError("wrong_scale", given=repr(scale))
    analyst = Analyst(game, played.states[0], options, scale)
    plies = len(played.actions)
    yield Review((), plies, analyst.curve.scale, analyst.algorithm, analyst.blind)
    for ply in reversed(range(plies)):
        analyst.judge(played, ply)
        found = tuple(analyst.rows[index] for index in range(ply, plies))
        yield Review(found, plies, analyst.curve.scale, analyst.algorithm, analyst.blind)


@dataclass(frozen=True)
class Found:
    """What a search has found, and what its iteration before had."""

    score: Score
    line: tuple[Any, ...] = ()
    earlier: Score | None = None
    """None: there was no iteration before."""
    visits: int = 0
    """Random games that began with the line."""


class Analyst:
    """Searches the positions of one game, the last first: what was found there helps with those before."""

    def __init__(self, game: Any, state: Any, options: dict[str, Any], scale: float | None) -> None:
        self.game = game
        self.options = {name: value for name, value in options.items() if value is not None}
        self.saves = not self.options.keys() & {"seconds", "depth", "nodes"}
        self.spare = 0.0
        """Seconds that later positions left."""
        if self.saves:
            self.options["seconds"] = SECONDS
        self.algorithm = self.options["algorithm"] = self.chosen(state)
        record = catalogue.find(self.algorithm, traits_of(game))
        self.takes_actions = record.takes("root_actions")
        if "seconds" in self.options:
            compiled(game, **self.options)  # which takes longer than a position may
        self.memory = Transpositions(MEGABYTES) if record.takes("table") else None
        self.proved: dict[int, Found] = {}
        """What is proved of positions of the game, by the moves before them."""
        self.rows: dict[int, Judged] = {}
        """The moves that are judged, by the moves before them."""
        outcome = pays_outcomes(game)
        self.simulates = record.simulates
        self.blind = not (self.simulates or is_written(game, "evaluate") or traits_of(game).chance)
        """Whether nothing is known of a position but what is proved."""
        averages = outcome and self.simulates
        self.curve = Curve(None if averages else scale_of(game) if scale is None else scale, outcome)

    def chosen(self, state: Any) -> str:
        """One algorithm for the whole game: the one that is named, or what suits its first position."""
        asked = self.options if "algorithm" in self.options else {"seconds": SECONDS, **self.options}
        start = None if self.game.is_terminal(state) else state
        return str(ask(self.game, start, **asked).algorithm.name)

    def judge(self, played: Played, ply: int) -> list[Judged]:
        """One move of the game; and the next one, where its position turned out to be proved."""
        self.rows[ply], after = self.judged(played, ply)
        following = self.rows.get(ply + 1)
        if following is None or following.before.proved or not after.score.proved:
            return [self.rows[ply]]
        self.proved[ply + 1] = replace(after, score=after.score.later(-1))
        self.rows[ply + 1] = self.better_known(following, played)
        return [self.rows[ply], self.rows[ply + 1]]

    def better_known(self, move: Judged, played: Played) -> Judged:
        """A move that was judged before its position was proved."""
        known, state = self.proved[move.ply - 1], played.states[move.ply - 1]
        before, after = agreed(known.score, move.after, move.player)
        names = tuple(names_of(self.game, state, known.line))
        chances = self.chances(before, after, move.player)
        best = names[0] if names else ""
        return replace(move, before=before, after=after, chances=chances, best=best, better=names)

    def chances(self, before: Score, after: Score, player: int) -> tuple[float, float]:
        """A player's chances before and after a move."""
        ends = ends_of(self.game)
        return self.curve.chance(before, player, ends), self.curve.chance(after, player, ends)

    def judged(self, played: Played, ply: int) -> tuple[Judged, Found]:
        """One move of the game, and what was found of the position after it."""
        state, action, past = played.states[ply], played.actions[ply], played.states[:ply]
        player, allowed, started = int(self.game.to_move(state)), self.allowed, perf_counter()
        report, best = self.search(state, past, **allowed)
        if player == CHANCE:
            after = Found(self.value(played, ply + 1))
        else:
            after = self.made(report, best, played, ply, allowed)
        self.keep(allowed, perf_counter() - started)
        before, then = agreed(best.score, after.score, player)
        if before.proved:
            line = best.line if best.score.proved else (action, *after.line)
            self.proved[ply] = replace(best, score=before, line=line)
        move = Judged(
            ply + 1, player, name_of(self.game, state, action), action, before, then,
            self.chances(before, then, player),
            best=name_of(self.game, state, report.action) if report.line else "",
            better=tuple(names_of(self.game, state, report.line)),
            refutation=tuple(names_of(self.game, played.states[ply + 1], after.line)),
            choices=0 if player == CHANCE else len(legal_actions(self.game, state)),
            depth=None if self.simulates else report.depth,
            doubt=0.0 if player == CHANCE else self.doubt(best, after, player),
            opening=ply < played.opening,
            blind=self.blind,
        )  # fmt: skip
        return move, after

    @property
    def allowed(self) -> dict[str, Any]:
        """The limits of the next position."""
        return {"seconds": SECONDS + self.spare} if self.saves else {}

    def keep(self, allowed: dict[str, Any], used: float) -> None:
        """Note what a position has left of its time."""
        self.spare = max(0.0, allowed.get("seconds", 0.0) - used)

    def made(self, report: Report, best: Found, played: Played, ply: int, allowed: dict[str, Any]) -> Found:
        """The line after the move that was made, and what it is worth: seen from as far as the best one."""
        state, action, child = played.states[ply], played.actions[ply], played.states[ply + 1]
        if self.game.is_terminal(child):
            return Found(ended(self.game, child).later(1))
        if (known := self.proved.get(ply + 1)) is not None:
            return replace(known, score=known.score.later(1))
        if action == report.action:
            return replace(best, line=report.line[1:])
        ahead = report.depth if self.takes_actions else report.depth - 1
        as_far = {} if report.score.proved or self.simulates else {"depth": max(1, ahead)}
        if self.takes_actions:
            _, only = self.search(state, played.states[:ply], root_actions=[action], **allowed, **as_far)
            return replace(only, line=only.line[1:])
        _, following = self.search(child, played.states[: ply + 1], **allowed, **as_far)
        earlier = following.earlier and following.earlier.later(1)
        return replace(following, score=following.score.later(1), earlier=earlier)

    def doubt(self, best: Found, made: Found, player: int) -> float:
        """How much of a loss the search does not vouch for: what it did not see an iteration earlier, or two
        standard errors of so many random games."""
        if self.simulates:
            return math.sqrt(sum(1 / max(1, one.visits) for one in (best, made) if not one.score.proved))
        now = self.lost(best.score, made.score, player)
        then = [one.score if one.score.proved else one.earlier for one in (best, made)]
        if then[0] is None or then[1] is None:
            return now
        return max(0.0, now - max(0.0, self.lost(then[0], then[1], player)))

    def lost(self, before: Score, after: Score, player: int) -> float:
        """How much of the chance to win."""
        return self.curve.chance(before, player) - self.curve.chance(after, player)

    def value(self, played: Played, ply: int) -> Score:
        """What a position is worth, one ply after the throw that led there."""
        state, known = played.states[ply], self.proved.get(ply)
        if self.game.is_terminal(state):
            return ended(self.game, state).later(1)
        return (known or self.search(state, ())[1]).score.later(1)

    def search(self, state: Any, past: Sequence[Any], **more: Any) -> tuple[Report, Found]:
        """One position, with all that is known from later ones."""
        known = {} if self.memory is None else {"table": self.memory}
        last, earlier = None, None
        for report in analyse(self.game, state, past=past, **{**self.options, **known, **more}):
            if last is not None and report.depth > last.depth:
                earlier = last.score
            last = report
        assert last is not None  # a search has an answer
        return last, Found(last.score, last.line, earlier, last.lines[0].visits if last.lines else 0)


def ended(game: Any, state: Any) -> Score:
    """The payoff at the end of a game, as a score."""
    payoff = game.utility(state)
    outcome = is_outcome(game)
    score = Score(payoff.item() if hasattr(payoff, "item") else payoff, True, outcome=outcome)
    if not outcome or score.value == 0:
        return score
    return replace(score, winner=MAX if score.value > 0 else MIN, plies=0)


def agreed(before: Score, after: Score, player: int) -> tuple[Score, Score]:
    """The values before a move and after it, neither of them beyond what the other one allows: the best move
    is worth no less than the one that was made, and what is proved outweighs what is estimated."""
    if player == CHANCE or not (after > before if player == MAX else after < before):
        return before, after
    if not before.proved:
        return (after if after.winner == player else replace(after, proved=False)), after
    if after.proved:
        return before, after
    if before.winner is not None:
        return before, replace(before, exact=False)
    return before, replace(after, value=before.of(after.player).value)
