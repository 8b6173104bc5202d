"""Methods of a class that are called for an object: its own, and those of its bases through super()."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from zermelo.kernel.equality import own_method
from zermelo.kernel.machine.types import NOTHING, Call, Node, Static, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


class Super(Static):
    """super() in a method of an object."""

    called = "super()"

    def __init__(self, value: Value, owner: type) -> None:
        self.value, self.owner = value, owner

    def attribute(self, ev: Evaluator, value: Value, name: str, node: Node) -> Value:
        kind = self.value.type.kind  # type: ignore[attr-defined]
        mro = kind.__mro__
        for base in mro[mro.index(self.owner) + 1 :]:
            if name in vars(base):
                found = vars(base)[name]
                if isinstance(found, property):
                    return ev.call_known(found.fget, Call([self.value]), node)
                return Value(Bound(self.value, base, found, name))
        return ev.wrong_type(node, self.value)


def super_of(ev: Evaluator, value: Value, function: Any) -> Value:
    """super() in a method."""
    kind = value.type.kind  # type: ignore[attr-defined]
    for owner in kind.__mro__:
        parts = [
            p.fget if isinstance(p, property) else getattr(p, "__func__", p) for p in vars(owner).values()
        ]
        if any(getattr(part, "__code__", None) is function.__code__ for part in parts):
            return Value(Super(value, owner))
    raise ev.refused(None, "super() here", "call the method of the base class by name")


class Bound(Static):
    """A method of a base class for an object."""

    called = "a method"

    def __init__(self, value: Value, owner: type, function: Any, name: str) -> None:
        self.value, self.owner, self.function, self.name = value, owner, function, name

    def call(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        return call_found(ev, self.value, self.owner, self.function, self.name, call, node)


def call_found(
    ev: Evaluator, value: Value, kind: type, found: Any, name: str, call: Call, node: Node
) -> Value:
    """A call of what a class has by a name."""
    if isinstance(found, staticmethod):
        return ev.call_known(found.__func__, call, node)
    if isinstance(found, classmethod):
        return ev.call_known(found.__func__, Call([known(kind), *call.values], call.named), node)
    if name == "__init__" and not inspect.isfunction(found):
        return NOTHING
    if name == "__init__" and own_method(kind, "__init__") is None:
        from zermelo.kernel.machine.object_making import fill_dataclass

        fill_dataclass(ev, value, kind, call, node)
        return NOTHING
    if inspect.isfunction(found):
        return ev.call_known(found, Call([value, *call.values], call.named), node)
    return ev.call(ev.attribute(value, name, node), call, node)
