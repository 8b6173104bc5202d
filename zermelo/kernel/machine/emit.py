"""The text of one function: blocks, registers, places in the frame, and the ways out of it.

While types are inferred nothing is written (`dry`), but the same calls are made. A function that may fail
returns a pair of its value and a bit; what went wrong lies in the context.
"""

from __future__ import annotations

from typing import Any

from zermelo.kernel.machine.failures import Failure

RARELY = "!prof !0"
CONTEXT_ERROR = 16
"""Where in the context the code of what went wrong lies."""


class Writer:
    """Writes the text of a function."""

    def __init__(self, dry: bool) -> None:
        self.dry = dry
        self.dead = False
        """Whether this place is never reached."""
        self.lines: list[str] = []
        self.places: list[str] = []
        """The places in the frame."""
        self.count = 0
        self.reached: set[str] = set()
        """Labels that something branches to."""
        self.failures: dict[Any, str] = {}
        """By code: the label of the block that leaves the function with it."""
        self.fails = False
        self.env: Any = {}
        """What names stand for (environment.py)."""

    # -- text ---------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        if not self.dry and not self.dead:
            self.lines.append(f"  {text}")

    def op(self, text: str) -> str:
        """Write an instruction that has a result; its register."""
        if self.dry or self.dead:
            return "undef"
        self.count += 1
        self.lines.append(f"  %t{self.count} = {text}")
        return f"%t{self.count}"

    def label(self, hint: str) -> str:
        self.count += 1
        return f"{hint}{self.count}"

    def branch(self, label: str) -> None:
        """Go on at a label; what is written next is never reached."""
        if not self.dead:
            self.reached.add(label)
            self.line(f"br label %{label}")
            self.dead = True

    def branch_if(self, condition: str, yes: str, no: str, hint: str = "") -> None:
        if not self.dead:
            self.reached |= {yes, no}
            self.line(f"br i1 {condition}, label %{yes}, label %{no}{', ' + hint if hint else ''}")
            self.dead = True

    def place_label(self, label: str) -> None:
        """What is written next stands at this label."""
        if not self.dead:
            self.branch(label)
        if label in self.reached:
            self.dead = False
            if not self.dry:
                self.lines.append(f"{label}:")

    def place(self, words: int = 1, llvm: str = "i64") -> str:
        """The address of a new place in the frame."""
        if self.dry:
            return "undef"
        self.count += 1
        kind = f"[{words} x i64]" if words > 1 else llvm
        self.places.append(f"  %p{self.count} = alloca {kind}, align 8")
        return f"%p{self.count}"

    def at(self, address: str, index: int | str) -> str:
        """The address of the word so many words further on."""
        if index in (0, "0"):
            return address
        return self.op(f"getelementptr inbounds i64, ptr {address}, i64 {index}")

    def copy_words(self, to: str, source: str, words: int) -> None:
        if self.dry or self.dead or to == source:
            return
        if words > 4:
            size = 8 * words
            self.line(
                f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {to}, ptr align 8 {source}, i64 {size}, i1 false)"
            )
            return
        for index in range(words):
            word = self.op(f"load i64, ptr {self.at(source, index)}, align 8")
            self.line(f"store i64 {word}, ptr {self.at(to, index)}, align 8")

    # -- ways out -----------------------------------------------------------------------------

    def caught(self, failure: Failure | None) -> Any:
        """The handler that catches a failure here; None where it leaves the function."""
        return None

    def fail_if(self, condition: str, failure: Failure) -> None:
        """Leave with a failure where a condition holds."""
        if self.dead:
            return
        handler = self.caught(failure)
        if handler is not None:
            self.handled_if(condition, handler, failure)
            return
        self.fails = True
        if self.dry:
            return
        fine = self.label("fine")
        self.branch_if(condition, self.way_out(failure), fine, RARELY)
        self.place_label(fine)

    def fail(self, failure: Failure) -> None:
        """Leave with a failure."""
        if self.dead:
            return
        handler = self.caught(failure)
        if handler is not None:
            handler.arrive(failure)
            return
        self.fails = True
        self.branch(self.way_out(failure))
        self.dead = True

    def handled_if(self, condition: str, handler: Any, failure: Failure | None) -> None:
        """Go to a handler where a condition holds."""
        bad, fine = self.label("caught"), self.label("fine")
        self.branch_if(condition, bad, fine, RARELY)
        env = self.env
        self.place_label(bad)
        self.env = dict(env)
        handler.arrive(failure)
        self.env = env
        self.place_label(fine)

    def fail_again(self) -> None:
        """Leave with the failure whose code lies in the context."""
        if self.dead:
            return
        handler = self.caught(None)
        self.fails = True
        if handler is not None:
            handler.arrive(None)
            return
        self.branch(self.way_out(None))
        self.dead = True

    def way_out(self, failure: Failure | None) -> str:
        key = failure.code if failure is not None else "on"
        return self.failures.setdefault(key, f"fail_{key}")

    def failed_below(self, condition: str) -> None:
        """Leave where a function that was called has failed."""
        if self.dead:
            return
        handler = self.caught(None)
        self.fails = True
        if handler is not None:
            self.handled_if(condition, handler, None)
            return
        if self.dry:
            return
        fine = self.label("fine")
        self.branch_if(condition, self.way_out(None), fine, RARELY)
        self.place_label(fine)

    def claim(self, call: str) -> str:
        """Call a function of the run time that gives memory; the address."""
        self.fails = True
        both = self.op(f"call {{ptr, i1}} {call}")
        self.failed_below(self.op(f"extractvalue {{ptr, i1}} {both}, 1"))
        return self.op(f"extractvalue {{ptr, i1}} {both}, 0")

    def allocate(self, words: int | str) -> str:
        """So many words of the region; the address."""
        return self.claim(f"@allocate(ptr %context, i64 {words})")

    def written(self, head: str, llvm: str, may_fail: bool) -> str:
        """The whole function; `llvm` is the type of its value, "void" where it has none."""
        text = [f"{head} {{", "entry:", *self.places, "  br label %start", "start:", *self.lines]
        for code, label in self.failures.items():
            if code != "on":
                text += [
                    f"{label}:",
                    f"  %e{code} = getelementptr inbounds i8, ptr %context, i64 {CONTEXT_ERROR}",
                ]
                text += [f"  store i64 {code}, ptr %e{code}", "  br label %fail_on"]
        if self.failures:
            assert may_fail
            empty = "null" if llvm == "ptr" else "undef"
            given = "i1 true" if llvm == "void" else f"{{{llvm}, i1}} {{{llvm} {empty}, i1 true}}"
            text += ["fail_on:", f"  ret {given}"]
        return "\n".join([*text, "}", ""])
