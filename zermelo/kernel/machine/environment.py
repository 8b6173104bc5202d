"""Which type and place each variable has at a point of a function, and where branches meet.

An environment binds names to values. A name is a pair of a frame's number and a word, so that functions
written into one another do not share any. A variable that is assigned once is the value itself; only where
branches meet that gave it different ones does it have a place of its own in the frame (a slot), which every
branch writes before it arrives. What a merge found out about the types of its names while types were
inferred (its cells) is what it goes by when text is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.types import NEVER, Const, Type, Value

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

Name = tuple[int, Any]


class Binding:
    """What a name stands for: a value, or what lies in a slot."""

    __slots__ = ("flag", "slot", "type", "value")

    def __init__(self, type: Type, value: Value | None, slot: str = "", flag: str = "") -> None:
        self.type, self.value, self.slot = type, value, slot
        self.flag = flag
        """The place of a bit that says whether the variable has a value; "" where it has one."""


Environment = dict[Name, Binding]


class Cells:
    """What is known of a merge from walk to walk."""

    def __init__(self) -> None:
        self.types: dict[Name, Type] = {}
        self.flagged: set[Name] = set()
        self.arrivals = 0


class Merge:
    """A place to which several branches lead."""

    def __init__(self, ev: Evaluator, site: int, hint: str) -> None:
        self.ev, self.base, self.label = ev, dict(ev.env), ev.label(hint)
        self.cells: Cells = ev.cells.setdefault(site, Cells())
        self.arrived: list[Environment] = []

    def arrive(self, failure: Any = None) -> None:
        """Come here from the present place."""
        ev = self.ev
        if ev.dead:
            return
        if ev.dry:
            self.arrived.append(ev.env)
        elif self.cells.arrivals > 1:
            for name, type in self.cells.types.items():
                self.transfer(name, type)
        else:
            self.arrived.append(ev.env)
        ev.branch(self.label)

    def transfer(self, name: Name, type: Type) -> None:
        """Write the present value of a name to its slot."""
        ev = self.ev
        binding = ev.env.get(name)
        flagged = name in self.cells.flagged
        flag = ev.flag(name) if flagged else ""
        if binding is None:
            if flagged:
                ev.line(f"store i1 false, ptr {flag}")
            return
        if flagged and binding.flag != flag:
            there = ev.op(f"load i1, ptr {binding.flag}") if binding.flag else "true"
            ev.line(f"store i1 {there}, ptr {flag}")
        if type.static:
            return
        slot = ev.slot(name, type)
        if binding.slot == slot and binding.type == type:
            return
        handlers, ev.handlers = ev.handlers, []  # what fails here is no exception of Python's
        value = ev.convert(ev.value_of(binding), type, None)
        ev.handlers = handlers
        if ev.dead:
            return
        if type.in_memory:
            type.store(ev, value, slot)
        else:
            ev.line(f"store {type.llvm} {value.ref}, ptr {slot}, align 8")

    def enter(self) -> None:
        """Go on from here."""
        ev = self.ev
        if ev.dry:
            self.infer()
        ev.place_label(self.label)
        if ev.dead:
            return
        if self.cells.arrivals == 1 and len(self.arrived) == 1:
            ev.env = dict(self.arrived[0])
            return
        ev.env = dict(self.base)
        self.bind()

    def infer(self) -> None:
        """Join the types of what arrived."""
        cells = self.cells
        if len(self.arrived) != cells.arrivals:
            cells.arrivals = len(self.arrived)
            self.ev.changed()
        if len(self.arrived) < 2:
            return
        names: dict[Name, None] = {}
        for env in self.arrived:
            for name, binding in env.items():
                if binding is not self.base.get(name):
                    names[name] = None
            if len(env) < len(self.base):
                names.update(dict.fromkeys(name for name in self.base if name not in env))
        for name in names:
            self.note(name, [env.get(name) for env in self.arrived])

    def note(self, name: Name, bindings: list[Binding | None]) -> None:
        """Widen the cell of a name by what it is in some environments."""
        ev, cells = self.ev, self.cells
        missing = any(binding is None or binding.flag for binding in bindings)
        if missing and name not in ev.wanted:
            return
        type = cells.types.get(name, NEVER)
        if type.static and not isinstance(type, Const):
            type = NEVER  # made anew in each walk
        for binding in bindings:
            if binding is not None:
                type = ev.join(type, binding.type)
        if type.llvm in ("ptr", "double") and any(
            binding is not None and binding.type != type for binding in bindings
        ):
            ev.fails = True  # a conversion may take memory, or lose digits
        if missing and name not in cells.flagged:
            cells.flagged.add(name)
            ev.changed()
        before = cells.types.get(name)
        cells.types[name] = type
        if before is None or (
            before != type and (isinstance(type, Const) or not (before.static and type.static))
        ):
            ev.changed()

    def bind(self) -> None:
        """Every name that has a cell lies in its slot."""
        ev, cells = self.ev, self.cells
        for name, type in cells.types.items():
            flag = ev.flag(name) if name in cells.flagged else ""
            if type.static:
                ev.env[name] = Binding(type, Value(type), "", flag)
            else:
                ev.env[name] = Binding(type, None, ev.slot(name, type), flag)
        for name in self.base:
            if name not in cells.types and any(name not in env for env in self.arrived):
                ev.env.pop(name, None)


class Head(Merge):
    """The head of a loop, to which the end of its body leads back."""

    def __init__(self, ev: Evaluator, site: int, hint: str) -> None:
        super().__init__(ev, site, hint)
        self.cells.arrivals = 2
        self.entered: Environment | None = None
        self.again = False

    def arrive(self, failure: Any = None) -> None:
        ev = self.ev
        if ev.dry and not ev.dead and self.entered is not None:
            for name, binding in list(ev.env.items()):
                if binding is not self.entered.get(name):
                    before = self.cells.types.get(name), name in self.cells.flagged
                    self.note(name, [binding, self.entered.get(name)])
                    self.again |= before != (self.cells.types.get(name), name in self.cells.flagged)
        super().arrive()

    def infer(self) -> None:
        for name in list(self.cells.types):
            for env in self.arrived:
                self.note(name, [env.get(name)])

    def enter(self) -> None:
        super().enter()
        self.entered = None if self.ev.dead else dict(self.ev.env)
        self.arrived = self.arrived[:1]
