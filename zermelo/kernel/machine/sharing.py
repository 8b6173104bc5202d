"""Things that a state would hold in two places: between plies they would be two things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.kernel.machine.forms import LARGE, Form
from zermelo.kernel.machine.series import Series
from zermelo.kernel.machine.tuples import Tuple
from zermelo.kernel.machine.types import NEVER, Type
from zermelo.kernel.machine.unions import Union

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


class Things:
    """The addresses of things that can be changed in a state that is closed: no two may be the same."""

    def __init__(self, ev: Evaluator, kind: Type) -> None:
        self.most = things_in(ev, kind)
        if self.most > 1:
            self.count = ev.place()
            ev.line(f"store i64 0, ptr {self.count}, align 8")
            self.room = ev.place(self.most) if self.most <= LARGE else ev.allocate(self.most)

    def note(self, ev: Evaluator, address: str) -> None:
        now = ev.op(f"load i64, ptr {self.count}, align 8")
        ev.line(f"store ptr {address}, ptr {ev.at(self.room, now)}, align 8")
        ev.line(f"store i64 {ev.op(f'add nuw nsw i64 {now}, 1')}, ptr {self.count}, align 8")

    def check(self, ev: Evaluator) -> None:
        if self.most > 1:
            count = ev.op(f"load i64, ptr {self.count}, align 8")
            twice = ev.op(f"call i1 @twice(ptr {self.room}, i64 {count})")
            said = "a state in which one thing that is changed stands in two places"
            ev.fail_if(twice, ev.unit.failures.of(OverflowError, said))


def things_in(ev: Evaluator, kind: Type) -> int:
    """How many things that rules write to can be in a state."""
    if isinstance(kind, Tuple):
        return sum(things_in(ev, each) for each in kind.elements)
    if isinstance(kind, Union):
        return max(things_in(ev, each) for each in kind.members)
    if isinstance(kind, Series):
        return kind.room * things_in(ev, kind.element)
    if not isinstance(kind, Form):
        return 0
    inner = getattr(kind, "elements", None) or [getattr(kind, "element", NEVER)] * getattr(kind, "room", 0)
    return kind.may_be_written(ev.unit) + sum(things_in(ev, each) for each in inner)
