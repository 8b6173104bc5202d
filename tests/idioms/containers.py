# ruff: noqa: E501
"""Dictionaries, sets, arrays."""

from __future__ import annotations

from idioms.row import Idiom, value

CONTAINERS: dict[str, list[Idiom]] = {
    "Dictionaries and sets": [
        value(
            "the least key; copies: a Counter stays one, the lists of a deep one are others",
            """
            worth, counts, lists = {0: -5, 1: 3, 2: state.n}, collections.Counter(state.cells), {0: [1], 1: [2, 3]}
            other, deep = counts.copy(), copy.deepcopy(lists)
            deep[0].append(state.n)
            other[1] += 10
            total = min(worth) + 10 * max(worth) + 100 * (counts[1] + other[99])
            return total + 1000 * len(lists[0]) + 10000 * len(deep[0])
            """,
        ),
        value(
            "frozen sets in lists, in sets and as keys; a set is no list",
            """
            pairs, seen = [frozenset((0, 1)), frozenset((state.n, 5))], set()
            counts = {}
            for a, b in ((0, 1), (1, 0), (2, 5)):
                pair = frozenset((a, b))
                seen.add(pair)
                counts[pair] = counts.get(pair, 0) + 1
            mine = {c for c in state.cells}
            total = (frozenset((1, 0)) in pairs) + 2 * len(seen) + 20 * counts[frozenset((1, 0))]
            return total + 100 * (mine == [2, 0, 1]) + 200 * (mine == {2, 1, 0}) + 400 * ({1, 0} in pairs)
            """,
        ),
        value(
            "dictionaries of lists: `defaultdict(list)`, its lists, keys and pairs",
            """
            groups = collections.defaultdict(list)
            for i, c in enumerate(state.cells):
                groups[c].append(i)
                groups[c % 2 + 5].extend([c, state.n])
                groups[9] += [1]
            longest = max(groups.values(), key=len)
            total = sum(key * len(cells) + sum(cells) for key, cells in groups.items())
            return total + 100 * len(groups[7]) + 1000 * len(groups) + 10000 * longest[0]
            """,
        ),
        value(
            "dictionaries of lists from `{}`: `setdefault(key, [])`, `get(key, [])`, `d[key] = []`",
            """
            places = {}
            suits = {}
            for i, c in enumerate(state.cells):
                if c not in places:
                    places[c] = []
                places[c].append(i)
            hand = ["AS", "7H", "KH", "10D"] if state.flag else ["9S"]
            for card in hand:
                suits.setdefault(card[-1], []).append(card)
            led = suits.get("H" if state.n > 2 else "C", list(hand))
            return sum(places.get(1, [])) + 10 * len(led) + 100 * ("7H" in led) + 1000 * sum(places[state.cells[0]])
            """,
        ),
        value(
            "the key with the most: `max(counts, key=counts.get)`",
            """
            counts = {}
            for c in state.cells:
                counts[c] = counts.get(c, 0) + 1
            ends = {"left": state.cells[0], "right": state.n}
            best = max(ends, key=ends.get)
            most, least = max(counts, key=counts.get), min(counts.keys(), key=counts.get)
            return most + 10 * least + 100 * (best == "left") + 1000 * sorted(counts, key=counts.get)[0]
            """,
        ),
        value(
            "a constant dictionary: `[]`, `.get`, `in`, `len`",
            "return WORTH[state.cells[0]] + 10 * WORTH.get(state.n, -1) + 100 * (state.n in WORTH) + len(WORTH)",
        ),
        value(
            "a constant dictionary of records with tuples of different lengths",
            """
            rest = 0
            steps, slides = MOVING[state.cells[1]]
            for across, down in MOVING[state.n % 3][0]:
                rest += 3 * across + down
            return sum(a - b for a, b in steps) + 10 * slides + 100 * rest + 1000 * MOVING[state.cells[2]][1]
            """,
        ),
        value(
            "a constant dictionary: loops, `.items()`, `.keys()`, `.values()`",
            "return sum(k * v for k, v in WORTH.items()) + sum(WORTH.values()) + 10 * sum(WORTH) + max(WORTH.keys())",
        ),
        value(
            "a constant dictionary of texts, with None",
            """
letter = "X" if state.flag else "O"
winner = None
if state.n > 1:
    winner = letter
return {"X": 1, "O": 2, None: 5}[winner] + 10 * ({"X": "O", "O": "X"}[letter] == "X")
""",
        ),
        value(
            "a dictionary that a rule makes of pairs",
            """
board = dict(enumerate(state.cells))
board[9] = state.n
del board[1]
total = sum(k * v for k, v in board.items()) + 10 * len(board) + 100 * (1 in board)
return total + 1000 * board.get(1, 7) + board[0] + sum(board.keys()) + max(board.values())
""",
        ),
        value(
            "a dictionary that is changed: `update`, `setdefault`, `pop` with and without a default, another name",
            """
board = {i: c for i, c in enumerate(state.cells)}
board.update({0: 5, 9: state.n})
same = board
same[2] = 8
board.setdefault(3, 99)
left = board.setdefault(30, 6)
return left + 10 * (board.pop(1) + board.pop(77, 4)) + 100 * sum(board.values()) + len(board)
""",
        ),
        value(
            "sets and the largest of `zip` and `enumerate`",
            "return len(set(zip(state.cells, range(6)))) + 10 * max(zip(state.cells, range(6)))[1] + 100 * min(enumerate(state.cells))[1]",
        ),
        value(
            "a dictionary comprehension",
            """
places = {(i // 3, i % 3): c for i, c in enumerate(state.cells) if c}
return len(places) + 10 * sum(r + c for r, c in places) + 100 * places.get((0, 1), 5)
""",
        ),
        value(
            "a dictionary of pairs",
            "return FAR.get((state.cells[0], state.cells[1]), 0) + 20 * ((state.cells[1], 1) in FAR)",
        ),
        value(
            "a dictionary of lists",
            "return sum(state.cells[j] for j in GRAPH[state.n]) + 10 * len(GRAPH[state.n])",
        ),
        value(
            "`.get` without a default",
            """
            worth = WORTH.get(state.n)
            return -1 if worth is None else worth
            """,
        ),
        value(
            "a dictionary written in a rule",
            """
            worth = {0: 1, 1: 5, 2: 9}
            return sum(worth[c] for c in state.cells) + {0: 7, 3: 8}.get(state.n, 2)
            """,
        ),
        value(
            "a constant set",
            "return (state.n in CORNERS) + 10 * ((state.cells[0], 1) in EDGES) + 100 * len(CORNERS) + sum(CORNERS)",
        ),
        value(
            "a constant set with one of a rule's own: `-`, `&`, `|`, `<=`, `.difference`",
            """
mine = {i for i in range(6) if state.cells[i] == 1}
left = sorted(CORNERS - mine)
beside = {(c, 1) for c in range(state.n)} & EDGES
total = sum(left) + 10 * len(CORNERS & mine) + 100 * len(mine | CORNERS) + 1000 * (CORNERS <= mine)
return total + 10000 * len(CORNERS.difference(mine)) + 7 * len(beside) + 50 * CORNERS.isdisjoint(mine)
""",
        ),
        value("`in {…}`", "return (state.n in {1, 3}) + 2 * (state.n not in {0})"),
        value(
            "`len(set(…))`, `set(…) == {…}`",
            "return len(set(state.cells)) + 10 * (set(state.cells[:3]) == {1}) + 100 * len({c for c in state.cells if c})",
        ),
        value(
            "a set of visited cells",
            """
            seen, todo = {0}, [0]
            while todo:
                cell = todo.pop()
                for other in self.neighbours[cell]:
                    if other not in seen:
                        seen.add(other)
                        todo.append(other)
            return len(seen) + 10 * sum(seen)
            """,
        ),
        value(
            "a set of pairs",
            """
            seen, todo = set(), [(0, 0)]
            while todo:
                row, column = todo.pop()
                if (row, column) in seen or not (0 <= row < 2 and 0 <= column < 3):
                    continue
                if state.cells[3 * row + column]:
                    seen.add((row, column))
                    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                        todo.append((row + down, column + right))
            return len(seen)
            """,
        ),
        value(
            "`|`, `&`, `-`, `<=` of sets",
            """
            mine, theirs = {c for c in state.cells}, set(range(state.n))
            mine.discard(0)
            mine.update((7, 8))
            return len(mine | theirs) + 10 * len(mine & theirs) + 100 * len(mine - theirs) + 1000 * (theirs <= mine)
            """,
        ),
        value(
            "the only member of a set: `marks.pop()`, `next(iter(marks))`, `list(marks)[0]`",
            """
            low, high, same = {c - c + state.n for c in state.cells}, {max(state.cells)}, {state.flag}
            first = list(low)[0] + 10 * next(iter(high)) + 100 * (3 if next(iter(same), False) else 4)
            return first + 1000 * low.pop() + 10000 * len(low)
            """,
        ),
        value(
            "`seen |= more` of a set that begins empty",
            """
            seen = set()
            for cell in range(6):
                if state.cells[cell] == 1:
                    seen |= self.reached(cell, set())
                else:
                    seen |= {cell, state.n}
            return len(seen) + 10 * sum(seen)
            """,
        ),
        value(
            "`Counter`",
            """
            counts = collections.Counter(state.cells)
            marks = collections.Counter(c for c in state.cells if c)
            (often, times), *_ = counts.most_common()
            return counts[1] + 10 * counts[9] + 100 * len(counts) + 1000 * marks[2] + often + 7 * times
            """,
        ),
        value(
            "`{}`, `defaultdict(int)` and `Counter()`, filled",
            """
            seen = {}
            sums = collections.defaultdict(int)
            marks = collections.Counter()
            for index, cell in enumerate(state.cells):
                seen[cell] = seen.get(cell, 0) + 1
                sums[cell] += index
                marks[cell] += 2
            return seen[state.cells[0]] + 10 * len(seen) + 100 * sums[1] + 1000 * sums[8] + 7 * len(sums) + marks[5]
            """,
        ),
        value(
            "a list of constant sets",
            """
            mine = {i for i, cell in enumerate(state.cells) if cell == 1}
            whole = sum(1 for line in FAMILY if line <= mine)
            return whole + 10 * len(FAMILY[0] & mine) + 100 * any(line.isdisjoint(mine) for line in FAMILY)
            """,
        ),
        value(
            "dictionaries of sets, and a set of frozen sets",
            """
            mine = {i for i, cell in enumerate(state.cells) if cell == 1}
            total = sum(1 for line in EVERY_LINE if line <= mine) + 10 * (AROUND[state.n % 4] <= mine)
            total += 100 * len(AROUND.get(state.n, set()) & mine) + 1000 * sum(len(cells - mine) for cells in AROUND.values())
            for cell, others in AROUND.items():
                total += cell * len(others & mine)
            return total + 100000 * any(line.isdisjoint(mine) for i, line in enumerate(FAMILY) if i)
            """,
        ),
        value(
            "dictionaries in a dictionary: `d[a][b]`, `d[a].items()`, `b in d[a]`",
            """
            side = "X" if state.flag else "O"
            total = len(WAYS[side]) + 10 * ("up" in WAYS[side])
            for way in WAYS[side]:
                total += 100 * WAYS[side][way][0]
            for way, (down, right) in WAYS[side].items():
                total += (1000 if way == "left" else 2000) * (down + 2 * right)
            return total + WAYS[side].get("down", (5, 5))[0] * 10000
            """,
        ),
        value(
            "a method that gives a set",
            "return len(self.around(state)) + 10 * (2 in self.around(state)) + 100 * (self.around(state) == {0, 1, 2, 3})",
        ),
        value(
            "a flood fill that calls itself",
            """
            seen = set()
            self.fill(state, state.n, seen)
            return len(seen) + 10 * sum(seen)
            """,
        ),
    ],
    "NumPy": [
        value(
            "an array of rows, by row and column",
            """
board = np.array(state.cells).reshape(2, 3)
return board[1, 2] + 10 * board[0][1] + 100 * board[-1, -3] + 1000 * len(board) + board.size
""",
        ),
        value(
            "a board that is copied and changed",
            """
board = np.array((state.cells[:3], state.cells[3:]), dtype=np.int8)
other = board.copy()
other[1, 1] = 7
other[0] = 4
row = other[1]
row[0] = 9
return int(other.sum()) + 100 * int(board.sum()) + 1000 * int(other[1, 0])
""",
        ),
        value(
            "comparisons of whole boards, counted",
            """
board = np.array(state.cells)
return np.count_nonzero(board == 1) + 10 * np.sum(board > 1) + 100 * np.any(board == 5) + 200 * (board != 9).all()
""",
        ),
        value(
            "sums by row and by column",
            """
board = np.array(state.cells).reshape((2, 3))
rows, columns = board.sum(axis=1), np.sum(board, axis=0)
return max(rows) + 10 * columns.max() + 100 * (rows == 3).any() + 1000 * (columns * 2 - 1).sum()
""",
        ),
        value(
            "slices, columns, diagonals, mirrors",
            """
board = np.array(state.cells).reshape(2, 3)
part = board[:, 1:]
total = part.sum() + 10 * board[:, 0].sum() + 100 * np.diag(board).sum() + 1000 * board.T[2, 0]
return total + np.fliplr(board)[0, 0] * 7 + np.rot90(board)[0, 1] * 3 + board[::-1][0, 1]
""",
        ),
        value(
            "`np.trace`, `np.sign`, `np.abs` of a number",
            """
board = np.array(state.cells).reshape(2, 3) - 1
found = np.trace(board) + 10 * board.trace() + 100 * np.abs(board[0, 0])
return found + 1000 * int(np.sign(np.trace(np.fliplr(board))))
""",
        ),
        value(
            "`np.zeros`, `np.full`, `+=`, `*=`",
            """
board = np.zeros((2, 2), dtype=int)
board[0, 1] = state.n
board += np.full((2, 2), 3)
below = board[1]
below *= 2
below -= 1
return board.flatten().tolist()[1] + 10 * board.min() + 100 * (2 in board)
""",
        ),
        value(
            "`np.where`, `np.argwhere`",
            """
board = np.array(state.cells).reshape(2, 3)
places = sum(10 * r + c for r, c in np.argwhere(board == 1))
return places + 100 * len(np.where(board == 0)[0]) + 1000 * sum(np.where(np.array(state.cells) == 1)[0])
""",
        ),
        value(
            "where a condition holds",
            """
board = np.array(state.cells)
board[board == 1] = 8
return board.sum() + 100 * board[board > 1].sum() + 1000 * np.array_equal(board, np.array(state.cells))
""",
        ),
        value(
            "`tobytes`, `frombuffer`",
            """
data = np.array(state.cells, dtype=np.int8).tobytes()
board = np.frombuffer(data, dtype=np.int8).reshape(3, -1)
return int(board[2, 1]) + 10 * data[0] + 100 * board.shape[1]
""",
        ),
        value(
            "a loop over rows and cells",
            """
total = 0
for row in np.array(state.cells).reshape(2, 3):
    total = 10 * total + sum(row)
    for cell in row:
        total += cell
return total
""",
        ),
    ],
}
