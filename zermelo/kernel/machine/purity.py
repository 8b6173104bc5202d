"""Which functions of Python may be asked while compiling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    pass


PURE_MODULES = (
    "builtins",
    "math",
    "cmath",
    "operator",
    "_operator",
    "itertools",
    "_functools",
    "functools",
    "string",
)
"""Modules whose functions may be asked while compiling."""
IMPURE = {
    "input",
    "open",
    "print",
    "id",
    "globals",
    "locals",
    "vars",
    "eval",
    "exec",
    "compile",
    "__import__",
    "setattr",
    "delattr",
    "breakpoint",
    "exit",
    "quit",
    "dir",
    "memoryview",
}
"""Functions of Python that say another thing each time, or do something."""
READING = {
    "count",
    "index",
    "get",
    "keys",
    "values",
    "items",
    "union",
    "intersection",
    "difference",
    "symmetric_difference",
    "issubset",
    "issuperset",
    "isdisjoint",
    "__contains__",
    "__getitem__",
    "__len__",
    "most_common",
    "elements",
    "total",
}
"""Methods of lists, dictionaries and sets that change nothing."""
ARRAYS_CHANGE = {"sort", "fill", "put", "itemset", "partition", "resize", "setfield", "setflags", "byteswap"}


def pure(function: Any) -> bool:
    """Whether a function of Python that is given constants says the same each time, and does nothing."""
    owner, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if isinstance(owner, list | dict | set):
        return name in READING
    if isinstance(owner, int | float | complex | str | bytes | tuple | frozenset | range):
        return True
    module = getattr(function, "__module__", None) or type(function).__module__ or ""
    if type(owner).__module__ == "numpy":
        return name not in ARRAYS_CHANGE
    if module == "numpy" or module.startswith(("numpy.linalg", "numpy.lib")):
        return True
    if isinstance(owner, type):
        return owner.__module__ in PURE_MODULES or issubclass(owner, int | str | tuple)
    return module in PURE_MODULES and name not in IMPURE
