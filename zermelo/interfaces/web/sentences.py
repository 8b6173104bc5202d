"""What is wrong with a request: a message, and how a refusal is sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.messages import Message

OUTER = ("body", "query", "path", "analyse", "stop", "ping")
"""Parts of a place that say nothing to people."""
LIMITS = {
    "less_than_equal": ("at_most", "limit", "le"),
    "less_than": ("less_than", "limit", "lt"),
    "greater_than_equal": ("at_least", "limit", "ge"),
    "greater_than": ("more_than", "limit", "gt"),
    "string_too_long": ("too_many_letters_here", "most", "max_length"),
    "too_long": ("too_many_here", "most", "max_length"),
}
"""The code of what to write instead, its parameter, and what the model calls it, by what is wrong."""
WANTED = {
    "int_type": "write_whole_number",
    "float_type": "write_number",
    "finite_number": "write_number",
    "string_type": "write_text",
    "list_type": "give_list",
    "bool_type": "write_truth",
    "missing": "is_missing",
    "extra_forbidden": "is_unknown",
}
"""The code of what to write instead, by what is wrong."""
FIELDS = {
    "depth": "field_depth",
    "simulations": "field_simulations",
    "game": "field_game",
    "moves": "field_moves",
    "move": "field_move",
    "at": "field_at",
    "tree": "field_tree",
    "matrix": "field_matrix",
    "position": "field_position",
    "algorithm": "field_algorithm",
    "order": "field_order",
    "strategy": "field_strategy",
    "lines": "field_lines",
    "level": "field_level",
    "seconds": "field_seconds",
}
"""Fields that the page has words for."""
LONGEST = 1000
"""Letters of a text that are sent back."""


def message_of(errors: Sequence[Any]) -> Message:
    """The first thing that a model finds wrong.

    >>> str(message_of([{"type": "less_than_equal", "loc": ("body", "depth"), "ctx": {"le": 200}}]))
    'depth: choose at most 200'
    """
    if not errors:
        return Message.of("no_sense")
    first = errors[0]
    if first.get("type") == "json_invalid":
        return Message.of("not_json")
    reason, field = reason_of(first), field_of(first.get("loc", ()))
    if field:
        return Message.of("field_is_wrong", field=field, reason=reason)
    return Message.of("not_json") if first.get("type") == "missing" else reason  # there is nothing at all


def reason_of(error: Any) -> Message:
    """What to write instead."""
    kind, context = error.get("type", ""), error.get("ctx") or {}
    if kind in LIMITS:
        code, name, given = LIMITS[kind]
        return Message.of(code, **{name: context[given]})
    if kind == "literal_error":
        others, _, last = context["expected"].rpartition(" or ")
        return Message.of("one_of", choices=others.split(", "), last=last)
    if isinstance(context.get("error"), Exception):  # of a check of ours
        return Message.of(str(context["error"]))
    return Message.of(WANTED.get(kind, "makes_no_sense"))


def field_of(found: Sequence[Any]) -> str | Message:
    """Where it is wrong: a field, or one of the moves."""
    parts = [str(part)[:40] for part in found if part not in OUTER]
    if len(parts) > 1 and parts[-2] == "moves":
        return Message.of("number_of_move", number=int(parts[-1]) + 1)
    name = ".".join(parts[1:] if len(parts) > 1 and parts[0] == "position" else parts)
    return Message.of(FIELDS[name]) if name in FIELDS else name


def half_a_letter(error: UnicodeEncodeError) -> Message:
    """A text of the rules that cannot be sent."""
    return Message.of("half_a_letter", text=ascii(error.object)[:LONGEST])


def told(message: Message) -> dict[str, Any]:
    """A refusal as it is sent: its sentence, and its code and parameters for whoever says it otherwise."""
    said: dict[str, Any] = clean(message.as_json())
    return {"error": said["sentence"], **said}


def clean(value: Any) -> Any:
    """What can be sent, whatever a client put into it."""
    if isinstance(value, dict):
        return {name: clean(part) for name, part in value.items()}
    if isinstance(value, list):
        return [clean(part) for part in value]
    return value.encode(errors="replace").decode()[:LONGEST] if isinstance(value, str) else value
