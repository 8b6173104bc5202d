"""The text of `code_of` and `state_of`: a state as one number, field beside field, the first one lowest.

How wide the fields are is no part of the text: it is read from the run.
"""

from __future__ import annotations

from zermelo.compiler.shape import Shape
from zermelo.primitives import UNCODED


def code_text(state: Shape, rebuilt: str) -> list[str]:
    """For states of this shape; `rebuilt` makes one of `word_0`, `word_1`, …"""
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
    return [*lines, f"    return as_state({rebuilt})", ""]


def places_in(shape: Shape, place: str) -> list[str]:
    """How each number of a state is read."""
    if shape.kind not in ("tuple", "struct"):
        return [place]
    inner = (places_in(part, f"{place}[{index}]") for index, part in enumerate(shape.parts))
    return [found for places in inner for found in places]
