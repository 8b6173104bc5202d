"""check(game): play against every promise of the contract, and say in plain words which are broken.

Breadth first from the start, so that what is found is found in a small position; then games at random;
then the same searches interpreted and compiled.  `checking/child.py` does it in a process with limits.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from zermelo.checking.carrying_out import carried_out, looked_at, slow
from zermelo.checking.compiled import ALGORITHM, Comparison, Compiler
from zermelo.checking.cs50 import Assignment, Grading, assignment_in, found_beside, places
from zermelo.checking.findings import Finding, is_finite, shown
from zermelo.checking.journal import Journal, as_moves
from zermelo.checking.play import Play
from zermelo.checking.promises import DOUBTFUL, FOLLOWS, ONCE, PER_LINE
from zermelo.checking.rules import Examination, Guard
from zermelo.errors import RulesError
from zermelo.game import Action, Rules, State, missing_rules
from zermelo.limits import Limits
from zermelo.messages import counted
from zermelo.running.options import NestedLists, verb
from zermelo.running.payoffs import is_range
from zermelo.running.question import check_seed
from zermelo.trees.tree import as_game

FOR_COMPILING = 0.35
"""Seconds beyond the others that a first compile may take; it is not waited for longer."""
STILL_COMPILING = "not compiled in this time: --wait 20 gives the compiler 20 seconds more"
COMPARING = 60.0
"""Seconds that homework may take to be compared with the truth in all positions."""
PLAYING, EXPECTED = 0.7, 0.4
"""Parts of the time: for play, where the rest is for comparing; and when machine code is there in time."""
FEW_GAMES = 5
"""Fewer games at random than these say nothing of a game, unless all positions were looked at."""
SEARCHING = 0.5
"""Seconds after the others that the searches which are compared may take."""
FEWEST, SLOW = 5, 1.0
"""Positions that a check looks at within so many seconds, unless the game is slow."""
HOMEWORK = "homework in other words is played as it is; what derives from Game can be compiled"


@dataclass(frozen=True)
class Checkup:
    """What a check found, and what it looked at."""

    game: str
    findings: list[Finding]
    """Faults first, each with its smallest position."""
    positions: int = 0
    """How many different positions were looked at."""
    complete: bool = False
    """All positions that play can reach were looked at."""
    games: int = 0
    """How many games were played at random."""
    compiled: bool | None = None
    """Do the rules compile?  None: it was not tried, or there was no time."""
    why_interpreted: str = ""
    """Which line stands in the way of compiling, and what to write instead."""
    compared: int = 0
    """Searches that gave the same interpreted and compiled."""
    interpreted_speed: float = 0.0
    """Nodes per second of iterative deepening, once a search has begun."""
    compiled_speed: float = 0.0
    seconds: float = 0.0
    still_compiling: bool = False
    """The first compile was not waited for: nothing is known of the compiled rules yet."""
    graded: int = 0
    """Positions in which a homework's own minimax was graded."""
    right: int = 0
    """And those of them in which its move is as good as any."""
    put_right: tuple[str, ...] = ()
    """Functions that are wrong, in whose place right ones were while minimax was graded."""
    edit: str = ""
    """Where it was looked for: a diff that lets the rules compile, or brings them nearer to that."""
    still_refused: str = ""
    """What keeps them from compiling with that edit."""

    @property
    def faults(self) -> list[Finding]:
        """Broken promises."""
        return [finding for finding in self.findings if finding.severity == "fault"]

    @property
    def remarks(self) -> list[Finding]:
        """What is allowed and probably not meant."""
        return [finding for finding in self.findings if finding.severity == "remark"]

    @property
    def summary(self) -> str:
        """What was looked at, what compiles and how fast it is, in one line."""
        every = "all " if self.complete and not self.faults and self.positions > 1 else ""
        positions, games = counted(self.positions, "position"), counted(self.games, "game")
        found = f"{counted(len(self.faults), 'fault')} in {every}{positions} and {games}"
        if self.is_thin:
            found = f"no fault so far, but only {positions} and {games} were looked at: give it more seconds"
        return f"{found}; {self.grade}{self.speeds}"

    @property
    def is_thin(self) -> bool:
        """Whether nothing was found in so little that it says nothing."""
        return not (self.faults or self.complete or self.graded) and self.games < FEW_GAMES

    @property
    def grade(self) -> str:
        """How good a homework's own minimax is, where it was graded."""
        if not self.graded:
            return ""
        positions = f"{self.right:,} of {self.graded:,} graded positions"
        return f"minimax right in {positions}{found_beside(self.put_right)}; "

    @property
    def speeds(self) -> str:
        """What compiles, and how fast it is."""
        if not self.interpreted_speed:
            return "not searched"
        speed = f"{ALGORITHM}: {self.interpreted_speed:,.0f} nodes/s interpreted"
        if self.compiled:
            searches = "1 search" if self.compared == 1 else f"{self.compared} searches"
            same = f", the same in {searches}" if self.compared else ""
            return f"{speed}, {self.compiled_speed:,.0f} compiled{same}"
        if self.still_compiling:
            return f"{speed}; {STILL_COMPILING}"
        return f"{speed}; not compiled: {self.why_interpreted}" if self.why_interpreted else speed

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {**vars(self), "findings": [finding.as_dict() for finding in self.findings]}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Checkup:
        """What `as_dict` made."""
        findings = [Finding(**{**one, "moves": moves_in(one)}) for one in data["findings"]]
        return cls(**{**data, "findings": findings})


def moves_in(finding: dict[str, Any]) -> tuple[Any, ...] | None:
    """The moves to the position of a finding from JSON; None where nobody knows them."""
    return None if finding["moves"] is None else as_moves(finding["moves"])


@verb
def check(
    game: Rules[State, Action] | NestedLists, *, seconds: float = 2.0, seed: int = 0, compile: bool = True
) -> list[Finding]:
    """Every broken promise that `seconds` of play show; none is a good sign.

    `seed` is that of the games played at random; `compile=False` leaves out what compiled rules say.

    >>> check([[3, 12, 8], [2, 4, 6], [14, 5, 2]], seconds=0.2, compile=False)
    []
    """
    return examine(game, seconds=seconds, seed=seed, compile=compile).findings


def examine(
    game: Any,
    *,
    seconds: float = 2.0,
    seed: int = 0,
    compile: bool = True,
    wait: float = FOR_COMPILING,
    grading: float | None = 0.0,
) -> Checkup:
    """A check with all that it saw: findings, how much was looked at, what compiles, how fast.

    `wait` is how many seconds longer than `seconds` a first compile may take; it is kept for the next check.
    CS50's tic-tac-toe is held to the assignment, its minimax graded for `grading` seconds; None: neither.
    """
    game = as_game(game)
    check_seed(seed)
    seconds = Limits(seconds=seconds).seconds or 0.0
    return examined(game, seconds, seed, Compiler(game) if compile else None, wait, grading)


def examined(
    game: Any,
    seconds: float,
    seed: int,
    compiler: Compiler | None,
    wait: float,
    grading: float | None = 0.0,
    journal: Journal | None = None,
    guard: Guard = nullcontext,
) -> Checkup:
    """Play within a watched thread while the rules compile, then compare the two worlds.

    `journal`: where it is written down what is asked, for whoever looks after this process; `begin` is called
    in the thread that asks, before it does.
    """
    exam = Examination(game, journal, guard)
    if not declared(exam):
        return Checkup(exam.name, in_order(exam))
    if grading is not None and (assignment := assignment_in(exam)) is not None:
        return assigned(assignment, seconds, seed, grading)
    return played(exam, seconds, seed, None if exam.adapted else compiler, wait)


def assigned(assignment: Assignment, seconds: float, seed: int, grading: float) -> Checkup:
    """Homework compared with the truth in all positions, then played if that found no fault, then graded."""
    exam = assignment.exam
    if exam.journal is not None:
        exam.journal.allow_more(COMPARING + grading)
    looked_at(exam, assignment.all, time.perf_counter() + COMPARING)
    if assignment.failed is not None:
        raise assignment.failed
    looked = exam.looked
    checkup = Checkup(exam.name, in_order(exam))
    if not checkup.faults and not exam.stuck:
        checkup = played(exam, seconds, seed, None, 0.0)
    checkup = replace(checkup, positions=looked, complete=looked == len(places()))
    return graded(checkup, assignment, grading)


def graded(checkup: Checkup, assignment: Assignment, seconds: float) -> Checkup:
    """With the grade of its own minimax, where it has one and there is time."""
    if not seconds or assignment.exam.stuck or not assignment.has_minimax:
        return checkup
    grading = Grading(assignment, seconds)
    grading.run()
    checkup = replace(checkup, findings=in_order(assignment.exam), put_right=assignment.wrong)
    return replace(checkup, graded=grading.graded, right=grading.right)


def played(exam: Examination, seconds: float, seed: int, compiler: Compiler | None, wait: float) -> Checkup:
    """What play shows, and what the compiled rules do."""
    started, compile = time.perf_counter(), compiler is not None
    play = Play(exam, Random(seed), started + seconds * (PLAYING if compile else 1.0), started + seconds)

    def meanwhile() -> None:
        if compiler is None or not exam.looked:
            return
        compiler.start()
        if time.perf_counter() > started + seconds * EXPECTED and not compiler.done(0):
            play.deadline = play.latest  # there will be nothing to compare

    whole = looked_at(exam, play.all, started + seconds, meanwhile)
    if play.failed is not None:
        raise play.failed
    took = time.perf_counter() - started
    if whole and exam.looked < FEWEST and took > max(seconds / 2, SLOW):
        slow(exam, took)
    comparison = Comparison(exam, play, compiler, started + seconds + (wait if compile else 0.0))
    if not exam.stuck:
        with suppress(RulesError):  # which has returned so far: nothing more is known
            carried_out(exam, comparison.run, max(comparison.deadline, time.perf_counter()) + SEARCHING)
    if comparison.failed is not None:
        raise comparison.failed
    return Checkup(
        exam.name,
        in_order(exam),
        exam.looked,
        play.complete,
        play.games,
        comparison.compiled,
        HOMEWORK if exam.adapted else comparison.why_interpreted,
        comparison.compared,
        comparison.interpreted_speed,
        comparison.compiled_speed,
        time.perf_counter() - started,
        comparison.still_compiling,
    )


def in_order(exam: Examination) -> list[Finding]:
    """Faults before remarks, the shortest way to each first; without what may only follow from another."""
    names = {finding.name for finding in exam.findings.values()}
    if any(each.is_fault_in_rules and each.name not in DOUBTFUL for each in exam.findings.values()):
        names -= DOUBTFUL
    for cause, consequences in FOLLOWS.items():
        names -= consequences if cause in names else frozenset()
    told = sorted(exam.findings.values(), key=lambda finding: (finding.severity, len(finding.moves or ())))
    once = {told_once(finding): finding for finding in reversed(told)}
    return [each for each in told if each.name in names and once[told_once(each)] is each]


def told_once(finding: Finding) -> Hashable:
    """The same for findings of which only the first is told."""
    if finding.name in ONCE:
        return finding.name
    return (finding.place,) if finding.name in PER_LINE and finding.place else id(finding)


def declared(exam: Examination) -> bool:
    """Are all six rules there, and is the payoff one that is known?"""
    missing = missing_rules(exam.game)
    for rule in missing:
        exam.record("needs", f" has no {rule}()", rule)
    payoff = getattr(exam.game, "payoff", "outcome")
    if payoff not in ("outcome", "points"):
        exam.record("payoff", f"payoff is {payoff!r}", "payoff")
    if exam.players == 2 and (said := exam.payoff_range) is not None and not is_range(said):
        exam.record("payoff range", f"payoff_range is {shown(said)}", "payoff_range")
    repetition = getattr(exam.game, "repetition", None)
    if repetition is not None and (
        not is_finite(repetition) or (exam.outcome and repetition not in (-1, 0, 1))
    ):
        exam.record("repetition", f"repetition is {repetition!r}", "repetition")
    return not missing and payoff in ("outcome", "points")
