"""What a name in a rule stands for, and what it is called in the unit."""

from __future__ import annotations

import ast
import builtins
import enum
import inspect
import math
import sys
import types
from typing import TYPE_CHECKING, Any, cast

from zermelo.errors import CannotCompile, Stopped
from zermelo.game import Bits, Game
from zermelo.kernel.compiler.pieces import Renamed, is_call, name
from zermelo.kernel.compiler.refusals import BUILTINS, REFUSED_BUILTINS, Refusals
from zermelo.kernel.compiler.syntax import is_constant, unwrapped
from zermelo.kernel.idiom_words import MATH_WORDS
from zermelo.kernel.primitives import PRIMITIVES
from zermelo.kernel.run import INFINITY, NO_ACTION
from zermelo.kernel.structs import fields_in, fields_of, is_record, is_struct, why_no_record
from zermelo.kernel.symbols import is_plain_enum
from zermelo.messages import Message

if TYPE_CHECKING:
    from zermelo.kernel.compiler.lower import Lowering
    from zermelo.kernel.compiler.witnesses import Reader

PROVED = {"win_in": "value_of_win", "loss_in": "value_of_loss"}
"""What rules write for proved values, as a search counts them."""
NOT_OF_THE_MACHINE = ("comb", "dist", "factorial", "fsum", "lcm", "perm", "prod", "sumprod")
"""What a machine has not of Python's `math`."""
CHANGING = set("add append clear discard extend insert pop remove reverse sort update".split())
"""What changes a list or a set: rules do that to their own."""


def is_asking(value: Any) -> bool:
    """A method that says something of its object, and leaves it as it is."""
    return inspect.isbuiltin(value) and value.__name__ not in CHANGING


MOST_RECORDS = 32
"""Records in a constant row: each is made again where the row is used."""


def is_row_of_records(value: Any) -> bool:
    """A list or tuple of a few records of one class, such as the directions of a board."""
    if type(value) not in (list, tuple) or not 0 < len(value) <= MOST_RECORDS:
        return False
    kinds = {type(each) for each in value}
    alone = len(kinds) == 1 and is_struct(kinds.pop())
    return alone and all(is_constant(fields_in(each)) for each in value)


class Names(Refusals):
    """Follows names and attributes to the Python objects that they stand for before a search starts."""

    lowering: Lowering
    function: Any
    owner: str
    keeper: Any
    """What is called `self` here, if that is not the game but something that it keeps."""
    local: set[str]
    tree: ast.FunctionDef
    closure: dict[str, Any]
    calls: set[str]
    displays: dict[str, ast.Dict]
    """The variables that are a constant dictionary."""

    def static(self, node: ast.AST) -> tuple[bool, Any]:
        """The Python object that an expression names, if it is fixed before the search."""
        if isinstance(node, ast.Name):
            if node.id == self.owner:
                return True, self.lowering.game if self.keeper is None else self.keeper
            if node.id in self.local:
                return False, None
            return self.outer(node)
        if isinstance(node, ast.Attribute):
            fixed, base = self.static(node.value)
            if fixed:
                return self.member(node, base)
        if is_call(node, "type") and "type" not in self.local and len(node.args) == 1:  # type: ignore[attr-defined]
            fixed, base = self.static(node.args[0])  # type: ignore[attr-defined]
            return fixed, type(base) if fixed else None
        return False, None

    def outer(self, node: ast.Name) -> tuple[bool, Any]:
        name, cell, outside = node.id, self.closure.get(node.id), self.function.__globals__
        if cell is not None:
            return self.witnessed(lambda _: cell.cell_contents, "cell", id(cell))
        if name in outside or hasattr(builtins, name):
            pythons_own = getattr(builtins, name, None)
            return self.witnessed(lambda _: outside.get(name, pythons_own), "name", id(outside), name)
        advice = "it is not defined anywhere: define or import it"
        raise CannotCompile(f"the name `{name}`", advice, f"line {node.lineno}")

    def witnessed(self, reader: Reader, *place: Any) -> tuple[bool, Any]:
        """A fixed value, and a note of how it was found."""
        value = reader(self.lowering.game)
        self.lowering.read.note(reader, value, *place)
        return True, value

    def member(self, node: ast.Attribute, base: Any) -> tuple[bool, Any]:
        if base is self.lowering.game:
            if not hasattr(base, node.attr) and hasattr(Game, node.attr):
                return True, getattr(Game, node.attr)
            if hasattr(base, node.attr):
                return self.witnessed(lambda game: getattr(game, node.attr, None), "game", node.attr)
        try:
            getattr(base, node.attr)
            return self.witnessed(lambda _: getattr(base, node.attr, None), "member", id(base), node.attr)
        except AttributeError:
            raise CannotCompile(
                f"`{ast.unparse(node)}`",
                "there is no such attribute before the search starts: set it in __init__",
                f"line {node.lineno}",
            ) from None

    def rename(self, clashing: set[str]) -> None:
        """Underscores for local names."""
        names = {}
        for clash in sorted(clashing):
            names[clash] = f"{clash}_"
            while names[clash] in self.local or names[clash] in self.function.__globals__:
                names[clash] += "_"
            self.local = self.local - {clash} | {names[clash]}
        Renamed(names).visit(self.tree)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id == self.owner and isinstance(self.keeper, type):  # `cls(…)` in a classmethod of a state
            return self.reference(node, self.keeper, self.keeper.__name__)
        if not isinstance(node.ctx, ast.Load) or node.id in self.local or node.id == self.owner:
            return node
        return self.reference(node, self.static(node)[1], node.id)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            self.refuse_setting(node)
            return self.generic_visit(node)  # type: ignore[return-value]
        fixed, value = self.static(node)
        if not fixed:
            return self.generic_visit(node)  # type: ignore[return-value]
        base = self.static(node.value)[1]
        if isinstance(base, str | tuple | list | set | frozenset) and is_asking(value):  # `LINES.index(x)`
            return self.generic_visit(node)  # type: ignore[return-value]
        own = getattr(base, "__dict__", {}).get(node.attr) if base is self.lowering.game else None
        if callable(own) and not isinstance(own, type) and not self.lowering.opaque:
            self._refuse(node, f"the function that is kept in `{node.attr}`", "write a method")
        if base is self.lowering.game and callable(value) and not isinstance(value, type):
            return self.point_to(node, self.lowering.rule(node.attr))
        return self.reference(node, value, node.attr, base)

    def refuse_setting(self, node: ast.Attribute | ast.Subscript) -> None:
        """`self.count = 1`, `SEEN[state] = 1`."""
        if self.rule and self.static(node.value)[0]:
            what, advice = f"setting `{ast.unparse(node)}`", Message.of("advice_no_change")
            raise CannotCompile(what, advice, f"line {node.lineno}")

    def point_to(self, node: ast.expr, unique: str) -> ast.expr:
        self.calls.add(unique)
        return ast.copy_location(name(unique), node)

    def reference(self, node: ast.expr, value: Any, label: str, base: Any = None) -> ast.expr:
        """What stands in the unit for a Python object that the text names."""
        lowering = self.lowering
        scope = base if base is not None else self.closure.get(label, self.function.__globals__)
        if value is INFINITY and not self.rule:
            return ast.copy_location(name("INFINITY"), node)
        if value is NO_ACTION and not self.rule:
            return ast.copy_location(name("NO_ACTION"), node)
        if getattr(value, "__module__", "") == "zermelo.score" and value.__name__ in PROVED:
            return ast.copy_location(name(PROVED[value.__name__]), node)
        for word, primitive in PRIMITIVES.items():
            if value is primitive:
                return ast.copy_location(name(word), node)
        if isinstance(value, type):
            return self.reference_to_class(node, value, label)
        value = unwrapped(value)
        if inspect.isgeneratorfunction(value) and not self.rule:
            what = f"{label}() anywhere but in a loop over it"
            raise CannotCompile(what, f"write `for action in {label}(…):`", f"line {node.lineno}")
        if inspect.isfunction(value):
            return self.point_to(node, lowering.function(value, rule=self.rule))
        if inspect.ismethod(value) and inspect.isfunction(value.__func__) and self.rule:
            function, keeper = value.__func__, value.__self__
            return self.point_to(node, lowering.function(function, rule=True, method="self", keeper=keeper))
        if inspect.ismethod(value):
            raise CannotCompile(
                f"the method `{label}`", "only methods of the game are rules", f"line {node.lineno}"
            )
        if isinstance(value, types.BuiltinFunctionType) and getattr(value, "__module__", "") in (
            "math",
            "builtins",
        ):
            return self.reference_to_builtin(node, value, label)
        if isinstance(value, enum.Enum) and not is_constant(value):
            raise CannotCompile(f"the Enum `{label}`", "make it an IntEnum", f"line {node.lineno}")
        if is_record(type(value)) and is_constant(fields_in(value)):
            return self.record(node, value, label)
        if is_row_of_records(value):
            parts = [self.record(node, each, f"{label}_{place}") for place, each in enumerate(value)]
            return ast.copy_location(ast.Tuple(parts, ast.Load()), node)
        if type(value).__name__ == "ndarray":
            return ast.copy_location(name(lowering.array(value, label)), node)
        if is_constant(value):
            wanted = label if base is None else f"{self.title(base)}_{label}"
            return ast.copy_location(name(lowering.constant((id(scope), label), wanted, value)), node)
        raise CannotCompile(*self.no_constant(value, label), f"line {node.lineno}")

    def no_constant(self, value: Any, label: str) -> tuple[str, Any]:
        """What a value is that cannot be part of a unit, and what to use."""
        if callable(value):
            called = f"`{label}`, which is not written in Python,"
            changing = inspect.isbuiltin(value) and value.__name__ in CHANGING
            return called, Message.of("advice_no_change") if changing else "write a function of your own"
        if value == {}:
            return f"`{label}`, a dict that rules fill,", "leave it out, or let functools.cache remember"
        advice = {
            "dict": "use a tuple or a NumPy array",
            "set": "let it have members, of one kind: numbers, short texts, or tuples of them",
        }
        kind = type(value).__name__
        return f"`{label}`, a {kind},", advice.get(kind, "use integers, tuples and NumPy arrays")

    def title(self, base: Any) -> str:
        """What an attribute's name starts with, so that `width = self.width` names two things."""
        return (
            "game"
            if base is self.lowering.game
            else getattr(base, "__name__", type(base).__name__).replace(".", "_")
        )

    def reference_to_builtin(self, node: ast.expr, value: Any, label: str) -> ast.expr:
        if value.__name__ in REFUSED_BUILTINS:
            raise CannotCompile(
                f"{value.__name__}()", REFUSED_BUILTINS[value.__name__], f"line {node.lineno}"
            )
        if value.__name__ in BUILTINS and value.__module__ == "builtins":
            return ast.copy_location(name(value.__name__), node)
        if value.__module__ == "builtins":
            raise CannotCompile(
                f"{value.__name__}()", "rules work with numbers and tuples", f"line {node.lineno}"
            )
        if value.__name__ in NOT_OF_THE_MACHINE:
            self._refuse(node, "construct_library", "advice_write_loops", text=f"math.{value.__name__}")
        if self.rule and value in MATH_WORDS and value is not math.log:  # which may be told a base
            return ast.copy_location(name(MATH_WORDS[value].__name__), node)
        return ast.copy_location(name(self.lowering.imported(value, label)), node)

    def reference_to_class(self, node: ast.expr, value: type, label: str) -> ast.expr:
        if is_struct(value):
            return self.point_to(node, self.lowering.struct(value))
        if value is Bits:
            return ast.copy_location(name("Bits"), node)
        if issubclass(value, enum.IntEnum) or is_plain_enum(value) or issubclass(value, enum.StrEnum):
            self.lowering.unit.stand_ins = True
            members: tuple[Any, ...] = tuple(cast("Any", value))
            members = tuple(map(int, members)) if issubclass(value, int) else members
            return ast.copy_location(
                name(self.lowering.constant((id(value), "members"), label, members)), node
            )
        if value.__name__ in REFUSED_BUILTINS:
            raise CannotCompile(
                f"{value.__name__}()", REFUSED_BUILTINS[value.__name__], f"line {node.lineno}"
            )
        if value.__module__ == "builtins" and (
            value.__name__ in BUILTINS or issubclass(value, BaseException)
        ):
            return ast.copy_location(name(value.__name__), node)
        if value is Stopped:
            return ast.copy_location(name(self.lowering.imported(value, label)), node)
        if value.__module__ == "builtins":
            raise CannotCompile(f"{label}()", "rules work with numbers and tuples", f"line {node.lineno}")
        if value.__module__.partition(".")[0] in sys.stdlib_module_names:
            self._refuse(node, "construct_library", "advice_write_loops", text=label)
        raise CannotCompile(f"the class `{label}`", why_no_record(value), f"line {node.lineno}")

    def record(self, node: ast.expr, value: Any, label: str) -> ast.expr:
        """A frozen dataclass that is known beforehand: made again where it is used."""
        made = self.point_to(node, self.lowering.struct(type(value)))
        pairs = zip(fields_of(type(value)), fields_in(value) or (), strict=True)
        parts = [self.lowering.constant((id(value), f), f"{label}_{f}", part) for f, part in pairs]
        self.lowering.kept.append(value)
        return ast.copy_location(ast.Call(made, list(map(name, parts)), []), node)
