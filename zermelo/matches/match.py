"""match(): players against each other until it is known who is stronger; matching(): the same, as it goes."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import MAX
from zermelo.limits import MatchClock
from zermelo.matches import crew
from zermelo.matches.arena import Arena, Hall, source_of
from zermelo.matches.entrants import AsPlayer, Entrant, entrant
from zermelo.matches.openings import Opening, from_book, random_openings
from zermelo.matches.records import Fixture, Record, Terms, replayed
from zermelo.matches.results import Count, Results
from zermelo.matches.schedule import Schedule, encounters, fixtures
from zermelo.matches.sprt import Sprt, check_sprt
from zermelo.matches.store import Store
from zermelo.messages import shortened
from zermelo.running.contact import first_contact
from zermelo.running.identity import describe, parameters_of, rules_hash
from zermelo.running.options import GameOrMaker, the_last_of, verb
from zermelo.running.players import refuse_more_than_two
from zermelo.running.workers import check_processes

GAMES = 100
"""Between every two who meet, by default."""
OPENING_PLIES = 4
"""Random ones, by default."""


@verb
def matching(
    game: GameOrMaker,
    players: Sequence[AsPlayer],
    *,
    games: int = GAMES,
    schedule: Schedule = "round-robin",
    openings: int | Iterable[Sequence[str]] = OPENING_PLIES,
    seconds: float | None = None,
    clock: MatchClock | None = None,
    margin: float = 0.1,
    most_plies: int | None = None,
    table: str | Path = "",
    adjudicate: int | None = None,
    sprt: Sprt | None = None,
    seed: int = 0,
    processes: int = 1,
    cluster: str | None = None,
    store: str | Path | None = None,
) -> Generator[Results, None, None]:
    """Results after every game, the first before any; takes what `match` takes.

    Leaving the loop stops the match, and the games that were finished are in its `store`.
    """
    source = source_of(game)
    rules = source()
    first_contact(rules, None)
    refuse_more_than_two(rules, "match")
    terms = Terms(seconds, clock, margin, most_plies, adjudicate)
    if adjudicate is not None and not table:
        raise SearchError("adjudicate_needs_table")
    entrants = tuple(map(entrant, players))
    plan = planned(rules, [each.name for each in entrants], schedule, games, openings, seed)
    check_sprt(sprt)
    if sprt is not None and len(entrants) != 2:
        raise SearchError("sprt_of_two", given=len(entrants))
    check_processes(processes)
    settings = settings_of(rules, entrants, schedule, plan, terms, str(table), seed)
    settings["sprt"] = None if sprt is None else vars(sprt)
    arena = Arena(key_of(settings), source, entrants, terms, seed, str(table))
    return Match(arena, plan, sprt, settings).results(processes, cluster, store)


@verb
@the_last_of(matching)
def match() -> None:
    """Let players play each other, each opening twice with the sides swapped, and say who is stronger.

    `game` is a game, or a function without arguments that makes it, in every process anew.  `players` are
    texts (`engine:depth=4`, `level:3`, `mcts:simulations=1000`, `table`, `expert`, `random`, `gtp:COMMAND`,
    `bot.py:function`; `name=…` names one) or functions of a state.  `games` is the number of games between
    every two who meet: all (`round-robin`), the first and each other (`gauntlet`) or neighbours (`ladder`).
    `openings` is the number of random plies, or the names of the moves of each opening.

    `seconds` for a move or a `clock` for a game are limits for everybody; who is late by more than `margin`
    seconds loses.  After `most_plies` a game is a draw; after `adjudicate` plies the solved `table` in a file
    ends it.  `sprt` ends the match as soon as its test is decided.

    The games are played in so many `processes` or on a Dask `cluster`, and kept in the file `store`, with
    which a match that was stopped goes on.  With limits of depth, nodes or simulations the same `seed` gives
    the same games, however many processes there are.

    >>> from zermelo.games import TicTacToe
    >>> results = match(TicTacToe(), ["expert", "random"], games=10, openings=1)
    >>> results.tally("expert").losses, len(results.records)
    (0, 10)
    """


def results_in(path: str | Path) -> Results:
    """What the file of a match says, which may be going on elsewhere."""
    with Store.open(path) as store:
        settings, records = store.settings(), store.records()
    if settings is None:
        raise SearchError("no_match_file", path=path, reason="it is empty")
    names = tuple(settings["players"])
    wanted = 2 * settings["pairs"] * len(encounters(settings["schedule"], names))
    sprt = Sprt(**settings["sprt"]) if settings.get("sprt") else None
    count = Count(sprt, names[0])
    for record in records:
        count.add(record)
    over = count.decided or len(count.counted) >= wanted
    return Results(names, tuple(count.counted), wanted, sprt, over, 0, settings)


@dataclass(frozen=True)
class Plan:
    """Which games are to be played."""

    names: tuple[str, ...]
    meeting: tuple[tuple[str, str], ...]
    openings: tuple[Opening, ...]
    pairs: int

    @property
    def fixtures(self) -> list[Fixture]:
        """All of them, in order."""
        return list(fixtures(self.meeting, self.openings, self.pairs))


def planned(
    game: Any,
    names: Sequence[str],
    schedule: Schedule,
    games: int,
    openings: int | Iterable[Sequence[str]],
    seed: int,
) -> Plan:
    """Who meets whom, and on which openings."""
    meeting = encounters(schedule, names)
    if isinstance(games, bool) or not isinstance(games, int) or games < 2 or games % 2:
        raise SearchError("games_in_pairs", given=repr(games))
    pairs = games // 2
    if isinstance(openings, int):
        if openings < 0:
            raise SearchError("not_from_up", option="openings", least=0, given=openings)
        found = random_openings(game, openings, pairs, seed)
    else:
        book = [(names, replayed(game, names)[-1]) for names in book_of(openings)]
        found = from_book(game, book, pairs, seed)
    return Plan(tuple(names), tuple(meeting), tuple(found), pairs)


def book_of(openings: Any) -> list[Opening]:
    """Openings that somebody wrote down: a list of the names of moves for each."""
    book = list(openings) if is_list(openings) else [openings]
    if not all(map(is_list, book)):
        raise SearchError("wrong_openings", given=shortened(openings))
    return [tuple(names) for names in book]


def is_list(given: Any) -> bool:
    """Is it a list of some kind, not one text?"""
    return isinstance(given, Iterable) and not isinstance(given, str | bytes)


def settings_of(
    game: Any, entrants: tuple[Entrant, ...], schedule: str, plan: Plan, terms: Terms, table: str, seed: int
) -> dict[str, Any]:
    """All that the games depend on, as plain data."""
    return {
        "game": describe(type(game).__name__, parameters_of(game)),
        "rules": rules_hash(game),
        "players": {each.name: each.written for each in entrants},
        "schedule": schedule,
        "first_opening": plan.openings[0],
        "terms": {**vars(terms), "clock": vars(terms.clock) if terms.clock else None},
        "table": table,
        "seed": seed,
        "pairs": plan.pairs,
    }


def key_of(settings: dict[str, Any]) -> str:
    """A name for a match, the same wherever it is played."""
    return hashlib.sha256(repr(sorted(settings.items())).encode()).hexdigest()[:16]


def check_can_be_sent(arena: Arena) -> None:
    """Refuse a game or a function that another process would not get."""
    import pickle

    try:
        pickle.dumps(arena)
    except Exception as error:
        raise SearchError("cannot_be_sent", reason=error) from None


@dataclass(frozen=True)
class Match:
    """A match that is to be played."""

    arena: Arena
    plan: Plan
    sprt: Sprt | None
    settings: dict[str, Any]

    def results(
        self, processes: int, cluster: str | None, path: str | Path | None
    ) -> Generator[Results, None, None]:
        """Results after every game, until all are played or the test is decided."""
        with nullcontext() if path is None else Store(path) as store:
            count = Count(self.sprt, self.plan.names[0])
            if store is not None:
                store.begin(self.settings)
                for record in store.records():
                    self.add(count, record)
            yield (now := self.standing(count))
            if now.finished:
                return
            self.get_ready(processes, cluster)
            left = [fixture for fixture in self.plan.fixtures if fixture.number not in count.known]
            with closing(crew.records(self.arena, left, processes, cluster)) as records:
                for record in records:
                    if store is not None:
                        store.add(record)
                    self.add(count, record)
                    yield (now := self.standing(count))
                    if now.finished:
                        return

    def add(self, count: Count, record: Record) -> None:
        """A game; a file may hold more of them than are asked for now."""
        if record.number <= self.wanted:
            count.add(record)

    @property
    def wanted(self) -> int:
        """How many games there are to be at most."""
        return 2 * self.plan.pairs * len(self.plan.meeting)

    def standing(self, count: Count) -> Results:
        """What the games say so far."""
        over = count.decided or len(count.counted) == self.wanted
        openings = len(self.plan.openings)
        counted = tuple(count.counted)
        return Results(self.plan.names, counted, self.wanted, self.sprt, over, openings, self.settings)

    def get_ready(self, processes: int, cluster: str | None) -> None:
        """Compile once, before there are processes that would all do it; refuse who cannot play."""
        if processes > 1 and cluster is None:
            check_can_be_sent(self.arena)
            hall = Hall(self.arena)
            try:
                for name in self.plan.names:
                    hall.player(name, MAX)
            finally:
                hall.close()
