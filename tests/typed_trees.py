"""What makes two typed trees the same."""

from __future__ import annotations

import numpy as np

from zermelo.trees.tree import Tree

ARRAYS = ("first", "count", "turn", "value", "probability")


def same(one: Tree, two: Tree) -> bool:
    pairs = [(getattr(one, key), getattr(two, key)) for key in ARRAYS]
    return (
        type(one) is type(two)
        and (one.names, one.labels) == (two.names, two.labels)
        and all(np.array_equal(left, right) and left.dtype == right.dtype for left, right in pairs)
    )
