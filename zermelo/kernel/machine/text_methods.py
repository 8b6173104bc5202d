"""Methods of texts and bytes, by what text_library has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.numbers import BOOL, INT
from zermelo.kernel.machine.texts import NO_END, Text, codes
from zermelo.kernel.machine.types import EMPTY, Call, Node, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

SEARCHES = ("count", "find", "rfind", "index", "rindex", "startswith", "endswith")
ASKS = ("isalpha", "isdigit", "isdecimal", "isnumeric", "isspace", "isalnum", "isascii", "isupper", "islower")
CHANGES = ("upper", "lower", "swapcase", "capitalize", "title", "casefold")
STRIPS = ("strip", "lstrip", "rstrip")
PADS = ("ljust", "rjust", "center")
CUTS = ("partition", "rpartition", "removeprefix", "removesuffix")
FIRST = {"count": "letter_count", "find": "letter_find"}
"""What is quicker where a single letter is looked for."""


def text_method(ev: Evaluator, kind: Text, value: Value, name: str, call: Call, node: Node) -> Value:
    """value.name(…)"""
    if name in SEARCHES:
        return search(ev, kind, value, name, call, node)
    if name == "join":
        return ev.library("text_join", [value, call.values[0]], node)
    if name == "replace":
        return replaced(ev, kind, value, call, node)
    if name in CUTS:
        return ev.library(f"text_{name}", [value, text_argument(ev, kind, call.values[0], node)], node)
    if name == "split":
        return split(ev, kind, value, call, node)
    if name in PADS:
        blank = known(" " if kind.python is str else b" ")
        width, fill = whole(ev, call.values[0], node), call.values[1] if len(call.values) > 1 else blank
        return ev.library(f"text_{name}", [value, width, fill], node)
    if kind.python is bytes and name in ("decode", "hex", *STRIPS, *ASKS, *CHANGES):
        return bytes_method(ev, value, name, call, node)
    if name in STRIPS:
        some = call.get(0, "chars", None)
        return ev.library(f"text_{name}", [value, some], node)
    if name in (*ASKS, *CHANGES, "splitlines"):
        if call.values or call.named:
            raise ev.refused(node, f"{name}() with arguments")
        return ev.library(f"text_{'lower' if name == 'casefold' else name}", [value], node)
    if name == "zfill":
        return ev.library("text_zfill", [value, whole(ev, call.values[0], node)], node)
    if name == "translate":
        return translated(ev, value, call, node)
    if name == "format" and value.const:
        from zermelo.kernel.machine.formats import format_method

        return format_method(ev, value.known, call, node)
    if name == "format":
        raise ev.refused(node, "format() of a text that is made while rules run", "write an f-string")
    if name == "encode" and not call.values:
        return encoded(ev, value, node)
    if name in ("__str__", "__copy__"):
        return value
    raise ev.refused(node, f"the method {name}() of {kind.called}")


def whole(ev: Evaluator, value: Value, node: Node) -> Value:
    return Value(INT, ev.index(value, node))


def text_argument(ev: Evaluator, kind: Text, value: Value, node: Node) -> Value:
    """An argument that must be a text too."""
    found = kind.part(ev, value, node)
    if found is None or isinstance(ev.as_type(value), type(INT)):
        return ev.wrong_type(node, value)
    return found


def search(ev: Evaluator, kind: Text, value: Value, name: str, call: Call, node: Node) -> Value:
    """count, find and the like, from one place to another."""
    low, high = call.get(1, "start", 0), call.get(2, "end", None)
    low = known(0) if low.const and low.known is None else whole(ev, low, node)
    high = NO_END if high.const and high.known is None else whole(ev, high, node)
    some = call.values[0]
    if name in ("startswith", "endswith") and (parts := tuple_parts(ev, some)) is not None:
        found: Value = known(False)
        for each in parts:
            part = text_argument(ev, kind, each, node)
            one = ev.general(ev.library(f"text_{name}", [value, part, low, high], node))
            found = one if found.const else Value(BOOL, ev.op(f"or i1 {found.ref}, {one.ref}"))
        return found
    wanted = kind.part(ev, some, node)
    if wanted is None:
        return ev.wrong_type(node, some)
    if wanted.const and len(wanted.known) == 1 and name in FIRST and low.const:
        return ev.library(FIRST[name], [value, known(codes(wanted.known)[0]), low, high], node)
    return ev.library(f"text_{name}", [value, wanted, low, high], node)


def tuple_parts(ev: Evaluator, value: Value) -> list[Value] | None:
    """The parts of a tuple of texts."""
    if value.const:
        return list(map(known, value.known)) if isinstance(value.known, tuple) else None
    parts = getattr(value.type, "parts", None)
    return parts(ev, value) if parts is not None else None


def replaced(ev: Evaluator, kind: Text, value: Value, call: Call, node: Node) -> Value:
    old, new = (text_argument(ev, kind, each, node) for each in call.values[:2])
    if ev.dead:
        return EMPTY
    most = call.get(2, "count", -1)
    return ev.library("text_replace", [value, old, new, whole(ev, most, node)], node)


def split(ev: Evaluator, kind: Text, value: Value, call: Call, node: Node) -> Value:
    some, most = call.get(0, "sep", None), whole(ev, call.get(1, "maxsplit", -1), node)
    if some.const and some.known is None:
        if kind.python is bytes:
            raise ev.refused(node, "split() of bytes without a separator", "write the separator")
        return ev.library("text_words", [value, most], node)
    return ev.library("text_split", [value, text_argument(ev, kind, some, node), most], node)


def bytes_method(ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
    if name in STRIPS and call.values:
        return ev.library(f"text_{name}", [value, call.values[0]], node)
    raise ev.refused(node, f"the method {name}() of bytes", "work with the numbers in it")


def encoded(ev: Evaluator, value: Value, node: Node) -> Value:
    """text.encode(), where all letters are in ASCII."""
    return ev.library("text_encoded", [value], node)


def translated(ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
    """text.translate(table)"""
    table = call.values[0]
    if not table.const or not isinstance(table.known, dict):
        raise ev.refused(
            node, "translate() by a table that is made while rules run", "make the table outside the rules"
        )
    entries: dict[int, Any] = {}
    for code, new in table.known.items():
        entries[code] = "" if new is None else chr(new) if isinstance(new, int) else new
    keys = ev.unit.kept((id(table.known), "letters"), tuple(entries), table.known)
    texts = ev.unit.kept((id(table.known), "texts"), tuple(entries.values()), table.known)
    return ev.library("text_translate", [value, known(keys), known(texts)], node)
