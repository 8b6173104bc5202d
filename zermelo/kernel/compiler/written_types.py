"""The types of a unit written down: its enumerations, named tuples and dataclasses, states and actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.codes import built_text, set_maker, set_text
from zermelo.kernel.compiler.seen import SHORT_TEXTS
from zermelo.kernel.compiler.series_shape import has_series
from zermelo.kernel.compiler.shape import SYMBOLS, Shape, widths_of
from zermelo.kernel.compiler.syntax import is_constant
from zermelo.kernel.compiler.unit import Unit
from zermelo.kernel.primitives import TEXT
from zermelo.kernel.structs import fields_of, is_record
from zermelo.kernel.symbols import is_plain_enum, tag_of

if TYPE_CHECKING:
    from zermelo.kernel.compiler.emit import Page
    from zermelo.kernel.compiler.writer import Writer


def write_enumerations(writer: Writer, unit: Unit, leaves: list[Shape]) -> None:
    """What `.value` is of the members of every enumeration of the unit."""
    kinds = {leaf.struct: None for leaf in leaves if leaf.kind == "enum"}
    kinds |= dict.fromkeys(enumerations_in(list(unit.constants.values())))
    for kind in kinds:
        values = tuple(member.value for member in kind)  # type: ignore[union-attr]
        if is_constant(values) and not any(isinstance(value, tuple | list) for value in values):
            writer.plain(f"enumeration({tag_of(kind)}, {values!r})")  # type: ignore[arg-type]


def enumerations_in(value: Any) -> list[Any]:
    if isinstance(value, list | tuple):
        return [kind for part in value for kind in enumerations_in(part)]
    return [type(value)] if is_plain_enum(type(value)) else []


def write_structs(writer: Writer, page: Page, state: Shape, action: Shape) -> None:
    """The named tuples as types and constructors; the types of states and actions."""
    names = {id(shape.struct): unique for unique, shape in page.structs.items()}
    for unique, shape in page.structs.items():
        kind: Any = shape.struct
        parts = ", ".join(type_text(part, names) for part in shape.parts)
        made = f"namedtuple({kind.__name__!r}, {list(fields_of(kind))!r})"
        made = f"tagged({made}, {tag_of(kind)})" if is_record(kind) else made
        writer.plain(f"{unique}_type = NamedTuple([{parts}], {made})")
        seen = f"opened_type({unique}_type)" if has_series(shape) else f"{unique}_type"
        writer.plain(f"{unique} = constructor({seen}, {kind.__name__!r})")
    for shape in {each: None for whole in (state, action) for each in sets_in(whole)}:
        text = set_text(shape, type_text(shape.parts[0], names))
        writer.plain(f"{set_maker(shape)} = setter({text})")
    writer.plain(f"STATE = {type_text(state, names)}", "as_state = caster(STATE, 'the state')")
    if action.kind == "bits":
        writer.plain("pack, unpack = whole, Bits", "")
    elif is_flat(action):
        parts_count = len(action.parts)
        writer.plain(
            f"pack = packer({parts_count})",
            f"unpack = unpacker({parts_count}, {type_text(action, names)})",
            "",
        )
    elif action.kind != "int":
        write_unpacking(writer, action, type_text(action, names))


def sets_in(shape: Shape) -> list[Shape]:
    """The sets that a state or an action is made of."""
    return [shape] if shape.kind == "set" else [found for part in shape.parts for found in sets_in(part)]


def is_flat(action: Shape) -> bool:
    """A tuple of whole numbers, all at one depth."""
    return action.kind in ("tuple", "struct") and all(part.kind == "int" for part in action.parts)


def write_unpacking(writer: Writer, action: Shape, kind: str) -> None:
    """Actions of any other shape as one word, and back."""
    widths = widths_of(action)
    count, even = len(widths), len(set(widths)) == 1
    if min(widths) < (8 if even else 6) and not has_series(action):
        if action.kind == "letters":
            raise CannotCompile(f"an action that is a text of {count} letters", SHORT_TEXTS)
        raise CannotCompile(f"an action made of {count} numbers", "make actions of at most eight numbers")
    given = "ACTION" if even and not has_series(action) else f"ACTION, {widths}"
    writer.plain(f"ACTION = {kind}", f"pack = pack_words({given})", "as_action = caster(ACTION, 'an action')")
    ends = [sum(widths[place + 1 :]) for place in range(count)]
    places = zip(widths, ends, strict=True)
    words = [f"(word << {64 - width - end} >> {64 - width})" for width, end in places]
    text = built_text(action, words if count > 1 else ["word"])
    writer.plain("@njit(**RULE)", "def unpack(word):", f"    return as_action({text})", "")
    if action.kind == "maybe":
        every = "    return [as_action(each) for each in cells]"
        writer.plain("@njit(**RULE)", "def as_actions(cells):", every, "")


def type_text(shape: Shape, names: dict[int, str]) -> str:
    if shape.kind == "struct":
        return f"{names[id(shape.struct)]}_type"
    if shape.kind == "maybe":
        return f"Optional({type_text(shape.parts[0], names)})"
    if shape.kind == "letters":
        return f"Letters({len(shape.parts)})"
    if shape.kind in SYMBOLS:
        called, tag = named_tag(shape)
        return f"Symbol({called!r}, {tag})"
    if shape.kind == "series":
        return f"Series({type_text(shape.parts[0], names)}, {shape.most})"
    if shape.kind == "wide":
        return f"Wide({64 * shape.most})"
    if shape.kind == "set":
        return set_text(shape, type_text(shape.parts[0], names))
    if shape.kind in ("tuple", "bytes"):
        inner = [type_text(part, names) for part in shape.parts]
        if inner and len(set(inner)) == 1:
            return f"UniTuple({inner[0]}, {len(inner)})"
        return f"Tuple(({''.join(part + ', ' for part in inner)}))"
    return "uint64" if shape.kind == "bits" else "int64"


def named_tag(shape: Shape) -> tuple[str, int]:
    """The name and the number by which symbols of one kind are told from others."""
    kind = shape.struct if shape.kind == "enum" else None
    return (kind.__name__, tag_of(kind)) if kind else ("text", TEXT)
