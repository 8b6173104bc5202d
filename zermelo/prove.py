"""prove(): does a player force a win, a draw, a number of points?  Yes, no, or not known in time."""

from __future__ import annotations

import math
from dataclasses import replace
from numbers import Real
from typing import Any, Literal

from zermelo.errors import SearchError
from zermelo.game import MAX, MIN, Action, Rules, State
from zermelo.kernel.run import ESTIMATES
from zermelo.running.asking import ask
from zermelo.running.drivers.proving import Proof
from zermelo.running.options import EngineName, NestedLists, verb
from zermelo.running.players import check_player, refuse_more_than_two
from zermelo.running.question import Claim, Question
from zermelo.running.search import Search
from zermelo.running.stream import finish
from zermelo.running.transpositions import MEGABYTES
from zermelo.trees.tree import as_game

__all__ = ["Proof", "prove"]

TARGETS = ("win", "draw")


@verb
def prove(
    game: Rules[State, Action] | NestedLists,
    state: State | None = None,
    *,
    player: int | None = None,
    target: Literal["win", "draw"] | float = "win",
    nodes: int | None = None,
    seconds: float | None = None,
    memory: float = MEGABYTES,
    engine: EngineName = "auto",
) -> Proof[Action]:
    """Does `player` (by default the one to move) force at least `target`: "win", "draw" or some points?

    `nodes` and `seconds` are the limits, `memory` the megabytes of the table.

    >>> from zermelo.games import Nim, TicTacToe
    >>> prove(Nim(heaps=(3, 4, 5)), engine="interpreted").answer
    True
    >>> prove(TicTacToe(), engine="interpreted").answer, prove(TicTacToe(), target="draw").answer
    (False, True)
    """
    game = as_game(game)
    refuse_more_than_two(game, "prove")
    limits: dict[str, Any] = {"nodes": nodes, "seconds": seconds}
    question = ask(game, state, algorithm="proof", verb="prove", memory=memory, engine=engine, **limits)
    if player is None:
        player = MIN if not over(question) and question.mover == MIN else MAX
    check_player(player)
    claim = Claim(int(player), target, goal_of(target, question.options.outcome))
    proof: Proof[Action] = finish(Search(replace(question, claim=claim)))
    return proof


def over(question: Question) -> bool:
    """Is the game over in the position that is asked about?"""
    return bool(question.game.is_terminal(question.state))


def goal_of(target: Any, outcome: bool) -> Any:
    """The smallest value that the player is content with, from the player's point of view."""
    number = isinstance(target, Real) and not isinstance(target, bool) and target == target
    if outcome:
        if target not in TARGETS and not (number and target in (0, 1)):
            raise SearchError("wrong_outcome_target", given=repr(target))
        return ESTIMATES if target in ("win", 1) else 0
    if target not in TARGETS and not number:
        raise SearchError("wrong_points_target", given=repr(target))
    return math.nextafter(0, 1) if target == "win" else 0 if target == "draw" else target
