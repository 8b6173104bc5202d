"""A unit: one algorithm on one game, as functions that are specialised by the types of their arguments.

Walking a function may find that another returns something wider than it was known to, or that a list holds
more. So all functions are walked, dry, until nothing changes; then each is walked once more and written.
"""

from __future__ import annotations

import ast
import inspect
import math
import sysconfig
from collections.abc import Callable
from functools import lru_cache
from types import FunctionType, MethodType
from typing import Any

from zermelo.game import Game
from zermelo.kernel.events import TRACERS
from zermelo.kernel.machine import (
    array_library,
    dict_library,
    hash_library,
    letter_library,
    library,
    list_library,
    loop_library,
    number_library,
    objects,
    set_library,
    shapes,
    text_library,
    text_runtime,
    words,
)
from zermelo.kernel.machine.array_constants import is_array
from zermelo.kernel.machine.emit import CONTEXT_ERROR
from zermelo.kernel.machine.evaluate import Evaluator, Frame, WalkAgain, make_boxes
from zermelo.kernel.machine.failures import Failures, Refused
from zermelo.kernel.machine.forms import closed_state, has_forms, open_state
from zermelo.kernel.machine.handlers import DEPTH
from zermelo.kernel.machine.hashes import process_keys
from zermelo.kernel.machine.lists import List
from zermelo.kernel.machine.methods import super_of
from zermelo.kernel.machine.numbers import BOOL, FLOAT, INT, number_type, signed
from zermelo.kernel.machine.readings import Readings
from zermelo.kernel.machine.records import ACTION_TAKERS, RUN, pack, run_layout, unpack
from zermelo.kernel.machine.runtime import DECLARATIONS, FUNCTIONS, HEAD
from zermelo.kernel.machine.scalars import without as plain_part
from zermelo.kernel.machine.series import Series
from zermelo.kernel.machine.sources import Text as FunctionText
from zermelo.kernel.machine.sources import hints_of, text_of, tree_of
from zermelo.kernel.machine.texts import Text
from zermelo.kernel.machine.tuples import Tuple
from zermelo.kernel.machine.types import (
    EMPTY,
    NEVER,
    NOTHING,
    Call,
    Const,
    Function,
    Loop,
    Method,
    Node,
    Static,
    Type,
    Value,
    is_none,
    known,
)
from zermelo.kernel.machine.unions import Union, union_of
from zermelo.kernel.machine.wide import width_of
from zermelo.kernel.options import Options
from zermelo.kernel.rules import CONTRACT
from zermelo.kernel.run import NO_ACTION, WHOLE_INFINITY, WHOLE_NO_ACTION, Ply, Run, State
from zermelo.kernel.run import Value as ValueHint
from zermelo.kernel.structs import is_named_tuple, is_record

LIMIT = "getelementptr inbounds i8, ptr %context, i64 40"
"""Where the least address lies that the stack may have; before the search: how many bytes it may have."""
STACK_BEGINS = f"""  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %top = ptrtoint ptr %frame to i64
  %limit = {LIMIT}
  %room = load i64, ptr %limit, align 8
  %least = sub i64 %top, %room
  store i64 %least, ptr %limit, align 8"""
CALLS = 900
"""Calls of functions that call themselves, one in another, before they are endless recursion."""
KINDS = 8
"""Instances of a function from which on one for wider types is made."""
ROUNDS = 60
"""Walks after which types that still change never settle."""
IN_REGISTERS = 4
"""Tuples of so many words are passed word by word."""
GENERATOR, YIELDS = 700, 2
"""A generator of the rules that is larger, or yields at more places, is not written around its loop: it fills
a list."""
LISTED = tuple(name for name, rule in CONTRACT.items() if rule.gives in ("actions", "outcomes", "states"))
"""Rules that give actions, outcomes or states to loop over."""
STATES = ("initial", "result", "passed", "unrank")
"""Rules that give a state, or None."""


class Instance:
    """A function for arguments of certain types."""

    def __init__(
        self,
        unit: Unit,
        function: FunctionType,
        names: list[str],
        types: list[Type],
        rule: bool,
        name: str,
        filling: str,
        text: FunctionText | None = None,
    ) -> None:
        self.unit, self.function, self.names, self.types = unit, function, names, types
        self.rule, self.name, self.filling = rule, name, filling
        self.text = text or text_of(function)
        self.keys: list[Any] = [(0, name) for name in names]
        """What the environment calls the parameters."""
        self.depth = ""
        """The number of calls around this one, where the function may call itself."""
        self.result: Type = NEVER
        self.declared: Type | None = None
        self.makes = function.__name__ in ("__init__", "__post_init__")
        """Whether it only writes to an object that is being made."""
        self.closes = False
        """Whether it gives a state, or None, to an algorithm."""
        self.cells: dict[int, Any] = {}
        self.wanted: set[Any] = set()
        self.sites: dict[Any, int] = {}
        self.things: dict[Any, Any] = {}
        self.changed, self.fails, self.queued, self.walked = False, False, False, False
        self.version = 0
        self.writes: dict[Any, Node] = {}
        """Cells of lists, and types of objects, that are written to in the function, and where."""
        self.callees: dict[Instance, int] = {}
        self.round = -1
        self.widenings = -1

    def site(self, path: int, node: Any, role: Any) -> int:
        key = path, node, role
        found = self.sites.get(key)
        if found is None:
            found = self.sites[key] = len(self.sites) + 1
        return found

    def kept(self, key: Any, make: Callable[[], Any]) -> Any:
        """Something that stays the same from walk to walk."""
        found = self.things.get(key)
        if found is None:
            found = self.things[key] = make()
        return found

    def frame_of(self, ev: Evaluator) -> Frame:
        return Frame(0, self.text, self.function, self.rule)

    def enter(self, ev: Evaluator) -> None:
        """Bind the parameters."""
        for place, (key, kind) in enumerate(zip(self.keys, self.types, strict=True)):
            if kind.static:
                value = self.static_value(kind)
            elif in_registers(kind):
                to = ev.place(max(kind.words, 2))
                for index in range(kind.words):
                    ev.line(f"store i64 %a{place}_{index}, ptr {ev.at(to, index)}, align 8")
                value = Value(kind, to)
            else:
                value = Value(kind, "undef" if ev.dry else f"%a{place}")
            if self.rule and has_forms(kind):
                value = open_state(ev, value, key, inside=True)
            ev.env[key] = ev_binding(value)
        if not ev.dry and self in self.unit.cyclic:
            self.depth = count_calls(ev, self.rule)
        if self.unit.boxed:
            make_boxes(ev, ev.frame)
        if self.filling == "first":
            ev.frame.on_yield = lambda value: ev.frame.on_return(
                ev.make_tuple([value], None, [ev.as_type(value)])
            )
        elif self.filling:
            site = self.things.setdefault("filled", List(list))
            self.result = site
            made = ev.claim(f"@new_list(ptr %context, i64 0, i64 32, i64 {max(site.element_type.words, 1)})")
            found = Value(site, made)
            ev.frame.on_yield = lambda value: self.collect(ev, site, found, value)
            self.things["list"] = found

    def static_value(self, kind: Type) -> Value:
        """The value of a parameter that is known while compiling."""
        return Value(kind)

    def collect(self, ev: Evaluator, site: List, found: Value, value: Value) -> None:
        """Put what a generator yields into its list; that must not be changed afterwards."""
        if self.rule and not ev.dry and is_changed(value.type):
            what = f"a list in `yield` that {self.text.tree.name}() changes"  # type: ignore[union-attr]
            raise ev.refused(None, what, "yield a copy of it, such as path[:], or a tuple of it")
        site.append(ev, found, value)

    def returned(self, ev: Evaluator) -> Callable[[Value], None]:
        """What `return` does in this function."""

        def give(value: Value) -> None:
            if self.filling == "all":
                value = self.things["list"]
            elif self.closes and not value.type.static:
                value = self.unit.closed(ev, value)
            if value.type is NEVER:
                ev.line("unreachable")
                ev.dead = True
                return
            if isinstance(value.type, Loop | Function | Method):
                makers = self.unit.loop_makers if isinstance(value.type, Loop) else self.unit.written_in
                if self.function.__code__ in makers:
                    what = f"{value.type.called} as what {self.function.__name__}() returns"
                    raise ev.refused(None, what, "return a value")
                makers.add(self.function.__code__)
                raise WalkAgain
            kind = self.result_type(ev, value)
            if isinstance(value.type, List) and value.type.cell.root.views:
                value = value.type.apart(ev, value)
            value = ev.settled(value) if ev.finals else value
            ev.leave(0)
            if ev.dead:
                return
            if kind.static:
                if not same_static(kind, value.type) and value.type is not NEVER:
                    raise ev.refused(None, f"a function that returns {value.type.called}")
                self.leave(ev, "void", "")
            else:
                value = self.as_result(ev, value, kind)
                if kind.in_memory:
                    ev.copy_words("%out", value.ref, kind.words)
                    self.leave(ev, "void", "")
                else:
                    self.leave(ev, kind.llvm, value.ref)
            ev.dead = True

        return give

    def as_result(self, ev: Evaluator, value: Value, kind: Type) -> Value:
        """A value as the result; what an algorithm returns is the value of a position."""
        try:
            return ev.convert(value, kind)
        except Refused:
            if self.rule or kind is not self.unit.value:
                raise
            what = f"{value.type.called} as the value of a position"
            raise Refused(what, "let utility() and evaluate() return numbers") from None

    def result_type(self, ev: Evaluator, value: Value) -> Type:
        """The type of the result, widened by a value."""
        if self.declared is not None:
            found = self.declared
        else:
            found = ev.join(self.result, value.type)
            if (
                isinstance(found, Const)
                and isinstance(found.value, int | float)
                and not isinstance(found.value, bool)
                and False
            ):
                found = self.unit.type_of(found.value)
        if found != self.result:
            self.result = found
            self.version += 1
            self.changed = True
        return found

    def leave(self, ev: Evaluator, llvm: str, ref: str) -> None:
        if self.depth:
            ev.line(f"store i64 {self.depth}, ptr {ev.op(DEPTH)}, align 8")
        if not self.unit.may_fail(self):
            ev.line(f"ret {llvm} {ref}".rstrip())
        elif llvm == "void":
            ev.line("ret i1 false")
        else:
            whole = ev.op(f"insertvalue {{{llvm}, i1}} {{{llvm} undef, i1 false}}, {llvm} {ref}, 0")
            ev.line(f"ret {{{llvm}, i1}} {whole}")

    @property
    def llvm(self) -> str:
        """The type of what the function gives in a register."""
        return (
            "void"
            if self.result.static or self.result.in_memory or self.result is NEVER
            else self.result.llvm
        )

    def written(self) -> str:
        """The text of the function."""
        ev = Evaluator(self.unit, self, False)
        ev.whole()
        may_fail = self.unit.may_fail(self)
        if ev.fails and not may_fail:
            raise AssertionError(f"{self.name} fails where it was not known to")
        parameters = ["ptr noundef %context"]
        if self.result.in_memory and not self.result.static:
            parameters.append("ptr noalias noundef %out")
        for place, kind in enumerate(self.types):
            if kind.static:
                continue
            if in_registers(kind):
                parameters += [f"i64 %a{place}_{index}" for index in range(kind.words)]
            else:
                constant = " nocapture readonly" if kind.in_memory else ""
                parameters.append(f"{kind.llvm}{constant} %a{place}")
        llvm = self.llvm
        given = llvm if not may_fail else "i1" if llvm == "void" else f"{{{llvm}, i1}}"
        head = f"define internal {given} @{self.name}({', '.join(parameters)}) #0"
        return ev.written(head, llvm, may_fail)


def count_calls(ev: Evaluator, rule: bool) -> str:
    """Fail where a function calls itself too often, or the stack ends; the number of calls around this one."""
    deep = ev.unit.failures.deep
    frame = ev.op("call ptr @llvm.frameaddress.p0(i32 0)")
    least = ev.op(f"load i64, ptr {ev.op(LIMIT)}, align 8")
    ev.fail_if(ev.op(f"icmp ult i64 {ev.op(f'ptrtoint ptr {frame} to i64')}, {least}"), deep)
    if not rule:
        return ""
    place = ev.op(DEPTH)
    depth = ev.op(f"load i64, ptr {place}, align 8")
    ev.fail_if(ev.op(f"icmp uge i64 {depth}, {CALLS}"), deep)
    ev.line(f"store i64 {ev.op(f'add i64 {depth}, 1')}, ptr {place}, align 8")
    return depth


def is_changed(kind: Type) -> bool:
    """Whether rules change things of this type, or things in them, in place."""
    if isinstance(kind, Tuple):
        return any(map(is_changed, kind.elements))
    if isinstance(kind, Union):
        return any(map(is_changed, kind.members))
    if isinstance(kind, List):
        return (kind.kind is list and kind.cell.root.changed) or is_changed(kind.element_type)
    return kind.changeable


def ev_binding(value: Value) -> Any:
    from zermelo.kernel.machine.environment import Binding

    return Binding(value.type, value)


def same_static(left: Type, right: Type) -> bool:
    return left == right


def are_apart(left: Type, right: Type) -> bool:
    """Whether two types share what is in them once they are joined, and should not."""
    return hasattr(left, "cell") and hasattr(right, "cell") and left != right


def in_registers(kind: Type) -> bool:
    """Whether values are passed word by word."""
    return isinstance(kind, Tuple) and 0 < kind.words <= IN_REGISTERS


class Unit:
    """All that is compiled together."""

    def __init__(
        self,
        game: Any,
        algorithm: FunctionType,
        options: Options,
        traced: bool,
        look: shapes.Look,
        readings: Readings | None = None,
    ) -> None:
        self.game, self.algorithm, self.options, self.look = game, algorithm, options, look
        self.erased = Erased(() if traced else TRACERS)
        self.readings = readings or Readings(game)
        self.state, self.action = look.state, look.action
        self.traced = traced
        self.failures = Failures()
        _ = self.failures.memory, self.failures.stopped, self.failures.deep
        self.instances: dict[Any, list[Instance]] = {}
        self.every: list[Instance] = []
        self.names: dict[str, int] = {}
        self.facts: dict[Any, Any] = {}
        self.globals: list[str] = []
        self.seeded: dict[str, str] = {}
        """What stands for words of the text that are others in each process."""
        self.placed: dict[Any, str] = {}
        self.outside: set[str] = set()
        self.data: dict[str, int] = {}
        """The attributes of the game that are arrays, with their places in the table of the context."""
        self.rule_codes = {
            getattr(part, "__code__", None)
            for kind in (*type(game).__mro__, Game)
            for part in vars(kind).values()
        }
        self.rule_codes |= {
            getattr(part, "__code__", None) for part in getattr(game, "__dict__", {}).values()
        }
        self.loop_makers: set[Any] = set()
        """Functions that return a generator: they are written around the loop, like generators."""
        self.recursive: set[Any] = set()
        """Texts of inner functions and generators that call themselves."""
        self.boxed: set[tuple[Any, str]] = set()
        """Variables, by the text of their function, that an inner function assigns which calls itself."""
        self.written_in: set[Any] = set()
        """Functions that return a function: they are written where they are called."""
        self.emitting = False
        self.queue: list[Instance] = []
        self.widenings = 0
        self.round = 0
        self.failing: set[Instance] | None = None
        self.cyclic: set[Instance] = set()
        self.value: Type = INT
        self.wide = max(width_of(self.state), width_of(self.action))
        """The bits of the widest numbers that states hold; 0 where all fit in 64."""
        self.intrinsics: set[str] = set()
        """What of LLVM's own the text needs besides."""
        self.words = words.table(self)
        self.records: dict[Any, list[Type]] = {}
        shapes.note_records(self.state, self.records)
        shapes.note_records(self.action, self.records)

    # -- types --------------------------------------------------------------------------------------

    def widened(self) -> None:
        """A type that others share has become wider."""
        self.widenings += 1

    def type_of(self, value: Any) -> Type:
        """The type of a Python object at run time."""
        key = ("type", id(value))
        found = self.facts.get(key)
        if found is None or found[1] is not value:
            found = self.facts[key] = (shapes.constant_type(self, value), value)
        return found[0]  # type: ignore[no-any-return]

    def run_time(self, kind: Type) -> Type:
        """A type as it is in memory: of constants that of run time, of None itself."""
        if isinstance(kind, Const) and not is_none(kind):
            return self.type_of(kind.value)
        if isinstance(kind, Static) and not is_none(kind):
            raise Refused(kind.called, "make a list or a tuple of it before it is kept")
        return kind.open

    def join(self, left: Type | None, right: Type | None) -> Type | None:
        """The type of what is sometimes the one, sometimes the other; None where there is none."""
        if left is None or right is None:
            return None
        if left is right:
            return left
        if left is NEVER or right is NEVER:
            return right if left is NEVER else left
        if left.static and left == right:
            return left
        if isinstance(left, Const) and isinstance(right, Const):
            if left == right:
                return left
            if is_none(left) and is_none(right):
                return left
        if isinstance(left, Function | Loop | Method) or isinstance(right, Function | Loop | Method):
            return (
                left
                if left == right
                else right
                if isinstance(left, Loop)
                and isinstance(right, Loop)
                and self.emitting is False
                and left.parts == right.parts
                else None
            )
        left = left if is_none(left) else self.run_time(left)
        right = right if is_none(right) else self.run_time(right)
        if is_none(left) and is_none(right):
            return left
        found = self.join_plain(left, right)
        return found if found is not None else union_of(self, left, right)

    def join_plain(self, left: Type, right: Type) -> Type | None:
        """The type that both are of without a union."""
        found = left.join(self, right)
        return found if found is not None else right.join(self, left)

    def join_all(self, left: Type, right: Type) -> Type:
        found = self.join(left, right)
        if found is None:
            raise Refused(f"{left.called} beside {right.called}", "keep to one kind of value")
        return found

    def may_equal(self, kind: Type, value: Value) -> bool:
        """Whether something of a type may be equal to a constant."""
        if is_none(kind) or value.known is None:
            return is_none(kind) and value.known is None
        return True

    def foldable(self, fold: Any, left: Any, right: Any) -> bool:
        """Whether an operation on constants is done while compiling."""
        if isinstance(left, int) and isinstance(right, int):
            name = getattr(fold, "__name__", "")
            return name not in ("pow", "lshift") or (abs(right) < 4096 and abs(left) < 1 << 4096)
        return not any(isinstance(value, list | dict | set) or is_array(value) for value in (left, right))

    # -- constants -----------------------------------------------------------------------------------

    def meaning(self, value: Any, rule: bool) -> Any:
        """What a Python object stands for in a unit."""
        if value is NO_ACTION:
            return WHOLE_NO_ACTION
        if not rule and isinstance(value, float) and math.isinf(value) and self.value is INT:
            return WHOLE_INFINITY if value > 0 else -WHOLE_INFINITY
        if (
            type(value).__module__ == "numpy"
            and getattr(value, "shape", None) == ()
            and hasattr(value, "item")
        ):
            return value.item()
        return value

    def missing_rule(self, name: str) -> Any:
        """A rule that the class of the game does not have, as `Game` has it."""
        from zermelo.kernel.machine.sources import MISSING

        if hasattr(Game, name):
            return MethodType(getattr(Game, name), self.game)
        return MISSING

    def kept(self, key: Any, value: Any, owner: Any = None) -> Any:
        """One object for what is made of a constant each time that it is met."""
        key = ("kept", key if isinstance(key, tuple) else id(key))
        if key not in self.facts:
            self.facts[key] = (value, owner if owner is not None else key)
        return self.facts[key][0]

    def constant_at(self, kind: Type, value: Any) -> str:
        """The address of the words of a constant."""
        if not self.emitting:
            kind.constant_words(self, value)
            return "undef"
        key = ("at", id(value), kind)
        if key not in self.placed:
            given = kind.constant_words(self, value)
            name = f"@c{len(self.globals)}"
            inside = ", ".join(f"i64 {word}" for word in given)
            self.globals.append(
                f"{name} = internal unnamed_addr constant [{len(given)} x i64] [{inside}], align 8"
            )
            self.placed[key] = name
            self.facts["alive", key] = value
        return self.placed[key]

    def constant_data(self, array: Any) -> str:
        """The address of the elements of a constant array."""
        if not self.emitting:
            return "undef"
        key = ("array", id(array))
        if key not in self.placed:
            name = f"@c{len(self.globals)}"
            data = array.tobytes() or bytes(8)
            inside = "".join(f"\\{byte:02X}" for byte in data)
            self.globals.append(
                f'{name} = internal unnamed_addr constant [{len(data)} x i8] c"{inside}", align 8'
            )
            self.placed[key] = name
            self.facts["alive", key] = array
        return self.placed[key]

    def constant_list(self, kind: List, value: Any) -> str:
        """The address of a constant list."""
        for each in value:
            kind.holds(self, self.type_of(each))
        if not self.emitting:
            return "undef"
        key = ("list", id(value), kind.cell.root)
        if key not in self.placed:
            element = kind.element_type
            given = [
                word
                for each in value
                for word in ([] if element.static else self.element_words(element, each))
            ]
            name = f"@c{len(self.globals)}"
            inside = ", ".join(f"i64 {word}" for word in given)
            self.globals.append(
                f"{name}d = internal unnamed_addr constant [{len(given)} x i64] [{inside}], align 8"
            )
            count = len(value)
            head = f"{{i64, i64, ptr}} {{i64 {count}, i64 {count}, ptr {name}d}}"
            self.globals.append(f"{name} = internal constant {head}, align 8")
            self.placed[key] = name
            self.facts["alive", key] = value
        return self.placed[key]

    def seeded_text(self, text: str) -> str:
        """What stands in the text of the unit for a text that is another one in each process."""
        name = f"SEEDED{len(self.seeded)}_"
        self.seeded[name] = text
        return name

    def hash_keys(self) -> str:
        """The address of the keys of Python's hash of texts."""
        if self.emitting and "@hash_keys" not in self.placed:
            keys = process_keys()
            assert keys is not None
            inside = self.seeded_text(f"i64 {signed(keys[0])}, i64 {signed(keys[1])}")
            self.globals.append(f"@hash_keys = internal constant [2 x i64] [{inside}], align 8")
            self.placed["@hash_keys"] = "@hash_keys"
        return "@hash_keys"

    def element_words(self, kind: Type, value: Any) -> list[str]:
        return kind.constant_words(self, value)

    def field_hints(self, kind: Any) -> dict[str, Any]:
        return shapes.hints_of_class(kind)

    def record_elements(self, kind: Any, elements: list[Type]) -> list[Type]:
        """The types of a record's fields: as a state or action of its class has them, where they fit."""
        known_elements = self.records.get(kind)
        if known_elements is None or len(known_elements) != len(elements):
            return elements
        pairs = list(zip(known_elements, elements, strict=True))
        if not all(has_forms(a) or self.takes(a, b) for a, b in pairs):
            return elements
        return [b if has_forms(a) else a for a, b in pairs]

    def takes(self, kind: Type, given: Type) -> bool:
        """Whether a value of one type can be kept as one of another; nothing becomes wider by asking."""
        if kind == given:
            return True
        if isinstance(kind, Series):
            return isinstance(given, List | Tuple) and given.kind in (tuple, None)
        if isinstance(kind, Union):
            parts = given.members if isinstance(given, Union) else [given]
            return all(any(self.takes(member, part) for member in kind.members) for part in parts)
        if isinstance(kind, Tuple):
            if isinstance(given, List):
                return kind.kind is None and given.kind is tuple
            if (
                not isinstance(given, Tuple)
                or given.kind is not kind.kind
                or len(given.elements) != len(kind.elements)
            ):
                return False
            return all(map(self.takes, kind.elements, given.elements))
        if isinstance(kind, List) or isinstance(given, List | Tuple | Union) or given.changeable:
            return False
        return (self.join_plain(kind, given) or NEVER) == kind

    def replaced(self, node: ast.AST, new: Any) -> Any:
        """A node that stands for another, the same one each time."""
        key = ("node", id(node))
        if key not in self.facts:
            made = new() if callable(new) else new
            ast.copy_location(made, node)
            ast.fix_missing_locations(made)
            self.facts[key] = (made, node)
        return self.facts[key][0]

    def rewritten(self, node: ast.AST, rewrite: Callable[[Any], Any]) -> Any:
        key = ("rewritten", id(node))
        if key not in self.facts:
            self.facts[key] = (rewrite(node), node)
        return self.facts[key][0]

    # -- functions ------------------------------------------------------------------------------------

    def word(self, function: Any) -> Any:
        """What the compiler has for a function of Python or the algorithms; None for any other."""
        try:
            found = self.words.get(function)
        except TypeError:
            return None
        if found is None and isinstance(function, FunctionType) and function.__module__ == "zermelo.score":
            return self.words.get(f"zermelo.score.{function.__name__}")
        return found

    def algorithm_frame(self, frame: Frame) -> bool:
        return not frame.rule

    def is_rule(self, ev: Evaluator, function: FunctionType, arguments: dict[str, Value]) -> bool:
        """Whether a call goes from the algorithm to the rules."""
        first = next(iter(arguments.values()), None)
        if ev.frame.rule or first is None or not first.const or first.known is not self.game:
            return False
        return function.__code__ in self.rule_codes

    def called(self, ev: Evaluator, function: FunctionType, arguments: dict[str, Value], node: Node) -> Value:
        """A call of a Python function: of an instance, or its text written in."""
        crossing = self.is_rule(ev, function, arguments)
        rule = ev.frame.rule or crossing
        if is_library(function):
            rule, crossing = False, False
        if crossing:
            arguments = self.crossing(ev, function, arguments)
        elif not rule and is_library(ev.frame.owner) and not is_library(function):
            rule = True
        if is_pythons(function):
            try:
                return self.called_plainly(ev, function, arguments, rule, crossing, node)
            except Refused:
                what = f"a call of {function.__module__}.{function.__name__}()"
                raise ev.refused(node, what, "write out what it does") from None
        return self.called_plainly(ev, function, arguments, rule, crossing, node)

    def called_plainly(
        self,
        ev: Evaluator,
        function: FunctionType,
        arguments: dict[str, Value],
        rule: bool,
        crossing: bool,
        node: Node,
    ) -> Value:
        """A call of a function, whose text is written in or a function of its own."""
        text = text_of(function)
        if text.is_generator or function.__code__ in self.loop_makers:
            return self.generator(ev, function, arguments, rule, crossing, node)
        if function.__code__ in self.written_in or any(is_part(value) for value in arguments.values()):
            arguments = {
                name: open_state(ev, value, name) if rule else value for name, value in arguments.items()
            }
            return ev.inline(function, text, arguments, rule, node)
        if not crossing:
            return self.call_instance(
                ev, self.instance(function, arguments, rule), list(arguments.values()), node
            )
        mark = ev.op("load i64, ptr %context, align 8")
        instance = self.instance(function, arguments, rule, "", function.__name__ in STATES)
        found = self.call_instance(ev, instance, list(arguments.values()), node)
        if function.__name__ in LISTED:
            return self.packed_loop(found, mark, function.__name__)
        if not holds_address(found.type):
            ev.line(f"store i64 {mark}, ptr %context, align 8")
        return plain_part(found)

    def crossing(
        self, ev: Evaluator, function: FunctionType, arguments: dict[str, Value]
    ) -> dict[str, Value]:
        """The arguments of a rule that an algorithm calls: actions are unpacked."""
        names = list(arguments)
        if function.__name__ in ACTION_TAKERS and len(names) > 2:
            arguments = dict(arguments)
            arguments[names[2]] = unpack(ev, ev.general(arguments[names[2]]))
        return arguments

    def packed_loop(self, found: Value, mark: str, rule: str) -> Value:
        """A loop over the actions that a rule has listed, packed, after which its memory is given back."""

        def each(ev: Evaluator, body: Callable[[Value], None], node: Node) -> None:
            final = lambda: ev.line(f"store i64 {mark}, ptr %context, align 8")  # noqa: E731
            ev.finals = [*ev.finals, final]
            ev.each(found, lambda value: body(for_algorithm(ev, rule, value, node)), node)
            ev.finals = ev.finals[:-1]
            if not ev.dead:
                final()

        return Value(Loop("actions", each, (found,)))

    def closed(self, ev: Evaluator, value: Value) -> Value:
        """A state, or None, as an algorithm has it."""
        if not isinstance(value.type, Union) or isinstance(self.state, Union):
            return closed_state(ev, value, self.state, None)
        wide = Union([NOTHING.type, self.state])
        return ev.convert(value, wide)

    def generator(
        self,
        ev: Evaluator,
        function: FunctionType,
        arguments: dict[str, Value],
        rule: bool,
        crossing: bool,
        node: Node,
    ) -> Value:
        """A generator, as something to loop over."""
        text = text_of(function)
        parts = any(is_part(v) for v in arguments.values())
        if text in self.recursive and (parts or not rule):
            what = f"a generator or function given to {function.__name__}(), which calls itself,"
            raise ev.refused(node, what, "give it a list")
        large = (
            text.is_generator
            and rule
            and not parts
            and (text.size > GENERATOR or text.yields > YIELDS or text in self.recursive)
        )

        def loop(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
            if large:
                self.filled(ev, function, arguments, rule, body, at or node)
            else:
                opened = {
                    name: open_state(ev, value, name) if rule else value for name, value in arguments.items()
                }
                ev.generate(function, text, opened, rule, at or node, body)

        def each(ev: Evaluator, body: Callable[[Value], None], at: Node) -> None:
            if not crossing:
                loop(ev, body, at)
                return
            mark = ev.op("load i64, ptr %context, align 8")
            final = lambda: ev.line(f"store i64 {mark}, ptr %context, align 8")  # noqa: E731
            ev.finals = [*ev.finals, final]
            loop(ev, lambda value: body(for_algorithm(ev, function.__name__, value, at)), at)
            ev.finals = ev.finals[:-1]
            if not ev.dead:
                final()

        return Value(Loop("generator", each, (function, *arguments.values())))

    def filled(
        self, ev: Evaluator, function: FunctionType, arguments: dict[str, Value], rule: bool,
        body: Callable[[Value], None], node: Node,
    ) -> None:  # fmt: skip
        """A loop over a generator that fills a list, or, where the body leaves with the first element, gives that."""
        site = ev.site(node, ("filled", function))
        known_use = ev.instance.things.get(site)
        goes_on = False

        def noted(value: Value) -> None:
            nonlocal goes_on
            body(value)
            goes_on |= not ev.dead

        instance = self.instance(function, arguments, rule, known_use or "all")
        found = self.call_instance(ev, instance, list(arguments.values()), node)
        if known_use != "first":
            ev.each(found, noted, node)
            use = "all" if goes_on or known_use == "all" else "first"
            if found.type is NEVER or found.type.element_type is NEVER:  # type: ignore[attr-defined]
                return
        else:
            if isinstance(found.type, Union):
                there, over = ev.merge(node, "there", "there"), ev.merge(node, "over", "over")
                ev.go(ev.compare("ne", found, NOTHING, node), there, over)
                there.enter()
                if not ev.dead:
                    noted(ev.unpacked(found, 1, node)[0])
                over.arrive()
                over.enter()
            elif isinstance(found.type, Tuple):
                noted(ev.unpacked(found, 1, node)[0])
            use = "all" if goes_on else "first"
        if ev.dry and use != known_use:
            ev.instance.things[site] = use
            ev.changed()

    def instance(
        self,
        function: FunctionType,
        arguments: dict[str, Value],
        rule: bool,
        filling: str = "",
        closes: bool = False,
    ) -> Instance:
        """The function for these types of arguments; made when it is first asked for."""
        names, types = list(arguments), []
        hints = {} if rule or is_library(function) else hints_of(function)
        for name, value in arguments.items():
            types.append(self.parameter_type(value, hints.get(name), rule))
        closes = closes and has_forms(self.state)

        def make(types: list[Type]) -> Instance:
            made = Instance(self, function, names, types, rule, self.new_name(function.__name__), filling)
            made.closes = closes
            if hints.get("return") is not None:
                made.declared = self.declared(hints["return"])
                made.result = made.declared or NEVER
            if (
                rule
                and not has_forms(self.state)
                and function.__name__ == "result"
                and arguments
                and next(iter(arguments.values())).const
                and next(iter(arguments.values())).known is self.game
            ):
                made.declared = made.result = self.state
            return made

        return self.found_instance((function, rule, filling, closes, len(types)), types, make)

    def found_instance(self, key: Any, types: list[Type], make: Callable[[list[Type]], Instance]) -> Instance:
        """The instance for these types; made when it is first asked for, and for wider ones where there are many."""
        every = self.instances.setdefault(key, [])
        for wide in (False, True):
            for each in every:
                if all(a == b for a, b in zip(each.types, types, strict=True)):
                    for a, b in zip(each.types, types, strict=True):
                        self.join(a, b)
                    return each
            if wide or len(every) < KINDS:
                break
            types = self.widest([each.types for each in every], types)
        made = make(types)
        every.append(made)
        self.every.append(made)
        return made

    def widest(self, every: list[list[Type]], types: list[Type]) -> list[Type]:
        """Types that all of some are; the last ones where there are none."""
        found = types
        try:
            for each in every:
                if not any(map(are_apart, each, found)):
                    found = [self.join(a, b) or b for a, b in zip(each, found, strict=True)]
        except Refused:
            return types
        return found

    def new_name(self, word: str) -> str:
        """A name for a function in the text of the unit."""
        word = "".join(
            letter if letter.isascii() and (letter.isalnum() or letter == "_") else "_" for letter in word
        )
        self.names[word] = self.names.get(word, 0) + 1
        return f"{word}.{self.names[word] - 1}"

    def parameter_type(self, value: Value, hint: Any, rule: bool) -> Type:
        declared = self.declared(hint) if hint is not None else None
        if declared is not None:
            return declared
        kind = value.type
        if isinstance(kind, Const):
            plain = isinstance(kind.value, int | float | str | bytes | tuple | list) and not isinstance(
                kind.value, bool
            )
            if plain and not (isinstance(kind.value, tuple) and not self.has_type(kind.value)):
                return self.type_of(kind.value)
        return kind

    def has_type(self, value: Any) -> bool:
        try:
            self.type_of(value)
        except Refused:
            return False
        return True

    def declared(self, hint: Any) -> Type | None:
        """The type that an algorithm's annotation stands for."""
        if hint is State:
            return self.state
        if hint is ValueHint:
            return self.value
        if hint is Run:
            return RUN
        if hint is Ply or hint is int:
            return INT
        return FLOAT if hint is float else BOOL if hint is bool else None

    def call_instance(self, ev: Evaluator, instance: Instance, values: list[Value], node: Node) -> Value:
        """Write a call of an instance; its value."""
        if ev.dry:
            self.visit(instance)
            ev.instance.callees[instance] = instance.version
        elif not instance.queued:
            instance.queued = True
            self.queue.append(instance)
        result = instance.result
        given = ["ptr %context"]
        out = ""
        if result.in_memory:
            out = ev.place(max(result.words, 1))
            given.append(f"ptr {out}")
        for value, kind in zip(values, instance.types, strict=True):
            if kind.static:
                continue
            value = ev.convert(value, kind, node)
            if in_registers(kind):
                given += [
                    f"i64 {ev.op(f'load i64, ptr {ev.at(value.ref, index)}, align 8')}"
                    for index in range(kind.words)
                ]
            else:
                given.append(f"{kind.llvm} {value.ref}")
        found = self.write_call(ev, instance, ", ".join(given))
        if result is NEVER:
            if instance.walked and (not ev.dry or self.settled_never(instance)):
                ev.line("unreachable")
                ev.dead = True
            return EMPTY
        if result.static:
            return Value(result)
        return Value(result, out if result.in_memory else found)

    def settled_never(self, instance: Instance) -> bool:
        """Whether a function that was walked returns nothing, as far as is known."""
        return instance.round != self.round or instance.walked

    def write_call(self, ev: Evaluator, instance: Instance, given: str) -> str:
        llvm, fails = instance.llvm, self.may_fail(instance)
        if not fails:
            if llvm == "void":
                ev.line(f"call void @{instance.name}({given})")
                return ""
            return ev.op(f"call {llvm} @{instance.name}({given})")
        if llvm == "void":
            ev.failed_below(ev.op(f"call i1 @{instance.name}({given})"))
            return ""
        both = ev.op(f"call {{{llvm}, i1}} @{instance.name}({given})")
        ev.failed_below(ev.op(f"extractvalue {{{llvm}, i1}} {both}, 1"))
        return ev.op(f"extractvalue {{{llvm}, i1}} {both}, 0")

    def check_constants(self) -> None:
        """Refuse rules that change a list that all states share."""
        for instance in self.every:
            for cell, refusal in instance.writes.items():
                if isinstance(refusal, Refused) and cell.root.constants:
                    raise refusal

    def may_write(self, instance: Instance, cell: Any) -> bool:
        """Whether a function, or one that it calls, writes to lists of a cell."""
        return not self.emitting or cell.root in self.written_by(instance)

    def ever_written(self, cell: Any) -> bool:
        """Whether any rule writes to lists of a cell, or to objects of a type, after these are made."""
        if not self.emitting:
            return True
        found = self.facts.get("ever written")
        if found is None:
            every = (
                cell
                for each in self.every
                for cell in each.writes
                if not each.makes or cell is not each.types[0]
            )
            found = self.facts["ever written"] = {getattr(cell, "root", cell) for cell in every}
        return getattr(cell, "root", cell) in found

    def written_by(self, instance: Instance) -> set[Any]:
        """The cells of lists that a function or one that it calls writes to, and the objects."""
        found = self.facts.get(("writes", instance))
        if found is None:
            reached, left = {instance}, [instance]
            while left:
                for callee in left.pop().callees:
                    if callee not in reached:
                        reached.add(callee)
                        left.append(callee)
            found = {getattr(each, "root", each) for one in reached for each in one.writes}
            self.facts["writes", instance] = found
        return found  # type: ignore[no-any-return]

    def keeps_addresses(self, instance: Instance) -> bool:
        """Whether an address of what a function made may be reached when it has returned."""
        if not self.emitting or holds_address(instance.result):
            return True
        return any(
            holds_address(getattr(each, "element", INT)) or hasattr(each, "fields")
            for each in self.written_by(instance)
        )

    def may_fail(self, instance: Instance) -> bool:
        """Whether a function may fail: it does itself, or one that it calls does."""
        if not self.emitting:
            return True
        if self.failing is None:
            self.failing = {each for each in self.every if each.fails} | self.cyclic
            while True:
                more = {
                    each
                    for each in self.every
                    if each not in self.failing and any(callee in self.failing for callee in each.callees)
                }
                if not more:
                    break
                self.failing |= more
        return instance in self.failing

    def note_cycles(self) -> None:
        """Note the functions that may call themselves."""
        for each in self.every:
            seen: set[Instance] = set()
            open_ = list(each.callees)
            while open_:
                callee = open_.pop()
                if callee not in seen:
                    seen.add(callee)
                    open_ += callee.callees
            if each in seen:
                self.cyclic.add(each)

    def library_call(self, ev: Evaluator, name: str, values: list[Value], node: Node) -> Value:
        return ev.call_known(LIBRARY[name], Call(values), node)

    def super_of(self, ev: Evaluator, node: ast.Call) -> Value:
        frame = ev.frame
        while frame.parent is not None:
            frame = frame.parent
        first = ev.env.get((frame.path, frame.text.parameters[0]))
        if not node.args and first is not None and isinstance(first.type, objects.Object):
            return super_of(ev, ev.value_of(first), frame.function)
        if node.args or first is None or not isinstance(first.type, Const):
            raise ev.refused(node, "super() here", "call the method of the base class by name")
        owner = next(
            kind
            for kind in type(first.type.value).__mro__
            if any(getattr(f, "__code__", None) is frame.function.__code__ for f in vars(kind).values())
        )
        return known(super(owner, first.type.value))

    # -- walking -----------------------------------------------------------------------------------------

    def visit(self, instance: Instance) -> None:
        """Infer the types in a function, once in each round, unless nothing that they rest on has changed."""
        if instance.round == self.round:
            return
        instance.round = self.round
        if instance.walked and not instance.changed and instance.widenings == self.widenings:
            for callee in list(instance.callees):
                self.visit(callee)
            if all(callee.version == seen for callee, seen in instance.callees.items()):
                return
        instance.changed, instance.widenings = False, self.widenings
        instance.callees = {}
        ev = Evaluator(self, instance, True)
        ev.whole()
        instance.fails |= ev.fails
        instance.walked = True
        if instance.changed or self.widenings != instance.widenings:
            self.moved = True

    def infer(self, instance: Instance) -> None:
        """Walk a function and all that it calls until nothing changes."""
        for _ in range(ROUNDS):
            self.round += 1
            self.moved = False
            versions = {each: each.version for each in self.every}
            try:
                self.visit(instance)
            except WalkAgain:
                for each in self.every:
                    each.changed = True
                continue
            if not self.moved and versions == {each: each.version for each in self.every}:
                return
        raise Refused(
            "these rules", "keep variables and tuples to one kind and length; their types never settle"
        )

    def text(self) -> str:
        """The whole unit as LLVM's text."""
        self.value = self.value_type()
        entry = self.entry_instance()
        self.infer(entry)
        functions = self.written_from(entry)
        return self.module(functions, self.entry_text(entry))

    def written_from(self, entry: Instance) -> list[str]:
        """The text of a function and of all that it calls."""
        self.check_constants()
        self.note_cycles()
        self.emitting = True
        functions = []
        self.queue, entry.queued = [entry], True
        while self.queue:
            functions.append(self.queue.pop().written())
        return functions

    def module(self, functions: list[str], entry: str) -> str:
        """The whole text of a unit."""
        uses_texts = any("@text_" in each or "@bytes_" in each for each in (*functions, entry))
        texts = text_runtime.functions(self) if uses_texts else ""
        return "\n".join(
            [
                HEAD,
                *self.globals,
                *functions,
                entry,
                FUNCTIONS,
                texts,
                *DECLARATIONS,
                *sorted(self.intrinsics),
            ]
        )

    def value_type(self) -> Type:
        """Whether values of the search are whole numbers or fractions."""
        if hasattr(self.game, "outcomes"):
            return FLOAT
        for rule in ("utility", "evaluate"):
            function = getattr(getattr(self.game, rule, None), "__func__", None) or getattr(Game, rule)
            if not isinstance(function, FunctionType):
                continue
            names = text_of(function).parameters
            instance = self.instance(
                function, {names[0]: known(self.game), names[1]: Value(self.state, "undef")}, True
            )
            self.infer(instance)
            if has_fractions(instance.result):
                return FLOAT
        return INT

    def entry_instance(self) -> Instance:
        hints = hints_of(self.algorithm)
        arguments = {}
        for name in text_of(self.algorithm).parameters:
            kind = self.declared(hints.get(name))
            arguments[name] = known(self.game) if name == "game" else Value(kind or INT, "undef")
        return self.instance(self.algorithm, arguments, False)

    def function_text(self) -> str:
        """A unit of a function that has no game: whole numbers and addresses of arrays go in, a number comes out."""
        from zermelo.kernel.machine.records import Places

        hints = hints_of(self.algorithm)
        arguments = {
            name: Value(INT if hints.get(name) is int else Places(INT), "undef")
            for name in text_of(self.algorithm).parameters
        }
        entry = self.instance(self.algorithm, arguments, False)
        self.infer(entry)
        functions = self.written_from(entry)
        ev = Evaluator(self, entry, False)
        given = ["ptr %context"]
        for place, kind in enumerate(entry.types):
            word = ev.op(f"load i64, ptr {ev.at('%run', place)}, align 8")
            given.append(f"i64 {word}" if kind is INT else f"ptr {ev.op(f'inttoptr i64 {word} to ptr')}")
        found = self.write_call(ev, entry, ", ".join(given))
        ev.line(f"store i64 {found}, ptr %run, align 8")
        return self.module(functions, self.entry_of(ev))

    def entry_text(self, instance: Instance) -> str:
        """The function that is called from Python, with a run and a context."""
        from zermelo.kernel.kinds import kind_of

        hints = hints_of(self.algorithm)
        ev = Evaluator(self, instance, False)
        layout = run_layout(self)
        given = ["ptr %context"]

        def field(name: str) -> str:
            return ev.op(f"getelementptr inbounds i8, ptr %run, i64 {layout[name][1]}")

        for name, kind in zip(instance.names, instance.types, strict=True):
            if kind is RUN:
                given.append("ptr %run")
            elif not kind.static:
                noted = kind_of(hints[name]) if name in hints else None
                address = field(
                    "root" if name == "state" else (noted.field if noted and noted.field else name)
                )
                value = (
                    kind.load(ev, address)
                    if not isinstance(kind, type(BOOL))
                    else Value(BOOL, ev.op(f"trunc i8 {ev.op(f'load i8, ptr {address}')} to i1"))
                )
                if in_registers(kind):
                    given += [
                        f"i64 {ev.op(f'load i64, ptr {ev.at(value.ref, index)}, align 8')}"
                        for index in range(kind.words)
                    ]
                else:
                    given.append(f"{kind.llvm} {value.ref}")
        found = self.write_call(ev, instance, ", ".join(given))
        if not instance.result.static and instance.result is not NEVER:
            value = ev.convert(Value(instance.result, found), self.value)
            ev.line(f"store {self.value.llvm} {value.ref}, ptr {field('value')}, align 8")
        return self.entry_of(ev)

    def entry_of(self, ev: Evaluator) -> str:
        """The function that is called from Python, which gives 0 or the code of what went wrong."""
        ev.line("ret i64 0")
        text = ["define i64 @entry(ptr %run, ptr %context) {", STACK_BEGINS, *ev.places, *ev.lines]
        if ev.failures:
            text += ["fail_on:", f"  %at = getelementptr inbounds i8, ptr %context, i64 {CONTEXT_ERROR}"]
            text += ["  %error = load i64, ptr %at", "  ret i64 %error"]
        return "\n".join([*text, "}", ""])


LIBRARIES = (
    *(library, list_library, loop_library, number_library, text_library, letter_library),
    *(set_library, dict_library, hash_library, array_library),
)
LIBRARY = {name: each for module in LIBRARIES for name, each in vars(module).items()}


def is_library(function: FunctionType) -> bool:
    """Whether a function is one of Python's own that the compiler has in Python."""
    return any(function.__globals__ is module.__dict__ for module in LIBRARIES)


class Erased:
    """The functions whose calls vanish."""

    def __init__(self, functions: Any) -> None:
        self.functions = tuple(functions)

    def __contains__(self, value: Any) -> bool:
        return any(value is each for each in self.functions)


def for_algorithm(ev: Evaluator, rule: str, value: Value, node: Node) -> Value:
    """What a rule gives in a loop, as the algorithm has it: actions are packed."""
    gives = CONTRACT[rule].gives if rule in CONTRACT else ""
    if gives == "actions":
        return pack(ev, value, node)
    if gives == "outcomes" and value.type is not NEVER:
        action, probability = ev.unpacked(value, 2, node)
        return ev.make_tuple([pack(ev, action, node), probability])
    if gives == "states":
        return closed_state(ev, value, ev.unit.state, node)
    return value


def has_fractions(kind: Type) -> bool:
    """Whether what a rule gives is a fraction, or payoffs with fractions among them."""
    if isinstance(kind, Const):
        parts = kind.value if isinstance(kind.value, tuple | list) else [kind.value]
        return any(isinstance(part, float) for part in parts)
    if isinstance(kind, Tuple):
        return any(map(has_fractions, kind.elements))
    if isinstance(kind, Union):
        return any(map(has_fractions, kind.members))
    return has_fractions(kind.element_type) if isinstance(kind, List) else kind is FLOAT


@lru_cache(maxsize=4096)
def is_pythons(function: FunctionType) -> bool:
    """Whether a function is of Python's own library."""
    file = function.__code__.co_filename
    return file.startswith((sysconfig.get_path("stdlib"), "<frozen")) and "site-packages" not in file


def is_part(value: Value) -> bool:
    """Whether a value has no place of its own at run time, so that what takes it is written in."""
    return isinstance(value.type, Loop | Function | Method)


def holds_address(kind: Type) -> bool:
    """Whether a value refers to memory of the region."""
    if isinstance(kind, Tuple):
        return any(map(holds_address, kind.elements[:1] if kind.uniform else kind.elements))
    if isinstance(kind, Union):
        return any(map(holds_address, kind.members))
    return (kind.llvm == "ptr" and not kind.static and not kind.in_memory) or isinstance(kind, Text)


_ = (inspect, is_named_tuple, is_record, number_type, tree_of, NOTHING)
