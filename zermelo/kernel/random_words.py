"""Random numbers, the same stream in both worlds: here as Python runs them, in `compiler/chance.py` compiled.

A generator is one word of the run (`Run.random`, never 0): xorshift64*, by Sebastiano Vigna (2016).
"""

from __future__ import annotations

from zermelo.game import WORD

STAR = 0x2545F4914F6CDD1D
GOLDEN = 0x9E3779B97F4A7C15
STIRRING = 0xBF58476D1CE4E5B9


def generator(seed: int) -> int:
    """The first word of the generator with this seed, any whole number."""
    word = ((seed + 1) * GOLDEN) & WORD
    word = ((word ^ (word >> 30)) * STIRRING) & WORD
    return with_sign((word ^ (word >> 27)) | 1)


def with_sign(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def shuffled(word: int) -> int:
    """The word of a generator that comes after this one, with a sign."""
    word &= WORD
    word ^= word >> 12
    word ^= (word << 25) & WORD
    return with_sign(word ^ (word >> 27))


def below(word: int, number: int) -> int:
    """What the word of a generator says where a whole number from 0 to `number` - 1 is wanted."""
    return (((word * STAR) & WORD) * number) >> 64


RANDOM_WORDS = (shuffled, below)
