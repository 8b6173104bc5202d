"""A unit written down for the machine: one module of text for Numba, and its way back to the user's lines."""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.codes import code_text, memory_text, state_text
from zermelo.kernel.compiler.idioms import call, is_call, name
from zermelo.kernel.compiler.loops import CountedLoops
from zermelo.kernel.compiler.lower import Function, Unit
from zermelo.kernel.compiler.nested import Nested, long_or_ragged, nested_array, serialized
from zermelo.kernel.compiler.shape import NO_SAMPLE, Shape, shape_of
from zermelo.kernel.compiler.syntax import call_text, without_annotations
from zermelo.kernel.run import WHOLE_NO_ACTION

OPERATORS: dict[type, str] = {
    ast.Add: "plus",
    ast.Sub: "minus",
    ast.Mult: "times",
    ast.BitAnd: "both",
    ast.BitOr: "either",
    ast.BitXor: "differ",
    ast.LShift: "left",
    ast.RShift: "right",
    ast.FloorDiv: "quotient",
    ast.Mod: "remainder",
    ast.Pow: "power",
}
MEMORY = ("run.table", "run.positions", "run.answers")
"""Words that are reached through an address in the run."""
UNARY: dict[type, str] = {ast.Invert: "complement", ast.USub: "negative"}
CASTS = {"int": "whole", "Value": "VALUE", "State": "as_state", "float": "float64", "bool": "truth"}
ANNOTATIONS = {
    "int": "int64",
    "Value": "VALUE",
    "State": "STATE",
    "Run": "RUN",
    "float": "float64",
    "bool": "boolean",
}


BEYOND = "it does not fit in 64 bits with a sign; a board of bits is Bits, in the state and as Bits(...)"


def is_beyond(value: Any) -> bool:
    """A plain whole number from 2**63 up, alone or in a tuple: a machine would take it for a board."""
    if isinstance(value, list | tuple):
        return any(map(is_beyond, value))
    return isinstance(value, int) and type(value).__name__ != "Bits" and value >= 1 << 63


def has_boards(shape: Shape) -> bool:
    return shape.kind == "bits" or any(map(has_boards, shape.parts))


class Slot(NamedTuple):
    """An array or constant that is read at run time, as it is or in the form of a table."""

    called: str
    table: bool


@dataclass(frozen=True)
class MachineText:
    """The text of a unit, and for each of its lines the file and line that it came from."""

    text: str
    origin: dict[int, tuple[str, int]]
    data: tuple[Slot, ...]
    """What the text reads at run time, in the order of the address table."""


class Words(ast.NodeTransformer):
    """Operators of the rules on checked numbers and boards; run-time arrays; constructors."""

    def __init__(self, page: Page, rule: bool) -> None:
        self.unit, self.slots, self.needs_data, self.structs = (
            page.unit,
            page.slots,
            page.reading,
            page.structs,
        )
        self.rule, self.page = rule, page

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        word = OPERATORS.get(type(node.op))
        sequence = (ast.Tuple, ast.List, ast.JoinedStr)
        if (
            not self.rule
            or word is None
            or isinstance(node.left, sequence)
            or isinstance(node.right, sequence)
        ):
            return node
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            return folded(node)
        return ast.copy_location(call(word, node.left, node.right), node)

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """`run.table[i] = word` writes to memory that threads share."""
        self.generic_visit(node)
        (target,) = node.targets[:1]
        if self.rule or not isinstance(target, ast.Subscript) or not is_memory(target.value):
            return node
        return ast.copy_location(ast.Expr(call("store_word", target.value, target.slice, node.value)), node)

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        if self.rule and not self.page.boards and is_beyond(node.value):
            raise CannotCompile(f"the number {node.value!r}", BEYOND, f"line {node.lineno}")
        return node

    def visit_List(self, node: ast.List) -> ast.expr:
        """`[0, 0, 0]`: newer Pythons make of constants in a comprehension what Numba does not take."""
        self.generic_visit(node)
        constant = len(node.elts) > 2 and all(isinstance(part, ast.Constant) for part in node.elts)
        if not self.rule or not constant or not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(call("list", ast.Tuple(node.elts, ast.Load())), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        word = OPERATORS.get(type(node.op))
        if not self.rule or word is None:
            return node
        before = ast.parse(ast.unparse(node.target), mode="eval").body
        return ast.copy_location(ast.Assign([node.target], call(word, before, node.value)), node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        word = UNARY.get(type(node.op))
        if not self.rule or word is None or isinstance(node.operand, ast.Constant):
            return node
        return ast.copy_location(call(word, node.operand), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """`a[i][j]` and `a[i, j]` of a run-time array; `run.path[ply]`, where ply is never negative."""
        if not self.rule and is_memory(node.value) and isinstance(node.ctx, ast.Load):
            return ast.copy_location(call("load_word", node.value, self.visit(node.slice)), node)
        if not self.rule and ast.unparse(node.slice) == "ply":
            node.slice = ast.copy_location(call("Bits", node.slice), node)
            return node
        indices: list[ast.expr] = []
        base: ast.expr = node
        while isinstance(base, ast.Subscript):
            inner = base.slice
            indices = [*(inner.elts if isinstance(inner, ast.Tuple) else [inner]), *indices]
            base = base.value
        if isinstance(base, ast.Name) and base.id in self.slots:
            slot, kind, axes = self.slots[base.id]
            if len(indices) == axes and not any(isinstance(index, ast.Slice) for index in indices):
                visited = [self.visit(index) for index in indices]
                return ast.copy_location(
                    call(f"load_{kind}_{axes}", name("data"), ast.Constant(slot), *visited), node
                )
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A run-time array as a whole, or a long or ragged constant."""
        tabled = node.id in self.slots or node.id in self.page.tables
        if not tabled or not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(
            call(f"open_{node.id}", name("data"), ast.Constant(self.page.table(node.id))), node
        )

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if is_call(node, "len") and isinstance(node.args[0], ast.Name) and node.args[0].id in self.slots:
            slot = self.slots[node.args[0].id][0]
            return ast.copy_location(call("length_of", name("data"), ast.Constant(slot)), node)
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name):
            return node
        called = node.func.id
        if called in self.unit.structs:
            node.args = [self.packed(node.args, self.structs[called])]
        elif called in self.unit.functions:
            node.args = self.cast_arguments(self.unit.functions[called], node.args)
        if called in self.needs_data:
            node.args = [*node.args, name("data") if self.rule else call_text("run.data")]
        return node

    def packed(self, arguments: list[ast.expr], struct: Shape) -> ast.expr:
        """The fields as one tuple; `tuple(cells)` of a list gets the length that the field has."""
        first = arguments[0] if arguments else None
        if isinstance(first, ast.Starred) and len(arguments) == 1:
            return first.value
        for index, (argument, part) in enumerate(zip(arguments, struct.parts, strict=False)):
            if is_call(argument, "tuple") and part.kind == "tuple":
                arguments[index] = call("tuple_like", call_text(blank(part)), *argument.args)  # type: ignore[attr-defined]
        return ast.Tuple(arguments, ast.Load())

    def cast_arguments(self, function: Function, arguments: list[ast.expr]) -> list[ast.expr]:
        """One signature for ever: what an algorithm passes on is cast to what is declared."""
        if function.rule:
            return arguments
        parameters = function.tree.args.args
        return [
            cast(argument, parameter.annotation)
            for argument, parameter in zip(arguments, parameters, strict=True)
        ]


def is_memory(node: ast.expr) -> bool:
    """Does the run keep only the address of this?"""
    return ast.unparse(node) in MEMORY


def folded(node: ast.BinOp) -> ast.expr:
    """An operation on two constants, done; `1 << 63` is a board's."""
    try:
        value = eval(compile(ast.fix_missing_locations(ast.Expression(node)), "", "eval"))
    except (ArithmeticError, TypeError, ValueError):
        return node
    fits = isinstance(value, int) and -(1 << 63) <= value < 1 << 64
    return ast.copy_location(ast.Constant(value), node) if fits else node


def cast(value: ast.expr, annotation: ast.expr | None) -> ast.expr:
    word = CASTS.get(ast.unparse(annotation)) if annotation is not None else None
    return ast.copy_location(call(word, value), value) if word else value


class CastReturns(ast.NodeTransformer):
    def __init__(self, annotation: ast.expr | None) -> None:
        self.annotation = annotation

    def visit_Return(self, node: ast.Return) -> ast.Return:
        if node.value is not None:
            node.value = cast(node.value, self.annotation)
        return node


def blank(shape: Shape) -> str:
    """A value of this shape, all zero, as text."""
    if shape.kind not in ("tuple", "struct"):
        return "Bits(0)" if shape.kind == "bits" else "0"
    return f"({''.join(blank(part) + ', ' for part in shape.parts)})"


def functions_that_read_arrays(unit: Unit, tables: dict[str, Any]) -> set[str]:
    """The functions that reach a run-time array, themselves or through what they call."""
    reading = {
        called
        for called, function in unit.functions.items()
        if any(
            isinstance(part, ast.Name) and (part.id in unit.arrays or part.id in tables)
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
        for written, original in zip(
            statements_in(ast.parse(text).body[0]), statements_in(tree), strict=True
        ):
            self.origin.setdefault(first + written.lineno - 1, (file, original.lineno))
        self.plain(decorator, text, "")


def statements_in(tree: ast.AST) -> list[ast.stmt]:
    """In an order that writing down and reading again keeps."""
    return [part for part in ast.walk(tree) if isinstance(part, ast.stmt)]


@dataclass
class Page:
    """What the writing of every function needs to know."""

    unit: Unit
    slots: dict[str, tuple[int, str, int]]
    reading: set[str]
    structs: dict[str, Shape]
    tables: dict[str, Nested]
    data: list[Slot]
    boards: bool
    """Are there Bits in the state?  Then a number from 2**63 up is a board."""

    def table(self, called: str) -> int:
        """The slot of a constant or array in the form of a table, which it gets on first use."""
        slot = Slot(called, table=True)
        if slot not in self.data:
            self.data.append(slot)
        return self.data.index(slot)


def run_time_data(unit: Unit, written: MachineText) -> list[Any]:
    """The arrays that a written unit reads, slot by slot."""
    found = []
    for called, table in written.data:
        if not table:
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
    tables = {
        constant: found for constant, value in unit.constants.items() if (found := long_or_ragged(value))
    }
    reading, structs = functions_that_read_arrays(unit, tables), struct_shapes(unit, state, action)
    page = Page(
        unit,
        slots,
        reading,
        structs,
        tables,
        [Slot(array, table=False) for array in unit.arrays],
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
        if constant not in page.tables:
            writer.plain(f"{constant} = {literal(value)}")
    for imported, value in page.unit.imports.items():
        writer.plain(f"from {value.__module__} import {value.__name__} as {imported}")
    for constant, table in page.tables.items():
        writer.plain(f"open_{constant} = opener({table.kind!r}, {table.depth}, {table.width})")
    for array, (_, kind, axes) in page.slots.items():
        writer.plain(f"open_{array} = opener({kind!r}, {axes}, 0)")


def write_value_type(writer: Writer, page: Page, chance: bool) -> None:
    """Values are whole numbers, unless the rules give fractions or throw dice."""
    valued = [rule for rule in ("game_utility", "game_evaluate") if rule in page.unit.functions]
    pairs = ", ".join(f"({rule}, {rule in page.reading})" for rule in valued)
    writer.plain("VALUE = float64" if chance else f"VALUE = value_type([{pairs}], STATE)")
    writer.plain("INFINITY = infinity(VALUE)", "RUN = run_type(VALUE)", "")


def write_rule(writer: Writer, page: Page, called: str, packed: bool) -> None:
    function, reading = page.unit.functions[called], page.reading
    tree = Words(page, rule=True).visit(copy.deepcopy(function.tree))
    tree = CountedLoops(tree, page.unit.constants).visit(tree)
    if called in reading:
        tree.args.args.append(ast.arg("data"))
    listing = called in ("game_actions", "game_candidates", "game_noisy")
    wrapper = packed and (listing or called in ("game_result", "game_priority", "game_outcomes"))
    if wrapper:
        tree.name = f"{called}_of_parts"
    writer.function(tree, function.file, "@njit(**RULE)")
    if wrapper:
        data = ", data" if called in reading else ""
        if listing:
            writer.plain("@njit(**RULE)", f"def {called}(state{data}):")
            writer.plain(
                f"    for action in {called}_of_parts(state{data}):", "        yield pack(action)", ""
            )
        elif called == "game_outcomes":
            writer.plain("@njit(**RULE)", f"def game_outcomes(state{data}):")
            writer.plain(f"    for action, probability in game_outcomes_of_parts(state{data}):")
            writer.plain("        yield pack(action), probability", "")
        else:
            writer.plain("@njit(**RULE)", f"def {called}(state, action{data}):")
            writer.plain(f"    return {called}_of_parts(state, unpack(action){data})", "")


def write_algorithm(writer: Writer, page: Page, called: str) -> None:
    function = page.unit.functions[called]
    tree = Words(page, rule=False).visit(copy.deepcopy(function.tree))
    tree = CastReturns(tree.returns).visit(tree)
    decorator = "@njit(**KERNEL)"
    if called in function.calls:
        types = [ANNOTATIONS[ast.unparse(argument.annotation)] for argument in tree.args.args]
        decorator = f"@njit({ANNOTATIONS[ast.unparse(tree.returns)]}({', '.join(types)}), **KERNEL)"
    writer.function(tree, function.file, decorator)


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
    sources = {"state": "root(run)", "run": "run"}
    parameters = [argument.arg for argument in unit.functions[unit.entry].tree.args.args]
    arguments = ", ".join(sources.get(parameter, f"run.{parameter}") for parameter in parameters)
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
