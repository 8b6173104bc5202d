"""One abstract interpreter of Python's statements: run dry it infers types, run for real it writes LLVM's text.

It walks the text of one function and of everything that is written into it: generators around the body of
their loop, inner functions, comprehensions, and what the library (library.py) has for Python's own functions.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import re
import sys
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.environment import Binding, Environment, Head, Merge, Name
from zermelo.kernel.machine.expressions import Expressions
from zermelo.kernel.machine.failures import Failure, Refused, WrongKind
from zermelo.kernel.machine.handlers import Handler, handler_of, raise_statement, try_statement
from zermelo.kernel.machine.patterns import match_statement
from zermelo.kernel.machine.sources import Text, text_of_tree
from zermelo.kernel.machine.types import (
    EMPTY,
    NEVER,
    NOTHING,
    Const,
    Function,
    Loop,
    Type,
    Value,
    is_none,
    known,
)

if TYPE_CHECKING:
    from types import FunctionType

    from zermelo.kernel.machine.instances import Instance, Unit

DEEPEST = 12
"""So often a function of Python's own may be written into itself."""


class WalkAgain(Exception):
    """Raised while types are inferred where a function must be taken in another way than it was."""


LIBRARIES = re.compile(r"zermelo\.kernel\.machine\.\w*library")
"""The modules whose text no user has written."""
TURNS = 10_000_000
"""A `while` of the rules that turns this often is endless."""


def put_in_box(ev: Evaluator, box: Value, value: Value) -> None:
    from zermelo.kernel.machine import closures

    closures.put_in_box(ev, box, value)


def taken_from_box(ev: Evaluator, box: Value, word: str) -> Value:
    from zermelo.kernel.machine import closures

    return closures.taken_from_box(ev, box, word)


def make_boxes(ev: Evaluator, frame: Frame) -> None:
    from zermelo.kernel.machine import closures

    closures.make_boxes(ev, frame)


class Frame:
    """A function whose text is walked: its names, and what return and yield do there."""

    def __init__(
        self, path: int, text: Text, function: FunctionType | None, rule: bool, parent: Frame | None = None
    ) -> None:
        self.path, self.text, self.rule, self.parent = path, text, rule, parent
        self.function: FunctionType | None = function
        self.here: Any = None
        """The statement that is walked."""
        self.locals = text.stored if text is not None else set()
        self.on_return: Callable[[Value], None] | None = None
        self.on_yield: Callable[[Value], None] | None = None
        self.loops: list[tuple[Merge, Merge, int, int]] = []
        """Of each loop: where break and continue go, and how many final acts stand around each."""

    @property
    def owner(self) -> FunctionType:
        """The function in whose module names are looked up."""
        frame: Frame = self
        while frame.function is None:
            assert frame.parent is not None
            frame = frame.parent
        return frame.function


class Evaluator(Expressions):
    """Walks one instance of a function."""

    def __init__(self, unit: Unit, instance: Instance, dry: bool) -> None:
        super().__init__(dry)
        self.unit, self.instance = unit, instance
        self.cells = instance.cells
        self.wanted = instance.wanted
        self.env: Environment = {}
        self.slots: dict[Any, str] = {}
        self.flags: dict[Name, str] = {}
        self.path = 0
        self.finals: list[Callable[[], None]] = []
        self.handlers: list[Handler] = []
        self.raised = ""
        """Where the code of what the clause around this place has caught lies."""
        self.things: Any = None
        """The things that can be changed in a state that is being closed."""
        self.depth = 0
        """How many loops of run time stand around this place."""
        self.copies = 1
        """How many copies of this place were made of loops over constants."""
        self.inlined: list[Any] = []
        """The functions that are being written into one another."""
        self.frame: Frame = instance.frame_of(self)

    # -- what is known from walk to walk -----------------------------------------------------------

    def changed(self) -> None:
        self.instance.changed = True

    def site(self, node: Any, role: Any = "") -> int:
        """A number for a place of the text in this copy of it."""
        return self.instance.site(self.path, id(node), role)

    @contextmanager
    def inside(self, node: Any, role: Any = "") -> Any:
        """A copy of a text that is written in here."""
        before, self.path = self.path, self.site(node, role)
        try:
            yield self.path
        finally:
            self.path = before

    @contextmanager
    def within(self, frame: Frame, path: int | None = None) -> Any:
        """Text of another frame."""
        before = self.frame, self.path
        self.frame, self.path = frame, frame.path if path is None else path
        try:
            yield
        finally:
            self.frame, self.path = before

    def merge(self, node: Any, role: Any, hint: str) -> Merge:
        return Merge(self, self.site(node, role), hint)

    # -- variables -----------------------------------------------------------------------------------

    def slot(self, name: Name, type: Type) -> str:
        """The place of a variable in the frame while it is of such a type."""
        key = name, type.llvm, type.words if type.in_memory else 0
        if key not in self.slots:
            self.slots[key] = self.place(type.words) if type.in_memory else self.place(1, type.llvm)
        return self.slots[key]

    def flag(self, name: Name) -> str:
        """The place of the bit that says whether a variable has a value."""
        if name not in self.flags:
            self.flags[name] = self.place(1, "i1")
        return self.flags[name]

    def value_of(self, binding: Binding) -> Value:
        if binding.value is not None:
            return binding.value
        type = binding.type
        if type.in_memory:
            return Value(type, binding.slot, True)
        return Value(type, self.op(f"load {type.llvm}, ptr {binding.slot}, align 8"))

    def bind(self, name: Name, value: Value) -> None:
        """The name stands for this value from now on."""
        if self.dead:
            return
        value = self.settled(value)
        self.env[name] = Binding(value.type, value)

    def scope(self, word: str) -> Frame | None:
        """The frame in which a name is local; None where it is not."""
        frame: Frame | None = self.frame
        while frame is not None:
            if word in frame.locals:
                return frame
            frame = frame.parent
        return None

    def assign(self, word: str, value: Value) -> None:
        frame = self.scope(word)
        assert frame is not None, word
        self.assign_in(frame, word, value)

    def assign_in(self, frame: Frame, word: str, value: Value) -> None:
        """Assign to a variable of a frame."""
        name = frame.path, word
        if isinstance(value.type, Loop) and frame.rule:
            value.type.keep(self.depth)
        if (frame.text, word) in self.unit.boxed and name in self.env:
            put_in_box(self, self.value_of(self.env[name]), self.owned(value))
        else:
            self.bind(name, self.owned(value))

    def owned(self, value: Value) -> Value:
        """The value as a variable may keep it."""
        return value

    def loaded(self, kind: Type, address: str, moves: bool) -> Value:
        """The value at an address; `moves`: whether others may be written there later."""
        found = kind.load(self, address)
        found.moves = moves and kind.in_memory
        return found

    def read(self, word: str, node: ast.AST) -> Value:
        frame = self.scope(word)
        if frame is None:
            return self.outer(word, node)
        name = frame.path, word
        binding = self.env.get(name)
        if binding is None:
            if self.dead:
                return EMPTY
            if name not in self.wanted:
                self.wanted.add(name)
                self.changed()
            self.fail(self.unbound(word, frame))
            return EMPTY
        if binding.flag:
            there = self.op(f"load i1, ptr {binding.flag}")
            self.fail_if(self.op(f"xor i1 {there}, true"), self.unbound(word, frame))
        if (frame.text, word) in self.unit.boxed:
            return taken_from_box(self, self.value_of(binding), word)
        return self.value_of(binding)

    def unbound(self, word: str, frame: Frame | None = None) -> Failure:
        inner: Frame | None = self.frame
        while sys.version_info >= (3, 12) and inner is not frame and hasattr(inner, "comprehension"):
            inner = inner.parent if inner is not None else None
        if frame is not None and inner is not frame:
            said = f"cannot access free variable '{word}' where it is not associated with a value in enclosing scope"
            return self.unit.failures.of(NameError, said)
        said = f"cannot access local variable '{word}' where it is not associated with a value"
        return self.unit.failures.of(UnboundLocalError, said)

    def forget(self, path: int) -> None:
        """Drop the variables of a frame that is left."""
        for name in [name for name in self.env if name[0] == path]:
            del self.env[name]

    # -- statements ------------------------------------------------------------------------------------

    def statements(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if self.dead:
                return
            found = getattr(self, f"stmt_{type(statement).__name__}", None)
            if found is None:
                raise self.refused(statement, f"`{ast.unparse(statement).splitlines()[0]}`")
            frame = self.frame
            before, frame.here = frame.here, statement
            try:
                found(statement)
            except Refused as error:
                raise (
                    error if error.parameters.get("place") else self.refused(statement, *error.because)
                ) from None
            frame.here = before

    def stmt_Pass(self, node: ast.Pass) -> None:
        pass

    stmt_Nonlocal = stmt_Import = stmt_ImportFrom = stmt_Pass  # type: ignore[assignment]

    def stmt_Import(self, node: ast.Import) -> None:  # type: ignore[no-redef]
        for alias in node.names:
            module = __import__(alias.name, fromlist=["*"] if alias.asname else [])
            self.assign((alias.asname or alias.name).split(".")[0], known(module))

    def stmt_ImportFrom(self, node: ast.ImportFrom) -> None:  # type: ignore[no-redef]
        package = self.frame.owner.__globals__.get("__package__")
        module = __import__(
            node.module or "", {"__package__": package}, None, [a.name for a in node.names], node.level
        )
        for alias in node.names:
            self.assign(alias.asname or alias.name, known(getattr(module, alias.name)))

    def stmt_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        if isinstance(node.value, ast.Yield):
            assert self.frame.on_yield is not None
            self.frame.on_yield(self.expr(node.value.value) if node.value.value else NOTHING)
        elif isinstance(node.value, ast.YieldFrom):
            handler = self.frame.on_yield
            assert handler is not None
            self.each(self.expr(node.value.value), handler, node)
        else:
            self.expr(node.value)

    def stmt_Assign(self, node: ast.Assign) -> None:
        value = self.expr(node.value)
        for target in node.targets:
            self.store_to(target, value)

    def stmt_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.store_to(node.target, self.expr(node.value))

    def store_to(self, target: ast.expr, value: Value) -> None:
        """Assign a value to a target."""
        if self.dead:
            return
        if isinstance(target, ast.Name):
            self.assign(target.id, value)
        elif isinstance(target, ast.Tuple | ast.List):
            self.unpack_to(target, value)
        elif isinstance(target, ast.Attribute):
            self.set_attribute(self.expr(target.value), target.attr, value, target)
        elif isinstance(target, ast.Subscript):
            base = self.expr(target.value)
            parts = self.indices(base, target.slice)
            if parts is not None:
                self.set_items(base, parts, value, target)
            elif isinstance(target.slice, ast.Slice):
                self.set_slice(base, target.slice, value, target)
            else:
                self.set_item(base, self.expr(target.slice), value, target)
        else:
            raise self.refused(target, f"`{ast.unparse(target)} = …`")

    def unpack_to(self, target: ast.Tuple | ast.List, value: Value) -> None:
        stars = [i for i, part in enumerate(target.elts) if isinstance(part, ast.Starred)]
        if stars:
            parts = self.unpacked_with_star(value, stars[0], len(target.elts), target)
        else:
            parts = self.unpacked(value, len(target.elts), target)
        parts = [self.settled(part) for part in parts]
        for each, part in zip(target.elts, parts, strict=True):
            self.store_to(each.value if isinstance(each, ast.Starred) else each, part)

    def settled(self, value: Value) -> Value:
        """The value, in a place of its own where others may write to the one it has."""
        if not value.moves:
            return value
        if not value.type.in_memory:
            return value.type.apart(self, value)
        to = self.place(value.type.words)
        self.copy_words(to, value.ref, value.type.words)
        return Value(value.type, to)

    def stmt_AugAssign(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            self.assign(
                target.id, self.in_place(node.op, self.read(target.id, target), self.expr(node.value), node)
            )
            return
        base = self.expr(target.value)
        if isinstance(target, ast.Attribute):
            now = self.attribute(base, target.attr, node)
            new = self.in_place(node.op, now, self.expr(node.value), node)
            self.set_attribute(base, target.attr, new, target)
            return
        parts = self.indices(base, target.slice)
        if parts is not None:
            new = self.in_place(node.op, self.items(base, parts, target), self.expr(node.value), node)
            self.set_items(base, parts, new, target)
            return
        if isinstance(target.slice, ast.Slice):
            raise self.refused(node, f"`{ast.unparse(node)}`", "write the new elements one by one")
        index = self.settled(self.expr(target.slice))
        now = self.item(base, index, target)
        new = self.in_place(node.op, now, self.expr(node.value), node)
        self.set_item(base, index, new, target)

    def stmt_Return(self, node: ast.Return) -> None:
        value = self.expr(node.value) if node.value is not None else NOTHING
        if not self.dead:
            assert self.frame.on_return is not None
            self.frame.on_return(value)

    def stmt_If(self, node: ast.If) -> None:
        yes, no = self.merge(node, "yes", "then"), self.merge(node, "no", "else")
        end = self.merge(node, "end", "end")
        self.jump(node.test, yes, no)
        yes.enter()
        self.statements(node.body)
        end.arrive()
        no.enter()
        self.statements(node.orelse)
        end.arrive()
        end.enter()

    def turn_counter(self) -> Callable[[], None]:
        """What counts the turns of a `while` of the rules, so that an endless one is noticed."""
        if not self.frame.rule:
            return lambda: None
        turns = self.place()
        self.line(f"store i64 0, ptr {turns}, align 8")
        endless = self.unit.failures.of(RuntimeError, "an infinite loop")

        def count() -> None:
            now = self.op(f"load i64, ptr {turns}, align 8")
            self.fail_if(self.op(f"icmp uge i64 {now}, {TURNS}"), endless)
            self.line(f"store i64 {self.op(f'add i64 {now}, 1')}, ptr {turns}, align 8")

        return count

    def stmt_While(self, node: ast.While) -> None:
        count = self.turn_counter()

        def test(body: Merge, over: Merge) -> None:
            self.jump(node.test, body, over)

        def inside() -> None:
            count()
            self.statements(node.body)

        self.loop(node, test, inside, None, lambda: self.statements(node.orelse))

    def loop(
        self,
        node: Any,
        test: Callable[[Merge, Merge], None],
        body: Callable[[], None],
        advance: Callable[[], None] | None = None,
        otherwise: Callable[[], None] | None = None,
        binds: bool = True,
    ) -> None:
        """A loop: `test` goes to one of two merges, `advance` is done before the next turn.

        `binds`: whether break and continue in the text of the body mean this loop.
        """
        frame = self.frame
        after = self.merge(node, "after", "after")
        head = Head(self, self.site(node, "head"), "head")
        head.arrive()
        self.depth += 1
        while True:
            head.again = False
            after.arrived = []
            head.enter()
            inside, over = self.merge(node, "inside", "inside"), self.merge(node, "over", "over")
            onward = self.merge(node, "onward", "onward")
            test(inside, over)
            inside.enter()
            if not self.dead:
                if binds:
                    frame.loops.append((after, onward, len(self.finals), len(self.finals)))
                body()
                if binds:
                    frame.loops.pop()
                onward.arrive()
            onward.enter()
            if advance is not None and not self.dead:
                advance()
            head.arrive()
            over.enter()
            if otherwise is not None and not self.dead:
                otherwise()
            after.arrive()
            if not (self.dry and head.again):
                break
        self.depth -= 1
        after.enter()

    def stmt_For(self, node: ast.For) -> None:
        """The body is written wherever the thing that is looped over gives an element."""
        frame, path = self.frame, self.path
        after = self.merge(node, "broken", "broken")
        depth = len(self.finals)
        copies = 0

        def body(value: Value) -> None:
            nonlocal copies
            copies += 1
            with self.within(frame, self.instance.site(path, id(node), ("copy", self.path, copies))):
                onward = self.merge(node, "continue", "continue")
                frame.loops.append((after, onward, depth, len(self.finals)))
                self.store_to(node.target, value)
                self.statements(node.body)
                frame.loops.pop()
                onward.arrive()
                onward.enter()

        self.each(self.looped(node.iter), body, node)
        if not self.dead:
            self.statements(node.orelse)
        after.arrive()
        after.enter()

    def looped(self, node: ast.expr) -> Value:
        """What is looped over: a list written on the spot belongs to nobody, so that a tuple does as well."""
        if isinstance(node, ast.List | ast.Set) and not any(isinstance(x, ast.Starred) for x in node.elts):
            if isinstance(node, ast.List):
                return self.expr(
                    ast.copy_location(self.unit.replaced(node, ast.Tuple(node.elts, ast.Load())), node)
                )
        return self.expr(node)

    def leave(self, depth: int) -> None:
        """Do what is to be done on the way out of all but `depth` final acts."""
        kept = self.finals
        while len(self.finals) > depth and not self.dead:
            final, self.finals = self.finals[-1], self.finals[:-1]
            final()
        self.finals = kept

    def stmt_Break(self, node: ast.Break) -> None:
        after, _, depth, _ = self.frame.loops[-1]
        self.leave(depth)
        after.arrive()

    def stmt_Continue(self, node: ast.Continue) -> None:
        _, onward, _, depth = self.frame.loops[-1]
        self.leave(depth)
        onward.arrive()

    def stmt_Raise(self, node: ast.Raise) -> None:
        raise_statement(self, node)

    def stmt_Assert(self, node: ast.Assert) -> None:
        yes, no = self.merge(node, "yes", "then"), self.merge(node, "no", "else")
        self.jump(node.test, yes, no)
        no.enter()
        said = str(node.msg.value) if isinstance(node.msg, ast.Constant) else ""
        self.fail(self.unit.failures.of(AssertionError, said))
        yes.enter()

    def stmt_Try(self, node: ast.Try) -> None:
        try_statement(self, node)

    def stmt_With(self, node: ast.With) -> None:
        self.statements(self.unit.rewritten(node, lambda node: self.without_with(node)))

    def without_with(self, node: ast.With) -> list[ast.stmt]:
        """`with suppress(…):` as a try."""
        first = node.items[0].context_expr
        if len(node.items) == 1 and isinstance(first, ast.Call) and not first.keywords:
            kind = self.expr(first.func)
            if kind.const and kind.known is contextlib.suppress:
                clause = ast.ExceptHandler(ast.Tuple(first.args, ast.Load()), None, [ast.Pass()])
                made = ast.copy_location(ast.Try(node.body, [clause], [], []), node)
                return [ast.fix_missing_locations(made)]
        what = f"`with {', '.join(map(ast.unparse, node.items))}:`"
        raise self.refused(node, what, "write what it does before and after the block, with try and finally")

    def caught(self, failure: Failure | None) -> Handler | None:
        return handler_of(self, failure)

    def stmt_FunctionDef(self, node: ast.FunctionDef) -> None:
        for decorator in node.decorator_list:
            value = self.expr(decorator.func if isinstance(decorator, ast.Call) else decorator)
            if not value.const or value.known not in (functools.cache, functools.lru_cache):
                raise self.refused(decorator, f"`@{ast.unparse(decorator)}` in a function", "leave it out")
        self.assign(node.name, Value(Function(node, self.frame)))

    def stmt_Global(self, node: ast.Global) -> None:
        raise self.refused(
            node, f"`{ast.unparse(node)}`", "keep what changes in the state, or in a local variable"
        )

    def stmt_ClassDef(self, node: ast.ClassDef) -> None:
        raise self.refused(node, f"the class {node.name} in a function", "write it outside, in the module")

    def stmt_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
                base = self.expr(target.value)
                self.delete_item(base, self.expr(target.slice), target)
            elif isinstance(target, ast.Subscript):
                self.set_slice(self.expr(target.value), target.slice, known(()), target)
            elif isinstance(target, ast.Name) and (frame := self.scope(target.id)) is not None:
                self.read(target.id, target)
                self.env.pop((frame.path, target.id), None)
            else:
                raise self.refused(target, f"`del {ast.unparse(target)}`")

    def stmt_Match(self, node: ast.Match) -> None:
        match_statement(self, node)

    # -- functions -----------------------------------------------------------------------------------------

    def whole(self) -> None:
        """Walk the whole function."""
        instance, frame = self.instance, self.frame
        frame.on_return = instance.returned(self)
        instance.enter(self)
        self.statements(frame.text.body)
        if not self.dead:
            frame.on_return(NOTHING)

    def inline(
        self,
        function: FunctionType | None,
        text: Text,
        arguments: dict[str, Value],
        rule: bool,
        node: Any,
        parent: Frame | None = None,
    ) -> Value:
        """The text of a function in the place of a call of it; what it returns."""
        key = function.__code__ if function is not None else text
        if self.inlined.count(key) > (DEEPEST if self.is_library(function) else 3):
            self.own_instance(node, text, function)
        self.inlined.append(key)
        with self.inside(node, ("inlined", id(text))) as path:
            frame = Frame(path, text, function, rule, parent)
            result: Name = (-path, "return")
            end = self.merge(node, "returned", "returned")
            depth = len(self.finals)

            def on_return(value: Value) -> None:
                if len(self.finals) > depth:
                    value = self.settled(value)
                self.leave(depth)
                self.bind(result, value)
                if not self.dead and not isinstance(value.type, Function | Loop):
                    self.forget(path)  # else the function that is returned may read them
                end.arrive()

            frame.on_return = on_return
            with self.within(frame):
                for word, value in arguments.items():
                    if isinstance(value.type, Loop) and rule:
                        value.type.keep(self.depth)
                    self.bind((path, word), value)
                if self.unit.boxed:
                    make_boxes(self, frame)
                self.statements(text.body)
                if not self.dead:
                    on_return(NOTHING)
            if self.dry:
                self.wanted.add(result)
            end.enter()
            self.inlined.pop()
            return self.taken(result, -path)

    def is_library(self, function: Any) -> bool:
        """Whether a function is one of Python's own, which does not call itself."""
        return function is not None and bool(LIBRARIES.fullmatch(function.__globals__["__name__"]))

    def own_instance(self, node: Any, text: Text, function: FunctionType | None) -> None:
        """Walk again, with a function that calls itself as a function of its own."""
        if text in self.unit.recursive or (function is not None and not text.is_generator):
            what = f"{getattr(text.tree, 'name', 'a lambda')}(), which calls itself and is given a function,"
            raise self.refused(
                node, what, "give it values, or make it a method that calls the function by its name"
            )
        self.unit.recursive.add(text)
        raise WalkAgain

    def taken(self, result: Name, path: int) -> Value:
        """The value of a name of a frame that is left."""
        binding = self.env.get(result)
        value = self.value_of(binding) if binding is not None and not self.dead else EMPTY
        if value.moves:
            value = self.settled(value)
        self.forget(path)
        return value

    def chosen(self, node: Any, role: Any, branches: Callable[[Callable[[Value], None]], None]) -> Value:
        """A value that several branches give: each calls what it is handed with its own."""
        with self.inside(node, role) as path:
            name: Name = (path, "value")
            end = self.merge(node, "chosen", "chosen")

            def give(value: Value) -> None:
                self.bind(name, value)
                end.arrive()

            branches(give)
            end.enter()
            return self.taken(name, path)

    def generate(
        self,
        function: FunctionType | None,
        text: Text,
        arguments: dict[str, Value],
        rule: bool,
        node: Any,
        body: Callable[[Value], None],
        parent: Frame | None = None,
    ) -> None:
        """The text of a generator around the body of the loop over it."""
        outer, outer_path = self.frame, self.path
        key = function.__code__ if function is not None else text
        if self.inlined.count(key) > (DEEPEST if self.is_library(function) else 2):
            self.own_instance(node, text, function)
        self.inlined.append(key)
        with self.inside(node, ("generator", id(text))) as path:
            frame = Frame(path, text, function, rule, parent)
            end = self.merge(node, "generated", "generated")
            depth, handlers = len(self.finals), self.handlers

            def on_return(value: Value) -> None:
                if not text.is_generator:
                    self.each(value, on_yield, node)
                self.leave(depth)
                if not self.dead:
                    self.forget(path)
                end.arrive()

            def on_yield(value: Value) -> None:
                inside, self.handlers = self.handlers, handlers
                with self.within(outer, self.instance.site(outer_path, self.path, "yielded")):
                    body(value)
                self.handlers = inside

            frame.on_return, frame.on_yield = on_return, on_yield
            with self.within(frame):
                for word, value in arguments.items():
                    if isinstance(value.type, Loop) and rule:
                        value.type.keep(self.depth)
                    self.bind((path, word), value)
                if self.unit.boxed:
                    make_boxes(self, frame)
                self.statements(text.body)
                if not self.dead:
                    on_return(NOTHING)
            end.enter()
        self.inlined.pop()

    def inner_text(self, function: Function) -> Text:
        return text_of_tree(function.node, function.frame.owner.__code__.co_filename)  # type: ignore[arg-type]

    # -- refusals -----------------------------------------------------------------------------------------

    def refused(self, node: Any, what: Any, advice: Any = "write it in another way") -> Refused:
        """What to raise where something cannot be machine code; the place is that of the node."""
        frame: Frame | None = self.frame
        if self.is_library(self.frame.owner):
            return Refused(what, advice)  # the statement that calls it is the place
        if not self.frame.rule:
            return Refused(what, advice)  # no text of the user's
        file = self.frame.owner.__code__.co_filename
        line = getattr(node, "lineno", 0)
        while not line and frame is not None:
            line = getattr(frame.here, "lineno", 0)
            frame = frame.parent
        line = line or self.frame.text.tree.lineno
        return Refused(what, advice, f"{file}, line {line}")

    def type_error(self, node: Any) -> Refused:
        what = f"`{ast.unparse(node).splitlines()[0]}`" if isinstance(node, ast.AST) else "this operation"
        return WrongKind(*self.refused(node, what).because, self.refused(node, what).place)


def is_value(value: Value) -> bool:
    """Whether there is a value at all."""
    return value.type is not NEVER


def is_nothing(value: Value) -> bool:
    return isinstance(value.type, Const) and is_none(value.type)
