"""Counts are a contract: how many leaves each algorithm evaluates does not change by accident."""

from __future__ import annotations

import pytest

import halfmove as hm

from .conftest import load
from .regenerate import SIGNATURE, signature

PINNED = load("signature.json")


@pytest.fixture(scope="module")
def now() -> dict[str, dict[str, list[int]]]:
    return signature()


def test_the_trees_are_the_pinned_ones() -> None:
    assert PINNED["trees"] == [list(each) for each in SIGNATURE]


@pytest.mark.parametrize("algorithm", [algorithm.id for algorithm in hm.ALGORITHMS.values()])
def test_signature(algorithm: str, now: dict[str, dict[str, list[int]]]) -> None:
    assert now[algorithm] == PINNED["leaves"].get(algorithm), (
        f"the leaf counts of {algorithm} are not those of tests/data/signature.json; if that is meant, "
        "run `python -m tests.regenerate` and note the change under *Counts* in CHANGELOG.md"
    )


def test_no_algorithm_is_lost() -> None:
    assert set(PINNED["leaves"]) <= {a.id for a in hm.ALGORITHMS.values()}
