"""Moves judged for the page, one at a time: what each cost, what was better, and how it is refuted."""

from __future__ import annotations

from typing import Any

from zermelo.errors import SearchError
from zermelo.interfaces.load import legal_moves
from zermelo.interfaces.web.models import Reviewed
from zermelo.interfaces.web.ready import Readiness
from zermelo.interfaces.web.rows import score_row
from zermelo.interfaces.web.shelf import Placed
from zermelo.matches.review import SECONDS, Analyst, Played


def review_row(placed: Placed, asked: Reviewed, ready: Readiness, scale: float) -> dict[str, Any]:
    """The last move of a position, judged by the chance to win that it cost."""
    if not placed.past:
        raise SearchError("no_move_to_review")
    game, before = placed.game, placed.past[-1]
    engine = ready.engine_for(game, before)
    analyst = Analyst(game, before, {"seconds": asked.seconds or SECONDS, "engine": engine}, scale)
    action = legal_moves(game, before)[placed.history[-1]]
    played = Played((*placed.past, placed.state), (*[None] * (len(placed.past) - 1), action))
    found = analyst.judged(played, len(placed.past) - 1)
    return {
        "ply": found.ply,
        "player": found.player,
        "move": found.name,
        "label": found.label,
        "loss": found.loss,
        "chances": list(found.chances),
        "proved": found.proved,
        "before": score_row(found.before),
        "after": score_row(found.after),
        "better": list(found.better),
        "refutation": list(found.refutation),
    }
