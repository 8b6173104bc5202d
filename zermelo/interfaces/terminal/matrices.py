"""`zermelo matrix`: a matrix from what was typed, and what is found out about it, in words."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from zermelo.errors import MatrixError, SearchError
from zermelo.matrix.dominance import Elimination
from zermelo.matrix.game import COLUMNS, ROWS, Bimatrix, Matrix, Mix, NormalForm, mix_text
from zermelo.matrix.payoffs import between, shown
from zermelo.matrix.reading import PLAYERS, load, read
from zermelo.matrix.replies import best_replies
from zermelo.matrix.study import Study, cell_text
from zermelo.messages import counted

FILES = (".csv", ".tsv", ".txt", ".json", ".dat")
MOST_ROWS, MOST_COLUMNS, MOST_STEPS, MOST_LISTED = 24, 10, 40, 8
"""Of a table that is printed, of eliminations, and of strategies."""
LETTERS = 24
"""Of a name in a table."""


def game_from_text(given: str, row_player: int, strategies: bool, moves: str, at: str) -> Matrix | Bimatrix:
    """The game that was typed, that stands in a file, or that is made of the strategies of another."""
    if strategies:
        return matrix_of_game(given, moves, at)
    if moves or at:
        raise SearchError("matrix_has_no_moves")
    if given == "-":
        return read(sys.stdin.read(), row_player)
    path = Path(given)
    if given.lower().endswith(FILES) or is_file(path):
        from zermelo.running.files import check_is_file

        check_is_file(path)
        return load(path, row_player)
    return read(given, row_player)


def is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for a name, or with a sign that no name has
        return False


def matrix_of_game(given: str, moves: str, at: str) -> Matrix:
    from zermelo.interfaces.terminal.opening import opened
    from zermelo.matrix.strategies import strategy_matrix

    with opened(given, moves, at) as (rules, state):
        return strategy_matrix(rules, state)


def player_of(name: str) -> int:
    if name.lower() not in PLAYERS:
        raise MatrixError("wrong_row_player", given=name, choices=[*PLAYERS])
    return PLAYERS[name.lower()]


# -- what is printed ---------------------------------------------------------------------------------


def print_study(found: Study) -> None:
    """The table, then each answer on a line of its own."""
    write = in_colour() if sys.stdout.isatty() else print
    for line in lines_of(found):
        write(line)


def in_colour() -> Callable[[str], None]:
    """Prints a line on a terminal; colours say no more than the words do."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)

    def write(said: str) -> None:
        line = Text(said)
        line.highlight_regex(r"\bMAX\b", "green")
        line.highlight_regex(r"\bMIN\b", "red")
        line.highlight_regex(r"^(value|equilibri\w+|saddle point)\b.*", "bold")
        console.print(line, soft_wrap=True)

    return write


def lines_of(found: Study) -> Iterator[str]:
    """All that is said of a game."""
    game = found.game
    yield heading(game)
    yield ""
    yield from table_lines(found)
    yield ""
    yield from matrix_lines(found) if isinstance(game, Matrix) else equilibrium_lines(found)
    yield from reply_lines(game)
    yield from elimination_lines(found)
    yield from (f"note            {note}" for note in found.notes)


def heading(game: NormalForm) -> str:
    height, width = game.shape
    if isinstance(game, Bimatrix):
        return f"{height} × {width}: in each cell the row player's payoff, then the column player's"
    first, second = game.players
    return f"{height} × {width}: {first} chooses a row, {second} a column; payoffs are MAX's"


def table_lines(found: Study) -> Iterator[str]:
    """Payoffs with names, in brackets where a saddle point or a pure equilibrium is; shares at the edges."""
    lines = cells_of(found)
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        name, *cells = (cell.rjust(width) for cell, width in zip(line, widths))
        yield f"  {name}  {'  '.join(cells)}".rstrip()
    for count, most, what in zip(found.game.shape, (MOST_ROWS, MOST_COLUMNS), ("rows", "columns")):
        if count > most:
            yield f"  … {count - most:,} more {what} are not shown: --json and --export have them"


def cells_of(found: Study) -> list[list[str]]:
    game = found.game
    columns = range(min(len(game.columns), MOST_COLUMNS))
    shares = None if found.solution is None else (found.solution.rows, found.solution.columns)
    lines = [["", *(f"{cut(game.columns[column])} " for column in columns), *(["share"] if shares else [])]]
    for row in range(min(len(game.rows), MOST_ROWS)):
        cells = [marked(found, row, column) for column in columns]
        lines.append([cut(game.rows[row]), *cells, *([shown(shares[ROWS][row])] if shares else [])])
    if shares:
        lines.append(["share", *(f"{shown(shares[COLUMNS][column])} " for column in columns), ""])
    return lines


def marked(found: Study, row: int, column: int) -> str:
    text = cell_text(found.game, row, column)
    return f"[{text}]" if (row, column) in found.pure else f" {text} "


def cut(name: str) -> str:
    return name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…"


def matrix_lines(found: Study) -> Iterator[str]:
    """The value, who plays what, and what pure strategies are worth."""
    game, solution, secure = found.game, found.solution, found.security
    assert solution is not None
    assert secure is not None
    yield f"value           {solution.value_text}"
    sides = zip(game.players, game.names, (found.row_strategies, found.column_strategies))
    for player, names, strategies in sides:
        yield from strategy_lines(player, names, strategies, solution.exact)
    yield f"pure            {pure_text(found)}"
    yield from (f"saddle point    {place_text(game, place)}" for place in found.pure[:MOST_LISTED])
    if len(found.pure) > MOST_LISTED:
        yield f"                … and {len(found.pure) - MOST_LISTED:,} more"
    last = found.course[-1]
    ends = " and ".join(between(last.at_least, last.at_most))
    yield f"fictitious play after {counted(last.number, 'round')} the value lies between {ends}"


def strategy_lines(player: str, names: Sequence[str], mixes: Sequence[Mix], exact: bool) -> Iterator[str]:
    """One strategy, or the corners of all optimal ones."""
    if len(mixes) == 1:
        only = " (no other is optimal)" if exact else ""
        yield f"{player} plays       {mix_text(names, mixes[0])}{only}"
        return
    yield f"{player} plays       any average of these {len(mixes)}:"
    yield from (f"                {mix_text(names, mix)}" for mix in mixes[:MOST_LISTED])
    if len(mixes) > MOST_LISTED:
        yield f"                … and {len(mixes) - MOST_LISTED:,} more"


def pure_text(found: Study) -> str:
    """Max–min and min–max, and where they meet."""
    assert found.security is not None
    low, high = found.security.max_min, found.security.min_max
    if low == high:
        return f"max–min = min–max = {shown(low)}: no mixing is needed"
    value = found.solution.value_text if found.solution is not None else ""
    return f"max–min = {shown(low)} < {shown(high)} = min–max; mixed strategies meet at {value}"


def place_text(game: NormalForm, place: tuple[int, int]) -> str:
    row, column = place
    return f"{game.rows[row]}, {game.columns[column]}"


def equilibrium_lines(found: Study) -> Iterator[str]:
    game, mixed = found.game, found.equilibria
    if mixed is None:
        yield from (f"pure equilibrium {place_text(game, place)}" for place in found.pure[:MOST_LISTED])
        yield f"equilibria      {len(found.pure)} pure; mixed ones were not looked for"
        return
    yield f"equilibria      {len(mixed.found)} (exact)"
    for number, each in enumerate(mixed.found, 1):
        gains = f"{shown(each.row_gain)}, {shown(each.column_gain)}"
        strategies = f"{mix_text(game.rows, each.rows)} | {mix_text(game.columns, each.columns)}"
        yield f"  {number:3}.          {strategies}  → {gains}"


def reply_lines(game: NormalForm) -> Iterator[str]:
    """What each player answers to each action, where that is not too much."""
    if game.shape[0] > MOST_LISTED or game.shape[1] > MOST_LISTED:
        return
    for player in (ROWS, COLUMNS):
        own, others = game.names[player], game.names[1 - player]
        told = []
        for place, other in enumerate(others):
            best = (own[each] for each in best_replies(game, player, place).actions)
            told.append(f"{other} → {' or '.join(best)}")
        yield f"{'best replies' if player == ROWS else '':15} {game.players[player]}: {', '.join(told)}"


def elimination_lines(found: Study) -> Iterator[str]:
    """Each step of the elimination in a sentence, and what is left."""
    steps = found.reduction.steps
    if not steps:
        yield f"dominance       {'none was found' if found.notes else 'no action is dominated'}"
        return
    yield f"dominance       eliminated one after the other, {len(steps)} in all:"
    for number, step in enumerate(steps[:MOST_STEPS], 1):
        yield f"  {number:3}. {step_text(found.game, step)}"
    if len(steps) > MOST_STEPS:
        yield f"       … and {len(steps) - MOST_STEPS:,} more"
    kept = zip(found.game.names, (found.reduction.rows, found.reduction.columns))
    left = ["/".join(names[place] for place in places[:MOST_LISTED]) for names, places in kept]
    yield f"       {' × '.join(left)} is left"


def step_text(game: NormalForm, step: Elimination) -> str:
    """
    >>> from zermelo.matrix import Matrix, eliminate
    >>> game = Matrix([[3, 0], [0, 3], [1, 1]])
    >>> step_text(game, eliminate(game).steps[0])
    'r3 is strictly dominated by the mixture r1 1/2, r2 1/2'
    """
    names = game.names[step.player]
    mix = [step.by.get(place, Fraction(0)) for place in range(len(names))]
    how = "strictly" if step.kind == "strict" else "weakly"
    mixture = "the mixture " if step.is_mixed else ""
    return f"{names[step.action]} is {how} dominated by {mixture}{mix_text(names, mix)}"
