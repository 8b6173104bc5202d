"""What the compiler has for the functions of Python that make texts, and for the words of text_library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine import text_library
from zermelo.kernel.machine.formats import as_text, written_as
from zermelo.kernel.machine.numbers import BITS, BOOL, INT
from zermelo.kernel.machine.texts import BYTES, ONE_LETTER, TEXT, WIDE, Text
from zermelo.kernel.machine.types import EMPTY, NOTHING, Call, Node, Value, known
from zermelo.kernel.machine.wide import Wide

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator
    from zermelo.kernel.machine.words import Words


def words(table: Words, unit: Any) -> None:
    """Enter the words of texts."""
    functions(table)
    number_texts(table)
    letters(table)
    room_words(table)


def functions(words: Words) -> None:
    """Enter the functions of Python that turn letters and values into texts."""

    @words.folding(ord)
    def ord_(ev: Evaluator, call: Call, node: Node) -> Value:
        value = call.values[0]
        kind = ev.as_type(value)
        if not isinstance(kind, Text):
            return ev.wrong_type(node, value)
        word = kind.word(ev, value)
        one = ev.op(f"icmp eq i64 {ev.op(f'lshr i64 {word}, 56')}, {ONE_LETTER >> 56 & 255}")
        wrong = ev.unit.failures.of(TypeError, "ord() expected a character")
        ev.fail_if(ev.op(f"xor i1 {one}, true"), wrong)
        return Value(INT, ev.op(f"and i64 {word}, {(1 << 56) - 1}"))

    @words.folding(chr)
    def chr_(ev: Evaluator, call: Call, node: Node) -> Value:
        number = ev.index(call.values[0], node)
        beyond = ev.unit.failures.of(ValueError, "chr() arg not in range(0x110000)")
        ev.fail_if(ev.op(f"icmp ugt i64 {number}, {0x10FFFF}"), beyond)
        return Value(TEXT, ev.op(f"or i64 {number}, {ONE_LETTER}"))

    @words.folding(str)
    def str_(ev: Evaluator, call: Call, node: Node) -> Value:
        return as_text(ev, call.values[0], node) if call.values else known("")

    @words.folding(repr)
    def repr_(ev: Evaluator, call: Call, node: Node) -> Value:
        return written_as(ev, call.values[0], node)

    @words.folding(format)
    def format_(ev: Evaluator, call: Call, node: Node) -> Value:
        from zermelo.kernel.machine.formats import by_rule

        rule = call.get(1, "format_spec", "")
        if not rule.const:
            raise ev.refused(node, "format() by a text that is made while rules run", "write the format out")
        return by_rule(ev, call.values[0], rule.known, node)


def number_texts(words: Words) -> None:
    """Enter bin(), oct(), hex() and bytes()."""
    for function, base, sign in ((bin, 2, "0b"), (oct, 8, "0o"), (hex, 16, "0x")):

        def digits(ev: Evaluator, call: Call, node: Node, base: int = base, sign: str = sign) -> Value:
            value = call.values[0]
            if isinstance(ev.as_type(value), Wide):
                return ev.library("wide_digits", [ev.general(value), known(base), known(sign)], node)
            if ev.as_type(value) is BITS:
                return ev.library("board_digits", [ev.general(value), known(base), known(sign)], node)
            return ev.library(
                "number_digits", [Value(INT, ev.index(value, node)), known(base), known(sign)], node
            )

        words.folding(function)(digits)

    @words.folding(bytes)
    def bytes_(ev: Evaluator, call: Call, node: Node) -> Value:
        if len(call.values) != 1:
            raise ev.refused(node, "bytes() of a text", "write b'…'")
        value = call.values[0]
        kind = ev.as_type(value)
        if isinstance(kind, Text):
            return value if kind.python is bytes else ev.wrong_type(node, value)
        if isinstance(kind, type(INT)) or kind is BOOL:
            return ev.library("no_bytes", [ev.convert(value, INT)], node)
        return ev.library("bytes_of", [value], node)


def width(ev: Evaluator, like: Value) -> int:
    """The bytes that a letter of such a text takes."""
    kind = ev.as_type(like)
    if not isinstance(kind, Text):
        ev.wrong_type(None, like)
        return 1
    return kind.width(ev.unit)


def pointer(ev: Evaluator, value: Value) -> str:
    """The address that a number is."""
    return ev.op(f"inttoptr i64 {ev.convert(value, INT).ref} to ptr")


def number(ev: Evaluator, value: Value) -> str:
    """The reference of a whole number."""
    return ev.convert(value, INT).ref


def letters(words: Words) -> None:
    """Enter the words of text_library that read and write letters, without any checks."""

    @words.word(text_library.letter)
    def letter(ev: Evaluator, call: Call, node: Node) -> Value:
        text, place = call.values
        kind = ev.as_type(text)
        if not isinstance(kind, Text):
            return ev.wrong_type(node, text)
        return Value(INT, kind.letter(ev, kind.word(ev, text), place))

    @words.word(text_library.part)
    def part(ev: Evaluator, call: Call, node: Node) -> Value:
        text, start, count = call.values
        return ev.as_type(text).part_of(ev, text, number(ev, start), number(ev, count))  # type: ignore[attr-defined, no-any-return]

    @words.word(text_library.copy_letters)
    def copy_letters(ev: Evaluator, call: Call, node: Node) -> Value:
        to, at, text, start, count = call.values
        kind = ev.as_type(text)
        if not isinstance(kind, Text):
            return ev.wrong_type(node, text)
        place, first, many = number(ev, at), number(ev, start), number(ev, count)
        given = f"ptr {pointer(ev, to)}, i64 {place}, i64 {kind.word(ev, text)}, i64 {first}, i64 {many}"
        bad = ev.op(f"call i1 @text_copy_{kind.width(ev.unit)}({given})")
        if kind.width(ev.unit) == 1 and kind.python is str:
            ev.fail_if(bad, ev.unit.failures.of(OverflowError, WIDE))
        return NOTHING

    @words.word(text_library.put_letter)
    def put_letter(ev: Evaluator, call: Call, node: Node) -> Value:
        to, at, code, like = call.values
        size, word = width(ev, like), number(ev, code)
        if size == 1 and not code.const:
            kind = ev.as_type(like)
            failure = (
                (ValueError, "bytes must be in range(0, 256)") if kind == BYTES else (OverflowError, WIDE)
            )
            ev.fail_if(ev.op(f"icmp ugt i64 {word}, 255"), ev.unit.failures.of(*failure))
        head = ev.op(f"getelementptr inbounds i8, ptr {pointer(ev, to)}, i64 8")
        address = ev.op(f"getelementptr inbounds i{8 * size}, ptr {head}, i64 {number(ev, at)}")
        ev.line(f"store i{8 * size} {ev.op(f'trunc i64 {word} to i{8 * size}')}, ptr {address}")
        return NOTHING


def room_words(words: Words) -> None:
    """Enter the words of text_library that take memory for letters and make texts of it."""

    @words.word(text_library.room_for)
    def room_for(ev: Evaluator, call: Call, node: Node) -> Value:
        count, like = call.values
        made = ev.claim(f"@text_room_{width(ev, like)}(ptr %context, i64 {number(ev, count)})")
        return Value(INT, ev.op(f"ptrtoint ptr {made} to i64"))

    @words.word(text_library.move_letters)
    def move_letters(ev: Evaluator, call: Call, node: Node) -> Value:
        to, source, count, like = call.values
        size = ev.op(f"mul i64 {number(ev, count)}, {width(ev, like)}")
        a, b = (ev.op(f"getelementptr inbounds i8, ptr {pointer(ev, each)}, i64 8") for each in (to, source))
        ev.line(f"call void @llvm.memmove.p0.p0.i64(ptr {a}, ptr {b}, i64 {size}, i1 false)")
        return NOTHING

    @words.word(text_library.made)
    def made(ev: Evaluator, call: Call, node: Node) -> Value:
        to, count, room, like = call.values
        kind = ev.as_type(like)
        if not isinstance(kind, Text):
            return EMPTY
        given = f"ptr %context, ptr {pointer(ev, to)}, i64 {number(ev, count)}, i64 {number(ev, room)}"
        return Value(
            BYTES if kind.python is bytes else TEXT,
            ev.op(f"call i64 @text_made_{kind.width(ev.unit)}({given})"),
        )
