"""`halfmove theory visits`, `values` and `fit`: Baudet 1977 node by node, and the formula of 1973 that he quotes."""

from __future__ import annotations

import html
from collections import Counter
from itertools import product
from typing import Any

import click

import halfmove as hm
from halfmove import theory
from halfmove.adapters.arguments import text_of
from halfmove.cli import write
from halfmove.cli.commands import Command
from halfmove.cli.progress import progress
from halfmove.cli.theory_tables import check_rows, show, values_from, values_option
from halfmove.errors import UsageError
from halfmove.reports.chart import HEIGHT, WIDTH, chart
from halfmove.studies.figures import Figure, Point, Series
from halfmove.studies.statistics import share_interval
from halfmove.theory.checks import check_float_size
from halfmove.theory.fuller import leaves_of_all, scale
from halfmove.theory.ladder import is_continuous
from halfmove.theory.visits import MOST_LEAVES, distributions

_DEEPEST = 60  # half-moves; a table has a column for each
_SEARCHED = 20_000_000  # leaves of all trees together


@click.command("visits", cls=Command, short_help="The chance that alpha-beta visits each leaf.")
@click.option("-w", "--width", type=int, default=2, show_default=True, help="Children of a node.")
@click.option("-d", "--depth", type=int, default=4, show_default=True, help="Half-moves to the leaves.")
@values_option
@click.option("--node", "nodes", multiple=True, metavar="NODE", help="Only this node, such as 2.1; repeat for several.")
@click.option("--trees", type=click.IntRange(0), default=0, metavar="N", help="Also search N random trees.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first tree.")
@click.option("--svg", metavar="FILE", help="Draw the chances and the measurements; - is standard output.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def visits(width: int, depth: int, values: Any, nodes: tuple[str, ...], trees: int, seed: int, svg: str | None,
           as_json: bool) -> None:  # fmt: skip
    """The chance that alpha-beta visits each leaf, or a node, of a tree with random leaves (Baudet 1977, 3.10).

    With --trees the table also shows how often it visited them on random trees.

    \b
    halfmove theory visits -w 2 -d 6 --trees 1000 --svg visits.svg
    halfmove theory visits -w 8 -d 4 --node 8.8 --node 8.8.8.8
    """
    write.check({"--svg": svg}, as_json)
    if svg is not None and nodes:
        raise UsageError("--svg draws all leaves: leave --node out")
    if nodes:
        chances = {node.strip(): theory.visit_probability(width, depth, node, values) for node in nodes}
    else:
        every = theory.visit_probabilities(width, depth, values)
        names = product(map(str, range(1, width + 1)), repeat=depth)
        chances = {".".join(name) or "0": chance for name, chance in zip(names, every, strict=True)}
    seen = _visited(width, depth, values, list(chances), trees, seed) if trees else {}
    rows = []
    for node, chance in chances.items():
        row: dict[str, Any] = {"node": node, "visited": chance}
        if trees:
            low, high = share_interval(seen[node], trees)
            row |= {"measured": seen[node] / trees, "low": low, "high": high}
        rows.append(row)
    title = f"chance of a visit by alpha-beta, T({width},{depth}), values {_written(values)}"
    if svg != "-":
        if not as_json:
            check_rows(len(rows))
        show(rows, as_json, title, decimals=4, width=width, depth=depth, values=_written(values), trees=trees)
    if svg is not None:
        write.write(_picture(_figure(rows, title, trees)), svg)


def _visited(width: int, depth: int, values: Any, nodes: list[str], trees: int, seed: int) -> Counter[str]:
    """The number of trees on which alpha-beta reaches each node."""
    if width**depth > MOST_LEAVES or trees * width**depth > _SEARCHED:
        raise UsageError(f"{trees} trees T({width},{depth}) are too many to search here: use fewer or smaller trees")
    wanted, found = set(nodes), Counter[str]()
    with progress() as bar:
        for number in range(trees):
            tree = hm.trees.uniform(width, depth, seed=seed + number, values=values)
            leaves = hm.search(tree, "alpha_beta", compiled=False, trace=True).leaf_order or ()
            here = set(leaves)
            for leaf in leaves:
                parts = leaf.split(".")
                here.update(".".join(parts[:length]) for length in range(1, len(parts)))
            found.update((here | {"0"}) & wanted)
            bar("searching", number + 1, trees, "trees")
    return found


def _figure(rows: list[dict[str, Any]], title: str, trees: int) -> Figure:
    series = [Series("formula (3.10)", [Point(place, row["visited"]) for place, row in enumerate(rows, 1)], plain=True)]
    if trees:
        points = [Point(place, row["measured"], row["low"], row["high"]) for place, row in enumerate(rows, 1)]
        series.append(Series(f"{trees:,} trees", points))
    return Figure("", "", title, "", "leaf, from left to right", "chance of a visit", tuple(series))


def _picture(figure: Figure) -> str:
    """The figure as a file of its own, with its caption above."""
    size = f'width="{WIDTH}" height="{HEIGHT + 36}" viewBox="0 0 {WIDTH} {HEIGHT + 36}"'
    inner = f'<svg y="36" width="{WIDTH}" height="{HEIGHT}"{chart(figure).removeprefix("<svg")}'
    caption = f'<text x="16" y="22" font-size="15">{html.escape(figure.caption)}</text>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13">'
    return f'{head}<rect width="100%" height="100%" fill="#fff"/>{caption}{inner}</svg>\n'


def _written(values: Any) -> str:
    return f"bivalued:{values}" if isinstance(values, float) else text_of(values)


@click.command("values", cls=Command, short_help="How the values backed up to each depth are distributed.")
@click.option("-w", "--width", type=int, default=2, show_default=True, help="Children of a node.")
@click.option("-d", "--depth", type=int, default=4, show_default=True, help="Half-moves to the leaves.")
@click.option("--values", default="0..3", show_default=True, metavar="HOW", callback=values_from,
              help="How leaf values are distributed: 0..127, 0:0.5,1:0.3,7:0.2, or bivalued:0.3.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def values(width: int, depth: int, values: Any, as_json: bool) -> None:
    """The chances of the values that minimax backs up to the nodes of each depth (Baudet 1977, 3.1).

    Values are for MAX, who moves at the root.
    """
    check_float_size(width, depth)
    if depth > _DEEPEST:
        raise UsageError(f"a table of {depth + 1} depths is too wide: use a depth of at most {_DEEPEST}")
    if is_continuous(values):
        raise UsageError(
            "--values continuous: single values of real leaves have no chance above 0; give values that can be equal, "
            "as in --values 0..3"
        )
    columns = distributions(width, depth, values)[::-1]
    check_rows(len(columns[0]))
    rows = [
        {"value": str(value), **{f"depth_{at}": column[value] for at, column in enumerate(columns)}}
        for value in columns[0]
    ]
    title = f"values backed up, T({width},{depth}), leaves {_written(values)}"
    show(rows, as_json, title, decimals=4, width=width, depth=depth, values=_written(values))


@click.command("fit", cls=Command, short_help="The formula of Fuller, Gaschnig and Gillogly, tested.")
@click.option("--largest", type=int, default=12, show_default=True, help="Largest width + depth.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def fit(largest: int, as_json: bool) -> None:
    """Expected leaves of alpha-beta against c n^(0.72 d + 0.277) (Fuller, Gaschnig & Gillogly 1973).

    c is the expected number of leaves divided by this power of n. They say that it lies between 1 and 2 for
    n + d <= 12. The same formula is then fitted to the expected numbers, with a c for each depth, by least squares of
    logarithms.
    """
    found = theory.fuller_fit(largest)
    low, high = theory.fuller_range(largest)
    rows = [
        {"width": n, "depth": d, "leaves": leaves, "c": scale(n, d, leaves), "fitted_c": found.scales[d - 1]}
        for (n, d), leaves in leaves_of_all(largest).items()
    ]
    fitted = {"by_depth": found.by_depth, "constant": found.constant}
    show(rows, as_json, "expected leaves / n^(0.72 d + 0.277)", decimals=3, least=low, greatest=high, fit=fitted)
    if not as_json:
        click.echo(
            f"\nc from {low:.3f} to {high:.3f}; fitted: n^({found.by_depth:.3f} d + {found.constant:.3f}), "
            f"c from {min(found.scales):.3f} to {max(found.scales):.3f}"
        )


COMMANDS = (visits, values, fit)
