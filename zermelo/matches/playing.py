"""One game between two players: whose turn, the clocks, and the end, whoever or whatever brings it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from zermelo.errors import RulesError, ZermeloError
from zermelo.game import CHANCE, MAX, MIN, may_repeat, name_of, place_of
from zermelo.kernel.threads import let_end
from zermelo.limits import MatchClock
from zermelo.matches.openings import thrown
from zermelo.matches.players import Answer, Lost, Player, Turn
from zermelo.matches.records import DRAWN, Fixture, Ply, Record, Terms, replayed, score_from
from zermelo.running.explain import explain_error, legal_actions
from zermelo.score import PLAYERS

REPEATED = 3
"""A position that comes so often comes for ever."""


class Stopwatch:
    """The seconds that a move takes: on the wall, or for a player that computes those of its processor.

    A machine that is busy with other things takes the processor away for tenths of a second, and nobody
    shall lose by that.
    """

    def __init__(self, computes: bool) -> None:
        self.clocks = (time.perf_counter, time.process_time) if computes else (time.perf_counter,)
        self.started = [clock() for clock in self.clocks]

    @property
    def seconds(self) -> float:
        """Since it was started."""
        return min(clock() - started for clock, started in zip(self.clocks, self.started))


@dataclass(frozen=True)
class Ending:
    """How a game ended."""

    reason: str
    score: float
    payoff: float | None = None
    detail: str = ""


@dataclass
class Board:
    """A game that is being played."""

    game: Any
    fixture: Fixture
    players: dict[int, Player]
    terms: Terms
    dice: Random
    table: Any = None
    """Of the whole game, where it adjudicates."""
    watch: Callable[[int], None] = lambda side: None
    """Told who is on the move."""
    states: list[Any] = field(default_factory=list)
    moves: list[tuple[int, str]] = field(default_factory=list)
    plies: list[Ply] = field(default_factory=list)
    clocks: dict[int, MatchClock | None] = field(default_factory=dict)

    def play(self) -> Record:
        """To the end."""
        self.states = replayed(self.game, self.fixture.opening)
        movers = map(self.game.to_move, self.states)
        self.moves = [(int(side), name) for side, name in zip(movers, self.fixture.opening)]
        self.clocks = {MAX: self.terms.clock, MIN: self.terms.clock}
        while (ending := self.ending() or self.turn()) is None:
            pass
        return Record(
            **vars(self.fixture), plies=tuple(self.plies),
            score=ending.score, payoff=ending.payoff, reason=ending.reason, detail=ending.detail,
        )  # fmt: skip

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self.states[-1]

    # -- one turn ----------------------------------------------------------------------------

    def turn(self) -> Ending | None:
        """One move, or the forfeit that came instead."""
        side = int(self.game.to_move(self.state))
        if side == CHANCE:
            self.make(thrown(self.game, self.state, self.dice), Ply("", CHANCE))
            return None
        if side not in self.players:
            raise RulesError("wrong_mover_here", game=type(self.game).__name__, given=repr(side))
        self.watch(side)
        stopwatch = Stopwatch(self.players[side].computes)
        try:
            answer = self.players[side].choose(self.asked(side))
        except ZermeloError:
            raise
        except Lost as lost:
            return self.forfeit(lost.reason, side, str(lost))
        except BaseException as error:
            let_end(error)
            return self.forfeit("crash", side, str(explain_error(self.game, error)))
        finally:
            self.watch(CHANCE)
        took = stopwatch.seconds
        return self.timed(side, took) or self.moved(side, answer, took)

    def asked(self, side: int) -> Turn:
        """What the player on the move is told."""
        seconds, clock = self.players[side].seconds, self.clocks[side]
        lasts = [limit for limit in (seconds, clock.left if clock else None) if limit is not None]
        patience = min(lasts) + self.terms.margin if lasts else None
        return Turn(self.state, self.states[:-1], self.moves, side, clock, patience)

    def timed(self, side: int, took: float) -> Ending | None:
        """Was the move made in time?"""
        limit, clock, margin = self.players[side].seconds, self.clocks[side], self.terms.margin
        if limit is not None and took > limit + margin:
            return self.forfeit("time", side, f"{took:.3f} s for a move, {limit:g} s were allowed")
        if clock is not None:
            left = clock.left - took
            if left < -margin:
                return self.forfeit("time", side, f"its clock ran out, by {-left:.3f} s")
            self.clocks[side] = replace(clock, left=max(left, 0.0) + clock.increment)
        return None

    def moved(self, side: int, answer: Answer, took: float) -> Ending | None:
        """Make the move, if it is legal."""
        action, report = answer.action, answer.report
        if not any(action == legal for legal in legal_actions(self.game, self.state)):
            return self.forfeit("illegal", side, f"{action!r} is not a legal move")
        said = {"depth": report.depth, "nodes": report.nodes, "score": str(report.score)} if report else {}
        self.make(action, Ply("", side, round(took, 6), **said))  # type: ignore[arg-type]
        return None

    def make(self, action: Any, ply: Ply) -> None:
        """Go on to the next position."""
        name = name_of(self.game, self.state, action)
        self.plies.append(replace(ply, name=name))
        self.moves.append((ply.player, name))
        self.states.append(self.game.result(self.state, action))

    # -- the end -----------------------------------------------------------------------------

    def ending(self) -> Ending | None:
        """The rules end the game, or a repetition, a limit or a table does."""
        if self.game.is_terminal(self.state):
            return settled("over", self.game.utility(self.state))
        if self.is_repeated():
            return settled("repetition", getattr(self.game, "repetition", 0) or 0)
        if self.terms.adjudicate is not None and len(self.moves) >= self.terms.adjudicate:
            return self.adjudicated()
        if self.terms.most_plies is not None and len(self.moves) >= self.terms.most_plies:
            return Ending("limit", DRAWN)
        return None

    def is_repeated(self) -> bool:
        """The same position for the third time; with dice it may come again by chance."""
        if hasattr(self.game, "outcomes") or not may_repeat(self.game):
            return False
        here = place_of(self.game, self.state)
        return [place_of(self.game, state) for state in self.states].count(here) >= REPEATED

    def adjudicated(self) -> Ending | None:
        """What the table says, if it knows the position."""
        if self.table is None or self.state not in self.table:
            return None
        return settled("table", self.table.probe(self.state).of(MAX).value)

    def forfeit(self, reason: str, side: int, detail: str) -> Ending:
        """A player loses by its own fault."""
        name = self.fixture.as_max if side == MAX else self.fixture.as_min
        return Ending(reason, 0.0 if side == MAX else 1.0, None, f"{name} ({PLAYERS[side]}): {detail}")


def settled(reason: str, payoff: Any) -> Ending:
    """An end with a payoff."""
    payoff = payoff.item() if hasattr(payoff, "item") else payoff
    return Ending(reason, score_from(payoff), payoff)
