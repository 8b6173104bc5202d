"""Functions inside rules, as functions of the unit: what they read around them is given to them."""

from __future__ import annotations

import ast
import copy
from collections.abc import Container
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.pieces import call, flatten, free_names, name, names_in
from zermelo.kernel.compiler.syntax import local_names, strip_docstring
from zermelo.kernel.walking import Transformer, placed, walk
from zermelo.messages import Message


def has_functions(tree: ast.FunctionDef) -> bool:
    inner = (part for part in walk(tree) if part is not tree)
    return any(isinstance(part, ast.FunctionDef | ast.Lambda) for part in inner)


class NameLambdas(Transformer):
    """`better = lambda x: …` is `def better(x): return …`."""

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        target = node.targets[0]
        if (
            not isinstance(node.value, ast.Lambda)
            or not isinstance(target, ast.Name)
            or len(node.targets) > 1
        ):
            return node
        return named(node.value, target.id)


def named(function: ast.Lambda, called: str) -> ast.FunctionDef:
    """A lambda as a function that has a name."""
    body = ast.copy_location(ast.Return(function.body), function)
    made = ast.FunctionDef(called, function.args, [body], [], None, lineno=function.lineno)
    if hasattr(made, "type_params"):
        made.type_params = []
    return ast.copy_location(made, function)


class NameArguments(Transformer):
    """`self.joined(state, lambda edge: edge is True)`: what is given stands beside it, under a name."""

    def __init__(self, unique: str, local: set[str], rules: Container[str]) -> None:
        self.unique, self.local, self.rules = unique, local, rules
        self.found: list[ast.FunctionDef] = []

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.rules:
            node.args = [self.name_of(argument) for argument in node.args]
        return node

    def name_of(self, argument: ast.expr) -> ast.expr:
        if not isinstance(argument, ast.Lambda):
            return argument
        made = named(argument, f"{self.unique}_lambda{len(self.found) + 1}")
        if taken := Inner(made, made.name, self.local).taken:
            what = f"a lambda that reads `{min(taken)}`, given to another function,"
            raise CannotCompile(what, "write its loop here", f"line {argument.lineno}")
        self.found.append(placed(made))
        return ast.copy_location(name(made.name), argument)


class Inner:
    """One function inside a rule: its own names, and those that it takes from around it."""

    def __init__(self, tree: ast.FunctionDef, unique: str, outside: set[str]) -> None:
        self.tree, self.unique = tree, unique
        body = ast.Module(tree.body, [])
        self.own = {argument.arg for argument in tree.args.args} | (local_names(tree) - {tree.name})
        self.taken = (free_names(body) - self.own) & outside
        self.calls = names_in(body)


def inner_functions(tree: ast.FunctionDef, unique: str, local: set[str]) -> dict[str, Inner]:
    """The functions inside a rule by their names; each takes what those that it calls take."""
    trees = [part for part in walk(tree) if isinstance(part, ast.FunctionDef) and part is not tree]
    names = {part.name for part in trees}
    if len(names) < len(trees):
        refuse(trees[-1])
    found = {part.name: Inner(part, f"{unique}_{part.name}", local - names) for part in trees}
    for _ in found:
        for inner in found.values():
            for callee in inner.calls & set(found):
                inner.taken = inner.taken | (found[callee].taken - inner.own)
    return found


def refuse(tree: ast.FunctionDef) -> None:
    what = Message.of("construct_function", name=tree.name)
    raise CannotCompile(what, Message.of("advice_function_of_module"), f"line {tree.lineno}")


class Lift(Transformer):
    """The text without its inner functions; their calls with all that they take."""

    def __init__(self, found: dict[str, Inner]) -> None:
        self.found, self.bound = found, set[str]()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        return ast.copy_location(ast.Pass(), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        inner = self.found.get(node.func.id) if isinstance(node.func, ast.Name) else None
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        if inner is None:
            node.func = self.visit(node.func)
            return node
        if node.keywords or len(node.args) != len(inner.tree.args.args) or inner.taken & self.bound:
            refuse(inner.tree)
        return ast.copy_location(call(inner.unique, *node.args, *map(name, sorted(inner.taken))), node)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """`key=better`."""
        inner = self.found.get(node.id)
        if inner is None:
            return node
        parameters = copy.deepcopy(inner.tree.args)
        given = [name(argument.arg) for argument in parameters.args]
        body = call(inner.unique, *given, *map(name, sorted(inner.taken)))
        return placed(ast.copy_location(ast.Lambda(parameters, body), node))

    def comprehension(self, node: Any) -> Any:
        before = self.bound
        self.bound = before | set().union(*(names_in(clause.target) for clause in node.generators))
        self.generic_visit(node)
        self.bound = before
        return node

    visit_GeneratorExp = visit_ListComp = visit_SetComp = comprehension


def lifted(inner: Inner, found: dict[str, Inner]) -> ast.FunctionDef:
    """An inner function as one of the unit."""
    tree = inner.tree
    if tree.decorator_list or tree.args.defaults or tree.args.vararg or tree.args.kwonlyargs:
        refuse(tree)
    lift = Lift(found)
    made = copy.copy(tree)
    made.args = copy.deepcopy(tree.args)
    made.args.args = [ast.arg(argument.arg) for argument in made.args.args]
    made.args.args += [ast.arg(taken) for taken in sorted(inner.taken)]
    made.name, made.returns = inner.unique, None
    made.body = flatten([lift.visit(part) for part in strip_docstring(tree.body)])
    return placed(made)
