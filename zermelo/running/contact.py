"""First contact: a look at where a search starts, before anything else asks the rules."""

from __future__ import annotations

from typing import Any

from zermelo.errors import RulesError
from zermelo.game import CHANCE
from zermelo.running import stream
from zermelo.running.explain import a_number, actions_of, explain_error, reached_by

FIRST_ASKED = ("initial", "is_terminal", "to_move", "actions")


def first_contact(game: Any, state: Any) -> Any:
    """The state to search from, the initial one if None.

    What follows can ask the same rules without fear of a loop or an exception.
    """
    if not all(callable(getattr(game, rule, None)) for rule in FIRST_ASKED):
        return state  # `bind` says which is missing
    return stream.finish(stream.Call(lambda: looked_at(game, state), game))


def looked_at(game: Any, state: Any) -> Any:
    try:
        initial = game.initial()
        for each in (initial, state) if state is not None else (initial,):
            glance_at(game, each)
        return initial if state is None else state
    except RulesError as error:
        raise RulesError(
            "rule_gives_nonsense", game=type(game).__name__, reason=error, where=reached_by([])
        ) from None
    except Exception as error:
        raise RulesError("fault_at", reason=explain_error(game, error), where=reached_by([])) from error


def glance_at(game: Any, state: Any) -> None:
    """What every search asks of a state before it starts."""
    if state is None:
        raise RulesError("none_from_rule", rule="initial")
    if game.is_terminal(state):
        return
    a_number("to_move", mover := game.to_move(state))
    if mover != CHANCE:
        next(iter(actions_of(game, state)), None)
