"""Python in JavaScript: the corners of the language, and sentences for what cannot be translated."""

from __future__ import annotations

import math
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import halfmove as hm
from halfmove.engine.bind import Binder
from halfmove.explorer.script import script_for
from halfmove.explorer.translate import Translator
from tests.translated import context, in_javascript, javascript

# The language


@lru_cache
def in_page(function: Any) -> Any:
    """JavaScript in which a function is there as `halfmove.extra.f`."""
    translator = Translator()
    copy = Binder({}, translator.collect)(function)
    script = translator.script([copy])
    return context(script_for(["alpha_beta"], more=f"{script.text}\n$extra.f = {script.name(copy)};"))


def page_answer(function: Any, *arguments: Any) -> Any:
    """What a function returns in JavaScript; the text of an error."""
    found = in_javascript(in_page(function), f"[halfmove.extra.f({', '.join(map(javascript, arguments))})]")
    return found["error"] if isinstance(found, dict) else found[0]


def flat(x: Any) -> Any:
    return [flat(each) for each in x] if isinstance(x, tuple | list) else x


NUMBERS = (-7, -3, -1, 0, 1, 2, 3, 8, 1 << 31, -(1 << 31), (1 << 40) + 5, -(1 << 40) - 3, (1 << 53) - 1)


def arithmetic(a, b):
    safe = b if b != 0 else 1
    return a // safe, a % safe, -a // safe, -a % safe, a & b, a | b, a ^ b, ~a, a >> 3, a >> 40, (a & 255) << 40


def real_arithmetic(a, b):
    return a // b, a % b, a / b, int(a), abs(a), min(a, b, 0), max(a, b), a**2, bool(a), float(a)


def comparisons(a, b):
    return (
        a < b < 3, a < b + 1 <= 9 != b, 0 <= a < 3, a == b, not a, a in (b, 3, 7), a not in (1, 2), a is None,
        b is not None,         a and b, a or b, 1 if a > b else 2 if a == b else 3,
    )  # fmt: skip


def swaps(a, b):
    c = 1
    a, b = b, a
    a, (b, c) = a + b, (c, b)
    (a, b), c = (b, c), a
    x = y = a + 1
    pair = c, x
    z, w = pair
    return a, b, c, x, y, z, w, pair[1], pair[-1], len(pair)


def loops(n, m):
    total = 0
    i = 100
    for i in range(n):
        if i == 1:
            continue
        for j in range(m, 0, -1):
            if j * i > 6:
                break
            total += j
        else_found = 0
        while True:
            else_found += 1
            if else_found > i:
                break
        total = total * 2 + else_found
        i += 5
    for k in range(n, m):
        total -= k
    for k in range(0, n, 2):
        total ^= k
    return total, i


def counted(n, step=2, first=True, none=None):
    i = 0
    while i < n:
        yield i
        if first and i == 4:
            return
        i += step


def pairs(n):
    for i in range(n):
        yield i, i * i


def generators(n, m):
    total = 0
    for x in counted(n):
        if x > m:
            break
        total += x
    for x in counted(n, 3, False):
        total = total * 3 + x
    for a, b in pairs(m):
        total += a * b
    g = counted(n, 1, False)
    for x in g:
        if x == 2:
            break
    for x in g:  # goes on where the first loop stopped
        total = total * 7 + x
    for y in (1, n, m):
        total += y
    return total


def two(a, b):
    if a > b:
        return a, b
    return b, a


def nothing(a):
    if a > 1000:
        return 1


def calls(a, b):
    high, low = two(a, b)
    return high - low, two(a, b)[0], nothing(a) is None, nothing(b) == 0, (x := high + 1) + x


CONSTANTS = (3, -4, (5, 6))
CASE = -1


def names(case, new):
    var, this = case - CASE, new - -1
    delete = -CASE
    f1_x = 2 - CASE
    return var, this, delete, f1_x, CONSTANTS[1], CONSTANTS[2][0], math.inf > case, -math.inf < new, CASE**2


@pytest.mark.parametrize("function", [arithmetic, comparisons, swaps, calls, names], ids=lambda f: f.__name__)
def test_the_language(function: Any) -> None:
    for a in NUMBERS:
        for b in NUMBERS[::3]:
            if function is not arithmetic and abs(a) + abs(b) > 1 << 50:
                continue
            assert page_answer(function, a, b) == flat(function(a, b)), (a, b)


@pytest.mark.parametrize("function", [loops, generators], ids=lambda f: f.__name__)
def test_loops(function: Any) -> None:
    for n in range(0, 8):
        for m in range(0, 8, 3):
            if (function, n) != (generators, 0):
                assert page_answer(function, n, m) == flat(function(n, m)), (n, m)


def test_real_numbers() -> None:
    for a in (-7.5, -0.3, 0.1, 1.0, 2.5, 1e15):
        for b in (-2.0, -0.1, 0.1, 3.0):
            assert page_answer(real_arithmetic, a, b) == flat(real_arithmetic(a, b)), (a, b)


def quotient(a, b):
    return a // b


def remainder(a, b):
    return a % b


def fraction(a, b):
    return a / b


def product_bits(a, b):
    return a * b & 255


def item(a, b):
    return CONSTANTS[a + b]


def raising(a, b):
    if a < b:
        raise ValueError("too small")
    return 0


@pytest.mark.parametrize(
    ("function", "arguments", "sentence"),
    [
        (quotient, (1, 0), "ZeroDivisionError"),
        (remainder, (1, 0), "ZeroDivisionError"),
        (fraction, (1.0, 0), "ZeroDivisionError"),
        (item, (1, 5), "IndexError"),
        (raising, (1, 5), "ValueError: too small"),
    ],
)
def test_what_python_raises_is_raised(function: Any, arguments: Any, sentence: str) -> None:
    with pytest.raises((ArithmeticError, LookupError, ValueError)):
        function(*arguments)
    assert sentence in page_answer(function, *arguments)


def test_numbers_that_have_no_room_are_an_error() -> None:
    assert "whole number" in page_answer(product_bits, (1 << 40) + 1, (1 << 40) + 1)


# What cannot be translated


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("x = [1, 2]", "a list"),
        ("x = {}", "a dict"),
        ("x = sum(i for i in range(3))", "a call of `sum`"),
        ("x = [i for i in range(3)]", "a list comprehension"),
        ("x = lambda y: y", "a lambda"),
        ("x = 'text'", "a text"),
        ("x = f'{a}'", "a text"),
        ("print(a)", "a call of `print`"),
        ("x = min(a)", "`min` with 1 argument"),
        ("x = max(a, b, key=abs)", "an argument that is given by its name"),
        ("x = max(*b)", "a star before an argument"),
        ("x = unknown", "the name `unknown`"),
        ("x = NAMES", "`NAMES`, a list,"),
        ("x = BIG", "`BIG`, an int beyond 2^53"),
        ("x = 1 << 60", "an int beyond 2^53"),
        ("x = math.floor(a)", "a call of `math.floor`"),
        ("x = a.count(b)", "a call of `a.count`"),
        ("x = a @ b", "the operator @"),
        ("x = a[1:2]", "a slice"),
        ("a[1] = b", "an assignment to `a[1]`"),
        ("a, *b = 1, 2", "an assignment"),
        ("a, b = many()", "an assignment of the values of a generator"),
        ("x = a is b", "`is` with anything but None"),
        ("x = a in b", "`in` with anything but a tuple"),
        ("x = (a, b) < (1, 2)", "a tuple that is compared, computed with or used as a condition"),
        ("x = (a, b) + (1, 2)", "a tuple that is compared, computed with or used as a condition"),
        ("x = pair(a) == pair(b)", "a tuple that is compared, computed with or used as a condition"),
        ("del a", "`del`"),
        ("assert a", "`assert`"),
        ("import os", "an import inside a function"),
        ("global a1", "`global`"),
        ("raise a", "`raise a`"),
        ("yield from a", "`yield from`"),
        ("def g(): pass", "a function inside a function"),
        ("with a: pass", "`with`"),
        ("for i in range(a, b, a): pass", "a range whose step is not a number other than 0"),
    ],
)
def test_what_cannot_be_translated_is_said_with_its_line(tmp_path: Path, line: str, what: str) -> None:
    path = tmp_path / "own.py"
    text = "import math\nNAMES, BIG = [1], 1 << 60\ndef pair(a): return a, a\ndef many(): yield 1; yield 2\n"
    text += "def own(a, b):\n    a = b\n"
    path.write_text(f"{text}    {line}\n")
    with pytest.raises(hm.UsageError, match="cannot be translated to JavaScript") as error:
        translate(path)
    assert str(error.value).startswith(f"{path}:7: {what}"), error.value


def translate(path: Path) -> None:
    spec = spec_from_file_location("own_of_test", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    translator = Translator()
    translator.script([Binder({}, translator.collect)(module.own)])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def own(a, b):\n  for i in range(a):\n    pass\n  else:\n    a = 1\n", ":5: the `else` of a loop"),
        ("def own(a, *b):\n  pass\n", ":1: an argument with a star"),
        ("own = lambda a: a\n", ":1: a lambda or an async function"),
        ("def own(a, b=[]):\n  pass\n", ":1: `b`, a list,"),
        ("class C: pass\ndef own(a):\n  return C(a)\n", ":3: a call of `C`"),
        ("exec('def own(a): return a')\n", "the text of own cannot be read from <string>"),
    ],
)
def test_functions_that_cannot_be_translated(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "own.py"
    path.write_text(text)
    with pytest.raises(hm.UsageError, match="translated to JavaScript") as error:
        translate(path)
    assert sentence in str(error.value)
