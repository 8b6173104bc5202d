"""CS50's tic-tac-toe as it is handed in: held to the truth in all 5,478 positions, and its minimax graded.

    (0, 0) (0, 1) (0, 2)        X     None  None
    (1, 0) (1, 1) (1, 2)        None  O     None
    (2, 0) (2, 1) (2, 2)        None  None  None

Every function is given the same board one after another, so that one which changes it is seen.  A function
is wrong if it is so beside right ones: what follows from another's fault is not told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from zermelo.checking.cures import SPELLING, cure_of
from zermelo.checking.findings import Finding, Position, Raised, is_adapter, shown
from zermelo.checking.promises import PROMISES
from zermelo.checking.repairs import FUNCTIONS, Repairs
from zermelo.checking.rules import Examination
from zermelo.errors import RulesError
from zermelo.game import MAX
from zermelo.games.tictactoe import IMAGES, TicTacToe
from zermelo.kernel.threads import Abandoned, let_end
from zermelo.limits import Clock
from zermelo.running.explain import kind_and_words
from zermelo.running.stream import Plain, Stream

GAME = TicTacToe()
SQUARES = tuple((row, column) for row in range(3) for column in range(3))
OFF_THE_BOARD = ((-1, 0), (0, 3), (3, 3))
SMALL = 4
"""Empty squares of a position in which a minimax that goes on and on is endless."""
LATER = 2
"""Empty squares by which a position is put off that looks like another."""
ENDS = {1: "wins", 0: "draws", -1: "loses"}
AT_THE_END = {
    "winner": "test the three rows, the three columns and the two diagonals for both players",
    "terminal": "test whether somebody has won, then whether the board is full",
    "utility": "return 1 where X has won, -1 where O has, 0 where nobody has",
}
"""What to write instead of a function that says how the game ended."""
Findings = dict[tuple[str, str], Finding]
FAILED = object()
"""The answer of a function that raised."""


class Place(NamedTuple):
    """A position of tic-tac-toe, how it is reached, and the truth about it."""

    state: TicTacToe.State
    moves: tuple[tuple[int, int], ...]

    @property
    def empty(self) -> list[int]:
        return [cell for cell in range(9) if self.state.cells[cell] == 0]

    @property
    def over(self) -> bool:
        return GAME.is_terminal(self.state)


@cache
def places() -> tuple[Place, ...]:
    """All 5,478, the fewest marks first."""
    found = {GAME.initial(): Place(GAME.initial(), ())}
    waiting = [*found.values()]
    for place in waiting:
        for cell in () if place.over else place.empty:
            child = GAME.result(place.state, cell)
            if child not in found:
                found[child] = Place(child, (*place.moves, SQUARES[cell]))
                waiting.append(found[child])
    return tuple(waiting)


@cache
def values() -> dict[TicTacToe.State, int]:
    """What every position is worth to X."""
    found: dict[TicTacToe.State, int] = {}
    for place in reversed(places()):
        state = place.state
        pick = max if state.turn == MAX else min
        children = (found[GAME.result(state, cell)] for cell in place.empty) if not place.over else ()
        found[state] = pick(children) if not place.over else GAME.utility(state)
    return found


def assignment_in(exam: Examination) -> Assignment | None:
    """The assignment that a game is a solution of; None for every other game."""
    if not is_adapter(exam.game) or exam.game.homework != "CS50":
        return None
    marks = [exam.game.mark(name) for name in ("X", "O")]
    start = exam.game.initial()
    square = isinstance(start, tuple) and len(start) == 3 and all(is_row(row) for row in start)
    if None in marks or not square or len({cell for row in start for cell in row}) != 1:
        return None
    return Assignment(exam, (start[0][0], *marks))


def is_row(row: Any) -> bool:
    return isinstance(row, tuple) and len(row) == 3 and not any(isinstance(cell, tuple) for cell in row)


class Assignment:
    """The functions of one solution, each compared with tic-tac-toe."""

    def __init__(self, exam: Examination, marks: tuple[Any, ...]) -> None:
        self.exam, self.module, self.marks = exam, exam.game.theirs, marks
        self.place, self.board = places()[0], self.drawn(places()[0])
        self.failed: BaseException | None = None
        self.repairs = Repairs(self.module, marks, exam.game.given)
        self.wrong: tuple[str, ...] = ()
        """The functions that are wrong by themselves."""

    @property
    def has_minimax(self) -> bool:
        return hasattr(self.module, "minimax") and "minimax" not in self.exam.game.unwritten

    def rows(self, place: Place) -> list[list[Any]]:
        """A position in their marks."""
        cells = [self.marks[mark] for mark in place.state.cells]
        return [cells[row : row + 3] for row in (0, 3, 6)]

    def drawn(self, place: Place) -> Any:
        """A board as they make theirs."""
        return self.exam.game.given(tuple(map(tuple, self.rows(place))))

    def at(self, place: Place) -> None:
        self.place, self.board = place, self.drawn(place)
        self.exam.position = Position(tuple(map(tuple, self.rows(place))), place.moves)

    def all(self) -> None:
        """Every position; never raises, since it runs in a thread."""
        try:
            self.unwritten()
            self.start()
            self.compare(FUNCTIONS)
            self.tell_causes_alone()
            self.off_the_board()
        except Abandoned:
            pass
        except BaseException as error:
            self.failed = error

    def compare(self, names: Sequence[str]) -> None:
        """These functions in every position."""
        for number, place in enumerate(places(), 1):
            self.at(place)
            for name in names:
                self.exam.guarded(getattr(self, name))
            self.exam.looked = max(self.exam.looked, number)

    def tell_causes_alone(self) -> None:
        """What is right as soon as the other wrong functions are was right all along."""
        first = self.exam.findings
        wrong = {rule for _, rule in first if rule in FUNCTIONS} - {*self.exam.game.unwritten}
        own = {name: self.beside_right_ones(name, wrong - {name}) for name in wrong if len(wrong) > 1}
        self.wrong = tuple(name for name in FUNCTIONS if own.get(name, name in wrong))
        if self.wrong:
            kept = {key: found for key, found in first.items() if key[1] not in own}
            for found in own.values():
                kept |= {key: self.as_seen(found[key], first.get(key)) for key in found}
            self.exam.findings = kept

    def as_seen(self, found: Finding, before: Finding | None) -> Finding:
        """A finding beside right functions, which says so unless it shows beside the others, too."""
        if found == before:
            return found
        return replace(found, sentence=found.sentence + found_beside({*self.wrong} - {found.rule}))

    def beside_right_ones(self, name: str, others: set[str]) -> Findings:
        """What is found of a function as it is, and in the same position beside right ones, too."""
        first, own = self.exam.findings, Findings()
        try:
            for place in places():
                self.at(place)
                if self.found_here(name):
                    with self.repairs.of(others):
                        own = self.found_here(name) | own
            return own
        finally:
            self.exam.findings = first

    def found_here(self, name: str) -> Findings:
        """What is wrong with a function in the present position."""
        self.exam.findings = {}
        self.exam.guarded(getattr(self, name))
        return {key: found for key, found in self.exam.findings.items() if key[1] == name}

    def repaired(self) -> AbstractContextManager[None]:
        """With right functions for those that are wrong by themselves."""
        return self.repairs.of(self.wrong)

    # -- asking ----------------------------------------------------------------------------

    def ask(self, name: str, *given: Any) -> Any:
        """What a function answers about the board, which it leaves as it is; FAILED where it raises."""
        self.exam.asks(name)
        try:
            answer = getattr(self.module, name)(self.board, *given)
            self.exam.returned(name)
            return answer
        except SystemExit:
            self.exam.returned(name)
            self.record("crash", f"{name}() ends the process", name)
            return FAILED
        except BaseException as error:
            let_end(error)
            self.exam.returned(name)
            if name != "result" or SQUARES.index(given[0]) in self.place.empty:
                self.exam.raised(Raised(name, error))
            return FAILED
        finally:
            if as_rows(self.board) != self.rows(self.place):
                self.record("cs50 changes", f"{name}() changes the board it is given", name)
                self.board = self.drawn(self.place)

    def record(self, name: str, what: str, rule: str = "") -> None:
        self.exam.record(name, what, rule)

    def unwritten(self) -> None:
        """What the assignment asks for and play can do without."""
        for name in self.exam.game.unwritten:
            self.record("cs50 unwritten", f"{name}() is still to be written", name)

    def start(self) -> None:
        """The rows of the first board are three, not one three times."""
        rows = self.module.initial_state()
        if isinstance(rows[0], list) and len({id(row) for row in rows}) < len(rows):
            self.record("cs50 start", "initial_state() returns the same row more than once")

    def off_the_board(self) -> None:
        self.at(places()[0])
        for square in OFF_THE_BOARD:
            try:
                self.module.result(self.drawn(self.place), square)
            except BaseException as error:  # as it should be
                let_end(error)
                continue
            self.record("cs50 off the board", f"result() of {square} raises nothing: it is not on the board")

    # -- the functions ---------------------------------------------------------------------

    def player(self) -> None:
        if self.place.over:
            return
        given, wanted = self.ask("player"), self.marks[self.place.state.turn + 1]
        if given is not FAILED and given != wanted:
            why = "it is the turn of" if self.place.moves else "the first move is that of"
            self.record("cs50 player", f"player() returns {shown(given)}, but {why} {wanted}")

    def actions(self) -> None:
        if self.place.over:
            return
        given, wanted = self.ask("actions"), {SQUARES[cell] for cell in self.place.empty}
        if given is FAILED:
            return
        if not isinstance(given, set | frozenset):
            self.record("cs50 set", f"actions() returns a {type(given).__name__}, not a set")
            self.repairs.listed = isinstance(given, list)
        try:
            found = {tuple(action) for action in given}
        except TypeError:
            found = set()
        if found != wanted:
            said = [f"lacks {shown(sorted(wanted - found))}"] if wanted - found else []
            said += [f"has {shown(sorted(found - wanted, key=repr))}, not empty"] if found - wanted else []
            self.record("cs50 actions", f"actions() {' and '.join(said)}")

    def result(self) -> None:
        for cell, square in enumerate(SQUARES) if not self.place.over else ():
            given = self.ask("result", square)
            if cell not in self.place.empty:
                if given is not FAILED:
                    self.record("cs50 taken", f"result() of {square} raises nothing: the square is taken")
            elif given is not FAILED:
                self.after(cell, given)

    def after(self, cell: int, given: Any) -> None:
        """The board after a move."""
        wanted = self.rows(Place(GAME.result(self.place.state, cell), ()))
        if as_rows(given) != wanted:
            said = f"result() of {SQUARES[cell]} returns {shown(given)}, not {shown(wanted)}"
            self.record("cs50 result", said)

    def winner(self) -> None:
        if hasattr(self.module, "winner") and "winner" not in self.exam.game.unwritten:
            self.expect("winner", self.repairs.winner(self.rows(self.place)), same_mark)

    def terminal(self) -> None:
        self.expect("terminal", self.place.over, lambda given, wanted: bool(given) == wanted)

    def utility(self) -> None:
        if self.place.over:
            wanted = GAME.utility(self.place.state)
            self.expect("utility", wanted, lambda given, wanted: bool(given == wanted))

    def expect(self, name: str, wanted: Any, alike: Callable[[Any, Any], bool]) -> None:
        given = self.ask(name)
        if given is not FAILED and not alike(given, wanted):
            said = f"{name}() returns {shown(given)}, not {shown(wanted)}"
            self.exam.record("cs50 end", said, name, advice=AT_THE_END[name])


def found_beside(others: Iterable[str]) -> str:
    """What is not to be seen in the file as it is, but with right functions in the place of wrong ones."""
    names = ", ".join(f"{name}()" for name in FUNCTIONS if name in others)
    return f", beside a right {names}" if names else ""


def as_rows(board: Any) -> list[list[Any]]:
    """Whatever a board is made of, as lists; empty for what is not a board."""
    try:
        return [list(row) for row in board]
    except TypeError:
        return []


def same_mark(given: Any, wanted: Any) -> bool:
    return given is None if wanted is None else bool(given == wanted)


# -- minimax -----------------------------------------------------------------------------------------


def in_order() -> list[Place]:
    """Small positions first, and of those that look alike one long before the others."""
    alike = {seen_from_all_sides(place): place for place in reversed(places())}
    first = set(alike.values())
    return sorted(places(), key=lambda place: len(place.empty) + (0 if place in first else LATER))


def seen_from_all_sides(place: Place) -> tuple[int, ...]:
    """The same for positions that are turned or mirrored."""
    return min(tuple(place.state.cells[cell] for cell in image) for image in IMAGES)


class Grading(Plain):
    """A solution's own minimax in one position after another, as work for a stream (`stream.Work`)."""

    enough, interruptible = True, True

    def __init__(self, assignment: Assignment, seconds: float) -> None:
        self.assignment, self.exam, self.game = assignment, assignment.exam, assignment.exam.game
        self.clock = Clock(seconds)
        self.graded = self.right = 0
        self.wrong: dict[bool, tuple[Place, str]] = {}
        """The smallest position in which it is wrong, where the game goes on and where it is over."""
        self.stopping = False

    def run(self) -> None:
        """Grade within the time, then record the smallest position in which it is wrong."""
        self.exam.beats += 1
        try:
            with Stream(self, "zermelo grade") as stream:
                for _ in stream:
                    pass
        except RulesError:
            self.note(self.assignment.place, "minimax() does not return")
        for over, (place, what) in self.causes():
            self.assignment.at(place)
            name = "cs50 minimax over" if over else "cs50 minimax"
            self.exam.record(name, what + found_beside(self.assignment.wrong), advice=advice_for(what, over))

    def causes(self) -> list[tuple[bool, tuple[Place, str]]]:
        """What is wrong; told once, where it is the same whether the game is over or goes on."""
        alike = len({what for _, what in self.wrong.values()}) == 1
        return [found for found in self.wrong.items() if not (alike and found[0] and False in self.wrong)]

    def items(self) -> Iterator[None]:
        for place in in_order():
            if self.stopping:
                return
            self.assignment.at(place)
            what = self.own_fault(place)
            self.graded += 1
            self.right += not what
            if what:
                self.note(place, what)
        yield None

    def note(self, place: Place, what: str) -> None:
        known = self.wrong.get(place.over)
        if known is None or len(place.empty) < len(known[0].empty):
            self.wrong[place.over] = (place, what)

    def own_fault(self, place: Place) -> str:
        """What is wrong with its move beside right functions, and also beside those that it is written for.

        Beside right ones first: a minimax may remember what others said.
        """
        if not self.assignment.wrong:
            return self.fault(place)
        with self.assignment.repaired():
            what = self.fault(place)
        self.assignment.at(place)
        return what if what and self.fault(place) else ""

    def fault(self, place: Place) -> str:
        """What is wrong with its move; "" if it is as good as any."""
        assignment = self.assignment
        assignment.exam.asks("minimax")
        try:
            given = assignment.module.minimax(assignment.board)
            assignment.exam.returned("minimax")
        except BaseException as error:
            let_end(error)
            assignment.exam.returned("minimax")
            return f"minimax() raises {kind_and_words(error)}"
        if as_rows(assignment.board) != assignment.rows(place):
            return "minimax() changes the board it is given"
        return verdict(place, as_move(given), assignment.marks)

    def stop(self) -> None:
        self.stopping = True

    def beat(self) -> int | None:
        """Small positions are quick; a large one may take as long as there is."""
        watched = self.stopping or len(self.assignment.place.empty) <= SMALL
        return self.graded if watched else None


def advice_for(what: str, over: bool) -> str:
    """What to write instead of a minimax of which this is wrong; "" for the general advice.

    Where the game is over it should not have come to the line that raises, unless that is misspelt.
    """
    if "changes" in what:
        return PROMISES["cs50 changes"].advice
    cure = cure_of(what.removeprefix("minimax() raises ")) if "raises" in what else ""
    return "" if over and cure != SPELLING else cure


def as_move(given: Any) -> Any:
    """A pair of numbers, be it a list or an array of NumPy; anything else as it is."""
    plain = given.tolist() if hasattr(given, "tolist") else given
    return tuple(plain) if isinstance(plain, list) else plain


def verdict(place: Place, given: Any, marks: tuple[Any, ...]) -> str:
    """What is wrong with a move in a position; "" for one that is as good as any."""
    if place.over:
        return "" if given is None else f"minimax() returns {shown(given)}, but the game is over"
    if given not in [SQUARES[cell] for cell in place.empty]:
        return f"minimax() returns {shown(given)}, which is no legal move"
    sign = 1 if place.state.turn == MAX else -1
    ends = {cell: sign * values()[GAME.result(place.state, cell)] for cell in place.empty}
    best, found = max(ends, key=ends.__getitem__), ends[SQUARES.index(given)]
    if found == ends[best]:
        return ""
    mover = marks[place.state.turn + 1]
    return f"minimax() returns {given}: {mover} {ENDS[found]}, but {ENDS[ends[best]]} with {SQUARES[best]}"
