"""Searches and players that look positions up in databases of solved ones."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli.program import main

GIVEN: dict[str, dict[str, Any]] = {
    "aspiration": {"guess": 0, "error": 1},
    "mtd_f": {"guess": 0},
    "ps_star": {"phases": 2},
    "staged_sss_star": {"stage": 2},
    "sss_alpha_beta": {"split": 2},
    "alpha_beta_sss": {"split": 2},
    "best_first_minimax": {"budget": 1000},
}
SMALL = {
    "alternating": hm.games.nim(2, 3, 2),
    "moving twice": hm.games.kalah(2, 2),
    "checkers": hm.games.checkers(),
}


@pytest.fixture(scope="module")
def databases() -> dict[str, hm.Database]:
    solved = {name: hm.solve(game, compiled=False) for name, game in SMALL.items() if name != "checkers"}
    return solved | {"checkers": hm.solve(SMALL["checkers"], tiers=[1, 2])}


_TIMES = 9  # that a search may look at a position again


def some_positions(game: hm.Game, count: int, seed: int) -> list[Any]:
    """Positions of random games that are not over."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        at = game.start
        while not game.outcome(at)[0]:
            found.append(at)
            at = game.next(at, chance.choice(game.legal(at)))
    return found[:count]


@pytest.mark.parametrize("name", ["alternating", "moving twice"])
@pytest.mark.parametrize("algorithm", hm.ALGORITHMS)
def test_every_algorithm_ends_at_known_positions(databases: dict[str, hm.Database], name: str, algorithm: str) -> None:
    """The same value and a line of best play, with no node below those that are known."""
    game, database = SMALL[name], databases[name]
    given = GIVEN.get(algorithm, {})
    for at in some_positions(game, 6, 1):
        known = hm.search(game, algorithm, position=at, compiled=False, endgames=[database], **given)
        truth = database.probe(at)
        assert truth is not None
        if known.bound in ("exact", "upper"):
            assert known.value >= truth.value
        if known.bound in ("exact", "lower"):
            assert known.value <= truth.value
        assert known.counts.leaves <= _TIMES * len(game.legal(at))
        if known.bound == "exact" and known.line:
            end = at
            for move in known.line:
                end = game.next(end, move)
            assert game.outcome(end)[0]


def test_both_speeds_count_the_same(databases: dict[str, hm.Database]) -> None:
    """And a database that knows only the last pieces: what is far from its positions is searched as ever."""
    game, database = SMALL["checkers"], databases["checkers"]
    chance = random.Random(3)
    positions = [game.call("unrank", 3, chance.randrange(game.call("ranks", 3))) for _ in range(12)]
    positions = [at for at in positions if not game.outcome(at)[0]]
    found = 0
    for at in positions:
        results = [
            hm.search(game, "alpha_beta", position=at, depth=4, compiled=compiled, endgames=[database])
            for compiled in (False, True)
        ]
        assert len({(each.value, each.counts, each.line) for each in results}) == 1
        plain = hm.search(game, "alpha_beta", position=at, depth=4, compiled=False)
        found += results[0].value != plain.value
    assert found  # some of them are decided by positions that are not over


@pytest.fixture(scope="module")
def three_pieces() -> hm.Database:
    return hm.solve(SMALL["checkers"], tiers=[1, 2, 3])


def test_what_is_said_of_a_limited_depth_is_never_better_than_the_truth(
    databases: dict[str, hm.Database], three_pieces: hm.Database
) -> None:
    """A win that a search sees with the help of a database is one."""
    game, small, large = SMALL["checkers"], databases["checkers"], three_pieces
    chance, seen = random.Random(5), 0
    for _ in range(40):
        at = game.call("unrank", 3, chance.randrange(game.call("ranks", 3)))
        if game.outcome(at)[0]:
            continue
        value = hm.search(game, "alpha_beta", position=at, depth=3, compiled=False, endgames=[small]).value
        truth = large.probe(at)
        assert truth is not None
        win = max(abs(score) for score in large.scores)
        if abs(value) == win:
            seen += 1
            assert value == truth.value
    assert seen


def test_a_player_plays_the_best_move(databases: dict[str, hm.Database]) -> None:
    """From every position it wins as quickly as can be, or holds out as long."""
    game, database = SMALL["moving twice"], databases["moving twice"]
    player = hm.Player(game, compiled=False, endgames=[database])
    for at in some_positions(game, 20, 2):
        result, entry = player.choose(at), database.probe(at)
        assert entry is not None
        assert (result.value, result.bound, result.algorithm) == (entry.value, "exact", "database")
        assert len(result.line) == entry.distance
        assert result.best_moves is not None
        assert result.move in result.best_moves


def test_a_player_sees_a_known_end_from_afar(databases: dict[str, hm.Database], three_pieces: hm.Database) -> None:
    game, database = SMALL["checkers"], databases["checkers"]
    chance, seen = random.Random(9), 0
    player = hm.Player(game, hm.Limits(nodes=300), compiled=False, endgames=[database])
    for _ in range(30):
        at = game.call("unrank", 3, chance.randrange(game.call("ranks", 3)))
        if game.outcome(at)[0]:
            continue
        result, truth = player.choose(at), three_pieces.probe(at)
        assert truth is not None
        if result.bound == "exact":
            seen += 1
            assert result.value == truth.value
    assert seen


def test_files_and_several_databases(databases: dict[str, hm.Database], tmp_path: Any) -> None:
    game = SMALL["checkers"]
    one, two = str(tmp_path / "one.db"), str(tmp_path / "two.db")
    hm.solve(game, one, tiers=[1])
    databases["checkers"].save(two)
    player = hm.Player(game, compiled=False, endgames=[one, two])
    at = next(at for at, entry in databases["checkers"].positions() if entry.distance == 5)
    assert player.choose(at).algorithm == "database"


def test_sentences(databases: dict[str, hm.Database]) -> None:
    nim = SMALL["alternating"]
    with pytest.raises(hm.UsageError, match=r"rules .*'nim 2 3'"):
        hm.search(hm.games.nim(2, 3), endgames=[databases["alternating"]])
    with pytest.raises(hm.UsageError, match=r"endgames .*hm\.Database.*, not 3"):
        hm.search(nim, endgames=[3])
    with pytest.raises(hm.UsageError, match=r"endgames= .*traced"):
        hm.search(nim, endgames=[databases["alternating"]], trace=True)
    with pytest.raises(hm.UsageError, match=r"no\.db"):
        hm.Player(nim, endgames=["no.db"])
    board = hm.games.tic_tac_toe()
    solved = [hm.solve(board, symmetry=folded, compiled=False) for folded in (False, True)]
    with pytest.raises(hm.UsageError, match="number their positions in different ways"):
        hm.search(board, endgames=solved)


def test_on_the_command_line(databases: dict[str, hm.Database], tmp_path: Any) -> None:
    file = str(tmp_path / "kalah.db")
    databases["moving twice"].save(file)
    words = ["search", "kalah:2,2", "-a", "scout", "--interpreted", "--json"]
    alone, helped = (
        json.loads(CliRunner().invoke(main, [*words, *more]).stdout) for more in ([], ["--endgames", file])
    )
    assert (helped["value"], helped["bound"]) == (alone["value"], "exact")
    assert helped["counts"]["leaves"] == 2 < alone["counts"]["leaves"]  # what the two moves lead to is known
    assert f"--endgames {file}" in helped["repeat"]
    ran = CliRunner().invoke(
        main, ["play", "kalah:2,2", "--you", "none", "--time", "0.01", "--endgames", file, "--json"]
    )
    played, start = json.loads(ran.stdout), databases["moving twice"].probe(SMALL["moving twice"].start)
    assert start is not None
    assert (played["score"], len(played["moves"])) == (start.value, start.distance)
