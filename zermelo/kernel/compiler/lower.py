"""Rules and algorithm into one unit: functions of one module, without `self`, `game` or options.

`self.x` and `game.x` become names of the module, helpers and constants are followed
wherever they are reached, options become constants, `trace(...)` goes when nobody
traces.  The result is the same syntax tree for both worlds; `emit.py` writes it down
for the machine, `bind.py` runs it.  Which step is taken when, and why: `passes.py`.
"""

from __future__ import annotations

import ast
import builtins
import copy
import inspect
from collections.abc import Callable
from functools import cached_property
from typing import Any, cast

from zermelo.errors import CannotCompile
from zermelo.game import Game
from zermelo.kernel.compiler.any_length import AnyLength, lists_in, resized_in
from zermelo.kernel.compiler.calls import Calls
from zermelo.kernel.compiler.closures import (
    Lift,
    NameArguments,
    NameLambdas,
    has_functions,
    inner_functions,
    lifted,
)
from zermelo.kernel.compiler.declared import Declared, declared, meant
from zermelo.kernel.compiler.examples import objects_in
from zermelo.kernel.compiler.filled_elsewhere import fill_empty_lists
from zermelo.kernel.compiler.formats import Formats
from zermelo.kernel.compiler.idioms import Idioms
from zermelo.kernel.compiler.inline import Inlined, numbered
from zermelo.kernel.compiler.letters_only import with_letters_only
from zermelo.kernel.compiler.lookups import displays_in
from zermelo.kernel.compiler.matching import ChooseCases
from zermelo.kernel.compiler.passes import AFTER_LIFTING, OF_A_FUNCTION, OF_A_UNIT, TO_BE_INLINED, Pass
from zermelo.kernel.compiler.pieces import Renamed, flatten, free_names, is_call, located, names_in, unused
from zermelo.kernel.compiler.plain_calls import called_plainly
from zermelo.kernel.compiler.recursion import count_levels
from zermelo.kernel.compiler.refusals import RESERVED, WORDS, left_overs
from zermelo.kernel.compiler.sets import KnownSets, Sets, has_sets, holds_sets
from zermelo.kernel.compiler.source import source_of
from zermelo.kernel.compiler.sources import SplitAssignments
from zermelo.kernel.compiler.syntax import (
    ChooseOptions,
    GuardWhile,
    PlainAssignments,
    constants_of,
    fold,
    is_owner,
    local_names,
    loops_in,
    stored_names,
    strip_docstring,
    yield_lists,
)
from zermelo.kernel.compiler.unit import Function, Unit
from zermelo.kernel.compiler.walrus import hoist, refuse_leaks
from zermelo.kernel.compiler.witnesses import Witnesses
from zermelo.kernel.options import Options
from zermelo.kernel.primitives import PRIMITIVES
from zermelo.kernel.rules import HELPER, Rule, contract_of
from zermelo.kernel.structs import fields_of, is_struct
from zermelo.kernel.walking import placed, walk

KEPT_DECORATORS = ("staticmethod", "classmethod", "cache", "lru_cache", "override")
"""Decorators that change nothing about what a rule answers, by the names they were defined under."""
PROPERTIES = ("property", "cached_property")
"""What methods of a state may be besides."""


class Lowering:
    """Builds a `Unit`: follows what the algorithm reaches in the game."""

    def __init__(self, game: Any, options: Options, traced: bool, *, opaque: bool = False) -> None:
        """`opaque`: the rules are called as they are, for games that cannot be lowered."""
        self.game, self.options, self.traced, self.opaque = game, options, traced, opaque
        self.unit = Unit("")
        self.known: dict[Any, str] = {}
        self.kept: list[Any] = []  # whose ids are keys of `known`
        self.scopes: list[set[str]] = []  # local names of the functions that are being lowered
        self.read = Witnesses()
        """All that was read from outside the text."""
        self.sets = KnownSets()
        self.called: dict[str, str] = {}
        """The rules that are called as they are, by their names in the unit."""

    @cached_property
    def has_sets(self) -> bool:
        """Are there sets in the states?"""
        return holds_sets(self.game.initial())

    def lower(self, algorithm: Callable[..., Any]) -> Unit:
        self.unit.entry = self.function(algorithm, rule=False)
        for step in OF_A_UNIT:
            getattr(self, step.name)()
        return self.unit

    def yield_lists(self) -> None:
        """Where a list is only ever looped over, no list is made for each node."""
        functions = self.unit.functions
        looped = {id(part.iter) for function in functions.values() for part in loops_in(function.tree)}
        uses = {unique: set[bool]() for unique, function in functions.items() if function.rule}
        for function in functions.values():
            for part in walk(function.tree):
                if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in uses:
                    uses[part.func.id].add(id(part) in looped)
        for unique, seen in uses.items():
            if False not in seen:
                yield_lists(functions[unique].tree)

    # -- what is reached -------------------------------------------------------------------

    def register(self, key: Any, wanted: str, keep: Any = None) -> tuple[str, bool]:
        """The unit's name for a thing, and whether it is new."""
        if key in self.known:
            return self.known[key], False
        taken = set(self.known.values()).union(RESERVED, dir(builtins), *self.scopes)
        unique, suffix = wanted, 2
        while unique in taken:
            unique, suffix = f"{wanted}_{suffix}", suffix + 1
        self.known[key] = unique
        self.kept.append(keep)
        return unique, True

    def rule(self, rule: str) -> str:
        """The name of a method of the game, lowered on first use."""
        if self.opaque:
            unique = self.imported(called_plainly(self.game, rule), f"game_{rule}", key=rule)
            self.called[unique] = rule
            return unique
        member = inspect.getattr_static(type(self.game), rule, None)
        self.read.note(lambda game: inspect.getattr_static(type(game), rule, None), member, "rule", rule)
        if member is None:
            member = inspect.getattr_static(Game, rule)
        static = isinstance(member, staticmethod)
        while not inspect.isfunction(member) and hasattr(member, "__wrapped__"):
            member = member.__wrapped__
        if not inspect.isfunction(member):
            raise CannotCompile(f"`{rule}`, a {type(member).__name__}", "write it as a plain method")
        method = "" if static else "self"
        return self.function(member, rule=True, method=method, contract=rule)

    def function(
        self,
        function: Any,
        *,
        rule: bool,
        method: str = "",
        contract: str = "",
        of: type | None = None,
        keeper: Any = None,
    ) -> str:
        """The name of a function, lowered on first use; `contract` is the rule of the game that it is.

        `of` is the class whose method it is, if that is no rule but a state's or an action's; `keeper` is the
        object whose method it is, if that is something of the game's.
        """
        wanted = f"game_{contract}" if contract else function.__name__
        wanted = f"{of.__name__}_{wanted}" if of else wanted
        unique, new = self.register(("function", id(function), id(keeper)), wanted, (function, keeper))
        if new:
            known = contract_of(contract, self.options.players)
            lowering = FunctionLowering(self, function, unique, rule, method, known)
            lowering.of, lowering.keeper = of, keeper
            self.unit.functions[unique] = lowering.lowered()
            lowering.run(OF_A_FUNCTION)
        return unique

    def constant(self, key: Any, wanted: str, value: Any) -> str:
        unique, new = self.register(("constant", *key), wanted)
        if new:
            self.unit.constants[unique] = value
        return unique

    def array(self, value: Any, wanted: str) -> str:
        unique, new = self.register(("array", id(value)), f"array_{wanted}", value)
        if new:
            self.unit.arrays[unique] = value
        return unique

    def struct(self, kind: type) -> str:
        unique, new = self.register(("struct", id(kind)), kind.__name__, kind)
        if new:
            self.unit.structs[unique] = kind
        return unique

    def imported(self, value: Any, wanted: str, key: Any = None) -> str:
        unique, new = self.register(("import", key or id(value)), wanted, value)
        if new:
            self.unit.imports[unique] = value
        return unique

    def fill_empty_lists(self) -> None:
        """What is put into a list elsewhere says of what kind it is."""
        fill_empty_lists(self.unit.functions)

    def count_levels(self) -> None:
        """Compiled recursion without an end kills the process: how deep it goes is counted."""
        count_levels(self.unit.functions)


class FunctionLowering(Calls):
    """Lowers one function, rule or algorithm, and asks for what it reaches; `tree` is its text so far."""

    def __init__(
        self, lowering: Lowering, function: Any, unique: str, rule: bool, method: str, contract: Rule
    ) -> None:
        self.lowering, self.function, self.unique, self.rule = lowering, function, unique, rule
        self.tree, self.file = source_of(function)
        self.contract, self.declared = contract, Declared() if rule else declared(function, self.tree)
        parameters = [argument.arg for argument in self.tree.args.args]
        self.owner = parameters[0] if method and parameters else self.declared.game
        self.of = self.keeper = None
        self.calls: set[str] = set()
        self.helpers: list[ast.FunctionDef] = []
        """The functions that its idioms became."""
        self.hidden: set[str] = set()
        """Local names by which a generator that is inlined means something else."""
        self.local = local_names(self.tree) - {self.owner}
        self.displays = displays_in(self.tree) if rule else {}
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
        self.closure = dict(cells)

    def run(self, passes: tuple[Pass, ...]) -> None:
        try:
            for step in passes:
                if step.concerns(self.rule):
                    getattr(self, step.name)()
        except CannotCompile as refusal:
            if ", line " in refusal.place:
                raise
            place = f"{self.file}, {refusal.place or f'line {self.tree.lineno}'}"
            raise refusal.at(place) from None

    def lowered(self) -> Function:
        """What stands in the unit for it, from before the first pass: it may call itself."""
        return Function(self.tree, self.file, self.rule, self.calls, self.contract, self.declared)

    # -- the passes, in their order ----------------------------------------------------------

    def check_signature(self) -> None:
        arguments = self.tree.args
        if self.rule and self.contract is HELPER:  # calls are written with all arguments, in this order
            arguments.args += [*filter(None, [arguments.vararg]), *arguments.kwonlyargs]
            arguments.vararg = None
            arguments.defaults = [*arguments.defaults, *filter(None, arguments.kw_defaults)]
            arguments.kwonlyargs, arguments.kw_defaults = [], []
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
            raise CannotCompile("*arguments in a rule", "name every parameter", f"line {self.tree.lineno}")
        for decorator in self.tree.decorator_list:
            applied = decorator.func if isinstance(decorator, ast.Call) else decorator
            kept = (*KEPT_DECORATORS, *PROPERTIES) if self.of else KEPT_DECORATORS
            if getattr(meant(applied, self.function), "__name__", "") not in kept:
                text = ast.unparse(applied)
                raise CannotCompile(f"the decorator @{text}", "leave it out", f"line {decorator.lineno}")
        defaults = arguments.defaults
        if defaults and (not self.rule or self.contract is not HELPER):
            parameters = [argument.arg for argument in arguments.args][-len(defaults) :]
            raise CannotCompile(
                f"the default value of `{parameters[0]}`", "pass it in every call", f"line {self.tree.lineno}"
            )

    def strip(self) -> None:
        tree = self.tree
        tree.args.args = [argument for argument in tree.args.args if argument.arg != self.owner]
        self.annotated = [meant(argument.annotation, self.function) for argument in tree.args.args]
        tree.args.defaults = []
        if self.rule:
            for argument in tree.args.args:
                argument.annotation = None
            tree.returns = None
            PlainAssignments().visit(tree)
        tree.name, tree.decorator_list, tree.body = self.unique, [], strip_docstring(tree.body)

    def keep_apart(self) -> None:
        """Local names that the unit needs for something else (`width = self.width`) get an underscore."""
        attributes = {part.attr for part in walk(self.tree) if isinstance(part, ast.Attribute)}
        self.rename(self.local & (WORDS | set(PRIMITIVES) | attributes | set(self.lowering.known.values())))

    def hoist_walrus(self) -> None:
        refuse_leaks(self.tree)
        self.tree.body = hoist(self.tree.body)
        self.local |= local_names(self.tree) - {self.owner}

    def choose_cases(self) -> None:
        choose = ChooseCases(names_in(self.tree))
        self.tree.body = flatten([choose.visit(part) for part in self.tree.body])
        self.local |= choose.made

    def read_formats(self) -> None:
        Formats().visit(self.tree)

    def choose_options(self) -> None:
        choose = ChooseOptions(self)
        self.tree.body = fold([choose.visit(part) for part in self.tree.body])

    def follow_names(self) -> None:
        if self.rule:
            self.lowering.scopes.append(self.local)
        self.tree.body = flatten([self.visit(part) for part in self.tree.body]) or [ast.Pass()]
        if self.rule:
            self.lowering.scopes.pop()
        self.rename(self.hidden)
        Renamed({f"{hidden} of the unit": hidden for hidden in self.hidden}).visit(self.tree)

    def name_lambdas(self) -> None:
        if has_functions(self.tree):
            NameLambdas().visit(self.tree)
            inner = (part for part in walk(self.tree) if isinstance(part, ast.FunctionDef))
            self.local |= {part.name for part in inner if part is not self.tree}

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """A function inside a rule, whose names are followed like those around it."""
        if not self.rule:
            return super().visit_FunctionDef(node)
        node.body = flatten([self.visit(part) for part in node.body]) or [ast.Pass()]
        return node

    def lift_functions(self) -> None:
        """Functions inside a rule stand beside it from here on."""
        if not has_functions(self.tree):
            return
        found = inner_functions(self.tree, self.unique, self.local)
        lift = Lift(found)
        trees = [lifted(inner, found) for inner in found.values()]
        self.tree.body = flatten([lift.visit(part) for part in self.tree.body])
        given = NameArguments(self.unique, self.local, self.lowering.unit.functions)
        given.visit(self.tree)
        for tree in (*trees, *given.found):
            beside = copy.copy(self)
            beside.tree, beside.unique, beside.helpers = tree, tree.name, []
            beside.local, beside.calls, beside.contract = local_names(tree), set(self.calls), HELPER
            beside.classes = self.classes
            self.lowering.unit.functions[tree.name] = beside.lowered()
            beside.run(OF_A_FUNCTION[OF_A_FUNCTION.index(AFTER_LIFTING) :])
        self.calls |= {tree.name for tree in (*trees, *given.found)}

    def split_statements(self) -> None:
        SplitAssignments(names_in(self.tree) | self.local).visit(self.tree)
        self.local |= local_names(self.tree) - {self.owner}

    def read_sets(self) -> None:
        known, names = self.lowering.sets, names_in(self.tree)
        frozen = self.rule and (self.lowering.has_sets or not names.isdisjoint({"frozenset", *known.giving}))
        if frozen or has_sets(self.tree) or names & known.all():
            sets = Sets(self.tree, known, self.contract.gives == "actions", frozen)
            known.learn(self.unique, sets.gives_set(self.tree), frozen and sets.passes_on(self.tree))
            self.tree.body = flatten([sets.visit(part) for part in self.tree.body])

    def rewrite_idioms(self) -> None:
        tree, taken = self.tree, names_in(ast.Module(self.tree.body, []))
        if self.rule:
            with_letters_only(tree, taken)
        held, structs = self.structs_held(), cast("dict[str, Any]", self.lowering.unit.structs)
        fields = {unique: fields_of(kind) for unique, kind in structs.items()}
        known = (self.constant_value, fields, held)
        resized, parameters = resized_in(tree), {argument.arg for argument in tree.args.args}
        lists = resized, lists_in(tree) - parameters
        idioms = Idioms(self.unique, self.local, *known, taken, lists)
        tree.body = flatten([idioms.visit(part) for part in tree.body])
        self.helpers = idioms.helpers
        if self.rule:
            for each in (tree, *self.helpers):
                AnyLength(self.constant_value, resized).visit(each)
        for helper in self.helpers:
            calls, run = set(self.calls), Declared(run=self.declared.run)
            function = Function(helper, self.file, self.rule, calls, made=True, declared=run)
            self.lowering.unit.functions[helper.name] = function
            self.calls.add(helper.name)

    def drop_closed_branches(self) -> None:
        self.tree.body = fold(self.tree.body) or [ast.Pass()]
        placed(self.tree)

    def guard_loops(self) -> None:
        """A `while` that never ends is noticed."""
        for function in (self.tree, *self.helpers):
            guarded = GuardWhile(names_in(function))
            function.body = flatten([guarded.visit(part) for part in function.body])
            placed(function)

    def refuse_leftovers(self) -> None:
        trees = self.tree, *self.helpers
        for left in (left for tree in trees for left in left_overs(tree, self.lowering.unit.constants)):
            self._refuse(*left)
        for part in (part for tree in trees for part in walk(tree)):
            if self.rule and isinstance(part, ast.Name) and part.id == self.owner:
                self._refuse(
                    part, f"`{self.owner}` as a value", "name the attribute or the rule that is meant"
                )

    # -- loops over generators ---------------------------------------------------------------

    def visit_For(self, node: ast.For) -> Any:
        """`for action in children(...)`: the text of `children` around that of the loop."""
        if self.rule:
            node.iter = self.members(node.iter)
        elif is_call(node.iter, "enumerate") and any(map(self.generator, node.iter.args)):  # type: ignore[attr-defined]
            self.local.add(counter := self.fresh("turn"))
            start, loop = numbered(node, counter)
            return [self.visit(start), *flatten([self.visit(loop)])]
        generator = None if self.rule else self.generator(node.iter)
        if generator is None:
            return self.generic_visit(node)
        inner, call = self.entered(generator), cast("ast.Call", node.iter)
        self.take_keywords(call, generator)
        given = [self.visit(argument) for argument in call.args if not is_owner(argument, self.owner)]
        node.target = self.visit(node.target)
        node.body = flatten([self.visit(part) for part in node.body])
        before = self.meet(inner, node, given)
        returned = self.fresh("returned")
        around = Inlined(node, inner.unique, returned).around(located(inner.tree.body, node))
        self.local |= {returned} & names_in(ast.Module(around, []))
        return [*before, *around]

    def generator(self, source: ast.expr) -> Any:
        """The generator of the algorithms that a loop is over, if it is one; a rule is called as it is."""
        if not isinstance(source, ast.Call) or is_owner(getattr(source.func, "value", source), self.owner):
            return None
        function = self.static(source.func)[1]
        return function if inspect.isgeneratorfunction(function) else None

    def entered(self, generator: Any) -> FunctionLowering:
        """The generator's own text, lowered; what it reaches is not hidden by local names."""
        inner = GeneratorLowering(self.lowering, generator, generator.__name__, False, "", HELPER)
        self.lowering.scopes.append(self.local)
        inner.run(TO_BE_INLINED)
        self.lowering.scopes.pop()
        self.calls |= inner.calls
        hidden = self.local & (free_names(ast.Module(inner.tree.body, [])) - inner.local)
        Renamed({each: f"{each} of the unit" for each in hidden}).visit(inner.tree)
        self.hidden |= hidden
        return inner

    def meet(self, inner: FunctionLowering, loop: ast.For, given: list[ast.expr]) -> list[ast.stmt]:
        """The generator's names as they are called here, and the assignments that this takes."""
        parameters = [argument.arg for argument in inner.tree.args.args]
        if len(parameters) != len(given):
            self._refuse(loop, f"this call of {inner.unique}()", "give every argument")
        changed = stored_names(loop) | stored_names(inner.tree)
        names, before = dict[str, str](), list[ast.stmt]()
        for parameter, value in zip(parameters, given, strict=True):
            if isinstance(value, ast.Name) and not {parameter, value.id} & changed:
                names[parameter] = value.id
            else:
                names[parameter] = self.fresh(parameter)
                self.local.add(names[parameter])
                before.append(ast.Assign([ast.Name(names[parameter], ast.Store())], value))
        for variable in sorted(inner.local - set(parameters)):
            names[variable] = self.fresh(variable)
            self.local.add(names[variable])
        Renamed(names).visit(inner.tree)
        return located(before, loop)

    def fresh(self, wanted: str) -> str:
        """A name for a variable that is not in use here."""
        return unused(wanted, self.local | names_in(self.tree) | set(self.lowering.known.values()))

    # -- facts -----------------------------------------------------------------------------

    def structs_held(self) -> dict[str, str]:
        """The variables that hold a named tuple, as far as that is known, and which one."""
        if not any(isinstance(part, ast.Attribute) and part.attr == "_replace" for part in walk(self.tree)):
            return {}
        for kind in objects_in(self.lowering.game.initial()):
            self.lowering.struct(kind)
        shown = {variable: type(value) for variable, value in self.examples.items()}
        known = {**shown, **self.classes}
        return {variable: self.lowering.struct(kind) for variable, kind in known.items() if is_struct(kind)}

    def constant_value(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self.lowering.unit.constants.get(node.id)
        if is_call(node, "len") and isinstance(node.args[0], ast.Name):  # type: ignore[attr-defined]
            found = self.constant_value(node.args[0])  # type: ignore[attr-defined]
            return len(found) if isinstance(found, tuple | list) else None
        if isinstance(node, ast.BinOp):
            left, right = self.constant_value(node.left), self.constant_value(node.right)
            if isinstance(left, int) and isinstance(right, int):
                whole = ast.Expression(ast.BinOp(*constants_of(node, left, right)))
                return eval(compile(placed(whole), "", "eval"))
        return None


class GeneratorLowering(FunctionLowering):
    """Lowers a generator that will be inlined: it may say what is to be done on every way out."""

    def visit_Try(self, node: ast.Try) -> Any:
        if node.handlers or node.orelse:
            self._refuse(node, "`except` in a generator", "write `try` and `finally` alone")
        return self.generic_visit(node)
