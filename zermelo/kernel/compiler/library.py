"""What rules take from Python's own library, as words: itertools, collections, copy, super(), print."""

from __future__ import annotations

import ast
import collections
import copy
import functools
import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

from zermelo.kernel.array_words import ARGUMENTS, ARRAY_WORDS, KINDS, SAME, WITH_KIND
from zermelo.kernel.compiler.lookups import Lookups
from zermelo.kernel.compiler.pieces import call, name, same
from zermelo.kernel.parsing import expression
from zermelo.kernel.walking import placed

Written = Callable[[list[ast.expr], dict[str | None, ast.expr]], ast.expr | None]
"""A call in words of the unit, from its arguments; None where there are none for it."""


def count_of(node: ast.expr | None) -> int:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int) else 0


def product(arguments: list[ast.expr], options: dict[str | None, ast.expr]) -> ast.expr | None:
    """`product(a, b)`, `product(a, repeat=2)`."""
    times = count_of(options.get("repeat", ast.Constant(1)))
    given = [copy.deepcopy(argument) for _ in range(times) for argument in arguments]
    return call(f"product_of_{len(given)}", *given) if len(given) in (2, 3) else None


def combinations(arguments: list[ast.expr], options: dict[str | None, ast.expr]) -> ast.expr | None:
    size = count_of(arguments[1] if len(arguments) == 2 else options.get("r"))
    return call(f"combinations_of_{size}", call("list", arguments[0])) if size in (2, 3) else None


def permutations(arguments: list[ast.expr], options: dict[str | None, ast.expr]) -> ast.expr | None:
    size = count_of(arguments[1] if len(arguments) == 2 else options.get("r"))
    return call("permutations_of_2", call("list", arguments[0])) if size == 2 else None


def chain(arguments: list[ast.expr], options: dict[str | None, ast.expr]) -> ast.expr | None:
    if len(arguments) < 2:
        return arguments[0] if arguments else None
    rest = chain(arguments[1:], options)
    return call("chain_of_2", arguments[0], rest) if rest is not None else None


def flattened(arguments: list[ast.expr], options: dict[str | None, ast.expr]) -> ast.expr:
    """`chain.from_iterable(rows)`."""
    rows = ast.comprehension(ast.Name("each_row", ast.Store()), arguments[0], [], 0)
    cells = ast.comprehension(ast.Name("each_cell", ast.Store()), name("each_row"), [], 0)
    return ast.ListComp(name("each_cell"), [rows, cells])


def queue(arguments: list[ast.expr], options: dict[str | None, ast.expr]) -> ast.expr | None:
    if len(arguments) > 1 or options:  # of a length that it keeps to
        return None
    return call("list", *arguments) if arguments else ast.List([], ast.Load())


def shallow(arguments: list[ast.expr], options: dict[str | None, ast.expr]) -> ast.expr | None:
    return call("copied", *arguments) if len(arguments) == 1 else None


def deep(arguments: list[ast.expr], options: dict[str | None, ast.expr]) -> ast.expr | None:
    return call("copied_deeply", *arguments) if len(arguments) == 1 else None


def dictionary(arguments: list[ast.expr], options: dict[str | None, ast.expr]) -> ast.expr | None:
    return call("dict_of", *arguments) if len(arguments) == 1 and not options else None


def tally(arguments: list[ast.expr], options: dict[str | None, ast.expr]) -> ast.expr | None:
    """`Counter(cells)`; one that begins empty is in dictionaries.py."""
    if len(arguments) != 1 or options:
        return None
    (cells,) = arguments
    listed = ast.ListComp(cells.elt, cells.generators) if isinstance(cells, ast.GeneratorExp) else cells
    return call("tally_of", listed)


LIBRARY: list[tuple[Any, Written]] = [
    (itertools.product, product),
    (itertools.combinations, combinations),
    (itertools.permutations, permutations),
    (itertools.chain, chain),
    (itertools.chain.from_iterable, flattened),
    (collections.deque, queue),
    (collections.Counter, tally),
    (dict, dictionary),
    (copy.copy, shallow),
    (copy.deepcopy, deep),
]
OPERATORS: dict[Any, str] = {
    operator.xor: "^",
    operator.or_: "|",
    operator.and_: "&",
    operator.add: "+",
    operator.mul: "*",
}
"""What `reduce` is given most."""
INSTANCES = {str: "is_text", int: "is_whole", float: "is_fraction", tuple: "is_tuple"}
"""Kinds that a machine can tell, and the words that ask for them."""
KNOWN = [known for known, _ in LIBRARY]
"""What is called by a word of the unit."""
QUEUES = {"popleft": "pop", "appendleft": "insert"}
"""What a deque does at its head, as a list does it there."""


def array_word(meant: Any) -> str:
    """What a function of NumPy is called in the unit; "" where there is no word for it."""
    if not is_of_numpy(meant):
        return ""
    called = SAME.get(meant.__name__, meant.__name__)
    return called if any(word.__name__ == f"np_{called}" for word in ARRAY_WORDS) else ""


def is_of_numpy(meant: Any) -> bool:
    """Is this a function of NumPy?  Its kinds of numbers are classes."""
    module = str(getattr(meant, "__module__", ""))
    return module.partition(".")[0] == "numpy" and callable(meant) and not isinstance(meant, type)


def is_infinite(given: list[ast.expr]) -> bool:
    """`"inf"`, `"-inf"`."""
    text = given[0].value if len(given) == 1 and isinstance(given[0], ast.Constant) else None
    return isinstance(text, str) and text.lower().lstrip("+-") in ("inf", "infinity")


def look_up_keys(node: ast.Call) -> bool:
    """Is it `max(counts, key=counts.get)`?  Every key is there: the key is `counts[…]` from here on."""
    match node:
        case ast.Call(args=[ast.Call(ast.Attribute(keys, "keys"), [])]) | ast.Call(args=[keys]):
            pass
        case _:
            return False
    for keyword in node.keywords:
        match keyword:
            case ast.keyword("key", ast.Attribute(asked, "get" | "__getitem__")) if same(asked, keys):
                looked_up = ast.Subscript(asked, name("each_key"), ast.Load())
                parameters = ast.arguments([], [ast.arg("each_key")], None, [], [], None, [])
                keyword.value = placed(ast.copy_location(ast.Lambda(parameters, looked_up), asked))
                return True
    return False


class Library(Lookups):
    """Calls of the library."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if self.rule and isinstance(node.func, ast.Name | ast.Attribute):
            if look_up_keys(node):
                self.local |= {"each_key"}
            meant = self.static(node.func)[1]
            for known, written in LIBRARY:
                if meant is known or (type(meant) is type(known) and meant == known):  # methods are made anew
                    return self.library_call(node, written)
            if meant is float and is_infinite(node.args):
                return ast.copy_location(ast.Constant(float(node.args[0].value)), node)  # type: ignore[attr-defined]
            if meant is isinstance and len(node.args) == 2:
                return self.instance(node, *node.args)
            if meant is round and node.args and not node.keywords:
                word = "rounded" if len(node.args) == 2 else "round_of"
                return ast.copy_location(call(word, *map(self.visit, node.args)), node)
            if meant is math.log and len(node.args) == 1:
                return ast.copy_location(call("log_of", self.visit(node.args[0])), node)
            if meant is collections.defaultdict:
                advice = "fill it where it is made: groups = defaultdict(list), groups[key].append(x)"
                self._refuse(node, "a defaultdict of which the text does not say what is put into it", advice)
            if meant is functools.partial:
                self._refuse(node, "partial()", "call the function itself, with all its arguments")
            if meant is functools.reduce:
                return self.reduced(node)
            if word := array_word(meant):
                return self.array_call(node, word)
            if is_of_numpy(meant):
                self._refuse(node, "construct_library", "advice_write_loops", text=ast.unparse(node.func))
            if isinstance(node.func, ast.Attribute) and node.func.attr == "get" and len(node.args) == 1:
                node.args.append(ast.copy_location(ast.Constant(None), node))
            if self.turns_a_queue(node.func):
                self._refuse(node, "construct_library", "advice_write_loops", text=ast.unparse(node.func))
            if isinstance(node.func, ast.Attribute) and node.func.attr in QUEUES:
                node.func.attr, node.args = QUEUES[node.func.attr], [ast.Constant(0), *node.args]
        return super().visit_Call(node)

    def turns_a_queue(self, function: ast.expr) -> bool:
        """`queue.rotate(1)`, `queue.extendleft(more)` of a variable: a list has no such method."""
        match function:
            case ast.Attribute(ast.Name(id=variable), "rotate" | "extendleft"):
                return variable in self.local
        return False

    def instance(self, node: ast.Call, value: ast.expr, kinds: ast.expr) -> ast.expr:
        """`isinstance(action, str)`, `isinstance(x, (int, float))`."""
        named = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
        asked = {self.static(kind)[1] for kind in named}
        if not asked <= INSTANCES.keys():
            self._refuse(node, "construct_instance", "advice_instance")
        words = {INSTANCES[kind] for kind in asked}
        words = words - {"is_whole", "is_fraction"} | {"is_number"} if asked >= {int, float} else words
        tests: list[ast.expr] = [call(word, self.visit(copy.deepcopy(value))) for word in sorted(words)]
        return ast.copy_location(tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests), node)

    def reduced(self, node: ast.Call) -> ast.expr:
        """`reduce(xor, heaps)`, `reduce(lambda a, b: a * b, cells, 1)`."""
        function, *cells = node.args
        sign = OPERATORS.get(self.static(function)[1]) if not isinstance(function, ast.Lambda) else None
        if sign:
            function = expression(f"lambda left, right: left {sign} right")
        elif isinstance(function, ast.Lambda):
            function = self.visit(function)
        if not isinstance(function, ast.Lambda) or len(function.args.args) != 2 or node.keywords:
            self._refuse(node, "construct_library", "advice_write_loops", text="reduce")
        written = call("reduced", function, *(self.visit(part) for part in cells))
        return placed(ast.copy_location(written, node))

    def library_call(self, node: ast.Call, written: Written) -> ast.expr:
        arguments = [self.visit(self.members(argument)) for argument in node.args]
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        found = written(arguments, options)
        if found is None:
            self._refuse(node, "construct_library", "advice_write_loops", text=ast.unparse(node.func))
        self.local |= {"each_row", "each_cell"} if isinstance(found, ast.ListComp) else set()
        return placed(ast.copy_location(found or node, node))

    def array_call(self, node: ast.Call, word: str) -> ast.expr:
        """`np.zeros((3, 3), dtype=np.int8)`, `np.sum(board, axis=0)`."""
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        count = ARGUMENTS.get(word, 1)
        arguments = [self.visit(argument) for argument in node.args[:count]]
        rest = node.args[count:]
        if word in WITH_KIND:
            given = options.pop("dtype", rest.pop(0) if rest else None)
            arguments.append(ast.Constant(0 if given is None else self.kind_of_numbers(node, given)))
        if word == "sum" and (axis := options.pop("axis", rest.pop(0) if rest else None)):
            word = "sum_along"
            arguments.append(self.visit(axis))
        if rest or options or len(node.args) < count:
            self._refuse(node, "construct_library", "advice_write_loops", text=ast.unparse(node.func))
        return placed(ast.copy_location(call(f"np_{word}", *arguments), node))

    def kind_of_numbers(self, node: ast.Call, given: ast.expr) -> int:
        """The place in KINDS of what `dtype` says."""
        import numpy as np

        value: Any = given.value if isinstance(given, ast.Constant) else self.static(given)[1]
        kind = np.dtype(value)
        wanted = "?" if kind.kind == "b" else f"{kind.kind}{kind.itemsize}"
        if wanted not in KINDS:
            self._refuse(node, "construct_library", "advice_write_loops", text=ast.unparse(given))
        return KINDS.index(wanted)

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        """`{cell: piece for …}`: a dictionary of a rule's own."""
        if not self.rule:
            return super().visit_DictComp(node)
        pairs = ast.ListComp(ast.Tuple([node.key, node.value], ast.Load()), node.generators)
        return self.visit(placed(ast.copy_location(call("dict", pairs), node)))

    def visit_Dict(self, node: ast.Dict) -> Any:
        """`{}` says nothing of what will be in it."""
        if not self.rule or not node.keys or None in node.keys:
            return super().visit_Dict(node)
        keys: Any = zip(node.keys, node.values, strict=True)
        pairs: list[ast.expr] = [ast.Tuple([key, value], ast.Load()) for key, value in keys]
        listed = ast.List(pairs, ast.Load())
        return self.visit(placed(ast.copy_location(call("dict", listed), node)))

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | None:
        """What rules print is left out: they are asked millions of times."""
        called = getattr(node.value, "func", None)
        if self.rule and isinstance(called, ast.Name) and self.static(called)[1] is print:
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Delete(self, node: ast.Delete) -> Any:
        """`del cells[i]`."""
        (target,) = node.targets[:1]
        if (
            len(node.targets) > 1
            or not isinstance(target, ast.Subscript)
            or isinstance(target.slice, ast.Slice)
        ):
            return super().visit_Delete(node)
        pop = ast.Attribute(self.visit(target.value), "pop", ast.Load())
        taken = ast.Expr(ast.Call(pop, [self.visit(target.slice)], []))
        return placed(ast.copy_location(taken, node))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """`flag is True`: a machine's truth values are numbers."""
        truth = isinstance(node.comparators[0], ast.Constant) and isinstance(node.comparators[0].value, bool)
        if self.rule and truth and isinstance(node.ops[0], ast.Is | ast.IsNot):
            node.ops[0] = ast.Eq() if isinstance(node.ops[0], ast.Is) else ast.NotEq()
        return super().visit_Compare(node)
