"""What each technique of the engine is worth on a game: nodes, time and strength without it."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from statistics import geometric_mean
from typing import Any

from zermelo.game import is_written, pays_outcomes
from zermelo.kernel.options import TECHNIQUES
from zermelo.matches.match import match
from zermelo.matches.results import Comparison
from zermelo.report import Report
from zermelo.studies.experiment import Experiment, Job, Settings, matching, opened, opening_plies, searched
from zermelo.studies.findings import Bars, Finding, Row
from zermelo.studies.phrases import Phrase

NEEDS = {
    "priority": "priority", "symmetries": "symmetries", "bounds": "bounds", "candidates": "candidates",
    "quiescence": "noisy", "null_move": "passed",
}  # fmt: skip
"""What a game must say for a technique to do anything."""
ESTIMATING = ("singular", "futility")
"""Techniques that compare estimates: without `evaluate` they do nothing."""
MOST = 100
"""Times as many nodes as the whole engine takes, after which a search without a technique is stopped."""
DEEPEST = 40
POSITIONS = 3
LONG = 0.5
"""Seconds from which on one search tells the time."""


def techniques_of(game: Any) -> list[str]:
    """Those that can do something in this game."""
    outcome, estimates = pays_outcomes(game), is_written(game, "evaluate")
    return [
        name
        for name in TECHNIQUES
        if hasattr(game, NEEDS.get(name, "actions"))
        and (estimates or name not in ESTIMATING)
        and (outcome or name != "mate_distance")
    ]


def plan(settings: Settings) -> list[Job]:
    """A job for each technique, and one for the engine with all of them."""
    source = settings.source
    sizes = settings.pick((3_000, 4, 2_000), (60_000, 40, 2_000))
    if settings.uncompiled:
        sizes = (300, 4, 100)
    shared = (source, settings.seed, *sizes, settings.engine)
    return [
        Job(without, ("", *shared), 6.0),
        *(Job(without, (name, *shared), 12.0) for name in techniques_of(source())),
    ]


def without(
    name: str, source: Any, seed: int, nodes: int, games: int, thinking: int, engine: str
) -> list[Row]:
    """Searches to a depth without a technique, and games against the whole engine at equal nodes a move."""
    game, rows = source(), []
    for number in range(POSITIONS):
        state = opened(game, Settings(seed).random("ablation", number))
        depth = depth_for(game, state, nodes, engine)
        limits = {"depth": depth, "nodes": MOST * nodes, "memory": 16, "engine": engine}
        found = quickest(game, state, algorithm="pvs", switch_off=(name,) if name else (), **limits)
        rows.append({
            "technique": name, "position": number, "depth": depth, "nodes": found.nodes,
            "seconds": found.seconds, "finished": found.finished,
        })  # fmt: skip
    return rows + ([strength(name, source, seed, games, thinking, engine)] if name else [])


def quickest(game: Any, state: Any, **options: Any) -> Report:
    """The quickest of three equal searches, of which the first may have waited for its code; one if long."""
    first = searched(game, state, **options)
    again = [searched(game, state, **options) for _ in range(2)] if first.seconds < LONG else []
    return min([first, *again], key=lambda report: report.seconds)


def depth_for(game: Any, state: Any, nodes: int, engine: str) -> int:
    """How deep the whole engine sees with so many nodes; what is settled before, to where it is."""
    report = searched(game, state, depth=DEEPEST, algorithm="pvs", nodes=nodes, memory=16, engine=engine)
    return max(1, report.depth)


def strength(name: str, source: Any, seed: int, games: int, thinking: int, engine: str) -> Row:
    """Games of the engine without a technique against the whole one, as many nodes for each move."""
    world = "interpreted" if engine == "interpreted" else "auto"  # what cannot be compiled plays all the same
    limits = f"algorithm=pvs,nodes={thinking},memory=1,engine={world}"
    players = [f"without=engine:{limits},switch_off=({name},)", f"whole=engine:{limits}"]
    result = match(source, players, games=games, openings=opening_plies(source()), seed=seed)
    compared: Comparison = result.compare("without", "whole")
    elo = compared.elo
    return {
        "technique": name, "thinking": thinking, "games": compared.tally.games, "wins": compared.tally.wins,
        "draws": compared.tally.draws, "losses": compared.tally.losses,
        "score": compared.pairs.mean, "error": 1.96 * compared.pairs.error,
        "elo": elo.value if isfinite(elo.value) else None,
    }  # fmt: skip


def conclude(rows: list[Row], settings: Settings) -> Finding:
    """Bars: how many times as many nodes and seconds, and the points against the whole engine."""
    cost = [(name, ratio(rows, name, "nodes"), ratio(rows, name, "seconds")) for name in names_in(rows)]
    cost = [each for each in cost if each[1] is not None]
    game = {"game": settings.game}
    series = (
        (Phrase("ablation nodes"), tuple(nodes for _, nodes, _ in cost)),
        (Phrase("ablation seconds"), tuple(seconds for _, _, seconds in cost)),
    )
    costs = Bars("cost", Phrase("ablation title", game), tuple(name for name, _, _ in cost), series, (), True)
    drawings = (costs, strengths(rows, game))
    return Finding("ablation", settings.game, tuple(rows), drawings, (), tuple(noted(rows)))


def strengths(rows: list[Row], game: dict[str, str]) -> Bars:
    played = [row for row in rows if "score" in row]
    points = tuple(100 * row["score"] for row in played)
    errors = tuple(100 * row["error"] for row in played)
    labels = tuple(row["technique"] for row in played)
    return Bars(
        "strength", Phrase("ablation strength", game), labels, ((Phrase("points share"), points),), (errors,)
    )


def names_in(rows: list[Row]) -> list[str]:
    return [name for name in dict.fromkeys(row["technique"] for row in rows) if name]


def ratio(rows: list[Row], name: str, column: str) -> Any:
    """The geometric mean over the positions, beside that of the whole engine."""
    mine, whole = (
        [max(row[column], 1e-6) for row in matching(rows, technique=each) if column in row]
        for each in (name, "")
    )
    return geometric_mean(mine) / geometric_mean(whole) if mine and whole else None


def noted(rows: list[Row]) -> Iterator[Phrase]:
    stopped = {row["technique"] for row in rows if row.get("finished") is False}
    if stopped:
        yield Phrase("ablation stopped", {"names": sorted(stopped), "most": MOST})
    for thinking in sorted({row["thinking"] for row in rows if "thinking" in row}):
        yield Phrase("ablation note", {"thinking": thinking})


ABLATION = Experiment("ablation", plan, conclude, takes_game=True)
