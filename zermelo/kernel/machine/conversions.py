"""Values as values of another type, and what is known of them while compiling."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.emit import Writer
from zermelo.kernel.machine.numbers import BOOL
from zermelo.kernel.machine.types import (
    EMPTY,
    NEVER,
    Const,
    Function,
    Loop,
    Method,
    Type,
    Value,
    is_none,
    known,
)
from zermelo.kernel.machine.unions import Union

if TYPE_CHECKING:
    pass


class Conversions(Writer):
    """The part of the evaluator that converts values and folds constants."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def join(self, left: Type, right: Type) -> Type:
        """The type of what is sometimes of one type, sometimes of the other."""
        if is_function(left) or is_function(right):
            if left == right or NEVER in (left, right):
                return right
            what = f"a variable that is {left.called} here and {right.called} there"
            raise self.refused(None, what, "call each of them in its own branch")
        found = self.unit.join(left, right)
        if found is None:
            what = f"a variable that is {left.called} here and {right.called} there"
            raise self.refused(None, what, "use two variables")
        return found  # type: ignore[no-any-return]

    def convert(self, value: Value, type: Type, node: Any = None) -> Value:
        """A value as one of another type."""
        have = value.type
        if have is type or have is NEVER or self.dead:
            return value if have is type else self.empty(type)
        if have == type:
            self.unit.join(have, type)
            return value
        if isinstance(have, Const) and not type.static and not isinstance(type, Union):
            found = type.constant(self, have.value)  # type: ignore[arg-type]
        else:
            found = type.convert(self, value, node)  # type: ignore[arg-type]
        if found is None and isinstance(have, Union):
            found = have.taken(self, value, type, node)  # type: ignore[arg-type]
        if found is None:
            raise self.refused(
                node, f"{have.called} where {type.called} is wanted", "keep to one kind of value"
            )
        return found

    def empty(self, type: Type) -> Value:
        """A value of a type at a place that is never reached."""
        if type.static:
            return Value(type)
        if type.in_memory:
            return Value(type, self.place(max(type.words, 1)))
        if self.dry or self.dead:
            return Value(type, "undef")
        return Value(
            type,
            "null"
            if type.llvm == "ptr"
            else "0.0"
            if type.llvm == "double"
            else "0"
            if type.llvm != "i1"
            else "false",
        )

    def general(self, value: Value) -> Value:
        """The value as one of run time."""
        return self.convert(value, self.unit.type_of(value.known)) if value.const else value

    def as_type(self, value: Value) -> Type:
        """The type that the value has at run time."""
        return self.unit.type_of(value.known) if value.const else value.type  # type: ignore[no-any-return]

    def truth(self, value: Value) -> Value:
        """bool(value): a constant or a Bool."""
        if value.const:
            return known(bool(value.known))
        if value.type is NEVER:
            return Value(BOOL, "undef")
        return value.type.truth(self, value)  # type: ignore[arg-type]

    def bit(self, value: Value) -> str:
        """A truth value as an i1."""
        if value.const:
            return "true" if value.known else "false"
        return value.ref

    def negated(self, value: Value) -> Value:
        if value.const:
            return known(not value.known)
        return Value(BOOL, self.op(f"xor i1 {value.ref}, true"))

    def folded(self, compute: Callable[[], Any], node: Any) -> Value:
        """What Python says of constants."""
        try:
            return known(compute())
        except Exception as error:
            self.fail(self.unit.failures.of(type(error), str(error)))
            return EMPTY

    def wrong_type(self, node: Any, *values: Value) -> Value:
        """Python raises TypeError here."""
        kinds = " and ".join(value.type.called for value in values)
        if any(isinstance(value.type, Loop | Function | Method) for value in values):
            raise self.refused(node, f"this with {kinds}")
        self.fail(self.unit.failures.of(TypeError, f"unsupported operand: {kinds}"))
        return EMPTY

    def kinds(self, *values: Value) -> list[Type]:
        """The types that are asked about an operation: those of run time first."""
        found = [value.type for value in values if not value.type.static or isinstance(value.type, Loop)]
        found += [self.as_type(value) for value in values if value.const and not is_none(value.type)]
        return found


def is_function(kind: Type) -> bool:
    """Whether values are functions, which have no place in memory."""
    if isinstance(kind, Const):
        return callable(kind.value) and not isinstance(kind.value, type)
    return isinstance(kind, Function | Method)
