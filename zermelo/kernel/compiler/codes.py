"""States of one shape as text for the machine: built of words, written to memory, packed into one number."""

from __future__ import annotations

from zermelo.kernel.compiler.shape import Shape
from zermelo.kernel.primitives import UNCODED


def state_text(shape: Shape, word: str) -> str:
    """A state built of words, the text of each being `word` with its number."""
    numbers = iter(range(shape.words))

    def built(part: Shape) -> str:
        if part.kind in ("tuple", "struct"):
            return f"({''.join(built(inner) + ', ' for inner in part.parts)})"
        text = word.format(next(numbers))
        return f"Bits({text})" if part.kind == "bits" else text

    return built(shape)


def places_in(shape: Shape, place: str) -> list[str]:
    """How each number of a state is read."""
    if shape.kind not in ("tuple", "struct"):
        return [place]
    inner = (places_in(part, f"{place}[{index}]") for index, part in enumerate(shape.parts))
    return [found for places in inner for found in places]


def memory_text(state: Shape) -> list[str]:
    """`state_at`: the words of states one after another at an address."""
    built = state_text(state, f"load_word(address, index * {max(state.words, 1)} + {{}})")
    return ["@njit(**KERNEL)", "def state_at(address, index):", f"    return as_state({built})", ""]


def code_text(state: Shape) -> list[str]:
    """`code_of`, `state_of`: one number, field beside field, the first one lowest.

    How wide the fields are is no part of the text: it is read from the run.
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
