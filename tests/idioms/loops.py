"""Reductions and loops."""

from __future__ import annotations

from idioms.row import Idiom, value

LOOPS: dict[str, list[Idiom]] = {
    "Reductions": [
        value("`sum` of a generator", "return sum(c for c in state.cells if c > 1)"),
        value("`sum` with a start", "return sum((c * c for c in state.cells), 10)"),
        value(
            "`sum`, `min`, `max`, `len` of a tuple",
            "return sum(state.cells) + 10 * min(state.cells) + 100 * max(state.cells) + len(state.cells)",
        ),
        value("`any` of `all`", "return any(all(state.cells[i] for i in line) for line in self.lines)"),
        value("`all` of a generator", "return all(c < state.n for c in state.cells)"),
        value("`any`, `all` of a tuple", "return any(state.cells) + 2 * all(state.cells)"),
        value(
            "`any` with `not`, `and`, `or`",
            "return not any(c == 2 and state.n > 1 or c == 5 for c in state.cells)",
        ),
        value(
            "`max` of a generator",
            "return max(c * state.n for c in state.cells) - min(c - 3 for c in state.cells)",
        ),
        value("`max(…, key=lambda …)`", "return max(range(6), key=lambda i: 2 * state.cells[i] + i % 2)"),
        value("`min(…, key=self.method)`", "return min(state.cells, key=self.weight)"),
        value("`max(a, b, key=…)`", "return max(state.n, 4, key=lambda x: -x)"),
        value("`max(…, default=…)`", "return max((c for c in state.cells if c > 9), default=-1)"),
        value("`max` of pairs", "return max((c, -i) for i, c in enumerate(state.cells))[1] % 10"),
        value("`len` of a list comprehension", "return len([c for c in state.cells if c])"),
        value("`sum` of a list comprehension", "return sum([c * c for c in state.cells])"),
        value("`sum` over two loops", "return sum(a * b for a in state.cells for b in range(a))"),
        value("`sum` of `Bits`", "return sum(MASKS[i] for i in range(state.n))"),
        value("`sum` of comparisons", "return sum(c == 1 for c in state.cells)"),
        value("`sum(map(…))`", "return sum(map(abs, state.cells))"),
        value(
            "a generator's variable has a name of the method",
            """
            c = 50
            total = 7
            item = sum(total + c for c in state.cells)
            return c + item + max(total - c for c in state.cells)
            """,
        ),
        value(
            "a generator's variable has the name of its source",
            """
            n = state.n
            return sum(n for n in range(n)) + sum(c for c in [c for c in state.cells if c])
            """,
        ),
        value(
            "a generator that reads local names",
            """
            low, best = state.n - 2, 3
            return sum(c > low for c in state.cells) + max(c * best + low for c in state.cells)
            """,
        ),
    ],
    "Loops": [
        value(
            "a variable that a loop may never give a value",
            """
            found = False
            for index, cell in enumerate(state.cells):
                if cell == 1:
                    found, where, pair = True, index, (cell, index)
            return where + 10 * pair[1] if found and where >= 0 else -1
            """,
        ),
        value(
            "the best so far: `float('-inf')`, `math.inf`, None, `best or 0`",
            """
            best, least, last = float("-inf"), math.inf, None
            for index, cell in enumerate(state.cells):
                best, least = max(best, index * cell), min(least, cell - index)
                if cell == 1 and (last is None or index > last):
                    last = index
            return best - least + 100 * (last or 0)
            """,
        ),
        value(
            "an index that is a truth value",
            """
            counts = [0, 0]
            for cell in state.cells:
                counts[cell > 1] += 1
            return counts[state.n > 2] + 10 * (3, 4)[state.flag] + 100 * ("ab"[state.n == 1] == "b")
            """,
        ),
        value(
            "large numbers that are small again",
            "return int(2.5 + state.n) + int(-3.7) + 2**40 % 97 + 3 ** (state.n % 9) - 7 // 2",
        ),
        value(
            "`round` to so many digits, as Python does",
            "return 1000 * (round(2.675, 2) + round(state.n / 3, 1) + round(-0.125, 2)) + round(state.n, 1)",
        ),
        value(
            "`map` of `int`, `str` and `ord`; `^` of sets",
            """
            text = "".join(map(str, state.cells[:3]))
            apart = {c for c in state.cells if c} ^ {1, state.n}
            return int(text) + sum(map(int, "123")) + sum(map(ord, "ab")) + 1000 * len(apart)
            """,
        ),
        value(
            "a text unpacked, `first, *_ = state`",
            """
            column, row = "bc"[state.n % 2] + str(state.cells[0])
            cells, *_ = state
            a, b, c = "XOX"[::-1] if state.flag else "XXO"
            return ord(column) + 10 * int(row) + 100 * sum(cells) + 1000 * (a == c) + 2000 * (a == b)
            """,
        ),
        value(
            "`isinstance`",
            """
            kinds = isinstance(state, tuple) + 2 * isinstance(state.n, int) + 4 * isinstance("ab"[0], str)
            return kinds + 8 * isinstance(state.cells, (str, tuple)) + 16 * isinstance(state.n, str)
            """,
        ),
        value(
            "`for` over a tuple, `range`, `enumerate`, `zip`",
            """
            total = 0
            for index, cell in enumerate(state.cells):
                total += index * cell
            for cell, weight in zip(state.cells, self.table):
                total += cell * weight
            for index in range(5, 0, -2):
                total = 3 * total + index
            return total
            """,
        ),
        value(
            "`enumerate(…, 1)`",
            """
            total = 0
            for index, cell in enumerate(state.cells, 1):
                total += index * cell
            return total + sum(i * c for i, c in enumerate(state.cells, start=2))
            """,
        ),
        value(
            "`reversed` of a `range` and of a tuple",
            """
            total = 0
            for index in reversed(range(2, state.n + 2)):
                total = total * 3 + index
            for cell in reversed(state.cells):
                total = (total * 3 + cell) % 10007
            return total
            """,
        ),
        value(
            "`while`, `break`, `continue`, `else`",
            """
            index = total = 0
            while True:
                index += 1
                if index == state.n:
                    continue
                if index > 8:
                    break
                total += index
            else:
                total = -1
            return total
            """,
        ),
        value(
            "`:=` in `if`",
            """
            if (twice := 2 * state.n) > 4:
                return twice
            return -twice
            """,
        ),
        value(
            "`:=` in `elif`",
            """
            if state.n > 100:
                return 1
            elif (twice := 2 * state.n) > 4:
                return twice
            else:
                return -twice
            """,
        ),
        value(
            "`:=` in a comprehension",
            """
            if state.flag:
                return [(w := state.n) + w + i for i in range(3)].count(2 * state.n + 1)
            return sum((w := c) * w for c in state.cells)
            """,
        ),
        value(
            "`:=` in `while`",
            """
            n, total = state.n + 20, 0
            while (n := n // 2) > 0:
                total += n
            return total
            """,
        ),
        value(
            "the bits of a board, lowest first",
            """
            rest, total = state.board, 0
            while rest:
                low = rest & -rest
                total = total * 2 + low.bit_length() % 5
                rest ^= low
                total %= 1009
            return total
            """,
        ),
        value(
            "`match`",
            """
            match state.n:
                case 0 | 1:
                    return 10
                case 3:
                    return 30
                case _:
                    return 99
            """,
        ),
        value(
            "a list that grows",
            """
            found = []
            for cell in state.cells:
                if cell:
                    found.append(cell)
            return len(found) * 10 + sum(found)
            """,
        ),
        value(
            "a list that grows from a comprehension",
            """
            found = [2 * c for c in state.cells if c]
            found.append(state.n)
            return found[-1] + sum(found) + len(found)
            """,
        ),
        value(
            "a list as a queue of cells to visit",
            """
            todo, seen = [0], 1
            while todo:
                cell = todo.pop()
                for other in self.neighbours[cell]:
                    if not seen >> other & 1:
                        seen |= 1 << other
                        todo.append(other)
            return seen
            """,
        ),
        value(
            "`sorted`",
            "return sorted(state.cells)[2] + 10 * sorted([c for c in state.cells], reverse=True)[0]",
        ),
        value(
            "`if … else …`, chained comparison", "return 5 if 0 <= state.n < 3 else 6 if state.flag else 7"
        ),
        value("`and`, `or` as values", "return (state.n or 7) + (state.n and 20)"),
        value(
            "`assert`, `raise`",
            """
            assert state.n >= 0, f"{state.n} is negative"
            if state.n > 1000:
                raise ValueError(f"{state.n} is too large")
            return state.n
            """,
        ),
        value(
            "a list of rows",
            """
            rows = [[0, 0, 0] for _ in range(2)]
            for index, cell in enumerate(state.cells):
                rows[index // 3][index % 3] = cell
            return rows[1][2] + 10 * rows[0][0]
            """,
        ),
    ],
}
