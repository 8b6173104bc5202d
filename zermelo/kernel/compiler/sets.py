"""Sets that rules build: lists in which nothing stands twice.

They have the order in which their members came, which is not Python's: what depends on an order is refused,
but for actions, which may be given in any.  What asks for one member is an error where there are several;
then Python runs the rules as they are.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.pieces import call, is_call, located, name, names_in, statements
from zermelo.kernel.compiler.sources import one_after_another
from zermelo.kernel.structs import fields_in
from zermelo.kernel.walking import Transformer, walk
from zermelo.messages import Message

MAKERS = ("set", "frozenset")
METHODS = (
    "add",
    "discard",
    "update",
    "union",
    "intersection",
    "difference",
    "issubset",
    "issuperset",
    "isdisjoint",
)
OPERATORS: dict[type, str] = {ast.BitOr: "union_of", ast.BitAnd: "common_of", ast.Sub: "without"}
WORDS = {"union": "union_of", "intersection": "common_of", "difference": "without", "issubset": "is_within"}
UNKNOWN = tuple(f"{word}_update" for word in ("difference", "intersection", "symmetric_difference"))
UNKNOWN += ("symmetric_difference",)
"""Methods that no word stands for."""
MAKING = ("set_of", *OPERATORS.values())
ORDERED = ast.Yield | ast.YieldFrom | ast.Return | ast.Break
COMMUTES = (
    "set_of",
    "sum",
    "any",
    "all",
    "len",
    "min",
    "max",
    "sorted",
    "is_within",
    "same_members",
    *MAKERS,
)
"""What may be done with all members, whatever their order."""
LISTING = (
    "list",
    "tuple",
    "enumerate",
    "zip",
    "iter",
    "min",
    "max",
    "sum",
    "sorted",
    "any",
    "all",
    "dict_of",
)
"""What goes through a set of the state as through a list."""


def has_sets(tree: ast.AST) -> bool:
    return any(makes_set(part) or is_method(part) for part in walk(tree))


def holds_sets(state: Any) -> bool:
    """Is there a frozen set in a state?"""
    return isinstance(state, frozenset) or any(map(holds_sets, fields_in(state) or ()))


def makes_set(node: ast.AST) -> bool:
    return isinstance(node, ast.Set | ast.SetComp) or is_call(node, *MAKERS, *MAKING)


def is_method(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in METHODS and isinstance(node.value, ast.Name)


def in_one_only(left: ast.expr, right: ast.expr) -> ast.expr:
    """`left ^ right`, of sets: what is in one and not in the other."""
    ways = [ast.BinOp(one, ast.Sub(), other) for one, other in ((left, right), (right, left))]
    return copy.deepcopy(ast.copy_location(ast.BinOp(ways[0], ast.BitOr(), ways[1]), left))


def dictionaries_in(tree: ast.AST) -> set[str]:
    """The variables that a dictionary is assigned to, which are updated as sets are."""
    assigned = (part for part in walk(tree) if isinstance(part, ast.Assign))
    made = (part for part in assigned if is_dictionary(part.value))
    return {target.id for part in made for target in part.targets if isinstance(target, ast.Name)}


def is_dictionary(value: ast.expr) -> bool:
    """Does this make one?"""
    return isinstance(value, ast.Dict | ast.DictComp) or is_call(value, *DICTIONARIES)


DICTIONARIES = ("dict", "dict_of", "growing", "counting", "defaulting", "gathering", "tally_of")
"""Words that make dictionaries."""


@dataclass
class KnownSets:
    """What a unit calls its sets."""

    giving: set[str] = field(default_factory=set)
    """Functions that give sets."""
    families: set[str] = field(default_factory=set)
    """Constants that are lists of sets."""
    constants: set[str] = field(default_factory=set)
    """Constants that are sets."""
    passing: set[str] = field(default_factory=set)
    """Functions that give a part of the state as it is, which may be a set."""

    def learn(self, unique: str, gives: bool, passes_on: bool) -> None:
        """What is known of a function."""
        self.giving |= {unique} if gives else set()
        self.passing |= {unique} if passes_on else set()

    def all(self) -> set[str]:
        return self.giving | self.families | self.constants


class Sets(Transformer):
    """The sets of one function as lists."""

    def __init__(self, tree: ast.FunctionDef, known: KnownSets, gives_actions: bool, frozen: bool) -> None:
        """`frozen`: there are frozen sets, in the states or made by rules, which pass through as they are."""
        self.giving, self.families, self.passing = known.giving, known.families, known.passing
        self.gives_actions, self.frozen = gives_actions, frozen
        self.dictionaries = dictionaries_in(tree)
        whiles = (part for part in walk(tree) if isinstance(part, ast.While))
        self.drained = {each for part in whiles for each in names_in(part.test)}
        """What a loop goes on with until it is empty: of many members one is taken."""
        renamed = [part.value for part in walk(tree) if isinstance(part, ast.Assign)]
        self.shared = {argument.arg for argument in tree.args.args}
        looped = (part.target for part in walk(tree) if isinstance(part, ast.For))
        self.shared |= {target.id for target in looped if isinstance(target, ast.Name)}
        self.shared |= {value.id for value in renamed if isinstance(value, ast.Name)}
        asked = {part.value.id for part in walk(tree) if is_method(part)} - self.dictionaries  # type: ignore[attr-defined]
        self.constants = known.constants
        self.names = asked | known.constants
        self.empty = {
            target.id
            for part in walk(tree)
            if isinstance(part, ast.Assign) and is_call(part.value, "set") and not part.value.args  # type: ignore[attr-defined]
            for target in part.targets
            if isinstance(target, ast.Name)
        }
        """Those that begin empty."""
        loops = (part for part in walk(tree) if isinstance(part, ast.For | ast.comprehension))
        self.names |= {target.id for part in loops for target in self.sets_of_family(part)}
        before = -1
        while before != len(self.names):
            before = len(self.names)
            self.names |= {
                target.id
                for part in walk(tree)
                if isinstance(part, ast.Assign) and self.is_set(part.value)
                for target in part.targets
                if isinstance(target, ast.Name)
            }

    def is_set(self, node: ast.AST) -> bool:
        """Is this a set, as far as the text tells?"""
        if isinstance(node, ast.Name):
            return node.id in self.names
        if isinstance(node, ast.Subscript):
            return self.is_family(node.value)
        if is_call(node, "looked_up", "found_or", "found_or_last"):
            return self.is_family(node.args[1])  # type: ignore[attr-defined]
        if isinstance(node, ast.BinOp):
            signs = (*OPERATORS, ast.BitXor)
            return type(node.op) in signs and (self.is_set(node.left) or self.is_set(node.right))
        method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr
        return (
            makes_set(node)
            or is_call(node, *self.giving)
            or method in ("union", "intersection", "difference")
        )

    def is_family(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.families

    def sets_of_family(self, loop: Any) -> list[ast.Name]:
        """The variables of a loop that are sets: `for line in LINES`, `for i, line in enumerate(LINES)`."""
        sources, targets = [loop.iter], [loop.target]
        if isinstance(loop.target, ast.Tuple) and is_call(loop.iter, "enumerate", "zip"):
            targets, sources = loop.target.elts, loop.iter.args
            sources = [ast.Constant(0), *sources] if is_call(loop.iter, "enumerate") else sources
        pairs = zip(targets, sources, strict=False)
        return [each for each, source in pairs if isinstance(each, ast.Name) and self.is_family(source)]

    def gives_set(self, tree: ast.FunctionDef) -> bool:
        returned = [part.value for part in walk(tree) if isinstance(part, ast.Return) and part.value]
        return any(map(self.is_set, returned))

    def passes_on(self, tree: ast.FunctionDef) -> bool:
        """Is all that it returns a part of something, as it is?"""
        returned = [part.value for part in walk(tree) if isinstance(part, ast.Return) and part.value]
        return bool(returned) and all(self.is_part(value) for value in returned)

    def is_part(self, node: ast.expr) -> bool:
        """`state.stones`, `sides[0]`, one of two such; what another function passes on."""
        if isinstance(node, ast.IfExp):
            return self.is_part(node.body) and self.is_part(node.orelse)
        return isinstance(node, ast.Attribute | ast.Subscript) or is_call(node, *self.passing)

    def refuse(self, node: Any, ends: bool = False, advice: str = "advice_sorted") -> None:
        """The order of actions changes no value; but which they are must not depend on where a loop ends."""
        if self.gives_actions and not ends:
            return
        place = f"line {node.lineno}"
        raise CannotCompile(Message.of("construct_order_of_set"), Message.of(advice), place)

    # -- sets that are made ----------------------------------------------------------------

    def visit_Set(self, node: ast.Set) -> ast.expr:
        self.generic_visit(node)
        return ast.copy_location(call("set_of", ast.Tuple(node.elts, ast.Load())), node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        self.generic_visit(node)
        listed = ast.copy_location(ast.ListComp(node.elt, node.generators), node)
        return ast.copy_location(call("set_of", listed), node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """`list(members)[0]`."""
        if isinstance(node.value, ast.Name) and node.value.id in self.constants:
            place = f"line {node.lineno}"
            raise CannotCompile("an index into a set", "make it a tuple, or loop over it", place)
        members = self.taken_from(node.value, "list", "tuple")
        if members is None or not (isinstance(node.slice, ast.Constant) and node.slice.value == 0):
            return self.generic_visit(node)
        return self.visit(ast.copy_location(call("sole", members), node))

    def taken_from(self, made: ast.expr, *functions: str) -> ast.Name | None:
        """The members of `list(members)`, where that is a set of which nothing says that it has many."""
        if not isinstance(made, ast.Call) or not is_call(made, *functions) or len(made.args) != 1:
            return None
        (members,) = made.args
        if not isinstance(members, ast.Name) or members.id in self.drained or not self.is_set(members):
            return None
        return members

    def visit_Call(self, node: ast.Call) -> Any:
        members = self.taken_from(node.args[0], "iter") if is_call(node, "next") else None
        if members is not None:
            alone: ast.expr = call("sole", members)
            if len(node.args) == 2:
                alone = ast.IfExp(call("len", members), alone, node.args[1])
            return self.visit(ast.copy_location(alone, node))
        if is_call(node, "list", "tuple", "enumerate", "zip", "iter", "reversed"):
            for argument in filter(self.is_set, node.args):
                self.refuse(argument)
        if is_call(node, "min", "max", "sorted") and node.keywords and self.is_set(node.args[0]):
            self.refuse(node)
        if (
            is_call(node, *COMMUTES)
            and node.args
            and isinstance(node.args[0], ast.GeneratorExp | ast.ListComp)
        ):
            return self.commuting(node, node.args[0])
        self.generic_visit(node)
        if self.frozen and is_call(node, "frozenset"):
            return ast.copy_location(call("frozen_of", *(node.args or [ast.List([], ast.Load())])), node)
        if self.frozen and is_call(node, *LISTING):
            node.args = [self.ordered(argument, "listed") for argument in node.args]
        if is_call(node, *MAKERS):
            given = map(one_after_another, node.args)
            made = call("set_of", *given) if node.args else ast.List([], ast.Load())
            return ast.copy_location(made, node)
        return self.method(node, node.func) if isinstance(node.func, ast.Attribute) else node

    def commuting(self, node: ast.Call, source: Any) -> ast.expr:
        """`sum(f(x) for x in members)`: any order will do."""
        for part in source.generators:
            self.visit_comprehension(part)
        source.elt = self.visit(source.elt)
        if is_call(node, *MAKERS):
            listed = ast.copy_location(ast.ListComp(source.elt, source.generators), source)
            word = "frozen_of" if self.frozen and is_call(node, "frozenset") else "set_of"
            return ast.copy_location(call(word, listed), node)
        return node

    def ordered(self, source: ast.expr, word: str = "in_order") -> ast.expr:
        """What is looped over, in order where it is a set of the state."""
        plain = isinstance(source, ast.Name | ast.BinOp) or self.is_part(source)
        known = isinstance(source, ast.Call) and is_call(
            source, "frozen_of", *OPERATORS.values(), *self.giving
        )
        return ast.copy_location(call(word, source), source) if plain or known else source

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.iter = self.ordered(node.iter) if self.frozen else node.iter
        return node

    def visit_listed(self, node: Any) -> Any:
        for clause in node.generators:
            if self.is_set(clause.iter):
                self.refuse(clause.iter)
        return self.generic_visit(node)

    visit_ListComp = visit_GeneratorExp = visit_listed

    def method(self, node: ast.Call, function: ast.Attribute) -> ast.expr:
        if function.attr in UNKNOWN or (function.attr in WORDS and len(node.args) > 1):
            place = f"line {node.lineno}"
            raise CannotCompile(f"this call of {function.attr}()", "write it with | & - of two sets", place)
        if function.attr in WORDS and len(node.args) == 1:
            return ast.copy_location(call(WORDS[function.attr], function.value, *node.args), node)
        if function.attr == "issuperset":
            return ast.copy_location(call("is_within", node.args[0], function.value), node)
        if function.attr == "isdisjoint":
            common = call("common_of", function.value, node.args[0])
            return ast.copy_location(ast.UnaryOp(ast.Not(), common), node)
        if function.attr == "pop" and not node.args and self.is_set(function.value):
            if not isinstance(function.value, ast.Name) or function.value.id in self.drained:
                self.refuse(node, ends=True, advice="advice_taken")
            return ast.copy_location(call("sole_taken", function.value), node)
        return node

    # -- what is done with them ------------------------------------------------------------

    def visit_Expr(self, node: ast.Expr) -> Any:
        """`seen.add(x)`, `seen.discard(x)`, `seen.update(cells)`."""
        self.generic_visit(node)
        function = getattr(node.value, "func", None)
        if not isinstance(function, ast.Attribute) or function.attr not in ("add", "discard", "update"):
            return node
        owner, (given, *_) = ast.unparse(function.value), node.value.args  # type: ignore[attr-defined]
        if owner in self.dictionaries or is_dictionary(given):
            return node
        if function.attr == "update":
            text = updated(owner, given)
        elif function.attr == "add":
            text = f"if {ast.unparse(given)} not in {owner}:\n    {owner}.append({ast.unparse(given)})"
        else:
            text = f"if {ast.unparse(given)} in {owner}:\n    {owner}.remove({ast.unparse(given)})"
        return located(statements(text), node)

    def visit_For(self, node: ast.For) -> ast.stmt:
        if self.is_set(node.iter) and any(map(depends_on_order, walk(node))):
            self.refuse(node, any(isinstance(part, ast.Break | ast.Return) for part in walk(node)))
        self.generic_visit(node)
        node.iter = self.ordered(node.iter) if self.frozen else node.iter
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.BitXor) and (self.is_set(node.left) or self.is_set(node.right)):
            return self.visit(in_one_only(node.left, node.right))  # type: ignore[no-any-return]
        word = OPERATORS.get(type(node.op), "") if self.is_set(node) else ""
        self.generic_visit(node)
        return ast.copy_location(call(word, node.left, node.right), node) if word else node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """`seen |= more`, which changes a set that began empty in its place."""
        sets = self.is_set(node.value) or self.is_set(node.target)
        if sets and type(node.op) in (*OPERATORS, ast.BitXor):
            self.refuse_shared(node)
        word = OPERATORS.get(type(node.op), "") if self.is_set(node.target) else ""
        self.generic_visit(node)
        if not word or not isinstance(node.target, ast.Name):
            return node
        if isinstance(node.op, ast.BitOr) and node.target.id in self.empty:
            return located(statements(updated(node.target.id, node.value)), node)
        value = call(word, name(node.target.id), node.value)
        return located([ast.Assign([node.target], value)], node)[0]

    def refuse_shared(self, node: ast.AugAssign) -> None:
        """A set that is changed in its place where it has another name, is a parameter or lies in a list."""
        own = isinstance(node.target, ast.Name) and node.target.id not in self.shared
        if not own or isinstance(node.op, ast.BitXor):
            advice = "write a = a | b where nobody else has it, or add the members one by one"
            raise CannotCompile("a set that is changed in its place", advice, f"line {node.lineno}")

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        right, sign = node.comparators[0], node.ops[0]
        if isinstance(sign, ast.In | ast.NotIn) and isinstance(right, ast.Set):
            node.comparators = [ast.copy_location(ast.Tuple(right.elts, ast.Load()), right)]
            return self.generic_visit(node)  # type: ignore[return-value]
        member = self.is_set(node.left)
        sets = len(node.ops) == 1 and (member or self.is_set(right))
        self.generic_visit(node)
        right = node.comparators[0]
        if sets and member and isinstance(sign, ast.In | ast.NotIn):
            found: ast.expr = call("has_set", right, node.left)
            found = ast.UnaryOp(ast.Not(), found) if isinstance(sign, ast.NotIn) else found
            return ast.copy_location(found, node)
        if not sets or isinstance(sign, ast.In | ast.NotIn | ast.Is | ast.IsNot):
            return node
        return ast.copy_location(compared(node, right), node)


def compared(node: ast.Compare, right: ast.expr) -> ast.expr:
    """Sets are equal, or one is part of the other."""
    sign = node.ops[0]
    same = call("same_members", node.left, right)
    if isinstance(sign, ast.Eq | ast.NotEq):
        return same if isinstance(sign, ast.Eq) else ast.UnaryOp(ast.Not(), same)
    smaller = isinstance(sign, ast.LtE | ast.Lt)
    within = call("is_within", node.left, right) if smaller else call("is_within", right, node.left)
    if isinstance(sign, ast.LtE | ast.GtE):
        return within
    return ast.BoolOp(ast.And(), [within, ast.UnaryOp(ast.Not(), same)])


def updated(owner: str, more: ast.expr) -> str:
    """`owner.update(more)`, as text."""
    text = f"for each_member in {ast.unparse(more)}:\n"
    return f"{text}    if each_member not in {owner}:\n        {owner}.append(each_member)"


def depends_on_order(part: ast.AST) -> bool:
    """Does a loop leave early, or put one thing after another?"""
    method = isinstance(part, ast.Attribute) and part.attr in ("append", "extend", "insert")
    return isinstance(part, ORDERED) or method
