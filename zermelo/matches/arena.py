"""Where games are played: all that a process needs to know to play any game of a match, and what it keeps."""

from __future__ import annotations

import contextlib
import gc
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from zermelo.game import MAX, MIN
from zermelo.matches.entrants import Entrant
from zermelo.matches.players import Player, made
from zermelo.matches.playing import Board
from zermelo.matches.records import Fixture, Record, Terms
from zermelo.running.options import GameOrMaker
from zermelo.trees.tree import as_game

HERE = threading.local()
"""The hall of this thread: a worker of a cluster may play several games at once."""


@dataclass(frozen=True)
class Given:
    """A game that is there already."""

    game: Any

    def __call__(self) -> Any:
        return self.game


def source_of(game: GameOrMaker) -> Callable[[], Any]:
    """What makes the game: the function that was given, or one that has the game already."""
    if callable(game) and not isinstance(game, type) and not hasattr(game, "to_move"):
        return game
    return Given(as_game(game))


@dataclass(frozen=True)
class Arena:
    """A match as it is sent to whoever plays its games."""

    key: str
    """Tells matches apart."""
    source: Callable[[], Any]
    """Makes the game: rules from a file cannot be sent, their name can."""
    entrants: tuple[Entrant, ...]
    terms: Terms = field(default_factory=Terms)
    seed: int = 0
    table: str = ""
    """The file of the table that adjudicates."""

    def entrant(self, name: str) -> Entrant:
        """Who has this name."""
        return next(each for each in self.entrants if each.name == name)


class Hall:
    """An arena with its game and its players, who stay from one game to the next."""

    def __init__(self, arena: Arena) -> None:
        self.arena, self.game = arena, arena.source()
        self.players: dict[tuple[str, int], Player] = {}
        self.table = table_in(arena.table, self.game)
        self.sets_aside = gc.get_freeze_count() == 0
        """Has nobody else told Python what to leave alone?  Who thaws, thaws everything."""

    def player(self, name: str, side: int) -> Player:
        """The player of this name on a side; one that plays itself is two."""
        if (name, side) not in self.players:
            player = made(self.game, self.arena.entrant(name), self.arena.terms)
            player.prepare()
            self.players[name, side] = player
        return self.players[name, side]

    def play(self, fixture: Fixture, watch: Callable[[int], None]) -> Record:
        """One game, which depends on the seed and its number, and on no other game."""
        players = {MAX: self.player(fixture.as_max, MAX), MIN: self.player(fixture.as_min, MIN)}
        for side, player in players.items():
            player.begin(Random(f"{self.arena.seed} {fixture.number} {side}").getrandbits(32))
        dice = Random(f"dice {self.arena.seed} {fixture.pair}")
        if self.sets_aside:
            set_aside()
        return Board(self.game, fixture, players, self.arena.terms, dice, self.table, watch).play()

    def close(self) -> None:
        """Send the players home."""
        for player in self.players.values():
            player.close()
        if self.sets_aside:
            gc.unfreeze()


def set_aside() -> None:
    """What is there before a game Python does not look through for garbage while a player's time runs."""
    gc.collect(1)
    gc.freeze()


def table_in(path: str, game: Any) -> Any:
    """The table in a file, if one is named."""
    from zermelo.strong.table import SolvedTable

    return SolvedTable.open(path, game) if path else None


def hall_of(arena: Arena) -> Hall:
    """The hall of this thread, which is made for the first game of a match."""
    if getattr(HERE, "hall", None) is None or HERE.hall.arena.key != arena.key:
        leave()
        HERE.hall = Hall(arena)
    hall: Hall = HERE.hall
    return hall


def leave() -> None:
    """Close the hall of this thread."""
    if getattr(HERE, "hall", None) is not None:
        HERE.hall.close()
        HERE.hall = None


def play(arena: Arena, fixture: Fixture, seats: str = "") -> Record:
    """Play one game, here and now; `seats` is a folder where it is noted who is on the move."""
    with seat(seats, fixture.number) as watch:
        return hall_of(arena).play(fixture, watch)


# -- who sat there when a process died -------------------------------------------------------------


@contextlib.contextmanager
def seat(folder: str, number: int) -> Iterator[Callable[[int], None]]:
    """A file that always holds the side on the move."""
    if not folder:
        yield lambda side: None
        return
    file = os.open(Path(folder) / str(number), os.O_WRONLY | os.O_CREAT)
    try:
        yield lambda side: void(os.pwrite(file, str(side).ljust(2).encode(), 0))
    finally:
        os.close(file)


def void(_: Any) -> None:
    """Nothing."""


def sat(folder: str, number: int) -> int | None:
    """MAX or MIN: who was on the move in this game, if anybody was."""
    with contextlib.suppress(OSError, ValueError):
        side = int((Path(folder) / str(number)).read_text())
        return side if side in (MAX, MIN) else None
    return None
