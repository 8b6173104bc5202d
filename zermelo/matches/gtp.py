"""A program that speaks the Go Text Protocol, as a player: `gtp:gnugo --mode gtp`.

MAX is black.  Moves are written as the game names them (`D4`, `pass`), and read without regard to case; a
program that answers with a failure, with an unknown move or not at all has broken down.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import CHANCE, MAX, name_of
from zermelo.matches.players import Answer, Lost, NotLegal, Player, Resigned, TooLate, Turn
from zermelo.running.explain import legal_actions

STARTING = 120.0
"""Seconds that a program may take for anything but its moves."""
LONGEST = 3600.0
"""Seconds that it may take for a move, where there is no limit."""
LEAVING = 2.0
"""Seconds that it may take to end."""


class Ended(Lost):
    """The program is no longer there."""


class Client:
    """A running program, asked one question after another."""

    def __init__(self, command: str) -> None:
        self.errors = TemporaryFile()  # noqa: SIM115
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.errors,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError) as error:
            raise SearchError("program_does_not_start", command=command, reason=error) from None
        self.lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self.read, name="zermelo gtp", daemon=True).start()

    def read(self) -> None:
        """Every line as it comes, and None at the end."""
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError, OSError):
            for line in self.process.stdout:
                self.lines.put(line.rstrip())
        self.lines.put(None)

    def ask(self, question: str, seconds: float = STARTING) -> str:
        """The answer to a command; raises Lost for a failure, for silence, and Ended if the program has."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{question}\n")
            self.process.stdin.flush()
            return self.answer(question, seconds)
        except OSError:
            raise Ended(f"the program ended before {question!r}") from None
        except queue.Empty:
            raise TooLate(f"no answer to {question!r} in {seconds:g} seconds") from None

    def answer(self, question: str, seconds: float) -> str:
        """Lines until an empty one, without the sign in front."""
        found: list[str] = []
        while True:
            line = self.lines.get(timeout=seconds)
            if line is None:
                raise Ended(f"the program ended at {question!r}")
            if line:
                found.append(line)
            elif found:
                break
        sign, said = found[0][:1], "\n".join([found[0][1:].lstrip("0123456789").strip(), *found[1:]])
        if sign != "=":
            raise Lost(f"{question!r} was answered {said!r}")
        return said

    def complaint(self) -> str:
        """The last line that a program which is about to end wrote on its error stream."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(LEAVING)
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "it says nothing")

    def close(self) -> None:
        """Ask it to leave, and see to it."""
        with contextlib.suppress(Lost):
            self.ask("quit", LEAVING)
        try:
            self.process.wait(LEAVING)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.errors):
            with contextlib.suppress(OSError):
                stream.close()  # type: ignore[union-attr]


class Program(Player):
    """The player: started when it is first needed, and again after it broke down."""

    client: Client | None = None
    failure: Lost | None = None
    """What went wrong before it was asked for a move."""

    def prepare(self) -> None:
        """Start the program and hear from it, so that a wrong command is refused at once."""
        if self.client is None:
            self.client = Client(self.entrant.where)
            try:
                self.client.ask("protocol_version")
            except Ended:
                command, reason = self.entrant.where, self.client.complaint()
                raise SearchError("program_does_not_start", command=command, reason=reason) from None
            except Lost:
                pass  # it does not know its version: nobody needs it

    def begin(self, seed: int) -> None:
        self.told, self.failure = 0, None
        self.prepare()
        assert self.client is not None
        try:
            for question in setting_up(self.game):
                self.client.ask(question)
        except Lost as lost:
            self.failure = lost

    def choose(self, turn: Turn) -> Answer:
        try:
            if self.failure is not None or self.client is None:
                raise self.failure or Lost("the program has ended")
            self.tell(self.client, turn)
            patience = LONGEST if turn.patience is None else turn.patience
            word = self.client.ask(f"genmove {colour(turn.side)}", patience)
        except Lost:
            self.close()
            raise
        self.told += 1  # its own move it knows
        return Answer(self.named(turn.state, word))

    def tell(self, client: Client, turn: Turn) -> None:
        """The moves that were made since it was last asked, and its clock."""
        for side, name in turn.moves[self.told :]:
            if side != CHANCE:
                client.ask(f"play {colour(side)} {name}")
        self.told = len(turn.moves)
        if turn.clock is not None:
            with contextlib.suppress(Lost):  # a command that not every program knows
                client.ask(f"time_left {colour(turn.side)} {max(0, int(turn.clock.left))} 0")

    def named(self, state: Any, word: str) -> Any:
        """The legal action that the program calls so."""
        for action in legal_actions(self.game, state):
            if name_of(self.game, state, action).lower() == word.lower():
                return action
        if word.lower() == "resign":
            raise Resigned("it resigned")
        raise NotLegal(f"{word!r} is not a legal move")

    def close(self) -> None:
        if self.client is not None:
            self.client.close()
        self.client = None


def colour(side: int) -> str:
    return "b" if side == MAX else "w"


def setting_up(game: Any) -> Iterator[str]:
    """What a program is told before a game: the board's size, komi where there is any, and to begin anew."""
    width, height = getattr(game, "width", None), getattr(game, "height", None)
    size = getattr(game, "size", width if width == height else f"{width} {height}")
    if size is not None:
        yield f"boardsize {size}"
    yield "clear_board"
    if hasattr(game, "komi"):
        yield f"komi {game.komi}"
