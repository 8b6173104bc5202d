"""Three or more players: what their game declares, checked before a search."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zermelo.errors import RulesError, SearchError
from zermelo.game import SEATS, is_written, players_of
from zermelo.kernel.options import LOOKING_AHEAD, Options
from zermelo.score import PLAYERS


def checked_players(game: Any) -> int:
    """How many play: two, or up to SEATS."""
    players = players_of(game)
    if not 2 <= players <= SEATS:
        raise RulesError("wrong_player_count", game=type(game).__name__, given=players, most=SEATS)
    return players


def for_players(game: Any, players: int, options: Options) -> Options:
    """The switches that three or more players need, from what the game declares."""
    if players == 2:
        return options
    if options.order in LOOKING_AHEAD:
        facts = {"order": options.order, "game": type(game).__name__, "players": players}
        raise SearchError("order_for_two", **facts)
    total, _ = declared_shares(game)
    informed = is_written(game, "evaluate")
    return replace(options, players=players, informed=informed, constant=total is not None)


def declared_shares(game: Any) -> tuple[Any, Any]:
    """What all payoffs sum to, and what each is at least; None where the game does not say."""
    for name in ("constant_sum", "least"):
        said = getattr(game, name, None)
        number = isinstance(said, int | float) and not isinstance(said, bool) and said == said
        if said is not None and not number:
            raise RulesError("wrong_share", game=type(game).__name__, name=name, given=repr(said))
    return getattr(game, "constant_sum", None), getattr(game, "least", None)


def check_player(player: Any) -> None:
    """Refuse who is neither of two players."""
    if player not in tuple(PLAYERS) or isinstance(player, bool):
        raise SearchError("wrong_player", given=repr(player))


def refuse_more_than_two(game: Any, verb: str) -> None:
    """Refuse what two players alone can be asked about."""
    if (players := checked_players(game)) > 2:
        raise SearchError("only_for_two", verb=verb, game=type(game).__name__, players=players)
