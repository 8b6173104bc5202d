"""What a game and an algorithm are lowered to: the functions, constants and classes of one module."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from zermelo.kernel.compiler.declared import Declared
from zermelo.kernel.rules import HELPER, Rule


@dataclass
class Function:
    """One lowered function: its tree with the line numbers of the file it came from."""

    tree: ast.FunctionDef
    file: str
    rule: bool
    calls: set[str] = field(default_factory=set)
    contract: Rule = HELPER
    """What it takes and gives, if it is a rule of the game and no helper."""
    declared: Declared = field(default_factory=Declared)
    """What it says of its parameters, if it belongs to the algorithm."""
    made: bool = False
    """Is it what an idiom became, and no text of the rules?"""


@dataclass
class Unit:
    """Everything that one search needs, by the names that its text uses."""

    entry: str
    functions: dict[str, Function] = field(default_factory=dict)
    constants: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, Any] = field(default_factory=dict)
    structs: dict[str, type] = field(default_factory=dict)
    imports: dict[str, Any] = field(default_factory=dict)
    stand_ins: bool = False
    """Are there numbers in it where the rules have members of an enumeration, or has it raised what the rules
    do not?  Python runs the rules as they are then."""
