"""A game and a position of it from what was typed; what its rules raise meanwhile is said in one sentence."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def rules_explained(game: Any) -> Iterator[None]:
    """What the rules of a game raise outside a search, said in one sentence too."""
    from zermelo.errors import RulesError, ZermeloError
    from zermelo.running.explain import explain_error

    try:
        yield
    except (ZermeloError, OSError):
        raise
    except Exception as error:
        raise RulesError(explain_error(game, error)) from error


@contextlib.contextmanager
def opened(game: str, moves: str, at: str) -> Iterator[tuple[Any, Any]]:
    """The game, and the position that --moves or --position gives."""
    from zermelo.interfaces.load import game_from, position

    rules = game_from(game)
    with rules_explained(rules):
        yield rules, position(rules, moves, at)
