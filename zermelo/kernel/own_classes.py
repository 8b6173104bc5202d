"""Classes of one's own whose objects are no more than what `__init__` was given: tuples, to a machine.

class Position:
    def __init__(self, board, turn):
        self.board = board
        self.turn = turn

    def __eq__(self, other):
        return self.board == other.board and self.turn == other.turn

    def __hash__(self):
        return hash((self.board, self.turn))
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

from zermelo.kernel.parsing import parsed
from zermelo.kernel.symbols import remembered
from zermelo.kernel.walking import walk

PLAIN_INIT = (
    "let __init__ do no more than keep its parameters (self.board = board), or make it a frozen dataclass; "
    "with tuples for lists, and methods that give a new one"
)
COMPARED = "give it __eq__ and __hash__ over all its attributes, or make it a frozen dataclass"


@remembered
def why_not_plain(kind: Any) -> str:
    """What keeps a class from being a tuple with names; "" where nothing does."""
    if method_text(kind, "__init__") is None:
        return "make it a NamedTuple or a frozen dataclass"
    if not attributes_of(kind):
        return PLAIN_INIT
    return "" if compares_all(kind) else COMPARED


@remembered
def attributes_of(kind: type) -> dict[str, str]:
    """The attributes and the parameter that each holds, in the order of these; none where there is more."""
    tree = method_text(kind, "__init__")
    if tree is None or tree.args.vararg or tree.args.kwarg or tree.args.kwonlyargs:
        return {}
    owner, *parameters = [argument.arg for argument in tree.args.args]
    kept = dict[str, str]()
    for target, value in assigned_in(without_docstring(tree.body)):
        if not is_attribute_of(target, owner) or not isinstance(value, ast.Name):
            return {}
        kept[target.attr] = value.id
    found = {value: attribute for attribute, value in kept.items()}
    if set(found) != set(parameters) or len(found) != len(kept):
        return {}
    return {found[parameter]: parameter for parameter in parameters}


def assigned_in(body: list[ast.stmt]) -> Iterator[tuple[Any, Any]]:
    """What is assigned to what, be it several at once; None where a statement does anything else."""
    for part in body:
        match part:
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
                yield from zip(targets, values, strict=True)
            case ast.Assign([target], value) | ast.AnnAssign(target, _, value):
                yield target, value
            case _:
                yield None, None


def is_attribute_of(target: Any, owner: str) -> bool:
    return (
        isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == owner
    )


def compares_all(kind: type) -> bool:
    """Does `__eq__` name every attribute, and is there a `__hash__` beside it?"""
    tree = method_text(kind, "__eq__")
    if tree is None or getattr(kind, "__hash__", None) in (None, object.__hash__):
        return False
    named = {part.attr for part in walk(tree) if isinstance(part, ast.Attribute)}
    return "__dict__" in named or set(attributes_of(kind)) <= named


def method_text(kind: type, called: str) -> ast.FunctionDef | None:
    """The syntax of a method that somebody has written; None where nobody has, or it cannot be read."""
    method = inspect.getattr_static(kind, called, None)
    if not inspect.isfunction(method):
        return None
    try:
        (tree,) = parsed(textwrap.dedent(inspect.getsource(method))).body
    except (OSError, SyntaxError, ValueError):
        return None
    return tree if isinstance(tree, ast.FunctionDef) else None


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    return body[1:] if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) else body


def defaults_of_own(kind: type) -> dict[str, Any]:
    """The parameters of `__init__` that need not be given, and what they are then."""
    every = inspect.signature(kind.__init__).parameters.values()  # type: ignore[misc]
    return {each.name: each.default for each in every if each.default is not each.empty}
