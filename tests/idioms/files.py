# ruff: noqa: E501
"""Rules files made from rows."""

from __future__ import annotations

import importlib.util
import sys
import textwrap
from pathlib import Path
from typing import Any

from idioms.prelude import HELPERS, PRELUDE
from idioms.refusals import ADVISED, ADVISED_MEMBERS, ADVISED_PRELUDE, REFUSED_PRELUDE
from idioms.row import Idiom, Refused

WRAPPERS = {
    "value": "return int(self.idiom_{index}(state) % 1_000_003)",
    "state": "return self.fold(self.idiom_{index}(state))",
    "actions": """
        total = 0
        for action in self.idiom_{index}(state):
            total = (total * 8 + action + 1) % 1_000_003
        return total""",
}


def indented(text: str, levels: int) -> str:
    return textwrap.indent(text, "    " * levels)


def group_text(idioms: list[Idiom]) -> str:
    """A rules file whose game has one child for each idiom."""
    parts = [PRELUDE, indented(f"def actions(self, state):\n    return range({len(idioms)})\n", 2)]
    parts.append(
        indented(
            "def moves(self, state):\n    for index in range(6):\n        if state.cells[index] == 1:\n            yield index\n",
            2,
        )
    )
    parts.append(
        indented("def moves_list(self, state):\n    return [i for i in range(6) if state.cells[i] == 1]\n", 2)
    )
    parts.append(
        indented(
            "def collect(self, state, cell, found):\n    if state.cells[cell]:\n        found.append(cell)\n",
            2,
        )
    )
    parts.append(indented("def evaluate(self, state):", 2))
    for index, idiom in enumerate(idioms):
        wrapper = textwrap.dedent(WRAPPERS[idiom.gives]).strip().format(index=index)
        parts.append(indented(f"if state.pick == {index}:\n{indented(wrapper, 1)}", 3))
    parts.append(indented("return 0\n", 3))
    for index, idiom in enumerate(idioms):
        parts.append(indented(f"def idiom_{index}(self, state):\n{indented(idiom.code, 1)}\n", 2))
    return "\n".join(parts) + "\n    return Toy()\n"


def refused_text(row: Refused) -> str:
    """A rules file whose `evaluate` is the code of the row."""
    head = REFUSED_PRELUDE.strip() + "\n\n\ndef make("
    text = PRELUDE.replace("def make(", head) + "            self.key = lambda x: x\n\n"
    if row.members:
        text += indented(row.members, 2) + "\n\n"
    text += indented("def actions(self, state):\n    return range(2)\n", 2) + "\n"
    text += indented(f"def evaluate(self, state):\n{indented(row.code, 1)}\n", 2)
    return text + "\n    return Toy()\n"


def advised_text() -> str:
    """A rules file whose game has one child for each piece of advice."""
    head = ADVISED_PRELUDE.strip() + "\n\n\ndef make("
    text = group_text([Idiom(name, code) for name, code in ADVISED.items()]).replace("def make(", head)
    members = indented(ADVISED_MEMBERS.strip(), 2)
    return text.replace("\n    return Toy()\n", f"\n{members}\n\n    return Toy()\n")


def load(text: str, folder: Path, name: str) -> Any:
    """The module that this text is, from a file, as a user's rules are."""
    if "idiom_helpers" not in sys.modules:
        _import(HELPERS, folder, "idiom_helpers")
    return _import(text, folder, name)


def _import(text: str, folder: Path, name: str) -> Any:
    path = folder / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
