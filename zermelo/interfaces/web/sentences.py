"""What is wrong with a request, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

OUTER = ("body", "query", "path", "analyse", "stop", "ping")
"""Parts of a place that say nothing to people."""


def sentence_of(errors: Sequence[Any]) -> str:
    """The first thing that a model finds wrong."""
    if not errors:
        return "this request makes no sense"
    first = errors[0]
    place = ".".join(str(part)[:40] for part in first.get("loc", ()) if part not in OUTER)
    said = str(first.get("msg", "it makes no sense")).removeprefix("Value error, ")
    kind = first.get("type", "")
    if kind == "json_invalid":
        return "this is no JSON"
    if kind == "missing":
        said = "is missing"
    elif kind == "extra_forbidden":
        said = "is not known here"
    else:
        said = said[:1].lower() + said[1:]
    return clean(f"{place}: {said}" if place else said)


def clean(text: str) -> str:
    """Text that can be sent, whatever a client put into it."""
    return text.encode(errors="replace").decode()[:1000]
