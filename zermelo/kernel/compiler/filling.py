"""Large generators fill a list, and give it when they are through.

    def actions(state):                        def actions(state):
        for square in squares(state):              filled_list = []
            yield square                           for square in squares(state):
        if may_pass(state):                            filled_list.append(square)
            yield PASS                             if may_pass(state):
                                                       filled_list.append(PASS)
                                                   return filled_list

Between two actions a machine puts aside all that a generator holds, the state with it, and what every
generator holds that it goes through: where that is much, it is most of the time of a search.  The list lies
in the region (`regions.py`).  A small generator stays: Connect Four's takes a third less time than a list.

Who asks whether there is anything (`any(True for …)`, `not self.actions(state)`, `len(…) == 0`), or what is
first (`next(…)`), asks a second version, of lists too, which returns with the first.

All this is for the machine: to Python a generator is quick, and what is not asked for is free.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from zermelo.kernel.compiler.inline import yields
from zermelo.kernel.compiler.pieces import flatten, is_call, located, name, names_in, statements
from zermelo.kernel.compiler.syntax import YieldList, loops_in
from zermelo.kernel.compiler.unit import Function, Unit
from zermelo.kernel.walking import Transformer, placed, walk

LARGE = 60
"""A generator is large if its statements and expressions, those of the generators that it goes through, and
the numbers of a state, which are put aside and taken up again, come to more than this."""
FILLED = "filled_list"
"""A name that no rule has."""
EMPTY = (") == 0", ") != 0", ") > 0", ") >= 1", ") < 1")
"""How a comparison ends that asks whether a list is empty."""
CONSUMING = ("enumerate", "list_of", "set_of", "sorted_of", "tuple_of", "zip")
"""Words that go through a list as they go through a generator."""


def with_filled_lists(unit: Unit, words: int) -> Unit:
    """The unit with its large generators as functions that give lists; `words` are those of a state."""
    filled, shortened = to_be_filled(unit, words), as_generators(unit)
    firsts = {unique: first_of(unique, unit) for unique in [*filled, *shortened]}
    functions = dict[str, Function]()
    for unique, function in unit.functions.items():
        tree = copy.deepcopy(function.tree)
        if unique in firsts:
            first = filling(copy.deepcopy(shortened.get(unique, tree)), firsts, first=True)
            functions[firsts[unique]] = changed(function, first, firsts)
        tree = filling(tree, firsts, first=False) if unique in filled else tree
        functions[unique] = changed(function, tree, firsts)
    kept = without_unused(functions, set(firsts.values()))
    return replace(unit, functions=kept) if filled or len(kept) > len(unit.functions) else unit


def without_unused(functions: dict[str, Function], firsts: set[str]) -> dict[str, Function]:
    """All but the versions that nobody asks."""
    asked = set().union(*(function.calls for function in functions.values()))
    kept = {unique: function for unique, function in functions.items() if unique not in firsts - asked}
    return kept if len(kept) == len(functions) else without_unused(kept, firsts)


def first_of(called: str, unit: Unit) -> str:
    """A name for a generator's version that gives the first alone."""
    unique = f"first_of_{called}"
    while unique in unit.functions:
        unique += "_"
    return unique


# -- which -----------------------------------------------------------------------------------------


def to_be_filled(unit: Unit, words: int) -> set[str]:
    """The generators that are large, and of which nothing but loops wants anything."""
    trees = {unique: function.tree for unique, function in unit.functions.items() if is_generator(function)}
    large = {unique for unique in trees if weight(unique, trees) + 2 * words > LARGE}
    return large - {unique for function in unit.functions.values() for unique in kept(function.tree)}


def weight(unique: str, trees: dict[str, ast.FunctionDef]) -> int:
    """The statements and expressions of a generator, and of those that it goes through."""
    pieces = sum(isinstance(part, ast.stmt | ast.expr) for part in walk(trees[unique]))
    inner = [loop.iter.func.id for loop in loops_in(trees[unique]) if is_call(loop.iter, *trees)]  # type: ignore[attr-defined]
    return pieces + sum(weight(each, trees) for each in inner)


def is_generator(function: Function) -> bool:
    """A rule that yields actions, or a helper that yields anything; and nothing but values of one kind."""
    if not function.rule or function.contract.gives not in ("", "actions"):
        return False
    places = [part for part in walk(function.tree) if isinstance(part, ast.Yield | ast.YieldFrom)]
    alone = {id(part.value) for part in walk(function.tree) if isinstance(part, ast.Expr)}
    plain = all(isinstance(part, ast.Yield) and part.value and id(part) in alone for part in places)
    return bool(places) and plain


def kept(tree: ast.FunctionDef) -> set[str]:
    """The functions whose answer is wanted as it is: to Python a generator is true, and has no length."""
    consumed = {id(loop.iter) for loop in loops_in(tree)}
    for part in walk(tree):
        if is_call(part, *CONSUMING):
            consumed |= {id(argument) for argument in part.args}  # type: ignore[attr-defined]
    calls = (part for part in walk(tree) if isinstance(part, ast.Call) and id(part) not in consumed)
    return {part.func.id for part in calls if isinstance(part.func, ast.Name)}


# -- lists that are asked for their first element ---------------------------------------------------


def as_generators(unit: Unit) -> dict[str, ast.FunctionDef]:
    """The functions that give a list and might as well yield what is in it, as generators."""
    rules = {unique: function for unique, function in unit.functions.items() if function.rule}
    found = {
        unique: as_generator(copy.deepcopy(function.tree))
        for unique, function in rules.items()
        if function.contract.gives in ("", "actions") and not yields(function.tree)
    }
    return {unique: tree for unique, tree in found.items() if tree is not None}


def as_generator(tree: ast.FunctionDef) -> ast.FunctionDef | None:
    """`found = []`, `found.append(e)`, `return found`, `return [… for …]`: with `yield`; else None."""
    returned = [part.value for part in walk(tree) if isinstance(part, ast.Return)]
    names = {value.id for value in returned if isinstance(value, ast.Name)}
    starts = [part for part in tree.body if names and ast.unparse(part) == f"{min(names)} = []"]
    if len(starts) != len(names) or len(names) > 1:
        return None
    wanted = YieldFound(names.pop() if names else "")
    tree.body = wanted.replace([part for part in tree.body if part not in starts])
    return tree if wanted.plain and wanted.found not in names_in(tree) and yields(tree) else None


class YieldFound(YieldList):
    """A list that is filled and returned, element by element."""

    def __init__(self, found: str) -> None:
        self.found, self.plain = found, True

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        given: Any = node.value
        if not isinstance(given, ast.Call) or ast.unparse(given.func) != f"{self.found}.append":
            return node
        return ast.copy_location(ast.Expr(ast.Yield(given.args[0])), node)

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        if isinstance(node.value, ast.Name) or (node.value and is_call(node.value, "empty_list")):
            return [ast.copy_location(ast.Return(None), node)]
        self.plain = self.plain and isinstance(node.value, ast.ListComp | ast.List)
        return super().visit_Return(node) if self.plain else [node]


# -- how -------------------------------------------------------------------------------------------


def filling(tree: ast.FunctionDef, firsts: dict[str, str], *, first: bool) -> ast.FunctionDef:
    """A generator's text as that of a function that gives a list, of all or of the first alone."""
    tree.name = firsts[tree.name] if first else tree.name
    if passes_on(tree.body, firsts):
        tree.body = passed_on(tree.body, firsts if first else {})
        return tree
    body = flatten([Fill(first=first).visit(part) for part in tree.body])
    start, end = statements(f"{FILLED} = []"), statements(f"return {FILLED}")
    end = [] if isinstance(body[-1], ast.Return) else end
    tree.body = [*located(start, body[0]), *body, *located(end, body[-1])]
    return tree


def passes_on(body: list[ast.stmt], filled: Iterable[str]) -> bool:
    """Does it give what another generator gives, in every case, and nothing else?"""
    *before, last = body
    if any(isinstance(part, ast.Yield | ast.Return) for each in before for part in walk(each)):
        return False
    if isinstance(last, ast.If):
        return passes_on(last.body, filled) and bool(last.orelse) and passes_on(last.orelse, filled)
    if not isinstance(last, ast.For) or not is_call(last.iter, *filled) or last.orelse:
        return False
    return ast.unparse(last.body) == f"yield {ast.unparse(last.target)}"  # type: ignore[arg-type]


def passed_on(body: list[ast.stmt], names: dict[str, str]) -> list[ast.stmt]:
    """The list of the other one as it is."""
    *before, last = body
    if isinstance(last, ast.If):
        last.body, last.orelse = passed_on(last.body, names), passed_on(last.orelse, names)
        return body
    given: Any = last.iter  # type: ignore[attr-defined]
    given.func.id = names.get(given.func.id, given.func.id)
    return [*before, ast.copy_location(ast.Return(given), last)]


def changed(function: Function, tree: ast.FunctionDef, firsts: dict[str, str]) -> Function:
    """The function with this text, in which loops that are left at once ask for the first alone."""
    tree = placed(FirstOnly(firsts).visit(tree))
    return replace(function, tree=tree, calls=function.calls | names_in(tree) & set(firsts.values()))


class Fill(Transformer):
    """`yield e` puts `e` into the list, and returns with it where the first is enough."""

    def __init__(self, *, first: bool) -> None:
        self.first = first

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield) or node.value.value is None:
            return node
        put = ast.Expr(ast.Call(ast.Attribute(name(FILLED), "append", ast.Load()), [node.value.value], []))
        return located([put, *statements(f"return {FILLED}")] if self.first else [put], node)

    def visit_Return(self, node: ast.Return) -> ast.Return:
        node.value = ast.copy_location(name(FILLED), node)
        return node


class FirstOnly(Transformer):
    """Who asks whether there is anything, or leaves a loop at its first turn, asks for the first alone."""

    def __init__(self, firsts: dict[str, str]) -> None:
        self.firsts = firsts

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        if any(map(leaves, node.body)):
            node.iter = self.shortened(node.iter)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.UnaryOp:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            node.operand = self.shortened(node.operand)
        return node

    def visit_If(self, node: Any) -> Any:
        self.generic_visit(node)
        node.test = self.shortened(node.test)
        return node

    visit_IfExp = visit_If

    def visit_Compare(self, node: ast.Compare) -> ast.Compare:
        """`len(…) == 0` and the like."""
        self.generic_visit(node)
        if is_call(node.left, "len") and len(node.ops) == 1 and ast.unparse(node).endswith(EMPTY):
            node.left.args = [self.shortened(each) for each in node.left.args]  # type: ignore[attr-defined]
        return node

    def shortened(self, source: Any) -> ast.expr:
        """What says as much of whether there is anything."""
        if is_call(source, "list_of"):
            source.args = [self.shortened(each) for each in source.args]
        if isinstance(source, ast.BoolOp):
            source.values = [self.shortened(each) for each in source.values]
        if is_call(source, *self.firsts):
            source.func = ast.copy_location(name(self.firsts[source.func.id]), source)
        return source  # type: ignore[no-any-return]


def leaves(part: ast.stmt) -> bool:
    """Is the function left here, whatever is the case?"""
    if isinstance(part, ast.If) and isinstance(part.test, ast.Constant) and part.test.value:
        return any(map(leaves, part.body))
    return isinstance(part, ast.Return)
