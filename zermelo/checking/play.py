"""Positions to put the promises to: all near the start, then whole games at random."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from zermelo.checking.findings import Nonsense, Position, duplicate, fingerprint, is_finite, same, shown
from zermelo.checking.indices import Indices, Slip
from zermelo.checking.rules import Examination
from zermelo.game import MAX, MIN
from zermelo.running.threads import Abandoned

LONGEST_GAME = 2_000
"""Plies after which a game is taken to be endless."""
FEW = 60
"""Positions of one random game that are looked at."""
GAMES = 400
"""More games at random show nothing new."""
SAMPLES = 8
"""Positions from which searches are compared."""
VARIED = 4
"""Different estimates from which something can be said of them."""
STRONG = 0.25
"""A correlation that is no accident in so many games."""
WIDEST = 5_000
"""Positions of one ply that are kept."""
PLAIN = (int, float, str, tuple, list, set)
"""Kinds of attributes that rules may read and should not write."""
ENOUGH_GAMES = 100
"""Games at random where every position was looked at before."""
REREAD = 300
"""Positions for which the rules are read again with an eye on indices."""
SOLVED = 20_000
"""Positions of a game that is small enough to be solved."""


class Play:
    """Plays one game within a time: breadth first, at random, and once more to make the findings small."""

    def __init__(self, exam: Examination, draw: Random, deadline: float) -> None:
        self.exam, self.draw, self.deadline = exam, draw, deadline
        self.began = time.perf_counter()
        self.complete, self.games = False, 0
        self.start = Position(None)
        self.seen: set[Any] = set()
        self.sample: list[Position] = []
        self.utilities: dict[Any, Position] = {}
        self.endings = 0
        self.kept: list[Position] = []
        self.estimates: dict[int, list[tuple[float, float]]] = {MAX: [], MIN: []}
        self.failed: BaseException | None = None

    def left(self, part: float = 1.0) -> bool:
        """Is there time left of this part of it all?"""
        return time.perf_counter() < self.began + (self.deadline - self.began) * part

    def all(self) -> None:
        """Everything, one after the other; never raises, since it runs in a thread."""
        try:
            self.exam.guarded(self.begin)
            if self.start.state is not None:
                self.solve()
                self.complete = self.breadth_first()
                self.at_random()
                self.indices()
                self.shrink()
                self.conclude()
        except Abandoned:
            pass
        except BaseException as error:
            self.failed = error

    def begin(self) -> None:
        """The initial state, the same whenever it is asked for."""
        exam = self.exam
        first, second = exam.call("initial"), exam.call("initial")
        self.start = exam.position = Position(first)
        if not same(first, second):
            exam.record("steady", f"initial() returns {shown(first)} and then {shown(second)}", "initial")
        if first is None:
            raise Nonsense("nothing", "initial() returns None")
        self.sample.append(self.start)

    def solve(self) -> None:
        """Where it matters and the game is small, know every value before anything is looked at."""
        if any(self.exam.has(rule) for rule in ("bounds", "candidates", "key")):
            self.exam.values.of(duplicate(self.start.before), SOLVED)

    # -- breadth first ---------------------------------------------------------------------

    def breadth_first(self) -> bool:
        """Look at the positions near the start, the nearest first; were those all there are?"""
        layer, whole = [self.start] if self.is_new(self.start.state) else [], True
        while layer:
            following: list[Position] = []
            for position in layer:
                if not self.left(0.5):
                    return False
                following += self.expanded(position)
                if len(following) > WIDEST:
                    whole = False
                    del following[WIDEST:]
            if following and len(self.sample) < SAMPLES // 2:
                self.sample.append(following[self.draw.randrange(len(following))])
            layer = following
        return whole

    def expanded(self, position: Position) -> list[Position]:
        """Look at a position, and give those after it that are new."""
        before = own_things(self.exam.game)
        facts = self.exam.look(position)
        self.self_changed(before)
        self.keep(position, REREAD // 2)
        if facts is None:
            return []
        if facts.terminal and not position.moves:
            self.exam.record("no game", ": the game is over before it starts")
        children = (
            (action, child) for action, child in facts.children if child is None or self.is_new(child)
        )
        return [Position(child, (*position.moves, action)) for action, child in children]

    def is_new(self, state: Any) -> bool:
        state = fingerprint(state) if self.exam.adapted else state
        try:
            hash(state)
            known = state in self.seen
        except Exception:
            return self.is_new(repr(state))
        if not known:
            self.seen.add(state)
        return not known

    def self_changed(self, before: dict[str, Any]) -> None:
        after = own_things(self.exam.game)
        for name, value in before.items():
            if name in after and not same(after[name], value):
                self.exam.record("remembers", f": a rule changes self.{name}")

    # -- at random -------------------------------------------------------------------------

    def at_random(self) -> None:
        """Games at random until the time is up."""
        most = ENOUGH_GAMES if self.complete else GAMES
        while self.games < most and self.left(0.85 if self.games else 0.95):
            game = list(self.game_at_random())
            self.games += 1
            if len(game) > LONGEST_GAME:
                self.exam.position = self.start
                self.exam.record("endless", f": a random game went on for {LONGEST_GAME:,} plies")
            for position in chosen(game):
                if not self.left(0.9):
                    return
                self.keep(position, REREAD)
                if self.is_new(position.state):
                    self.exam.look(position)
            if len(game) > 2 and len(self.sample) < SAMPLES:
                self.sample.append(game[self.draw.randrange(1, len(game) - 1)])
            if len(game) > LONGEST_GAME:
                return

    def game_at_random(self) -> Iterator[Position]:
        """The positions of one game; stops where a rule fails, which `look` then sees."""
        exam = self.exam
        position, states = self.start, [self.start.state]
        try:
            while len(states) <= LONGEST_GAME + 1 and self.left():
                yield position
                state = duplicate(position.before)
                if state is None or exam.call("is_terminal", state):
                    self.note(state, states)
                    return
                action = self.draw.choice(self.exam.options(state))
                child = exam.call("result", state, action)
                position = Position(child, (*position.moves, action))
                states.append(child)
        except Exception:
            return

    def note(self, state: Any, states: list[Any]) -> None:
        """How a game ended, and what was thought of its positions on the way."""
        if state is None:
            return
        utility = self.exam.call("utility", state)
        if not is_finite(utility):
            return
        self.endings += 1
        self.utilities.setdefault(float(utility), self.start)
        if not self.exam.has("evaluate"):
            return
        for earlier in states[1:-1]:
            estimate, mover = self.exam.call("evaluate", earlier), self.exam.call("to_move", earlier)
            if mover in (MAX, MIN) and is_finite(estimate):
                self.estimates[mover].append((float(estimate), float(utility)))

    # -- afterwards ------------------------------------------------------------------------

    def keep(self, position: Position, most: int) -> None:
        if len(self.kept) < most and position.before is not None:
            self.kept.append(position)

    def indices(self) -> None:
        """Read the rules again, the nearest positions first, and see where an index is below zero."""
        indices = Indices(self.exam.game)
        for position in sorted(self.kept, key=lambda position: len(position.moves)):
            if indices.double is None or not self.left(0.95):
                break
            self.read(indices, position)
        for slip in indices.slips():
            self.exam.position = slip.position
            name, what = said_of(slip)
            place = f"{slip.site.file}:{slip.site.line}" if name == "wraps" else ""
            self.exam.record(name, what, "" if not place else slip.rule, place)

    def read(self, indices: Indices, position: Position) -> None:
        self.exam.beats += 1
        if indices.read(position, "is_terminal"):
            indices.read(position, "utility")
            return
        for rule in ("to_move", "evaluate"):
            indices.read(position, rule)
        for action in indices.read(position, "actions") or ():
            indices.read(position, "result", action)

    def shrink(self) -> None:
        """Leave out moves on the way to what was found, as long as it is still found."""
        for name in list(self.exam.findings):
            shorter = self.left()
            while shorter:
                length = len(self.exam.findings[name].moves)
                shorter = length > 1 and any(
                    self.tried(self.exam.findings[name].moves, first, count, name)
                    for count in (4, 2, 1, 3)
                    for first in range(length - count + 1)
                    if self.left()
                )

    def tried(self, moves: tuple[Any, ...], first: int, count: int, name: tuple[str, str]) -> bool:
        """Is the promise also broken without some of the moves?"""
        position = self.replayed(moves[:first] + moves[first + count :])
        if position is not None:
            self.exam.look(position)
        return len(self.exam.findings[name].moves) < len(moves)

    def replayed(self, moves: tuple[Any, ...]) -> Position | None:
        """The position after these moves, if they are legal."""
        state = duplicate(self.start.before)
        try:
            for action in moves:
                if self.exam.call("is_terminal", state) or action not in self.exam.options(state):
                    return None
                state = self.exam.call("result", state, action)
        except Exception:
            return None
        return Position(state, moves)

    def is_one_sided(self) -> bool:
        """Do games always end in the same way, or never well for one of the players?"""
        signs = {utility > 0 for utility in self.utilities if utility != 0}
        return len(self.utilities) == 1 or (self.exam.outcome and len(signs) == 1)

    def conclude(self) -> None:
        """What only many games together show."""
        exam = self.exam
        exam.position = self.start
        exam.habits.conclude(exam)
        exam.position = self.start
        if self.is_one_sided() and self.endings >= 30 and len(self.seen) > 10:
            found = " or ".join(f"{utility:g}" for utility in sorted(self.utilities))
            exam.record(
                "one-sided", f"utility() returns {found} at the end of all {self.endings} random games"
            )
        sides = [correlation(self.estimates[mover]) for mover in (MAX, MIN)]
        if max(sides) > STRONG and min(sides) < -STRONG:
            good = "MAX" if sides[0] > 0 else "MIN"
            exam.record(
                "mover's estimate", f"evaluate() agrees with how games end only where {good} is to move"
            )
        elif max(sides) < -STRONG:
            exam.record(
                "upside down", "evaluate() is high in games that MAX loses and low in games that MAX wins"
            )


def chosen(game: list[Position]) -> list[Position]:
    """All positions of a short game, some of a long one, the last ones among them."""
    if len(game) <= FEW:
        return game
    step = 2 * len(game) // FEW
    return game[: -FEW // 2 : step] + game[-FEW // 2 :]


def said_of(slip: Slip) -> tuple[str, str]:
    """An index below zero as a finding: an action that is off the board, or a look over the edge."""
    taken = f"{slip.site.things}[{slip.number}]"
    if slip.rule == "result" and slip.number in numbers_in(slip.given):
        said = f"actions() yields {shown(slip.given[0])}, and result() takes {taken} for it"
        return "off the board", f"{said}: Python counts from the end"
    return "wraps", f"{slip.rule}() takes {taken}, which Python counts from the end"


def numbers_in(action: Any) -> list[Any]:
    return (
        [number for part in action for number in numbers_in(part)] if isinstance(action, tuple) else [action]
    )


def own_things(game: Any) -> dict[str, Any]:
    """The plain attributes of a game; those with an underscore are its own business."""
    things = vars(game) if hasattr(game, "__dict__") else {}
    return {
        name: duplicate(value)
        for name, value in things.items()
        if isinstance(value, PLAIN) and not name.startswith("_")
    }


def correlation(pairs: list[tuple[float, float]]) -> float:
    """Correlation of estimates with results; 0 where there are too few, or too few distinct ones."""
    if len(pairs) < 100 or len({estimate for estimate, _ in pairs}) < VARIED:
        return 0.0
    estimates, ends = ([pair[side] for pair in pairs] for side in (0, 1))
    spread = math.sqrt(squares(estimates, estimates) * squares(ends, ends))
    return squares(estimates, ends) / spread if spread else 0.0


def squares(first: list[float], second: list[float]) -> float:
    middle, other = sum(first) / len(first), sum(second) / len(second)
    return sum((x - middle) * (y - other) for x, y in zip(first, second, strict=True))
