"""Methods and properties of states, actions and enumerations: functions that take the object first."""

from __future__ import annotations

import ast
import inspect
from functools import cached_property
from itertools import zip_longest
from typing import Any

from zermelo.kernel.compiler.dictionaries import Dictionaries
from zermelo.kernel.compiler.examples import example_of, examples_in, objects_in
from zermelo.kernel.compiler.rows import is_stored
from zermelo.kernel.compiler.stars import Stars
from zermelo.kernel.compiler.told_apart import tell_apart
from zermelo.kernel.rules import Rule
from zermelo.kernel.structs import is_struct
from zermelo.kernel.symbols import is_plain_enum
from zermelo.kernel.walking import walk

BUILT_IN = (bool, int, float, str, bytes, tuple, list, set, frozenset, dict)


def has_methods(kind: Any) -> bool:
    """Is it a class whose objects a machine knows?"""
    return is_struct(kind) or is_plain_enum(kind)


def is_method(member: Any) -> bool:
    return inspect.isfunction(member) or isinstance(member, property | cached_property)


def knows(kind: type, attribute: str) -> bool:
    """Have its objects this attribute, or may its `__init__` give it to them?"""
    made = getattr(vars(kind).get("__init__"), "__code__", None)
    return hasattr(kind, attribute) or (made is not None and attribute in made.co_names + made.co_varnames)


class Methods(Stars, Dictionaries):
    """Knows which variables hold a named tuple or a dataclass, and calls what their classes define."""

    tree: ast.FunctionDef
    contract: Rule
    annotated: list[Any]
    of: type | None
    """The class whose method this function is, if it is one of a state or an action."""

    @cached_property
    def classes(self) -> dict[str, Any]:
        """The variables whose class is known: by the contract, an annotation, or how they are made."""
        state = type(self.lowering.game.initial())
        by_contract = [state if taken == "state" else None for taken in self.contract.takes]
        of = [self.of] if self.of else []
        found = {}
        for argument, *kinds in zip_longest(self.tree.args.args, of or by_contract, self.annotated):
            kind = next((kind for kind in kinds if has_methods(kind)), None)
            if argument is not None and kind is not None:
                found[argument.arg] = kind
        return found | self.made

    @property
    def made(self) -> dict[str, Any]:
        """The variables that are never anything but made as of one class: `point = Point(3, 4)`."""
        stored = [part.id for part in walk(self.tree) if isinstance(part, ast.Name) and is_stored(part)]
        found: dict[str, list[Any]] = {}
        for part in walk(self.tree):
            match part:
                case ast.Assign([ast.Name(variable)], ast.Call(ast.Name(called))) if called not in self.local:
                    found.setdefault(variable, []).append(self.function.__globals__.get(called))
        return {
            variable: kinds[0]
            for variable, kinds in found.items()
            if has_methods(kinds[0]) and kinds == kinds[:1] * stored.count(variable)
        }

    @cached_property
    def objects(self) -> dict[type, Any]:
        """An object of each class with fields that the state is made of."""
        return objects_in(self.lowering.game.initial())

    @cached_property
    def given(self) -> dict[str, Any]:
        """The parameters, with an example of what each holds where that is known."""
        known = {
            variable: self.objects[kind] for variable, kind in self.classes.items() if kind in self.objects
        }
        for argument, taken in zip(self.tree.args.args, self.contract.takes, strict=False):
            if taken == "state":
                known.setdefault(argument.arg, self.lowering.game.initial())
        return known

    @cached_property
    def examples(self) -> dict[str, Any]:
        """The variables, with an example of what each holds where that is known."""
        return examples_in(self.tree, self.given, self.objects)

    def tell_apart(self) -> None:
        """No list is a tuple, and neither is a set."""
        sets, constants = self.lowering.sets, self.lowering.unit.constants
        given = {known: value for known, value in constants.items() if known not in sets.families}
        given |= dict.fromkeys(sets.constants, frozenset())
        parameters = {argument.arg for argument in self.tree.args.args}
        given |= {each: value for each, value in self.given.items() if each in parameters}
        tell_apart(self.tree, given, self.objects)

    def class_of(self, node: ast.expr) -> Any:
        """The class with fields or members that an expression is of; None where it is not known."""
        if isinstance(node, ast.Name) and (node.id not in self.local or node.id in self.classes):
            return self.classes.get(node.id) if node.id in self.local else None
        if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call):
            return None
        example = self.examples
        kind = type(example_of(node, example, self.objects))
        return kind if has_methods(kind) else None

    def owner_of(self, node: ast.Attribute) -> Any:
        """The class of `piece` in `piece.side`, or else the only one that has such a method."""
        kind, root = self.class_of(node.value), node.value
        while isinstance(root, ast.Attribute | ast.Subscript):
            root = root.value
        if kind is not None or not isinstance(root, ast.Name) or root.id not in self.local:
            return kind
        classes = {kind for kind in self.function.__globals__.values() if isinstance(kind, type)}
        knowing = [kind for kind in (*classes, *BUILT_IN) if knows(kind, node.attr)]
        alone = len(knowing) == 1 and has_methods(knowing[0]) and is_method(vars(knowing[0]).get(node.attr))
        return knowing[0] if alone else None

    def defined(self, node: ast.expr) -> Any:
        """What the class of `state` defines under the name in `state.name`; None where it is not known."""
        kind = self.owner_of(node) if isinstance(node, ast.Attribute) else None
        if kind is None or node.attr == "_replace":  # type: ignore[attr-defined]
            return None
        attribute = node.attr  # type: ignore[attr-defined]
        member = inspect.getattr_static(kind, attribute, None)
        self.lowering.read.note(
            lambda _: inspect.getattr_static(kind, attribute, None), member, "class", id(kind), attribute
        )
        return member

    def method_call(self, node: ast.Call) -> ast.expr | None:
        """`state.moves(n)` as a call of the function that its class defines."""
        member = self.defined(node.func) if self.rule else None
        if not inspect.isfunction(member):
            return None
        receiver = node.func.value  # type: ignore[attr-defined]
        self.take_keywords(node, member, bound=True)
        return self.called_with(node, member, self.owner_of(node.func), [receiver, *node.args])  # type: ignore[arg-type]

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        member = self.defined(node) if self.rule else None
        if isinstance(member, property | cached_property):
            function = member.fget if isinstance(member, property) else member.func
            return self.called_with(node, function, self.owner_of(node), [node.value])
        return super().visit_Attribute(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """`board[row, column]`, where the class of `board` says what that is."""
        if self.rule and isinstance(node.ctx, ast.Load):
            index = ast.copy_location(ast.Attribute(node.value, "__getitem__", ast.Load()), node)
            member = self.defined(index) if is_struct(self.class_of(node.value)) else None
            if inspect.isfunction(member):
                return self.called_with(node, member, self.class_of(node.value), [node.value, node.slice])
        return super().visit_Subscript(node)

    def called_with(self, node: ast.expr, function: Any, kind: Any, arguments: list[ast.expr]) -> ast.expr:
        unique = self.lowering.function(function, rule=True, of=kind)
        visited = [self.visit(argument) for argument in arguments]
        return ast.copy_location(ast.Call(self.point_to(node, unique), visited, []), node)

    def take_keywords(self, node: ast.Call, function: Any, bound: bool = False) -> None:
        """The arguments of a call in the order of the parameters."""
        raise NotImplementedError
