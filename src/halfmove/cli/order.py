"""`halfmove order`: how well the moves of a game are ordered, a model of its trees, and parameters for searches."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import click

from halfmove.cli import grid, text
from halfmove.cli.commands import Command
from halfmove.cli.interrupts import interruptible
from halfmove.cli.progress import progress
from halfmove.cli.streams import bold
from halfmove.cli.write import check, write
from halfmove.reports.move_order import page, shape_rows
from halfmove.studies import MoveOrder, move_order
from halfmove.studies.order_advice import Advice
from halfmove.studies.order_models import ALGORITHMS, RESAMPLED, SEARCHABLE
from halfmove.studies.statistics import Ratio, Summary

_POSITIONS, _SEED, _WALKS, _TREES = 30, 1, 100, 4
_DEEPEST = 64


def _depths(ctx: click.Context, param: click.Parameter, value: str) -> list[int]:
    found = []
    for part in value.split(","):
        match = re.fullmatch(r"\s*(\d{1,4})\s*", part)
        if match is None or not 1 <= int(match[1]) <= _DEEPEST:
            raise click.BadParameter(f"{part!r} is not a whole number from 1 to {_DEEPEST}", ctx, param)
        found.append(int(match[1]))
    return sorted(set(found))


@click.command("order", cls=Command)
@click.argument("game")
@click.option("-d", "--depth", "depths", callback=_depths, required=True, metavar="N,N", help="How deep to search.")
@click.option("--positions", type=click.IntRange(1), metavar="N", help=f"How many positions. [default: {_POSITIONS}]")
@click.option("--walks", type=click.IntRange(1), metavar="N", help=f"Walks from each position. [default: {_WALKS}]")
@click.option("--seed", type=int, metavar="S", help=f"Positions and walks are derived from it. [default: {_SEED}]")
@click.option(
    "--by",
    "orders",
    type=click.Choice(SEARCHABLE),
    multiple=True,
    help="Order of moves for the models and parameters; repeat for several. [default: rules]",
)
@click.option(
    "-a",
    "--algorithm",
    "algorithms",
    multiple=True,
    metavar="NAME",
    help=f"Algorithm to check the models with; repeat for several. [default: {', '.join(ALGORITHMS)}]",
)
@click.option("--trees", type=click.IntRange(1), metavar="N", help=f"Model trees of a position. [default: {_TREES}]")
@click.option(
    "--storage", type=click.IntRange(1), metavar="N", help="States to store at most. [default: a tenth of SSS*'s]"
)
@click.option("--no-models", is_flag=True, help="Only measure; make and check no models.")
@click.option("--no-parameters", is_flag=True, help="Choose no parameters.")
@click.option("--html", "html_file", metavar="FILE", help="Write a self-contained page with pictures and tables.")
@click.option("--json", "as_json", is_flag=True, help="Print all numbers as JSON.")
def command(
    game: str,
    depths: list[int],
    html_file: str | None,
    as_json: bool,
    orders: tuple[str, ...],
    algorithms: tuple[str, ...],
    no_models: bool,
    no_parameters: bool,
    storage: int | None,
    **numbers: int | None,
) -> None:
    """Measure how well the moves of a game are ordered, model its trees, and choose parameters for searching them.

    From each position random walks go down, and all children on the way are searched to the depth limit. So it is known
    which moves are best, and where they stand in each order of the moves: as the rules yield them, by the hook `order`,
    by evaluation, and by a search one half-move shallower: only its best move first ("last best"), or all values that
    it has backed up ("last values"). The models are families of the literature, fitted to that, and "resampled" trees,
    which are put together from the measured nodes. A model is good where algorithms evaluate about as many leaves on
    its trees as on those of the game.

    \b
    halfmove order othello:opening=12 --depth 4
    halfmove order othello:opening=8 --depth 4 --by order --html order.html
    halfmove order chess:opening=10 --depth 3 --no-parameters --json
    """
    check({"--html": html_file}, as_json)
    given = {name: value for name, value in numbers.items() if value is not None}
    wanted = orders or ("rules",)
    words: list[Any] = ["order", game, "--depth", ",".join(map(str, depths))]
    words += [word for name, value in given.items() for word in (f"--{name}", value)]
    words += [word for each in orders for word in ("--by", each)]
    words += [word for each in algorithms for word in ("-a", each)]
    words += ["--storage", storage] * (storage is not None)
    words += ["--no-models"] * no_models + ["--no-parameters"] * no_parameters
    repeat = text.command(*words)
    found = []

    def tell(depth: int) -> Callable[[str, int, int], None]:
        return lambda what, done, total: bar(f"depth {depth}, {what}", done, total, "steps")

    with interruptible(), progress() as bar:
        for depth in depths:
            found.append(
                move_order(
                    game,
                    depth,
                    **given,
                    orders=wanted,
                    algorithms=algorithms or ALGORITHMS,
                    models=not no_models,
                    parameters=not no_parameters,
                    storage=storage,
                    progress=tell(depth),
                )
            )
    if html_file is not None:
        write(page(found, repeat), html_file)
    if as_json:
        head = {"game": str(found[0].samples.tree), "seed": found[0].samples.seed, "repeat": repeat}
        click.echo(text.as_json(head | {"depths": [_flat(each) for each in found]}))
    elif html_file == "-":
        click.echo(text.repeated(repeat, err=True), err=True)
    else:
        for each in found:
            _show(each)
        click.echo(text.repeated(repeat, f"seed {found[0].samples.seed}; "))


def _flat(found: MoveOrder) -> dict[str, Any]:
    """All numbers of one depth, as plain data."""
    by_order = {order: list(map(asdict, checks)) for order, checks in found.checks.items()}
    return {
        "depth": found.samples.depth,
        "positions": len(found.samples.positions),
        "shape": asdict(found.shape),
        "places": [asdict(each) | {"strongly_ordered": each.strongly_ordered} for each in found.places],
        "closeness": {order: asdict(one) for order, one in found.closeness.items()},
        "fits": {order: {each.name: str(each) for each in fits} for order, fits in found.fits.items()},
        "models": by_order,
        "parameters": {order: list(map(asdict, told)) for order, told in found.advice.items()},
    }


def _show(found: MoveOrder) -> None:
    title = f"{found.samples.tree}, depth {found.samples.depth}"
    click.echo(bold(f"{title}: the trees"))
    click.echo(text.columns(shape_rows(found)) + "\n")
    if found.places:
        headings = ["order of moves", "first is best", "in w/2", "in w/4", "in w/8", "shuffled", "alpha-beta / least"]
        rows = []
        for each in found.places:
            near = found.closeness.get(each.order)
            shares = [_percent(one) for one in each.within.values()]
            cells = [each.order, _percent(each.first), *shares, f"{each.by_chance:.0%}"]
            rows.append([*cells, "" if near is None else _ratio(near)])
        grid.show(f"{title}: where the best move stands, % of the nodes", headings, rows)
    for order, checks in found.checks.items():
        names = [fit.name for fit in found.fits[order]]
        headings = ["algorithm", "leaves", RESAMPLED, *names]
        rows = [
            [text.with_gaps(each.algorithm), text.count(each.leaves.mean), _ratio(each.by_model[RESAMPLED])]
            + [f"{each.by_model[name].value:.2f}" for name in names]
            for each in checks
        ]
        grid.show(f"{title}, by {order}: leaves on model trees / leaves on the game", headings, rows)
        click.echo(text.columns([(fit.name, str(fit)) for fit in found.fits[order]]) + "\n")
    for order, told in found.advice.items():
        _show_advice(title, order, told)


def _show_advice(title: str, order: str, told: Sequence[Advice]) -> None:
    headings = ["algorithm", "advice", "leaves on the model", "on the game", "states", "better on the game"]
    rows = []
    for each in told:
        one, better = each.chosen, each.better
        cells = [each.algorithm, f"{each.parameter}={one.value}", _ratio(one.predicted)]
        cells += ["" if one.measured is None else _ratio(one.measured), f"{one.storage:,}"]
        rows.append([*cells, "" if better is None else f"{each.parameter}={better.value}"])
    limit = f", with at most {told[0].limit:,} states" if told else ""
    grid.show(f"{title}, by {order}: parameters{limit}; leaves / alpha_beta", headings, rows, words=(0, 1, 5))


def _percent(one: Summary) -> str:
    reach = "" if one.high is None else f" ± {100 * (one.high - one.mean):.0f}"
    return f"{100 * one.mean:.0f}{reach}"


def _ratio(one: Ratio) -> str:
    if one.low is None or one.high is None:
        return f"{one.value:.2f}"
    return f"{one.value:.2f} ± {max(one.high - one.value, one.value - one.low):.2f}"
