"""What a controller can ask: the commands of GTP 2, and what GoGui, HexGui and KGS ask besides."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any, TextIO

from zermelo.errors import ZermeloError
from zermelo.game import MIN
from zermelo.games import Go, Hex
from zermelo.interfaces.gtp.clocks import Clocks
from zermelo.interfaces.gtp.protocol import QUIT, Failure, Handler, serve
from zermelo.interfaces.gtp.session import COLOURS, Session
from zermelo.interfaces.sgf import record_in, result_of, text_of
from zermelo.interfaces.terminal.guide import with_newest


def run(session: Session, lines: Any, output: TextIO) -> None:
    """Answer commands until one quits or there are no more."""
    serve(Commands(session).table(), lines, output)


class Commands:
    """The commands of one session, each a method that takes the arguments and gives the answer."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def table(self) -> dict[str, Handler]:
        """The commands by their names."""
        of_go = {} if isinstance(self.session.game, Hex) else self.of_go()
        return {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Zermelo",
            "version": lambda _: version("zermelo"),
            "known_command": lambda words: "true" if words[:1] and words[0] in self.table() else "false",
            "list_commands": lambda _: "\n".join(self.table()),
            QUIT: lambda _: "",
            "boardsize": self.boardsize,
            "clear_board": self.clear_board,
            "play": self.play,
            "genmove": lambda words: self.session.genmove(colour(words)),
            "reg_genmove": lambda words: self.session.genmove(colour(words), played=False),
            "undo": self.undo,
            "time_settings": self.time_settings,
            "time_left": self.time_left,
            "showboard": self.showboard,
            "final_score": self.final_score,
            "loadsgf": self.loadsgf,
            "printsgf": lambda _: f"\n{text_of(self.session.record)}",
            "zermelo-visits": self.visits,
            "zermelo-line": self.line,
            **of_go,
            "gogui-analyze_commands": self.analyses,
            "hexgui-analyze_commands": self.analyses,
        }

    def of_go(self) -> dict[str, Handler]:
        """What only Go has."""
        return {
            "komi": self.komi,
            "kgs-time_settings": self.kgs_time_settings,
            "fixed_handicap": self.fixed_handicap,
            "set_free_handicap": self.set_free_handicap,
            "place_free_handicap": self.place_free_handicap,
            "final_status_list": self.final_status_list,
            "kgs-rules": self.kgs_rules,
        }

    # -- the board -------------------------------------------------------------------------

    def boardsize(self, words: list[str]) -> str:
        """Width, and for Hex perhaps height."""
        sizes = [whole(word) for word in words[:2]]
        if not sizes:
            raise Failure("syntax error")
        self.session.resize(sizes[0], sizes[-1])
        return ""

    def clear_board(self, _: list[str]) -> str:
        """An empty board; machine code for it is waited for now, while no clock runs."""
        self.session.clear()
        self.session.make_ready()
        return ""

    def komi(self, words: list[str]) -> str:
        self.session.set_komi(number(words, 0))
        return ""

    def play(self, words: list[str]) -> str:
        if len(words) < 2:
            raise Failure("syntax error")
        self.session.play(colour(words), words[1])
        return ""

    def undo(self, _: list[str]) -> str:
        self.session.undo()
        return ""

    def showboard(self, _: list[str]) -> str:
        """The position as it is drawn everywhere, with brackets around the last stone of Go."""
        game, states = self.session.game, self.session.record.states
        drawing = str(game.show(states[-1]))
        return "\n" + (with_newest(game, states[-2], states[-1], drawing) if states[1:] else drawing)

    def loadsgf(self, words: list[str]) -> str:
        """The game in a file, up to before the move of a number if there is one; who is to move then?"""
        if not words:
            raise Failure("syntax error")
        try:
            record = record_in(Path(words[0]))
        except (ZermeloError, OSError):
            raise Failure("cannot load file") from None
        if type(record.game) is not type(self.session.game):
            raise Failure("cannot load file")
        moves = max(0, whole(words[1]) - 1) if len(words) > 1 else len(record.actions)
        del record.states[moves + 1 :], record.actions[moves:]
        self.session.use(record.game)
        self.session.clear()
        self.session.record = record
        return ("black", "white")[record.game.to_move(record.state)]

    # -- the time --------------------------------------------------------------------------

    def time_settings(self, words: list[str]) -> str:
        """Main time, overtime, stones in it.  Overtime without stones means that there is no limit."""
        main, overtime, stones = number(words, 0), number(words, 1), whole(words[2] if words[2:] else "")
        if min(main, overtime, stones) < 0:
            raise Failure("syntax error")
        endless = overtime > 0 and stones == 0
        self.session.clocks = None if endless else Clocks(main, overtime, stones)
        return ""

    def kgs_time_settings(self, words: list[str]) -> str:
        """none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, or canadian MAIN PERIOD STONES."""
        kind = words[0] if words else ""
        if kind == "none":
            self.session.clocks = None
        elif kind == "absolute":
            self.session.clocks = Clocks(number(words, 1))
        elif kind == "canadian":
            self.session.clocks = Clocks(number(words, 1), number(words, 2), int(number(words, 3)))
        elif kind == "byoyomi":
            periods = int(number(words, 3))
            self.session.clocks = Clocks(number(words, 1), number(words, 2), 1, periods)
        else:
            raise Failure("syntax error")
        return ""

    def time_left(self, words: list[str]) -> str:
        """Seconds, and stones in overtime, that a player has left."""
        player, seconds = colour(words), number(words, 1)
        clocks = self.session.clocks
        if clocks is not None:
            clocks.left[player] = seconds, whole(words[2]) if words[2:] else 0
        return ""

    # -- the end ---------------------------------------------------------------------------

    def final_score(self, _: list[str]) -> str:
        """Who has won, and by how much; of Go as the stones are now, all of them alive."""
        game, state = self.session.game, self.session.state
        if isinstance(game, Hex) and not game.is_terminal(state):
            raise Failure("cannot score")
        return result_of(game, state)

    def final_status_list(self, words: list[str]) -> str:
        """All stones are alive: whoever thinks otherwise takes them before passing."""
        if words[:1] not in (["alive"], ["dead"], ["seki"]):
            raise Failure("syntax error")
        cells = self.session.state.cells if words[0] == "alive" else ()
        return "\n".join(self.session.vertex(cell) for cell, mark in enumerate(cells) if mark)

    def kgs_rules(self, words: list[str]) -> str:
        """Rules of area scoring without suicide; those of others cannot be played."""
        if words[:1] not in (["chinese"], ["aga"]):
            raise Failure("unsupported rules")
        return ""

    # -- handicap --------------------------------------------------------------------------

    def fixed_handicap(self, words: list[str]) -> str:
        """So many stones on the star points."""
        return self.set_free_handicap(self.handicap(whole(words[0] if words else "")))

    def place_free_handicap(self, words: list[str]) -> str:
        """The same, or fewer where there are no more star points."""
        count = whole(words[0] if words else "")
        return self.set_free_handicap(self.handicap(min(count, len(handicap_places(self.session.game)))))

    def handicap(self, count: int) -> list[str]:
        """The vertices of so many stones, in the order that the protocol names."""
        places = handicap_places(self.session.game)
        if not 2 <= count <= len(places):
            raise Failure("invalid number of stones")
        chosen = [*places[: count - 1], places[-1]] if count in (5, 7) else places[:count]
        return [self.session.vertex(place) for place in chosen]

    def set_free_handicap(self, words: list[str]) -> str:
        """Black stones on these vertices before the first move, which is White's."""
        session = self.session
        if session.record.actions or any(session.state.cells):
            raise Failure("board not empty")
        if len(words) < 2:
            raise Failure("bad vertex list")
        try:
            cells = {session.action(word) for word in words} - {session.game.area}
        except Failure:
            raise Failure("bad vertex list") from None
        if len(cells) != len(words):
            raise Failure("bad vertex list")
        marks = tuple(1 if cell in cells else 0 for cell in range(session.game.area))
        session.record.states[-1] = session.game.placed(marks, MIN)
        return " ".join(words)

    # -- what the engine thinks ------------------------------------------------------------

    def analyses(self, _: list[str]) -> str:
        """What GoGui and HexGui offer in a menu: how to show it, what to call it, the command."""
        visits = "sboard/Visits of the last search/zermelo-visits"
        return f"{visits}\nvar/Best line of the last search/zermelo-line"

    def visits(self, _: list[str]) -> str:
        """For each cell, row by row, how often its move was tried."""
        session = self.session
        report, game = session.report, session.game
        visits = {} if report is None else {line.action: line.visits for line in report.lines}
        width = game.size if isinstance(game, Hex) else game.width
        cells = [str(visits.get(cell) or '""') for cell in range(game.area)]
        return "\n" + "\n".join(" ".join(cells[at : at + width]) for at in range(0, game.area, width))

    def line(self, _: list[str]) -> str:
        """The moves that the last search thought best for both."""
        session, said = self.session, []
        state = session.thought_about
        for action in session.report.line if session.report else ():
            said += ["bw"[session.game.to_move(state)], session.vertex(action)]
            state = session.game.result(state, action)
        return " ".join(said)


def handicap_places(game: Go) -> list[int]:
    """The nine star points in the order in which stones are put there, the middle one last; fewer if even."""
    width, height = game.width, game.height
    if min(width, height) < 7:
        return []
    left, top = (2 if length < 13 else 3 for length in (width, height))
    right, bottom = width - 1 - left, height - 1 - top
    corners = [(bottom, left), (top, right), (top, left), (bottom, right)]
    odd = width % 2 == height % 2 == 1
    y, x = height // 2, width // 2
    sides = [(y, left), (y, right), (bottom, x), (top, x)] if odd and min(width, height) > 7 else []
    middle = [(y, x)] if odd and min(width, height) > 7 else []
    return [row * width + column for row, column in [*corners, *sides, *middle]]


def colour(words: list[str]) -> int:
    """MAX for black, MIN for white."""
    if not words or words[0].lower() not in COLOURS:
        raise Failure("syntax error")
    return COLOURS[words[0].lower()]


def number(words: list[str], place: int) -> float:
    try:
        found = float(words[place])
    except (IndexError, ValueError):
        raise Failure("syntax error") from None
    if found != found or abs(found) > 1e9:
        raise Failure("syntax error")
    return found


def whole(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise Failure("syntax error") from None
