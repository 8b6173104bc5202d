"""Lists that stay where they are made: `cells = list(state.cells)`, `marks = [board[cell] for cell in line]`.

They never grow, nobody else ever knows them, and how long they are is known: the machine keeps them in the
frame of the function (`frame_type.py`), if it finds that they are made of numbers.  LLVM does what is then
counted, summed or looked for in them with what is in registers; no list is left.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from zermelo.kernel.compiler.any_length import is_list
from zermelo.kernel.compiler.inline import yields
from zermelo.kernel.compiler.loops import numbers_of
from zermelo.kernel.compiler.pieces import (
    Comprehension,
    Renamed,
    call,
    is_call,
    located,
    name,
    names_in,
    statements,
    unused,
)
from zermelo.kernel.compiler.rows import KnownLengths
from zermelo.kernel.walking import Transformer, walk

SMALL = 16
"""A row of up to so many elements is written one by one."""
READERS = (
    *(
        "all_of",
        "any_of",
        "backwards",
        "count",
        "enumerate",
        "index_of",
        "len",
        "list_of",
        "max_of",
        "min_of",
    ),
    *("sorted_of", "sum_of", "tuple_like", "tuple_of"),
)
"""Words that read a list of numbers and keep nothing of it."""


class Uses:
    """What becomes of the lists of one function; `functions` are all of the unit."""

    def __init__(self, tree: ast.FunctionDef, functions: dict[str, Any]) -> None:
        self.tree, self.functions = tree, functions
        self.around = defaultdict[int, list[ast.AST]](list)
        """Where each piece stands; other passes may have put one in two places."""
        for part in walk(tree):
            for inner in ast.iter_child_nodes(part):
                self.around[id(inner)].append(part)

    def stay(self, variable: str, levels: int, scope: ast.AST) -> bool:
        """Is a list, of lists if there are two levels, set once, then only read, or its numbers changed?"""
        names = list(named(variable, scope))
        read = [part for part in names if not is_set(part)]
        parameters = [argument.arg for argument in self.tree.args.args if scope is self.tree]
        is_set_once = len(names) - len(read) + parameters.count(variable) == 1
        return is_set_once and all(self.stays(part, levels) for part in read)

    def stays(self, node: ast.expr, levels: int) -> bool:
        return all(self.stays_in(around, node, levels) for around in self.around[id(node)])

    def stays_in(self, around: ast.AST, node: ast.expr, levels: int) -> bool:
        if isinstance(around, ast.Subscript):
            return around.value is node and self.element_stays(around, levels)
        if isinstance(around, ast.Call):
            return self.call_keeps_nothing(around, node, levels)
        if isinstance(around, ast.Compare):
            looked_for = isinstance(around.ops[0], ast.In | ast.NotIn) and around.comparators == [node]
            return levels == 1 and looked_for
        if isinstance(around, ast.For | ast.comprehension):
            return around.iter is node and (levels == 1 or self.rows_stay(around))
        return False

    def element_stays(self, node: ast.Subscript, levels: int) -> bool:
        if isinstance(node.slice, ast.Slice | ast.Tuple) or isinstance(node.ctx, ast.Del):
            return False
        return levels == 1 or (isinstance(node.ctx, ast.Load) and self.stays(node, 1))

    def call_keeps_nothing(self, node: ast.Call, given: ast.expr, levels: int) -> bool:
        if not isinstance(node.func, ast.Name) or given not in node.args:
            return False
        if node.func.id in READERS:
            return levels == 1 or node.func.id == "len"
        function = self.functions.get(node.func.id)
        if function is None or not function.rule or not may_be_framed(function.tree):
            return False
        parameter = function.tree.args.args[node.args.index(given)]
        return Uses(function.tree, self.functions).stay(parameter.arg, levels, function.tree)

    def rows_stay(self, loop: ast.For | ast.comprehension) -> bool:
        """`for row in rows`: what becomes of each?"""
        scope = self.around[id(loop)][0] if isinstance(loop, ast.comprehension) else self.tree
        return isinstance(loop.target, ast.Name) and self.stay(loop.target.id, 1, scope)


def named(variable: str, scope: ast.AST) -> Iterator[ast.Name]:
    """Where a variable stands; one of the same name in a comprehension is another one."""
    if isinstance(scope, ast.Name) and scope.id == variable:
        yield scope
    for part in ast.iter_child_nodes(scope):
        inner = isinstance(part, Comprehension) and variable in names_in(ast.Tuple(targets_of(part)))
        yield from named(variable, part.generators[0].iter if inner else part)  # type: ignore[attr-defined]


def targets_of(made: Comprehension) -> list[ast.expr]:
    return [clause.target for clause in made.generators]


def is_set(part: ast.Name) -> bool:
    return isinstance(part.ctx, ast.Store | ast.Del)


def may_be_framed(tree: ast.FunctionDef) -> bool:
    """A generator is left and entered again, and of one that calls itself there are many frames."""
    return not yields(tree) and "levels" not in {argument.arg for argument in tree.args.args}


class Framed(Transformer):
    """The words for such lists, in the text of one function."""

    def __init__(self, tree: ast.FunctionDef, functions: dict[str, Any], constants: dict[str, Any]) -> None:
        self.uses, self.rows = Uses(tree, functions), set[str]()
        self.lengths, self.taken = KnownLengths(tree, constants), names_in(tree)

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        target, made = node.targets[0], node.value
        if len(node.targets) > 1 or not isinstance(target, ast.Name):
            return node
        levels, length = copied_levels(made), self.length_of(made)
        if not (levels or length) or not self.uses.stay(target.id, max(levels, 1), self.uses.tree):
            return node
        return self.copy(node, levels) if levels else located(self.row(target.id, made, length), node)

    def copy(self, node: Any, levels: int) -> ast.Assign:
        """A list of what is in a tuple."""
        if levels == 2:
            self.rows.add(node.targets[0].id)
            made = call("rows_to_frame", node.value.generators[0].iter)
        else:
            made = call("to_frame", *node.value.args)
        node.value = ast.copy_location(call("framed", made), node.value)
        return node  # type: ignore[no-any-return]

    def length_of(self, made: ast.expr) -> int:
        """How many elements a comprehension gives; 0 where that is not known, or too many."""
        if not isinstance(made, ast.ListComp) or len(made.generators) > 1 or made.generators[0].ifs:
            return 0
        length, *_ = *self.lengths.of(made.generators[0].iter), 0
        return length if length <= SMALL and not is_list(made.elt) else 0

    def row(self, variable: str, made: Any, length: int) -> list[ast.stmt]:
        """A comprehension as the loop that it is; the first element says of what kind they are."""
        place, source = self.fresh(f"place_in_{variable}"), self.fresh(f"source_of_{variable}")
        (clause,) = made.generators
        names = {each: self.fresh(each) for each in sorted(names_in(clause.target))}
        target, element = (ast.unparse(Renamed(names).visit(part)) for part in (clause.target, made.elt))
        numbers, blank = numbers_of(clause.iter, self.lengths.constants), (0,) * length
        taken = f"{numbers.start} + {place} * {numbers.step}" if numbers else f"{source}[{place}]"
        each = f"{target} = {taken}"
        return statements(
            f"{source} = {ast.unparse(clause.iter)}\n{place} = 0\n{each}\n"
            f"{variable} = framed(row_like({blank}, {element}))\n"
            f"for {place} in range(1, {length}):\n    {each}\n    {variable}[{place}] = {element}"
        )

    def fresh(self, wanted: str) -> str:
        found = unused(wanted, self.taken)
        self.taken.add(found)
        return found

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """`tuple(tuple(row) for row in rows)` at once."""
        self.generic_visit(node)
        rows = frozen_rows(node)
        return ast.copy_location(call("frozen_rows", name(rows)), node) if rows in self.rows else node


def copied_levels(value: ast.expr) -> int:
    """1: a list of what is in something; 2: a list of such lists; 0: anything else."""
    if is_call(value, "list_of"):
        return int(not isinstance(value.args[0], ast.ListComp))  # type: ignore[attr-defined]
    if not isinstance(value, ast.ListComp) or len(value.generators) > 1 or value.generators[0].ifs:
        return 0
    row = value.generators[0].target
    return 2 * (isinstance(row, ast.Name) and ast.unparse(value.elt) == f"list_of({row.id})")


def frozen_rows(node: ast.Call) -> str:
    """`rows` of `tuple(tuple(row) for row in rows)`; nothing of any other call."""
    made = node.args[0] if is_call(node, "tuple_of") else None
    if not isinstance(made, ast.ListComp) or len(made.generators) > 1 or made.generators[0].ifs:
        return ""
    loop = made.generators[0]
    plain = (
        isinstance(loop.iter, ast.Name) and ast.unparse(made.elt) == f"tuple_of({ast.unparse(loop.target)})"
    )
    return loop.iter.id if plain else ""  # type: ignore[attr-defined]
