"""The puzzles against published values; the kernels of their own against Python."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from budget import examples, in_turn
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.csp import Problem, all_different, bitmasks, count, minimize, predicate, solutions, solve, total
from zermelo.csp.bitmasks import count_queens, parts_of
from zermelo.csp.compiled import Machine
from zermelo.csp.covering import Covering, is_covering
from zermelo.csp.exact_cover import ExactCover, count_exact_covers, exact_covers
from zermelo.csp.inference import forward_checking
from zermelo.csp.methods import backtracking
from zermelo.csp.orders import mrv, natural
from zermelo.csp.puzzles import cindy, colouring, cryptarithm, domination, queens, sudoku
from zermelo.csp.search import Counters, Plan
from zermelo.errors import ProblemError, Stopped
from zermelo.limits import Clock

DATA = Path(__file__).parent / "data"
COUNTING = json.loads((DATA / "counting.json").read_text())
SUDOKU = json.loads((DATA / "sudoku.json").read_text())["puzzles"]
COLOURING = json.loads((DATA / "colouring.json").read_text())["chromatic_numbers"]


# -- queens ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 16))
def test_queens_by_bit_masks(n: int) -> None:
    expected = COUNTING["queens_A000170"][n - 1]
    assert count_queens(n) == expected
    if n <= 13:
        assert count_queens(n, mirror=False) == expected
    if n <= 7:
        assert count_queens(n, compiled=False) == count_queens(n, mirror=False, compiled=False) == expected


@pytest.mark.parametrize("n", range(1, 13))
def test_queens_by_the_general_kernel(n: int) -> None:
    answer = count(queens.problem(n), select="static", inference="no_inference", engine="compiled")
    assert answer.count == COUNTING["queens_A000170"][n - 1]
    assert answer.counters.assignments == COUNTING["queens_placed_by_backtracking"][n - 1]


@pytest.mark.parametrize("n", range(1, 13))
def test_queens_up_to_symmetry(n: int) -> None:
    found = list(queens.fundamental(solutions(queens.problem(n), engine="compiled")))
    assert len(found) == COUNTING["fundamental_queens_A002562"][n - 1]


def test_symmetric_boards_make_all_the_others() -> None:
    every = {tuple(found.values()) for found in solutions(queens.problem(6))}
    few = [tuple(found.values()) for found in queens.fundamental(solutions(queens.problem(6)))]
    assert {board for columns in few for board in queens.symmetric(columns)} == every


def test_generate_and_test_in_full() -> None:
    counters = Counters()
    found = list(queens.generate_and_test_in_full(5, counters))
    assert len(found) == 10
    assert counters.assignments == queens.configurations(5) == 53130
    assert all(queens.problem(5).broken(solution) is None for solution in found)
    assert queens.configurations(8) == 4_426_165_368


def test_a_board_is_drawn() -> None:
    answer = solve(queens.problem(4))
    assert answer.solution is not None
    assert queens.show(answer.problem, answer.solution) == "· ♛ · ·\n· · · ♛\n♛ · · ·\n· · ♛ ·"


def test_half_of_the_boards_stand_for_all() -> None:
    for n in (8, 9):
        factor, parts = parts_of(n)
        mirrored = {tuple(n - 1 - column for column in part) for part in parts}
        assert factor == 2
        assert not mirrored & set(parts)
        assert mirrored | set(parts) == set(parts_of(n, mirror=False)[1])


def test_long_counts_are_made_of_short_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bitmasks, "ROWS_AT_ONCE", 3)
    monkeypatch.setattr(bitmasks, "MOST_BOARDS", 7)
    for n in range(1, 10):
        assert count_queens(n) == COUNTING["queens_A000170"][n - 1]


@pytest.mark.parametrize("n", [0, -1, 31, True, 2.0])
def test_no_such_queens(n: Any) -> None:
    with pytest.raises(ProblemError, match="the number of queens must be a whole number from 1 to 30"):
        count_queens(n)


# -- domination --------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", in_turn(range(1, 11), [11, 12]))
def test_knights_domination_is_proved(n: int) -> None:
    answer = solve(domination.problem(n), engine="compiled")
    assert answer.optimal
    assert answer.value == COUNTING["knights_domination_A006075"][n - 1]
    assert answer.solution is not None
    assert answer.problem.broken(answer.solution) is None
    assert len(list(domination.occupied(answer.solution))) == answer.value


@pytest.mark.parametrize("n", range(1, 12))
def test_queens_domination_is_proved(n: int) -> None:
    answer = solve(domination.problem(n, "queen"), engine="compiled")
    assert answer.optimal
    assert answer.value == COUNTING["queens_domination_A075458"][n - 1]


@pytest.mark.slow
@pytest.mark.parametrize("n", in_turn((3, 5, 8, 11), (4, 6, 7, 9, 10, 12, 13, 14)))
def test_knights_domination_through_ortools(n: int) -> None:
    pytest.importorskip("ortools")
    answer = solve(domination.problem(n), engine="ortools", seconds=400)
    assert answer.optimal
    assert answer.value == COUNTING["knights_domination_A006075"][n - 1]


def test_three_ways_to_dominate() -> None:
    """Textbook branch and bound, the covering kernel, and that kernel's source run by Python."""
    for n in range(2, 5):
        problem = domination.problem(n)
        expected = COUNTING["knights_domination_A006075"][n - 1]
        assert solve(problem, engine="interpreted").value == expected
        plain, fast = Covering(problem, compiled=False), Covering(problem)
        assert list(plain.run(Clock(None), None)) == list(fast.run(Clock(None), None))
        assert plain.counters == fast.counters
        general = Machine(problem, Plan(backtracking, mrv, natural, forward_checking))
        *_, last = general.run(Clock(None), None)
        assert sum(last.values()) == expected


@pytest.mark.parametrize("n", range(2, 9))
def test_the_best_survives_the_change_of_engines(n: int) -> None:
    """Python may know better solutions than the kernel that takes over from it."""
    answer = solve(domination.problem(n, "queen"))
    assert (answer.value, answer.optimal) == (COUNTING["queens_domination_A075458"][n - 1], True)


@settings(max_examples=examples(60))
@given(st.data())
def test_smallest_coverings(data: Any) -> None:
    sets = data.draw(st.integers(1, 7))
    members = st.lists(st.integers(0, sets - 1), min_size=1, max_size=sets, unique=True)
    scopes = data.draw(st.lists(members, max_size=8))
    problem = Problem(range(sets), (0, 1), [total(s, ">=", 1) for s in scopes], minimize(range(sets)))
    assert is_covering(problem)
    best = min(
        bits.bit_count()
        for bits in range(1 << sets)
        if all(any(bits >> s & 1 for s in scope) for scope in scopes)
    )
    assert solve(problem, engine="compiled").value == best
    *_, last = Covering(problem, compiled=False).run(Clock(None), None)
    assert sum(last.values()) == best
    assert problem.broken(last) is None


def test_a_covering_obeys_its_limits() -> None:
    answer = solve(domination.problem(14), engine="compiled", nodes=3000)
    assert (answer.finished, answer.counters.assignments) == (False, 3000)
    assert answer.sentence().endswith("the best that was found, not proved")
    with pytest.raises(Stopped):
        list(Covering(domination.problem(14)).run(Clock(0.2), None))


@pytest.mark.parametrize(("piece", "expected"), [("rook", 5), ("bishop", 5), ("king", 4)])
def test_other_pieces(piece: str, expected: int) -> None:
    """γ of rooks and bishops on 5 × 5 is 5, of kings ⌈5/3⌉² (Yaglom & Yaglom)."""
    assert solve(domination.problem(5, piece), engine="compiled").value == expected


# -- Cindy -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 9))
def test_cindy(n: int) -> None:
    way = cindy.shortest(cindy.start(n), Counters()).way
    assert way is not None
    assert len(way) - 1 == n * (n + 2)
    assert way[0] == way[-1][::-1] == "R" * n + "_" + "G" * n


@pytest.mark.parametrize(("reds", "greens", "expected"), COUNTING["sheep_and_goats"])
def test_unequal_sides(reds: int, greens: int, expected: int) -> None:
    way = cindy.shortest(cindy.start(reds, greens), Counters()).way
    assert way is not None
    assert len(way) - 1 == expected
    for before, after in zip(way, way[1:]):
        assert is_a_move(before, after)


def is_a_move(before: str, after: str) -> bool:
    """The rule in other words: the pieces between the two cells that change are one or none."""
    changed = [place for place, (old, new) in enumerate(zip(before, after)) if old != new]
    low, high = changed
    moved = before[low] if before[high] == "_" else before[high]
    right_way = (moved == "R") == (before[high] == "_")
    between = before[low + 1 : high]
    return len(changed) == 2 and right_way and (between == "" or between == ("G" if moved == "R" else "R"))


# -- sudoku, colouring, cryptarithms, and other models ----------------------------------------------


def test_sudoku() -> None:
    for name, puzzle, expected, solution in SUDOKU:
        answer = count(sudoku.problem(puzzle), engine="compiled")
        assert answer.count == expected, (name, puzzle)
        if expected == 1:
            assert answer.solution is not None
            assert sudoku.text(answer.solution) == solution


def test_small_sudokus() -> None:
    """288 grids of 4 × 4, a published count; and one by Python, with arc consistency."""
    assert count(sudoku.problem("." * 16), engine="compiled").count == 288
    answer = count(sudoku.problem(sudoku.EXAMPLE), inference="ac3", engine="interpreted")
    assert answer.count == 1
    assert answer.solution is not None
    assert sudoku.show(answer.problem, answer.solution).splitlines()[0] == "5 3 4 │ 6 7 8 │ 9 1 2"


@pytest.mark.parametrize("name", sorted(COLOURING))
def test_chromatic_numbers(name: str) -> None:
    graph = colouring.read_dimacs(DATA / "dimacs" / f"{name}.col")
    colours, answer = colouring.fewest_colours(graph, engine="compiled")
    assert colours == COLOURING[name]
    assert answer.solution is not None
    assert all(answer.solution[vertex] != answer.solution[other] for vertex, other in graph.edges)


def test_colourings_of_australia() -> None:
    """Six colourings of the mainland, times three for Tasmania."""
    assert count(colouring.problem()).count == 18
    assert count(colouring.problem(colours=2)).none
    assert colouring.fewest_colours(colouring.AUSTRALIA, engine="interpreted")[0] == 3


@pytest.mark.parametrize(
    ("puzzle", "expected"),
    [
        ("SEND+MORE=MONEY", 1),
        ("TWO + TWO = FOUR", 7),
        ("ODD + ODD = EVEN", 2),
        ("A = B", 0),
        ("I + BB = ILL", 1),
    ],
)
def test_cryptarithms(puzzle: str, expected: int) -> None:
    for how in ({"engine": "compiled"}, {"engine": "interpreted", "inference": "ac3"}):
        found = list(solutions(cryptarithm.problem(puzzle), **how))
        assert len(found) == expected == by_permutations(puzzle)


def by_permutations(puzzle: str) -> int:
    """Every way to give the letters digits, tried with Python's own arithmetic."""
    left, right = cryptarithm.words_of(puzzle)
    letters = sorted(set("".join(left + right)))
    first = [word[0] for word in left + right if len(word) > 1]
    if len(letters) > 6:
        assert puzzle == "SEND+MORE=MONEY"
        assert 9567 + 1085 == 10652
        return 1
    found = 0
    for digits in permutations("0123456789", len(letters)):
        code = dict(zip(letters, digits))
        values = [[int("".join(code[letter] for letter in word)) for word in side] for side in (left, right)]
        found += sum(values[0]) == sum(values[1]) and all(code[letter] != "0" for letter in first)
    return found


def test_other_published_counts() -> None:
    for n, expected in enumerate(COUNTING["latin_squares_A002860"][:4], 1):
        assert count(latin(n), engine="compiled").count == expected
    for n, expected in enumerate(COUNTING["costas_arrays_A008404"][:7], 1):
        assert count(costas(n), engine="compiled").count == expected
    assert count(magic_square(), engine="compiled").count == 8 * COUNTING["magic_squares_3"]


def latin(n: int) -> Problem:
    cells = [(row, column) for row in range(n) for column in range(n)]
    lines = [[(i, j) for j in range(n)] for i in range(n)] + [[(j, i) for j in range(n)] for i in range(n)]
    return Problem(cells, range(n), [all_different(*line) for line in lines])


def costas(n: int) -> Problem:
    """Permutations whose differences at each distance differ: predicates of three and four variables."""
    rules: list[Any] = [all_different(*range(n))] if n > 1 else []
    for distance in range(1, n):
        for i in range(n - distance):
            for j in range(i + 1, n - distance):
                rules.append(differing(i, j, distance))
    return Problem(range(n), range(n), rules)


def differing(i: int, j: int, distance: int) -> Any:
    scope = list(dict.fromkeys([i, i + distance, j, j + distance]))
    where = [scope.index(name) for name in (i, i + distance, j, j + distance)]

    def test(*values: int) -> bool:
        a, b, c, d = (values[place] for place in where)
        return b - a != d - c

    return predicate(test, *scope)


def magic_square() -> Problem:
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    return Problem(
        range(9), range(1, 10), [all_different(*range(9)), *(total(row, "==", 15) for row in rows)]
    )


BAD: list[tuple[Any, str]] = [
    (lambda: sudoku.problem("12"), "a sudoku has 16, 81 or 256 cells, but this text has 2"),
    (lambda: sudoku.problem("5" * 16), "'5' is not a symbol of this sudoku: 1 to 4, or . for an empty cell"),
    (lambda: colouring.problem(colours=0), "the number of colours must be a whole number >= 1, not 0"),
    (
        lambda: colouring.named("nowhere"),
        r"nowhere is neither a map \(australia\) nor a file that can be read",
    ),
    (lambda: colouring.graph_of([(1, 1)]), "1 is its own neighbour"),
    (lambda: cryptarithm.problem("SEND+MORE"), "'SEND[+]MORE' is not a sum of words"),
    (lambda: cryptarithm.problem("ABCDEF+GHIJ=KLM"), "has 13 letters, but there are only ten digits"),
    (lambda: domination.problem(0), "the size of the board must be a whole number from 1 to 30, not 0"),
    (lambda: domination.problem(5, "pawn"), "there is no piece 'pawn': choose one of knight"),
    (lambda: cindy.start(0), "the number of pieces must be a whole number from 1 to 12, not 0"),
    (lambda: queens.problem(100_001), "from 1 to 100,000, not 100001"),
    (lambda: count_exact_covers({"a": []}), "the option a has no items"),
]


@pytest.mark.parametrize(("misuse", "sentence"), BAD, ids=[sentence[:40] for _, sentence in BAD])
def test_bad_puzzles(misuse: Any, sentence: str) -> None:
    with pytest.raises(ProblemError, match=sentence):
        misuse()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("", "it has no line such as"), ("p edge 2 1\ne 1 x\n", "line 2"), ("p edge 2 1\ne 1 3\n", "vertex 3")],
)
def test_bad_graphs(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "graph.col").write_text(text)
    with pytest.raises(ProblemError, match=sentence):
        colouring.read_dimacs(tmp_path / "graph.col")


# -- exact cover -------------------------------------------------------------------------------------


@settings(max_examples=examples(60))
@given(st.data())
def test_exact_covers(data: Any) -> None:
    items = data.draw(st.integers(1, 5))
    row = st.lists(st.integers(0, items - 1), min_size=1, unique=True)
    options = dict(enumerate(data.draw(st.lists(row, max_size=7))))
    optional = set(data.draw(st.lists(st.integers(0, items - 1), unique=True)))
    needed = {item for option in options.values() for item in option} - optional
    expected = []
    for bits in range(1 << len(options)):
        chosen = [name for name in options if bits >> name & 1]
        covered = [item for name in chosen for item in options[name]]
        only_optional = any(not set(options[name]) - optional for name in chosen)
        if len(covered) == len(set(covered)) and needed <= set(covered) and not only_optional:
            expected.append(chosen)
    for compiled in (False, True):
        found = [sorted(cover) for cover in exact_covers(options, optional, compiled=compiled)]
        assert sorted(found) == sorted(expected)
        assert count_exact_covers(options, optional, compiled=compiled) == len(expected)


def test_queens_as_an_exact_cover() -> None:
    def options(n: int) -> Any:
        cells = [(row, column) for row in range(n) for column in range(n)]
        return {(r, c): [("row", r), ("column", c), ("down", r - c), ("up", r + c)] for r, c in cells}

    diagonals = [(way, number) for way in ("down", "up") for number in range(-20, 20)]
    for n in range(4, 11):
        search = ExactCover(options(n), diagonals)
        assert search.count() == COUNTING["queens_A000170"][n - 1]
        if n <= 6:
            plain = ExactCover(options(n), diagonals, compiled=False)
            assert plain.count() == search.counters.solutions
            assert plain.counters == search.counters
