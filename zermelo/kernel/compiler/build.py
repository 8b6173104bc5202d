"""Compiling a unit: text in, one sealed piece of machine code out.

Runs as a child process (`python -m zermelo.kernel.compiler.build`), so that a compile neither stalls
a search nor takes the caller down with it, and never imports the user's code: the text
of a unit is all there is.
"""

from __future__ import annotations

import ast
import hashlib
import json
import math
import os
import pickle
import re
import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.errors import SearchError

JIT = {"nogil": True, "error_model": "python"}
INNER = {**JIT, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Functions that only compiled code calls need no way in from Python: a third less to compile."""
UNRESOLVED = b".numba.unresolved$"
"""A call of itself that found no function of its kind: it works here and kills the process that loads it."""


SENTENCES = [
    (
        r"getitem\(.*Tuple\(.*slice<",
        "a slice of a tuple whose length is not known; loop over it, or use updated(cells, i, value)",
    ),
    (
        r"Can't unify return type.*\bint64\b.*\buint64|Can't unify return type.*uint64.*\bint64",
        "an integer here, Bits there: make both Bits(...) or both int(...)",
    ),
]
"""What Numba says of frequent causes, and what we say."""


MEETING = re.compile(r"Cannot unify u?int64 and u?int64 for '\$?(\w+)[^']*', defined at unit.py \((\d+)\)")


class BuildError(Exception):
    """What Numba said, and the line of the unit that it said it of (0: unknown)."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def module_of(text: str) -> str:
    """The module that compiled code says it belongs to: one for each unit, so that no two share a symbol."""
    name = f"zermelo_unit_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    sys.modules.setdefault(name, ModuleType(name))
    return name


def namespace(home: str, words: int, traced: bool) -> dict[str, Any]:
    """The names that the text of a unit uses without defining them."""
    import numba
    from numba import types

    from zermelo.kernel.compiler import machine, memory, nested_type, sequences
    from zermelo.kernel.primitives import PRIMITIVES
    from zermelo.kernel.run import WHOLE_INFINITY, layout

    def value_type(valued: list[tuple[Any, bool]], state: Any) -> Any:
        floats = False
        for rule, reads_data in valued:
            arguments = (state, types.int64) if reads_data else (state,)
            rule.compile(arguments)
            given = rule.overloads[arguments].signature.return_type
            if not machine.fits(given, types.float64):
                called = rule.py_func.__name__.removeprefix("game_")
                message = f"zermelo: {called}() should give a number, not {machine.describe(given)}"
                raise BuildError(message, rule.py_func.__code__.co_firstlineno + 1)
            floats = floats or isinstance(given, types.Float)
        return types.float64 if floats else types.int64

    def run_type(value: Any) -> Any:
        return numba.from_dtype(layout("f8" if value == types.float64 else "i8", words, traced))

    found: dict[str, Any] = {**PRIMITIVES, "__name__": home}
    found |= machine.OPERATORS
    for kind in ("i8", "u8", "f8"):
        found |= {f"load_{kind}_{axes}": load for axes, load in machine.loader(kind).items()}
    memories = ("word_at", "part_at", "half_at", "byte_at", "set_word", "set_part", "set_half", "signed")
    found |= {name: getattr(memory, name) for name in memories}
    found |= {
        "Bits": machine.board,
        "NamedTuple": types.NamedTuple,
        "Tuple": types.Tuple,
        "UniTuple": types.UniTuple,
        "backwards": sequences.backwards,
        "boolean": types.boolean,
        "caster": machine.caster,
        "constructor": machine.constructor,
        "float64": types.float64,
        "infinity": lambda value: math.inf if value == types.float64 else WHOLE_INFINITY,
        "int64": types.int64,
        "length_of": machine.length_of,
        "load_word": memory.load_word,
        "mix": machine.mix,
        "namedtuple": namedtuple,
        "njit": numba.njit,
        "none": types.none,
        "opener": nested_type.opener,
        "packer": sequences.packer,
        "part": sequences.part,
        "power": machine.power,
        "run_type": run_type,
        "slotter": memory.slotter,
        "store_word": memory.store_word,
        "value_reader": memory.value_in,
        "truth": machine.caster(types.boolean, "a truth value"),
        "uint64": types.uint64,
        "unpacker": sequences.unpacker,
        "value_type": value_type,
        "whole": machine.caster(types.int64, "what a rule gives the search"),
        "ENTRY": JIT,
        "KERNEL": INNER,
        "RULE": INNER,
    }
    return found


def compile_text(text: str, words: int, traced: bool) -> bytes:
    """The machine code of a unit, as bytes that `revive` turns into a function."""
    from numba.core.serialize import dumps

    refuse_endless_loops(text)
    names = namespace(module_of(text), words, traced)
    try:
        exec(compile(text, "unit.py", "exec"), names)
    except BuildError:
        raise
    except Exception as error:  # Numba has many ways to say no
        raise BuildError(*explained(error)) from error
    entry = names["entry"]
    compiled = entry.overloads[entry.signatures[0]]
    if compiled.library.has_dynamic_globals:
        raise BuildError("zermelo: the unit holds an address of this process", 0)
    value = "f8" if names["VALUE"] == names["float64"] else "i8"
    code = list(compiled._reduce())
    code[6] = ""  # the type annotation: a long text that nothing reads
    payload = pickle.dumps((value, bytes(dumps(tuple(code)))))
    if UNRESOLVED in payload:
        raise BuildError("zermelo: a function that calls itself was compiled for two kinds of arguments", 0)
    return payload


def revive(payload: bytes, text: str) -> tuple[str, Any]:
    """What `compile_text` made: the kind of its values, and the function to call with a run."""
    import numba  # noqa: F401  (whole, before its parts: another thread may be importing it)
    from numba.core.compiler import CompileResult
    from numba.core.registry import cpu_target

    module_of(text)
    value, code = pickle.loads(payload)
    cpu_target.target_context.refresh()
    compiled = CompileResult._rebuild(cpu_target.target_context, *pickle.loads(code))
    return value, compiled


def refuse_endless_loops(text: str) -> None:
    """`while True` without a way out: Numba has no words for it."""
    ways_out = ast.Break | ast.Return | ast.Raise
    for part in ast.walk(ast.parse(text)):
        if not isinstance(part, ast.While) or not isinstance(part.test, ast.Constant) or not part.test.value:
            continue
        if not any(isinstance(inner, ways_out) for inner in ast.walk(part)):
            message = "zermelo: this loop has no end: give it a condition, a break or a return"
            raise BuildError(message, part.lineno)


def explained(error: Exception) -> tuple[str, int]:
    """The sentence and the line in what Numba says."""
    message = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [int(found) for found in re.findall(r'unit\.py", line (\d+)', message)]
    ours = re.findall(r"zermelo: (.*)", message)
    ours = ours or [said for sign, said in SENTENCES if re.search(sign, message)]
    if met := re.search(MEETING, message):
        sentence = f"an integer and Bits meet in `{met[1]}`; start it with Bits(0), or use int(...)"
        return f"zermelo: {sentence}", int(met[2])
    if missing := re.search(r"No implementation of function .*?>>> ([^\n]*)", message, re.DOTALL):
        message = f"Numba has no {missing[1]}: write it another way"
    theirs = [part.strip() for part in message.splitlines() if part.strip()]
    noise = ("Failed in", "During", "File", ">>>", "There are", "- ")
    theirs = [part for part in theirs if not part.startswith(noise)]
    return (f"zermelo: {ours[0]}" if ours else (theirs[0] if theirs else message)), lines[0] if lines else 0


# -- the child process -----------------------------------------------------------------------------


def build(text: str, words: int, traced: bool) -> bytes:
    """Compile in a child process; raises BuildError with what went wrong, and remembers it."""
    asked = (text, words, traced)
    if asked not in _refused:
        try:
            return _build(*asked)
        except BuildError as error:
            _refused[asked] = str(error), error.line
    raise BuildError(*_refused[asked])


_refused: dict[tuple[str, int, bool], tuple[str, int]] = {}


def _build(text: str, words: int, traced: bool) -> bytes:
    request = json.dumps({"text": text, "words": words, "traced": traced}).encode()
    path = os.pathsep.join([str(Path(__file__).parents[3]), *_python_path()])
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-m", "zermelo.kernel.compiler.build"]
    try:
        child = subprocess.run(command, input=request, capture_output=True, env=environment, check=False)
    except OSError as error:
        raise SearchError("compiler_not_started", reason=error) from None
    if child.returncode != 0 or not child.stdout:
        tail = child.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise BuildError(f"the compiler stopped with code {child.returncode}: {' '.join(tail)}", 0)
    if child.stdout[:1] == b"!":
        message, line = json.loads(child.stdout[1:])
        raise BuildError(message, line)
    return child.stdout[1:]


def _python_path() -> list[str]:
    given = os.environ.get("PYTHONPATH", "")
    return [part for part in given.split(os.pathsep) if part]


def main() -> None:
    """Child: the request on standard input; "+" and the code, or "!" and the reason, on standard output."""
    request = json.load(sys.stdin.buffer)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what compilers print is not the answer
    try:
        answer = b"+" + compile_text(request["text"], request["words"], request["traced"])
    except BuildError as error:
        answer = b"!" + json.dumps([str(error), error.line]).encode()
    output.write(answer)
    output.flush()


if __name__ == "__main__":
    main()
