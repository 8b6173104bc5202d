"""`zermelo`, and `python -m zermelo`; Ctrl-C is no error, even while the command line is being imported."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; exits with 130, as shells do, when Ctrl-C comes during the import."""
    try:
        from zermelo.interfaces.terminal.cli import main as command_line
    except KeyboardInterrupt:
        print("zermelo: stopped", file=sys.stderr)
        sys.exit(130)
    command_line()


if __name__ == "__main__":
    main()
