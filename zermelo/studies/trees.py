"""Nodes against depth on random trees: what the order of moves is worth, and the line nobody crosses."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import Any

from zermelo.studies.experiment import Experiment, Job, Settings, matching, searched
from zermelo.studies.findings import Claim, Curve, Finding, Plot, Row
from zermelo.studies.phrases import Phrase
from zermelo.studies.theory import critical_leaves, critical_nodes, growth, last, whole_tree
from zermelo.studies.uniform import INCREMENTAL, INDEPENDENT, UniformTree

BRANCHING = 4
"""Of the trees that are drawn."""
WAYS: dict[str, dict[str, Any]] = {
    "minimax": {"algorithm": "minimax"},
    "worst": {"algorithm": "alphabeta", "order": "worst"},
    "random": {"algorithm": "alphabeta"},
    "best": {"algorithm": "alphabeta", "order": "best"},
}
"""Leaves that are independent of each other come in random order as they are."""
GUIDED: dict[str, dict[str, Any]] = {
    "minimax": {"algorithm": "minimax"},
    "random": {"algorithm": "alphabeta"},
    "heuristic": {"algorithm": "alphabeta", "order": "priority"},
    "deepening heuristic": {"algorithm": "deepening", "order": "priority"},
    "best": {"algorithm": "alphabeta", "order": "best"},
}
KINDS = {"independent": (INDEPENDENT, WAYS), "incremental": (INCREMENTAL, GUIDED)}
OTHERS = (2, 3, 5, 6, 7, 8)
"""Further branching factors, for which Knuth and Moore's minimum is checked."""
LAST = 6
"""Plies that growth is fitted to: as many even ones as odd ones."""


def plan(settings: Settings) -> list[Job]:
    """One job for each kind of tree, way and seed; and perfect order on trees of other branching factors."""
    deepest, seeds = settings.pick(6, 9), settings.pick(2, 10)
    jobs = [
        Job(walked, (kind, way, BRANCHING, deepest, settings.seed + seed, settings.engine), 0.3)
        for kind, (_, ways) in KINDS.items()
        for way in ways
        for seed in range(seeds)
    ]
    depths = {branching: settings.pick(4, 8 if branching < 5 else 6) for branching in OTHERS}
    return jobs + [
        Job(walked, ("independent", "best", branching, depth, settings.seed, settings.engine), 0.3)
        for branching, depth in depths.items()
    ]


def walked(kind: str, way: str, branching: int, deepest: int, seed: int, engine: str) -> list[Row]:
    """One way to search trees of every depth up to the deepest."""
    leaves, ways = KINDS[kind]
    rows = []
    for depth in range(1, deepest + 1):
        report = searched(UniformTree(branching, depth, seed, leaves), engine=engine, **ways[way])
        rows.append({
            "tree": kind, "way": way, "branching": branching, "depth": depth, "seed": seed,
            "nodes": report.nodes, "leaves": report.leaves, "value": int(report.score.value),
            "seconds": report.seconds,
        })  # fmt: skip
    return rows


def means(rows: Iterable[Row], column: str = "nodes") -> dict[int, float]:
    """The average of a column for each depth."""
    found: dict[int, list[float]] = {}
    for row in rows:
        found.setdefault(row["depth"], []).append(row[column])
    return {depth: fmean(values) for depth, values in sorted(found.items())}


def conclude(rows: list[Row], settings: Settings) -> Finding:
    """Both plots, the fitted growths, and Knuth and Moore held against every row."""
    fitted = {kind: growths(matching(rows, tree=kind, branching=BRANCHING), KINDS[kind][1]) for kind in KINDS}
    drawings = tuple(plotted(kind, rows) for kind in KINDS)
    notes = tuple(
        Phrase("trees note", {"kind": Phrase(f"kind {kind}"), "way": Phrase(f"way {way}"), "growth": found})
        for kind, ways in fitted.items()
        for way, found in ways.items()
    )
    return Finding("trees", "", tuple(rows), drawings, tuple(claims(rows)), notes)


def growths(rows: list[Row], ways: Iterable[str]) -> dict[str, float]:
    """The effective branching factor of each way."""
    found = {way: growth(last(means(matching(rows, way=way)), LAST)) for way in ways}
    return {way: fitted for way, fitted in found.items() if fitted is not None}


def plotted(kind: str, rows: list[Row]) -> Plot:
    here = matching(rows, tree=kind, branching=BRANCHING)
    depths = sorted({row["depth"] for row in here})
    curves = [
        Curve(Phrase(f"way {way}"), tuple(means(matching(here, way=way)).items())) for way in KINDS[kind][1]
    ]
    whole = tuple((depth, whole_tree(BRANCHING, depth)) for depth in depths)
    least = tuple((depth, critical_nodes(BRANCHING, depth)) for depth in depths)
    curves.append(Curve(Phrase("whole tree"), whole, theory=True))
    curves.append(Curve(Phrase("knuth moore"), least, theory=True))
    title = Phrase(f"trees title {kind}", {"branching": BRANCHING})
    return Plot(kind, title, Phrase("depth"), Phrase("nodes"), tuple(curves))


def claims(rows: list[Row]) -> Iterable[Claim]:
    """What must hold of every single tree."""
    best, minimax = matching(rows, way="best"), matching(rows, way="minimax")
    independent = matching(best, tree="independent")
    if independent:
        exact = all(
            row["leaves"] == critical_leaves(row["branching"], row["depth"])
            and row["nodes"] == critical_nodes(row["branching"], row["depth"])
            for row in independent
        )
        yield Claim(Phrase("trees exact", {"trees": len(independent)}), exact)
    never = all(row["leaves"] >= critical_leaves(row["branching"], row["depth"]) for row in rows)
    yield Claim(Phrase("trees never below", {"searches": len(rows)}), never)
    if minimax:
        whole = all(row["nodes"] == whole_tree(row["branching"], row["depth"]) for row in minimax)
        yield Claim(Phrase("trees whole"), whole)
    yield Claim(Phrase("same values"), same_values(rows))


def same_values(rows: Iterable[Row]) -> bool:
    """Did every way find the same value of each tree?"""
    found: dict[Any, set[int]] = {}
    for row in rows:
        tree = (row["tree"], row["branching"], row["depth"], row["seed"])
        found.setdefault(tree, set()).add(row["value"])
    return all(len(values) == 1 for values in found.values())


TREES = Experiment("trees", plan, conclude)
