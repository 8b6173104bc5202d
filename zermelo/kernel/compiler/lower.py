"""Rules and algorithm into one unit: functions of one module, without `self`, `game` or options.

`self.x` and `game.x` become names of the module, helpers and constants are followed
wherever they are reached, options become constants, `trace(...)` goes when nobody
traces.  The result is the same syntax tree for both worlds; `emit.py` writes it down
for the machine, `bind.py` runs it.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType
from typing import Any

from zermelo.algorithms import order as ordering
from zermelo.errors import CannotCompile
from zermelo.game import Game
from zermelo.kernel.compiler.idioms import Idioms, Renamed, is_call, name, names_in, resized_in, statements
from zermelo.kernel.compiler.names import Names, Reader
from zermelo.kernel.compiler.refusals import REFUSED_BUILTINS, RESERVED, WORDS
from zermelo.kernel.compiler.shape import is_struct
from zermelo.kernel.compiler.syntax import (
    ChooseOptions,
    GuardWhile,
    call_text,
    constants_of,
    flatten,
    fold,
    hoist,
    is_enum,
    is_owner,
    local_names,
    located,
    loops_in,
    strip_docstring,
    unwrapped,
    yield_lists,
)
from zermelo.kernel.options import Options
from zermelo.kernel.primitives import PRIMITIVES, value_of_loss, value_of_win

KEPT_DECORATORS = (
    "staticmethod",
    "cache",
    "lru_cache",
    "functools.cache",
    "functools.lru_cache",
    "override",
    "typing.override",
)


@dataclass
class Function:
    """One lowered function: its tree with the line numbers of the file it came from."""

    tree: ast.FunctionDef
    file: str
    rule: bool
    calls: set[str] = field(default_factory=set)


@dataclass
class Unit:
    """Everything that one search needs, by the names that its text uses."""

    entry: str
    functions: dict[str, Function] = field(default_factory=dict)
    constants: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, Any] = field(default_factory=dict)
    structs: dict[str, type] = field(default_factory=dict)
    imports: dict[str, Any] = field(default_factory=dict)


def source_of(function: Callable[..., Any]) -> tuple[ast.FunctionDef, str]:
    """The syntax tree of a function, numbered as in its file."""
    try:
        lines, first = inspect.getsourcelines(function.__code__)  # its own: no decorator is looked through
        file = inspect.getsourcefile(function.__code__) or "?"
        tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        code = function.__code__
        advice, place = "its source cannot be read: keep the rules in a file", code.co_filename
        raise CannotCompile(f"{code.co_name}()", advice, f"{place}, line {code.co_firstlineno}") from None
    if not is_source_of(tree, function.__code__):
        advice = "its file was changed after it was imported: import it again"
        raise CannotCompile(f"{function.__name__}()", advice, f"{file}, line {first}")
    if not isinstance(tree, ast.FunctionDef):
        raise CannotCompile("a lambda or coroutine as a rule", "write it with def", f"{file}, line {first}")
    ast.increment_lineno(tree, first - 1)
    return tree, file


def plainly(rule: str, bound: Callable[..., Any]) -> Callable[..., Any]:
    """A rule that is called as it is, with what a search counts in: Python's numbers, proved values."""
    if rule == "bounds":
        return lambda state: tuple(map(counted, bound(state)))
    if rule in ("utility", "evaluate"):
        return lambda state: counted(bound(state))
    return bound


def counted(value: Any) -> Any:
    """A number of NumPy's as Python's, a proved score as the value that a search gives it."""
    if hasattr(value, "winner"):
        if value.winner is None or value.plies is None:
            return 0 if value.winner is None else 1 if value.value > 0 else -1
        return value_of_win(value.plies) if value.value > 0 else value_of_loss(value.plies)
    return value.item() if hasattr(value, "item") else value


def is_source_of(tree: ast.stmt, code: CodeType) -> bool:
    """Is this the text that the function was made of?  A file may be edited while it is in use."""
    if any(isinstance(part, ast.Assert) for part in ast.walk(tree)):  # which pytest rewrites
        return isinstance(tree, ast.FunctionDef) and tree.name == code.co_name
    known = codes_in("".join(linecache.getlines(code.co_filename)), code.co_filename)
    return known is None or marks_of(code) in known


@lru_cache(maxsize=16)
def codes_in(text: str, file: str) -> frozenset[Any] | None:
    """The marks of all functions of a file; None: it is not plain Python (a cell of a notebook)."""
    try:
        found, left = set[Any](), [compile(text, file, "exec", dont_inherit=True)]
    except (SyntaxError, ValueError):
        return None
    while left:
        code = left.pop()
        found.add(marks_of(code))
        left += [part for part in code.co_consts if isinstance(part, CodeType)]
    return frozenset(found)


def marks_of(code: CodeType) -> tuple[Any, ...]:
    """Where a function is and what it does: its instructions, names and constants, and those inside it."""
    inner = (marks_of(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts)
    return code.co_name, code.co_firstlineno, code.co_code, code.co_names, code.co_varnames, *inner


class Lowering:
    """Builds a `Unit`: follows what the algorithm reaches in the game."""

    def __init__(self, game: Any, options: Options, traced: bool, *, opaque: bool = False) -> None:
        """`opaque`: the rules are called as they are, for games that cannot be lowered."""
        self.game, self.options, self.traced, self.opaque = game, options, traced, opaque
        self.unit = Unit("")
        self.known: dict[Any, str] = {}
        self.kept: list[Any] = []  # whose ids are keys of `known`
        self.scopes: list[set[str]] = []  # local names of the functions that are being lowered
        self.read: list[tuple[Reader, Any]] = []
        """How to read again all that was read from outside the text, and what it was."""

    def lower(self, algorithm: Callable[..., Any]) -> Unit:
        self.unit.entry = self.function(algorithm, rule=False)
        self._refuse_recursive_rules()
        self._yield_lists()
        return self.unit

    def _yield_lists(self) -> None:
        """Where a list is only ever looped over, no list is made for each node."""
        functions = self.unit.functions
        looped = {id(part.iter) for function in functions.values() for part in loops_in(function.tree)}
        uses = {unique: set[bool]() for unique, function in functions.items() if function.rule}
        for function in functions.values():
            for part in ast.walk(function.tree):
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
            bound = getattr(self.game, rule, None) or getattr(Game, rule).__get__(self.game)
            return self.imported(plainly(rule, bound), f"game_{rule}", key=rule)
        member = inspect.getattr_static(type(self.game), rule, None)
        if member is None:
            member = inspect.getattr_static(Game, rule)
        self.read.append((lambda game: inspect.getattr_static(type(game), rule, None), member))
        static = isinstance(member, staticmethod)
        while not inspect.isfunction(member) and hasattr(member, "__wrapped__"):
            member = member.__wrapped__
        if not inspect.isfunction(member):
            raise CannotCompile(f"`{rule}`, a {type(member).__name__}", "write it as a plain method")
        return self.function(member, rule=True, method="" if static else "self", wanted=f"game_{rule}")

    def function(self, function: Any, *, rule: bool, method: str = "", wanted: str = "") -> str:
        unique, new = self.register(("function", id(function)), wanted or function.__name__, function)
        if new:
            FunctionLowering(self, function, unique, rule, method).run()
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

    def _refuse_recursive_rules(self) -> None:
        """Compiled recursion without an end kills the process; rules have loops instead."""
        done: set[str] = set()

        def visit(called: str, path: tuple[str, ...]) -> None:
            function = self.unit.functions.get(called)
            if function is None or not function.rule or called in done:
                return
            if called in path:
                raise CannotCompile(
                    f"{called.removeprefix('game_')}(), which calls itself,",
                    "write a loop (with a tuple or an integer as the stack)",
                    f"{function.file}, line {function.tree.lineno}",
                )
            for callee in sorted(function.calls):
                visit(callee, (*path, called))
            done.add(called)

        for called in list(self.unit.functions):
            visit(called, ())


class FunctionLowering(Names):
    """Lowers one function, rule or algorithm, and asks for what it reaches."""

    def __init__(self, lowering: Lowering, function: Any, unique: str, rule: bool, method: str) -> None:
        self.lowering, self.function, self.unique, self.rule = lowering, function, unique, rule
        self.tree, self.file = source_of(function)
        parameters = [argument.arg for argument in self.tree.args.args]
        self.owner = parameters[0] if method and parameters else ("game" if not rule else "")
        self.calls: set[str] = set()
        self.local = local_names(self.tree) - {self.owner}
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
        self.closure = dict(cells)

    def run(self) -> None:
        try:
            self._run()
        except CannotCompile as refusal:
            if ", line " in refusal.place:
                raise
            place = f"{self.file}, {refusal.place or f'line {self.tree.lineno}'}"
            raise refusal.at(place) from None

    def _run(self) -> None:
        tree, unit = self.tree, self.lowering.unit
        self._check_signature()
        unit.functions[self.unique] = Function(tree, self.file, self.rule, self.calls)
        tree.args.args = [argument for argument in tree.args.args if argument.arg != self.owner]
        tree.args.defaults = []
        if self.rule:
            for argument in tree.args.args:
                argument.annotation = None
            tree.returns = None
        tree.name, tree.decorator_list = self.unique, []
        if self.rule:
            self.keep_apart()
            self.lowering.scopes.append(self.local)
        body = hoist(strip_docstring(tree.body))
        if not self.rule:
            choose = ChooseOptions(self.lowering)
            body = fold([choose.visit(part) for part in body])
        tree.body = flatten([self.visit(part) for part in body]) or [ast.Pass()]
        if self.rule:
            self.lowering.scopes.pop()
        taken = names_in(ast.Module(tree.body, []))
        idioms = Idioms(
            self.unique, self.local, self.constant_value, self.struct_fields(), taken, resized_in(tree)
        )
        tree.body = flatten([idioms.visit(part) for part in tree.body])
        tree.body = fold(tree.body) or [ast.Pass()]
        for helper in idioms.helpers:
            self.calls.add(helper.name)
            unit.functions[helper.name] = Function(helper, self.file, self.rule, self.calls - {helper.name})
        if self.rule:
            self.guard_loops()
        ast.fix_missing_locations(tree)
        self.refuse_leftovers()

    def keep_apart(self) -> None:
        """Local names that the unit needs for something else (`width = self.width`) get an underscore."""
        attributes = {part.attr for part in ast.walk(self.tree) if isinstance(part, ast.Attribute)}
        clashing = self.local & (WORDS | set(PRIMITIVES) | attributes | set(self.lowering.known.values()))
        names = {}
        for clash in sorted(clashing):
            names[clash] = f"{clash}_"
            while names[clash] in self.local or names[clash] in self.function.__globals__:
                names[clash] += "_"
            self.local = self.local - {clash} | {names[clash]}
        Renamed(names).visit(self.tree)

    def _check_signature(self) -> None:
        arguments = self.tree.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
            raise CannotCompile("*arguments in a rule", "name every parameter", f"line {self.tree.lineno}")
        for decorator in self.tree.decorator_list:
            text = ast.unparse(decorator).split("(")[0]
            if text not in KEPT_DECORATORS:
                raise CannotCompile(f"the decorator @{text}", "leave it out", f"line {decorator.lineno}")
        defaults = arguments.defaults
        if defaults:
            parameters = [argument.arg for argument in arguments.args][-len(defaults) :]
            raise CannotCompile(
                f"the default value of `{parameters[0]}`", "pass it in every call", f"line {self.tree.lineno}"
            )

    # -- calls and statements --------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if is_call(node, "super"):
            raise CannotCompile("super()", REFUSED_BUILTINS["super"], f"line {node.lineno}")
        if not self.rule:
            node.args = [argument for argument in node.args if not is_owner(argument, self.owner)]
        function = self.static_function(node.func) if self.rule else None
        if function is not None:
            self.take_keywords(node, function)
        if function is not None and node.args and is_owner(node.args[0], self.owner):
            unique = self.lowering.function(function, rule=True, method="self")
            arguments = [self.visit(argument) for argument in node.args[1:]]
            return ast.copy_location(ast.Call(self.point_to(node.func, unique), arguments, []), node)
        if is_enum(self.static(node.func)[1]) and len(node.args) == 1:
            node.func = ast.copy_location(name("int"), node.func)
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.lowering.unit.structs:
            return self.by_position(node, self.lowering.unit.structs[node.func.id])
        return node

    def static_function(self, node: ast.expr) -> Any:
        """The Python function that is called, if it is one of the user's."""
        value = unwrapped(self.static(node)[1])
        value = value.__func__ if inspect.ismethod(value) else value
        return value if inspect.isfunction(value) and value not in PRIMITIVES.values() else None

    def take_keywords(self, node: ast.Call, function: Any) -> None:
        """`helper(state, cell=3)` with its arguments in the order of the parameters."""
        if not node.keywords:
            return
        parameters = list(inspect.signature(function).parameters)
        if (
            isinstance(node.func, ast.Attribute)
            and is_owner(node.func.value, self.owner)
            and parameters[:1] == ["self"]
        ):
            parameters = parameters[1:]
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        wanted = parameters[len(node.args) : len(node.args) + len(given)]
        if set(wanted) != set(given):
            raise CannotCompile(
                f"this call of {function.__name__}()", "give every argument", f"line {node.lineno}"
            )
        node.args, node.keywords = [*node.args, *(given[parameter] for parameter in wanted)], []

    def by_position(self, node: ast.Call, kind: Any) -> ast.Call:
        """`State(turn=1, heaps=h)` with its arguments in the order of the fields."""
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            return node
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        for missing in kind._fields[len(node.args) :]:
            if missing in given:
                node.args.append(given.pop(missing))
            elif missing in kind._field_defaults:
                node.args.append(ast.copy_location(ast.Constant(kind._field_defaults[missing]), node))
            else:
                raise CannotCompile(
                    f"{kind.__name__}(...) without `{missing}`", "give every field", f"line {node.lineno}"
                )
        if given:
            raise CannotCompile(
                f"{kind.__name__}(...) with {sorted(map(str, given))}", "no such field", f"line {node.lineno}"
            )
        node.keywords = []
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | None:
        if not self.rule and is_call(node.value, "trace") and not self.lowering.traced:
            return None
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_For(self, node: ast.For) -> Any:
        """`for action in children(...)`: over the actions themselves, or over the arranged ones."""
        if self.rule or not is_call(node.iter, "children"):
            return self.generic_visit(node)
        options = self.lowering.options
        _, state, ply, run = node.iter.args  # type: ignore[attr-defined]
        if options.order == "natural" and not options.guided:
            node.iter = ast.copy_location(
                ast.Call(ast.Attribute(name("game"), "actions", ast.Load()), [state], []), node
            )
            return self.generic_visit(node)
        arrange = self.point_to(node.iter, self.lowering.function(ordering.arrange, rule=False))
        before = statements("bottom = run.top")
        before.append(ast.Expr(ast.Call(arrange, [state, ply, run], [])))
        self.local |= {"bottom", "child_index"}
        taken = statements("child_index = 0\naction = run.arena[child_index]")[1:]
        node.target, node.iter = ast.Name("child_index", ast.Store()), call_text("range(bottom, run.top)")
        node.body = [*taken, *node.body]
        self.generic_visit(node)
        return [*located(before, node), node, *located(statements("run.top = bottom"), node)]

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """`table[i, j]` of a NumPy array is `table[i][j]`."""
        array = type(self.static(node.value)[1]).__name__ == "ndarray"
        if array and any(isinstance(part, ast.Slice) for part in ast.walk(node.slice)):
            self._refuse(node, "a slice of a NumPy array", "loop over its numbers")
        if array and isinstance(node.slice, ast.Tuple):
            for index in node.slice.elts[:-1]:
                node.value = ast.copy_location(ast.Subscript(node.value, index, ast.Load()), node)
            node.slice = node.slice.elts[-1]
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.refuse_arrays(node, node.left, node.right)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.refuse_arrays(node, node.operand)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        if not any(isinstance(sign, ast.In | ast.NotIn) for sign in node.ops):
            self.refuse_arrays(node, node.left, *node.comparators)
        return self.generic_visit(node)  # type: ignore[return-value]

    def refuse_arrays(self, node: ast.expr, *operands: ast.expr) -> None:
        """A unit has lists and tables for NumPy arrays: `+` and `*` would mean something else."""
        for operand in operands if self.rule else ():
            axes, base = 0, operand
            while isinstance(base, ast.Subscript):
                axes += len(base.slice.elts) if isinstance(base.slice, ast.Tuple) else 1
                base = base.value
            value: Any = self.static(base)[1] if isinstance(base, ast.Name | ast.Attribute) else None
            if type(value).__name__ == "ndarray" and axes < value.ndim:
                self._refuse(node, "arithmetic on a whole NumPy array", "loop over its numbers")

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AugAssign:
        self.visit(node.target)
        node.value = self.visit(node.value)
        return node

    # -- facts -----------------------------------------------------------------------------

    def struct_fields(self) -> dict[str, tuple[str, ...]]:
        """The named tuples by their fields, the state first: whose `_replace` it is."""
        if any(isinstance(part, ast.Attribute) and part.attr == "_replace" for part in ast.walk(self.tree)):
            kind = type(self.lowering.game.initial())
            first = self.lowering.struct(kind) if is_struct(kind) else ""
            structs = self.lowering.unit.structs
            self.lowering.unit.structs = {
                unique: structs[unique] for unique in sorted(structs, key=first.__ne__)
            }
        return {unique: kind._fields for unique, kind in self.lowering.unit.structs.items()}  # type: ignore[attr-defined]

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
                return eval(compile(ast.Expression(ast.BinOp(*constants_of(node, left, right))), "", "eval"))
        return None

    def own_trees(self) -> list[ast.FunctionDef]:
        """The function and the helpers that its idioms became."""
        functions = self.lowering.unit.functions
        helpers = sorted(
            call for call in self.calls if call.startswith(f"{self.unique}_") and call in functions
        )
        return [self.tree, *(functions[call].tree for call in helpers)]

    def guard_loops(self) -> None:
        """A `while` that never ends is noticed."""
        for function in self.own_trees():
            guarded = GuardWhile(names_in(function))
            function.body = flatten([guarded.visit(part) for part in function.body])
            ast.fix_missing_locations(function)

    def refuse_leftovers(self) -> None:
        for part in (part for tree in self.own_trees() for part in ast.walk(tree)):
            if isinstance(part, ast.GeneratorExp):
                self._refuse(part, "a generator expression here", "write a loop")
            if isinstance(part, ast.NamedExpr):
                self._refuse(part, "`:=` here", "assign on a line of its own")
