"""Boards of 64 bits: machine code gives what Python gives, masked to 64 bits, in every operation."""

from __future__ import annotations

import operator
import random
import sys
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.bits import FULL, U64, popcount, trailing_zeros, words_in
from halfmove.engine import shapes
from halfmove.engine.fingerprint import fingerprint

from .conftest import told, usually

EDGES = [0, 1, 2, 3, 62, 63, 64, 65, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, FULL - 1, FULL]
boards = st.one_of(st.sampled_from(EDGES), st.integers(0, FULL))
ints = st.one_of(st.integers(-70, 70), st.integers(-(1 << 63), (1 << 63) - 1))


# --- in plain Python ---


@given(st.integers())
def test_in_python_it_is_an_int_of_64_bits(x: int) -> None:
    assert type(U64(x)) is int
    assert U64(x) == x & FULL == x % (1 << 64)


def test_only_whole_numbers() -> None:
    assert U64() == 0
    assert (U64(True), U64(np.uint64(FULL)), U64(np.int8(-1))) == (1, FULL, FULL)
    for wrong in (1.0, "1", None):
        with pytest.raises(hm.UsageError, match="whole number"):
            U64(wrong)  # type: ignore[call-overload]


@given(boards)
def test_bits_of_a_board(x: int) -> None:
    assert popcount(x) == x.bit_count()
    assert trailing_zeros(x) == (f"{x:064b}"[::-1].find("1") if x else 64)


# --- operators, each in machine code with a U64 and: a U64, an int, an int on the left, a literal ---

OPERATORS: dict[str, Any] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "&": operator.and_, "|": operator.or_, "^": operator.xor,
    "<<": operator.lshift, ">>": operator.rshift, "//": operator.floordiv, "%": operator.mod,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "min": min, "max": max,
}  # fmt: skip
LITERALS = (0, 1, 7, 0x7E7E7E7E7E7E7E7E, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF)


def native(source: str, scope: dict[str, Any] | None = None) -> Any:
    """The function `f` of a piece of source as machine code."""
    import numba

    from halfmove.engine.native.numba import rule_types  # makes U64 known to Numba

    assert rule_types.u64
    names: dict[str, Any] = {"U64": U64, **(scope or {})}
    exec(source, names)
    return numba.njit(names["f"])


def applied(name: str, x: str, y: str) -> str:
    return f"{name}({x}, {y})" if name in ("min", "max") else f"({x} {name} {y})"


def code_of(name: str) -> Any:
    pairs = [("x", "y"), ("x", "n"), ("n", "x"), *[("x", str(number)) for number in LITERALS]]
    return native(
        f"def f(x, y, n):\n    x, y = U64(x), U64(y)\n    return {', '.join(applied(name, *p) for p in pairs)}"
    )


def word(x: Any) -> Any:
    """An answer of machine code or Python: truth as it is, numbers masked."""
    return x if isinstance(x, bool) else int(x) & FULL


def in_python(name: str, x: int, y: int) -> Any:
    if name in ("<<", ">>"):
        y = min(y, 64) if y >= 0 else 64  # a negative shift, an error in Python, leaves nothing
        if name == "<<" and y == 64:
            return 0
    if name in ("//", "%") and y == 0:
        return 0  # an error in Python
    return OPERATORS[name](x, y)


CODE: dict[str, Any] = {}


@pytest.mark.parametrize("name", OPERATORS)
@given(x=boards, y=boards, n=ints)
@example(x=FULL, y=1 << 63, n=-1)
@example(x=1, y=0, n=0)
@example(x=FULL, y=FULL, n=-(1 << 63))
@settings(max_examples=usually(100, 3000), deadline=None)
def test_operators(name: str, x: int, y: int, n: int) -> None:
    compiled = CODE.get(name) or CODE.setdefault(name, code_of(name))
    signed = [v - (1 << 64) if v >> 63 else v for v in (x, y)]
    expected = [in_python(name, *pair) for pair in ((x, y), (x, n), (n, x), *[(x, number) for number in LITERALS])]
    if name == ">>" and n < 0 and x >= 64:
        expected[2] = -1  # all that is left of a negative int
    assert [word(v) for v in compiled(*signed, n)] == [word(v) for v in expected]


@given(x=boards)
@settings(max_examples=200, deadline=None)
def test_functions_of_one_board(x: int) -> None:
    text = """def f(x):
    x = U64(x)
    rest, count = x, 0
    while rest:
        rest &= rest - 1
        count += 1
    return (-x, +x, ~x, x & -x, not x, bool(x), x == 0, int(x), x.bit_count(), x.bit_length(), count, U64(x),
            U64(x > 3), float(x >> 11), 1 if x else 0, U64(1) << (x & 63))"""
    compiled = CODE.get("one") or CODE.setdefault("one", native(text))
    signed = x - (1 << 64) if x >> 63 else x
    got = compiled(signed)
    assert [word(v) if i < 4 else v for i, v in enumerate(got)] == [
        -x & FULL, x, ~x & FULL, x & -x, not x, bool(x), x == 0, signed, x.bit_count(), x.bit_length(), x.bit_count(),
        x, int(x > 3), float(x >> 11), 1 if x else 0, 1 << (x & 63),
    ]  # fmt: skip
    assert [type(v) for v in got[4:8]] == [bool, bool, bool, int]


# --- whole expressions ---

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def expression(chance: random.Random, depth: int) -> tuple[str, str]:
    """A random expression of boards x, y and ints n, m: as a person writes it, and with every result masked."""
    if depth == 0:
        name = chance.choice("xy")
        return name, name
    kind = chance.random()
    one = expression(chance, depth - 1)
    if kind < 0.1:
        sign = chance.choice("-~")
        return f"({sign}{one[0]})", f"(({sign}{one[1]}) & FULL)"
    other = chance.choice([*["n", "m"] * 2, *map(str, LITERALS)])
    two = (other, other) if chance.random() < 0.4 else expression(chance, depth - 1)
    if kind < 0.2:
        sign = chance.choice(COMPARISONS)
        three = expression(chance, depth - 1) if chance.random() < 0.5 else ("0", "0")
        return (
            f"({one[0]} if {one[0]} {sign} {two[0]} else {three[0]})",
            f"({one[1]} if {one[1]} {sign} {two[1]} else {three[1]})",
        )
    if kind < 0.4:
        sign, by = chance.choice(("<<", ">>")), chance.choice(["n", "1", "7", "63"])
        return f"({one[0]} {sign} {by})", f"(({one[1]} {sign} {by}) & FULL)"
    if kind < 0.5:
        sign, by = chance.choice(("//", "%")), chance.choice(["m", "3", "10"])
        return f"({one[0]} {sign} {by})", f"(({one[1]} {sign} {by}) & FULL)"
    name = chance.choice(["+", "-", "*", "&", "|", "^", "min", "max"])
    if chance.random() < 0.3:
        one, two = two, one
    return applied(name, one[0], two[0]), f"({applied(name, one[1], two[1])} & FULL)"


@pytest.mark.parametrize("seed", range(12))
def test_random_expressions(seed: int) -> None:
    chance = random.Random(seed)
    pairs = [expression(chance, chance.randint(1, 4)) for _ in range(8)]
    compiled = native(
        f"def f(x, y, n, m):\n    x, y = U64(x), U64(y)\n    return {', '.join(each for each, _ in pairs)}"
    )
    for _ in range(300):
        x, y = (chance.choice([chance.getrandbits(64), chance.choice(EDGES)]) for _ in "xy")
        n, m = chance.randint(0, 63), chance.choice([-1, 1]) * chance.randint(1, 9)
        signed = [v - (1 << 64) if v >> 63 else v for v in (x, y)]
        names = {"x": x, "y": y, "n": n, "m": m, "FULL": FULL}
        for got, (text, masked) in zip(compiled(*signed, n, m), pairs, strict=True):
            assert word(got) == eval(masked, names) & FULL, (text, names)


# --- fields, tuples, globals ---


class Sides(NamedTuple):
    black: hm.U64
    white: "U64"  # noqa: UP037 -- text, as annotations also come
    count: int = 0


class Outer(NamedTuple):
    inner: Sides
    number: int


CORNER = Sides(1 << 63, 1)


def test_a_field_is_a_board_whatever_it_is_made_of() -> None:
    text = """def f(p, n):
    q = Sides(0, p.white)
    if n > 3:
        q = Sides(p.black >> n, n, count=p.white & 7)
    if n == 9:
        q = CORNER
    return Outer(q, n), q.black > p.white, q == p"""
    compiled = native(text, {"Sides": Sides, "Outer": Outer, "CORNER": CORNER})
    p = Sides(FULL, 5, 2)
    for n in (0, 4, 9, 60):
        q = CORNER if n == 9 else Sides(FULL >> n, n, 5) if n > 3 else Sides(0, 5)
        outer, more, same = compiled(p, n)
        assert (outer, more, same) == (Outer(q, n), q.black > p.white, False)
        assert type(outer.inner) is Sides


def test_shapes() -> None:
    p = Outer(Sides(FULL, 1 << 63, 3), -4)
    assert words_in(Sides) == (True, True, False)
    assert shapes.leaves_of(p, "p") == [-1, -(1 << 63), 3, -4]
    assert shapes.describe(p) == "Outer(Sides(w,w,i),i)"
    assert shapes.canonical(Sides(np.uint64(FULL), True, np.int8(3))) == Sides(FULL, 1, 3)  # type: ignore[arg-type]
    assert shapes.builder(p)(shapes.leaves_of(p, "p")) == p
    assert shapes.from_words(Sides, [-1, 5, -6]) == Sides(FULL, 5, -6)
    for wrong in (-1, FULL + 1, 0.5):
        with pytest.raises(hm.NotCompilable, match="where a U64 is annotated, an int from 0 to 2\\*\\*64 - 1"):
            shapes.leaves_of(Sides(wrong, 0), "p")  # type: ignore[arg-type]


def test_a_class_of_a_function_and_a_derived_one() -> None:
    class Local(NamedTuple):
        one: hm.U64
        two: int

    class Derived(Local):
        pass

    assert words_in(Local) == words_in(Derived) == (True, False)
    assert words_in(int) == words_in(tuple) == ()


def test_annotations_that_are_not_text() -> None:
    """From Python 3.14 on they are evaluated late, and one of them may name what is not there."""
    scope: dict[str, Any] = {"NamedTuple": NamedTuple, "U64": U64, "hm": hm, "__name__": __name__}
    source = "class Late(NamedTuple):\n    one: U64\n    two: int\n    three: hm.U64\n    four: 'Nowhere'"
    exec(compile(source, "late.py", "exec", dont_inherit=True), scope)
    assert words_in(scope["Late"]) == (True, False, True, False)
    if sys.version_info >= (3, 14):
        exec(compile(source.replace("'", ""), "late.py", "exec", dont_inherit=True), scope)
        assert words_in(scope["Late"]) == (True, False, True, False)


# --- games ---


class Lights(NamedTuple):
    on: hm.U64
    left: int


FILES = (0x8080808080808080, 0x0101010101010101)  # one mask needs 64 bits, the other does not


class Flip(NamedTuple):
    mask: hm.U64


def lights_moves(p):
    for shift in (0, 21, 43):
        yield Flip(hm.U64(0xF0F0F) << (shift + p.left) & FULL)


def lights_play(p, flip):
    on = (p.on ^ flip.mask) * 3 & FULL
    for file in FILES:
        if popcount(on & file) > 4:
            on ^= file & FILES[p.left % 2]
    return Lights(on, p.left - 1)


def lights_result(p):
    return p.left == 0, popcount(p.on >> 32) - popcount(p.on & 0xFFFFFFFF)


LIGHTS = hm.Game("lights", Lights(FULL - 5, 5), lights_moves, lights_play, lights_result)


@pytest.mark.parametrize("algorithm", usually(["sss_star"], ["alpha_beta", "sss_star", "mtd_f"]))
def test_moves_may_hold_boards(algorithm: str) -> None:
    parameters = {"guess": 0} if algorithm == "mtd_f" else {}
    slow, fast = (hm.search(LIGHTS, algorithm, compiled=c, trace=True, **parameters) for c in (False, True))
    assert told(slow) == told(fast)
    assert [type(move) for move in fast.line] == [Flip] * len(fast.line)
    at, used = LIGHTS.start, []
    for _ in range(5):
        used += [flip.mask for flip in LIGHTS.legal(at)]
        at = LIGHTS.next(at, LIGHTS.legal(at)[0])
    assert max(used) >> 63  # the 64th bit is in play


class Ring(NamedTuple):
    on: hm.U64
    left: int
    player: int


def ring_moves(p):
    for shift in (1, 20, 43):
        yield shift


def ring_play(p, shift):
    on = (p.on << shift | p.on >> 64 - shift) & FULL
    return Ring(on ^ hm.U64(1) << shift, p.left - 1, p.player if on & 1 else 1 - p.player)


def ring_result(p):
    return p.left == 0, popcount(p.on & 0xFFFFFFFF00000000) - popcount(p.on & 0xFFFFFFFF)


def ring_turn(p):
    return p.player


@pytest.mark.parametrize("algorithm", usually(["alpha_beta"], ["alpha_beta", "sss_star"]))
def test_boards_and_players_who_move_twice(algorithm: str) -> None:
    ring = hm.Game("ring", Ring(0x8123456789ABCDEF, 6, 0), ring_moves, ring_play, ring_result, turn=ring_turn)
    hm.check(ring, compiled=False)
    slow, fast = (hm.search(ring, algorithm, compiled=c, trace=True) for c in (False, True))
    assert told(slow) == told(fast)


def bare_moves(p):
    yield p.on & -p.on


def play_bare(p, move):
    return Lights(p.on & ~move, p.left - 1)


def score_of_a_board(p):
    return p.left == 0, p.on & 7


WRONG = {
    "bare": ({"moves": bare_moves, "play": play_bare}, "moves must yield the number of a square, or a NamedTuple"),
    "score": ({"result": score_of_a_board}, r"result must return the pair \(over, score\).*wrap it in int\(\.\.\.\)"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_what_cannot_be_compiled_is_told(fault: str) -> None:
    rules, sentence = WRONG[fault]
    given = {"start": LIGHTS.start, "moves": lights_moves, "play": lights_play, "result": lights_result} | rules
    with pytest.raises(hm.NotCompilable, match=sentence):
        hm.search(hm.Game("mine", **given), compiled=True)


def test_a_searcher_takes_boards() -> None:
    from halfmove.studies.searcher import Searcher

    searcher = Searcher("alpha_beta")
    for on in (5, FULL, 1 << 63, 0):
        game = hm.Game("lights", Lights(on, 4), lights_moves, lights_play, lights_result)
        found, slow = searcher(game), hm.search(game, compiled=False)
        assert (found.value, found.counts) == (slow.value, slow.counts)
        assert found.compiled


def test_inherited_boards_make_other_machine_code() -> None:
    """A class of a rule's own may have its fields from another class."""

    def made(note: Any) -> str:
        base: Any = NamedTuple("base", [("squares", note)])

        class Board(base):
            pass

        def play(p):
            return Board(p)

        return fingerprint([play], {})[0]

    assert made(int) == made(int)
    assert made(int) != made(hm.U64)
