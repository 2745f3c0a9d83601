"""What is wrong gets one clear sentence: no traceback of the compiler, and the user's own line where there is one."""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

import numpy as np
import pytest

import halfmove as hm

TREE = hm.trees.explicit([[3, [7, 2]], [4, 1]])


def said(error: pytest.ExceptionInfo[Any]) -> str:
    """The message, which must be one line and one sentence."""
    text = str(error.value)
    assert "\n" not in text
    assert "Traceback" not in text
    assert "nopython" not in text.lower()
    assert not text.endswith(".")
    assert len(text) < 400
    return text


# --- calls ---

CALLS: dict[str, tuple[dict[str, Any], str]] = {
    "unknown algorithm": (
        {"algorithm": "alphabet"},
        r"no algorithm 'alphabet'; did you mean 'alpha_beta'\?$",
    ),
    "algorithm that is no text": ({"algorithm": 3}, "there is no algorithm 3"),
    "unknown parameter": ({"phases": 3}, "alpha_beta has no parameter 'phases'; it takes none"),
    "misspelt parameter": (
        {"algorithm": "scout", "tests": "strict"},
        r"scout has no parameter 'tests'; did you mean 'test'\?$",
    ),
    "missing parameter": ({"algorithm": "aspiration", "guess": 3}, "aspiration needs error=, a number"),
    "wrong choice": ({"algorithm": "scout", "test": "x"}, "test='x' is not one of 'window', 'strict', 'printed'"),
    "wrong kind": ({"algorithm": "aspiration", "guess": "3", "error": 1}, "guess must be a number, not '3'"),
    "NaN parameter": ({"algorithm": "aspiration", "guess": math.nan, "error": 1}, "guess must be a number, not nan"),
    "negative error": ({"algorithm": "aspiration", "guess": 1, "error": -1}, "error must be at least 0, not -1"),
    "empty window": ({"window": (3, 3)}, r"the window \(3, 3\) is empty"),
    "reversed window": ({"window": (4, 3)}, r"the window \(4, 3\) is empty"),
    "NaN window": ({"window": (math.nan, 3)}, "the low end of the window must be a number, not nan"),
    "window of one": ({"window": 3}, "window must be a pair"),
    "window of words": ({"window": ("a", 3)}, "the low end of the window must be a number"),
    "depth below 0": (
        {"depth": -1},
        "depth must be a whole number from 0 to 1000000, or None for the whole game, not -1",
    ),
    "depth and a half": ({"depth": 1.5}, "depth must be a whole number"),
    "depth True": ({"depth": True}, "depth must be a whole number"),
    "depth within a tree": ({"depth": 1}, "only its leaves have scores, so depth=1 must be at least 3, or None"),
    "unknown node": ({"position": "1.3"}, "there is no node '1.3'"),
}


@pytest.mark.parametrize("fault", CALLS)
def test_calls(fault: str) -> None:
    options, sentence = CALLS[fault]
    with pytest.raises(hm.UsageError, match=sentence) as error:
        hm.search(TREE, **options)
    said(error)


def test_not_a_game() -> None:
    with pytest.raises(hm.UsageError, match=r"game must be a Game, not \[\[1, 2\], 3\]"):
        hm.search([[1, 2], 3])  # type: ignore[arg-type]


def test_limits() -> None:
    with pytest.raises(hm.UsageError, match=r"Limits\(nodes=0\): a limit must be above 0"):
        hm.Limits(nodes=0)
    with pytest.raises(hm.UsageError, match="seconds=-1"):
        hm.Limits(seconds=-1)


# --- trees ---

TREES: dict[str, tuple[Any, str]] = {
    "empty root": ([], "node 0 is an empty list"),
    "empty inner list": ([[3, [7, []]], 4], r"node 1\.2\.2 is an empty list: an inner node needs at least one child"),
    "NaN leaf": ([[3, math.nan], 4], r"leaf 1\.2 is not a number"),
    "word": ([[3, "x"], 4], r"leaf 1\.2 is 'x'"),
    "None": ([None], "leaf 1 is None"),
    "boolean": ([True], "leaf 1 is True"),
    "huge": ([2**62], "leaf 1 is 4611686018427387904: integers must lie between"),
    "JSON cut short": ("[[3, 4]", "one ] is missing at the end"),
    "JSON with an object": ('{"a": 1}', "leaf 0 is {'a': 1}"),
    "JSON NaN": ("[NaN]", "leaf 1 is not a number"),
}


@pytest.mark.parametrize("fault", TREES)
def test_trees(fault: str) -> None:
    tree, sentence = TREES[fault]
    with pytest.raises(hm.UsageError, match=sentence) as error:
        hm.trees.explicit(tree)
    said(error)


FAMILIES: dict[str, tuple[Any, str]] = {
    "width 0": (lambda: hm.trees.uniform(0, 3), "width must be a whole number from 1 to 1000000, not 0"),
    "depth -1": (lambda: hm.trees.uniform(2, -1), "depth must be a whole number from 0 to 10000, not -1"),
    "seed": (lambda: hm.trees.uniform(2, 2, seed=1.5), "seed must be a whole number"),
    "values": (lambda: hm.trees.uniform(2, 2, values="x"), "values='x' is not a distribution"),
    "chances": (lambda: hm.trees.uniform(2, 2, values={1: 0.5, 2: 0.6}), "add up to 1.1, not to 1"),
    "order": (
        lambda: hm.trees.ordered(4, 2, order=5),
        "order=5 is neither a number from 1 to the width, 4, nor one of",
    ),
    "probability": (lambda: hm.trees.ordered(4, 2, probability=2), "probability must lie between 0 and 1, not 2"),
    "root": (lambda: hm.trees.ordered(4, 2, root=500), "root=500 must be an integer within"),
    "piles": (lambda: hm.games.nim(-1), "piles must be whole numbers"),
    "many piles": (lambda: hm.games.nim(*[100] * 20), "must fit into 63 bits"),
    "large piles": (lambda: hm.games.nim(99999999999), "nim can have at most 1,000,000 matches, because each is a"),
    "board": (lambda: hm.games.connect_four(9, 9), "a board of 9 x 9 is too large"),
    "column": (lambda: hm.games.connect_four(0), "width must be a whole number from 1 on"),
}


@pytest.mark.parametrize("fault", FAMILIES)
def test_families(fault: str) -> None:
    make, sentence = FAMILIES[fault]
    with pytest.raises(hm.UsageError, match=re.escape(sentence)) as error:
        make()
    said(error)


# --- games, written wrongly as one would ---


class Pile(NamedTuple):
    left: int
    tag: int


class Bits(NamedTuple):
    board: int
    left: int


CONFIG = {"step": 1}


def moves(p):
    for take in range(1, 3):
        yield take


def play(p, take):
    return Pile(p.left - take, p.tag)


def result(p):
    return p.left <= 0, -1


def game(**rules: Any) -> hm.Game:
    return hm.Game("mine", **({"start": Pile(5, 7), "moves": moves, "play": play, "result": result} | rules))


def play_shorter(p, take):
    return (p.left - take,)


def play_number(p, take):
    return p.left - take


def play_nothing(p, take):
    Pile(p.left - take, p.tag)


def play_list(p, take):
    return [p.left - take, p.tag]


def play_divides(p, take):
    return Pile(p.left - take, p.tag / 2)


def result_nan(p):
    return p.left <= 0, math.nan


def result_nan_somewhere(p):
    return p.left <= 0, math.nan if p.tag == 333 else 0.5


def play_tags(p, take):
    return Pile(p.left - take, p.tag * 10 + take)


def result_word(p):
    return p.left <= 0, "lost"


def result_alone(p):
    return p.left <= 0


def result_pair_missing(p):
    if p.left <= 0:
        return True, -1
    return None


def evaluate_nan(p):
    return math.nan


def moves_run_out(p):
    for take in range(1, 3):
        if p.left - take >= 1:
            yield take


def moves_list(p):
    return [1, 2]


def play_three(p, take, extra):
    return p


# (rules, sentence, the rule that is to blame): wrong at both speeds
WRONG: dict[str, tuple[dict[str, Any], str, Any]] = {
    "shorter": ({"play": play_shorter}, r"play\(Pile\(left=5, tag=7\), 1\) returns \(4,\): a tuple", play_shorter),
    "number for a position": ({"play": play_number}, "returns 4: an int instead of a Pile", play_number),
    "no position": ({"play": play_nothing}, "returns None: nothing instead of a Pile", play_nothing),
    "list": ({"play": play_list}, r"returns \[4, 7\]: a list instead of a Pile", play_list),
    "real in a position": ({"play": play_divides}, "a float instead of an int", play_divides),
    "NaN": ({"result": result_nan}, "result returns NaN, which is not a score, for the position", result_nan),
    "word for a score": ({"result": result_word}, "returns 'lost' as a score, which is not a number", result_word),
    "no pair": ({"result": result_alone}, r"result must return the pair \(over, score", result_alone),
    "sometimes no pair": ({"result": result_pair_missing}, "result must return the pair", result_pair_missing),
    "NaN guess": ({"evaluate": evaluate_nan}, "evaluate returns NaN", evaluate_nan),
    "no moves": ({"moves": moves_run_out}, "is not over by `result`, but has no moves", moves_run_out),
}  # fmt: skip


@pytest.mark.parametrize("compiled", [False, True, None], ids=["interpreted", "compiled", "either"])
@pytest.mark.parametrize("fault", WRONG)
def test_wrong_games(fault: str, compiled: bool | None) -> None:
    rules, sentence, rule = WRONG[fault]
    with pytest.raises(hm.GameError, match=sentence) as error:
        hm.search(game(**rules), compiled=compiled, depth=4)
    assert f"{__file__}:{rule.__code__.co_firstlineno}" in said(error)


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_a_rare_fault_is_found_again(compiled: bool) -> None:
    """A NaN that only one line of play meets."""
    wrong = game(start=Pile(9, 0), play=play_tags, moves=moves_three, result=result_nan_somewhere)
    with pytest.raises(hm.GameError, match=r"result returns NaN.* for the position Pile\(left=0, tag=333\)") as error:
        hm.search(wrong, "minimax", compiled=compiled)
    said(error)


def moves_three(p):
    for take in range(1, 4):
        yield take


def test_wrong_from_the_start() -> None:
    with pytest.raises(hm.UsageError, match=r"moves must be a generator \(yield each move\)") as error:
        game(moves=moves_list)
    assert __file__ in said(error)
    with pytest.raises(hm.UsageError, match=r"play must take \(p, move\)"):
        game(play=play_three)
    with pytest.raises(hm.UsageError, match=r"play must take \(p, move, data\)"):
        game(data=np.zeros(3), moves=lambda p, data: (yield 1))
    with pytest.raises(hm.UsageError, match="result must be a function, not None"):
        game(result=None)
    for start in ([5, 7], {5}):
        with pytest.raises(
            hm.GameError, match=r"a position must be hashable, ideally an int or a \(named\) tuple of ints"
        ) as error:
            hm.search(game(start=start))
        said(error)


# --- games that are fine in Python, but not for the compiler ---


def helper_reads(p):
    with open("file") as file:
        return len(file.read())


def play_helped(p, take):
    if p.tag == 1234:
        helper_reads(p)
    return Pile(p.left - take, p.tag)


def play_global(p, take):
    return Pile(p.left - CONFIG["step"] * take, p.tag)


def play_replace(p, take):
    return p._replace(left=p.left - take)


def play_changes_shape_once(p, take):
    if p.tag == 1234:
        return (1, 2, 3)
    return Pile(p.left - take, p.tag)


def play_undefined(p, take):
    if p.tag == 1234:
        return Pile(p.left, no_such_name)  # noqa: F821
    return Pile(p.left - take, p.tag)


def play_variable(p, take):
    x = 1
    if p.tag == 1234:
        x = "one"
    return Pile(p.left - take, p.tag + len(str(x)) - 1)


def moves_from(p):
    yield from (1, 2)


def moves_of_two_shapes(p):
    yield 1
    if p.tag == 1234:
        yield (1, 2)


def moves_words(p):
    yield "one"


def play_word(p, word):
    return Pile(p.left - 1, p.tag)


def play_mixes(p, take):
    return Bits(p.board | 1 << take, p.left - take)


def play_becomes_unsigned(p, take):
    return Pile(p.left - take, np.uint64(1) << np.uint64(take))


def play_formats(p, take):
    text = f"{p.left:>3}"
    return Pile(p.left - take, p.tag if text else 0)


BITS = {"start": Bits(np.uint64(1), 5)}  # type: ignore[arg-type]
INTERPRETED_ONLY: dict[str, tuple[dict[str, Any], str, int]] = {
    "helper": (
        {"play": play_helped},
        "play cannot be compiled: it uses `with`; a rule must only compute",
        helper_reads.__code__.co_firstlineno + 1,
    ),
    "global": ({"play": play_global}, "it uses the global 'CONFIG', a dict, which the compiler cannot use", 0),
    "_replace": ({"play": play_replace}, r"does not know `_replace`; build the position anew, Pile\(...\)", 0),
    "shape": ({"play": play_changes_shape_once}, "play cannot be compiled: it returns different things", 0),
    "name": ({"play": play_undefined}, "the name 'no_such_name' is not defined", 0),
    "variable": ({"play": play_variable}, "the variable 'x' changes its type", 0),
    "yield from": ({"moves": moves_from}, "moves cannot be compiled: it uses `yield from`", 0),
    "moves of two shapes": ({"moves": moves_of_two_shapes}, "moves cannot be compiled: it yields different things", 0),
    "words": ({"moves": moves_words, "play": play_word}, "a move holds 'one', a str", -1),
    "uint64 with int64": (BITS | {"play": play_mixes}, "keep 64-bit boards np.uint64 in every operation", 0),
    "becomes uint64": ({"play": play_becomes_unsigned}, "an uint64 where it was an int64: wrap it in np.int64", 0),
    "format": ({"play": play_formats}, "it makes text", 0),
    "large int": ({"start": Pile(5, 1 << 63)}, "needs more than 63 bits; annotate a field of 64 bits with hm.U64", -1),
}


@pytest.mark.parametrize("fault", INTERPRETED_ONLY)
def test_games_for_plain_python(fault: str) -> None:
    rules, sentence, line = INTERPRETED_ONLY[fault]
    mine = game(**rules)
    assert hm.search(mine, compiled=False).value == 1
    assert hm.search(mine).value == 1  # nobody asked for machine code
    with pytest.raises(hm.NotCompilable, match=sentence) as error:
        hm.search(mine, compiled=True)
    text = said(error)
    if line >= 0:
        place = re.search(re.escape(__file__) + r":(\d+)\)$", text)
        assert place, text
        rule = next(value for value in reversed(rules.values()) if callable(value))
        code = rule.__code__
        lines = {each for _, _, each in code.co_lines() if each} | {line}
        assert int(place[1]) in lines, text


def test_a_search_that_outgrows_python_warns_and_goes_on() -> None:
    """When machine code would pay but cannot be made, the reason is given as a warning."""
    from halfmove.engine import runner

    before, runner.PATIENCE_COLD = runner.PATIENCE_COLD, 0.0
    try:
        with pytest.warns(RuntimeWarning, match="cannot be compiled: .*; it runs as plain Python, which is slower"):
            r = hm.search(game(start=Pile(18, 7), play=play_global))
    finally:
        runner.PATIENCE_COLD = before
    assert (r.value, r.compiled) == (-1, False)  # 18 is a multiple of 3


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_a_game_without_end(compiled: bool) -> None:
    def play_back(p, take):
        return Pile(p.left, p.tag)

    with pytest.raises(hm.GameError, match="a line of play is longer than 1024 half-moves; give a depth") as error:
        hm.search(game(play=play_back), compiled=compiled)
    said(error)
    assert hm.search(game(play=play_back), compiled=compiled, depth=4).counts.nodes > 4


# --- more than anybody reads, or than there is room for ---


def many_moves(p):
    yield from range(1, p + 1)


WIDE = hm.Game("wide", 10**12, many_moves, lambda p, take: p - take, lambda p: (p == 0, -1))


@pytest.mark.parametrize(
    "call",
    [
        lambda: WIDE.legal(WIDE.start),
        lambda: WIDE.legal(WIDE.start, 10**9),
        lambda: hm.check(WIDE, games=1, compiled=False),
        lambda: hm.solve(WIDE, compiled=False),
    ],
    ids=["legal", "most", "check", "solve"],
)
def test_moves_that_nobody_can_list(call: Any) -> None:
    with pytest.raises(hm.GameError, match="has more than 1,000,000 moves, which is too many to list") as error:
        call()
    said(error)


def test_a_position_with_many_moves_is_searched() -> None:
    assert WIDE.legal(WIDE.start, 3) == [1, 2, 3]
    assert hm.search(WIDE, depth=1, limits=hm.Limits(nodes=50), compiled=False, trace=True).stopped == "nodes"
    assert hm.games.nim(999_999).picture(hm.games.nim(999_999).start) == "1: 999,999 matches"


def test_an_error_is_never_long() -> None:
    """The beginning and the end stay, which say what is wrong and what to do."""
    for kind in (hm.UsageError, hm.GameError, hm.NotCompilable, hm.HalfmoveError):
        text = str(kind("what is wrong: " + "x " * 300_000 + "; do this"))
        assert len(text) <= 680
        assert text.startswith("what is wrong: x x")
        assert text.endswith("x ; do this")
        assert str(kind("short")) == "short"
