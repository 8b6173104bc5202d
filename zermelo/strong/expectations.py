"""Games with dice: every position's expected payoff, from bounds below and above that meet.

One method for all of them: where positions cannot come back, each is looked at once, and only rounding keeps
its bounds apart; elsewhere value iteration goes on until they meet (see algorithms/expectation.py).
"""

from __future__ import annotations

from typing import Any

from zermelo.algorithms.expectation import AVERAGE, GROUP, KINDS, LIST, ROUNDING
from zermelo.errors import RulesError, SearchError
from zermelo.game import may_repeat
from zermelo.running.explain import in_one_line
from zermelo.score import plain
from zermelo.strong.reach import Reach
from zermelo.strong.retrograde import CHILDREN, megabytes_for
from zermelo.strong.survey import CHILD, POSITION

MOST = 1 << 31
"""Positions that can be numbered with four bytes, a bit of which is for another thing."""
MET = 1e-12
"""Bounds that are closer than this have met, as a part of what lies between the least and the most payoff."""
APART = 1e-6
"""Bounds that are further apart when nothing moves any more never meet."""


class Expectations(Reach):
    """All positions as one sorted list; their children; components; bounds of each, and what lies between."""

    error = 0.0
    """How far the values are from the truth at most."""

    def solve(self, start: int) -> list[tuple[Any, Any]]:
        codes = self.reach(start)
        floor, ceiling = self.pieces.get("floor"), self.pieces.get("ceiling")
        if floor is None or ceiling is None:
            self.bound(codes, start)
            floor = self.pieces.put("floor", self.worker.numbers(self.floor))
            ceiling = self.pieces.put("ceiling", self.worker.numbers(self.ceiling))
        return [(codes, self.worker.marks(self.middle(codes, floor, ceiling)))]

    def middle(self, codes: Any, floor: Any, ceiling: Any) -> Any:
        """The values: halfway between the bounds."""
        values = self.pieces.scratch("values", "<f8", len(codes))
        for first in range(0, len(codes), self.worker.chunk):
            part = slice(first, first + self.worker.chunk)
            values[part] = floor[part] + (ceiling[part] - floor[part]) / 2
            apart = max((ceiling[part] - values[part]).max(), (values[part] - floor[part]).max())
            self.error = max(self.error, float(apart))
        return values

    def bound(self, codes: Any, start: int) -> None:
        """Bounds of all positions that are as narrow as they become."""
        size = len(codes)
        if size >= MOST:
            raise SearchError("too_many_with_dice", count=size)
        self.worker.turn_back()
        self.check_memory(size, size)
        self.watch.begin("values", 3 * size)
        self.list_children(codes)
        self.begin_with_the_widest(size)
        self.group(size, int(codes.searchsorted(start)))
        self.average(size)
        self.check_met(codes)

    def check_memory(self, size: int, children: int) -> None:
        """Children lie anywhere: all must fit in memory, or it would take for ever."""
        if (needed := size * POSITION + children * CHILD) > self.worker.mapped:
            raise SearchError("dice_need_memory", count=size, megabytes=megabytes_for(needed))

    # -- children --------------------------------------------------------------------------------

    def list_children(self, codes: Any) -> None:
        """The children of all positions, one after the other, and where those of each start."""
        size, scratch, worker = len(codes), self.pieces.scratch, self.worker
        self.pointers = scratch("pointers", "<i8", size + 1)
        self.floor, self.ceiling = (scratch(name, worker.value_kind, size) for name in ("low", "high"))
        worker.give(codes=codes, below=codes, pointers=self.pointers)
        worker.give(floor=self.floor, ceiling=self.ceiling)
        worker.run.returning = 0
        parts = self.listed(size)
        count = sum(len(children) for children, _ in parts)
        self.check_memory(size, count)
        self.pointers[size] = KINDS * count
        self.children, self.chances = (
            scratch("all-children", "<u4", count),
            scratch("all-chances", "<f8", count),
        )
        first = 0
        for number, (children, chances) in enumerate(parts):
            last = first + len(children)
            self.children[first:last], self.chances[first:last] = children, chances
            first = last
            self.pieces.drop(f"scratch-children-{number}")
            self.pieces.drop(f"scratch-chances-{number}")
        worker.give(children=self.children, chances=worker.marks(self.chances))

    def listed(self, size: int) -> list[tuple[Any, Any]]:
        """Children and probabilities, in as many parts as there must be."""
        import numpy as np

        worker, parts = self.worker, list[tuple[Any, Any]]()
        room = min(CHILDREN, max(self.room // 2, 1 << 10))
        children, chances = np.empty(room, "<u4"), np.empty(room, "<f8")
        worker.run.fingers[:] = [0] * len(worker.run.fingers)
        worker.give(children=children, chances=worker.marks(chances))
        first = aside = 0
        worker.run.filled = 0
        while first < size:
            last, before = min(first + worker.slice, size), first
            first = worker.perform(LIST, first=first, last=last, aside=aside, room=room, count_below=size)
            self.watch.done(first - before)
            if first < last or first == size:
                filled = int(worker.run.filled)
                kept = tuple(
                    self.pieces.scratch(f"{name}-{len(parts)}", array.dtype.str, filled)
                    for name, array in (("children", children), ("chances", chances))
                )
                kept[0][:], kept[1][:] = children[:filled], chances[:filled]
                parts.append((kept[0], kept[1]))
                aside, worker.run.filled = aside + filled, 0
        return parts

    def begin_with_the_widest(self, size: int) -> None:
        """Before anything is known: the least and the most that any game pays, be it an endless one."""
        game, worker = self.worker.game, self.worker
        ends = (self.pointers[1:] // KINDS == self.pointers[:size] // KINDS).nonzero()[0]
        floor, ceiling = worker.numbers(self.floor), worker.numbers(self.ceiling)
        payoffs = [*([floor[ends].min(), floor[ends].max()] if len(ends) else ())]
        if (endless := getattr(game, "repetition", 0)) is not None:
            payoffs.append(float(endless))
        least, most = (float(found(payoffs, default=0.0)) for found in (min, max))
        if not abs(least) + abs(most) < float("inf"):
            raise RulesError("infinite_payoff", game=type(game).__name__)
        going = self.pointers[1:] // KINDS > self.pointers[:size] // KINDS
        floor[going], ceiling[going] = least, most
        self.span = most - least
        worker.run.margin = ROUNDING * max(abs(least), abs(most))
        worker.run.tolerance = MET * self.span

    # -- components and averages -----------------------------------------------------------------

    def group(self, size: int, start: int) -> None:
        """Components in the order in which they can be valued; all are reached from the start."""
        scratch, worker, run = self.pieces.scratch, self.worker, self.worker.run
        four = {name: scratch(name, "<u4", size) for name in ("seen", "back", "route", "stack", "order")}
        worker.give(**four, route_at=scratch("route-at", "<i8", size))
        four["route"][0] = four["stack"][0] = start
        four["seen"][start] = four["back"][start] = 1
        worker.given["route_at"][0] = int(self.pointers[start]) // KINDS
        run.serial = run.climbed = run.stacked = 1
        run.filled = done = 0
        while done < size:
            before, done = done, worker.perform(GROUP, room=worker.slice)
            self.watch.done(done - before)
        for name in ("seen", "back", "route", "route-at", "stack"):
            self.pieces.drop(f"scratch-{name}")

    def average(self, size: int) -> None:
        done = 0
        while done < size:
            before, done = done, self.worker.perform(AVERAGE, head=done, last=size, room=self.worker.slice)
            self.watch.done(done - before)

    def check_met(self, codes: Any) -> None:
        """Bounds that do not meet are no answer; and rules whose positions repeat must say so."""
        worker, game = self.worker, self.worker.game
        floor, ceiling = worker.numbers(self.floor), worker.numbers(self.ceiling)
        widest = int((ceiling - floor).argmax())
        name = type(game).__name__
        if worker.run.returning and not may_repeat(game):
            raise RulesError("repetition_needed", game=name)
        if ceiling[widest] - floor[widest] > APART * self.span:
            state = in_one_line(repr(worker.codec.state_of(int(codes[widest]))))
            low, high = (plain(round(float(bounds[widest]), 9) + 0.0) for bounds in (floor, ceiling))
            raise SearchError("endless_chances", game=name, state=state, low=low, high=high)
