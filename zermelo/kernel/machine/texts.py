"""Texts and members of enumerations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.types import Type, Value

if TYPE_CHECKING:
    import ast

    from zermelo.kernel.machine.evaluate import Evaluator


class Alphabet:
    """What the texts of a game are made of."""

    def __init__(self, state: Type, actions: list[Any]) -> None:
        pass


def seen_type(value: Any, seen: Any, together: Any) -> Type | None:
    return None


def constant_type(unit: Any, value: Any) -> Type | None:
    return None


def formatted(ev: Evaluator, node: ast.JoinedStr) -> Value:
    raise ev.refused(node, "a formatted text")
