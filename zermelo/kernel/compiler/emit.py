"""A unit written down for the machine: one module of text for Numba, and its way back to the user's lines."""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.codes import code_text, memory_text, state_text
from zermelo.kernel.compiler.loops import CountedLoops
from zermelo.kernel.compiler.lower import Function, Unit
from zermelo.kernel.compiler.nested import Nested, long_or_ragged, nested_array, serialized
from zermelo.kernel.compiler.operations import BEYOND, CastReturns, Operations, is_beyond
from zermelo.kernel.compiler.passes import FOR_THE_MACHINE
from zermelo.kernel.compiler.shape import NO_SAMPLE, Shape, shape_of
from zermelo.kernel.compiler.syntax import without_annotations
from zermelo.kernel.kinds import Kind
from zermelo.kernel.parsing import parsed
from zermelo.kernel.run import WHOLE_NO_ACTION


def has_boards(shape: Shape) -> bool:
    return shape.kind == "bits" or any(map(has_boards, shape.parts))


class Slot(NamedTuple):
    """An array or constant that is read at run time, as it is or as a nested tuple."""

    called: str
    nested: bool


@dataclass(frozen=True)
class MachineText:
    """The text of a unit, and for each of its lines the file and line that it came from."""

    text: str
    origin: dict[int, tuple[str, int]]
    data: tuple[Slot, ...]
    """What the text reads at run time, in the order of the address table."""


def functions_that_read_arrays(unit: Unit, nested: dict[str, Any]) -> set[str]:
    """The functions that reach a run-time array, themselves or through what they call."""
    reading = {
        called
        for called, function in unit.functions.items()
        if any(
            isinstance(part, ast.Name) and (part.id in unit.arrays or part.id in nested)
            for part in ast.walk(function.tree)
        )
    }
    grown = True
    while grown:
        grown = False
        for called, function in unit.functions.items():
            if called not in reading and function.rule and function.calls & reading:
                reading.add(called)
                grown = True
    return {called for called in reading if unit.functions[called].rule}


class Writer:
    """Collects the lines of the unit and where each came from."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.origin: dict[int, tuple[str, int]] = {}

    def plain(self, *lines: str) -> None:
        for text in lines:
            self.lines += text.split("\n")

    def function(self, tree: ast.FunctionDef, file: str, decorator: str) -> None:
        tree = without_annotations(tree)
        text = ast.unparse(ast.fix_missing_locations(tree))
        first = len(self.lines) + 2
        for written, original in zip(statements_in(parsed(text).body[0]), statements_in(tree), strict=True):
            self.origin.setdefault(first + written.lineno - 1, (file, original.lineno))
        self.plain(decorator, text, "")


def statements_in(tree: ast.AST) -> list[ast.stmt]:
    """All statements, in an order that survives unparsing and parsing."""
    return [part for part in ast.walk(tree) if isinstance(part, ast.stmt)]


@dataclass
class Page:
    """What the writing of every function needs to know."""

    unit: Unit
    slots: dict[str, tuple[int, str, int]]
    reading: set[str]
    structs: dict[str, Shape]
    nested: dict[str, Nested]
    data: list[Slot]
    boards: bool
    """Are there Bits in the state?  Then a number from 2**63 up is a board."""

    def written(self, function: Function) -> ast.FunctionDef:
        """A copy of the function's tree, in the words of the machine."""
        tree = copy.deepcopy(function.tree)
        for step in FOR_THE_MACHINE:
            if step.concerns(function.rule):
                tree = getattr(self, step.name)(tree, function)
        return tree

    def write_operations(self, tree: ast.FunctionDef, function: Function) -> Any:
        return Operations(self, function).visit(tree)

    def count_loops(self, tree: ast.FunctionDef, function: Function) -> Any:
        return CountedLoops(tree, self.unit.constants).visit(tree)

    def cast_returns(self, tree: ast.FunctionDef, function: Function) -> Any:
        return CastReturns(function.declared.gives).visit(tree)

    def nested_slot(self, called: str) -> int:
        """The slot of a constant or array in the form of a nested tuple, which it gets on first use."""
        slot = Slot(called, nested=True)
        if slot not in self.data:
            self.data.append(slot)
        return self.data.index(slot)


def run_time_data(unit: Unit, written: MachineText) -> list[Any]:
    """The arrays that a written unit reads, slot by slot."""
    found = []
    for called, is_nested in written.data:
        if not is_nested:
            found.append(unit.arrays[called])
        elif called in unit.arrays:
            found.append(serialized(nested_array(unit.arrays[called])))
        else:
            found.append(serialized(long_or_ragged(unit.constants[called])))
    return found


def write(unit: Unit, state: Shape, action: Shape, chance: bool) -> MachineText:
    """The text of a unit for states and actions of these shapes."""
    writer = Writer()
    slots = {
        array: (slot, array_kind(value), value.ndim)
        for slot, (array, value) in enumerate(unit.arrays.items())
    }
    nested = {
        constant: found for constant, value in unit.constants.items() if (found := long_or_ragged(value))
    }
    reading, structs = functions_that_read_arrays(unit, nested), struct_shapes(unit, state, action)
    page = Page(
        unit,
        slots,
        reading,
        structs,
        nested,
        [Slot(array, nested=False) for array in unit.arrays],
        has_boards(state),
    )
    write_structs(writer, page, state, action)
    write_constants(writer, page)
    packed = action.kind != "int"
    for called, function in unit.functions.items():
        if function.rule:
            write_rule(writer, page, called, packed)
    write_value_type(writer, page, chance)
    writer.plain("value_in = value_reader(VALUE)")
    writer.plain(f"NO_ACTION = {WHOLE_NO_ACTION}", f"slot_of = slotter({'unpack' if packed else 'None'})", "")
    write_states(writer, unit, state)
    for called in callees_first(unit, unit.entry, []):  # recursive ones are compiled where they stand
        write_algorithm(writer, page, called)
    write_entry(writer, unit, state)
    return MachineText("\n".join(writer.lines) + "\n", writer.origin, tuple(page.data))


def callees_first(unit: Unit, called: str, written: list[str]) -> list[str]:
    """The algorithm's functions, each after those that it calls."""
    for callee in sorted(unit.functions[called].calls - {called}):
        if callee in unit.functions and not unit.functions[callee].rule and callee not in written:
            callees_first(unit, callee, written)
    written.append(called)
    return written


def write_constants(writer: Writer, page: Page) -> None:
    for constant, value in page.unit.constants.items():
        if not page.boards and is_beyond(value):
            raise CannotCompile(f"the constant `{constant}`", BEYOND)
        if constant not in page.nested:
            writer.plain(f"{constant} = {literal(value)}")
    for imported, value in page.unit.imports.items():
        writer.plain(f"from {value.__module__} import {value.__name__} as {imported}")
    for constant, found in page.nested.items():
        writer.plain(f"open_{constant} = opener({found.kind!r}, {found.depth}, {found.width})")
    for array, (_, kind, axes) in page.slots.items():
        writer.plain(f"open_{array} = opener({kind!r}, {axes}, 0)")


def write_value_type(writer: Writer, page: Page, chance: bool) -> None:
    """Values are whole numbers, unless the rules give fractions or throw dice."""
    functions = page.unit.functions
    valued = [rule for rule in functions if functions[rule].contract.gives == "value"]
    pairs = ", ".join(f"({rule}, {rule in page.reading})" for rule in valued)
    writer.plain("VALUE = float64" if chance else f"VALUE = value_type([{pairs}], STATE)")
    writer.plain("INFINITY = infinity(VALUE)", "RUN = run_type(VALUE)", "")


def write_rule(writer: Writer, page: Page, called: str, packed: bool) -> None:
    function, reading = page.unit.functions[called], page.reading
    tree = page.written(function)
    if called in reading:
        tree.args.args.append(ast.arg("data"))
    wrapped = packed and function.contract.packs
    if wrapped:
        tree.name = f"{called}_of_parts"
    writer.function(tree, function.file, "@njit(**RULE)")
    if wrapped:
        write_packing(writer, called, function.contract.gives, ", data" if called in reading else "")


def write_packing(writer: Writer, called: str, gives: str, data: str) -> None:
    """A rule whose actions are one word each, around the one whose actions have parts."""
    writer.plain("@njit(**RULE)")
    if gives == "actions":
        writer.plain(f"def {called}(state{data}):", f"    for action in {called}_of_parts(state{data}):")
        writer.plain("        yield pack(action)", "")
    elif gives == "outcomes":
        writer.plain(f"def {called}(state{data}):")
        writer.plain(f"    for action, probability in {called}_of_parts(state{data}):")
        writer.plain("        yield pack(action), probability", "")
    else:
        writer.plain(f"def {called}(state, action{data}):")
        writer.plain(f"    return {called}_of_parts(state, unpack(action){data})", "")


def write_algorithm(writer: Writer, page: Page, called: str) -> None:
    function = page.unit.functions[called]
    own = f"@njit({signature_of(function)}, **KERNEL)" if called in function.calls else "@njit(**KERNEL)"
    writer.function(page.written(function), function.file, own)


def signature_of(function: Function) -> str:
    """What a function that calls itself has to say before it is compiled."""
    tree, declared = function.tree, function.declared
    names = [argument.arg for argument in tree.args.args]
    types = ", ".join(declared_type(declared.kinds.get(each), f"`{each}`", tree) for each in names)
    return f"{declared_type(declared.gives, 'the answer', tree)}({types})"


def declared_type(kind: Kind | None, what: str, tree: ast.FunctionDef) -> str:
    if kind is None:
        advice = "annotate it with Run, State, Value, Ply, int, float or bool"
        raise CannotCompile(f"{what} of {tree.name}(), which calls itself,", advice)
    return kind.type


def struct_shapes(unit: Unit, state: Shape, action: Shape) -> dict[str, Shape]:
    """Every named tuple of the unit, those that others are made of first."""
    found: dict[int, Shape] = {}

    def collect(shape: Shape) -> None:
        for part in shape.parts:
            collect(part)
        if shape.struct is not None:
            found.setdefault(id(shape.struct), shape)

    collect(state)
    collect(action)
    for kind in unit.structs.values():
        if id(kind) not in found:
            collect(shape_of(kind, NO_SAMPLE, kind.__name__))
    names = {id(kind): unique for unique, kind in unit.structs.items()}
    return {
        names.get(identity, f"struct_{index}"): shape for index, (identity, shape) in enumerate(found.items())
    }


def write_structs(writer: Writer, page: Page, state: Shape, action: Shape) -> None:
    """The named tuples as types and constructors; the types of states and actions."""
    names = {id(shape.struct): unique for unique, shape in page.structs.items()}
    for unique, shape in page.structs.items():
        kind: Any = shape.struct
        parts = ", ".join(type_text(part, names) for part in shape.parts)
        writer.plain(
            f"{unique}_type = NamedTuple([{parts}], namedtuple({kind.__name__!r}, {list(kind._fields)!r}))"
        )
        writer.plain(f"{unique} = constructor({unique}_type, {kind.__name__!r})")
    writer.plain(f"STATE = {type_text(state, names)}", "as_state = caster(STATE, 'the state')")
    if action.kind == "bits":
        writer.plain("pack, unpack = whole, Bits", "")
    if action.kind in ("tuple", "struct"):
        if any(part.kind != "int" for part in action.parts):
            raise CannotCompile(
                "an action made of tuples in tuples", "make actions integers or flat tuples of integers"
            )
        parts_count = len(action.parts)
        writer.plain(
            f"pack = packer({parts_count})",
            f"unpack = unpacker({parts_count}, {type_text(action, names)})",
            "",
        )


def type_text(shape: Shape, names: dict[int, str]) -> str:
    if shape.kind == "struct":
        return f"{names[id(shape.struct)]}_type"
    if shape.kind == "tuple":
        inner = [type_text(part, names) for part in shape.parts]
        if inner and len(set(inner)) == 1:
            return f"UniTuple({inner[0]}, {len(inner)})"
        return f"Tuple(({''.join(part + ', ' for part in inner)}))"
    return "uint64" if shape.kind == "bits" else "int64"


def write_entry(writer: Writer, unit: Unit, state: Shape) -> None:
    """`entry(run)`: reads the state and the limits from the run, leaves the value there."""
    function = unit.functions[unit.entry]
    fields = [function.declared.field_for(argument.arg) for argument in function.tree.args.args]
    arguments = ", ".join({"": "run", "state": "root(run)"}.get(each, f"run.{each}") for each in fields)
    writer.plain(
        "@njit(**KERNEL)", "def root(run):", f"    return as_state({state_text(state, 'run.root[{}]')})", ""
    )
    writer.plain(
        "@njit(none(RUN), **ENTRY)", "def entry(run):", f"    run.value = {unit.entry}({arguments})", ""
    )


def write_states(writer: Writer, unit: Unit, state: Shape) -> None:
    """States in memory and as codes, where the algorithm uses them."""
    trees = (function.tree for function in unit.functions.values() if not function.rule)
    used = {part.id for tree in trees for part in ast.walk(tree) if isinstance(part, ast.Name)}
    if used & {"code_of", "state_of"}:
        writer.plain(*code_text(state))
    if "state_at" in used:
        writer.plain(*memory_text(state))


def array_kind(value: Any) -> str:
    if value.ndim not in (1, 2, 3):
        raise CannotCompile(f"an array of {value.ndim} dimensions", "use at most three")
    if value.dtype.kind in "ib":
        return "i8"
    if value.dtype.kind == "u":
        return "u8" if value.dtype.itemsize == 8 else "i8"
    if value.dtype.kind == "f":
        return "f8"
    raise CannotCompile(f"an array of {value.dtype}", "use an array of integers or floats")


def literal(value: Any) -> str:
    """A constant as text that gives it back bit for bit."""
    if isinstance(value, list | tuple):
        return f"({''.join(literal(part) + ', ' for part in value)})"
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return repr(value)
    if isinstance(value, int):
        number = int(value)
        if not -(1 << 63) <= number < 1 << 64:
            raise CannotCompile(f"the constant {number}", "it does not fit in 64 bits")
        return f"uint64({number})" if number >= 1 << 63 or type(value).__name__ == "Bits" else repr(number)
    return (
        f"float.fromhex({value.hex()!r})"
        if value == value and abs(value) != float("inf")
        else f"float({str(value)!r})"
    )
