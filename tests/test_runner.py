"""One runner for all kernels: bound kernels that are kept, comparisons that raise no false alarm, warnings."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import halfmove as hm
from halfmove.engine import runner
from halfmove.engine.native import cache, ways
from halfmove.words import infinity, moves, play, remember, value


class Pile(NamedTuple):
    left: int
    sum: int


def takes(p):
    for take in (1, 2, 3):
        if take <= p.left:
            yield take


def taken(p, take):
    return Pile(p.left - take, -p.sum)


def over(p):
    return p.left == 0, -1


WORTH = 1
CALLS = 0
ENDLESS: list[Any] = [1]
ENDLESS.append(ENDLESS)


class Shy:
    def __repr__(self) -> str:
        raise RuntimeError("no text")


KNOWN = {1: Shy()}


def worth(p):
    return WORTH


def counted(p):
    global CALLS
    CALLS += 1
    return CALLS


def odd_values(p):
    return ENDLESS[0] + len(KNOWN)


def keyed(p, *, bonus=1):
    return bonus


def game(evaluate: Any) -> hm.Game:
    return hm.Game("pile", Pile(9, 0), takes, taken, over, evaluate=evaluate)


def values(made: hm.Game, count: int = 5) -> list[Any]:
    return [hm.search(made, depth=2, compiled=False).value for _ in range(count)]


def test_a_global_that_changes_between_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    made = game(worth)
    for number in (1, 1, 1, 2, 2, 3, 4, 5, 5, 6, 6, 1):
        monkeypatch.setattr(f"{__name__}.WORTH", number)
        assert hm.search(made, depth=2, compiled=False).value == number


def test_a_rule_that_writes_to_a_global_begins_every_search_as_its_module_is() -> None:
    assert len(set(values(game(counted)))) == 1


def test_values_that_rules_read_are_not_looked_into() -> None:
    assert values(game(odd_values)) == [2] * 5


def test_defaults_of_named_arguments_that_change() -> None:
    made = game(keyed)
    seen = []
    for bonus in (1, 1, 1, 2, 3):
        keyed.__kwdefaults__ = {"bonus": bonus}
        seen.append(values(made, 1)[0])
    assert seen == [1, 1, 1, 2, 3]


def test_a_kernel_is_bound_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from halfmove.engine.plain import run

    made, bound = game(lambda p: 1), []
    through = run.interpreted
    monkeypatch.setattr(run, "interpreted", lambda *given: bound.append(given) or through(*given))
    assert len(set(values(made, 10))) == 1
    assert len(bound) == 2


@hm.algorithm(title="clamped", source="a test", promise="a score of at most 0")
def clamped(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        score = -value(game, play(game, p, move, height, run), height - 1, -b, -a, run)
        if score > best:
            best = score
            remember(run, height, move, best)
    if best > 0:
        return 0
    return best


def test_an_int_among_real_scores_is_no_difference() -> None:
    made = hm.Game("halves", Pile(5, 0), takes, taken, lambda p: (p.left == 0, -0.5))
    assert hm.search(made, clamped, compiled=True).value == hm.search(made, clamped, compiled=False).value


def test_a_tree_with_a_depth_and_a_table() -> None:
    tree = hm.trees.uniform(2, 6)
    found = [hm.search(tree, depth=6, table="1 MB", compiled=speed).value for speed in (False, True)]
    assert found[0] == found[1]


def test_a_warning_points_at_the_line_that_caused_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "PATIENCE_COLD", 0.0)
    made = game(odd_values)
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        hm.search(made, depth=3)
    assert [Path(each.filename).name for each in given] == [Path(__file__).name]


@pytest.mark.skipif(not ways.can_fork(), reason="the test runs in a fork")
def test_a_self_test_that_was_killed_is_not_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    monkeypatch.setattr(cache, "cache_directory", lambda: tmp_path / "cache")
    monkeypatch.setattr(ways, "_noted", {})
    with monkeypatch.context() as killed:
        killed.setattr(ways, "_outcome", lambda way: os._exit(9))
        assert "crashed" in ways.fault_of("quick")
    monkeypatch.setattr(ways, "_noted", {})
    monkeypatch.setattr(ways, "_outcome", lambda way: "")
    assert ways.fault_of("quick") == ""
    monkeypatch.setattr(ways, "_noted", {})
    monkeypatch.setattr(ways, "_outcome", lambda way: "another")
    assert ways.fault_of("quick") == ""  # as it was noted
