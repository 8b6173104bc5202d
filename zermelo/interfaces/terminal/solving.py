"""`zermelo solve`: the exact answer in words, the value of every move, and what it took."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from zermelo.game import MAX, name_of, names_of
from zermelo.interfaces.terminal.show import print_json
from zermelo.report import Solution
from zermelo.score import PLAYERS, Score

LONGEST = 24
"""Moves of a line that are shown."""


def solve_by_search(game: Any, state: Any, json: bool, certificate: bool, **wanted: Any) -> Solution:
    """Ask question after question and show the answers; what is known so far when it is stopped."""
    from zermelo.solve import solving

    known: list[Solution] = []
    try:
        with solving(game, state, **wanted) as solutions:
            for solution in told(solutions):
                known[:] = [solution]
    finally:  # Ctrl-C, too, leaves with what is known
        for solution in known:
            show_solution(game, state, solution, json, certificate)
    return known[0]


def told(solutions: Any) -> Iterator[Solution]:
    """Each answer on a line of its own while it goes on, for whoever is watching."""
    watched, seen = sys.stderr.isatty(), 0
    for solution in solutions:
        asked = solution.certificate.asked if solution.certificate is not None else ()
        for question in asked[seen:] if watched else ():
            print(f"{solution.seconds:8.1f} s  {question}", file=sys.stderr, flush=True)
        seen = len(asked)
        yield solution


def solve_by_table(
    game: Any,
    state: Any,
    path: str,
    json: bool,
    certificate: bool,
    values: bool,
    **wanted: Any,
) -> Solution:
    """Solve every position, with a bar, then show this one and the statistics."""
    from zermelo.interfaces.terminal.tables import build_with_progress, show_statistics
    from zermelo.solve import solution_from

    last = build_with_progress(game, path or None, state=state, json=json, **wanted)
    table, solution = last.table if last else None, solution_from(game, last, state, values)
    show_solution(game, state, solution, json, certificate)
    if table is not None and path and not json:
        print()
        show_statistics(table.stats())
        print(f"{path}: {table.positions:,} positions; zermelo table probe {path} looks them up")
    return solution


def show_solution(game: Any, state: Any, solution: Solution, json: bool, certificate: bool) -> None:
    if json:
        print_json(solution.as_dict())
        return
    print(answer(game, state, solution))
    best = solution.score if solution.line else None
    if solution.line:
        names = names_of(game, state, solution.line[:LONGEST])
        print(f"line: {' '.join(names)}{' …' if len(solution.line) > LONGEST else ''}")
    if solution.values:
        print()
        show_moves(game, state, solution.values, best)
    unit = "positions" if solution.algorithm == "table" else "nodes"
    engine = "compiled" if solution.compiled else "interpreted"
    took = f" in {solution.seconds:.2f} s" if solution.seconds else ""
    print(f"\n{solution.nodes:,} {unit}{took}, {engine}")
    for word in (solution.why_interpreted, solution.why_algorithm):
        if word:
            print(word)
    if certificate and solution.certificate is not None:
        show_certificate(solution)


def answer(game: Any, state: Any, solution: Solution) -> str:
    """Who wins and how, in a sentence."""
    if not solution.solved:
        if solution.at_least is None:
            return "not solved"
        return f"not solved: MAX gets at least: {solution.at_least}; at most: {solution.at_most}"
    mover = "" if game.is_terminal(state) else PLAYERS.get(int(game.to_move(state)), "chance")
    if solution.endless:
        return f"{solution.score} by endless play{f'; {mover} to move' if mover else ''}"
    only = only_moves(solution)
    names = " or ".join(name_of(game, state, action) for action in only)
    how = f", and only {names} keep{'s' if len(only) == 1 else ''} it" if only else ""
    return f"{solution.score}{f'; {mover} to move' if mover else ''}{how}"


def only_moves(solution: Solution) -> list[Any]:
    """The best actions, where not all are."""
    if not solution.line:
        return []
    best = [action for action, score in solution.values.items() if same_result(score, solution.score)]
    return best if 0 < len(best) < len(solution.values) and len(best) <= 3 else []


def same_result(score: Score, best: Score) -> bool:
    """As good, as far as anybody knows: averages that are closer than their errors are not told apart."""
    if best.expected:
        return bool(abs(score.value - best.value) <= 2 * best.error)
    return (score.winner, score.value) == (best.winner, best.value)


def as_good(score: Score, best: Score) -> bool:
    """Is a move marked as a best one?"""
    return same_result(score, best) if best.expected else score == best


def show_moves(game: Any, state: Any, values: dict[Any, Score], best: Score | None) -> None:
    """Every move with what it leads to, the best first; or what each throw does, and none is best."""
    ranked = sorted(values.items(), key=lambda pair: pair[1], reverse=game.to_move(state) == MAX)
    names = {action: name_of(game, state, action) for action in values}
    width = max(map(len, names.values()))
    for action, score in ranked:
        mark = "*" if best is not None and as_good(score, best) else " "
        print(f"  {mark} {names[action]:{width}}  {score}")


def show_certificate(solution: Solution) -> None:
    certificate = solution.certificate
    assert certificate is not None
    print("\ncertificate")
    rows = {
        "game": certificate.game,
        "rules": certificate.rules,
        "position": certificate.position,
        "method": certificate.method,
        "table": certificate.table,
        "threads": str(certificate.threads),
    }
    for label, text in rows.items():
        print(f"  {label:9} {text}")
    for asked in certificate.asked:
        print(f"  {'asked':9} {asked}")
