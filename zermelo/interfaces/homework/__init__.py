"""Homework as it is handed in: the vocabularies of CS50, AIMA, CS188, easyAI and others, played unchanged.

Each file here is a game of ours around rules of theirs, and `VOCABULARIES` lists them.  Their states may be
lists, dictionaries or objects that change: they are copied or frozen, so these games play interpreted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.errors import SearchError, ZermeloError
from zermelo.interfaces.homework.adapter import Adapter
from zermelo.interfaces.homework.aima import AIMA
from zermelo.interfaces.homework.classic import Classic
from zermelo.interfaces.homework.cs50 import CS50, EXERCISES
from zermelo.interfaces.homework.cs188 import CS188
from zermelo.interfaces.homework.easyai import EasyAI
from zermelo.interfaces.homework.unwritten import is_unwritten
from zermelo.kernel.threads import let_end
from zermelo.running.explain import in_one_line, line_of

VOCABULARIES: tuple[type[Adapter], ...] = (CS50, AIMA, CS188, EasyAI, Classic)


def vocabulary_of(thing: Any) -> type[Adapter] | None:
    """The vocabulary that a module, class or object speaks; None if it speaks none."""
    return next((each for each in VOCABULARIES if each.speaks(thing)), None)


def adapted(thing: Any, title: str) -> Adapter | None:
    """A module or object in one of the vocabularies as a game of ours; None if it is in none."""
    vocabulary = vocabulary_of(thing)
    if vocabulary is None:
        return None
    if missing := unwritten_in(thing):
        raise SearchError("homework_unwritten", game=title, missing=missing)
    try:
        return vocabulary.of(thing, title)
    except ZermeloError:
        raise
    except BaseException as error:
        let_end(error)
        facts = {"game": title, "kind": type(error).__name__, "place": line_of(error)}
        raise SearchError("rule_raised_saying", said=in_one_line(str(error)), **facts) from error


def unwritten_in(thing: Any) -> list[str]:
    """The functions that are still to be written, where play cannot do without one of them."""
    vocabulary = vocabulary_of(thing)
    if vocabulary is None or not any(is_unwritten(getattr(thing, word, None)) for word in vocabulary.needs()):
        return []
    words = dict.fromkeys((*vocabulary.words.values(), *vocabulary.needs(), *EXERCISES))
    return [word for word in words if is_unwritten(getattr(thing, word, None))]


def nearest(things: list[Any]) -> tuple[str, list[str], list[str]] | None:
    """The vocabulary that something speaks more than half of, what of it is there and what is missing."""
    found = [guess for thing in things for guess in guesses(thing)]
    return max(found, key=lambda guess: len(guess[1]) / len(guess[1] + guess[2]), default=None)


def guesses(thing: Any) -> Iterator[tuple[str, list[str], list[str]]]:
    for vocabulary in VOCABULARIES:
        words = vocabulary.needs()
        there = [word for word in words if hasattr(thing, word)]
        if 2 * len(there) > len(words) > len(there):
            yield vocabulary.homework, there, [word for word in words if word not in there]
