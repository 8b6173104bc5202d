"""Nodes against depth on a real game: every order of moves, then what the engine adds to it, one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from zermelo.kernel.options import TECHNIQUES
from zermelo.studies.experiment import Experiment, Job, Settings, matching, searched
from zermelo.studies.findings import Claim, Curve, Finding, Plot, Row
from zermelo.studies.phrases import Phrase
from zermelo.studies.theory import growth, last
from zermelo.studies.trees import means

ORDERS: dict[str, dict[str, Any]] = {
    "minimax": {"algorithm": "minimax"},
    "worst": {"algorithm": "alphabeta", "order": "worst"},
    "random": {"algorithm": "alphabeta", "order": "random"},
    "natural": {"algorithm": "alphabeta"},
    "heuristic": {"algorithm": "alphabeta", "order": "priority"},
    "best": {"algorithm": "alphabeta", "order": "best"},
    "deepening": {"algorithm": "deepening"},
}
ADDED = {
    "table": ("table",),
    "killers": ("table", "killers"),
    "history": ("table", "killers", "history"),
    "symmetry": ("table", "killers", "history", "symmetries"),
}
"""The engine with these techniques and no others; each looks for minimax's value at that depth."""
NEEDS = {"heuristic": "priority", "symmetry": "symmetries"}
"""What a game must say for a way to be another than the one before."""
FORESEEING = ("best", "worst")
"""Orders that look ahead, which nobody counts."""
FORESEEN = 2e7
"""Nodes of the whole tree, by the moves at its root, from which on no order is foreseen."""
DEEPEST = 24
LAST = 4


def plan(settings: Settings) -> list[Job]:
    """A job for each way."""
    source = settings.source
    game = source()
    most = settings.pick(20_000, 2_000_000)
    return [
        Job(deeper, (source, way, most, settings.seed, settings.engine), 8.0)
        for way in (*ORDERS, *ADDED, "engine")
        if way not in NEEDS or hasattr(game, NEEDS[way])
    ]


def options_of(way: str) -> dict[str, Any]:
    """How a way is searched."""
    if way in ORDERS:
        return ORDERS[way]
    off = tuple(name for name in TECHNIQUES if name not in ADDED[way]) if way in ADDED else ()
    return {"algorithm": "pvs", "exact": True, "switch_off": off, "memory": 64}


def deeper(source: Any, way: str, most: int, seed: int, engine: str) -> list[Row]:
    """One way, a ply deeper each time, until it has visited so many nodes or the game is over."""
    game, rows = source(), list[Row]()
    moves = len(list(game.actions(game.initial())))
    for depth in range(1, DEEPEST + 1):
        if way in FORESEEING and moves**depth > FORESEEN * most / 2_000_000:
            break
        report = searched(game, depth=depth, nodes=most, seed=seed, engine=engine, **options_of(way))
        if not report.finished or report.depth < depth:
            break
        rows.append({
            "way": way, "depth": depth, "nodes": report.nodes, "leaves": report.leaves,
            "value": report.score.value, "seconds": report.seconds,
        })  # fmt: skip
    return rows


def conclude(rows: list[Row], settings: Settings) -> Finding:
    """The orders in one plot, the techniques in another, and how fast each way grows."""
    sizes = {way: means(matching(rows, way=way)) for way in dict.fromkeys(row["way"] for row in rows)}
    game = settings.game
    drawings = (plotted("orders", ORDERS, sizes, game), plotted("techniques", TECHNICAL, sizes, game))
    notes = (*noted(sizes), Phrase("orders caution"))
    return Finding("orders", settings.game, tuple(rows), drawings, tuple(claims(rows)), notes)


TECHNICAL = ("minimax", "deepening", *ADDED, "engine")


def plotted(name: str, ways: Iterable[str], sizes: dict[str, dict[int, float]], game: str) -> Plot:
    """Some of the ways, and the square root of minimax's nodes, which the best order promises."""
    curves = [Curve(Phrase(f"way {way}"), tuple(sizes[way].items())) for way in ways if way in sizes]
    if root := tuple((depth, size**0.5) for depth, size in sizes.get("minimax", {}).items()):
        curves.append(Curve(Phrase("root of minimax"), root, theory=True))
    title = Phrase(f"{name} title", {"game": game})
    return Plot(name, title, Phrase("depth"), Phrase("nodes"), tuple(curves))


def noted(sizes: dict[str, dict[int, float]]) -> Iterator[Phrase]:
    for way, found in sizes.items():
        fitted = growth(last(found, LAST))
        if fitted is not None:
            yield Phrase("orders note", {"way": Phrase(f"way {way}"), "growth": fitted, "depth": max(found)})


def claims(rows: list[Row]) -> Iterator[Claim]:
    """All of them compute one value, and alpha-beta never needs more nodes than minimax."""
    values: dict[int, set[float]] = {}
    for row in rows:
        values.setdefault(row["depth"], set()).add(row["value"])
    if rows:
        yield Claim(Phrase("same values"), all(len(found) == 1 for found in values.values()))
    whole = {row["depth"]: row["nodes"] for row in matching(rows, way="minimax")}
    trees = [row for row in rows if row["way"] in ORDERS and row["way"] != "deepening"]
    if whole:
        yield Claim(
            Phrase("never more"), all(row["nodes"] <= whole.get(row["depth"], row["nodes"]) for row in trees)
        )


ORDERS_OF_GAME = Experiment("orders", plan, conclude, takes_game=True)
