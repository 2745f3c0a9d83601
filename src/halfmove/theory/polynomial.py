"""Baudet's products R and S of small trees, as exact polynomials with whole coefficients, lowest power first."""

from __future__ import annotations

from fractions import Fraction

Polynomial = list[int]


def products(width: int, depth: int) -> tuple[Polynomial, Polynomial]:
    """R and S of T(width, depth).

    >>> products(2, 2)  # 1 + t, and 2 - t^2
    ([1, 1], [2, 0, -1])
    """
    factors = [[1], [1]]
    z = [0, 1]
    for height in range(depth):
        total, power = [0], [1]
        for _ in range(width):
            total = plus(total, power)
            power = times(power, z)
        factors[height % 2] = times(factors[height % 2], total)
        z = plus([1], [-x for x in power])
    return factors[0], factors[1]


def plus(a: Polynomial, b: Polynomial) -> Polynomial:
    if len(a) < len(b):
        a, b = b, a
    return [x + y for x, y in zip(a, b, strict=False)] + a[len(b) :]


def times(a: Polynomial, b: Polynomial) -> Polynomial:
    product = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                product[i + j] += x * y
    return product


def derivative(a: Polynomial) -> Polynomial:
    return [i * x for i, x in enumerate(a)][1:] or [0]


def integral(a: Polynomial) -> Fraction:
    """The integral from 0 to 1."""
    return sum((Fraction(x, i + 1) for i, x in enumerate(a)), Fraction(0))
