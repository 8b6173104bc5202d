"""The README's programs do what the README says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commanding import forked

ROOT = Path(__file__).parents[1]
BLOCKS = re.findall(r"```python\n(.*?)```\n+```text\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)


@pytest.mark.parametrize(("program", "printed"), BLOCKS, ids=[text.splitlines()[0] for text, _ in BLOCKS])
def test_readme(program: str, printed: str, tmp_path: Path) -> None:
    file = tmp_path / program.splitlines()[0].removeprefix("# ")
    file.write_text(program)
    done = forked(str(file), cwd=tmp_path)
    assert done.stderr == ""
    assert done.stdout == printed


def test_every_program_is_tried() -> None:
    assert len(BLOCKS) == (ROOT / "README.md").read_text().count("```python") == 6
