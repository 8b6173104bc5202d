"""Generators that fill a list for the machine: which do, and that nothing else changes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from chess_rules import Chess

from zermelo import MAX, MIN, Game, search
from zermelo.algorithms.alphabeta import alphabeta
from zermelo.games import ConnectFour
from zermelo.kernel.bind import Compiled
from zermelo.kernel.compiler.filling import as_generator
from zermelo.kernel.options import Options

SIDE = 4
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
Action = tuple[int, int, int]


class Cells(NamedTuple):
    cells: tuple[int, ...]
    turn: int


class Arrows(Game):
    """A queen each: she moves and shoots an arrow, and who cannot has lost.  Generators within generators."""

    repetition = None

    def initial(self) -> Cells:
        return Cells((1, *(0,) * (SIDE * SIDE - 2), 2), MAX)

    def to_move(self, state: Cells) -> int:
        return state.turn

    def seen(self, cells: tuple[int, ...], start: int, left: int) -> Iterator[int]:
        """The cells that a queen sees, or would if she had left one."""
        for down, right in STEPS:
            row, column = start // SIDE + down, start % SIDE + right
            while 0 <= row < SIDE and 0 <= column < SIDE:
                cell = SIDE * row + column
                if cells[cell] != 0 and cell != left:
                    break
                yield cell
                row, column = row + down, column + right

    def moves(self, state: Cells, most: int) -> Iterator[Action]:
        """At most so many moves of the player, and of one queen."""
        count = 0
        for start in range(SIDE * SIDE):
            if state.cells[start] == state.turn + 1:
                for to in self.seen(state.cells, start, -1):
                    for shot in self.seen(state.cells, to, start):
                        if count == most:
                            return
                        yield start, to, shot
                        count += 1

    def actions(self, state: Cells) -> Iterator[Action]:
        if state.turn == MAX:
            yield from self.moves(state, 100)
        else:
            yield from self.moves(state, 90)

    def result(self, state: Cells, action: Action) -> Cells:
        start, to, shot = action
        cells = list(state.cells)
        cells[start], cells[to], cells[shot] = 0, state.turn + 1, 3
        return Cells(tuple(cells), 1 - state.turn)

    def is_terminal(self, state: Cells) -> bool:
        return not any(True for _ in self.actions(state))

    def utility(self, state: Cells) -> int:
        return 1 if state.turn == MIN else -1

    def evaluate(self, state: Cells) -> int:
        first = next(iter(self.moves(state, 5)), None)
        few = [start + 2 * to + 3 * shot for start, to, shot in self.moves(state, 5)]
        found = 0 if first is None else first[1]
        for number, cell in enumerate(self.seen(state.cells, state.turn, -1)):
            found += number * cell
        return found + sum(few)


class Truthful(Arrows):
    """To Python a generator is true, whatever it yields: it stays one."""

    def is_terminal(self, state: Cells) -> bool:
        return not self.moves(state, 1)


class Listed(Arrows):
    """The same moves in a list."""

    def listed(self, state: Cells) -> list[Action]:
        found = []
        for action in self.moves(state, 100):
            found.append(action)
        return found

    def is_terminal(self, state: Cells) -> bool:
        return not self.listed(state) or len(self.listed(state)) == 0


def text_of(game: Game) -> str:
    return Compiled(game, alphabeta, Options(), False).unit.written.text


def generators(text: str) -> set[str]:
    """The functions of a unit that yield, but for those that pack what others give."""
    functions = [part for part in text.split("@njit") if "yield" in part and "yield pack(" not in part]
    return {part.split("def ")[1].split("(")[0] for part in functions}


@pytest.mark.long
def test_large_generators_fill_lists_and_small_ones_stay() -> None:
    assert generators(text_of(Chess())) == set()
    assert generators(text_of(ConnectFour())) == {"game_actions"}
    assert "lists_in_regions" not in text_of(ConnectFour())


def test_who_passes_on_what_another_gives_makes_no_list_of_its_own() -> None:
    body = text_of(Chess()).split("def game_actions(")[1].split("@njit")[0]
    assert "return game_moves(" in body
    assert "filled_list" not in body


def test_a_loop_that_is_left_at_once_asks_for_the_first_alone() -> None:
    text = text_of(Arrows())
    assert "for _ in first_of_game_actions_of_parts(" in text
    assert "for each in first_of_game_moves(" in text


def test_who_asks_whether_a_list_is_empty_asks_for_its_first_element_alone() -> None:
    body = text_of(Listed()).split("def game_is_terminal(")[1].split("@njit")[0]
    assert body.count("first_of_game_listed(state)") == 2


@pytest.mark.parametrize(
    "body",
    [
        "return [c for c in cells if c]",
        "found = []\n for c in cells:\n  if c: found.append(c)\n return found",
        "found = []\n if given: return []\n found.append(1)\n return found",
    ],
)
def test_lists_that_may_as_well_be_yielded(body: str) -> None:
    (tree,) = ast.parse(f"def rule(cells, given):\n {body}").body
    assert isinstance(tree, ast.FunctionDef)
    whole: dict[str, Any] = {}
    lazy: dict[str, Any] = {}
    exec(ast.unparse(tree), whole)
    generator = as_generator(tree)
    assert generator is not None
    exec(ast.unparse(ast.fix_missing_locations(generator)), lazy)
    for cells, given in (((0, 3, 5), []), ((0,), []), ((1,), [2])):
        assert whole["rule"](cells, given) == list(lazy["rule"](cells, given))


@pytest.mark.parametrize(
    "body",
    [
        "return 5",
        "return given",
        "given.append(1)\n return given",
        "found = []\n for c in cells:\n  found = []\n  found.append(c)\n return found",
        "found = []\n found.append(1)\n if len(found) > 2: return [2]\n return found",
        "found = []\n found.append(1)\n return found or given",
        "if given: return None\n return [c for c in cells]",
    ],
)
def test_lists_that_more_is_done_with(body: str) -> None:
    (tree,) = ast.parse(f"def rule(cells, given):\n {body}").body
    assert isinstance(tree, ast.FunctionDef)
    assert as_generator(tree) is None


def test_what_is_no_loop_keeps_its_generator() -> None:
    assert "game_moves" in generators(text_of(Truthful()))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_both_worlds_walk_the_same_tree(depth: int) -> None:
    wanted: Any = {"depth": depth, "algorithm": "alphabeta"}
    slow, fast = (search(Arrows(), engine=engine, **wanted) for engine in ("interpreted", "compiled"))
    assert fast.compiled
    assert (slow.score, slow.nodes, slow.line) == (fast.score, fast.nodes, fast.line)
