"""How well the moves of real games are ordered, a model of their trees, and parameters for searching them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import correlation, fmean
from typing import Any

import modelled
from shared import INK, Row, Tables, canvas, markdown, save, span, titles

from halfmove.studies.order_samples import Sample, sampled
from halfmove.studies.table import as_csv

GAMES = {
    "connect_four": "Connect Four",
    "othello": "Othello",
    "kalah": "Kalah",
    "checkers": "checkers",
    "breakthrough": "Breakthrough",
    "chess": "chess",
}
ORDERS = ("rules", "order", "evaluation", "last best", "last values")
FAMILIES = ("independent leaves", "incremental", "(p, R)", "geometric")
MODELS = ("resampled", *FAMILIES)
_SHOWN = 12  # places in the picture


def name_of(row: Row) -> str:
    """
    >>> name_of({"game": "connect_four:opening=8", "depth": "6"})
    'Connect Four 6'
    """
    return f"{GAMES[row['game'].partition(':')[0]]} {row['depth']}"


def page(folder: Path) -> Tables:
    places, models, parameters = (modelled.rows_of(folder / f"order_of_moves{part}.csv") for part in modelled.PARTS)
    draw_places(places, folder)
    draw_models(models, folder)
    return {
        "trees": markdown(
            ["", "moves", "deviation", "uniform width", "several best", "parent, child", "siblings"], trees(places)
        ),
        "first": markdown(["", *ORDERS, "shuffled"], by_order(places, percent_with_interval, "by_chance")),
        "quarter": markdown(["", *ORDERS], by_order(places, lambda row: percent(row["within_4"]))),
        "least": markdown(["", *ORDERS], by_order(places, lambda row: f"{float(row['to_least']):.2f}")),
        "models": markdown(["", "moves by", "algorithm", "leaves", *MODELS], model_rows(models)),
        "within": markdown(["", *MODELS], share_rows(models)),
        "persistence": markdown(
            ["", "correlation of places", "PS*(2), model / game"],
            persistence_rows(modelled.rows_of(persistence_file(folder)), models),
        ),
        "fits": markdown(["", "moves by", "(p, R)", "geometric", "values"], fit_rows(models)),
        "parameters": markdown(
            ["", "moves by", "states", *(name for _, _, name in CHOSEN)], parameter_rows(parameters)
        ),
        "neighbours": markdown(["parameter", "asked", "wrong", "then better by"], neighbour_rows(parameters)),
    }


def percent(share: str | float) -> str:
    return f"{100 * float(share):.0f} %"


def percent_with_interval(row: Row) -> str:
    low, high = max(0.0, float(row["first_low"])), min(1.0, float(row["first_high"]))
    return f"{100 * float(row['first']):.0f} ({100 * low:.0f} to {100 * high:.0f})"


def by_kind(rows: Sequence[Row]) -> Iterator[list[Row]]:
    for kind in modelled.kinds_of(rows):
        yield [row for row in rows if (row["game"], row["depth"]) == kind]


def trees(rows: Sequence[Row]) -> Iterator[list[str]]:
    for some in by_kind(rows):
        row = some[0]
        numbers = [f"{float(row[key]):.1f}" for key in ("width", "width_deviation", "effective_width")]
        related = [f"{float(row[key]):.2f}" for key in ("parent_and_child", "siblings")]
        yield [name_of(row), *numbers, percent(row["ties"]), *related]


def by_order(rows: Sequence[Row], cell: Any, *common: str) -> Iterator[list[str]]:
    for some in by_kind(rows):
        known = {row["order"]: cell(row) for row in some}
        yield [
            name_of(some[0]),
            *(known.get(order, "") for order in ORDERS),
            *(percent(some[0][key]) for key in common),
        ]


def model_rows(rows: Sequence[Row]) -> Iterator[list[str]]:
    for row in rows:
        reach = max(float(row["high"]) - float(row["resampled"]), float(row["resampled"]) - float(row["low"]))
        own = f"{float(row['resampled']):.2f} ± {reach:.2f}"
        yield [name_of(row), row["order"], row["algorithm"], f"{float(row['leaves']):,.0f}", own] + [
            f"{float(row[family]):.2f}" for family in FAMILIES
        ]


def share_rows(rows: Sequence[Row]) -> Iterator[list[str]]:
    """How many of the cells of each game a model hits."""
    for game in dict.fromkeys(row["game"] for row in rows):
        some = [row for row in rows if row["game"] == game]
        yield [GAMES[game.partition(":")[0]], *(hits(some, model) for model in MODELS)]
    yield ["all", *(hits(rows, model) for model in MODELS)]


def hits(rows: Sequence[Row], model: str) -> str:
    near = sum(is_near(row, model) for row in rows)
    return f"{near} of {len(rows)}, {span((float(row[model]) for row in rows), '.2f')}"


def is_near(row: Row, model: str) -> bool:
    return 0.9 <= float(row[model]) <= 1.1


def fit_rows(rows: Sequence[Row]) -> Iterator[list[str]]:
    known = set()
    for row in rows:
        key = (row["game"], row["depth"], row["order"])
        if key not in known:
            known.add(key)
            order, chance = row["(p, R), fitted"].split("order=")[1].split(",probability=")
            q = row["geometric, fitted"].partition("probability=")[2]
            values = row["independent leaves, fitted"].partition("values=0..")[2]
            yield [
                name_of(row),
                row["order"],
                f"R = {order}, p = {float(chance):.2f}",
                f"{float(q):.2f}",
                str(int(values) + 1),
            ]


# algorithm, parameter, heading
CHOSEN = (
    ("ps_star", "phases", "PS* k"),
    ("ps_star", "partitions", "PS* first part"),
    ("iter_sss_star", "memory", "ITERSSS* M"),
    ("staged_sss_star", "stage", "stage"),
    ("sss_alpha_beta", "split", "SAB split"),
    ("alpha_beta_sss", "split", "ABS split"),
)


def parameter_rows(rows: Sequence[Row]) -> Iterator[list[str]]:
    """The advice, with the leaves on the game in units of those of alpha-beta."""
    for kind in dict.fromkeys((row["game"], row["depth"], row["order"]) for row in rows):
        some = [row for row in rows if (row["game"], row["depth"], row["order"]) == kind]
        cells = []
        for algorithm, parameter, _ in CHOSEN:
            (one,) = [r for r in some if (r["algorithm"], r["parameter"], r["advice"]) == (algorithm, parameter, "1")]
            over = "" if int(one["storage"]) <= int(one["limit"]) else f", {int(one['storage']):,} states"
            cells.append(f"{one['value']} ({float(one['measured']):.2f}{over})")
        yield [name_of(some[0]), kind[2], f"{int(some[0]['limit']):,}", *cells]


def neighbour_rows(rows: Sequence[Row]) -> Iterator[list[str]]:
    """How often a neighbour of the advice turned out to be better on the game."""
    for algorithm, parameter, name in CHOSEN:
        some = [row for row in rows if (row["algorithm"], row["parameter"]) == (algorithm, parameter)]
        asked = [row for row in some if row["advice"] == "1"]
        wrong = [row for row in some if row["better"] == "1"]
        gains = [1 - float(row["measured"]) / float(own["measured"]) for row in wrong for own in [_beside(row, asked)]]
        yield [
            name,
            str(len(asked)),
            str(len(wrong)),
            span((100 * gain for gain in gains), ".0f") + (" %" if gains else ""),
        ]


def _beside(row: Row, asked: Iterable[Row]) -> Row:
    keys = ("game", "depth", "order")
    return next(own for own in asked if all(own[key] == row[key] for key in keys))


# What the model loses


def persistence_file(folder: Path) -> Path:
    return folder / "order_of_moves_persistence.csv"


def measure(folder: Path) -> None:
    """Whether the best moves of a node and of its grandchild stand in similar places, within a position and height.

    Resampled trees have no such correlation. A root is no such node, because each position has only one.
    """
    rows = []
    for game, depth in _PERSISTENCE.items():
        found = sampled(game, depth, positions=20, walks=60)
        groups: dict[tuple[int, int], list[tuple[float, float]]] = {}
        for number, position in enumerate(found.positions):
            for walk in position.walks:
                for above, below in zip(walk[1:], walk[3:], strict=False):
                    if min(len(above.node.values), len(below.node.values)) > 1:
                        pair = (_relative_place(above), _relative_place(below))
                        groups.setdefault((number, above.node.height), []).append(pair)
        pairs = [pair for some in groups.values() if len(some) > 5 for pair in _centred(some)]
        together = correlation([one for one, _ in pairs], [other for _, other in pairs])
        rows.append({"game": game, "depth": depth, "pairs": len(pairs), "correlation": f"{together:.3f}"})
    persistence_file(folder).write_text(as_csv(tuple(rows[0]), rows), encoding="utf-8")


_PERSISTENCE = {
    "connect_four:opening=8": 6,
    "othello:opening=12": 5,
    "kalah:opening=6": 6,
    "checkers:opening=8": 6,
    "breakthrough:opening=10": 4,
}


def _relative_place(sample: Sample) -> float:
    return (sample.place("rules") - 1) / (len(sample.node.values) - 1)


def _centred(pairs: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    means = [fmean(each) for each in zip(*pairs, strict=True)]
    return [(one - means[0], other - means[1]) for one, other in pairs]


def persistence_rows(rows: Sequence[Row], models: Sequence[Row]) -> Iterator[list[str]]:
    """The correlation, beside what PS*(2) needs on model trees."""
    for row in rows:
        own = [each for each in models if (each["game"], each["order"]) == (row["game"], "rules")]
        ratios = span((float(each["resampled"]) for each in own if each["algorithm"] == "ps_star:phases=2"), ".2f")
        yield [GAMES[row["game"].partition(":")[0]], row["correlation"][:-1], ratios]


# Drawings


def draw_places(rows: Sequence[Row], folder: Path) -> None:
    """How often the best move is among the first moves, at the greatest depth of each game."""
    figure, panels = canvas(2, 3, width=13, height=3.2, margins=(0.75, 0.15, 0.35, 1.0), sharey=True)
    deepest = {row["game"]: row["depth"] for row in rows}
    for panel, (game, depth) in zip(panels.flat, deepest.items(), strict=True):
        for row in rows:
            if (row["game"], row["depth"]) != (game, depth):
                continue
            total, reached = 0.0, []
            for share in [*map(float, row["shares"].split()), *[0.0] * _SHOWN][:_SHOWN]:
                total += share
                reached.append(100 * total)
            number = ORDERS.index(row["order"])
            panel.plot(
                range(1, _SHOWN + 1), reached, color=INK[number], marker="os^Dv"[number], ms=4, label=row["order"]
            )
        panel.set_title(f"{GAMES[game.partition(':')[0]]}, depth {depth}")
        panel.set_ylim(0, 102)
    handles, labels = max((panel.get_legend_handles_labels() for panel in panels.flat), key=lambda pair: len(pair[0]))
    figure.legend(handles, labels, loc="lower center", ncols=5, bbox_to_anchor=(0.5, 0.04))
    titles(figure, "moves", "best move is among them, % of nodes")
    save(figure, folder, "order_of_moves-places")


def draw_models(rows: Sequence[Row], folder: Path) -> None:
    """The leaves on model trees divided by those on the game: one column of points for each game and depth."""
    kinds = modelled.kinds_of(rows)
    figure, panels = canvas(1, 1, width=13, height=4.6, margins=(0.75, 0.15, 0.3, 1.35))
    panel = panels[0][0]
    panel.axhspan(0.9, 1.1, color="#dddddd", lw=0)
    for number, model in enumerate(MODELS):
        xs = [kinds.index((row["game"], row["depth"])) + 0.14 * (number - 2) for row in rows]
        ys = [float(row[model]) for row in rows]
        panel.scatter(xs, ys, s=16, color=INK[number], marker="os^Dv"[number], label=model)
    panel.set_yscale("log")
    ticks = (0.25, 0.5, 1, 2, 4, 8, 16)
    panel.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    panel.set_yticks([], minor=True)
    panel.set_xticks(range(len(kinds)), [name_of({"game": game, "depth": depth}) for game, depth in kinds], fontsize=8)
    handles, labels = panel.get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncols=5, bbox_to_anchor=(0.5, 0.06))
    titles(figure, "", "leaves on model trees / leaves on the game")
    save(figure, folder, "order_of_moves-models")
