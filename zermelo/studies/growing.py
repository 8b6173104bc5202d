"""Random order on uniform trees: how fast alpha-beta's tree grows, beside √b, b^(3/4) and Pearl's formula."""

from __future__ import annotations

from collections.abc import Callable

from zermelo.studies.experiment import Experiment, Job, Settings, matching, searched
from zermelo.studies.findings import Claim, Curve, Finding, Plot, Row
from zermelo.studies.phrases import Phrase
from zermelo.studies.theory import growth, last, pearl_growth
from zermelo.studies.trees import means
from zermelo.studies.uniform import UniformTree

DEEPEST = {4: 12, 5: 11, 6: 10, 7: 9, 8: 8}
"""Plies of the deepest trees of each branching factor: some hundred thousand leaves that are looked at."""
BRIEF = {4: 10, 5: 9, 6: 8, 7: 8, 8: 7}
"""The same for a first look."""
LAST = 4
"""Plies that growth is fitted to: as many even ones as odd ones, and none where it has not settled."""
CURVES: dict[str, Callable[[int], float]] = {
    "growth upper": lambda b: b**0.75, "growth pearl": pearl_growth, "growth lower": lambda b: b**0.5,
}  # fmt: skip


def plan(settings: Settings) -> list[Job]:
    """A job for each branching factor and seed."""
    depths, seeds = settings.pick((BRIEF, 10), (DEEPEST, 20))
    return [
        Job(grown, (branching, deepest, settings.seed + seed, settings.engine), 0.5)
        for branching, deepest in depths.items()
        for seed in range(seeds)
    ]


def grown(branching: int, deepest: int, seed: int, engine: str) -> list[Row]:
    """The leaves of trees of the last depths."""
    rows = []
    for depth in range(max(1, deepest - LAST + 1), deepest + 1):
        report = searched(UniformTree(branching, depth, seed), engine=engine, algorithm="alphabeta")
        rows.append({"branching": branching, "depth": depth, "seed": seed, "leaves": report.leaves})
    return rows


def conclude(rows: list[Row], settings: Settings) -> Finding:
    """The growth per ply that is fitted for each branching factor."""
    fitted = {branching: fit for branching in DEEPEST if (fit := fitted_to(rows, branching)) is not None}
    curves = [Curve(Phrase("growth fitted"), tuple(fitted.items()))]
    curves += [
        Curve(Phrase(name), tuple((branching, formula(branching)) for branching in DEEPEST), theory=True)
        for name, formula in CURVES.items()
    ]
    plot = Plot(
        "growth", Phrase("growth title"), Phrase("branching"), Phrase("growth up"), tuple(curves), False
    )
    within = all(b**0.5 <= fit <= b**0.75 for b, fit in fitted.items())
    claims = (Claim(Phrase("growth within", {"factors": [*fitted]}), within),) if fitted else ()
    return Finding("growth", "", tuple(rows), (plot,), claims, tuple(noted(fitted)))


def fitted_to(rows: list[Row], branching: int) -> float | None:
    """The growth per ply of the average number of leaves."""
    return growth(last(means(matching(rows, branching=branching), "leaves"), LAST))


def noted(fitted: dict[int, float]) -> list[Phrase]:
    return [
        Phrase("growth note", {
            "branching": branching, "growth": fit, "lower": branching**0.5, "upper": branching**0.75,
            "pearl": pearl_growth(branching),
        })
        for branching, fit in fitted.items()
    ]  # fmt: skip


GROWTH = Experiment("growth", plan, conclude)
