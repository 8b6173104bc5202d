"""A study as files: pictures, tables of its rows, and one page of everything."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from html import escape
from importlib.metadata import version
from os import cpu_count
from pathlib import Path

from zermelo.interfaces.pictures.exports import png
from zermelo.interfaces.pictures.pdf import pdf
from zermelo.interfaces.pictures.plots import drawn
from zermelo.studies.findings import Claim, Drawing, Finding, Row, Study
from zermelo.studies.phrases import Phrase

MOST_ROWS = 400
"""Rows of a table of the page; --save writes all."""
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 3rem; border-top: 1px solid #ccc; padding-top: 1rem }
svg { max-width: 100%; height: auto }
ul { padding-left: 1.2rem }
li.holds::marker { content: "✓ "; color: #007a5a }
li.fails::marker { content: "✗ "; color: #b8430a }
pre { background: #f4f4f4; padding: .6rem; width: max-content } .quiet { color: #555 }
table { border-collapse: collapse; font-size: .8rem }
td, th { padding: .1rem .6rem; text-align: right; border-bottom: 1px solid #eee }
details { margin: .8rem 0; overflow-x: auto }
"""


def sheet_as(drawing: Drawing, form: str, language: str = "en") -> str | bytes:
    """A drawing as svg, png or pdf."""
    sheet = drawn(drawing, language)
    if form == "pdf":
        return pdf(sheet)
    return png(sheet.svg) if form == "png" else sheet.svg


def saved(study: Study, path: str) -> Iterator[tuple[str, str]]:
    """Everything in one file of JSON; or a file of CSV for each experiment, since their columns differ."""
    import msgspec

    if path.endswith(".json"):
        yield path, msgspec.json.format(msgspec.json.encode(study.as_dict())).decode() + "\n"
        return
    target = Path(path)
    for finding in study.findings:
        several = len(study.findings) > 1
        yield (
            (str(target.with_stem(f"{target.stem}-{finding.experiment}")) if several else path),
            finding.csv(),
        )


def report_html(study: Study) -> str:
    """One page that needs nothing else."""
    title = str(Phrase("report title"))
    body = "\n".join(map(section, study.findings))
    made = f"zermelo {version('zermelo')}, Python {platform.python_version()}, {cpu_count()} processors"
    said = f"{made}; seed {study.seed}; {study.seconds:.0f} s. {Phrase('report reading')}"
    return (
        "<!doctype html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
        f"<meta name='viewport' content='width=device-width'>\n<title>{title}</title>\n"
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p class='quiet'>{escape(said)}</p>\n"
        f"{contents(study)}\n{body}\n</body>\n</html>\n"
    )


def contents(study: Study) -> str:
    rows = [f"<li><a href='#{each.experiment}'>{escape(about(each))}</a></li>" for each in study.findings]
    return f"<ol>{''.join(rows)}</ol>"


def about(finding: Finding) -> str:
    said = str(Phrase(f"about {finding.experiment}"))
    return f"{said} ({finding.game})" if finding.game else said


def section(finding: Finding) -> str:
    """An experiment: claims, pictures, numbers."""
    claims = "".join(map(claimed, finding.claims))
    notes = "".join(f"<li>{escape(str(note))}</li>" for note in finding.notes)
    pictures = "".join(f"<figure>{drawn(drawing).svg}</figure>" for drawing in finding.drawings)
    board = f"<pre>{escape(finding.position)}</pre>" if finding.position else ""
    return (
        f"<section id='{finding.experiment}'>\n<h2>{escape(about(finding))}</h2>\n<ul>{claims}</ul>\n"
        f"{pictures}\n{board}<ul class='quiet'>{notes}</ul>\n{table(finding.rows)}\n</section>"
    )


def claimed(claim: Claim) -> str:
    fails = "" if claim.holds else f" <strong>({Phrase('fails')})</strong>"
    return f"<li class='{'holds' if claim.holds else 'fails'}'>{escape(str(claim.said))}{fails}</li>"


def table(rows: tuple[Row, ...]) -> str:
    """The first rows, folded away."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    lines = ["".join(f"<td>{cell(row.get(column))}</td>" for column in columns) for row in rows[:MOST_ROWS]]
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    shown = f"{len(rows):,} measurements" + (f", the first {MOST_ROWS}" if len(rows) > MOST_ROWS else "")
    return f"<details><summary>{shown}</summary><table><tr>{head}</tr>{body}</table></details>"


def cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else escape(str(value))
