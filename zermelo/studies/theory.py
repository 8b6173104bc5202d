"""What textbooks and lectures say of the size of a search, as plain functions; how growth is fitted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import e, exp, factorial, log, prod
from statistics import fmean

DOUBLE_FACTORIALS = 3.0594074053425761
"""The sum of 1/n!! over n = 0, 1, 2, …: the constant c of the lectures."""


def whole_tree(branching: int, depth: int) -> int:
    """Nodes of a uniform tree: 1 + b + b² + … + b^d.

    >>> whole_tree(3, 2)
    13
    """
    return sum(branching**ply for ply in range(depth + 1))


def critical_leaves(branching: int, depth: int) -> int:
    """Knuth and Moore's minimum: the leaves that every search of a uniform tree has to look at.

    >>> critical_leaves(3, 4)
    17
    """
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)


def critical_nodes(branching: int, depth: int) -> int:
    """The nodes above these leaves, and they themselves.

    >>> critical_nodes(3, 2)
    9
    """
    return sum(critical_leaves(branching, ply) for ply in range(depth + 1))


def pearl_growth(branching: int) -> float:
    """Growth per ply of alpha-beta with leaves in random order: ξ/(1−ξ), where ξ^b + ξ = 1 (Pearl 1982).

    >>> round(pearl_growth(2), 6)
    1.618034
    """
    low, high = 0.0, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**branching + middle < 1 else (low, middle)
    return low / (1 - low)


def growth(sizes: Mapping[int, float]) -> float | None:
    """How many times larger a size gets with each ply: the least squares' line through the logarithms.

    >>> growth({3: 8.0, 4: 16.0, 5: 32.0})
    2.0
    >>> growth({3: 8.0}) is None
    True
    """
    if len(sizes) < 2:
        return None
    plies, logarithms = [*sizes], [log(size) for size in sizes.values()]
    middle, mean = fmean(plies), fmean(logarithms)
    above = sum((ply - middle) * (value - mean) for ply, value in zip(plies, logarithms))
    return round(exp(above / sum((ply - middle) ** 2 for ply in plies)), 9)


def last(sizes: Mapping[int, float], plies: int) -> dict[int, float]:
    """The sizes of the last so many plies, where growth has settled."""
    return {ply: sizes[ply] for ply in sorted(sizes)[-plies:]}


# -- the two models of the lectures ------------------------------------------------------------------


def tree_of_objects(objects: int) -> int:
    """Nodes of a game in which each turn takes one of n objects: n!/0! + n!/1! + … + n!/n!.

    >>> tree_of_objects(3), tree_of_objects(9)
    (16, 986410)
    """
    return sum(factorial(objects) // factorial(left) for left in range(objects + 1))


def most_of_objects(objects: int) -> float:
    """What bounds it: n!·e."""
    return factorial(objects) * e


def double_factorial(number: int) -> int:
    """n·(n−2)·(n−4)…

    >>> double_factorial(8), double_factorial(7), double_factorial(0)
    (384, 105, 1)
    """
    return prod(range(number, 0, -2))


def proof_of_turns(moves: int, turns: int) -> int:
    """Nodes of alpha-beta at its best, with m moves a turn and the win of who begins found at once.

    The winner's turns have one child, the loser's have m.

    >>> proof_of_turns(3, 3)
    8
    """
    return sum(moves ** (ply // 2) for ply in range(turns + 1))


def proof_of_objects(objects: int) -> int:
    """The same with n objects: 1 + 1 + (n−1) + (n−1) + (n−1)(n−3) + …

    >>> proof_of_objects(5)
    26
    """
    sizes, size = [1], 1
    for ply in range(1, objects + 1):
        size *= objects - ply + 1 if ply % 2 == 0 else 1
        sizes.append(size)
    return sum(sizes)


def most_of_proof(objects: int) -> float:
    """What bounds it: 2c·(n−1)!!."""
    return 2 * DOUBLE_FACTORIALS * double_factorial(objects - 1)


# -- searching again ---------------------------------------------------------------------------------


def research(sizes: Iterable[float]) -> float:
    """What deepening costs beside its last iteration alone: the sum of all, as a multiple of the last.

    >>> research([4, 16, 64])
    1.3125
    """
    every = list(sizes)
    return sum(every) / every[-1]


def research_limit(growing: float) -> float:
    """What that comes to in the limit: r/(r−1).

    >>> research_limit(4)
    1.3333333333333333
    """
    return growing / (growing - 1)
