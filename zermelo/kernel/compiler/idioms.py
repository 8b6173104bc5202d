"""The idioms students write, turned into plain loops: syntax tree in, syntax tree out.

Numba takes neither generator expressions nor `any`, `all`, `tuple(...)`, slices of
variable length or `_replace`.  Each becomes a small function of its own, called in
place, with the local names it reads as arguments.  Both worlds run the result.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.pieces import (
    Comprehension,
    Renamed,
    call,
    free_names,
    is_call,
    name,
    names_in,
    same,
    statements,
    unused,
)
from zermelo.kernel.compiler.sources import (
    CONVERTING,
    applied,
    as_comprehension,
    asks,
    folding,
    is_harmless,
    is_slice,
    one_after_another,
    part_of,
    parts_and_rest,
    returning,
    side_by_side,
    sorted_in_place,
    sorting,
    spread,
)
from zermelo.kernel.compiler.text_idioms import TextIdioms
from zermelo.kernel.compiler.walrus import hoist, walrus_names
from zermelo.kernel.walking import placed, walk

REDUCTIONS = ("any", "all", "sum", "min", "max", "tuple", "len", "list", "sorted")
METHODS = {
    "bit_count": ("bit_count", 0),
    "bit_length": ("bit_length", 0),
    "count": ("count", 1),
    "index": ("index_of", 1),
    "find": ("find_in", 1),
    "replace": ("replaced", 2),
    "split": ("split_of", 1),
}
"""The methods that a machine has words for, and how many arguments they take."""
LOOPING = ("any", "all", "sum", "list", "sorted")
UNROLLED = 1024
"""A `range` of a known length up to this becomes a tuple inside `tuple(... for ...)`."""


class Idioms(TextIdioms):
    """Rewrites one function; `helpers` are the functions it needs beside it."""

    def __init__(
        self,
        prefix: str,
        local: set[str],
        constant: Callable[[ast.expr], Any],
        fields: dict[str, tuple[str, ...]],
        held: dict[str, str],
        taken: set[str],
        lists: tuple[set[str], set[str]],
    ):
        self.prefix, self.local, self.constant, self.fields = prefix, local, constant, fields
        self.held = held
        """Variables that hold a named tuple, and which one."""
        self.helpers: list[ast.FunctionDef] = []
        self.listed: dict[str, ast.expr] = {}
        self.resized, self.lists = lists
        """Lists that grow or shrink: `tuple(cells)` of one has any length.  Lists that do not."""
        self.taken = taken
        """Every name of the function: of its own, and of what it reaches outside."""

    # -- helper functions ------------------------------------------------------------------

    def fresh(self, wanted: str) -> str:
        """A name for a helper's own variable that no name of the function hides behind."""
        return unused(wanted, self.local | self.taken)

    def helper(self, node: ast.expr, kind: str, body: list[ast.stmt], *, bound: set[str]) -> ast.Call:
        """A call, in the place of `node`, of a new function with this body."""
        module = ast.Module(body, [])
        free = sorted((free_names(module) & self.local) - bound - walrus_names(module))
        unique = f"{self.prefix}_{kind}{len(self.helpers) + 1}"
        (function,) = statements(f"def {unique}({', '.join(free)}): pass")
        assert isinstance(function, ast.FunctionDef)
        function.body = hoist(body)
        for part in walk(function):
            if "lineno" in part._attributes:
                part.lineno = part.end_lineno = node.lineno  # type: ignore[attr-defined]
                part.col_offset = part.end_col_offset = 0  # type: ignore[attr-defined]
        self.helpers.append(function)
        return ast.copy_location(call(function.name, *map(name, free)), node)

    def loops(self, comprehension: Comprehension, innermost: list[ast.stmt]) -> list[ast.stmt]:
        """The nested `for`s and `if`s of a comprehension around `innermost`."""
        body = innermost
        for clause in reversed(comprehension.generators):
            for test in reversed(clause.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(clause.target, part_of(clause.iter), body, [])]
        return body

    def apart(self, source: Comprehension) -> Comprehension:
        """No variable has a name that the first source reads: `x for x in f(x)`."""
        outside = names_in(source.generators[0].iter) & self.bound_in(source)
        if not outside:
            return source
        first = source.generators[0].iter
        source.generators[0].iter = ast.Constant(None)
        for variable in sorted(outside):
            new = self.fresh(f"{variable}_")
            self.local.add(new)
            source = Renamed({variable: new}).visit(source)
        source.generators[0].iter = first
        return source

    def bound_in(self, comprehension: Comprehension) -> set[str]:
        return set().union(*(names_in(clause.target) for clause in comprehension.generators))

    # -- calls -----------------------------------------------------------------------------

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        self.generic_visit(node)
        for clause in node.generators:
            clause.iter = part_of(as_comprehension(clause.iter))
            if isinstance(clause.iter, Comprehension):
                clause.iter = ast.copy_location(
                    ast.ListComp(clause.iter.elt, clause.iter.generators), clause.iter
                )
        return self.listed_from(node, node)

    def listed_from(self, source: Comprehension, node: ast.expr) -> ast.expr:
        """All that a comprehension gives, as a list."""
        listed = ast.copy_location(ast.ListComp(source.elt, source.generators), node)
        return self.appended(listed) if walrus_names(listed) else listed

    def appended(self, node: ast.ListComp) -> ast.expr:
        """A list comprehension as the loop that it is."""
        out, source = self.fresh("out"), self.apart(node)
        add = ast.Call(ast.Attribute(name(out), "append", ast.Load()), [source.elt], [])
        body = [*statements(f"{out} = []"), *self.loops(source, [ast.Expr(add)]), ast.Return(name(out))]
        self.resized.add(out)
        return self.helper(node, "list", body, bound=self.bound_in(source) | {out})

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """`0 < todo.pop() < 5`: what stands in the middle is asked once."""
        self.generic_visit(node)
        if not any(map(asks, node.comparators[:-1])):
            return node
        sides = [self.fresh(f"side_{place}") for place in range(len(node.ops) + 1)]
        return self.helper(node, "chained", side_by_side(node, sides), bound={*sides})

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if is_call(node, *CONVERTING) and len(node.args) == 1:
            return ast.copy_location(call(f"{node.func.id}_of", *node.args), node)  # type: ignore[attr-defined]
        if is_call(node, "divmod") and len(node.args) == 2:
            return ast.copy_location(call("divided", *node.args), node)
        if is_call(node, "enumerate") and node.keywords:
            node.args, node.keywords = [node.args[0], node.keywords[0].value], []
        if is_call(node, "zip") and len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
            return ast.copy_location(call("columns_of", node.args[0].value), node)
        if is_call(node, "next") and node.args:
            return self.first(node)
        if is_call(node, "reduced"):
            own = {word: self.fresh(word) for word in ("total", "each", "begun")}
            return self.helper(node, "reduced", folding(node.args, own), bound=set(own.values()))
        if is_call(node, "pow") and len(node.args) == 2:
            return ast.copy_location(ast.BinOp(node.args[0], ast.Pow(), node.args[1]), node)
        if isinstance(node.func, ast.Name) and node.func.id in REDUCTIONS:
            return self.reduction(node, node.func.id)
        if is_call(node, "reversed") and len(node.args) == 1:
            if is_call(node.args[0], "range") and len(node.args[0].args) < 3:  # type: ignore[attr-defined]
                return ast.copy_location(self.backwards(node.args[0].args), node)  # type: ignore[attr-defined]
            return ast.copy_location(call("backwards", *node.args), node)
        if isinstance(node.func, ast.Attribute):
            return self.method(node, node.func)
        return node

    def backwards(self, bounds: list[ast.expr]) -> ast.expr:
        """`reversed(range(a, b))` is `range(b - 1, a - 1, -1)`."""
        low, high = bounds if len(bounds) == 2 else (ast.Constant(0), bounds[0])
        ends = [ast.BinOp(end, ast.Sub(), ast.Constant(1)) for end in (high, low)]
        return call("range", *ends, ast.Constant(-1))

    def method(self, node: ast.Call, function: ast.Attribute) -> ast.expr:
        receiver, method = function.value, function.attr
        ones = len(node.args) == 1 and same(node.args[0], ast.Constant("1"))
        if method == "count" and is_call(receiver, "bin") and ones:
            return ast.copy_location(call("bit_count", *receiver.args), node)  # type: ignore[attr-defined]
        word, arguments = METHODS.get(method, ("", -1))
        if len(node.args) == arguments:
            return ast.copy_location(call(word, receiver, *node.args), node)
        if method == "join" and len(node.args) == 1 and same(receiver, ast.Constant("")):
            return self.join(node, as_comprehension(node.args[0]))
        if method == "join" and len(node.args) == 1:
            return self.join_with(node, receiver, as_comprehension(node.args[0]))
        if method == "extend" and isinstance(node.args[0], ast.GeneratorExp):
            node.args = [ast.copy_location(ast.ListComp(node.args[0].elt, node.args[0].generators), node)]
        if method == "_replace" and not node.args:
            return self.replaced_fields(node, receiver)
        return node

    def replaced_fields(self, node: ast.Call, receiver: ast.expr) -> ast.expr:
        new = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
        owners = [owner for owner, fields in self.fields.items() if set(new) <= set(fields)]
        if isinstance(receiver, ast.Name) and receiver.id in self.held:
            owners = [owner for owner in owners if owner == self.held[receiver.id]]
        if len(owners) != 1:
            raise CannotCompile(
                "_replace", "write the constructor of its class, with every field", f"line {node.lineno}"
            )
        fields = self.fields[owners[0]]
        if isinstance(receiver, ast.Name):
            parts = [new.get(field) or ast.Attribute(receiver, field, ast.Load()) for field in fields]
            return ast.copy_location(call(owners[0], *parts), node)
        old = self.fresh("before")
        before = ast.Assign([ast.Name(old, ast.Store())], receiver)
        parts = [new.get(field) or ast.Attribute(name(old), field, ast.Load()) for field in fields]
        return self.helper(node, "replaced", [before, ast.Return(call(owners[0], *parts))], bound={old})

    def reduction(self, node: ast.Call, kind: str) -> ast.expr:
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        if kind in ("min", "max") and not options:
            node.args = [one_after_another(spread(argument, kind)) for argument in node.args]
        if not node.args or isinstance(node.args[0], ast.Starred) or is_call(node.args[0], f"{kind}_of"):
            return node if len(node.args) != 1 else node.args[0]
        source = (
            part_of(as_comprehension(node.args[0])) if kind in LOOPING else as_comprehension(node.args[0])
        )
        if kind == "len" and isinstance(node.args[0], ast.GeneratorExp):  # which has none
            return node
        if isinstance(source, Comprehension):
            return self.comprehension(node, kind, self.apart(source), options)
        if kind in ("any", "all"):
            return ast.copy_location(call(f"{kind}_of", source), node)
        if kind in ("min", "max") and options:
            source = source if len(node.args) == 1 else ast.Tuple(list(node.args), ast.Load())
            return self.extreme(node, kind, self.each_of(source), options)
        if kind == "sum":
            start = node.args[1] if len(node.args) == 2 else options.get("start", ast.Constant(0))
            return ast.copy_location(call("sum_of", source, start), node)
        if kind in ("min", "max", "list") and len(node.args) == 1:
            return ast.copy_location(call(f"{kind}_of", source), node)
        if kind == "sorted":
            return self.in_order(node, source, options)
        if kind == "tuple" and isinstance(source, ast.Name) and source.id in self.listed:
            return ast.copy_location(call("tuple_like", self.listed[source.id], source), node)
        return node

    def in_order(self, node: ast.Call, source: ast.expr, options: dict[str | None, ast.expr]) -> ast.expr:
        reverse = options.get("reverse", ast.Constant(False))
        if "key" not in options:
            return ast.copy_location(call("sorted_of", source, reverse), node)
        values, each = self.fresh("values"), self.fresh("each")
        every = ast.comprehension(ast.Name(each, ast.Store()), name(values), [], 0)
        keys = ast.ListComp(applied(options["key"], each), [every])
        body = [
            ast.Assign([ast.Name(values, ast.Store())], call("list_of", source)),
            ast.Return(call("sorted_by", name(values), keys, reverse)),
        ]
        return self.helper(node, "sorted", body, bound={values, each})

    def first(self, node: ast.Call) -> ast.expr:
        """`next(iter(cells), None)`, `next(moves(state), -1)`: the first that a loop finds."""
        source, default = as_comprehension(node.args[0]), node.args[1:]
        if is_call(source, "iter"):
            source = self.each_of(part_of(source.args[0]))  # type: ignore[attr-defined]
        elif isinstance(source, ast.Call) and isinstance(source.func, ast.Name):
            source = self.each_of(source)
        if not isinstance(source, Comprehension):
            return node
        source = self.apart(source)
        end = [ast.Return(default[0])] if default else statements("raise ValueError('next() of nothing')")
        before, bound = list[ast.stmt](), self.bound_in(source)
        if default and not is_harmless(default[0]):  # it is computed first, and may raise
            bound |= {otherwise := self.fresh("otherwise")}
            before = [ast.Assign([ast.Name(otherwise, ast.Store())], default[0])]
            end = [ast.Return(name(otherwise))]
        body = [*before, *self.loops(source, [ast.Return(source.elt)]), *end]
        return self.helper(node, "next", body, bound=bound)

    def each_of(self, source: ast.expr) -> ast.GeneratorExp:
        each = self.fresh("each")
        every = ast.comprehension(ast.Name(each, ast.Store()), source, [], 0)
        return ast.GeneratorExp(name(each), [every])

    def comprehension(
        self, node: ast.Call, kind: str, source: Comprehension, options: dict[str | None, ast.expr]
    ) -> ast.expr:
        bound = self.bound_in(source)
        if kind in ("any", "all"):
            found = source.elt if kind == "any" else ast.UnaryOp(ast.Not(), source.elt)
            step: list[ast.stmt] = [ast.If(found, returning(kind == "any"), [])]
            body = [*self.loops(source, step), *returning(kind == "all")]
            return self.helper(node, kind, body, bound=bound)
        if kind == "sum" or (kind == "len" and isinstance(source, ast.ListComp) and is_harmless(source.elt)):
            start = node.args[1] if len(node.args) == 2 else options.get("start", ast.Constant(0))
            return self.total(node, source, start, source.elt if kind == "sum" else ast.Constant(1))
        if kind in ("min", "max"):
            return self.extreme(node, kind, source, options)
        if kind == "tuple":
            return self.tuple_of(node, source)
        listed = self.listed_from(source, node)
        if kind == "list":
            return listed
        if kind == "sorted":
            return self.in_order(node, listed, options)
        node.args = [listed]
        return node

    def total(self, node: ast.Call, source: Comprehension, start: ast.expr, element: ast.expr) -> ast.expr:
        total = self.fresh("total")
        add = ast.AugAssign(ast.Name(total, ast.Store()), ast.Add(), element)
        body = [ast.Assign([ast.Name(total, ast.Store())], start), *self.loops(source, [add])]
        return self.helper(
            node, "sum", [*body, ast.Return(name(total))], bound=self.bound_in(source) | {total}
        )

    def extreme(
        self, node: ast.Call, kind: str, source: Comprehension, options: dict[str | None, ast.expr]
    ) -> ast.expr:
        """`min` and `max` with `key=` and `default=`: the first of the best, as Python has it."""
        own = {word: self.fresh(word) for word in ("item", "value", "best", "best_value", "found")}
        item = own["item"]
        step: list[ast.stmt] = [
            ast.Assign([ast.Name(item, ast.Store())], source.elt),
            ast.Assign([ast.Name(own["value"], ast.Store())], applied(options.get("key"), item)),
        ]
        found, best, best_value, value = own["found"], own["best"], own["best_value"], own["value"]
        better = f"{value} {'<' if kind == 'min' else '>'} {best_value}"
        take = f"    {best} = {item}\n    {best_value} = {value}"
        step += statements(f"if not {found}:\n{take}\n    {found} = True\nelif {better}:\n{take}")
        body = [*statements(f"{found} = False"), *self.loops(source, step)]
        if "default" in options:
            body.append(ast.If(ast.UnaryOp(ast.Not(), name(found)), [ast.Return(options["default"])], []))
        else:
            body += statements(f"if not {found}:\n    raise ValueError('{kind}() of nothing')")
        bound = self.bound_in(source) | set(own.values())
        return self.helper(node, kind, [*body, ast.Return(name(best))], bound=bound)

    def tuple_of(self, node: ast.Call, source: Comprehension) -> ast.expr:
        """`tuple(f(x) for x in cells)`: as long as `cells`, filled one by one."""
        clause = source.generators[0]
        if len(source.generators) > 1 or clause.ifs or not self.is_fixed(clause.iter):
            for each in source.generators:
                each.iter = part_of(each.iter)
            return ast.copy_location(call("tuple_of", self.listed_from(source, node)), node)
        index, item, out = self.fresh("index"), self.fresh("item"), self.fresh("out")
        cells, bind = self.elements(clause.target, clause.iter, index)
        at = [*bind, ast.Assign([ast.Name(item, ast.Store())], source.elt)]
        body: list[ast.stmt] = [
            *statements(f"{index} = 0"),
            *at,
            ast.Assign([ast.Name(out, ast.Store())], call("filled", cells, name(item))),
            ast.For(
                ast.Name(index, ast.Store()),
                call("range", ast.Constant(1), call("len", cells)),
                [*at, *statements(f"{out} = updated({out}, {index}, {item})")],
                [],
            ),
            ast.Return(name(out)),
        ]
        return self.helper(node, "tuple", body, bound=self.bound_in(source) | {index, item, out})

    def is_fixed(self, source: ast.expr) -> bool:
        """Has what a loop is over a length that the game fixes, as far as the text tells?"""
        if is_call(source, "range"):
            bounds = [self.constant(argument) for argument in source.args]  # type: ignore[attr-defined]
            return all(isinstance(bound, int) for bound in bounds) and len(range(*bounds)) <= UNROLLED
        if is_call(source, "zip"):
            return all(isinstance(part, ast.Name | ast.Attribute) for part in source.args)  # type: ignore[attr-defined]
        if is_call(source, "enumerate"):
            return self.is_fixed(source.args[0])  # type: ignore[attr-defined]
        if isinstance(source, ast.Name):
            return source.id not in self.lists
        return not isinstance(source, ast.Call | ast.List | ast.ListComp) and part_of(source) is source

    def elements(self, target: ast.expr, source: ast.expr, index: str) -> tuple[ast.expr, list[ast.stmt]]:
        """A tuple with one element per turn of the loop, and the statements that set `target` at `index`."""

        def at_index(cells: ast.expr) -> ast.expr:
            return ast.Subscript(cells, name(index), ast.Load())

        if is_call(source, "enumerate"):
            cells, *start = source.args  # type: ignore[attr-defined]
            number = ast.BinOp(name(index), ast.Add(), start[0]) if start else name(index)
            return cells, [ast.Assign([target], ast.Tuple([number, at_index(cells)], ast.Load()))]
        if is_call(source, "zip"):
            each = source.args  # type: ignore[attr-defined]
            return each[0], [ast.Assign([target], ast.Tuple([at_index(cells) for cells in each], ast.Load()))]
        if is_call(source, "range"):
            bounds = [self.constant(argument) for argument in source.args]  # type: ignore[attr-defined]
            source = ast.Tuple([ast.Constant(number) for number in range(*bounds)], ast.Load())
        return source, [ast.Assign([target], at_index(source))]

    # -- slices ----------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """`t[:i] + (v,) + t[i + 1:]` is `updated(t, i, v)`; of a text, `s[:i] + v + s[i + 1:]`."""
        self.generic_visit(node)
        left = node.left
        if not (
            isinstance(node.op, ast.Add) and isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add)
        ):
            return node
        middle = left.right
        if isinstance(middle, ast.Tuple) and len(middle.elts) == 1:
            return self.spliced(node, left.left, middle.elts[0], node.right)
        return self.spliced(node, left.left, middle, node.right, "spliced")

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        """`(*t[:i], v, *t[i + 1:])` is `updated(t, i, v)`."""
        self.generic_visit(node)
        if (
            len(node.elts) == 3
            and isinstance(node.elts[0], ast.Starred)
            and isinstance(node.elts[2], ast.Starred)
        ):
            return self.spliced(node, node.elts[0].value, node.elts[1], node.elts[2].value)
        return node

    def spliced(
        self, node: ast.expr, before: ast.expr, value: ast.expr, after: ast.expr, word: str = "updated"
    ) -> ast.expr:
        if not (is_slice(before) and is_slice(after) and same(before.value, after.value)):  # type: ignore[attr-defined]
            return node
        head, tail = before.slice, after.slice  # type: ignore[attr-defined]
        starts = head.lower is None or same(head.lower, ast.Constant(0))
        if not starts or tail.upper is not None or head.upper is None or tail.lower is None:
            return node
        following = ast.BinOp(head.upper, ast.Add(), ast.Constant(1))
        constant = isinstance(head.upper, ast.Constant) and isinstance(tail.lower, ast.Constant)
        if not (same(tail.lower, following) or (constant and tail.lower.value == head.upper.value + 1)):
            return node
        return ast.copy_location(call(word, before.value, head.upper, value), node)  # type: ignore[attr-defined]

    # -- statements ------------------------------------------------------------------------

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """`yield from x` is `for item in x: yield item`; `cells.sort()` is `cells[:] = sorted(cells)`."""
        if sorting(node.value):
            return self.visit(sorted_in_place(node))  # type: ignore[no-any-return]
        self.generic_visit(node)
        if not isinstance(node.value, ast.YieldFrom):
            return node
        source = as_comprehension(node.value.value)
        if not isinstance(source, Comprehension):
            source = self.each_of(source)
        loop = self.loops(self.apart(source), [ast.Expr(ast.Yield(source.elt))])[0]
        return placed(ast.copy_location(loop, node))

    def visit_For(self, node: ast.For) -> ast.stmt:
        """`for x in (f(y) for y in cells)`: the generator as a list."""
        self.generic_visit(node)
        node.iter = part_of(as_comprehension(node.iter))
        if isinstance(node.iter, ast.GeneratorExp):
            node.iter = ast.copy_location(ast.ListComp(node.iter.elt, node.iter.generators), node.iter)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        """`a, *rest = cells`, part by part."""
        self.generic_visit(node)
        target = node.targets[0]
        if isinstance(target, ast.Name) and is_call(node.value, "list_of"):
            self.note_list(target.id, node.value.args[0])  # type: ignore[attr-defined]
        if not (
            isinstance(target, ast.Tuple | ast.List)
            and any(isinstance(part, ast.Starred) for part in target.elts)
        ):
            return node
        return parts_and_rest(node, target, self.fresh("whole_tuple"))

    def note_list(self, variable: str, source: ast.expr) -> None:
        """After `cells = list(state.cells)`, `tuple(cells)` is as long as `state.cells`."""
        if variable in self.resized:
            return
        if isinstance(source, ast.Name | ast.Attribute) and variable not in names_in(source):
            self.listed[variable] = source

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        """`return (x for x in cells)`: the generator as a list."""
        self.generic_visit(node)
        if isinstance(node.value, ast.GeneratorExp):
            node.value = ast.copy_location(ast.ListComp(node.value.elt, node.value.generators), node.value)
        return node
