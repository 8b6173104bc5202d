"""The text of a function, numbered as in its file, and whether it is still what was imported."""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.parsing import parsed
from zermelo.kernel.walking import copied, walk


def source_of(function: Callable[..., Any]) -> tuple[ast.FunctionDef, str]:
    """The syntax tree of a function, numbered as in its file; it may be changed."""
    code = function.__code__  # its own: no decorator is looked through
    try:
        tree, file = read(code, content_of(code.co_filename))
    except (OSError, TypeError, SyntaxError, IndexError):
        advice, place = "its source cannot be read: keep the rules in a file", code.co_filename
        raise CannotCompile(f"{code.co_name}()", advice, f"{place}, line {code.co_firstlineno}") from None
    return copied(tree), file


@lru_cache(maxsize=512)
def read(code: CodeType, content: str) -> tuple[ast.FunctionDef, str]:
    """The syntax tree of a function in a file with this content, kept: many games are lowered with it."""
    lines, first = inspect.getsourcelines(code)
    file = inspect.getsourcefile(code) or "?"
    tree = parsed(textwrap.dedent("".join(lines))).body[0]
    if not is_source_of(tree, code):
        advice = "its file was changed after it was imported: import it again"
        raise CannotCompile(f"{code.co_name}()", advice, f"{file}, line {first}")
    if not isinstance(tree, ast.FunctionDef):
        raise CannotCompile("a lambda or coroutine as a rule", "write it with def", f"{file}, line {first}")
    ast.increment_lineno(tree, first - 1)
    return tree, file


def is_source_of(tree: ast.stmt, code: CodeType) -> bool:
    """Is this the text that the function was made of?  A file may be edited while it is in use."""
    if any(isinstance(part, ast.Assert) for part in walk(tree)):  # which pytest rewrites
        return isinstance(tree, ast.FunctionDef) and tree.name == code.co_name
    known = codes_in(content_of(code.co_filename), code.co_filename)
    return known is None or marks_of(code) in known


def content_of(file: str) -> str:
    """The text of a file, as it was when Python last looked at it."""
    return "".join(linecache.getlines(file))


@lru_cache(maxsize=16)
def codes_in(text: str, file: str) -> frozenset[Any] | None:
    """The marks of all functions of a file; None: it is not plain Python (a cell of a notebook)."""
    try:
        found, left = set[Any](), [compile(text, file, "exec", dont_inherit=True)]
    except (SyntaxError, ValueError):
        return None
    while left:
        code = left.pop()
        found.add(marks_of(code))
        left += [part for part in code.co_consts if isinstance(part, CodeType)]
    return frozenset(found)


def marks_of(code: CodeType) -> tuple[Any, ...]:
    """Where a function is and what it does: its instructions, names and constants, and those inside it."""
    inner = (marks_of(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts)
    return code.co_name, code.co_firstlineno, code.co_code, code.co_names, code.co_varnames, *inner
