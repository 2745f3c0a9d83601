"""Does a search to depth q play better than one to depth p < q?

There are two sources. One is matches between fixed depths in real games, from the .csv of the matches. The other is two
kinds of trees in which every node has two children and every leaf is won by one side. There the right move is
known, and deeper can be worse.

    independent   each leaf is won by the side to move there with the probability 0.618, whatever its neighbours are.
                  With this number (w = 1 - w²) the side to move wins a node equally often at any height.
    dependent     every branch is worth +1 or -1, and the first player wins the leaves with a sum of 0 or more: leaves
                  with a common path from the root are alike.

The evaluation of a node is the share of leaves below it that the first player wins.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from played import by_game, elo_of, game_name, score_of, verdict_of
from shared import INK, Row, Tables, canvas, markdown, save, titles

from halfmove.studies.table import as_csv

GOLDEN = (math.sqrt(5) - 1) / 2
KINDS = ("independent", "dependent")
HEIGHT, TREES, SEED = 10, 20_000, 1
PART = 2_000  # trees in memory at the same time
ERRORS = (0.01, 0.05, 0.1, 0.2)
PLIES = 8
TREE_COLUMNS = ("kind", "depth", "trees", "right", "low", "high")


# Trees


def leaves(kind: str, count: int, height: int, chance: np.random.Generator) -> Any:
    """For each tree its leaves from left to right: 1 where the first player wins, 0 where the second does."""
    if kind == "independent":
        wins = GOLDEN if height % 2 == 0 else 1 - GOLDEN
        return (chance.random((count, 1 << height)) < wins).astype(np.int64)
    sums = np.zeros((count, 1), np.int64)
    for level in range(height):
        sums = np.repeat(sums, 2, axis=1) + np.where(chance.random((count, 2 << level)) < 0.5, 1, -1)
    return (sums >= 0).astype(np.int64)


def children(values: Any, depth: int) -> Any:
    """The minimax values of the root's two children, from the values of all nodes at a depth below the root.

    >>> children(np.array([[3, 5, 4, 1]]), 2).tolist(), children(np.array([[7, 8]]), 1).tolist()
    ([[3, 1]], [[7, 8]])
    """
    for level in range(depth, 1, -1):  # the first player is to move at the root, so the second one at depth 1
        pairs = values.reshape(len(values), -1, 2)
        values = pairs.min(2) if level % 2 == 0 else pairs.max(2)
    return values


def right_choices(kind: str, height: int = HEIGHT, trees: int = TREES, seed: int = SEED) -> list[list[float]]:
    """For each depth, its choices in trees whose two moves differ: 1 right, 0 wrong, 1/2 if it sees no difference."""
    chance = np.random.default_rng(seed)
    found: list[list[float]] = [[] for _ in range(height)]
    for _ in range(-(-trees // PART)):
        some = leaves(kind, min(PART, trees), height, chance)
        true = children(some, height)
        some, true = some[true[:, 0] != true[:, 1]], true[true[:, 0] != true[:, 1]]
        for depth in range(1, height + 1):
            guesses = children(some.reshape(len(some), 1 << depth, -1).sum(2), depth)
            agree = np.sign(guesses[:, 0] - guesses[:, 1]) * np.sign(true[:, 0] - true[:, 1])
            found[depth - 1] += ((agree + 1) / 2).tolist()
    return found


def tree_rows(trees: int) -> Iterator[Row]:
    for kind in KINDS:
        for depth, choices in enumerate(right_choices(kind, trees=trees), 1):
            share = sum(choices) / len(choices)
            reach = 1.96 * math.sqrt(sum((each - share) ** 2 for each in choices)) / len(choices)
            numbers = {"right": share, "low": share - reach, "high": share + reach}
            yield {"kind": kind, "depth": depth, "trees": len(choices)} | {k: f"{v:.4f}" for k, v in numbers.items()}


def error_after(error: float, plies: int) -> float:
    """How often minimax over this many half-moves is wrong, if each evaluation names the wrong winner this often.

    Exact, for independent leaves: by the probabilities of (actual winner, evaluated winner), level by level.

    >>> error_after(0.1, 0), round(error_after(0.1, 1), 4)
    (0.1, 0.1165)
    """
    chances = {(True, True): GOLDEN * (1 - error), (True, False): GOLDEN * error}
    chances |= {(False, False): (1 - GOLDEN) * (1 - error), (False, True): (1 - GOLDEN) * error}
    for _ in range(plies):
        above = dict.fromkeys(chances, 0.0)
        for (one, one_guess), p in chances.items():
            for (other, other_guess), q in chances.items():
                above[not (one and other), not (one_guess and other_guess)] += p * q
        chances = above
    return chances[True, False] + chances[False, True]


# The page


def depth_of(player: str) -> int:
    found = re.search("depth=([0-9]+)", player)
    assert found is not None
    return int(found[1])


def page(all_rows: list[Row], folder: Path) -> Tables:
    rows = [row for row in all_rows if row["player"].startswith("alpha_beta")]
    others = [row for row in all_rows if row not in rows]
    trees = list(tree_rows(TREES))
    (folder / "deeper_is_better_trees.csv").write_text(as_csv(TREE_COLUMNS, trees), encoding="utf-8")
    draw(rows, folder)
    draw_trees(trees, folder)
    depths = [str(depth) for depth in range(1, HEIGHT + 1)]
    right = [[kind, *[f"{100 * float(r['right']):.1f}" for r in trees if r["kind"] == kind]] for kind in KINDS]
    plies = ["the evaluation itself", "1 half-move", *[f"{count} half-moves" for count in range(2, PLIES + 1)]]
    errors = [[f"{100 * e:g}", *[f"{100 * error_after(e, n):.1f}" for n in range(1, PLIES + 1)]] for e in ERRORS]
    return {
        "one half-move deeper": ladder(rows, 1),
        "two half-moves deeper": ladder(rows, 2),
        "not better": markdown(["game", "depths", "score, %", "Elo", "verdict"], not_better(rows)),
        "captures followed": markdown(["hooks", "without quiescence", "with it"], cures(others)),
        "right choices": markdown(["leaves", *depths], right),
        "errors": markdown(plies, errors),
    }


def ladder(rows: list[Row], more: int) -> str:
    some = [row for row in rows if depth_of(row["player"]) - depth_of(row["against"]) == more]
    heads = list(dict.fromkeys(f"{depth_of(row['player'])} against {depth_of(row['against'])}" for row in some))
    return markdown(["game", *heads], [[game_name(game), *map(score_of, here)] for game, here in by_game(some)])


HOOKS = {
    "fewer_hooks.py:breakthrough": "only which moves take for nothing",
    "fewer_hooks.py:breakthrough_in_order": "that, and an order of moves",
    "breakthrough": "all",
}


def cures(rows: list[Row]) -> Iterator[list[str]]:
    """Depth 3 against depth 2 in Breakthrough, without quiescence and with it."""
    for game, here in by_game(rows):
        yield [HOOKS[game], *[score_of(row) for row in sorted(here, key=lambda row: "off" not in row["player"])]]


def not_better(rows: list[Row]) -> Iterator[list[str]]:
    """The matches in which the deeper search is not shown to be better."""
    for game, here in by_game(rows):
        for row in here:
            if verdict_of(row) != "better":
                names = f"{depth_of(row['player'])} against {depth_of(row['against'])}"
                yield [game_name(game), names, score_of(row), elo_of(row), verdict_of(row)]


def draw(rows: list[Row], folder: Path) -> None:
    """The score of the deeper search, one panel for each game."""
    games = list(by_game(rows))
    figure, axes = canvas(1, len(games), 13, 3.4, sharey=True, gaps=(0.3, 0.6))
    for axis, (game, here) in zip(axes.flat, games, strict=True):
        for more in (1, 2):
            some = [row for row in here if depth_of(row["player"]) - depth_of(row["against"]) == more]
            places = [depth_of(row["against"]) + 0.08 * (2 * more - 3) for row in some]
            scores = [100 * float(row["score"]) for row in some]
            reach = [[100 * abs(float(row[end]) - float(row["score"])) for row in some] for end in ("low", "high")]
            label = f"p + {more} against p"
            axis.errorbar(places, scores, reach, fmt="o-", ms=4, lw=1, capsize=2, color=INK[more - 1], label=label)
        axis.axhline(50, color="black", lw=0.8)
        axis.set(title=game_name(game), ylim=(0, 103))
        axis.set_xticks(range(1, 6))
    axes.flat[0].legend(loc="lower left")
    titles(figure, "depth p of the other search", "score of the deeper search, %")
    save(figure, folder, "deeper_is_better-games")


def draw_trees(trees: list[Row], folder: Path) -> None:
    """How often each depth finds the right one of two moves."""
    figure, axes = canvas(1, 1, 7, 3.4)
    axis = axes[0][0]
    for kind, ink in zip(KINDS, INK, strict=False):
        some = [row for row in trees if row["kind"] == kind]
        axis.plot(
            [row["depth"] for row in some], [100 * float(row["right"]) for row in some], "o-", color=ink, label=kind
        )
    axis.set(ylim=(50, 102))
    axis.set_xticks(range(1, HEIGHT + 1))
    axis.legend(loc="upper left", title="leaves")
    titles(figure, f"depth of the search, in trees of {HEIGHT} half-moves", "right choices, %")
    save(figure, folder, "deeper_is_better-trees")
