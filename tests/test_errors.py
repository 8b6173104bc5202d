"""Every error has a code, parameters and one sentence made of them; it travels by pickle and as JSON."""

from __future__ import annotations

import json
import pickle

import pytest

from zermelo import CannotCompile, RulesError, SearchError, ZermeloError, search
from zermelo.errors import ProblemError
from zermelo.games.tictactoe import TicTacToe
from zermelo.messages import Message


def test_sentence_code_and_parameters_are_one() -> None:
    with pytest.raises(SearchError) as caught:
        search(TicTacToe(), algorithm="alphabet")
    assert caught.value.code == "unknown_algorithm"
    assert caught.value.parameters["name"] == "alphabet"
    assert "alphabeta" in caught.value.parameters["choices"]
    assert str(caught.value).startswith("algorithm 'alphabet' is unknown: choose minimax, negamax, ")


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
