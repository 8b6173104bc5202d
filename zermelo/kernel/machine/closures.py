"""Lambdas, inner functions and comprehensions: text of another frame, written where it is called.

An inner function that calls itself is a function of its own (`Closure`), with the variables around it that it
uses as further parameters. Variables of others that it assigns (`nonlocal`) lie in boxes: lists of one element.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.calls import Parameters
from zermelo.kernel.machine.environment import Binding, Name
from zermelo.kernel.machine.evaluate import WalkAgain
from zermelo.kernel.machine.instances import Instance
from zermelo.kernel.machine.numbers import INT
from zermelo.kernel.machine.sources import Text
from zermelo.kernel.machine.types import EMPTY, Call, Function, Loop, Method, Node, Static, Type, Value

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator, Frame

OUTER = -1_000_000_000
"""The number of the frame around a closure; those further out have lower ones."""


def call_function(ev: Evaluator, function: Function, call: Call, node: Node) -> Value:
    """A call of a lambda or an inner function."""
    text = ev.inner_text(function)
    arguments = inner_arguments(ev, function, text, call, node)
    if ev.dead:
        return EMPTY
    frame = function.frame
    own = text in ev.unit.recursive
    if text.is_generator:

        def each(ev: Evaluator, body: Callable[[Value], None], at: Any) -> None:
            if own:
                ev.each(call_closure(ev, function, text, arguments, node, "all"), body, at or node)
            else:
                ev.generate(None, text, arguments, frame.rule, at or node, body, frame)

        return Value(Loop("generator", each, (text, arguments)))
    if own:
        return call_closure(ev, function, text, arguments, node, "")
    return ev.inline(None, text, arguments, frame.rule, node, frame)


class Inner(Static):
    """An inner function that another one uses: its text, and how far out it stands."""

    called = "a function"

    def __init__(self, node: ast.AST, level: int) -> None:
        self.node, self.level = node, level

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Inner) and (other.node, other.level) == (self.node, self.level)

    def __hash__(self) -> int:
        return hash((id(self.node), self.level))


class Lost(Loop):
    """A generator around a closure, which cannot go through it."""

    def __init__(self) -> None:
        super().__init__("lost", self.refuse)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lost)

    def __hash__(self) -> int:
        return hash(Lost)

    def refuse(self, ev: Evaluator, body: Any, node: Node) -> None:
        raise ev.refused(
            node, "a generator that a function uses which calls itself", "make a list of it before"
        )


class Closure(Instance):
    """An inner function for arguments, and variables around it, of certain types."""

    def __init__(
        self,
        unit: Any,
        function: Function,
        text: Text,
        keys: list[Name],
        types: list[Type],
        name: str,
        filling: str,
    ) -> None:
        owner, rule = function.frame.owner, function.frame.rule
        super().__init__(unit, owner, [f"v{i}" for i in range(len(keys))], types, rule, name, filling, text)
        self.keys = keys
        self.around = [
            (frame.text, frame.function, hasattr(frame, "comprehension")) for frame in chain_of(function)
        ]
        self.frames: list[Frame] = []

    def frame_of(self, ev: Evaluator) -> Frame:
        from zermelo.kernel.machine.evaluate import Frame as NewFrame

        outer: Frame | None = None
        self.frames = []
        for level in reversed(range(len(self.around))):
            text, function, comprehension = self.around[level]
            outer = NewFrame(OUTER - level, text, function, self.rule, outer)
            if comprehension:
                outer.comprehension = True  # type: ignore[attr-defined]
            self.frames.insert(0, outer)
        return NewFrame(0, self.text, None, self.rule, outer)

    def static_value(self, kind: Type) -> Value:
        if isinstance(kind, Inner):
            return Value(Function(kind.node, self.frames[kind.level]))
        return Value(kind)


def chain_of(function: Function) -> list[Frame]:
    """The frames around an inner function, the nearest first."""
    found, frame = [], function.frame
    while frame is not None:
        found.append(frame)
        frame = frame.parent
    return found


def free_words(text: Text) -> set[str]:
    """The names in a function that it does not assign itself."""
    found = {part.id for part in ast.walk(text.tree) if isinstance(part, ast.Name)}
    return (found | text.nonlocals) - text.stored


def captured(ev: Evaluator, function: Function, text: Text, chain: list[Frame]) -> dict[Name, Value]:
    """The variables around an inner function that it uses, and that the inner functions use which it uses."""
    found: dict[Name, Value] = {}

    def add(text: Text, level: int) -> None:
        for word in sorted(free_words(text)):
            for depth in range(level, len(chain)):
                if word in chain[depth].locals:
                    one(word, depth, word in nonlocals_in(text))
                    break

    def one(word: str, depth: int, assigned: bool) -> None:
        frame, key = chain[depth], (OUTER - depth, word)
        if assigned and (frame.text, word) not in ev.unit.boxed:
            ev.unit.boxed.add((frame.text, word))
            raise WalkAgain
        binding = ev.env.get((frame.path, word))
        if key in found or binding is None:
            return
        if (frame.text, word) in ev.unit.boxed:
            found[key] = ev.value_of(binding)
            return
        with ev.within(frame):
            value = ev.read(word, frame.text.tree)
        kind = value.type
        if isinstance(kind, Function):
            if kind.frame in chain:
                found[key] = Value(Inner(kind.node, chain.index(kind.frame)))
                add(ev.inner_text(kind), chain.index(kind.frame))
            else:
                found[key] = Value(Lost())
        else:
            found[key] = Value(Lost()) if isinstance(kind, Loop | Method) else value

    add(text, 0)
    return found


def nonlocals_in(text: Text) -> set[str]:
    """The names that a function, or one inside it, declares nonlocal."""
    return {name for part in ast.walk(text.tree) if isinstance(part, ast.Nonlocal) for name in part.names}


def call_closure(
    ev: Evaluator, function: Function, text: Text, arguments: dict[str, Value], node: Node, filling: str
) -> Value:
    """A call of an inner function that calls itself."""
    unit, chain = ev.unit, chain_of(function)
    values: dict[Name, Value] = {(0, word): value for word, value in arguments.items()}
    types: list[Type] = []
    for value in arguments.values():
        if isinstance(value.type, Loop | Method | Function):
            what = f"{value.type.called} given to a function that calls itself"
            raise ev.refused(
                node, what, "make a list of it first, or use it in the inner function by its name"
            )
        types.append(unit.parameter_type(value, None, True))
    around = captured(ev, function, text, chain)
    values |= around
    types += [value.type for value in around.values()]
    if ev.dead:
        return EMPTY
    key = "closure", text, filling, tuple(values)

    def make(types: list[Type]) -> Instance:
        return Closure(unit, function, text, list(values), types, unit.new_name(name_of(text)), filling)

    return unit.call_instance(ev, unit.found_instance(key, types, make), list(values.values()), node)  # type: ignore[no-any-return]


def name_of(text: Text) -> str:
    return getattr(text.tree, "name", "lambda")


def make_boxes(ev: Evaluator, frame: Frame) -> None:
    """Give every variable of a frame that lies in a box one of its own."""
    from zermelo.kernel.machine.lists import list_with, site_type

    for text, word in sorted(ev.unit.boxed, key=lambda pair: pair[1]):
        if text is frame.text and not ev.dead:
            with ev.within(frame):
                kind = site_type(ev, text.tree, list, ("box", word))
                box, now = list_with(ev, kind, []), ev.env.get((frame.path, word))
                if now is not None:
                    put_in_box(ev, box, ev.value_of(now))
                ev.env[frame.path, word] = Binding(box.type, box)


def put_in_box(ev: Evaluator, box: Value, value: Value) -> None:
    """Assign to a variable that lies in a box."""
    kind: Any = box.type
    kind.holds(ev.unit, value.type)
    if not kind.element_type.static and not ev.dead:
        kind.put(ev, box, "0", value)
    ev.line(f"store i64 1, ptr {box.ref}, align 8")


def taken_from_box(ev: Evaluator, box: Value, word: str) -> Value:
    """The value of a variable that lies in a box."""
    kind: Any = box.type
    ev.fail_if(ev.op(f"icmp eq i64 {kind.count(ev, box)}, 0"), ev.unbound(word))
    found = kind.at_place(ev, box, Value(INT, "0"))
    return ev.settled(found) if found.moves else found


def inner_arguments(
    ev: Evaluator, function: Function, text: Text, call: Call, node: Node
) -> dict[str, Value]:
    """The parameters of an inner function with what a call gives them."""
    parameters, rules = Parameters.of_tree(function.node), function.node.args  # type: ignore[attr-defined]
    last = parameters.positional[len(parameters.positional) - len(rules.defaults) :]
    written = dict(zip(last, rules.defaults, strict=True))
    written |= {a.arg: d for a, d in zip(rules.kwonlyargs, rules.kw_defaults, strict=True) if d is not None}

    def default(node: ast.expr) -> Value:
        with ev.within(function.frame):
            return ev.expr(node)

    return parameters.filled(ev, call, {name: lambda d=d: default(d) for name, d in written.items()}, node)  # type: ignore[misc]


class Targets:
    """The names that a comprehension has for itself."""

    comprehension = True

    def __init__(self, generators: list[ast.comprehension]) -> None:
        names = {p.id for g in generators for p in ast.walk(g.target) if isinstance(p, ast.Name)}
        self.stored = names
        self.tree: Any = generators[0].iter


def comprehend(
    ev: Evaluator, node: Any, frame: Frame, path: int, first: Value, body: Callable[[Value], None]
) -> None:
    """Give every element of a comprehension to a body, which is text of the frame where it is looped over."""
    from zermelo.kernel.machine.evaluate import Frame as NewFrame

    outer, outer_path, handlers = ev.frame, ev.path, ev.handlers
    generators = node.generators
    with ev.inside(node, ("comprehension", path)) as inner:
        own = NewFrame(inner, Targets(generators), None, frame.rule, frame)  # type: ignore[arg-type]
        own.comprehension = True  # type: ignore[attr-defined]

        def level(depth: int) -> None:
            if depth == len(generators):
                value = ev.settled(ev.expr(node.elt))
                inside, ev.handlers = ev.handlers, handlers
                with ev.within(outer, ev.instance.site(outer_path, ev.path, "given")):
                    if not ev.dead:
                        body(value)
                ev.handlers = inside
                return
            generator = generators[depth]
            if generator.is_async:
                raise ev.refused(node, "`async for`")

            def one(value: Value) -> None:
                with ev.within(own, ev.path):
                    skip = ev.merge(generator, "skip", "skip")
                    ev.store_to(generator.target, value)
                    for number, condition in enumerate(generator.ifs):
                        on = ev.merge(generator, ("if", number), "if")
                        ev.jump(condition, on, skip)
                        on.enter()
                    if not ev.dead:
                        level(depth + 1)
                    skip.arrive()
                    skip.enter()

            ev.each(first if depth == 0 else ev.looped(generator.iter), one, generator)

        with ev.within(own):
            level(0)
        if not ev.dead:
            ev.forget(inner)
