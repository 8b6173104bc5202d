# ruff: noqa: E501
"""Lists."""

from __future__ import annotations

from idioms.row import Idiom, value

LISTS: dict[str, list[Idiom]] = {
    "Lists": [
        value(
            "no list is a tuple: `==`, `in`, `count`",
            """
            cells = list(state.cells)
            line, pairs = [cells[i] for i in (0, 2, 4)], [(0, 1), (1, 2)]
            total = (cells[:2] == (2, 0)) + 2 * (line == (2, 1, 0)) + 4 * ([0, 1] in pairs) + 8 * pairs.count([1, 2])
            total += 16 * (list(state.cells) == state.cells) + 32 * (cells[:2] == [2, 0]) + 64 * (tuple(line) == (2, 1, 0))
            return total + 128 * (line != (2, 1, 0)) + 256 * ((0, 1) in pairs)
            """,
        ),
        value(
            "what takes something out of a list is asked once: `0 < todo.pop() < 3`, `counts[todo.pop()] += 5`",
            """
            todo, counts = [1, 2, 3], [0, 0, 0, 0]
            between = 0 < todo.pop() < 3
            counts[todo.pop()] += state.n
            return 10 * between + 100 * len(todo) + counts[2]
            """,
        ),
        value(
            "`(many if c > 1 else few).append(c)`, `for first, *rest in rows`",
            """
            many, few, total = [], [], 0
            for cell in state.cells:
                (many if cell > 1 else few).append(cell)
            for first, *rest in [(1, 2, 3), (state.n, 4, 5)]:
                total += first * sum(rest)
            return total + 100 * len(many) + 1000 * len(few)
            """,
        ),
        value(
            "stars in a list, a tuple, a set",
            """
            cells = [*state.cells, state.n, 7]
            cells[0] += 5
            pair = (state.n, *state.cells[:2])
            both = {*state.cells, 9, *pair}
            return sum([*cells, *pair]) + 100 * len(both) + 1000 * pair[1] + 10000 * len([*cells])
            """,
        ),
        value(
            "a list that changes after a tuple was made of it, or a copy",
            """
            cells = list(state.cells + state.cells + state.cells)
            kept, other, third = tuple(cells), cells[:], list(cells)
            cells[state.n] = 9
            other[0] = 5
            again = tuple(cells)
            other.append(again[state.n])
            return sum(kept) + 10 * kept[state.n] + 100 * again[state.n] + sum(other) + len(third) * third[0]
            """,
        ),
        value(
            "lists in a list that change after tuples were made of them",
            """
            rows = (state.cells, state.cells[::-1], updated(state.cells, 1, 5))
            grid = [list(row) for row in rows]
            grid[1][2] = 7
            frozen = tuple(tuple(row) for row in grid)
            grid[1][2] = 8
            grid[0].append(3)
            return 100 * frozen[1][2] + 10 * rows[1][2] + grid[1][2] + len(frozen[0]) + len(grid[0])
            """,
        ),
        value(
            "a list that is counted while it grows long",
            """
            found = []
            for i in range(state.n * 9):
                found.append(state.cells[i % 6])
                if found.count(1) > 3 and len(found) > 12:
                    break
            return 10 * found.count(0) + len(found) + sum(found[-3:])
            """,
        ),
        value(
            "`not`, `len`, `in` of what `actions` gives",
            "return (not self.moves_list(state)) + 2 * len(self.moves_list(state)) + 50 * (3 in self.moves_list(state))",
        ),
        value(
            "`first, *rest = cells`, and the rest changed",
            """
            first, *rest, last = state.cells
            rest[1] += 5
            rest.append(first)
            return sum(rest) + 100 * rest[1] + 1000 * last + 10 * len(rest)
            """,
        ),
        value(
            "`next(iter(…), None)`",
            """
            first = next(iter(self.moves(state)), None)
            return -1 if first is None else first
            """,
        ),
        value("`next(… for …)`", "return next((i for i in range(6) if state.cells[i] == 2), -1)"),
        value("`any(True for _ in …)`", "return any(True for _ in self.moves(state))"),
        value(
            "rows as lists, rows as tuples",
            """
            rows = [list(row) for row in (state.cells[:3], state.cells[3:])]
            rows[1][state.n % 3] = 7
            frozen = tuple(tuple(row) for row in rows)
            again = tuple(map(tuple, rows))
            return frozen[1][0] + 10 * again[1][2] + 100 * (frozen == again) + len(frozen)
            """,
        ),
        value(
            "`zip(*rows)`",
            """
            rows = (state.cells[:3], state.cells[3:])
            columns = tuple(zip(*rows))
            return columns[1][1] * 10 + columns[2][0] + sum(max(column) for column in zip(*rows))
            """,
        ),
        value(
            "`zip(*rows)` of lists",
            """
            rows = [list(state.cells[i : i + 3]) for i in (0, 3)]
            turned = [list(row) for row in zip(*rows[::-1])]
            return turned[0][1] + 10 * len(turned) + 100 * sum(max(column) for column in zip(*rows))
            """,
        ),
        value(
            "`[::-1]`, negative bounds",
            "return state.cells[::-1][1] * 10 + sum(state.cells[-3:]) + 50 * sum(state.cells[:-1])",
        ),
        value(
            "slices with bounds that are computed",
            """
            total = 0
            for row in range(self.height):
                part = state.cells[row * self.width : (row + 1) * self.width]
                total = total * 10 + sum(part) + len(part)
            return total + 7 * any(state.cells[state.n % 3 :: self.width])
            """,
        ),
        value(
            "a slice compared, added, repeated",
            """
            i = state.n % 3
            two = state.cells[i : i + 2]
            return (two == (1, 1)) + 2 * len(two + (5,)) + 10 * sum(state.cells[:i] + state.cells[i + 1 :])
            """,
        ),
        value(
            "`tuple(… if …)`",
            """
            stones = tuple(c for c in state.cells if c)
            return len(stones) + 10 * sum(stones)
            """,
        ),
        value(
            "`tuple(… for i in range(self.n + 1))`",
            "return sum(tuple(i * state.cells[i] for i in range(self.width + 1)))",
        ),
        value(
            "`tuple(reversed(…))`, `list(reversed(…))`",
            "return tuple(reversed(state.cells))[0] + 10 * list(reversed(state.cells))[1]",
        ),
        value(
            "a list with its type",
            """
found: list[int] = []
for cell in state.cells:
    twice: int = 2 * cell
    found.append(twice)
return sum(found) + len(found)
""",
        ),
        value(
            "`deepcopy`, `copy`",
            """
rows = [list(state.cells[:3]), list(state.cells[3:])]
kept, same = copy.deepcopy(rows), copy.copy(rows[0])
rows[0][0] = 9
return kept[0][0] + 10 * same[0] + 100 * rows[0][0] + 1000 * (rows[1] == [])
""",
        ),
        value(
            "`found += line`, `extend`",
            """
            found = []
            for i in range(3):
                found += [i, i + state.n]
            found.extend(c for c in state.cells if c)
            found.extend(state.cells)
            return sum(found) + 100 * len(found)
            """,
        ),
        value(
            "`return []`, a list of pairs",
            "return sum(a * b for a, b in self.pairs(state)) + 100 * len(self.pairs(state))",
        ),
        value("`found or [PASS]`", "return sum(self.legal(state)) + 10 * len(self.legal(state))"),
        value(
            "`[…] if … else []`",
            """
            extra = [1, 2] if state.flag else []
            return sum(extra) + len(extra)
            """,
        ),
        value(
            "`sorted(…, key=…)`",
            "return sorted(range(6), key=lambda i: -state.cells[i])[0] + 10 * sorted(state.cells, key=self.weight, reverse=True)[0]",
        ),
        value(
            "`sort`",
            """
            order = list(range(6))
            order.sort(key=lambda i: state.cells[i], reverse=True)
            cells = list(state.cells)
            cells.sort()
            return order[0] + 10 * order[5] + 100 * cells[3]
            """,
        ),
        value(
            "`index`, `count`, `remove`, `pop`, `insert`, `reverse`, `del`",
            """
            cells = list(state.cells) + [2, 1]
            place = cells.index(2)
            cells.remove(2)
            cells.insert(1, 9)
            last, first = cells.pop(), cells.pop(0)
            cells.reverse()
            del cells[0]
            return place + 10 * cells.count(1) + 100 * last + 200 * first + 400 * cells[0] + 800 * len(cells)
            """,
        ),
        value("`max(*cells)`", "return max(*state.cells) + 10 * min(*state.cells, 5)"),
        value(
            "two loops and their conditions",
            "return len([(i, j) for i in range(6) if state.cells[i] for j in range(i) if state.cells[j] != state.cells[i]])",
        ),
        value(
            "a list of a line's marks: indexed, counted, summed, looked for, gone through",
            """
            found = 0
            for number, line in enumerate(LINES):
                pass
            for line in LINES:
                marks = [state.cells[i] for i in line]
                if marks[0] != 0 and marks.count(marks[0]) == len(marks):
                    found += 1000
                found += sum(marks) + 10 * marks.count(state.n) + 100 * (2 in marks) + max(marks) - marks[-1]
                for place, mark in enumerate(marks):
                    found += place * mark
            return found + number
            """,
        ),
        value(
            "the marks of paths of pairs",
            """
            total = 0
            for path in PATHS:
                marks = [state.cells[r] - state.cells[c] for r, c in path]
                if any(marks) and not all(marks):
                    total += min(marks) * marks[1] + marks.index(marks[2])
            return total + len([r for r, c in PATHS[state.n]])
            """,
        ),
        value(
            "a list over a range, whose elements change; its variable is its own",
            """
            i = 7
            row = [state.cells[i] * 2 for i in range(5, -1, -2)]
            row[state.n % 3] += 100
            row[-1] -= i
            ratios = [c / 2 for c in LINES[1]]
            flags = [state.cells[i] > 0 for i in LINES[2]]
            pairs = [(c, c + i) for c in LINES[0]]
            return sum(row) + 10 * row[0] + ratios[1] * 2 + flags.count(True) + pairs[2][1] + row.index(row[1])
            """,
        ),
        value(
            "an index outside a list whose length is known",
            """
            row = [state.cells[i] for i in LINES[0]]
            try:
                return row[state.n]
            except IndexError:
                return -1
            """,
        ),
        value(
            "what fails, although nobody wants to know",
            """
            try:
                first = [c for c in state.cells if c > 1][0] > 2
                return 7
            except IndexError:
                return -1
            """,
        ),
        value(
            "an element that fails, in a list that nobody reads then",
            """
            try:
                row = [state.cells[i + state.n] for i in LINES[0]]
                return row[0]
            except IndexError:
                return -1
            """,
        ),
        value(
            "copies that are filled, in a loop, and read by another method",
            """
            total = 0
            for step in range(3):
                cells = list(state.cells)
                cells[step] += step
                cells[-1] = cells[0] if state.flag else 7
                total = total * 3 + self.reduced(cells, step) + (7 in cells) + len(cells)
                if state.n in cells:
                    cells[cells.index(state.n)] = -1
                total += sum(tuple(cells)) + cells.count(-1) + sum(list(cells)) + sorted(cells)[1]
                for cell in reversed(cells):
                    total = total * 2 + cell
            return total
            """,
        ),
        value(
            "rows of lists that are filled, and frozen again",
            """
            board = (state.cells, state.cells[::-1])
            rows = [list(row) for row in board]
            before = tuple(tuple(row) for row in rows)
            rows[1][state.n] = 5
            rows[state.n % 2][0] += 2
            total = rows[1].count(5) + 10 * rows[0].index(rows[0][1]) + 100 * (5 in rows[1]) + len(rows[0])
            for row in rows:
                row[2] += 3
                total += sum(row)
            after = tuple(tuple(row) for row in rows)
            return total + 1000 * (before == after) + after[1][2] * before[1][2] + len(rows)
            """,
        ),
        value(
            "a copy that is kept by another name, and one that another method changes and gives back",
            """
            cells = list(state.cells)
            other = cells
            other[0] = 9
            given = self.with_first(list(state.cells), 8)
            mine = list(state.cells)
            again = self.with_first(mine, 5)
            again[1] = 4
            return cells[0] + 10 * given[0] + 100 * mine[0] + 1000 * mine[1]
            """,
        ),
        value(
            "a list that another method fills",
            """
            found = []
            self.collect(state, 2, found)
            self.collect(state, 3, found)
            return sum(found) + 10 * len(found)
            """,
        ),
        value(
            "`deque`",
            """
            todo = collections.deque([state.n])
            total = 0
            while todo:
                number = todo.popleft()
                total += number
                if 0 < number < 5:
                    todo.append(number - 1)
            return total
            """,
        ),
    ],
}
