"""How pages write numbers: one way for thousands, decimals, per cent, negative numbers and intervals.

>>> number(12345), number(0.5), number(-3.26, 1), number(-0.01, 1), number(None)
('12,345', '0.5000', '−3.3', '0.0', '')
>>> percent(0.1), span(-1.5, 2, 1)
('10 %', '−1.5 to 2.0')
"""

from __future__ import annotations

import math
from collections.abc import Iterable

_DIGITS = 4  # of a single number
_MOST_PLACES = 9


def number(value: float | None, places: int | None = None) -> str:
    """A number with `places` decimals; without `places` a whole number has none, any other at least four digits."""
    if value is None:
        return ""
    if not math.isfinite(value):
        return "not a number" if math.isnan(value) else "∞" if value > 0 else "−∞"
    written = f"{abs(value):,.{_places(value) if places is None else places}f}"
    negative = value < 0 and any(sign not in "0,." for sign in written)
    return f"−{written}" if negative else written


def percent(share: float) -> str:
    """A share of one, as whole per cent."""
    return f"{number(100 * share, 0)} %"


def span(low: float | None, high: float | None, places: int | None = None) -> str:
    """An interval; empty if there is none."""
    return "" if low is None or high is None else f"{number(low, places)} to {number(high, places)}"


def common_places(values: Iterable[float | None]) -> int:
    """Decimals for a column: none if all are whole, else four digits of the largest and three of the smallest.

    >>> common_places([12, 7]), common_places([1234.5, 987]), common_places([31.5, 2.25]), common_places([1e6, 10.5])
    (0, 0, 2, 1)
    """
    sizes = [abs(value) for value in values if value is not None and math.isfinite(value)]
    if all(size == int(size) for size in sizes):
        return 0
    largest, smallest = max(sizes), min(size for size in sizes if size)
    return max(_decimals(largest, _DIGITS), min(_decimals(smallest, _DIGITS - 1), _decimals(largest, 2 * _DIGITS)))


def _places(value: float) -> int:
    return 0 if value == int(value) else _decimals(abs(value), _DIGITS)


def _decimals(size: float, digits: int) -> int:
    """How many decimals a number needs to show this many digits."""
    return min(_MOST_PLACES, max(0, digits - 1 - math.floor(math.log10(size))))
