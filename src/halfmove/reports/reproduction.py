"""The reproduced papers as one self-contained page: a summary, tables with their figures, and provenance."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from halfmove.reports import summary
from halfmove.reports.cells import table_html
from halfmove.reports.chart import looks
from halfmove.reports.figure import figure_html, numbers_html
from halfmove.reports.numbers import number
from halfmove.reports.page import Entry, anchor, code, document, facts, libraries, machine, text, version
from halfmove.reports.sections import Section, sections_of
from halfmove.studies.figures import Figure
from halfmove.studies.reproduce import ReproducedCell, Selection

_STYLE = """
td.disagrees, tr.disagrees > * { background: var(--bad) }
td.ambiguous, tr.ambiguous > * { background: var(--asked) }
td.explained, tr.explained > *, td.tolerance, tr.tolerance > *, td.chance, tr.chance > * { background: var(--known) }
td:target, tr:target > * { box-shadow: inset 0 0 0 2px var(--link) }
table.grid td { line-height: 1.3 }
table.grid thead th { padding-right: 2.8em }
table.grid tbody th { position: sticky; left: 0; background: var(--paper) }
span.mark { display: inline-block; min-width: 1.8em; text-align: left }
span.printed { display: block; color: var(--soft); font-size: .89em; padding-right: 2.3em }
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
    """One HTML file that loads nothing; `unfinished` says why results are missing, if any are."""
    sections = {paper.id: list(sections_of(paper, tables, cells, figures)) for paper, tables, _ in selection.papers}
    every = [section for of_paper in sections.values() for section in of_paper]
    parts = ["<h1>The papers, reproduced</h1>"]
    parts += [f"<p><strong>Not finished:</strong> {text(unfinished)}.</p>"] if unfinished else []
    parts += summary.parts(selection, every, cells, tolerance)
    for paper, _, _ in selection.papers:
        parts.append(
            f'<h2 id="{anchor(paper.id)}"><span class="where">{text(paper.short_name)}</span> {text(paper.title)}</h2>'
        )
        parts.append(f"<p>{text(', '.join(paper.authors))}. {text(paper.published)}.</p>")
        look = looks([figure for section in sections[paper.id] for figure in section.figures])
        parts += [_section(section, look, selection) for section in sections[paper.id]]
    parts.append('<h2 id="provenance">Provenance</h2>')
    parts.append(_provenance(selection, command, seconds))
    contents = [Entry("summary", "Summary"), *summary.contents(every, cells)]
    for paper, _, _ in selection.papers:
        below = tuple(Entry(each.anchor, each.title) for each in sections[paper.id])
        contents.append(Entry(anchor(paper.id), paper.short_name, below))
    return document("The papers, reproduced", parts, _STYLE, [*contents, Entry("provenance", "Provenance")])


def _section(section: Section, look: dict[str, int], selection: Selection) -> str:
    paper, printed = section.paper, section.printed
    about = " ".join(part for part in (printed.generation and f"Trees: {printed.generation}.", printed.note) if part)
    where = f"{paper.short_name}, {printed.place}"
    head = f'<h3 id="{section.anchor}"><span class="where">{text(where)}</span> {text(printed.caption)}</h3>'
    head += f'<p class="small">{text(about)}</p>' if about and section.cells else ""
    drawn = []
    for figure in section.figures:
        own = anchor(paper.id, "drawing", figure.id)
        if section.cells:
            name = "" if figure.id.startswith("of ") else f"Figure {figure.id}"
            drawn.append(figure_html(figure, look, own, name))
        else:
            drawn.append(figure_html(figure, look, own, titled=False) + numbers_html(figure))
    beside, below = table_html(section.cells, section.anchor) if section.cells else ("", "")
    words = ["halfmove", "reproduce", paper.id, "--table", printed.id if printed.file else f"figure {printed.id}"]
    again = f'<p class="small soft">Alone: {code(shlex.join(words))}</p>' if section.cells else ""
    both = f'<div class="pair">{"".join(drawn)}{beside}</div>' if section.cells and drawn else "".join(drawn) + beside
    return f"<section>{head}{both}{below}{again}</section>"


def _provenance(selection: Selection, command: str, seconds: float) -> str:
    about = {
        "command": command,
        "seed": str(selection.seed),
        "trees per cell": number(selection.trees),
        "seconds": number(seconds, 1),
        **version(),
        "commit": _commit() or "not known",
        "libraries": libraries(),
        "machine": f"{machine()}, {os.cpu_count()} cores",
        "written": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    }
    return facts(about, "What these numbers were made with")


def _commit() -> str:
    """The commit of the sources, if they are in a repository."""
    here = Path(__file__).resolve().parent
    try:
        described = subprocess.run(
            ["git", "-C", str(here), "describe", "--always", "--dirty", "--abbrev=12"],
            capture_output=True, text=True, timeout=5, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    return described.stdout.strip()
