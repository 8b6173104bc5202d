"""Objects of the user's own classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.types import Call, Node, Type, Value

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


def seen_type(value: Any, seen: Any, together: Any) -> Type | None:
    return None


def constant_type(unit: Any, value: Any) -> Type | None:
    return None


def construct_object(ev: Evaluator, kind: type, call: Call, node: Node) -> Value:
    raise ev.refused(node, f"{kind.__name__}()")


def replaced_object(ev: Evaluator, value: Value, named: dict[str, Value], node: Node) -> Value:
    return ev.wrong_type(node, value)
