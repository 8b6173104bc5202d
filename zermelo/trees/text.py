"""Trees as text: Python literals of any depth, and the indented outline."""

from __future__ import annotations

import ast
import json
import re
from fractions import Fraction
from typing import Any

from zermelo.errors import TreeError
from zermelo.kernel.parsing import expression
from zermelo.trees.nodes import TURNS, Number, text_of

# From text to nested lists and dictionaries.

BRACKET = re.compile(r"(?:\s|#.*\n)*[\[({]")
TOKEN = re.compile(r"""\s+|\#.*|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^\s\[\](){},:"'#]+|.)""")
PAIRS = {"]": "[", ")": "(", "}": "{"}
MARKS = (",", ":", *PAIRS)
COMMENT = re.compile(r"(?<!\S)#.*")
NUMERAL = re.compile(r"[-+]?(?:\.?\d|inf\b|nan\b)", re.IGNORECASE)
PREFIX = re.compile(r"(?:(?P<probability>[-+.\d][^\s:]*)\s*:|(?P<label>\S.*?)\s*->)\s*")


class Odds(float):
    """A number before a colon in a list: how likely what follows is."""


def literal(text: str) -> object:
    """Nested lists and dictionaries as JSON or Python write them, of any depth.

    A list whose items have probabilities is a chance node:

    >>> literal("[0.5: 3, 1/2: 8]")["turn"]
    'chance'
    """
    stack: list[tuple[str, list[Any]]] = [("", [])]  # the open brackets and what they hold so far
    ready = True  # for an item: nothing, an opening bracket, a comma or a colon stands before it
    for match in TOKEN.finditer(text):
        try:
            ready = _take(match[1], stack, ready) if match[1] else ready
        except ValueError as error:
            raise TreeError("in_line", line=text.count(chr(10), 0, match.start()) + 1, reason=error) from None
    if len(stack) > 1:
        raise TreeError("tree_not_closed", bracket=stack[-1][0])
    return stack[0][1][0]


def _take(token: str, stack: list[tuple[str, list[Any]]], ready: bool) -> bool:
    """Read one token; may an item come next?"""
    bracket, items = stack[-1]
    keyed = bracket == "{" and len(items) % 2 == 1
    if PAIRS.get(token) == bracket and not keyed:
        stack.pop()
        stack[-1][1].append(_collect(bracket, items, ready))
        return False
    if token == ":" and bracket in ("[", "(") and not ready and not isinstance(items[-2:][0], Odds):
        items[-1] = Odds(_share(str(items[-1])))
        return True
    if token in (",", ":") and bracket and not ready and (token == ":") == keyed:
        return True
    if token in MARKS or not ready:
        raise TreeError(_misplaced(token, bracket, ready), token=token)
    if token in PAIRS.values():
        stack.append((token, []))
        return True
    items.append(_atom(token))
    return False


def _misplaced(token: str, bracket: str, ready: bool) -> str:
    """What is wrong with a token that cannot come here, as a code."""
    if not bracket and not ready:
        return "tree_bracket_too_many" if token in PAIRS else "tree_goes_on"
    return "tree_unexpected" if token in MARKS or ready else "tree_comma_missing"


def _collect(bracket: str, items: list[Any], comma: bool) -> object:
    for item in items if bracket == "[" else ():
        if isinstance(item, tuple) and len(item) > 1 and all(isinstance(part, int | float) for part in item):
            raise TreeError("tree_of_payoffs", given=repr(item), node=repr([*item]))
    if any(isinstance(item, Odds) for item in items):
        return {"turn": "chance", "children": _thrown(items)}
    if bracket != "{":
        single = bracket == "(" and len(items) == 1 and not comma
        return items[0] if single else tuple(items) if bracket == "(" else items
    keys = [text_of(key, "key") for key in items[::2]]
    if len(set(keys)) < len(keys):
        raise TreeError("tree_key_twice")
    return dict(zip(keys, items[1::2], strict=True))


def _thrown(items: list[Any]) -> list[Any]:
    """The children of a chance node, each with the probability before it."""
    if isinstance(items[-1], Odds):
        raise TreeError("tree_unexpected", token=":")
    found = []
    for before, item in zip([None, *items], items):
        if isinstance(before, Odds):
            found.append(_likely(float(before), item))
        elif not isinstance(item, Odds):
            found.append(item)
    return found


def _likely(probability: float, item: object) -> dict[str, Any]:
    """An item as a node that has a probability."""
    if isinstance(item, dict):
        return {**item, "probability": probability}
    return {"probability": probability, "children" if isinstance(item, list | tuple) else "value": item}


def _atom(token: str) -> object:
    if "/" in token and token[0] in "0123456789":
        return token  # a probability, if a colon follows
    if token[0] not in "\"'":
        return _numeral(token)
    try:
        return json.loads(token) if token[0] == '"' else ast.literal_eval(expression(token))
    except (ValueError, SyntaxError):
        raise TreeError("not_a_text", token=token) from None


def _numeral(text: str) -> Number:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    raise TreeError("not_a_number", given=repr(text.strip()))


def outline(text: str) -> object:
    """One node a line, its children below it and further in."""
    stack: list[tuple[int, dict[str, Any]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        body = COMMENT.sub("", line).rstrip().expandtabs()
        try:
            if body:
                _hang(_line(body.strip()), len(body) - len(body.lstrip()), stack)
        except ValueError as error:
            raise TreeError("in_line", line=number, reason=error) from None
    if not stack:
        raise TreeError("tree_missing")
    return stack[0][1]


def _hang(node: dict[str, Any], indent: int, stack: list[tuple[int, dict[str, Any]]]) -> None:
    """Put the node below its parent; the stack is the branch that ends in the line before."""
    if stack and indent <= stack[-1][0]:
        while stack and stack[-1][0] > indent:
            stack.pop()
        if not stack or stack.pop()[0] != indent:
            raise TreeError("tree_wrong_indent")
        if not stack:
            raise TreeError("tree_second_root")
    if stack:
        parent = stack[-1][1]
        if "value" in parent and "turn" not in parent:
            raise TreeError("tree_below_leaf")
        parent.setdefault("children", []).append(node)
    stack.append((indent, node))


def _line(line: str) -> dict[str, Any]:
    """The node of a line: [probability:] [label ->] [turn] [name] [=] [value]."""
    node: dict[str, Any] = {}
    while match := PREFIX.match(line):
        key, line = str(match.lastgroup), line[match.end() :]
        if key in node:
            raise TreeError("tree_part_twice", part=key)
        node[key] = _share(match[key]) if key == "probability" else match[key]
    head, equals, value = line.partition("=")
    if equals:
        node["value"] = _numeral(value)
    elif NUMERAL.match(head):
        return node | {"value": _numeral(head)}
    turn, *name = head.split(maxsplit=1) or [""]
    if turn.lower() in TURNS:
        node["turn"] = turn
    elif turn:
        name = [head]
    return node | ({"name": name[0].strip()} if name else {})


def _share(text: str) -> float:
    try:
        return float(Fraction(text))
    except (ValueError, ZeroDivisionError):
        raise TreeError("not_a_probability", given=repr(text)) from None
