"""Machine code over numbers: the kernel of rules that stay Python's and are remembered."""

from __future__ import annotations

from typing import Any

from zermelo.kernel.bind import Algorithm
from zermelo.kernel.machine.kernel import Machine
from zermelo.kernel.machine.numbers import INT
from zermelo.kernel.machine.shapes import Look
from zermelo.kernel.machine.tuples import Tuple
from zermelo.kernel.numbered import Numbered
from zermelo.kernel.options import Options


class OverNumbers(Machine):
    """The machine code of an algorithm and of `numbered.py`, which is the same for every game."""

    def __init__(self, numbers: Numbered, algorithm: Algorithm, options: Options, traced: bool) -> None:
        look = Look(Tuple([INT], Numbered.State), INT, [])
        super().__init__(numbers, algorithm, options, traced, Numbered.State(0), look)

    def identified(self) -> Any:
        assert self.made is not None
        return self.made.key
