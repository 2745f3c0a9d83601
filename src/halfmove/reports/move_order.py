"""How well ordered the trees of a game are, as one self-contained page: pictures and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from halfmove.reports.chart import looks
from halfmove.reports.figure import figure_html
from halfmove.reports.numbers import number, percent, span
from halfmove.reports.page import Entry, document, facts, machine, row_head, table, text, version
from halfmove.studies import MoveOrder
from halfmove.studies.figures import Figure, Point, Series
from halfmove.studies.order_advice import Advice
from halfmove.studies.order_models import RESAMPLED, Check
from halfmove.studies.order_samples import ORDERS
from halfmove.studies.order_statistics import Places

_LEAD = (
    "Random walks went down from positions of the game, and every child on the way was searched to the depth limit. So "
    "it is known at many nodes which moves are best, and where they stand in several orders of the moves."
)
_MODELS = (
    "Leaves on model trees, divided by those on the trees of the game. The families of the literature have one width; "
    "their leaves are interpolated to the width of a uniform tree as large as the trees of the game. The model "
    "“resampled” puts trees together from the measured nodes."
)
_ADVICE = (
    "Leaves divided by those of alpha-beta, on model trees. The value with the fewest leaves within the storage is the "
    "advice. The game itself was then searched with it and its neighbours."
)
_MOST_PLACES = 20


def page(found: Sequence[MoveOrder], command: str) -> str:
    """One HTML file that loads nothing; one part for each depth."""
    samples = found[0].samples
    title = f"The order of moves: {samples.tree}"
    parts = [f"<h1>{text(title)}</h1>", f'<p class="lead">{text(_LEAD)}</p>']
    contents = []
    for each in found:
        depth = each.samples.depth
        anchor = f"depth-{depth}"
        contents.append(Entry(anchor, f"Depth {depth}"))
        parts += [f'<h2 id="{anchor}">Depth {depth}</h2>', *_shape(each), *_places(each, anchor)]
        for order, checks in each.checks.items():
            parts += _checks(each, order, checks)
        for order, told in each.advice.items():
            parts += _advice(order, told)
    about = {"command": command, "seed": str(samples.seed), **version(), "machine": machine()}
    parts += ['<h2 id="provenance">Provenance</h2>', facts(about, "What these numbers were made with")]
    return document(title, parts, contents=[*contents, Entry("provenance", "Provenance")])


def shape_rows(found: MoveOrder) -> list[tuple[str, str]]:
    """What the trees look like: names and values in words."""
    shape = found.shape
    rows = [
        ("positions", number(len(found.samples.positions))),
        ("nodes met", number(shape.nodes)),
        ("moves of a node", f"{number(shape.width.mean, 1)}, from {shape.narrowest} to {shape.widest}"),
        ("their deviation", number(shape.deviation, 1)),
        ("width of a uniform tree as large", number(shape.effective_width, 2)),
        ("nodes with one move", percent(shape.forced)),
        ("walks that ended early", percent(shape.over)),
        ("nodes with several best moves", percent(shape.ties)),
        ("moves that are best", percent(shape.best)),
    ]
    for name, value in (("parent and child", shape.parent_and_child), ("siblings", shape.siblings)):
        rows.append((f"correlation of {name}", "all values are equal" if value is None else number(value, 2)))
    return rows


def _shape(found: MoveOrder) -> list[str]:
    rows = [f"<tr>{row_head(name)}<td>{text(value)}</td></tr>" for name, value in shape_rows(found)]
    return [table(["", ""], rows, "The trees")]


def _places(found: MoveOrder, anchor: str) -> list[str]:
    if not found.places:
        return ["<p>No node has a choice of moves.</p>"]
    drawn = curves(found.places)
    look = looks(drawn)
    heads = ["order of moves", "first is best", "95 % interval", "in w/2", "in w/4", "in w/8"]
    heads += ["shuffled", "alpha-beta / least", "strongly ordered"]
    rows = []
    for each in found.places:
        near = found.closeness.get(each.order)
        cells = [percent(each.first.mean), _interval(each), *(percent(one.mean) for one in each.within.values())]
        cells += [percent(each.by_chance), "" if near is None else number(near.value, 2)]
        cells.append("yes" if each.strongly_ordered else "no")
        rows.append(f"<tr>{row_head(each.order)}{''.join(f'<td>{text(cell)}</td>' for cell in cells)}</tr>")
    meaning = "; ".join(f"{each.order}: {ORDERS[each.order]}" for each in found.places)
    return [
        table(heads, rows, "Where the best move stands"),
        f"<p>{text(meaning[0].upper() + meaning[1:])}. Strongly ordered: the first move is best in 80 % of the nodes, "
        "and one of the first quarter in 90 %.</p>",
        *(figure_html(figure, look, f"{anchor}-places-{place}") for place, figure in enumerate(drawn, 1)),
    ]


def curves(places: Sequence[Places]) -> list[Figure]:
    """The distribution of the place of the best move, and how often the first move is best at each height."""
    at_most, by_height = [], []
    for each in places:
        total, points = 0.0, []
        for place, share in enumerate(each.shares[:_MOST_PLACES], 1):
            total += share
            points.append(Point(place, 100 * total))
        at_most.append(Series(each.order, points))
        by_height.append(Series(each.order, [Point(height, 100 * one) for height, one in each.by_height.items()]))
    return [
        Figure("", "", "The best move is among the first", "", "moves", "% of nodes", tuple(at_most)),
        Figure("", "", "The first move is best", "", "half-moves to the limit", "% of nodes", tuple(by_height)),
    ]


def _interval(each: Places) -> str:
    low, high = each.first.low, each.first.high
    return "" if low is None or high is None else span(100 * max(0.0, low), 100 * min(1.0, high), 0)


def _checks(found: MoveOrder, order: str, checks: Iterable[Check]) -> list[str]:
    checks = list(checks)
    fits = {each.name: str(each) for each in found.fits[order]}
    heads = ["algorithm", "leaves", RESAMPLED, "95 % interval", *fits]
    rows = []
    for each in checks:
        own = each.by_model[RESAMPLED]
        cells = [number(each.leaves.mean, 0), number(own.value, 2), span(own.low, own.high, 2)]
        cells += [number(each.by_model[name].value, 2) for name in fits]
        rows.append(f"<tr>{row_head(each.algorithm)}{''.join(f'<td>{text(cell)}</td>' for cell in cells)}</tr>")
    fitted = "; ".join(f"{name}: {one}" for name, one in fits.items())
    return [f"<p>{text(_MODELS)}</p>", table(heads, rows, f"Models, moves by {order}"), f"<p>{text(fitted)}</p>"]


def _advice(order: str, told: Sequence[Advice]) -> list[str]:
    heads = ["algorithm", "parameter", "value", "leaves on the model", "on the game", "states", ""]
    rows = []
    for each in told:
        for choice in each.choices:
            chosen = choice is each.chosen
            cells = [each.parameter, str(choice.value), number(choice.predicted.value, 2)]
            cells += ["" if choice.measured is None else number(choice.measured.value, 2), number(choice.storage)]
            cells.append("advice" if chosen else "too large" if choice.storage > each.limit else "")
            rows.append(f"<tr>{row_head(each.algorithm)}{''.join(f'<td>{text(cell)}</td>' for cell in cells)}</tr>")
    limit = f", with at most {number(told[0].limit)} states" if told else ""
    return [f"<p>{text(_ADVICE)}</p>", table(heads, rows, f"Parameters, moves by {order}{limit}", words=(0, 1, 6))]
