"""`hm.check` finds what breaks the contract, and says in one sentence what was returned, and where the rule stands."""

from __future__ import annotations

import inspect
import math
import random
import re
import time
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest

import halfmove as hm
from halfmove import conformance
from halfmove.bits import FULL
from halfmove.conformance import first_look
from halfmove.players.sizes import wins_differ

from .test_errors import said


class Pile(NamedTuple):
    left: int
    player: int


def moves(p):
    for take in range(1, 4):
        if take <= p.left:
            yield take


def play(p, take):
    return Pile(p.left - take, 1 - p.player)


def result(p):
    return p.left == 0, -1


def game(**rules: Any) -> hm.Game:
    return hm.Game("mine", **({"start": Pile(12, 0), "moves": moves, "play": play, "result": result} | rules))


def line_of(rule: Any, text: str = "") -> int:
    """The line of a rule, or of the first line in it that has this text."""
    lines, first = inspect.getsourcelines(rule)
    return first + next(i for i, line in enumerate(lines) if text in line) if text else rule.__code__.co_firstlineno


# --- positions that change ---


class Board:
    """Hashed by identity; its text says nothing about its squares."""

    def __init__(self, squares: list[int]) -> None:
        self.squares = squares

    def __repr__(self) -> str:
        return "Board"


@dataclass
class Equal:
    """Knows when it is equal."""

    squares: list[int]

    def __hash__(self) -> int:
        return 7


class Slotted:
    __slots__ = ("squares",)

    def __init__(self, squares: list[int]) -> None:
        self.squares = squares


class Remembering(Board):
    """Keeps what it has found out about itself: that is no change."""

    def free(self) -> list[int]:
        if not hasattr(self, "known"):
            self.known = [i for i, square in enumerate(self.squares) if not square]
        return self.known


def board_moves(p):
    for i, square in enumerate(p.squares):
        if not square:
            yield i


def board_result(p):
    return all(p.squares), -1


def play_in_place(p, i):
    p.squares[i] = 1
    return p


def play_anew(p, i):
    return type(p)([*p.squares[:i], 1, *p.squares[i + 1 :]])


def moves_in_place(p):
    yield from board_moves(p)
    p.squares[0] = 1


def result_in_place(p):
    p.squares[-1] = 1
    return all(p.squares), -1


def remembering_moves(p):
    yield from p.free()


@pytest.mark.parametrize("kind", [Board, Equal, Slotted])
def test_a_rule_that_changes_its_position(kind: Any) -> None:
    for rule, wrong in (("play", play_in_place), ("moves", moves_in_place), ("result", result_in_place)):
        rules = {"moves": board_moves, "play": play_anew, "result": board_result} | {rule: wrong}
        for call in (hm.check, lambda mine: hm.search(mine, compiled=False)):
            with pytest.raises(hm.GameError, match=f"{rule} changes the position it is given, ") as error:
                call(hm.Game("mine", kind([0, 0, 0, 0]), **rules))  # type: ignore[arg-type]
            assert f"{__file__}:{line_of(wrong)}" in said(error)
            assert re.search(r"\b1\b", said(error))
    hm.check(hm.Game("mine", kind([0, 0, 0, 0]), board_moves, play_anew, board_result))


def test_a_position_may_remember() -> None:
    hm.check(hm.Game("mine", Remembering([0, 0, 0]), remembering_moves, play_anew, board_result))


# --- rules that are not functions of the position ---


def moves_shuffled(p):
    order = [1, 2, 3]
    random.shuffle(order)
    for take in order:
        if take <= p.left:
            yield take


ASKED = [0]


def moves_more_each_time(p):
    ASKED[0] += 1
    for take in range(ASKED[0]):
        yield take + 1


def play_shape(p, take):
    return Pile(p.left - take, None)


def result_word(p):
    return p.left == 0, "lost"


def result_triple(p):
    return p.left == 0, -1, 0


def evaluate_nothing(p):
    pass


def evaluate_nan(p):
    return math.nan


class Wide(NamedTuple):
    board: hm.U64
    left: int


def wide_moves(p):
    yield p.left


def play_unmasked(p, move):
    return Wide(p.board << 9, p.left - 1)


def play_masked(p, move):
    return Wide(p.board << 9 & FULL, p.left - 1)


class Mask(NamedTuple):
    bit: hm.U64


def moves_of_wide_masks(p):
    yield Mask(p.board << 60)


def play_random(p, take):
    ASKED[0] += 1
    return Pile(p.left - take, ASKED[0] % 2)


def result_random(p):
    ASKED[0] += 1
    return p.left == 0, -1 - ASKED[0] % 2


def result_ends_at_random(p):
    ASKED[0] += 1
    return p.left == 0 or ASKED[0] % 2 == 0, -1


def evaluate_random(p):
    ASKED[0] += 1
    return ASKED[0] % 2


def moves_of_lists(p):
    for take in moves(p):
        yield [take]


def play_list(p, move):
    return play(p, move[0])


# rules, what is said, the rule that is blamed
RULES: dict[str, tuple[dict[str, Any], str, Any]] = {
    "random order": (
        {"moves": moves_shuffled},
        r"called twice, first yields \[.*\] and then \[.*\], in another order",
        moves_shuffled,
    ),
    "other moves": ({"moves": moves_more_each_time}, r"called twice, .* and then \[.*\], others", moves_more_each_time),
    "random play": (
        {"play": play_random},
        r"play\(Pile\(left=12, player=0\), \d\), called twice, first returns Pile\(.*\) and then Pile\(.*\); it",
        play_random,
    ),
    "random score": (
        {"result": result_random},
        r"result\(Pile\(left=0, .*\)\), called twice, first returns \(True, -\d\) and then \(True, -\d\)",
        result_random,
    ),
    "random end": (
        {"result": result_ends_at_random},
        r"result\(Pile\(left=12, .*\)\), called twice, first returns \(\w+, -1\) and then \(\w+, -1\)",
        result_ends_at_random,
    ),
    "random guess": (
        {"evaluate": evaluate_random},
        r"evaluate\(Pile\(left=12, .*\)\), called twice, first returns \d and then \d; it must depend only on the",
        evaluate_random,
    ),
    "moves are lists": (
        {"moves": moves_of_lists, "play": play_list},
        r"moves\(Pile\(left=12, player=0\)\) yields \[1\], which is a list, .*; a move must be hashable, ideally",
        moves_of_lists,
    ),
    "shape": ({"play": play_shape}, r"returns Pile\(left=\d+, player=None\): nothing instead of an int", play_shape),
    "word": ({"result": result_word}, "result returns 'lost' as a score, which is not a number", result_word),
    "triple": (
        {"result": result_triple},
        r"must return the pair \(over, .*, but returns \(False, -1, 0\)",
        result_triple,
    ),
    "nothing": ({"evaluate": evaluate_nothing}, "evaluate returns None as a score", evaluate_nothing),
    "NaN": ({"evaluate": evaluate_nan}, "evaluate returns NaN", evaluate_nan),
    "board too wide": (
        {"start": Wide(FULL, 3), "moves": wide_moves, "play": play_unmasked},
        r"returns Wide\(board=9444732965739290426880, left=2\): its part 'board' is a U64, .* cut it with & FULL",
        play_unmasked,
    ),
    "move too wide": (
        {"start": Wide(FULL, 3), "moves": moves_of_wide_masks, "play": play_masked},
        r"yields Mask\(bit=\d+\): its part 'bit' is a U64",
        moves_of_wide_masks,
    ),
}


@pytest.mark.parametrize("fault", RULES)
def test_rules(fault: str) -> None:
    rules, sentence, rule = RULES[fault]
    with pytest.raises(hm.GameError, match=sentence) as error:
        hm.check(game(**rules))
    assert f"{__file__}:{line_of(rule)}" in said(error)


# --- hooks that do not keep what they promise ---


def key_of_the_pile(p):
    return p.left


def key_of_all(p):
    return 2 * p.left + p.player


def key_word(p):
    return str(p)


def width_three(p):
    return 3


def width_good(p):
    return min(p.left, 3)


def moves_downwards(p):
    for take in range(min(p.left, 3), 0, -1):
        yield take


def turn_three(p):
    return p.left % 3


def turn_always(p):
    return 1


def turn_word(p):
    return "black"


def turn_good(p):
    return p.player


def show_number(p):
    return p.left


def format_text(move):
    return f"take {move}"


def parse_wrongly(text):
    return len(text)


def parse_text(text):
    return int(text[5:])


# Who takes the last match wins: with 4, 8 or 12 left the side to move loses.


def order_good(p, take, child):
    return -(child.left % 4)


def order_text(p, take, child):
    return "first"


def order_nan(p, take, child):
    return math.nan


def order_mixed(p, take, child):
    return 0.5 if child.left == 2 else 1


def order_large(p, take, child):
    return child.left << 62


def bounds_good(p):
    return (-1, -1) if p.left % 4 == 0 else (1, 1)


def bounds_single(p):
    return 1


def bounds_text(p):
    return "a", "b"


def bounds_turned(p):
    return 1, -1


def bounds_nan(p):
    return -1, math.nan


def bounds_of_the_end(p):
    return (1, 1) if p.left == 0 else (-1, 1)


def bounds_high_up(p):
    return (-1, -1) if p.left == 11 else bounds_good(p)


def bounds_everywhere(p):
    return (1, 1) if p.left in (8, 9, 10, 11) else bounds_loose(p)


def bounds_loose(p):
    return -1, 1


def tries_good(p):
    take = p.left % 4
    if take:
        yield take


def tries_one(p):
    yield 1


def tries_four(p):
    yield min(p.left, 4)


def tries_none(p):
    if p.left != 5:
        yield 1


def noisy_good(p):
    if p.left <= 3:
        yield p.left


def noisy_zero(p):
    yield 0


def symmetry_good(p):
    return Pile(p.left, 0)


def symmetry_pair(p):
    return p.left, 0


def symmetry_round(p):
    return Pile(p.left, 1 - p.player)


def symmetry_other(p):
    return Pile(2, 0) if p.left == 3 else p


def symmetry_of_large_ones(p):
    return Pile(6, 0) if p.left == 8 else p


def skip_nothing(p):
    pass


def skip_pair(p):
    return p.left, 1 - p.player


def skip_text(p):
    return Pile(p.left, "other")


def skip_good(p):
    return Pile(p.left, 1 - p.player)


def format_alike(move):
    return "take"


def urgent_word(p):
    return "yes"


def urgent_good(p):
    return p.left < 3


def gain_nan(p, take):
    return math.nan


def gain_good(p, take):
    return take


def lasting_never(p):
    return 0


def lasting_long(p):
    return 50


def lasting_negative(p):
    return -1


def count_wrong(p):
    return 7


def count_text(p):
    return "many"


def uncounted_other(p):
    return Pile(2, p.player) if p.left == 5 else p


HOOKS: dict[str, tuple[dict[str, Any], str, Any]] = {
    "order is text": (
        {"order": order_text},
        r"order\(Pile\(left=12, player=0\), 1, Pile\(.*\)\) returns 'first'; it must return a number",
        order_text,
    ),
    "order is nan": ({"order": order_nan}, r"order\(Pile.*\) returns nan; it must return a number", order_nan),
    "order of two kinds": (
        {"order": order_mixed},
        r"order\(.*\) returns 1, and order\(.*\) returns 0.5; all must be ints, or all floats",
        order_mixed,
    ),
    "bounds of one": (
        {"bounds": bounds_single},
        r"bounds\(Pile\(left=12, player=0\)\) returns 1; it must return the pair \(lowest, highest\)",
        bounds_single,
    ),
    "bounds are text": ({"bounds": bounds_text}, "bounds returns 'a' as a score, which is not a number", bounds_text),
    "bounds are nan": ({"bounds": bounds_nan}, "bounds returns NaN, which is not a score", bounds_nan),
    "bounds turned": (
        {"bounds": bounds_turned},
        r"returns \(1, -1\); the lowest score must not be above the highest",
        bounds_turned,
    ),
    "bounds of the end": (
        {"bounds": bounds_of_the_end},
        r"bounds\(Pile\(left=0, player=\d\)\) returns \(1, 1\), but it is over with the score -1",
        bounds_of_the_end,
    ),
    "bounds and those after": (
        {"bounds": bounds_high_up},
        r"left=1[12], player=\d\)\) returns \(-1, -1\), but its value is between 1 and 1 according to the bounds",
        bounds_high_up,
    ),
    "bounds and value": (
        {"bounds": bounds_everywhere},
        r"bounds\(Pile\(left=8, player=\d\)\) returns \(1, 1\), but its value is -1, which must be between them",
        bounds_everywhere,
    ),
    "tries too little": (
        {"tries": tries_one},
        r"tries\(Pile\(left=[23], .*\)\) yields \[1\], of which the best is worth -1, but the move [23] is worth 1",
        tries_one,
    ),
    "tries no move": (
        {"tries": tries_four},
        r"tries\(Pile\(.*\)\) yields 4, which is not a move of it; its moves are \[1, 2, 3\]",
        tries_four,
    ),
    "tries nothing": (
        {"tries": tries_none, "bounds": bounds_loose},
        r"tries\(Pile\(left=5, .*\)\) yields nothing; it must yield a move unless bounds settles",
        tries_none,
    ),
    "tries nothing without bounds": (
        {"tries": tries_good},
        r"tries\(Pile\(left=12, .*\)\) yields nothing; it must",
        tries_good,
    ),
    "noisy": (
        {"noisy": noisy_zero},
        r"noisy\(Pile\(.*\)\) yields 0, which is not a move of it; its moves are \[1, 2, 3\]",
        noisy_zero,
    ),
    "symmetry of another kind": (
        {"symmetry": symmetry_pair},
        r"symmetry\(Pile\(.*\)\) returns \(12, 0\), a tuple; it must return a Pile",
        symmetry_pair,
    ),
    "symmetry to and fro": (
        {"symmetry": symmetry_round},
        r"returns Pile\(left=12, player=1\), and for that one Pile\(left=12, player=0\); it must return the same",
        symmetry_round,
    ),
    "symmetry and result": (
        {"symmetry": symmetry_other},
        r"returns Pile\(left=2, player=0\), but moves gives 3 for the first and 2 for the second; equivalent",
        symmetry_other,
    ),
    "symmetry and turn": (
        {"symmetry": symmetry_good, "turn": turn_good},
        "but turn gives 1 for the first and 0 for the second",
        symmetry_good,
    ),
    "symmetry and value": (
        {"symmetry": symmetry_of_large_ones},
        r"symmetry\(Pile\(left=8, .*\)\) returns Pile\(left=6, player=0\), but their values are -1 and 1",
        symmetry_of_large_ones,
    ),
    "skip nothing": (
        {"skip": skip_nothing},
        r"skip\(Pile\(left=12, player=0\)\) returns None; it must return a Pile",
        skip_nothing,
    ),
    "skip to another kind": ({"skip": skip_pair}, r"returns \(12, 1\), a tuple; it must return a Pile", skip_pair),
    "skip to another shape": (
        {"skip": skip_text},
        r"returns Pile\(left=12, player='other'\): a str instead of an int; it must return a position like the one",
        skip_text,
    ),
    "urgent is text": ({"urgent": urgent_word}, r"urgent\(Pile.*\) returns 'yes'; it must return True", urgent_word),
    "gain is nan": (
        {"gain": gain_nan, "noisy": noisy_good},
        r"gain\(Pile\(.*\), \d\) returns nan; it must return a number",
        gain_nan,
    ),
    "lasting below 0": (
        {"lasting": lasting_negative},
        r"lasting\(Pile\(.*\)\) returns -1; it must return how many half-moves back, 0 or more",
        lasting_negative,
    ),
    "uncounted and moves": (
        {"uncounted": uncounted_other, "lasting": lasting_never},
        r"returns Pile\(left=2, player=\d\), which has the moves \[1, 2\] instead of \[1, 2, 3\]; only counts",
        uncounted_other,
    ),
    "count and moves": (
        {"count": count_wrong},
        r"count\(Pile\(.*\)\) returns 7, but moves yields \d moves",
        count_wrong,
    ),
    "count is text": (
        {"count": count_text},
        r"returns 'many'; it must return a whole number",
        count_text,
    ),
    "names of moves": (
        {"format": format_alike},
        "format returns 'take' for two moves of one position, 1 and 2; each needs a different name",
        format_alike,
    ),
    "key collides": (
        {"key": key_of_the_pile},
        r"key returns \d+ for two different positions, Pile\(.*\) and Pile\(",
        key_of_the_pile,
    ),
    "key is text": ({"key": key_word}, "returns 'Pile.*', which is a str, not an int", key_word),
    "width": (
        {"width": width_three},
        r"width\(Pile\(left=[12], player=\d\)\) returns 3, but moves yields [12] moves",
        width_three,
    ),
    "width and order": (
        {"width": width_good, "moves": moves_downwards},
        r"yields \[3, 2, 1\]; a game with `width` has",
        moves_downwards,
    ),
    "three players": (
        {"turn": turn_three},
        "turn returns 0, 1, 2 for different|turn returns 0, 2, 1 for different",
        turn_three,
    ),
    "one player": (
        {"turn": turn_always},
        "turn returns 1 for every position, so the other player never moves",
        turn_always,
    ),
    "player's name": ({"turn": turn_word}, "returns 'black', which is a str, not an int", turn_word),
    "show": ({"show": show_number}, "returns 12, which is not text", show_number),
    "parse": (
        {"format": format_text, "parse": parse_wrongly},
        "parse.'take 1'. returns 6, but that is how format writes 1",
        parse_wrongly,
    ),
}


@pytest.mark.parametrize("fault", HOOKS)
def test_hooks(fault: str) -> None:
    rules, sentence, rule = HOOKS[fault]
    with pytest.raises(hm.GameError, match=sentence) as error:
        hm.check(game(**rules))
    assert f"{__file__}:{line_of(rule)}" in said(error)


HOOK_FORMS = {
    "bounds": (bounds_single, bounds_nan, bounds_text),
    "order": (order_text, order_nan, skip_nothing, skip_pair),
    "key": (key_word,),
    "turn": (turn_word,),
    "tries": (tries_four, tries_good),
    "noisy": (noisy_zero,),
    "symmetry": (symmetry_pair, skip_nothing),
    "skip": (skip_nothing, skip_text),
    "urgent": (urgent_word,),
    "lasting": (lasting_negative,),
}


@pytest.mark.parametrize("hook", HOOK_FORMS)
def test_a_player_looks_at_the_form_of_hooks_first(hook: str) -> None:
    for rule in HOOK_FORMS[hook]:
        wrong = (lambda p, take, child, rule=rule: rule(p)) if hook == "order" and "skip" in rule.__name__ else rule
        for method in ("search", "auto"):
            player = hm.Player(game(**{hook: wrong}), hm.Limits(nodes=200), compiled=False, method=method)
            with pytest.raises(hm.GameError, match=rf"{hook}\b.*Pile\(left=\d+, player=\d\)") as error:
                player.choose()
            assert __file__ in said(error)


def test_hooks_that_are_wrong_deep_down_are_named() -> None:
    """Behind what is looked at first, a fault of the search is explained by the hook."""
    start = Pile(40, 0)

    def tries_late(p):
        if p.left > 12:
            yield 1

    def bounds_late(p):
        return (-1, 1) if p.left > 12 else (-1, math.nan)

    for hook, rule in (("tries", tries_late), ("bounds", bounds_late)):
        mine = game(start=start, evaluate=lambda p: 0, moves=tries_one, **{hook: rule})
        with pytest.raises(hm.GameError, match=rf"{hook}.* Pile\(left=12,|{hook}\(Pile\(left=12,"):
            hm.Player(mine, hm.Limits(nodes=5000), compiled=False).solve()


def test_a_key_of_the_wrong_kind_is_named_when_it_is_compiled() -> None:
    def key_of_halves(p):
        return p.left / 2

    with pytest.raises(hm.NotCompilable, match="key must return an int, and returns float") as error:
        hm.search(game(key=key_of_halves), "mtd_f", guess=0, compiled=True)
    assert f"{__file__}:{line_of(key_of_halves)}" in said(error)


def test_a_game_without_end_is_told_soon() -> None:
    def round_and_round(p, take):
        return Pile((p.left + take) % 7 + 3, 1 - p.player)

    began = time.perf_counter()
    with pytest.warns(RuntimeWarning, match=r"none of the random games .* \(3\) ended within 2000 half-moves"):
        hm.check(game(play=round_and_round), compiled=False)
    assert time.perf_counter() - began < 5


def test_longest() -> None:
    with pytest.raises(hm.GameError, match=r"more than longest=4 half-moves; it continues at Pile\(left=") as error:
        hm.check(game(longest=4))
    said(error)
    hm.check(game(longest=12))


def test_good_hooks() -> None:
    hm.check(
        game(
            key=key_of_all, width=width_good, format=format_text, parse=parse_text, longest=12, show=str,
        ),
        compiled=False,
    )  # fmt: skip
    hm.check(game(turn=turn_good), compiled=False)
    hooks = {"order": order_good, "bounds": bounds_good, "tries": tries_good, "noisy": noisy_good, "skip": skip_good}
    hooks |= {"urgent": urgent_good, "gain": gain_good, "lasting": lasting_long}
    hm.check(game(symmetry=symmetry_good, **hooks))
    hm.check(game(turn=turn_good, **hooks))


def test_positions_that_occur_again_farther_back_than_the_game_says() -> None:
    def there_and_back(p, take):
        return Pile(p.left - take if p.left != 9 else 12, 1 - p.player)

    with pytest.raises(hm.GameError, match=r"lasting\(Pile\(.*\)\) returns 0, but the same position occurred \d+ half"):
        hm.check(game(play=there_and_back, lasting=lasting_never), compiled=False)
    hm.check(game(play=there_and_back, lasting=lambda p: 1000), compiled=False)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"occurrences": 3}, "occurrences= needs the hook lasting"),
        ({"repetition_score": 1}, "repetition_score= needs the hook lasting"),
        ({"uncounted": uncounted_other}, "uncounted= needs the hook lasting"),
        ({"occurrences": 1, "lasting": lasting_long}, "occurrences must be 2 or more, or 0 if repetition ends nothing"),
        ({"gain": gain_good}, "gain is about the moves of the hook noisy, which is missing"),
    ],
)
def test_hooks_that_need_each_other(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(hm.UsageError, match=sentence):
        game(**given)


def test_order_past_63_bits() -> None:
    with pytest.raises(hm.NotCompilable, match=r"order makes .* with <<, which exceeds the 63 bits") as error:
        hm.check(game(order=order_large))
    assert f"{__file__}:{line_of(order_large) + 1}" in said(error)


def test_hooks_of_positions_that_are_equal_to_themselves_only() -> None:
    def all_moves(p):
        yield from board_moves(p)

    def loose(p):
        return -10, 10

    hm.check(hm.Game("mine", Board([0, 0, 0, 0]), board_moves, play_anew, board_result, tries=all_moves, bounds=loose))


def test_numbers_of_positions_need_three_hooks() -> None:
    with pytest.raises(hm.UsageError, match="rank, unrank and ranks belong together; ranks is missing"):
        game(rank=evaluate_nothing, unrank=play)
    with pytest.raises(hm.UsageError, match="tiers= needs the hooks tier, rank, unrank and ranks"):
        game(tiers=(1, 2))
    with pytest.raises(hm.UsageError, match=r"unrank must take \(tier, number\)"):
        game(rank=evaluate_nothing, unrank=evaluate_nothing, ranks=evaluate_nothing)


def test_arguments_that_a_game_has_not() -> None:
    with pytest.raises(hm.UsageError, match="Game has no 'evalute'; did you mean 'evaluate'"):
        game(evalute=play)
    with pytest.raises(hm.UsageError, match="missing a required argument"):
        hm.Game("mine")


def counting_play(p, take, data):
    data[take % 2] += 1
    return play(p, take)


@pytest.mark.parametrize("data", [np.zeros(3), np.zeros((3, 2))], ids=["list", "array"])
def test_data_is_only_read(data: Any) -> None:
    def one(p, data):
        yield 1

    def ends(p, data):
        return result(p)

    with pytest.raises(hm.GameError, match="a rule changes the data of the game") as error:
        hm.check(hm.Game("mine", Pile(12, 0), one, counting_play, ends, data=data))
    said(error)


def test_not_a_game() -> None:
    for wrong in ([[1, 2], 3], None, hm.games.nim):
        with pytest.raises(hm.UsageError, match="game must be a Game, not ") as error:
            hm.check(wrong)  # type: ignore[arg-type]
        said(error)
    with pytest.raises(hm.UsageError, match="games must be a whole number from 1 on, not 0"):
        hm.check(hm.games.nim(), games=0)


# --- errors of the rules themselves ---


def result_raises(p):
    return int("no number"), -1


def result_unpacks(p):
    first, _second = (p.left,)
    return first == 0, -1


def result_calls(p):
    return len(p.left) == 0, -1


@pytest.mark.parametrize(
    ("rule", "kind", "text"),
    [
        (result_raises, ValueError, "invalid literal for int"),
        (result_unpacks, ValueError, "not enough values to unpack"),
        (result_calls, TypeError, "object of type 'int' has no len"),
    ],
)
@pytest.mark.parametrize("call", [hm.check, partial(hm.search, compiled=False)], ids=["check", "search"])
def test_an_error_inside_a_rule_is_its_own(call: Any, rule: Any, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text) as error:
        call(game(result=rule))
    assert not isinstance(error.value, hm.HalfmoveError)
    assert error.traceback[-1].lineno + 1 == line_of(rule) + 1
    assert str(error.traceback[-1].path) == __file__


def test_a_first_look_tells_real_scores() -> None:
    assert first_look(game(result=lambda p: (p.left == 0, -0.5)), Pile(3, 0))
    assert not first_look(game(), Pile(3, 0))


class Asked:
    """A slow evaluation that counts how often it is asked."""

    def __init__(self, seconds: float = 0.005) -> None:
        self.times, self.seconds = 0, seconds

    def __call__(self, p: Pile) -> int:
        self.times += 1
        time.sleep(self.seconds)
        return 0


def test_a_first_look_at_slow_rules_is_short() -> None:
    asked = Asked()
    long = game(start=Pile(10_000, 0), evaluate=asked)
    assert not first_look(long, long.start)
    assert asked.times == 2
    for left in range(100, 110):  # of a game that is known, a position is looked at, but not evaluated
        first_look(long, Pile(left, 0), plays=True)
    first_look(long, Pile(100, 0))
    assert asked.times == 2


def test_a_search_elsewhere_looks_at_a_faulty_start_once() -> None:
    asked = Asked(0)

    def faulty(p: Pile) -> int | None:
        return None if asked(p) or p.left == 12 else 0

    odd = game(evaluate=faulty)
    for left in range(3, 9):
        assert not first_look(odd, Pile(left, 0))
    assert asked.times == 1
    with pytest.raises(hm.GameError, match="not a number"):
        first_look(odd, odd.start)


def test_a_first_look_for_a_player_is_short_too() -> None:
    asked, tried = Asked(0), Asked()
    long = game(start=Pile(10_000, 0), evaluate=asked, bounds=lambda p: (tried(p) - 9, 9))
    first_look(long, long.start, plays=True)
    assert 2 <= tried.times <= 5


def test_random_games_of_slow_rules_are_few() -> None:
    asked = Asked(0.02)
    slow = game(start=Pile(10_000, 0), result=lambda p: (asked(p) or p.left == 0, -1))
    assert not wins_differ(slow, slow.start)
    assert asked.times <= 10
    differing = game(result=lambda p: (p.left == 0, -1 - p.player))
    assert wins_differ(differing, differing.start)


def test_a_first_look_does_not_depend_on_what_was_looked_at_before() -> None:
    """Only positions with few left have real scores, so that the line from the start decides."""

    def late(p: Pile) -> float:
        return 0.5 if p.left < 5 else 1

    positions = [Pile(12, 0), Pile(8, 0), Pile(3, 0), Pile(0, 0)]
    one, other = game(evaluate=late), game(evaluate=late)
    assert [first_look(one, at) for at in positions] == [first_look(other, at) for at in reversed(positions)][::-1]


@pytest.mark.parametrize("compiled", [False, True])
def test_real_scores_that_a_first_look_did_not_see(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look that ends early takes the scores for whole ones; the search is begun again with real ones."""
    monkeypatch.setattr(conformance, "_SECONDS", 0.0)
    late = game(result=lambda p: (p.left == 0, -0.5))
    assert not first_look(late, late.start)
    for position in (None, Pile(11, 1), Pile(8, 0)):
        found = hm.search(late, position=position, compiled=compiled)
        assert found.value == (0.5 if position == Pile(11, 1) else -0.5)
    assert hm.Player(late, compiled=compiled).solve().value == -0.5


def test_a_start_that_nobody_searches_need_not_work() -> None:
    odd = game(start=Pile(-1, 0))
    assert hm.search(odd, position=Pile(8, 0), compiled=False).value == -1
    with pytest.raises(hm.GameError, match="not over by `result`, but has no moves"):
        hm.search(odd)


def test_a_position_of_a_known_game_is_looked_at() -> None:
    known = game()
    hm.search(known, compiled=False)
    with pytest.raises(hm.UsageError, match="not a position of this game"):
        hm.search(known, position=(3, 0), compiled=False)
    with pytest.raises(hm.GameError, match="has no moves"):
        hm.search(known, position=Pile(-1, 0), compiled=False)
