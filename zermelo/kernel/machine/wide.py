"""Whole numbers of more than 64 bits, such as a board of 81 cells in one number: so many words each.

How wide they are, the positions and constants say that were seen, with some room. What comes of one and a
number of a word is as wide as the wider one; what outgrows its width fails, and Python goes on. Counters stay
numbers of one word: `wide & 0xFF` is one, as are bit_count() and what `%` leaves of a small number.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.errors import RulesError
from zermelo.kernel.machine.numbers import (
    BITS,
    BOOL,
    FLOAT,
    INT,
    PLAIN,
    SIGN,
    Bool,
    Int,
    Number,
    mixed,
    signed,
)
from zermelo.kernel.machine.types import Call, Node, Type, Value, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

SPARE = 32
"""Bits more than the largest number that was seen, at least: what is shifted to the left is masked later."""
WORD = (1 << 64) - 1


class Wide(Number):
    """A whole number of so many bits, one of them for the sign."""

    special = True
    called = "a large whole number"

    def __init__(self, bits: int) -> None:
        self.bits, self.words, self.llvm = bits, bits // 64, f"i{bits}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Wide) and other.bits == self.bits

    def __hash__(self) -> int:
        return hash(("wide", self.bits))

    def __repr__(self) -> str:
        return f"Wide{self.bits}"

    def is_instance(self, kind: type) -> bool:
        return kind in (int, object)

    # -- memory -------------------------------------------------------------------------------

    def fits(self, number: int) -> bool:
        return -(1 << (self.bits - 1)) <= number < 1 << (self.bits - 1)

    def constant(self, ev: Evaluator, value: Any) -> Value:
        if not self.fits(int(value)):
            raise OverflowError(f"{value} does not fit in {self.bits} bits")
        return Value(self, str(int(value)))

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return [str(word) for word in split(int(value), self.words)]

    # -- types --------------------------------------------------------------------------------

    def join(self, unit: Any, other: Type) -> Type | None:
        if isinstance(other, Wide):
            return self if self.bits >= other.bits else other
        if other is BITS:
            return BITS
        if other is FLOAT or not isinstance(other, Number):
            return None
        return self if isinstance(other, Int | Bool) and not other.special else None

    def convert(self, ev: Evaluator, value: Value, node: Node) -> Value | None:
        kind = value.type
        if isinstance(kind, Bool):
            return Value(self, ev.op(f"zext i1 {value.ref} to {self.llvm}"))
        if isinstance(kind, Int):
            return Value(self, ev.op(f"{'zext' if kind is BITS else 'sext'} i64 {value.ref} to {self.llvm}"))
        if not isinstance(kind, Wide):
            return None
        if kind.bits <= self.bits:
            return Value(self, ev.op(f"sext {kind.llvm} {value.ref} to {self.llvm}"))
        return Value(self, shortened(ev, value.ref, kind.bits, self.bits))

    def word(self, ev: Evaluator, value: Value) -> Value:
        """The number as one of 64 bits; it fails where it has no room."""
        return Value(INT, shortened(ev, value.ref, self.bits, 64))

    def low_word(self, ev: Evaluator, value: Value) -> str:
        return ev.op(f"trunc {self.llvm} {value.ref} to i64")

    def key(self, ev: Evaluator, value: Value) -> str:
        """The number as the word of a key; it fails where it needs more than 64 bits."""
        more = ev.op(f"icmp sge {self.llvm} {value.ref}, {1 << 64}")
        less = ev.op(f"icmp slt {self.llvm} {value.ref}, {-SIGN}")
        said = ev.unit.failures.of(OverflowError, "key() does not fit in 64 bits")
        ev.fail_if(ev.op(f"or i1 {more}, {less}"), said)
        return self.low_word(ev, value)

    # -- operations ---------------------------------------------------------------------------

    def truth(self, ev: Evaluator, value: Value) -> Value:
        return Value(BOOL, ev.op(f"icmp ne {self.llvm} {value.ref}, 0"))

    def unary(self, ev: Evaluator, operator: str, value: Value, node: Node) -> Any:
        if operator == "pos":
            return value
        if operator == "invert":
            return Value(self, ev.op(f"xor {self.llvm} {value.ref}, -1"))
        return self.binary(ev, "sub", Value(self, "0"), value, node)

    def absolute(self, ev: Evaluator, value: Value, node: Node) -> Value:
        negative = ev.op(f"icmp slt {self.llvm} {value.ref}, 0")
        other = self.unary(ev, "neg", value, node)
        return Value(self, ev.op(f"select i1 {negative}, {self.llvm} {other.ref}, {self.llvm} {value.ref}"))

    def binary(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        a, b = ev.as_type(left), ev.as_type(right)
        if not isinstance(a, Number) or not isinstance(b, Number) or operator == "matmul":
            return NotImplemented
        if any(kind.special and not isinstance(kind, Wide) for kind in (a, b)):
            raise ev.refused(
                node, "a large whole number beside one of NumPy's", "take int() of NumPy's first"
            )
        if FLOAT in (a, b) or operator == "truediv":
            return FLOAT.binary(ev, operator, in_a_word(ev, left), in_a_word(ev, right), node)
        if operator in ("lshift", "rshift"):
            return shift(ev, operator == "lshift", left, right, node)
        if BITS in (a, b):
            return BITS.binary(ev, operator, ev.convert(left, BITS), ev.convert(right, BITS), node)
        if operator == "pow":
            return power(ev, left, right, node)
        kind = widest(a, b)
        x, y = (ev.convert(value, kind).ref for value in (left, right))
        if operator in ("and", "or", "xor"):
            found = Value(kind, ev.op(f"{PLAIN[operator]} {kind.llvm} {x}, {y}"))
            small = operator == "and" and any(v.const and 0 <= v.known < SIGN for v in (left, right))
            return Value(INT, kind.low_word(ev, found)) if small else found
        if operator in ("floordiv", "mod"):
            return divide(ev, operator == "floordiv", kind, x, y, right)
        return checked(ev, operator, kind, x, y)

    def compare(self, ev: Evaluator, operator: str, left: Value, right: Value, node: Node) -> Any:
        a, b = ev.as_type(left), ev.as_type(right)
        if not isinstance(a, Number) or not isinstance(b, Number):
            return NotImplemented
        if any(kind is FLOAT or (kind.special and not isinstance(kind, Wide)) for kind in (a, b)):
            raise ev.refused(
                node, "a large whole number compared with another kind of number", "keep to whole numbers"
            )
        kind = widest(a, b)
        x, y = (ev.convert(value, kind).ref for value in (left, right))
        sign = "" if operator in ("eq", "ne") else "s"
        return Value(BOOL, ev.op(f"icmp {sign}{operator} {kind.llvm} {x}, {y}"))

    def method(self, ev: Evaluator, value: Value, name: str, call: Call, node: Node) -> Value:
        if name == "bit_count":
            size, total = self.absolute(ev, value, node), "0"
            for index in range(self.words):
                word = ev.op(
                    f"trunc {self.llvm} {ev.op(f'lshr {self.llvm} {size.ref}, {64 * index}')} to i64"
                )
                total = ev.op(f"add i64 {total}, {ev.op(f'call i64 @llvm.ctpop.i64(i64 {word})')}")
            return Value(INT, total)
        if name == "bit_length":
            size = self.absolute(ev, value, node)
            ev.unit.intrinsics.add(f"declare {self.llvm} @llvm.ctlz.{self.llvm}({self.llvm}, i1)")
            zeros = ev.op(f"call {self.llvm} @llvm.ctlz.{self.llvm}({self.llvm} {size.ref}, i1 false)")
            return Value(INT, ev.op(f"sub i64 {self.bits}, {ev.op(f'trunc {self.llvm} {zeros} to i64')}"))
        return super().method(ev, value, name, call, node)

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        rest, going = value.ref, "true"
        for _ in range(self.words):
            new = mixed(ev, word, ev.op(f"trunc {self.llvm} {rest} to i64"))
            word = ev.op(f"select i1 {going}, i64 {new}, i64 {word}")
            more = ev.op(f"icmp sge {self.llvm} {rest}, {1 << 64}")
            less = ev.op(f"icmp slt {self.llvm} {rest}, {-SIGN}")
            going = ev.op(f"and i1 {going}, {ev.op(f'or i1 {more}, {less}')}")
            rest = ev.op(f"ashr {self.llvm} {rest}, 64")
        return word

    def as_int(self, ev: Evaluator, value: Value, call: Call, node: Node) -> Value:
        return value

    def as_text(self, ev: Evaluator, value: Value, node: Node) -> Value:
        return ev.library("wide_digits", [value, known(10), known("")], node)

    written_as = as_text

    # -- as a part of a state ------------------------------------------------------------------

    def seen_with(self, other: Type, seen_together: Any) -> Type | None:
        return self.join(None, other)

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        if not isinstance(value, int):
            raise RulesError("not_whole_in_state", what=what, given=repr(value))
        if not self.fits(value):
            raise RulesError("number_beyond_room", what=what, number=value)
        return split(int(value), self.words)

    def value_of(self, words: Iterator[int], value_of: Any) -> int:
        *low, high = islice(words, self.words)
        return sum((int(word) & WORD) << 64 * index for index, word in enumerate(low)) + (
            int(high) << 64 * len(low)
        )


def split(number: int, count: int) -> list[int]:
    """The words of a number, the lowest first, with a sign each."""
    return [signed(number >> 64 * index) for index in range(count)]


def wide_for(number: int) -> Wide:
    """The type of a number beyond 64 bits, with some room."""
    return Wide(64 * -(-(int(number).bit_length() + 1 + SPARE) // 64))


def widest(*kinds: Type) -> Wide:
    return Wide(max(kind.bits for kind in kinds if isinstance(kind, Wide)))


def width_of(kind: Type) -> int:
    """The bits of the widest number in a type; 0 where none is wide."""
    if isinstance(kind, Wide):
        return kind.bits
    found = [getattr(kind, name, None) for name in ("element", "elements", "members")]
    parts = [part for each in found for part in (each if isinstance(each, list | tuple) else [each])]
    return max((width_of(part) for part in parts if isinstance(part, Type)), default=0)


def in_a_word(ev: Evaluator, value: Value) -> Value:
    """A number that may be wide as one that is not."""
    value = ev.general(value)
    return value.type.word(ev, value) if isinstance(value.type, Wide) else value


def overflow(ev: Evaluator, condition: str, bits: int) -> None:
    ev.fail_if(condition, ev.unit.failures.of(OverflowError, f"a whole number does not fit in {bits} bits"))


def shortened(ev: Evaluator, number: str, bits: int, fewer: int) -> str:
    """A number in fewer bits; it fails where there is no room."""
    found = ev.op(f"trunc i{bits} {number} to i{fewer}")
    back = ev.op(f"sext i{fewer} {found} to i{bits}")
    overflow(ev, ev.op(f"icmp ne i{bits} {back}, {number}"), fewer)
    return found


def checked(ev: Evaluator, operator: str, kind: Wide, x: str, y: str) -> Value:
    """Addition, subtraction or multiplication, with twice as much room for a product."""
    bits = 2 * kind.bits if operator == "mul" else kind.bits + 64
    a, b = (ev.op(f"sext {kind.llvm} {each} to i{bits}") for each in (x, y))
    return Value(kind, shortened(ev, ev.op(f"{PLAIN[operator]} i{bits} {a}, {b}"), bits, kind.bits))


def divide(ev: Evaluator, quotient: bool, kind: Wide, x: str, y: str, right: Value) -> Value:
    """x // y or x % y, rounded down; what is left of a small number is one."""
    zero = ev.unit.failures.of(ZeroDivisionError, "integer division or modulo by zero")
    ev.fail_if(ev.op(f"icmp eq {kind.llvm} {y}, 0"), zero)
    bits = kind.bits + 64
    llvm = f"i{bits}"
    a, b = (ev.op(f"sext {kind.llvm} {each} to {llvm}") for each in (x, y))
    rest = ev.op(f"srem {llvm} {a}, {b}")
    across = ev.op(f"icmp slt {llvm} {ev.op(f'xor {llvm} {rest}, {b}')}, 0")
    odd = ev.op(f"and i1 {ev.op(f'icmp ne {llvm} {rest}, 0')}, {across}")
    if quotient:
        cut = ev.op(f"sub {llvm} {ev.op(f'sdiv {llvm} {a}, {b}')}, {ev.op(f'zext i1 {odd} to {llvm}')}")
        return Value(kind, shortened(ev, cut, bits, kind.bits))
    full = ev.op(f"add {llvm} {rest}, {ev.op(f'select i1 {odd}, {llvm} {b}, {llvm} 0')}")
    if isinstance(ev.as_type(right), Int | Bool):
        return Value(INT, ev.op(f"trunc {llvm} {full} to i64"))
    return Value(kind, ev.op(f"trunc {llvm} {full} to {kind.llvm}"))


def shift(ev: Evaluator, to_left: bool, left: Value, right: Value, node: Node) -> Value:
    """x << y or x >> y, where one of them is wide, or x << y may outgrow a word."""
    count = ev.convert(right, INT, node).ref
    if not right.const or right.known < 0:
        ev.fail_if(ev.op(f"icmp slt i64 {count}, 0"), ev.unit.failures.of(ValueError, "negative shift count"))
    a = ev.as_type(left)
    if not isinstance(a, Wide):
        if not to_left or not ev.unit.wide:
            return INT.binary(ev, "lshift" if to_left else "rshift", left, Value(INT, count), node)  # type: ignore[no-any-return]
        a = Wide(ev.unit.wide)
    kind, llvm = a, a.llvm
    x = ev.convert(left, kind).ref
    far = ev.op(f"icmp uge i64 {count}, {kind.bits}")
    near = ev.op(f"zext i64 {ev.op(f'select i1 {far}, i64 {kind.bits - 1}, i64 {count}')} to {llvm}")
    if not to_left:
        return Value(kind, ev.op(f"ashr {llvm} {x}, {near}"))
    found = ev.op(f"shl {llvm} {x}, {near}")
    lost = ev.op(f"icmp ne {llvm} {ev.op(f'ashr {llvm} {found}, {near}')}, {x}")
    beyond = ev.op(f"and i1 {far}, {ev.op(f'icmp ne {llvm} {x}, 0')}")
    overflow(ev, ev.op(f"or i1 {lost}, {beyond}"), kind.bits)
    return Value(kind, found)


def power(ev: Evaluator, left: Value, right: Value, node: Node) -> Value:
    """x ** y, where it may outgrow a word."""
    exponent = in_a_word(ev, right)
    number = ev.convert(exponent, INT, node).ref
    said = ev.unit.failures.of(OverflowError, "a negative power is a fraction")
    ev.fail_if(ev.op(f"icmp slt i64 {number}, 0"), said)
    a = ev.as_type(left)
    kind = a if isinstance(a, Wide) else Wide(ev.unit.wide)
    base = ev.convert(left, kind)
    return ev.library("wide_power", [base, known(1), Value(INT, number)], node)


def outgrows(ev: Evaluator, operator: str, left: Value, right: Value, a: Type, b: Type) -> bool:
    """Whether whole numbers of a word may make a wide one, as `1 << cell` does where states hold such."""
    if not ev.unit.wide or operator not in ("lshift", "pow") or not ev.frame.rule or right.const:
        return False
    return all(isinstance(kind, Int | Bool) and kind is not BITS and not kind.special for kind in (a, b))
