"""Broken: upside down."""

from __future__ import annotations

from typing import Any

from base import Tug

FAULT = (
    "upside down",
    "it is low where MAX does well, judged by the exact values of",
    0,
)


class Faulty(Tug):
    def evaluate(self, state: Any) -> int:
        return -state.rope
