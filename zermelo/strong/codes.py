"""Codes: every position as one 64-bit number, so that positions can be sorted and found again.

packed    the numbers of the state side by side, the first one lowest, each as wide as it needs to be
ranked    what the game's own `rank` gives, and `unrank` takes back
hashed    a hash of the state; the states themselves are held in memory (interpreted, and slow)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from zermelo.errors import RulesError, SearchError, ZermeloError
from zermelo.game import WORD
from zermelo.kernel.compiler.shape import Shape, rebuilt, words_of
from zermelo.kernel.primitives import UNCODED, hash_of, signed
from zermelo.kernel.threads import let_end
from zermelo.running.content import same
from zermelo.running.explain import blame, possible, reached_by

BITS = 63
"""Room for the fields of a packed state; codes are never negative."""
SAMPLE = 2000
"""Positions from random games that say how wide the fields are."""
LONGEST_GAME = 400


class TooWide(Exception):
    """A state does not fit in one code."""


@dataclass(frozen=True)
class Packed:
    """The numbers of a state side by side."""

    shape: Shape
    lows: tuple[int, ...]
    widths: tuple[int, ...]
    seen: tuple[tuple[int, int], ...] = ()
    """The smallest and the largest number of each field that is known of."""

    kind = "packed"

    @property
    def shifts(self) -> tuple[int, ...]:
        return tuple(sum(self.widths[:index]) for index in range(len(self.widths)))

    @classmethod
    def spanning(cls, shape: Shape, seen: Iterable[tuple[int, int]]) -> Packed:
        """Fields that hold these numbers; the bits that are left are shared out."""
        seen = tuple(seen)
        widths = [(high - low).bit_length() for low, high in seen]
        if sum(widths) > BITS:
            raise TooWide
        spare = (BITS - sum(widths)) // max(len(widths), 1)
        return cls(shape, tuple(low for low, _ in seen), tuple(width + spare for width in widths), seen)

    def widened(self, field: int, word: int) -> Packed:
        """So that this number fits in this field."""
        word = word & WORD if boards(self.shape)[field] else word
        seen = list(self.seen)
        low, high = seen[field]
        seen[field] = (min(low, word), max(high, word))
        return Packed.spanning(self.shape, seen)

    def words(self, state: Any) -> list[int]:
        found = words_of(state, self.shape)
        return [word & WORD if board else word for word, board in zip(found, boards(self.shape), strict=True)]

    def code_of(self, state: Any, run: Any = None) -> int:
        code = 0
        for index, (word, low, width, shift) in enumerate(
            zip(self.words(state), self.lows, self.widths, self.shifts, strict=True)
        ):
            if not 0 <= word - low < 1 << width:
                if run is not None:
                    run.unfit, run.unfit_word = index, word
                return UNCODED
            code |= (word - low) << shift
        return code

    def state_of(self, code: int) -> Any:
        words = [
            (code >> shift & (1 << width) - 1) + low
            for low, width, shift in zip(self.lows, self.widths, self.shifts, strict=True)
        ]
        return rebuilt(iter(words), self.shape)

    def lend(self, run: Any, compiled: bool) -> None:
        if not compiled:
            run.codec = self
            return
        run.code_lows[:], run.code_widths[:], run.code_shifts[:] = self.lows, self.widths, self.shifts

    def facts(self) -> dict[str, Any]:
        seen = [list(pair) for pair in self.seen]
        return {"kind": "packed", "lows": list(self.lows), "widths": list(self.widths), "seen": seen}


@dataclass(frozen=True)
class Ranked:
    """What the game itself gives."""

    game: Any

    kind = "ranked"

    def code_of(self, state: Any, run: Any = None) -> int:
        code = int(self.game.rank(state))
        if not -(1 << 63) <= code < 1 << 64:
            raise RulesError("rank_too_large", game=type(self.game).__name__, rank=code)
        return signed(code)

    def state_of(self, code: int) -> Any:
        return self.game.unrank(code)

    def lend(self, run: Any, compiled: bool) -> None:
        if not compiled:
            run.codec = self

    def facts(self) -> dict[str, Any]:
        return {"kind": "ranked"}


@dataclass(frozen=True)
class Hashed:
    """A hash; the states are remembered, and two with the same hash are refused."""

    game: Any
    shape: Shape | None = None
    most: int = 1 << 62
    """States that there is room for,"""
    each: int = 0
    """and bytes for each of them."""
    states: dict[int, Any] = field(default_factory=dict)

    kind = "hashed"

    @property
    def known_shape(self) -> Shape:
        """What the states are made of, where that is whole numbers."""
        assert self.shape is not None
        return self.shape

    def code_of(self, state: Any, run: Any = None) -> int:
        code = hash_of(state)
        if run is not None and (kept := self.states.setdefault(code, state)) != state:
            fault = "alike_not_equal" if same(kept, state) else "same_hash"
            raise RulesError(fault, game=type(self.game).__name__, kind=type(state).__name__)
        if len(self.states) > self.most:
            raise SearchError("states_need_memory", game=type(self.game).__name__, most=self.most)
        return code

    def state_of(self, code: int) -> Any:
        return self.states[code]

    def lend(self, run: Any, compiled: bool) -> None:
        if not compiled:
            run.codec = self

    def facts(self) -> dict[str, Any]:
        return {"kind": "hashed"}


Codec = Packed | Ranked | Hashed


def boards(shape: Shape) -> list[bool]:
    """Which numbers of a state are boards of bits."""
    return [leaf.kind == "bits" for leaf in shape.leaves]


def packed_for(game: Any, state: Any, shape: Shape) -> Packed:
    """Fields as wide as random games from this state say; raises TooWide where they do not fit."""
    blank = Packed(shape, (0,) * shape.words, (0,) * shape.words)
    ranges = [(word, word) if not board else (0, word) for word, board in first_words(blank, state)]
    for seen in sampled(game, state):
        words = blank.words(seen)
        for index, board in enumerate(boards(shape)):
            low, high = ranges[index]
            word = words[index]
            ranges[index] = (0, high | word) if board else (min(low, word), max(high, word))
    return Packed.spanning(shape, ranges)


def first_words(codec: Packed, state: Any) -> list[tuple[int, bool]]:
    return list(zip(codec.words(state), boards(codec.shape), strict=True))


def sampled(game: Any, start: Any) -> Iterable[Any]:
    """Positions of random games, always the same ones."""
    random, seen = Random(0), 0
    while seen < SAMPLE:
        state, moves = start, list[Any]()
        for _ in range(LONGEST_GAME):
            yield state
            seen += 1
            with told(game, moves):
                if seen >= SAMPLE or game.is_terminal(state):
                    break
                actions = possible(game, state)
                if not actions:
                    raise RulesError("no_actions", game=type(game).__name__, where=reached_by(moves))
                action = random.choice(actions)
                state = game.result(state, action)
                moves.append(action)


@contextmanager
def told(game: Any, moves: list[Any]) -> Iterator[None]:
    """Whatever the rules raise is told with the moves that led there."""
    try:
        yield
    except (ZermeloError, MemoryError):
        raise
    except BaseException as error:
        let_end(error)
        raise blame(game, error, reached_by(moves)) from error


def codec_from(facts: dict[str, Any], game: Any, shape: Shape | None) -> Codec:
    """The codes of a table, as its file describes them."""
    if facts["kind"] == "ranked":
        return Ranked(game)
    if facts["kind"] == "hashed" or shape is None:
        return Hashed(game, shape)
    seen = tuple((low, high) for low, high in facts["seen"])
    return Packed(shape, tuple(facts["lows"]), tuple(facts["widths"]), seen)
