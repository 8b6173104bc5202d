"""All that can be said of a game in matrix form, for the command line, the page and JSON."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.errors import MatrixError
from zermelo.matrix.dominance import Elimination, Reduction, eliminate
from zermelo.matrix.equilibria import Equilibria, Equilibrium, equilibria
from zermelo.matrix.fictitious import Round, course
from zermelo.matrix.game import COLUMNS, ROWS, Bimatrix, Matrix, Mix, NormalForm, Table, as_form
from zermelo.matrix.graph import Graph, graphs
from zermelo.matrix.payoffs import shown
from zermelo.matrix.replies import Security, best_replies, pure_equilibria, security
from zermelo.matrix.solve import Method, Solution, solve
from zermelo.messages import Brief, Message

FORMAT = 1
MIXED_CELLS = 400
"""Cells up to which dominance by mixtures is looked for: 20 × 20."""
PURE_CELLS = 10_000
"""Cells up to which dominance is looked for at all."""
ROUNDS = 1000
"""Rounds of fictitious play, unless another number is asked for."""


@dataclass(frozen=True, repr=False)
class Study(Brief):
    """A game in matrix form, and what was found out about it."""

    game: Matrix | Bimatrix
    pure: tuple[tuple[int, int], ...]
    """Saddle points; of a bimatrix game, pure equilibria."""
    reduction: Reduction
    solution: Solution | None = None
    """Of a zero-sum game."""
    security: Security | None = None
    row_strategies: tuple[Mix, ...] = ()
    """All optimal strategies are averages of these."""
    column_strategies: tuple[Mix, ...] = ()
    graphs: tuple[Graph, ...] = ()
    course: tuple[Round, ...] = ()
    """Rounds of fictitious play, ever further apart."""
    equilibria: Equilibria | None = None
    """Of a bimatrix game, where it is small enough."""
    notes: tuple[Message, ...] = ()
    """What was left out, and why."""

    def __str__(self) -> str:
        return f"of {self.game!r}" if self.solution is None else str(self.solution)

    def as_dict(self) -> dict[str, Any]:
        """Plain data; every number as an exact text, as people read it, and as a float where there is one."""
        return rows_of(self)


def study(game: Any, *, method: Method = "auto", rounds: int = ROUNDS) -> Study:
    """Solve a game and find out all the rest; what would take too long is left out with a note.

    >>> found = study(Matrix([[4, 2, 3], [6, 5, 7], [1, 0, 9]]))
    >>> found.pure, str(found.solution.value), [step.kind for step in found.reduction.steps]
    (((1, 1),), '5', ['strict', 'strict', 'strict', 'strict'])
    """
    game = as_form(game)
    notes: list[Message] = []
    pure, reduction = pure_equilibria(game), reduced(game, notes)
    if isinstance(game, Bimatrix):
        return Study(game, pure, reduction, equilibria=small(game, notes), notes=tuple(notes))
    solution = solve(game, method)
    strategies = corners(solution, notes)
    shown_too = (graphs(solution), tuple(course(game, rounds)))
    found = (solution, security(game), *strategies, *shown_too)
    return Study(game, pure, reduction, *found, notes=tuple(notes))


def reduced(game: NormalForm, notes: list[Message]) -> Reduction:
    cells = len(game.rows) * len(game.columns)
    if cells > PURE_CELLS:
        notes.append(Message.of("dominance_left_out", most=PURE_CELLS))
        return Reduction((), tuple(range(len(game.rows))), tuple(range(len(game.columns))))
    if cells > MIXED_CELLS:
        notes.append(Message.of("mixtures_left_out", most=MIXED_CELLS))
    found = eliminate(game, mixed=cells <= MIXED_CELLS)
    if found.is_weak:
        notes.append(Message.of("weak_order" if isinstance(game, Matrix) else "weak_order_loses"))
    return found


def corners(solution: Solution, notes: list[Message]) -> tuple[tuple[Mix, ...], tuple[Mix, ...]]:
    try:
        return solution.all_rows, solution.all_columns
    except MatrixError as error:
        notes.append(error.message)
        return (solution.rows,), (solution.columns,)


def small(game: Bimatrix, notes: list[Message]) -> Equilibria | None:
    try:
        found = equilibria(game)
    except MatrixError as error:
        notes.append(error.message)
        return None
    if found.degenerate:
        notes.append(Message.of("degenerate_game"))
    return found


# -- as plain data -------------------------------------------------------------------------------------


def rows_of(found: Study) -> dict[str, Any]:
    game = found.game
    told: dict[str, Any] = {"format": FORMAT, "rows": list(game.rows), "columns": list(game.columns)}
    told["players"] = list(game.players)
    told["cells"] = [[cell_text(game, *place) for place in row] for row in places(game)]
    told |= of_matrix(found) if isinstance(game, Matrix) else of_bimatrix(found)
    told["elimination"] = reduction_row(found.reduction)
    told["best_replies"] = replies_row(game)
    return told | {"notes": [note.as_json() for note in found.notes]}


def places(game: NormalForm) -> list[list[tuple[int, int]]]:
    return [[(row, column) for column in range(len(game.columns))] for row in range(len(game.rows))]


def cell_text(game: Matrix | Bimatrix, row: int, column: int) -> str:
    """What stands in a cell."""
    if isinstance(game, Matrix):
        return shown(game.payoffs[row][column])
    return f"{shown(game.row_payoffs[row][column])}, {shown(game.column_payoffs[row][column])}"


def number_row(number: Fraction) -> dict[str, Any]:
    """A number exactly, as people read it, and as a float if it is not too large for one."""
    near = None
    with contextlib.suppress(OverflowError):
        near = float(number)
    return {"exact": str(number), "text": shown(number), "number": near}


def mix_row(mix: Sequence[Fraction]) -> list[dict[str, Any]]:
    return [number_row(share) for share in mix]


def exact_rows(table: Table) -> list[list[str]]:
    return [[str(number) for number in row] for row in table]


def of_matrix(found: Study) -> dict[str, Any]:
    game, solution, secure = found.game, found.solution, found.security
    assert isinstance(game, Matrix)
    assert solution is not None
    assert secure is not None
    return {
        "kind": "matrix",
        "row_player": game.players[ROWS],
        "payoffs": exact_rows(game.payoffs),
        "value": number_row(solution.value),
        "exact": solution.exact,
        "method": solution.method,
        "error": number_row(solution.error),
        "text": solution.value_text,
        "row_strategies": [mix_row(mix) for mix in found.row_strategies],
        "column_strategies": [mix_row(mix) for mix in found.column_strategies],
        "max_min": number_row(secure.max_min),
        "min_max": number_row(secure.min_max),
        "floors": [number_row(floor) for floor in secure.floors],
        "ceilings": [number_row(ceiling) for ceiling in secure.ceilings],
        "saddle_points": [list(place) for place in found.pure],
        "graphs": [graph_row(graph) for graph in found.graphs],
        "fictitious_play": course_row(found.course),
    }


def of_bimatrix(found: Study) -> dict[str, Any]:
    game, mixed = found.game, found.equilibria
    assert isinstance(game, Bimatrix)
    return {
        "kind": "bimatrix",
        "row_payoffs": exact_rows(game.row_payoffs),
        "column_payoffs": exact_rows(game.column_payoffs),
        "zero_sum": game.is_zero_sum,
        "pure_equilibria": [list(place) for place in found.pure],
        "equilibria": None if mixed is None else [equilibrium_row(each) for each in mixed.found],
        "degenerate": None if mixed is None else mixed.degenerate,
    }


def equilibrium_row(each: Equilibrium) -> dict[str, Any]:
    mixes = {"rows": mix_row(each.rows), "columns": mix_row(each.columns)}
    gains = {"row_gain": number_row(each.row_gain), "column_gain": number_row(each.column_gain)}
    return {**mixes, **gains, "pure": each.is_pure}


def reduction_row(reduction: Reduction) -> dict[str, Any]:
    steps = [step_row(step) for step in reduction.steps]
    return {"steps": steps, "rows": list(reduction.rows), "columns": list(reduction.columns)}


def step_row(step: Elimination) -> dict[str, Any]:
    by = [[action, number_row(share)] for action, share in step.by.items()]
    side = "rows" if step.player == ROWS else "columns"
    return {"side": side, "action": step.action, "kind": step.kind, "mixed": step.is_mixed, "by": by}


def replies_row(game: NormalForm) -> dict[str, list[list[int]]]:
    """The best rows against each column, and the best columns against each row."""
    return {
        "rows": [list(best_replies(game, ROWS, place).actions) for place in range(len(game.columns))],
        "columns": [list(best_replies(game, COLUMNS, place).actions) for place in range(len(game.rows))],
    }


def graph_row(graph: Graph) -> dict[str, Any]:
    return {
        "player": graph.player,
        "actions": list(graph.actions),
        "lines": [[line.name, number_row(line.at_0), number_row(line.at_1)] for line in graph.lines],
        "envelope": [[number_row(part) for part in point] for point in graph.envelope],
        "best": [number_row(share) for share in graph.best],
        "value": number_row(graph.value),
    }


def course_row(rounds: tuple[Round, ...]) -> dict[str, Any]:
    """The course of fictitious play, and how often each action was taken in the end."""
    last = rounds[-1]
    course = [
        {"round": each.number, "at_least": number_row(each.at_least), "at_most": number_row(each.at_most)}
        for each in rounds
    ]
    shares = {"rows": mix_row(last.rows), "columns": mix_row(last.columns)}
    return {"rounds": last.number, "course": course, **shares}
