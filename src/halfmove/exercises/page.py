"""A sheet as a page: on a screen the solutions open at a click, in print they are on pages of their own."""

from __future__ import annotations

import html
from collections.abc import Sequence

from halfmove.base.printable import printable
from halfmove.drawing.pictures import Picture
from halfmove.drawing.svg import svg
from halfmove.exercises.model import Exercise, Table
from halfmove.reports.page import boxed, code, document

# All rules begin with .sheet, so that they do not change the notebook that shows a sheet.
STYLE = """
.sheet { color: #1a1a1a; background: #fff }
.sheet h2 { font-size: 1.15rem; margin: 0 0 .4rem } .sheet h1 { font-size: 1.5rem }
.sheet p { margin: .4rem 0; max-width: 48rem }
.sheet article { margin: 0 0 2.5rem; break-inside: avoid }
.sheet svg { display: block; max-width: 100%; height: auto; margin: .8rem 0 }
.sheet .rules { font-size: .85rem; color: #444; list-style: none; padding: 0; max-width: 48rem; line-height: 1.35 }
.sheet .fill { display: flex; gap: .6rem; align-items: end; margin: .7rem 0; max-width: 48rem }
.sheet .fill i { flex: 1; border-bottom: 1px solid #666; height: 1.3rem } .sheet .fill b { font-weight: 500 }
.sheet .answer b { font-weight: 500 } .sheet code > span { display: inline-block; max-width: 100% }
.sheet table { border-collapse: collapse; margin: .8rem 0 }
.sheet .wide { overflow-x: auto; margin: 0 }
.sheet .tables { display: flex; flex-wrap: wrap; gap: 0 2rem; align-items: start }
.sheet th, .sheet td { border: 1px solid #888; padding: .15rem .8rem; text-align: center }
.sheet td { min-width: 4rem; height: 1.6rem }
.sheet th { font-weight: 500; background: #f2f2f2 } .sheet td:first-child { text-align: center }
.sheet .free { border: 1px solid #bbb; height: calc(1.6rem * var(--lines)) }
.sheet .who { display: flex; gap: 2rem; margin-bottom: 1.5rem; max-width: 48rem } .sheet .who .fill { flex: 1 }
.sheet .foot { font-size: .8rem; color: #666 } .sheet summary { cursor: pointer; font-weight: 600; margin: 1rem 0 }
@media screen and (max-width: 40rem) {
  .sheet th, .sheet td { padding: .15rem .4rem; min-width: 3rem } .sheet th { white-space: normal }
}
/* On paper rules and tables are beside their tree, so that two exercises share a page. */
@media print {
  body { margin: 0; font: 10pt/1.35 system-ui, sans-serif; max-width: none }
  .sheet article { margin: 0 0 5mm } .sheet h1 { margin: 0 0 3mm } .sheet .who { margin-bottom: 2mm }
  .sheet h2 { margin: 0 0 1mm; padding-top: 2mm } .sheet p { margin: 1mm 0; max-width: none }
  .sheet .of-tree { display: flex; flex-wrap: wrap; gap: 0 6mm; align-items: start }
  .sheet .of-tree > div { flex: 1 1 60mm; min-width: 0 }
  .sheet svg { margin: 2mm 0; zoom: .85 }
  .sheet table, .sheet .rules { margin: 2mm 0 } .sheet th, .sheet td { padding: .5mm 1.5mm }
  .sheet td { min-width: 12mm } .sheet .rules { font-size: 8.5pt }
  .sheet .fill { margin: 1.5mm 0; max-width: none } .sheet .free { height: calc(4.9mm * var(--lines)) }
  .sheet .solutions { break-before: page } .sheet summary { display: none }
  .sheet details::details-content { content-visibility: visible; block-size: auto }
}
@page { size: A4; margin: 16mm }
"""
# A sheet is for paper, and so are its drawings: its page stays white in dark mode.
_WHITE = """
:root { color-scheme: light; --paper: #fff; --ink: #1a1a1a; --soft: #57606a; --line: #888; --tint: #f2f2f2;
  --link: #0a58a8 }
"""
# A closed <details> is not printed by older browsers.
SCRIPT = (
    "<script>addEventListener('beforeprint', () => document.querySelectorAll('details').forEach(d => d.open = true))"
    "</script>"
)


def page(exercises: Sequence[Exercise], solution: bool, repeat: str) -> str:
    """The whole page."""
    title = "Exercises on game trees"
    who = "".join(f'<div class="fill"><b>{word}</b><i></i></div>' for word in ("Name", "Date"))
    parts = [f'<main class="sheet"><h1>{title}</h1><div class="who">{who}</div>']
    parts += [_exercise(number, each) for number, each in enumerate(exercises, 1)]
    if solution:
        parts.append('<details class="solutions"><summary>Solutions</summary><h1>Solutions</h1>')
        parts += [_solution(number, each) for number, each in enumerate(exercises, 1)]
        parts.append("</details>")
    parts.append(f'<p class="foot">To make this sheet again: {code(repeat)}</p></main>')
    return document(title, [*parts, SCRIPT] if solution else parts, STYLE + _WHITE)


def in_a_notebook(exercises: Sequence[Exercise]) -> str:
    """The exercises, each with a solution that opens at a click."""
    parts = [f'<div class="sheet"><style>{STYLE}</style>']
    for number, each in enumerate(exercises, 1):
        parts.append(_exercise(number, each))
        parts.append(f"<details><summary>Solution</summary>{_solution(number, each)}</details>")
    return printable("\n".join([*parts, "</div>"]))


def _exercise(number: int, exercise: Exercise) -> str:
    parts = [f"<article><h2>{number}. {html.escape(exercise.title)}</h2>"]
    parts += [f"<p>{html.escape(part)}</p>" for part in exercise.question]
    parts.append(_of_tree(exercise.picture, exercise.rules, exercise.table))
    if exercise.space:
        parts.append(f'<div class="free" style="--lines: {exercise.space}"></div>')
    parts += [f'<div class="fill"><b>{html.escape(name)}:</b><i></i></div>' for name in exercise.fields]
    return "\n".join([*parts, "</article>"])


def _solution(number: int, exercise: Exercise) -> str:
    given = exercise.solution
    parts = [f"<article><h2>{number}. {html.escape(exercise.title)}</h2>"]
    parts.append(_of_tree(given.picture, (), given.table))
    for name, answer in zip(exercise.fields, given.answers, strict=False):
        parts.append(f'<p class="answer"><b>{html.escape(name)}:</b> {html.escape(answer)}</p>')
    parts += [f"<p>{html.escape(sentence)}</p>" for sentence in given.told]
    if exercise.check:
        parts.append(f'<p class="foot">See also: {code(exercise.check)}</p>')
    return "\n".join([*parts, "</article>"])


def _of_tree(picture: Picture | None, rules: Sequence[str], table: Table | None) -> str:
    """The tree, with the rules and the table that belong to it."""
    drawn = svg(picture, bare=True) if picture is not None else ""
    lines = "".join(f"<li>{html.escape(rule)}</li>" for rule in rules)
    beside = f'<ul class="rules">{lines}</ul>' if rules else ""
    beside += _table(table) if table is not None else ""
    return f'<div class="of-tree">{drawn}{f"<div>{beside}</div>" if beside else ""}</div>' if drawn or beside else ""


def _table(table: Table) -> str:
    return boxed(f'<div class="tables">{"".join(map(_part, table.parts(2)))}</div>', ", ".join(table.heads))


def _part(table: Table) -> str:
    head = "".join(f"<th>{html.escape(word)}</th>" for word in table.heads)
    rows = ["".join(f"<td>{html.escape(word)}</td>" for word in row) for row in table.rows]
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
