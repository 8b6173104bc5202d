"""Text of a unit to machine code in this process, by llvmlite."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import threading
from functools import cache
from typing import Any

LARGEST, SMALLEST = 1 << 28, 1 << 20
"""Bytes of a region."""
THREAD = threading.local()


@cache
def target() -> Any:
    """This machine, as LLVM knows it."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


def target_machine(level: int) -> Any:
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    return target().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=level, jit=True
    )


def object_code(text: str, level: int) -> bytes:
    """An object file of a unit; level 0 is written quickly, 2 runs quickly."""
    import llvmlite.binding as llvm

    machine = target_machine(2 if level else 0)
    module = llvm.parse_assembly(text.replace("TRIPLE", llvm.get_default_triple(), 1))
    module.verify()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=level))
    if level:
        builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def filled(text: str, seeded: dict[str, str]) -> str:
    """The text of a unit with what is another one in each process."""
    for name, inside in seeded.items():
        text = text.replace(name, inside, 1)
    return text


class Context(ctypes.Structure):
    """What machine code has beside the run.

    The top and the end of the region, what went wrong, how deep rules call themselves, and the table of the
    game's arrays.
    """

    _fields_ = (
        ("top", ctypes.c_int64),
        ("end", ctypes.c_int64),
        ("error", ctypes.c_int64),
        ("depth", ctypes.c_int64),
        ("data", ctypes.c_int64),
        ("stack", ctypes.c_int64),
        ("spare", ctypes.c_int64 * 2),
    )


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


@cache
def stack_room() -> int:
    """Bytes of the stack that a search may have: three quarters of what a thread has."""
    try:
        import resource
    except ImportError:
        return 1 << 19
    size = resource.getrlimit(resource.RLIMIT_STACK)[0]
    most = 1 << 23
    return (threading.stack_size() or min(size if size > 0 else most, most)) // 4 * 3


class Code:
    """Machine code that is loaded; it stays for as long as the process does."""

    def __init__(self, data: bytes, failures: dict[int, Any]) -> None:
        import llvmlite.binding as llvm

        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine(2))
        engine.add_object_file(llvm.ObjectFileRef.from_data(data))
        engine.finalize_object()
        address = engine.get_function_address("entry")
        engine.detach()
        self.native = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(address)
        self.failures = failures

    def __call__(self, run: Any, data: int = 0) -> None:
        """Search, with the table of the game's arrays at this address; what goes wrong is raised."""
        context = Context()
        context.top, context.end = region()
        context.data = data
        context.stack = stack_room()
        error = self.native(run.base.ctypes.data, ctypes.addressof(context))
        if error:
            raise self.failures[error].exception()
