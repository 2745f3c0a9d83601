"""A player that is stopped, or given its time, by another thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

import halfmove as hm
from halfmove.errors import UsageError
from halfmove.players.brake import Brake
from halfmove.players.player import core_of
from halfmove.players.timing import Time, share

LONG = hm.Limits(seconds=600)
SLOW = 60.0  # seconds: a stop that does not work takes ten times as long


def player(**given: object) -> hm.Player:
    given = {"compiled": False, "method": "search", "memory": "1 MB", **given}
    return hm.Player(hm.games.connect_four(), LONG, **given)  # type: ignore[arg-type]


def in_a_thread(work: Callable[[], hm.Result]) -> tuple[threading.Thread, list[hm.Result]]:
    found: list[hm.Result] = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    return thread, found


@pytest.mark.parametrize("given", [{}, {"method": "mcts"}, {"method": "best_first"}, {"method": "auto"}, {"level": 9}])
def test_choose_ends_when_another_thread_stops_it(given: dict[str, object]) -> None:
    one = player(**given)
    thinks = threading.Event()
    thread, found = in_a_thread(lambda: one.choose(live=lambda _: thinks.set()))
    thinks.wait(0.2)
    one.stop()
    thread.join(SLOW)
    assert found[0].move in one.game.legal(one.game.start)
    assert found[0].stopped == "stop"
    assert found[0].seconds < SLOW


@pytest.mark.parametrize("threads", [1, 2])
def test_machine_code_ends_too(threads: int) -> None:
    one = player(compiled=True, threads=threads)
    one.prepare()
    for wait in (0.0, 0.001, 0.1):
        thread, found = in_a_thread(one.choose)
        time.sleep(wait)
        one.stop()
        thread.join(SLOW)
        assert found[0].seconds < SLOW


def test_solve_ends_too() -> None:
    one = player()
    thread, found = in_a_thread(one.solve)
    time.sleep(0.05)
    one.stop()
    thread.join(SLOW)
    assert (found[0].stopped, found[0].bound) == ("stop", "lower")
    assert "stopped early" in str(found[0])


def test_a_stop_that_comes_too_early_ends_the_call_of_another_thread() -> None:
    one = player()
    one.stop()
    thread, found = in_a_thread(one.choose)
    thread.join(SLOW)
    assert found[0].stopped == "stop"
    assert found[0].move in one.game.legal(one.game.start)


def test_a_stop_that_comes_too_late_ends_nothing() -> None:
    one = player()
    one.choose(depth=2)
    one.stop()
    assert one.choose(depth=4).depth == 4
    assert one.choose(depth=4).stopped is None


def test_the_line_of_a_result_may_be_read_after_a_stop() -> None:
    one = hm.Player(hm.games.tic_tac_toe(), LONG, compiled=False)
    found = one.choose()
    one.stop()
    assert len(found.line) == 9


def test_a_player_ponders_until_it_is_hit() -> None:
    one = player()
    one.limits = hm.Limits(seconds=0.01)
    deep = threading.Event()
    search = one.ponder("4", live=lambda result: deep.set() if (result.depth or 0) >= 5 else None)
    assert deep.wait(SLOW)  # the limits do not hold yet
    assert not search.done
    search.hit()
    found = search.result()
    assert search.done
    assert found.move in one.game.legal(one.game.locate("4"))
    assert one.choose("44", depth=3).depth == 3  # the player is free again


def test_a_player_ponders_until_it_is_stopped() -> None:
    one = player()
    search = one.ponder(depth=60)
    search.stop()
    assert search.result().stopped == "stop"
    search.stop()
    search.hit(clock=(1, 0))


def test_pondering_tells_what_went_wrong() -> None:
    one = player()
    search = one.ponder(live=lambda _: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        search.result()
    with pytest.raises(UsageError, match="depth= is for a player that searches to a depth"):
        player(method="mcts").ponder(depth=3)
    thinking = player(level=5).ponder()
    assert thinking.result().depth == 4


def test_a_brake_is_used_before_its_call() -> None:
    brake, one = Brake(), player()
    brake.limit(Time(0.0, 0.0))
    core = core_of(one)
    with core.call(brake):
        assert core.brake.is_over()
        assert not brake.stopped
    brake.stop()
    brake.limit(Time(9.0, 9.0))
    assert brake.is_over()  # a time that is set later does not let it go on


def test_the_clock_of_a_few_moves() -> None:
    assert share((10, 0, 1), None).hard == pytest.approx(9.95)
    assert share((10, 0, 2), None).soft < share((10, 0, 1), None).soft  # type: ignore[operator]
    assert share((10, 0, 40), None) == share((10, 0), None)
    for wrong in ((10, 0, 0), (10, 0, 1.5), (10, 0, 1, 1)):
        with pytest.raises(UsageError):
            share(wrong, None)
