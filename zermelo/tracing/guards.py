"""What is known of a condition in an algorithm before the search: by options, rules, and who is to move."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.game import CHANCE, MAX, MIN
from zermelo.kernel.walking import walk

EITHER = object()
"""A value that is not known before the search."""
Guard = tuple[ast.expr, bool]
"""A condition, and whether it must hold."""
CONSTANTS = {"MAX": MAX, "MIN": MIN, "CHANCE": CHANCE}


@dataclass(frozen=True)
class Facts:
    """What is known."""

    options: Any
    game: Any
    player: Any = EITHER
    """Who is to move."""
    assigned: dict[str, list[ast.expr]] = field(default_factory=dict)
    """All that a name of the function is set to."""

    def of(self, player: int) -> Facts:
        """The same, with this player to move."""
        return replace(self, player=player)

    def within(self, function: ast.FunctionDef) -> Facts:
        """The same, and what the names of a function may be."""
        assigned: dict[str, list[ast.expr]] = {}
        for part in walk(function):
            if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
                assigned.setdefault(part.targets[0].id, []).append(part.value)
        return replace(self, assigned=assigned)

    def without(self, name: str) -> Facts:
        """The same, with nothing known of a name."""
        return replace(self, assigned={one: values for one, values in self.assigned.items() if one != name})


def possible(guards: tuple[Guard, ...], facts: Facts) -> bool:
    """May all of these conditions be as they must?"""
    values = ((known(test, facts), holds) for test, holds in guards)
    return all(value is EITHER or bool(value) == holds for value, holds in values)


def known(expression: ast.expr, facts: Facts) -> Any:
    """The value of an expression; EITHER where only the search knows."""
    match expression:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return CONSTANTS[name] if name in CONSTANTS else agreed(name, facts)
        case ast.Attribute(value=ast.Attribute(value=ast.Name(id="run"), attr="options"), attr=switch):
            return getattr(facts.options, switch)
        case ast.Attribute(value=ast.Name(id="run"), attr="attacker"):
            return MAX  # one against all others, who are MIN
        case ast.Call(func=ast.Name(id="has"), args=[_, ast.Constant(value=rule)]):
            return hasattr(facts.game, str(rule))
        case ast.Call(func=ast.Name(id="is_max")):
            return EITHER if facts.player is EITHER else facts.player == MAX
        case ast.Call(func=ast.Attribute(attr="to_move"), args=[ast.Name(id="state")]):
            return facts.player
        case _:
            return combined(expression, facts)


def agreed(name: str, facts: Facts) -> Any:
    """The value of a name, if all that it is set to has the same."""
    values = [known(value, facts.without(name)) for value in facts.assigned.get(name, [])]
    first = values[0] if values else EITHER
    return first if all(value == first for value in values) else EITHER


def combined(expression: ast.expr, facts: Facts) -> Any:
    """The value of an expression made of others, or EITHER where it is not known."""
    match expression:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            value = known(operand, facts)
            return EITHER if value is EITHER else not value
        case ast.BoolOp(op=operator, values=parts):
            decisive = isinstance(operator, ast.Or)
            values = [value if (value := known(part, facts)) is EITHER else bool(value) for part in parts]
            return decisive if decisive in values else EITHER if EITHER in values else not decisive
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as operator], comparators=[right]):
            sides = known(left, facts), known(right, facts)
            if EITHER in sides:
                return EITHER
            return (sides[0] == sides[1]) == isinstance(operator, ast.Eq)
    return EITHER
