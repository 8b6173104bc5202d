"""The parameters of the built-in games as fields of a form, with the numbers between which they may be."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.games import BUILT_IN
from zermelo.interfaces.load import built_in
from zermelo.interfaces.parameters import given_in
from zermelo.interfaces.web.shelf import check_parameters, largest


def field_rows(text: str) -> list[dict[str, Any]]:
    """Every parameter of `connect4:width=5`, as it is, and between which numbers it may be.

    A fraction, such as the komi of Go, stays what it is: clients write whole numbers.

    >>> [(row["name"], row["value"], row["least"], row["most"]) for row in field_rows("connect4:width=5")]
    [('width', 5, 1, 9), ('height', 6, 1, 11)]
    """
    name, _, parameters = text.partition(":")
    check_parameters(name, parameters)
    built_in(name, parameters)  # which says what is wrong with it
    taken = inspect.signature(BUILT_IN[name]).parameters
    given = {key: parameter.default for key, parameter in taken.items()} | given_in(parameters)
    return [field_row(name, key, given) for key in taken if isinstance(given[key], int | tuple)]


def field_row(name: str, key: str, given: dict[str, Any]) -> dict[str, Any]:
    value = given[key]
    fits = partial(accepts, name, key, given)
    kind = "truth" if isinstance(value, bool) else "several" if isinstance(value, tuple) else "whole"
    if kind == "several":
        fits = partial(accepts_each, name, key, given)
    least, most = (0, 1) if kind == "truth" else between(value, largest(name, key), fits)
    return {"name": key, "kind": kind, "value": value, "least": least, "most": most}


def accepts(name: str, key: str, given: dict[str, Any], value: Any) -> bool:
    """Does the game take this number, beside the others as they are?"""
    try:
        BUILT_IN[name](**{**given, key: value})
    except ZermeloError:
        return False
    return True


def accepts_each(name: str, key: str, given: dict[str, Any], value: int) -> bool:
    """Does it take so many in each place?"""
    return accepts(name, key, given, tuple(value for _ in given[key]))


def between(value: Any, largest: int, fits: Callable[[int], bool]) -> tuple[int, int]:
    """The least and the most, up to what the page takes; what lies between two that fit does too."""
    inside = value if isinstance(value, int) else 1
    return edge(inside, 0, fits), edge(inside, largest, fits)


def edge(inside: int, outside: int, fits: Callable[[int], bool]) -> int:
    """The last number that fits on the way from one that does."""
    if inside == outside or fits(outside):
        return outside
    while abs(outside - inside) > 1:
        middle = (inside + outside) // 2
        inside, outside = (middle, outside) if fits(middle) else (inside, middle)
    return inside
