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
from halfmove.pages.portable import NotPortable, Portable, evaluator, portable, scripts, shape_of, things
from tests.conftest import usually

quickjs = pytest.importorskip("quickjs")
EXAMPLES = Path(__file__).parent.parent / "examples"


class Page:
    """JavaScript in which the functions of a page are there as `thing(number)`."""

    def __init__(self, made: Portable, script: str | None = None) -> None:
        self._js = quickjs.Context()
        self._js.set_max_stack_size(1 << 23)
        script = evaluator(made) if script is None else script
        self._js.eval('"use strict";\n' + script.replace("const python", "var python", 1))
        self._js.eval("""
          const plain = (key, x) => typeof x === "bigint" ? String(x) : x;
          const told = act => {
            try { return JSON.stringify(act(), plain); } catch (error) {
              if (!(error instanceof python.Raised)) throw error;
              return JSON.stringify({raised: error.name, words: error.message});
            }
          };""")
        self.use(made)

    def use(self, made: Portable) -> None:
        self._js.eval(f"var thing = python.world({json.dumps(made.things)});")

    def tell(self, expression: str) -> Any:
        """The value of an expression as data, or the name and the words of the exception that it raises."""
        return json.loads(self._js.eval(f"told(() => {expression})"))

    def call(self, number: int, arguments: list[int]) -> Any:
        """What a page makes of a call of things: the `repr` of the value, or the name of an exception."""
        found = self.tell(f"python.repr(python.call(thing({number}), {arguments}.map(thing)))")
        return found["raised"] if isinstance(found, dict) else found


def in_python(function: Any, arguments: tuple[Any, ...]) -> Any:
    try:
        return repr(function(*arguments))
    except Exception as error:
        return type(error).__name__


def check(function: Any, *calls: tuple[Any, ...], page: Page | None = None) -> None:
    """Compare what a page makes of some calls with what Python makes of them."""
    made = Portable()
    number = made.add(function)
    numbers = [[made.add(each) for each in arguments] for arguments in calls]
    page = page or Page(made)
    page.use(made)
    for arguments, others in zip(calls, numbers, strict=True):
        found, wanted = page.call(number, others), in_python(function, arguments)
        # What is too large is so for different reasons.
        same = found == wanted or {found, wanted} <= {"MemoryError", "OverflowError"}
        assert same, f"{arguments}\npage:   {found}\npython: {wanted}"


file_numbers = itertools.count()


def from_text(text: str, **names: Any) -> Any:
    """The function f of a text, as if a file held it."""
    file = f"<text {next(file_numbers)}>"
    text = textwrap.dedent(text)
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope = dict(names)
    exec(compile(text, file, "exec"), scope)
    return scope["f"]


# Games


def example(name: str) -> Any:
    spec = spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


GAMES: dict[str, Any] = dict(hm.games.GAMES) | {
    "nim_large": lambda: hm.games.nim(1000, 250, 3),
    "connect_four_small": lambda: hm.games.connect_four(4, 3, 3),
    "connect_four_wide": lambda: hm.games.connect_four(12, 4),
    "othello_4": lambda: hm.games.othello(4),
    "kalah_3": lambda: hm.games.kalah(3, 10),
    "breakthrough_5": lambda: hm.games.breakthrough(5, 6),
    "chess_KPK": lambda: hm.games.chess_endgame("KPK"),
    "clobber": lambda: example("clobber").game,
    "dots_and_boxes_5": lambda: hm.games.dots_and_boxes(5, 5),
    "kayles": lambda: example("kayles").game,
    "pawns": lambda: example("strong_opponent").strong,
}


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


def words_of(x: Any) -> list[str]:
    return [str(shapes.as_bits(each)) for each in shapes.leaves_of(shapes.canonical(x), "")]


class TextsOfGame:
    """The texts of a game in a page."""

    def __init__(self, game: hm.Game) -> None:
        self.game = game
        self.made = portable({name: getattr(game, name) for name in ("show", "format", "say", "locate")})
        examples = game.start, game.legal(game.start, 1)[0]
        self.shapes = [json.dumps(shape_of(shapes.canonical(each), self.made)) for each in examples]
        self.page = Page(self.made)

    def shaped(self, kind: int, x: Any) -> str:
        return f"python.shaped({self.shapes[kind]}, {json.dumps(words_of(x))}, thing)"

    def text(self, name: str, x: str, named: str = "") -> str:
        if name not in self.made.roots:
            return f"python.text({x})"
        return f"python.call(thing({self.made.roots[name]}), [{x}]{named})"


@pytest.mark.parametrize("name", GAMES)
def test_games_have_the_texts_of_python(name: str) -> None:
    texts = TextsOfGame(GAMES[name]())
    game = texts.game
    assert not texts.made.refused
    takes_second = game.show is not None and has_parameter(game.show, "second")
    asked, wanted = [], list[Any]()
    for at, second, moves in positions(game, usually(25, 400)):
        position = texts.shaped(0, at)
        asked.append(texts.text("show", position, f", {{second: {json.dumps(second)}}}" if takes_second else ""))
        wanted.append(game.picture(at, second))
        asked += [f"python.repr({position})", f"python.wordsOf({texts.shapes[0]}, {position})"]
        wanted += [repr(at), words_of(at)]
        for move in moves[:8]:
            asked.append(texts.text("format", texts.shaped(1, move)))
            wanted.append(written(game, move))
    found = texts.page.tell(f"[{', '.join(asked)}]")
    for one, other in zip(found, wanted, strict=True):
        assert one == other


LOCATED = {
    "connect_four": ["", "4", "4453", "44444444", "9", "4x", "11121314", "é", "4" * 100],
    "othello_4": ["", "b1", "b1a1", "b1 a1, a2", "pass", "d9", "b1b1", "b1;a1"],
    "othello": ["", "d3", "d3c3c4", "f5d6c3", "z9", "d3 d3"],
    "chess": [
        "",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/8/8/k3pP1R/8/8/4K3 b - f3 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34",
        "k7/8/8/8/8/8/8/K6R w K - 0 1",
        "kk6/8/8/8/8/8/8/K7 w - - 0 1",
        "k6R/8/8/8/8/8/8/K7 w - - 0 1",
        "k7/8/8/8/8/8/8/K7 w - e6 0 1",
    ],
    "chess_endgame": [
        "8/8/8/4k3/8/8/1Q6/K7 w - - 0 1",
        "8/8/8/4k3/8/8/1Q6/K7 b",
        "",
        "8/8 w",
        "8/8/8/4k3/8/8/1Q6/K8 w -",
        "8/8/8/4k3/8/8/1R6/K7 w - - 0 1",
        "7k/8/5K2/6Q1/8/8/8/8 w KQ",
        "kK6/8/8/8/8/8/8/Q7 w",
    ],
}


@pytest.mark.parametrize("name", LOCATED)
def test_positions_are_located_as_in_python(name: str) -> None:
    texts = TextsOfGame(GAMES[name]())
    assert texts.game.locate is not None
    for text in LOCATED[name]:
        found = texts.page.tell(f"python.wordsOf({texts.shapes[0]}, {texts.text('locate', json.dumps(text))})")
        try:
            wanted: Any = words_of(texts.game.locate(text))
        except UsageError as error:
            wanted = {"raised": "UsageError", "words": str(error)}
        assert found == wanted, text


def test_scores_in_words() -> None:
    made = portable({"say": lambda score: f"by {abs(score) // 100} disc{'s' * (abs(score) != 100)}", "show": None})
    page = Page(made)
    assert [*made.roots] == ["say"]
    assert page.tell("[100n, -1200n].map(x => python.call(thing(0), [x]))") == ["by 1 disc", "by 12 discs"]
    assert page.tell("python.call(thing(0), [python.float(250)])") == "by 2.0 discs"


# Positions


class Plain(NamedTuple):
    constructor: int
    toString: int
    hasOwnProperty: int


class Parts(NamedTuple):
    board: hm.U64
    lead: int
    real: float
    flag: bool
    inner: tuple[int, Plain]


def shown_parts(p):
    return f"{p.board:x} {p.lead} {p.real} {p.flag} {p.inner[1].constructor} {p.inner[1].toString} {p!r}"


def test_parts_of_positions() -> None:
    some = [
        Parts(1 << 63, -(1 << 63), math.inf, True, (7, Plain(1, 2, 3))),
        Parts((1 << 64) - 1, (1 << 63) - 1, -0.0, False, (0, Plain(-1, 1 << 62, 0))),
        Parts(0, -5, 2.5, True, (-1, Plain(0, 0, 0))),
    ]
    made = portable({"show": shown_parts})
    shape = shape_of(some[0], made)
    assert [shape["parts"][i] for i in range(4)] == ["w", "i", "f", "b"]
    page = Page(made)
    for at in some:
        shaped = f"python.shaped({json.dumps(shape)}, {json.dumps(words_of(at))}, thing)"
        assert page.tell(f"python.call(thing(0), [{shaped}])") == shown_parts(at)
        assert page.tell(f"python.wordsOf({json.dumps(shape)}, {shaped})") == words_of(at)


def test_numbers_of_numpy_are_words_and_numbers() -> None:
    made = Portable()
    assert shape_of((np.uint64(3), 4, 2.5, (True,)), made) == {"parts": ["w", "i", "f", {"parts": ["b"]}]}
    assert shape_of(3, made) == "i"
    assert made.things == []


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        ({"parts": ["i", "i"]}, (1,)),
        ({"parts": ["i"]}, ("a",)),
        ({"parts": ["i"]}, (1.5,)),
        ({"parts": ["w"]}, (-1,)),
        ({"parts": ["i"]}, (1 << 63,)),
        ({"parts": ["i"]}, [1]),
        ("i", None),
        ("f", "a"),
    ],
)
def test_values_of_another_shape_are_refused(shape: Any, value: Any) -> None:
    made = Portable()
    made.add(value)
    found = Page(made).tell(f"python.wordsOf({json.dumps(shape)}, thing(0))")
    assert found["raised"] == "ValueError"
    assert "is not a position of this game" in found["words"]


# Expressions, a line each, with all values of their names


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


NAMES = ["a", "b", "c"]
BY_NAME = {"x": 1, "y": (2, 3)}
GRID = np.array([[1, 2, 3], [4, 5, 6]])
START = Pair(1, 2)
MIXED = (1, -2, 2.5, None, True, "text", (3, (4,)), [5], {6: 7}, range(3), frozenset({8}), 1 << 70, -(1 << 70))
COMPILED = re.compile(r"a{1,2}(?=b)|[\]\-x\\]|\.")
MODULES = {"bits": bits, "functools": functools, "itertools": itertools, "math": math, "re": re, "string": string}


def outside() -> dict[str, Any]:
    """The names of this file that texts below may use."""
    return {name: each for name, each in globals().items() if name.isupper() or isinstance(each, type)} | MODULES


# fmt: off
TEXTS = [
    "abc b ab", "", "  Hello World\n two\r\nthree\x85", "a\tb\t\tc", "😀é b😀ab b", "ABC", "123", "a1", " \u3000",
    "ßtraße", "they're bill's", "d3c3 pass,x", "e4", "a b;c, d", "aab\nab x]-\\.", "éÉ b ٣", "-5", "+x",
]
WHOLE: list[Any] = [5, -255, 1234567, 0, 1 << 70, True]
REAL = [
    1234567.891, 0.5, -2.5, 0.0, -0.0, 1e22, 1e-7, 2.5e-310, 99999.95, math.inf, -math.nan, 2.675, 1e16, 5e-324, 1e-6,
]
PAIRS: list[tuple[Any, Any]] = [
    (7, 3), (-7, 3), (7, -2), (1 << 70, -5), (True, 2), (0, 0), (7.5, 2), (-7.5, 2), (7, -2.5), (1, 0.0), (-0.0, 3.0),
    (1 << 60, (1 << 55) + 1), (1e308, 1e-308), (5.0, math.inf), ("a", "b"), ("a", 3), ([1], 2), ((1,), (0,)), (None, 1),
]
FORMATTED: list[tuple[Any, str]] = [
    ("abc", "10"), ("abc", "^9"), ("abc", ".2"), ("abc", "05"), ("abc", "d"), ("abc", "+"), ("abc", "=5"), ("abc", ","),
    (5, ".2"), (5, "s"), (2.5, "d"), (5, ",x"), (None, "5"), ((1,), "5"), (True, "5"), (True, ""), (5, "zz"),
    (12.0, ".2"), (1234.5, ".3"), (0.00001234, ".3"), (65, "c"), (5, "+c"), (1234567, "015,"), (3, "😀>4"),
    (5.0, ".3"), ("é", "😀^4"), (-5, "=5"), (2.5, "x"), (1e16, ""), (123456789.0, ".4"), (0.1, ".20f"),
    (5e-324, ".3e"), (9.995, ".2f"), ([], ""), (0.5, ".0f"), (1.5, ".0f"), (2.5, ".0f"), (1, "\0"), (0.0, ".0"),
    (5, "#c"),
]
PERCENTS: list[tuple[str, Any]] = [
    ("%s %s", (1, 2)), ("%s", (1, 2)), ("%s %s", (1,)), ("%s", "a"), ("%d", 2.9), ("%d", "a"), ("%x", 2.5),
    ("%s", [1, 2]), ("%*d", (5, 3)), ("%*d", (-5, 3)), ("%.*f", (2, 1.5)), ("%q", 1), ("%s%", 1), ("%%", ()),
    ("%(a)s %(b)d", {"a": 1, "b": 2}), ("%%", 1), ("%%", {}), ("%c%c", (65, "b")), ("%.2s|%5.1s", ("abc", "xyz")),
    ("%#X", (255,)), ("%c", -1), ("%r %a", ("é", "é")), ("%s", START), ("%(left)s", START), ("%s", ((1, 2),)),
    ("%%", math.nan), ("%08.d", 0),
]
ITEMS: list[tuple[Any, Any]] = [
    ("abc", -1), ("abc", 3), ([1], True), ((1, 2), -3), ({"a": 1}, "b"), ({"a": 1}, "a"), ("a😀b", 1), ("a", "b"),
    (5, 0), (range(5), -1), ([1], None), ({1: 2}, 1.0), ({1: 2}, []), (None, 0), ([1, 2], 1 << 70), (range(3), 3),
    ({(1, 2): 3}, (1, 2)),
]

EXPRESSIONS: list[tuple[str, list[Any], str]] = [
    ("a, b", PAIRS, r"""
        a + b
        a - b
        a * b
        a / b
        a // b
        a % b
        divmod(a, b)
        a & b, a | b, a ^ b
        a << b
        a >> b
        (-a) >> 2, ~a, +a, abs(a)
        a == b, a != b, a is None, b is not None
        a < b, a <= b, a > b, a >= b
        a < b < 3, a < b + 1 <= 9 != b, 0 <= a < 3, a == b == 0
        not a, a and b, a or b, a if b else 3
        a in (b, 3, 7), a not in [1, 2]
        max(a, b), min(a, b), sorted([a, b])
        [a, b][0] is a, (a, b) == (a, b), {a: b}, {b: a}.get(a)
        isinstance(a, int), isinstance(a, (str, float)), isinstance(b, int | str), type(a).__name__, type(a) is int
        str(a) + repr(b), f"{a} {b!r} {a!s:>8}|{b!a}", "%s|%5s|%-5s|%r" % (a, b, a, b), bool(a)
        "{} {1}".format(a, b)
        "{0!r} {1} {0}".format(a, b), "{:>{}}|".format("x", 5), "{a} {b[0]} {c.left}".format(a=a, b=[b], c=START)
        "{{}} {}".format(a)
    """),
    ("a, b", [(3, 4), (-2, 5), (2, 0), (0, 0), (True, 3)], r"""
        a ** b, pow(a, b), 2 ** -1, pow(a, b, 7), (-8) ** 3, 10 ** 25, 2.0 ** 0.5
        0 ** -a
    """),
    ("a", [(0,), (5,), ((1 << 64) - 1,), (1 << 63,)], r"""
        a.bit_count(), a.bit_length(), bin(a), oct(a), hex(a), bits.U64(a), bits.popcount(a), bits.trailing_zeros(a)
        bits.U64(~a), bits.fold(a, 3)
    """),
    ("x", [(x,) for x in [*WHOLE, *REAL]], r"""
        f"{x:5}|{x:<5}|{x:^7}|{x:>7}|{x:+}|{x: }|{x:-}|{x:05}|{x:+06}|"
        f"{x:*^9}|{x:,}|{x:_}|{x:012,}|{x:=+8}|{x:x<8}"
        f"{x:e} {x:.2e} {x:E} {x:.1f} {x:f} {x:10.3f} {x:+.0f} {x:#.0f}"
        f"{x:g} {x:.3g} {x:#.3g} {x:.10g} {x:G} {x:n}"
        f"{x:%} {x:.1%} {x:010.2f} {x:,.2f} {x:.0e} {x:#.0e} {x:.30f}"
        "%d %i %5d %-5d| %05d %+d % d" % (x, x, x, x, x, x, x)
        "%e %.3e %f %5.2f %g %G %08.3f" % (x, x, x, x, x, x, x)
        round(x), round(x, 2), round(x, -1), int(x), math.floor(x), math.ceil(x)
        float(x), str(x), repr(x), x == int(x), -x, x + 1, x * 2, float(str(x)), bool(x), abs(x)
        round(x, 0), math.sqrt(x), format(x, ".2f"), format(x)
    """),
    ("x", [(x,) for x in REAL], r"""
        x.is_integer(), x % 1, x // 1, isinstance(x, float)
    """),
    ("x", [(x,) for x in WHOLE], r"""
        f"{x:d} {x:5d} {x:b} {x:#b} {x:010b} {x:#012b} {x:o} {x:#o}"
        f"{x:x} {x:X} {x:#x} {x:#X} {x:_x} {x:_b} {x:08,d} {x:n}"
        f"{x % 90 + 40:c} {x % 90 + 40:>5c}", "%x %X %o %#x %c %.3d %8.4d %#o" % (x, x, x, x, x % 100 + 40, x, x, x)
    """),
    ("x, spec", FORMATTED, r"""
        f"{x:{spec}}"
        format(x, spec)
    """),
    ("pattern, x", PERCENTS, r"""
        pattern % x
    """),
    ("x", [("abcdef",), ([1, 2, 3, 4],), ((1, 2, 3),), (range(10),), ("é😀x",), ("",)], r"""
        x[1:], x[:-1], x[::2], x[::-1], x[-2:], x[5:1], x[1:3], x[-100:100], x[3:0:-1], x[:0], len(x), [*x], sorted(x)
        x[-1], x[0], list(reversed(x)), list(enumerate(x)), list(zip(x, x[1:])), x == x[:], max(x), x.index(x[1])
        x.count(x[0])
        x[::0]
    """),
    ("x, i", ITEMS, r"""
        x[i]
        i in x
        len(x), [*x], dict.fromkeys(x, i)
    """),
    ("s", [(s,) for s in TEXTS], r"""
        s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase(), s.casefold()
        s.strip(), s.lstrip(), s.rstrip(), s.strip("a b"), s.lstrip("a"), s.rstrip("b ")
        s.split(), s.split(" "), s.split(None, 1), s.split("b", 1), s.rsplit("b", 1), s.rsplit(None, 1)
        s.rsplit(maxsplit=1), s.split(sep="b")
        s.splitlines(), s.splitlines(True), s.splitlines(keepends=True), s.expandtabs(), s.expandtabs(4)
        s.expandtabs(tabsize=0)
        s.replace("b", "--"), s.replace("b", "-", 1), s.replace("", "."), s.replace("", ".", 2), s.replace("zz", "y")
        s.find("b"), s.rfind("b"), s.find("b", 3), s.find("b", -3, -1), s.find("zz"), s.find("", 100), s.rindex("")
        s.rfind("")
        s.count("b"), s.count(""), s.count("b", 2), s.startswith("a"), s.startswith(("x", "a")), s.endswith("b")
        s.startswith("b", 1)
        s.center(20), s.center(21, "*"), s.ljust(15, "."), s.rjust(15), s.zfill(15), s.center(9)
        s.partition("b"), s.rpartition("b"), s.partition("zz"), s.rpartition("zz"), s.removeprefix("a")
        s.removesuffix("b")
        s.isdigit(), s.isdecimal(), s.isnumeric(), s.isalpha(), s.isalnum(), s.isupper(), s.islower(), s.isspace()
        s.isascii()
        s.translate(str.maketrans("ab", "xy", "c")), s.translate({98: None, 97: "AA"})
        s.translate(str.maketrans({"a": "z"}))
        s + "x", s * 2, "b" in s, "b" not in s, s < "abd", list(s), len(s), "-".join(s), ",".join([]), sorted(s)
        max(s + "z"), s[::-1]
        repr(s), ascii(s), f"{s!r} {s!a:>30}", [ord(c) for c in s], s.__getitem__(0)
        [c for c in s], {c: i for i, c in enumerate(s)}, {*s} == set(s), tuple(s), list(map(str.upper, s))
        sorted(s, key=str.lower, reverse=True)
        int(s)
        float(s)
        re.findall(r"pass|[a-z]\d|[^\s,;]", s), re.findall(r"(\w)(\d)?", s), bool(re.fullmatch(r"[a-h][1-8]", s))
        re.split(r"[,;]\s*", s)
        [m[1] for m in [re.match(r"\s*(\w+)", s)] if m], re.sub(r"\d+", "#", s)
        re.sub("[aeiou]", lambda m: m.group().upper(), s)
        [m.groups() for m in [re.search(r"(\d)(x)?", s)] if m], bool(re.search(r"^a.*b$", s))
        bool(re.search(r"\bab\b", s)), re.split("(b)", s)
        bool(re.search("é|B", s, re.IGNORECASE)), re.findall(r"^.", s, flags=re.MULTILINE), COMPILED.findall(s)
        [m[0] for m in re.finditer(r"\w+", s)]
        [m.group(1, 2) for m in re.finditer("(.)(.)", s)], re.findall(r"\S+\Z|\A\W", s), re.findall(r"[^\]a-c]+?", s)
        re.findall("a|b|", s)
    """),
    ("p", [(START,), (Pair(-1),)], r"""
        p, p._replace(left=10), Pair(left=7), p.left, p[1], len(p), p == (1, 2), p.total(), p.total(more=3), p.doubled
        Pair.named(3), Pair.of(4)
        p.of(5), p.named(1), p._asdict(), Pair._fields, p._fields, Pair._make([8, 9]), [*p], p + (1,), Pair.total(p)
        isinstance(p, tuple), isinstance(p, Pair)
        {p: 1}.get((1, 2)), p.index(p.left), max(p), p < (3, 3), (lambda a, b: a - b)(*p), str(Spoken(1))
        f"{Spoken(2)}", repr(Spoken(3)), str(Drawn(1))
        [Drawn(2)], "{}".format(Spoken(4)), "%s" % (Spoken(5),), START, p is p, type(p).__name__, [x for x in p]
        list(map(Pair.of, [1, 2]))
        p.middle
        Pair()
        Pair(1, 2, 3)
        Pair(1, lef=2)
        p.left()
        p[2]
    """),
    ("", [()], r"""
        True + True, True & False, True | False, True ^ True, True & 3, -True, ~True, True == 1, sum([True, True])
        int(True), str(True)
        MIXED, [*MIXED], MIXED[-3], MIXED[4] is True, BY_NAME["y"][1], NAMES[-1], len(MIXED)
        str(GRID[1][2]), str(GRID[1, 2]), len(GRID), [int(x) for row in GRID for x in row], int(GRID[0][1] + 1)
        int(max(GRID[1])), [*map(len, GRID[:1])]
        1.0, -0.0, 1e16, 1e15, 123456789.125, 1e-5, 0.0001, 1e300, 5e-324, 0.1, math.inf, -math.inf, 1 / 3, 1e22
        123456789012345680.0
        repr("a\n\t\r\\\x00\x7f\xa0\u200b\u2028\U000e0001é😀'"), repr('"'), repr("'\""), {"a": (1,)}, [[], (), {}, ""]
        str(None)
        all([]), any([]), all([1, 0]), any([0, 1]), list(enumerate("ab", 5)), list(enumerate("ab", start=1))
        list(filter(None, [0, 1, ""]))
        float("1.5"), float(2), float(" -1_0.5e1 "), float("inf"), float("-Infinity") < 0
        float("nan") == float("nan"), int("-12"), int(" 7 "), int("1_000")
        int("ff", 16), int("0b11", 0), int("z", base=36), int("-0x1F", 16), int("1_0", 2), int(-2.9), int(), float()
        str(), list(), tuple(), dict(), set(), bool()
        list(map(str, [1, 2])), list(map(lambda a, b: a + b, [1, 2], [3, 4, 5]))
        list(filter(lambda a: a > 1, [1, 2])), max(1, 5, 3)
        max([1, 9], key=lambda a: -a), max([], default=3), min("bca"), min((3, 1), (2, 5))
        max({"a": 1, "b": 2}, key={"a": 1, "b": 0}.get)
        list(reversed([1, 2])), list(reversed("ab")), list(reversed(range(3))), list(reversed({"x": 1}))
        round(1234, -2), round(15, -1), round(25, -1)
        sorted([3, 1, 2], key=lambda a: -a), sorted([(1, "b"), (1, "a")]), sorted("aBc", key=str.lower)
        sorted([2, 1], reverse=True), sorted(["b", "a😀", "a\uffff"])
        sum([1, 2], 10), sum([[1], [2]], []), sum([1, 2], start=5), sum((0.5, 1)), list(zip("ab", [1, 2, 3]))
        list(zip()), list(zip([1], [2], strict=True))
        list(range(5)), list(range(2, 8, 3)), list(range(5, 0, -2)), range(3), range(1, 9, 2)[1:3]
        len(range(0, 10, 3)), 4 in range(0, 10, 2), 5 in range(0, 10, 2)
        range(10)[-1], range(10**30)[5], 10**29 in range(10**30), range(3) == range(0, 3, 1), range(5).start
        range(1, 5).stop, range(1, 5, 2).step, range(9).index(4)
        isinstance(True, int), isinstance(None, type(None)), isinstance([], list), type(1) is int, type("") == str
        type([]).__name__, type(1.5)(2)
        chr(233), ord("é"), chr(128512), ord("😀"), ascii("é\n"), "".join(map(chr, [97, 98])), divmod(-7, 2), abs(-2.5)
        5 if [] else 6
        string.ascii_lowercase[:5], string.digits, math.pi, math.sqrt(16), math.isqrt(99), math.isqrt(10**40)
        math.floor(-2.5), math.ceil(2.1), math.gcd(12, 18)
        math.comb(5, 2), math.factorial(5), math.prod([2, 3]), math.log2(8), math.log10(1000), round(math.log(10), 9)
        math.log(8, 2), math.trunc(-2.5), math.prod([], start=4)
        list(itertools.chain([1], "ab")), list(itertools.chain.from_iterable([[1], [2]]))
        list(itertools.pairwise([1, 2, 3])), list(itertools.product("ab", [1, 2]))
        list(itertools.product([0, 1], repeat=2)), list(itertools.combinations("abc", 2))
        list(itertools.repeat(7, 3)), [x for x, _ in zip(itertools.count(5, 2), "abc")]
        list(itertools.islice("abcdef", 2)), list(itertools.islice("abcdef", 1, None, 2))
        functools.reduce(lambda a, b: a * b, [1, 2, 3, 4]), functools.reduce(max, [], "start")
        [x * y for x in range(6) for y in range(x) if y % 2 if x > 1], {x: [y for y in range(x)] for x in range(3)}
        [(y := x) for x in range(3)] + [y]
        sum(x for x in range(9)), [[x for x in range(i)] for i in range(3)], sorted({x % 3 for x in range(9)})
        [f(1) for f in [lambda x, i=i: x + i for i in range(3)]]
        (lambda *a, **k: (a, k))(1, 2, b=3), (lambda a, /, b: a - b)(5, b=2), (lambda a, *, b=2: a * b)(3)
        (lambda x: (lambda y: x + y))(1)(2)
        next(iter([1])), next(iter([]), "none"), next((x for x in range(9) if x > 5), None)
        2 in (y for y in [1, 2, 3]), [*iter("ab")], iter([1]) is not None
        {"a": 1, 2: "b", (1, 2): [3], None: 0, True: "yes", 1.0: "changed"}, {**{"a": 1}, "a": 0, **{"z": 1}}
        dict(a=1, b=2), dict([(1, 2)], c=3), {1: 2} | {1: 3, 4: 5}
        {1: 2}.popitem(), {"k": 1}.__contains__("k"), [1].__len__(), {1: 2} == {1.0: 2}, {} == [], [1, 2] == (1, 2)
        [1, [2]] == [1, [2]], {"c": 3, "b": 2} == {"b": 2, "c": 3}
        sorted({1, 2, 3} | {3, 4}), sorted({1, 2, 3} & {3, 4}), sorted({1, 2, 3} - {3, 4}), sorted({1, 2, 3} ^ {3, 4})
        {1, 2} < {1, 2, 3}, {1, 2} <= {1, 2}, {1} > {2}, {1, 2} == {2, 1}
        {1, 2}.issubset([1, 2, 3]), {1}.issuperset([]), {1}.isdisjoint({2}), sorted({1}.union([9], (8,)))
        sorted({1, 2}.intersection([1, 9], [1])), {1, 2}.difference([1], [3])
        sorted({3, 1}.symmetric_difference([3, 4])), {frozenset("ab"): 1}[frozenset("ba")], {1}, set(), frozenset()
        frozenset({1}), len({(1, 2), (1, 2), Pair(1, 2)}), sorted(set("ab") | frozenset("c"))
        (1, 2) + (3,), (1, 2) * 2, 2 * [0], (), (1,), [1, 2] < [1, 3], (1, 2).index(2), (1, 1).count(1)
        [*(1, 2), *"ab"], [[0] * 2] * 2, "ab" * -1, (1, 2) < (1, 2, 0)
        1 if 2 > 1 else 0, not [], not not "a", [] or "x", 0 or None, 1 and 2, None is None, "a" "b", 0x10, 0b11
        1_000, 1e3, "\N{BULLET}"
        {[]: 1}
        {1} + {2}
        [3, "a"].sort()
        list(zip([1], [], strict=True))
        chr(-1)
        ord("ab")
        "".join([1])
        max([])
        len()
        "a".upper(1)
        sorted([1], what=2)
        len(5)
        int("x")
        float("x")
        int([])
        NAMES[0].left
        None.left
        [] < [1] < 2
        "a" < 1
        -"a"
        [1, 2, 3].index(4)
        math.sqrt(-1)
        math.log(0)
        range(1, 2, 0)
        (lambda a, b=1, *, c: a)(1)
        (lambda a, b=1, *, c: a)(1, 2, 3, c=4)
        (lambda a, b=1, *, c: a)(1, c=2, d=3)
        (lambda a, b=1, *, c: a)(1, a=1, c=2)
        (lambda a: a)(*[1, 2])
        (lambda a, /: a)(a=1)
        (lambda a, /, **k: (a, k))(1, a=2)
        (lambda **k: k)(**{"a": 1}, a=2)
        NAMES()
        sum(["a"])
        [x for x in 5]
        hex(2.5)
        {}["k"]
        "{:d}".format("x")
        "{".format()
        "{a}".format(b=1)
        "%d" % "x"
        chr(55357)
    """),
]
# fmt: on
LINES = [(names, calls, line.strip()) for names, calls, lines in EXPRESSIONS for line in lines.strip().split("\n")]


@pytest.mark.parametrize("line", LINES, ids=[line[:60] for _, _, line in LINES])
def test_expressions(line: tuple[str, list[Any], str]) -> None:
    names, calls, text = line
    check(from_text(f"def f({names}):\n    return {text}", **outside()), *calls)


# Statements


def evaluated_once():
    seen = []

    def see(x):
        seen.append(x)
        return x

    return see(1) < see(2) < see(0) < see(5), seen


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
    return x, y, z, w, last, first, x.index(3), x.count(2), len(y), 3 in x, sorted(x, reverse=True)


def same_list():
    x = y = [1]
    x += [2]
    a = [[0] * 2 for _ in range(2)]
    a[0][1] += 5
    z = x.sort(key=lambda each: -each)
    return y, x is y, a, z


def dicts():
    d = {"a": 1, 2: "b"}
    d[1.0], d[True] = "one", "changed"
    d["new"] = 5
    e = d.copy()
    e.update({"q": 1}, r=2)
    del d[2]
    gone = d.pop("new"), d.pop("none", "no"), d.setdefault("k", []), d.setdefault("k", 1)
    d["k"].append(1)
    e |= {"c": 3}
    d["k"] += [2]
    f = {}
    for key in "abca":
        f[key] = f.get(key, 0) + 1
    g = {1: 2}
    g.clear()
    return d, list(e.items()), list(d), gone, f, [*d.values()], [*d.keys()], "a" in d, len(e), g


def changed_sets():
    a, b, c = {1, 2, 3}, {1, 2, 3}, {1}
    a.difference_update([1])
    b.intersection_update([1, 2], {2})
    c.update([2], "a")
    c.remove(1)
    c.discard(7)
    c.add(2)
    d = a
    d -= {2}
    e = {5}
    f = frozenset({1})
    f |= {2}
    g = {8}.copy()
    g.clear()
    return sorted(a), b, len(c), e.pop(), e, a.__contains__(3), c.__len__(), sorted(f), g


def unpacked(x):
    a, *b = x
    *c, d = x
    (e, f), [g, *_] = (1, 2), x
    h = i = 5
    h, i = i + 1, h
    return a, b, c, d, e, f, g, h, i


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
    late = [lambda: i for i in range(3)]  # noqa: B023
    more()
    more(5, times=3)
    return count, [f(1) for f in functions], more(z=1, times=0), [f() for f in late]


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

    def loop(n):
        while n:
            n -= 1
            if n == 2:
                continue
            yield n
            if n == 1:
                break
        else:
            yield "else"

    numbers = fibonacci()
    first = [next(numbers) for _ in range(n)]
    rest = []
    for x in numbers:
        if x > 100:
            break
        rest.append(x)
    more = list(evens(range(4))), [*evens([13, 1])], list(empty()), next(empty(), "none"), next(evens([2]))
    return first, rest, next(numbers), more, list(itertools.islice(fibonacci(), 3, 9, 2)), list(loop(5)), [*loop(0)]


def lazily():
    seen = []

    def see(x):
        seen.append(x)
        return x > 1

    found = any(see(x) for x in range(5))
    walk = iter([1, 2, 3, 4])
    return found, seen, all(x < 2 for x in walk), list(walk), [x for x, _ in zip(fibonacci(), "abc", strict=False)]


class OwnError(LookupError):
    pass


def fails(number):
    if number == 0:
        [][1]
    elif number == 1:
        {}["k"]
    elif number == 2:
        return 1 // 0
    elif number == 3:
        int("x")
    elif number == 4:
        next(iter(()))
    elif number == 5:
        raise UsageError("told", number)
    elif number == 6:
        raise OwnError
    elif number == 7:
        return "a" + number
    elif number == 8:
        assert number < 0, "asserted"
    elif number == 9:
        raise ValueError("again") from None
    elif number == 10:
        return fails(number)
    return "fine"


def errors(number):
    out = []
    for _ in range(2):
        try:
            try:
                out.append(fails(number))
            except (IndexError, KeyError) as error:
                out.append(("first", type(error).__name__, error.args if number else None))
            except ZeroDivisionError:
                out.append("zero")
                raise
            except ValueError as error:
                out.append(str(error) if number != 3 else "value")
            else:
                out.append("else")
                continue
            finally:
                out.append("finally")
        except LookupError as error:
            out.append(("lookup", repr(error), str(error)))
        except Exception as error:
            out.append(type(error).__name__)
        out.append("after")
    return out


def many_errors():
    count = 0
    for _ in range(600):
        try:
            fails(3)
        except ValueError:
            count += 1
    return count


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

    def again():
        try:
            raise KeyError("k")
        except KeyError:
            try:
                int("x")
            except ValueError:
                seen.append("inner")
            raise

    seen = []
    try:
        again()
    except LookupError as error:
        seen.append(repr(error))
    return early(), instead(), looped(), seen


def matched(x):
    match x:
        case 0 | 1:
            return "small"
        case int(n) if n > 100:
            return f"large {n}"
        case Pair(1, right):
            return "pair", right
        case Pair(left=left):
            return "left", left
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
        case math.pi:
            return "pi"
        case _:
            return "other"


def unbound(n):
    if n:
        value = n
    return value


def too_many(n):
    a, b = range(n)
    return a + b


def not_changed():
    START.__getitem__(0)
    (1, 2)[0] = 3


def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)


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


twice = functools.partial(lambda a, b, c=0: (a, b, c), 1, c=9)
two, three = (lambda x: x + 2), (lambda x: x + 3)
FUNCTIONS: dict[str, Any] = {"two": two, "choose": lambda name, x: FUNCTIONS[name](x)}

STATEMENTS: list[tuple[Any, list[tuple[Any, ...]]]] = [
    (evaluated_once, [()]),
    (lists, [()]),
    (same_list, [()]),
    (dicts, [()]),
    (changed_sets, [()]),
    (unpacked, [((1, 2, 3),), ("ab",), (range(1),), ([],), (5,)]),
    (loops, [(5,), (0,)]),
    (closures, [(3,)]),
    (generators, [(5,)]),
    (lazily, [()]),
    (errors, [(number,) for number in range(12)]),
    (many_errors, [()]),
    (leaving, [()]),
    (
        matched,
        [(x,) for x in (0, 1, True, 200, 50, START, Pair(3, 4), [5], (1, 2, (3, 4)), (1, 2, 3), {"k": 1, "w": 2})],
    ),
    (matched, [(x,) for x in ({"k": 1}, None, "text", 2.5, [], range(2), math.pi)]),
    (unbound, [(0,), (1,)]),
    (too_many, [(1,), (2,), (3,)]),
    (not_changed, [()]),
    (deep, [(300,)]),
    (cached, [(20,)]),
    (gated, [(3,)]),
    (decorated, [(3,), (3, 5)]),
    (twice, [(2,), ()]),
    (two, [(1,)]),
    (three, [(1,)]),
    (FUNCTIONS["choose"], [("two", 3), ("none", 3)]),
    (NAMES.__getitem__, [(1,), (5,)]),
    ("-".join, [(["a", "b"],)]),
    (BY_NAME.get, [("x",), ("q",), ("q", 5)]),
    (str, [(5,), ("a",)]),
    (len, [("abc",)]),
    (bits.mirror_steps, [(7, 7), (8, 1, 8)]),
    (bits.mix, [(12345,)]),
    (shown, [("a\nb" * 50,), (5,)]),
    (START.total, [(), (5,)]),
    (Pair.of, [(3,)]),
    (str.upper, [("a",)]),
    (Pair, [(1,), (1, 2), ()]),
    (functools.partial(int, base=2), [("101",), ("2",)]),
]


@pytest.mark.parametrize("row", STATEMENTS, ids=[getattr(row[0], "__name__", "partial") for row in STATEMENTS])
def test_statements(row: Any) -> None:
    function, calls = row
    check(function, *calls)


def test_every_entry_of_the_evaluator_is_tried() -> None:
    made = Portable()
    for function, _ in STATEMENTS:
        made.add(function)
    for names, _, text in LINES:
        made.add(from_text(f"def f({names}):\n    return {text}", **outside()))
    used = scripts._texts(made.things) | {"percent", "floating"}
    tables = {table: names - used for table, names in scripts.known_names().items() if table != "EXCEPTIONS"}
    assert {table: names for table, names in tables.items() if names} == {}


def test_what_python_knows_is_what_the_evaluator_knows() -> None:
    names = scripts.known_names()
    assert names["TEXTS"] <= set(dir(str))
    assert names["LISTS"] | names["ROWS"] | names["SHARED"] <= set(dir(list))
    assert names["DICTS"] <= set(dir(dict))
    assert names["SETS"] | names["CHANGES"] <= set(dir(set))
    assert "print" not in names["BUILTINS"]
    assert {"ValueError", "Exception", "StopIteration"} <= names["EXCEPTIONS"]


# Random expressions


@functools.cache
def whole_page() -> Page:
    return Page(Portable(), scripts._script())


whole_numbers = st.one_of(st.integers(-10, 10), st.integers(-(1 << 70), 1 << 70))
real_numbers = st.floats(width=64)
some_texts = st.text(st.sampled_from("ab %A1é😀 \n\t'\"{}-_ß\u200f\u0301"), max_size=6)
simple = st.one_of(whole_numbers, real_numbers, some_texts, st.booleans(), st.none())
values = st.one_of(
    simple,
    st.lists(st.integers(-3, 3), max_size=4),
    st.tuples(st.integers(-3, 3), some_texts),
    st.just(range(2, 9, 3)),
    st.dictionaries(st.integers(0, 3), some_texts, max_size=2),
)
OPERATORS = [*"+ - * // % / << >> & | ^ == != < <= > >= in and or".split(), "not in"]  # noqa: SIM905


@settings(max_examples=usually(200, 5000), deadline=None)
@given(values, values, values, *[st.sampled_from(OPERATORS)] * 2, st.sampled_from(["", "not ", "-", "~", "+"]))
def test_random_operators(a: Any, b: Any, c: Any, first: str, second: str, before: str) -> None:
    assume(not {"<<", "*"} & {first, second} or not any(type(x) is int and x > 10_000 for x in (a, b, c)))  # too large
    check(from_text(f"def f(a, b, c):\n    return ({before}a {first} b) {second} c"), (a, b, c), page=whole_page())


def formatted(x, spec):
    return f"{x:{spec}}"


SPECS = [
    ["", "<", ">", "^", "=", "*<", "é^", "0=", "😀>"],
    ["", "+", "-", " "],
    ["", "#"],
    ["", "0"],
    ["", "1", "7", "20"],
    ["", "", ",", "_"],
    ["", ".0", ".1", ".3", ".17", ".30"],
    ["", *"bcdoxXneEfFgG%sq"],
]


@settings(max_examples=usually(300, 10000), deadline=None)
@given(simple, st.tuples(*map(st.sampled_from, SPECS)))
def test_random_formats(x: Any, spec: tuple[str, ...]) -> None:
    check(formatted, (x, "".join(spec)), page=whole_page())


def percent(pattern, x):
    return pattern % x


@settings(max_examples=usually(200, 5000), deadline=None)
@given(
    st.text("-+ #0", max_size=2),
    st.sampled_from(["", "1", "8"]),
    st.sampled_from(["", ".", ".0", ".2", ".9"]),
    st.sampled_from("diuoxXeEfFgGcrsaq"),
    simple,
)
def test_random_percent_formats(flags: str, width: str, precision: str, kind: str, x: Any) -> None:
    check(percent, (f"%{flags}{width}{precision}{kind}", x), page=whole_page())


def sliced(x, low, high, step):
    return x[low:high:step], [*x[low:high]][::-1], len(x[low:])


def replaced(x, low, high, step):
    x = list(x)
    x[low:high] = "xyz"
    del x[high:low:step]
    x[low:high:step] = [0]
    return x


ends = st.one_of(st.none(), st.integers(-7, 7))
ranges = st.builds(range, st.integers(-5, 5), st.integers(-5, 5), st.sampled_from([-2, -1, 1, 3]))


@settings(max_examples=usually(150, 3000), deadline=None)
@given(st.one_of(some_texts, st.lists(st.integers(0, 9), max_size=6), ranges), ends, ends, ends)
def test_random_slices(x: Any, low: Any, high: Any, step: Any) -> None:
    check(sliced, (x, low, high, step), page=whole_page())
    check(replaced, (x, low, high, step), page=whole_page())


METHODS = [
    "split()",
    "split(b)",
    "rsplit(b,c)",
    "split(None,c)",
    "rsplit(None,c)",
    "strip()",
    "strip(b)",
    "find(b)",
    "rfind(b,c)",
    "count(b,c)",
    "index(b)",
    "replace(b,'-')",
    "replace(b,'-',c)",
    "partition(b)",
    "rpartition(b)",
    "startswith(b,c)",
    "endswith(b)",
    "center(c)",
    "ljust(c,b)",
    "zfill(c)",
    "expandtabs(c)",
    "join([b,b])",
    "splitlines()",
    "removesuffix(b)",
    "title()",
    "swapcase()",
    "upper()",
    "isupper()",
    "islower()",
    "isspace()",
    "isdigit()",
    "isalnum()",
    "format(b,c)",
    "__getitem__(c)",
    "translate({97:b})",
    "casefold()",
    "lstrip(b)",
]


@settings(max_examples=usually(200, 5000), deadline=None)
@given(some_texts, some_texts, st.integers(-3, 9), st.sampled_from(METHODS))
def test_random_methods_of_texts(a: str, b: str, c: int, method: str) -> None:
    check(from_text(f"def f(a, b, c):\n    return a.{method}"), (a, b, c), page=whole_page())


def rounded(x, digits):
    return round(x, digits), str(x), float(str(float(x))), round(x), int(x), f"{x}", x == float(x)


def written_by_quickjs(x: Any) -> bool:
    """Whether QuickJS writes a float with as few digits as needed. It writes 2**-24 with one too many."""
    if not isinstance(x, float) or not math.isfinite(x):
        return True
    found = whole_page().tell(f"String({x!r})")
    return len(re.findall(r"[1-9]", found)) == len(re.findall(r"[1-9]", repr(x)))


@settings(max_examples=usually(150, 3000), deadline=None)
@given(st.one_of(real_numbers, whole_numbers).filter(written_by_quickjs), st.integers(-25, 25))
def test_random_rounding(x: Any, digits: int) -> None:
    check(rounded, (x, digits), page=whole_page())


# What a page does not have


def refusal(function: Any) -> str:
    made = portable({"show": function})
    assert made.roots == {}
    assert made.things == []
    return made.refused["show"]


class Counted(NamedTuple):
    x: int

    def __len__(self):
        return 5


class LoudError(Exception):
    def __init__(self, x):
        super().__init__(f"{x}!")


class Callable_:
    def __call__(self, p):
        return "called"


class Holder:
    names = ("a", "b")

    def show(self, p):
        return self.names[p]


OBJECT = object()
LOOP: list[Any] = []
LOOP.append(LOOP)
COUNTED = Counted(1)
BIG = list(range(things.MOST + 1))
BYTES = b"abc"
SURROGATE = "\ud83d"
ODD = {
    "(?P<name>a)": "`(?`", "(a)\\1": "`\\\\1`", "a*+": "`+`", "(?i:a)": "`(?`",
}  # fmt: skip

REFUSED = """
    with open(p) as file: pass | `with open(p) as file:`
    import math | `import math`
    from math import pi | `from math import pi`
    global NAMES | `global NAMES`
    class A: pass | `class A:`
    p.x = 1 | assignments to `p.x`
    return print(p) | `print`
    return eval("1") | `eval`
    return getattr(p, "x") | `getattr`
    return open(p) | `open`
    return __import__("os") | `__import__`
    return hash(p) | `hash`
    return p.__class__ | the attribute `__class__`
    return p.__dict__ | the attribute `__dict__`
    return "a".encode() | the attribute `encode` of a str
    return p.format_map({}) | the attribute `format_map`
    return NAMES.tolist() | the attribute `tolist` of a list
    return GRID.sum() | the attribute `sum` of a ndarray
    return str.encode(p) | the attribute `encode`
    return b"a" | `b'a'`
    return 1j | `1j`
    return p @ p | `p @ p`
    return (yield p) | `(yield p)`
    return undefined_name | `undefined_name`, which is not defined
    return math.nothing | `math.nothing`, which does not exist
    return math | modules as values, such as `math`
    return OBJECT | values like <object object>
    return LOOP | values that contain themselves
    return Counted(1) | NamedTuple classes with `__len__`
    return COUNTED | NamedTuple classes with `__len__`
    raise LoudError(1) | exceptions with `__init__`
    return BYTES | values like b'abc'
    return SURROGATE | texts with half a character
    return random.random() | `random`
    return np.sqrt(p) | `sqrt`
    return re.sub("a", r"\\1", p) | `re.sub` with groups in the replacement
    return re.match(p, "a") | whose pattern is not known before
    return re.compile("a") | `compile`
    return math.sin(p) | `sin`
    x[1:2] += [1] | assignments to `x[1:2]`
"""
REFUSALS = [tuple(line.strip().split(" | ")) for line in REFUSED.strip().split("\n")]


@pytest.mark.parametrize(("text", "words"), REFUSALS, ids=[text for text, _ in REFUSALS])
def test_refusals_name_the_place(text: str, words: str) -> None:
    f = from_text(f"def f(p, x=None):\n    'What.'\n\n    {text}", **outside(), random=random, np=np)
    found = refusal(f)
    assert found.startswith("a page does not have "), found
    assert words in found, found
    assert found.endswith(f" ({f.__code__.co_filename}:4)"), found


def test_further_refusals() -> None:
    nothing = eval("lambda p: 1")
    assert "is not to be had" in refusal(nothing)
    for function in (Callable_(), Holder().show):
        assert re.fullmatch(rf"a page does not have values like <.*> \({re.escape(__file__)}:\d+\)", refusal(function))
    assert refusal(lambda p: BIG[p]).startswith("a page does not have room for functions that reach more than 200,000 ")
    deep: list[Any] = []
    for _ in range(2000):
        deep = [deep]
    assert "nested so deeply" in refusal(lambda p: deep)
    assert "`print`" in refusal(print)
    changed = from_text("def f(p):\n    return 1")
    linecache.cache[changed.__code__.co_filename] = (1, None, ["def f(p):\n", "    return 2\n"], "")
    assert "is not what its file says" in refusal(changed)
    inner = from_text("def f(p):\n    @str\n    def g(): pass\n    return g")
    assert "decorators of inner functions" in refusal(inner)
    count = 0

    def counting(p):
        nonlocal count
        count += 1
        return count

    assert "`nonlocal count`" in refusal(counting)
    late = from_text(
        "def f(p):\n    for x in p:\n        try:\n            yield x\n        finally:\n            pass"
    )
    assert "`yield` inside `try`" in refusal(late)


@pytest.mark.parametrize("pattern", ["(?P<name>a)", r"(a)\1", "a*+", "(?i:a)", "a{,3}", r"\x41"])
def test_patterns_that_are_refused(pattern: str) -> None:
    assert "of the pattern" in refusal(from_text(f"def f(p):\n    return re.match({pattern!r}, p)", re=re))


def test_a_refused_function_leaves_nothing_behind() -> None:
    made = Portable()
    first = made.add(lambda p: NAMES[p])
    things = json.dumps(made.things)
    with pytest.raises(NotPortable):
        made.add(lambda p: (BY_NAME, Pair.of(p), print(p)))
    assert json.dumps(made.things) == things
    assert made.add(lambda p: (BY_NAME, Pair.of(p))) > first
    assert Page(made).tell("python.repr(python.call(thing(0), [1n]))") == "'b'"


def test_data_is_always_the_same() -> None:
    def text() -> str:
        names = {"b", "a", "c", "d"}
        made = portable({"show": lambda p: (p in names, frozenset({3, 1, 2}), BY_NAME, Pair.of(p).total())})
        return json.dumps(made.things) + evaluator(made)

    assert text() == text()
    assert '"a", "b", "c", "d"' in text()


def test_pages_of_simple_games_are_small() -> None:
    game = hm.games.connect_four()
    made = portable({"show": game.show, "format": game.format, "locate": game.locate})
    shape_of(game.start, made)
    assert len(json.dumps(made.things, separators=(",", ":"))) < 3_000
    assert len(re.sub("\n +", "\n", evaluator(made))) < 32_000


# Hostile names and texts


def hostile(p):
    constructor, __proto__, toString, hasOwnProperty, __class__ = 1, 2, 3, 4, 5
    prototype = {"constructor": constructor, "__proto__": __proto__, "toString": toString, "valueOf": 6}
    prototype["__proto__"] += 1

    def f(__proto__=1, *, constructor=2, **others):
        return __proto__, constructor, others

    return prototype, hasOwnProperty, __class__, f(constructor=5, toString=7, __defineGetter__=8), f(**{"__proto__": 9})


def test_hostile_names() -> None:
    check(hostile, (1,))
    for name in ("constructor", "toString", "prototype", "valueOf", "length", "kind", "type", "called", "next", "up"):
        check(
            from_text(f"def f(p):\n    {name} = p\n    return [{name}, {{'{name}': {name}}}, '{name}' in {{}}]"), (1,)
        )
        for value in (1, "a", (1,), [1], {1: 2}, {1}, None, 2.5, range(3), len, START):
            check(from_text(f"def f(p):\n    return p.{name}"), (value,))
    check(from_text("def f(p):\n    return p.constructor, p.toString, p"), (Plain(1, 2, 3),))
    check(from_text("def f(p):\n    return f'{p:constructor}'"), (1,), ("a",))
    check(from_text("def f(p):\n    return '{0.constructor}'.format(p)"), (1,), (Plain(1, 2, 3),))
    check(from_text("def f(p):\n    return '{__proto__}'.format(**p)"), ({},), ({"__proto__": 1},))
    check(from_text("def f(p):\n    return len(**p)"), ({"constructor": 1},), ({"__proto__": 1},))


HOSTILE_TEXTS = ["</script>", "<!--", "'\"`${1}\\", "\u2028\u2029", "שלום \u202e abc", "👩‍👩‍👧", "e\u0301", "\0\x01"]
HOSTILE_TEXTS += ["constructor", "__proto__", "{}"]


def test_hostile_texts() -> None:
    def f(s):
        return (
            s,
            s[::-1],
            len(s),
            {s: 1}[s],
            {(s, 1): 2},
            f"<{s:>15}>",
            s.split("<"),
            (s, "1") == (s, "1"),
            "x" + s in s,
        )

    check(f, *[(each,) for each in HOSTILE_TEXTS])
    for each in HOSTILE_TEXTS:
        check(from_text(f"def f():\n    return {each!r}, [*{each!r}]"), ())


def test_keys_are_never_confused() -> None:
    keys = [
        1,
        "1",
        1.5,
        "1.5",
        None,
        "None",
        (1,),
        "(1,)",
        ("1",),
        (1, 2),
        (12,),
        ("1", "2"),
        ("1,2",),
        ((1,), 2),
        (1, (2,)),
    ]
    keys += [
        frozenset({1}),
        frozenset({"1"}),
        "(1bigint;",
        "'1",
        (None,),
        ("",),
        (),
        ((),),
        True,
        (True, 1.0),
        -1,
        (-1,),
    ]

    def f(keys):
        found = {}
        for each in keys:
            found.setdefault(each, []).append(each)
        return list(found.values()), [keys.index(each) for each in keys], len(set(keys))

    check(f, (keys,))


# Functions that never end


ENDLESS = [
    "while True: pass",
    "while True:\n        try: f()\n        except Exception: pass",
    "return sum(range(10**12))",
    "return max(x for x in iter(range(10**12)) if x < 0)",
    "def g():\n        while True: yield 0\n    return 1 in g()",
]


@pytest.mark.parametrize("text", ENDLESS)
def test_endless_functions_end(text: str) -> None:
    made = portable({"show": from_text(f"def f():\n    {text}")})
    page = Page(made)
    found = page.tell("python.call(thing(0), [])")
    assert found == {"raised": "TimeoutError", "words": "this takes too long"}
    assert page.tell("python.repr(1n)") == "1"


LARGE = """
    return f()
    return [f() for _ in range(3)]
    return '1' * 10**12
    return [0] * 10**12
    return 1 << 10**12
    return 10 ** 10**12
    x = 10; y = [x := x * x for _ in range(99)]
    x = 'a'; y = [x := x + x for _ in range(99)]
    return f'{1:1000000000}'
"""


@pytest.mark.parametrize("text", [line.strip() for line in LARGE.strip().split("\n")])
def test_large_values_and_deep_calls_end(text: str) -> None:
    made = portable({"show": from_text(f"def f():\n    {text}")})
    found = Page(made).tell("python.call(thing(0), [])")
    assert found["raised"] in ("RecursionError", "MemoryError", "TimeoutError"), found
