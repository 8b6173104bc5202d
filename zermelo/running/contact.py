"""First contact: a look at where a search starts, before anything else asks the rules."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from zermelo.errors import RulesError, SearchError
from zermelo.game import CHANCE, missing_rules
from zermelo.kernel.threads import let_end, not_told
from zermelo.running.content import duplicate, is_fixed, same
from zermelo.running.explain import a_number, blame, in_one_line, legal_actions, reached_by
from zermelo.running.stream import STALLED, Call, finish


def first_contact(game: Any, state: Any, past: Sequence[Any] = (), seconds: float | None = None) -> Any:
    """The state to search from, the initial one if None; `past`: those that were before it.

    What follows can ask the same rules without fear of a loop or an exception.  Where there are so many
    `seconds` in all, a rule that takes much longer than that is not waited for, whatever it waits for itself.
    """
    refuse_unfinished(game)
    most = None if seconds is None else max(seconds, STALLED)
    return finish(Call(lambda: looked_at(game, state, past), game, most))


def refuse_unfinished(game: Any) -> None:
    """One sentence where a rule has not been written yet."""
    if missing := missing_rules(game):
        raise RulesError("missing_rule", game=type(game).__name__, rule=missing[0])


def looked_at(game: Any, state: Any, past: Sequence[Any] = ()) -> Any:
    """The state to search from, after a first call of every rule; RulesError where one returns nonsense."""
    try:
        initial = game.initial()
        glance_at(game, initial)
        if state is not None:
            with given_by_a_caller(game, state, initial):
                glance_at(game, state)
        for before in past:
            with given_by_a_caller(game, before, initial):
                refuse_no_mover(game, before)
        return initial if state is None else state
    except RulesError as error:
        if error.code == "state_changed":  # whose sentence is whole
            raise
        facts = {"game": type(game).__name__, "reason": error, "where": reached_by([])}
        raise RulesError("rule_gives_nonsense", **facts) from None
    except SearchError:
        raise
    except BaseException as error:
        let_end(error)
        raise blame(game, error, reached_by([])) from error


def glance_at(game: Any, state: Any) -> None:
    """What every search asks of a state before it starts."""
    if state is None:
        raise RulesError("none_from_rule", rule="initial")
    if game.is_terminal(state):
        return
    a_number("to_move", mover := game.to_move(state))
    if mover == CHANCE:
        next(iter(game.outcomes(state)), None) if hasattr(game, "outcomes") else None
        return
    for action in legal_actions(game, state)[:1]:
        if not isinstance(action, Hashable):
            raise RulesError("action_not_hashable", given=in_one_line(repr(action)))
        refuse_changes(game, state, action)


def refuse_no_mover(game: Any, state: Any) -> None:
    """The least that is asked of a position which play has come through."""
    if not game.is_terminal(state):
        a_number("to_move", game.to_move(state))


def refuse_changes(game: Any, state: Any, action: Any) -> None:
    """Whoever changes a state in its place makes nonsense of every other one."""
    if is_fixed(state):
        return
    with unchanged(game, state), not_told():  # the search will meet it, and tell where
        game.result(state, action)


@contextmanager
def unchanged(game: Any, state: Any) -> Iterator[None]:
    """Rules that change the state they are given play nonsense: that is said, and nothing is played on."""
    before = duplicate(state)
    fault = RulesError("state_changed", game=type(game).__name__)
    try:
        yield
    except BaseException as error:
        let_end(error)
        raise (error if same(state, before) else fault) from None  # what else goes wrong comes of it
    if not same(state, before):
        raise fault


@contextmanager
def given_by_a_caller(game: Any, state: Any, initial: Any) -> Iterator[None]:
    """A state of another type that the rules cannot read is not the rules' fault."""
    try:
        yield
    except Exception:
        if type(state) is type(initial):
            raise
        facts = {"given": in_one_line(repr(state)), "like": in_one_line(repr(initial))}
        raise SearchError("not_a_state", game=type(game).__name__, **facts) from None
