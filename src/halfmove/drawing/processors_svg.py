"""A chart of processors as SVG: a row for each, a block for each leaf in the colour of its job.

It can be read without colours too: blocks have gaps between them, and their names as tooltips.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

from halfmove.base.printable import printable
from halfmove.drawing.colours import COLOURS, GRID, INK, group
from halfmove.drawing.processors import Chart, folded, group_name
from halfmove.drawing.svg import wrapped

WIDTH = 640
_ROWS, COLUMNS = 64, 180  # more are folded
_FAINTEST = 0.2  # a cell with any work is seen
_WAITS = 2_000  # up to this many are drawn in a folded chart
_LETTER, _LINE = 10, 20  # about the width of a letter on a narrow page; the height of a line
_TOP = 12
_SIGNS = 82  # in a line of text


def chart_svg(chart: Chart, page: bool = False, longest: int = 0) -> str:
    """The whole chart with title and legend; for a `page`, which has its own words and colours, the drawing alone.

    longest   the rounds of the longest of several charts, which then have the same scale
    """
    shares = None if is_whole(chart) else folded(chart, _ROWS // 2, COLUMNS)
    down, rows = (1, chart.processors) if shares is None else (shares.down, len(shares.cells))
    names = [group_name(row * down, down, chart.processors) for row in range(rows)]
    title = [] if page else wrapped(chart.title, _SIGNS)
    left, top = 16 + _LETTER * max(map(len, names)), _TOP if page else 18 + _LINE * len(title)
    high = max(7.0, min(26.0, 420 / rows))
    wide = min(34.0, (WIDTH - left - 24) / max(chart.rounds, longest))
    bottom, right = top + high * rows, left + wide * chart.rounds
    parts = list(_frame(names, chart.rounds, left, top, high, wide))
    if shares is None:
        parts += [*_blocks(chart, left, top, high, wide), *_waits(chart, left, top, high, wide)]
    else:
        body = []
        for y, row in enumerate(shares.cells):
            for x, share in enumerate(row):
                if share > 0:
                    begin, end = left + wide * shares.across * x, left + wide * shares.across * (x + 1)
                    size = f'width="{min(end, right) - begin:.2f}" height="{high - 1:.2f}"'
                    at = f'x="{begin:.2f}" y="{top + high * y + 0.5:.2f}"'
                    body.append(f'<rect {at} {size} fill="currentColor" fill-opacity="{max(share, _FAINTEST):.2f}"/>')
        parts.append(group(0, "".join(body)))
        if _draws_waits(chart):
            parts += _waits(chart, left, top, high, wide)
    height = bottom + 50
    if not page:
        lines = [line for sentence in (*chart.notes, *legend(chart)) for line in wrapped(sentence, _SIGNS)]
        parts += [_line(22 + _LINE * i, line, ' font-weight="600"') for i, line in enumerate(title)]
        parts += [_line(bottom + 66 + _LINE * i, line) for i, line in enumerate(lines)]
        height = bottom + 66 + _LINE * len(lines)
    return _whole(chart, height, "\n".join(parts), page)


def is_whole(chart: Chart) -> bool:
    """Whether each leaf has a block of its own."""
    return chart.processors <= _ROWS and chart.rounds <= COLUMNS


def _draws_waits(chart: Chart) -> bool:
    return is_whole(chart) or (chart.processors <= _ROWS // 2 and len(chart.waits) <= _WAITS)


def legend(chart: Chart) -> Iterator[str]:
    """What the drawing shows, in words."""
    if not is_whole(chart):
        shares = folded(chart, _ROWS // 2, COLUMNS)
        unit = " of ".join(f"{n:,} {name}{'s' * (n > 1)}" for n, name in
                           ((shares.across, "round"), (shares.down, "processor")))  # fmt: skip
        yield f"A cell is {unit}: the darker, the more of this time leaves are evaluated."
    else:
        yield "A block is a leaf. Blocks of one colour and row belong to one job; colours repeat. An empty place: idle."
    if chart.waits and _draws_waits(chart):
        yield "A dashed line: work is on its way."
    if "" in chart.jobs and is_whole(chart):
        yield "A hollow block: a leaf that nobody needs anymore."


def _whole(chart: Chart, height: float, body: str, page: bool) -> str:
    about = _escaped(": ".join([f"chart of processors, {chart.title}", *chart.notes]))
    size = f'viewBox="0 0 {WIDTH} {height:.0f}"' + ("" if page else f' width="{WIDTH}"')
    font = f'font-family="system-ui, sans-serif" font-size="13" color="{INK}" fill="currentColor"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" {size} role="img" aria-label="{about}" {font}>'
    paper = "" if page else '<rect width="100%" height="100%" fill="#ffffff"/>'
    return f"{head}<title>{about}</title>{paper}\n{body}\n</svg>\n"


def _frame(names: list[str], rounds: int, left: float, top: float, high: float, wide: float) -> Iterator[str]:
    """The names of the rows, and the scale of time: how many rounds have passed."""
    bottom, right = top + high * len(names), left + wide * rounds
    step = next(n for n in _steps() if n * wide >= _LETTER * (len(f"{rounds:,}") + 2))
    for passed in range(0, rounds + 1, step):
        x = left + wide * passed
        yield f'<path class="grid" d="M{x:.1f} {top:.1f}V{bottom:.1f}" stroke="{GRID}"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 19:.1f}" text-anchor="middle">{passed:,}</text>'
    edges = f"M{left:.1f} {top:.1f}V{bottom:.1f}H{right:.1f}"
    yield f'<path class="edge" d="{edges}" fill="none" stroke="currentColor" stroke-opacity=".7"/>'
    every = max(1, round(17 / high + 0.49))  # letters need room
    for row, name in enumerate(names):
        if row % every == 0:
            yield f'<text x="{left - 8:.1f}" y="{top + high * (row + 0.5) + 4.5:.1f}" text-anchor="end">{name}</text>'
    yield f'<text x="{max((left + right) / 2, left + 26):.1f}" y="{bottom + 39:.1f}" text-anchor="middle">rounds</text>'


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _blocks(chart: Chart, left: float, top: float, high: float, wide: float) -> Iterator[str]:
    gap = min(1.0, wide / 8)
    found: list[list[str]] = [[] for _ in COLOURS]
    for block in chart.blocks:
        needed = bool(chart.jobs[block.job])
        inset = gap / 2 if needed else gap / 2 + min(0.75, wide / 4)
        at = f'x="{left + wide * block.round + inset:.2f}" y="{top + high * block.processor + inset + 0.5:.2f}"'
        size = f'width="{wide - 2 * inset:.2f}" height="{high - 2 * inset - 1:.2f}"'
        style = 'fill="currentColor"' if needed else 'fill="none" stroke="currentColor" stroke-width="1.5"'
        job = f"job: {chart.job_name(block.job)}" if needed else "nobody needs it anymore"
        about = _escaped(f"P{block.processor + 1}, round {block.round + 1:,}: leaf {block.leaf}; {job}")
        found[block.colour].append(f'<rect class="leaf" {at} {size} {style}><title>{about}</title></rect>')
    yield from (group(colour, "".join(body)) for colour, body in enumerate(found) if body)


def _waits(chart: Chart, left: float, top: float, high: float, wide: float) -> Iterator[str]:
    for wait in chart.waits:
        x, y = left + wide * wait.round, top + high * (wait.processor + 0.5)
        path = f'd="M{x + 1:.2f} {y:.2f}H{max(x + 1, x + wide * wait.rounds - 1):.2f}"'
        first, last = wait.round + 1, wait.round + wait.rounds
        when = f"round {first:,}" if first == last else f"rounds {first:,} to {last:,}"
        about = _escaped(f"P{wait.processor + 1}, {when}: work is on its way")
        style = 'fill="none" stroke="currentColor" stroke-width="1.5" stroke-dasharray="3 2"'
        yield f'<path class="transit" {path} {style}><title>{about}</title></path>'


def _line(y: float, line: str, style: str = "") -> str:
    return f'<text x="12" y="{y:.0f}"{style}>{_escaped(line)}</text>'


def _escaped(text: str) -> str:
    return html.escape(printable(text))
