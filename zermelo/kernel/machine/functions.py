"""A plain function of whole numbers and arrays of them as machine code: the kernels of constraint problems."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from zermelo.kernel.machine import llvm
from zermelo.kernel.machine.instances import Unit
from zermelo.kernel.machine.kernel import COMPILING
from zermelo.kernel.machine.numbers import INT
from zermelo.kernel.machine.shapes import Look
from zermelo.kernel.options import Options


def compiled_function(function: Any) -> Any:
    """The same function as machine code: its parameters are declared `int`, or are arrays of int64."""
    import numpy as np

    assert isinstance(function, FunctionType)
    with COMPILING:
        unit = Unit(None, function, Options(), False, Look(INT, INT, []))
        text = unit.function_text()
        code = llvm.Code(llvm.object_code(llvm.filled(text, unit.seeded), 2), unit.failures.by_code)

    def call(*arguments: Any) -> int:
        words = np.array(
            [[each.ctypes.data if hasattr(each, "ctypes") else each for each in arguments]], np.int64
        )
        code(words[0])
        return int(words[0, 0])

    return call
