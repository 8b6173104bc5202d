"""The compiler from end to end: its passes over a game and an algorithm, in order, each with its reason.

A pass is a method: those of a function belong to `FunctionLowering`, those of a unit to `Lowering` (both in
lower.py), those for the machine to `Page` (emit.py).  Python runs what the first two leave; a machine needs
the third as well, of a unit whose large generators give lists (filling.py).
"""

from __future__ import annotations

from typing import Literal, NamedTuple


class Pass(NamedTuple):
    """One step: the method that takes it, whose text it is taken on, and why it stands where it does."""

    name: str
    of: Literal["rules", "algorithms", "both"]
    why: str

    def concerns(self, rule: bool) -> bool:
        return self.of in ("both", "rules" if rule else "algorithms")


TO_BE_INLINED = (
    Pass("check_signature", "both", "what was written is judged before anything of it is taken away"),
    Pass("strip", "both", "the game, the types of rules and the docstring are no part of a unit"),
    Pass("keep_apart", "rules", "a local name may not hide what the next passes call by that name"),
    Pass("choose_cases", "rules", "`match` is `if` and `elif`, to all that follows"),
    Pass("read_formats", "rules", "a text that is formatted is an f-string, to all that follows"),
    Pass("join_stars", "rules", "a display with a star in it is a sum, to all that follows"),
    Pass("name_lambdas", "rules", "a function in a variable is one that has a name"),
    Pass("hoist_walrus", "both", "an assignment is a statement of its own before statements are dropped"),
    Pass("begin_dictionaries", "rules", "what is put into one is read before names are followed"),
    Pass("choose_options", "algorithms", "a closed branch may name rules that the game does not have"),
    Pass("follow_names", "both", "what is left stands for something; loops over generators are inlined"),
)
"""What is done to a generator too, in its own module, before it is put around a loop."""

AFTER_LIFTING = Pass("split_statements", "rules", "what is asked once, and given to one variable, is told")
"""Where a function that stood inside another takes up the passes by itself."""

OF_A_FUNCTION = (
    *TO_BE_INLINED,
    Pass(
        "lift_functions", "rules", "names are known: an inner function is given the local ones that it reads"
    ),
    AFTER_LIFTING,
    Pass("tell_apart", "rules", "while sets and tuples of any length are no lists yet"),
    Pass("read_sets", "rules", "what gives sets is known; their loops are idioms like others"),
    Pass("rewrite_idioms", "both", "names are known: a helper is given the local ones that it reads"),
    Pass("drop_closed_branches", "both", "constants and idioms may have closed some more"),
    Pass("guard_loops", "rules", "the last loops are there: every `while` counts its turns"),
    Pass("refuse_leftovers", "both", "nobody rewrites after this what no machine code is made of"),
)

OF_A_UNIT = (
    Pass("fill_empty_lists", "rules", "what a function puts into a list is known once it is there"),
    Pass("count_levels", "rules", "all functions are there: who calls whom is known"),
    Pass("yield_lists", "rules", "and so is who only ever loops over the list that a rule gives"),
)

FOR_THE_MACHINE = (
    Pass("ask_beforehand", "rules", "first, while every variable is one that the rules read or assign to"),
    Pass("keep_fields", "rules", "while a field is still an attribute of its state"),
    Pass("take_state_tuples", "rules", "while what is returned is written as a state"),
    Pass("choose_parts", "rules", "while an index into the state is written as one"),
    Pass("frame_copies", "rules", "while loops, indices and comparisons are as Python has them"),
    Pass("allow_nothing", "rules", "what may be None is tested and compared before operators are words"),
    Pass("list_passes", "rules", "a list in which None may be is known while it is written as a list"),
    Pass(
        "write_operations",
        "both",
        "operators, memory and arrays, while the tree is as Python has it",
    ),
    Pass("count_loops", "rules", "afterwards, so that the counters are plain numbers and unchecked"),
    Pass("cast_returns", "algorithms", "what is returned is written in words by now"),
    Pass("open_series", "rules", "what a rule sees of a state is a list where no other pass looks any more"),
    Pass("give_back_lists", "both", "last: whatever is still to be computed may need a list"),
)
