# ruff: noqa: E501
"""Names, tables, classes, Bits."""

from __future__ import annotations

from idioms.row import Idiom, value

OBJECTS: dict[str, list[Idiom]] = {
    "Names": [
        value(
            "a list by the name of a constant", "SMALL = list(state.cells)\nreturn SMALL[2] + size_like_it()"
        ),
        value(
            "a local name that is also the game's",
            """
            width, size = self.width, self.size
            n = state.n
            count = state.cells.count(1) + n
            total = self.total(state)
            return width * size + count + total
            """,
        ),
        value(
            "local names that a unit uses itself",
            """
            left, right, data = state.n, 2, 3
            both = left + right * data
            updated = both << 1
            power = 2 ** left
            return updated + power - both
            """,
        ),
        value(
            "arguments by name",
            "return self.scaled(factor=2, number=state.n) + clamp(state.n, high=2, low=1)",
        ),
        value("a function that is given the game", "return size_of(self, state)"),
        value("a helper method", "return self.total(state) + self.inherited(state)"),
        value("a base class's method by its name", "return Base.total(self, state)"),
        value("a static method", "return self.doubled(state.n)"),
        value("an imported function", "return weight_of(state.n) + clamp(state.n, 1, 2)"),
        value("a function of an imported module", "return idiom_helpers.weight_of(state.n)"),
        value("a function with `lru_cache`", "return self.remembered(state.n)"),
        value("parameters computed in `__init__`", "return self.size * self.table[state.n % 6]"),
        value("a constant around the class", "return local_constant + local_table[state.n % 3]"),
        value("constants of the module", "return MAX + 2 * MIN + LINES[state.n % 3][1]"),
        value(
            "a list of tuples",
            """
            total = 0
            for row, column in STEPS:
                total = total * 5 + row * 2 + column + state.n
            return total + STEPS[state.n % 3][1] + len(STEPS) + self.numbers[state.n % 3]
            """,
        ),
        value(
            "an `IntEnum`",
            "return (state.cells[0] == Cell.NOUGHT) + 10 * (3 - Cell.CROSS) + Cell.NOUGHT.value",
        ),
        value("a loop over an `IntEnum`", "return sum(cell * state.cells.count(cell) for cell in Cell)"),
        value(
            "a NamedTuple as a value",
            """
            move = Move(target=state.n, source=2)
            return move.source * 10 + move.target
            """,
        ),
        value(
            "`/` and `math`",
            "return 4 * (state.n / 4) + math.floor(state.n / 2) + math.sqrt(state.n * state.n)",
        ),
        value(
            "a `lambda` in a variable",
            """
            better = lambda x: x * 2 + state.n
            return better(3)
            """,
        ),
        value(
            "`state` by another name",
            """
            s = state
            return s.n + sum(s.cells)
            """,
        ),
    ],
    "Tables": [
        value(
            "whole numbers and fractions in one table: indices, loops, dictionaries, pairs",
            """
total = sum(PIECES[cell] for cell in state.cells) + FACTORS[state.n % 6] + PIECES.get(state.n, 0.5)
for step, cell in zip(FACTORS, state.cells):
    total += step * cell
for place, worth in MARKED:
    total += worth * state.cells[place]
weights = [1, 0.75, 2]
return 16 * (total + weights[state.n % 3] + (2, 0.5)[state.cells[0] % 2] + MARKED[state.n % 3][1])
""",
        ),
        value(
            "ragged tuples: `for j in self.neighbours[i]`",
            """
            total = 0
            for other in self.neighbours[state.n % 6]:
                total = total * 7 + other + 1
            return total
            """,
        ),
        value(
            "ragged tuples: `len`, `in`, index",
            """
            i = state.n % 4
            return len(self.neighbours[i]) + 10 * (0 in self.neighbours[i]) + 100 * self.neighbours[i][-1]
            """,
        ),
        value(
            "ragged tuples: a generator", "return sum(state.cells[j] for j in self.neighbours[state.n % 6])"
        ),
        value(
            "ragged tuples: all of them",
            "return sum(len(row) * (i + 1) + sum(row) for i, row in enumerate(self.neighbours))",
        ),
        value(
            "ragged tuples: three levels",
            """
            total = 0
            for direction in range(2):
                for square in self.rays[direction][state.n % 3]:
                    if state.cells[square]:
                        break
                    total += square + 1
            return total + 10 * len(self.rays[1][0])
            """,
        ),
        value(
            "ragged tuples: a row in a variable",
            """
            row = self.neighbours[state.n % 6]
            return len(row) + sum(row) + 10 * any(state.cells[j] == 1 for j in row)
            """,
        ),
        value(
            "200 lines of three",
            """
            found = 0
            for line in MANY_LINES:
                if all(state.cells[i] for i in line):
                    found += 1
            a, b, c = MANY_LINES[state.n]
            return found + 1000 * (a + b + c) + len(MANY_LINES)
            """,
        ),
        value(
            "200 lines of three, unpacked",
            "return sum(state.cells[a] * state.cells[b] - c for a, b, c in MANY_LINES)",
        ),
        value(
            "a table of 300 numbers",
            "return MANY_NUMBERS[state.n] + len(MANY_NUMBERS) + sum(MANY_NUMBERS) + MANY_NUMBERS[-1] + max(MANY_NUMBERS)",
        ),
        value(
            "a table that is looked up",
            "return SQUARES[state.n] + SQUARES[-1 - state.cells[0]] + GRID[state.n % 3][-2] + GRID[1][state.flag] + sum(GRID[2])",
        ),
        value("a tuple of `Bits`", "return MASKS[state.n % 8] | MASKS[7]"),
        value(
            "a NumPy array of one, two, three axes",
            "return VECTOR[state.n % 6] + MATRIX[state.n % 3, 2] + MATRIX[1][state.n % 4] + CUBE[1, 2, state.n % 4]",
        ),
        value(
            "a NumPy array: `len`, `for`, `sum`, negative index",
            """
            total = 0
            for number in VECTOR:
                total = total * 3 + number
            return total + len(VECTOR) + VECTOR[-1] + sum(VECTOR) + len(MATRIX)
            """,
        ),
        value(
            "a NumPy array of `uint64`",
            "return (Bits(BOARDS[1]) >> 60) + (Bits(BOARDS[state.n % 4]) & state.board) + sum(Bits(b) & 1 for b in BOARDS)",
        ),
        value(
            "a NumPy array of floats",
            "return 4 * sum(w * c for w, c in zip(WEIGHTS, state.cells)) + 8 * WEIGHTS[state.n % 3]",
        ),
        value(
            "a row of a NumPy array",
            """
            total = 0
            for number in MATRIX[state.n % 3]:
                total = total * 3 + number
            return total + sum(MATRIX[1])
            """,
        ),
        value("all rows of a NumPy array", "return sum(row[1] * 2 + row[-1] for row in MATRIX)"),
        value("`.shape` of a NumPy array", "return MATRIX.shape[0] * 10 + MATRIX.shape[1]"),
    ],
    "Classes": [
        value(
            "`is` of members, where one may be None",
            """
            found = next((colour for colour in Colour if colour.value > state.n), None)
            other = Colour.RED if state.flag else Colour.GREEN
            return (found is other) + 2 * (other is found) + 4 * (found is not other) + 8 * (None is not found is other)
            """,
        ),
        value(
            "a member of an `Enum`", "return (Colour.RED == Colour.GREEN) + 2 * (Colour.RED is Colour.RED)"
        ),
        value(
            "`Enum` in a variable",
            """
            colour = Colour.RED if state.n > 2 else Colour.GREEN
            return colour.value + 10 * (colour is Colour.RED) + 20 * (colour != Colour.GREEN) + 40 * bool(colour)
            """,
        ),
        value(
            "methods and properties of members",
            """
            total = sum(self.worth_of(colour) for colour in Colour)
            for place, colour in enumerate([Colour.RED, Colour.GREEN]):
                total += (place + state.n) * colour.worth
            return total
            """,
        ),
        value("a loop over an `Enum`", "return sum(colour.value * state.n for colour in Colour)"),
        value("`Colour(value)`", "return 1 if Colour(3 if state.flag else 5) is Colour.RED else 2"),
        value(
            "an `Enum` of texts",
            'return (Mark("X") is Mark.CROSS) + 2 * ((Mark.CROSS if state.flag else Mark.EMPTY).value == "X")',
        ),
        value(
            "an index that a class defines",
            """
            point = Point(state.n, 5)
            return point[0, 2] + 100 * point[state.n % 2, 3]
            """,
        ),
        value(
            "a constant list of dataclasses, and methods of their parts",
            """
            steps = [Step(Point(state.n, 1), there) for there in POINTS]
            total = sum(step.source.beyond(step.target) for step in steps)
            return total + 10 * sum(each.row * each.column for each in POINTS) + 100 * POINTS[state.n % 3].column
            """,
        ),
        value(
            "a frozen dataclass",
            """
            point = Point(state.n, colour=Colour.RED)
            other = replace(point, column=7)
            return point.row + 10 * point.column + 100 * other.column + 1000 * (point == other)
            """,
        ),
    ],
    "Bits": [
        value("`&`, `|`, `^`, `~`", "return ((state.board & 0xF0) | 3) ^ (~state.board >> 1)"),
        value(
            "`+`, `-`, `*` wrap",
            "return (state.board + FULL) ^ (state.board - 100) ^ (state.board * 0x9E3779B97F4A7C15)",
        ),
        value(
            "an int on the left",
            "return (FULL & state.board) + (1 - state.board) + (3 | state.board) + 5 * state.board",
        ),
        value(
            "`<<`, `>>` at bit 63",
            "return (state.board << 57) ^ ((TOP | state.board) >> 61) ^ (state.board << 64) ^ (state.board >> 70)",
        ),
        value("`-b`, the lowest bit", "return (state.board & -state.board) ^ (-state.board)"),
        value(
            "`//`, `%`",
            "return (TOP | state.board) // 3 + (TOP | state.board) % 1000 + (state.board // 2 ^ ~(state.board // 5))",
        ),
        value(
            "`divmod`",
            """
            quotient, rest = divmod(TOP + state.board, 10)
            return quotient + rest
            """,
        ),
        value(
            "comparisons at bit 63",
            "return (TOP > state.board) + 2 * (state.board < 5) + 4 * (TOP == 1 << 63) + 8 * (~state.board > TOP) + 16 * (state.board > -1) + 32 * (TOP != -1)",
        ),
        value(
            "`bit_count`, `bin(b).count('1')`",
            "return state.board.bit_count() + 100 * bin(~state.board).count('1') + bin(state.n).count('1')",
        ),
        value(
            "`bit_length`",
            "return state.board.bit_length() + 100 * (state.board & -state.board).bit_length() + state.n.bit_length()",
        ),
        value(
            "`bit_count()` of an expression of integers",
            "return (state.n | 8).bit_count() + (-state.n).bit_length()",
        ),
        value("`b >> i & 1`", "return sum(state.board >> i & 1 for i in range(64))"),
        value("`Bits(1) << i`, `1 << i`", "return Bits(1) << 60 + state.n % 4 | 1 << state.n"),
        value("`int(b)`", "return int(state.board & 0xFFFF) - 1000"),
        value(
            "`bool(b)`, `not b`, `if b`",
            "return bool(state.board) + 2 * (not state.board) + (4 if state.board & 2 else 0)",
        ),
        value(
            "`|=` from `Bits(0)`",
            """
            found = Bits(0)
            for index, cell in enumerate(state.cells):
                if cell:
                    found |= 1 << 11 * index
            return found
            """,
        ),
        value(
            "`|=` from 0",
            """
            found = 0
            for index, cell in enumerate(state.cells):
                if cell:
                    found |= MASKS[index]
            return found
            """,
        ),
        value(
            "a tuple of `Bits` in a variable",
            """
            stones = (state.board, ~state.board)
            mine, theirs = stones
            return (stones[state.n % 2] >> 3) ^ (mine & theirs) ^ max(stones) ^ sum(stones)
            """,
        ),
        value("`tuple` of `Bits`", "return tuple(state.board << i for i in range(3))[state.n % 3]"),
        value(
            "`min`, `max`, `max(key=…)`",
            "return max(MASKS, key=lambda m: m & state.board) + min(state.board, TOP)",
        ),
        value("`**`", "return Bits(3) ** (state.n + 30)"),
        value("a float from `Bits`", "return state.board / 2 + 0.5"),
        value("a hexadecimal constant", "return state.board & 0x8000000000000001 | 0x0F"),
        value("conditional `Bits`", "return state.board if state.flag else ~state.board"),
    ],
}
