"""Cryptarithms: every letter is a digit, different letters are different digits, and the sum is right.

  S E N D        A variable is a letter, its value a digit; no word begins with 0.
+ M O R E
─────────        {'S': 9, 'E': 5, 'N': 6, 'D': 7, 'M': 1, 'O': 0, 'R': 8, 'Y': 2}
M O N E Y
"""

from __future__ import annotations

import re

from zermelo.csp.constraints import Constraint, all_different, total
from zermelo.csp.problem import Assignment, Naming, Problem
from zermelo.errors import ProblemError

EXAMPLE = "SEND + MORE = MONEY"
NAMING = Naming(str, lambda _, digit: str(digit), "digit")


def problem(puzzle: str = EXAMPLE) -> Problem:
    """A sum of words as a problem: one linear equation over the letters."""
    left, right = words_of(puzzle)
    weights: dict[str, int] = {}
    for sign, words in ((1, left), (-1, right)):
        for word in words:
            for place, letter in enumerate(reversed(word)):
                weights[letter] = weights.get(letter, 0) + sign * 10**place
    letters = sorted(weights, key=lambda letter: -abs(weights[letter]))
    if len(letters) > 10:
        raise ProblemError("too_many_letters", puzzle=puzzle, letters=len(letters))
    first = {word[0] for word in left + right if len(word) > 1}
    domains = {letter: range(1 if letter in first else 0, 10) for letter in letters}
    equation = total(letters, "==", 0, [weights[letter] for letter in letters])
    constraints: list[Constraint] = [equation] if len(letters) == 1 else [all_different(*letters), equation]
    return Problem(letters, domains, constraints, naming=NAMING, name=puzzle)


def words_of(puzzle: str) -> tuple[list[str], list[str]]:
    """The words on both sides of the equation."""
    sides = puzzle.upper().replace(" ", "").split("=")
    if len(sides) != 2 or not all(re.fullmatch(r"[A-Z]+(\+[A-Z]+)*", side) for side in sides):
        shown = puzzle if len(puzzle) <= 60 else f"{puzzle[:60]}…"
        raise ProblemError("not_a_sum", text=shown, example=EXAMPLE)
    return sides[0].split("+"), sides[1].split("+")


def show(found: Problem, solution: Assignment) -> str:
    """The sum in letters and in digits."""
    puzzle = " ".join(re.findall(r"[A-Z]+|[+=]", found.name.upper()))
    digits = "".join(str(solution.get(sign, sign)) for sign in puzzle)
    return f"{puzzle}\n{digits}"
