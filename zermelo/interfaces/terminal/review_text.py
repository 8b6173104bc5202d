"""A review in words: every move in a row, then each that cost something, with what was better and why."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from zermelo.interfaces.terminal.match_text import aligned
from zermelo.matches.judgement import LABELS, SIDES, Judged, Review
from zermelo.messages import counted
from zermelo.score import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Generator

    from zermelo.interfaces.game_records import Recorded

LONGEST = 12
"""Moves of a line that are shown."""


def watched(reviews: Generator[Review, None, None]) -> Review:
    """The last review; on a terminal a bar shows meanwhile how far it has come."""
    if not sys.stderr.isatty():
        *_, last = reviews
        return last
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("moves")
        for last in reviews:
            bar.update(task, total=last.plies, completed=len(last.moves))
    return last


def report(recorded: Recorded, review: Review) -> Iterator[str]:
    """All that there is to say."""
    players = zip(recorded.players, PLAYERS.values())
    names = (name if name == side else f"{name} ({side})" for name, side in players)
    yield f"{described(recorded.game)}: {' against '.join(names)}, {counted(review.plies, 'ply', 'plies')}"
    yield sureness(review)
    yield ""
    yield from aligned([("ply", "", "move", "chance", "", ""), *map(row, review.moves)], left=(1, 2, 3, 4, 5))
    for move in review.moves:
        if move.label in LABELS or move.turned:
            yield ""
            yield from explained(move)
    yield ""
    yield from accounts(review)


def described(game: Any) -> str:
    from zermelo.running.identity import describe, parameters_of

    return describe(type(game).__name__, parameters_of(game))


def sureness(review: Review) -> str:
    """Where the chances come from."""
    if review.blind:
        return f"values by {review.algorithm}; what is not proved is unknown: the game has no evaluate()"
    if review.scale is None:
        return f"chances by {review.algorithm}: the points that random games brought, unless marked as proved"
    meaning = f"estimates by {review.algorithm}, {review.scale:.3g} being odds of e to 1"
    return f"chances from {meaning}, unless marked as proved"


def row(move: Judged) -> tuple[str, ...]:
    """One ply: who, what, the mover's chance before and after, the label."""
    scores = zip(move.chances, (move.before, move.after))
    before, after = ("?" if move.blind and not score.proved else f"{chance:.0%}" for chance, score in scores)
    sure = "proved" if move.proved else ""
    return str(move.ply), SIDES[move.player], move.name, f"{before} → {after}", sure, move.label


def explained(move: Judged) -> Iterator[str]:
    """What a bad move cost, what was better, how it is refuted."""
    sure = "" if move.proved else "estimated "
    lost = f"{100 * move.loss:.0f} points of the {sure}chance to win"
    said = "proved lost after it, and unknown before it" if move.turned else lost
    yield f"{move.ply}. {move.name} ({SIDES[move.player]}): {move.label}, {said}"
    if not move.turned:
        yield f"  better   {line_text(move.better)}: {move.before}"
    yield f"  instead  {line_text((move.name, *move.refutation))}: {move.after}"


def line_text(names: tuple[str, ...]) -> str:
    return " ".join(names[:LONGEST]) + (" …" if len(names) > LONGEST else "")


def accounts(review: Review) -> Iterator[str]:
    """What each player's moves cost."""
    rows: list[tuple[str, ...]] = [("", "choices", "lost a move", "blunders", "mistakes", "inaccuracies")]
    for player, name in PLAYERS.items():
        found = review.account(player)
        counts = (str(found.labels[label]) for label in LABELS)
        rows.append((name, str(found.moves), f"{100 * found.loss:.1f}", *counts))
    yield from aligned(rows, left=(0,))
