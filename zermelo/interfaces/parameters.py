"""The parameters of a game from what people type, `width=5,heaps=(3, 4)`: all of them taken, or refused."""

from __future__ import annotations

import ast
import inspect
import typing
from collections.abc import Container
from typing import Any

from zermelo.errors import GameError, SearchError, ZermeloError
from zermelo.kernel.parsing import expression
from zermelo.kernel.threads import let_end
from zermelo.messages import Message
from zermelo.running.explain import in_one_line, line_of

KINDS: dict[Any, tuple[tuple[type, ...], str]] = {
    bool: ((bool,), "true_or_false"),
    int: ((int,), "a_whole_number"),
    float: ((int, float), "a_number"),
    str: ((str,), "a_text"),
}
"""What a parameter that is declared to be one of these may be given, and what that is called."""


def constructed(kind: Any, text: str, name: str, **ready: Any) -> Any:
    """`kind(**parameters)`; `ready` are those that nobody types.

    What a constructor raises although it is given nothing is its own fault.
    """
    given: dict[str, Any] = {}
    try:
        given = given_in(text)
        check_parameters(kind, given, ready)
    except (TypeError, ValueError, SyntaxError) as error:
        raise wrong_parameters(kind, ready, name, error) from None
    try:
        return kind(**given, **ready)
    except BaseException as error:
        let_end(error)
        if isinstance(error, TypeError | ValueError) and (given or isinstance(error, ZermeloError)):
            raise wrong_parameters(kind, ready, name, error) from None
        if isinstance(error, ZermeloError):
            raise
        facts = {"game": name, "kind": type(error).__name__, "said": in_one_line(str(error))}
        raise SearchError("constructor_raised", place=line_of(error), **facts) from error


def wrong_parameters(kind: Any, ready: Container[str], name: str, error: Exception) -> SearchError:
    """What is wrong with them, and what there is to choose from."""
    reason = Message.of("unreadable_parameters") if isinstance(error, SyntaxError) else error
    takes = parameters_of(kind, ready) or Message.of("no_parameters")
    return SearchError("wrong_parameters", game=name, reason=reason, takes=takes)


def given_in(text: str) -> dict[str, Any]:
    """The values by their names.

    >>> given_in("width=5, heaps=(3, 4)")
    {'width': 5, 'heaps': (3, 4)}
    """
    call = expression(f"f({text})")
    assert isinstance(call, ast.Call)
    if call.args:
        raise GameError("write_name_value")
    given: dict[str, Any] = {}
    for keyword in call.keywords:
        if str(keyword.arg) in given:
            raise GameError("parameter_twice", name=keyword.arg)
        given[str(keyword.arg)] = value_of(keyword)
    return given


def value_of(keyword: ast.keyword) -> Any:
    try:
        return ast.literal_eval(keyword.value)
    except ValueError:
        written = ast.unparse(keyword.value)
        raise GameError("not_a_plain_value", parameter=keyword.arg, written=written) from None


def check_parameters(kind: Any, given: dict[str, Any], ready: dict[str, Any]) -> None:
    """Names that a class takes, none of them missing, each of the kind that is declared."""
    signature = inspect.signature(kind)
    taken = signature.parameters
    if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in taken.values()):
        for name in given:
            if name not in taken or name in ready:
                raise GameError("unknown_parameter", name=name)
    for name in given.keys() & taken.keys():
        check_kind(name, declared(kind, taken[name]), given[name])
    needed = [name for name in required(signature) if name not in given and name not in ready]
    if needed:
        raise GameError("parameters_needed", names=needed, example=",".join(f"{name}=…" for name in needed))
    signature.bind(**given, **ready)


def required(signature: inspect.Signature) -> list[str]:
    """The parameters without a default."""
    gathered = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [
        name
        for name, parameter in signature.parameters.items()
        if parameter.default is parameter.empty and parameter.kind not in gathered
    ]


def declared(kind: Any, parameter: inspect.Parameter) -> Any:
    """The annotation of a parameter, else the type of its default: 4 may become 4.5, but not True."""
    try:
        hints = typing.get_type_hints(kind.__init__)
    except Exception:
        hints = {}
    default = type(parameter.default)
    return hints.get(parameter.name, {int: float}.get(default, default))


def check_kind(name: str, wanted: Any, given: Any) -> None:
    taken, called = KINDS.get(wanted, ((object,), ""))
    if not isinstance(given, taken) or (isinstance(given, bool) and wanted in (int, float)):
        raise GameError("parameter_of_other_kind", name=name, given=repr(given), wanted=Message.of(called))


def parameters_of(kind: Any, ready: Container[str] = ()) -> str:
    """The parameters of a game as people read them: `width: int = 7, height: int = 6`."""
    return ", ".join(
        str(parameter).replace("'", "")
        for name, parameter in inspect.signature(kind).parameters.items()
        if name not in ready
    )
