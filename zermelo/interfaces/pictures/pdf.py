"""A drawing as PDF: one page of its size, lines and letters as such, in fonts that every reader has."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import groupby

from zermelo.interfaces.pictures.marks import Area, Dot, Label, Line, Mark, Point, Sheet

WIDTHS = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 "
    "556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 "
    "778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 "
    "556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
)
ADVANCE = {chr(32 + place): int(width) / 1000 for place, width in enumerate(WIDTHS.split())}
"""How far a letter of Helvetica takes, as a part of the size of the font."""
OTHERS = 0.556
"""The same of letters that are not among them: most are vowels with an accent."""
SYMBOLS = {"√": 0xD6, "ξ": 0x78, "α": 0x61, "β": 0x62, "≤": 0xA3, "≥": 0xB3, "−": 0x2D, "∞": 0xA5}
"""Signs of the font Symbol, by their place in it."""
CURVE = 0.5523
"""How far the handles of a quarter of a circle reach, as a part of its radius."""


def text_width(said: str, size: float) -> float:
    """The width of a text in Helvetica.

    >>> round(text_width("nodes", 10), 2)
    27.24
    """
    return size * sum(ADVANCE.get(letter, OTHERS) for letter in said)


def pdf(sheet: Sheet) -> bytes:
    """The whole file."""
    drawn = "\n".join(line for mark in sheet.marks for line in written(mark, sheet.height))
    stream = zlib.compress(drawn.encode("latin-1"))
    fonts = " ".join(f"/{name} {6 + place} 0 R" for place, name in enumerate(FONTS))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {sheet.width:g} {sheet.height:g}] /Contents 4 0 R "
        f"/Resources << /Font << {fonts} >> >> >>".encode(),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(stream) + stream + b"\nendstream",
        b"<< /Title " + title_of(sheet.title) + b" >>",
        *(font.encode() for font in FONTS.values()),
    ]
    return numbered(objects)


FONTS = {
    "F": "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "B": "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    "S": "<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>",
}


def title_of(title: str) -> bytes:
    """A title in any language, as PDF has it."""
    return b"<FEFF" + title.encode("utf-16-be").hex().encode() + b">"


def numbered(objects: list[bytes]) -> bytes:
    """The objects one after another, and the table that says where each begins."""
    body, places = b"%PDF-1.4\n", []
    for number, found in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n" % number + found + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    end = b"trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(body))
    return body + b"xref\n0 %d\n0000000000 65535 f \n" % count + table + end


def written(mark: Mark, height: float) -> Iterator[str]:
    """One mark in the words of PDF, whose y grows upwards."""
    if isinstance(mark, Line):
        yield f"{colour(mark.colour)} RG {mark.thick:g} w [{' '.join(f'{part:g}' for part in mark.dash)}] 0 d"
        yield f"{path(mark.points, height)} S"
    elif isinstance(mark, Area):
        yield f"{colour(mark.colour)} rg {path(mark.corners, height)} h f"
    elif isinstance(mark, Dot):
        yield f"{colour(mark.colour)} rg {circle(mark, height)} f"
    else:
        yield text(mark, height)


def colour(written: str) -> str:
    """Red, green and blue from 0 to 1."""
    return " ".join(f"{int(written[place : place + 2], 16) / 255:.3f}" for place in (1, 3, 5))


def path(points: tuple[Point, ...], height: float) -> str:
    parts = [f"{x:.2f} {height - y:.2f} {'l' if place else 'm'}" for place, (x, y) in enumerate(points)]
    return " ".join(parts)


def circle(dot: Dot, height: float) -> str:
    """Four curves."""
    (x, y), r = (dot.middle[0], height - dot.middle[1]), dot.radius
    turns = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 0))
    parts = [f"{x + r:.2f} {y:.2f} m"]
    for (a, b), (c, d) in zip(turns, turns[1:]):
        points = ((a + CURVE * c, b + CURVE * d), (c + CURVE * a, d + CURVE * b), (c, d))
        parts.append(" ".join(f"{x + r * p:.2f} {y + r * q:.2f}" for p, q in points) + " c")
    return " ".join(parts)


def text(label: Label, height: float) -> str:
    """A text in pieces, each in the font that has its letters."""
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor]
    x, y = label.place[0] - share * text_width(label.said, label.size), height - label.place[1]
    plain = "B" if label.bold else "F"
    parts = []
    for font, letters in groupby(label.said, lambda letter: "S" if letter in SYMBOLS else plain):
        codes = [
            bytes([SYMBOLS[letter]]) if font == "S" else letter.encode("cp1252", "replace")
            for letter in letters
        ]
        parts.append(f"/{font} {label.size:g} Tf <{b''.join(codes).hex()}> Tj")
    return f"BT {colour(label.colour)} rg {x:.2f} {y:.2f} Td {' '.join(parts)} ET"
