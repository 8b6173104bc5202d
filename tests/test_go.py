"""Go: published counts and values, captures and kos by a table, a twin made of sets, both worlds."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from budget import LONG, examples, in_turn

from zermelo import MAX, MIN, check, choose, perft, search, solve
from zermelo.games import Go
from zermelo.games.go import NOWHERE, UNLIKELY
from zermelo.running.asking import ask
from zermelo.running.choosing import MANY, no_end_near

PUBLISHED = json.loads((Path(__file__).parent / "data" / "go.json").read_text())


def named(game: Go, name: str) -> int:
    """The action that people write like this."""
    return next(a for a in range(game.area + 1) if game.name(game.initial(), a) == name)


def after(game: Go, state: Any, *names: str) -> Any:
    for name in names:
        action = named(game, name)
        assert action in list(game.actions(state)), name
        state = game.result(state, action)
    return state


def board(game: Go, state: Any) -> str:
    """The stones alone, row by row."""
    marks = [".XO"[mark] for mark in state.cells]
    return "/".join("".join(marks[at : at + game.width]) for at in range(0, game.area, game.width))


# -- published -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", in_turn(["1x1", "1x2", "1x3", "1x4", "2x2", "2x3"], ["3x3"]))
def test_so_many_boards_are_legal(size: str) -> None:
    """All boards that stones of either player, in any order, lead to from the empty one."""
    width, height = map(int, size.split("x"))
    game = Go(width, height)
    found = {game.initial().cells}
    waiting = list(found)
    while waiting:
        cells = waiting.pop()
        for player in (MAX, MIN):
            state = game.State(cells, player, NOWHERE, 0, ())
            new = {game.result(state, action).cells for action in game.actions(state)} - found
            found |= new
            waiting += new
    assert len(found) == PUBLISHED["legal positions"][size]


VALUES = {"1x1": 0, "1x2": 0, "1x3": 3, "1x4": 4, "1x5": 0, "2x2": 1}
"""Under superko, by exhaustive search; bench/go.py prints them."""


@pytest.mark.parametrize("size", VALUES)
def test_small_boards_solved_under_superko(size: str) -> None:
    width, height = map(int, size.split("x"))
    game = Go(width, height, komi=0, superko=True, points=True)
    report = search(game, algorithm="alphabeta", order="priority", payoff_bounds=True, engine="interpreted")
    assert report.score.proved
    assert report.score.value == VALUES[size]
    assert VALUES[size] == PUBLISHED["values by area under positional superko"].get(size, VALUES[size])


def test_two_by_two_is_endless_under_the_simple_ko() -> None:
    """Neither can win, because the other can go round."""
    for komi in (-0.5, 0.5, 1.5) if LONG else (0.5,):
        solution = solve(Go(2, 2, komi=komi), engine="interpreted")
        assert solution.score.proved
        assert solution.score.winner is None


@pytest.mark.long
def test_three_by_three_is_all_black() -> None:
    """By the simple ko; the centre takes the whole board."""
    area = PUBLISHED["values by area under the simple ko"]["3x3"]
    solution = solve(Go(3, 3, komi=area - 0.5), engine="compiled")
    assert solution.score.winner == MAX
    assert solution.action == 4


# -- captures and kos ----------------------------------------------------------------------------------

CAPTURES = [  # size, position, move, the board after it, or None where it is no move
    ((3, 3), ".../OX./X.. MAX", "a3", "X../.X./X.."),
    ((3, 3), "XO./.X./... MIN", "a2", ".O./OX./..."),
    ((3, 3), ".O./OX./.O. MIN", "c2", ".O./O.O/.O."),
    ((3, 3), "XX./XOO/XO. MIN", "c3", "..O/.OO/.O."),
    ((3, 3), ".O./O../... MAX", "a3", None),
    ((4, 1), ".XO. MAX", "d1", ".X.X"),
    ((5, 1), "X.O.. MIN", "b1", ".OO.."),
    ((5, 2), "XX.OO/XXXOO MIN", "c2", "..OOO/...OO"),
    ((5, 2), "XO.OX/.X.X. MAX", "c2", "X.X.X/.X.X."),
]


@pytest.mark.parametrize(("size", "position", "move", "expected"), CAPTURES)
def test_what_a_stone_takes(size: tuple[int, int], position: str, move: str, expected: str | None) -> None:
    game = Go(*size)
    state = game.parse(position)
    if expected is None:
        assert named(game, move) not in list(game.actions(state))
    else:
        assert board(game, after(game, state, move)) == expected


def test_a_ko_may_not_be_taken_back_at_once() -> None:
    game = Go(5, 5)
    state = game.parse("..... / .XO.. / X.XO. / .XO.. / ..... MIN")
    taken = after(game, state, "b3")
    assert board(game, taken) == "...../.XO../XO.O./.XO../....."
    assert game.name(taken, taken.ko) == "c3"
    assert taken.ko not in list(game.actions(taken))
    later = after(game, taken, "e5", "e1")
    assert later.ko == NOWHERE
    assert board(game, after(game, later, "c3")) == "....X/.XO../X.XO./.XO../....O"
    assert after(game, taken, "pass").ko == NOWHERE


def test_a_snapback_is_no_ko() -> None:
    """A stone is thrown in and taken; then the chain that took it is taken, at once."""
    game = Go(5, 3)
    thrown = after(game, game.parse(".OX.. / .OX.. / OXX.. MAX"), "a3")
    assert board(game, thrown) == "XOX../.OX../OXX.."
    taken = after(game, thrown, "a2")
    assert board(game, taken) == ".OX../OOX../OXX.."
    assert taken.ko == NOWHERE
    assert board(game, after(game, taken, "a3")) == "X.X../..X../.XX.."


def test_suicide_is_a_parameter() -> None:
    several, single = "XXO. / .XO. / XXO. MAX", ".O.. / O... / .... MAX"
    plain, game = Go(4, 3), Go(4, 3, suicide=True)
    assert named(plain, "a2") not in list(plain.actions(plain.parse(several)))
    assert board(game, after(game, game.parse(several), "a2")) == "..O./..O./..O."
    assert named(game, "a3") not in list(game.actions(game.parse(single)))


def test_superko_looks_at_every_board_that_there_was() -> None:
    """Three stones are taken, and the board is that after the first move: no ko, and a repetition."""
    simple, strict = Go(2, 2), Go(2, 2, superko=True)
    line = ("a2", "b1", "b2", "a1", "a2", "b2")
    assert board(simple, after(simple, simple.initial(), *line)) == ".O/OO"
    assert board(simple, after(simple, simple.initial(), *line, "a2")) == "X./.."
    assert named(strict, "a2") not in list(strict.actions(after(strict, strict.initial(), *line)))
    assert strict.repetition is None
    assert simple.repetition == 0


SCORES = [
    ((3, 3), "... / ... / ... MAX", 0),
    ((3, 3), "... / .X. / ... MIN", 9),
    ((3, 3), ".X. / XXO / .OO MAX", 1),
    ((5, 1), "X.O.. MAX", -2),
    ((4, 2), ".XO. / XXOO MAX", 0),
]


@pytest.mark.parametrize(("size", "position", "lead"), SCORES)
def test_area_is_stones_and_what_they_surround(size: tuple[int, int], position: str, lead: int) -> None:
    game = Go(*size, komi=0.5, points=True)
    state = game.parse(position.replace(" MAX", " MAX, after two passes"))
    assert game.lead(state.cells) == lead
    assert game.utility(state) == lead - 0.5
    black, white = game.tally(state)
    assert black - white == lead - 0.5
    low, high = game.bounds(state)
    assert low <= lead - 0.5 <= high


# -- a twin --------------------------------------------------------------------------------------------


class Twin:
    """Go by sets of pairs and boards that are dictionaries, as the rules of Tromp and Taylor say it."""

    def __init__(self, width: int, height: int, suicide: bool, superko: bool) -> None:
        self.points = {(y, x) for y in range(height) for x in range(width)}
        self.suicide, self.superko = suicide, superko
        self.stones: dict[tuple[int, int], int] = {}
        self.history: list[dict[tuple[int, int], int]] = [{}]

    def around(self, point: tuple[int, int]) -> set[tuple[int, int]]:
        y, x = point
        return {(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)} & self.points

    def reached(self, stones: dict[tuple[int, int], int], point: tuple[int, int]) -> set[tuple[int, int]]:
        """The points of the same colour that hang together with this one."""
        found, border = {point}, {point}
        while border:
            near = set().union(*(self.around(one) for one in border)) - found
            border = {one for one in near if stones.get(one) == stones.get(point)}
            found |= border
        return found

    def dead(self, stones: dict[tuple[int, int], int], colour: int) -> set[tuple[int, int]]:
        """The stones of a colour that do not reach an empty point."""
        return {
            point
            for point, mark in stones.items()
            if mark == colour
            and not any(
                near not in stones for one in self.reached(stones, point) for near in self.around(one)
            )
        }

    def placed(self, point: tuple[int, int], player: int) -> dict[tuple[int, int], int]:
        stones = {**self.stones, point: player}
        for colour in (1 - player, player):
            gone = self.dead(stones, colour)
            stones = {one: mark for one, mark in stones.items() if one not in gone}
        return stones

    def is_legal(self, point: tuple[int, int], player: int) -> bool:
        new = self.placed(point, player)
        if point in self.stones or (point not in new and not self.suicide) or new == self.stones:
            return False
        return new not in (self.history if self.superko else self.history[-2:-1])

    def lead(self) -> int:
        total = 0
        for point in self.points:
            region = self.reached(self.stones, point)
            beside = {self.stones[near] for one in region for near in self.around(one) if near in self.stones}
            owners = {self.stones[point]} if point in self.stones else beside
            total += (owners == {MAX}) - (owners == {MIN})
        return total


@pytest.mark.parametrize("seed", range(examples(60)))
def test_like_the_twin(seed: int) -> None:
    """Simple ko: no stone brings back the board before the last move, which is the same thing."""
    dice = random.Random(seed)
    superko, suicide = dice.random() < 0.5, dice.random() < 0.5
    width, height = dice.choice(
        [(3, 3), (4, 2), (2, 4), (5, 1)] if superko else [(3, 3), (5, 2), (4, 4), (5, 5)]
    )
    game = Go(width, height, suicide=suicide, superko=superko)
    twin, state = Twin(width, height, suicide, superko), game.initial()
    for _ in range(60):
        legal = {divmod(cell, width) for cell in game.actions(state) if cell < game.area}
        assert legal == {point for point in twin.points if twin.is_legal(point, state.turn)}
        assert game.lead(state.cells) == twin.lead()
        if not legal:
            break
        y, x = dice.choice(sorted(legal))
        twin.stones = twin.placed((y, x), state.turn)
        twin.history.append(twin.stones)
        state = game.result(state, y * width + x)
        marks = {divmod(cell, width): mark - 1 for cell, mark in enumerate(state.cells) if mark}
        assert marks == twin.stones


# -- random games, both worlds ---------------------------------------------------------------------------


def test_random_games_keep_eyes_and_end() -> None:
    game, dice = Go(5, 5), random.Random(5)
    for _ in range(10):
        state, plies = game.initial(), 0
        while not game.is_terminal(state):
            playable = [action for action in game.actions(state) if game.playable(state, action)]
            assert playable
            state = game.result(state, dice.choice(playable))
            plies += 1
            assert plies < 500
        for cell in (cell for cell in range(game.area) if state.cells[cell] == 0):
            for player in (MAX, MIN):
                free = game.has_room(state.cells, cell, player)
                assert game.is_eye(state.cells, cell, player + 1) or not free


@pytest.mark.long
def test_both_worlds_agree() -> None:
    game = Go(5, 5, komi=0.5)
    asked: dict[str, Any] = {"algorithm": "mcts", "nodes": 150, "seed": 3}
    python, machine = (search(game, engine=engine, **asked) for engine in ("interpreted", "compiled"))
    assert (python.line, python.score) == (machine.line, machine.score)
    assert [line.visits for line in python.lines] == [line.visits for line in machine.lines]


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "depth"),
    [(Go(5, 5), 3), (Go(3, 3, suicide=True), 4), (Go(2, 2, superko=True), 8), (Go(3, 2, superko=True), 5)],
    ids=["5x5", "3x3 suicide", "2x2 superko", "3x2 superko"],
)
def test_perft_in_both_worlds(game: Go, depth: int) -> None:
    assert perft(game, depth=depth, engine="compiled") == perft(game, depth=depth, engine="interpreted")


@pytest.mark.long
def test_nothing_is_wrong_with_the_rules() -> None:
    for game in (Go(3, 2, komi=0.5), Go(2, 2, komi=0, superko=True, points=True)):
        assert check(game, seconds=1, compile=False) == []


def test_it_is_searched_by_simulations_unless_somebody_says_otherwise() -> None:
    assert search(Go(), seconds=0.2, engine="interpreted").algorithm == "mcts"


def test_it_is_searched_by_simulations_wherever_its_end_is_not_near() -> None:
    """With fewer than 20 moves, or where random moves passed twice, looking ahead saw nothing, and passed."""
    game = Go(5, 5)
    for seed in range(3):
        state, dice = game.initial(), random.Random(seed)
        for _ in range(8):
            state = game.result(state, dice.choice(list(game.actions(state))[:-1]))
        assert len(list(game.actions(state))) < MANY
        assert no_end_near(game, state)
        assert ask(game, state, seconds=1.0).algorithm.name == "mcts"
    assert not no_end_near(game, after(game, game.initial(), "pass", "pass"))


def test_a_pass_is_the_last_thing_that_is_tried() -> None:
    """It came first, as all moves seemed alike, and a lucky random game kept it there."""
    game = Go(5, 5)
    first = {}
    for seed in range(12):
        report = search(game, algorithm="mcts", nodes=1, seed=seed, engine="interpreted")
        first[seed] = report.action
    assert game.area not in first.values()
    assert len(set(first.values())) > 4  # nor does the order of the cells decide
    assert game.prior(after(game, game.initial(), "c3"), game.area) == UNLIKELY
    assert game.prior(after(game, game.initial(), "pass", "c3", "pass"), game.area) == 2  # which wins at once
    assert game.prior(after(game, game.initial(), "c3", "d3", "pass"), game.area) == 2
    full = Go(3, 3).parse("XX. / XXX / .XX MIN")
    assert Go(3, 3).prior(full, 9) > 1  # nothing else is left


@pytest.mark.parametrize("level", [1, 2, 5])
def test_no_level_passes_while_points_are_open(level: int) -> None:
    game = Go(5, 5, komi=0.5)
    for seed in range(3 if LONG else 1):
        state, dice = game.initial(), random.Random(seed)
        for ply in range(8):
            legal = list(game.actions(state))[:-1]
            move = choose(game, state, level=level, seed=ply, nodes=100, seconds=None, engine="interpreted")
            assert move.score.proved or move.action != game.area
            state = game.result(state, dice.choice(legal))


def test_an_estimate_gives_empty_cells_to_the_nearest_stones() -> None:
    game = Go(5, 5, komi=0.5)
    assert game.evaluate(game.initial()) == -0.5
    assert game.evaluate(after(game, game.initial(), "c3")) == 24.5
    assert game.evaluate(after(game, game.initial(), "b3", "d3")) == -0.5
    for seed in range(examples(40)):
        state, dice = game.initial(), random.Random(seed)
        for _ in range(8):
            state = game.result(state, dice.choice(list(game.actions(state))))
        assert game.evaluate(state) == by_distance(game, state.cells) - game.komi
    assert search(game, depth=2, algorithm="pvs", engine="interpreted").action != game.area


def by_distance(game: Go, cells: tuple[int, ...]) -> int:
    """The lead if every cell is of those whose stones are the fewest steps away."""
    lead = 0
    for cell in range(game.area):
        y, x = divmod(cell, game.width)
        ways = [[99], [99]]
        for place, mark in enumerate(cells):
            if mark:
                ways[mark - 1].append(abs(y - place // game.width) + abs(x - place % game.width))
        lead += (min(ways[0]) < min(ways[1])) - (min(ways[1]) < min(ways[0]))
    return lead
