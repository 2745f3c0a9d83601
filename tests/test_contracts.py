"""`check_algorithm`: it passes the algorithms of the package, and names the broken promise of each wrong one."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli.program import main
from halfmove.contracts import leaves, minimax
from halfmove.words import infinity, moves, play, remember, value
from tests import naive
from tests.conftest import facts, refused, usually

ROOT = Path(__file__).parent.parent
GOOD = [each.id for each in hm.ALGORITHMS.values() if not any(parameter.required for parameter in each.parameters)]


@pytest.mark.parametrize("name", GOOD)
def test_the_algorithms_of_the_package_keep_their_promises(name: str) -> None:
    found = hm.check_algorithm(name, trees=usually(16, 400), compiled=False)
    assert (found.compiled, found.estimates) == (None, found.estimates if name == "best_first_minimax" else 0)
    assert found.searches in (found.trees, 6 * found.trees)


def kernel(**declared: Any) -> Any:
    return hm.algorithm(title="wrong", promise="the value", **{"proves": True, **declared})


@kernel()
def sign_forgotten(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        best = max(best, value(game, play(game, p, move, height, run), height - 1, -b, -a, run))
    return best


@kernel()
def cuts_too_early(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        best = max(best, -value(game, play(game, p, move, height, run), height - 1, -b, -a, run))
        if best >= b - 1:
            break
    return best


@kernel()
def window_not_turned(game, p, height, a, b, run):
    for move in moves(game, p):
        score = -value(game, play(game, p, move, height, run), height - 1, a, b, run)
        if score > a:
            a = score
            if a >= b:
                break
    return a


@kernel()
def remembers_all(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        best = max(best, -value(game, play(game, p, move, height, run), height - 1, -b, -a, run))
        remember(run, height, move, best)
    return best


@kernel()
def never_ends(game, p, height, a, b, run):
    score = infinity()
    for _again in range(10**9):
        for move in moves(game, p):
            score = min(score, -value(game, play(game, p, move, height, run), height - 1, -b, -a, run))
    return score


@kernel()
def returns_nan(game, p, height, a, b, run):
    return math.nan


@kernel(proves=False)
def first_move(game, p, height, a, b, run):
    for move in moves(game, p):
        return -value(game, play(game, p, move, height, run), height - 1, -b, -a, run)
    return infinity()


def broken(wrong: Any, **given: Any) -> Any:
    with pytest.raises(hm.BrokenPromise) as error:
        hm.check_algorithm(wrong, compiled=False, **given)
    breach = error.value.breach
    assert str(error.value).startswith(f"{wrong.__name__}: for the tree {breach.tree_text}")
    assert breach.promise in str(error.value)
    assert breach.expected == naive.Search(breach.tree).minimax(breach.tree, (), 1) == minimax(breach.tree)
    return breach


def test_a_forgotten_sign() -> None:
    breach = broken(sign_forgotten)
    assert (breach.tree, breach.expected, breach.returned) == ([1], 1, "-1 (exact)")
    assert breach.promise.startswith("an exact result is the minimax value")


@pytest.mark.parametrize("seed", range(usually(3, 20)))
def test_a_cut_off_too_early_shows_in_a_narrow_window(seed: int) -> None:
    breach = broken(cuts_too_early, seed=seed)
    assert breach.window != (-math.inf, math.inf)
    assert leaves(breach.tree) == 2
    again = hm.search(hm.trees.explicit(breach.tree), cuts_too_early, window=breach.window, compiled=False)
    assert breach.returned.startswith(f"{again.value} (")
    assert again.value < breach.expected


@pytest.mark.parametrize("seed", range(usually(3, 20)))
def test_a_window_that_is_not_turned(seed: int) -> None:
    breach = broken(window_not_turned, seed=seed)
    assert leaves(breach.tree) <= 3
    assert breach.promise.startswith(("an exact result", "a lower bound", "an upper bound"))


def test_a_wrong_line() -> None:
    breach = broken(remembers_all)
    assert (len(breach.tree), leaves(breach.tree)) == (2, 2)
    assert "the best line leads to the value; (2,) does not" in breach.promise


def test_a_search_without_end_and_one_without_a_number() -> None:
    assert broken(never_ends).promise.startswith("a search of a small tree ends")
    breach = broken(returns_nan)
    assert "its kernel returns nan, which is not a score" in breach.returned
    assert leaves(breach.tree) == 1


def test_machine_code_that_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    from halfmove import contracts

    usual = contracts._Trial.search

    def wrong(self: Any, game: Any, window: Any, compiled: bool = False, trace: bool = False) -> Any:
        if not compiled:
            return usual(self, game, window, False, trace)
        self.algorithm, before = hm.ALGORITHMS["minimax"], self.algorithm
        found = usual(self, game, window, False, trace)
        self.algorithm = before
        return found

    monkeypatch.setattr(contracts._Trial, "search", wrong)
    with pytest.raises(hm.BrokenPromise, match="machine code does the same as plain Python") as error:
        hm.check_algorithm("alpha_beta", trees=40)
    assert leaves(error.value.breach.tree) <= 4  # the smallest tree with a cut-off: 4 leaves


def test_estimates_promise_nothing() -> None:
    found = hm.check_algorithm(first_move, trees=40, compiled=False)
    assert (found.exact, found.estimates) == (0, 40)
    assert 0 < found.right_estimates < 40
    assert f"estimates   {found.right_estimates} of 40 were the minimax value" in str(found)
    assert "<td" in found._repr_html_()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("scuot",), "there is no algorithm 'scuot'; did you mean 'scout'?"),
        (("scout", 0), "trees must be a whole number from 1"),
        (("scout", 3, "x"), "seed must be a whole number, not 'x'"),
        (("aspiration",), "aspiration needs guess="),
        ((3,), "there is no algorithm 3"),
    ],
)
def test_wrong_calls(given: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(hm.UsageError) as error:
        hm.check_algorithm(*given)
    assert str(error.value).startswith(sentence)


WRONG = """
import halfmove as hm
from halfmove.words import infinity, moves, play, value

@hm.algorithm(title="careless <b>", promise="the value", proves=True, parameters=(hm.Parameter("by", "int", "how", 0),))
def careless(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        best = max(best, -value(game, play(game, p, move, height, run), height - 1, -b, -a, run))
    return best + run.by
"""


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["check", *words])


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(WRONG)
    own = f"{file}:careless"
    ran = run(f"{own}:by=1", "--trees", "8")
    assert ran.exit_code == 1
    shown = facts(ran.stdout)
    assert (shown["tree"], shown["minimax value"], shown["returned"]) == ("[0]", "0", "1 (exact)")
    assert "□ 0 = 0" in ran.stdout
    assert f"halfmove trace '[0]' -a {own}:by=1" in " ".join(ran.stdout.replace("\\\n", " ").split())
    assert ran.stderr.startswith("halfmove: careless: for the tree [0] it returns 1 (exact)")
    data = json.loads(run(f"{own}:by=1", "--trees", "8", "--json").stdout)
    assert (data["tree"], data["window"], data["expected"]) == ([0], None, 0)
    assert data["fault"].startswith("careless: for the tree [0]")
    right = run(own, "--trees", "4")
    assert right.exit_code == 0, right.output
    assert facts(right.stdout)["promises"] == "none is broken"
    assert facts(right.stdout)["machine code"] == "the same leaves and results as plain Python"


def test_which_options_are_for_what() -> None:
    refused(run("scout", "--games", "3"), "--games", "scout is an algorithm", "--trees")
    refused(run("nim", "--trees", "3"), "--trees", "nim is a game", "--games")
    refused(run("scout", "--trees", "0"), "trees must be a whole number from 1")
    refused(run("alpha_beta:table=1 MB"), "leave out table=")
    refused(run("examples/own_algorithms.py:beam:widht=1"), "did you mean 'width'")


def test_compare_points_to_the_check(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(WRONG)
    words = ["compare", "--family", "uniform:2,3", "--trees", "2", "--interpreted", "-a", f"{file}:careless:by=1"]
    ran = CliRunner().invoke(main, words)
    assert ran.exit_code == 1
    assert "the values differ" in ran.stderr
    assert f"for a small tree that shows it: halfmove check {file}:careless:by=1" in " ".join(ran.stderr.split())
