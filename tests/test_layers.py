"""Modules import only what stands before them in docs/design.md."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "zermelo"
ORDER = """
starting
messages
errors game pictures
kernel
algorithms
score limits
tracing
trees
report written
running
strong
search solve prove levels strategy
games csp matrix
matches
studies
checking
interfaces
__main__
"""
LEVEL = {name: level for level, line in enumerate(ORDER.split("\n")) for name in line.split()}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def level(dotted: str) -> int:
    return LEVEL[dotted.split(".")[1]]


def imports_of(path: Path) -> set[str]:
    """Modules of the package that this one imports, wherever in its text."""
    found = set()
    for part in ast.walk(ast.parse(path.read_text())):
        if isinstance(part, ast.Import):
            found |= {alias.name for alias in part.names if alias.name.startswith("zermelo.")}
        elif isinstance(part, ast.ImportFrom) and part.module and part.module.startswith("zermelo"):
            plain = part.module == "zermelo"
            names = {f"zermelo.{alias.name}" for alias in part.names} if plain else {part.module}
            found |= {name for name in names if name.split(".")[1] in LEVEL}
        assert not getattr(part, "level", 0), f"{path} names a module by dots, which this test cannot follow"
    return found


def test_one_direction() -> None:
    for path in MODULES:
        own = "zermelo." + ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for imported in imports_of(path):
            assert level(imported) <= level(own), f"{own} imports {imported}, which stands after it"


def test_every_module_has_its_place() -> None:
    assert {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in MODULES} == set(LEVEL)


def test_few_files_lie_loose_at_the_top() -> None:
    assert len([path for path in PACKAGE.iterdir() if path.suffix == ".py"]) <= 16


def test_no_printing_below_the_interfaces() -> None:
    for path in MODULES:
        if "interfaces" not in path.parts and path.name != "__main__.py":
            assert not re.search(r"(?<!\w)print\(", path.read_text()), path


def test_files_are_short_enough_to_hold_in_the_head() -> None:
    folders = [ROOT / name for name in ("zermelo", "tests", "bench", "docs")]
    written = [path for folder in folders for path in folder.rglob("*.*")]
    code = [path for path in written if path.suffix in (".py", ".js", ".css") and "vendor" not in path.parts]
    long = {path.relative_to(ROOT).as_posix() for path in code if path.read_text().count("\n") > 500}
    assert long <= STILL_LONG


STILL_LONG = {
    "tests/changing/classes.py",
    "zermelo/kernel/bind.py",
    *(f"zermelo/kernel/machine/{name}.py" for name in ("evaluate", "instances", "library")),
}
"""Files of the typed compiler, and what binds both compilers while there are two, that are still to be split."""
