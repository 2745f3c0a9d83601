"""Machine code is used only after its rules agreed with plain Python; what a rule reads may not go stale."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import halfmove as hm
from halfmove.kernels.player_primitives import bounds_of, noisy, order_word, rule_order, rule_symmetry, same_side, tries
from halfmove.words import play, value
from tests.conftest import usually
from tests.test_processes import python

CACHE = os.environ.get("HALFMOVE_CACHE", "")


class Bits(NamedTuple):
    x: int
    left: int


def two_moves(p):
    yield 1
    yield 2


def ended(p):
    return p.left == 0, p.x % 1000


def times_large(p, move):
    # Plain Python keeps all bits of the product; machine code has no room for them.
    return Bits((p.x + move) * 0x1E3779B97F4A7C15 >> 40 & 0xFFFFFFFF, p.left - 1)


def game(**rules: Any) -> hm.Game:
    own = {"start": Bits(1, 6), "moves": two_moves, "play": times_large, "result": ended}
    return hm.Game("mine", **(own | rules))


def shifted(p, move):
    return Bits(p.x << 9 | move, p.left - 1)


def evaluated_wrongly(p):
    return ((p.x + 1) * 0x1E3779B97F4A7C15 >> 60) % 7


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({}, r"play of the position Bits\(x=\d+, left=\d\) with move \d gives .* in plain Python, and .* in machine"),
        ({"play": shifted, "start": Bits(1, 12)}, r"which needs more than 63 bits"),
        (
            {"play": lambda p, move: Bits(p.x + move, p.left - 1), "evaluate": evaluated_wrongly},
            r"evaluate of the position Bits\(.*\) returns \d+ in plain Python, and -?\d+ in machine code",
        ),
    ],
    ids=["play", "63 bits", "evaluate"],
)
def test_a_difference_is_an_error(rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(hm.GameError, match=sentence):
        hm.search(game(**rules), compiled=True)
    assert hm.search(game(**rules), compiled=False).bound == "exact"


def test_the_default_speed_never_answers_from_wrong_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    from halfmove.engine import runner

    monkeypatch.setattr(runner, "PATIENCE_COLD", 0.0)
    with pytest.raises(hm.GameError, match="in machine code"):
        hm.search(game(start=Bits(1, 9)))


CONSTANTS = """
import sys, consts
import halfmove as hm

def moves(p):
    yield 1
    yield 2

def play(p, move):
    return p - move

def result(p):
    return p <= 0, consts.WORTH

game = hm.Game("mine", 5, moves, play, result)
"""


def test_a_value_read_through_a_module_is_never_stale(tmp_path: Path) -> None:
    """Across processes: an edit to the other module is another program."""
    (tmp_path / "mine.py").write_text(CONSTANTS)
    found = []
    for worth in (3, 80):  # of another length: Python itself does not notice an edit within a second otherwise
        (tmp_path / "consts.py").write_text(f"WORTH = {worth}\n")
        code = "import mine, halfmove as hm; print(hm.search(mine.game, compiled=True).value)"
        found.append(abs(int(python(code, CACHE, tmp_path))))
    assert found == [3, 80]


def test_nor_within_one_process(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CONSTANTS)
    (tmp_path / "consts.py").write_text("WORTH = 3\n")
    code = textwrap.dedent("""
        import mine, consts, halfmove as hm
        print(abs(hm.search(mine.game, compiled=True).value))
        consts.WORTH = 8
        print(abs(hm.search(mine.game, compiled=True).value), abs(hm.search(mine.game, compiled=False).value))
        """)
    assert python(code, CACHE, tmp_path).split() == ["3", "8", "8"]


def test_a_rule_that_the_search_does_not_call_is_never_stale(tmp_path: Path) -> None:
    """Machine code has all rules, so that they can be compared, also those that a search does not need."""
    for worth in (3, 80):
        rules = CONSTANTS.replace("consts.WORTH", "0").replace("result)", f"result, lambda p: {worth})")
        (tmp_path / "mine.py").write_text(rules.replace("sys, consts", "sys"))
        code = "import mine, halfmove as hm; print(hm.perft(mine.game, 2, compiled=True).lines)"
        assert python(code, CACHE, tmp_path).split() == ["4"]


def test_an_error_in_a_rule_keeps_its_words_and_its_line() -> None:
    def result(p):
        if p.x == 2:
            raise ValueError("two is not a number I like")
        return p.left == 0, p.x

    def play(p, move):
        return Bits(move, p.left - 1)

    for compiled in (False, True):
        with pytest.raises(ValueError, match="two is not a number I like") as error:
            hm.search(game(play=play, result=result, start=Bits(1, 3)), compiled=compiled)
        assert error.traceback[-1].path == Path(__file__)


# --- the hooks that only players call ---


@hm.algorithm(title="a player", promise="nothing", plays=True)
def asks(game, p, height, a, b, run):
    """Ask all hooks, and follow the move that `order` puts first."""
    low, high = bounds_of(game, rule_symmetry(game, p), run)
    count = 0
    for _move in noisy(game, p):
        count += 1
    best = first = -(1 << 62)
    for move in tries(game, p):
        child = play(game, p, move, height, run)
        word = order_word(rule_order(game, p, move, child))
        if word > first:
            first = word
            best = value(game, child, height - 1, -b, -a, run)
            best = best if same_side(game, p, child) else -best
    return min(max(best, low), high) + count


def steps(p, move):
    return Bits(p.x + move, p.left - 1)


def one_first(p, move, child):
    return -move


def any_score(p):
    return -1000, 1000


def one(p):
    yield 1


def itself(p):
    return p


GOOD = {"play": steps, "order": one_first, "bounds": any_score, "tries": one, "noisy": two_moves, "symmetry": itself}


def large(p):
    """Another number in machine code."""
    return (p.x + 1) * 0x1E3779B97F4A7C15 >> 60


def order_of_large(p, move, child):
    return large(p) % 7


def bounds_of_large(p):
    return -1000 - large(p) % 7, 1000


def tries_large(p):
    yield 2 if large(p) % 7 < 3 else 1


def noisy_large(p):
    if large(p) % 7 < 3:
        yield 1


def symmetry_of_large(p):
    return Bits(large(p) % 7, p.left)


@pytest.mark.parametrize("compiled", [False, True])
def test_a_kernel_for_players(compiled: bool) -> None:
    r = hm.search(game(**GOOD), asks, compiled=compiled)
    assert (r.value, r.counts.nodes) == (hm.search(game(**GOOD), asks, compiled=False).value, 7)


# One that returns a number, one that yields moves, one that returns a position; each is another program.
LIARS = [order_of_large, tries_large, symmetry_of_large, *usually((), (bounds_of_large, noisy_large))]


@pytest.mark.parametrize("hook", LIARS, ids=lambda hook: hook.__name__)
def test_a_difference_in_a_hook_is_an_error(hook: Any) -> None:
    name = hook.__name__.partition("_")[0]
    mine = game(**(GOOD | {name: hook}))
    with pytest.raises(
        hm.GameError, match=rf"{name} of the position Bits\(.*\) returns .* in plain Python.*, and"
    ) as error:
        hm.search(mine, asks, compiled=True)
    assert f"{__file__}:{hook.__code__.co_firstlineno}" in str(error.value)
    assert hm.search(mine, "alpha_beta", compiled=True).bound == "exact"  # which does not ask


def word_of_text(p, move, child):
    return "first"


def no_pair(p):
    return 1, 2, 3


def pairs_tried(p):
    yield 1, 2


def another_shape(p):
    return p.x, p.left


@pytest.mark.parametrize(
    ("hook", "rule", "sentence"),
    [
        ("order", word_of_text, "order must return a number, and returns"),
        ("bounds", no_pair, r"bounds must return the pair \(lowest, highest\) of scores, and returns"),
        ("tries", pairs_tried, "tries must yield moves like those of `moves`, int, and yields .int, int."),
        ("noisy", pairs_tried, "noisy must yield moves like those of `moves`, int, and yields .int, int."),
        ("symmetry", another_shape, "symmetry must return a position like Bits, and returns"),
    ],
)
def test_hooks_of_wrong_types(hook: str, rule: Any, sentence: str) -> None:
    mine = game(**(GOOD | {hook: rule}))
    with pytest.raises(hm.NotCompilable, match=sentence) as error:
        hm.search(mine, asks, compiled=True)
    assert f"{__file__}:{rule.__code__.co_firstlineno}" in str(error.value)
    assert hm.search(mine, "alpha_beta", compiled=True).bound == "exact"  # which is not compiled with it


def noisy_by_text(p):
    yield int(f"{1}")


def test_check_compiles_the_hooks() -> None:
    good = GOOD | {"tries": two_moves}
    hm.check(game(**good))
    with pytest.warns(RuntimeWarning, match="noisy cannot be compiled: .* it runs as plain Python only"):
        hm.check(game(**good | {"noisy": noisy_by_text}))
