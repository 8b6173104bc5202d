"""The corners of a polytope, exactly: by the double description method of Motzkin and others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.errors import MatrixError
from zermelo.matrix.linear import Vector, combined, dot, null_space, reduced, whole

MOST_CORNERS = 1000
"""More are not looked for."""


class Ray(NamedTuple):
    """A direction in which a cone goes on for ever, and a bit for each inequality that is tight along it."""

    vector: tuple[int, ...]
    tight: int


def extreme_rays(
    inequalities: Sequence[Vector], equalities: Sequence[Vector], width: int
) -> list[tuple[int, ...]]:
    """The edges of the cone in which each inequality is ≥ 0 and each equality 0, and which holds no line.

    >>> sorted(extreme_rays([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[1, 1, -1]], 3))
    [(0, 1, 1), (1, 0, 1)]
    """
    basis = null_space(equalities, width)
    if not basis:
        return []
    if len(basis) > MOST_CORNERS:
        raise MatrixError("too_many_corners", most=MOST_CORNERS)
    columns = list(zip(*basis))
    cone = [whole(combined(row, columns)) for row in inequalities]
    rays, started = first_rays(cone, len(basis))
    for index, row in enumerate(cone):
        if index not in started:
            rays = cut(rays, row, 1 << index, len(basis))
    return [whole(combined(ray.vector, basis)) for ray in rays]


def first_rays(cone: Sequence[tuple[int, ...]], size: int) -> tuple[list[Ray], list[int]]:
    """The edges of the cone of so many independent inequalities, and which of them these are."""
    _, chosen = reduced(list(zip(*cone)))
    square = [[*cone[index], *(int(index == other) for other in chosen)] for index in chosen]
    inverse, _ = reduced(square)
    every = sum(1 << index for index in chosen)
    rays = [
        Ray(whole([row[size + place] for row in inverse]), every - (1 << index))
        for place, index in enumerate(chosen)
    ]
    return rays, chosen


def cut(rays: list[Ray], row: tuple[int, ...], bit: int, size: int) -> list[Ray]:
    """The edges of what is left of a cone beyond one more inequality."""
    sides = [(ray, int(dot(row, ray.vector))) for ray in rays]
    kept = [Ray(ray.vector, ray.tight | bit) if not side else ray for ray, side in sides if side >= 0]
    inner = [(ray, side) for ray, side in sides if side > 0]
    for outside, under in ((ray, side) for ray, side in sides if side < 0):
        for inside, over in inner:
            if adjacent(inside, outside, rays, size):
                parts = zip(inside.vector, outside.vector)
                edge = whole([over * below - under * above for above, below in parts])
                kept.append(Ray(edge, inside.tight & outside.tight | bit))
        if len(kept) > MOST_CORNERS:
            raise MatrixError("too_many_corners", most=MOST_CORNERS)
    return kept


def adjacent(one: Ray, other: Ray, rays: list[Ray], size: int) -> bool:
    """Do two edges of a cone span a face of two dimensions?"""
    common = one.tight & other.tight
    if common.bit_count() < size - 2:
        return False
    return not any(ray.tight & common == common for ray in rays if ray is not one and ray is not other)
