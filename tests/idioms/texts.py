# ruff: noqa: E501
"""Texts."""

from __future__ import annotations

from idioms.row import Idiom, value

TEXTS: dict[str, list[Idiom]] = {
    "Texts": [
        value(
            "`%` and `format` with nothing but what is printed",
            """
            text = "%s%d" % ("ab"[state.n % 2], state.cells[0]) if state.flag else "{}{}".format(state.cells[1], "x")
            return len(text) + 10 * (text == "b2") + 100 * (text[0] == "a") + 1000 * ("{1}{0}".format("p", "q") == "qp")
            """,
        ),
        value(
            "a list that is sorted beside texts",
            """
            cells = list(state.cells)
            cells.sort()
            cells[1:3] = [5, 6]
            return 100 * cells[0] + 10 * cells[1] + cells[5] + len(["ab", "c"][state.n % 2])
            """,
        ),
        value("a letter of a text", 'return sum(MARKS[c] == "X" for c in state.cells)'),
        value(
            "`in`, `not in`",
            """
            row = ROWS[state.n % 3]
            return ("X" in row) + 2 * ("XO" in row) + 4 * ("." not in row) + 8 * (row in ("..X", "OXO")) + 16 * ("DEF" in LONG)
            """,
        ),
        value(
            "`count` and `split` of several letters",
            """
            row = "".join("XO."[cell % 3] for cell in state.cells)
            short = ["XOXO", "OXXO.X", "", "OO"][state.n % 4]
            parts = len(short.split("XO")) + 10 * len(short.split("X"))
            return row.count("XO") + 10 * row.count("..") + 100 * short.count("XO") + 1000 * short.count("") + 10000 * parts
            """,
        ),
        value(
            "`count`, `find`, `index`",
            """
            row = ROWS[state.n % 3]
            return row.count("X") + 10 * row.find("O") + 100 * LONG.index("D") + LONG.find("Z")
            """,
        ),
        value(
            "`+`, `==`, `<`, `len`",
            """
            line = MARKS[state.cells[0]] + MARKS[state.cells[1]]
            return (line == "X.") + 2 * (line < "OX") + 4 * len(line) + 16 * (line != "..")
            """,
        ),
        value(
            "slices",
            """
            n = state.n
            found = (LONG[:3] == "ABC") + 2 * (LONG[n : n + 2] == "DE") + 4 * (LONG[::3] == "ADGJ")
            return found + 8 * (ROWS[n % 3][::-1] == "X..") + 16 * (ROWS[n % 3][1:] == "O.") + 32 * (LONG[-2:] == "IJ")
            """,
        ),
        value(
            "`s[:i] + letter + s[i + 1:]`",
            """
            i = state.n % 3
            row = ROWS[i][:i] + "Z" + ROWS[i][i + 1:]
            long = LONG[:i] + MARKS[i] + LONG[i + 1:]
            return row.find("Z") + 10 * row.count("X") + 100 * long.find(MARKS[i])
            """,
        ),
        value(
            "`list`, change, `join`",
            """
            letters = list(LONG)
            letters[state.n] = "?"
            return "".join(letters).find("?") + 10 * len("".join(letters))
            """,
        ),
        value(
            "`join` of a generator",
            """
            marks = "".join(MARKS[c] for c in state.cells if c)
            long = "".join("X" if i == state.n else c for i, c in enumerate(LONG))
            nine = "".join(LONG[9 - i] for i in range(9))
            return marks.count("X") + 10 * long.find("X") + 100 * nine.find("B")
            """,
        ),
        value(
            "`replace`",
            'return ROWS[state.n % 3].replace("X", "O").count("O") + 10 * LONG.replace("C", "Z").find("Z")',
        ),
        value(
            "a loop over a text",
            """
            total = 0
            for index, letter in enumerate(ROWS[state.n % 3]):
                total += (index + 1) * (letter == "O")
            for letter in LONG:
                total = 2 * total + (letter > "E")
            return total
            """,
        ),
        value(
            "`ord`, `chr`, `int`",
            'return ord(LONG[state.n]) - ord("A") + 100 * (chr(65 + state.n) == LONG[state.n]) + int("3" + "042"[state.n % 3])',
        ),
        value(
            "the case of all letters of a short text at once",
            """
            total = 0
            for text in ("aZ[`{@z", "AbC9", "xyz", "QRS", "-1", "mN"):
                part = text[1 + state.n % 2 :] + "k" * (state.n % 2)
                total = 3 * total + part.isupper() + 5 * part.islower() + 7 * part.upper().count("Z") + 11 * part.lower().count("z")
                total += 13 * (part.swapcase() == "Z[`{@Z") + 17 * part.swapcase().find("Y") + 19 * (part.lower().upper() == part.upper())
            return total
            """,
        ),
        value(
            "`upper`, `lower`, `swapcase`, `isupper`, `islower`",
            """
            total = sum(1 if c.isupper() else -1 for c in MIXED if c.isalpha())
            total += 10 * MIXED.lower().count("k") + 100 * MIXED.upper().find("R") + 1000 * MIXED.swapcase().find("K")
            return total + 5 * MIXED[state.n].islower() + 7 * (MIXED[state.n].upper() == "P")
            """,
        ),
        value(
            "`isdigit`, `isalnum`, `isspace`, `startswith`, `endswith`",
            """
            letter = MIXED[state.n]
            total = letter.isdigit() + 2 * letter.isspace() + 4 * letter.isalnum()
            return total + 8 * MIXED.startswith("PpR") + 16 * MIXED.endswith("k3") + 32 * ROWS[0].startswith("X")
            """,
        ),
        value(
            "texts in order",
            'return (MIXED[state.n] < "a") + 2 * (MIXED > "Pq") + 4 * (ROWS[0] <= ROWS[1]) + 8 * ("b" >= ROWS[2])',
        ),
        value(
            '`"".join(reversed(text))`',
            'return "".join(reversed(LONG)).find("B") + 10 * LONG[::-1].find("A")',
        ),
        value("a text as a condition", "return 1 if ROWS[0][: state.n % 2] else 2"),
        value(
            "an f-string",
            """
            name = f"{'abc'[state.n % 3]}{state.n + 1}x"
            return len(f"{state.n}{state.n * 100}") + 10 * (name == "a4x") + 20 * (f"{state.flag}" == "True")
            """,
        ),
        value(
            "`str(…)`",
            'return len(str(state.n * 1000)) + 10 * (str(-state.n) == "-3") + 20 * (str(0) + str("b") == "0b")',
        ),
        value(
            "`letter * n`, `text.split(letter)`",
            """
            source, target = f"{state.n}-{state.cells[2]}".split("-")
            return int(source) + 10 * int(target) + 100 * len("ab,c,".split(",")) + 1000 * ("X" * state.n == "XXX")
            """,
        ),
        value(
            "a loop over a text of a dictionary, over two texts",
            'return sum(2 if near == "B" else 1 for near in BORDERS[state.n % 3]) + sum(c == "X" for c in ROWS[0] + ROWS[state.n % 3]) + sum(1 for mark in "XO" if mark in ROWS[1])',
        ),
        value(
            "rows in a variable that are joined: `count`, `in`, `find` of any letter; `int` of a negative text",
            """
            rows = [MARKS[cell] * 5 for cell in state.cells]
            flat = "".join(rows)
            mark = MARKS[state.n % 3]
            return flat.count(mark) + 100 * flat.find("O") + 1000 * (mark in flat) + 10000 * int(str(state.n - 3))
            """,
        ),
        value(
            "a dictionary of lists of texts, of different lengths: loops, `in`, `len`, `.get(…, [])`",
            """
            places = [near for cell in "ACD" for near in TOUCHING[cell] if near != "B"]
            total = len(places) + 10 * ("B" in TOUCHING["ABCD"[state.n % 4]]) + 100 * len(TOUCHING.get("Z", []))
            for near in TOUCHING["ABC"[state.n % 3]]:
                total += 1000 * (near == "A") + 10000 * len(TOUCHING.get(near, []))
            return total + 100000 * (TOUCHING["C"][state.n % 3] == "D")
            """,
        ),
        value(
            "texts that are joined, and of which letters are asked",
            """
            flat = "".join("".join(row) for row in ROWS + ROWS)
            marks = "".join(MARKS[cell] for cell in state.cells if cell for _ in range(3))
            total = flat.count("X") + 10 * ("O" in flat) + 20 * len(marks) + 1000 * sum(1 for c in marks if c == "O")
            return total + 5000 * (flat[-1] == "O") + 10000 * "".join(c for row in ROWS for c in row + row).count(".")
            """,
        ),
        value(
            "`strip`, `lstrip`, `rstrip`, `rfind`, `rindex`",
            """
            text = "".join(" ab"[c] for c in state.cells)
            bare = len(text.strip()) + 10 * len(text.lstrip()) + 100 * len(text.rstrip("b"))
            last = text.rfind("a") + 10 * text.rfind("ab") + 100 * MIXED.rfind("K")
            return bare + 1000 * len(text.strip("a ")) + 10000 * last + (text.rindex("b") if "b" in text else 0)
            """,
        ),
        value(
            "`partition`, `split()`, `join` with something between",
            """
            text = "ab|c" if state.flag else "abc"
            left, bar, right = text.partition("|")
            parts = MIXED.split()
            named = "-".join(str(c) for c in state.cells[:3])
            total = len(left) + 10 * len(bar) + 100 * (right == "c") + 1000 * (parts[1] == "r.Kk3")
            return total + 10000 * len(named) + 100000 * (",".join([left, "x"]) == "ab,x")
            """,
        ),
    ],
}
