"""A part of a check, carried out in a thread that is left when its time is over, whatever the rules do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sized
from dataclasses import replace
from typing import Any

from zermelo.checking.findings import shown
from zermelo.checking.rules import Examination
from zermelo.errors import RulesError
from zermelo.kernel.threads import let_end
from zermelo.limits import Clock
from zermelo.messages import counted
from zermelo.running.content import same
from zermelo.running.stream import Call, Plain, Stream, finish

PATIENCE = 2.0
"""Seconds after which a rule that was asked is taken to be endless."""
MARGIN = 0.25
"""Seconds after its own end at which a part of a check is told to stop."""
GRACE = 0.7
"""Seconds after that at which it is left."""
LARGE = 10_000
"""Parts of an answer from which it is large."""


class Part(Plain):
    """A part of a check as work for a stream (`stream.Work`)."""

    interruptible = True

    def __init__(
        self, exam: Examination, part: Callable[[], None], until: float, meanwhile: Callable[[], None]
    ) -> None:
        self.exam, self.part, self.meanwhile = exam, part, meanwhile
        self.game, self.clock = exam.game, Clock(until + MARGIN - time.perf_counter())
        self.at_stop: int | None = None
        """The beats when it was told to stop."""

    def items(self) -> Iterator[bool]:
        """Carry it out, and say so: nobody hears of it where it was left."""
        self.part()
        self.meanwhile()  # a game so small that all was over before anyone looked
        yield True

    def look(self) -> None:
        self.meanwhile()

    def beat(self) -> Any:
        return self.exam.beats if self.at_stop is None else "stopping"

    def stop(self) -> None:
        """It ends by its own clock, or is left."""
        if self.at_stop is None:
            self.at_stop = self.exam.beats

    @property
    def enough(self) -> bool:
        """Did rules return since it was told to stop?  Then it is slow, and no rule is to blame."""
        return self.at_stop is not None and self.at_stop != self.exam.beats


def nothing() -> None:
    """Nothing to do meanwhile."""


def carried_out(
    exam: Examination, part: Callable[[], None], until: float, meanwhile: Callable[[], None] = nothing
) -> bool:
    """Carry out a part of a check until a time of `perf_counter`; return whether it came to its end.

    Raises RulesError where a rule did not return.
    """
    with Stream(Part(exam, part, until, meanwhile), "zermelo check", PATIENCE, GRACE) as stream:
        return any(list(stream))


def looked_at(
    exam: Examination, part: Callable[[], None], until: float, meanwhile: Callable[[], None] = nothing
) -> bool:
    """The same for a part that looks at positions: a rule that keeps it from its end is recorded."""
    began = time.perf_counter()

    def asking() -> None:
        with exam.guard():
            part()

    try:
        if carried_out(exam, asking, until, meanwhile):
            return True
        slow(exam, time.perf_counter() - began)
    except RulesError as error:
        rule, _ = exam.inside
        at_work = bool(rule) or "rule" in error.parameters
        stuck(exam, error) if at_work else slow(exam, time.perf_counter() - began, comparing=True)
    return False


def stuck(exam: Examination, error: RulesError) -> None:
    """Record a rule that has not returned: which, where it is, and for how long it was waited for."""
    exam.stuck = True
    known, (rule, given) = error.parameters, exam.inside
    place = "{file}:{line}".format(**known["place"].parameters) if "place" in known else ""
    waits, waited = error.code == "rule_waits", time.perf_counter() - exam.since
    said = f"{rule or known['rule']}() {'waits for something and ' if waits else ''}does not return"
    advice = "take out what it waits for" if waits else ""
    exam.record("stuck", f"{said} within {waited:.1f} seconds", exam.asked, place, advice)
    found = exam.findings["stuck", exam.asked]
    here, drawn = whereabouts(exam, given)
    exam.findings["stuck", exam.asked] = replace(found, moves=found.moves if here else None, position=drawn)


def whereabouts(exam: Examination, given: tuple[Any, ...]) -> tuple[bool, str]:
    """Whether a rule was asked about the present position, and the position that it was asked about.

    States of theirs can hang too when they are compared or written: then nobody knows.
    """
    before = exam.position.before
    state = given[0] if given else before
    here = exam.position.holds(state)
    try:
        told = Call(lambda: (here or same(state, before), shown(state)), exam.game)
        return finish(told, "zermelo check", GRACE)
    except BaseException as error:
        let_end(error)
        return here, ""


def slow(exam: Examination, seconds: float, comparing: bool = False) -> None:
    """Record what kept a check from its end although every rule returned; `comparing`: for a long time."""
    exam.stuck = True
    since = time.perf_counter() - exam.since
    rule, spent = max(exam.spent.items(), key=lambda item: item[1], default=("initial", 0.0))
    if 2 * spent > seconds:
        exam.record("slow", f"{rule}() took {spent:.1f} of the {seconds:.1f} seconds of the check", rule)
        return
    rule, answer = exam.answered
    size = len(answer) if isinstance(answer, Sized) else 1
    if comparing and size < LARGE:
        said = f": copying and comparing positions takes more than {since:.1f} seconds"
        exam.record("slow", said, rule, advice="let the state hold less")
        return
    what = f"{rule}() returns {counted(size, 'part')}" if size >= LARGE else f"{rule}() was asked last"
    exam.record("slow", f"{what}, and {seconds:.1f} seconds were too few to look at the position", rule)
