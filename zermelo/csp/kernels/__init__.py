"""The hot loops: plain Python over arrays of whole numbers, read by Python and compiled as they stand."""

from __future__ import annotations

from typing import Any

Numbers = Any
"""An array of int64 compiled, any sequence of whole numbers interpreted."""
