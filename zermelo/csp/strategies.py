"""The strategies by name: the same names for the library, the command line, the page and the study."""

from __future__ import annotations

import re
from typing import Any

from zermelo.csp.inference import ac3, forward_checking, no_inference
from zermelo.csp.methods import backjumping, backtracking, generate_and_test, min_conflicts
from zermelo.csp.orders import degree, lcv, mrv, mrv_degree, natural, static
from zermelo.csp.search import Plan
from zermelo.errors import SearchError

METHODS = {part.__name__: part for part in (backtracking, backjumping, generate_and_test, min_conflicts)}
SELECTS = {part.__name__: part for part in (static, mrv, degree, mrv_degree)}
ORDERS = {part.__name__: part for part in (natural, lcv)}
INFERENCES = {part.__name__: part for part in (no_inference, forward_checking, ac3)}
PARTS: dict[str, dict[str, Any]] = {
    "method": METHODS,
    "select": SELECTS,
    "order": ORDERS,
    "inference": INFERENCES,
}
"""What a search has one each of, and which there are."""
DEFAULT = {"method": backtracking, "select": mrv, "order": natural, "inference": forward_checking}
CALLED = {"method": "method", "select": "variable order", "order": "value order", "inference": "inference"}
OTHER_NAMES = {
    "gt": "generate_and_test", "bt": "backtracking", "bj": "backjumping", "back_jumping": "backjumping",
    "none": "no_inference", "fc": "forward_checking", "mac": "ac3", "ac_3": "ac3", "arc_consistency": "ac3",
}  # fmt: skip


def plain(name: str) -> str:
    """The name of a strategy as its function is called.

    >>> plain("Forward checking"), plain("generate-and-test"), plain("mac")
    ('forward_checking', 'generate_and_test', 'ac3')
    """
    words = re.sub(r"[\s_-]+", "_", name.strip().lower())
    return OTHER_NAMES.get(words, words)


def named(text: str) -> dict[str, str]:
    """Names joined by commas: each chooses one part of a search.

    >>> named("arc consistency, MRV, lcv")
    {'inference': 'ac3', 'select': 'mrv', 'order': 'lcv'}
    """
    chosen_parts: dict[str, str] = {}
    for word in filter(str.strip, re.split("[,+]", text)):
        name = plain(word)
        part = next((part for part, table in PARTS.items() if name in table), None)
        if part is None:
            known = [name for table in PARTS.values() for name in table]
            raise SearchError("unknown_strategy", name=word.strip(), choices=known)
        if part in chosen_parts:
            raise SearchError("strategies_exclude", one=chosen_parts[part], other=name)
        chosen_parts[part] = name
    return chosen_parts


def chosen(given: Any, part: str) -> Any:
    """A strategy for one part, from itself or one of its names."""
    if callable(given):
        return given
    if isinstance(given, str) and plain(given) in PARTS[part]:
        return PARTS[part][plain(given)]
    raise SearchError("no_such_choice", what=CALLED[part], name=repr(given), choices=[*PARTS[part]])


def plan_of(strategy: str, given: dict[str, Any], seed: int) -> Plan:
    """A plan from names in one text and from parts given one by one; what neither says is the default."""
    parts = named(strategy)
    for part, one in given.items():
        if one is not None and part in parts:
            raise SearchError("strategies_exclude", one=parts[part], other=str(one))
    said = {part: one for part, one in given.items() if one is not None}
    every = {part: chosen(one, part) for part, one in (DEFAULT | parts | said).items()}
    return Plan(**every, seed=seed)
