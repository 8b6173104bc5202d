"""One board that a controller and the engine play on."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import GameError, SearchError
from zermelo.game import MAX, MIN
from zermelo.games import Go, Hex
from zermelo.interfaces.gtp.clocks import Clocks
from zermelo.interfaces.gtp.protocol import Failure
from zermelo.interfaces.load import game_from
from zermelo.interfaces.sgf import SWAP, Record
from zermelo.report import Report
from zermelo.running.transpositions import Transpositions
from zermelo.search import prepare, search

COLOURS = {"b": MAX, "black": MAX, "w": MIN, "white": MIN}
METHOD: Any = {"algorithm": "mcts"}


def game_called(text: str) -> Any:
    """The game to play; Hex with the swap, unless its parameters say otherwise, as its programs play it."""
    name, _, parameters = text.partition(":")
    if name == "hex" and "swap" not in parameters:
        text = f"hex:{parameters}{',' if parameters else ''}swap=True"
    game = game_from(text)
    if not isinstance(game, Go | Hex):
        raise SearchError("gtp_other_game", game=type(game).__name__)
    return game


@dataclass
class Session:
    """A game of Go or Hex, and how the engine thinks."""

    game: Any
    seconds: float = 1.0
    """For a move, where the controller sets no time."""
    threads: int = 1
    seed: int = 0
    clocks: Clocks | None = None
    memory: Transpositions = field(default_factory=Transpositions)
    """The tree of the last search, which goes on growing in the next."""
    report: Report | None = None
    """What the last search found, and"""
    thought_about: Any = None
    """of which position."""
    read: Any = None
    """The game whose rules were read before a move's time began."""

    def __post_init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """An empty board."""
        self.record = Record(self.game, [self.game.initial()], [])
        self.report = self.thought_about = None
        if self.clocks is not None:
            self.clocks.start()

    def use(self, game: Any) -> None:
        """Other rules: another size, another komi."""
        self.game = game
        self.memory.clear()

    @property
    def state(self) -> Any:
        return self.record.state

    # -- moves -----------------------------------------------------------------------------

    def vertex(self, action: int) -> str:
        """A move as controllers write it."""
        name = str(self.game.name(self.state, action))
        if isinstance(self.game, Hex):
            return SWAP if name == "swap" else name
        return name.upper() if action < self.game.area else name

    def action(self, text: str) -> int:
        """The legal move that a controller writes like this."""
        wanted = text.lower()
        if wanted not in ("pass", SWAP) and not self.is_vertex(wanted):
            raise Failure("syntax error")
        if isinstance(self.game, Hex) and self.game.is_terminal(self.state):
            raise Failure("illegal move")
        for action in self.game.actions(self.state):
            if self.vertex(action).lower() == wanted:
                return int(action)
        raise Failure("illegal move")

    def is_vertex(self, text: str) -> bool:
        """Is it a letter and a number?  Whether there is such a cell is another question."""
        return text[:1].isalpha() and text[:1].isascii() and text[1:].isascii() and text[1:].isdigit()

    def play(self, player: int, text: str) -> None:
        """A move of either player, in whatever order; if it is not legal, nothing has happened."""
        before = self.state
        try:
            self.record.turn(player)
            self.record.play(self.action(text))
        except Failure:
            self.record.states[-1] = before
            raise

    def undo(self) -> None:
        if not self.record.actions:
            raise Failure("cannot undo")
        self.record.actions.pop()
        self.record.states.pop()

    # -- the engine ------------------------------------------------------------------------

    def genmove(self, player: int, played: bool = True) -> str:
        """The engine's move for a player, which it plays unless it is only asked what it would."""
        before, started = self.state, time.perf_counter()
        self.record.turn(player)
        action = self.think(player)
        vertex = self.vertex(action)
        if played:
            self.record.play(action)
        else:
            self.record.states[-1] = before
        if self.clocks is not None and played:
            self.clocks.spend(player, time.perf_counter() - started)
        return vertex

    def think(self, player: int) -> int:
        """The best action; without a clock machine code is waited for, if it is not there yet."""
        if isinstance(self.game, Hex) and self.game.is_terminal(self.state):
            raise Failure("the game is over")
        if self.clocks is None:
            self.make_ready()
        elif self.read is not self.game:
            self.read_rules()
        limits: Any = {"seconds": self.budget(player), "threads": self.threads, "table": self.memory}
        past = self.record.states[:-1]
        self.seed += 1
        self.thought_about = self.state
        self.report = search(self.game, self.state, seed=self.seed, past=past, **limits, **METHOD)
        assert self.report.action is not None  # Go and Hex have no action of that name
        return int(self.report.action)

    def make_ready(self) -> None:
        """Wait for machine code; what is interpreted plays hundreds of times fewer random games."""
        prepare(self.game, **METHOD)

    def read_rules(self) -> None:
        """Before a move's time begins: to read them for the first time takes longer than a short move."""
        search(self.game, self.state, nodes=1, **{**METHOD, "engine": "interpreted"})
        self.read = self.game

    def budget(self, player: int) -> float:
        return self.seconds if self.clocks is None else self.clocks.budget(player)

    # -- the rules -------------------------------------------------------------------------

    def resize(self, width: int, height: int) -> None:
        """An empty board of this size, by the same rules."""
        game = self.game
        try:
            if isinstance(game, Hex):
                if width != height:
                    raise Failure("unacceptable size")
                self.use(Hex(width, game.swap))
            else:
                self.use(Go(width, height, game.komi, game.suicide, game.superko))
        except GameError:
            raise Failure("unacceptable size") from None
        self.clear()

    def set_komi(self, komi: float) -> None:
        """The positions stay what they are."""
        game = self.game
        if isinstance(game, Hex):
            return
        try:
            self.use(Go(game.width, game.height, komi, game.suicide, game.superko))
        except GameError:
            raise Failure("syntax error") from None
        self.record.game = self.game
