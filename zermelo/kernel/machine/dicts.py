"""Dictionaries that rules build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.kernel.machine.types import Value

if TYPE_CHECKING:
    import ast

    from zermelo.kernel.machine.evaluate import Evaluator


def dict_display(ev: Evaluator, node: ast.Dict) -> Value:
    raise ev.refused(node, "a dictionary")
