"""Payoff matrices from text: rows and columns as people type them, CSV, nested lists, JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from zermelo.errors import MatrixError
from zermelo.game import MAX, MIN
from zermelo.matrix.game import Bimatrix, Matrix
from zermelo.matrix.payoffs import QUOTIENT, payoff

LONGEST = 2_000_000
"""Signs of a text that is read."""
DEEPEST = 3
"""Brackets in brackets: the matrix, its rows, pairs."""
TOKEN = re.compile(r"""\s+|("[^"\n]*"|'[^'\n]*'|[\[\](),;]|[^\s\[\](),;"']+|.)""")
CLOSING = {"]": "[", ")": "("}
PAIR = re.compile(r"\(\s*([^(),|]+?)\s*[,|;]\s*([^(),|]+?)\s*\)|([^(),|]+?)\s*\|\s*([^(),|]+)")
UNKNOWN = {"nan", "inf", "infinity", "none", "null", "na", "n/a", "∞"}
"""Words that are not names: somebody's payoff is missing or not finite."""
PLAYERS = {"max": MAX, "min": MIN}
Rows = list[list[str]]


def read(text: str, row_player: int = MAX) -> Matrix | Bimatrix:
    """The game of a text; names of rows and columns may stand beside the payoffs and above them.

    Rows end with the line or at a semicolon; payoffs are set apart by spaces, commas or tabs (in a text of
    several lines also by semicolons, with decimal commas).  Pairs of payoffs, as `(3, 1)` or `3|1`, make a
    bimatrix game.

    >>> read("2 -3; 0 2; -5 10").shape, read("  L R\\nU 1/3 0\\nD 0 1").rows, read("[[1, 2]]").shape
    ((3, 2), ('U', 'D'), (1, 2))
    >>> read("3|3 0|5; 5|0 1|1")
    <Bimatrix of 2 × 2>
    """
    if len(text) > LONGEST:
        raise MatrixError("matrix_text_too_long", most=LONGEST)
    plain = text.lstrip("\ufeff").strip()
    if plain.startswith("{"):
        return from_json(plain, row_player)
    if re.match(r"[\[(]\s*[\[(]", plain):
        return game_of([[*row] for row in nested(plain)], None, None, row_player)
    if plain.startswith("["):
        if not plain.endswith("]"):
            raise MatrixError("matrix_unclosed")
        plain = plain[1:-1]
    return from_table(plain, row_player)


def load(path: str | Path, row_player: int = MAX) -> Matrix | Bimatrix:
    """The game in a text file, a CSV file or a JSON file."""
    try:
        return read(Path(path).read_text(encoding="utf-8-sig"), row_player)
    except OSError as error:
        raise MatrixError("cannot_be_read", path=path, reason=error.strerror) from None
    except UnicodeDecodeError:
        raise MatrixError("not_a_text_file", path=path) from None
    except MatrixError as error:
        raise MatrixError("in_file", path=path, reason=error) from None


def game_of(cells: list[list[Any]], rows: Any, columns: Any, row_player: int) -> Matrix | Bimatrix:
    """A game of numbers, or of pairs of them."""
    pairs = [[isinstance(cell, tuple | list) for cell in row] for row in cells]
    if not any(map(any, pairs)):
        return Matrix(cells, rows, columns, row_player)
    for number, row in enumerate(pairs, 1):
        if not all(row) or any(len(cell) != 2 for cell in cells[number - 1]):
            raise MatrixError("mixed_pairs", row=number)
    first, second = ([[cell[place] for cell in row] for row in cells] for place in (0, 1))
    return Bimatrix(first, second, rows, columns)


# -- brackets and JSON ---------------------------------------------------------------------------------


def nested(text: str) -> list[Any]:
    """Lists in lists, with texts for the payoffs."""
    stack: list[tuple[str, list[Any]]] = [("", [])]
    for match in TOKEN.finditer(text):
        token = match[1]
        if token in ("[", "("):
            stack.append((token, []))
        elif token in CLOSING and stack[-1][0] == CLOSING[token]:
            _, items = stack.pop()
            stack[-1][1].append(items)
        elif token in CLOSING or (token and len(stack) == 1):
            raise MatrixError("matrix_unexpected", token=token)
        elif token and token not in (",", ";"):
            stack[-1][1].append(token.strip("\"'"))
        if len(stack) > DEEPEST + 1:
            raise MatrixError("matrix_too_deep")
    if len(stack) > 1:
        raise MatrixError("matrix_unclosed")
    found = stack[0][1]
    if len(found) != 1 or not all(isinstance(row, list) for row in found[0]):
        raise MatrixError("matrix_not_rows", given=text[:40])
    rows: list[Any] = found[0]
    return rows


def from_json(text: str, row_player: int) -> Matrix | Bimatrix:
    """An object with `payoffs`, or with `row_payoffs` and `column_payoffs`, and perhaps names."""
    try:
        found = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except (ValueError, RecursionError):
        raise MatrixError("matrix_no_json") from None
    names = (found.get("rows"), found.get("columns"))
    if "row_payoffs" in found:
        return Bimatrix(found["row_payoffs"], found.get("column_payoffs"), *names)
    if "payoffs" not in found:
        raise MatrixError("matrix_no_json")
    said = str(found.get("row_player", "")).lower()
    if said and said not in PLAYERS:
        raise MatrixError("wrong_row_player", given=said, choices=list(PLAYERS))
    return Matrix(found["payoffs"], *names, PLAYERS.get(said, row_player))


# -- rows and columns ----------------------------------------------------------------------------------


def from_table(text: str, row_player: int) -> Matrix | Bimatrix:
    """Cells beside each other, perhaps with names above and beside them."""
    rows = split_into_cells(text)
    columns, body = columns_apart(rows)
    names = [unquoted(row[0]) for row in body] if has_row_names(rows) else None
    cells = [[cell_of(cell, number) for cell in row[bool(names) :]] for number, row in enumerate(body, 1)]
    if not cells or not cells[0]:
        raise MatrixError("matrix_empty")
    return game_of(cells, names, columns, row_player)


def split_into_cells(text: str) -> Rows:
    lines = [line.strip(" \r") for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith("#")]
    semicolons = len(lines) > 1 and any(";" in line for line in lines)
    if semicolons and not all(line.endswith(";") for line in lines[:-1]):
        return [[with_point(cell) for cell in split(line, ";")] for line in lines]
    rows = [row for line in lines for row in split(line, ";") if row.strip(" ")]
    separator = next((sign for sign in "\t," if any(len(split(row, sign)) > 1 for row in rows)), " ")
    return [cells_of(row, separator) for row in rows]


def cells_of(row: str, separator: str) -> list[str]:
    if separator != " ":
        return split(row, separator)
    return [cell for cell in split(re.sub(r"(?<=\d)\s*/\s*(?=\d)|\s*\|\s*|\s+", closed, row), " ") if cell]


def closed(gap: re.Match[str]) -> str:
    """What stands between two cells, or inside one."""
    return gap[0].strip() or " "


def split(row: str, separator: str) -> list[str]:
    """The parts of a row, unless the separator stands in quotes or brackets.

    >>> split('"a, b",(3, 1),2', ",")
    ['"a, b"', '(3, 1)', '2']
    """
    parts, depth, quoted = [""], 0, False
    for sign in row:
        quoted ^= sign == '"'
        if sign == separator and not quoted and not depth:
            parts.append("")
            continue
        depth = max(0, depth + (sign == "(") - (sign == ")"))
        parts[-1] += sign
    return [part.strip() for part in parts]


def with_point(cell: str) -> str:
    """A decimal comma as a point."""
    return re.sub(r"^([-+−]?\d+),(\d+)$", r"\1.\2", cell)


def columns_apart(rows: Rows) -> tuple[list[str] | None, Rows]:
    """The names of the columns, if the first row has nothing but names, and the other rows."""
    if not rows:
        raise MatrixError("matrix_empty")
    first, body = rows[0], rows[1:]
    corner = has_row_names(rows) and bool(body) and len(first) == len(body[0])
    names = first[corner:]
    if not body or not names or (first[0] and any(map(is_payoff, names))):
        return None, rows
    return [unquoted(name) for name in names], body


def has_row_names(rows: Rows) -> bool:
    """Does every row but a first one of names begin with a name?"""
    beside = [row[0] for row in rows[1:]] or ([rows[0][0]] if len(rows[0]) > 1 else [])
    return bool(beside) and (not rows[0][0] or not any(map(is_payoff, beside)))


def is_payoff(cell: str) -> bool:
    """Is it a number, a pair of them, or meant to be one?"""
    try:
        return cell.lower() in UNKNOWN or bool(QUOTIENT.fullmatch(cell)) or cell_of(cell, 0) is not None
    except MatrixError:
        return False


def cell_of(cell: str, row: int) -> Any:
    """A payoff, or a pair of them."""
    try:
        pair = PAIR.fullmatch(cell.strip())
        if pair:
            return tuple(payoff(part) for part in pair.groups() if part is not None)
        if cell.strip(" +-−").lower() in UNKNOWN:
            raise MatrixError("payoff_not_finite", given=cell)
        return payoff(unquoted(cell))
    except MatrixError as error:
        raise MatrixError("in_row", row=row, reason=error) from None


def unquoted(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell
