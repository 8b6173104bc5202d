"""What is known of a value while compiling: its type, and where it is at run time.

A `Value` is a type and a reference. The reference is a register or a literal in LLVM's text, or, where the
type lies in memory, the address of its words. What is known while compiling has no reference: a constant
(`Const`), a thing to loop over (`Loop`), a function of the rules (`Function`).

    Never   no value yet: a call of a function that calls itself, before it is known what it returns
    Const   a Python object
    Bool Int Bits Float            numbers.py
    Tuple   tuples and records     tuples.py
    Union   None, or one of several types    unions.py
    Text Member                    texts.py
    List Set Dict Object Array     things that can be changed: one address

Every type says how it is laid out, stored, compared, hashed, looped over and operated on, by the methods of
`Type`, which take the evaluator first. One that gives NotImplemented leaves the answer to the other side.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ast

    from zermelo.kernel.machine.evaluate import Evaluator

Node = Any
"""A node of a syntax tree, or None where there is none."""


class Type:
    """A type; the class attributes are those of a whole number."""

    words = 1
    """64-bit words that a value takes in memory."""
    llvm = "i64"
    """The type of the reference in LLVM's text."""
    in_memory = False
    """Whether the reference is the address of the words of an unchangeable value."""
    static = False
    """Whether everything is known while compiling."""
    changeable = False
    """Whether the reference is the address of a thing that can be changed."""
    called = "a value"
    """What a sentence calls such a value."""
    takes_constants = False
    """Whether the methods take a constant as it is, known while compiling."""

    family: Any = None
    """What types share that one variable may hold without telling them apart: their class, if nothing."""

    def __init_subclass__(cls) -> None:
        if "family" not in vars(cls) and cls.family in (None, cls.__base__):
            cls.family = cls

    def __repr__(self) -> str:
        return type(self).__name__

    # -- memory ------------------------------------------------------------------------------

    def load(self, ev: Evaluator, address: str) -> Value:
        """The value at an address."""
        return Value(self, ev.op(f"load {self.llvm}, ptr {address}, align 8"))

    def store(self, ev: Evaluator, value: Value, address: str) -> None:
        """Write a value of this type to an address."""
        ev.line(f"store {self.llvm} {value.ref}, ptr {address}, align 8")

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        """A Python object of this type as the words of a constant in memory."""
        raise NotImplementedError

    def constant(self, ev: Evaluator, value: Any) -> Value | None:
        """A Python object of this type as a value at run time; None where it is none."""
        raise NotImplementedError

    def apart(self, ev: Evaluator, value: Value) -> Value:
        """The value, apart from the words of a variable where it lies."""
        return value

    # -- types -------------------------------------------------------------------------------

    @property
    def open(self) -> Type:
        """The type in the rules of what is of this type in a state."""
        return self

    def join(self, unit: Any, other: Type) -> Type | None:
        """The type of what is sometimes this, sometimes the other; None where there is none."""
        return self if other == self else None

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        """A value of another type as one of this type; None where that cannot be."""
        return None

    def lies_as(self, other: Type) -> bool:
        """Whether the words of a value of this type are those of the same value of another."""
        return self == other

    # -- operations --------------------------------------------------------------------------

    def truth(self, ev: Evaluator, value: Value) -> Value:
        """bool(value)."""
        return Value(Const(True))

    def unary(self, ev: Evaluator, operator: str, value: Value, node: Node) -> Any:
        return NotImplemented

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        """`left operator right`, where one of the two is of this type."""
        return NotImplemented

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        """`left operator right` as a Bool, where one of the two is of this type."""
        return NotImplemented

    def contains(self, ev: Evaluator, value: Value, item: Value, node: Node) -> Value:
        """`item in value`."""
        return ev.library("contains", [value, item], node)

    def length(self, ev: Evaluator, value: Value, node: Node) -> Value:
        raise ev.type_error(node)

    def item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> Value:
        raise ev.type_error(node)

    def slice(self, ev: Evaluator, value: Value, bounds: list[Value], node: Node) -> Value:
        raise ev.type_error(node)

    def set_item(self, ev: Evaluator, value: Value, index: Value, new: Value, node: Node) -> None:
        raise ev.type_error(node)

    def delete_item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> None:
        raise ev.type_error(node)

    def attribute(self, ev: Evaluator, value: Value, name: str, node: Node) -> Value:
        """An attribute; a method is a `Method`, whether there is one or not."""
        return Value(Method(value, name))

    def set_attribute(self, ev: Evaluator, value: Value, name: str, new: Value, node: Node) -> None:
        raise ev.type_error(node)

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        """A call of a method: `method_NAME` of the class, or what the library has for it."""
        found = getattr(self, f"method_{name}", None)
        if found is not None:
            return found(ev, value, call, node)  # type: ignore[no-any-return]
        raise ev.refused(node, f"the method {name}() of {self.called}")

    def each(self, ev: Evaluator, value: Value, body: Callable[[Value], None], node: Node) -> None:
        """Loop over a value: `body` writes what is done with each element."""
        raise ev.type_error(node)

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        """The word that follows `word` when this value is stirred in (`primitives.stirred`)."""
        raise NotImplementedError

    def hashed_at(self, ev: Evaluator, address: str, word: str) -> str:
        """The word that follows `word` when the value at an address is stirred in."""
        value = self.load(ev, address)
        return value.type.hashed(ev, value, word)

    def is_instance(self, kind: type) -> bool:
        """Whether isinstance(value, kind) holds for every value."""
        return False


class Value:
    """A value while compiling."""

    __slots__ = ("moves", "ref", "type")

    def __init__(self, type: Type, ref: str = "", moves: bool = False) -> None:
        self.type, self.ref = type, ref
        self.moves = moves
        """Whether the words at the address may be others after the next branch: a variable's own place."""

    @property
    def const(self) -> bool:
        return isinstance(self.type, Const)

    @property
    def known(self) -> Any:
        """The Python object of a constant."""
        assert isinstance(self.type, Const)
        return self.type.value

    def __repr__(self) -> str:
        return f"{self.type}:{self.ref}"


class Call:
    """The arguments of a call."""

    __slots__ = ("named", "values")

    def __init__(self, values: list[Value], named: dict[str, Value] | None = None) -> None:
        self.values, self.named = values, named or {}

    def get(self, place: int, name: str, default: Any = None) -> Value:
        """An argument by its place or name, or a constant default."""
        if place < len(self.values):
            return self.values[place]
        return self.named.get(name) or known(default)

    @property
    def all_known(self) -> bool:
        return all(v.const for v in self.values) and all(v.const for v in self.named.values())


class Never(Type):
    """The type of what has no value (yet)."""

    called = "nothing"

    def join(self, unit: Any, other: Type) -> Type | None:
        return other


NEVER = Never()


class Static(Type):
    """A type whose values are known while compiling."""

    words = 0
    static = True


class Const(Static):
    """A Python object that is known while compiling."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"Const({self.value!r:.40})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Const):
            return False
        return self.value is other.value or same_constant(self.value, other.value)

    def __hash__(self) -> int:
        value = self.value
        return hash((type(value), value)) if isinstance(value, int | str | float) else id(type(value))

    @property
    def called(self) -> str:  # type: ignore[override]
        return f"`{getattr(self.value, '__name__', None) or repr(self.value)}`"


def same_constant(left: Any, right: Any) -> bool:
    """Whether two constants are the same object to every rule: equal, and of one type all the way down."""
    if type(left) is not type(right):
        return False
    if isinstance(left, tuple):
        return len(left) == len(right) and all(map(same_constant, left, right))
    if isinstance(left, MethodType):
        return left.__func__ is right.__func__ and left.__self__ is right.__self__
    if isinstance(left, float):
        return left == right and str(left) == str(right)
    return isinstance(left, int | str | frozenset | bytes | range) and bool(left == right)


class Method(Static):
    """A method of a value that is not known while compiling."""

    def __init__(self, value: Value, name: str) -> None:
        self.value, self.name = value, name


class Function(Static):
    """A lambda or an inner function, and the frame that it stands in."""

    called = "a function"

    def __init__(self, node: ast.AST, frame: Any) -> None:
        self.node, self.frame = node, frame

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Function) or other.node is not self.node:
            return False
        return other.frame.path == self.frame.path and other.frame.text is self.frame.text

    def __hash__(self) -> int:
        return id(self.node)


AGAIN = ("range", "view", "iterator", "lost")
"""Kinds of loops that may be gone through again."""


class Loop(Static):
    """Something to loop over that exists only while compiling, such as range(n) or a generator.

    `each(ev, body, node)` writes the loop; `parts` are the values that it was made of; `length(ev)`, where it
    has one, is the number of elements and `at(ev, index)` one of them.
    """

    called = "a generator"

    def __init__(
        self,
        kind: str,
        each: Callable[..., None],
        parts: tuple[Any, ...] = (),
        length: Callable[..., Value] | None = None,
        at: Callable[..., Value] | None = None,
    ) -> None:
        self.kind, self.write, self.parts, self.size, self.at = kind, each, parts, length, at
        self.depth: int | None = None
        """How many loops stand around the assignment of a generator to a variable of the rules."""
        self.used = False

    def each(self, ev: Evaluator, value: Value, body: Callable[[Value], None], node: Node) -> None:
        if self.depth is not None and (self.used or ev.depth > self.depth):
            advice = "make a list of its elements and go through that"
            raise ev.refused(node, "a generator in a variable that is gone through more than once", advice)
        self.used = True
        self.write(ev, body, node)

    def keep(self, depth: int) -> None:
        """Note that a variable stands for this: a generator is then gone through once at most."""
        if self.depth is None and self.kind not in AGAIN:
            self.depth = depth

    def length(self, ev: Evaluator, value: Value, node: Node) -> Value:
        if self.size is None or self.kind not in ("range", "view"):
            raise ev.type_error(node)
        return self.size(ev)

    def item(self, ev: Evaluator, value: Value, index: Value, node: Node) -> Value:
        if self.size is None or self.at is None or self.kind != "range":
            raise ev.type_error(node)
        place = ev.checked_index(index, self.size(ev), node)
        return self.at(ev, place)

    def truth(self, ev: Evaluator, value: Value) -> Value:
        if self.size is None:
            return known(True)
        return ev.truth(self.size(ev))


def known(value: Any) -> Value:
    """A constant as a value."""
    return Value(Const(value))


NOTHING = known(None)
EMPTY = Value(NEVER, "undef")
"""A value where there is none."""


def is_none(kind: Type) -> bool:
    return isinstance(kind, Const) and kind.value is None
