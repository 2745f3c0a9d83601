"""What is each part of a player worth? Matches of the whole player against others with as much time for a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from played import by_game, elo_with_interval, game_name, score_of
from shared import INK, Row, Tables, canvas, markdown, save, titles

PARTS = ("table", "killers", "history", "ordering", "quiescence")
NAMES = {part: f"without {part}" for part in PARTS}
NAMES |= {"deeper": "alpha-beta, deeper and deeper", "fixed": "alpha-beta, one depth"}


def kind_of(row: Row) -> str:
    """What the other player lacks, or which algorithm it is.

    >>> kind_of({"against": "time=0.01,killers=off"}), kind_of({"against": "alpha_beta:depth=7"})
    ('killers', 'fixed')
    """
    other = row["against"]
    if other.startswith("alpha_beta"):
        return "fixed" if "depth=" in other else "deeper"
    return next(part for part in PARTS if f"{part}=off" in other)


def page(rows: list[Row], folder: Path) -> Tables:
    draw(rows, folder)
    games = [game_name(game) for game, _ in by_game(rows)]
    heads = ["game", "against", "mean time, ms", "its time", "depth", "its depth", "nodes", "its nodes", "late", "its"]
    return {
        "score": markdown(["the whole player against", *games], cells(rows, score_of)),
        "elo": markdown(["the whole player against", *games], cells(rows, elo_with_interval)),
        "cost": markdown([*heads], costs(rows)),
    }


def cells(rows: list[Row], text_of: Callable[[Row], str]) -> Iterator[list[str]]:
    for kind, name in NAMES.items():
        found = {row["game"]: text_of(row) for row in rows if kind_of(row) == kind}
        yield [name, *[found.get(game, "") for game, _ in by_game(rows)]]


def costs(rows: list[Row]) -> Iterator[list[str]]:
    for game, here in by_game(rows):
        for row in here:
            pairs = [
                [f"{float(row[f'{who}_{what}']):{form}}" for who in ("player", "against")]
                for what, form in (("ms", ".1f"), ("depth", ".1f"), ("nodes", ",.0f"), ("late", ".0f"))
            ]
            yield [game_name(game), f"`{row['against']}`", *[each for pair in pairs for each in pair]]


def draw(rows: list[Row], folder: Path) -> None:
    """The score of the whole player against each of the others."""
    games = list(by_game(rows))
    figure, axes = canvas(1, len(games), 12, 3.4, (2.6, 0.2, 0.35, 0.6), sharey=True)
    kinds = list(NAMES)
    for axis, (game, here), ink in zip(axes.flat, games, INK, strict=False):
        places = [kinds.index(kind_of(row)) for row in here]
        scores = [100 * float(row["score"]) for row in here]
        reach = [[100 * abs(float(row[end]) - float(row["score"])) for row in here] for end in ("low", "high")]
        axis.errorbar(scores, places, xerr=reach, fmt="o", ms=4, lw=1, capsize=2, color=ink)
        axis.axvline(50, color="black", lw=0.8)
        axis.set(title=game_name(game), xlim=(35, 102), ylim=(len(kinds) - 0.5, -0.5))
    axes.flat[0].set_yticks(range(len(kinds)), [NAMES[kind] for kind in kinds])
    titles(figure, "score of the whole player, %; the lines are 95 % intervals", "")
    save(figure, folder, "what_parts_are_worth-score")
