"""Functions that a page gets instead of others: those are not written in Python, or do more than a page needs."""

from __future__ import annotations

import functools
import itertools
import math
import numbers
from typing import Any

import numpy as np

from halfmove import bits
from halfmove.base import checks


def _u64(x: Any = 0) -> Any:
    return x & bits.FULL


def _popcount(x: Any) -> Any:
    return x.bit_count()


def _shown(value: Any) -> Any:
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else f"{text[:77]}..."


def partial_call(function: Any, *given: Any, **named: Any) -> Any:
    return lambda *more, **others: function(*given, *more, **(named | others))


def _reduce(function: Any, values: Any, *first: Any) -> Any:
    values = iter(values)
    made = first[0] if first else next(values)
    for each in values:
        made = function(made, each)
    return made


def int_of_text(text: Any, base: Any) -> Any:
    digits = text.strip().removeprefix("-" if text.strip().startswith("-") else "+")
    prefix = {"0b": 2, "0o": 8, "0x": 16}.get(digits[:2].lower(), 10)
    if base in (0, prefix) and prefix != 10:
        digits = digits[2:].removeprefix("_")
    values = ["0123456789abcdefghijklmnopqrstuvwxyz".find(each) for each in "".join(digits.lower().split("_"))]
    if (
        not values
        or max(values) >= (base or prefix)
        or min(values) < 0
        or "__" in digits
        or "_" in (digits[0], digits[-1])
    ):
        raise ValueError(f"invalid literal for int() with base {base}: {text!r}")
    made = 0
    for each in values:
        made = made * (base or prefix) + each
    return -made if text.strip().startswith("-") else made


def set_slice(x: Any, low: Any, high: Any, step: Any, given: Any) -> Any:
    places, values = range(len(x))[low:high:step], list(given)
    if places.step == 1:
        made = [*x[: places.start], *values, *x[max(places.start, places.stop) :]]
        x.clear()
        x.extend(made)
        return
    for i, value in zip(places, values, strict=True):
        x[i] = value


def delete_slice(x: Any, low: Any, high: Any, step: Any) -> Any:
    places = range(len(x))[low:high:step]
    made = [each for i, each in enumerate(x) if i not in places]
    x.clear()
    x.extend(made)


def _divmod(a: Any, b: Any) -> Any:
    return a // b, a % b


def _pow(base: Any, exponent: Any, mod: Any = None) -> Any:
    if mod is None:
        return base**exponent
    if exponent < 0:
        raise ValueError("a page has no negative exponents with a modulus")
    made = 1 % mod
    while exponent:
        if exponent & 1:
            made = made * base % mod
        base, exponent = base * base % mod, exponent >> 1
    return made


def _isqrt(n: Any) -> Any:
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = 1 << (n.bit_length() + 1 >> 1)
    while (better := root + n // root >> 1) < root:
        root = better
    return root if n else 0


def _gcd(*numbers: Any) -> Any:
    made = 0
    for each in numbers:
        while each:
            made, each = each, made % each
    return abs(made)


def _comb(n: Any, k: Any) -> Any:
    if n < 0 or k < 0:
        raise ValueError("comb() arguments must be nonnegative")
    made = 1
    for i in range(min(k, n - k)):
        made = made * (n - i) // (i + 1)
    return made if k <= n else 0


def _factorial(n: Any) -> Any:
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    made = 1
    for i in range(2, n + 1):
        made *= i
    return made


def _prod(values: Any, *, start: Any = 1) -> Any:
    for each in values:
        start *= each
    return start


def _chain(*all_values: Any) -> Any:
    for values in all_values:
        yield from values


def chained_values(all_values: Any) -> Any:
    for values in all_values:
        yield from values


def _counting(start: Any = 0, step: Any = 1) -> Any:
    while True:
        yield start
        start += step


def _islice(values: Any, *ends: Any) -> Any:
    start, stop, step = (0, ends[0], 1) if len(ends) == 1 else (*ends, 1)[:3]
    if stop == 0:
        return
    for number, each in enumerate(values):
        if number >= (start or 0) and (number - (start or 0)) % (step or 1) == 0:
            yield each
        if number + 1 == stop:
            return


def _pairwise(values: Any) -> Any:
    before = None
    for number, each in enumerate(values):
        if number:
            yield before, each
        before = each


def _product(*all_values: Any, repeat: Any = 1) -> Any:
    rows: Any = [()]
    for values in [tuple(each) for each in all_values] * repeat:
        rows = [(*row, each) for row in rows for each in values]
    yield from rows


def _repeat(value: Any, times: Any = None) -> Any:
    while times is None or times > 0:
        yield value
        if times is not None:
            times -= 1


def _combinations(values: Any, count: Any) -> Any:
    values = tuple(values)
    rows: Any = [()]
    for _ in range(count):
        rows = [(*row, i) for row in rows for i in range(row[-1] + 1 if row else 0, len(values))]
    for row in rows:
        yield tuple(values[i] for i in row)


STAND_INS: dict[Any, Any] = {
    bits.U64: _u64, bits.popcount: _popcount, checks.shown: _shown, functools.reduce: _reduce,
    divmod: _divmod, pow: _pow, math.isqrt: _isqrt, math.gcd: _gcd, math.comb: _comb, math.factorial: _factorial,
    math.prod: _prod, math.trunc: int, itertools.chain: _chain, itertools.count: _counting, itertools.islice: _islice,
    itertools.pairwise: _pairwise, itertools.product: _product, itertools.repeat: _repeat,
    itertools.combinations: _combinations, numbers.Integral: int, np.integer: int, np.floating: float,
}  # fmt: skip
