"""The two models of the lectures, m moves in n turns and n objects: what is counted beside what bounds it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import factorial

from zermelo.games import MNK
from zermelo.studies.experiment import Experiment, Job, Settings, matching, searched
from zermelo.studies.findings import Claim, Curve, Finding, Plot, Row
from zermelo.studies.phrases import Phrase
from zermelo.studies.theory import (
    most_of_objects,
    most_of_proof,
    proof_of_objects,
    proof_of_turns,
    tree_of_objects,
    whole_tree,
)
from zermelo.studies.uniform import ModelGame

MOVES = 3
"""Of the game with m moves."""
BOARDS = ((2, 2, 2), (3, 2, 3), (4, 2, 3), (3, 3, 3))
"""Real games of n objects: width, height, and how many in a row win."""


def plan(settings: Settings) -> list[Job]:
    """A job for each model and size, and for each board."""
    sizes = range(1, settings.pick(6, 9) + 1)
    jobs = [
        Job(modelled, (removing, n, settings.seed, settings.engine), n / 5)
        for removing in (False, True)
        for n in sizes
    ]
    boards = [board for board in BOARDS if board[0] * board[1] <= sizes[-1]]
    return jobs + [Job(played, (*board, settings.engine), 4.0) for board in boards]


def modelled(removing: bool, n: int, seed: int, engine: str) -> list[Row]:
    """Minimax, and alpha-beta at its best where the player who begins wins."""
    moves = n if removing else MOVES
    model = "objects" if removing else "moves"
    rows = []
    for way, options in (("minimax", {"algorithm": "minimax"}), ("best", BEST)):
        report = searched(ModelGame(moves, n, seed, removing), engine=engine, **options)
        rows.append({"model": model, "way": way, "n": n, "seed": seed, "nodes": report.nodes})
    return rows


BEST = {"algorithm": "alphabeta", "order": "best", "payoff_bounds": True}
"""The winning move first, and no other move after it."""


def played(width: int, height: int, k: int, engine: str) -> list[Row]:
    """A real game: whoever has k in a row wins and ends it."""
    report = searched(MNK(width, height, k), algorithm="minimax", engine=engine)
    board = f"mnk:width={width},height={height},k={k}"
    return [{"model": "board", "way": "minimax", "n": width * height, "game": board, "nodes": report.nodes}]


def conclude(rows: list[Row], settings: Settings) -> Finding:
    """Both models beside their bounds."""
    return Finding("models", "", tuple(rows), (moves_plot(rows), objects_plot(rows)), tuple(claims(rows)))


def points(rows: Iterable[Row]) -> tuple[tuple[float, float], ...]:
    return tuple((row["n"], row["nodes"]) for row in rows)


def moves_plot(rows: list[Row]) -> Plot:
    here = matching(rows, model="moves")
    sizes = sorted({row["n"] for row in here})
    curves = (
        Curve(Phrase("way minimax"), points(matching(here, way="minimax"))),
        Curve(Phrase("way best won"), points(matching(here, way="best"))),
        Curve(Phrase("models turns"), tuple((n, whole_tree(MOVES, n)) for n in sizes), theory=True),
        Curve(Phrase("models turns root"), tuple((n, MOVES ** (n / 2)) for n in sizes), theory=True),
    )
    title = Phrase("models moves title", {"moves": MOVES})
    return Plot("moves", title, Phrase("turns"), Phrase("nodes"), curves)


def objects_plot(rows: list[Row]) -> Plot:
    here = matching(rows, model="objects")
    sizes = sorted({row["n"] for row in here})
    odd = [n for n in sizes if n % 2]
    curves = (
        Curve(Phrase("way minimax"), points(matching(here, way="minimax"))),
        Curve(Phrase("models boards"), points(matching(rows, model="board"))),
        Curve(Phrase("way best won"), points(matching(here, way="best"))),
        Curve(Phrase("models objects"), tuple((n, most_of_objects(n)) for n in sizes), theory=True),
        Curve(Phrase("models objects best"), tuple((n, most_of_proof(n)) for n in odd), theory=True),
        Curve(Phrase("models objects root"), tuple((n, factorial(n) ** 0.5) for n in sizes), theory=True),
    )
    return Plot("objects", Phrase("models objects title"), Phrase("objects"), Phrase("nodes"), curves)


def claims(rows: list[Row]) -> Iterator[Claim]:
    """The lectures' sums are met exactly, and the bounds hold."""
    moves, objects = matching(rows, model="moves"), matching(rows, model="objects")
    for name, found, formula in (
        ("models moves exact", matching(moves, way="minimax"), lambda n: whole_tree(MOVES, n)),
        ("models moves best", matching(moves, way="best"), lambda n: proof_of_turns(MOVES, n)),
        ("models objects exact", matching(objects, way="minimax"), tree_of_objects),
        ("models objects proof", matching(objects, way="best"), proof_of_objects),
    ):
        if found:
            yield Claim(Phrase(name), all(row["nodes"] == formula(row["n"]) for row in found))
    if odd := [row for row in matching(objects, way="best") if row["n"] % 2]:
        yield Claim(Phrase("models proof below"), all(row["nodes"] <= most_of_proof(row["n"]) for row in odd))
    if boards := matching(rows, model="board"):
        below = all(row["nodes"] <= most_of_objects(row["n"]) for row in boards)
        yield Claim(Phrase("models boards below"), below)


MODELS = Experiment("models", plan, conclude)
