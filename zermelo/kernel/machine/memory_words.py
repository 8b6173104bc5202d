"""The words of the algorithms: hashing, the tables that threads share, values and actions as words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.game import MAX
from zermelo.kernel import primitives, random_words
from zermelo.kernel.machine.forms import compared_words
from zermelo.kernel.machine.numbers import BOOL, FLOAT, INT, signed
from zermelo.kernel.machine.records import as_word, memory_place, unpack
from zermelo.kernel.machine.types import EMPTY, NEVER, NOTHING, Call, Node, Value, known
from zermelo.kernel.machine.wide import Wide
from zermelo.kernel.primitives import SEED
from zermelo.kernel.run import SLOTS, WHOLE_NO_ACTION, WIN

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator
    from zermelo.kernel.machine.words import Words


def memory_words(words: Words, unit: Any) -> None:
    """Enter the words of the algorithms."""
    hashes(words)
    keys(words)
    shared_memory(words)
    kept_values(words)
    plain_memory(words)
    values(words, unit)
    scores(words)
    payoff_words(words, unit)


def stirred(ev: Evaluator, value: Value) -> str:
    """`primitives.stirred` from its seed."""
    kind = ev.as_type(value)
    value = ev.general(value)
    return kind.hashed(ev, value, str(signed(SEED)))


def hashes(words: Words) -> None:
    @words.word(primitives.hash_of)
    def hash_of(ev: Evaluator, call: Call, node: Node) -> Value:
        value = call.values[0]
        if value.const:
            return known(primitives.hash_of(value.known))
        return Value(INT, stirred(ev, value))

    @words.word(primitives.slot_of)
    def slot_of(ev: Evaluator, call: Call, node: Node) -> Value:
        return Value(
            INT, ev.op(f"and i64 {stirred(ev, unpack(ev, ev.general(call.values[0])))}, {SLOTS - 1}")
        )

    @words.word(primitives.mix)
    def mix(ev: Evaluator, call: Call, node: Node) -> Value:
        left, right = (ev.convert(v, INT).ref for v in call.values)
        a = ev.op(f"mul i64 {left}, {signed(0x9E3779B97F4A7C15)}")
        b = ev.op(f"mul i64 {right}, {signed(0xBF58476D1CE4E5B9)}")
        word = ev.op(f"add i64 {ev.op(f'add i64 {a}, {b}')}, {signed(0x94D049BB133111EB)}")
        word = ev.op(f"xor i64 {word}, {ev.op(f'lshr i64 {word}, 31')}")
        word = ev.op(f"mul i64 {word}, {signed(0xD6E8FEB86659FD93)}")
        word = ev.op(f"xor i64 {word}, {ev.op(f'lshr i64 {word}, 32')}")
        return Value(INT, ev.op(f"lshr i64 {word}, 2"))

    @words.word(random_words.shuffled)
    def shuffled(ev: Evaluator, call: Call, node: Node) -> Value:
        word = ev.convert(call.values[0], INT).ref
        word = ev.op(f"xor i64 {word}, {ev.op(f'lshr i64 {word}, 12')}")
        word = ev.op(f"xor i64 {word}, {ev.op(f'shl i64 {word}, 25')}")
        return Value(INT, ev.op(f"xor i64 {word}, {ev.op(f'lshr i64 {word}, 27')}"))

    @words.word(random_words.below)
    def below(ev: Evaluator, call: Call, node: Node) -> Value:
        word, number = (ev.convert(v, INT).ref for v in call.values)
        product = ev.op(f"mul i64 {word}, {signed(random_words.STAR)}")
        wide = ev.op(
            f"mul i128 {ev.op(f'zext i64 {product} to i128')}, {ev.op(f'zext i64 {number} to i128')}"
        )
        return Value(INT, ev.op(f"trunc i128 {ev.op(f'lshr i128 {wide}, 64')} to i64"))


def keys(words: Words) -> None:
    """The parts of a hash that tables use."""

    @words.word(primitives.spread)
    def spread(ev: Evaluator, call: Call, node: Node) -> Value:
        key = call.values[0]
        word = key.type.key(ev, key) if isinstance(key.type, Wide) else ev.convert(key, INT).ref
        return Value(INT, ev.op(f"mul i64 {word}, {signed(SEED)}"))

    @words.word(primitives.leading)
    def leading(ev: Evaluator, call: Call, node: Node) -> Value:
        word, bits = (ev.convert(v, INT).ref for v in call.values)
        return Value(INT, ev.op(f"lshr i64 {word}, {ev.op(f'sub i64 64, {bits}')}"))

    @words.word(primitives.without_leading)
    def without_leading(ev: Evaluator, call: Call, node: Node) -> Value:
        word, bits = (ev.convert(v, INT).ref for v in call.values)
        return Value(INT, ev.op(f"shl i64 {word}, {bits}"))

    @words.word(primitives.seal)
    def seal(ev: Evaluator, call: Call, node: Node) -> Value:
        word = as_word(ev, call.values[0])
        for value in call.values[1:]:
            word = ev.op(f"xor i64 {word}, {as_word(ev, value)}")
        return Value(INT, word)


def place_of(ev: Evaluator, call: Call, node: Node, llvm: str = "i64") -> str:
    """The address that the first two arguments of a call stand for."""
    memory, index = call.values[:2]
    return memory_place(ev, memory, index, node, llvm)


def shared_memory(words: Words) -> None:
    @words.word(primitives.version_of)
    def version_of(ev: Evaluator, call: Call, node: Node) -> Value:
        return Value(INT, ev.op(f"load atomic i64, ptr {place_of(ev, call, node)} acquire, align 8"))

    @words.word(primitives.claim)
    def claim(ev: Evaluator, call: Call, node: Node) -> Value:
        place, version = place_of(ev, call, node), ev.convert(call.values[2], INT).ref
        odd = ev.op(f"add i64 {version}, 1")
        both = ev.op(f"cmpxchg ptr {place}, i64 {version}, i64 {odd} acq_rel monotonic")
        ev.line("fence release")
        return Value(BOOL, ev.op(f"extractvalue {{i64, i1}} {both}, 1"))

    @words.word(primitives.release)
    def release(ev: Evaluator, call: Call, node: Node) -> Value:
        place, version = place_of(ev, call, node), ev.convert(call.values[2], INT).ref
        ev.line(f"store atomic i64 {ev.op(f'add i64 {version}, 2')}, ptr {place} release, align 8")
        return NOTHING

    @words.word(primitives.publish)
    def publish(ev: Evaluator, call: Call, node: Node) -> Value:
        place = place_of(ev, call, node)
        ev.line(f"store atomic i64 {as_word(ev, call.values[2])}, ptr {place} release, align 8")
        return NOTHING

    @words.word(primitives.add_at)
    def add_at(ev: Evaluator, call: Call, node: Node) -> Value:
        place, amount = place_of(ev, call, node), ev.general(call.values[2])
        operation, llvm = ("fadd", "double") if amount.type is FLOAT else ("add", "i64")
        ev.op(f"atomicrmw {operation} ptr {place}, {llvm} {amount.ref} monotonic")
        return NOTHING

    @words.word(primitives.settled)
    def settled(ev: Evaluator, call: Call, node: Node) -> Value:
        ev.line("fence acquire")
        place, version = place_of(ev, call, node), ev.convert(call.values[2], INT).ref
        now = ev.op(f"load atomic i64, ptr {place} monotonic, align 8")
        return Value(BOOL, ev.op(f"icmp eq i64 {now}, {version}"))


def kept_values(words: Words) -> None:
    """Values in tables that threads share."""

    @words.word(primitives.wipe)
    def wipe(ev: Evaluator, call: Call, node: Node) -> Value:
        place = memory_place(ev, call.values[0], known(0), node)
        size = ev.op(f"mul i64 {ev.convert(call.values[1], INT).ref}, 8")
        ev.line(f"call void @llvm.memset.p0.i64(ptr align 8 {place}, i8 0, i64 {size}, i1 false)")
        return NOTHING

    @words.word(primitives.width_of)
    def width_of(ev: Evaluator, call: Call, node: Node) -> Value:
        return known(ev.as_type(call.values[0]).words)

    @words.word(primitives.keep)
    def keep(ev: Evaluator, call: Call, node: Node) -> Value:
        place = place_of(ev, call, node)
        for index, word in enumerate(words_in(ev, call.values[2])):
            ev.line(f"store atomic i64 {word}, ptr {ev.at(place, index)} monotonic, align 8")
        return NOTHING

    @words.word(primitives.is_kept)
    def is_kept(ev: Evaluator, call: Call, node: Node) -> Value:
        place = place_of(ev, call, node)
        difference = "0"
        compared = set(compared_words(call.values[2].type))
        for index, word in enumerate(words_in(ev, call.values[2])):
            if index in compared or not call.values[2].type.in_memory:
                there = ev.op(f"load atomic i64, ptr {ev.at(place, index)} monotonic, align 8")
                difference = ev.op(f"or i64 {difference}, {ev.op(f'xor i64 {there}, {word}')}")
        return Value(BOOL, ev.op(f"icmp eq i64 {difference}, 0"))


def words_in(ev: Evaluator, value: Value) -> list[str]:
    """The words of a value."""
    value = ev.general(value)
    if value.type.static or value.type is NEVER:
        return []
    if not value.type.in_memory and value.type.words > 1:
        to = ev.place(value.type.words)
        value.type.store(ev, value, to)
        return [ev.op(f"load i64, ptr {ev.at(to, index)}, align 8") for index in range(value.type.words)]
    if not value.type.in_memory:
        return [as_word(ev, value)]
    return [ev.op(f"load i64, ptr {ev.at(value.ref, index)}, align 8") for index in range(value.type.words)]


def plain_memory(words: Words) -> None:
    def reading(function: Any, bits: int) -> None:
        @words.word(function)
        def read(ev: Evaluator, call: Call, node: Node) -> Value:
            place = place_of(ev, call, node, f"i{bits}")
            found = ev.op(f"load i{bits}, ptr {place}, align {bits // 8}")
            return Value(INT, found if bits == 64 else ev.op(f"zext i{bits} {found} to i64"))

    def writing(function: Any, bits: int) -> None:
        @words.word(function)
        def write(ev: Evaluator, call: Call, node: Node) -> Value:
            place = place_of(ev, call, node, f"i{bits}")
            word = as_word(ev, call.values[2])
            short = word if bits == 64 else ev.op(f"trunc i64 {word} to i{bits}")
            ev.line(f"store i{bits} {short}, ptr {place}, align {bits // 8}")
            return NOTHING

    reading(primitives.word_at, 64)
    reading(primitives.part_at, 32)
    reading(primitives.half_at, 16)
    reading(primitives.byte_at, 8)
    writing(primitives.set_word, 64)
    writing(primitives.set_part, 32)
    writing(primitives.set_half, 16)

    @words.word(primitives.state_at)
    def state_at(ev: Evaluator, call: Call, node: Node) -> Value:
        kind = ev.unit.state
        index = ev.op(f"mul i64 {ev.convert(call.values[1], INT).ref}, {max(kind.words, 1)}")
        place = memory_place(ev, call.values[0], Value(INT, index), node)
        if not kind.in_memory:
            return kind.load(ev, place)
        return Value(kind, place)

    @words.word(primitives.code_of)
    def code_of(ev: Evaluator, call: Call, node: Node) -> Value:
        return coded(ev, call.values[0], call.values[1], node)

    @words.word(primitives.state_of)
    def state_of(ev: Evaluator, call: Call, node: Node) -> Value:
        return decoded(ev, call.values[0], call.values[1], node)

    @words.word(primitives.ask)
    def ask(ev: Evaluator, call: Call, node: Node) -> Value:
        door, question = (ev.convert(v, INT).ref for v in call.values)
        return Value(INT, ev.op(f"call i64 {ev.op(f'inttoptr i64 {door} to ptr')}(i64 {question})"))


def code_field(ev: Evaluator, run: Value, name: str, index: int, node: Node) -> str:
    """A number of the codec that the run holds, for one word of a state."""
    return ev.item(ev.attribute(run, name, node), known(index), node).ref  # type: ignore[no-any-return]


def coded(ev: Evaluator, state: Value, run: Value, node: Node) -> Value:
    """The state as one number, by the widths of its fields; UNCODED where one does not fit."""

    def branches(give: Callable[[Value], None]) -> None:
        code = "0"
        for index, word in enumerate(words_in(ev, ev.convert(state, ev.unit.state, node))):
            low, width, shift = (
                code_field(ev, run, f"code_{part}", index, node) for part in ("lows", "widths", "shifts")
            )
            above = ev.op(f"sub i64 {word}, {low}")
            fits, unfit = ev.merge(node, ("fits", index), "fits"), ev.merge(node, ("unfit", index), "unfit")
            ev.go(Value(BOOL, ev.op(f"icmp ult i64 {above}, {ev.op(f'shl i64 1, {width}')}")), fits, unfit)
            unfit.enter()
            ev.set_attribute(run, "unfit", known(index), node)
            ev.set_attribute(run, "unfit_word", Value(INT, word), node)
            give(Value(INT, str(primitives.UNCODED)))
            fits.enter()
            code = ev.op(f"or i64 {code}, {ev.op(f'shl i64 {above}, {shift}')}")
        give(Value(INT, code))

    return ev.chosen(node, "coded", branches)


def decoded(ev: Evaluator, code: Value, run: Value, node: Node) -> Value:
    """The state that has this code."""
    kind, word = ev.unit.state, ev.convert(code, INT).ref
    to = ev.place(max(kind.words, 1))
    for index in range(kind.words):
        low, width, shift = (
            code_field(ev, run, f"code_{part}", index, node) for part in ("lows", "widths", "shifts")
        )
        mask = ev.op(f"sub i64 {ev.op(f'shl i64 1, {width}')}, 1")
        part = ev.op(f"and i64 {ev.op(f'lshr i64 {word}, {shift}')}, {mask}")
        ev.line(f"store i64 {ev.op(f'add i64 {part}, {low}')}, ptr {ev.at(to, index)}, align 8")
    return Value(kind, to) if kind.in_memory else kind.load(ev, to)


def values(words: Words, unit: Any) -> None:
    @words.word(primitives.is_nothing)
    def is_nothing(ev: Evaluator, call: Call, node: Node) -> Value:
        if call.values[0].const:
            return known(call.values[0].known == WHOLE_NO_ACTION)
        return Value(BOOL, ev.op(f"icmp eq i64 {ev.convert(call.values[0], INT).ref}, {WHOLE_NO_ACTION}"))

    @words.word(primitives.present)
    def present(ev: Evaluator, call: Call, node: Node) -> Value:
        from zermelo.kernel.machine.unions import Union

        value, alike = call.values
        if value.const and value.known is None:
            return alike
        if isinstance(value.type, Union):
            value = value.type.sole(ev, value, node)
        return ev.convert(value, unit.state, node)

    @words.word(primitives.value_in)
    def value_in(ev: Evaluator, call: Call, node: Node) -> Value:
        word = ev.convert(call.values[0], INT).ref
        return (
            Value(FLOAT, ev.op(f"bitcast i64 {word} to double")) if unit.value is FLOAT else Value(INT, word)
        )

    @words.word(primitives.word_of)
    def word_of(ev: Evaluator, call: Call, node: Node) -> Value:
        return Value(INT, as_word(ev, call.values[0]))

    def above(ev: Evaluator, call: Call, node: Node) -> Value:
        value = ev.general(call.values[0])
        if value.type is not FLOAT:
            return Value(INT, ev.op(f"add i64 {ev.convert(value, INT).ref}, 1"))
        return Value(FLOAT, next_fraction(ev, value.ref))

    words[primitives.above] = words[primitives.just_above] = above


def scores(words: Words) -> None:
    """Values of wins and losses, and how many bits a number has."""

    @words.word(primitives.value_of_win)
    def value_of_win(ev: Evaluator, call: Call, node: Node) -> Value:
        plies, player = ev.convert(call.values[0], INT).ref, call.get(1, "player", MAX)
        won, lost = ev.op(f"sub i64 {WIN}, {plies}"), ev.op(f"sub i64 {plies}, {WIN}")
        if player.const:
            return Value(INT, won if player.known == MAX else lost)
        is_max = ev.op(f"icmp eq i64 {ev.convert(player, INT).ref}, {MAX}")
        return Value(INT, ev.op(f"select i1 {is_max}, i64 {won}, i64 {lost}"))

    @words.word(primitives.value_of_loss)
    def value_of_loss(ev: Evaluator, call: Call, node: Node) -> Value:
        return Value(INT, ev.op(f"sub i64 {ev.convert(call.values[0], INT).ref}, {WIN}"))

    words["zermelo.score.win_in"], words["zermelo.score.loss_in"] = value_of_win, value_of_loss

    bit_words: list[tuple[Any, str]] = [
        (primitives.bit_count, "bit_count"),
        (primitives.bit_length, "bit_length"),
    ]
    for function, name in bit_words:

        def bits(ev: Evaluator, call: Call, node: Node, name: str = name) -> Value:
            return ev.call_method(ev.general(call.values[0]), name, Call([]), node)

        words[function] = bits


def payoff_words(words: Words, unit: Any) -> None:
    from zermelo.kernel.payoff_words import WRONG_COUNT, payoffs_of

    @words.word(payoffs_of)
    def payoffs(ev: Evaluator, call: Call, node: Node) -> Value:
        from zermelo.kernel.machine.lists import List
        from zermelo.kernel.machine.tuples import Tuple, make_tuple

        given, count = ev.general(call.values[0]), call.values[1].known
        if isinstance(given.type, List):
            said = ev.unit.failures.of(ValueError, WRONG_COUNT)
            ev.fail_if(ev.op(f"icmp ne i64 {given.type.count(ev, given)}, {count}"), said)
        elif not isinstance(given.type, Tuple) or len(given.type.elements) != count:
            ev.fail(ev.unit.failures.of(ValueError, WRONG_COUNT))
            return EMPTY
        parts = [ev.convert(part, unit.value, node) for part in ev.unpacked(given, count, node)]
        return make_tuple(ev, parts, None, [unit.value] * count)


def next_fraction(ev: Evaluator, number: str) -> str:
    """The next larger fraction: its bits as a whole number, one up, or one down below zero."""
    bits = ev.op(f"bitcast double {number} to i64")
    zero = ev.op(f"icmp eq i64 {ev.op(f'shl i64 {bits}, 1')}, 0")
    step = ev.op(f"select i1 {ev.op(f'icmp slt i64 {bits}, 0')}, i64 -1, i64 1")
    moved = ev.op(f"select i1 {zero}, i64 1, i64 {ev.op(f'add i64 {bits}, {step}')}")
    top = ev.op(f"icmp eq i64 {bits}, {0x7FF0000000000000}")
    return ev.op(f"bitcast i64 {ev.op(f'select i1 {top}, i64 {bits}, i64 {moved}')} to double")
