"""What the shell offers when Tab is pressed; everything is imported only then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def games(incomplete: str) -> Iterator[str]:
    """The built-in names, files of rules, and the folders on the way to them."""
    from zermelo.games import BUILT_IN

    yield from (name for name in BUILT_IN if name.startswith(incomplete))
    folder, _, start = incomplete.rpartition("/")
    here = Path(f"{folder}/" if "/" in incomplete else ".")
    for path in sorted(here.glob("*")) if here.is_dir() else ():
        typed = f"{folder}/{path.name}" if "/" in incomplete else path.name
        if path.name.startswith(start) and not path.name.startswith("."):
            yield from [typed] if path.suffix == ".py" else [f"{typed}/"] if path.is_dir() else []


def algorithms(incomplete: str) -> list[str]:
    from zermelo.running.question import ALGORITHMS

    return [name for name in ALGORITHMS if name.startswith(incomplete)]


def engines(incomplete: str) -> list[str]:
    from zermelo.running.question import ENGINES

    return [name for name in ENGINES if name.startswith(incomplete)]


def orders(incomplete: str) -> list[str]:
    from typing import get_args

    from zermelo.kernel.options import Order

    return [name for name in get_args(Order) if name.startswith(incomplete)]


def humans(incomplete: str) -> list[str]:
    from zermelo.interfaces.terminal.play import SIDES

    return [name for name in SIDES if name.startswith(incomplete)]


def techniques(incomplete: str) -> list[str]:
    from zermelo.kernel.options import TECHNIQUES

    return [name for name in TECHNIQUES if name.startswith(incomplete)]
