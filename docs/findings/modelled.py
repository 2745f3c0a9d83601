"""Findings based on models of game trees: NAME.toml lists games and depths, and .csv files keep what was measured.

    seed = 1
    positions = 30                  # of each game
    walks = 100                     # from each position
    trees = 4                       # of the model of each position
    algorithms = ["alpha_beta"]     # with which the models are checked
    [[games]]
    game = "othello:opening=12"
    depths = [4, 6]
    orders = ["rules", "order"]     # of moves, for models and parameters

NAME.csv has a row for each game, depth and order of moves; NAME_models.csv one for each algorithm there, and
NAME_parameters.csv one for each value of a parameter.
"""

from __future__ import annotations

import csv
import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared import HERE, Row

from halfmove import studies
from halfmove.base.identity import signature
from halfmove.studies.order_models import RESAMPLED
from halfmove.studies.table import as_csv

PARTS = ("", "_models", "_parameters")
Rows = dict[str, list[Row]]  # by part


@dataclass(frozen=True)
class Kind:
    """One game and depth, with what is asked about it."""

    game: str
    depth: int
    orders: tuple[str, ...]
    common: tuple[tuple[str, Any], ...]


def plans(file: Path) -> list[Kind]:
    given = tomllib.loads(file.read_text(encoding="utf-8"))
    common = {key: given[key] for key in ("seed", "positions", "walks", "trees")}
    common["algorithms"] = tuple(given["algorithms"])
    return [
        Kind(each["game"], depth, tuple(each["orders"]), tuple(common.items()))
        for each in given["games"]
        for depth in each["depths"]
    ]


def measure(name: str, folder: Path, store: Path, positions: int | None = None) -> None:
    """Measure all kinds, and write the .csv files again after each. What is in the store is not measured again."""
    store.mkdir(parents=True, exist_ok=True)
    known: Rows = {part: [] for part in PARTS}
    for kind in plans(HERE / f"{name}.toml"):
        asked = dict(kind.common) | ({"positions": positions} if positions else {})
        words = f"{name}-{kind.game}-{kind.depth}-{asked['positions']}-{signature()}"
        kept = store / f"{re.sub('[^0-9a-z]+', '-', words)}.json"
        if kept.exists():
            rows = json.loads(kept.read_text(encoding="utf-8"))
        else:
            rows = measured(kind, asked)
            kept.write_text(json.dumps(rows), encoding="utf-8")
        for part in PARTS:
            known[part] += rows[part]
            content = as_csv(tuple(known[part][0]), known[part])
            (folder / f"{name}{part}.csv").write_text(content, encoding="utf-8")
        print(f"{name}: {kind.game}, depth {kind.depth}", file=sys.stderr, flush=True)


def measured(kind: Kind, asked: dict[str, Any]) -> Rows:
    found = studies.move_order(kind.game, kind.depth, orders=kind.orders, **asked)
    head = {"game": kind.game, "depth": kind.depth}
    return {
        "": [head | row for row in places(found)],
        "_models": [head | row for row in models(found)],
        "_parameters": [head | row for row in parameters(found)],
    }


def places(found: studies.MoveOrder) -> Iterator[Row]:
    shape = found.shape
    for each in found.places:
        near, low, high = found.closeness[each.order], each.first.low, each.first.high
        yield {
            "positions": len(found.samples.positions),
            "nodes": shape.nodes,
            "width": f"{shape.width.mean:.2f}",
            "width_deviation": f"{shape.deviation:.2f}",
            "effective_width": f"{shape.effective_width:.3f}",
            "tree_leaves": f"{shape.tree_leaves.mean:.0f}",
            "over": f"{shape.over:.4f}",
            "ties": f"{shape.ties:.4f}",
            "best": f"{shape.best:.4f}",
            "parent_and_child": "" if shape.parent_and_child is None else f"{shape.parent_and_child:.3f}",
            "siblings": "" if shape.siblings is None else f"{shape.siblings:.3f}",
            "order": each.order,
            "first": f"{each.first.mean:.4f}",
            "first_low": f"{low:.4f}",
            "first_high": f"{high:.4f}",
            **{f"within_{part}": f"{one.mean:.4f}" for part, one in each.within.items()},
            "by_chance": f"{each.by_chance:.4f}",
            "to_least": f"{near.value:.3f}",
            "to_least_low": f"{near.low:.3f}",
            "to_least_high": f"{near.high:.3f}",
            "shares": " ".join(f"{share:.4f}" for share in each.shares),
            "by_height": " ".join(f"{share:.4f}" for share in each.by_height.values()),
        }


def models(found: studies.MoveOrder) -> Iterator[Row]:
    for order, checks in found.checks.items():
        for each in checks:
            own = each.by_model[RESAMPLED]
            row = {"order": order, "algorithm": each.algorithm, "leaves": f"{each.leaves.mean:.1f}"}
            row |= {"resampled": f"{own.value:.4f}", "low": f"{own.low:.4f}", "high": f"{own.high:.4f}"}
            for fit in found.fits[order]:
                row |= {fit.name: f"{each.by_model[fit.name].value:.4f}", f"{fit.name}, fitted": str(fit)}
            yield row


def parameters(found: studies.MoveOrder) -> Iterator[Row]:
    for order, told in found.advice.items():
        for each in told:
            for one in each.choices:
                row = {"order": order, "algorithm": each.algorithm, "parameter": each.parameter, "value": one.value}
                row |= {"limit": each.limit, "storage": one.storage, "predicted": f"{one.predicted.value:.4f}"}
                row["measured"] = "" if one.measured is None else f"{one.measured.value:.4f}"
                row["advice"] = int(one is each.chosen)
                yield row | {"better": int(one is each.better)}


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def kinds_of(rows: Iterable[Row]) -> list[tuple[str, str]]:
    """Games and depths, in order."""
    return list(dict.fromkeys((row["game"], row["depth"]) for row in rows))
