"""How a match is told: in words for people, or as one JSON object a line for scripts."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from zermelo.game import CHANCE, jsonable, player_name, players_of
from zermelo.interfaces.load import legal_moves
from zermelo.interfaces.terminal.clock import ChessClock
from zermelo.interfaces.terminal.show import print_json
from zermelo.messages import counted
from zermelo.report import Report, score_dict
from zermelo.running.identity import describe, parameters_of
from zermelo.score import share

MOST_LISTED = 20
"""Legal moves that the prompt lists."""
MOST_TOLD = 1000
"""Legal moves that `moves` lists."""
MOST_DRAWN = 400
"""Characters of a line of a board: a heap of a million matches is not drawn to its end."""
LONG = 2.0
"""Seconds of silence before which a person wants to be told."""


@dataclass
class Move:
    """A move that was made, by whom, and what is known of it."""

    player: int
    by: str
    """human, engine or chance."""
    action: Any
    name: str
    report: Report | None = None
    probability: float | None = None
    seconds: float = 0.0


@dataclass(frozen=True)
class Ending:
    """How a match ended: the game is over, a repetition, time, or someone left."""

    reason: str
    text: str
    winner: int | None = None
    payoff: Any = None


class Voice(Protocol):
    """Whoever tells a match, and hears what people want."""

    def start(self, game: Any, about: str, help: str) -> None: ...
    def position(
        self, game: Any, state: Any, ply: int, clock: ChessClock | None, asked: bool = False
    ) -> None:
        """`asked`: a person is to move next."""

    def hear(self, player: int, legal: list[str], left: float | None) -> str | None:
        """A line that was typed; None at the end of the input, "" when the time was up."""

    def thinking(self, player: int, seconds: float) -> None: ...
    def move(self, move: Move) -> None: ...
    def hint(self, name: str, report: Report) -> None: ...
    def moves(self, legal: list[str]) -> None: ...
    def help(self, text: str) -> None: ...
    def undo(self, plies: int) -> None: ...
    def mistake(self, text: str) -> None: ...
    def end(self, ending: Ending) -> None: ...


def typed(left: float | None) -> str | None:
    """A line of the input; None at its end, "" if a clock ran out at a terminal."""
    if left is not None and sys.stdin.isatty() and sys.platform != "win32":
        import select

        if not select.select([sys.stdin], [], [], max(left, 0.0))[0]:
            return ""
    line = sys.stdin.readline()
    return line.strip() if line else None


def drawn(game: Any, state: Any) -> str:
    return str(game.show(state) if callable(getattr(game, "show", None)) else state)


def clipped(text: str) -> str:
    """
    >>> len(clipped("|" * 1_000_000)) < 500
    True
    """
    return "\n".join(
        line if len(line) <= MOST_DRAWN else f"{line[:MOST_DRAWN]} … {len(line) - MOST_DRAWN:,} more"
        for line in text.split("\n")
    )


def thought(report: Report) -> str:
    return f"{report.score}; depth {report.depth}, {counted(report.nodes, 'node')}"


class Naming:
    """Whoever tells a match calls the players by their names."""

    players = 2

    def called(self, player: int) -> str:
        """What people call a player."""
        return player_name(player, self.players)


class Prose(Naming):
    """For people; what a script types is shown, so that a transcript reads well."""

    def __init__(self) -> None:
        self.is_plain: bool | None = None
        """Does the board need no map of its moves?  Known once there is one."""
        self.mark = ""
        """What the player who is asked sets on the board."""
        self.before: Any = None
        """The position that was shown last."""

    def start(self, game: Any, about: str, help: str) -> None:
        import textwrap

        self.players = players_of(game)
        print(textwrap.fill(about or type(game).__name__, 78))
        print(f"{help[0].upper()}{help[1:]}\n")

    def position(
        self, game: Any, state: Any, ply: int, clock: ChessClock | None, asked: bool = False
    ) -> None:
        drawing = clipped(self.with_newest(game, state, drawn(game, state)))
        print(f"{self.explained(game, state, drawing) if asked else drawing}\n")
        if clock is not None:
            print(f"clock: {clock}")

    def with_newest(self, game: Any, state: Any, drawing: str) -> str:
        """The drawing with the stone marked that was set since the last one, where the board is of go."""
        from zermelo.interfaces.terminal.guide import with_newest

        before, self.before = self.before, state
        with contextlib.suppress(Exception):  # as for the map
            return drawing if before is None else with_newest(game, before, state, drawing)
        return drawing

    def explained(self, game: Any, state: Any, drawing: str) -> str:
        """The board with a map of its moves; `check` is there for a board() that is wrong, play goes on."""
        from zermelo.interfaces.terminal.guide import explains_itself, mark_of, with_map

        self.mark = ""
        with contextlib.suppress(Exception):
            if self.is_plain is None:
                self.is_plain = explains_itself(game, state, drawing)
            self.mark = mark_of(game, state)
            return drawing if self.is_plain else with_map(game, state, drawing)
        return drawing

    def hear(self, player: int, legal: list[str], left: float | None) -> str | None:
        print(self.asking(player, legal), end="")
        sys.stdout.flush()
        text = typed(left)
        if text is None or not text:
            print()
        elif not sys.stdin.isatty():
            print(text)
        return text

    def asking(self, player: int, legal: list[str]) -> str:
        if player == CHANCE:
            return f"The dice show ({' '.join(legal)}; nothing throws them): "
        many = f"{len(legal)} legal moves, `moves` lists them"
        listed = many if len(legal) > MOST_LISTED else " ".join(legal)
        mark = f" ({self.mark})" if self.mark else ""
        return f"{self.called(player)}{mark}, your move ({listed}): "

    def thinking(self, player: int, seconds: float) -> None:
        if seconds >= LONG and sys.stdout.isatty():
            print(f"{self.called(player)} thinks for {seconds:.0f} seconds at most …", flush=True)

    def move(self, move: Move) -> None:
        if move.report is not None:
            print(f"{self.called(move.player)} plays {move.name}: {thought(move.report)}\n")
        elif move.probability is not None:
            print(f"The dice show {move.name} ({share(move.probability)} of the time).\n")
        else:
            print()

    def hint(self, name: str, report: Report) -> None:
        print(f"  {name}: {thought(report)}")

    def moves(self, legal: list[str]) -> None:
        import textwrap

        text = " ".join(legal[:MOST_TOLD])
        print(textwrap.fill(text, 78, initial_indent="  ", subsequent_indent="  "))
        if len(legal) > MOST_TOLD:
            print(f"  … {len(legal) - MOST_TOLD:,} more")

    def help(self, text: str) -> None:
        import textwrap

        print(textwrap.indent(text, "  "))

    def undo(self, plies: int) -> None:
        print(f"  {plies} {'ply' if plies == 1 else 'plies'} taken back\n")

    def mistake(self, text: str) -> None:
        sys.stdout.flush()
        print(f"  {text}", file=sys.stderr, flush=True)

    def end(self, ending: Ending) -> None:
        print(ending.text)


class Json(Naming):
    """For scripts: nothing but one object a line, each as soon as it happens."""

    def __init__(self, opening: Sequence[str] = (), position: str = "") -> None:
        """`opening`: the names of the moves that were made before; `position`: where it began instead."""
        self.before = {"opening": list(opening), "position": position}

    def tell(self, event: str, **facts: Any) -> None:
        print_json({"event": event, **facts})

    def start(self, game: Any, about: str, help: str) -> None:
        self.players = players_of(game)
        rules = describe(type(game).__name__, parameters_of(game))
        self.tell("start", game=type(game).__name__, rules=rules, **self.before, about=about, help=help)

    def position(
        self, game: Any, state: Any, ply: int, clock: ChessClock | None, asked: bool = False
    ) -> None:
        over = bool(game.is_terminal(state))
        mover = CHANCE if over else int(game.to_move(state))
        self.tell(
            "position",
            ply=ply,
            text=drawn(game, state),
            to_move=None if over else self.called(mover),
            moves=[] if mover == CHANCE else list(legal_moves(game, state)),
            clock={self.called(player): left for player, left in clock.left.items()} if clock else None,
        )

    def hear(self, player: int, legal: list[str], left: float | None) -> str | None:
        return typed(left)

    def thinking(self, player: int, seconds: float) -> None:
        """A script can wait."""

    def move(self, move: Move) -> None:
        facts: dict[str, Any] = {"player": self.called(move.player), "by": move.by, "move": move.name}
        facts |= {"action": jsonable(move.action), "seconds": move.seconds}
        if move.probability is not None:
            facts["probability"] = move.probability
        self.tell("move", **facts, **(findings(move.report) if move.report else {}))

    def hint(self, name: str, report: Report) -> None:
        self.tell("hint", move=name, action=jsonable(report.action), **findings(report))

    def moves(self, legal: list[str]) -> None:
        self.tell("moves", moves=legal)

    def help(self, text: str) -> None:
        self.tell("help", text=text)

    def undo(self, plies: int) -> None:
        self.tell("undo", plies=plies)

    def mistake(self, text: str) -> None:
        print(f"zermelo: {text}", file=sys.stderr, flush=True)
        self.tell("mistake", text=text)

    def end(self, ending: Ending) -> None:
        winner = None if ending.winner is None else self.called(ending.winner)
        self.tell("result", reason=ending.reason, winner=winner, payoff=ending.payoff, text=ending.text)


def findings(report: Report) -> dict[str, Any]:
    """What a search says of the move it chose."""
    return {
        "score": score_dict(report.score),
        "depth": report.depth,
        "nodes": report.nodes,
        "line": [jsonable(action) for action in report.line],
        "algorithm": report.algorithm,
    }
