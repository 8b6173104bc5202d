"""Other payoffs in the same order: minimax's choice stays, that of expectiminimax may change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

from zermelo.search import search
from zermelo.studies.experiment import Experiment, Job, Settings, matching
from zermelo.studies.findings import Bars, Claim, Finding, Row
from zermelo.studies.phrases import Phrase
from zermelo.trees.tree import Tree

TRANSFORMATIONS: dict[str, Callable[[Any], Any]] = {
    "3x + 7": lambda x: 3 * x + 7,
    "x³": lambda x: x**3,
    "√x": lambda x: x**0.5,
    "1 − 1/x": lambda x: 1 - 1 / x,
    "2^(x/8)": lambda x: 2.0 ** (x / 8),
}
"""Of payoffs from 1 to 99; each is larger for the larger payoff, and the first keeps their distances too."""
AFFINE = "3x + 7"
CHANCE = {"minimax": 0.0, "expectiminimax": 0.5}
"""How often a node of the trees is one of chance, by the algorithm that searches them."""
TOGETHER = 25
"""Trees of one job."""


def plan(settings: Settings) -> list[Job]:
    """Some trees in each job."""
    trees = settings.pick(50, 500)
    return [
        Job(compared, (algorithm, settings.seed + first), 0.6)
        for first in range(0, trees, TOGETHER)
        for algorithm in CHANCE
    ]


def compared(algorithm: str, first: int) -> list[Row]:
    """The choice in each tree, with its payoffs and with others in the same order."""
    rows = []
    for seed in range(first, first + TOGETHER):
        tree = Tree.random(branching=3, depth=4, low=1, high=99, seed=seed, chance=CHANCE[algorithm])
        plain = chosen(tree, algorithm)
        for name, transformation in TRANSFORMATIONS.items():
            action = chosen(transformed(tree, transformation), algorithm)
            rows.append({
                "algorithm": algorithm, "seed": seed, "transformation": name, "choice": plain,
                "after": action, "changed": action != plain,
            })  # fmt: skip
    return rows


def transformed(tree: Tree, transformation: Callable[[Any], Any]) -> Tree:
    """The same tree with other payoffs at its leaves.

    >>> transformed(Tree([[3, 12], [2, 4]]), lambda x: x**2).nested()
    [[9, 144], [4, 16]]
    """
    found = copy(tree)
    found.value = tree.value.copy().astype(object)
    for index in (tree.count == 0).nonzero()[0]:
        found.value[index] = transformation(tree.value[index].item())
    found.value = found.value.astype(type(transformation(1)))
    return found


def chosen(tree: Tree, algorithm: str) -> int:
    """The first of the best moves."""
    action = search(tree, algorithm=algorithm, engine="interpreted").action  # type: ignore[arg-type]
    assert action is not None
    return action


def conclude(rows: list[Row], settings: Settings) -> Finding:
    """How often each transformation changes the choice."""
    series = tuple(
        (Phrase(f"way {algorithm}"), tuple(share(rows, algorithm, name) for name in TRANSFORMATIONS))
        for algorithm in CHANCE
    )
    bars = Bars("changed", Phrase("utility title"), tuple(TRANSFORMATIONS), series)
    return Finding("utility", "", tuple(rows), (bars,), tuple(claims(rows)), tuple(noted(rows)))


def share(rows: list[Row], algorithm: str, transformation: str) -> float:
    """In how many trees of a hundred another move is chosen."""
    found = matching(rows, algorithm=algorithm, transformation=transformation)
    return 100 * sum(row["changed"] for row in found) / len(found) if found else 0.0


def claims(rows: list[Row]) -> Iterator[Claim]:
    if minimax := matching(rows, algorithm="minimax"):
        trees = len({row["seed"] for row in minimax})
        yield Claim(Phrase("utility minimax", {"trees": trees}), not any(row["changed"] for row in minimax))
    if dice := matching(rows, algorithm="expectiminimax"):
        same = not any(row["changed"] for row in matching(dice, transformation=AFFINE))
        yield Claim(Phrase("utility affine"), same)
        others = [row for row in dice if row["transformation"] != AFFINE]
        yield Claim(Phrase("utility changes"), any(row["changed"] for row in others))


def noted(rows: list[Row]) -> Iterator[Phrase]:
    for name in TRANSFORMATIONS:
        if found := matching(rows, algorithm="expectiminimax", transformation=name):
            changed = sum(row["changed"] for row in found)
            yield Phrase("utility note", {"name": name, "changed": changed, "trees": len(found)})


UTILITY = Experiment("utility", plan, conclude)
