"""Findings that rest on matches: games come out again, tables are those of the .csv, and what the words say is so."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

import halfmove as hm
from halfmove import matches
from tests.test_findings import FOLDER, PLAYED, Row, rows, says

PARTS, DEEPER, CHESS = PLAYED
ENGINES = ("stockfish", "sunfish")  # that some matches need


@pytest.fixture(scope="module")
def builder() -> Iterator[ModuleType]:
    """build.py, with its neighbours where it looks for them."""
    sys.path.insert(0, str(FOLDER))
    try:
        spec = importlib.util.spec_from_file_location("findings_build_played", FOLDER / "build.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module
    finally:
        sys.path.remove(str(FOLDER))


def scores(name: str) -> dict[tuple[str, str, str], Row]:
    return {(row["game"], row["player"], row["against"]): row for row in rows(name)}


def percent(row: Row, key: str = "score") -> float:
    return 100 * float(row[key])


@pytest.mark.parametrize("name", PLAYED)
def test_numbers_are_those_of_the_matches(builder, name, tmp_path, monkeypatch):
    for engine in ENGINES:  # a plan only asks whether they are there
        (tmp_path / engine).write_text("#!/bin/sh\n")
        (tmp_path / engine).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    plans = builder.played.plans(FOLDER / f"{name}.toml")
    told = [(row["game"], row["player"], row["against"], int(row["games"])) for row in rows(name)]
    assert told == [(str(plan.game), *map(str, plan.players), plan.games) for plan in plans]
    for row in rows(name):
        won, drawn, lost = (int(row[key]) for key in ("won", "drawn", "lost"))
        assert won + drawn + lost == int(row["games"]) == 2 * sum(map(int, row["pairs"].split()))
        assert (won + drawn / 2) / int(row["games"]) == pytest.approx(float(row["score"]), abs=1e-4)
        assert float(row["low"]) <= float(row["score"]) <= float(row["high"])


@pytest.mark.parametrize("name", PLAYED)
def test_tables_and_figures_are_those_of_the_csv(builder, name, tmp_path):
    pytest.importorskip("matplotlib")
    before = (FOLDER / f"{name}.md").read_bytes()
    builder.main([name, "--keep", "--into", str(tmp_path)])
    for path in FOLDER.glob(f"{name}*"):
        if path.suffix in (".md", ".csv"):
            assert (tmp_path / path.name).read_text(encoding="utf-8") == path.read_text(encoding="utf-8")
    assert {path.name for path in tmp_path.glob("*.svg")} == {path.name for path in FOLDER.glob(f"{name}-*.svg")}
    assert (FOLDER / f"{name}.md").read_bytes() == before


def test_the_same_games_again():
    """No limit is one of time, so the first games of a match come out as they did."""
    chosen = [
        ("connect_four", "alpha_beta:depth=3", "alpha_beta:depth=2"),
        ("kalah", "alpha_beta:depth=4", "alpha_beta:depth=3"),
        ("breakthrough", "alpha_beta:depth=3", "alpha_beta:depth=2"),
    ]
    for game, player, against in chosen:
        standing = matches.run(matches.match(game, player, against, games=4), jobs=1)
        told = " ".join(f"{each.score:g}:{len(each.moves)}" for each in standing.games)
        assert told == scores(DEEPER)[game, player, against]["first"], game


def test_a_quick_try(builder, tmp_path, capsys, monkeypatch):
    pytest.importorskip("matplotlib")
    for wrong in (["--games", "4"], ["--games", "5", "--into", "x"], ["--games", "4", "--keep", "--into", "x"]):
        with pytest.raises(SystemExit):
            builder.main([DEEPER, *wrong])
        assert "--games" in capsys.readouterr().err
    page = importlib.import_module(DEEPER)
    monkeypatch.setattr(page, "TREES", 50)
    few = [
        matches.match("connect_four:5,4", f"alpha_beta:depth={more},compiled=off", "alpha_beta:depth=1,compiled=off", 4)
        for more in (2, 3)
    ]
    monkeypatch.setattr(builder.played, "plans", lambda file, games: few)
    folder = tmp_path / "try"
    given = ["--games", "4", "--into", str(folder), "--store", str(tmp_path / "games"), "--jobs", "1"]
    builder.main([DEEPER, *given])
    first = (folder / f"{DEEPER}.csv").read_text()
    assert len(first.splitlines()) == 3
    assert len(list((tmp_path / "games").iterdir())) == 2
    monkeypatch.setattr(matches.running, "play_pair", None)  # what is kept is not played again
    builder.main([DEEPER, *given])
    assert (folder / f"{DEEPER}.csv").read_text() == first


def test_examples(builder):
    ran = [doctest.testmod(module) for module in (builder.played, *builder.PLAYED.values())]
    assert sum(each.failed for each in ran) == 0
    assert sum(each.attempted for each in ran) > 0


# Deeper is better


def steps(more: int) -> dict[tuple[str, int], Row]:
    """By game and depth of the other side, the matches of plain alpha-beta that is so much deeper."""
    found = {}
    for (game, player, against), row in scores(DEEPER).items():
        if player.startswith("alpha_beta"):
            deep, other = (int(text.partition("depth=")[2]) for text in (player, against))
            if deep - other == more:
                found[game, other] = row
    return found


def better(row: Row) -> bool:
    return float(row["low"]) > 0.5


def interval(row: Row) -> str:
    return f"{percent(row):.1f} % ({percent(row, 'low'):.1f} to {percent(row, 'high'):.1f})"


def test_where_deeper_is_not_better():
    one, two = steps(1), steps(2)
    assert (len(one), len(two)) == (25, 20)
    count = sum(map(better, (*one.values(), *two.values())))
    says(DEEPER, f"better in {count} of 45 matches")
    assert all(map(better, two.values()))
    spread = sorted(percent(row) for row in two.values())
    says(DEEPER, "better in all 20 matches", f"The score is {spread[0]:.1f} to {spread[-1]:.1f} %")
    assert {key for key, row in one.items() if float(row["high"]) < 0.5} == {("breakthrough", 2)}
    assert {key for key, row in one.items() if not better(row)} == {("breakthrough", 2), ("connect_four", 2)}
    says(DEEPER, f"depth 3 has only {interval(one['breakthrough', 2])} against depth 2")
    says(DEEPER, f"depth 3 has {interval(one['connect_four', 2])} against depth 2")
    says(DEEPER, f"but it is a gain: {percent(one['breakthrough', 4]):.1f} %")
    firsts, lasts = ([percent(one[game, p]) for game in ("kalah", "connect_four")] for p in (1, 5))
    says(DEEPER, "worth {:.1f} and {:.1f} %, the one".format(*firsts), "only {:.1f} and {:.1f} %".format(*lasts))
    says(
        DEEPER,
        f"still is {percent(one['othello', 5]):.1f} %, and in Breakthrough {percent(one['breakthrough', 5]):.1f}",
    )


def test_odd_and_even():
    one = steps(1)
    for game, places in (("breakthrough", range(1, 6)), ("connect_four", range(1, 6)), ("kalah", range(2, 6))):
        values = [percent(one[game, p]) for p in places]
        told = [f"{value:.1f}" for value in values]
        says(DEEPER, f"{', '.join(told[:-1])} and {told[-1]} %")
    for p in (2, 4):
        assert all(percent(one["breakthrough", p]) < percent(one["breakthrough", q]) for q in (p - 1, p + 1))
        assert percent(one["kalah", p]) > percent(one["kalah", p + 1])
    found = {key[0]: {} for key in scores(DEEPER) if not key[1].startswith("alpha_beta")}
    for (game, player, _), row in scores(DEEPER).items():
        if game in found and not player.startswith("alpha_beta"):
            found[game]["off" in player] = row
    few, ordered, whole = found.values()
    says(DEEPER, f"has {percent(few[False]):.1f} % against depth 2, and without it {percent(few[True]):.1f} %")
    says(DEEPER, f"falls from {percent(few[False]):.1f} to {percent(ordered[False]):.1f} %")
    assert float(ordered[False]["high"]) < 0.5
    says(DEEPER, f"depth 3 has {percent(whole[True]):.1f} % without quiescence", f"{interval(whole[False])} with it")
    assert float(whole[True]["low"]) < 0.5 < float(whole[True]["high"])


def test_trees_in_which_deeper_is_worse(builder):
    page = importlib.import_module(DEEPER)
    right = {(row["kind"], int(row["depth"])): row for row in rows("deeper_is_better_trees")}
    flat, grown = ([right[kind, depth] for depth in range(1, 11)] for kind in ("independent", "dependent"))
    says(DEEPER, *[f"in {percent(some[0], 'right'):.1f} % of cases at depth 1" for some in (flat, grown)])
    says(DEEPER, f"in {percent(flat[7], 'right'):.1f} % at depth 8 of 10")
    says(DEEPER, f"in {percent(grown[7], 'right'):.1f} % at depth 8.")
    assert float(flat[7]["high"]) < float(flat[5]["low"]) < float(flat[5]["high"]) < float(flat[0]["low"])
    assert [row["right"] for row in grown] == sorted(row["right"] for row in grown)
    errors = {error: [page.error_after(error, plies) for plies in range(page.PLIES + 1)] for error in page.ERRORS}
    falls = {e: [n for n in range(page.PLIES) if some[n + 1] < some[n]] for e, some in errors.items()}
    assert falls == {0.01: [], 0.05: [], 0.1: [], 0.2: [4, 6]}


def test_choices_in_trees_are_those_of_a_search(builder):
    """The minimax of the page is that of the library, on trees of four half-moves."""
    page = importlib.import_module(DEEPER)
    chance = page.np.random.default_rng(5)
    for kind in page.KINDS:
        for some in page.leaves(kind, 10, 4, chance).tolist():
            values = page.children(page.np.array([some]), 4)[0]
            tree = hm.trees.explicit(page.np.array(some).reshape(2, 2, 2, 2))
            assert hm.search(tree, "minimax", compiled=False).value == max(values)


# What parts are worth


def test_what_parts_are_worth(builder):
    page = importlib.import_module(PARTS)
    found = {(row["game"], page.kind_of(row)): row for row in rows(PARTS)}
    games = list(dict.fromkeys(game for game, _ in found))
    assert games == ["kalah", "breakthrough", "othello"]
    assert [game for game in games if (game, "quiescence") not in found] == ["othello"]
    assert hm.games.othello().noisy is None
    for game in games:
        assert float(found[game, "fixed"]["against_ms"]) >= float(found[game, "fixed"]["player_ms"])
    verdicts = {key: builder.played.verdict_of(row) for key, row in found.items()}
    assert "worse" not in verdicts.values()
    better = {kind: [game for game in games if verdicts.get((game, kind)) == "better"] for kind in page.NAMES}
    assert better == {
        "table": ["kalah", "othello"],
        "killers": [],
        "history": [],
        "ordering": ["breakthrough"],
        "quiescence": ["kalah", "breakthrough"],
        "deeper": games,
        "fixed": ["kalah", "breakthrough"],
    }
    for kind, some in better.items():
        for game in some:
            says(PARTS, f"{percent(found[game, kind]):.1f} % in {builder.played.game_name(game)}")
    for game in ("breakthrough", "othello"):
        row = found[game, "fixed"]
        says(PARTS, f"alpha-beta takes {float(row['against_ms']) / float(row['player_ms']):.1f} times as long")
    lowest = min(found.values(), key=percent)
    assert (lowest["game"], page.kind_of(lowest)) == ("othello", "history")
    says(PARTS, f"The lowest score is {percent(lowest):.1f} %", f"reaches {percent(lowest, 'high'):.1f} %")
    near = {key for key, row in found.items() if 0.5 < float(row["low"]) < 0.51}
    assert near == {("kalah", "quiescence"), ("kalah", "fixed")}
    says(PARTS, f"There are {len(found)} intervals")
    shared = [int(row["pairs"].split()[2]) / 100 for (game, _), row in found.items() if game == "kalah"]
    assert min(shared) > 0.5


# Strength at chess


def test_strength_at_chess(builder):
    page = importlib.import_module(CHESS)
    found = {page.name_of(row): row for row in rows(CHESS)}
    sunfish, *limited = (row for row in found.values() if page.is_engine(row))
    says(CHESS, f"{sunfish['won']} of {sunfish['games']} games against Sunfish")
    for row in limited:
        says(CHESS, f"{builder.played.score_of(row)} against {page.name_of(row)}")
    verdicts = {name: builder.played.verdict_of(row) for name, row in found.items() if not page.is_engine(row)}
    assert set(verdicts) == {f"without {part}" for part in page.PARTS}
    for name, verdict in verdicts.items():
        part = name.removeprefix("without ")
        if verdict == "better":
            says(CHESS, f"{part} {builder.played.score_of(found[name])}")
    unclear = [name.removeprefix("without ") for name, verdict in verdicts.items() if verdict != "better"]
    assert "worse" not in verdicts.values()
    says(CHESS, f"not shown to be worth anything: {', '.join(unclear)}" if unclear else "every part")
