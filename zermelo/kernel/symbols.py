"""Short texts and members of enumerations as one word each: what a machine has for them."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, Flag
from functools import lru_cache
from hashlib import blake2b
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


def remembered(function: Function) -> Function:
    """A function of classes that is asked often."""
    return cast("Function", lru_cache(maxsize=256)(function))


TEXTS, MEMBERS = "text", "member"
"""What symbols in a table are called: texts; members of the enumeration whose tag and name follow."""
SHORT = 7
"""A text of so many letters, at most, is one word: its bytes, the last one lowest."""


def is_short(text: str) -> bool:
    """Does it fit in one word?  A single letter always does, others by their letters in ASCII."""
    return len(text) <= SHORT and (text.isascii() or len(text) == 1)


def text_word(text: str) -> int:
    return int.from_bytes(text.encode(errors="surrogatepass"))


def word_text(word: int) -> str:
    return word.to_bytes(SHORT).lstrip(b"\0").decode(errors="surrogatepass")


@remembered
def is_plain_enum(kind: Any) -> bool:
    """An enumeration whose members are neither numbers nor texts, all true and each equal to itself alone."""
    if not isinstance(kind, type) or not issubclass(kind, Enum) or issubclass(kind, int | str | Flag):
        return False
    return not any(word in base.__dict__ for base in kind.__mro__[:-1] for word in ("__bool__", "__eq__"))


def member_word(member: Enum) -> int:
    """The place of a member among those of its enumeration, from 1: members are true."""
    return _places(type(member))[member.name]


def word_member(word: int, kind: Any) -> Any:
    return list(kind)[word - 1]


@remembered
def _places(kind: type[Enum]) -> dict[str, int]:
    return {member.name: place for place, member in enumerate(kind, 1)}


@remembered
def tag_of(kind: type) -> int:
    """A number that tells a class from others: by its name, so that it is the same in every process."""
    return int.from_bytes(blake2b(kind.__qualname__.encode(), digest_size=7).digest(), "little")


@lru_cache(maxsize=1024)
def layout_tag(kind: type, names: tuple[str, ...]) -> int:
    """A number that tells objects of a class with these attributes from others, the same in every process."""
    said = " ".join((kind.__qualname__, *names))
    return int.from_bytes(blake2b(said.encode(), digest_size=7).digest(), "little")
