"""The games of tests/natural: in which style each is written, and how deep the tests look into it.

Styles are those of docs/data/styles.json, which counts what public implementations do.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent / "natural"


class Natural(NamedTuple):
    """One game."""

    module: str
    kind: str
    board: str
    """What holds the board, as the counts name it."""
    depth: int
    """Plies that both worlds search."""

    @property
    def blind(self) -> bool:
        """Was it written with nothing at hand but the six method names?"""
        return self.module.startswith("blind_")

    def make(self) -> Any:
        if str(FOLDER) not in sys.path:
            sys.path.insert(0, str(FOLDER))
        return getattr(importlib.import_module(self.module), self.kind)()


NATURAL = [
    Natural("blind_checkers", "Checkers", "texts", 8),
    Natural("blind_chomp", "Chomp", "flat", 4),
    Natural("blind_clobber", "Clobber", "rows", 4),
    Natural("blind_domineering", "Domineering", "cells", 4),
    Natural("blind_hex", "Hex", "rows", 5),
    Natural("blind_isola", "Isola", "cells", 2),
    Natural("blind_isolation", "Isolation", "cells", 4),
    Natural("blind_konane", "Konane", "dict", 6),
    Natural("blind_morris", "Morris", "text", 4),
    Natural("blind_mu_torere", "MuTorere", "text", 8),
    Natural("blind_notakto", "Notakto", "rows", 5),
    Natural("blind_sim", "Sim", "flat", 5),
    Natural("animal_chess", "AnimalChess", "text", 5),
    Natural("atari_go", "AtariGo", "numpy", 3),
    Natural("big_number", "BigNumber", "number", 6),
    Natural("boxes", "Boxes", "numpy", 4),
    Natural("brandubh", "Brandubh", "rows", 4),
    Natural("cards", "Onitama", "text", 3),
    Natural("chains", "Chains", "dict", 7),
    Natural("chopsticks", "Chopsticks", "rows", 7),
    Natural("class_breakthrough", "Breakthrough", "rows", 5),
    Natural("class_clobber", "ClassClobber", "flat", 5),
    Natural("cram", "Cram", "numpy", 3),
    Natural("dict_tictactoe", "DictTicTacToe", "dict", 5),
    Natural("dominoes", "Dominoes", "flat", 4),
    Natural("enum_board", "EnumBoard", "flat", 4),
    Natural("enum_morris", "Morris", "flat", 4),
    Natural("fences", "Fences", "text", 4),
    Natural("gobblers", "Gobblet", "flat", 3),
    Natural("isolation_flat", "IsolationFlat", "flat", 5),
    Natural("jumps", "Jumps", "flat", 5),
    Natural("light_cycles", "Tron", "rows", 6),
    Natural("line_four", "LineFour", "numpy", 5),
    Natural("methods", "Coins", "objects", 7),
    Natural("misere_text", "MisereText", "text", 7),
    Natural("musketeers", "Musketeers", "numpy", 6),
    Natural("none_cells", "TTT", "rows", 5),
    Natural("oware", "Oware", "flat", 7),
    Natural("othello_numbers", "Othello", "number", 4),
    Natural("othello_text", "Othello", "text", 4),
    Natural("packed_dominoes", "PackedDominoes", "number", 3),
    Natural("passing", "Passing", "flat", 7),
    Natural("pawns", "Pawns", "texts", 7),
    Natural("pentago_like", "Twist", "rows", 3),
    Natural("quarto_small", "QuartoSmall", "dict", 6),
    Natural("quarter_turns", "Twist", "rows", 3),
    Natural("quoridor", "Quoridor", "objects", 3),
    Natural("sets_of_lines", "ThreeMensMorris", "cells", 5),
    Natural("shannon", "Shannon", "objects", 4),
    Natural("small_reversi", "SmallReversi", "numpy", 5),
    Natural("sowing", "Sowing", "flat", 7),
    Natural("squares", "Squares", "number", 5),
    Natural("state_class", "Dominoes", "cells", 5),
    Natural("text_board", "TextBoard", "text", 5),
    Natural("tapatan", "Tapatan", "cells", 6),
    Natural("tiles", "Tiles", "texts", 8),
    Natural("ultimate", "Ultimate", "objects", 4),
    Natural("towers", "Towers", "flat", 4),
    Natural("walkers", "Walkers", "flat", 7),
    Natural("words", "Words", "objects", 6),
]
