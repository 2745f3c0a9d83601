"""The papers again, as one self-contained page: tables with marks, figures, and where it all comes from."""

from __future__ import annotations

import html
import math
import os
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from halfmove.reports.chart import chart, looks
from halfmove.reports.marks import ANSWERS, MARKS, MEANINGS, NAMES, Notes
from halfmove.reports.page import document, machine, versions
from halfmove.studies.figures import Figure
from halfmove.studies.papers import Paper, PrintedTable
from halfmove.studies.reproduce import ReproducedCell, Selection, calibration, tally

_STYLE = """
body { max-width: 75rem } td:nth-child(2), th:nth-child(2) { text-align: left }
td:last-child, th:last-child { text-align: left; white-space: nowrap } ol.notes { font-size: .85rem; margin-top: 0 }
tr.disagrees td { background: #fbe3d6 } tr.explained td, tr.tolerance td { background: #fff6dc }
tr.ambiguous td { background: #eef3f8 } figure { margin: 1.5rem 0 } figcaption, p.small { font-size: .9rem }
div.wide { overflow-x: auto }
"""


def page(
    selection: Selection,
    cells: Sequence[ReproducedCell],
    figures: Sequence[Figure],
    command: str,
    seconds: float,
    tolerance: float,
    unfinished: str = "",
) -> str:
    """One HTML file that loads nothing; `unfinished` says why results are missing, if they are."""
    parts = ["<h1>The papers, reproduced</h1>"]
    parts += [f"<p><strong>Not finished:</strong> {_text(unfinished)}.</p>"] if unfinished else []
    parts += [_summary(cells, tolerance), _contents(selection)]
    for paper, tables, _ in selection.papers:
        parts.append(f'<h2 id="{_name(paper.id)}">{_text(paper.title)}</h2>')
        parts.append(f"<p>{_text(', '.join(paper.authors))}, {paper.year or 'undated'}. {_text(paper.published)}.</p>")
        for table in tables:
            shown = [cell for cell in cells if (cell.paper, cell.table) == (paper.id, table.id)]
            parts.append(_table(paper, table, shown))
        drawn = [figure for figure in figures if figure.paper == paper.id]
        parts += [_figure(figure, looks(drawn)) for figure in drawn]
    parts.append(_provenance(selection, command, seconds))
    return document("The papers, reproduced", parts, _STYLE)


def _summary(cells: Sequence[ReproducedCell], tolerance: float) -> str:
    counts = tally(cells)
    rows = "".join(
        f"<tr><td>{MARKS[status]} {_text(NAMES[status])}</td><td>{_text(MEANINGS[status])}</td>"
        f"<td>{counts.get(status, 0)}</td></tr>"
        for status in MARKS
    )
    head = "<tr><th>mark</th><th>meaning</th><th>cells</th></tr>"
    grid = f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"
    judged = f"<p>{_text(calibration(cells))}.</p>" if calibration(cells) else ""
    return f"<p>Tolerance: {tolerance:.0%} of the printed number.</p>{grid}{judged}"


def _contents(selection: Selection) -> str:
    links = [
        f'<a href="#{_name(paper.id)}">{_text(paper.authors[0].split()[-1])} {paper.year or "undated"}</a>'
        for paper, *_ in selection.papers
    ]
    links.append('<a href="#provenance">Provenance</a>')
    return f"<p>{' · '.join(links)}</p>"


def _table(paper: Paper, table: PrintedTable, cells: Sequence[ReproducedCell]) -> str:
    known, notes = any(cell.expected is not None for cell in cells), Notes()
    heads = ("row", "column", "printed", "ours", "95 % interval", *(["expected by theory"] if known else []))
    head = "".join(f"<th>{each}</th>" for each in (*heads, "trees", "ratio", "mark"))
    rows = "".join(_row(cell, known, notes) for cell in cells)
    about = " ".join(part for part in (table.generation and f"Trees: {table.generation}.", table.note) if part)
    below = "".join(f"<li>{_text(note)}</li>" for _, note in notes)
    return (
        f'<h3 id="{_name(paper.id)}-table-{_name(table.id)}">Table {_text(table.id)}: {_text(table.caption)}</h3>'
        f'<p class="small">{_text(about)}</p>'
        f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
        + (f'<ol class="notes">{below}</ol>' if below else "")
    )


def _row(cell: ReproducedCell, known: bool, notes: Notes) -> str:
    places = len(cell.as_printed.partition(".")[2].rstrip(" %")) if cell.printed is not None else 0
    ours, low, high, expected = (_number(each, places) for each in (cell.mean, cell.low, cell.high, cell.expected))
    plain = (
        cell.row,
        cell.column,
        cell.as_printed,
        ANSWERS.get(cell.mean, "") if cell.unit == "claim" else ours,
        "" if cell.low is None or cell.low == cell.high else f"{low} – {high}",
        *([expected] if known else []),
        f"{cell.trees:,}" if cell.trees else "",
        "" if cell.ratio is None else f"{cell.ratio:.3f}",
    )
    texts = "".join(f"<td>{_text(each)}</td>" for each in plain)
    note = notes.mark(cell.note)
    mark = f"{MARKS[cell.status]} {_text(cell.status)}" + (f" <sup>{note}</sup>" if note else "")
    return f'<tr class="{_name(cell.status)}">{texts}<td>{mark}</td></tr>'


def _figure(figure: Figure, look: Mapping[str, int]) -> str:
    caption = f"<strong>Figure {_text(figure.id)}.</strong> {_text(figure.caption)}. {_text(figure.note)}"
    if any(point.low != point.high for series in figure.series for point in series.points):
        caption += " Bars: 95 % intervals of our means."
    anchor = f"{_name(figure.paper)}-figure-{_name(figure.id)}"
    return f'<figure id="{anchor}">{chart(figure, look)}<figcaption>{caption}</figcaption></figure>'


def _provenance(selection: Selection, command: str, seconds: float) -> str:
    lines = {
        "command": command,
        "seed": str(selection.seed),
        "trees per cell": str(selection.trees),
        "seconds": f"{seconds:.1f}",
        "versions": versions(),
        "commit": _commit() or "not known",
        "machine": f"{machine()}, {os.cpu_count()} cores",
        "written": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    }
    rows = "".join(
        f"<tr><td>{_text(key)}</td><td><code>{_text(value)}</code></td></tr>" for key, value in lines.items()
    )
    return f'<h2 id="provenance">Provenance</h2><table><tbody>{rows}</tbody></table>'


def _commit() -> str:
    """The commit that the sources are at, when they are in a repository."""
    here = Path(__file__).resolve().parent
    try:
        described = subprocess.run(
            ["git", "-C", str(here), "describe", "--always", "--dirty", "--abbrev=12"],
            capture_output=True, text=True, timeout=5, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    return described.stdout.strip()


def _number(value: float | None, places: int) -> str:
    """A number with as many decimals as the print has; a mean with at least four digits."""
    if value is None:
        return ""
    if value == int(value) and not places:
        return f"{int(value):,}"
    digits = max(0, 3 - math.floor(math.log10(abs(value)))) if value else 0
    return f"{value:,.{places or min(digits, 3)}f}"


def _text(text: str) -> str:
    return html.escape(str(text))


def _name(text: str) -> str:
    """The text as a name for links and styles."""
    return "".join(sign if sign.isalnum() else "-" for sign in text)
