"""`zermelo trace --step`: the tree as it grows, one step for each key."""

from __future__ import annotations

import os
import re
import shutil
import sys
from typing import TYPE_CHECKING

from zermelo.interfaces.trace_text import Line, cost, drawing, opened
from zermelo.kernel.events import CUT, ENTER
from zermelo.tracing.sentences import Teller
from zermelo.tracing.trace import Trace
from zermelo.tracing.tree import TraceTree

if TYPE_CHECKING:
    from rich.console import Console

FORWARD, BACK, JUMP, QUIT = "forward", "back", "jump", "quit"
JUMPS = {False: ("c", "cut-off", CUT), True: ("s", "simulation", ENTER)}
"""Where a search jumps to, of simulations or not: the key, what it is called, the event."""
HELP = "space forward · b back · {key} next {what} · q quit"
KEY = re.compile(r"\x1b[\[O].|.", re.DOTALL)
KEYS = {
    **dict.fromkeys((" ", "\r", "\n", "n", "\x1b[C", "\x1bOC"), FORWARD),
    **dict.fromkeys(("b", "\x7f", "\x1b[D", "\x1bOD"), BACK),
    **dict.fromkeys(("c", "s"), JUMP),
    **dict.fromkeys(("q", "\x04"), QUIT),
}
WORDS = {
    **dict.fromkeys(("", "n"), FORWARD),
    **dict.fromkeys(("b", "back"), BACK),
    **dict.fromkeys(("c", "cut", "s", "simulation"), JUMP),
    **dict.fromkeys(("q", "quit"), QUIT),
}
AROUND_THE_TREE = 5
"""Lines of the screen for the keys, what is not in view and some air; the sentence comes on top."""
PAGE = 40
"""Lines of a tree where there is no screen to fit."""


class Stepper:
    """A tree after so many steps; forward is one step more, back one less."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.teller = trace, Teller("en", players=trace.model.player_names)
        self.key, self.what, self.kind = JUMPS[trace.simulated]
        self.go(1)

    def go(self, steps: int) -> None:
        self.tree = TraceTree(self.trace, max(1, min(steps, len(self.trace.events))))

    def obey(self, command: str) -> None:
        if command == JUMP:
            self.go(self.jump())
        else:
            self.go(self.tree.steps + {FORWARD: 1, BACK: -1}.get(command, 0))

    def jump(self) -> int:
        """After the next cut-off, or where the next simulation begins; or after the last step."""
        kinds = self.tree.model.columns.kinds
        steps = range(self.tree.steps, len(kinds))
        return next((at + 1 for at in steps if kinds[at] == self.kind), len(kinds))

    def sentence(self) -> str:
        """The sentence of the last step."""
        end = " That was the last step." if self.tree.steps == len(self.trace.events) else ""
        return self.teller.step(self.tree.model, self.tree.steps - 1) + end

    def title(self) -> str:
        return f"Step {self.tree.steps:,} of {len(self.trace.events):,}: {self.sentence()}"

    def lines(self, most: int) -> list[Line]:
        """The tree with the way to the current node open, and as much of the rest as there is room for."""
        current = self.tree.current
        way = current.path() if current else []
        room = max(most, len(self.tree.roots) + sum(map(cost, way)))
        return list(drawing(self.tree, opened(self.tree, room, way)))

    def view(self, most: int) -> list[tuple[bool, str]]:
        """At most so many lines around the current node, and whether each is the current one."""
        lines = self.lines(most)
        here = [line.node is self.tree.current and not line.is_cut for line in lines]
        start = max(0, min(here.index(True) - most // 2, len(lines) - most))
        seen = list(zip(here, (line.text for line in lines)))[start : start + most]
        above, below = start, len(lines) - start - len(seen)
        seen = [(False, f"⋮ {above} more above"), *seen] if above else seen
        return [*seen, (False, f"⋮ {below} more below")] if below else seen


def step_through(trace: Trace, lines: int | None) -> None:
    """On a terminal key by key; otherwise line by line, for scripts."""
    stepper = Stepper(trace)
    if sys.stdin.isatty() and sys.stdout.isatty() and can_read_keys():
        on_a_screen(stepper)
    else:
        line_by_line(stepper, lines or PAGE)


def can_read_keys() -> bool:
    try:
        import termios  # noqa: F401 (not on Windows)
    except ImportError:
        return False
    return True


def on_a_screen(stepper: Stepper) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    with console.screen(hide_cursor=True), Keyboard() as keyboard:
        show_frame(console, stepper)
        while (command := keyboard.command()) != QUIT:
            stepper.obey(command)
            show_frame(console, stepper)


def show_frame(console: Console, stepper: Stepper) -> None:
    """The sentence, the tree with the current node marked, the keys."""
    from rich.console import Group
    from rich.text import Text

    screen = shutil.get_terminal_size()
    room = screen.lines - AROUND_THE_TREE - len(stepper.title()) // screen.columns - 1
    title = Text(stepper.title() + "\n", style="bold")
    rows = [
        Text(
            f"{'▶' if here else ' '} {text}",
            style="reverse" if here else "",
            overflow="ellipsis",
            no_wrap=True,
        )
        for here, text in stepper.view(max(room, 3))
    ]
    help = HELP.format(key=stepper.key, what=stepper.what)
    console.clear()
    console.print(Group(title, *rows, Text(f"\n{help}", style="dim")), end="")


class Keyboard:
    """Keys come at once and unseen; Ctrl-C still interrupts, and the terminal is left as it was."""

    def __init__(self) -> None:
        self.terminal = sys.stdin.fileno()
        self.waiting: list[str] = []
        """Keys that came faster than they were read."""

    def __enter__(self) -> Keyboard:
        import termios
        import tty

        self.before = termios.tcgetattr(self.terminal)
        tty.setcbreak(self.terminal)
        return self

    def __exit__(self, *error: object) -> None:
        import termios

        termios.tcsetattr(self.terminal, termios.TCSADRAIN, self.before)

    def command(self) -> str:
        """What the next key that means something asks for; the end of the input quits."""
        while True:
            if not self.waiting:
                typed = os.read(self.terminal, 64).decode(errors="replace")
                self.waiting = KEY.findall(typed) or ["q"]
            if (command := KEYS.get(self.waiting.pop(0))) is not None:
                return command


def line_by_line(stepper: Stepper, most: int) -> None:
    """Each line of the input is a step: empty, b, c (s) or q; the end of the input leaves."""
    show_page(stepper, most)
    for line in sys.stdin:
        command = WORDS.get(line.strip().lower())
        if command == QUIT:
            return
        if command is None:
            print(f"{line.strip()!r} is not a step: an empty line, b, {stepper.key} or q", file=sys.stderr)
            continue
        stepper.obey(command)
        show_page(stepper, most)


def show_page(stepper: Stepper, most: int) -> None:
    print(stepper.title())
    for here, text in stepper.view(most):
        print(f"{'▶' if here else ' '} {text}")
    print(flush=True)
