# ruff: noqa: E501
"""None, functions."""

from __future__ import annotations

from idioms.row import Idiom, value

FUNCTIONS: dict[str, list[Idiom]] = {
    "None": [
        value(
            "the truth of cells that may be None: `all(row)`, `any(row)`, `not cell`",
            """
            row = tuple("X" if c == 1 else "O" if c == 2 else None for c in state.cells)
            empty = sum(1 for cell in row if not cell)
            return 10 * all(row) + any(row) + 100 * empty
            """,
        ),
        value(
            "what may be None, put into a list of what is there",
            """
            hand = "Z" if state.n > 1 else None
            row = tuple("X" if c == 1 else "O" if c == 2 else None for c in state.cells)
            used = [piece for piece in row if piece is not None]
            used.append(hand)
            return 7 * len(used) + 100 * ("Z" in used) + 1000 * ("X" in used)
            """,
        ),
        value(
            "a method that gives None or a number",
            """
            w = self.winner(state)
            return 7 if w is None else w
            """,
        ),
        value(
            "cells that may be None: `count`, `in`, `index`, `==`",
            """
            row = [None if cell == 0 else cell for cell in state.cells]
            marks = [None if cell == 0 else "X" if cell == 1 else "O" for cell in state.cells]
            total = row.count(1) + 10 * row.count(None) + 100 * (2 in row) + 200 * (None in marks)
            total += 1000 * (row[2:4] == [1, 1]) + 2000 * (marks[:3] == ["X"] * 3) + 4000 * (marks[0] == "O")
            return total + 10000 * marks.count("X") + (row.index(1) if 1 in row else 9)
            """,
        ),
        value(
            "a list of pairs, or of None alone",
            """
            rest = [(i, cell) for i, cell in enumerate(state.cells) if cell == 1]
            if not rest:
                rest = [None]
            return sum(-1 if pair is None else pair[0] + pair[1] for pair in rest) + 10 * len(rest)
            """,
        ),
        value(
            "`is not None`, then the number",
            """
            w = self.first_empty(state)
            if w is not None:
                return w * 3 + state.cells[w]
            return -1
            """,
        ),
        value(
            "`==`, `not`, `if` of what may be None",
            """
            total = (self.winner(state) == 1) + 2 * (not self.winner(state))
            if self.winner(state):
                total += 4
            return total + 8 * (self.winner(state) is None or state.n > 3)
            """,
        ),
        value(
            "a variable that starts as None",
            """
            best = place = None
            for index, cell in enumerate(state.cells):
                if best is None or cell > best:
                    best, place = cell, index
            return best * 10 + place
            """,
        ),
        value(
            "a pair that starts as None",
            """
            best = None
            for index, cell in enumerate(state.cells):
                if best is None or cell > best[1]:
                    best = (index, cell)
            return best[0] + 10 * best[1]
            """,
        ),
        value(
            "the parts of what a method gives, which may be None",
            """
            if self.last_pair(state) is None:
                return -1
            place, n = self.last_pair(state)
            pair = self.last_pair(state)
            total = self.last_pair(state)[0] + 10 * place + 100 * n + 1000 * pair[1]
            return total + 5000 if pair and pair[0] > 2 else total
            """,
        ),
        value("`flag is True`", "return (state.flag is True) + 2 * (state.flag is not True)"),
    ],
    "Functions": [
        value(
            "`*numbers` of a helper, alone, behind others and before named ones",
            """
            high = self.largest(1, state.n, 2) + 10 * self.largest(*state.cells)
            return high + 100 * self.summed_up(state.n, 2, state.cells[0], by=3) + 7 * self.summed_up(1, *state.cells)
            """,
        ),
        value(
            "a parameter that is None, and then an empty set",
            "return len(self.region(state, 2)) + 10 * sum(self.region(state, state.n % 6))",
        ),
        value(
            "parameters that have to be named",
            "return self.by_name(state.n, offset=2) + 10 * self.by_name(3, offset=state.n, factor=7)",
        ),
        value(
            "a set that is given away empty",
            """
            if state.flag and len(self.reached(state.n % 6, set())) > 3:
                return 50 + sum(self.reached(0, set()))
            return sum(len(self.reached(cell, set())) for cell in range(6))
            """,
        ),
        value(
            "a function inside a rule",
            """
            k = state.n
            def worth(i):
                return state.cells[i] * k - i
            return worth(2) + sum(worth(i) for i in range(6)) + max(range(6), key=worth)
            """,
        ),
        value(
            "a function inside a rule that fills a list",
            """
            found = []
            def add(number):
                found.append(number + state.n)
            for i in range(3):
                add(i)
            return sum(found)
            """,
        ),
        value(
            "a function inside a rule that calls itself",
            """
            seen = set()
            def fill(r, c):
                if not (0 <= r < 2 and 0 <= c < 3) or (r, c) in seen or state.cells[3 * r + c] == 0:
                    return 0
                seen.add((r, c))
                return 1 + fill(r + 1, c) + fill(r - 1, c) + fill(r, c + 1) + fill(r, c - 1)
            return fill(0, 0) + 10 * len(seen)
            """,
        ),
        value(
            "a function that calls itself in `any(…)`, `1 + sum(…)`",
            """
            def places(cell, left):
                return 1 + sum(places(other, left - 1) for other in NEIGHBOURS[cell] if left > 0)
            def meets(cell, left):
                return state.cells[cell] == 2 or (left > 0 and any(meets(other, left - 1) for other in NEIGHBOURS[cell]))
            def deepest(cell, left):
                if left == 0:
                    return cell
                below = 2 * sum(deepest(other, left - 1) for other in NEIGHBOURS[cell])
                return below + left
            return places(state.n, 2) + 100 * meets(0, 2) + 1000 * deepest(state.n, 2)
            """,
        ),
        value(
            "a set around functions that is filled further down",
            """
            visited = set()
            def walk(cell):
                if cell in visited or not state.cells[cell]:
                    return False
                visited.add(cell)
                return cell == 5 or any(walk(other) for other in NEIGHBOURS[cell])
            return any(walk(start) for start in range(state.n)) + 10 * len(visited)
            """,
        ),
        value(
            "`functools.reduce`",
            "return functools.reduce(operator.xor, state.cells) + 10 * functools.reduce(lambda a, b: a * 2 + b, state.cells, 1)",
        ),
        value(
            "a `lambda` in a comprehension",
            """
            worth = lambda c: 2 * c + state.n
            return sum(worth(c) for c in state.cells)
            """,
        ),
        value("a method that calls itself", "return self.depth(state.n)"),
        value(
            "methods of an object that the game keeps",
            """
            total = sum(state.cells[self.grid.place(row, column)] * (row + 1) for row, column in self.grid.cells())
            for row, column in self.corner.cells():
                total = 3 * total + self.corner.place(row, column, base=state.n)
            return total
            """,
        ),
        value(
            "a `lambda` that is given to a method",
            "return self.how_many(state, lambda cell: cell > 0) + 10 * self.how_many(state, lambda cell: cell == 2)",
        ),
        value(
            "default values",
            "return self.scaled_by(state.n) + 10 * self.scaled_by(state.n, 3) + 100 * self.scaled_by(state.n, offset=1)",
        ),
        value("a property", "return self.area * 2 + state.n"),
        value("`super()`", "return super().total(state) + super().weight(cell=state.n)"),
        value(
            "`itertools.product`",
            "return sum(state.cells[3 * r + c] * (r + 2 * c) for r, c in product(range(2), range(3))) + sum(a * b + a for a, b in itertools.product((-1, 0, 1), repeat=2))",
        ),
        value(
            "`itertools.combinations`, `permutations`, `chain`",
            """
            total = sum(state.cells[a] * b for a, b in combinations(range(6), 2))
            total += sum(a + b + c == 3 for a, b, c in combinations(state.cells, 3))
            total += sum(a - 2 * b for a, b in itertools.permutations((1, 2, 5), 2))
            return total + sum(itertools.chain(range(state.n), state.cells, (1,)))
            """,
        ),
    ],
}
