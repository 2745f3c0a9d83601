"""Functions for people in a page: what JavaScript makes of them is what Python makes of them.

PYTEST_DONT_REWRITE: a function whose bytecode pytest changed would not be what this file says.
"""

from __future__ import annotations

import functools
import itertools
import json
import linecache
import math
import random
import re
import string
import struct
import textwrap
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove import bits
from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.base.signatures import has_parameter
from halfmove.engine import shapes
from halfmove.errors import UsageError
from halfmove.game import written
from halfmove.pages import portable as module
from halfmove.pages.portable import NotPortable, Portable, evaluator, portable, shape_of
from tests.conftest import usually

quickjs = pytest.importorskip("quickjs")
HERE = Path(__file__)
FOR_PEOPLE = ("show", "format", "say", "locate")


class Page:
    """JavaScript in which the functions of a page are there."""

    def __init__(self, made: Portable, script: str | None = None) -> None:
        self._js = quickjs.Context()
        self._js.set_max_stack_size(1 << 23)
        script = evaluator(made) if script is None else script
        self._js.eval('"use strict";\n' + script.replace("const python", "var python", 1))
        self.use(made)

    def use(self, made: Portable) -> None:
        self._js.eval(f"var thing = python.world({json.dumps(made.things)});")

    def tell(self, expression: str) -> Any:
        """The value of an expression as data, or the name of the exception that it raises."""
        return json.loads(
            self._js.eval(f"""(() => {{
              const plain = (key, x) => typeof x === "bigint" ? String(x) : x;
              try {{ return JSON.stringify({expression}, plain); }}
              catch (error) {{
                const name = error instanceof python.Raised ? error.name : `JavaScript: ${{error}} ${{error.stack}}`;
                return JSON.stringify({{raised: name, words: error.message}});
              }}
            }})()""")
        )

    def words(self, x: Any) -> str:
        """The words of a position or move, for `python.shaped`."""
        leaves = shapes.leaves_of(shapes.canonical(x), "")
        return f"[{', '.join(f'{shapes.as_bits(each)}n' for each in leaves)}]"


def in_page(function: Any, *arguments: Any, page: Page | None = None) -> Any:
    """What a page makes of a call: the `repr` of the value, or the name of an exception."""
    made = Portable()
    number, *others = [made.add(each) for each in (function, *arguments)]
    page = page or Page(made)
    page.use(made)
    found = page.tell(f"python.repr(python.call(thing({number}), {others}.map(thing)))")
    return found["raised"] if isinstance(found, dict) else found


def in_python(function: Any, *arguments: Any) -> Any:
    try:
        return repr(function(*arguments))
    except Exception as error:
        return type(error).__name__


def check(function: Any, *arguments: Any, page: Page | None = None) -> None:
    """Compare what a page makes of a call with what Python makes of it."""
    found, wanted = in_page(function, *arguments, page=page), in_python(function, *arguments)
    assert found == wanted, f"{arguments}\npage:   {found}\npython: {wanted}"


# Games


def positions(game: hm.Game, count: int, seed: int = 1) -> Iterator[tuple[Any, bool, list[Any]]]:
    """Positions of random games, whether the second player is to move, and some moves."""
    chance = random.Random(seed)
    while count > 0:
        at, second = game.start, False
        while count > 0:
            over = game.outcome(at)[0]
            moves = [] if over else game.legal(at, 60)
            yield at, second, moves
            count -= 1
            if over:
                break
            child = game.next(at, chance.choice(moves))
            second = second if game.moves_again(at, child) else not second
            at = child


def example(name: str) -> Any:
    spec = spec_from_file_location(name, HERE.parent.parent / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


GAMES: dict[str, Any] = {
    **{name: make for name, make in hm.games.GAMES.items()},
    "nim_large": lambda: hm.games.nim(1000, 250, 3),
    "connect_four_small": lambda: hm.games.connect_four(4, 3, 3),
    "connect_four_wide": lambda: hm.games.connect_four(12, 4),
    "othello_4": lambda: hm.games.othello(4),
    "kalah_3": lambda: hm.games.kalah(3, 10),
    "breakthrough_5": lambda: hm.games.breakthrough(5, 6),
    "chess_KPK": lambda: hm.games.chess_endgame("KPK"),
    "chess_KRPKR": lambda: hm.games.chess_endgame("KQKR"),
    "clobber": lambda: example("clobber").game,
    "dots_and_boxes": lambda: example("dots_and_boxes").game,
    "kayles": lambda: example("kayles").game,
    "pawns": lambda: example("strong_opponent").strong,
}


@pytest.mark.parametrize("name", GAMES)
def test_games_have_the_texts_of_python(name: str) -> None:
    game = GAMES[name]()
    made = portable({each: getattr(game, each) for each in FOR_PEOPLE})
    assert not made.refused
    first = game.legal(game.start, 1)[0]
    shape = {"position": shape_of(shapes.canonical(game.start), made), "move": shape_of(shapes.canonical(first), made)}
    page = Page(made)
    page.tell(f"void (globalThis.shape = {json.dumps(shape)}) || null")
    second = game.show is not None and has_parameter(game.show, "second")
    asked, wanted = [], []
    for at, is_second, moves in positions(game, usually(25, 400)):
        position = f"python.shaped(shape.position, {page.words(at)}, thing)"
        named = f", {{second: {json.dumps(is_second)}}}" if second else ""
        show = f"python.call(thing({made.roots['show']}), [{position}]{named})" if game.show else f"python.text({position})"
        asked += [show, f"python.repr({position})", f"python.wordsOf(shape.position, {position}).map(String)"]
        wanted += [game.picture(at, is_second), repr(at), [str(x) for x in map(shapes.as_bits, shapes.leaves_of(at, ""))]]
        for move in moves[:8]:
            given = f"python.shaped(shape.move, {page.words(move)}, thing)"
            asked.append(f"python.call(thing({made.roots['format']}), [{given}])" if game.format else f"python.text({given})")
            wanted.append(written(game, move))
    assert page.tell(f"[{', '.join(asked)}]") == wanted


LOCATED = {
    "connect_four": ["", "4", "4453", "44444444", "9", "4x", "11121314", "é", "4" * 100],
    "othello_4": ["", "b1", "b1a1", "b1 a1, a2", "pass", "d9", "b1b1", "b1;a1"],
    "othello": ["", "d3", "d3c3c4", "f5d6c3", "z9", "d3 d3"],
    "chess_endgame": ["8/8/8/4k3/8/8/1Q6/K7 w - - 0 1", "8/8/8/4k3/8/8/1Q6/K7 b", "", "8/8 w", "8/8/8/4k3/8/8/1Q6/K8 w -",
                      "8/8/8/4k3/8/8/1R6/K7 w - - 0 1", "7k/8/5K2/6Q1/8/8/8/8 w KQ", "kK6/8/8/8/8/8/8/Q7 w"],
}  # fmt: skip


@pytest.mark.parametrize("name", LOCATED)
def test_positions_are_located_as_in_python(name: str) -> None:
    game = GAMES[name]()
    made = portable({"locate": game.locate})
    shape = json.dumps(shape_of(shapes.canonical(game.start), made))
    page = Page(made)
    for text in LOCATED[name]:
        found = page.tell(f"python.wordsOf({shape}, python.call(thing({made.roots['locate']}), [{json.dumps(text)}]))")
        try:
            wanted = [str(x) for x in map(shapes.as_bits, shapes.leaves_of(game.locate(text), ""))]
        except UsageError as error:
            wanted = {"raised": "UsageError", "words": str(error)}
        assert found == wanted, text


# The language


class Pair(NamedTuple):
    left: int
    right: int = 5

    def total(self, more=0):
        return self.left + self.right + more

    @property
    def doubled(self):
        return 2 * self.left, self.total(1)

    @staticmethod
    def named(x):
        return f"<{x}>"

    @classmethod
    def of(cls, x):
        return cls(x, x + 1)


class Spoken(NamedTuple):
    x: int

    def __str__(self):
        return f"spoken {self.x}"


class Drawn(NamedTuple):
    x: int

    def __repr__(self):
        return f"drawn {self.x}"


class OwnError(LookupError):
    pass


NAMES = ["a", "b", "c"]
BY_NAME = {"x": 1, "y": (2, 3)}
GRID = np.array([[1, 2, 3], [4, 5, 6]])
START = Pair(1, 2)
MIXED = (1, -2, 2.5, None, True, "text", (3, (4,)), [5], {6: 7}, range(3), frozenset({8}), 1 << 70, -(1 << 70), math.inf)
twice = functools.partial(lambda a, b, c=0: (a, b, c), 1, c=9)


@functools.lru_cache
def cached(n):
    return n if n < 2 else cached(n - 1) + cached(n - 2)


@checked
def gated(x: int):
    return x + 1


def wrapped(function):
    @functools.wraps(function)
    def inner(*given, **named):
        return f"[{function(*given, **named)}]"

    return inner


@wrapped
def decorated(x, y=2):
    return x * y


def arithmetic(a, b):
    return a + b, a - b, a * b, -a, +a, ~a, a & b, a | b, a ^ b, abs(a), a == b, a != b, a < b, a <= b, a > b, a >= b


def division(a, b):
    return a // b, a % b, a / b, divmod(a, b)


def powers(a, b):
    return a**b, pow(a, b), 2**-1, pow(a, abs(b), 7), (-8) ** 3, 10**25


def shifts(a, b):
    return a << b, a >> b, (-a) >> b


def bit_methods(a):
    return a.bit_count(), a.bit_length(), bin(a), oct(a), hex(a), f"{a:b}", bits.U64(a), bits.popcount(a & bits.FULL)


def true_numbers():
    return True + True, True & False, True | False, True ^ True, True & 3, -True, ~True, True == 1, sum([True, True]), int(True), str(True)


def chains(a, b, c):
    return a < b < c, a < b <= c != a, a == b == c, 0 <= a < 10, not a, a and b, a or b, a if b else c


def evaluated_once():
    seen = []

    def see(x):
        seen.append(x)
        return x

    return see(1) < see(2) < see(0) < see(5), seen


def floats(a, b):
    return a + b, a - b, a * b, int(a), round(a), round(a, 2), round(a, -1), a == int(a), abs(a), -a, bool(a), a.is_integer()


def mixed_values():
    return MIXED, [*MIXED], str(MIXED[2]), MIXED[-3], MIXED[4] is True


def slices(x):
    return x[1:], x[:-1], x[::2], x[::-1], x[-2:], x[5:1], x[1:3], x[-100:100], x[3:0:-1], x[:0], x[-1], x[0]


def item_of(x, i):
    return x[i]


def lists():
    x = [3, 1, 2]
    x.append(5)
    x.extend((7, 8))
    x.insert(0, 9)
    x.insert(-1, 4)
    x.remove(1)
    last, first = x.pop(), x.pop(0)
    x.sort()
    y = x.copy()
    x.reverse()
    y += "ab"
    y *= 2
    del y[0]
    y[1] = "set"
    z = [0] * 3 + [1]
    z[1:2] = [7, 7]
    z[::2] = "xyz"
    del z[1:3]
    w = [1]
    w.clear()
    return x, y, z, w, last, first, x.index(3), x.count(2), len(y), 3 in x, x == y, [1, 2] < [1, 3], [[1]] * 2, sorted(x, reverse=True)


def same_list():
    x = y = [1]
    x += [2]
    a = [[0] * 2 for _ in range(2)]
    a[0][1] += 5
    return y, x is y, a


def tuples():
    x = 1, 2, 3
    a, *b = x
    *c, d = x
    e, (f, g) = 1, (2, 3)
    return x + (4,), x * 2, a, b, c, d, e, f, g, (), (1,), x < (1, 3), x == (1, 2, 3), x.index(2), x.count(3), [*x, *"ab"], max(x)


def dicts():
    d = {"a": 1, 2: "b", (1, 2): [3], None: 0, True: "yes"}
    d[1.0] = "changed"
    d["new"] = 5
    e = {**d, "a": 0, **{"z": 1}}
    e.update({"q": 1}, r=2)
    del d[2]
    gone = d.pop("new"), d.pop("none", "no")
    f = {x: x * x for x in range(4) if x != 2} | {9: 9}
    g = dict(a=1, b=2)
    g |= {"c": 3}
    return (
        d, list(e.items()), list(d), gone, f, g, d.get("a"), d.get("b"), d.get("b", 7), d.setdefault("k", []), len(d), "a" in d,
        [*d.values()], [*d.keys()], dict([(1, 2)]), dict.fromkeys("ab", 0), g == {"c": 3, "b": 2, "a": 1}, [k for k in g], d.copy() == d,
    )  # fmt: skip


def sets():
    a, b = {1, 2, 3}, set([3, 4])
    c = set()
    c.add(5)
    c.add(5)
    c.discard(6)
    c |= {7}
    f = frozenset("ab")
    return (
        sorted(a | b), sorted(a & b), sorted(a - b), sorted(a ^ b), a < {1, 2, 3, 4}, a <= a, a > b, a.issubset(b), 2 in a, len(a), sorted(c),
        sorted(f | {"c"}), {f: 1}[frozenset("ba")], {1, 2} == {2, 1}, sorted(a.union([9], (8,))), {1}, set(), frozenset(), sorted({x % 3 for x in range(9)}),
        {frozenset({1}), frozenset({1})} == {frozenset({1})}, a.isdisjoint({9}),
        sorted(a.intersection([1, 9], [1])), sorted(a.difference([1], [2])), sorted(a.symmetric_difference([3, 4])), a.issuperset([1]), changed_sets(),
    )  # fmt: skip


def changed_sets():
    a, b, c = {1, 2, 3}, {1, 2, 3}, {1}
    a.difference_update([1])
    b.intersection_update([1, 2], {2})
    c.update([2], "a")
    c.remove(1)
    d = a
    d -= {2}
    e = {5}
    return sorted(a), b, len(c), e.pop(), e, a.__contains__(3), c.__len__(), {1: 2}.popitem(), {"k": 1}.__contains__("k"), [1].__len__()


def named_tuples(p):
    q = p._replace(left=10)
    r = Pair(left=7)
    return p, q, r, p.left, p[1], len(p), p == (1, 2), p.total(), p.total(more=3), p.doubled, Pair.named(3), Pair.of(4), p.of(5), p._asdict(), Pair._fields, Pair._make([8, 9]), START, [*p], p + (1,), Pair.total(p), isinstance(p, tuple), isinstance(p, Pair), {p: 1}[(1, 2)], p.index(2)


def spoken():
    return str(Spoken(1)), f"{Spoken(2)}", repr(Spoken(3)), str(Drawn(1)), repr([Drawn(2)]), "{}".format(Spoken(4)), "%s" % (Spoken(5),)


def arrays():
    return str(GRID[1][2]), str(GRID[1, 2]), len(GRID), [int(x) for row in GRID for x in row], int(GRID[0][1] + 1), int(max(GRID[1]))


def loops(n):
    out = []
    for i in range(n):
        if i == 2:
            continue
        for j in range(10):
            if j > i:
                break
            out.append((i, j))
        else:
            out.append("never")
    else:
        out.append("end")
    while n:
        n -= 1
        if n == 1:
            break
    else:
        out.append("not")
    for a, (b, *c) in [(1, (2, 3)), (4, (5,))]:
        out.append([a, b, c])
    return out, n, i, j


def closures(n):
    count = 0

    def more(by=1, *, times=2, **others):
        nonlocal count
        count += by * times
        return others

    functions = [lambda x, i=i: x + i + n for i in range(3)]
    more()
    more(5, times=3)
    return count, [f(1) for f in functions], more(z=1, times=0), (lambda *a, **k: (a, k))(1, 2, b=3), (lambda a, /, b: a - b)(5, b=2)


def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def generators(n):
    def evens(x):
        for each in x:
            if each % 2 == 0:
                yield each
            elif each == 13:
                yield "odd"
            else:
                pass
        yield from ("end", "of", "it")
        return

    def empty():
        return
        yield

    numbers = fibonacci()
    first = [next(numbers) for _ in range(n)]
    rest = []
    for x in numbers:
        if x > 100:
            break
        rest.append(x)
    return first, rest, next(numbers), list(evens(range(4))), [*evens([13, 1])], list(empty()), next(empty(), "none"), next(evens([2])), list(itertools.islice(fibonacci(), 3, 9, 2))


def lazily():
    seen = []

    def see(x):
        seen.append(x)
        return x > 1

    found = any(see(x) for x in range(5))
    walk = iter([1, 2, 3, 4])
    return found, seen, all(x < 2 for x in walk), list(walk), next((x for x in range(9) if x > 5), None), 2 in (y for y in [1, 2, 3])


def comprehensions(n):
    return [x * y for x in range(n) for y in range(x) if y % 2 if x > 1], {x: [y for y in range(x)] for x in range(3)}, [(y := x) for x in range(3)] + [y], sum(x for x in range(n)), [[x for x in range(i)] for i in range(3)]


def builtins_(x):
    return (
        abs(-3), all([]), any([]), ascii("é\n"), chr(233), ord("é"), list(enumerate("ab", 5)), list(enumerate("ab", start=1)), list(filter(None, [0, 1, ""])), list(filter(lambda a: a > 1, [1, 2])),
        float("1.5"), float(2), int("-12"), int(" 7 "), int("1_000"), int("ff", 16), int("0b11", 0), int("z", base=36), int(-2.9), list(map(str, [1, 2])), list(map(lambda a, b: a + b, [1, 2], [3, 4, 5])),
        max(1, 5, 3), max([1, 9], key=lambda a: -a), max([], default=3), min("bca"), min((3, 1), (2, 5)), list(reversed([1, 2])), list(reversed("ab")), list(reversed(range(3))), round(2.5), round(3.5), round(-2.5), round(1234, -2), round(2.675, 2),
        sorted("bca"), sorted([3, 1, 2], key=lambda a: -a), sorted([(1, "b"), (1, "a")]), sorted("aBc", key=str.lower, reverse=True), sum([1, 2], 10), sum([[1], [2]], []), list(zip("ab", [1, 2, 3])), list(zip()), bool([]), bool("a"), bool(0.0), tuple("ab"), list("ab"), str(1.0), repr("a'b"), len("é😀"),
        list(range(5)), list(range(2, 8, 3)), list(range(5, 0, -2)), range(3), range(1, 9, 2)[1:3], len(range(0, 10, 3)), 4 in range(0, 10, 2), 5 in range(0, 10, 2), range(10)[-1], isinstance(x, int), isinstance(x, (str, float)), isinstance(True, int), isinstance(None, type(None)), isinstance(x, int | str),
        type(x).__name__, type(x) is int, str(x) + "!", iter([1]) is not None, format(3.14159, ".2f"), format(5), "".join(map(chr, [97, 98])), divmod(-7, 2), float("inf"), float("-inf") < 0, float("nan") == float("nan"),
    )  # fmt: skip


def strings(s):
    return (
        s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase(), s.strip(), s.lstrip(), s.rstrip(), s.strip("a b"), s.split(), s.split(" "), s.split(None, 1), s.split("b", 1), s.rsplit("b", 1), s.rsplit(None, 1), s.rsplit(maxsplit=1), s.splitlines(), s.splitlines(True),
        s.replace("b", "--"), s.replace("b", "-", 1), s.replace("", "."), s.replace("", ".", 2), s.find("b"), s.rfind("b"), s.find("b", 3), s.find("b", -3, -1), s.find("zz"), s.find("", 100), s.count("b"), s.count(""), s.count("b", 2), s.startswith("a"), s.startswith(("x", "a")), s.endswith("b"), s.startswith("b", 1),
        s.center(20), s.center(21, "*"), s.ljust(15, "."), s.rjust(15), s.zfill(15), "-5".zfill(4), "+x".zfill(5), s.partition("b"), s.rpartition("b"), s.partition("zz"), s.rpartition("zz"), s.removeprefix("a"), s.removesuffix("b"), s.expandtabs(), s.expandtabs(4), s.casefold(), s + "x", s * 2, "b" in s, s[1:4], s[::-1],
        s.isdigit(), s.isdecimal(), s.isalpha(), s.isalnum(), s.isupper(), s.islower(), s.isspace(), s == "abc", s < "abd", list(s), len(s), "-".join(s), ",".join([]), sorted(s), "b" not in s, max(s + "z"), s.translate(str.maketrans("ab", "xy", "c")), s.translate({98: None, 97: "AA"}), s.__getitem__(0), s.isascii(), s.isnumeric(), s.rindex(""), f"{s!a}",
    )  # fmt: skip


def index_of(x, y):
    return x.index(y)


def formats(x):
    return (
        f"{x}", f"{x!r:>20}", f"{x!s:^21}|", f"{x:{10}}", "{:>{}}".format(x, 12), "{0!r} {1} {0}".format(x, 2), "{a} {b[0]} {c.left}".format(a=x, b=[7], c=START), "{{}} {}".format(x), "%s|%r|%5s|%-5s|" % (x, x, x, x), "%%", "100%%" % (),
        format(x), str(x), "%(k)s" % {"k": x}, "a%sb" % x if not isinstance(x, tuple) else "",
    )  # fmt: skip


def number_formats(x):
    return [f"{x:{spec}}" for spec in ("5", "<5", "^7", ">7", "+", " ", "-", "05", "+06", "*^9", ",", "_", "012,", "e", ".2e", "E", ".1f", "f", "10.3f", "+.0f", "#.0f", "g", ".3g", "#.3g", ".10g", "G", "%", ".1%", "n", "010.2f", "=+8", "x<8")]


def whole_formats(x):
    return [f"{x:{spec}}" for spec in ("d", "5d", "b", "#b", "010b", "#012b", "o", "#o", "x", "X", "#x", "#X", "_x", "_b", "08,d", ",", "n", "+d", "c" if 0 <= x < 55000 else "d")], "%d %i %5d %-5d| %05d %+d %x %X %o %#x %c %e %.3d %5.2f %g" % (x, x, x, x, x, x, x, x, x, x, x % 100 + 40, x, x, x, x)


def formatted(x, spec):
    return f"{x:{spec}}"


def percent(pattern, x):
    return pattern % x


def reprs():
    return repr("a\n\t\r\\\x00\x7f\xa0\u200b\u2028\U000e0001é😀'"), repr('"'), repr("'\""), [1.0, -0.0, 1e16, 1e15, 123456789.125, 1e-5, 0.0001, 1e300, 5e-324, 0.1, math.inf, -math.inf, 1 / 3], repr({"a": (1,)}), repr([[], (), {}, ""]), str(None), str("a")


def errors():
    out = []
    for number in range(12):
        try:
            try:
                if number == 0:
                    [][1]
                elif number == 1:
                    {}["k"]
                elif number == 2:
                    1 // 0
                elif number == 3:
                    int("x")
                elif number == 4:
                    next(iter(()))
                elif number == 5:
                    raise UsageError("told", number)
                elif number == 6:
                    raise OwnError
                elif number == 7:
                    "a" + 1
                elif number == 8:
                    assert number < 0, "asserted"
                elif number == 9:
                    raise ValueError("again") from None
                else:
                    out.append("fine")
            except (IndexError, KeyError) as error:
                out.append(("first", type(error).__name__, error.args if number else None))
            except ZeroDivisionError:
                out.append("zero")
                raise
            except ValueError as error:
                out.append(str(error) if number != 3 else "value")
            else:
                out.append("else")
                if number == 10:
                    continue
            finally:
                out.append("finally")
        except LookupError as error:
            out.append(("lookup", repr(error), str(error)))
        except Exception as error:
            out.append(type(error).__name__)
    return out


def leaving():
    def early():
        try:
            return "try"
        finally:
            seen.append("finally")

    def instead():
        try:
            raise ValueError
        finally:
            return "instead"  # noqa: B012

    def looped():
        for i in range(3):
            try:
                if i == 1:
                    break
            finally:
                seen.append(i)
        return i

    seen = []
    return early(), instead(), looped(), seen


def matched(x):
    match x:
        case 0 | 1:
            return "small"
        case int(n) if n > 100:
            return f"large {n}"
        case Pair(1, right):
            return "pair", right
        case Pair(left=l):
            return "left", l
        case [a]:
            return "one", a
        case (a, *middle, [b, _]):
            return a, middle, b
        case (a, *_):
            return "more", a
        case {"k": v, "w": 2}:
            return v
        case None | True:
            return "single"
        case str() as s:
            return s.upper()
        case _:
            return "other"


def texts_of_modules():
    return string.ascii_lowercase[:5], string.digits, math.pi, math.sqrt(16), math.isqrt(99), math.floor(-2.5), math.ceil(2.1), math.gcd(12, 18), math.comb(5, 2), math.factorial(5), math.prod([2, 3]), math.log2(8), math.log10(1000), round(math.log(10), 9), math.log(8, 2), math.inf


def iterating():
    return list(itertools.chain([1], "ab")), list(itertools.chain.from_iterable([[1], [2]])), list(itertools.pairwise([1, 2, 3])), list(itertools.product("ab", [1, 2])), list(itertools.product([0, 1], repeat=2)), list(itertools.combinations("abc", 2)), list(itertools.repeat(7, 3)), [x for x, _ in zip(itertools.count(5, 2), "abc")], list(itertools.islice("abcdef", 2)), functools.reduce(lambda a, b: a * b, [1, 2, 3, 4]), functools.reduce(lambda a, b: a + b, [], "start")


def patterns(text):
    return re.findall(r"pass|[a-z]\d|[^\s,;]", text), re.findall(r"(\w)(\d)?", text), bool(re.fullmatch(r"[a-h][1-8]", text)), [m[1] for m in [re.match(r"\s*(\w+)", text)] if m], re.split(r"[,;]\s*", text), re.sub(r"\d+", "#", text), re.sub("[aeiou]", lambda m: m.group().upper(), text), [m.groups() for m in [re.search(r"(\d)(x)?", text)] if m], bool(re.search(r"^a.*b$", text)), bool(re.search(r"\bab\b", text)), bool(re.search("é|B", text, re.IGNORECASE)), re.findall(r"^.", text, flags=re.MULTILINE), COMPILED.findall(text), [m[0] for m in re.finditer(r"\w+", text)]


COMPILED = re.compile(r"a{1,2}(?=b)|[\]\-x\\]|\.")


def unbound(n):
    if n:
        value = n
    return value


def called_wrongly(n):
    def f(a, b=1, *, c):
        return a, b, c

    if n == 0:
        return f(1)
    if n == 1:
        return f(1, 2, 3, c=4)
    if n == 2:
        return f(1, c=2, d=3)
    if n == 3:
        return f(1, a=1, c=2)
    if n == 4:
        return len()
    if n == 5:
        return "a".upper(1)
    if n == 6:
        return sorted([1], what=2)
    if n == 7:
        return Pair()
    if n == 8:
        return Pair(1, 2, 3)
    if n == 9:
        return START.left(2)
    if n == 10:
        return None.left
    if n == 11:
        return NAMES[0].left
    if n == 12:
        return {[]: 1}
    if n == 13:
        a, b = 1, 2, 3
    if n == 14:
        a, b = [1]
    if n == 15:
        return f(*[1, 2], **{"c": 3})
    if n == 16:
        return Pair(1, lef=2)
    if n == 17:
        return START._replace(lef=2)
    if n == 18:
        (1, 2)[0] = 3
    if n == 19:
        return [3, "a"].sort()
    if n == 20:
        return {1} + {2}
    if n == 21:
        return list(zip([1], [], strict=True))
    if n == 22:
        return chr(-1), ord("ab")
    if n == 23:
        return "".join([1])
    if n == 24:
        for x in 5:
            pass
    if n == 25:
        return max([])
    return "%d" % "x"


TABLE: list[tuple[Any, list[tuple[Any, ...]]]] = [
    (arithmetic, [(7, 3), (-7, 3), (1 << 70, -5), (True, 2), (0, 0)]),
    (division, [(7, 2), (-7, 2), (7, -2), (-7, -2), (7.5, 2), (-7.5, 2), (7, -2.5), (1 << 80, 3), (1, 0), (1.0, 0), (-0.0, 3.0), (1 << 60, (1 << 55) + 1), (True, 2), (1e308, 1e-308), (5.0, math.inf)]),
    (powers, [(3, 4), (-2, 5), (2, 0)]),
    (shifts, [(5, 2), (-5, 2), (1, 100), (1, -1), (True, 3)]),
    (bit_methods, [(0,), (5,), ((1 << 64) - 1,), (1 << 63,)]),
    (true_numbers, [()]),
    (chains, [(1, 2, 3), (0, 0, 0), (2.5, 2, 5), ("a", "b", "c"), (1, "a", 2)]),
    (evaluated_once, [()]),
    (floats, [(2.5, 1.5), (-2.5, 0.1), (1e20, 3.0), (0.0, -0.0), (2.675, 1.0)]),
    (mixed_values, [()]),
    (slices, [("abcdef",), ([1, 2, 3, 4],), ((1, 2, 3),), (range(10),), ("é😀x",), ("",)]),
    (item_of, [("abc", -1), ("abc", 3), ([1], True), ((1, 2), -3), ({"a": 1}, "b"), ({"a": 1}, "a"), ("a😀b", 1), ("a", "b"), (range(5), -1), (5, 0), ([1], None), ({1: 2}, 1.0)]),
    (lists, [()]), (same_list, [()]), (tuples, [()]), (dicts, [()]), (sets, [()]), (named_tuples, [(Pair(1, 2),)]), (spoken, [()]), (arrays, [()]),
    (loops, [(5,), (0,)]), (closures, [(3,)]), (generators, [(5,)]), (lazily, [()]), (comprehensions, [(6,)]), (builtins_, [(3,), ("a",), (2.5,), (None,), ((1,),)]),
    (strings, [("abc b ab",), ("",), ("  Hello World\n two\r\nthree\x85",), ("a\tb\t\tc",), ("😀é b😀ab b",), ("ABC",), ("123",), ("a1",), (" \u3000",), ("ßtraße",), ("they're bill's",)]),
    (index_of, [("abcb", "b"), ("abc", "z"), ([1, 2], 2), ([1, 2], 3), ((1,), 1)]),
    (formats, [(5,), ("text",), (2.5,), (None,), ([1, "a"],), (True,), (-3,)]),
    (number_formats, [(5,), (-1234567,), (1234567.891,), (0.5,), (-2.5,), (0.0,), (1e22,), (1e-7,), (123456,), (2.5e-310,), (99999.95,), (math.inf,), (-math.nan,), (True,)]),
    (whole_formats, [(5,), (-255,), (1234567,), (0,), (1 << 70,)]),
    (formatted, [("abc", "10"), ("abc", "^9"), ("abc", ".2"), ("abc", "05"), ("abc", "d"), ("abc", "+"), ("abc", "=5"), ("abc", ","), (5, ".2"), (5, "s"), (2.5, "d"), (5, ",x"), (None, "5"), ((1,), "5"), (True, "5"), (True, ""), (5, "zz"), (5.0, ".3"), (12.0, ".2"), (1234.5, ".3"), (0.00001234, ".3"), (65, "c"), (5, "+c"), (1234.5, ",.2f"), (1234567, "015,"), (3, "😀>4"), ("é", "😀^4"), (-5, "=5"), (2.5, "x"), (1e16, ""), (123456789.0, ".4"), (0.1, ".20f"), (1e-5, "f"), (5e-324, ".3e"), (9.995, ".2f"), (0.5, ".0f"), (1.5, ".0f"), (2.5, ".0f")]),
    (percent, [("%s %s", (1, 2)), ("%s", (1, 2)), ("%s %s", (1,)), ("%s", "a"), ("%d", 2.9), ("%d", "a"), ("%x", 2.5), ("%s", [1, 2]), ("%5.1f|%-8s|%08.3f|%+d|% d", (2.25, "a", 3.14159, 5, 6)), ("%*d", (5, 3)), ("%.*f", (2, 1.5)), ("%q", 1), ("%s%", 1), ("%(a)s %(b)d", {"a": 1, "b": 2}), ("%%", ()), ("%%", 1), ("%%", {}), ("%c%c", (65, "b")), ("%.2s|%5.1s", ("abc", "xyz")), ("%e %G %g", (1.5, 1e-9, 1e9)), ("%#o %#X", (8, 255)), ("%r %a", ("é", "é"))]),
    (reprs, [()]), (errors, [()]), (leaving, [()]),
    (matched, [(x,) for x in (0, 1, True, 200, 50, Pair(1, 2), Pair(3, 4), [5], (1, 2, (3, 4)), (1, 2, 3), {"k": 1, "w": 2}, {"k": 1}, None, "text", 2.5, [], range(2))]),
    (texts_of_modules, [()]), (iterating, [()]), (patterns, [("d3c3 pass,x",), ("e4",), ("a b;c, d",), ("aab\nab x]-\\.",), ("",), ("éÉ b ٣",)]),
    (unbound, [(0,), (1,)]), (called_wrongly, [(n,) for n in range(27)]),
    (cached, [(20,)]), (gated, [(3,)]), (decorated, [(3,), (3, 5)]), (twice, [(2,), ()]), (NAMES.__getitem__, [(1,), (5,)]), ("-".join, [(["a", "b"],)]), (BY_NAME.get, [("x",), ("q",), ("q", 5)]), (str, [(5,), ("a",)]), (len, [("abc",)]),
    (bits.trailing_zeros, [(0b10100,), (0,), (1 << 63,)]), (bits.mirror_steps, [(7, 7), (8, 1, 8)]), (bits.mix, [(12345,)]), (shown, [("a\nb" * 50,), (5,)]), (Pair(1, 2).total, [(), (5,)]), (Pair.of, [(3,)]), (str.upper, [("a",)]), (str.maketrans, [("ab", "cd")]), (Pair, [(1,), (1, 2), ()]), (functools.partial(int, base=2), [("101",)]),
]  # fmt: skip


@pytest.mark.parametrize("row", TABLE, ids=lambda row: getattr(row[0], "__name__", str(row[0])))
def test_functions_do_what_python_does(row: Any) -> None:
    function, calls = row
    for arguments in calls:
        check(function, *arguments)


def test_every_entry_of_the_evaluator_is_tried() -> None:
    made = Portable()
    for function, _ in TABLE:
        made.add(function)
    used = module._texts(made.things) | {"percent", "floating", "iterator"}
    missing = {(table, name) for table, names in module._names().items() for name in names if name not in used}
    rare = {("EXCEPTIONS", name) for name in module._names()["EXCEPTIONS"]}
    assert missing - rare == set(), missing - rare


# Random expressions

FULL_SCRIPT = module._script()


@functools.cache
def shared_page() -> Page:
    return Page(Portable(), FULL_SCRIPT)


count = itertools.count()


def from_text(text: str, name: str = "f", **names: Any) -> Any:
    """A function from its text, as if a file held it."""
    file = f"<text {next(count)}>"
    text = textwrap.dedent(text)
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope = dict(names)
    exec(compile(text, file, "exec"), scope)
    return scope[name]


def alike(found: str, wanted: str) -> bool:
    """Both are the same, or both say that something is too large."""
    return found == wanted or {found, wanted} <= {"MemoryError", "OverflowError"}


whole_numbers = st.one_of(st.integers(-10, 10), st.integers(-(1 << 70), 1 << 70))
real_numbers = st.floats(width=64)
some_texts = st.text(st.sampled_from("ab %A1é😀 \n\t'\"{}-_ß\u200f\u0301"), max_size=6)
values = st.one_of(
    whole_numbers, real_numbers, some_texts, st.booleans(), st.none(),
    st.lists(st.integers(-3, 3), max_size=4), st.tuples(st.integers(-3, 3), some_texts), st.just(range(2, 9, 3)),
    st.dictionaries(st.integers(0, 3), some_texts, max_size=2),
)  # fmt: skip
BINARY = ["+", "-", "*", "//", "%", "/", "<<", ">>", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "in", "not in", "and", "or"]


@settings(max_examples=usually(300, 5000), deadline=None)
@given(values, values, values, st.lists(st.sampled_from(BINARY), min_size=2, max_size=2), st.sampled_from(["", "not ", "-", "~", "+"]))
def test_random_operators(a: Any, b: Any, c: Any, operators: list[str], before: str) -> None:
    first, second = operators
    assume(not {"<<", "*"} & set(operators) or not any(type(x) is int and 10_000 < x for x in (a, b, c)))  # too large
    f = from_text(f"def f(a, b, c):\n    return ({before}a {first} b) {second} c")
    found, wanted = in_page(f, a, b, c, page=shared_page()), in_python(f, a, b, c)
    assert alike(found, wanted), f"{before}{a!r} {first} {b!r} {second} {c!r}\npage:   {found}\npython: {wanted}"


SPECS = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["", "<", ">", "^", "=", "*<", "é^", "0=", "😀>"]), st.sampled_from(["", "+", "-", " "]), st.sampled_from(["", "#"]), st.sampled_from(["", "0"]),
        st.sampled_from(["", "1", "7", "20"]), st.sampled_from(["", "", ",", "_"]), st.sampled_from(["", ".0", ".1", ".3", ".17", ".30"]), st.sampled_from(["", *"bcdoxXneEfFgG%sq"]),
    ),
)  # fmt: skip


@settings(max_examples=usually(500, 10000), deadline=None)
@given(st.one_of(whole_numbers, real_numbers, some_texts, st.booleans(), st.none()), SPECS)
def test_random_formats(x: Any, spec: str) -> None:
    found, wanted = in_page(formatted, x, spec, page=shared_page()), in_python(formatted, x, spec)
    assert alike(found, wanted), f"{x!r} {spec!r}\npage:   {found}\npython: {wanted}"


FLAGS = st.builds("".join, st.lists(st.sampled_from("-+ #0"), max_size=2))
PERCENTS = st.builds("%{}{}{}{}".format, FLAGS, st.sampled_from(["", "1", "8"]), st.sampled_from(["", ".", ".0", ".2", ".9"]), st.sampled_from("diuoxXeEfFgGcrsaq"))


@settings(max_examples=usually(300, 5000), deadline=None)
@given(PERCENTS, st.one_of(whole_numbers, real_numbers, some_texts, st.booleans(), st.none()))
def test_random_percent_formats(pattern: str, x: Any) -> None:
    found, wanted = in_page(percent, pattern, x, page=shared_page()), in_python(percent, pattern, x)
    assert alike(found, wanted), f"{pattern!r} {x!r}\npage:   {found}\npython: {wanted}"


ends = st.one_of(st.none(), st.integers(-7, 7))


@settings(max_examples=usually(200, 3000), deadline=None)
@given(st.one_of(some_texts, st.lists(st.integers(0, 9), max_size=6), st.builds(range, st.integers(-5, 5), st.integers(-5, 5))), ends, ends, ends)
def test_random_slices(x: Any, low: Any, high: Any, step: Any) -> None:
    def sliced(x, low, high, step):
        return x[low:high:step], [*x[low:high]][::-1], len(x[low:])

    check(sliced, x, low, high, step, page=shared_page())

    def replaced(x, low, high, step):
        x = list(x)
        x[low:high] = "xyz"
        del x[high:low:step]
        x[low:high:step] = [0]
        return x

    check(replaced, x, low, high, step, page=shared_page())


METHODS = [
    "split()", "split(b)", "rsplit(b, c)", "split(None, c)", "rsplit(None, c)", "strip()", "strip(b)", "find(b)", "rfind(b, c)", "count(b, c)", "index(b)", "replace(b, '-')", "replace(b, '-', c)",
    "partition(b)", "rpartition(b)", "startswith(b, c)", "endswith(b)", "center(c)", "ljust(c, b)", "zfill(c)", "expandtabs(c)", "join([b, b])", "splitlines()", "removesuffix(b)", "title()", "swapcase()", "upper()",
    "isupper()", "islower()", "isspace()", "isdigit()", "isalnum()", "format(b, c)", "__getitem__(c)", "translate({97: b})", "casefold()", "lstrip(b)",
]  # fmt: skip


@settings(max_examples=usually(300, 5000), deadline=None)
@given(some_texts, some_texts, st.integers(-3, 9), st.sampled_from(METHODS))
def test_random_methods_of_texts(a: str, b: str, c: int, method: str) -> None:
    f = from_text(f"def f(a, b, c):\n    return a.{method}")
    found, wanted = in_page(f, a, b, c, page=shared_page()), in_python(f, a, b, c)
    assert found == wanted, f"{a!r}.{method} with {b!r}, {c!r}\npage:   {found}\npython: {wanted}"


@settings(max_examples=usually(200, 3000), deadline=None)
@given(st.one_of(real_numbers, whole_numbers), st.integers(-25, 25))
def test_random_rounding(x: Any, digits: int) -> None:
    def texts(x, digits):
        return round(x, digits), str(x), float(str(float(x))), round(x), int(x), f"{x}", x == float(x)

    check(texts, x, digits, page=shared_page())
