"""Facts of the user's own classes: which are values, which may change, and what `__init__` sets."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import linecache
import sys
from typing import Any

from zermelo.kernel.equality import own_method
from zermelo.kernel.own_classes import method_text
from zermelo.kernel.parsing import parsed, undisturbed
from zermelo.kernel.structs import fields_of, is_record
from zermelo.kernel.symbols import remembered

MISSING = object()


def is_slot(found: Any) -> bool:
    return inspect.ismemberdescriptor(found)


def is_frozen(kind: type) -> bool:
    declared: Any = getattr(kind, "__dataclass_params__", None)
    return declared is not None and bool(declared.frozen)


def why_no_object(kind: type) -> str:
    """What keeps objects of a class from being known to the compiler; "" where nothing does."""
    if type(kind).__call__ is not type.__call__:
        return "leave out its metaclass"
    if kind.__module__ in ("builtins", "numpy", "zermelo.game", "collections", "functools"):
        return "it is not a class of your own"
    if not isinstance(kind.__init__, type(object.__init__)) and not inspect.isfunction(kind.__init__):  # type: ignore[misc]
        return "leave out what makes __init__ something else than a function"
    for base in kind.__mro__[1:]:
        if base is not object and base.__module__ == "builtins":
            return f"let it hold a {base.__name__} instead of being one"
    if (
        own_method(kind, "__new__") is not None
        or own_method(kind, "__getattr__")
        or own_method(kind, "__getattribute__")
    ):
        return "leave out __new__ and __getattr__"
    return ""


def always_set(kind: type) -> frozenset[str]:
    """Attributes that `__init__` sets whatever happens, and the class has none by that name."""
    names: set[str] = set()
    if own_method(kind, "__init__") is None and dataclasses.is_dataclass(kind):
        names = {f.name for f in dataclasses.fields(kind) if f.init or has_default(f)}
        return frozenset(names)
    for base in kind.__mro__:
        if "__init__" not in vars(base):
            continue
        tree = method_text(base, "__init__")
        if tree is None or not tree.args.args:
            break
        owner = tree.args.args[0].arg
        calls_base = False
        for part in tree.body:
            if any(isinstance(inner, ast.Return) for inner in ast.walk(part)):
                break
            names |= assigned_by(part, owner)
            calls_base |= ast.unparse(part).startswith("super().__init__(")
        if not calls_base:
            break
    return frozenset(
        n
        for n in names
        if inspect.getattr_static(kind, n, MISSING) is MISSING or is_slot(inspect.getattr_static(kind, n))
    )


def assigned_by(part: ast.stmt, owner: str) -> set[str]:
    """The attributes of the owner that a statement sets."""
    targets: list[ast.expr] = []
    if isinstance(part, ast.Assign):
        targets = list(part.targets)
    elif isinstance(part, ast.AnnAssign) and part.value is not None:
        targets = [part.target]
    found = set()
    while targets:
        target = targets.pop()
        if isinstance(target, ast.Tuple | ast.List):
            targets += target.elts
        elif (
            isinstance(target, ast.Attribute)
            and isinstance(target.value, ast.Name)
            and target.value.id == owner
        ):
            found.add(target.attr)
    return found


def has_default(field: Any) -> bool:
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING


@remembered
def is_value(kind: Any) -> bool:
    """Whether objects of a class are no more than their fields, and nobody writes to these."""
    return is_record(kind) and (dataclasses.is_dataclass(kind) or not fields_of(kind) or not written_to(kind))


def written_to(kind: type) -> bool:
    """Whether the module of a class sets attributes by the names of its fields, but for its own __init__."""
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None) or getattr(kind.__init__, "__code__").co_filename  # type: ignore[misc]  # noqa: B009
    try:
        tree = parsed("".join(linecache.getlines(file)))
    except SyntaxError:
        return False
    own = method_text(kind, "__init__")
    lines = undisturbed(lambda: inspect.getsourcelines(kind.__init__)) if own is not None else ([], 0)  # type: ignore[misc]
    inside = range(lines[1], lines[1] + len(lines[0]))
    for part in ast.walk(tree):
        if isinstance(part, ast.Name) and part.id in ("setattr", "delattr"):
            return True
        if isinstance(part, ast.Attribute) and part.lineno not in inside:
            stored = not isinstance(part.ctx, ast.Load)
            if part.attr == "__setattr__" or (stored and part.attr in fields_of(kind)):
                return True
    return False
