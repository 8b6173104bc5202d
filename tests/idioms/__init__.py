"""The table of idioms: what students write in rules, whether it compiles, and what to write instead.

`test_idioms.py` runs every row in both worlds; `docs/make_what_compiles.py` turns the table into a page.
"""

from __future__ import annotations

from idioms.containers import CONTAINERS
from idioms.files import advised_text, group_text, load, refused_text
from idioms.functions import FUNCTIONS
from idioms.games import GAMES
from idioms.lists import LISTS
from idioms.loops import LOOPS
from idioms.objects import OBJECTS
from idioms.refusals import ADVISED, REFUSED
from idioms.row import Idiom, Refused
from idioms.texts import TEXTS
from idioms.tuples import TUPLES

WORKS: dict[str, list[Idiom]] = {**LOOPS, **LISTS, **CONTAINERS, **FUNCTIONS, **TUPLES, **OBJECTS, **TEXTS}
"""What compiles, by topic."""

__all__ = [
    "ADVISED", "GAMES", "REFUSED", "WORKS", "Idiom", "Refused",
    "advised_text", "group_text", "load", "refused_text",
]  # fmt: skip
