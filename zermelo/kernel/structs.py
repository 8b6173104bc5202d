"""Classes with fields, which a machine has as tuples with names: named tuples, dataclasses, plain classes."""

from __future__ import annotations

import dataclasses
from typing import Any

from zermelo.kernel.own_classes import attributes_of, defaults_of_own, why_not_plain
from zermelo.kernel.symbols import is_plain_enum, member_word, remembered


def is_struct(kind: Any) -> bool:
    """A named tuple, a frozen dataclass or a class of one's own that is no more than its fields."""
    return is_named_tuple(kind) or is_record(kind)


def is_named_tuple(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


@remembered
def is_record(kind: Any) -> bool:
    """A class whose fields are what an object was made of, and all that it is compared by."""
    if not isinstance(kind, type) or kind.__module__ == "builtins" or is_named_tuple(kind):
        return False
    return not why_no_record(kind)


def why_no_record(kind: Any) -> str:
    """What keeps a class from being a tuple with names; "" where nothing does."""
    if not dataclasses.is_dataclass(kind):
        return why_not_plain(kind)
    declared: Any = getattr(kind, "__dataclass_params__")  # noqa: B009
    made = dataclasses.fields(kind)
    if not declared.frozen:
        return "write @dataclass(frozen=True)"
    if hasattr(kind, "__post_init__") or not declared.init or not all(field.init for field in made):
        return "leave out __post_init__ and field(init=False): set every field where it is made"
    if not declared.eq or not all(field.compare for field in made):
        return "let it be compared by all its fields"
    return ""


@remembered
def fields_of(kind: Any) -> tuple[str, ...]:
    if is_named_tuple(kind):
        return tuple(kind._fields)
    if not dataclasses.is_dataclass(kind):
        return tuple(attributes_of(kind))
    return tuple(field.name for field in dataclasses.fields(kind))


def parameters_of(kind: Any) -> tuple[str, ...]:
    """What the fields are called where one is made."""
    own = not is_named_tuple(kind) and not dataclasses.is_dataclass(kind)
    return tuple(attributes_of(kind).values()) if own else fields_of(kind)


def defaults_of(kind: Any) -> dict[str, Any]:
    """The parameters that need not be given, and what they are then."""
    if is_named_tuple(kind):
        return dict(kind._field_defaults)
    if not dataclasses.is_dataclass(kind):
        return defaults_of_own(kind)
    every = dataclasses.fields(kind)
    given = {field.name: field.default for field in every if field.default is not dataclasses.MISSING}
    made = {f.name: f.default_factory() for f in every if f.default_factory is not dataclasses.MISSING}
    return {**given, **made}


def fields_in(value: Any) -> tuple[Any, ...] | None:
    """The parts of a tuple, or of an object that is no more than its fields; None where it has none."""
    if isinstance(value, tuple):
        return value
    return (
        tuple(getattr(value, field) for field in fields_of(type(value))) if is_record(type(value)) else None
    )


def rank_of(member: Any) -> Any:
    """What members of sets are sorted by: as Python sorts tuples, those of enumerations by their places."""
    parts = fields_in(member)
    if parts is not None:
        return tuple(map(rank_of, parts))
    return member_word(member) if is_plain_enum(type(member)) else member


def built(kind: Any, parts: Any) -> Any:
    """One of this class, field by field."""
    return kind(**dict(zip(parameters_of(kind), parts, strict=True))) if is_record(kind) else kind(*parts)


def by_name_only(kind: Any) -> bool:
    """Must some of its fields be given by name?"""
    return dataclasses.is_dataclass(kind) and any(field.kw_only for field in dataclasses.fields(kind))
