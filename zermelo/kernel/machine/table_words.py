"""The words that the libraries of sets and dictionaries are made of: the parts of a table, and hashes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine import dict_library, hash_library, set_library
from zermelo.kernel.machine.hashes import hash_word
from zermelo.kernel.machine.numbers import BOOL, INT
from zermelo.kernel.machine.tables import HEADER, SIGN
from zermelo.kernel.machine.types import NOTHING, Call, Node, Value

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator
    from zermelo.kernel.machine.words import Words


def table_words(words: Words) -> None:
    """Enter the words that the libraries of sets and dictionaries are made of."""
    head_words(words)
    entry_words(words)
    hash_words(words)


def place_in(ev: Evaluator, call: Call) -> tuple[Any, Value, str]:
    """The type of the table in a call, the table, and the number that follows it."""
    cells = call.values[0]
    return cells.type, cells, ev.convert(call.values[1], INT).ref


def head_words(words: Words) -> None:
    """Enter the words that read and write a table as a whole."""

    @words.word(set_library.head)
    def head(ev: Evaluator, call: Call, node: Node) -> Value:
        kind, cells = call.values[0].type, call.values[0]
        return Value(INT, kind.head(ev, cells, call.values[1].known))  # type: ignore[attr-defined]

    @words.word(set_library.set_head)
    def set_head(ev: Evaluator, call: Call, node: Node) -> Value:
        kind, cells = call.values[0].type, call.values[0]
        kind.set_head(ev, cells, call.values[1].known, ev.convert(call.values[2], INT).ref)  # type: ignore[attr-defined]
        return NOTHING

    @words.word(set_library.renew)
    def renew(ev: Evaluator, call: Call, node: Node) -> Value:
        kind, cells, size = place_in(ev, call)
        kind.renew(ev, cells, size)
        return NOTHING

    @words.word(set_library.same_table)
    def same_table(ev: Evaluator, call: Call, node: Node) -> Value:
        cells = call.values[0]
        found = Value(cells.type, ev.allocate(HEADER))
        ev.copy_words(found.ref, cells.ref, HEADER)
        return found

    @words.word(set_library.is_same)
    def is_same(ev: Evaluator, call: Call, node: Node) -> Value:
        left, right = call.values
        return Value(BOOL, ev.op(f"icmp eq ptr {left.ref}, {right.ref}"))


def entry_words(words: Words) -> None:
    """Enter the words that read and write one place of a table."""

    @words.word(set_library.raw_at)
    def raw_at(ev: Evaluator, call: Call, node: Node) -> Value:
        kind, cells, place = place_in(ev, call)
        return Value(INT, ev.op(f"load i64, ptr {kind.entry(ev, cells, place)}, align 8"))

    @words.word(set_library.key_at)
    def key_at(ev: Evaluator, call: Call, node: Node) -> Value:
        kind, cells, place = place_in(ev, call)
        return kind.part(ev, kind.entry(ev, cells, place), 0)  # type: ignore[no-any-return]

    @words.word(set_library.put_at)
    def put_at(ev: Evaluator, call: Call, node: Node) -> Value:
        kind, cells, place = place_in(ev, call)
        entry = kind.entry(ev, cells, place)
        ev.line(f"store i64 {ev.convert(call.values[2], INT).ref}, ptr {entry}, align 8")
        kind.put_part(ev, entry, 0, call.values[3])
        return NOTHING

    @words.word(set_library.kill_at)
    def kill_at(ev: Evaluator, call: Call, node: Node) -> Value:
        kind, cells, place = place_in(ev, call)
        ev.line(
            f"store i64 {ev.convert(call.values[2], INT).ref}, ptr {kind.entry(ev, cells, place)}, align 8"
        )
        return NOTHING


def hash_words(words: Words) -> None:
    """Enter the words that hash a key."""

    @words.word(dict_library.stable_hash)
    def stable_hash(ev: Evaluator, call: Call, node: Node) -> Value:
        found = hash_word(ev, call.values[0], node, stable=True)
        return Value(INT, ev.op(f"xor i64 {found}, {SIGN}"))

    @words.word(hash_library.turned)
    def turned(ev: Evaluator, call: Call, node: Node) -> Value:
        word, bits = (ev.convert(v, INT).ref for v in call.values)
        return Value(INT, ev.op(f"call i64 @llvm.fshl.i64(i64 {word}, i64 {word}, i64 {bits})"))

    @words.word(hash_library.hash_key)
    def hash_key(ev: Evaluator, call: Call, node: Node) -> Value:
        at = ev.at(ev.unit.hash_keys(), call.values[0].known)
        return Value(INT, ev.op(f"load i64, ptr {at}, align 8"))

    @words.word(set_library.raw_hash)
    def raw_hash(ev: Evaluator, call: Call, node: Node) -> Value:
        found = hash_word(ev, call.values[0], node)
        return Value(INT, ev.op(f"xor i64 {found}, {SIGN}"))
