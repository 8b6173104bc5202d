"""Lambdas, inner functions and comprehensions: text of another frame, written where it is called."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.sources import Text
from zermelo.kernel.machine.types import EMPTY, Call, Function, Loop, Node, Value

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator, Frame


def call_function(ev: Evaluator, function: Function, call: Call, node: Node) -> Value:
    """A call of a lambda or an inner function."""
    text = ev.inner_text(function)
    arguments = inner_arguments(ev, function, text, call, node)
    if ev.dead:
        return EMPTY
    frame = function.frame
    if text.is_generator:

        def each(ev: Evaluator, body: Callable[[Value], None], at: Any) -> None:
            ev.generate(None, text, arguments, frame.rule, at or node, body, frame)

        return Value(Loop("generator", each, (text, arguments)))
    return ev.inline(None, text, arguments, frame.rule, node, frame)


def inner_arguments(ev: Evaluator, function: Function, text: Text, call: Call, node: Node) -> dict[str, Value]:
    """The parameters of an inner function with what a call gives them."""
    rules = function.node.args  # type: ignore[attr-defined]
    if rules.vararg or rules.kwarg:
        raise ev.refused(node, "an inner function with `*`", "name its parameters")
    names = [a.arg for a in (*rules.posonlyargs, *rules.args)]
    given = dict(zip(names, call.values, strict=False)) | call.named
    defaults = dict(zip(names[len(names) - len(rules.defaults) :], rules.defaults, strict=True))
    defaults |= {a.arg: d for a, d in zip(rules.kwonlyargs, rules.kw_defaults, strict=True) if d is not None}
    found = {}
    for name in text.parameters:
        if name in given:
            found[name] = given[name]
        elif name in defaults:
            with ev.within(function.frame):
                found[name] = ev.expr(defaults[name])
        else:
            ev.fail(ev.unit.failures.of(TypeError, "an inner function got other arguments than it takes"))
            return {}
    if len(call.values) > len(names):
        ev.fail(ev.unit.failures.of(TypeError, "an inner function got other arguments than it takes"))
    return found


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
