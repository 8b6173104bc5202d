"""The compiled world's dictionaries that a rule builds: keys and values in two lists, in the order they came.

Boards of a few dozen cells are what they are for: a key is looked for from the first to the last.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_builtin
from numba.extending import intrinsic, models, overload_method, register_jitable, register_model

from zermelo.kernel import idiom_words
from zermelo.kernel.compiler.machine import extend
from zermelo.kernel.compiler.texts import letters_of

NO_KEY = "a key that a dictionary does not have"


class Table(types.IterableType):  # type: ignore[misc]
    """A dictionary from keys to values of these types."""

    missing = ""
    """What is done where a key is missing: an error, unless a kind of its own says otherwise."""

    def __init__(self, keys: Any, values: Any) -> None:
        self.keys, self.values = keys, values
        super().__init__(f"Dict{self.missing}({keys}, {values})")

    @property
    def iterator_type(self) -> Any:
        return types.ListIter(self.keys)


class Tally(Table):
    """A Counter: what is not there counts 0."""

    missing = "_of_counts"


class Defaulting(Table):
    """A defaultdict(int): what is asked for is there from then on."""

    missing = "_of_defaults"


class Gathering(Table):
    """A defaultdict(list): what is asked for is a list from then on."""

    missing = "_of_lists"


@register_model(Table)
@register_model(Gathering)
@register_model(Tally)
@register_model(Defaulting)
class TableModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("keys", kind.keys), ("values", kind.values)])


def maker(kind: type[Table]) -> Any:
    """`make(keys, values)`: a dictionary of this kind, of these lists."""

    @intrinsic  # type: ignore[untyped-decorator]
    def make(context: Any, keys: Any, values: Any) -> Any:
        made = kind(keys, values)

        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            found = cgutils.create_struct_proxy(made)(target, builder)
            found.keys, found.values = arguments
            return found._getvalue()

        return made(keys, values), generate

    return make


table, tally, defaulting, gathering = map(maker, (Table, Tally, Defaulting, Gathering))


@intrinsic  # type: ignore[untyped-decorator]
def keys_of(context: Any, dictionary: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.extract_value(arguments[0], 0)

    return dictionary.keys(dictionary), generate


@intrinsic  # type: ignore[untyped-decorator]
def values_of(context: Any, dictionary: Any) -> Any:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.extract_value(arguments[0], 1)

    return dictionary.values(dictionary), generate


def is_table(kind: Any) -> bool:
    return isinstance(kind, Table)


@register_jitable  # type: ignore[untyped-decorator]
def place_in(keys: Any, key: Any) -> Any:
    for place in range(len(keys)):
        if keys[place] == key:
            return place
    return -1


@extend(idiom_words.dict_of)  # type: ignore[untyped-decorator]
def _dict_of(pairs: Any) -> Any:
    if is_table(pairs):
        return lambda pairs: table(keys_of(pairs)[:], values_of(pairs)[:])

    def gathered(pairs: Any) -> Any:
        given = [pair for pair in pairs]  # noqa: C416
        return once(table([key for key, _ in given], [value for _, value in given]))

    return gathered


@register_jitable  # type: ignore[untyped-decorator]
def once(dictionary: Any) -> Any:
    """Of a key that came twice the last value, in the place of the first."""
    keys, values, kept = keys_of(dictionary), values_of(dictionary), 0
    for place in range(len(keys)):
        before = 0
        while before < kept and not keys[before] == keys[place]:  # noqa: SIM201
            before += 1
        keys[before], values[before] = keys[place], values[place]
        kept += before == kept
    while len(keys) > kept:
        keys.pop()
        values.pop()
    return dictionary


@extend(idiom_words.growing)  # type: ignore[untyped-decorator]
def _growing(keys: Any, values: Any) -> Any:
    return lambda keys, values: table(keys, values)


@extend(idiom_words.counting)  # type: ignore[untyped-decorator]
def _counting(keys: Any, values: Any) -> Any:
    return lambda keys, values: tally(keys, values)


@extend(idiom_words.defaulting)  # type: ignore[untyped-decorator]
def _defaulting(keys: Any, values: Any) -> Any:
    return lambda keys, values: defaulting(keys, values)


@extend(idiom_words.gathering)  # type: ignore[untyped-decorator]
def _gathering(keys: Any, values: Any) -> Any:
    return lambda keys, values: gathering(keys, values)


@register_jitable  # type: ignore[untyped-decorator]
def empty_like(lists: Any) -> Any:
    """A list of what is in these lists, with nothing in it."""
    return [cell for cells in lists[:0] for cell in cells]


@extend(idiom_words.begin_list)  # type: ignore[untyped-decorator]
def _begin_list(dictionary: Any, key: Any) -> Any:
    def begin(dictionary: Any, key: Any) -> None:
        dictionary[key] = empty_like(values_of(dictionary))

    return begin


@extend(idiom_words.list_at)  # type: ignore[untyped-decorator]
def _list_at(dictionary: Any, key: Any) -> Any:
    def found(dictionary: Any, key: Any) -> Any:
        place = place_in(keys_of(dictionary), key)
        if place < 0:
            keys_of(dictionary).append(key)
            values_of(dictionary).append(empty_like(values_of(dictionary)))
        return values_of(dictionary)[place]

    return found


@extend(idiom_words.list_in)  # type: ignore[untyped-decorator]
def _list_in(dictionary: Any, key: Any) -> Any:
    def found(dictionary: Any, key: Any) -> Any:
        place = place_in(keys_of(dictionary), key)
        return values_of(dictionary)[place] if place >= 0 else empty_like(values_of(dictionary))

    return found


@extend(idiom_words.tally_of)  # type: ignore[untyped-decorator]
def _tally_of(cells: Any) -> Any:
    def tallied(cells: Any) -> Any:
        keys = [cell for cell in letters_of(cells)]  # noqa: C416
        values, kept = [1 for _ in keys], 0
        for place in range(len(keys)):
            before = 0
            while before < kept and not keys[before] == keys[place]:  # noqa: SIM201
                before += 1
            if before == kept:
                keys[kept], values[kept] = keys[place], 1
                kept += 1
            else:
                values[before] += 1
        while len(keys) > kept:
            keys.pop()
            values.pop()
        return tally(keys, values)

    return tallied


@overload_method(Tally, "most_common", strict=False)  # type: ignore[untyped-decorator]
def _most_common(dictionary: Any, count: Any = None) -> Any:
    """The pairs, those that are counted most first, and of equals the first that came."""

    def found(dictionary: Any, count: Any = None) -> Any:
        keys, values = keys_of(dictionary)[:], values_of(dictionary)[:]
        for place in range(1, len(keys)):
            earlier = place
            while earlier > 0 and values[earlier - 1] < values[earlier]:
                keys[earlier - 1], keys[earlier] = keys[earlier], keys[earlier - 1]
                values[earlier - 1], values[earlier] = values[earlier], values[earlier - 1]
                earlier -= 1
        most = len(keys) if count is None else max(0, min(count, len(keys)))
        return [(keys[place], values[place]) for place in range(most)]

    return found


@extend(len)  # type: ignore[untyped-decorator]
def _length(dictionary: Any) -> Any:
    return (lambda dictionary: len(keys_of(dictionary))) if is_table(dictionary) else None


@extend(operator.contains)  # type: ignore[untyped-decorator]
def _contains(dictionary: Any, key: Any) -> Any:
    if not is_table(dictionary):
        return None
    return lambda dictionary, key: place_in(keys_of(dictionary), key) >= 0


@extend(operator.getitem)  # type: ignore[untyped-decorator]
def _getitem(dictionary: Any, key: Any) -> Any:
    if not is_table(dictionary):
        return None

    def found(dictionary: Any, key: Any) -> Any:
        place = place_in(keys_of(dictionary), key)
        if place < 0:
            raise KeyError(NO_KEY)
        return values_of(dictionary)[place]

    def counted(dictionary: Any, key: Any) -> Any:
        place = place_in(keys_of(dictionary), key)
        return values_of(dictionary)[place] if place >= 0 else 0

    def begun(dictionary: Any, key: Any) -> Any:
        place = place_in(keys_of(dictionary), key)
        if place < 0:
            keys_of(dictionary).append(key)
            values_of(dictionary).append(0)
        return values_of(dictionary)[place]

    def gathered(dictionary: Any, key: Any) -> Any:
        return idiom_words.list_at(dictionary, key)

    return {Tally: counted, Defaulting: begun, Gathering: gathered}.get(type(dictionary), found)


@extend(operator.setitem)  # type: ignore[untyped-decorator]
def _setitem(dictionary: Any, key: Any, value: Any) -> Any:
    if not is_table(dictionary):
        return None

    def put(dictionary: Any, key: Any, value: Any) -> Any:
        place = place_in(keys_of(dictionary), key)
        if place < 0:
            keys_of(dictionary).append(key)
            values_of(dictionary).append(value)
        else:
            values_of(dictionary)[place] = value

    return put


@overload_method(Table, "get", strict=False)  # type: ignore[untyped-decorator]
def _get(dictionary: Any, key: Any, default: Any) -> Any:
    def found(dictionary: Any, key: Any, default: Any) -> Any:
        place = place_in(keys_of(dictionary), key)
        if place < 0:
            return default
        return values_of(dictionary)[place]

    return found


@overload_method(Table, "pop", strict=False)  # type: ignore[untyped-decorator]
def _pop(dictionary: Any, key: Any, default: Any = None) -> Any:
    def taken(dictionary: Any, key: Any, default: Any = None) -> Any:
        place = place_in(keys_of(dictionary), key)
        if place < 0:
            raise KeyError(NO_KEY)
        keys_of(dictionary).pop(place)
        return values_of(dictionary).pop(place)

    def taken_or(dictionary: Any, key: Any, default: Any = None) -> Any:
        return dictionary.pop(key) if key in dictionary else default

    return taken if default is None or isinstance(default, types.Omitted) else taken_or


@overload_method(Table, "setdefault", strict=False)  # type: ignore[untyped-decorator]
def _setdefault(dictionary: Any, key: Any, default: Any) -> Any:
    def found(dictionary: Any, key: Any, default: Any) -> Any:
        if key not in dictionary:
            dictionary[key] = default
        return dictionary[key]

    return found


@overload_method(Table, "update", strict=False)  # type: ignore[untyped-decorator]
def _update(dictionary: Any, more: Any) -> Any:
    if not is_table(more):
        return None

    def put(dictionary: Any, more: Any) -> None:
        for key in keys_of(more):
            dictionary[key] = more[key]

    return put


@overload_method(Table, "copy", strict=False)  # type: ignore[untyped-decorator]
def _copy(dictionary: Any) -> Any:
    return lambda dictionary: idiom_words.copied(dictionary)


@overload_method(Table, "keys", strict=False)  # type: ignore[untyped-decorator]
def _keys(dictionary: Any) -> Any:
    return lambda dictionary: keys_of(dictionary)[:]


@overload_method(Table, "values", strict=False)  # type: ignore[untyped-decorator]
def _values(dictionary: Any) -> Any:
    return lambda dictionary: values_of(dictionary)[:]


@overload_method(Table, "items", strict=False)  # type: ignore[untyped-decorator]
def _items(dictionary: Any) -> Any:
    def pairs(dictionary: Any) -> Any:
        keys, values = keys_of(dictionary), values_of(dictionary)
        return [(keys[place], values[place]) for place in range(len(keys))]

    return pairs


@extend(idiom_words.in_order)  # type: ignore[untyped-decorator]
def _in_order(cells: Any) -> Any:
    return (lambda cells: keys_of(cells)[:]) if is_table(cells) else None


@extend(idiom_words.listed)  # type: ignore[untyped-decorator]
def _listed(cells: Any) -> Any:
    return (lambda cells: keys_of(cells)[:]) if is_table(cells) else None


MAKERS = {Table: table, Tally: tally, Defaulting: defaulting, Gathering: gathering}


@extend(idiom_words.copied)  # type: ignore[untyped-decorator]
def _copied(cells: Any) -> Any:
    if not is_table(cells):
        return None
    make = MAKERS[type(cells)]
    return lambda cells: make(keys_of(cells)[:], values_of(cells)[:])


@extend(idiom_words.copied_deeply)  # type: ignore[untyped-decorator]
def _copied_deeply(cells: Any) -> Any:
    if not is_table(cells):
        return None
    make = MAKERS[type(cells)]
    return lambda cells: make(keys_of(cells)[:], idiom_words.copied_deeply(values_of(cells)))


@extend(operator.not_)  # type: ignore[untyped-decorator]
def _not(dictionary: Any) -> Any:
    return (lambda dictionary: len(dictionary) == 0) if is_table(dictionary) else None


@lower_builtin(bool, Table)  # type: ignore[untyped-decorator]
def _truth(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return target.compile_internal(builder, lambda each: len(each) > 0, signature, arguments)


@lower_builtin("getiter", Table)  # type: ignore[untyped-decorator]
def _iterate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """A loop over a dictionary is one over its keys."""
    keys = signature.args[0].keys
    loop = target.get_function("getiter", types.ListIter(keys)(keys))
    return loop(builder, [builder.extract_value(arguments[0], 0)])
