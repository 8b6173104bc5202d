"""Every error has a code, parameters and one sentence made of them; it travels by pickle and as JSON."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from zermelo import CannotCompile, RulesError, SearchError, ZermeloError, search
from zermelo.checking.child import check_file
from zermelo.errors import ProblemError
from zermelo.games.tictactoe import TicTacToe
from zermelo.interfaces.web.sentences import message_of
from zermelo.messages import Message
from zermelo.running import explain


def test_sentence_code_and_parameters_are_one() -> None:
    with pytest.raises(SearchError) as caught:
        search(TicTacToe(), algorithm="alphabet")
    assert caught.value.code == "unknown_algorithm"
    assert caught.value.parameters["name"] == "alphabet"
    assert "alphabeta" in caught.value.parameters["choices"]
    assert str(caught.value).startswith("algorithm 'alphabet' is unknown: choose from minimax, alphabeta, ")


ERRORS = [
    RulesError("wrong_payoff", game="Go", given="'area'"),
    SearchError("not_below", option="depth", limit=512, given=600),
    ProblemError(Message("free_text", {"text": "no variable"})),
    CannotCompile("a set", "use a tuple", "line 3"),
    CannotCompile("a rule", "it is too long"),
    ZermeloError("free_text", text=ZermeloError("somebody's own sentence, with {braces}")),
]


@pytest.mark.parametrize("error", ERRORS, ids=str)
def test_errors_travel(error: ZermeloError) -> None:
    carried = pickle.loads(pickle.dumps(error))
    assert (type(carried), str(carried), carried.message) == (type(error), str(error), error.message)
    sent = json.loads(json.dumps(error.as_json()))
    assert sent["sentence"] == str(error)
    assert Message.from_json(sent) == error.message


def test_parameters_are_plain() -> None:
    parameters = ZermeloError("not_legal", action=1 << 70, choices=(1, object, ZermeloError("no"))).parameters
    assert parameters["action"] == str(1 << 70)
    assert parameters["choices"] == [1, "<class 'object'>", Message("free_text", {"text": "no"})]


def test_the_command_line_tells_scripts_the_code() -> None:
    command = [sys.executable, "-m", "zermelo", "perft", "tictactoe", "-1", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = json.loads(done.stderr)
    assert (done.returncode, done.stdout, said["code"]) == (2, "", "not_from_up")
    assert said["parameters"] == {"option": "depth", "least": 0, "given": "-1"}
    assert said["error"] == said["sentence"] == "depth must be a number >= 0, not -1"


def test_an_error_of_the_checks_child_keeps_its_code(tmp_path: Path) -> None:
    with pytest.raises(ZermeloError) as caught:
        check_file(tmp_path / "missing.py")
    assert (caught.value.code, caught.value.parameters["path"]) == ("no_file", str(tmp_path / "missing.py"))


def test_what_rules_raise_is_a_parameter() -> None:
    class Broken(TicTacToe):
        def actions(self, state: Any) -> Any:
            raise ValueError("no {idea}")

    with pytest.raises(RulesError) as caught:
        search(Broken(), engine="interpreted")
    reason = caught.value.parameters["reason"]
    assert (caught.value.code, reason.code) == ("fault_at", "rule_raised_saying")
    assert (reason.parameters["said"], reason.parameters["kind"]) == ("no {idea}", "ValueError")
    assert reason.parameters["place"].code == "line_of_rule"
    assert caught.value.parameters["where"] == Message("at_the_start")


class Estimated(TicTacToe):
    """Its estimates are made by a function of Zermelo's."""

    evaluate = None

    def __init__(self, estimate: Any) -> None:
        self.evaluate = estimate


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs", "mcts"])
def test_an_error_of_our_own_inside_an_estimate_is_not_blamed_on_the_rules(algorithm: Any) -> None:
    made: dict[str, Any] = {}
    place = f"{Path(explain.__file__).parents[1]}/matches/weights.py"
    exec(compile("def evaluate(state): return state.weight", place, "exec"), made)
    game = Estimated(made["evaluate"])
    limits: Any = {"nodes": 50, "cutoff": 1} if algorithm == "mcts" else {"depth": 2}
    with pytest.raises(SearchError, match=r"Zermelo failed, .*AttributeError: 'State' object has no"):
        search(game, algorithm=algorithm, engine="interpreted", **limits)


def test_a_request_out_of_bounds_has_a_code_for_its_field_and_one_for_what_to_write() -> None:
    message = message_of(
        [{"type": "literal_error", "loc": ("body", "order"), "ctx": {"expected": "'a', 'b' or 'c'"}}]
    )
    assert str(message) == "order: choose one of 'a', 'b' or 'c'"
    assert message.parameters["field"] == Message("field_order")
    assert message.parameters["reason"].parameters == {"choices": ["'a'", "'b'"], "last": "'c'"}
    jargon = message_of([{"type": "union_tag_invalid", "loc": (), "msg": "Input tag 'x' found using 'type'"}])
    assert jargon == Message("makes_no_sense")
