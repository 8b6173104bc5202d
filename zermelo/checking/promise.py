"""One sentence of the contract."""

from __future__ import annotations

from typing import Literal, NamedTuple

Severity = Literal["fault", "remark"]


class Promise(NamedTuple):
    """One promise: the rule that makes it, the promise itself, what to write instead."""

    rule: str
    text: str
    advice: str
    severity: Severity = "fault"
