"""What a run holds for tables of every position: while they are made, and where a search asks one."""

from __future__ import annotations

from typing import Any

from zermelo.kernel.record import fraction, memory, number, numbers, python_only

FINGERS = 1 << 10
"""Branches of which a strong solution remembers where it last found a child."""
WAYS = 1 << 8
"""Sorted lists that are merged at once."""


class TableFields:
    """The part of the fields of a run (`run.Fields`) that is about tables."""

    # -- strong solution: see the tasks of algorithms/strong.py ------------------------------------
    task: int = number()
    """What is to be done with the positions from `first` to `last`."""
    at: int = number()
    """The position being worked on, for faults."""
    codes: Any = memory()
    """The codes of positions, sorted."""
    scores: Any = memory()
    """Their marks."""
    children: Any = memory()
    """Codes or places of their children."""
    child_scores: Any = memory()
    """Marks beside `children`."""
    filled: int = number()
    """Children written so far."""
    room: int = number()
    """Children there is room for."""
    scored: int = number()
    """1: merged lists have marks."""
    below: Any = memory()
    """Another sorted list of codes, in which children are looked for."""
    scores_below: Any = memory()
    """Its marks."""
    count_below: int = number()
    """Its length."""
    fingers: list[int] = numbers(FINGERS)
    """By branch: where in `below` the last child was found."""
    unfit: int = number()
    """The field of a state whose number has no room in a code,"""
    unfit_word: int = number()
    """and that number."""
    codec: Any = python_only()
    """What turns states into codes and back; compiled, it is written into the text."""
    code_lows: Any = numbers(lambda sizes: max(sizes.words, 1), worlds="record")
    """Of each field of a state: its least number,"""
    code_widths: Any = numbers(lambda sizes: max(sizes.words, 1), worlds="record")
    """the bits it has in a code,"""
    code_shifts: Any = numbers(lambda sizes: max(sizes.words, 1), worlds="record")
    """and the bits below it."""
    ways: int = number()
    """Lists that are still being merged."""
    heap: list[int] = numbers(WAYS)
    """These lists, the one with the smallest head on top."""
    heads: list[int] = numbers(WAYS)
    """The next code of each list,"""
    ways_at: list[int] = numbers(WAYS)
    """where in the list that is,"""
    ways_end: list[int] = numbers(WAYS)
    """where the list ends,"""
    ways_codes: list[Any] = numbers(WAYS)
    """its codes"""
    ways_scores: list[Any] = numbers(WAYS)
    """and its marks; compiled, their addresses."""
    previous: int = number()
    """The code that was merged last."""
    pointers: Any = memory()
    """Of each position: where its parents start in `links`, and while they are counted how many they are."""
    links: Any = memory()
    """Parents, by their places."""
    undecided: Any = memory()
    """Of each position: twice the children that are not decided, and 1 more where MAX is to move."""
    queue: Any = memory()
    """Positions that are decided, in the order in which they were,"""
    head: int = number()
    """the first whose parents have not been told,"""
    tail: int = number()
    """and the end."""

    # -- expectations: see the tasks of algorithms/expectation.py -----------------------------------
    floor: Any = memory()
    """What each position is worth at least, on average,"""
    ceiling: Any = memory()
    """and at most."""
    chances: Any = memory()
    """Probabilities beside `children`."""
    aside: int = number()
    """Children that were listed before those in `children`."""
    returning: int = number()
    """1: some position leads back to itself."""
    seen: Any = memory()
    """Of each position: the number of its visit; 0: none yet."""
    back: Any = memory()
    """The earliest visit that it leads back to."""
    route: Any = memory()
    """The positions from the first one down to where the search for components is,"""
    route_at: Any = memory()
    """the place of the child that is next at each,"""
    climbed: int = number()
    """and how many they are."""
    stack: Any = memory()
    """Positions that are in no component yet,"""
    stacked: int = number()
    """and how many they are."""
    order: Any = memory()
    """Twice the positions, component after component; 1 more for the last of each."""
    margin: float = fraction()
    """What an average is rounded outwards by, for each child."""
    tolerance: float = fraction()
    """How far apart bounds may be, or a value from what its children say."""

    # -- a solved table inside a search ------------------------------------------------------------
    solved: Any = memory()
    """The codes of solved positions, sorted,"""
    solved_scores: Any = memory()
    """their marks,"""
    solved_bytes: int = number()
    """the bytes of a mark,"""
    solved_count: int = number()
    """and how many they are."""
