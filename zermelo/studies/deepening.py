"""Iterative deepening beside breadth-first: what it keeps in memory, and what searching again costs."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from typing import Any

from zermelo.studies.experiment import Experiment, Job, Settings, matching, searched
from zermelo.studies.findings import Claim, Curve, Finding, Plot, Row
from zermelo.studies.phrases import Phrase
from zermelo.studies.theory import growth, last, research, research_limit, whole_tree
from zermelo.studies.trees import LAST, means
from zermelo.studies.uniform import INCREMENTAL, UniformTree

BRANCHING = 4


def plan(settings: Settings) -> list[Job]:
    """Walks of plain Python for memory and time; searches for what searching again costs."""
    walks, searches = settings.pick((6, 6), (8, 9))
    jobs = [Job(walked, (depth, settings.seed), 4.0**depth / 1e4) for depth in range(1, walks + 1)]
    return jobs + [
        Job(repeated, (way, searches, settings.seed + seed, settings.engine), 0.4)
        for way in ("minimax", "alphabeta")
        for seed in range(settings.pick(2, 10))
    ]


# -- memory and time ---------------------------------------------------------------------------------


def breadth_first(game: Any, depth: int) -> tuple[int, int]:
    """Every state level by level: how many there are, and how many wait in the queue at most."""
    waiting = deque([(game.initial(), 0)])
    nodes, most = 0, 1
    while waiting:
        state, ply = waiting.popleft()
        nodes += 1
        if ply < depth:
            waiting.extend((game.result(state, action), ply + 1) for action in game.actions(state))
            most = max(most, len(waiting))
    return nodes, most


def depth_first(game: Any, state: Any, depth: int, ply: int = 0) -> tuple[int, int]:
    """Every state down to a depth: how many there are, and how many lie on the path at most."""
    nodes, most = 1, ply + 1
    for action in game.actions(state) if depth else ():
        below, longest = depth_first(game, game.result(state, action), depth - 1, ply + 1)
        nodes, most = nodes + below, max(most, longest)
    return nodes, most


def again_and_again(game: Any, depth: int) -> tuple[int, int]:
    """Depth 1, 2, … from the root each time."""
    found = [depth_first(game, game.initial(), until) for until in range(1, depth + 1)]
    return sum(nodes for nodes, _ in found), max(most for _, most in found)


def walked(depth: int, seed: int) -> list[Row]:
    """Both walks through one tree, in plain Python."""
    game, rows = UniformTree(BRANCHING, depth, seed), []
    for way, walk in (("breadth-first", breadth_first), ("deepening", again_and_again)):
        begun = time.perf_counter()
        nodes, held = walk(game, depth)
        seconds = time.perf_counter() - begun
        rows.append({"way": way, "depth": depth, "nodes": nodes, "held": held, "seconds": seconds})
    return rows


# -- searching again ---------------------------------------------------------------------------------


def repeated(way: str, deepest: int, seed: int, engine: str) -> list[Row]:
    """The nodes of each iteration alone, each of a search of its own."""
    game = UniformTree(BRANCHING, deepest, seed, INCREMENTAL)
    options = {"algorithm": way, "order": "natural" if way == "minimax" else "priority"}
    return [
        {"way": way, "depth": depth, "seed": seed,
         "nodes": searched(game, depth=depth, engine=engine, **options).nodes}
        for depth in range(1, deepest + 1)
    ]  # fmt: skip


def conclude(rows: list[Row], settings: Settings) -> Finding:
    """What is held, what it takes, and the price of beginning again."""
    drawings = (memory_plot(rows), cost_plot(rows))
    return Finding("deepening", "", tuple(rows), drawings, tuple(claims(rows)), tuple(noted(rows)))


def memory_plot(rows: list[Row]) -> Plot:
    depths = sorted({row["depth"] for row in matching(rows, way="breadth-first")})
    curves = [
        Curve(Phrase(name), tuple((row["depth"], row["held"]) for row in matching(rows, way=way)))
        for name, way in (("way breadth first", "breadth-first"), ("way deepening", "deepening"))
    ]
    level = tuple((depth, BRANCHING**depth) for depth in depths)
    path = tuple((depth, depth + 1) for depth in depths)
    curves += [Curve(Phrase("level size"), level, True), Curve(Phrase("path length"), path, True)]
    title = Phrase("deepening memory title", {"branching": BRANCHING})
    return Plot("memory", title, Phrase("depth"), Phrase("states held"), tuple(curves))


def costs(rows: list[Row], way: str) -> dict[int, float]:
    """For each depth what all iterations cost beside the last one."""
    sizes = list(means(matching(rows, way=way)).items())
    return {
        depth: research([size for _, size in sizes[: place + 1]]) for place, (depth, _) in enumerate(sizes)
    }


def cost_plot(rows: list[Row]) -> Plot:
    found = {way: costs(rows, way) for way in ("minimax", "alphabeta")}
    depths = [*found["minimax"]] or [*found["alphabeta"]]
    formula = tuple((depth, minimax_cost(depth)) for depth in depths)
    curves = [Curve(Phrase(f"again {way}"), tuple(cost.items())) for way, cost in found.items()]
    curves.append(Curve(Phrase("again formula"), formula, theory=True))
    for way, grown in (("minimax", float(BRANCHING)), ("alphabeta", fitted(rows))):
        if grown:
            limit = tuple((depth, research_limit(grown)) for depth in depths)
            curves.append(Curve(Phrase(f"again limit {way}", {"growth": grown}), limit, theory=True))
    title = Phrase("deepening cost title", {"branching": BRANCHING})
    return Plot("cost", title, Phrase("depth"), Phrase("times the last"), tuple(curves), False)


def minimax_cost(depth: int) -> float:
    """The formula: 1 + b + … + b^k for every k, beside the last of them."""
    return research([whole_tree(BRANCHING, until) for until in range(1, depth + 1)])


def fitted(rows: list[Row]) -> float | None:
    """The growth per ply of alpha-beta here."""
    return growth(last(means(matching(rows, way="alphabeta")), LAST))


def claims(rows: list[Row]) -> Iterator[Claim]:
    if walks := matching(rows, way="breadth-first"):
        level = all(row["held"] == BRANCHING ** row["depth"] for row in walks)
        path = all(row["held"] == row["depth"] + 1 for row in matching(rows, way="deepening"))
        yield Claim(Phrase("deepening memory"), level and path)
    if exact := costs(rows, "minimax"):
        limit = research_limit(BRANCHING)
        same = all(cost == minimax_cost(depth) and cost < limit for depth, cost in exact.items())
        yield Claim(Phrase("deepening exact", {"limit": limit}), same)


def noted(rows: list[Row]) -> Iterator[Phrase]:
    cost, grown = costs(rows, "alphabeta"), fitted(rows)
    if grown and cost:
        yield Phrase(
            "deepening note",
            {"cost": [*cost.values()][-1], "growth": grown, "limit": research_limit(grown)},
        )
    for depth in sorted({row["depth"] for row in matching(rows, way="deepening")})[-1:]:
        (wide,), (deep,) = (matching(rows, way=way, depth=depth) for way in ("breadth-first", "deepening"))
        parameters = {"depth": depth, "wide": wide["seconds"], "deep": deep["seconds"]}
        yield Phrase("deepening seconds", {**parameters, "times": deep["nodes"] / wide["nodes"]})


DEEPENING = Experiment("deepening", plan, conclude)
