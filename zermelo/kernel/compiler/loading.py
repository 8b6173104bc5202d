"""Machine code into this process: by llvmlite alone, in a tenth of the time that it takes to import Numba.

The function is called by Numba's convention for code that calls code: a status is returned, the value and
what was raised are left where the first two arguments point.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import pickle
import threading
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from zermelo.errors import CompilerFailed

Entry = Callable[..., int]
"""Called with a record, or with arrays and whole numbers; gives a whole number, 0 where there is none."""
FINE = (0, -2)
"""Statuses of a function that returned, something or nothing."""


class MachineCode(NamedTuple):
    """What the compiler makes of a unit."""

    value: str
    """The kind of its values: "i8" or "f8"."""
    entry: str
    """The symbol of the function to call."""
    parameters: tuple[str, ...]
    """What that takes: "record", "array" or "number" each."""
    outside: tuple[str, ...]
    """The symbols that it needs from the process it is loaded into."""
    lists: bool
    """Does it need a region for lists?"""
    object_file: bytes

    def packed(self) -> bytes:
        """As the cache keeps it."""
        return pickle.dumps(tuple(self))


class Raised(ctypes.Structure):
    """What Numba's code leaves for an exception: its class and arguments, pickled."""

    _fields_ = (
        ("pickled", ctypes.c_void_p),
        ("size", ctypes.c_int32),
        ("digest", ctypes.c_void_p),
        ("unwrap", ctypes.c_void_p),
        ("computed", ctypes.c_int32),
    )

    def exception(self) -> BaseException:
        """The exception itself."""
        kind, arguments, _ = pickle.loads(ctypes.string_at(self.pickled, self.size))
        found: BaseException = kind(*arguments)
        return found


class Outcome(ctypes.Structure):
    """Where code leaves what it raised; behind it the top and the end of its region (`regions.py`)."""

    _fields_ = (("raised", ctypes.POINTER(Raised)), ("top", ctypes.c_int64), ("end", ctypes.c_int64))


def region() -> tuple[int, int]:
    """Where this thread's memory for lists begins and ends; what is never written takes no room."""
    if not hasattr(THREAD, "memory"):
        THREAD.memory = reserved(LARGEST)
    start = ctypes.addressof(ctypes.c_char.from_buffer(THREAD.memory))
    return start, start + len(THREAD.memory)


def reserved(size: int) -> mmap.mmap:
    """So many bytes, or as many as there may be."""
    private: dict[str, Any] = {}
    if hasattr(mmap, "MAP_PRIVATE"):
        private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)}
    while size > SMALLEST:
        with contextlib.suppress(OSError, MemoryError):
            return mmap.mmap(-1, size, **private)
        size //= 2
    return mmap.mmap(-1, size, **private)


LARGEST, SMALLEST = 1 << 28, 1 << 20
"""Bytes of a region."""
THREAD = threading.local()
PARAMETERS: dict[str, tuple[Any, ...]] = {
    "record": (ctypes.c_void_p,),
    "number": (ctypes.c_int64,),
    "array": (*[ctypes.c_void_p] * 2, *[ctypes.c_int64] * 2, ctypes.c_void_p, *[ctypes.c_int64] * 2),
}
"""How each kind is passed; an array as owner, parent, items, bytes of one, address, shape and stride."""


def passed(kind: str, given: Any) -> tuple[Any, ...]:
    """An argument as it is passed."""
    if kind == "number":
        return (given,)
    if kind == "record":  # the only one of its array, whose address takes no description of all fields
        return (given.base.ctypes.data,)
    address = given.ctypes.data
    return (None, None, given.size, given.itemsize, address, given.size, given.itemsize)


@cache
def target() -> Any:
    """This machine, as LLVM knows it."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


def load(payload: bytes) -> tuple[str, Entry]:
    """The kind of a unit's values, and the function to call; CompilerFailed where that cannot be done."""
    import llvmlite.binding as llvm

    code = MachineCode(*pickle.loads(payload))
    machine = target().create_target_machine(jit=True)
    if missing(code):  # rules with lists that grow allocate through Numba's run time
        provide_run_time()
    if lost := missing(code):
        raise CompilerFailed("compiler_failed", reason=f"its code needs {', '.join(lost)}")
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code.object_file))
    engine.finalize_object()
    types = [part for kind in code.parameters for part in PARAMETERS[kind]]
    native = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *types)
    address = engine.get_function_address(code.entry)
    engine.detach()  # machine code stays for as long as the process does
    return code.value, callable_from_python(native(address), code)


def missing(code: MachineCode) -> list[str]:
    """The symbols that the code needs and this process does not have."""
    import llvmlite.binding as llvm

    return [symbol for symbol in code.outside if not llvm.address_of_symbol(symbol)]


def provide_run_time() -> None:
    """Import Numba, which knows how to allocate."""
    import numba  # noqa: F401  (whole, before its parts: another thread may be importing it)
    from numba.core.registry import cpu_target
    from numba.core.runtime import rtsys

    rtsys.initialize(cpu_target.target_context)


def callable_from_python(native: Any, code: MachineCode) -> Entry:
    """The function with Python's arguments, value and exceptions; the interpreter is free while it runs."""
    kinds = code.parameters

    def entry(*arguments: Any) -> int:
        value, outcome = ctypes.c_int64(), Outcome()
        if code.lists:
            outcome.top, outcome.end = region()
        words = [word for kind, given in zip(kinds, arguments, strict=True) for word in passed(kind, given)]
        status = native(ctypes.addressof(value), ctypes.addressof(outcome), *words)
        if status in FINE:
            return value.value
        if status < 0 or not outcome.raised:
            raise SystemError(f"machine code returned the status {status}")
        raise outcome.raised.contents.exception()

    return entry
