"""The algorithms of Campbell & Marsland in real games: hybrids, windows, aspiration; moves as they come and sorted."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median

from shared import INK, Row, Tables, by_tree, canvas, columns_of, leaves_of, markdown, ratio, save, titles

from halfmove import studies
from halfmove.studies.searcher import Searcher
from halfmove.studies.statistics import summarise
from halfmove.studies.table import as_csv

COLUMNS = ("storage", *columns_of("ratio"))
GAMES = {
    "connect_four": "Connect Four",
    "othello": "Othello",
    "kalah": "Kalah",
    "checkers": "checkers",
    "breakthrough": "Breakthrough",
    "chess": "chess",
}
ASPIRATION_COLUMNS = ("tree", "guess", "error", "trees", *columns_of("ratio"), "repeated")
# The guess of aspiration search: the value of a search to this many half-moves, or so many less than the search itself.
GUESSES: dict[str, Callable[[int], int]] = {
    "depth 2": lambda depth: 2,
    "2 less": lambda depth: depth - 2,
    "perfect": lambda depth: depth,
}
_TIMES = (0.5, 1, 2, 4)  # errors, in units of the median difference between the guess "2 less" and the value
KINDS = {
    "staged_sss_star": ("stage", "staged SSS*"),
    "sss_alpha_beta": ("split", "SAB"),
    "alpha_beta_sss": ("split", "ABS"),
}


def cells(table: studies.Table) -> Iterator[Row]:
    for cell, records in table.cells():
        base = leaves_of(table.cell(cell.tree, "alpha_beta"))
        storage = max(record.max_open + record.max_backup for record in records)
        yield {"storage": storage, **ratio(leaves_of(records), base).cells("ratio")}


def aspiration_file(folder: Path) -> Path:
    return folder / "hybrids_in_games_aspiration.csv"


def measure(table: studies.Table, folder: Path) -> None:
    """Aspiration search with guesses from shallower searches, which are not counted; moves as they come."""
    rows = []
    for tree in (each for each in table.plan.trees if not each.presorted):
        records = table.cell(tree, "alpha_beta")
        games = [tree.make(tree.seed(table.plan.seed, record.repetition)) for record in records]
        assert tree.look_ahead is not None
        depth = tree.look_ahead
        guesses = {name: [_value(game, depth_of(depth)) for game in games] for name, depth_of in GUESSES.items()}
        pairs = zip(guesses["2 less"], guesses["perfect"], strict=True)
        unit = max(1.0, median(abs(one - other) for one, other in pairs))
        for name, values in guesses.items():
            for error in dict.fromkeys(max(1, round(times * unit)) for times in _TIMES):
                found = [
                    Searcher("aspiration", depth, guess=int(value), error=error)(game).counts
                    for game, value in zip(games, values, strict=True)
                ]
                row: Row = {"tree": str(tree), "guess": name, "error": error, "trees": len(games)}
                row |= ratio([each.leaves for each in found], leaves_of(records)).cells("ratio")
                rows.append(row | {"repeated": sum(each.researches for each in found)})
    aspiration_file(folder).write_text(as_csv(ASPIRATION_COLUMNS, rows), encoding="utf-8")


def _value(game: object, depth: int) -> float:
    return 0 if depth < 1 else Searcher("alpha_beta", depth)(game).value  # type: ignore[arg-type]


def heading(tree: studies.TreeSpec) -> str:
    return f"{GAMES[tree.name]} {tree.look_ahead}" + (", sorted" if tree.presorted else "")


def name_of(algorithm: studies.AlgorithmSpec) -> str:
    """
    >>> name_of(studies.AlgorithmSpec.parse("staged_sss_star:stage=2"))
    'staged_sss_star(2)'
    """
    given = [str(value) for _, value in algorithm.parameters]
    return algorithm.id + (f"({', '.join(given)})" if given else "")


def page(table: studies.Table, folder: Path) -> Tables:
    deepest = {tree.name: max(each.look_ahead or 0 for each in table.plan.trees if each.name == tree.name)
               for tree in table.plan.trees}  # fmt: skip
    trees = [tree for tree in table.plan.trees if tree.look_ahead == deepest[tree.name]]
    plain, in_order = ([tree for tree in trees if tree.presorted == way] for way in (0, 1))
    aspired = list(csv.DictReader(aspiration_file(folder).open(encoding="utf-8", newline="")))
    draw(table, [*plain, *in_order], folder)
    return {
        "leaves": grid(table, plain),
        "leaves, sorted": grid(table, in_order),
        "shallower": grid(table, [tree for tree in table.plan.trees if tree not in trees]),
        "last move": markdown(["", "fewer leaves, %", "in a position, %"], last_move_rows(table)),
        "aspiration": markdown(["", "guess", "error", "fewer leaves, %", "repeated"], aspiration_rows(aspired)),
        "storage": storage_table(table, plain),
    }


def grid(table: studies.Table, trees: Sequence[studies.TreeSpec]) -> str:
    """Leaves in units of those of alpha-beta on the same trees."""
    known = by_tree(table)
    rows = []
    for algorithm in table.plan.algorithms:
        found = [ratio(leaves_of(known[tree][algorithm]), leaves_of(table.cell(tree, "alpha_beta"))) for tree in trees]
        rows.append([name_of(algorithm), *map(str, found)])
    return markdown(["", *map(heading, trees)], rows)


def last_move_rows(table: studies.Table) -> Iterator[list[str]]:
    """What lalphabeta saves: of all leaves, and of those of a position on average."""
    for tree in table.plan.trees:
        own, base = (leaves_of(table.cell(tree, name)) for name in ("l_alpha_beta", "alpha_beta"))
        saved = ratio(own, base)
        each = summarise([100 * (1 - one / other) for one, other in zip(own, base, strict=True)])
        assert each.low is not None
        whole = f"{100 * (1 - saved.value):.1f} ± {100 * max(saved.high - saved.value, saved.value - saved.low):.1f}"
        yield [heading(tree), whole, f"{each.mean:.1f} ± {each.mean - each.low:.1f}"]


def aspiration_rows(rows: Iterable[Row]) -> Iterator[list[str]]:
    """For each guess the best error."""
    rows = list(rows)
    for tree in dict.fromkeys(row["tree"] for row in rows):
        for guess in GUESSES:
            some = [row for row in rows if (row["tree"], row["guess"]) == (tree, guess)]
            best = min(some, key=lambda row: float(row["ratio"]))
            low, high = (100 * (1 - float(best[f"ratio_{end}"])) for end in ("high", "low"))
            gain = f"{100 * (1 - float(best['ratio'])):.0f} ({low:.0f} to {high:.0f})"
            repeated = f"{best['repeated']} of {best['trees']}"
            yield [heading(studies.TreeSpec.parse(tree)), guess, best["error"], gain, repeated]


def storage_table(table: studies.Table, trees: Sequence[studies.TreeSpec]) -> str:
    rows = []
    for algorithm in table.plan.algorithms:
        found = [max(r.max_open + r.max_backup for r in table.cell(tree, algorithm)) for tree in trees]
        if any(found):
            rows.append([name_of(algorithm), *(f"{each:,}" for each in found)])
    return markdown(["", *map(heading, trees)], rows)


def draw(table: studies.Table, trees: Sequence[studies.TreeSpec], folder: Path) -> None:
    """Leaves of the hybrids against their stage or split."""
    figure, panels = canvas(2, len(GAMES), width=15, height=2.9, margins=(0.75, 0.15, 0.35, 1.0), sharey=True)
    for panel, tree in zip(panels.flat, trees, strict=True):
        base = leaves_of(table.cell(tree, "alpha_beta"))
        for number, (name, (parameter, title)) in enumerate(KINDS.items()):
            some = [each for each in table.plan.algorithms if each.id == name]
            xs = [each.named[parameter] for each in some]
            ys = [ratio(leaves_of(table.cell(tree, each)), base).value for each in some]
            panel.plot(xs, ys, color=INK[number], marker="os^"[number], ms=4, label=title)
        panel.axhline(ratio(leaves_of(table.cell(tree, "sss_star")), base).value, color="#666666", ls="--", lw=1)
        panel.set_yscale("log")
        panel.set_yticks([0.25, 0.5, 1, 2, 4, 8, 16], ["0.25", "0.5", "1", "2", "4", "8", "16"])
        panel.set_yticks([], minor=True)
        panel.set_xticks([1, 2, 3, 4])
        panel.set_title(heading(tree))
    handles, labels = panels[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncols=3, bbox_to_anchor=(0.5, 0.045))
    titles(figure, "half-moves of a stage, or depth of the split (dashed: SSS*)", "leaves, alpha-beta = 1")
    save(figure, folder, "hybrids_in_games-stages")
