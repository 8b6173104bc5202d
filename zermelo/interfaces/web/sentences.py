"""What is wrong with a request, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

OUTER = ("body", "query", "path", "analyse", "stop", "ping")
"""Parts of a place that say nothing to people."""


WANTED = {
    "less_than_equal": "choose at most {le:.12g}",
    "less_than": "choose less than {lt:.12g}",
    "greater_than_equal": "choose at least {ge:.12g}",
    "greater_than": "choose more than {gt:.12g}",
    "string_too_long": "write at most {max_length} letters",
    "too_long": "give at most {max_length}",
    "literal_error": "choose one of {expected}",
    "int_type": "write a whole number",
    "float_type": "write a number",
    "finite_number": "write a number",
    "string_type": "write a text",
    "list_type": "give a list",
    "bool_type": "write true or false",
    "missing": "is missing",
    "extra_forbidden": "is not known here",
}
"""What to write instead, by what is wrong; the page knows these sentences in its languages (refusals.js)."""


def sentence_of(errors: Sequence[Any]) -> str:
    """The first thing that a model finds wrong.

    >>> sentence_of([{"type": "less_than_equal", "loc": ("body", "depth"), "ctx": {"le": 200}}])
    'depth: choose at most 200'
    """
    if not errors:
        return "this request makes no sense"
    first = errors[0]
    kind = first.get("type", "")
    if kind == "json_invalid":
        return "this is no JSON"
    if kind in WANTED:
        said = WANTED[kind].format(**first.get("ctx") or {})
    else:
        said = str(first.get("msg", "it makes no sense")).removeprefix("Value error, ")
        said = said[:1].lower() + said[1:]
    place = place_of(first.get("loc", ()))
    return clean(f"{place}: {said}" if place else said)


def place_of(found: Sequence[Any]) -> str:
    """Where it is wrong: a field, or one of the moves."""
    parts = [str(part)[:40] for part in found if part not in OUTER]
    if len(parts) > 1 and parts[-2] == "moves":
        return f"move {int(parts[-1]) + 1}"
    return ".".join(parts[1:] if len(parts) > 1 and parts[0] == "position" else parts)


def clean(text: str) -> str:
    """Text that can be sent, whatever a client put into it."""
    return text.encode(errors="replace").decode()[:1000]
