"""CS50's tic-tac-toe: every planted fault is found where it first shows, and a right solution has none."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from zermelo.checking.check import examine
from zermelo.checking.cs50 import Grading, assignment_in, in_order, places, values
from zermelo.checking.findings import Finding
from zermelo.checking.rules import Examination
from zermelo.interfaces.load import game_from

SOLUTION = (Path(__file__).parent / "homework" / "cs50_solution.py").read_text()
Edit = tuple[str, str]
FIRST, LAST = places()[:30], tuple(place for place in places() if len(place.empty) == 1)
OVER = tuple(place for place in places() if place.over)[:60]


@pytest.fixture
def solution(tmp_path: Path) -> Any:
    """A game from the solution with some of its text replaced."""

    def edited(*edits: Edit) -> Any:
        text = SOLUTION
        for old, new in edits:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "mine.py").write_text(text)
        return game_from(str(tmp_path / "mine.py"))

    return edited


def compared(game: Any) -> dict[str, Finding]:
    """What is found in all positions, by the promise and the function."""
    exam = Examination(game)
    assignment = assignment_in(exam)
    assert assignment is not None
    assignment.all()
    assert assignment.failed is None
    return {f"{found.name} {found.rule}": found for found in exam.findings.values()}


def graded(game: Any, seconds: float = 60.0) -> tuple[Grading, list[Finding]]:
    exam = Examination(game)
    assignment = assignment_in(exam)
    assert assignment is not None
    grading = Grading(assignment, seconds)
    grading.run()
    return grading, list(exam.findings.values())


def test_the_truth() -> None:
    assert len(places()) == len(values()) == len(in_order()) == 5_478
    assert values()[places()[0].state] == 0
    assert [len(place.empty) for place in in_order()[:3]] == [0, 0, 0]
    assert sum(values()[place.state] == 1 for place in places() if place.over) == 626
    assert sum(place.over for place in places()) == 958


def test_a_right_solution() -> None:
    game = game_from(str(Path(__file__).parent / "homework" / "cs50_solution.py"))
    checkup = examine(game, seconds=0.1, grading=60.0)
    assert not checkup.findings
    assert (checkup.positions, checkup.complete) == (5_478, True)
    assert (checkup.graded, checkup.right) == (5_478, 5_478)
    assert "minimax right in 5,478 of 5,478 graded positions" in checkup.summary


ONE_AFTER_ANOTHER = (
    ("return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}",
     "return [(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY]"),
    ("    if action not in actions(board):\n        raise ValueError(\"not a valid move\")\n", ""),
    ("    if board[0][2] == board[1][1] == board[2][0] != EMPTY:\n        return board[1][1]\n", ""),
    ("return {X: 1, O: -1, None: 0}[winner(board)]", "return 1 if winner(board) else 0"),
)  # fmt: skip


def test_several_faults_at_once(solution: Any) -> None:
    found = compared(solution(*ONE_AFTER_ANOTHER))
    assert found["cs50 set actions"].sentence == "mine.actions() returns a list, not a set"
    assert found["cs50 taken result"].moves == ((0, 0),)
    assert found["cs50 off the board result"].severity == "remark"
    ending = found["cs50 end winner"]
    assert ending.sentence == "mine.winner() returns None, not 'X'"
    assert ending.position.splitlines()[1].split()[3] == ending.position.splitlines()[2].split()[2] == "X"
    assert len(ending.moves) == 5
    assert found["cs50 end utility"].sentence.startswith("mine.utility() returns 1, not -1, beside a right w")
    assert len(found) == 5


DIAGONAL = ONE_AFTER_ANOTHER[2]
CONSEQUENCES: dict[str, list[Edit]] = {
    "winner": [DIAGONAL],
    "player": [("marks.count(X) == marks.count(O)", "marks.count(X) <= 1")],
    "actions": [("for j in range(3) if", "for j in range(2) if")],
    "terminal": [("or not actions(board)", "or len(actions(board)) < 2")],
    "utility": [("return {X: 1, O: -1, None: 0}[winner(board)]", "return 1 if winner(board) else 0")],
    "winner, utility": [DIAGONAL, ("{X: 1, O: -1, None: 0}", "{X: 1, O: 1, None: 0}")],
}


@pytest.mark.parametrize("causes", CONSEQUENCES)
def test_one_cause_is_one_finding(causes: str, solution: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what other functions make of a wrong one is told, nor what minimax does."""
    some = (*places()[:200], *(place for place in places() if len(place.empty) < 4 or place.over))
    monkeypatch.setattr("zermelo.checking.cs50.places", lambda: some)
    checkup = examine(solution(*CONSEQUENCES[causes]), seconds=0.1, grading=60.0)
    told = {found.rule: found.sentence for found in checkup.faults}
    assert sorted(told) == sorted(causes.split(", ")), told
    assert f", beside a right {causes.replace(', ', '(), ')}()" in checkup.summary
    assert checkup.right == checkup.graded == len(some)


def test_a_minimax_that_is_wrong_beside_right_functions_is_told(
    solution: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = tuple(place for place in places() if len(place.empty) <= 3)
    monkeypatch.setattr("zermelo.checking.cs50.places", lambda: small)
    wrong = ("best = max if player(board) == X else min\n    return", "best = max\n    return")
    checkup = examine(solution(DIAGONAL, wrong), seconds=0.1, grading=60.0)
    assert sorted(found.rule for found in checkup.faults) == ["minimax", "winner"]
    assert checkup.faults[-1].sentence.endswith(", beside a right winner()")


def test_what_is_made_for_answers_of_another_kind_is_not_wrong(
    solution: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a terminal() nor a minimax() that takes the list of actions() is, where winner() is wrong."""
    some = (*OVER, *(place for place in places() if len(place.empty) < 3))
    monkeypatch.setattr("zermelo.checking.cs50.places", lambda: some)
    empty = ("or not actions(board)", "or actions(board) == []")
    before = "        return None\n    best"
    listed = (before, before.replace("    best", "    actions(board)[0]\n    best"))
    checkup = examine(solution(ONE_AFTER_ANOTHER[0], DIAGONAL, empty, listed), seconds=0.1, grading=60.0)
    assert sorted(found.rule for found in checkup.faults) == ["actions", "winner"]
    assert checkup.right == checkup.graded == len(some)


def test_a_fault_that_another_one_hides_says_beside_what_it_shows(
    solution: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where winner() finds nobody, utility() cannot be seen to take O for X."""
    monkeypatch.setattr("zermelo.checking.cs50.places", lambda: OVER)
    nobody = ("def winner(board):\n", "def winner(board):\n    return None\n\n\ndef unused(board):\n")
    found = compared(solution(nobody, ("{X: 1, O: -1, None: 0}", "{X: 2, O: -1, None: 0}")))
    assert found["cs50 end utility"].sentence == "mine.utility() returns 2, not 1, beside a right winner()"
    assert found["cs50 end utility"].advice.startswith("return 1 where X has won")
    assert [name for name in found if "terminal" in name] == []


def test_what_shows_at_once(solution: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults of the first positions, without the others."""
    monkeypatch.setattr("zermelo.checking.cs50.places", lambda: FIRST)
    rows = "[[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]"
    edits = {
        (rows, "[[EMPTY] * 3] * 3"): "initial_state() returns the same row more than once",
        ("if board[i][j] == EMPTY}", "}"): "actions() has [(0, 0)], not empty",
        ("for j in range(3) if", "for j in range(2) if"): "actions() lacks [(0, 2), (1, 2), (2, 2)]",
        ("= player(board)\n", "= O\n"): "result() of (0, 0) returns",
        ("marks.count(X) ==", "marks[9] =="): "player() raises IndexError: list index out of range",
        (
            "return X if marks",
            "import numpy\n    return numpy.zeros(2) if marks",
        ): "player() returns what cannot be",
        ("if board[i][j] == EMPTY}", "} | {(None, 'a')}"): "has [(None, 'a')], not empty",
        ("new = copy.deepcopy(board)", "new = board"): "result() changes the board it is given",
        ("== marks.count(O)", "!= marks.count(O)"): "player() returns 'O', but the first move is that of X",
    }
    for edit, said in edits.items():
        found = [finding for finding in compared(solution(edit)).values() if said in finding.sentence]
        assert len(found) == 1, edit
        assert found[0].place.startswith("/")
        assert len(found[0].moves) <= 1


def test_winner_terminal_and_utility_agree(solution: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.checking.cs50.places", lambda: OVER)
    edits = {
        ("or not actions(board)", "and not actions(board)"): "terminal() returns False, not True",
        ("[winner(board)]", ".get(None)"): "utility() returns 0, not 1",
        ("return board[0][i]", "return O"): "winner() returns 'O', not 'X'",
    }
    for edit, said in edits.items():
        assert any(said in finding.sentence for finding in compared(solution(edit)).values()), edit


def test_the_smallest_position_in_which_minimax_is_wrong(
    solution: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = tuple(place for place in places() if len(place.empty) <= 3)
    monkeypatch.setattr("zermelo.checking.cs50.places", lambda: small)
    grading, (found,) = graded(
        solution(("best = max if player(board) == X else min\n    return", "best = max\n    return"))
    )
    assert grading.graded == len(small)
    assert 0 < grading.right < grading.graded
    assert "O loses, but draws with" in found.sentence or "O draws, but wins with" in found.sentence
    assert found.position.count("-") == 2  # with one empty square there is no choice


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return sorted(actions(board))[0]", "but the game is over"),
        ("return None", "returns None, which is no legal move"),
        ("board.reverse()", "changes the board it is given"),
        ("return board[3]", "raises IndexError: list index out of range"),
        ("raise KeyError", "minimax() raises KeyError"),
        ("import numpy; return numpy.array([0, 0])", "minimax() returns (0, 0), which is no legal move"),
    ],
)
def test_a_minimax_of_another_kind(
    solution: Any, body: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.checking.cs50.places", lambda: LAST)
    edit = ("    if terminal(board):\n        return None\n    best", f"    {body}\n    best")
    _, found = graded(solution(edit))
    assert any(finding.sentence.endswith(said) for finding in found)
    assert len({finding.sentence for finding in found}) == len(found)


def test_a_minimax_that_raises_at_the_end_is_told_what_to_return(
    solution: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.checking.cs50.places", lambda: OVER)
    over = "return None where terminal(board)"
    cures = ("min([])", over), ("return ()[0]", over), ("return NONE", "check the spelling")
    unbound = "for best_move in []: pass\n        return best_move"
    for wrong, advice in (*cures, ("import random; random.choice([])", over), (unbound, over)):
        _, (found,) = graded(solution(("        return None\n    best", f"        {wrong}\n    best")))
        assert found.advice.startswith(advice)


def test_a_minimax_that_asks_people(solution: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.checking.cs50.places", lambda: LAST)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    _, (found,) = graded(solution(("def minimax(board):", "def minimax(board):\n    input()")))
    assert found.advice.startswith("take input() out")


def test_a_minimax_without_an_end(solution: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.running.stream.STALLED", 0.2)
    endless = ("    if terminal(board):\n        return None\n    best", "    while True: pass\n    best")
    grading, (found,) = graded(solution(endless))
    assert grading.graded == 0
    assert found.sentence == "mine.minimax() does not return"


def test_time_is_up_in_a_large_position(solution: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A minimax that is slow is not wrong: what was graded is said."""
    monkeypatch.setattr("zermelo.checking.cs50.places", lambda: FIRST[:1])
    slow = ("    if terminal(board):\n        return None\n    best", "    while True: pass\n    best")
    grading, found = graded(solution(slow), seconds=0.1)
    assert (grading.graded, found) == (0, [])


def test_minimax_and_winner_may_still_have_to_be_written(
    solution: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.checking.cs50.places", lambda: FIRST)
    text = SOLUTION[SOLUTION.index("def minimax") : SOLUTION.index("def value")]
    game = solution((text, "def minimax(board):\n    raise NotImplementedError\n\n\n"))
    checkup = examine(game, seconds=0.1, grading=1.0)
    assert [found.sentence for found in checkup.faults] == ["mine.minimax() is still to be written"]
    assert checkup.graded == 0


def test_boards_of_numpy_and_functions_that_end_the_process(
    solution: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.checking.cs50.places", lambda: FIRST)
    rows = "[[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]"
    numbers = ('X = "X"\nO = "O"\nEMPTY = None', "import numpy\n\nX, O, EMPTY = 1, 0, -1")
    right = numbers, (rows, "numpy.full((3, 3), EMPTY)"), ("marks = [", "marks = list(board.flat) or [")
    assert compared(solution(*right)) == {}
    changes = compared(solution(*right, ("new = copy.deepcopy(board)", "new = board")))
    assert "cs50 changes result" in changes
    leaves = compared(solution(('raise ValueError("not a valid move")', "raise SystemExit(1)")))
    assert leaves["crash result"].sentence == "mine.result() ends the process"
    assert compared(solution(('raise ValueError("not a valid move")', "raise GeneratorExit"))) == {}


def test_what_one_player_gets_the_other_loses(tmp_path: Path) -> None:
    text = (Path(__file__).parent / "homework" / "aima_nim.py").read_text()
    (tmp_path / "greedy.py").write_text(text.replace("return 1 if state[0] == player else -1", "return 1"))
    found = examine(game_from(str(tmp_path / "greedy.py")), seconds=0.2).faults
    assert "Nim.utility() returns 1 and 1 for the two players of the same end" in [f.sentence for f in found]


def test_homework_that_can_be_played_is_a_game_all_the_same(
    solution: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.checking.cs50.places", lambda: FIRST)
    listed = ONE_AFTER_ANOTHER[0]
    assert examine(solution(listed), seconds=0.1).faults
    assert not examine(solution(listed), seconds=0.1, grading=None).faults


def test_other_games_in_these_words_are_not_held_to_tic_tac_toe() -> None:
    for name in ("cs50_numbers", "cs50_tuples", "aima_tree"):
        game = game_from(str(Path(__file__).parent / "homework" / f"{name}.py"))
        assert assignment_in(Examination(game)) is None
