"""Exceptions in rules: raise, try, except, else, finally.

A failure is a code. What a `try` catches goes to the merge of its clause; what passes a `finally` goes to a
merge of its own, where the final statements are done and the failure goes on.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from zermelo.errors import Stopped
from zermelo.kernel.machine.environment import Merge
from zermelo.kernel.machine.failures import Failure
from zermelo.kernel.machine.types import EMPTY, Const, Node, Static, Value

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

ERROR = "getelementptr inbounds i8, ptr %context, i64 16"
"""Where the code of what went wrong lies."""
DEPTH = "getelementptr inbounds i8, ptr %context, i64 24"
"""Where the number of calls lies that stand around a function which may call itself."""
PASSING = (Stopped, MemoryError)
"""What no clause catches: it is the search's, not the rules'."""


class Caught(Static):
    """An exception that a clause has caught."""

    called = "an exception"

    def __init__(self, code: str) -> None:
        self.code = code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Caught)

    def __hash__(self) -> int:
        return hash(Caught)

    def attribute(self, ev: Evaluator, value: Value, name: str, node: Node) -> Value:
        raise ev.refused(
            node, f"`.{name}` of an exception that was caught", "decide by the class of the exception"
        )


class Handler:
    """What a failure in the body of a `try` leads to."""

    def __init__(
        self, ev: Evaluator, clauses: list[tuple[tuple[type, ...], Merge]], code: str, depth: str = ""
    ) -> None:
        self.ev, self.clauses, self.code, self.depth = ev, clauses, code, depth
        self.finals = len(ev.finals)

    def catches(self, failure: Failure | None) -> bool:
        """Whether a failure stops here; of one in a function that was called (None) nobody knows."""
        return failure is None or any(issubclass(failure.kind, kinds) for kinds, _ in self.clauses)

    def arrive(self, failure: Failure | None) -> None:
        """Go on after a failure; None: with the one whose code lies in the context."""
        ev = self.ev
        outer, ev.handlers = ev.handlers, ev.handlers[: ev.handlers.index(self)]
        try:
            ev.leave(self.finals)
            if ev.dead:
                return
            if self.depth:
                ev.line(f"store i64 {self.depth}, ptr {ev.op(DEPTH)}")
            if failure is not None:
                self.note(str(failure.code))
                next(merge for kinds, merge in self.clauses if issubclass(failure.kind, kinds)).arrive()
                return
            code = ev.op(f"load i64, ptr {ev.op(ERROR)}")
            self.note(code)
            for kinds, merge in self.clauses:
                hit, miss = ev.label("hit"), ev.label("miss")
                ev.branch_if(self.is_one_of(code, kinds), hit, miss)
                env = ev.env
                ev.place_label(hit)
                ev.env = dict(env)
                merge.arrive()
                ev.env = env
                ev.place_label(miss)
            ev.fail_again()
        finally:
            ev.handlers = outer

    def note(self, code: str) -> None:
        if self.code:
            self.ev.line(f"store i64 {code}, ptr {self.code}, align 8")

    def is_one_of(self, code: str, kinds: tuple[type, ...]) -> str:
        """An i1: whether a code is that of an exception of some classes."""
        if BaseException in kinds:
            return "true"
        found = "false"
        for each in list(self.ev.unit.failures.by_code.values()):
            if issubclass(each.kind, kinds) and not issubclass(each.kind, PASSING):
                one = self.ev.op(f"icmp eq i64 {code}, {each.code}")
                found = self.ev.op(f"or i1 {found}, {one}")
        return found


def handler_of(ev: Evaluator, failure: Failure | None) -> Handler | None:
    """The innermost handler for a failure; None where it leaves the function."""
    if failure is not None and issubclass(failure.kind, PASSING):
        return None
    return next((each for each in reversed(ev.handlers) if each.catches(failure)), None)


def try_statement(ev: Evaluator, node: ast.Try) -> None:
    """try, except, else and finally."""
    end, landing = ev.merge(node, "end", "end"), ev.merge(node, "landing", "landing")
    clauses = [
        (caught_kinds(ev, c), ev.merge(node, ("except", i), "except")) for i, c in enumerate(node.handlers)
    ]
    asked = any(isinstance(part, ast.Raise) for clause in node.handlers for part in ast.walk(clause))
    code = ev.place() if node.finalbody else ""
    raised = ev.place() if asked else ""
    depth = ev.op(f"load i64, ptr {ev.op(DEPTH)}")
    outer_finals, outer_handlers = ev.finals, ev.handlers
    frame, path = ev.frame, ev.path
    copies = 0

    def final() -> None:
        nonlocal copies
        copies += 1
        with ev.within(frame, path), ev.inside(node, ("final", copies)):
            ev.statements(node.finalbody)

    if node.finalbody:
        ev.finals = [*outer_finals, final]
        ev.handlers = [*outer_handlers, Handler(ev, [((BaseException,), landing)], code, depth)]
    guarded = ev.handlers
    if clauses:
        ev.handlers = [*guarded, Handler(ev, clauses, raised, depth)]
    ev.statements(node.body)
    ev.handlers = guarded
    if not ev.dead:
        ev.statements(node.orelse)
    end.arrive()
    for clause, (_, merge) in zip(node.handlers, clauses, strict=True):
        merge.enter()
        if not ev.dead:
            except_clause(ev, clause, raised)
        end.arrive()
    ev.finals, ev.handlers = outer_finals, outer_handlers
    end.enter()
    if not node.finalbody:
        return
    done = ev.merge(node, "done", "done")
    if not ev.dead:
        final()
    done.arrive()
    landing.enter()
    if not ev.dead:
        final()
        fail_with(ev, code)
    done.enter()


def except_clause(ev: Evaluator, clause: ast.ExceptHandler, raised: str) -> None:
    """The statements of a clause, in which `raise` alone raises what was caught."""
    before, ev.raised = ev.raised, raised
    if clause.name:
        ev.assign(clause.name, Value(Caught(raised)))
    ev.statements(clause.body)
    ev.raised = before
    frame = ev.scope(clause.name) if clause.name else None
    if frame is not None:
        ev.env.pop((frame.path, clause.name), None)


def fail_with(ev: Evaluator, place: str) -> None:
    """Fail with a code that lies in a place of the frame."""
    if not ev.dead:
        ev.line(f"store i64 {ev.op(f'load i64, ptr {place}, align 8')}, ptr {ev.op(ERROR)}")
        ev.fail_again()


def caught_kinds(ev: Evaluator, clause: ast.ExceptHandler) -> tuple[type, ...]:
    """The classes that a clause catches."""
    if clause.type is None:
        return (Exception,)
    value = ev.expr(clause.type)
    kinds = value.known if value.const else None
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    if not all(isinstance(kind, type) for kind in kinds):
        raise ev.refused(
            clause, f"`{ast.unparse(clause).splitlines()[0]}`", "name the classes of the exceptions"
        )
    return tuple(Exception if k is BaseException else k for k in kinds if isinstance(k, type))


def raise_statement(ev: Evaluator, node: ast.Raise) -> None:
    """raise"""
    raised = node.exc
    kind = ev.expr(raised.func if isinstance(raised, ast.Call) else raised) if raised is not None else None
    if kind is None or isinstance(kind.type, Caught):
        if not ev.raised:
            raise ev.refused(node, f"`{ast.unparse(node)}` outside of an except clause", "name the exception")
        fail_with(ev, ev.raised)
        return
    said = ""
    if isinstance(raised, ast.Call):
        for place, argument in enumerate(raised.args):
            value = ev.expr(argument) if not isinstance(argument, ast.JoinedStr) else EMPTY
            said = str(value.known) if value.const and not place else said
    if ev.dead:
        return
    if not isinstance(kind.type, Const) or not is_exception(kind.known):
        raise ev.refused(node, f"`{ast.unparse(node)}`", "name the class of the exception")
    known = kind.known if isinstance(kind.known, type) else type(kind.known)
    said = said if isinstance(kind.known, type) else str(kind.known)
    ev.fail(ev.unit.failures.stopped if issubclass(known, Stopped) else ev.unit.failures.of(known, said))


def is_exception(value: Any) -> bool:
    return isinstance(value, BaseException) or (isinstance(value, type) and issubclass(value, BaseException))
