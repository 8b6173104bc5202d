"""Algorithms that somebody else writes are looked at as closely as rules.

Zermelo's own are trusted: their whole numbers are those of a machine, unchecked, and the tests hold both
worlds against each other.  In all others what works in one world only is refused in both, by its line.
"""

from __future__ import annotations

import ast
import difflib
import os
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.pieces import is_call
from zermelo.kernel.compiler.recursion import reachable
from zermelo.kernel.compiler.syntax import is_owner
from zermelo.kernel.run import FIELDS
from zermelo.kernel.walking import walk

HOME = str(Path(__file__).parents[2]) + os.sep
"""Where Zermelo's own algorithms are."""
NUMBERS: dict[str, tuple[tuple[type, ...], str]] = {
    "int64": ((int,), "a whole number"),
    "float64": ((int, float), "a number"),
    "VALUE": ((int, float), "a number"),
}
"""What a function may give that declares this, and how that is called."""


WORDS = 1 << 63
"""Whole numbers of a machine lie below this."""
BEYOND = "it does not fit in 64 bits with a sign; a board of bits is Bits, in the state and as Bits(...)"


def is_beyond(value: Any) -> bool:
    """A plain whole number from 2**63 up, alone or in a tuple: a machine would take it for a board."""
    if isinstance(value, list | tuple):
        return any(map(is_beyond, value))
    return isinstance(value, int) and type(value).__name__ != "Bits" and value >= WORDS


def is_foreign(function: Any) -> bool:
    """Is it part of an algorithm that is not Zermelo's own?"""
    return not function.rule and not str(function.file).startswith(HOME)


def check_algorithms(functions: dict[str, Any], constants: dict[str, Any]) -> None:
    """Refuse what would be another thing, or nothing, in one of the two worlds."""
    refuse_circles(functions)
    searches = {unique for unique, function in functions.items() if not function.rule}
    for function in functions.values():
        if is_foreign(function):
            check_fields(function)
            check_answer(function)
            check_constants(function, constants)
            check_run(function, searches)


def refuse_circles(functions: dict[str, Any]) -> None:
    """A function may call itself; through another one it would have no kind before it is compiled."""
    searches = {unique for unique, function in functions.items() if not function.rule}
    callees = {unique: functions[unique].calls & searches for unique in searches}
    for unique in sorted(searches):
        function = functions[unique]
        others = sorted(other for other in callees[unique] - {unique} if unique in reachable(other, callees))
        if others and is_foreign(function):
            what = f"{unique}(), which calls itself through {others[0]}(),"
            place = f"{function.file}, line {function.tree.lineno}"
            raise CannotCompile(what, "write both as one function that calls itself", place)


def check_fields(function: Any) -> None:
    """The fields of a run are declared in one place; there are no others."""
    for part in walk(function.tree):
        if not isinstance(part, ast.Attribute) or not is_owner(part.value, function.declared.run):
            continue
        if part.attr not in FIELDS:
            near = difflib.get_close_matches(part.attr, FIELDS, 1)
            meant = f"; did you mean `{near[0]}`?" if near else ""
            advice = f"the run has no such field: use one of zermelo/kernel/run.py{meant}"
            place = f"{function.file}, line {part.lineno}"
            raise CannotCompile(f"`{function.declared.run}.{part.attr}`", advice, place)


def check_answer(function: Any) -> None:
    """What declares that it gives something has to."""
    given = [part for part in own_parts(function.tree) if isinstance(part, ast.Return) and part.value]
    if function.declared.gives is not None and not given:
        what = f"{function.tree.name}(), which declares an answer and gives none,"
        raise CannotCompile(what, "return a value", f"{function.file}, line {function.tree.lineno}")


def check_constants(function: Any, constants: dict[str, Any]) -> None:
    """A plain whole number from 2**63 up: a machine would take it for a board."""
    boards = {id(part.args[0]) for part in walk(function.tree) if is_call(part, "Bits") and part.args}  # type: ignore[attr-defined]
    for part in walk(function.tree):
        value = getattr(part, "value", None) if isinstance(part, ast.Constant) else None
        value = constants.get(part.id) if isinstance(part, ast.Name) else value
        if id(part) not in boards and isinstance(value, int) and is_beyond(value):
            place = f"{function.file}, line {part.lineno}"  # type: ignore[attr-defined]
            raise CannotCompile(f"the number {value}", BEYOND, place)


def check_run(function: Any, searches: set[str]) -> None:
    """What asks the rules must have the run, which knows where their arrays lie."""
    if function.calls - searches and not function.declared.run:
        what = f"{function.tree.name}(), which asks the rules and has no run,"
        place = f"{function.file}, line {function.tree.lineno}"
        raise CannotCompile(what, "give it a parameter `run: Run`, and pass it in every call", place)


def own_parts(tree: ast.FunctionDef) -> Iterator[ast.AST]:
    """The parts of a function, without those of functions inside it."""
    left: list[ast.AST] = list(tree.body)
    while left:
        part = left.pop()
        yield part
        if not isinstance(part, ast.FunctionDef | ast.Lambda):
            left += ast.iter_child_nodes(part)


def held_to(function: Any, plain: Callable[..., Any]) -> Callable[..., Any]:
    """A function as Python runs it, which gives what it declares: a machine would make that of it."""
    gives = function.declared.gives
    kinds, words = NUMBERS.get(gives.type if gives else "", ((), ""))
    if not kinds or not is_foreign(function):
        return plain

    @wraps(plain)
    def holding(*given: Any) -> Any:
        answer = plain(*given)
        if isinstance(answer, int) and not -WORDS <= answer < WORDS:
            raise OverflowError("a whole number does not fit in 64 bits")
        if not isinstance(answer, kinds) and not hasattr(answer, "item"):
            what = f"{plain.__name__}(), which gives {answer!r} where it declares {words},"
            raise CannotCompile(what, "declare what it gives, or give that")
        return answer

    return holding
