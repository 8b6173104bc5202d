"""NumPy's functions as rules call them: here NumPy's own, in `compiler/arrays.py` compiled.

A kind of number is given by its place in KINDS, so that both worlds read one text; 0: what is given says.
"""

from __future__ import annotations

from typing import Any

KINDS = ("", "?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "f8")
"""NumPy's names for the kinds of numbers that arrays may hold."""


def kind_of(kind: int) -> str | None:
    return KINDS[kind] or None


def np_zeros(shape: Any, kind: int) -> Any:
    import numpy as np

    return np.zeros(shape, kind_of(kind) or "f8")


def np_ones(shape: Any, kind: int) -> Any:
    import numpy as np

    return np.ones(shape, kind_of(kind) or "f8")


def np_full(shape: Any, value: Any, kind: int) -> Any:
    import numpy as np

    return np.full(shape, value, kind_of(kind))


def np_array(cells: Any, kind: int) -> Any:
    import numpy as np

    return np.array(cells, kind_of(kind))


def np_frombuffer(data: Any, kind: int) -> Any:
    import numpy as np

    return np.frombuffer(data, kind_of(kind) or "f8")


def np_copy(board: Any) -> Any:
    return board.copy()


def np_count_nonzero(board: Any) -> Any:
    import numpy as np

    return np.count_nonzero(board)


def np_sum(board: Any) -> Any:
    return board.sum()


def np_sum_along(board: Any, axis: int) -> Any:
    return board.sum(axis=axis)


def np_all(board: Any) -> Any:
    return board.all()


def np_any(board: Any) -> Any:
    return board.any()


def np_max(board: Any) -> Any:
    return board.max()


def np_min(board: Any) -> Any:
    return board.min()


def np_where(board: Any) -> Any:
    """The places of what is true, by their rows and by their columns."""
    return board.nonzero()


def np_argwhere(board: Any) -> Any:
    """The places of what is true, one by one."""
    import numpy as np

    return np.argwhere(board)


def np_array_equal(board: Any, other: Any) -> Any:
    import numpy as np

    return np.array_equal(board, other)


def np_diag(board: Any) -> Any:
    return board.diagonal()


def np_trace(board: Any) -> Any:
    return board.trace()


def np_sign(number: Any) -> Any:
    """-1, 0 or 1; compiled, of a number only."""
    import numpy as np

    return np.sign(number)


def np_abs(number: Any) -> Any:
    """Compiled, of a number only."""
    return abs(number)


def np_fliplr(board: Any) -> Any:
    return board[:, ::-1]


def np_flipud(board: Any) -> Any:
    return board[::-1]


def np_rot90(board: Any) -> Any:
    import numpy as np

    return np.rot90(board)


def np_transpose(board: Any) -> Any:
    return board.T


ARRAY_WORDS = (
    np_zeros,
    np_ones,
    np_full,
    np_array,
    np_frombuffer,
    np_copy,
    np_count_nonzero,
    np_sum,
    np_sum_along,
    np_all,
    np_any,
    np_max,
    np_min,
    np_where,
    np_argwhere,
    np_array_equal,
    np_diag,
    np_trace,
    np_sign,
    np_abs,
    np_fliplr,
    np_flipud,
    np_rot90,
    np_transpose,
)
SAME = {
    "asarray": "array",
    "nonzero": "where",
    "diagonal": "diag",
    "amax": "max",
    "amin": "min",
    "absolute": "abs",
}
"""NumPy's other names for them."""
WITH_KIND = ("zeros", "ones", "full", "array", "frombuffer")
"""Those that are told the kind of number."""
ARGUMENTS = {"full": 2, "array_equal": 2}
"""How many arguments each has besides; most have one."""
