"""Constant dictionaries and sets in the text of rules: tables of keys and values, looked up by halving."""

from __future__ import annotations

import ast
import copy
from typing import Any, NamedTuple

from zermelo.kernel.compiler.names import Names
from zermelo.kernel.compiler.nested import depths
from zermelo.kernel.compiler.pieces import call, is_call, name, names_in
from zermelo.kernel.compiler.syntax import is_constant
from zermelo.kernel.symbols import is_plain_enum, is_short
from zermelo.kernel.walking import walk

LOOPED = (
    "len",
    "sorted",
    "list",
    "tuple",
    "sum",
    "min",
    "max",
    "any",
    "all",
    "enumerate",
    "set",
    "zip",
    "iter",
)
"""What may be done with all keys of a dictionary, or all members of a set."""


def as_constant(value: Any) -> Any:
    """Sets in a table as the tuples of their members."""
    if isinstance(value, set | frozenset):
        return steady(value)
    return tuple(map(as_constant, value)) if isinstance(value, list | tuple) else value


def is_table(value: Any) -> bool:
    """Is this a constant dictionary whose keys are of one kind, and its values too?  None may be a key."""
    if not isinstance(value, dict) or not (kinds := {kind_of(key) for key in value if key is not None}):
        return False
    values = [as_constant(each) for each in value.values()]
    parts = {isinstance(each, tuple) for each in values}
    return len(kinds) == 1 and None not in kinds and len(parts) == 1 and all(map(is_constant, values))


def is_nested(value: Any) -> bool:
    """Is this a constant dictionary of dictionaries, whose keys are of one kind each?"""
    inner = list(value.values()) if isinstance(value, dict) else []
    if not inner or not all(map(is_table, inner)):
        return False
    own, *kinds = [{kind_of(key) for key in each} for each in (value, *inner)]
    return len(own) == 1 and None not in own and all(each == kinds[0] for each in kinds)


def kind_of(key: Any) -> Any:
    """What tells the keys of one dictionary from those of another; None: it is not a key of a table."""
    if isinstance(key, tuple):
        kinds = tuple(map(kind_of, key))
        return None if None in kinds else kinds
    if isinstance(key, str):
        return str if is_short(key) else None
    return int if isinstance(key, int) else type(key) if is_plain_enum(type(key)) else None


def in_order(table: dict[Any, Any]) -> list[Any]:
    """The keys, None apart: numbers in their order, so that they are found by halving."""
    keys = [key for key in table if key is not None]
    numbers = (part for key in keys for part in (key if isinstance(key, tuple) else (key,)))
    return sorted(keys) if all(isinstance(number, int) for number in numbers) else keys


def cells_of(table: dict[Any, Any], part: str) -> tuple[Any, ...]:
    """The keys or the values of a dictionary: as it has them, or in the order of the keys."""
    keys = in_order(table) if part.startswith("sorted") else list(table)
    return tuple(keys if part.endswith("keys") else [as_constant(table[key]) for key in keys])


def is_empty(given: list[ast.expr]) -> bool:
    """Is the last argument `[]`, `()`, `set()`…?"""
    node = given[0] if given else None
    if isinstance(node, ast.List | ast.Tuple):
        return not node.elts
    makers = ("list", "tuple", "set", "frozenset")
    return node is not None and is_call(node, *makers) and not node.args  # type: ignore[attr-defined]


def steady(members: Any) -> tuple[Any, ...]:
    """The members of a set, in an order that is the same in every process: that of texts is Python's whim."""
    found = tuple(members)
    texts = not all(map(is_whole, found)) and isinstance(members, set | frozenset)
    return tuple(sorted(found, key=written)) if texts else found


def is_whole(value: Any) -> bool:
    """Is it a whole number, or made of nothing else?"""
    parts = isinstance(value, tuple | set | frozenset)
    return all(map(is_whole, value)) if parts else isinstance(value, int)


def written(value: Any) -> str:
    """Something as a text, which is the same for equal sets."""
    return repr(sorted(map(written, value)) if isinstance(value, set | frozenset) else value)


def is_family(value: Any) -> bool:
    """A list of constant sets, or a set of them, such as the lines of a board; some of them may be empty."""
    return isinstance(value, list | tuple | set | frozenset) and any(value) and all(map(is_members, value))


def is_members(value: Any) -> bool:
    return isinstance(value, set | frozenset) and is_constant(tuple(value))


def placed(unique: str, node: Any) -> ast.expr:
    """A name of the unit, which stands for nothing else any more."""
    found = ast.copy_location(name(unique), node)
    found.placed = True  # type: ignore[attr-defined]
    return found


class Found(NamedTuple):
    """A constant dictionary, what it is called, and what tells it from others."""

    value: dict[Any, Any]
    label: str
    key: tuple[int, ...]


class Lookups(Names):
    """`WORTH[piece]`, `.get`, `.items()`, `in`, loops."""

    def dictionary(self, node: ast.AST) -> Found | None:
        """The constant dictionary that an expression is."""
        if isinstance(node, ast.Dict):
            return self.display(node)
        if isinstance(node, ast.Subscript) and (outer := self.nested(node)):
            return Found(next(iter(outer.value.values())), outer.label, outer.key)
        if not isinstance(node, ast.Name | ast.Attribute):
            return None
        if isinstance(node, ast.Name) and node.id in self.local:
            display = self.displays.get(node.id)
            return self.display(display) if display is not None else None
        value = self.static(node)[1]
        label = node.id if isinstance(node, ast.Name) else node.attr
        return Found(value, label, (id(value),)) if is_table(value) else None

    def nested(self, node: ast.AST) -> Found | None:
        """The dictionary of dictionaries that `MOVES[piece]` is looked up in."""
        source = node.value if isinstance(node, ast.Subscript) else None
        if not isinstance(source, ast.Name | ast.Attribute) or getattr(source, "id", "") in self.local:
            return None
        value = self.static(source)[1]
        label = source.id if isinstance(source, ast.Name) else source.attr
        return Found(value, label, (id(value),)) if is_nested(value) else None

    def display(self, node: ast.Dict) -> Found | None:
        """`{0: 1, 1: 5}`, written in a rule."""
        try:
            value = ast.literal_eval(node)
        except (ValueError, TypeError):
            return None
        key = (id(self.function), node.lineno, node.col_offset)
        filled = any(isinstance(each, list | set | dict) for each in value.values())  # and may be changed
        return Found(value, f"table_{node.lineno}", key) if not filled and is_table(value) else None

    def table(self, node: ast.AST, part: str) -> ast.expr:
        """The keys or the values of a constant dictionary: as it has them, or in the order of the keys."""
        if isinstance(node, ast.Subscript):
            return self.row_of_table(node, part)
        found = self.dictionary(node)
        assert found is not None
        if None in found.value and not part.startswith("sorted"):
            self._refuse(node, "construct_dictionary", "advice_tuple")
        sets = part.endswith("values") and is_family(list(found.value.values()))
        cells = cells_of(found.value, part)
        unique = self.lowering.constant((*found.key, part), f"{found.label}_{part}", cells)
        if sets:
            self.lowering.sets.families.add(unique)
        return placed(unique, node)

    def row_of_table(self, node: ast.Subscript, part: str) -> ast.expr:
        """The keys or the values of `MOVES[piece]`, a dictionary in a constant one."""
        found = self.nested(node)
        assert found is not None
        keys = self.lowering.constant((*found.key, "sorted_keys"), found.label, tuple(in_order(found.value)))
        rows = tuple(cells_of(found.value[key], part) for key in in_order(found.value))
        unique = self.lowering.constant((*found.key, "inner", part), f"{found.label}_{part}", rows)
        key = self.visit(copy.deepcopy(node.slice))
        return ast.copy_location(call("looked_up", placed(keys, node), placed(unique, node), key), node)

    def looked_up(self, node: ast.expr, source: ast.expr, *arguments: ast.expr) -> ast.expr:
        found = [self.visit(argument) for argument in arguments]
        tables = self.table(source, "sorted_keys"), self.table(source, "sorted_values")
        table = self.dictionary(source)
        if table and None in table.value:
            return self.looked_up_with_none(node, table, *tables, *found)
        return ast.copy_location(call("looked_up" if len(found) == 1 else "found_or", *tables, *found), node)

    def looked_up_or_empty(self, node: ast.Call, source: ast.expr, found: Found) -> ast.expr:
        """`NEIGHBOURS.get(cell, [])`: the empty one stands behind all the others."""
        cells = (*cells_of(found.value, "sorted_values"), ())
        unique = self.lowering.constant((*found.key, "or_empty"), f"{found.label}_or_empty", cells)
        if is_family(list(found.value.values())):
            self.lowering.sets.families.add(unique)
        keys, key = self.table(source, "sorted_keys"), self.visit(node.args[0])
        return ast.copy_location(call("found_or_last", keys, placed(unique, node), key), node)

    def looked_up_with_none(self, node: ast.expr, table: Found, *arguments: ast.expr) -> ast.expr:
        """`{"X": 1, "O": -1, None: 0}[winner]`."""
        if len(arguments) != 3:
            self._refuse(node, "construct_dictionary", "advice_tuple")
        value = as_constant(table.value[None])
        nothing = self.lowering.constant((*table.key, "none"), f"{table.label}_of_none", value)
        return ast.copy_location(call("looked_up_or_none", *arguments, placed(nothing, node)), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if not self.rule or not isinstance(node.ctx, ast.Load):
            self.refuse_setting(node)
            return self.generic_visit(node)  # type: ignore[return-value]
        match node:
            case ast.Subscript(ast.Subscript(owner, key), ast.Constant(int(place))) if self.is_uneven(owner):
                return self.in_column(node, owner, key, place)
        if self.dictionary(node.value):
            return self.looked_up(node, node.value, node.slice)
        if self.nested(node):
            if not hasattr(node, "looped"):
                self._refuse(node, "construct_inner_dictionary", "advice_both_at_once")
            return self.table(node, "keys")
        return self.generic_visit(node)  # type: ignore[return-value]

    def is_uneven(self, source: ast.expr) -> bool:
        """Has a constant dictionary records with tuples of different lengths in them?"""
        found = self.dictionary(source) if not isinstance(source, ast.Subscript) else None
        records = list(found.value.values()) if found else []
        alike = all(type(each) is tuple and len(each) == len(records[0]) for each in records)
        return alike and len({depths(each) for each in records}) > 1

    def in_column(self, node: ast.expr, source: ast.expr, key: ast.expr, place: int) -> ast.expr:
        """`MOVES[piece][place]`, looked up among what stands there in every record."""
        found = self.dictionary(source)
        assert found is not None
        column = {each: record[place] for each, record in found.value.items()}
        keys = self.table(source, "sorted_keys")
        cells = tuple(as_constant(column[each]) for each in in_order(column))
        unique = self.lowering.constant((*found.key, place), f"{found.label}_{place}", cells)
        return ast.copy_location(call("looked_up", keys, placed(unique, node), self.visit(key)), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if not self.rule:
            return self.generic_visit(node)  # type: ignore[return-value]
        if is_call(node, *LOOPED):
            node.args = [self.members(argument) for argument in node.args]
        if isinstance(node.func, ast.Attribute) and self.dictionary(node.func.value):
            return self.method_of(node, node.func)
        return self.generic_visit(node)  # type: ignore[return-value]

    def method_of(self, node: ast.Call, function: ast.Attribute) -> ast.expr:
        """`.get`, `.items()`, `.keys()`, `.values()`."""
        source = function.value
        found = self.dictionary(source)
        rows = found is not None and isinstance(as_constant(next(iter(found.value.values()))), tuple)
        if function.attr == "get" and is_empty(node.args[-1:]) and rows and not self.nested(source):
            return self.looked_up_or_empty(node, source, found)  # type: ignore[arg-type]
        if function.attr == "get" and node.args:
            return self.looked_up(node, source, *[*node.args, ast.Constant(None)][:2])
        if function.attr == "items":
            pairs = call("zip", self.table(source, "keys"), self.table(source, "values"))
            return ast.copy_location(pairs, node)
        if function.attr in ("keys", "values"):
            return self.table(source, function.attr)
        self._refuse(node, "construct_dictionary", "advice_tuple")
        return node

    def members(self, node: ast.expr) -> ast.expr:
        """What a loop over a dictionary or a constant set goes through."""
        if isinstance(node, ast.Subscript):
            node.looped = True  # type: ignore[attr-defined]
            return node
        if self.dictionary(node):
            return self.table(node, "keys")
        local = isinstance(node, ast.Name) and node.id in self.local
        value: Any = (
            self.static(node)[1] if isinstance(node, ast.Name | ast.Attribute) and not local else None
        )
        if not (is_members(value) and value):
            return node
        label = node.id if isinstance(node, ast.Name) else node.attr  # type: ignore[attr-defined]
        unique = self.lowering.constant((id(value), "members"), f"{label}_members", steady(value))
        return placed(unique, node)

    def reference(self, node: ast.expr, value: Any, label: str, base: Any = None) -> ast.expr:
        if is_family(value):
            listed = tuple(map(steady, steady(value)))
            unique = self.lowering.constant((id(value), "family"), label, listed)
            self.lowering.sets.families.add(unique)
        elif is_members(value) and value:
            unique = self.lowering.constant((id(value), "set"), f"{label}_set", steady(value))
            self.lowering.sets.constants.add(unique)
        else:
            return super().reference(node, value, label, base)
        return placed(unique, node)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return node if hasattr(node, "placed") else super().visit_Name(node)

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        if self.rule:
            node.iter = self.members(node.iter)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        if self.rule and isinstance(node.ops[-1], ast.In | ast.NotIn):
            node.comparators[-1] = self.members(node.comparators[-1])
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | None:
        """`worth = {0: 1, 1: 5}`, once: a constant."""
        target = node.targets[0]
        display = self.displays.get(target.id) if isinstance(target, ast.Name) else None
        if display is node.value and self.dictionary(target):
            return None
        match node:
            case ast.Assign([ast.Tuple(elts=parts)], ast.Subscript(source, key)) if self.is_uneven(source):
                if not names_in(target) & names_in(key):
                    return [self.part_of_record(node, *each, source, key) for each in enumerate(parts)]  # type: ignore[return-value]
        return self.generic_visit(node)  # type: ignore[return-value]

    def part_of_record(
        self, node: ast.Assign, place: int, target: ast.expr, source: ast.expr, key: ast.expr
    ) -> ast.stmt:
        """One of `steps, slides = MOVES[piece]`."""
        value = self.in_column(node.value, copy.deepcopy(source), copy.deepcopy(key), place)
        return ast.copy_location(ast.Assign([self.visit(target)], value), node)


def displays_in(tree: ast.FunctionDef) -> dict[str, ast.Dict]:
    """The variables that are assigned a dictionary, once, which is looked up and not changed."""
    found = dict[str, ast.Dict]()
    for part in walk(tree):
        target = part.targets[0] if isinstance(part, ast.Assign) else None
        if isinstance(target, ast.Name) and isinstance(part.value, ast.Dict):  # type: ignore[attr-defined]
            found[target.id] = part.value  # type: ignore[attr-defined]
    stored = [part.id for part in walk(tree) if isinstance(part, ast.Name) and is_store(part)]
    changed = {
        part.value.id
        for part in walk(tree)
        if isinstance(part, ast.Subscript) and is_store(part) and isinstance(part.value, ast.Name)
    }
    kept = {each: value for each, value in found.items() if stored.count(each) == 1 and each not in changed}
    return {each: value for each, value in kept.items() if not is_given_away(each, tree)} if kept else kept


def is_given_away(variable: str, tree: ast.FunctionDef) -> bool:
    """Is it read other than to look something up: assigned, returned, given to a function?"""
    read = [part for part in walk(tree) if isinstance(part, ast.Name) and part.id == variable]
    asking = list[ast.AST]()
    for part in walk(tree):
        match part:
            case ast.Subscript(asked) | ast.For(iter=asked) | ast.comprehension(iter=asked):
                asking.append(asked)
            case ast.Attribute(asked, "get" | "items" | "keys" | "values"):
                asking.append(asked)
            case ast.Compare(ops=[*_, ast.In() | ast.NotIn()], comparators=[*_, asked]):
                asking.append(asked)
            case ast.Call() if is_call(part, *LOOPED):
                asking += part.args
    return sum(not is_store(part) for part in read) > sum(part in asking for part in read)


def is_store(node: Any) -> bool:
    return not isinstance(node.ctx, ast.Load)
