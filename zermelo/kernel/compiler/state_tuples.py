"""`red = tuple(…)` in a branch of `result`, where `red` is a tuple of the state otherwise.

A tuple of a length that only a search knows is a list to a machine, and no variable is a list here and a
tuple there.  One that goes nowhere but into the next state is as long as the state's: it is made so at once.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from zermelo.kernel.compiler.pieces import is_call, name
from zermelo.kernel.walking import placed, walk


def as_in_the_state(tree: ast.FunctionDef) -> ast.FunctionDef:
    """The same text, where such a tuple is `tuple_like` the one that the variable held before."""
    for place, branch in enumerate(tree.body):
        if isinstance(branch, ast.If):
            made = list(tuples_made(branch))
            kept = {each.targets[0].id for each in made} & stored(tree.body[:place])  # type: ignore[attr-defined]
            for variable in kept:
                own = [each for each in made if each.targets[0].id == variable]  # type: ignore[attr-defined]
                if goes_into_the_state(variable, [branch], own) and goes_into_the_state(
                    variable, tree.body[place + 1 :], []
                ):
                    for each in own:
                        each.value.func = name("tuple_like")  # type: ignore[attr-defined]
                        each.value.args.insert(0, name(variable))  # type: ignore[attr-defined]
    return placed(tree)


def tuples_made(branch: ast.If) -> Iterable[ast.Assign]:
    """`x = tuple_of(…)`, for each."""
    for part in walk(branch):
        alone = isinstance(part, ast.Assign) and len(part.targets) == 1
        if alone and isinstance(part.targets[0], ast.Name) and is_call(part.value, "tuple_of"):  # type: ignore[attr-defined]
            yield part  # type: ignore[misc]


def stored(statements: list[ast.stmt]) -> set[str]:
    """The variables that have a value after these, whatever happens."""
    plain = (part for part in statements if isinstance(part, ast.Assign))
    targets = (part for statement in plain for target in statement.targets for part in walk(target))
    return {part.id for part in targets if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def goes_into_the_state(variable: str, statements: list[ast.stmt], own: list[ast.Assign]) -> bool:
    """Is it read for a state that is returned alone, but for what is assigned to itself?"""
    fields = {id(each) for each in returned_parts(statements)}
    fields |= {id(part) for assignment in own for part in walk(assignment.value)}
    return all(
        id(part) in fields
        for statement in statements
        for part in walk(statement)
        if isinstance(part, ast.Name) and part.id == variable and isinstance(part.ctx, ast.Load)
    )


def returned_parts(statements: list[ast.stmt]) -> Iterable[ast.expr]:
    """The fields of the states that are returned."""
    for statement in statements:
        for part in walk(statement):
            value = part.value if isinstance(part, ast.Return) else None
            if isinstance(value, ast.Tuple):
                yield from value.elts
            elif isinstance(value, ast.Call):
                yield from value.args
