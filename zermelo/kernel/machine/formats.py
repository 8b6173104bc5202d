"""Texts of values: str(), repr(), formatted texts, `%` and format()."""

from __future__ import annotations

import ast
import re
import string
from typing import TYPE_CHECKING, Any

from zermelo.game import Bits as BitsClass
from zermelo.kernel.machine.numbers import BITS, BOOL, FLOAT, INT
from zermelo.kernel.machine.texts import TEXT, Text
from zermelo.kernel.machine.types import EMPTY, NEVER, Call, Node, Value, known

if TYPE_CHECKING:
    from collections.abc import Callable

    from zermelo.kernel.machine.evaluate import Evaluator

RULE = re.compile(r"(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?", re.DOTALL)
PERCENT = re.compile(r"%(?:\((\w+)\))?([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+))?[hlL]?(.)", re.DOTALL)
BASES = {"d": 10, "b": 2, "o": 8, "x": 16, "X": 16}


def joined(ev: Evaluator, pieces: list[Value], node: Node) -> Value:
    """Texts one after the other."""
    found: Value = known("")
    for piece in pieces:
        if piece.type is NEVER or ev.dead:
            return EMPTY
        if found.const and piece.const:
            found = known(found.known + piece.known)
        else:
            found = piece if found.const and not found.known else ev.binary(ast.Add(), found, piece, node)
    return found


def as_text(ev: Evaluator, value: Value, node: Node) -> Value:
    """str(value)"""
    if value.const:
        return ev.folded(lambda: str(value.known), node)
    if value.type is NEVER or ev.dead:
        return EMPTY
    kind = value.type
    if isinstance(kind, Text) and kind.python is str:
        return Value(TEXT, kind.word(ev, value)) if kind.words == 1 else ev.convert(value, TEXT, node)
    own = getattr(kind, "as_text", None)
    if own is not None:
        return own(ev, value, node)  # type: ignore[no-any-return]
    return own_text(ev, value, ("__str__", "__repr__"), node) or written_as(ev, value, node)


def own_text(ev: Evaluator, value: Value, names: tuple[str, ...], node: Node) -> Value | None:
    """What a class of the user's own says its objects are printed as."""
    from zermelo.kernel.machine.tuples import own_method

    python = getattr(value.type, "kind", None)
    if not isinstance(python, type):
        return None
    for name in names:
        own = own_method(python, name)
        if own is not None:
            return ev.call_known(own, Call([value]), node)
    return None


def written_as(ev: Evaluator, value: Value, node: Node) -> Value:
    """repr(value)"""
    if value.const:
        return ev.folded(lambda: repr(value.known), node)
    if value.type is NEVER or ev.dead:
        return EMPTY
    from zermelo.kernel.machine.lists import List
    from zermelo.kernel.machine.tuples import Tuple
    from zermelo.kernel.machine.unions import Union

    kind = value.type
    if kind is INT:
        return ev.library("number_text", [value], node)
    if kind is BITS and repr(BitsClass(7)) == "7":
        return ev.library("board_digits", [value, known(10), known("")], node)
    if kind is BOOL:
        return one_of(ev, value, known("True"), known("False"), node)
    if isinstance(kind, Text) and kind.python is str:
        return ev.library("text_repr", [value], node)
    if isinstance(kind, Union):
        return of_members(ev, value, lambda member: written_as(ev, member, node), node)
    if (own := own_text(ev, value, ("__repr__",), node)) is not None:
        return own
    if isinstance(kind, Tuple) and kind.kind is None:
        parts = [written_as(ev, part, node) for part in kind.parts(ev, value)]
        pieces = [known("(")]
        for place, part in enumerate(parts):
            pieces += [known(", "), part] if place else [part]
        return joined(ev, [*pieces, known(",)" if len(parts) == 1 else ")")], node)
    if isinstance(kind, List) and kind.kind is list:
        inside = ev.library("sequence_text", [value, known(repr)], node)
        return joined(ev, [known("["), inside, known("]")], node)
    own = getattr(kind, "written_as", None)
    if own is not None:
        return own(ev, value, node)  # type: ignore[no-any-return]
    what = "a fraction" if kind is FLOAT else kind.called
    raise ev.refused(node, f"the text of {what}", "make texts of whole numbers and texts only")


def one_of(ev: Evaluator, condition: Value, yes: Value, no: Value, node: Node) -> Value:
    """One of two texts."""
    a, b = ev.convert(yes, TEXT, node), ev.convert(no, TEXT, node)
    return Value(TEXT, ev.op(f"select i1 {condition.ref}, i64 {a.ref}, i64 {b.ref}"))


def of_members(ev: Evaluator, value: Value, write: Callable[[Value], Value], node: Node) -> Value:
    """A text of each member of a union."""

    def branches(give: Callable[[Value], None]) -> None:
        def one(kind: Any, member: Value) -> None:
            with ev.inside(node, ("text of", repr(kind))):
                found = write(member)
            if not ev.dead:
                give(found)

        value.type.each_member(ev, value, one)  # type: ignore[attr-defined]

    return ev.chosen(node, "text of", branches)


def formatted_text(ev: Evaluator, node: ast.JoinedStr) -> Value:
    """f"…{value}…" """
    pieces = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            pieces.append(known(part.value))
            continue
        assert isinstance(part, ast.FormattedValue)
        value = ev.settled(ev.expr(part.value))
        rule = ev.expr(part.format_spec) if part.format_spec is not None else known("")
        if ev.dead:
            return EMPTY
        if not rule.const:
            raise ev.refused(node, "a format that is made while rules run", "write its width as a number")
        if part.conversion in (ord("r"), ord("a")):
            value = written_as(ev, value, node)
        elif part.conversion == ord("s"):
            value = as_text(ev, value, node)
        with ev.inside(part, "formatted"):
            pieces.append(by_rule(ev, value, rule.known, part))
    return joined(ev, pieces, node)


def by_rule(ev: Evaluator, value: Value, rule: str, node: Node) -> Value:
    """format(value, rule)"""
    from zermelo.kernel.machine.unions import Union

    if value.const:
        return ev.folded(lambda: format(value.known, rule), node)
    if value.type is NEVER or ev.dead:
        return EMPTY
    if not rule:
        shown = getattr(value.type, "formatted", None)
        return shown(ev, value, node) if shown is not None else as_text(ev, value, node)
    if isinstance(value.type, Union):
        return of_members(ev, value, lambda member: by_rule(ev, member, rule, node), node)
    match = RULE.fullmatch(rule)
    kind = value.type
    text = isinstance(kind, Text) and kind.python is str
    if match is None or match[7] or not (text or kind in (INT, BOOL, BITS)):
        raise ev.refused(node, f"the format `{rule}` of {kind.called}", "format whole numbers and texts only")
    fill, align, sign, mark, zero, width, _, precision, how = match.groups()
    size = int(width or 0)
    if text:
        if how not in (None, "s") or sign or mark or align == "=":
            ev.fail(ev.unit.failures.of(ValueError, "Unknown format code for a text"))
            return EMPTY
        if precision is not None:
            value = ev.slice(value, [known(0), known(int(precision)), known(None)], node)
        return aligned(ev, value, fill or ("0" if zero else " "), align or "<", size, node)
    if how == "c" and not sign and precision is None:
        letter = ev.call_known(chr, Call([value]), node)
        return aligned(ev, letter, fill or " ", align or "<", size, node)
    if (how or "d") not in BASES or precision is not None:
        if how in tuple("eEfFgG%"):
            raise ev.refused(
                node, f"the format `{rule}` of {kind.called}", "format whole numbers and texts only"
            )
        ev.fail(ev.unit.failures.of(ValueError, "Unknown format code for a whole number"))
        return EMPTY
    return number_by_rule(ev, value, (fill, align, sign, mark, zero), how or "d", size, node)


def number_by_rule(
    ev: Evaluator, value: Value, rule: tuple[Any, ...], how: str, size: int, node: Node
) -> Value:
    """A whole number with its sign, mark and zeros."""
    fill, align, sign, mark, zero = rule
    if value.type is BITS:
        raise ev.refused(node, "a format of Bits", "write int() around them")
    number = ev.convert(value, INT)
    prefix = {"b": "0b", "o": "0o", "x": "0x", "X": "0X"}.get(how, "") if mark else ""
    negative = Value(BOOL, ev.op(f"icmp slt i64 {number.ref}, 0"))
    digits = ev.library("number_digits", [number, known(BASES[how]), known("")], node)
    digits = ev.library("text_removeprefix", [digits, known("-")], node)
    if how == "X":
        digits = ev.library("text_upper", [digits], node)
    head = joined(
        ev,
        [one_of(ev, negative, known("-"), known({"+": "+", " ": " "}.get(sign, "")), node), known(prefix)],
        node,
    )
    if (zero and not align) or align == "=":
        length = ev.convert(head.type.length(ev, head, node), INT).ref
        rest = Value(INT, ev.op(f"sub i64 {size}, {length}"))
        return joined(
            ev,
            [head, ev.library("text_rjust", [digits, rest, known(fill or ("0" if zero else " "))], node)],
            node,
        )
    return aligned(
        ev, joined(ev, [head, digits], node), fill or ("0" if zero else " "), align or ">", size, node
    )


def aligned(ev: Evaluator, text: Value, fill: str, align: str, size: int, node: Node) -> Value:
    if size == 0 or ev.dead:
        return text
    if align == "^":
        return ev.library("text_centred", [text, known(size), known(fill)], node)
    name = {"<": "text_ljust", ">": "text_rjust"}[align]
    return ev.library(name, [text, known(size), known(fill)], node)


def percent(ev: Evaluator, left: Value, right: Value, node: Node) -> Value:
    """text % values"""
    if not left.const:
        raise ev.refused(node, "`%` of a text that is made while rules run", "write an f-string")
    if right.const:
        values = list(map(known, right.known)) if isinstance(right.known, tuple) else [right]
    else:
        from zermelo.kernel.machine.tuples import Tuple

        kind = right.type
        values = kind.parts(ev, right) if isinstance(kind, Tuple) and kind.kind is None else [right]
    pieces, at, used = [], 0, 0
    wrong = ev.unit.failures.of(TypeError, "not all arguments converted during string formatting")
    for match in PERCENT.finditer(left.known):
        pieces.append(known(left.known[at : match.start()]))
        at = match.end()
        if match[5] == "%":
            pieces.append(known("%"))
            continue
        if match[1] or "*" in (match[3] or "") + (match[4] or "") or match[5] not in "sdircxXo":
            raise ev.refused(node, f"`{match[0]}` in a text", "write an f-string")
        if used == len(values):
            ev.fail(ev.unit.failures.of(TypeError, "not enough arguments for format string"))
            return EMPTY
        with ev.inside(node, ("percent", used)):
            pieces.append(one_percent(ev, values[used], match, node))
        used += 1
    if used < len(values):
        ev.fail(wrong)
        return EMPTY
    return joined(ev, [*pieces, known(left.known[at:])], node)


def one_percent(ev: Evaluator, value: Value, match: re.Match[str], node: Node) -> Value:
    """One value of `text % values`."""
    flags, width, precision, how = match[2], match[3] or "", match[4], match[5]
    kind = ev.as_type(value)
    if how in "sr":
        value = as_text(ev, value, node) if how == "s" else written_as(ev, value, node)
        rule = f"{'<' if '-' in flags else '>'}{width}" + (f".{precision}" if precision else "")
        return by_rule(ev, value, rule if width or precision else "", node)
    if how == "c":
        if isinstance(kind, Text):
            return by_rule(ev, value, f"{'<' if '-' in flags else '>'}{width}" if width else "", node)
        return by_rule(ev, value, f"{'<' if '-' in flags else '>'}{width}c", node)
    if kind not in (INT, BOOL) or precision:
        return ev.wrong_type(node, value)
    sign = "+" if "+" in flags else " " if " " in flags else ""
    mark, zero = "#" if "#" in flags else "", "0" if "0" in flags and "-" not in flags else ""
    align = "<" if "-" in flags else "" if zero else ">"
    number = Value(INT, ev.convert(value, INT).ref)
    return by_rule(ev, number, f"{align}{sign}{mark}{zero}{width}{'d' if how == 'i' else how}", node)


def format_method(ev: Evaluator, text: str, call: Call, node: Node) -> Value:
    """text.format(…), where the text is known."""
    pieces: list[Value] = []
    automatic = 0
    for place, (literal, field, rule, conversion) in enumerate(string.Formatter().parse(text)):
        pieces.append(known(literal))
        if field is None:
            continue
        match = re.fullmatch(r"(\w*)((?:\.\w+|\[\d+\])*)", field)
        if match is None or "{" in (rule or ""):
            raise ev.refused(node, f"`{{{field}}}` in format()", "write an f-string")
        word = match[1]
        if not word:
            word, automatic = str(automatic), automatic + 1
        if word.isdigit():
            if int(word) >= len(call.values):
                ev.fail(
                    ev.unit.failures.of(
                        IndexError, "Replacement index out of range for positional args tuple"
                    )
                )
                return EMPTY
            value = call.values[int(word)]
        elif word in call.named:
            value = call.named[word]
        else:
            ev.fail(ev.unit.failures.of(KeyError, word))
            return EMPTY
        for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", match[2]):
            value = ev.attribute(value, name, node) if name else ev.item(value, known(int(index)), node)
        with ev.inside(node, ("format", place)):
            value = (
                written_as(ev, value, node)
                if conversion == "r"
                else as_text(ev, value, node)
                if conversion == "s"
                else value
            )
            pieces.append(by_rule(ev, value, rule or "", node))
    return joined(ev, pieces, node)
