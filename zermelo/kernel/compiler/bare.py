"""Where the child that compiles begins: `python bare.py …`.

It needs a few modules of this package and nothing of what the package offers to users, whose import takes as
long as Numba's: to the child the package is a place where modules are found.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType


def begin() -> None:
    """Compile what is asked for, in a process that has imported nothing else of the package."""
    sys.path.pop(0)  # this folder, whose modules are not to be found by their last names
    package = ModuleType("zermelo")
    package.__path__ = [str(Path(__file__).parents[2])]
    sys.modules["zermelo"] = package

    from zermelo.kernel.compiler.child import main

    main()


if __name__ == "__main__":
    begin()
