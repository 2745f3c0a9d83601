"""The status of algorithms and games in the documentation: what it says of the tests is so."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

import halfmove as hm

from . import test_leaves

TESTS = Path(__file__).parent


def _status() -> Any:
    spec = importlib.util.spec_from_file_location("status", TESTS.parent / "docs" / "tools" / "status.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


status = _status()


def test_all_that_is_named_exists() -> None:
    assert set(status.ALGORITHMS) <= set(hm.ALGORITHMS)
    assert set(status.GAMES) <= set(hm.games.GAMES)
    assert set(status.KNOWN) <= {*hm.ALGORITHMS, *hm.games.GAMES}


@pytest.mark.parametrize("algorithm", status.ALGORITHMS)
def test_an_algorithm_is_compared_where_it_is_said(algorithm: str) -> None:
    words, file = status.ALGORITHMS[algorithm]
    if file == "test_leaves.py":
        assert algorithm in {name for name, *_ in test_leaves.TWINS}
    elif file == "test_proofs.py":
        assert hm.ALGORITHMS[algorithm].decides
    else:
        assert f'"{algorithm}"' in (TESTS / file).read_text(encoding="utf-8")
    assert status.status_of(algorithm) == "thoroughly tested"
    assert words in status.checked(algorithm)


@pytest.mark.parametrize("game", status.GAMES)
def test_a_game_is_compared_where_it_is_said(game: str) -> None:
    assert re.search(rf"\b{game}\b", (TESTS / status.GAMES[game]).read_text(encoding="utf-8"))


def test_what_is_not_named_is_lightly_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    assert status.status_of("mtd_f") == status.status_of("a game that is new") == "lightly tested"
    assert status.checked("best_first_minimax") == ""
    assert re.fullmatch(r"a second program, leaf by leaf; \d+ printed numbers", status.checked("alpha_beta"))
    monkeypatch.setitem(status.KNOWN, "mtd_f", "it is slow")
    assert status.status_of("mtd_f") == "known problems: it is slow"
