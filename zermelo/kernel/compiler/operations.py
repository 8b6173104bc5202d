"""The text of a function in the words of the machine: checked operators, memory and arrays, casts."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.any_length import is_list, is_number, lists_in
from zermelo.kernel.compiler.codes import symbol_text
from zermelo.kernel.compiler.foreign import is_beyond, is_foreign
from zermelo.kernel.compiler.inline import yields
from zermelo.kernel.compiler.pieces import (
    call,
    is_call,
    is_identity,
    is_none,
    located,
    name,
    one_by_one,
)
from zermelo.kernel.compiler.series_text import GIVING_A_STATE, is_rule
from zermelo.kernel.compiler.shape import hints_of
from zermelo.kernel.compiler.states_made import packed
from zermelo.kernel.compiler.syntax import is_owner
from zermelo.kernel.compiler.unit import Function
from zermelo.kernel.compiler.wide_shape import is_wide, wide_text
from zermelo.kernel.kinds import Kind
from zermelo.kernel.parsing import expression
from zermelo.kernel.record import Field
from zermelo.kernel.run import FIELDS, MEMORY
from zermelo.kernel.walking import Transformer, placed

if TYPE_CHECKING:
    from zermelo.kernel.compiler.emit import Page

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
OUTGROWING: dict[type, str] = {ast.LShift: "wide_left", ast.Pow: "wide_power"}
"""Those whose answer may have more than 64 bits, where numbers may."""
CALCULATED = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
"""Operators on numbers of the game that are done beforehand."""
UNARY: dict[type, str] = {ast.Invert: "complement", ast.USub: "negative"}

PACKED = "packed_action"
"""A name that no rule has: an action in one word."""
GIVING_TEXTS = (
    "in_order",  # of what is no set
    "str_of",
    "short_text",
    "long_text",
    "looked_up",
    "found_or",
    "found_or_last",
    "sliced",
    "content_of",
    "joined",
    "times",
    "updated",
)
"""Words that may give a text, which a loop goes through letter by letter."""
STRICT_VALUE = "as_value"
"""The word that makes a value of what an algorithm of somebody else's gives."""
LAST = 1 << 30
"""A bound of a slice that is left out: the end."""
TAKES = {"value": Kind("VALUE", STRICT_VALUE), "i8": Kind("int64", "whole")}
"""What a field of the run makes of what is put into it."""


class Operations(Transformer):
    """Operators of the rules on checked numbers and boards; run-time arrays; constructors."""

    def __init__(self, page: Page, function: Function) -> None:
        self.page, self.unit, self.slots = page, page.unit, page.slots
        self.rule, self.declared = function.rule, function.declared
        self.foreign = is_foreign(function)
        self.checked = function.rule or self.foreign
        self.lists = lists_in(function.tree)
        self.parameters = {argument.arg for argument in function.tree.args.args}
        self.values = self.rule and function.contract.gives == "value" and (page.wide > 0 or page.boards)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        word = self.word_for(node.op)
        sequence, sides = (ast.Tuple, ast.List, ast.JoinedStr), (node.left, node.right)
        if not self.checked or word is None or any(isinstance(side, sequence) for side in sides):
            return node
        if isinstance(node.left, ast.Constant) and is_number(node.right):
            found = folded(node)
            if isinstance(found, ast.Constant):
                return self.visit_Constant(found)
            return ast.copy_location(call(word, *sides), node)
        known = self.calculated(node) if isinstance(node.op, CALCULATED) else None
        return known or ast.copy_location(call(word, node.left, node.right), node)

    def word_for(self, sign: ast.operator) -> str | None:
        """The word for an operator of a rule or of somebody else's algorithm."""
        outgrown = OUTGROWING.get(type(sign)) if self.rule and self.page.wide else None
        return outgrown or OPERATORS.get(type(sign))

    def calculated(self, node: ast.BinOp) -> ast.expr | None:
        """`self.width - 1` as the number that it is, if it fits in a machine's."""
        left, right = self.fixed(node.left), self.fixed(node.right)
        if not isinstance(left, ast.Constant) or not isinstance(right, ast.Constant):
            return None
        found = folded(ast.copy_location(ast.BinOp(left, node.op, right), node))
        return found if isinstance(found, ast.Constant) and not is_beyond(found.value) else None

    def fixed(self, node: ast.expr) -> ast.expr:
        """A whole number of the game, such as its width, as the number that it is; anything else as it is."""
        value = self.unit.constants.get(node.id) if isinstance(node, ast.Name) else None
        return ast.copy_location(ast.Constant(value), node) if type(value) is int else node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """`run.table[i] = word` writes to memory that threads share."""
        self.generic_visit(node)
        (target,) = node.targets[:1]
        if self.rule and self.page.texts and takes_apart(node):
            like = ast.Tuple([ast.Constant(0) for _ in target.elts], ast.Load())  # type: ignore[attr-defined]
            node.value = ast.copy_location(call("apart", node.value, like), node.value)
        if self.foreign and (field := self.field_of(target)) is not None:
            node.value = cast(node.value, TAKES.get(field.type))
        if self.rule or not isinstance(target, ast.Subscript) or not self.is_memory(target.value):
            return node
        return ast.copy_location(ast.Expr(call("store_word", target.value, target.slice, node.value)), node)

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        """A value has 64 bits, whatever it was made of."""
        self.generic_visit(node)
        if self.values and node.value is not None and not isinstance(node.value, ast.Constant):
            node.value = ast.copy_location(call("valued", node.value), node.value)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.Raise:
        """What an error says is for people."""
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """A text that stands alone is a comment."""
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if self.rule and isinstance(node.value, str):
            return ast.copy_location(expression(symbol_text(node.value, repr)), node)
        if self.rule and self.page.wide and is_wide(node.value):
            return ast.copy_location(expression(self.number_text(node.value)), node)
        return node

    def number_text(self, value: Any) -> str:
        """A number that is known, as text."""
        return wide_text(value, self.page.wide) if self.page.wide and is_wide(value) else repr(value)

    def visit_List(self, node: ast.List) -> ast.expr:
        """`[0, 0, 0]`: newer Pythons make of constants in a comprehension what Numba does not take."""
        self.generic_visit(node)
        constant = len(node.elts) > 2 and all(isinstance(part, ast.Constant) for part in node.elts)
        if not self.rule or not constant or not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(call("list", ast.Tuple(node.elts, ast.Load())), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if not self.rule and (self.foreign or self.is_memory(getattr(node.target, "value", node.target))):
            return self.visit(spelt_out(node))  # type: ignore[no-any-return]
        self.generic_visit(node)
        word = self.word_for(node.op)
        if not self.rule or word is None:
            return node
        before = expression(ast.unparse(node.target))
        self.refuse_unclear(node)
        if isinstance(node.op, ast.Add) and self.may_grow(node):
            word = "grown"
        after = call(word, before, node.value)
        if self.page.grids and isinstance(node.target, ast.Name):
            after = call("in_place", before, after)
        return ast.copy_location(ast.Assign([node.target], after), node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        """A machine catches every error or none."""
        self.generic_visit(node)
        node.type = ast.copy_location(name("Exception"), node)
        return node

    def refuse_unclear(self, node: ast.AugAssign) -> None:
        """`path += (cell,)` of a parameter: a list grows for its caller too, a tuple does not."""
        target = node.target.id if isinstance(node.target, ast.Name) else ""
        unclear = self.page.series and target in self.parameters and isinstance(node.value, ast.Tuple)
        if unclear and isinstance(node.op, ast.Add):
            what = f"`{target} += …` of a parameter, where tuples are of any length,"
            raise CannotCompile(what, f"write {target} = {target} + …", f"line {node.lineno}")

    def may_grow(self, node: ast.AugAssign) -> bool:
        """Is this a list, or may it be one?"""
        listed = isinstance(node.target, ast.Name) and node.target.id in self.lists
        return is_list(node.value) or (listed and not isinstance(node.value, ast.Constant))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        word = UNARY.get(type(node.op))
        if not self.checked or word is None or isinstance(node.operand, ast.Constant):
            return node
        return ast.copy_location(call(word, node.operand), node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """`"X" in board`: part of a text, or of anything else; `turn is Colour.RED`, where it may be None."""
        if self.rule and len(node.ops) > 1 and (self.page.texts or any(map(is_identity, node.ops))):
            return self.visit(one_by_one(node))  # type: ignore[no-any-return]
        self.generic_visit(node)
        (sign, *_), (right, *_) = node.ops, node.comparators
        found: ast.expr
        if self.rule and self.page.texts and isinstance(sign, ast.In | ast.NotIn):
            found = call("within", right, node.left)
        elif self.rule and is_identity(sign) and not is_none(right) and not is_none(node.left):
            found = call("identical", node.left, right)
        else:
            return node
        found = ast.UnaryOp(ast.Not(), found) if isinstance(sign, ast.NotIn | ast.IsNot) else found
        return ast.copy_location(found, node)

    def looped(self, source: ast.expr) -> ast.expr:
        """What a loop goes over, which may be a text."""
        if not self.rule or not self.page.texts:
            return source
        if is_call(source, "enumerate", "zip", "backwards"):
            source.args = [self.looped(part) for part in source.args]  # type: ignore[attr-defined]
            return source
        if is_call(source, "plus"):
            parts = [self.looped(part) for part in source.args]  # type: ignore[attr-defined]
            return ast.copy_location(call("chain_of_2", *parts), source)
        if isinstance(source, ast.Call) and not is_call(source, *GIVING_TEXTS, *self.page.plain_rules):
            return source
        return ast.copy_location(call("letters_of", source), source)

    def gives_words(self, source: ast.expr) -> bool:
        """Is this loop over actions that may be None, and therefore come in one word each?"""
        called = source.func.id if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) else ""
        if not self.rule or called not in self.unit.functions or not self.page.yields_words(called):
            return False
        source.looped = True  # type: ignore[attr-defined]
        return True

    def visit_For(self, node: ast.For) -> ast.stmt:
        word = "unpack" if self.gives_words(node.iter) else "pack" if self.gives_parts(node.iter) else ""
        self.generic_visit(node)
        node.iter = self.looped(node.iter)
        if word == "pack":
            node.iter = self.of_parts(node.iter)
        if word:
            action = located([ast.Assign([node.target], call(word, name(PACKED)))], node)
            node.target, node.body = ast.Name(PACKED, ast.Store()), [*action, *node.body]
        return node

    def gives_parts(self, source: ast.expr) -> bool:
        """Does an algorithm loop over a list of actions that have parts?  It packs each in its turn."""
        if self.rule or not self.page.packed or not is_call(source, *self.page.listing):
            return False
        function = self.unit.functions[source.func.id]  # type: ignore[attr-defined]
        return function.contract.gives == "actions" and not yields(function.tree)

    def of_parts(self, source: Any) -> ast.expr:
        source.func.id = f"{source.func.id}_of_parts"
        return ast.copy_location(call("letters_of", source), source) if self.page.texts else source

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        clauses = list[ast.comprehension]()
        for clause in node.generators:
            clauses.append(clause)
            if self.gives_words(clause.iter):
                action = ast.Tuple([call("unpack", name(PACKED))], ast.Load())
                clauses.append(ast.comprehension(clause.target, action, clause.ifs, 0))
                clause.target, clause.ifs = ast.Name(PACKED, ast.Store()), []
        node.generators = clauses
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.iter = self.looped(node.iter)
        return node

    def cut(self, node: ast.Subscript, bounds: ast.Slice) -> ast.expr:
        """`cells[a:b]`, where `cells` may be a text."""
        parts = [bounds.lower, bounds.upper, bounds.step]
        given = [ast.Constant(None) if part is None else self.visit(part) for part in parts]
        return ast.copy_location(call("sliced", self.visit(node.value), *given), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """`a[i][j]` and `a[i, j]` of a run-time array; `run.path[ply]`, of what is declared a Ply."""
        if not self.rule and self.is_memory(node.value) and isinstance(node.ctx, ast.Load):
            return ast.copy_location(call("load_word", node.value, self.visit(node.slice)), node)
        read = isinstance(node.ctx, ast.Load)
        if self.rule and self.page.wide:
            self.narrow_indices(node)
        if read and self.rule and self.page.texts and isinstance(node.slice, ast.Slice):
            return self.cut(node, node.slice)
        declared = self.declared.kinds.get(node.slice.id) if isinstance(node.slice, ast.Name) else None
        if self.foreign and isinstance(places := getattr(self.field_of(node), "count", None), int):
            within = call("within_list", self.visit(node.slice), ast.Constant(places))
            node.slice = ast.copy_location(within, node)
            return node
        if declared is not None and declared.index:
            node.slice = ast.copy_location(call(declared.index, node.slice), node)
            return node
        indices: list[ast.expr] = []
        base: ast.expr = node
        depth = 0
        while isinstance(base, ast.Subscript):
            inner, depth = base.slice, depth + 1
            indices = [*(inner.elts if isinstance(inner, ast.Tuple) else [inner]), *indices]
            base = base.value
        word = None
        if isinstance(base, ast.Name) and not any(isinstance(index, ast.Slice) for index in indices):
            word = self.looked_up(base.id, indices, depth)
        if word is None:
            return self.generic_visit(node)  # type: ignore[return-value]
        word.args += [self.visit(index) for index in indices]
        return ast.copy_location(word, node)

    def narrow_indices(self, node: ast.expr) -> None:
        """Those of `board[row][column]`, which may have been shifted."""
        while isinstance(node, ast.Subscript):
            node.slice = self.narrowed(node.slice)
            node = node.value

    def narrowed(self, node: ast.expr) -> ast.expr:
        """A number that has to have 64 bits."""
        plain = isinstance(node, ast.Slice | ast.Tuple | ast.Constant) or is_call(node, "narrowed")
        return node if plain else ast.copy_location(call("narrowed", node), node)

    def looked_up(self, called: str, indices: list[ast.expr], depth: int) -> ast.Call | None:
        """The word that reads a number of an array, `a[i, j]` too, or of a table, without its indices."""
        slot, kind, axes = self.slots.get(called, (0, "", 0))
        if axes == len(indices):
            return call(f"load_{kind}_{axes}", name("data"), ast.Constant(slot))
        axes = self.page.tables.get(called, 0)
        return call(f"lookup_in_{called}") if axes == len(indices) == depth else None

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A run-time array as a whole, or a long or ragged constant; one with texts in it is written out."""
        if node.id in self.page.symbolic and isinstance(node.ctx, ast.Load):
            written = symbol_text(self.unit.constants[node.id], self.number_text)
            return ast.copy_location(expression(written), node)
        nested = node.id in self.slots or node.id in self.page.nested
        if not nested or not isinstance(node.ctx, ast.Load):
            return node
        if node.id in self.page.nested and self.page.nested[node.id].is_held:
            return ast.copy_location(call(f"open_{node.id}"), node)
        return ast.copy_location(
            call(f"open_{node.id}", name("data"), ast.Constant(self.page.nested_slot(node.id))), node
        )

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if is_call(node, "len") and isinstance(node.args[0], ast.Name) and node.args[0].id in self.slots:
            slot = self.slots[node.args[0].id][0]
            return ast.copy_location(call("length_of", name("data"), ast.Constant(slot)), node)
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name):
            return node
        called = node.func.id
        if called == "part":
            self.take_part(node)
        if called == "str_of" and self.is_truth(node.args[0]):
            node.args = [ast.copy_location(call("truth", *node.args), node)]
        if called == "range" and self.rule and self.page.wide:
            node.args = [self.narrowed(argument) for argument in node.args]
        if called in self.unit.structs:
            node.args = [packed(node.args, self.page.structs[called])]
        elif called in self.unit.functions:
            node.args = self.cast_arguments(self.unit.functions[called], node.args)
            packs = self.rule and self.page.packed and self.unit.functions[called].contract.packs
            if packs and self.page.yields_words(called):
                if not hasattr(node, "looped"):
                    what = f"{called.removeprefix('game_')}() that may be None, all at once,"
                    raise CannotCompile(what, "loop over them", f"line {node.lineno}")
            elif packs:
                node.func = ast.copy_location(name(f"{called}_of_parts"), node.func)
        if called in self.page.reading:
            node.args = [*node.args, name("data") if self.rule else expression(f"{self.declared.run}.data")]
        return self.as_rules_see(node, called)

    def is_truth(self, node: ast.expr) -> bool:
        """Is this a field that is declared a truth value?  It is a number here, and not written as one."""
        declared = [hints_of(shape.struct) for shape in self.page.structs.values()]
        return isinstance(node, ast.Attribute) and any(fields.get(node.attr) is bool for fields in declared)

    def take_part(self, node: ast.Call) -> None:
        """`cells[a:b]`: of a tuple those elements, where a and b are known; else one after the other."""
        bounds = [self.fixed(bound) for bound in node.args[1:]]
        if all(isinstance(bound, ast.Constant) or is_call(bound, "len") for bound in bounds):
            known = [bound if isinstance(bound, ast.Constant) else ast.Constant(LAST) for bound in bounds]
            node.func, node.args[1:] = ast.copy_location(name("span"), node), known
        else:  # Numba would take a bound that it knows for another kind of loop
            node.args[1:] = [ast.copy_location(call("whole", bound), node) for bound in node.args[1:]]

    def as_rules_see(self, node: ast.Call, called: str) -> ast.expr:
        """A state that another rule gives, with its tuples of any length opened."""
        function = self.unit.functions.get(called) if self.rule and self.page.series else None
        if function is None or not is_rule(function, *GIVING_A_STATE):
            return node
        return ast.copy_location(call("opened", node), node)

    def cast_arguments(self, function: Function, arguments: list[ast.expr]) -> list[ast.expr]:
        """One signature for ever: what an algorithm passes on is cast to what is declared."""
        if function.rule:
            recurses = "levels" in {argument.arg for argument in function.tree.args.args}
            return [self.widened(argument) for argument in arguments] if recurses else arguments
        kinds, strict = function.declared.kinds, self.foreign or is_foreign(function)
        return [
            cast(argument, kinds.get(parameter.arg), strict)
            for argument, parameter in zip(arguments, function.tree.args.args, strict=True)
        ]

    def widened(self, argument: ast.expr) -> ast.expr:
        """A number that is known is any number to a rule that recurses: Numba would compile it twice."""
        value = argument.value if isinstance(argument, ast.Constant) else None
        value = self.unit.constants.get(argument.id) if isinstance(argument, ast.Name) else value
        return ast.copy_location(call("whole", argument), argument) if type(value) is int else argument

    def field_of(self, node: ast.expr) -> Field | None:
        """The field of the run that is meant by `run.value` or `run.path[ply]`; None: no field is."""
        node = node.value if isinstance(node, ast.Subscript) else node
        run = isinstance(node, ast.Attribute) and is_owner(node.value, self.declared.run)
        return FIELDS.get(node.attr) if run else None  # type: ignore[attr-defined]

    def is_memory(self, node: ast.expr) -> bool:
        """Does the run keep only the address of this?"""
        run = isinstance(node, ast.Attribute) and is_owner(node.value, self.declared.run)
        return run and node.attr in MEMORY  # type: ignore[attr-defined]


def folded(node: ast.BinOp) -> ast.expr:
    """An operation on two constants, done; `1 << 63` is a board's."""
    try:
        value = eval(compile(placed(ast.Expression(node)), "", "eval"))
    except (ArithmeticError, TypeError, ValueError):
        return node
    fits = isinstance(value, float) or (isinstance(value, int) and -(1 << 63) <= value < 1 << 64)
    return ast.copy_location(ast.Constant(value), node) if fits else node


def takes_apart(node: ast.Assign) -> bool:
    """`column, row = move`, which may be a text."""
    names = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else []
    plain = len(names) > 1 and all(isinstance(each, ast.Name) for each in names)
    return plain and not isinstance(node.value, ast.Tuple)


def spelt_out(node: ast.AugAssign) -> ast.Assign:
    """`x += 1` as `x = x + 1`."""
    after = ast.BinOp(expression(ast.unparse(node.target)), node.op, node.value)
    return placed(ast.copy_location(ast.Assign([node.target], after), node))


def cast(value: ast.expr, kind: Kind | None, strict: bool = False) -> ast.expr:
    """`strict`: a fraction is not made a whole number in silence."""
    if not kind or not kind.cast:
        return value
    word = STRICT_VALUE if strict and kind.cast == "VALUE" else kind.cast
    return ast.copy_location(call(word, value), value)


class CastReturns(Transformer):
    def __init__(self, kind: Kind | None, strict: bool) -> None:
        self.kind, self.strict = kind, strict

    def visit_Return(self, node: ast.Return) -> ast.Return:
        if node.value is not None:
            node.value = cast(node.value, self.kind, self.strict)
        return node


class PackYields(Transformer):
    """Actions in one word where they are given: Numba's generators give no None beside something else."""

    def visit_Yield(self, node: ast.Yield) -> ast.Yield:
        if node.value is not None:
            node.value = ast.copy_location(call("pack", node.value), node)
        return node
