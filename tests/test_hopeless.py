"""A search to the end of a game that is far too large is refused after some seconds, whichever way it runs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest

import halfmove as hm
from halfmove.engine import hopeless
from halfmove.model import Limits, Window

from .attacks import sentence_fault


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hopeless, "_PATIENCE", 0.0)


def race(top: int, most: int) -> hm.Game:
    """Count down: many lines, but good moves leave few of them."""

    def moves(p: int) -> Iterator[int]:
        for take in range(most, 0, -1):
            if take <= p:
                yield take

    return hm.Game("race", top, moves, lambda p, move: p - move, lambda p: (p == 0, -1))


def main_line(length: int) -> hm.Game:
    """A long line whose other moves lose at once."""

    def moves(p: int) -> Iterator[int]:
        yield from (1, 2, 3)

    return hm.Game("main line", length, moves, lambda p, move: p - 1 if move == 1 else -p, lambda p: (p <= 0, 1))


ENDLESS = dataclasses.replace(hm.games.connect_four(), longest=None)  # runs in a thread with a large stack


@pytest.mark.parametrize("compiled", [True, False, None])
@pytest.mark.parametrize("game", [hm.games.connect_four(), ENDLESS], ids=["known length", "unknown length"])
def test_connect_four_to_its_end(impatient: None, game: hm.Game, compiled: bool | None) -> None:
    with pytest.raises(hm.UsageError, match=r"depth=8.*limits=.*Player\(game\).choose") as error:
        hm.search(game, compiled=compiled)
    assert sentence_fault(str(error.value)) is None
    assert len(error.traceback) <= 5  # it is told at the door, not out of the depths of a search


def test_what_is_said_of_trees(impatient: None) -> None:
    """No depth and no player helps where only leaves have scores."""
    with pytest.raises(hm.UsageError, match=r"about 10\^16 leaves, or more; give a limit \(limits=.*60\)$"):
        hm.search(hm.trees.uniform(40, 20), "scout")


@pytest.mark.parametrize(
    "game",
    [
        hm.games.connect_four(5, 5),
        hm.games.tic_tac_toe(),
        hm.games.nim(20, 20, 20),
        hm.trees.uniform(8, 14),
        race(100, 10),  # 10^26 leaves, but no more than 10^9 have to be looked at
        main_line(300),
    ],
    ids=lambda game: game.name,
)
def test_what_may_end_is_not_refused(game: hm.Game) -> None:
    assert hopeless.explanation(_task(game)) == ""


def _task(game: hm.Game, **more: Any) -> hopeless.Task:
    given: dict[str, Any] = {"window": Window(), "depth": None, "limits": Limits(), "trace": False, "real": False}
    settled = hm.ALGORITHMS["alpha_beta"], {}
    return hopeless.Task(game, *settled, position=game.start, **given | more)


def test_a_search_that_is_asked_goes_on_as_it_would(impatient: None) -> None:
    game = hm.games.connect_four(4, 4)
    for compiled in (True, False, None):
        found = hm.search(game, compiled=compiled)
        assert (found.value, found.bound, found.counts.nodes, found.stopped) == (0, "exact", 166169, None)


@pytest.mark.parametrize(
    "given",
    [{"depth": 6}, {"limits": hm.Limits(nodes=3000)}, {"limits": hm.Limits(seconds=0.2)}],
    ids=str,
)
def test_a_depth_or_a_limit_is_enough(impatient: None, given: dict[str, Any]) -> None:
    assert hm.search(hm.games.connect_four(), compiled=False, **given).counts.nodes


@pytest.mark.parametrize("given", [{"window": (0, 1)}, {"table": "1 MB"}])
def test_what_may_make_a_search_small_is_not_judged(given: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.engine.search.answer", lambda task, *_: task)
    game = hm.games.connect_four()
    assert hm.search(game).doubt is not None  # type: ignore[attr-defined]
    assert hm.search(game, **given).doubt is None  # type: ignore[attr-defined]
    assert hm.search(game, "df_pn").doubt is None  # type: ignore[attr-defined]


def test_a_rule_that_raises_late_is_not_judged() -> None:
    def result(p: int) -> tuple[bool, int]:
        raise RuntimeError("out of order")

    broken = dataclasses.replace(race(100, 10), result=result)
    assert hopeless.explanation(_task(broken)) == ""
