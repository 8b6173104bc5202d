"""match: each pattern is tested on a value, and goes to the next case where it does not fit."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.environment import Merge
from zermelo.kernel.machine.numbers import BOOL, INT
from zermelo.kernel.machine.types import EMPTY, NEVER, Const, Type, Value, is_none, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

WHOLE = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
"""Classes whose one positional pattern is for the object itself."""


def match_statement(ev: Evaluator, node: ast.Match) -> None:
    """match"""
    value = ev.settled(ev.expr(node.subject))
    end = ev.merge(node, "end", "end")
    for place, case in enumerate(node.cases):
        onward = ev.merge(node, ("next", place), "next")
        with ev.inside(node, ("case", place)):
            fits(ev, case.pattern, value, onward)
            if case.guard is not None and not ev.dead:
                on = ev.merge(case, "guard", "guard")
                ev.jump(case.guard, on, onward)
                on.enter()
            ev.statements(case.body)
        end.arrive()
        onward.enter()
    end.arrive()
    end.enter()


def fits(ev: Evaluator, pattern: ast.pattern, value: Value, onward: Merge) -> None:
    """Go on here where a value fits a pattern, with its names bound; else to `onward`."""
    if ev.dead or value.type is NEVER:
        return
    if isinstance(pattern, ast.MatchValue):
        passes(ev, pattern, ev.compare("eq", value, ev.expr(pattern.value), pattern), onward)
    elif isinstance(pattern, ast.MatchSingleton):
        passes(ev, pattern, singleton(ev, pattern, value), onward)
    elif isinstance(pattern, ast.MatchAs):
        if pattern.pattern is not None:
            value = one_kind(ev, pattern.pattern, value)
            fits(ev, pattern.pattern, value, onward)
        if pattern.name is not None and not ev.dead:
            ev.assign(pattern.name, value)
    elif isinstance(pattern, ast.MatchOr):
        alternatives(ev, pattern, value, onward)
    elif isinstance(pattern, ast.MatchSequence):
        of_kind(ev, pattern, value, is_sequence, onward, lambda member: sequence(ev, pattern, member, onward))
    elif isinstance(pattern, ast.MatchClass):
        class_pattern(ev, pattern, value, onward)
    elif isinstance(pattern, ast.MatchMapping):
        is_dict = lambda kind: kind.is_instance(dict)  # noqa: E731
        of_kind(ev, pattern, value, is_dict, onward, lambda member: mapping(ev, pattern, member, onward))
    else:
        raise ev.refused(pattern, f"the pattern `{ast.unparse(pattern)}`", "write an if statement")


def one_kind(ev: Evaluator, pattern: ast.pattern, value: Value) -> Value:
    return value


def singleton(ev: Evaluator, pattern: ast.MatchSingleton, value: Value) -> Value:
    """`value is None`, `value is True`: a truth value is the same as a number only where it is one."""
    if pattern.value is not None and ev.as_type(value) is not BOOL and not hasattr(value.type, "members"):
        return known(False)
    return ev.compare("is", value, known(pattern.value), pattern)


def passes(ev: Evaluator, pattern: ast.pattern, found: Value, onward: Merge) -> None:
    """Go on here where a condition holds."""
    on = ev.merge(pattern, "on", "on")
    ev.go(ev.truth(found), on, onward)
    on.enter()


def alternatives(ev: Evaluator, pattern: ast.MatchOr, value: Value, onward: Merge) -> None:
    fine = ev.merge(pattern, "fine", "fine")
    for place, each in enumerate(pattern.patterns):
        other = ev.merge(pattern, ("other", place), "other")
        fits(ev, each, value, other)
        fine.arrive()
        other.enter()
    onward.arrive()
    fine.enter()


def of_kind(ev: Evaluator, pattern: ast.pattern, value: Value, wanted: Any, onward: Merge, act: Any) -> None:
    """Do something with the value where it is of a kind that is wanted."""
    from zermelo.kernel.machine.unions import Union

    if isinstance(value.type, Union):
        union = value.type
        kinds = [kind for kind in union.members if not is_none(kind) and wanted(kind)]
        if not kinds:
            onward.arrive()
            return
        if len(kinds) > 1:
            what = f"a pattern that {' and '.join(kind.called for kind in kinds)} may fit"
            raise ev.refused(pattern, what, "write a case for each of them")
        bit = union.is_one_of(ev, value, kinds)
        passes(ev, pattern, known(bit == "true") if bit in ("true", "false") else Value(BOOL, bit), onward)
        if not ev.dead:
            act(union.member(ev, value, kinds[0]))
        return
    kind = ev.as_type(value) if value.const and not has_no_type(ev, value) else value.type
    if is_none(value.type) or not wanted(kind):
        onward.arrive()
        return
    act(value)


def has_no_type(ev: Evaluator, value: Value) -> bool:
    return not ev.unit.has_type(value.known)


def is_sequence(kind: Type) -> bool:
    """Whether a sequence pattern may fit: lists, tuples and named tuples."""
    if isinstance(kind, Const):
        return isinstance(kind.value, list | tuple | range)
    return kind.is_instance(tuple) or kind.is_instance(list)


def sequence(ev: Evaluator, pattern: ast.MatchSequence, value: Value, onward: Merge) -> None:
    """[a, b, *rest]"""
    parts = pattern.patterns
    star = next((i for i, part in enumerate(parts) if isinstance(part, ast.MatchStar)), None)
    length = ev.convert(ev.general(value).type.length(ev, ev.general(value), pattern), INT)
    fixed = ev.fixed_length(value)
    wanted = len(parts) - (star is not None)
    if fixed is not None:
        right = known(fixed == wanted if star is None else fixed >= wanted)
    else:
        right = Value(BOOL, ev.op(f"icmp {'eq' if star is None else 'sge'} i64 {length.ref}, {wanted}"))
    passes(ev, pattern, right, onward)
    if ev.dead:
        return
    if star is None:
        values = ev.unpacked(value, len(parts), pattern)
    else:
        rest = parts[star]
        assert isinstance(rest, ast.MatchStar)
        if rest.name is None:
            after = len(parts) - star - 1
            first = [ev.item(value, known(i), pattern) for i in range(star)]
            values = [*first, EMPTY, *[ev.item(value, known(i - after), pattern) for i in range(after)]]
        else:
            values = ev.unpacked_with_star(value, star, len(parts), pattern)
    for part, each in zip(parts, [ev.settled(v) for v in values], strict=True):
        if not isinstance(part, ast.MatchStar):
            fits(ev, part, each, onward)
        elif part.name is not None and not ev.dead:
            ev.assign(part.name, each)


def class_pattern(ev: Evaluator, pattern: ast.MatchClass, value: Value, onward: Merge) -> None:
    """Kind(a, b, name=c)"""
    from zermelo.kernel.machine.conditions import is_kind

    kind = ev.expr(pattern.cls)
    if not kind.const or not isinstance(kind.known, type):
        raise ev.refused(pattern, f"the pattern `{ast.unparse(pattern)}`", "name a class")
    cls = kind.known

    def parts(member: Value) -> None:
        if cls in WHOLE and pattern.patterns:
            fits(ev, pattern.patterns[0], member, onward)
        else:
            names = list(getattr(cls, "__match_args__", ()))[: len(pattern.patterns)]
            if len(names) < len(pattern.patterns):
                said = f"{cls.__name__}() accepts {len(names)} positional sub-patterns ({len(pattern.patterns)} given)"
                ev.fail(ev.unit.failures.of(TypeError, said))
                return
            for name, each in zip(names, pattern.patterns, strict=True):
                fits(ev, each, ev.attribute(member, name, pattern), onward)
        for name, each in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
            if not ev.dead:
                fits(ev, each, ev.attribute(member, name, pattern), onward)

    if value.const:
        if isinstance(value.known, cls):
            parts(value)
        else:
            onward.arrive()
            ev.dead = True
        return
    of_kind(ev, pattern, value, lambda kind: is_kind(kind, cls), onward, parts)


def mapping(ev: Evaluator, pattern: ast.MatchMapping, value: Value, onward: Merge) -> None:
    """{key: a}"""
    if pattern.rest is not None:
        raise ev.refused(pattern, f"`**{pattern.rest}` in a pattern", "ask for the keys that you need")
    for key, part in zip(pattern.keys, pattern.patterns, strict=True):
        name = ev.expr(key)
        with ev.inside(key, "key"):
            passes(ev, part, ev.contains(value, name, pattern), onward)
            if not ev.dead:
                fits(ev, part, ev.item(value, name, pattern), onward)
