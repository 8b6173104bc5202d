# ruff: noqa: E501
"""Statements, tuples, new states, actions."""

from __future__ import annotations

from idioms.row import Idiom, actions, state, value

TUPLES: dict[str, list[Idiom]] = {
    "Statements": [
        value(
            "`match` with tuples, names, guards",
            """
            match (state.n, state.flag):
                case (3, True):
                    return 1
                case (0, _):
                    return 2
                case (n, False) if n > 0:
                    return 10 + n
                case other:
                    return 3
            """,
        ),
        value(
            "`match` with a slice",
            """
            match state.cells[:2]:
                case (a, 0):
                    return a
                case (0, b) if b > 0:
                    return b * 10
                case (1 | 2, _):
                    return 55
            return 7
            """,
        ),
        value(
            "`:=` behind `and` and `or`",
            """
            if state.flag and (x := state.n) > 2:
                return x
            if state.n > 4 or (y := state.n + 1) > 1:
                return 20
            return y
            """,
        ),
        value(
            "`:=` in a comprehension",
            "return sum(y for c in state.cells if (y := 2 * c) > 1) + len([z for c in state.cells if (z := c + 1) > 1])",
        ),
        value(
            "`try` as a test of bounds",
            """
            total = 0
            for i in range(8):
                try:
                    if state.cells[i + state.n] == 1:
                        total += i
                except IndexError:
                    continue
            return total
            """,
        ),
        value(
            "`except` of any error",
            """
            try:
                first = state.cells[state.n + 2]
            except Exception:
                first = 7
            try:
                second = 12 // (state.n - 3)
            except:
                second = 5
            return 10 * first + second
            """,
        ),
        value(
            "`try` as a test whether it is there",
            """
            try:
                place = state.cells.index(2)
            except ValueError:
                place = -1
            try:
                return place + 10 * WORTH[state.n]
            except KeyError:
                return place
            """,
        ),
        value(
            "`print` (left out)",
            """
            if state.n > 100:
                print(f"{state.n} is large")
            return state.n
            """,
        ),
        state(
            "rows of lists in a constructor",
            """
            rows = [[state.cells[3 * r + c] for c in range(3)] for r in range(2)]
            rows[0][state.n % 3] = 8
            return self.State(tuple(c for row in rows for c in row), state.n, state.board, state.flag, 0)
            """,
        ),
        state(
            "slices in a constructor",
            """
            i = state.n % 6
            cells = state.cells[:i] + (9,) + state.cells[i + 1 :]
            turned = cells[i:] + cells[:i]
            return state._replace(cells=turned)
            """,
        ),
    ],
    "Tuples": [
        value(
            "`min` and `max` of tuples that are given one by one",
            """
            here, there = (state.cells[0], state.n), (state.n, state.cells[1])
            edge = (min(here, there), max(here, there))
            best = max((state.cells[0], 1), (state.n, 2), (1, state.cells[1]))
            return edge[0][0] + 10 * edge[0][1] + 100 * edge[1][0] + 1000 * edge[1][1] + 10000 * best[0] + best[1]
            """,
        ),
        value(
            "a slice whose bounds are the game's",
            """
            total = sum(state.cells[: self.width]) + 10 * sum(state.cells[self.width :]) + 100 * max(state.cells[1 : self.size - 1])
            total += 1000 * sum(state.cells[self.width : self.width]) + 2000 * any(state.cells[self.height : 99])
            for c in state.cells[self.height : self.width + 2]:
                total = 3 * total + c
            return total + len([c for c in state.cells[-self.height : self.size] if c])
            """,
        ),
        value(
            "a named tuple, read as a tuple",
            """
            move = Move(state.n, state.cells[1])
            total = sum(move) + 10 * max(move) + 100 * (3 in move) + 1000 * move.count(state.n) + move[state.flag]
            for i, cell in enumerate(move):
                total += 7 * i * cell
            return total + 3 * move.index(min(move)) + len(sorted(move))
            """,
        ),
        value(
            "`a, b = (… for …)`, `a, b = map(…)`",
            """
            low, high = (k * state.n for k in (1, 2))
            first, second = (state.cells[i] + low for i in (state.n % 6, 2))
            row, column = map(int, str(12 + state.n % 3))
            more, less = map(abs, state.cells[1:3])
            return 100 * first + 10 * second + high + 1000 * row + 5000 * column + more - 7 * less
            """,
        ),
        value(
            "a long tuple, kept while the next one is made",
            """
            wide, total = state.cells + state.cells + state.cells, 0
            for i in range(18):
                before = wide
                wide = updated(wide, i, state.n + i)
                total += 3 * before[i] + wide[i]
            return total
            """,
        ),
        value(
            "long tuples that change places",
            """
            first, total = state.cells + state.cells + state.cells, 0
            second = first[::-1]
            for i in range(5):
                first, second = second, updated(first, i, 7)
                total = 3 * total + first[i] - second[17 - i]
            return total
            """,
        ),
        value(
            "a long tuple under another name, in a loop over it that changes it",
            """
            wide, total = state.cells + state.cells + state.cells, 0
            for cell in wide:
                wide = updated(wide, 17, cell + 1)
                total = 2 * total + cell + wide[17]
            last = wide
            return total + last[state.n] + 10 * last[-1]
            """,
        ),
        value(
            "a long tuple given to a function that changes it; one that ends too soon",
            """
            wide = state.cells + state.cells + state.cells

            def marked(cells, i):
                cells = updated(cells, i, 8)
                return cells[i] + sum(cells)

            try:
                return marked(wide, 4) * 10 + wide[4] + wide[5 * state.n]
            except IndexError:
                return -1
            """,
        ),
        value(
            "rows and columns, from either end",
            """
            rows, total = (state.cells, state.cells[::-1], updated(state.cells, 1, 5)), 0
            for r in range(3):
                for c in range(-6, 6):
                    total = (3 * total + rows[r][c] + rows[-1 - r][5]) % 10_007
            return total
            """,
        ),
        value(
            "rows in a list, one of them taken and then replaced",
            """
            wide = state.cells + state.cells + state.cells
            rows = [wide, wide[::-1]]
            row = rows[0]
            rows[0] = updated(row, state.n, 6)
            rows[1] = rows[0]
            return 100 * row[state.n] + 10 * rows[0][state.n] + rows[1][0]
            """,
        ),
        value("a comprehension over a tuple", "return sum(tuple(c + 1 for c in state.cells))"),
        value(
            "`tuple(… for … in range(6))`", "return tuple(state.cells[5 - i] for i in range(6))[state.n % 6]"
        ),
        value(
            "`tuple(… for … in range(self.size))`", "return tuple(i * state.n for i in range(self.size))[-1]"
        ),
        value(
            "`tuple(… for i, c in enumerate(…))`",
            "return tuple(c * i for i, c in enumerate(state.cells))[state.n % 6]",
        ),
        value(
            "`tuple(… for a, b in zip(…))`",
            "return sum(tuple(a - b for a, b in zip(state.cells, self.table)))",
        ),
        value("`tuple([…])`", "return tuple([c * c for c in state.cells])[0]"),
        value(
            "`in`, `not in`",
            "return (state.n in state.cells) + 2 * (5 not in state.cells) + 4 * (state.n in (1, 3))",
        ),
        value("`count`, `index`", "return state.cells.count(1) + 10 * (state.cells + (1,)).index(1)"),
        value(
            "equality",
            "return (state.cells == (2, 0, 1, 1, 0, 2)) + 2 * (state.cells != state.cells) + 4 * (state == state)",
        ),
        value("comparison of tuples", "return (state.cells[0], state.n) < (2, 4)"),
        value("negative index", "return state.cells[-1] + 3 * state.cells[state.n % 6 - 6]"),
        value(
            "constant slices",
            "return sum(state.cells[:3]) + 10 * sum(state.cells[3:]) + 100 * sum(state.cells[::2])",
        ),
        value("a whole loop over a slice", "return sum(c for c in state.cells[1:4])"),
        value("windows of a tuple", "return max(sum(state.cells[i : i + 3]) for i in range(4))"),
        value("a loop over a variable slice", "return sum(c for c in state.cells[state.n % 4:])"),
        value(
            "unpacking",
            """
            a, b, *rest = state.cells
            (c, d), e = (a, b), state.n
            return a + 2 * b + 3 * len(rest) + rest[0] + c + d + e
            """,
        ),
        value("`(0,) * n`, `+`", "return len((0,) * 9 + state.cells) + sum((1, 2) + state.cells)"),
        value(
            "`divmod`, `//`, `%` below zero",
            """
            row, column = divmod(state.n - 10, self.width)
            return row * 10 + column + (-7) // 2 * 100 + -7 % 3
            """,
        ),
        value("`2 ** i`, `3 ** i`, `pow`", "return 2 ** state.n + 3 ** state.n + pow(state.n, 2)"),
        value("`math.isqrt`", "return math.isqrt(state.n * 7) + 100 * math.isqrt(sum(state.cells) ** 9)"),
        value(
            "`abs`, `min(a, b)`, `max(a, b, c)`",
            "return abs(state.n - 9) + min(state.n, 2) + max(state.n, 4, 1)",
        ),
        value("`bool` as a number", "return (state.n > 1) + (state.n > 2) + state.flag + (not state.flag)"),
        value("`int(…)`, `bool(…)`", "return int(state.n > 1) + int(state.n / 2) + bool(state.n)"),
        value("`is None` of a number", "return 1 if state.n is None else 2"),
    ],
    "New states": [
        state(
            "a list that changes while the state is made of it",
            """
            cells = list(state.cells)
            return self.State(tuple(cells), cells.pop() + len(cells), state.board, state.flag, state.pick)
            """,
        ),
        state(
            "`updated(t, i, v)`",
            "return self.State(updated(state.cells, state.n % 6, 9), 1, state.board, False, 0)",
        ),
        state(
            "`t[:i] + (v,) + t[i + 1:]`",
            """
            i = state.n % 6
            return self.State(state.cells[:i] + (state.n,) + state.cells[i + 1:], 1, state.board, False, 0)
            """,
        ),
        state(
            "`(*t[:i], v, *t[i + 1:])`",
            """
            i = state.n % 6
            cells = (*state.cells[:i], 7, *state.cells[i + 1:])
            return self.State(cells, state.n, state.board, state.flag, 0)
            """,
        ),
        state(
            "fields by name",
            "return self.State(n=1, cells=state.cells, flag=not state.flag, pick=0, board=state.board)",
        ),
        state("`State(*…)`", "return self.State(*state)"),
        state("`State(*state[:4], v)`", "return self.State(*state[:4], 8)"),
        state("`_replace`", "return state._replace(n=state.n + 1, flag=False)"),
        state(
            "`list`, change, `tuple`",
            """
            cells = list(state.cells)
            cells[state.n % 6] = 5
            cells[0], cells[1] = cells[1], cells[0]
            return self.State(tuple(cells), state.n, state.board, state.flag, 0)
            """,
        ),
        state(
            "`list`, change, `tuple` into a variable",
            """
            cells = list(state.cells)
            cells[2] += 5
            cells = tuple(cells)
            return state._replace(cells=cells)
            """,
        ),
        state(
            "`tuple(… if … else …)`",
            """
            cells = tuple(9 if i == state.n else c for i, c in enumerate(state.cells))
            return self.State(cells, state.n, state.board, state.flag, 0)
            """,
        ),
        state(
            "`tuple(… for … in zip(…))` in a constructor",
            """
            return self.State(tuple(a + b for a, b in zip(state.cells, state.cells)), 0, state.board, True, 0)
            """,
        ),
        state(
            "two changes, one after the other",
            """
            cells = updated(state.cells, 0, 4)
            cells = updated(cells, state.n % 6, cells[0] + 1)
            return state._replace(cells=cells)
            """,
        ),
        state(
            "an int for `Bits`, a comparison for `bool`, an `IntEnum`",
            """
            return self.State((Cell.CROSS, 0, 0, 0, 0, Cell.NOUGHT), Cell.NOUGHT, 1 << state.n, state.n > 2, 0)
            """,
        ),
        state(
            "swapping two fields",
            """
            a, b = state.n, state.pick
            a, b = b, a
            return state._replace(n=a, pick=b)
            """,
        ),
        state("a helper that gives a state", "return self.result(state, 5)"),
    ],
    "Actions": [
        actions(
            "`yield` in a loop over a long tuple",
            """
            wide = state.cells + state.cells + state.cells
            for cell in wide:
                wide = updated(wide, cell, 3)
                yield cell
            for i, cell in enumerate(wide):
                if cell == 3:
                    yield i % 8
            """,
        ),
        actions(
            "`yield` in loops, early `return`",
            """
            if state.n == 0:
                return
            for index, cell in enumerate(state.cells):
                if cell == 0:
                    yield index
            """,
        ),
        actions(
            "`yield from`",
            """
            yield from range(state.n)
            yield from state.cells
            """,
        ),
        actions("`yield from` a generator", "yield from (i for i in range(6) if state.cells[i])"),
        actions(
            "`yield from` a method",
            """
            if state.n > 1:
                yield from self.moves(state)
            yield 9
            """,
        ),
        actions("`return` a list comprehension", "return [i for i in range(6) if state.cells[i] == 0]"),
        actions("`return` a generator", "return (i for i in range(6) if state.cells[i] == 0)"),
        actions("`return list(range(n))`", "return list(range(state.n))"),
        actions("`return range(n)`", "return range(state.n)"),
        actions(
            "a list that grows",
            """
            found = []
            for index in range(6):
                if state.cells[index] == 0:
                    found.append(index)
            return found
            """,
        ),
        actions(
            "`return []` in one branch",
            """
            if state.n == 0:
                return []
            return [i for i in range(state.n)]
            """,
        ),
        actions("`filter`", "return [i for i in filter(bool, state.cells)]"),
        actions(
            "two loops in one comprehension",
            "return [3 * row + column for row in range(2) for column in range(3) if not state.cells[3 * row + column]]",
        ),
    ],
}
