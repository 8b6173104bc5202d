"""What an algorithm declares of its parameters: which is the game, which the run, and what the others are."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, get_origin

from zermelo.errors import CannotCompile
from zermelo.game import Game
from zermelo.kernel.kinds import Kind, kind_of
from zermelo.kernel.run import FIELDS, Run


@dataclass(frozen=True)
class Declared:
    """The annotations of one function, whatever its parameters are called."""

    game: str = ""
    run: str = ""
    kinds: dict[str, Kind] = field(default_factory=dict)
    gives: Kind | None = None

    def field_for(self, parameter: str) -> str:
        """The field of the run that the parameter of an entry is taken from; "": it is the run itself."""
        kind = self.kinds.get(parameter)
        field = "" if parameter == self.run else kind.field if kind and kind.field else parameter
        if field and field not in FIELDS:
            advice = "name it after the field of the run that holds it: depth, alpha, beta, …"
            raise CannotCompile(f"the parameter `{parameter}` of an algorithm", advice)
        return field


def declared(function: Callable[..., Any], tree: ast.FunctionDef) -> Declared:
    """What the annotations of an algorithm say; names in them mean what they mean in its module."""
    found = {argument.arg: meant(argument.annotation, function) for argument in tree.args.args}
    games = [parameter for parameter, kind in found.items() if is_a(kind, Game)]
    runs = [parameter for parameter, kind in found.items() if is_a(kind, Run)]
    kinds = {parameter: kind for parameter, said in found.items() if (kind := kind_of(said))}
    kinds |= dict.fromkeys(runs, Kind("RUN"))
    return Declared("".join(games[:1]), "".join(runs[:1]), kinds, kind_of(meant(tree.returns, function)))


def meant(annotation: ast.expr | None, function: Callable[..., Any]) -> Any:
    """The object that an annotation names; None where it names none."""
    if annotation is None:
        return None
    text = annotation.value if isinstance(annotation, ast.Constant) else ast.unparse(annotation)
    try:
        return eval(str(text), function.__globals__)
    except Exception:  # what is imported for the type checker alone
        return None


def is_a(kind: Any, wanted: type) -> bool:
    kind = get_origin(kind) or kind
    return isinstance(kind, type) and issubclass(kind, wanted)
