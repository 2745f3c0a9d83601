"""How objects are shown: a few lines of text, or a small table or picture in a notebook.

Results, games and logs are in low layers; the code that draws them is far above. So nothing is drawn here. `Shows`
calls two generic functions, and the modules that can show a class register with them: `halfmove/showing` for results,
games and logs, others for their own classes. So no import points upwards, not even a late one. An object of any other
class prints its repr.

HTML uses the colours of the page and loads nothing, and names are escaped. Pictures are embedded as images with their
own background, so that their styles do not affect the page.

>>> print(table_text(("algorithm", "leaves"), [("alpha_beta", "7"), ("minimax", "27")]))
algorithm    leaves
alpha_beta        7
minimax          27
"""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Any

from halfmove.base.printable import printable, printable_line

_CELL = "padding:.15em .7em;border:0;border-bottom:1px solid rgba(128,128,128,.35)"
_WORDS = f"text-align:left;{_CELL}"
_NUMBERS = f"text-align:right;font-variant-numeric:tabular-nums;{_CELL}"
_TABLE = "border-collapse:collapse;border:0;margin:.3em 0"


@singledispatch
def text_of(shown: Any) -> str:
    """An object as a few lines of text."""
    return repr(shown)


@singledispatch
def html_of(shown: Any) -> str:
    """An object as HTML, for a notebook."""
    return text_html(str(shown))


class Shows:
    """Base of objects that print as a few lines, and show themselves in a notebook."""

    def __str__(self) -> str:
        return text_of(self)

    def _repr_html_(self) -> str:
        return html_of(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        pretty(self, printer)


def pretty(shown: Any, printer: Any) -> None:
    """What IPython prints where there is no HTML; for an object inside a list, only its repr."""
    inside = len(getattr(printer, "stack", ())) > 1
    printer.text(repr(shown) if inside else str(shown))


class Svg(str):
    """A picture as SVG text that a notebook shows."""

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(f"<a picture as SVG, {len(self):,} letters>")


# Text


def count(number: float) -> str:
    """12345 -> 12,345; means keep one decimal below 10,000."""
    if isinstance(number, int) or number >= 10_000:
        return f"{number:,.0f}"
    return f"{number:,.1f}"


def time(seconds: float) -> str:
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:,.2f} s"


def plural(number: int, word: str) -> str:
    """1 leaf, 2 leaves, 3 searches."""
    many = word[:-1] + "ves" if word.endswith("f") else word + ("es" if word.endswith("ch") else "s")
    return f"{count(number)} {word if number == 1 else many}"


def table_text(heads: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = (0,)) -> str:
    """A table as lines. `words` are the columns of text, which are aligned on the left."""
    lines = [[printable_line(cell) for cell in line] for line in (heads, *rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return "\n".join(
        "   ".join(
            f"{cell:<{width}}" if column in words else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


# HTML


def escaped(words: str) -> str:
    """Text for HTML; lone surrogates, which a page cannot contain, are escaped."""
    return html.escape(printable(words).encode(errors="backslashreplace").decode())


def text_html(words: str) -> str:
    return f'<pre style="line-height:1.25">{escaped(words)}</pre>'


def sentence_html(words: str) -> str:
    return f'<p style="margin:.3em 0">{escaped(words)}</p>'


def facts_html(facts: Iterable[tuple[str, str]]) -> str:
    """Names and values, one below the other."""
    rows = "".join(
        f'<tr><th scope="row" style="{_WORDS}">{escaped(name)}</th><td style="{_WORDS}">{escaped(fact)}</td></tr>'
        for name, fact in facts
    )
    return f'<table style="{_TABLE}"><tbody>{rows}</tbody></table>'


def table_html(
    heads: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = (0,), title: str = ""
) -> str:
    """A table under its title. `words` are the columns of text, in which lines may be broken."""
    styles = [f"{_WORDS};white-space:pre-wrap" if column in words else _NUMBERS for column in range(len(heads))]
    head = "".join(f'<th scope="col" style="{s}">{escaped(name)}</th>' for s, name in zip(styles, heads, strict=True))
    body = "".join(
        "<tr>" + "".join(f'<td style="{s}">{escaped(c)}</td>' for s, c in zip(styles, row, strict=True)) + "</tr>"
        for row in rows
    )
    caption = f"<strong>{escaped(title)}</strong>" if title else ""
    table = f'<table style="{_TABLE}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    return f'<div style="overflow-x:auto">{caption}{table}</div>'


def image_html(svg: str, instead: str) -> str:
    """A picture as an image, with an alternative text. A wide one is scrolled, not shrunk."""
    data = base64.b64encode(svg.encode(errors="backslashreplace")).decode()
    picture = f'<img style="max-width:none" alt="{escaped(instead)}" src="data:image/svg+xml;base64,{data}">'
    return f'<div style="overflow-x:auto">{picture}</div>'
