"""Pieces where codes are hashes: the states themselves are kept beside them, number by number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from zermelo.kernel.compiler.shape import rebuilt, words_of
from zermelo.kernel.primitives import signed
from zermelo.strong.codes import Hashed
from zermelo.strong.pieces import Pieces

CODES = ("codes-", "level-")
"""How the names of pieces begin that hold positions for the first time."""
STATES = "states-"


class StatePieces(Pieces):
    """Named arrays in a folder; whoever goes on there knows the states again."""

    def __init__(self, folder: Path, identity: dict[str, Any], codec: Hashed) -> None:
        super().__init__(folder, identity)
        self.codec = codec
        for path in sorted(folder.glob(f"{STATES}*[0-9]")):
            self.recall(path.name)

    def put(self, name: str, array: Any) -> Any:
        """Keep an array; of positions the states first, so that no code is ever without."""
        if name.startswith(CODES):
            super().put(STATES + name, self.words_for(array))
        return super().put(name, array)

    def get(self, name: str) -> Any:
        """An array that was kept whole, and whose states are known; or None."""
        found = super().get(name)
        if found is None or not name.startswith((*CODES, "reached")):
            return found
        return found if all(code in self.codec.states for code in found.tolist()) else None

    def words_for(self, codes: Any) -> Any:
        """The numbers of these states, one state after the other."""
        import numpy as np

        states = (self.codec.state_of(code) for code in codes.tolist())
        words = [signed(word) for state in states for word in words_of(state, self.codec.known_shape)]
        return np.array(words, "<i8")

    def recall(self, name: str) -> None:
        """The states of a piece that was kept."""
        words, shape = super().get(name), self.codec.known_shape
        for row in () if words is None else words.reshape(-1, shape.words).tolist():
            self.codec.code_of(rebuilt(iter(row), shape), self)
