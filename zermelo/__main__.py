"""`zermelo`, and `python -m zermelo`."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from zermelo.interfaces.terminal.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
