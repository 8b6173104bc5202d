"""The compiled world's frozen sets of a state: one bit for each member that there may be (`set_shape.py`)."""

from __future__ import annotations

import operator
from functools import cache
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin
from numba.extending import intrinsic, models, overload_method, register_jitable, register_model

from zermelo import game
from zermelo.kernel import idiom_words
from zermelo.kernel.compiler.lists import EmptyType
from zermelo.kernel.compiler.machine import caster, extend
from zermelo.kernel.compiler.set_shape import WORD_BITS, width, word_count
from zermelo.kernel.compiler.symbol_type import Symbol, member, plain_word, short_text

NO_PLACE = "a member of a set such as the first games had none"


class Members(types.Type):  # type: ignore[misc]
    """A set of members of this type, whose parts are numbers below 1 << part or one of these words."""

    def __init__(self, element: Any, parts: tuple[Any, ...]) -> None:
        self.element, self.parts, self.count = element, parts, word_count(parts)
        super().__init__(f"Members({element}, {parts})")

    @property
    def words(self) -> Any:
        return types.UniTuple(types.uint64, self.count)


@register_model(Members)
class MembersModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("words", kind.words)])


@intrinsic  # type: ignore[untyped-decorator]
def bits_of(context: Any, members: Any) -> Any:
    """The words of a set."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.extract_value(arguments[0], 0)

    return members.words(members), generate


@intrinsic  # type: ignore[untyped-decorator]
def set_like(context: Any, members: Any, words: Any) -> Any:
    """A set of the same type with these words."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return made(target, builder, members, arguments[1])

    return members(members, members.words), generate


def made(target: Any, builder: Any, kind: Members, words: Any) -> Any:
    value = ir.Constant(target.get_value_type(kind), ir.Undefined)
    return builder.insert_value(value, words, 0)


KINDS: list[Members] = []
"""The sets that the unit's states and actions have."""


def setter(kind: Members) -> Any:
    """`make(words)`: a set of this type of its words, one after another."""
    if kind not in KINDS:
        KINDS.append(kind)

    @intrinsic  # type: ignore[untyped-decorator]
    def make(context: Any, words: Any) -> Any:
        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return made(target, builder, kind, arguments[0])

        return kind(kind.words), generate

    return make


# -- members and their places ------------------------------------------------------------------------


def paths_in(element: Any, path: str) -> list[tuple[str, Any]]:
    """How each part of a member is read, and its type."""
    if isinstance(element, types.BaseTuple):
        pairs = [paths_in(part, f"{path}[{index}]") for index, part in enumerate(element)]
        return [found for parts in pairs for found in parts]
    return [(path, element)]


@cache
def encoder(kind: Members) -> Any:
    """`place(member)`, -1 where a set of this type has none for it."""
    lines, names = ["def place(member):", "    found = 0"], dict[str, Any](plain_word=plain_word)
    for index, ((path, part), known) in enumerate(
        zip(paths_in(kind.element, "member"), kind.parts, strict=True)
    ):
        if isinstance(part, Symbol):
            names[f"words_{index}"] = known
            lines += [f"    word, index = plain_word({path}), -1", f"    for each in range({len(known)}):"]
            lines += [f"        if words_{index}[each] == word:", "            index = each"]
        else:
            lines += [f"    index = {path}", f"    if index >= {1 << known}:", "        return -1"]
        lines += ["    if index < 0:", "        return -1", f"    found = found << {width(known)} | index"]
    exec("\n".join([*lines, "    return found"]), names)
    return register_jitable(names["place"])


@cache
def decoder(kind: Members) -> Any:
    """`member(place)`."""
    names: dict[str, Any] = {"short_text": short_text, "member_of": member}
    left = sum(map(width, kind.parts))
    parts = []
    for index, ((_, part), known) in enumerate(zip(paths_in(kind.element, ""), kind.parts, strict=True)):
        left -= width(known)
        found = f"(place >> {left} & {(1 << width(known)) - 1})"
        if isinstance(part, Symbol):
            names[f"words_{index}"] = known
            word = f"words_{index}[{found}]"
            text = part.called == "text"
            found = f"short_text({word})" if text else f"member_of({part.called!r}, {part.tag}, {word})"
        parts.append(found)
    found = nested(kind.element, iter(parts))
    if has_names(kind.element):
        names["as_member"], found = caster(kind.element, "a member of a set"), f"as_member({found})"
    exec(f"def member_at(place):\n    return {found}", names)
    return register_jitable(names["member_at"])


def has_names(element: Any) -> bool:
    """Is it a named tuple, or is there one in it?"""
    named = isinstance(element, types.BaseNamedTuple)
    return named or (isinstance(element, types.BaseTuple) and any(map(has_names, element)))


def nested(element: Any, parts: Any) -> str:
    if not isinstance(element, types.BaseTuple):
        return str(next(parts))
    return f"({''.join(nested(part, parts) + ', ' for part in element)})"


@intrinsic  # type: ignore[untyped-decorator]
def lowest(context: Any, word: Any) -> Any:
    """The place of the lowest bit that is set."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.IntType(1)(1))

    return types.int64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def ones(context: Any, word: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def bit(context: Any, place: Any) -> Any:
    """The bit at a place of a word."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        return builder.shl(word(1), builder.and_(arguments[0], word(63)))

    return types.uint64(types.int64), generate


@register_jitable  # type: ignore[untyped-decorator]
def with_bit(words: Any, place: Any) -> Any:
    if place < 0:
        raise OverflowError(NO_PLACE)
    return game.updated(words, place >> WORD_BITS, words[place >> WORD_BITS] | bit(place))


@register_jitable  # type: ignore[untyped-decorator]
def without_bit(words: Any, place: Any) -> Any:
    if place < 0:
        return words
    return game.updated(words, place >> WORD_BITS, words[place >> WORD_BITS] & ~bit(place))


# -- what rules do with them -------------------------------------------------------------------------


def is_set(kind: Any) -> bool:
    return isinstance(kind, Members)


@extend(len)  # type: ignore[untyped-decorator]
def _length(members: Any) -> Any:
    if not is_set(members):
        return None

    def counted(members: Any) -> Any:
        total = 0
        for word in bits_of(members):
            total += ones(word)
        return total

    return counted


@extend(operator.contains)  # type: ignore[untyped-decorator]
def _contains(members: Any, value: Any) -> Any:
    if not is_set(members):
        return None
    if not alike(value, members.element):
        return lambda members, value: False
    place_of = encoder(members)

    def found(members: Any, value: Any) -> Any:
        place = place_of(value)
        return place >= 0 and (bits_of(members)[place >> WORD_BITS] & bit(place)) != 0

    return found


def alike(given: Any, wanted: Any) -> bool:
    """May a value of this type be a member of sets of that one?"""
    if isinstance(wanted, types.BaseTuple):
        same = isinstance(given, types.BaseTuple) and len(given) == len(wanted)
        return same and all(alike(*pair) for pair in zip(given, wanted, strict=True))
    return given == wanted or (
        isinstance(given, types.Integer | types.Boolean) and isinstance(wanted, types.Integer)
    )


@njit(nogil=True)  # type: ignore[untyped-decorator]
def places(members: Any) -> Any:
    base = 0
    for word in bits_of(members):
        rest = word
        while rest != 0:
            place = lowest(rest)
            yield base + place
            rest = rest & ~bit(place)
        base += 64


def each_member(kind: Members) -> Any:
    """A generator of the members of sets of this type, in order."""
    return _each_member(kind)


@cache
def _each_member(kind: Members) -> Any:
    member_at = decoder(kind)

    @njit(nogil=True)  # type: ignore[untyped-decorator]
    def every(members: Any) -> Any:
        for place in places(members):
            yield member_at(place)

    return every


@extend(idiom_words.in_order)  # type: ignore[untyped-decorator]
def _in_order(cells: Any) -> Any:
    if not is_set(cells):
        return None if type(cells).__name__ == "Table" else (lambda cells: cells)
    every = each_member(cells)
    return lambda cells: every(cells)


@extend(idiom_words.listed)  # type: ignore[untyped-decorator]
def _listed(cells: Any) -> Any:
    if not is_set(cells):
        return None if type(cells).__name__ == "Table" else (lambda cells: cells)
    every = each_member(cells)
    return lambda cells: [each for each in every(cells)]  # noqa: C416


@extend(idiom_words.frozen_of)  # type: ignore[untyped-decorator]
def _frozen_of(cells: Any) -> Any:
    if is_set(cells) or isinstance(cells, EmptyType):
        return lambda cells: cells
    like = [kind for kind in KINDS if isinstance(cells, types.List) and alike(cells.dtype, kind.element)]
    if len(like) != 1:
        return lambda cells: idiom_words.sorted_members(cells)
    gathered = gatherer(like[0])
    return lambda cells: gathered(cells)


@extend(idiom_words.union_of)  # type: ignore[untyped-decorator]
def _union_of(left: Any, right: Any) -> Any:
    if not is_set(left) or left == right:
        return _both(left, right, lambda one, other: one | other)
    if isinstance(right, EmptyType):
        return lambda left, right: left
    place_of = encoder(left)

    def union(left: Any, right: Any) -> Any:
        words = bits_of(left)
        for cell in idiom_words.in_order(right):
            words = with_bit(words, place_of(cell))
        return set_like(left, words)

    return union


@extend(idiom_words.without)  # type: ignore[untyped-decorator]
def _without(left: Any, right: Any) -> Any:
    if not is_set(left) or left == right:
        return _both(left, right, lambda one, other: one & ~other)
    if isinstance(right, EmptyType):
        return lambda left, right: left
    place_of = encoder(left)

    def rest(left: Any, right: Any) -> Any:
        words = bits_of(left)
        for cell in idiom_words.in_order(right):
            words = without_bit(words, place_of(cell))
        return set_like(left, words)

    return rest


@extend(idiom_words.common_of)  # type: ignore[untyped-decorator]
def _common_of(left: Any, right: Any) -> Any:
    if not is_set(left) or left == right:
        return _both(left, right, lambda one, other: one & other)
    place_of = encoder(left)

    def common(left: Any, right: Any) -> Any:
        words, found = bits_of(left), without_all(bits_of(left))
        for cell in idiom_words.in_order(right):
            place = place_of(cell)
            if place >= 0 and (words[place >> WORD_BITS] & bit(place)) != 0:
                found = with_bit(found, place)
        return set_like(left, found)

    return common


@register_jitable  # type: ignore[untyped-decorator]
def without_all(words: Any) -> Any:
    for index in range(len(words)):
        words = game.updated(words, index, words[index] ^ words[index])
    return words


def _both(left: Any, right: Any, combined: Any) -> Any:
    """Sets of one type, word by word."""
    if not is_set(left) or left != right:
        return None
    combine = register_jitable(combined)

    def together(left: Any, right: Any) -> Any:
        words, others = bits_of(left), bits_of(right)
        for index in range(len(words)):
            words = game.updated(words, index, combine(words[index], others[index]))
        return set_like(left, words)

    return together


@extend(idiom_words.is_within)  # type: ignore[untyped-decorator]
def _is_within(left: Any, right: Any) -> Any:
    if not is_set(left):
        return None

    def within(left: Any, right: Any) -> Any:
        for cell in idiom_words.in_order(left):
            if cell not in right:
                return False
        return True

    return within


for _sign, _word in (
    (operator.or_, idiom_words.union_of),
    (operator.and_, idiom_words.common_of),
    (operator.sub, idiom_words.without),
):

    def _operation(word: Any) -> Any:
        def typed(left: Any, right: Any) -> Any:
            return (lambda left, right: word(left, right)) if is_set(left) or is_set(right) else None

        return typed

    extend(_sign)(_operation(_word))


@extend(operator.le)  # type: ignore[untyped-decorator]
def _part_of(left: Any, right: Any) -> Any:
    return (lambda left, right: idiom_words.is_within(left, right)) if is_set(left) or is_set(right) else None


@extend(operator.ge)  # type: ignore[untyped-decorator]
def _has_part(left: Any, right: Any) -> Any:
    return (lambda left, right: idiom_words.is_within(right, left)) if is_set(left) or is_set(right) else None


@extend(operator.eq)  # type: ignore[untyped-decorator]
def _equal(left: Any, right: Any) -> Any:
    if is_set(left) and left == right:
        return lambda left, right: bits_of(left) == bits_of(right)
    return (
        (lambda left, right: idiom_words.same_members(left, right)) if is_set(left) or is_set(right) else None
    )


@extend(operator.ne)  # type: ignore[untyped-decorator]
def _unequal(left: Any, right: Any) -> Any:
    return (lambda left, right: not left == right) if is_set(left) or is_set(right) else None  # noqa: SIM201


@lower_builtin(bool, Members)  # type: ignore[untyped-decorator]
def _truth(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    words, found = builder.extract_value(arguments[0], 0), ir.IntType(64)(0)
    for index in range(signature.args[0].count):
        found = builder.or_(found, builder.extract_value(words, index))
    return builder.icmp_unsigned("!=", found, ir.IntType(64)(0))


@extend(operator.truth)  # type: ignore[untyped-decorator]
def _truth_of(members: Any) -> Any:
    return (lambda members: len(members) > 0) if is_set(members) else None


@extend(operator.not_)  # type: ignore[untyped-decorator]
def _not(members: Any) -> Any:
    return (lambda members: len(members) == 0) if is_set(members) else None


for _called, _word in (
    ("union", idiom_words.union_of),
    ("intersection", idiom_words.common_of),
    ("difference", idiom_words.without),
    ("issubset", idiom_words.is_within),
):

    def _method(word: Any) -> Any:
        return lambda members, other: lambda members, other: word(members, other)

    overload_method(Members, _called, strict=False)(_method(_word))


@cache
def gatherer(kind: Members) -> Any:
    """`gathered(cells)`: a set of this type of what is in a list."""
    make, place_of, zeros = setter(kind), encoder(kind), (0,) * kind.count

    def gathered(cells: Any) -> Any:
        found = as_words(zeros)
        for cell in cells:
            found = with_bit(found, place_of(cell))
        return make(found)

    return register_jitable(gathered)


def from_cells(target: Any, builder: Any, value: Any, given: Any, declared: Members) -> Any:
    """A list of members as a set of the state's type."""
    if isinstance(given, EmptyType):
        return made(target, builder, declared, target.get_constant_null(declared.words))
    if not alike(given.dtype, declared.element):
        raise TypingError("zermelo: a set with members of another kind than the state's")
    return target.compile_internal(builder, gatherer(declared), declared(given), [value])


@intrinsic  # type: ignore[untyped-decorator]
def as_words(context: Any, numbers: Any) -> Any:
    """So many words of no bits."""
    kind = types.UniTuple(types.uint64, len(numbers))

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return target.get_constant_null(kind)

    return kind(numbers), generate
