"""Compiling a unit: text in, one sealed piece of machine code out.

Runs in a child process (`child.py`) and never imports the user's code: the text of a unit is all there is.
"""

from __future__ import annotations

import ast
import hashlib
import math
import re
import sys
from collections import namedtuple
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

from zermelo.kernel.compiler.complaints import complaint, purified
from zermelo.kernel.compiler.loading import MachineCode

JIT = {"error_model": "python", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Numba's ways in from Python are not needed, `loading.py` has its own: a third less to compile."""
KINDS = {"Record": "record", "Array": "array", "Integer": "number"}
"""Numba's types of arguments, as `loading.py` calls them."""
UNRESOLVED = b".numba.unresolved$"
"""A call of itself that found no function of its kind: it works here and kills the process that loads it."""


SENTENCES = [
    (
        r"Unknown attribute '\w+' of type (text|Letters)",
        "a method of texts that is not compiled; count, find, rfind, index, rindex, replace, join, split, "
        "partition, strip, lstrip, rstrip, startswith, endswith, upper, lower, swapcase, isupper, islower, "
        "isalpha, isdigit, isalnum and isspace are",
    ),
    (
        r"an empty list",
        "a list that is empty here, and nothing says of what it will be; put its first element in",
    ),
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


WORDS = {
    "arrays": "in_place",
    "arrays_made": "",
    "chance": "below shuffled",
    "descriptions": "",
    "frame_type": "framed frozen_rows passing_rows row_like rows_to_frame to_frame",
    "indices": "within_list",
    "instances": "",
    "letters": "apart",
    "lists": "passing",
    "machine": "caster constructor length_of mix",
    "maybe": "alike content_of identical maybe truth_of unalike",
    "members": "",
    "memory": (
        "byte_at half_at load_word part_at set_half set_part set_word signed slotter store_word word_at"
    ),
    "nested_type": "holder opener reader",
    "packing": "pack_words packer unpacker",
    "payoffs": "",
    "places": "",
    "powers": "power",
    "quick_numba": "",
    "regions": "lists_in_regions region_back_to region_top",
    "sequences": "backwards chosen part span",
    "series_type": "Series cells_in length_in opened opened_type series",
    "set_type": "Members bits_of setter",
    "symbol_type": "Letters Symbol enumeration long_text member plain_word short_text",
    "table_type": "",
    "texts": "laid laid_part letters_of no_letters sliced within",
    "wide_type": "Wide narrowed powers_of shifter valued wide wide_of wide_word",
}
"""The words that the text of a unit has from each module; those without any say what Python's words mean."""
TYPES = ("Optional", "Tuple", "UniTuple", "boolean", "float64", "int64", "none", "uint64")
"""Numba's own types, by the names that the text calls them."""
FRACTIONS = "what an algorithm gives should be a whole number, not a fraction"
"""An algorithm of somebody else's gives fractions, the rules whole numbers: then values are fractions."""
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


def namespace(home: str, words: int, traced: bool, fractions: bool = False) -> dict[str, Any]:
    """The names that the text of a unit uses without defining them; `fractions`: so are its values."""
    import numba
    from numba import types

    from zermelo.kernel.primitives import PRIMITIVES
    from zermelo.kernel.run import WHOLE_INFINITY, layout

    def run_type(value: Any) -> Any:
        return numba.from_dtype(layout("f8" if value == types.float64 else "i8", words, traced))

    modules = {name: import_module(f"zermelo.kernel.compiler.{name}") for name in WORDS}
    machine = modules["machine"]
    found: dict[str, Any] = {**PRIMITIVES, "__name__": home}
    found |= machine.OPERATORS | modules["lists"].GENERATORS
    for kind in ("i8", "u8", "f8"):
        found |= {f"load_{kind}_{axes}": load for axes, load in machine.loader(kind).items()}
    for name, module in modules.items():
        found |= {word: getattr(module, word) for word in WORDS[name].split()}
    return found | {name: getattr(types, name) for name in TYPES} | {
        "Bits": machine.board,
        "NamedTuple": types.BaseTuple.from_types,
        "infinity": lambda value: math.inf if value == types.float64 else WHOLE_INFINITY,
        "namedtuple": namedtuple,
        "njit": numba.njit,
        "run_type": run_type,
        "tagged": tagged,
        "truth": machine.caster(types.boolean, "a truth value"),
        "value_reader": modules["memory"].value_in,
        "value_type": partial(value_type, fractions),
        "whole": machine.caster(types.int64, "what a rule gives the search"),
        "ENTRY": JIT, "KERNEL": JIT, "RULE": JIT, "INLINED": {**JIT, "forceinline": True},
    }  # fmt: skip


def value_type(floats: bool, valued: list[tuple[Any, bool]], state: Any, several: bool) -> Any:
    """What a value is: a fraction if it is known to be (`floats`), or if one of these rules gives one."""
    from numba import types

    from zermelo.kernel.compiler import descriptions, machine, payoffs

    for rule, reads_data in valued:
        arguments = (state, types.int64) if reads_data else (state,)
        rule.compile(arguments)
        given = rule.overloads[arguments].signature.return_type
        one = not isinstance(given, types.Optional) and machine.fits(given, types.float64)
        if not (payoffs.are_payoffs(given) if several else one):
            called = rule.py_func.__name__.removeprefix("game_")
            wanted = "a payoff to each player" if several else "a number"
            message = f"zermelo: {called}() should give {wanted}, not {descriptions.describe(given)}"
            raise BuildError(message, rule.py_func.__code__.co_firstlineno + 1)
        floats = floats or payoffs.is_fraction(given)
    return types.float64 if floats else types.int64


def tagged(kind: Any, tag: int) -> Any:
    """The class of a dataclass's tuples, which hashes tell from others by this number."""
    kind.tag = tag
    return kind


def load_numba() -> None:
    """Import all that any unit needs."""
    namespace(module_of(""), 1, False)


def warm_up() -> None:
    """What Numba does once in a process, before its first function."""
    import numba

    numba.njit("int64(int64)")(lambda number: number + 1)


def compile_text(text: str, words: int, traced: bool) -> bytes:
    """The machine code of a unit, packed, as `loading.load` takes it."""
    refuse_endless_loops(text)
    try:
        names = executed(text, namespace(module_of(text), words, traced))
    except BuildError as error:
        if FRACTIONS not in str(error):
            raise
        names = executed(text, namespace(module_of(text), words, traced, fractions=True))
    entry = names["entry"]
    compiled = entry.overloads[entry.signatures[0]]
    value = "f8" if names["VALUE"] == names["float64"] else "i8"
    return machine_code(compiled, value, "lists_in_regions()" in text).packed()


def executed(text: str, names: dict[str, Any]) -> dict[str, Any]:
    """The names of a unit, compiled."""
    try:
        exec(compile(text, "unit.py", "exec"), names)
    except BuildError:
        raise
    except Exception as error:  # Numba has many ways to say no
        if is_of_the_machine(error):
            raise
        raise BuildError(*explained(error)) from error
    return names


def machine_code(compiled: Any, value: str, lists: bool) -> MachineCode:
    """What Numba has compiled, without Numba."""
    library, described = compiled.library, compiled.fndesc
    if library.has_dynamic_globals:
        raise BuildError("zermelo: the unit holds an address of this process", 0)
    object_file = library._codegen._tm.emit_object(library._final_module)
    if UNRESOLVED in object_file:
        raise BuildError("zermelo: a function that calls itself was compiled for two kinds of arguments", 0)
    kinds = tuple(KINDS[type(argument).__name__] for argument in described.argtypes)
    return MachineCode(value, described.llvm_func_name, kinds, outside(library), lists, object_file)


def outside(library: Any) -> tuple[str, ...]:
    """The symbols that the code expects where it is loaded."""
    parts = [*library._final_module.functions, *library._final_module.global_variables]
    declared = [part.name for part in parts if part.is_declaration]
    return tuple(name for name in declared if not name.startswith("llvm."))


def refuse_endless_loops(text: str) -> None:
    """`while True` without a way out: Numba has no words for it."""
    ways_out = ast.Break | ast.Return | ast.Raise
    for part in ast.walk(ast.parse(text)):
        if not isinstance(part, ast.While) or not isinstance(part.test, ast.Constant) or not part.test.value:
            continue
        if not any(isinstance(inner, ways_out) for inner in ast.walk(part)):
            message = "zermelo: this loop has no end: give it a condition, a break or a return"
            raise BuildError(message, part.lineno)


def is_of_the_machine(error: BaseException | None) -> bool:
    """Too little memory, a broken installation: no text of a unit is to blame for that."""
    causes = (MemoryError, OSError, ImportError, SystemError)
    while error is not None:
        if isinstance(error, causes) or re.search(r"MemoryError|annot allocate memory", str(error)):
            return True
        error = error.__cause__ or error.__context__
    return False


def explained(error: Exception) -> tuple[str, int]:
    """The sentence and the line in what Numba says."""
    message = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    message = re.sub(r"Symbol\('(\w+)', \d+\)", r"\1", message)
    lines = [int(found) for found in re.findall(r'unit\.py", line (\d+)', message)]
    ours = re.findall(r"zermelo: (.*)", message)
    ours = ours or [said for sign, said in SENTENCES if re.search(sign, message)]
    if met := re.search(MEETING, message):
        sentence = f"an integer and Bits meet in `{met[1]}`; start it with Bits(0), or use int(...)"
        return f"zermelo: {sentence}", int(met[2])
    return f"zermelo: {purified(ours[0] if ours else complaint(message))}", lines[0] if lines else 0
