"""The edit that lets a file of rules compile, found by trying: in the process that checks it."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from zermelo.checking.compiled import Compiler
from zermelo.checking.fixes import difference, edits
from zermelo.errors import CannotCompile, ZermeloError
from zermelo.running.explain import possible

MOST = 20
"""Edits of one file."""
GAMES, PLIES = 20, 60
"""Games that edited rules play beside those that they were made of, and how long."""


class Fixing:
    """A file of rules, edited until it compiles or no edit helps."""

    def __init__(self, load: Callable[[str], Any], named: str) -> None:
        """`named` is the file as it was asked for, with a class or parameters behind it."""
        path, colon, rest = named.partition(":")
        self.load, self.path, self.rest = load, Path(path), colon + rest
        self.original = load(named)
        sys.path.insert(0, str(self.path.resolve().parent))  # its copies import what lies beside it

    def edit(self) -> tuple[str, str]:
        """The edit as a diff, "" where there is none; and what still keeps the rules from compiling."""
        refusal, file = refusal_of(self.original), self.path
        if refusal is None:
            return "", ""
        if file.suffix != ".py":  # a game of Zermelo's own
            return "", str(refusal)
        before = text = file.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            for step in range(MOST):
                found = self.better(text, refusal, file, Path(folder) / str(step)) if refusal else None
                if found is None:
                    break
                text, refusal, file = found
        left = str(refusal.at(place_in(refusal, file))) if refusal else ""
        return difference(before, text, self.path.name), left

    def better(
        self, text: str, refusal: CannotCompile, file: Path, folder: Path
    ) -> tuple[str, CannotCompile | None, Path] | None:
        """The text with one edit more that plays the same and is not refused for the same reason."""
        line = line_in(refusal, file)
        for number, edited in enumerate(edits(text, line) if line else ()):
            copy = folder / str(number) / self.path.name
            copy.parent.mkdir(parents=True)
            copy.write_text(edited, encoding="utf-8")
            try:
                game = self.load(f"{copy}{self.rest}")
            except ZermeloError:
                continue
            said = refusal_of(game)
            if not same(said, refusal) and plays_alike(self.original, game):
                return edited, said, copy
        return None


def refusal_of(game: Any) -> CannotCompile | None:
    """Why these rules do not compile."""
    try:
        Compiler(game).compile()
    except CannotCompile as refusal:
        return refusal
    return None


def line_in(refusal: CannotCompile, file: Path) -> int:
    """The line that is refused; 0 where it is not one of this file."""
    found = re.fullmatch(r"(.*), line (\d+)", refusal.place)
    return int(found[2]) if found and Path(found[1]).resolve() == file.resolve() else 0


def place_in(refusal: CannotCompile, file: Path) -> str:
    """Where a refused line is, once the edit is made."""
    line = line_in(refusal, file)
    return f"{file.name}, line {line}" if line else refusal.place


def same(one: CannotCompile | None, other: CannotCompile) -> bool:
    return one is not None and one.construct == other.construct


def plays_alike(one: Any, other: Any) -> bool:
    """Do two sets of rules give the same games?"""
    return all(game_of(one, seed) == game_of(other, seed) for seed in range(GAMES))


def game_of(game: Any, seed: int) -> list[Any]:
    """A game at random: who moves, what may be done, and how it ends."""
    draw, state, told = Random(seed), game.initial(), list[Any]()
    for _ in range(PLIES):
        if game.is_terminal(state):
            return [*told, game.utility(state)]
        legal = sorted(possible(game, state), key=str)
        told.append((game.to_move(state), [str(action) for action in legal]))
        state = game.result(state, legal[draw.randrange(len(legal))])
    return told
