"""States of one shape as text for the machine: built of words, written to memory, packed into one number."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from zermelo.kernel.compiler.set_shape import symbol_word
from zermelo.kernel.compiler.shape import COMPOUND, SYMBOLS, Shape
from zermelo.kernel.primitives import UNCODED
from zermelo.kernel.symbols import is_plain_enum, is_short, member_word, tag_of, text_word


def state_text(shape: Shape, word: str) -> str:
    """A state built of words, the text of each being `word` with its number."""
    return built_text(shape, [word.format(number) for number in range(shape.words)])


def built_text(shape: Shape, words: list[str]) -> str:
    """A value of this shape, from the text of each of its words."""
    left = iter(words)

    def built(part: Shape) -> str:
        if part.kind == "maybe":
            return f"maybe({next(left)}, {built(part.parts[0])})"
        if part.kind == "set":
            words = "".join(f"Bits({next(left)}), " for _ in range(part.words))
            return f"{set_maker(part)}(({words}))"
        if part.kind == "wide":
            return f"wide_of(({''.join(f'Bits({next(left)}), ' for _ in range(part.words))}))"
        if part.kind == "series":
            length, cells = next(left), "".join(built(part.parts[0]) + ", " for _ in range(part.most))
            return f"series({length}, ({cells}))"
        if part.kind in COMPOUND:
            parts = f"({''.join(built(inner) + ', ' for inner in part.parts)})"
            return f"long_text({parts})" if part.kind == "letters" else parts
        return word_as(part, next(left))

    return built(shape)


def set_text(shape: Shape, element: str) -> str:
    """The type of a set, whose members are of this type."""
    parts = tuple(p if isinstance(p, int) else tuple(map(symbol_word, p)) for p in shape.members)
    return f"Members({element}, {parts})"


def set_maker(shape: Shape) -> str:
    """What makes a set of its words: named by what may be in it."""
    told = repr((shape.parts, shape.members)).encode()
    return f"set_{blake2b(told, digest_size=4).hexdigest()}"


def word_as(leaf: Shape, word: str) -> str:
    """A word as what it stands for."""
    if leaf.kind == "enum":
        assert leaf.struct is not None
        return f"member({leaf.struct.__name__!r}, {tag_of(leaf.struct)}, {word})"
    return {"bits": "Bits({})", "text": "short_text({})"}.get(leaf.kind, "{}").format(word)


def places_in(shape: Shape, place: str) -> list[str]:
    """How each number of a state is read."""
    if shape.kind == "maybe":
        inner = built_text(shape.parts[0], ["0"] * shape.parts[0].words)
        given = f"({place} if {place} is not None else {inner})"
        return [f"whole({place} is not None)", *places_in(shape.parts[0], f"content_of{given}")]
    if shape.kind == "set":
        return [f"bits_of({place})[{index}]" for index in range(shape.words)]
    if shape.kind == "wide":
        return [f"wide_word({place}, {index})" for index in range(shape.words)]
    if shape.kind == "series":
        cells = (places_in(shape.parts[0], f"cells_in({place})[{index}]") for index in range(shape.most))
        return [f"length_in({place})", *(found for places in cells for found in places)]
    if shape.kind not in COMPOUND:
        return [f"plain_word({place})" if shape.kind in SYMBOLS else place]
    parts = (places_in(part, f"{place}[{index}]") for index, part in enumerate(shape.parts))
    return [found for places in parts for found in places]


def memory_text(state: Shape) -> list[str]:
    """`state_at`: the words of states one after another at an address."""
    built = state_text(state, f"load_word(address, index * {max(state.words, 1)} + {{}})")
    return ["@njit(**KERNEL)", "def state_at(address, index):", f"    return as_state({built})", ""]


def code_text(state: Shape) -> list[str]:
    """`code_of`, `state_of`: one number, field beside field, the first one lowest.

    How wide the fields are is not part of the text: it is read from the run.
    """
    lines = [f"UNCODED = {UNCODED}", "@njit(**KERNEL)", "def code_of(state, run):", "    code = uint64(0)"]
    for word, place in enumerate(places_in(state, "state")):
        lines += [
            f"    part = Bits({place}) - Bits(run.code_lows[{word}])",
            f"    if part >> Bits(run.code_widths[{word}]) != uint64(0):",
            f"        run.unfit = {word}",
            f"        run.unfit_word = signed({place})",
            "        return UNCODED",
            f"    code |= part << Bits(run.code_shifts[{word}])",
        ]
    lines += ["    return signed(code)", "", "@njit(**KERNEL)", "def state_of(code, run):"]
    lines += ["    board = Bits(code)"]
    for word in range(state.words):
        mask = f"((uint64(1) << Bits(run.code_widths[{word}])) - uint64(1))"
        part = f"(board >> Bits(run.code_shifts[{word}])) & {mask}"
        lines += [f"    word_{word} = signed(({part}) + Bits(run.code_lows[{word}]))"]
    return [*lines, f"    return as_state({state_text(state, 'word_{}')})", ""]


# -- constants -------------------------------------------------------------------------------------


def has_symbols(value: Any) -> bool:
    """Is it a text or a member of an enumeration, or are there any in it?"""
    if isinstance(value, list | tuple):
        return any(map(has_symbols, value))
    return isinstance(value, str) or is_plain_enum(type(value))


def symbol_text(value: Any, literal: Callable[[Any], str]) -> str:
    """A constant with symbols in it, as text; `literal` writes the numbers."""
    if isinstance(value, str):
        letters = "".join(f"short_text({text_word(letter)}), " for letter in value)
        return f"short_text({text_word(value)})" if is_short(value) else f"long_text(({letters}))"
    if is_plain_enum(kind := type(value)):
        return f"member({kind.__name__!r}, {tag_of(kind)}, {member_word(value)})"
    if isinstance(value, list | tuple):
        return f"({''.join(symbol_text(part, literal) + ', ' for part in value)})"
    return literal(value)
