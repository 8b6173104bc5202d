"""CONTRIBUTING's promise: every public function, class and method says what it is."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

import zermelo
from zermelo.running.stream import Work

PACKAGE = Path(zermelo.__file__).parent
FILES = [*PACKAGE.glob("*.py"), *(PACKAGE / "running").rglob("*.py"), *(PACKAGE / "tracing").rglob("*.py")]
MODULES = sorted(
    ".".join(("zermelo", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    for path in FILES
)
WORK = {name for name in vars(Work) if not name.startswith("_")}


def own(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The public functions and classes that a module defines, and their methods."""
    for name, found in vars(module).items():
        if getattr(found, "__module__", None) == module.__name__ and not name.startswith("_"):
            yield from described(name, found)


def described(name: str, found: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(found, FunctionType | type):
        yield name, found
    if isinstance(found, type):
        fields = inspect.get_annotations(found)
        for member, value in [*vars(found).items()]:
            public = not member.startswith("_") and member not in fields
            if public and is_method(value) and not is_promised(found, member):
                yield f"{name}.{member}", value


def is_method(value: Any) -> bool:
    return isinstance(value, FunctionType | classmethod | staticmethod | property) or hasattr(
        value, "attrname"
    )


def is_promised(owner: type, member: str) -> bool:
    """Does a base class say what it is, or the protocol of work, or is it the member of a protocol?"""
    inherited = any(inspect.getdoc(getattr(base, member, None)) for base in owner.__mro__[1:])
    is_work = member in WORK and all(hasattr(owner, each) for each in ("items", "beat", "pause"))
    return bool(inherited) or is_work or getattr(owner, "_is_protocol", False)


def says_something(found: Any) -> bool:
    said = inspect.cleandoc(found.__doc__ or "")
    generated = isinstance(found, type) and said.startswith(f"{found.__name__}(")
    return bool(said) and not generated


@pytest.mark.parametrize("module", MODULES)
def test_everything_public_says_what_it_is(module: str) -> None:
    found = importlib.import_module(module)
    assert found.__doc__
    assert not [name for name, value in own(found) if not says_something(value)]


@pytest.mark.parametrize("name", zermelo.__all__)
def test_everything_exported_says_what_it_is(name: str) -> None:
    exported = getattr(zermelo, name)
    assert not [each for each, value in described(name, exported) if not says_something(value)]


def test_a_silent_function_is_noticed() -> None:
    module = ModuleType("toy", "A toy.")
    exec(
        "def silent(): ...\ndef told():\n    'What it is.'\nclass Bare:\n    def method(self): ...",
        vars(module),
    )
    for found in (module.silent, module.told, module.Bare):  # as if a file had defined them
        found.__module__ = "toy"
    assert [name for name, value in own(module) if not says_something(value)] == [
        "silent",
        "Bare",
        "Bare.method",
    ]
