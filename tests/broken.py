"""Games that are fine in Python and that the compiler cannot take, each as somebody would write it.

Every function here breaks on the line that ends with the comment `HERE`, or, without such a line, as a whole.
"""

from __future__ import annotations

import json
import math
import random
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np

import halfmove as hm


class Pile(NamedTuple):
    left: int
    tag: int


class Wide(NamedTuple):
    board: hm.U64
    left: int


@dataclass(frozen=True)
class Settings:
    step: int = 1


CONFIG = {"step": 1}
NAMES = ["one", "two"]
SEEN: set[int] = set()
SETTINGS = Settings()
WEIGHTS = [3, 1, 4]
COUNTER = 0


def moves(p):
    for take in range(1, 3):
        yield take


def play(p, take):
    return Pile(p.left - take, p.tag)


def result(p):
    return p.left <= 0, -1


# --- play ---


def play_sometimes_nothing(p, take):
    if p.left > -100:
        return Pile(p.left - take, p.tag)


def play_nothing_else(p, take):
    if p.left < -100:
        return None
    return Pile(p.left - take, p.tag)


def play_tries(p, take):
    try:
        tag = [p.tag][p.left * 0]
    except IndexError:  # HERE
        tag = 0
    return Pile(p.left - take, tag)


def play_with(p, take):
    with open(__file__) as file:  # HERE
        tag = len(file.readline()) * 0 + p.tag
    return Pile(p.left - take, tag)


def play_global(p, take):
    return Pile(p.left - CONFIG["step"] * take, p.tag)  # HERE


def play_counts(p, take):
    global COUNTER
    COUNTER += 1  # HERE
    return Pile(p.left - take, p.tag)


def play_set(p, take):
    if take in SEEN:  # HERE
        return Pile(0, p.tag)
    return Pile(p.left - take, p.tag)


def play_object(p, take):
    return Pile(p.left - SETTINGS.step * take, p.tag)  # HERE


def play_local_dict(p, take):
    worth = {1: 1, 2: 2, "x": 3}  # HERE
    return Pile(p.left - worth[take], p.tag)


def play_empty_list(p, take):
    parts = []  # HERE
    return Pile(p.left - take + len(parts), p.tag)


def play_text(p, take):
    text = f"{p.left:>3}"  # HERE
    return Pile(p.left - take, p.tag if text else 0)


def play_reads_text(p, take):
    text = f"{p.left}"
    return Pile(int(text.format()) - take, p.tag)  # HERE


def play_prints_json(p, take):
    json.dumps(p.left)  # HERE
    return Pile(p.left - take, p.tag)


def play_random(p, take):
    chance = random.Random(p.left)  # HERE
    return Pile(p.left - take, chance.randint(7, 7))


def play_list(p, take):
    squares = [p.left, p.tag]
    squares[0] -= take
    both = tuple(squares)  # HERE
    return Pile(both[0], both[1])


def play_star(p, take):
    return Pile(*[p.left - take, p.tag])  # HERE


def play_star_helper(p, take):
    return Pile(p.left - take, max(p.tag, *collected_names(a=1)))  # HERE


def collected_names(**values):
    return list(values.values())


def play_sum(p, take):
    return Pile(p.left - take, sum(p.tag for _ in range(1)))  # HERE


def play_any(p, take):
    if any(p.left == x for x in range(-5, -3)):  # HERE
        return Pile(0, 0)
    return Pile(p.left - take, p.tag)


def play_replace(p, take):
    return p._replace(left=p.left - take)  # HERE


def play_two_shapes(p, take):
    if p.tag == 1234:
        return (1, 2, 3)
    return Pile(p.left - take, p.tag)


def play_variable(p, take):
    x = 1
    if p.tag == 1234:
        x = "one"
    return Pile(p.left - take, p.tag + len(str(x)) - 1)


def play_undefined(p, take):
    if p.tag == 1234:
        return Pile(p.left, no_such_name)  # noqa: F821, HERE
    return Pile(p.left - take, p.tag)


def play_closure(p, take):
    def after(number):
        return number - take  # HERE

    steps = [after, abs]
    return Pile(steps[0](p.left), p.tag)


def play_walrus_word(p, take):
    if (name := NAMES[take - 1]) == "zero":  # HERE
        return Pile(0, 0)
    return Pile(p.left - take, p.tag + len(name) - 3)


def play_class(p, take):
    return Pile(Settings(take).step * -1 + p.left, p.tag)  # HERE


def play_match(p, take):
    match (p.left, take):  # HERE
        case (int(), 1):
            return Pile(p.left - 1, p.tag)
    return Pile(p.left - take, p.tag)


def play_large(p, take):
    return Pile(p.left - take, p.tag + math.factorial(3) - 6)  # HERE


# --- moves ---


def moves_from(p):
    yield from (1, 2)  # HERE


def moves_of_two_shapes(p):
    yield 1
    if p.tag == 1234:
        yield (1, 2)


def moves_inner(p):
    def inner():
        yield 1  # HERE
        yield 2

    for take in inner():
        yield take


def moves_none(p):
    yield 1
    if p.tag == 1234:
        yield None


# --- result and evaluate ---


def result_bare(p):
    if p.left <= 0:
        return True, -1
    return False, None


def result_of_words(p):
    state = {"over": p.left <= 0}
    return state["over"], -1 if "over" in state else "none"  # HERE


def evaluate_real_text(p):
    return float(str(p.left))  # HERE


def evaluate_argument(p, weights=CONFIG):  # HERE
    return p.left * weights["step"]


class Rules:
    """Rules as methods."""

    step = 1

    def play(self, p, take):
        return Pile(p.left - self.step * take, p.tag)

    @staticmethod
    def bound_step():
        return partial(stepped, 1)


def stepped(step, p, take):
    return Pile(p.left - step * take, p.tag)


# --- boards of 64 bits ---


def wide_moves(p):
    yield 1


def wide_play(p, take):
    return Wide(p.board, p.left - take)


def wide_result(p):
    return p.left <= 0, -1


TABLE = (3, 1, 4, 1)


def wide_index(p):
    return TABLE[p.board & 3]  # HERE


def wide_float(p):
    return p.board * 0.5  # HERE


def wide_divides(p):
    return p.board / 2  # HERE


def wide_numpy(p):
    return np.int64(p.board)  # HERE


def wide_range(p):
    total = 0
    for i in range(p.board & 3):  # HERE
        total += i
    return total


# --- more that people write ---


def play_bin(p, take):
    return Pile(p.left - take, p.tag + bin(take).count("1") - 1)  # HERE


def play_rest(p, take):
    left, *rest = p  # HERE
    return Pile(left - take, rest[0])


def play_imports(p, take):
    import math as mathematics  # HERE

    return Pile(p.left - take, p.tag + mathematics.gcd(1, 1) - 1)


def play_joined(p, take):
    text = "-".join([str(part) for part in p])
    return Pile(int(text.split("-")[0]) - take, p.tag)


@lru_cache
def doubled(x):
    return 2 * x


def play_cached(p, take):
    return Pile(p.left - doubled(take) // 2, p.tag)  # HERE


def play_global_list(p, take):
    return Pile(p.left - take, p.tag + WEIGHTS[take] * 0)


def play_keywords(p, take):
    return Pile(**{"left": p.left - take, "tag": p.tag})  # HERE


def play_lambda(p, take):
    best = max((1, 2), key=lambda step: -step)  # HERE
    return Pile(p.left - take, p.tag + best - 1)


def play_nested(p, take):
    rows = [[1, 2], [3, 4]]
    rows[0][0] = "x"  # HERE
    return Pile(p.left - take, p.tag)


def play_assert_text(p, take):
    assert take in (1, 2), "no such move: %s" % take  # noqa: UP031
    return Pile(p.left - take, p.tag)


def helper(number):
    return len(json.dumps(number))  # HERE


def evaluates_by_helper(p):
    return helper(p.left) * 0
