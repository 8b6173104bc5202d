"""Who plays the games: this process, several, or the workers of a Dask cluster.  None is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, wait
from itertools import islice
from tempfile import TemporaryDirectory
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import MAX
from zermelo.matches.arena import Arena, leave, play, sat
from zermelo.matches.records import Fixture, Record
from zermelo.running import workers
from zermelo.score import PLAYERS

Games = Generator[Record, None, None]
AHEAD = 2
"""Games that wait for each process, so that none has to wait."""
ON_A_CLUSTER = 64
"""Games that a cluster is given at a time."""
CHANCES = 2
"""Times that a process may die in a game before that is the fault of who was on the move."""


def records(
    arena: Arena, fixtures: Iterable[Fixture], processes: int = 1, cluster: str | None = None
) -> Games:
    """The games as they are finished; closing the iterator leaves the others unplayed."""
    if cluster is not None:
        return on_cluster(arena, fixtures, cluster)
    return in_turn(arena, fixtures) if processes == 1 else in_processes(arena, fixtures, processes)


def in_turn(arena: Arena, fixtures: Iterable[Fixture]) -> Games:
    """One after another, here."""
    try:
        for fixture in fixtures:
            yield play(arena, fixture)
    finally:
        leave()


def on_cluster(arena: Arena, fixtures: Iterable[Fixture], address: str) -> Games:
    """On whatever workers there are; Dask gives the games of one that dies to another."""
    with workers.workers_of(address) as (pool, watch):
        yield from flowing(pool, watch, arena, iter(fixtures), {}, ON_A_CLUSTER, "")


def in_processes(arena: Arena, fixtures: Iterable[Fixture], processes: int) -> Games:
    """In several processes; games that were under way when one of them died are played again, one by one."""
    left, under_way = iter(fixtures), dict[Any, Fixture]()
    with TemporaryDirectory(prefix="zermelo-match-") as seats:
        while True:
            try:
                with workers.processes_of(processes) as (pool, watch):
                    yield from flowing(pool, watch, arena, left, under_way, AHEAD * processes, seats)
                return
            except SearchError as error:
                if error.code != "process_ended":
                    raise
            yield from one_by_one(arena, list(under_way.values()), seats)
            under_way.clear()


def one_by_one(arena: Arena, fixtures: list[Fixture], seats: str) -> Games:
    """In a process that plays nothing else: if it dies again, it is known in which game, at whose move."""
    deaths, left = Counter[int](), {fixture.number: fixture for fixture in fixtures}
    while left:
        under_way: dict[Any, Fixture] = {}
        try:
            with workers.processes_of(1) as (pool, watch):
                for record in flowing(pool, watch, arena, iter([*left.values()]), under_way, 1, seats):
                    del left[record.number]
                    yield record
        except SearchError as error:
            if error.code != "process_ended" or not under_way:
                raise
            (fixture,) = under_way.values()
            deaths[fixture.number] += 1
            if deaths[fixture.number] == CHANCES:
                yield blamed(left.pop(fixture.number), sat(seats, fixture.number))


def blamed(fixture: Fixture, side: int | None) -> Record:
    """The game of a player with whom its process dies."""
    if side is None:
        raise SearchError("process_ended")
    name, lost = (fixture.as_max, 0.0) if side == MAX else (fixture.as_min, 1.0)
    detail = f"{name} ({PLAYERS[side]}): its process died"
    return Record(**vars(fixture), plies=(), score=lost, payoff=None, reason="crash", detail=detail)


def flowing(
    pool: Any,
    watch: workers.Watch,
    arena: Arena,
    fixtures: Iterator[Fixture],
    under_way: dict[Any, Fixture],
    most: int,
    seats: str,
) -> Iterator[Record]:
    """Games in and records out, with so many of them under way."""
    while True:
        for fixture in islice(fixtures, most - len(under_way)):
            under_way[pool.submit(play, arena, fixture, seats)] = fixture
        if not under_way:
            return
        done, _ = wait(under_way, workers.LOOK_AROUND, FIRST_COMPLETED)
        watch(bool(done))
        for future in sorted(done, key=lambda future: under_way[future].number):
            yield future.result()
            del under_way[future]
