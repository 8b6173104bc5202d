"""How many positions a game has, too many to count: two expeditions, and what both have met.

An expedition goes through the game ply by ply, from at most `width` positions of each layer: of those that it
meets it keeps the ones with the smallest hashes, under a hash of its own.  If one met a and the other b
positions of a layer, and c of them are the same, the layer has about a * b / c: capture and recapture, as
animals are counted (Lincoln and Petersen).

Positions that many others lead to are met more often, so the figure is rather too small.  How much it depends
on the width shows by how much: wider expeditions come closer, and one that is as wide as the largest layer
counts.  If every further doubling of the width adds as much as the last ones did, that is rather too large.
Between the two lies the truth; where they are too far apart, nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from zermelo.strong.pieces import Pieces
from zermelo.strong.runs import children_of
from zermelo.strong.watch import Watch
from zermelo.strong.worker import Worker

WIDTHS = (1 << 12, 1 << 14, 1 << 16, 1 << 18)
"""Positions of a layer that expeditions go on from: more, until that suffices."""
WIDTHS_INTERPRETED = (1 << 7, 1 << 9)
EXPLORED, EXPLORED_INTERPRETED = 18_000_000, 60_000
"""Positions that a pair of expeditions may look at."""
LAYERS = 4096
"""Plies after which an expedition turns back."""
APART = 4
"""How many times the lower end of an estimate its upper end may be."""
ERRORS = 2
"""Standard errors that are allowed for."""
AGAIN = 0.1
"""Part of the positions that may stand in several layers."""


@dataclass(frozen=True)
class Figures:
    """How many positions there are: at least, at most and probably; None where that is not known."""

    low: int
    high: int | None = None
    largest: int | None = None
    """The largest layer."""

    @property
    def positions(self) -> int | None:
        """Between the two: by as much above the one as below the other."""
        return None if self.high is None else round(math.sqrt(self.low * self.high))

    def beyond(self, counted: int) -> Figures:
        """What was counted is certain."""
        if self.high is not None and self.high <= counted:
            return Figures(counted)
        return replace(self, low=max(self.low, counted))


@dataclass(frozen=True)
class Catch:
    """What two expeditions of one width met."""

    width: int
    layers: tuple[tuple[int, int, int], ...]
    """Of each layer: how many the one met, the other, and both."""
    overlap: float = 0.0
    """Positions that stand in a second layer."""

    @property
    def sizes(self) -> list[float]:
        """How large each layer is, at least; finite where nothing was met twice (Chapman 1951)."""
        return [(first + 1) * (second + 1) / (both + 1) - 1 for first, second, both in self.layers]

    @property
    def positions(self) -> float:
        return sum(self.sizes)

    @property
    def error(self) -> float:
        """The standard error of `positions`, as a part of it; layers that were met whole have none."""
        chances = [
            size**2 / (both + 1) * (1 - both / max(first, second))
            for size, (first, second, both) in zip(self.sizes, self.layers, strict=True)
        ]
        return math.sqrt(sum(chances)) / self.positions

    @property
    def least(self) -> float:
        """What there is at least, as good as certainly."""
        return self.positions / (1 + ERRORS * self.error)


def bracket(smaller: Catch, larger: Catch) -> tuple[float, float]:
    """At least, at most so many positions."""
    growth = larger.positions / smaller.positions
    growth = max(growth, 1.0) * (1 + ERRORS * (smaller.error + larger.error))
    widenings = math.log(max(max(larger.sizes) * growth / larger.width, 1), larger.width / smaller.width)
    return larger.least, larger.positions * growth**widenings


def figures(worker: Worker, watch: Watch, start: int, room: int) -> Figures:
    """What expeditions say, as wide as it takes; a game whose layers overlap tells them nothing."""
    before: Catch | None = None
    known = Figures(1)
    for catch in catches(worker, watch, start, room):
        if catch.overlap > AGAIN * catch.positions:
            return Figures(1)
        known = Figures(round(catch.least))
        low, high = (0.0, math.inf) if before is None else bracket(before, catch)
        if high <= APART * low:
            largest = max(catch.sizes) * high / catch.positions
            return Figures(round(low), round(high), round(largest))
        before = catch
    return known


def catches(worker: Worker, watch: Watch, start: int, room: int) -> Iterator[Catch]:
    """Wider and wider pairs of expeditions, as long as they do not take too long."""
    most = EXPLORED if worker.compiled else EXPLORED_INTERPRETED
    plies = 1
    for width in WIDTHS if worker.compiled else WIDTHS_INTERPRETED:
        if 2 * width * plies > most:
            return
        found = [expedition(worker, watch, start, room, width, seed, most // width) for seed in (1, 2)]
        if found[0] is None or found[1] is None:
            return
        yield compared(width, found[0], found[1])
        plies = len(found[0])


def expedition(
    worker: Worker, watch: Watch, start: int, room: int, width: int, seed: int, most: int
) -> list[Any] | None:
    """The positions met, layer by layer; None where the game goes on and on."""
    import numpy as np

    pieces, layers, level = Pieces(None, {}), list[Any](), np.array([start], "<i8")
    while len(level):
        layers.append(level)
        if len(layers) > min(LAYERS, most):
            return None
        level = chosen(children_of(worker, pieces, watch, room, level), width, seed)
    return layers


def chosen(codes: Any, width: int, seed: int) -> Any:
    """The codes with the smallest hashes, sorted."""
    import numpy as np

    if len(codes) <= width:
        return codes
    return np.sort(codes[np.argpartition(stirred(codes, seed), width)[:width]])


def stirred(codes: Any, seed: int) -> Any:
    """A hash of each code."""
    import numpy as np

    words = codes.view("<u8") * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed * 0x2545F4914F6CDD1D)
    for shift in (31, 32, 29):
        words ^= words >> np.uint64(shift)
        words *= np.uint64(0xD6E8FEB86659FD93)
    return words


def compared(width: int, one: list[Any], other: list[Any]) -> Catch:
    """What both have met, in the same layer and in different ones."""
    import numpy as np

    shared = np.zeros((len(one), len(other)), "<i8")
    codes, layers = flattened(other)
    for depth, level in enumerate(one):
        lows, highs = codes.searchsorted(level, "left"), codes.searchsorted(level, "right")
        for step in range(int((highs - lows).max())):
            met = (lows + step)[lows + step < highs]
            shared[depth] += np.bincount(layers[met], minlength=len(other))
    rows = zip_longest(map(len, one), map(len, other), shared.diagonal().tolist(), fillvalue=0)
    catch = Catch(width, tuple(rows))
    return replace(catch, overlap=overlap_of(catch, shared))


def flattened(layers: list[Any]) -> tuple[Any, Any]:
    """All codes of an expedition in order, and beside them the layer in which each was met."""
    import numpy as np

    codes = np.concatenate(layers)
    order = codes.argsort(kind="stable")
    return codes[order], np.repeat(np.arange(len(layers)), [len(level) for level in layers])[order]


def overlap_of(catch: Catch, shared: Any) -> float:
    """How many positions stand in a second layer, from what both have met in different layers."""
    import numpy as np

    sizes, met = np.array(catch.sizes), np.maximum(np.array(catch.layers)[:, :2], 1)
    rows, columns = shared.shape
    crossed = shared * np.outer(sizes[:rows] / met[:rows, 0], sizes[:columns] / met[:columns, 1])
    np.fill_diagonal(crossed, 0)
    return float(crossed.sum()) / 2
