"""Go: surround more of the board than the other player; chains without a liberty are taken off.

Cells of Go(5, 5), and a position; + is a star point:

     0  1  2  3  4         a b c d e
     5  6  7  8  9       5 . . . . .
    10 11 12 13 14       4 . X O . .
    15 16 17 18 19       3 X . X O .            State(cells=(0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 1, 0, 1, 2, 0, …),
    20 21 22 23 24       2 . X O . .                  turn=MIN, ko=11, passes=0, seen=())
                         1 . . . . .
                       MIN to move, ko at b3

MAX plays X (black) and begins, MIN plays O (white).  Stones of one player side by side are a chain, the empty
cells beside it its liberties.  A stone takes off every chain of the other player that it leaves without a
liberty; then its own chain has one, or the move is no move.  With `suicide` it is one, and the chain is taken
off, unless it is a single stone, after which the board would be as before.  Instead of a stone a player
may pass; two passes in a row end the game.  Then every stone counts, as does every empty cell from which only
stones of one player are reached (area scoring), and MIN gets `komi` besides.  MAX wins with more, or, with
`points`, gets the difference.

Without `superko` the ko is the simple one: a stone that took one stone, and that could itself be taken by one
put back there, may not be taken back at once (`State.ko`).  Longer cycles are possible; to play them for ever
is a draw.  With `superko` no stone may bring back a board that was there before, whoever is to move
(positional superko).  `State.seen` then holds one bit for every board there could be: a set of them, on
boards of at most 9 cells.

An action is a cell, or, for a pass, one more than the last; people write c2 for cell 17.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from zermelo.errors import GameError
from zermelo.game import MAX, MIN, Bits, Game, updated
from zermelo.games.common import check_whole, read_marks, split_turn, truth, turn_line
from zermelo.score import win_in

NOWHERE = -1
MOST_SIZE, MOST_REMEMBERED = 19, 9
LETTERS = "abcdefghjklmnopqrst"
"""The columns: there is no i, which looks like a j."""
BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))
ACROSS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
"""The rows and columns from a cell to its neighbours, and to those at its corners."""
UNLIKELY = 0.001
"""What is expected of a pass while there is something to play for, beside 1 for an ordinary move."""
PASSED = ("", ", after a pass", ", after two passes")


class Go(Game):
    class State(NamedTuple):
        cells: tuple[int, ...]
        """0, or 1 for a stone of MAX and 2 for one of MIN."""
        turn: int
        ko: int
        """The cell on which the mover may not put a stone now, by the simple ko; or NOWHERE."""
        passes: int
        """How many there were in a row: after two the game is over."""
        seen: tuple[Bits, ...]
        """With superko the boards that there were: bit n of them all says whether that of `code` n was."""

    def __init__(
        self,
        width: int = 9,
        height: int = 9,
        komi: float = 7.5,
        suicide: bool = False,
        superko: bool = False,
        points: bool = False,
    ) -> None:
        check_whole(width=width, height=height)
        self.suicide, self.superko = truth("suicide", suicide), truth("superko", superko)
        self.points = truth("points", points)
        check_size(width, height, self.superko)
        self.width, self.height, self.area = width, height, width * height
        """`area` is the number of cells, and the action that passes."""
        self.komi = check_komi(komi)
        self.words = (3**self.area + 63) // 64 if superko else 0
        if superko:
            self.repetition = None  # type: ignore[misc]
        if points:
            self.payoff = "points"  # type: ignore[misc]
            self.payoff_range = (-self.area - self.komi, self.area - self.komi)
        self.near = tuple(tuple(self.steps(cell, BESIDE)) or (cell,) for cell in range(self.area))
        """The neighbours of each cell; of one that is alone, itself."""
        self.corners = tuple(tuple(self.steps(cell, ACROSS)) or (cell,) for cell in range(self.area))
        """The cells at the corners of each; of one that has none, itself."""
        self.images = self.turned()[:1] if superko else self.turned()
        """For each way to turn or mirror the board: where each of its cells comes from.  Under superko the
        boards that there were would have to be turned too."""

    def steps(self, cell: int, ways: tuple[tuple[int, int], ...]) -> list[int]:
        row, column = divmod(cell, self.width)
        places = [(row + down, column + right) for down, right in ways]
        return [y * self.width + x for y, x in places if 0 <= y < self.height and 0 <= x < self.width]

    def initial(self) -> State:
        return self.placed((0,) * self.area, MAX)

    def to_move(self, state: State) -> int:
        return state.turn

    def is_terminal(self, state: State) -> bool:
        return state.passes == 2

    # -- moves -----------------------------------------------------------------------------

    def actions(self, state: State) -> Iterator[int]:
        for cell in range(self.area):
            if state.cells[cell] == 0 and cell != state.ko and self.is_legal(state, cell):
                yield cell
        yield self.area

    def is_legal(self, state: State, cell: int) -> bool:
        """May the mover put a stone on this empty cell, the simple ko apart?"""
        if self.superko:
            return self.has_room(state.cells, cell, state.turn) and not self.is_repeated(state, cell)
        return self.has_room(state.cells, cell, state.turn)

    def has_room(self, cells: tuple[int, ...], cell: int, player: int) -> bool:
        """Has a stone there a liberty, once what it takes is off?  Or may it be taken off itself?"""
        for near in self.near[cell]:
            if cells[near] == 0 and near != cell:
                return True
        own, joined = player + 1, False
        for near in self.near[cell]:
            if cells[near] != 0:
                joined = joined or cells[near] == own
                if (cells[near] == own) == self.breathes(cells, near, cell):
                    return True
        return self.suicide and joined

    def breathes(self, cells: Sequence[int], stone: int, besides: int) -> bool:
        """Has the chain of a stone a liberty other than this cell?"""
        own, met, waiting = cells[stone], [False] * self.area, [stone]
        met[stone] = True
        while waiting:
            for near in self.near[waiting.pop()]:
                if cells[near] == 0 and near != besides:
                    return True
                if cells[near] == own and not met[near]:
                    met[near] = True
                    waiting.append(near)
        return False

    def result(self, state: State, action: int) -> State:
        if action == self.area:
            return self.State(state.cells, 1 - state.turn, NOWHERE, state.passes + 1, state.seen)
        cells = list(state.cells)
        taken = self.put(cells, action, state.turn)
        ko = self.ko_after(cells, action) if taken == 1 and not self.superko else NOWHERE
        seen = self.remembered(state.seen, tuple(cells)) if self.superko else state.seen
        return self.State(tuple(cells), 1 - state.turn, ko, 0, seen)

    def put(self, cells: list[int], cell: int, player: int) -> int:
        """Put a stone on the board and take off what has no liberty; how many of the other's?"""
        cells[cell] = player + 1
        taken = 0
        for near in self.near[cell]:
            if cells[near] == 2 - player and not self.breathes(cells, near, NOWHERE):
                taken += self.lift(cells, near)
        if self.suicide and taken == 0 and not self.breathes(cells, cell, NOWHERE):
            self.lift(cells, cell)
        return taken

    def lift(self, cells: list[int], stone: int) -> int:
        """Take off the chain of a stone; of how many stones?"""
        own, count, waiting = cells[stone], 1, [stone]
        cells[stone] = 0
        while waiting:
            for near in self.near[waiting.pop()]:
                if cells[near] == own:
                    cells[near] = 0
                    count += 1
                    waiting.append(near)
        return count

    def ko_after(self, cells: list[int], cell: int) -> int:
        """Where a stone that took one may not be taken back: its only liberty, if it stands alone."""
        free, place = 0, NOWHERE
        for near in self.near[cell]:
            if cells[near] == cells[cell]:
                return NOWHERE
            if cells[near] == 0:
                free += 1
                place = near
        return place if free == 1 else NOWHERE

    # -- superko ---------------------------------------------------------------------------

    def code(self, cells: Sequence[int]) -> int:
        """A board as a number, a digit of three values for each cell."""
        number = 0
        for mark in cells:
            number = 3 * number + mark
        return number

    def is_repeated(self, state: State, cell: int) -> bool:
        """Would a stone there bring back a board that was there before?"""
        cells = list(state.cells)
        self.put(cells, cell, state.turn)
        code = self.code(cells)
        return bool(state.seen[code // 64] >> (code % 64) & 1)

    def remembered(self, seen: tuple[Bits, ...], cells: tuple[int, ...]) -> tuple[Bits, ...]:
        """The boards that there were, with one more."""
        if not self.superko:
            return seen
        code = self.code(cells)
        return updated(seen, code // 64, seen[code // 64] | Bits(1) << (code % 64))

    # -- the end ---------------------------------------------------------------------------

    def utility(self, state: State) -> Any:
        lead = self.lead(state.cells) - self.komi
        if self.points:
            return lead
        return 1 if lead > 0 else -1 if lead < 0 else 0

    def tally(self, state: State) -> tuple[Any, Any]:
        """The stones and surrounded cells of each player, and MIN's komi."""
        cells, met = state.cells, [False] * self.area
        empty = (cell for cell in range(self.area) if cells[cell] == 0)
        regions = [self.surrounded(cells, cell, met) for cell in empty if not met[cell]]
        black = cells.count(1) + sum(size for size in regions if size > 0)
        return black, cells.count(2) - sum(size for size in regions if size < 0) + self.komi

    def lead(self, cells: tuple[int, ...]) -> int:
        """How many more stones and surrounded cells MAX has than MIN."""
        total, met = 0, [False] * self.area
        for cell in range(self.area):
            if cells[cell] == 1:
                total += 1
            elif cells[cell] == 2:
                total -= 1
            elif not met[cell]:
                total += self.surrounded(cells, cell, met)
        return total

    def surrounded(self, cells: tuple[int, ...], cell: int, met: list[bool]) -> int:
        """The size of an empty region if MAX alone surrounds it, less than 0 if MIN does, else 0."""
        size, touched, waiting = 0, 0, [cell]
        met[cell] = True
        while waiting:
            size += 1
            for near in self.near[waiting.pop()]:
                touched |= cells[near]
                if cells[near] == 0 and not met[near]:
                    met[near] = True
                    waiting.append(near)
        return size if touched == 1 else -size if touched == 2 else 0

    def evaluate(self, state: State) -> Any:
        """MAX's lead if every empty cell went to the player whose stones are nearest to it."""
        owner, place, waiting = list(state.cells), 0, [cell for cell in range(self.area) if state.cells[cell]]
        steps = [0 if mark else self.area for mark in state.cells]
        while place < len(waiting):
            cell = waiting[place]
            place += 1
            for near in self.near[cell]:
                if steps[near] == self.area:
                    steps[near] = steps[cell] + 1
                    owner[near] = owner[cell]
                    waiting.append(near)
                elif steps[near] == steps[cell] + 1:
                    owner[near] |= owner[cell]
        return owner.count(1) - owner.count(2) - self.komi

    def bounds(self, state: State) -> tuple[Any, Any]:
        """The whole board for one player or for the other; nobody wins before the second pass."""
        if self.points:
            return -self.area - self.komi, self.area - self.komi
        return win_in(2 - state.passes, MIN), win_in(2 - state.passes, MAX)

    def priority(self, state: State, action: int) -> int:
        """A pass that ends the game first: it says at once what the board is worth.  Then what takes most
        stones; any other pass last, so that it is no better than what is as good."""
        if action == self.area:
            return self.area if state.passes == 1 else -1
        return self.put(list(state.cells), action, state.turn)

    def prior(self, state: State, action: int) -> float:
        """What a player looks at: taking and saving stones, keeping near others; not the edge, nor an eye.
        A pass only where it wins at once, or where nothing but eyes is left to fill."""
        if action == self.area:
            return 2.0 if self.wins_by_passing(state) or self.playable(state, action) else UNLIKELY
        if self.is_eye(state.cells, action, state.turn + 1):
            return 0.1
        found = 1.0
        for near in self.near[action]:
            if state.cells[near] != 0 and not self.breathes(state.cells, near, action):
                found += 3.0 if state.cells[near] == state.turn + 1 else 8.0
        if self.is_remote(state.cells, action):
            return 0.2 if len(self.near[action]) < 4 else 1.0
        return found + 1.0

    def wins_by_passing(self, state: State) -> bool:
        """Whether a pass ends the game, and the mover is ahead."""
        lead = self.lead(state.cells) - self.komi
        return state.passes == 1 and (lead > 0 if state.turn == MAX else lead < 0)

    def is_remote(self, cells: tuple[int, ...], cell: int) -> bool:
        """Is there no stone beside it, nor at its corners?"""
        for near in self.near[cell]:
            if cells[near] != 0:
                return False
        for corner in self.corners[cell]:
            if cells[corner] != 0:
                return False
        return True

    # -- random games ----------------------------------------------------------------------

    def playable(self, state: State, action: int) -> bool:
        """In random games nobody fills an eye, and who can do anything else does not pass."""
        if action < self.area:
            return not self.is_eye(state.cells, action, state.turn + 1)
        for cell in self.actions(state):
            if cell < self.area and not self.is_eye(state.cells, cell, state.turn + 1):
                return False
        return True

    def is_eye(self, cells: tuple[int, ...], cell: int, own: int) -> bool:
        """Surrounded by own stones, with one corner the other's at most, and at the edge none."""
        for near in self.near[cell]:
            if cells[near] != own:
                return False
        lost = 1 if len(self.corners[cell]) < 4 else 0
        for corner in self.corners[cell]:
            if cells[corner] == 3 - own:
                lost += 1
        return lost < 2

    def symmetries(self, state: State) -> Iterator[State]:
        for image in self.images:
            cells = tuple([state.cells[cell] for cell in image])
            ko = image.index(state.ko) if state.ko != NOWHERE else NOWHERE
            yield self.State(cells, state.turn, ko, state.passes, state.seen)

    def turned(self) -> tuple[tuple[int, ...], ...]:
        """Four ways to mirror a board, the first leaves it as it is; a square one also along its diagonal."""
        rows, columns = range(self.height), range(self.width)
        found = []
        for down in (rows, rows[::-1]):
            for right in (columns, columns[::-1]):
                found.append(tuple(y * self.width + x for y in down for x in right))
                if self.width == self.height:
                    found.append(tuple(y * self.width + x for x in right for y in down))
        return tuple(found)

    # -- as people see it ------------------------------------------------------------------

    def show(self, state: State) -> str:
        marks, digits = self.marks(state), len(str(self.height))
        rows = [" " * (digits + 1) + " ".join(LETTERS[: self.width])]
        for row in range(self.height):
            cells = " ".join(marks[row * self.width : (row + 1) * self.width])
            rows.append(f"{self.height - row:>{digits}} {cells}")
        ko = f", ko at {self.name(state, state.ko)}" if state.ko != NOWHERE else ""
        rows.append(turn_line(state.turn) + ko + PASSED[state.passes])
        if self.superko:
            rows.append(" ".join(["seen", *map(self.drawn, self.boards(state.seen))]))
        return "\n".join(rows)

    def marks(self, state: State) -> list[str]:
        """X, O or ., and + for a star point without a stone."""
        stars = self.stars()
        return ["+" if mark == 0 and cell in stars else ".XO"[mark] for cell, mark in enumerate(state.cells)]

    def stars(self) -> list[int]:
        """The points that are marked, so that the eye finds its way."""
        (rows, row), (columns, column) = star_lines(self.height), star_lines(self.width)
        found = [(y, x) for y in rows for x in columns] + [(y, x) for y in row for x in column]
        if min(self.width, self.height) > 13:
            found += [(y, x) for y in rows for x in column] + [(y, x) for y in row for x in columns]
        return [y * self.width + x for y, x in found]

    def boards(self, seen: tuple[Bits, ...]) -> list[int]:
        """The codes of the boards that there were."""
        return [64 * word + bit for word, bits in enumerate(seen) for bit in range(64) if bits >> bit & 1]

    def drawn(self, code: int) -> str:
        """The board of a code, its rows one after another."""
        return "".join(".XO"[code // 3**place % 3] for place in reversed(range(self.area)))

    def name(self, state: State, action: int) -> str:
        if action == self.area:
            return "pass"
        row, column = divmod(action, self.width)
        return f"{LETTERS[column]}{self.height - row}"

    def parse(self, text: str) -> State:
        """The position that `show` draws, or its marks row by row and the player.

        >>> Go(3, 3).parse("XO. / .XO / ... MAX, ko at c3").ko
        2
        """
        body, _, boards = text.partition("seen")
        body, passes = read_passes(body.rstrip(" \n/"))
        body, _, place = body.partition(", ko at ")
        body, turn = split_turn(body)
        cells = read_marks(re.sub(r"[a-z0-9]", "", body).replace("+", "."), self.area)
        seen = self.placed(cells, turn).seen
        for board in re.findall("[.XO]+", boards):
            seen = self.remembered(seen, read_marks(board, self.area))
        return self.State(cells, turn, self.ko_named(cells, turn, place.strip()), passes, seen)

    def placed(self, cells: tuple[int, ...], turn: int) -> State:
        """A position in which these stones were put on the board before the first move."""
        if any(cells[cell] and not self.breathes(cells, cell, NOWHERE) for cell in range(self.area)):
            raise GameError("stones_without_liberties")
        return self.State(cells, turn, NOWHERE, 0, self.remembered((Bits(0),) * self.words, cells))

    def ko_named(self, cells: tuple[int, ...], turn: int, name: str) -> int:
        """The cell of a ko: a stone there would take one, and could be taken back by one."""
        if not name:
            return NOWHERE
        for cell in range(self.area):
            if cells[cell] == 0 and self.name(self.initial(), cell) == name and not self.superko:
                after = list(cells)
                if self.put(after, cell, turn) == 1 and self.ko_after(after, cell) != NOWHERE:
                    return cell
        raise GameError("no_such_ko", name=name)

    def board(self, state: State) -> dict[str, Any]:
        """Stones on the crossings of lines; to pass there is no cell."""
        actions = [] if self.is_terminal(state) else list(self.actions(state))
        return {
            "kind": "go",
            "width": self.width,
            "height": self.height,
            "cells": [".XO"[mark] for mark in state.cells],
            "stars": self.stars(),
            "actions": [(action, [action] if action < self.area else []) for action in actions],
        }


def star_lines(length: int) -> tuple[list[int], list[int]]:
    """The rows, or columns, on which star points lie: two near the edges, and the middle one.

    >>> star_lines(9), star_lines(19), star_lines(5), star_lines(4)
    (([2, 6], [4]), ([3, 15], [9]), ([], [2]), ([], []))
    """
    edge = 2 if length < 12 else 3
    sides = [edge, length - 1 - edge] if length > 6 else []
    return sides, [length // 2] * (length % 2 == 1 and length > 4)


def read_passes(text: str) -> tuple[str, int]:
    """A position without the passes at its end, and how many they are."""
    for passes in (1, 2):
        if text.endswith(PASSED[passes]):
            return text.removesuffix(PASSED[passes]), passes
    return text, 0


def check_size(width: int, height: int, superko: bool) -> None:
    if not (1 <= width <= MOST_SIZE and 1 <= height <= MOST_SIZE):
        raise GameError("unplayable_go", width=width, height=height, most=MOST_SIZE)
    if superko and width * height > MOST_REMEMBERED:
        raise GameError("superko_too_large", width=width, height=height, most=MOST_REMEMBERED)


def check_komi(komi: object) -> Any:
    """A number that halves and whole points make, as komi is everywhere."""
    if isinstance(komi, bool) or not isinstance(komi, int | float) or abs(komi) > 1000 or 2 * komi % 1:
        raise GameError("wrong_komi", given=repr(komi))
    return int(komi) if komi == int(komi) else float(komi)
