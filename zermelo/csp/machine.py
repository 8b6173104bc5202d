"""Kernels as machine code: one source each, run by Python as it is or compiled once and kept on disk."""

from __future__ import annotations

import ast
import hashlib
import threading
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from zermelo.kernel.parsing import parsed

Kernel = Callable[..., int]
PATIENCE = 0.1
"""Seconds that a call of a kernel should take at most."""
LARGEST = 1 << 20

_loaded: dict[str, Kernel] = {}
_loading = threading.Lock()


def kernel(name: str, compiled: bool = True) -> Kernel:
    """The `entry` of `zermelo/csp/kernels/<name>.py`, as Python or as machine code.

    >>> kernel("queens", compiled=False).__name__
    'entry'
    """
    if not compiled:
        plain: Kernel = import_module(f"zermelo.csp.kernels.{name}").entry
        return plain
    with _loading:  # who wants the same one waits for it
        if name not in _loaded:
            _loaded[name] = load(text_of(name))
        return _loaded[name]


class Slices:
    """How much a kernel may do before it is asked again: about a tenth of a second's work."""

    def __init__(self, first: int) -> None:
        self.size = first
        self.begun = time.perf_counter()

    def next(self, most: int | None = None) -> int:
        """The size of the next slice, by how long the last one took."""
        now = time.perf_counter()
        took, self.begun = now - self.begun, now
        self.size = max(1, self.size // 2) if took > PATIENCE else min(2 * self.size, LARGEST)
        return self.size if most is None else min(self.size, most)


def text_of(name: str) -> str:
    """A kernel's source as a unit for the compiler: no imports, a decorator on each function."""
    tree = parsed((Path(__file__).parent / "kernels" / f"{name}.py").read_text(encoding="utf-8"))
    parts = ["VALUE = int64"]
    for statement in sorted(
        tree.body, key=lambda part: getattr(part, "name", "") == "entry"
    ):  # callees first
        if isinstance(statement, ast.Assign):
            parts.append(ast.unparse(statement))
        elif isinstance(statement, ast.FunctionDef):
            parts.append(decorated(statement))
    return "\n\n".join(parts) + "\n"


def decorated(function: ast.FunctionDef) -> str:
    """Only `entry` is called from Python, so only it has a signature of its own."""
    entry = function.name == "entry"
    kinds = [ast.unparse(argument.annotation) for argument in function.args.args if argument.annotation]
    signature = f"int64({', '.join('int64' if kind == 'int' else 'int64[::1]' for kind in kinds)}), "
    for argument in function.args.args:
        argument.annotation = None
    function.returns = None
    head = f"@njit({signature}**ENTRY)" if entry else "@njit(**KERNEL)"
    return f"{head}\n{ast.unparse(function)}"


def load(text: str) -> Kernel:
    """From the cache of compiled units, or compiled in a child process that fills it."""
    from zermelo.errors import CannotCompile
    from zermelo.kernel.bind import versions
    from zermelo.kernel.compiler import loading
    from zermelo.kernel.compiler.build import BuildError
    from zermelo.kernel.compiler.child import machine_code

    key = hashlib.sha256("\0".join([text, "csp", versions()]).encode()).hexdigest()[:32]
    try:
        payload = machine_code(key, text, 1, False)
    except BuildError as error:
        raise CannotCompile("this kernel", str(error)) from None
    return loading.load(payload)[1]
