"""Positions to put the promises to: all near the start, then whole games at random."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from zermelo.checking.cycles import Repeats
from zermelo.checking.endings import Endings
from zermelo.checking.estimates import Estimates
from zermelo.checking.findings import Facts, Nonsense, Position, Raised, is_finite, shown
from zermelo.checking.indices import Indices, Slip
from zermelo.checking.memory import Memory
from zermelo.checking.rules import Examination
from zermelo.checking.shrinking import Shrinking
from zermelo.checking.states import Met
from zermelo.game import RULES
from zermelo.kernel.threads import Abandoned
from zermelo.running.content import duplicate, same

LONGEST_GAME = 2_000
"""Plies after which a game is taken to be endless."""
FEW = 60
"""Positions of one random game that are looked at."""
GAMES = 400
"""More games at random show nothing new."""
SAMPLES = 8
"""Positions from which searches are compared."""
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
FEWEST = 10
"""Positions of a game that is not an example."""
ASKED_AGAIN = 200
"""Positions that the rules are asked about again, as if they were the first."""
BREADTH, LOOKED_AT, PLAYED, AGAIN, READ, LEFT_OVER = 0.33, 0.46, 0.76, 0.82, 0.88, 0.95
"""When each part of a check ends, as a part of its time: positions near the start, games at random that are
looked at, games for their ends only, old positions once more, indices, and games for their ends again in what
is left over; the rest makes lines short."""


class Play:
    """Plays one game within a time: breadth first, at random, and once more to make the findings small."""

    def __init__(self, exam: Examination, draw: Random, deadline: float, latest: float | None = None) -> None:
        """`latest` is when it ends if there are faults, after which nothing else is done."""
        self.exam, self.draw, self.deadline = exam, draw, deadline
        self.latest = deadline if latest is None else latest
        self.began = time.perf_counter()
        self.complete, self.games, self.ends = False, 0, 0
        self.start = Position(None)
        self.seen = Met(exam)
        self.sample: list[Position] = []
        self.kept: list[Position] = []
        self.memory, self.old = Memory(exam.game), Old(draw)
        self.estimates, self.repeats, self.endings = Estimates(exam), Repeats(exam), Endings(exam)
        self.failed: BaseException | None = None

    def left(self, part: float = 1.0) -> bool:
        """Is there time left of this part of it all?"""
        return time.perf_counter() < self.began + (self.deadline - self.began) * part

    def all(self) -> None:
        """Everything, one after the other; never raises, since it runs in a thread."""
        try:
            self.exam.guarded(self.begin)
            if self.start.state is not None:
                self.parts()
        except Abandoned:
            pass
        except BaseException as error:
            self.failed = error

    def parts(self) -> None:
        self.solve()
        self.complete = self.breadth_first()
        self.at_random()
        self.repeats.conclude()
        self.ask_again()
        self.indices()
        self.play_on(LEFT_OVER)
        self.conclude()
        looked = self.exam.looked
        Shrinking(self.exam, self.start.before, self.draw, self.look_again, self.may_shrink).all(
            self.complete
        )
        self.exam.looked = looked  # nothing new was looked at

    def may_shrink(self) -> bool:
        """Is there time to make what was found small?  Where there are faults, all that is left."""
        return self.left() or (self.exam.is_faulty and time.perf_counter() < self.latest)

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
        if not self.exam.adapted and any(self.exam.has(rule) for rule in ("bounds", "candidates", "key")):
            enough = lambda: not self.left(BREADTH / 2)  # noqa: E731
            self.exam.values.of(duplicate(self.start.before), SOLVED, enough)

    # -- breadth first ---------------------------------------------------------------------

    def breadth_first(self) -> bool:
        """Look at the positions near the start, the nearest first; were those all there are?

        At the start itself in any case, however little time there is.
        """
        layer, whole = [self.start] if self.seen.is_new(self.start.state) else [], True
        while layer:
            following: list[Position] = []
            for position in layer:
                if position is not self.start and not self.left(BREADTH):
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
        self.old.note(position, facts)
        if facts.terminal and not position.moves:
            self.exam.record("no game", ": the game is over before it starts")
        self.repeats.note_children(position, facts)
        ways = [(child, (*position.moves, action)) for action, child in facts.children]
        return [Position(child, way) for child, way in ways if child is None or self.seen.is_new(child, way)]

    def self_changed(self, before: dict[str, Any]) -> None:
        after = own_things(self.exam.game)
        for name, value in before.items():
            if name in after and not same(after[name], value):
                self.exam.record("remembers", f": a rule changes self.{name}")

    # -- at random -------------------------------------------------------------------------

    def at_random(self) -> None:
        """Games at random until the time is up; the last ones only for how they end."""
        most = ENOUGH_GAMES if self.complete else GAMES
        estimates = self.exam.has("evaluate")
        until = LOOKED_AT if estimates else PLAYED
        while self.games < most and self.left(until if self.games else READ):
            until = LOOKED_AT if self.exam.is_faulty else until
            if not self.looked_through(list(self.game_at_random())):
                return
        self.play_on(PLAYED)

    def play_on(self, until: float) -> None:
        """More games, only for how they end, where estimates are held against that."""
        if not self.exam.has("evaluate") or self.exam.is_faulty:
            return
        while self.ends < GAMES and self.left(until):
            self.ends += 1
            if len(list(self.game_at_random())) > LONGEST_GAME:
                return

    def looked_through(self, game: list[Position]) -> bool:
        """Look at the positions of a game that are new; False where there will be no other."""
        self.games += 1
        if len(game) > LONGEST_GAME:
            self.exam.position = self.start
            self.exam.record("endless", f": a random game went on for {LONGEST_GAME:,} plies")
        for position in chosen(game):
            if not self.left(READ):
                return False
            self.keep(position, REREAD)
            new = self.seen.is_new(position.state, position.moves)
            if new and (facts := self.exam.look(position)) is not None:
                self.old.note(position, facts)
        if len(game) > 2 and len(self.sample) < SAMPLES:
            self.sample.append(game[self.draw.randrange(1, len(game) - 1)])
        return len(game) <= LONGEST_GAME

    def game_at_random(self) -> Iterator[Position]:
        """The positions of one game; stops where a rule fails."""
        exam = self.exam
        position, states = self.start, [self.start.state]
        try:
            while len(states) <= LONGEST_GAME + 1 and self.left():
                exam.position = position
                yield position
                state = position.lend()
                if state is None or exam.call("is_terminal", state):
                    self.note(state, states, position.moves)
                    return
                action = self.draw.choice(self.exam.options(state))
                child = exam.call("result", state, action)
                position = Position(child, (*position.moves, action))
                states.append(child)
        except Raised as raised:
            exam.raised(raised)
        except Exception:
            return

    def note(self, state: Any, states: list[Any], moves: tuple[Any, ...]) -> None:
        """How a game ended, and what was thought of its positions on the way."""
        if state is None:
            return
        utility = self.exam.call("utility", state)
        if self.exam.players > 2:
            self.repeats.note_game(states, moves)
            return
        if not is_finite(utility):
            return
        self.repeats.note_game(states, moves)
        self.endings.note(states, moves, utility)
        if self.exam.has("evaluate"):
            self.estimates.note(states, moves, utility)

    # -- afterwards ------------------------------------------------------------------------

    def keep(self, position: Position, most: int) -> None:
        if len(self.kept) < most and position.before is not None:
            self.kept.append(position)

    def ask_again(self) -> None:
        """Ask about old positions in another order, each as if it were the first."""
        for position, facts in self.draw.sample(self.old.chosen, len(self.old.chosen)):
            if not self.left(AGAIN):
                return
            self.as_the_first(position, facts)

    def as_the_first(self, position: Position, facts: Facts) -> None:
        self.exam.position = position
        with contextlib.suppress(Raised, Nonsense):
            self.memory.forget()
            self.exam.as_the_first(position, facts)

    def look_again(self, position: Position, name: str, rule: str) -> None:
        """Look for what was found, in a position on another way; no more than that where it is known how."""
        if name == "raises" and rule in RULES:
            self.exam.position = position
            self.exam.guarded(lambda: self.exam.ask(rule, position))
            return
        facts = self.exam.look(position)
        if facts is not None and name == "memory":
            self.as_the_first(position, facts)

    def indices(self) -> None:
        """Read the rules again, the nearest positions first, and see where an index is below zero."""
        indices = Indices(self.exam.game)
        for position in sorted(self.kept, key=lambda position: len(position.moves)):
            if indices.double is None or not self.left(READ):
                break
            self.read(indices, position)
        for slip in indices.slips():
            self.exam.position = slip.position
            name, what = said_of(slip)
            place = f"{slip.site.file}:{slip.site.line}" if name == "wraps" else ""
            self.exam.record(name, what, "" if not place else slip.rule, place)

    def read(self, indices: Indices, position: Position) -> None:
        self.exam.beats += 1
        self.exam.position = position
        if indices.read(position, "is_terminal"):
            indices.read(position, "utility")
            return
        for rule in ("to_move", "evaluate"):
            indices.read(position, rule)
        for action in indices.read(position, "actions") or ():
            indices.read(position, "result", action)

    def conclude(self) -> None:
        """What only many games together show."""
        exam = self.exam
        exam.position = self.start
        exam.habits.conclude(exam, self.complete)
        exam.position = self.start
        if len(self.seen) > FEWEST:
            may_go_on = self.repeats.seen is not None and not exam.has("outcomes")
            self.endings.conclude(may_go_on, self.estimates.agree())
        exam.position = self.start
        self.estimates.conclude()


class Old:
    """Positions that were looked at, each as likely to be kept as any other, and what was said of them."""

    def __init__(self, draw: Random) -> None:
        self.draw, self.count = draw, 0
        self.chosen: list[tuple[Position, Facts]] = []

    def note(self, position: Position, facts: Facts) -> None:
        self.count += 1
        place = self.draw.randrange(self.count)
        if len(self.chosen) < ASKED_AGAIN:
            self.chosen.append((position, facts))
        elif place < ASKED_AGAIN:
            self.chosen[place] = position, facts


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
