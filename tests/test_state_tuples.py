"""Tuples of a length that only a search knows, which go into the next state: as long as the state's."""

from __future__ import annotations

import ast
import textwrap
from typing import Any, NamedTuple

import pytest

from zermelo.kernel.compiler.examples import objects_in
from zermelo.kernel.compiler.state_tuples import as_in_the_state

RULE = """
def result(state, card):
    hand, other, turn = state
    if turn:
        hand = tuple_of([c for c in hand if c != card])
    {after}
"""


@pytest.mark.parametrize(
    ("after", "taken"),
    [
        ("return hand, other, 1 - turn", True),
        ("return State(hand, other, 1 - turn)", True),
        ("return other, other, len(hand)", False),
        ("while len(hand) > 2:\n        turn += 1\n    return hand, other, turn", False),
    ],
)
def test_a_tuple_is_the_states_where_it_goes_nowhere_else(after: str, taken: bool) -> None:
    tree: Any = ast.parse(textwrap.dedent(RULE.format(after=after))).body[0]
    assert ("hand = tuple_like(hand, [" in ast.unparse(as_in_the_state(tree))) is taken


def test_what_has_no_value_before_the_branch_is_left_alone() -> None:
    text = "def result(state, card):\n    if card:\n        x = tuple_of([1])\n    return (x, card)"
    tree: Any = ast.parse(text).body[0]
    assert ast.unparse(as_in_the_state(tree)) == text


class Piece(NamedTuple):
    x: int


def test_what_is_in_a_set_is_known_by_its_class() -> None:
    """So that `piece._replace(x=3)` is the constructor of a piece, though no rule names the class."""
    assert objects_in((frozenset({Piece(1)}), 0)) == {Piece: Piece(1)}
