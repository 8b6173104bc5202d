"""Monte Carlo tree search against alpha-beta, both with the same time for a move."""

from __future__ import annotations

from typing import Any

from zermelo.matches.match import match
from zermelo.studies.experiment import Experiment, Job, Settings, opening_plies
from zermelo.studies.findings import Curve, Finding, Plot, Row
from zermelo.studies.phrases import Phrase

SECONDS = (0.003, 0.01, 0.03, 0.1)
IN_PYTHON = (0.01, 0.03)
"""Where nothing is compiled, less is too little for a simulation or two of every move."""


def plan(settings: Settings) -> list[Job]:
    """A job for each time."""
    source = settings.source
    times, games = settings.pick((SECONDS[:2], 4), (SECONDS, 16))
    engine = "auto"
    if settings.uncompiled:
        times, engine = IN_PYTHON, "interpreted"
    return [
        Job(played, (source, seconds, games, settings.seed, engine), 4 + games * seconds * 40)
        for seconds in times
    ]


def played(source: Any, seconds: float, games: int, seed: int, engine: str) -> list[Row]:
    """Games with the sides swapped, both players with as many seconds for a move."""
    limits = f"seconds={seconds},engine={engine}"
    players = [f"mcts=mcts:{limits}", f"alphabeta=engine:algorithm=pvs,{limits}"]
    results = match(source, players, games=games, openings=opening_plies(source()), seed=seed)
    compared = results.compare("mcts", "alphabeta")
    return [{
        "seconds": seconds, "games": compared.tally.games, "wins": compared.tally.wins,
        "draws": compared.tally.draws, "losses": compared.tally.losses, "score": compared.pairs.mean,
        "error": 1.96 * compared.pairs.error,
    }]  # fmt: skip


def conclude(rows: list[Row], settings: Settings) -> Finding:
    """The share of the points that Monte Carlo tree search takes."""
    points = tuple((row["seconds"], 100 * row["score"]) for row in rows)
    errors = tuple(100 * row["error"] for row in rows)
    even = tuple((row["seconds"], 50.0) for row in rows)
    curves = (
        Curve(Phrase("way mcts"), points, errors=errors),
        Curve(Phrase("even score"), even, theory=True),
    )
    game = {"game": settings.game}
    plot = Plot(
        "score", Phrase("mcts title", game), Phrase("seconds a move"), Phrase("points share"), curves,
        logarithmic=False, logarithmic_across=True,
    )  # fmt: skip
    notes = (Phrase("mcts note"), *([Phrase("mcts in python")] if settings.uncompiled else []))
    return Finding("mcts", settings.game, tuple(rows), (plot,), (), notes)


MCTS = Experiment("mcts", plan, conclude, takes_game=True)
