"""A unit written down for the machine: one module of text for Numba, and its way back to the user's lines."""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.choosing import Choosing, is_mixed
from zermelo.kernel.compiler.codes import code_text, has_symbols, memory_text, state_text
from zermelo.kernel.compiler.fields import KeptFields, long_fields
from zermelo.kernel.compiler.filling import with_filled_lists
from zermelo.kernel.compiler.foreign import is_foreign
from zermelo.kernel.compiler.frames import Framed, may_be_framed
from zermelo.kernel.compiler.given_back import GivenBack
from zermelo.kernel.compiler.inline import yields
from zermelo.kernel.compiler.levelling import with_level_tables
from zermelo.kernel.compiler.loops import CountedLoops
from zermelo.kernel.compiler.needs import functions_that_make_lists, functions_that_read_arrays
from zermelo.kernel.compiler.nested import (
    Nested,
    array_kind,
    is_table,
    long_or_ragged,
    nested_array,
    serialized,
)
from zermelo.kernel.compiler.nothing import giving_none, has_nothing, with_none
from zermelo.kernel.compiler.operations import (
    STRICT_VALUE,
    CastReturns,
    Operations,
    PackYields,
)
from zermelo.kernel.compiler.passes import FOR_THE_MACHINE
from zermelo.kernel.compiler.passing import with_passes
from zermelo.kernel.compiler.pieces import is_call
from zermelo.kernel.compiler.series_shape import has_series
from zermelo.kernel.compiler.series_text import closing, opening
from zermelo.kernel.compiler.shape import NO_SAMPLE, Shape, may_be_none, shape_of
from zermelo.kernel.compiler.state_texts import LaidDown, long_texts
from zermelo.kernel.compiler.state_tuples import as_in_the_state
from zermelo.kernel.compiler.states_made import AsStates
from zermelo.kernel.compiler.unbound import with_names_asked
from zermelo.kernel.compiler.unit import Function, Unit
from zermelo.kernel.compiler.wide_shape import is_wide, wide_numbers, words_for
from zermelo.kernel.compiler.writer import Writer
from zermelo.kernel.compiler.written_types import write_enumerations, write_structs
from zermelo.kernel.kinds import Kind
from zermelo.kernel.rules import CONTRACT, makes_states
from zermelo.kernel.run import WHOLE_NO_ACTION
from zermelo.kernel.walking import walk

VALUED = "what an algorithm gives"
"""What a value is called where it is refused; `build.py` knows it by this."""

INLINED = 200
"""Statements and expressions of a function that is copied to where it is called, at most."""


def has_boards(shape: Shape) -> bool:
    return shape.kind == "bits" or any(map(has_boards, shape.parts))


def wide_bits(unit: Unit, state: Shape) -> int:
    """How many bits the numbers have that may not fit in 64: as many as the largest that is known needs."""
    trees = [function.tree for function in unit.functions.values() if function.rule]
    written = [part.value for tree in trees for part in walk(tree) if isinstance(part, ast.Constant)]
    known = [] if has_boards(state) else [*unit.constants.values(), *written]
    return 64 * max([words_in_state(state), *(words_for(number) for number in wide_numbers(known))])


def words_in_state(shape: Shape) -> int:
    """How many its widest number has; 0 where all have one."""
    return shape.most if shape.kind == "wide" else max(map(words_in_state, shape.parts), default=0)


def has_texts(unit: Unit, *shapes: Shape) -> bool:
    """Is there a text in these shapes, in the constants, or in the text of a rule, or made by one?"""
    trees = [function.tree for function in unit.functions.values() if function.rule]
    parts = [part for tree in trees for part in walk(tree)]
    written = (part.value for part in parts if isinstance(part, ast.Constant))
    texts = any(leaf.kind == "text" for shape in shapes for leaf in shape.leaves)
    made = any(is_call(part, "str_of") for part in parts)
    return texts or made or any(map(has_symbols, [*unit.constants.values(), *written]))


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
    bits: int
    """How many a whole number of the rules may have."""


@dataclass
class Page:
    """What the writing of every function needs to know."""

    unit: Unit
    slots: dict[str, tuple[int, str, int]]
    reading: set[str]
    structs: dict[str, Shape]
    nested: dict[str, Nested]
    data: list[Slot]
    tables: dict[str, int]
    """The constants that rules look things up in, and by how many indices."""
    listing: set[str]
    """The rules that make lists."""
    boards: bool
    """Are there Bits in the state?  Then a number from 2**63 up is a board."""
    packed: bool
    """Are actions more than a number?  Then the algorithm has them in one word each."""
    symbolic: set[str]
    """The constants with texts or members of enumerations in them: written out where they are used."""
    passes: bool
    """May an action be None?"""
    maybe: bool
    """May a part of a state or an action be None?"""
    nothing: bool
    """May anything be None, or does a rule ask for it?"""
    giving: set[str]
    """The rules that may give None."""
    texts: bool
    """Are there texts in the states, actions or rules?"""
    unnamed: bool
    """Is the state a plain tuple, text or set?  Then nothing in the text says where one is made."""
    grids: bool
    """Are there NumPy arrays in the rules?"""
    series: bool
    """Are there tuples of any length in the states or actions?"""
    wide: int
    """How many bits a number has that may not fit in 64; 0 where all do."""
    state: Shape

    def is_inlined(self, function: Function) -> bool:
        """Is it a short `result` that the algorithm asks for in one place?  There it costs no room."""
        if function.contract is not CONTRACT["result"] or len([*walk(function.tree)]) > INLINED:
            return False
        others = (part for other in self.unit.functions.values() for part in walk(other.tree))
        return [part.id for part in others if isinstance(part, ast.Name)].count(function.tree.name) == 1

    def written(self, function: Function) -> ast.FunctionDef:
        """A copy of the function's tree, in the words of the machine."""
        tree = copy.deepcopy(function.tree)
        for step in FOR_THE_MACHINE:
            if step.concerns(function.rule):
                tree = getattr(self, step.name)(tree, function)
        return tree

    def ask_beforehand(self, tree: ast.FunctionDef, function: Function) -> ast.FunctionDef:
        return tree if function.made else with_names_asked(tree, self.unit.constants)

    def keep_fields(self, tree: ast.FunctionDef, function: Function) -> Any:
        return KeptFields(tree, long_fields(self.structs)).around(tree)

    def take_state_tuples(self, tree: ast.FunctionDef, function: Function) -> Any:
        if not makes_states(function.contract):
            return tree
        known = as_in_the_state(tree) if function.contract is CONTRACT["result"] else tree
        return LaidDown(long_texts(tree, self.state)).visit(known)

    def choose_parts(self, tree: ast.FunctionDef, function: Function) -> Any:
        return Choosing(function).visit(tree) if is_mixed(self.state) else tree

    def frame_copies(self, tree: ast.FunctionDef, function: Function) -> Any:
        if not may_be_framed(tree):
            return tree
        return Framed(tree, self.unit.functions, self.unit.constants).visit(tree)

    def allow_nothing(self, tree: ast.FunctionDef, function: Function) -> ast.FunctionDef:
        if not self.nothing:
            return tree
        return with_none(tree, function, self.unit.constants, self.maybe, self.giving)

    def list_passes(self, tree: ast.FunctionDef, function: Function) -> Any:
        return with_passes(tree) if self.passes else tree

    def write_operations(self, tree: ast.FunctionDef, function: Function) -> Any:
        return Operations(self, function).visit(tree)

    def count_loops(self, tree: ast.FunctionDef, function: Function) -> Any:
        return CountedLoops(tree, self.unit.constants).visit(tree)

    def cast_returns(self, tree: ast.FunctionDef, function: Function) -> Any:
        return CastReturns(function.declared.gives, is_foreign(function)).visit(tree)

    def open_series(self, tree: ast.FunctionDef, function: Function) -> Any:
        return closing(opening(tree, function), function) if self.series else tree

    def give_back_lists(self, tree: ast.FunctionDef, function: Function) -> Any:
        """A rule gives back its lists when it returns, an algorithm when it has been through the actions."""
        if not self.takes_lists(function, tree.name):
            return tree
        if self.unnamed and not self.series and function.contract is CONTRACT["result"]:
            tree = AsStates().visit(tree)
        packed = {f"{each}_of_parts" for each in self.listing}
        return GivenBack(self.listing | packed, function.rule).around(tree)

    def takes_lists(self, function: Function, called: str) -> bool:
        """Are lists made in it, or for it, that are of no use to its caller?"""
        if function.rule:
            return called in self.listing and function.contract.gives_no_list
        functions = self.unit.functions
        return any(not functions[each].contract.gives_no_list for each in function.calls & self.listing)

    @cached_property
    def plain_rules(self) -> list[str]:
        """The rules that give what they give at once, which may be a text."""
        return [called for called, function in self.unit.functions.items() if not yields(function.tree)]

    def yields_words(self, called: str) -> bool:
        """Does a rule yield actions that may be None?  It packs them itself: see PackYields."""
        function = self.unit.functions[called]
        return self.passes and function.contract.gives == "actions" and yields(function.tree)

    def yields_for_algorithms(self, called: str) -> bool:
        """Does a rule yield actions that no other rule asks for?  It packs them itself, too."""
        function, rules = self.unit.functions[called], self.unit.functions.values()
        asked = any(called in each.calls for each in rules if each.rule)
        return function.contract.gives == "actions" and yields(function.tree) and not asked

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
    if action.kind != "maybe":  # None beside something else is not a kind of element
        unit = with_filled_lists(unit, state.words)
    writer, page = Writer(), page_of(unit := with_level_tables(unit), state, action)
    if page.wide:
        writer.plain(f"wide_left = shifter({page.wide})", f"wide_power = powers_of({page.wide})")
    if page.listing:
        writer.plain("lists_in_regions()")
    write_enumerations(writer, unit, [*state.leaves, *action.leaves])
    write_structs(writer, page, state, action)
    write_constants(writer, page)
    for called, function in unit.functions.items():
        if function.rule:
            write_rule(writer, page, called, page.packed)
    write_value_type(writer, page, chance)
    writer.plain("value_in = value_reader(VALUE)")
    unpack = "unpack" if page.packed else "None"
    writer.plain(f"NO_ACTION = {WHOLE_NO_ACTION}", f"slot_of = slotter({unpack})", "")
    write_states(writer, unit, state)
    for called in callees_first(unit, unit.entry, []):  # recursive ones are compiled where they stand
        write_algorithm(writer, page, called)
    write_entry(writer, unit, state)
    return MachineText("\n".join(writer.lines) + "\n", writer.origin, tuple(page.data), page.wide or 64)


def page_of(unit: Unit, state: Shape, action: Shape) -> Page:
    """What the writing of every function needs to know of a unit, for these shapes."""
    wide = wide_bits(unit, state)
    known = {constant: long_or_ragged(value, wide) for constant, value in unit.constants.items()}
    nested = {constant: found for constant, found in known.items() if found}
    plain = {constant: value for constant, value in unit.constants.items() if constant not in nested}
    series = has_series(state) or has_series(action)
    maybe = may_be_none(state) or may_be_none(action)
    return Page(
        unit=unit,
        slots={
            array: (slot, array_kind(value), value.ndim)
            for slot, (array, value) in enumerate(unit.arrays.items())
        },
        reading=functions_that_read_arrays(unit, nested),
        structs=struct_shapes(unit, state, action),
        nested=nested,
        data=[Slot(array, nested=False) for array in unit.arrays],
        tables={
            constant: 1 + isinstance(plain[constant][0], tuple)
            for constant in indexed_constants(unit)
            if constant in plain and is_table(plain[constant])
        },
        listing=functions_that_make_lists(unit, state, series),
        boards=has_boards(state),
        packed=action.kind != "int",
        symbolic={
            constant
            for constant, value in plain.items()
            if has_symbols(value) or (wide > 0 and is_wide(value))
        },
        passes=action.kind == "maybe",
        maybe=maybe,
        nothing=maybe or has_nothing(unit),
        giving=giving_none(unit),
        texts=has_texts(unit, state, action),
        unnamed=state.kind not in ("struct", "int", "bits", "wide"),
        grids=has_grids(unit),
        series=series,
        wide=wide,
        state=state,
    )


def has_grids(unit: Unit) -> bool:
    """Do rules make NumPy arrays?"""
    parts = (part for function in unit.functions.values() for part in walk(function.tree))
    return any(isinstance(part, ast.Name) and part.id.startswith("np_") for part in parts)


def indexed_constants(unit: Unit) -> set[str]:
    """The constants that a function takes an element of."""
    parts = (part for function in unit.functions.values() for part in walk(function.tree))
    bases = (part.value for part in parts if isinstance(part, ast.Subscript))
    return {base.id for base in bases if isinstance(base, ast.Name)} & unit.constants.keys()


def callees_first(unit: Unit, called: str, written: list[str]) -> list[str]:
    """The algorithm's functions, each after those that it calls."""
    for callee in sorted(unit.functions[called].calls - {called}):
        if callee in unit.functions and not unit.functions[callee].rule and callee not in written:
            callees_first(unit, callee, written)
    written.append(called)
    return written


def write_constants(writer: Writer, page: Page) -> None:
    for constant, value in page.unit.constants.items():
        if constant not in page.nested and constant not in page.symbolic:
            writer.plain(f"{constant} = {literal(value)}")
        if constant in page.tables:
            writer.plain(f"lookup_in_{constant} = reader({constant})")
    for imported, value in page.unit.imports.items():
        writer.plain(f"from {value.__module__} import {value.__name__} as {imported}")
    for constant, found in page.nested.items():
        made = f"holder({found.words}, {found.type})" if found.is_held else f"opener({found.type})"
        writer.plain(f"open_{constant} = {made}")
    for array, (_, kind, axes) in page.slots.items():
        writer.plain(f"open_{array} = opener({kind!r}, {axes})")


def write_value_type(writer: Writer, page: Page, chance: bool) -> None:
    """Values are whole numbers, unless the rules give fractions or throw dice."""
    functions = page.unit.functions
    valued = {rule: functions[rule].contract.gives for rule in functions}
    valued = {rule: gives for rule, gives in valued.items() if gives in ("value", "payoffs")}
    pairs = ", ".join(f"({rule}, {rule in page.reading})" for rule in valued)
    several = "payoffs" in valued.values()
    writer.plain("VALUE = float64" if chance else f"VALUE = value_type([{pairs}], STATE, {several})")
    writer.plain("INFINITY = infinity(VALUE)", "RUN = run_type(VALUE)", "")
    if any(map(is_foreign, functions.values())):
        writer.plain(f"{STRICT_VALUE} = caster(VALUE, {VALUED!r})", "")


def write_rule(writer: Writer, page: Page, called: str, packed: bool) -> None:
    function, reading = page.unit.functions[called], page.reading
    tree = page.written(function)
    if called in reading:
        tree.args.args.append(ast.arg("data"))
    wrapped = packed and function.contract.packs
    if page.yields_words(called) or (wrapped and page.yields_for_algorithms(called)):
        wrapped, tree = False, PackYields().visit(tree)
    if wrapped:
        tree.name = f"{called}_of_parts"
    flags = "INLINED" if page.is_inlined(function) and not wrapped else "RULE"
    writer.function(tree, function.file, f"@njit(**{flags})")
    if wrapped:
        write_packing(writer, page, called, ", data" if called in reading else "")


def write_packing(writer: Writer, page: Page, called: str, data: str) -> None:
    """A rule whose actions are one word each, around the one whose actions have parts."""
    gives, given = page.unit.functions[called].contract.gives, f"{called}_of_parts(state{data})"
    writer.plain("@njit(**RULE)")
    if gives == "actions":
        given = f"letters_of({given})" if page.texts else given
        writer.plain(f"def {called}(state{data}):", f"    for action in {given}:")
        writer.plain("        yield pack(action)", "")
    elif gives == "outcomes":
        writer.plain(f"def {called}(state{data}):")
        writer.plain(f"    for action, probability in {given}:")
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
        if shape.kind == "struct":
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
    used = {part.id for tree in trees for part in walk(tree) if isinstance(part, ast.Name)}
    if used & {"code_of", "state_of"}:
        writer.plain(*code_text(state))
    if "state_at" in used:
        writer.plain(*memory_text(state))


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
