"""tune(): weights of a linear `evaluate` from self-play, taken only if they win; tuning(): as it goes."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import pays_outcomes
from zermelo.limits import check_from
from zermelo.matches import crew
from zermelo.matches.arena import Arena, source_of
from zermelo.matches.entrants import Entrant
from zermelo.matches.match import matching
from zermelo.matches.openings import random_openings
from zermelo.matches.records import Fixture, Record, Terms
from zermelo.matches.regression import fitted, in_points, rounded, sampled
from zermelo.matches.results import Results
from zermelo.matches.sprt import Sprt, check_sprt
from zermelo.matches.weights import Weights, check_linear, names_of, reweighed, weights_of
from zermelo.running.contact import first_contact
from zermelo.running.options import EngineName, GameOrMaker, the_last_of, verb
from zermelo.running.workers import check_processes

GAMES = 200
"""Of a round of self-play, by default."""
MOST = 1000
"""Games of a test, by default."""
OPENING_PLIES = 6
ROUNDS = 3
NODES = 2000
"""For each move, where no limit is given."""
NEW, OLD = "new", "old"


@dataclass(frozen=True)
class Round:
    """One attempt at better weights."""

    number: int
    """From 1 on."""
    played: int = 0
    """Games of self-play that were finished in this round."""
    positions: int = 0
    """Of all rounds so far, that were fitted."""
    before: float = 0.0
    """How badly the old weights predict games that they were not fitted to: log loss, guessing has 0.693."""
    after: float = 0.0
    """How badly the new ones do."""
    weights: Weights = ()
    """The new weights; none yet while games are played."""
    test: Results | None = None
    """The new weights against the old ones, as far as that is known."""

    @property
    def accepted(self) -> bool | None:
        """Has the test called the new weights stronger?  None while it is open."""
        if self.test is None or not self.test.finished:
            return None
        return self.test.decision == "H1"


@dataclass(frozen=True)
class Tuning:
    """What is known so far."""

    names: tuple[str, ...]
    """Of the terms."""
    start: Weights
    """What it began with."""
    games: int
    """Of self-play in each round."""
    rounds: tuple[Round, ...] = ()
    finished: bool = False

    @property
    def weights(self) -> Weights:
        """The last ones that were accepted, or those it began with."""
        accepted = [each.weights for each in self.rounds if each.accepted]
        return accepted[-1] if accepted else self.start

    def with_round(self, latest: Round) -> Tuning:
        """The same with this round as the latest."""
        kept = self.rounds[: latest.number - 1]
        return replace(self, rounds=(*kept, latest))

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "start": dict(zip(self.names, self.start)),
            "weights": dict(zip(self.names, self.weights)),
            "rounds": [round_dict(self.names, each) for each in self.rounds],
        }


def round_dict(names: tuple[str, ...], found: Round) -> dict[str, Any]:
    """A round as plain data."""
    data = {**vars(found), "weights": dict(zip(names, found.weights)), "accepted": found.accepted}
    del data["test"]
    if found.test is not None:
        data |= {"games": len(found.test.records), "llr": found.test.llr}
    return data


@verb
def tuning(
    game: GameOrMaker,
    *,
    games: int = GAMES,
    rounds: int = ROUNDS,
    most: int = MOST,
    openings: int = OPENING_PLIES,
    sprt: Sprt | None = None,
    weights: Sequence[float] | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    engine: EngineName = "auto",
    seed: int = 0,
    processes: int = 1,
    cluster: str | None = None,
) -> Generator[Tuning, None, None]:
    """What is known after every game; takes what `tune` takes.  Leaving the loop stops it."""
    source = source_of(game)
    rules = source()
    first_contact(rules, None)
    check_linear(rules, seed)
    check_sprt(sprt)
    for option, given, least in (("games", games, 2), ("rounds", rounds, 1), ("openings", openings, 0)):
        check_from(option, given, least, whole=True)
    check_processes(processes)
    limits = {"depth": depth, "nodes": nodes, "seconds": seconds}
    asked: dict[str, Any] = {name: limit for name, limit in limits.items() if limit is not None}
    asked = {"engine": engine, **(asked or {"nodes": NODES})}
    who = {"processes": processes, "cluster": cluster}
    start = weights_of(rules if weights is None else reweighed(rules, weights))
    workshop = Workshop(source, rules, asked, openings, sprt or Sprt(0, 20), most, seed, who)
    return workshop.rounds(Tuning(names_of(rules), start, games), rounds)


@verb
@the_last_of(tuning)
def tune() -> None:
    """Fit the weights of a linear `evaluate` to games against itself, and take them only if they win.

    The game declares `terms(state)` and `weights` (docs/tune.md).  A round plays `games` games of the present
    weights against themselves, each from another opening of so many random plies, fits new weights to all
    results so far by logistic regression, and lets the new ones play the old ones until the test `sprt` is
    decided, or `most` games are played.  Weights that the test does not call stronger end it; otherwise there
    are so many `rounds`.  `weights` are those to begin with, by default the game's own.  `depth`, `nodes`
    (2,000 if nothing is said) or `seconds` are for a move; with the first two the same `seed` gives the same
    weights, in however many `processes`, or on a Dask `cluster`, the games are played.
    """


@dataclass(frozen=True)
class Workshop:
    """Where weights are made and tried."""

    source: Any
    game: Any
    limits: dict[str, Any]
    openings: int
    sprt: Sprt
    most: int
    seed: int
    who: dict[str, Any]
    """Plays the games: processes, or a cluster."""
    records: list[Record] = field(default_factory=list)
    """The games of all rounds."""

    def rounds(self, now: Tuning, rounds: int) -> Generator[Tuning, None, None]:
        """One round after another, until one brings nothing."""
        yield now
        for number in range(1, rounds + 1):
            for latest in self.attempt(number, now.weights, now.games):
                now = now.with_round(latest)
                yield now
            if not now.rounds[-1].accepted:
                break
        yield replace(now, finished=True)

    def attempt(self, number: int, old: Weights, games: int) -> Iterator[Round]:
        """Self-play, a fit, a test."""
        found, played = Round(number), []
        for record in self.self_play(number, old, games):
            played.append(record)
            found = replace(found, played=len(played))
            yield found
        self.records.extend(sorted(played, key=lambda record: record.number))
        found = self.fit(found, old)
        yield found
        players = [self.player(NEW, found.weights), self.player(OLD, old)]
        asked: Any = {"games": self.most, "openings": self.openings, "sprt": self.sprt, **self.who}
        with closing(matching(self.source, players, seed=self.seed_of(number, "test"), **asked)) as results:
            for test in results:
                found = replace(found, test=test)
                yield found

    def player(self, name: str, weights: Weights) -> Entrant:
        """The engine with these weights."""
        return Entrant(name, "engine", {**self.limits, "weights": weights})

    def seed_of(self, number: int, what: str) -> int:
        """Another one for each round and for what is done in it."""
        return 4 * (self.seed * ROUNDS_AT_MOST + number) + (what == "test")

    def self_play(self, number: int, weights: Weights, games: int) -> Iterator[Record]:
        """Each opening once: with the sides swapped, the same player would play the same game."""
        seed = self.seed_of(number, "self-play")
        found = random_openings(self.game, self.openings, games, seed)
        fixtures = [Fixture(place, place, NEW, OLD, opening) for place, opening in enumerate(found, 1)]
        players = (self.player(NEW, weights), self.player(OLD, weights))
        arena = Arena(f"tuning {seed} {weights}", self.source, players, Terms(), seed)
        with closing(crew.records(arena, fixtures, **self.who)) as records:
            yield from records

    def fit(self, found: Round, old: Weights) -> Round:
        """New weights from the games of all rounds."""
        import numpy as np

        sample = sampled(self.game, self.records)
        if not len(sample.scores):
            raise SearchError("nothing_to_fit", game=type(self.game).__name__)
        before = fitted(sample, (sample.terms @ np.array(old))[:, None])
        after = fitted(sample)
        outcome = pays_outcomes(self.game)
        new = after.weights if outcome else in_points(sample, after.weights)
        return replace(
            found, positions=len(sample.scores), before=before.loss, after=after.loss, weights=rounded(new)
        )


ROUNDS_AT_MOST = 1000
"""So that rounds of different seeds do not share one."""
