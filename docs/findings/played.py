"""Findings based on matches: NAME.toml lists the matches to play, and NAME.csv keeps the result of each.

A file of matches says which players meet, in which games:

    games = 200                     # of each match, in pairs with the same opening
    opening = 4                     # random half-moves at the beginning
    seed = 1
    [[matches]]
    game = "kalah"                  # or several, in brackets
    player = "time=0.01"
    games = 100                     # of these matches, if not as many as of the others
    against = ["time=0.01,table=off", "alpha_beta:time=0.01"]
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from shared import HERE, Row

from halfmove import matches
from halfmove.matches.files import signature
from halfmove.matches.standings import means
from halfmove.matches.statistics import Estimate, pentanomial
from halfmove.studies.table import as_csv

STOPPED = 100
KEPT = 4  # games of each match that are stored one by one, for a test to compare with
COLUMNS = ("game", "player", "against", "games", "won", "drawn", "lost", "score", "low", "high", "elo", "elo_low")
COLUMNS += ("elo_high", "pairs", "player_ms", "against_ms", "player_depth", "against_depth", "player_nodes")
COLUMNS += ("against_nodes", "player_late", "against_late", "moves", "first")


def plans(file: Path, games: int | None = None) -> list[matches.Match]:
    """The matches of a file, with another number of games for a quick try."""
    given = tomllib.loads(file.read_text(encoding="utf-8"))
    with contextlib.chdir(file.parent):  # games in files are looked up from here
        return [
            matches.match(
                game,
                some["player"],
                other,
                games or some.get("games", given["games"]),
                given["opening"],
                given["seed"],
            )
            for some in given["matches"]
            for game in ([some["game"]] if isinstance(some["game"], str) else some["game"])
            for other in some["against"]
        ]


def play(name: str, folder: Path, games: int | None, jobs: int | None, store: Path) -> None:
    """Play the matches of a finding and write its .csv again after each match."""
    rows = []
    for plan in plans(HERE / f"{name}.toml", games):
        standing = matches.run(plan, jobs, str(kept(store, plan)), resume=True)
        rows.append(row_of(standing))
        (folder / f"{name}.csv").write_text(as_csv(COLUMNS, rows), encoding="utf-8")
        shown = {key: rows[-1][key] for key in ("game", "player", "against", "games", "score", "low", "high")}
        print(f"{name}:", *shown.values(), file=sys.stderr, flush=True)


def kept(store: Path, plan: matches.Match) -> Path:
    """The file that stores the games of a match, so that it can be resumed: one file for each version."""
    store.mkdir(parents=True, exist_ok=True)
    words = f"{signature()} {sorted(plan.identity.items())}"
    return store / f"match-{hashlib.sha256(words.encode()).hexdigest()[:16]}.json"


def row_of(standing: matches.Standing) -> Row:
    """The result of a match, as a row of the .csv."""
    plan = standing.match
    row: Row = {"game": str(plan.game), "player": str(plan.players[0]), "against": str(plan.players[1])}
    row |= dict(zip(("games", "won", "drawn", "lost"), (len(standing.games), *standing.results()), strict=True))
    row |= numbers("score", standing.score, ".4f") | numbers("elo", standing.elo, ".1f")
    row["pairs"] = " ".join(map(str, pentanomial(standing.scores)))
    for number, who in enumerate(("player", "against"), 1):
        cost = means(standing.effort(number))
        row |= {f"{who}_ms": f"{1000 * mean_seconds(standing, number):.3f}", f"{who}_late": cost["late"]}
        row |= {f"{who}_{what}": "" if cost[what] is None else f"{cost[what]:.2f}" for what in ("depth", "nodes")}
    row["moves"] = sum(standing.effort(number).moves for number in (1, 2))
    row["first"] = " ".join(f"{game.score:g}:{len(game.moves)}" for game in standing.games[:KEPT])
    return row


def mean_seconds(standing: matches.Standing, number: int) -> float:
    """Of moves of player 1 or 2. Moves that took STOPPED times their limit do not count: the process was stopped."""
    allowed = standing.match.players[number - 1].seconds
    seconds, moves = 0.0, 0
    for game in standing.games:
        effort = game.efforts[number - 1]
        stopped = allowed is not None and effort.slowest > STOPPED * allowed
        seconds += effort.seconds - (effort.slowest if stopped else 0)
        moves += effort.moves - stopped
    return seconds / moves


def numbers(name: str, found: Estimate, form: str) -> Row:
    head = "" if name == "score" else f"{name}_"
    return {name: format(found.value, form), f"{head}low": format(found.low, form)} | {
        f"{head}high": format(found.high, form)
    }


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


# Words


def score_of(row: Row) -> str:
    """The score in per cent, with its interval.

    >>> score_of({"score": "0.6150", "low": "0.5512", "high": "0.6788"})
    '61.5 (55.1 to 67.9)'
    """
    value, low, high = (100 * float(row[key]) for key in ("score", "low", "high"))
    return f"{value:.1f} ({low:.1f} to {high:.1f})"


def elo_of(row: Row) -> str:
    """
    >>> elo_of({"elo": "81.4"}), elo_of({"elo": "-12.0"}), elo_of({"elo": "inf"})
    ('+81', '−12', 'more than can be measured')
    """
    if "inf" in row["elo"]:
        return "more than can be measured"
    return f"{float(row['elo']):+.0f}".replace("-", "−")


def elo_with_interval(row: Row) -> str:
    """
    >>> elo_with_interval({"elo": "81.4", "elo_low": "-3.2", "elo_high": "inf"})
    '+81 (−3 to +∞)'
    """
    low, high = (f"{float(row[end]):+.0f}".replace("-", "−").replace("inf", "∞") for end in ("elo_low", "elo_high"))
    return f"{elo_of(row)} ({low} to {high})"


def verdict_of(row: Row) -> str:
    """Whether the player is stronger: "better", "worse" or "no clear difference".

    >>> verdict_of({"low": "0.51", "high": "0.7"}), verdict_of({"low": "0.4", "high": "0.5"})
    ('better', 'no clear difference')
    """
    return "better" if float(row["low"]) > 0.5 else "worse" if float(row["high"]) < 0.5 else "no clear difference"


def game_name(text: str) -> str:
    """
    >>> game_name("connect_four"), game_name("breakthrough:6,6")
    ('Connect Four', 'Breakthrough 6 x 6')
    """
    name, _, size = text.partition(":")
    title = " ".join(word.capitalize() for word in name.split("_"))
    return f"{title} {' x '.join(re.findall('[0-9]+', size))}".strip()


def by_game(rows: Iterable[Row]) -> Iterator[tuple[str, list[Row]]]:
    rows = list(rows)
    for game in dict.fromkeys(row["game"] for row in rows):
        yield game, [row for row in rows if row["game"] == game]
