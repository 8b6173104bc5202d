"""Functions that are still to be written, as a starter file hands them out."""

from __future__ import annotations

import ast
import inspect
import textwrap
from itertools import takewhile
from typing import Any

from zermelo.kernel.parsing import parsed, undisturbed


def is_unwritten(function: Any) -> bool:
    """Does a function do nothing but `raise NotImplementedError`, `pass` or `...`?"""
    try:
        tree = parsed(textwrap.dedent(undisturbed(lambda: inspect.getsource(function))))
    except (OSError, TypeError, SyntaxError):
        return False
    (written,) = tree.body
    return isinstance(written, ast.FunctionDef) and does_nothing(written.body)


def does_nothing(body: list[ast.stmt]) -> bool:
    """Up to where it raises; what stands behind that, half written, is never run."""
    reached = takewhile(lambda statement: not gives_up(statement), body)
    return all(map(says_nothing, reached))


def gives_up(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Raise) and "NotImplementedError" in ast.dump(statement)


def says_nothing(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )
