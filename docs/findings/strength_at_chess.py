"""How strong is the player at chess? Matches against other programs, and against itself with one part less."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from played import elo_of, elo_with_interval, score_of
from shared import INK, Row, Tables, canvas, markdown, save, titles

PARTS = ("quiescence", "reductions", "pruning", "skips", "extensions")


def is_engine(row: Row) -> bool:
    return row["against"].startswith("uci:")


def name_of(row: Row) -> str:
    """Who the other one is.

    >>> name_of({"against": "uci:stockfish,UCI_LimitStrength=true,UCI_Elo=2000,time=0.1"})
    'Stockfish, limited to 2000'
    >>> name_of({"against": "uci:sunfish,time=0.1"}), name_of({"against": "time=0.01,skips=off"})
    ('Sunfish', 'without skips')
    """
    words, _, limit = row["against"].partition("UCI_Elo=")
    if not is_engine(row):
        return f"without {words.rpartition(',')[2].partition('=')[0]}"
    program = words.partition(":")[2].partition(",")[0].capitalize()
    return f"{program}, limited to {limit.partition(',')[0]}" if limit else program


def page(rows: list[Row], folder: Path) -> Tables:
    parts = [row for row in rows if not is_engine(row)]
    draw(parts, folder)
    heads = ["against", "games", "won", "drawn", "lost", "score, %", "Elo"]
    costs = ["against", "mean time, ms", "its time", "depth", "its depth", "nodes", "its nodes", "late", "its"]
    return {
        "engines": markdown(heads, results(row for row in rows if is_engine(row))),
        "parts": markdown(heads, results(parts)),
        "cost": markdown(costs, map(cost, rows)),
    }


def results(rows: Iterator[Row] | list[Row]) -> Iterator[list[str]]:
    for row in rows:
        elo = elo_of(row) if "inf" in row["elo"] else elo_with_interval(row)
        yield [name_of(row), *[row[key] for key in ("games", "won", "drawn", "lost")], score_of(row), elo]


def cost(row: Row) -> list[str]:
    found = [name_of(row)]
    for what, form in (("ms", ".1f"), ("depth", ".1f"), ("nodes", ",.0f"), ("late", ".0f")):
        given = [row[f"{who}_{what}"] for who in ("player", "against")]
        found += [format(float(each), form) if each else "" for each in given]
    return found


def draw(rows: list[Row], folder: Path) -> None:
    """The score of the whole player against itself without each of its parts."""
    figure, axes = canvas(1, 1, 8, 3.6, (2.0, 0.2, 0.35, 0.6))
    axis = axes.flat[0]
    scores = [100 * float(row["score"]) for row in rows]
    reach = [[100 * abs(float(row[end]) - float(row["score"])) for row in rows] for end in ("low", "high")]
    axis.errorbar(scores, range(len(rows)), xerr=reach, fmt="o", ms=4, lw=1, capsize=2, color=INK[0])
    axis.axvline(50, color="black", lw=0.8)
    axis.set(ylim=(len(rows) - 0.5, -0.5))
    axis.set_yticks(range(len(rows)), [name_of(row) for row in rows])
    titles(figure, "score of the whole player, %; the lines are 95 % intervals", "")
    save(figure, folder, "strength_at_chess-parts")
