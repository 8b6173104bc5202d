"""How a notebook shows a noun: a function that stands above it is hung up here when zermelo is imported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PAINTERS: dict[str, Callable[[Any], str]] = {}
"""By the name of a class: what draws its objects as SVG or HTML; `zermelo/__init__.py` fills it."""


def painted(noun: Any) -> str | None:
    """The picture of an object, by the painter of its class or of the nearest class above it."""
    known = (PAINTERS[kind.__name__] for kind in type(noun).__mro__ if kind.__name__ in PAINTERS)
    painter = next(known, None)
    return None if painter is None else painter(noun)
