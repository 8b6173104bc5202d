"""What two objects of a user's own class are compared by, as far as the text of the class says it.

Searches find positions again by a number, which must be the same for positions that are equal. For a class
that says itself what `==` means, the number is made of the attributes that its `__eq__` compares, or by its
own `__hash__` where that cannot be read.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import inspect
from collections.abc import Iterator
from functools import lru_cache
from types import FunctionType
from typing import Any, NamedTuple

from zermelo.kernel.own_classes import method_text, without_docstring
from zermelo.kernel.symbols import remembered


class Compared(NamedTuple):
    """What equality of a class goes by."""

    names: tuple[str, ...] | None
    """The attributes that are compared; None: all that an object has."""
    hash: Any = None
    """The `__hash__` of the class, where its `__eq__` cannot be read."""
    unknown: bool = False
    """Whether nothing is known."""


@remembered
def compared(kind: type) -> Compared:
    """What objects of a class are compared by."""
    own = own_method(kind, "__eq__")
    if own is None:
        declared: Any = getattr(kind, "__dataclass_params__", None)
        if declared is not None and declared.eq:
            return Compared(tuple(field.name for field in dataclasses.fields(kind) if field.compare))
        return Compared(None)
    tree = method_text(kind, "__eq__")
    names = names_compared(tree) if tree is not None else ()
    if names is None or names:
        return Compared(tuple(sorted(names)) if names is not None else None)
    own_hash = own_method(kind, "__hash__")
    return Compared((), own_hash) if own_hash is not None else Compared((), None, True)


def own_method(kind: type, name: str) -> Any:
    """A method that somebody wrote; None for one that Python has made."""
    found = inspect.getattr_static(kind, name, None)
    if not inspect.isfunction(found) or found.__code__.co_filename.startswith("<"):
        return None
    return None if (found.__module__ or "") in ("collections", "typing", "dataclasses", "enum") else found


def names_compared(tree: ast.FunctionDef) -> set[str] | None:
    """The attributes that an `__eq__` compares; None: all of them; none at all: it does something else."""
    owner, other = ([a.arg for a in tree.args.args] + ["", ""])[:2]
    body = without_docstring(tree.body)
    while len(body) > 1:
        if not is_guard(body[0], other):
            return set()
        body = body[1:]
    if not isinstance(body[0], ast.Return) or body[0].value is None:
        return set()
    names: set[str] = set()
    for part in conjuncts(body[0].value):
        if is_kind_test(part, other):
            continue
        found = pairs_compared(part, owner, other)
        if found is None:
            return set()
        names |= found
    return None if "__dict__" in names else names


def conjuncts(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for part in node.values:
            yield from conjuncts(part)
    else:
        yield node


def is_guard(node: ast.stmt, other: str) -> bool:
    """`if not isinstance(other, …): return NotImplemented`, or `return False`."""
    match node:
        case ast.If(ast.UnaryOp(ast.Not(), test), [ast.Return(answer)], []):
            return is_kind_test(test, other) and is_no(answer)
        case ast.If(ast.Compare([_], [ast.IsNot() | ast.NotEq()], [_]) as test, [ast.Return(answer)], []):
            return "type(" in ast.unparse(test) and is_no(answer)
    return False


def is_no(answer: ast.expr | None) -> bool:
    return answer is not None and ast.unparse(answer) in ("NotImplemented", "False")


def is_kind_test(node: ast.expr, other: str) -> bool:
    said = ast.unparse(node)
    if said.startswith(f"isinstance({other}, ") and isinstance(node, ast.Call):
        return True
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is | ast.Eq):
        return all(
            part.startswith("type(") or part.endswith("__class__")
            for part in map(ast.unparse, (node.left, node.comparators[0]))
        )
    return False


def pairs_compared(node: ast.expr, owner: str, other: str) -> set[str] | None:
    """The attributes of `self.a == other.a`, or of two tuples of such; None where it is anything else."""
    if not isinstance(node, ast.Compare) or len(node.ops) != 1 or not isinstance(node.ops[0], ast.Eq):
        return None
    left, right = node.left, node.comparators[0]
    pairs = [(left, right)]
    if isinstance(left, ast.Tuple) and isinstance(right, ast.Tuple) and len(left.elts) == len(right.elts):
        pairs = list(zip(left.elts, right.elts, strict=True))
    names = set()
    for a, b in pairs:
        match a, b:
            case ast.Attribute(ast.Name(one), name), ast.Attribute(ast.Name(two), same) if name == same:
                if {one, two} != {owner, other}:
                    return None
                names.add(name)
            case ast.Call(ast.Name("vars"), [ast.Name(one)], []), ast.Call(
                ast.Name("vars"), [ast.Name(two)], []
            ):
                if {one, two} != {owner, other}:
                    return None
                names.add("__dict__")
            case _:
                return None
    return names


@lru_cache(maxsize=256)
def hashing_by(function: Any, hash_of: Any) -> Any:
    """A `__hash__` of the user's own, with another function in the place of `hash`."""
    words = dict(vars(builtins)) | {"hash": hash_of}
    given = {**function.__globals__, "__builtins__": words}
    made = FunctionType(
        function.__code__, given, function.__name__, function.__defaults__, function.__closure__
    )
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def parts_compared(value: Any) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """The names of the attributes that an object is compared by, and what they hold."""
    names = compared(type(value)).names
    if names is None:
        names = attributes_in(value)
    return names, tuple(getattr(value, name) for name in names)


def attributes_in(value: Any) -> tuple[str, ...]:
    """The attributes that an object has of its own, in the order of their names."""
    slots = [slot for kind in type(value).__mro__ for slot in named_slots(kind) if hasattr(value, slot)]
    return tuple(sorted({*slots, *getattr(value, "__dict__", ())}))


def named_slots(kind: type) -> list[str]:
    slots = kind.__dict__.get("__slots__", ())
    given = [slots] if isinstance(slots, str) else list(slots)
    return [slot for slot in given if slot not in ("__dict__", "__weakref__")]
