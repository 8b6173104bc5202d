"""Moves judged for the page, one at a time, by the analyst that judges everywhere: what each cost, what was
better, and how it is refuted."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from zermelo.errors import SearchError, ZermeloError
from zermelo.interfaces.load import legal_moves
from zermelo.interfaces.web.models import Reviewed
from zermelo.interfaces.web.ready import when_ready
from zermelo.interfaces.web.rows import score_row
from zermelo.interfaces.web.shelf import Placed
from zermelo.matches.judgement import Judged
from zermelo.matches.review import Analyst, Played

KEPT = 4
"""Games under review whose analyst is kept, with its table and what it has proved."""


class Reviews:
    """The games that are under review; one that was not asked about lately begins anew."""

    def __init__(self, tables: Iterable[Any] = ()) -> None:
        self.tables = [one.table for one in tables]
        self.kept: OrderedDict[Any, Reviewing] = OrderedDict()
        self.lock = threading.Lock()

    def rows(self, placed: Placed, asked: Reviewed, scale: float) -> list[dict[str, Any]]:
        """One move of a game; and the next one, where that is now judged otherwise."""
        ply = len(placed.past) if asked.ply is None else asked.ply
        if not 0 < ply <= len(placed.past):
            raise SearchError("no_move_to_review")
        key = placed.key, placed.at, placed.history, asked.seconds
        with self.lock:
            under_review = self.kept.pop(key, None) or Reviewing(placed, asked.seconds)
            self.kept[key] = under_review
            while len(self.kept) > KEPT:
                self.kept.popitem(last=False)
        return [*map(row_of, under_review.judge(ply - 1, self.table_of(placed.game), scale))]

    def table_of(self, game: Any) -> Any:
        """The table of all positions of a game, if one was opened."""
        for table in self.tables:
            try:
                table.refuse_other(game)
            except ZermeloError:
                continue
            return table
        return None


class Reviewing:
    """A game under review, one request after another."""

    def __init__(self, placed: Placed, seconds: float | None) -> None:
        self.placed, self.seconds = placed, seconds
        self.analyst: Analyst | None = None
        self.lock = threading.Lock()

    def judge(self, ply: int, table: Any, scale: float) -> list[Judged]:
        """A move, and the next one where its position turned out to be proved."""
        with self.lock:
            game, past = self.placed.game, self.placed.past
            if self.analyst is None:
                actions = [legal_moves(game, here)[name] for here, name in zip(past, self.placed.history)]
                self.played = Played((*past, self.placed.state), actions)
                options = {"seconds": self.seconds, "engine": when_ready(), "solved": table}
                self.analyst = Analyst(game, self.played.states[0], options, scale)
            return self.analyst.judge(self.played, ply)


def row_of(move: Judged) -> dict[str, Any]:
    """A move as the page has it."""
    return {
        "ply": move.ply,
        "player": move.player,
        "move": move.name,
        "label": move.label,
        "loss": move.loss,
        "turned": move.turned,
        "chances": list(move.chances),
        "proved": move.proved,
        "before": score_row(move.before),
        "after": score_row(move.after),
        "better": list(move.better),
        "refutation": list(move.refutation),
    }
