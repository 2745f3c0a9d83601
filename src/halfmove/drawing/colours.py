"""The colours of charts: readers who are colour-blind can tell them apart (Okabe & Ito 2008).

They are attributes, so that a drawing works without a page. A dark page sets others for the same classes, see
`reports/page.css`.
"""

from __future__ import annotations

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#B07A00", "#56B4E9")
INK, GRID = "#1b1f24", "#e5e5e5"


def group(number: int, body: str) -> str:
    """A group in one of the colours."""
    return f'<g class="c{number % len(COLOURS)}" color="{COLOURS[number % len(COLOURS)]}">{body}</g>'
