"""What the games of a match say: scores, pairs, ratings, the test; of all games, or of those that count."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf

from zermelo.matches.bradley_terry import Pool, rate
from zermelo.matches.elo import Estimate, Sample, elo, normalised_elo, superiority
from zermelo.matches.records import DRAWN, FORFEITS, Record
from zermelo.matches.sprt import Sprt


@dataclass(frozen=True)
class Tally:
    """Wins, draws and losses of one player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is one, a draw one half."""
        return self.wins + self.draws / 2

    @classmethod
    def of(cls, scores: Iterable[float]) -> Tally:
        """From the scores of single games."""
        counts = Counter(scores)
        return cls(counts[1.0], counts[DRAWN], counts[0.0])


@dataclass(frozen=True)
class Comparison:
    """Two players, as the first sees it."""

    one: str
    other: str
    tally: Tally
    pairs: Sample
    """Finished pairs by their score: 0, ½, 1, 1½ and 2 points."""

    @property
    def elo(self) -> Estimate:
        """The difference, its error bars from the pairs; where these are all alike, nobody knows them."""
        found = elo(self.pairs)
        return found if self.pairs.error > 0 else Estimate(found.value, -inf, inf)

    @property
    def normalised_elo(self) -> Estimate:
        """The same in units of the spread of a game."""
        return normalised_elo(self.pairs)

    @property
    def superiority(self) -> float:
        """The likelihood of superiority (LOS), from 0 to 1."""
        return superiority(self.pairs)


@dataclass(frozen=True)
class Results:
    """The games of a match that were finished, in the order of their numbers."""

    names: tuple[str, ...]
    records: tuple[Record, ...] = field(repr=False)
    planned: int = 0
    """How many games there are to be at most."""
    sprt: Sprt | None = None
    finished: bool = False
    """Is the match over: all games played, or its test decided?"""
    openings: int = 0
    """How many different openings there are."""
    settings: dict[str, object] = field(default_factory=dict, compare=False, repr=False)

    def between(self, one: str, other: str) -> list[Record]:
        """The games of two players."""
        return [record for record in self.records if {record.as_max, record.as_min} == {one, other}]

    def compare(self, one: str, other: str) -> Comparison:
        """One player against another."""
        tally = Tally.of(record.score_of(one) for record in self.between(one, other))
        return Comparison(one, other, tally, pentanomial(self.between(one, other), one))

    def tally(self, name: str) -> Tally:
        """All games of a player."""
        return Tally.of(
            record.score_of(name) for record in self.records if name in (record.as_max, record.as_min)
        )

    @cached_property
    def pool(self) -> Pool:
        """Every player on one scale."""
        return rate(self.names, [(each.as_max, each.as_min, each.score) for each in self.records])

    @cached_property
    def crosstable(self) -> dict[str, dict[str, Tally]]:
        """What each scored against each of those it met."""
        found: dict[str, dict[str, Tally]] = {name: {} for name in self.names}
        for one in self.names:
            for other in self.names:
                if one != other and (games := self.between(one, other)):
                    found[one][other] = Tally.of(record.score_of(one) for record in games)
        return found

    @property
    def forfeits(self) -> list[Record]:
        """Games that were lost by a player's own fault."""
        return [record for record in self.records if record.reason in FORFEITS]

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of the test, between the first two players."""
        assert self.sprt is not None
        return self.sprt.llr(self.compare(*self.names[:2]).pairs)

    @property
    def decision(self) -> str | None:
        """What the test decides: H0, H1, or None so far."""
        return None if self.sprt is None else self.sprt.decision(self.compare(*self.names[:2]).pairs)


def pentanomial(records: Sequence[Record], name: str) -> Sample:
    """Finished pairs by what a player scored in them; half a pair says nothing."""
    points: dict[int, list[float]] = {}
    for record in records:
        points.setdefault(record.pair, []).append(record.score_of(name))
    counts = Counter(sum(scores) for scores in points.values() if len(scores) == 2)
    return Sample(tuple(counts[total / 2] for total in range(5)))


class Count:
    """The games that count, as they come in.

    A test looks at pairs in the order in which they were planned, and at none after the one that decides it:
    otherwise short games would come first, and the number of processes would change the answer.
    """

    def __init__(self, sprt: Sprt | None, one: str) -> None:
        self.sprt, self.one = sprt, one
        self.counted: list[Record] = []
        """In the order of their numbers."""
        self.known: dict[int, Record] = {}
        self.pairs = [0, 0, 0, 0, 0]
        self.decided = False

    def add(self, record: Record) -> None:
        """A game that was finished."""
        self.known[record.number] = record
        if self.sprt is None:
            insort(self.counted, record, key=lambda each: each.number)
        while self.sprt is not None and not self.decided and self.next_pair():
            self.decided = self.sprt.decision(Sample(tuple(self.pairs))) is not None

    def next_pair(self) -> bool:
        """Count the next pair, if both of its games are there."""
        found = [self.known.get(len(self.counted) + place) for place in (1, 2)]
        pair = [record for record in found if record is not None]
        if len(pair) < 2:
            return False
        self.counted += pair
        self.pairs[round(2 * sum(record.score_of(self.one) for record in pair))] += 1
        return True
