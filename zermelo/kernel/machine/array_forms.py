"""Arrays as parts of states: the elements as NumPy has them, side by side, filled up to whole words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.errors import RulesError
from zermelo.kernel.machine.array_constants import is_array
from zermelo.kernel.machine.array_copies import fill_from
from zermelo.kernel.machine.array_elements import load_element
from zermelo.kernel.machine.array_loops import turns
from zermelo.kernel.machine.arrays import ARRAYS, READ_ONLY, WRITABLE, Array, Parts, compact_strides, moved
from zermelo.kernel.machine.forms import Form
from zermelo.kernel.machine.numbers import mixed, signed
from zermelo.kernel.machine.types import Node, Type, Value, known
from zermelo.kernel.primitives import FACTOR, TUPLE

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


class ArrayForm(Form):
    """An array of one shape."""

    def __init__(self, dtype: Any, shape: tuple[int, ...], access: int = WRITABLE) -> None:
        self.dtype, self.shape, self.access = np.dtype(dtype), shape, access
        self.size = int(np.prod(shape)) * self.dtype.itemsize
        self.words = (self.size + 7) // 8

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ArrayForm) and other.facts == self.facts

    def __hash__(self) -> int:
        return hash(self.facts)

    def __repr__(self) -> str:
        return f"{self.dtype}[{'×'.join(map(str, self.shape))}]"

    @property
    def facts(self) -> Any:
        return self.dtype, self.shape, self.access

    @property
    def called(self) -> str:  # type: ignore[override]
        return f"an array of {' × '.join(map(str, self.shape))} numbers ({self.dtype})"

    def is_instance(self, kind: type) -> bool:
        return issubclass(np.ndarray, kind)

    # -- what was seen -------------------------------------------------------------------------

    def seen_with(self, other: Type, seen_together: Any) -> Type | None:
        if not isinstance(other, ArrayForm) or (other.dtype, other.shape) != (self.dtype, self.shape):
            return None
        return ArrayForm(self.dtype, self.shape, max(self.access, other.access))

    def words_of(self, value: Any, words_of: Any, what: Any) -> list[int]:
        if type(value) is not np.ndarray or (value.dtype, value.shape) != (self.dtype, self.shape):
            raise RulesError("not_the_kind", what=what, given=repr(value), wanted=self.called)
        data = value.tobytes().ljust(8 * self.words, b"\0")
        return np.frombuffer(data, np.int64).tolist()  # type: ignore[no-any-return]

    def value_of(self, words: Iterator[int], value_of: Any) -> Any:
        data = np.array(list(islice(words, self.words)), np.int64).tobytes()[: self.size]
        found = np.frombuffer(data, self.dtype).reshape(self.shape)
        return found if self.access == READ_ONLY else found.copy()

    def constant_words(self, ev: Any, value: Any) -> list[str]:
        return [str(word) for word in self.words_of(value, None, "")]

    # -- between the algorithm and the rules ---------------------------------------------------

    def takes(self, unit: Any, kind: Type) -> bool:
        if not isinstance(kind, Array) or kind.dtype != self.dtype or kind.dimensions != len(self.shape):
            return False
        return all(a in (None, b) for a, b in zip(kind.lengths, self.shape, strict=True))

    def opened_type(self, unit: Any) -> Type:
        return Array(self.dtype, self.shape, compact_strides(self.dtype, self.shape), self.access)

    def may_be_written(self, unit: Any) -> bool:
        return unit.ever_written(ARRAYS)  # type: ignore[no-any-return]

    def area(self, kind: Type) -> int:
        return self.words

    def unfold(self, ev: Evaluator, address: str, kind: Type, area: str) -> Value:
        """The array where it lies, or a copy where somebody may write to it."""
        if not ev.unit.emitting or ARRAYS in ev.unit.written_by(ev.instance):
            ev.copy_words(area, address, self.words)
            address = area
        return Value(self.opened_type(ev.unit), address)

    def identity(self, ev: Evaluator, value: Value) -> str:
        return Parts.of(ev, value).data

    def close(self, ev: Evaluator, value: Value, address: str, node: Node) -> None:
        parts = Parts.of(ev, value)
        said = ev.unit.failures.of(OverflowError, "an array of another shape than those seen")
        for length, wanted in zip(parts.lengths, self.shape, strict=True):
            if not length.const:
                ev.fail_if(ev.op(f"icmp ne i64 {length.ref}, {wanted}"), said)
        if self.size % 8:
            ev.line(f"store i64 0, ptr {ev.at(address, self.words - 1)}, align 8")
        lengths = [known(n) for n in self.shape]
        strides = [known(n) for n in compact_strides(self.dtype, self.shape)]
        source = Parts(self.dtype, parts.data, lengths, parts.strides)
        fill_from(ev, Parts(self.dtype, address, lengths, strides), source)

    def hashed(self, ev: Evaluator, value: Value, word: str) -> str:
        """As `primitives.stirred` has the lists that tolist() gives."""
        return mixed(ev, word, mixed(ev, str(signed(FACTOR)), self.level(ev, value.ref, 0)))

    def level(self, ev: Evaluator, address: str, dimension: int) -> str:
        """The word of a part of the array as a list."""
        length, stride = self.shape[dimension], compact_strides(self.dtype, self.shape)[dimension]
        place = ev.place()
        start = mixed(ev, str(signed(FACTOR)), str(signed(TUPLE + length)))
        ev.line(f"store i64 {start}, ptr {place}, align 8")

        def stir(index: Value) -> None:
            at = moved(ev, address, [(index, known(stride))])
            now = ev.op(f"load i64, ptr {place}, align 8")
            if dimension + 1 < len(self.shape):
                found = mixed(ev, now, self.level(ev, at, dimension + 1))
            else:
                part = load_element(ev, self.dtype, at)
                found = part.type.hashed(ev, part, now)
            ev.line(f"store i64 {found}, ptr {place}, align 8")

        turns(ev, known(length), stir)
        return ev.op(f"load i64, ptr {place}, align 8")


def seen_type(value: Any, seen: Callable[[Any], Type], together: Any) -> Type | None:
    """The form of an array, from an example."""
    if not is_array(value) or value.size == 0:
        return None
    if (value.dtype.kind == "f" and value.dtype != np.float64) or not value.dtype.isnative:
        return None
    return ArrayForm(value.dtype, value.shape, WRITABLE if value.flags.writeable else READ_ONLY)
