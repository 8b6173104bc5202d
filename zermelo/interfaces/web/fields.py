"""The parameters of the built-in games as fields of a form, with the numbers between which they may be."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

from zermelo.games import BUILT_IN
from zermelo.interfaces.load import built_in
from zermelo.interfaces.parameters import given_in
from zermelo.interfaces.web.shelf import accepts, check_parameters, largest


def field_rows(text: str) -> list[dict[str, Any]]:
    """Every parameter of `connect4:width=5`, as it is, and between which numbers it may be.

    A fraction, such as the komi of Go, goes by halves.

    >>> [(row["name"], row["value"], row["least"], row["most"]) for row in field_rows("connect4:width=5")]
    [('width', 5, 1, 9), ('height', 6, 1, 11)]
    """
    name, _, parameters = text.partition(":")
    check_parameters(name, parameters)
    built_in(name, parameters)  # which says what is wrong with it
    taken = inspect.signature(BUILT_IN[name]).parameters
    given = {key: parameter.default for key, parameter in taken.items()} | given_in(parameters)
    return [field_row(name, key, kind_of(taken[key].default), given) for key in taken]


KINDS = {bool: "truth", int: "whole", float: "fraction", tuple: "several"}


def kind_of(default: Any) -> str:
    """What is typed into the field of a parameter."""
    return KINDS[type(default)]


def field_row(name: str, key: str, kind: str, given: dict[str, Any]) -> dict[str, Any]:
    value, most = given[key], largest(name, key)
    if kind == "truth":
        limits: tuple[float, float] = (0, 1)
    elif kind == "fraction":
        limits = by_halves(value, most, partial(accepts_one, name, key, given))
    else:
        fits = accepts_each if kind == "several" else accepts_one
        limits = between(value, most, partial(fits, name, key, given))
    return {"name": key, "kind": kind, "value": value, "least": limits[0], "most": limits[1]}


def accepts_one(name: str, key: str, given: dict[str, Any], value: Any) -> bool:
    """Whether the game takes this number, beside the others as they are."""
    return accepts(name, {**given, key: value})


def accepts_each(name: str, key: str, given: dict[str, Any], value: int) -> bool:
    """Does it take so many in each place?"""
    return accepts_one(name, key, given, tuple(value for _ in given[key]))


def between(value: Any, largest: int, fits: Callable[[int], bool]) -> tuple[int, int]:
    """The least and the most, up to what the page takes; what lies between two that fit does too."""
    inside = value if isinstance(value, int) else 1
    return edge(inside, 0, fits), edge(inside, largest, fits)


def by_halves(value: float, largest: int, fits: Callable[[float], bool]) -> tuple[float, float]:
    """The same of a fraction, which may be below zero."""
    inside = round(2 * value)
    least, most = (edge(inside, 2 * end, lambda number: fits(number / 2)) for end in (-largest, largest))
    return least / 2, most / 2


def edge(inside: int, outside: int, fits: Callable[[int], bool]) -> int:
    """The last number that fits on the way from one that does."""
    if inside == outside or fits(outside):
        return outside
    while abs(outside - inside) > 1:
        middle = (inside + outside) // 2
        inside, outside = (middle, outside) if fits(middle) else (inside, middle)
    return inside
