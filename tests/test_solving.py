"""Whole games solved: values and distances are those of plain retrograde analysis, at both speeds."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.parts.worth import worth_of
from halfmove.solving import reaching
from halfmove.solving.crew import Crew
from halfmove.solving.estimate import estimated, free_memory, in_words
from halfmove.solving.solve import tiers_from
from halfmove.solving.tiers import hashed
from tests.conftest import LONG
from tests.graph_games import Kind, all_positions, all_tiers, random_game
from tests.retrograde import solved

WHOLE = [(-1, 0, 1), (1,), (0,), (-3, -1, 0, 2, 3, 5)]
REAL = [(-1.5, 0.0, 2.5), (-math.inf, 0.0, 1.0, math.inf)]


def examples(count: int) -> Any:
    calm = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None}
    return settings(max_examples=count, phases=(Phase.generate,), **calm)  # to shrink a game takes minutes


def kinds(scores: list[Any], ranked: st.SearchStrategy[bool]) -> st.SearchStrategy[Kind]:
    return st.builds(
        Kind,
        nodes=st.sampled_from((1, 2, 5, 20, 60)),
        cyclic=st.booleans(),
        tiers=st.sampled_from((1, 1, 2, 4)),
        down=st.booleans(),
        turns=st.booleans(),
        mirrors=st.booleans(),
        holes=st.sampled_from((0, 2)),
        scores=st.sampled_from(scores),
        width=st.sampled_from((1, 2, 3, 6)),
        ends=st.sampled_from((0.1, 0.3, 0.6)),
        ranked=ranked,
    )


def check_solved(
    kind: Kind, seed: int, family: bool, symmetry: bool, speeds: list[dict[str, Any]], folder: Path
) -> None:
    """Solve a random game in several ways: all give the same bytes, and what plain retrograde analysis says."""
    game = random_game(kind, seed)
    family = family and kind.ranked
    wanted = solved(game, all_positions(game) if family else None)
    contents = set()
    for how in speeds:
        made = hm.solve(game, tiers=all_tiers(game) if family else None, symmetry=symmetry, **how)
        made.save(str(folder / "made.db"))
        contents.add((folder / "made.db").read_bytes())
    assert len(contents) == 1
    assert {at: tuple(made.probe(at) or ()) for at in wanted} == wanted
    assert symmetry or len(made) == len(wanted)
    assert all(made.probe(at) == entry for at, entry in made.positions())
    verdict = hm.verify(made, **speeds[-1])
    assert verdict.right, verdict
    assert verdict.positions == len(made)
    _check_moves(made, game.start)


def _check_moves(made: hm.Database, at: Any) -> None:
    """The first move keeps the value, and the line leads to an end at the distance that the database has."""
    entry, moves = made.probe(at), made.moves(at)
    assert entry is not None
    assert [(each.value, each.distance) for each in moves[:1]] == ([tuple(entry)] if moves else [])
    if entry.distance is not None:
        line = made.line(at)
        assert len(line) == entry.distance
        for move in line:
            at = made.game.next(at, move)
        assert made.game.outcome(at)[0]


PLAIN = {"compiled": False, "jobs": 1}
FAST = [{"compiled": True, "jobs": 1}, {"compiled": True, "jobs": 2}]


@examples(40)
@given(kinds(WHOLE + REAL, st.booleans()), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_random_games(
    tmp_path_factory: pytest.TempPathFactory, kind: Kind, seed: int, family: bool, symmetry: bool
) -> None:
    check_solved(kind, seed, family, symmetry, [PLAIN], tmp_path_factory.mktemp("solved"))


@examples(30)
@given(kinds(WHOLE + REAL, st.booleans()), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_random_games_backward(
    tmp_path_factory: pytest.TempPathFactory, kind: Kind, seed: int, family: bool, symmetry: bool
) -> None:
    """With the positions before a position, in place of a list of all moves."""
    kind = replace(kind, backward=True, turns=False, mirrors=False, cyclic=True)
    check_solved(kind, seed, family, symmetry, [PLAIN], tmp_path_factory.mktemp("solved"))


@examples(8)
@given(kinds(WHOLE, st.just(False)), st.integers(0, 10**6), st.booleans())
def test_random_games_compiled(tmp_path_factory: pytest.TempPathFactory, kind: Kind, seed: int, symmetry: bool) -> None:
    check_solved(kind, seed, False, symmetry, [PLAIN, *FAST], tmp_path_factory.mktemp("solved"))


@pytest.mark.skipif(not LONG, reason="it compiles another program")
@examples(8)
@given(kinds(REAL, st.just(True)), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_random_families_compiled(
    tmp_path_factory: pytest.TempPathFactory, kind: Kind, seed: int, family: bool, symmetry: bool
) -> None:
    check_solved(kind, seed, family, symmetry, [PLAIN, *FAST], tmp_path_factory.mktemp("solved"))


@examples(20)
@given(kinds(WHOLE, st.booleans()), st.integers(0, 10**6), st.booleans(), st.data())
def test_a_wrong_code_is_found(kind: Kind, seed: int, family: bool, data: st.DataObject) -> None:
    """Whatever one position is said to be worth instead, verification fails."""
    game = random_game(kind, seed)
    made = hm.solve(game, tiers=all_tiers(game) if family and kind.ranked else None, compiled=False)
    tier = data.draw(st.sampled_from([each for each in made.tiers.values() if each.count]))
    place = data.draw(st.integers(0, tier.count - 1))
    worths = np.array(tier.worths())
    most = len(made.scores) - 1
    value, distance = data.draw(st.integers(-most, most)), data.draw(st.sampled_from((0, 1, 2, 3, 2**31 - 1)))
    other = worth_of(value, distance)
    if other == worths[place]:
        return
    worths[place] = other
    tier.set_worths(worths)
    assert not hm.verify(made, compiled=False).right


def _forward(p: int) -> Any:
    yield 1


def test_a_circle_of_wins_that_never_come_is_found() -> None:
    """Each of these positions agrees with the one after it: who moves there moves again, and wins never."""
    game = hm.Game("round", 0, _forward, lambda p, step: (p + step) % 3, lambda p: (p == 9, 1), turn=lambda p: 0)
    made = hm.solve(game, compiled=False)
    made.scores = [0, 1]
    (tier,) = made.tiers.values()
    tier.set_worths(np.full(3, worth_of(1, 2**31 - 1)))
    assert not hm.verify(made, compiled=False).right


def test_a_missing_position_is_found() -> None:
    made = hm.solve(_take(9), compiled=False)
    made.tiers[0].count -= 1
    verdict = hm.verify(made, compiled=False)
    assert not verdict.right
    assert "missing" in str(verdict.fault)


# Known games


def test_tic_tac_toe() -> None:
    game = hm.games.tic_tac_toe()
    made = hm.solve(game)
    found = made.statistics
    assert (found.positions, found.won, found.lost, found.drawn) == (5478, 2836, 1574, 1068)
    assert made.probe(game.start) == (0, 9)
    assert sum(found.values.values()) == 5478
    assert sum(each.positions for each in found.tiers) == 5478
    assert made.probe(found.farthest) == (1, found.longest)
    folded = hm.solve(game, symmetry=True)
    assert (len(folded), folded.probe(game.start)) == (765, (0, 9))
    assert made.probe(type(game.start)(511, 511)) is None


def test_a_player_who_moves_twice() -> None:
    """Kalah, whose own stores make no difference to what is still to come, against plain minimax."""
    game = hm.games.kalah(2, 2)
    made = hm.solve(game)
    assert made.probe(game.start) == solved(game)[game.start]
    assert made.probe(game.start).value == hm.search(game, "minimax", compiled=False).value  # type: ignore[union-attr]


def _down(p: int) -> Any:
    yield 1
    if p > 1:
        yield 2


def _take(start: Any, **hooks: Any) -> hm.Game:
    return hm.Game("take", start, _down, lambda p, move: p - move, lambda p: (p <= 0, -1), **hooks)


def test_parts_are_learned_on_the_way() -> None:
    """A game that counts down from a number: no position but the first has a number at first."""
    made = hm.solve(_take(300), compiled=False)
    assert made.header["ranges"] == [[0, 300]]
    assert [made.probe(n) for n in (0, 1, 2, 3, 300)] == [(-1, 0), (1, 1), (1, 1), (-1, 2), (-1, 200)]
    assert made.probe(301) is None
    assert made.probe(-1) is None


def test_a_start_that_is_over() -> None:
    made = hm.solve(_take(0), compiled=True)
    assert (len(made), made.probe(0), made.moves(0), made.line(0)) == (1, (-1, 0), [], [])
    assert hm.verify(made).right


class Board(NamedTuple):
    bits: hm.U64


def _walk(p: Board) -> Any:
    yield 1
    yield 3


def test_boards_of_64_bits() -> None:
    """Positions whose highest bit is set."""
    top = 1 << 63
    rules: dict[str, Any] = {"moves": _walk, "play": lambda p, move: Board(hm.U64(int(p.bits) + move))}
    game = hm.Game("walk", Board(hm.U64(top)), **rules, result=lambda p: (int(p.bits) > top + 20, -1))
    made = hm.solve(game, compiled=False)
    assert {at: tuple(entry) for at, entry in made.positions()} == solved(game)
    assert hm.verify(made, compiled=False).right


def test_a_full_segment_of_a_hash() -> None:
    """However the numbers fall, all are found and the search for others ends."""
    crew = Crew(_take(5), compiled=False)
    for seed in range(30):
        numbers = np.unique(np.random.default_rng(seed).integers(0, 10**6, 170))
        assert len(hashed(crew, 0, numbers)) == 8


# What a person may do wrong


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: hm.solve(_take((0.5,))), "only games whose positions are whole numbers"),
        (lambda: hm.solve(_take("a")), "only games whose positions are whole numbers"),
        (lambda: hm.solve(_take(5), tiers=[1]), "does not have the hooks tier, rank, unrank and ranks"),
        (lambda: hm.solve(_take(5), tiers=[]), "must name at least one tier"),
        (lambda: hm.solve(_take(5), tiers=["a"]), "tiers must be a list whose entries are each a whole number"),
        (lambda: hm.solve(_take(5), symmetry=True), "does not have a `symmetry` hook"),
        (lambda: hm.solve(_take(5), memory="some"), "memory must be a number of bytes"),
        (lambda: hm.solve(_take(5), jobs=0), "jobs must be a whole number from 1"),
        (lambda: hm.solve(_take(5), "/dev/null"), "not a regular file"),
        (lambda: hm.solve(_take(5), "/no/where.db"), "there is no folder"),
        (lambda: hm.solve(_take(20_000), memory=8000, compiled=False), "allow more memory"),
        (lambda: hm.solve(hm.games.othello()), "give the game the hooks rank"),
        (lambda: hm.solve(_take(9, tier=lambda p: p % 3)), "some moves lead to higher tiers and others to lower ones"),
        (lambda: hm.Database(3), "must be the name of a database"),
        (lambda: tiers_from("1-b"), "does not name tiers"),
        (lambda: tiers_from("-3"), "does not name tiers"),
        (lambda: tiers_from("4-1"), "does not name tiers"),
        (lambda: tiers_from("0-99999999999"), "names too many tiers"),
    ],
)
def test_sentences(call: Any, sentence: str) -> None:
    with pytest.raises(hm.HalfmoveError, match=sentence):
        call()


def _none_below_three(p: int) -> Any:
    if p > 2:
        yield 1


def test_a_position_without_moves() -> None:
    game = hm.Game("stuck", 3, _none_below_three, lambda p, move: p - move, lambda p: (p == 0, 0))
    with pytest.raises(hm.GameError, match="is not over by `result`, but has no moves"):
        hm.solve(game, compiled=False)


def _ranked(**hooks: Any) -> hm.Game:
    numbers = {"rank": lambda p: 0, "unrank": lambda tier, number: tier, "ranks": lambda tier: 1}
    return _take(9, **({"tier": lambda p: p, **numbers} | hooks))


def test_families() -> None:
    made = hm.solve(_ranked(), tiers=range(4), compiled=False)
    assert [made.probe(n) for n in range(5)] == [(-1, 0), (1, 1), (1, 1), (-1, 2), None]
    with pytest.raises(hm.GameError, match="are all tiers named"):
        hm.solve(_ranked(), tiers=[2, 3], compiled=False)
    with pytest.raises(hm.UsageError, match="no positions in tier 3"):
        hm.solve(_ranked(ranks=lambda tier: 0), tiers=[3], compiled=False)
    with pytest.raises(hm.UsageError, match="has no tier 3: its `ranks` fails there: IndexError"):
        hm.solve(_ranked(ranks=lambda tier: [1][tier]), tiers=[3], compiled=False)
    with pytest.raises(hm.GameError, match="must be a whole number"):
        hm.solve(_ranked(ranks=lambda tier: 0.5), tiers=[3], compiled=False)


def test_a_tier_that_cannot_fit_is_refused_before_anything_is_done() -> None:
    game = _ranked(ranks=lambda tier: 10**9, unrank=lambda tier, number: pytest.fail("work was done"))
    with pytest.raises(hm.UsageError, match=r"need 32\.6 GB of memory, but 4 GB are allowed"):
        hm.solve(game, tiers=[1, 2, 3])
    with pytest.raises(hm.UsageError, match="at most 2,147,483,647 can be solved"):
        hm.solve(_ranked(ranks=lambda tier: 2**31), tiers=[1], memory="900 GB")
    estimate = estimated(game, (1, 2))
    assert estimate is not None
    assert (estimate.numbers, estimate.file, estimate.memory) == (2 * 10**9, 2 * 10**9, 34 * 10**9)
    assert estimated(_take(3), ()) is None
    assert estimated(_ranked(), ()) == (10, 0, 0, 0)
    free = free_memory()
    assert free is None or 2**20 < free < 2**50
    assert [in_words(n) for n in (5, 999, 1024, 2**30 * 3 // 2, 2**40 * 200)] == [
        "5 bytes", "999 bytes", "1 KB", "1.5 GB", "200 TB"
    ]  # fmt: skip


def test_progress() -> None:
    reports: list[Any] = []
    monitored = pytest.MonkeyPatch()
    with monitored.context() as patch:
        patch.setattr("halfmove.solving.solve._SECONDS", 0.0)
        hm.solve(hm.games.nim(3, 3), progress=reports.append, compiled=False)
    assert {each.stage for each in reports} == {"listing", "solving"}
    assert reports[-1].done == reports[-1].of == 16
    assert reports[-1].left is None or reports[-1].left >= 0


def test_a_list_that_grows_is_not_joined_with_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a tier of a hundred million positions takes hours, and so does the sentence that there is no room."""
    joined = []

    def counting(crew: Crew, lists: list[Any]) -> Any:
        joined.append(sum(map(len, lists)) if len(lists) > 1 else 0)
        return join(crew, lists)

    join = reaching._merge_and_clear
    monkeypatch.setattr(reaching, "_merge_and_clear", counting)
    monkeypatch.setattr(reaching, "_HELD", 10)
    monkeypatch.setattr(reaching, "_CHUNK", 4)
    made = hm.solve(hm.games.tic_tac_toe(), jobs=1, compiled=False)
    assert len(made) == 5478
    assert sum(joined) < 20 * len(made)


def test_no_room_for_a_game_with_tiers() -> None:
    with pytest.raises(hm.UsageError, match=r"no memory for more: allow more memory than .*, or use a smaller game$"):
        hm.solve(hm.games.tic_tac_toe(), memory=8000, compiled=False)


def test_a_listing_counts_the_tier_that_it_expands(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is joined is there three times for a while, and there must be room for that."""
    from halfmove.solving import reaching

    def moves(p):  # type: ignore[no-untyped-def]
        yield from range(1, 31)

    words, joined, join = 60_000, [], reaching._merge_and_clear
    monkeypatch.setattr(
        reaching, "_merge_and_clear", lambda crew, lists: joined.append(sum(map(len, lists))) or join(crew, lists)
    )
    wide = hm.Game("wide", 0, moves, lambda p, move: 30 * p + move, lambda p: (p > 930, -1))
    with pytest.raises(hm.UsageError, match="there is no memory for more"):
        hm.solve(wide, memory=8 * words, compiled=False, jobs=1)
    assert 3 * max(joined) <= words
