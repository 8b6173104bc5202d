"""Python's hash of a text: SipHash, one round for each word three at the end, from keys of the process."""

from __future__ import annotations

from typing import Any

from zermelo.kernel.machine.text_library import letter

FIRST, SECOND, THIRD, FOURTH = 0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573


def text_hash(text: Any) -> int:
    """hash(text); the letters of a text take one, two or four bytes, as the largest of them needs."""
    count = len(text)
    if count == 0:
        return 0
    wide = 1
    for place in range(count):
        code = letter(text, place)
        if code > 65535:
            wide = 4
        elif code > 255 and wide == 1:
            wide = 2
    first = hash_key(0) ^ FIRST
    second = hash_key(1) ^ SECOND
    third = hash_key(0) ^ THIRD
    fourth = hash_key(1) ^ FOURTH
    word = 0
    filled = 0
    for place in range(count):
        word |= letter(text, place) << 8 * filled
        filled += wide
        if filled == 8:
            first, second, third, fourth = hash_round(first, second, third, fourth ^ word)
            first ^= word
            word = 0
            filled = 0
    word |= (count * wide & 255) << 56
    first, second, third, fourth = hash_round(first, second, third, fourth ^ word)
    first ^= word
    third ^= 255
    for _ in range(3):
        first, second, third, fourth = hash_round(first, second, third, fourth)
    word = first ^ second ^ third ^ fourth
    return -2 if word == -1 else word


def hash_round(first: int, second: int, third: int, fourth: int) -> tuple[int, int, int, int]:
    first = first + second
    third = third + fourth
    second = turned(second, 13) ^ first
    fourth = turned(fourth, 16) ^ third
    first = turned(first, 32)
    third = third + second
    first = first + fourth
    second = turned(second, 17) ^ third
    fourth = turned(fourth, 21) ^ first
    third = turned(third, 32)
    return first, second, third, fourth


# -- words of the compiler ------------------------------------------------------------------------------


def turned(word: int, bits: int) -> int:
    """A word turned to the left."""
    return (word << bits | word >> 64 - bits) & (1 << 64) - 1


def hash_key(number: int) -> int:
    """One of the two keys of the process."""
    raise NotImplementedError
