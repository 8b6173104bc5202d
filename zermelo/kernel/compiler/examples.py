"""What the expressions of a rule hold, by an example: enough to know whose method is called."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.kernel.structs import fields_in, fields_of, is_struct
from zermelo.kernel.walking import walk

NO_EXAMPLE = object()
ANY = ast.Name("any", ast.Load())
"""An index that is not known."""
ROWS = (list, tuple, str)
"""What has an order, an element at each place, and slices of its own kind."""
MAKING: dict[str, Any] = {"list": list, "sorted": list, "reversed": list, "tuple": tuple}
"""What Python's own functions make of another row."""


def example_of(node: ast.AST, known: dict[str, Any], classes: dict[type, Any]) -> Any:
    """What an expression may be, from what its variables may be; `classes` have an object of each."""
    if isinstance(node, ast.Name):
        return known.get(node.id, NO_EXAMPLE)
    if isinstance(node, ast.Attribute):
        found = example_of(node.value, known, classes)
        return getattr(found, node.attr, NO_EXAMPLE) if node.attr in field_names(found) else NO_EXAMPLE
    if isinstance(node, ast.Subscript):
        return element_of(example_of(node.value, known, classes), node.slice)
    if isinstance(node, ast.BinOp):
        sides = (example_of(side, known, classes) for side in (node.left, node.right))
        return next((side for side in sides if isinstance(side, ROWS)), NO_EXAMPLE)
    if isinstance(node, ast.IfExp):
        either = (example_of(branch, known, classes) for branch in (node.body, node.orelse))
        return next((value for value in either if value is not NO_EXAMPLE), NO_EXAMPLE)
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        element = example_of(node.elt, examples_in(node, known, classes), classes)
        return NO_EXAMPLE if element is NO_EXAMPLE else [element]
    if isinstance(node, ast.Set | ast.SetComp):
        return frozenset()
    if isinstance(node, ast.List | ast.Tuple):
        elements = [example_of(each, known, classes) for each in node.elts]
        return elements if isinstance(node, ast.List) else tuple(elements)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return example_of_call(node.func.id, node.args, known, classes)
    return node.value if isinstance(node, ast.Constant) else NO_EXAMPLE


def example_of_call(
    function: str, arguments: list[ast.expr], known: dict[str, Any], classes: dict[type, Any]
) -> Any:
    """What Python's own functions give, and an object of a class that is called."""
    if function in ("set", "frozenset"):
        return frozenset()
    if function in MAKING and arguments:
        found = example_of(arguments[0], known, classes)
        return NO_EXAMPLE if found is NO_EXAMPLE else MAKING[function](parts_of(found))
    if function == "map" and len(arguments) == 2:
        element = ast.Subscript(arguments[1], ANY, ast.Load())
        return [example_of(ast.Call(arguments[0], [element], []), known, classes)]
    if function in ("zip", "enumerate"):
        numbers = [0] if function == "enumerate" else []
        elements = [
            element_of(example_of(each, known, classes), ANY) for each in arguments[: 1 if numbers else None]
        ]
        return [(*numbers, *elements)]
    return next((made for kind, made in classes.items() if kind.__name__ == function), NO_EXAMPLE)


def field_names(value: Any) -> tuple[str, ...]:
    return fields_of(type(value)) if is_struct(type(value)) else ()


def element_of(value: Any, index: ast.expr) -> Any:
    """One of its elements: that of this index, or any where all are of one class."""
    if isinstance(index, ast.Slice):
        return value if isinstance(value, ROWS) else NO_EXAMPLE
    value = elements_of(value) if isinstance(value, frozenset) else value
    if not isinstance(value, ROWS) or not value:
        return NO_EXAMPLE
    if isinstance(index, ast.Constant) and isinstance(index.value, int) and abs(index.value) < len(value):
        return value[index.value]
    return value[0] if len(set(map(type, value))) == 1 else NO_EXAMPLE


def examples_in(tree: ast.AST, known: dict[str, Any], classes: dict[type, Any]) -> dict[str, Any]:
    """The variables of a function with an example of what each holds, as far as its text tells."""
    found, before = dict(known), -1
    while len(found) != before:
        before = len(found)
        for part in walk(tree):
            target, value = bound_by(part)
            if target is not None and value is not None:
                example = example_of(value, found, classes)
                take(target, example if isinstance(part, ast.Assign) else element_of(example, ANY), found)
    return found


def bound_by(part: ast.AST) -> tuple[Any, Any]:
    """What is assigned, or looped over, and to what."""
    if isinstance(part, ast.Assign) and len(part.targets) == 1:
        return part.targets[0], part.value
    return (part.target, part.iter) if isinstance(part, ast.For | ast.comprehension) else (None, None)


def take(target: Any, value: Any, found: dict[str, Any]) -> None:
    """A target and what is assigned to it, part by part."""
    if isinstance(target, ast.Name) and value is not NO_EXAMPLE:
        found.setdefault(target.id, value)
    parts = parts_of(value) if isinstance(target, ast.Tuple) else None
    for each, given in zip(target.elts, parts, strict=False) if parts else ():
        take(each, given, found)


def parts_of(value: Any) -> tuple[Any, ...]:
    """What stands in it, one after the other."""
    return tuple(value) if isinstance(value, ROWS) else elements_of(value)


def elements_of(value: Any) -> tuple[Any, ...]:
    """The parts of a tuple or of an object; the members of a set in an order that is always the same."""
    return tuple(sorted(value, key=repr)) if isinstance(value, frozenset) else fields_in(value) or ()


def objects_in(value: Any, found: dict[type, Any] | None = None) -> dict[type, Any]:
    """An object of each class with fields that a state is made of."""
    found = {} if found is None else found
    for part in elements_of(value):
        objects_in(part, found)
    if is_struct(type(value)):
        found.setdefault(type(value), value)
    return found
