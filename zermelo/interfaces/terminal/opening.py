"""A game and a position of it from what was typed; what its rules raise meanwhile is said in one sentence."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def rules_explained(game: Any) -> Iterator[None]:
    """What the rules of a game raise outside a search, said in one sentence too; of homework in its words."""
    from zermelo.checking.findings import in_their_words
    from zermelo.errors import RulesError, ZermeloError
    from zermelo.kernel.threads import let_end
    from zermelo.running.explain import blame

    try:
        yield
    except RulesError as error:
        said = in_their_words(game, str(error))
        raise (error if said == str(error) else RulesError(said)) from None
    except (ZermeloError, OSError):
        raise
    except BaseException as error:
        let_end(error)
        if (found := blame(game, error)) is error:
            raise
        raise found from error


@contextlib.contextmanager
def opened(game: str, moves: str, at: str) -> Iterator[tuple[Any, Any]]:
    """The game, and the position that --moves or --position gives; of a game's record, where it ends."""
    with opened_line(game, moves, at) as (rules, states, _):
        yield rules, states[-1]


@contextlib.contextmanager
def opened_line(game: str, moves: str, at: str) -> Iterator[tuple[Any, list[Any], list[Any]]]:
    """The game, the positions up to there, and the actions between them."""
    from zermelo.interfaces.load import RECORDS, game_from, line_to
    from zermelo.running.contact import refuse_unfinished

    rules = game_from(game)
    refuse_unfinished(rules)
    if game.endswith(RECORDS) and not moves and not at:
        moves = game
    with rules_explained(rules):
        yield (rules, *line_to(rules, moves, at))
