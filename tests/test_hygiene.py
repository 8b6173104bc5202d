"""What is installed with Zermelo is what its code uses and what was tested."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from statistics import median

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
FOR_DEVELOPERS = ("dev", "peers")
IMPORTED_AS = {"resvg-py": "resvg_py", "dask": "distributed", "open_spiel": "pyspiel"}
"""Where the name differs; Dask is what `distributed` schedules."""


def test_numba_is_one_that_was_tested() -> None:
    """Machine code is made by way of Numba's insides: run the suite before the range is widened."""
    (numba,) = (wanted for wanted in map(Requirement, PROJECT["dependencies"]) if wanted.name == "numba")
    assert any(part.operator == "<" for part in numba.specifier), "the range has no end"
    installed = version("numba")
    assert installed in numba.specifier, f"Numba {installed} is new: test it, then widen {numba.specifier}"


def test_no_seeded_fault_is_stale() -> None:
    """Each changes a text that stands in its file exactly once."""
    faults = tomllib.loads((ROOT / "tests" / "mutants" / "faults.toml").read_text())["fault"]
    texts = {fault["file"]: (ROOT / "zermelo" / fault["file"]).read_text() for fault in faults}
    assert not [fault["old"] for fault in faults if texts[fault["file"]].count(fault["old"]) != 1]


def test_the_map_of_the_modules_is_whole() -> None:
    design = (ROOT / "docs" / "design.md").read_text().partition("## The modules")[2]
    named = set(re.findall(r"\w+", design.partition("## How one search")[0]))
    rooms = ("", "kernel", "tracing", "running", "trees", "strong", "csp", "matrix", "matches", "studies")
    modules = {path.stem for room in rooms for path in (ROOT / "zermelo" / room).glob("*.py")}
    assert not modules - named - {"__init__"}


def test_functions_are_short() -> None:
    """Most are under ten lines; only kernels, and what builds on Numba or FastAPI, may be long."""
    lengths, long = [], []
    for path in (ROOT / "zermelo").rglob("*.py"):
        for part in ast.walk(ast.parse(path.read_text())):
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                lengths.append(part.end_lineno - part.lineno + 1)
                if lengths[-1] > 60 and path.parent.name not in ("algorithms", "kernels"):
                    long.append(f"{path.name}: {part.name}")
    assert not long
    assert median(lengths) <= 6
    assert sorted(lengths)[len(lengths) * 9 // 10] <= 17


@pytest.mark.parametrize(
    "extra", [name for name in PROJECT["optional-dependencies"] if name not in FOR_DEVELOPERS]
)
def test_what_an_extra_installs_is_imported(extra: str) -> None:
    code = "".join(path.read_text() for path in (ROOT / "zermelo").rglob("*.py"))
    for wanted in map(Requirement, PROJECT["optional-dependencies"][extra]):
        module = IMPORTED_AS.get(wanted.name, wanted.name)
        assert re.search(rf"\b(import|from) {module}\b", code) or f'"{module}"' in code, wanted
