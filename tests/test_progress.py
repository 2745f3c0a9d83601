"""The progress bar: what it says, at which widths, and that only a terminal sees it."""

from __future__ import annotations

import io
import os
import re
import sys
import time
from types import SimpleNamespace

import pytest

from halfmove.cli import live, streams
from halfmove.cli import progress as module
from halfmove.cli.progress import Bar, Log, Task, bar_line, clock, progress


def task(done: int, total: int | None, label: str = "study", after: float = 0.0) -> Task:
    """A task that began at second 0 and has been reported twice."""
    made = Task("searches", 0.0)
    made.update(label, 0, total, 0.0)
    made.update(label, done, total, after)
    return made


@pytest.fixture
def utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.cli.progress._has_lines", lambda: True)


class Screen(io.TextIOWrapper):
    """Standard error as a terminal of some width, which keeps all that it gets."""

    columns = 80

    def isatty(self) -> bool:
        return True

    def got(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode()  # type: ignore[attr-defined,no-any-return]


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    class Messages(Screen, streams._Messages): ...

    made = Messages(io.BytesIO(), encoding="utf-8", newline="")
    for each in (streams, live, module):  # pytest itself sets sys.stderr when a test begins
        monkeypatch.setattr(each, "sys", SimpleNamespace(stderr=made, stdout=sys.stdout))
    monkeypatch.setattr(streams, "columns_of", lambda stream: getattr(stream, "columns", 80))
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    return made


# --- one line ---


@pytest.mark.usefixtures("utf8")
@pytest.mark.parametrize(
    ("room", "line"),
    [
        (100, "study ━━━━━─────────────── 1,000 of 4,000 searches  0:12, 0:36 left"),
        (67, "study ━━━━━─────────────── 1,000 of 4,000 searches  0:12, 0:36 left"),
        (60, "study ━━━────────── 1,000 of 4,000 searches  0:12, 0:36 left"),
        (52, "study ━━╸──────── 1,000 of 4,000 searches  0:36 left"),
        (38, "study ━╸──── 1,000 of 4,000  0:36 left"),
        (30, "study ━━─────── 1,000 of 4,000"),
        (29, "study ━━────── 1,000 of 4,000"),
        (20, "study 1,000 of 4,000"),
        (12, "study 1,0..."),
        (2, ".."),
    ],
)
def test_widths(room: int, line: str) -> None:
    assert bar_line(task(1000, 4000, after=12.0), 12.0, room) == line


@pytest.mark.parametrize("room", range(1, 120))
@pytest.mark.parametrize("total", [None, 0, 7, 10**12])
@pytest.mark.parametrize("label", ["", "study", "a long name " * 9])
def test_a_line_always_fits(room: int, total: int | None, label: str) -> None:
    for done in (0, 3, 7):
        assert len(bar_line(task(done, total, label, 5.0), 5000.0, room)) <= room


@pytest.mark.usefixtures("utf8")
def test_a_long_label_is_shortened_before_anything_is_left_out() -> None:
    line = bar_line(task(1, 2, "which algorithm is the best one of all", 2.0), 2.0, 70)
    assert line == "which algorithm is t... ━━━━━━╸────── 1 of 2 searches  0:02, 0:02 left"


@pytest.mark.usefixtures("utf8")
def test_done() -> None:
    assert bar_line(task(4, 4, after=65.0), 65.0, 80) == "study ━━━━━━━━━━━━━━━━━━━━ 4 of 4 searches  1:05"
    assert "━" * 20 in bar_line(task(5, 4, after=65.0), 65.0, 80)


@pytest.mark.usefixtures("utf8")
def test_nothing_to_do() -> None:
    assert bar_line(task(0, 0), 1.0, 80) == "study ━━━━━━━━━━━━━━━━━━━━ 0 of 0 searches  0:01"


def test_an_unknown_total() -> None:
    assert bar_line(task(1200, None, after=3.0), 3.0, 80) == "study 1,200 searches  0:03"
    assert bar_line(task(1200, None, after=3.0), 3.0, 16) == "study 1,200"


def test_without_line_drawing_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.cli.progress._has_lines", lambda: False)
    assert bar_line(task(1, 4), 0.0, 80) == "study #####--------------- 1 of 4 searches  0:00"


def test_a_label_does_not_control_the_terminal() -> None:
    assert r"a\x1b[31mb\n" in bar_line(task(1, 2, "a\x1b[31mb\n"), 0.0, 80)


# --- time ---


def test_clock() -> None:
    times = {0: "0:00", 7.9: "0:07", 61: "1:01", 3599: "59:59", 3600: "1:00:00", 90061: "25:01:01", -3: "0:00"}
    assert {seconds: clock(seconds) for seconds in times} == times
    assert clock(10 * 86400) == "10 days"


def test_time_left() -> None:
    assert task(10, 40, after=5.0).seconds_left(5.0) == 15.0
    assert task(10, 40, after=5.0).seconds_left(5.25) == 14.75  # a clock that runs on
    assert task(10, 40, after=5.0).seconds_left(99.0) == 14.5  # but the next one cannot take less than nothing


@pytest.mark.parametrize(("done", "total", "after"), [(0, 40, 5.0), (40, 40, 5.0), (10, None, 5.0), (1, 9, 0.0)])
def test_time_left_that_is_unknown(done: int, total: int | None, after: float) -> None:
    one = task(done, total, after=after)
    assert one.seconds_left(5.0) is None
    assert "left" not in bar_line(one, 5.0, 80)


def test_time_left_follows_the_last_half_minute() -> None:
    one = Task("searches", 0.0)
    for second in range(100):  # one each second
        one.update("study", second, 10_000, float(second))
    for second in range(100, 200):  # and then ten
        one.update("study", 100 + 10 * (second - 100), 10_000, float(second))
    left = one.seconds_left(199.0)
    assert left is not None
    assert left == pytest.approx((10_000 - one.done) / 10, rel=0.01)


def test_work_that_was_done_before_counts_for_no_speed() -> None:
    one = Task("searches", 0.0)
    one.update("study", 9000, 10_000, 0.0)
    assert one.seconds_left(0.0) is None
    one.update("study", 9010, 10_000, 1.0)
    assert one.seconds_left(1.0) == 99.0


# --- on a terminal ---


def frames(text: str) -> list[str]:
    """What was drawn, one drawing after the other, without codes."""
    return [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", part) for part in text.split("\r") if part]


def test_it_is_drawn_in_place_and_goes_away(screen: Screen) -> None:
    with progress() as bar:
        bar("study", 0, 2, "searches")
        bar("study", 2, 2, "searches")
    drawn = frames(screen.got())
    assert [line.split("  ")[0] for line in drawn] == [
        f"study {'─' * 20} 0 of 2 searches",
        f"study {'━' * 20} 2 of 2 searches",
        "",
    ]
    assert "\n" not in screen.got()


def test_another_unit_takes_its_place(screen: Screen) -> None:
    with progress() as bar:
        bar("study", 0, 9, "searches")
        bar("compiling", 1, 1, "programs")
        bar("study", 9, 9, "searches")
    assert [line.split()[0] for line in frames(screen.got()) if line] == ["study", "compiling", "study"]


def test_it_is_not_drawn_too_often(screen: Screen) -> None:
    with progress() as bar:
        for done in range(1000):
            bar("study", done, 10**6, "searches")
    assert len(frames(screen.got())) < 100


def test_its_clock_runs_on(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    with progress() as bar:
        bar("study", 0, 2, "searches")
        began = time.monotonic()
        monkeypatch.setattr(module.time, "monotonic", lambda: began + 61)
        bar.tick()
    assert "1:01" in frames(screen.got())[1]


def test_colours(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    with progress() as bar:
        bar("study", 1, 1, "searches")
    assert "\x1b[32m" in screen.got()
    before = len(screen.got())
    monkeypatch.setenv("NO_COLOR", "1")
    with progress() as bar:
        bar("study", 1, 2, "searches")
    assert "m" not in re.findall(r"\x1b\[[0-9;?]*([A-Za-z])", screen.got()[before:])


def test_a_dumb_terminal_gets_no_codes(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    with progress() as bar:
        bar("study", 1, 1, "searches")
    assert "\x1b" not in screen.got()
    assert frames(screen.got())[-1] == " " * 79


def test_every_drawing_fits_the_width_of_that_moment(screen: Screen) -> None:
    with progress() as bar:
        for columns in (80, 30, 12, 100):
            screen.columns = columns
            before = len(screen.got())
            bar("study", 1000, 1000, "searches")
            (line,) = frames(screen.got()[before:])
            assert 0 < len(line) < columns


def test_lines_that_stay_are_printed_above(screen: Screen) -> None:
    with progress() as bar:
        bar("study", 0, 2, "searches")
        streams.say("something")
        bar("study", 2, 2, "searches")
    shown = frames(screen.got())
    assert shown.index("") < shown.index("halfmove: something\n")
    assert shown[-2].startswith("study ━")


def interrupted() -> None:
    with progress() as bar:
        bar("study", 0, 2, "searches")
        raise KeyboardInterrupt


def test_an_interrupt_leaves_a_clean_line(screen: Screen) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert frames(screen.got())[-1] == ""
    assert screen.got().endswith("\r")
    assert live._shown == []


# --- elsewhere ---


def test_nothing_is_drawn_where_there_is_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with progress() as bar:
        assert isinstance(bar, Log)
        bar("study", 0, 2, "searches")
        bar.tick()
        bar("study", 2, 2, "searches")
        assert capsys.readouterr().err == ""
        began = time.monotonic()
        monkeypatch.setattr(module.time, "monotonic", lambda: began + 11)
        bar("study", 1, 2, "searches")
        bar("study", 2, 2, "searches")
    assert capsys.readouterr().err == "halfmove: study: 1 of 2 searches\n"


def test_columns_come_from_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "33")
    assert streams.columns_of(sys.stderr) == 33
    for nothing in ("0", "", "wide"):
        monkeypatch.setenv("COLUMNS", nothing)
        assert streams.columns_of(io.StringIO()) == 80
    monkeypatch.setattr(os, "get_terminal_size", lambda number: os.terminal_size((30, 24)))
    with open(os.devnull) as stream:
        assert streams.columns_of(stream) == 30


def test_a_bar_without_reports_draws_nothing(screen: Screen) -> None:
    with progress() as bar:
        bar.tick()
        assert type(bar) is Bar
    assert screen.got() == ""
