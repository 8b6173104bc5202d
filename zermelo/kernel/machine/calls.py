"""What a call gives the parameters of a function, and functions that Python makes of others."""

from __future__ import annotations

import ast
import functools
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.types import EMPTY, Call, Node, Static, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator
    from zermelo.kernel.machine.words import Words


class Parameters:
    """The parameters of a function."""

    def __init__(
        self,
        name: str,
        positional: list[str],
        only: int,
        named: list[str],
        star: str | None,
        stars: str | None,
    ) -> None:
        self.name, self.positional, self.only, self.named, self.star, self.stars = (
            name,
            positional,
            only,
            named,
            star,
            stars,
        )

    @classmethod
    def of_code(cls, function: Any) -> Parameters:
        """Those of a Python function."""
        code = function.__code__
        names, count, named = code.co_varnames, code.co_argcount, code.co_kwonlyargcount
        extra = list(names[count + named :])
        star = extra.pop(0) if code.co_flags & 0x04 else None
        stars = extra.pop(0) if code.co_flags & 0x08 else None
        only = code.co_posonlyargcount
        return cls(
            function.__name__, list(names[:count]), only, list(names[count : count + named]), star, stars
        )

    @classmethod
    def of_tree(cls, tree: Any) -> Parameters:
        """Those of a function whose text is known."""
        rules = tree.args
        return cls(
            getattr(tree, "name", "<lambda>"),
            [a.arg for a in (*rules.posonlyargs, *rules.args)],
            len(rules.posonlyargs),
            [a.arg for a in rules.kwonlyargs],
            rules.vararg.arg if rules.vararg else None,
            rules.kwarg.arg if rules.kwarg else None,
        )

    def left(self, given: int) -> int:
        """How many arguments `*rest` has behind so many."""
        return len(self.positional) - given

    def filled(
        self, ev: Evaluator, call: Call, defaults: dict[str, Callable[[], Value]], node: Node
    ) -> dict[str, Value]:
        """What each parameter is; {} where Python raises TypeError."""
        plain = call.values[: len(self.positional)]
        found = dict(zip(self.positional, plain, strict=False))
        more: dict[str, Value] = {}
        wrong = len(call.values) > len(plain) and self.star is None
        for name, value in call.named.items():
            if name in self.positional[self.only :] or name in self.named:
                wrong |= name in found
                found[name] = value
            else:
                wrong |= self.stars is None
                more[name] = value
        for name in (*self.positional, *self.named):
            if name not in found and name in defaults:
                found[name] = defaults[name]()
            wrong |= name not in found
        if wrong:
            said = f"{self.name}() got other arguments than it takes"
            ev.fail(ev.unit.failures.of(TypeError, said))
            return {}
        if self.star is not None:
            found[self.star] = rest_of(ev, call.values[len(plain) :], node)
        if self.stars is not None:
            if not all(value.const for value in more.values()):
                what = f"a call of {self.name}() that gives `**{self.stars}` something"
                raise ev.refused(node, what, "name its parameters")
            found[self.stars] = known(
                ev.unit.kept((id(node), self.stars), {k: v.known for k, v in more.items()})
            )
        return {name: found[name] for name in (*self.positional, *self.named, self.star, self.stars) if name}


def rest_of(ev: Evaluator, values: list[Value], node: Node) -> Value:
    """The arguments of `*rest` as a tuple."""
    from zermelo.kernel.machine.sequences import tuple_of

    return tuple_of(ev, values, node)


class Partial(Static):
    """functools.partial: a function with some of its arguments."""

    called = "a function"

    def __init__(self, function: Value, values: list[Value], named: dict[str, Value]) -> None:
        self.function, self.values, self.named = function, values, named

    def call(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        return ev.call(self.function, Call([*self.values, *call.values], self.named | call.named), node)


class Choice(Static):
    """One of several functions, by a key that is known at run time."""

    called = "one of several functions"

    def __init__(self, pairs: list[tuple[Value, Value]], key: Value, missing: Any) -> None:
        self.pairs, self.key, self.missing = pairs, key, missing

    def call(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        def branches(give: Callable[[Value], None]) -> None:
            for place, (key, function) in enumerate(self.pairs):
                this, other = (
                    ev.merge(node, ("this", place), "this"),
                    ev.merge(node, ("other", place), "other"),
                )
                with ev.inside(node, ("choice", place)):
                    ev.go(ev.truth(ev.compare("eq", self.key, key, node)), this, other)
                    this.enter()
                    found = ev.call(function, call, node) if not ev.dead else EMPTY
                if not ev.dead:
                    give(found)
                other.enter()
            ev.fail(self.missing)

        return ev.chosen(node, "choice", branches)


class Dispatch(Static):
    """A dictionary of functions that a rule writes."""

    called = "a dictionary of functions"

    def __init__(self, pairs: list[tuple[Value, Value]]) -> None:
        self.pairs = pairs

    def item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> Value:
        return chosen_function(
            ev, self.pairs, ev.settled(index), KeyError, "a key that the dictionary does not have"
        )

    def contains(self, ev: Evaluator, value: Value, item: Value, node: Node) -> Value:
        return ev.contains(known(tuple(key.known for key, _ in self.pairs)), item, node)


def chosen_function(
    ev: Evaluator, pairs: list[tuple[Value, Value]], key: Value, kind: type[BaseException], said: str
) -> Value:
    """The function that belongs to a key."""
    if key.const:
        for each, function in reversed(pairs):
            if each.known == key.known:
                return function
        ev.fail(ev.unit.failures.of(kind, said))
        return EMPTY
    return Value(Choice(pairs, key, ev.unit.failures.of(kind, said)))


def functions_by_key(ev: Evaluator, value: Any, index: Value) -> Value | None:
    """An element of a constant dictionary, tuple or list of functions; None where it is no such thing."""
    cells = list(value.values() if isinstance(value, dict) else value)
    if not cells or not all(callable(cell) and not isinstance(cell, type) for cell in cells):
        return None
    if isinstance(value, dict):
        pairs = [(known(key), known(ev.unit.meaning(cell, True))) for key, cell in value.items()]
        return chosen_function(
            ev, pairs, ev.settled(index), KeyError, "a key that the dictionary does not have"
        )
    pairs = [(known(place), known(ev.unit.meaning(cell, True))) for place, cell in enumerate(cells)]
    place = ev.checked_index(index, known(len(cells)), None, f"{type(value).__name__} index out of range")
    return chosen_function(ev, pairs, place, IndexError, "index out of range") if not ev.dead else EMPTY


def made_function(ev: Evaluator, function: Any, call: Call, node: Node) -> Value | None:
    """A call of what functools and operator make functions of; None for any other."""
    if isinstance(function, functools.partial):
        named = {name: known(each) for name, each in function.keywords.items()}
        whole = Call([*map(known, function.args), *call.values], named | call.named)
        return ev.call(known(function.func), whole, node)
    if isinstance(function, operator.itemgetter | operator.attrgetter):
        wanted = function.__reduce__()[1]
        if len(call.values) != 1 or call.named:
            return None
        read = one_item if isinstance(function, operator.itemgetter) else one_attribute
        parts = [read(ev, call.values[0], each, node) for each in wanted]
        return parts[0] if len(parts) == 1 else ev.make_tuple(parts)
    if isinstance(function, operator.methodcaller):
        name, *values = function.__reduce__()[1]
        return ev.call(ev.attribute(call.values[0], name, node), Call(list(map(known, values))), node)
    return None


def one_item(ev: Evaluator, value: Value, index: Any, node: Node) -> Value:
    return ev.item(value, known(index), node)


def one_attribute(ev: Evaluator, value: Value, name: str, node: Node) -> Value:
    for each in name.split("."):
        value = ev.attribute(value, each, node)
    return value


BINARY = {
    "add": ast.Add,
    "sub": ast.Sub,
    "mul": ast.Mult,
    "truediv": ast.Div,
    "floordiv": ast.FloorDiv,
    "mod": ast.Mod,
    "pow": ast.Pow,
    "lshift": ast.LShift,
    "rshift": ast.RShift,
    "and_": ast.BitAnd,
    "or_": ast.BitOr,
    "xor": ast.BitXor,
}
UNARY = ("neg", "pos", "invert")
COMPARED = ("eq", "ne", "lt", "le", "gt", "ge")


def words(words: Words, unit: Any) -> None:
    """functools.partial, and the functions of the module operator."""

    @words.word(functools.partial)
    def partial(ev: Evaluator, call: Call, node: Node) -> Value:
        return Value(Partial(call.values[0], call.values[1:], call.named))

    @words.word(operator.itemgetter, operator.attrgetter, operator.methodcaller)
    def getter(ev: Evaluator, call: Call, node: Node) -> Value:
        if not call.all_known:
            raise ev.refused(node, f"`{ast.unparse(node)}` of what is not known", "write a lambda")
        made, values = ev.expr(node.func).known, tuple(v.known for v in call.values)
        return known(ev.unit.kept((id(node), made, values), made(*values)))

    for name, op in BINARY.items():
        words[getattr(operator, name)] = lambda ev, call, node, op=op: ev.binary(op(), *call.values, node)
    for name in UNARY:
        fold = getattr(operator, name)
        words[fold] = lambda ev, call, node, name=name, fold=fold: ev.unary(name, fold, call.values[0], node)
    for name in COMPARED:
        words[getattr(operator, name)] = lambda ev, call, node, name=name: ev.compare(
            name, *call.values, node
        )
    words[operator.not_] = lambda ev, call, node: ev.negated(ev.truth(call.values[0]))
    words[operator.truth] = lambda ev, call, node: ev.truth(call.values[0])
    words[operator.getitem] = lambda ev, call, node: ev.item(*call.values, node)
    words[operator.contains] = lambda ev, call, node: ev.contains(*call.values, node)
    words[operator.abs] = words[abs]
