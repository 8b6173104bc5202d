"""What the functions of a unit need beside their arguments: the run's data, memory for lists."""

from __future__ import annotations

import ast

from zermelo.kernel.compiler.nested import Nested
from zermelo.kernel.compiler.pieces import is_call
from zermelo.kernel.compiler.shape import Shape
from zermelo.kernel.compiler.state_texts import long_texts
from zermelo.kernel.compiler.unit import Function, Unit
from zermelo.kernel.rules import makes_states
from zermelo.kernel.walking import walk


def functions_that_read_arrays(unit: Unit, nested: dict[str, Nested]) -> set[str]:
    """The functions that reach a run-time array, themselves or through what they call."""
    outside = {*unit.arrays, *(constant for constant, found in nested.items() if not found.is_held)}
    reading = {
        called
        for called, function in unit.functions.items()
        if any(isinstance(part, ast.Name) and part.id in outside for part in walk(function.tree))
    }
    rules = {called: function for called, function in unit.functions.items() if function.rule}
    return reaching(rules, reading & rules.keys())


LISTING = (
    *("list_of", "sorted_of", "tuple_of", "slice_of", "grown"),
    *("empty_list", "sorted_by", "spliced", "split_of"),
    *("set_of", "union_of", "common_of", "without", "copied", "copied_deeply"),
    *("frozen_of", "sorted_members", "listed", "dict_of", "tally_of", "columns_of"),
    *(f"np_{word}" for word in ("zeros", "ones", "full", "array", "frombuffer", "copy", "argwhere", "where")),
)
"""Words that make lists."""


def functions_that_make_lists(unit: Unit, state: Shape, series: bool) -> set[str]:
    """The rules that make lists, themselves or through what they call; series are opened as lists."""
    rules = {called: function for called, function in unit.functions.items() if function.rule}
    opening = {called for called, function in rules.items() if series and function.contract.takes}
    making = {called for called, function in rules.items() if makes_lists(function.tree)}
    writing = {called for called, function in rules.items() if makes_states(function.contract)}
    writing = {called for called in writing if long_texts(rules[called].tree, state)}
    return reaching(rules, making | opening | writing)


LISTING_METHODS = ("items", "keys", "values", "copy", "flatten", "tolist", "tobytes", "reshape", "sum")
"""Methods that may make one."""


def makes_lists(tree: ast.FunctionDef) -> bool:
    """Is there a list in it, or a word or method that makes one?"""
    lists = ast.List | ast.ListComp
    return any(
        isinstance(part, lists)
        or is_call(part, *LISTING)
        or (isinstance(part, ast.Attribute) and part.attr in LISTING_METHODS)
        for part in walk(tree)
    )


def reaching(functions: dict[str, Function], found: set[str]) -> set[str]:
    """These functions, and all that call them, directly or not."""
    callers = {called for called, function in functions.items() if function.calls & found}
    return found if callers <= found else reaching(functions, found | callers)
