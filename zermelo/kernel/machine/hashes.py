"""Python's own hash of values: it decides in which order a set gives its members.

A set of machine code is the table that CPython has (set_library.py), so that a loop over it goes the same
way. Texts have a hash that is another one in each process: its keys, and tables that rest on it, are no part
of what a unit is known by (`seeded`). Dictionaries, whose order is that of insertion, have a hash of ours for
texts (`stable`).
"""

from __future__ import annotations

import ctypes
import dataclasses
import sys
from enum import Enum
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

from zermelo.kernel import primitives
from zermelo.kernel.machine import hash_library
from zermelo.kernel.machine.enums import Membership
from zermelo.kernel.machine.numbers import BITS, FLOAT, INT, Number, signed
from zermelo.kernel.machine.texts import Text
from zermelo.kernel.machine.tuples import Tuple, own_method
from zermelo.kernel.machine.types import Node, Type, Value, is_none
from zermelo.kernel.machine.unions import Union
from zermelo.kernel.structs import fields_of, is_named_tuple

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

PRIME = (1 << 61) - 1
"""Whole numbers hash to themselves modulo this."""
LANES = 11400714785074694791, 14029467366897019727, 2870177450012600261
"""The factors and the start of the hash of a tuple."""
SEED = signed(primitives.SEED)
TRIED = ("a", "abcdefgh", "two words, or three", "\u00e9t\u00e9", "\u2713 done", "\U0001f600")
"""Texts by which it is seen whether a hash is Python's."""


@cache
def process_keys() -> tuple[int, int] | None:
    """The keys of this process's hash of texts; None where they cannot be had."""
    if sys.hash_info.algorithm != "siphash13" or sys.hash_info.cutoff:
        return None
    try:
        first, second = (ctypes.c_uint64 * 2).in_dll(ctypes.pythonapi, "_Py_HashSecret")
    except (AttributeError, ValueError):
        return None
    return (first, second) if all(plain_hash(text, first, second) == hash(text) for text in TRIED) else None


def plain_hash(text: str, first: int, second: int) -> int:
    """`text_hash` of the library, run by Python."""
    names = {**vars(hash_library), "hash_key": lambda number: (first, second)[number]}
    names["letter"] = lambda text, place: ord(text[place])

    def round_(a: int, b: int, c: int, d: int) -> tuple[int, ...]:
        return tuple(word % (1 << 64) for word in wide_round(*(word % (1 << 64) for word in (a, b, c, d))))

    wide_round = FunctionType(hash_library.hash_round.__code__, {**names, "turned": turned_down})
    names["hash_round"] = round_
    return signed(FunctionType(hash_library.text_hash.__code__, names)(text))


def turned_down(word: int, bits: int) -> int:
    return hash_library.turned(word % (1 << 64), bits)


def is_seeded(kind: Type) -> bool:
    """Whether Python's hash of such values is another one in each process."""
    if isinstance(kind, Tuple):
        return any(map(is_seeded, kind.elements))
    if isinstance(kind, Union):
        return any(map(is_seeded, kind.members))
    inner = getattr(kind, "element_type", None)
    if inner is not None:
        return is_seeded(inner)
    return isinstance(kind, Text) or (isinstance(kind, Membership) and not isinstance(kind, Number))


def has_order(kind: Type) -> bool:
    """Whether Python's hash of such values is known."""
    if isinstance(kind, Text | Membership) and not isinstance(kind, Number):
        own = kind.kind.__hash__ if isinstance(kind, Membership) else str.__hash__
        return own in (Enum.__hash__, str.__hash__) and process_keys() is not None
    if isinstance(kind, Tuple):
        return own_hash(kind) is None and all(has_order(each) for each in kind.elements)
    if isinstance(kind, Union):
        return all(map(has_order, kind.members))
    if isinstance(kind, Number) or kind.static:
        return True
    inner = getattr(kind, "element_type", None)
    return inner is not None and has_order(inner)


def own_hash(kind: Tuple) -> Any:
    """The __hash__ that the user wrote for a class of records."""
    return own_method(kind.kind, "__hash__") if kind.kind is not None else None


def hash_word(ev: Evaluator, value: Value, node: Node, stable: bool = False) -> str:
    """hash(value) as an i64; `stable`: one of ours where that of Python is another one in each process."""
    value = ev.general(value) if value.const and value.known is not None else value
    kind = value.type
    if is_none(kind):
        return str(hash(None))
    if isinstance(kind, Number):
        return number_hash(ev, value)
    if isinstance(kind, Text | Membership) and has_order(kind) and not stable:
        return ev.convert(ev.library("text_hash", [hashed_text(ev, kind, value, node)], node), INT).ref
    if isinstance(kind, Tuple):
        if own_hash(kind) is not None:
            raise ev.refused(node, f"{kind.called} with a __hash__ of its own in a set", "leave __hash__ out")
        return tuple_hash(ev, kind, value, node, stable)
    if isinstance(kind, Union):
        place = ev.place()

        def one(member: Type, part: Value) -> None:
            found = str(hash(None)) if is_none(member) else hash_word(ev, part, node, stable)
            ev.line(f"store i64 {found}, ptr {place}, align 8")

        kind.each_member(ev, value, one, together=True)
        return ev.op(f"load i64, ptr {place}, align 8")
    own = getattr(kind, "hash_word", None)
    if own is not None:
        return own(ev, value, node)  # type: ignore[no-any-return]
    if kind.changeable:
        ev.fail(ev.unit.failures.of(TypeError, f"unhashable: {kind.called}"))
        return "0"
    return not_minus_one(ev, kind.hashed(ev, value, str(SEED)))


def not_minus_one(ev: Evaluator, word: str, instead: int = -2) -> str:
    return ev.op(f"select i1 {ev.op(f'icmp eq i64 {word}, -1')}, i64 {instead}, i64 {word}")


def number_hash(ev: Evaluator, value: Value) -> str:
    if value.type is FLOAT:
        return float_hash(ev, value.ref)
    if value.type is BITS:
        return ev.op(f"urem i64 {value.ref}, {PRIME}")
    if value.type.llvm == "i1":
        return ev.op(f"zext i1 {value.ref} to i64")
    return not_minus_one(ev, ev.op(f"srem i64 {value.ref}, {PRIME}"))


def float_hash(ev: Evaluator, number: str) -> str:
    """A fraction is m · 2^e; that hashes to m · 2^(e mod 61), a rotation modulo PRIME."""
    bits = ev.op(f"bitcast double {number} to i64")
    exponent = ev.op(f"and i64 {ev.op(f'lshr i64 {bits}, 52')}, 2047")
    low = ev.op(f"and i64 {bits}, {(1 << 52) - 1}")
    tiny = ev.op(f"icmp eq i64 {exponent}, 0")
    whole = ev.op(f"select i1 {tiny}, i64 {low}, i64 {ev.op(f'or i64 {low}, {1 << 52}')}")
    scale = ev.op(f"select i1 {tiny}, i64 1, i64 {exponent}")
    # 1075 below the exponent, made positive by a multiple of 61
    turn = ev.op(f"urem i64 {ev.op(f'add i64 {scale}, {61 * 18 - 1075}')}, 61")
    left = ev.op(f"and i64 {ev.op(f'shl i64 {whole}, {turn}')}, {PRIME}")
    back = ev.op(f"sub i64 61, {turn}")
    found = ev.op(f"or i64 {left}, {ev.op(f'lshr i64 {whole}, {back}')}")
    found = ev.op(f"select i1 {ev.op(f'icmp eq i64 {found}, {PRIME}')}, i64 0, i64 {found}")
    endless = ev.op(f"icmp eq i64 {exponent}, 2047")
    found = ev.op(f"select i1 {endless}, i64 314159, i64 {found}")
    negative = ev.op(f"icmp slt i64 {bits}, 0")
    return not_minus_one(ev, ev.op(f"select i1 {negative}, i64 {ev.op(f'sub i64 0, {found}')}, i64 {found}"))


def compared_fields(kind: Any) -> list[int]:
    """The places of the fields that equality of a record looks at."""
    if kind is None or is_named_tuple(kind) or not dataclasses.is_dataclass(kind):
        return []
    fields = {field.name: field for field in dataclasses.fields(kind)}
    chosen = [f.name for f in fields.values() if (f.compare if f.hash is None else f.hash)]
    return [place for place, name in enumerate(fields_of(kind)) if name in chosen]


def tuple_hash(ev: Evaluator, kind: Tuple, value: Value, node: Node, stable: bool) -> str:
    """CPython's variant of xxHash."""
    first, second, start = map(signed, LANES)
    plain = kind.kind is None or is_named_tuple(kind.kind)
    places = list(range(len(kind.elements))) if plain else compared_fields(kind.kind)
    if kind.uniform and len(places) == len(kind.elements) > 8:
        word = ev.place()
        ev.line(f"store i64 {start}, ptr {word}, align 8")

        def stir(place: Value) -> None:
            now = ev.op(f"load i64, ptr {word}, align 8")
            found = lane(
                ev, now, hash_word(ev, kind.element_at(ev, value, place), node, stable), first, second
            )
            ev.line(f"store i64 {found}, ptr {word}, align 8")

        ev.count_loop("0", str(len(places)), 1, stir, kind, "hash of all")
        found = ev.op(f"load i64, ptr {word}, align 8")
    else:
        found = str(start)
        for place in places:
            found = lane(
                ev, found, hash_word(ev, kind.element(ev, value, place), node, stable), first, second
            )
    return tuple_end(ev, found, str(len(places)))


def lane(ev: Evaluator, word: str, part: str, first: int, second: int) -> str:
    word = ev.op(f"add i64 {word}, {ev.op(f'mul i64 {part}, {second}')}")
    word = ev.op(f"call i64 @llvm.fshl.i64(i64 {word}, i64 {word}, i64 31)")
    return ev.op(f"mul i64 {word}, {first}")


def tuple_end(ev: Evaluator, word: str, count: str) -> str:
    mixed = ev.op(f"xor i64 {count}, {signed(LANES[2] ^ 3527539)}")
    return not_minus_one(ev, ev.op(f"add i64 {word}, {mixed}"), 1546275796)


def hashed_text(ev: Evaluator, kind: Type, value: Value, node: Node) -> Value:
    """The text that is hashed for a text, or for a member of an enumeration."""
    if isinstance(kind, Membership):
        texts = isinstance(kind, Text)
        names = [str.__str__(member)[:] if texts else member._name_ for member in kind.members]
        return ev.general(kind.among(ev, value, names, "hashed", node))
    assert isinstance(kind, Text)
    return ev.convert(value, kind.open)


def constant_hash(unit: Any, kind: Type, value: Any, stable: bool = False) -> int:
    """What `hash_word` gives of a constant of this type."""
    if has_order(kind) and not (stable and is_seeded(kind)):
        return signed(hash(value))
    if isinstance(kind, Tuple) and (kind.kind is None or is_named_tuple(kind.kind)):
        first, second, word = LANES
        for part, inner in zip(value, kind.elements, strict=True):
            word = (word + constant_hash(unit, inner, part, stable) * second) % (1 << 64)
            word = ((word << 31 | word >> 33) % (1 << 64)) * first % (1 << 64)
        return not_minus(signed(word + (len(value) ^ LANES[2] ^ 3527539)), 1546275796)
    if isinstance(kind, Union):
        for member in kind.members:
            if is_none(member) == (value is None) and (
                value is None or unit.join(member, unit.type_of(value)) == member
            ):
                return constant_hash(unit, member, value, stable)
    own = getattr(kind, "constant_hash", None)
    if own is not None:
        return own(unit, value)  # type: ignore[no-any-return]
    return not_minus(signed(primitives.stirred(primitives.SEED, value)))


def not_minus(word: int, instead: int = -2) -> int:
    return instead if word == -1 else word
