"""On how many trees one algorithm evaluates fewer leaves than another: the share, and its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

import halfmove as hm
from halfmove.studies import papers
from halfmove.studies.plans import Cell
from halfmove.studies.quantities import measured, searches
from halfmove.studies.statistics import share_interval
from halfmove.studies.verdicts import verdict
from halfmove.studies.work import Record

TABLE = papers.load("srimani_1985").tables["shares"]
FEWER = TABLE.cell("PS*(2) T(8,4) ord=2", "fewer than SSS*")
MORE = TABLE.cell("PS*(2) T(8,4) ord=1", "more than Alpha-Beta")


@pytest.mark.parametrize(("seen", "count"), [(0, 1), (1, 1), (0, 30), (6, 100), (25, 25), (500, 1000)])
def test_ends_are_where_a_share_is_two_errors_away(seen: int, count: int) -> None:
    low, high = share_interval(seen, count)
    share = seen / count
    assert 0 <= low <= share <= high <= 1
    for end in (low, high):
        if 1e-12 < end < 1 - 1e-12:
            assert abs(share - end) == pytest.approx(1.959964 * math.sqrt(end * (1 - end) / count), rel=1e-9)


def record(repetition: int, leaves: int) -> Record:
    return Record(repetition, 0, "exact", leaves, leaves, *[0] * 9, 0.0)


def test_share_of_pairs() -> None:
    pairs = [(5, 6), (6, 6), (7, 6), (8, 6), (5, 9)]

    def given(cell: Cell) -> Sequence[Record]:
        ours = cell.algorithm.id == "ps_star"
        return [record(number, pair[0 if ours else 1]) for number, pair in enumerate(pairs, 1)]

    for cell, share, said in ((FEWER, 40, "on 2 of 5 trees"), (MORE, 40, "on 2 of 5 trees")):
        found = measured(cell.setting, 5, given)
        assert (found.mean, found.trees, found.note) == (share, 5, said)
        assert found.low is not None
        assert found.high is not None
        assert found.low < share < found.high
        assert verdict(cell, found)[0] == "not printed"


def test_share_is_that_of_searches() -> None:
    """On small trees, counted once more by hand."""
    tree = {"width": 4, "depth": 5, "order": 2}
    setting = replace(FEWER.setting, tree=tree)
    counted: dict[str, list[Record]] = {"ps_star": [], "sss_star": []}
    for seed in range(1, 21):
        game = hm.trees.ordered(**tree, seed=seed)  # type: ignore[arg-type]
        for name, how in (("ps_star", {"phases": 2}), ("sss_star", {})):
            counted[name].append(record(seed, hm.search(game, name, compiled=False, **how).counts.leaves))
    fewer = [a.leaves < b.leaves for a, b in zip(counted["ps_star"], counted["sss_star"], strict=True)]
    assert [cell.algorithm.id for cell in searches(setting, 20)] == ["ps_star", "sss_star"]
    found = measured(setting, 20, lambda cell: counted[cell.algorithm.id])
    assert found.mean == 5 * sum(fewer) > 0
