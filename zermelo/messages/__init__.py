"""What is said to people, kept as facts: a code and parameters, from which a language makes a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from string import Formatter
from typing import Any

from zermelo.messages.english import ENGLISH

SHOWN = 200
"""Letters of such a sentence that are shown."""
THING = 80
"""Letters of what a user's object says of itself."""
LARGEST = 1 << 53
"""Whole numbers from here on are texts: JSON would round them."""


def grouped(count: int) -> str:
    """A large number as it can be read in any language, where a comma or a point would be a decimal one.

    >>> grouped(43362)
    '43\u202f362'
    """
    return f"{count:,}".replace(",", "\u202f")


def counted(count: int, what: str, several: str = "") -> str:
    """A count with its noun: 1 game, 2,000 games, 3 leaves."""
    return f"{count:,} {what if count == 1 else several or what + 's'}"


def shortened(thing: Any) -> str:
    """What a user's object says of itself, as part of a sentence."""
    said = " ".join(repr(thing).split())
    return said if len(said) <= THING else f"{said[:THING]}…"


class Brief:
    """Something that Python shows at its prompt by its own sentence: one line, however much is in it."""

    def __repr__(self) -> str:
        flat = " ".join(str(self).split())
        return f"<{type(self).__name__} {flat if len(flat) <= SHOWN else flat[:SHOWN] + '…'}>"


class _Writer(Formatter):
    """Fills a template; the parts of a list are set apart by commas, a number kept as a text stays one."""

    def format_field(self, value: Any, format_spec: str) -> Any:
        if isinstance(value, list):
            return ", ".join(map(str, value))
        return super().format_field(value, "" if isinstance(value, str) else format_spec)


@dataclass(frozen=True)
class Message:
    """A sentence or a part of one: `code` names its template, `parameters` are the facts in it.

    >>> message = Message("unknown_engine", {"name": "fast", "choices": ["auto", "compiled"]})
    >>> str(message)
    "engine 'fast' is unknown: choose from auto, compiled"
    >>> Message.from_json(message.as_json()) == message
    True
    """

    code: str
    parameters: dict[str, Any] = field(default_factory=dict)
    """Texts, numbers, truth values, messages, and lists of these."""

    @classmethod
    def of(cls, said: Any, /, **parameters: Any) -> Message:
        """From a code and its parameters, or an error; a text that is not a code is a sentence of its own."""
        said = plain(said)
        if isinstance(said, Message):
            return said
        if said not in ENGLISH:
            said, parameters = "free_text", {"text": str(said)}
        return cls(said, {name: plain(value) for name, value in parameters.items()})

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> Message:
        return cls(found["code"], {name: _read(value) for name, value in found["parameters"].items()})

    def __str__(self) -> str:
        return _Writer().vformat(ENGLISH[self.code], (), self.parameters)

    def as_json(self) -> dict[str, Any]:
        """With the English sentence, for whoever does not know the code."""
        parameters = {name: _written(value) for name, value in self.parameters.items()}
        return {"code": self.code, "parameters": parameters, "sentence": str(self)}


def plain(value: Any) -> Any:
    """A parameter that JSON can carry: an error is its message, any other object what it says of itself."""
    value = getattr(value, "message", value) if isinstance(value, BaseException) else value
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, int) and not -LARGEST < value < LARGEST:
        return str(value)
    return value if isinstance(value, str | int | float | Message | None) else str(value)


def _written(value: Any) -> Any:
    if isinstance(value, list):
        return [_written(part) for part in value]
    return value.as_json() if isinstance(value, Message) else value


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return [_read(part) for part in value]
    return Message.from_json(value) if isinstance(value, dict) else value
