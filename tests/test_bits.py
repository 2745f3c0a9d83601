"""Bit tricks: what they should be, and the same in machine code."""

from __future__ import annotations

import random

import pytest

from halfmove import bits


@pytest.fixture(scope="module")
def native():
    import numba

    from halfmove.engine.bind import bind

    names = ("popcount", "mix", "branch", "unit")
    popcount, mix, branch, unit = (
        bind(getattr(bits, name), {}, wrap=lambda function, inline: numba.njit(function)) for name in names
    )

    @numba.njit
    def all_of(x, number):
        return popcount(x), mix(x), branch(x, number), unit(x)

    return all_of


def test_both_speeds(native) -> None:
    chance = random.Random(1)
    for _ in range(20_000):
        x, number = chance.getrandbits(chance.randint(1, 63)), chance.randint(1, 2**32 - 1)
        assert native(x, number) == (bits.popcount(x), bits.mix(x), bits.branch(x, number), bits.unit(x))


def test_popcount() -> None:
    chance = random.Random(2)
    for x in [0, 1, bits.MASK, *(chance.getrandbits(63) for _ in range(5000))]:
        assert bits.popcount(x) == x.bit_count()


def test_times() -> None:
    chance = random.Random(3)
    for _ in range(5000):
        x, high, low = chance.getrandbits(63), chance.getrandbits(30), chance.getrandbits(31)
        assert bits.times(x, high, low) == x * ((high << 32) + low) & bits.MASK


def test_mix_scrambles() -> None:
    """One bit of the argument changes each bit of the result half of the time."""
    chance = random.Random(4)
    sample = [chance.getrandbits(63) for _ in range(300)] + list(range(300))
    for i in range(63):
        changed = [bits.mix(x) ^ bits.mix(x ^ 1 << i) for x in sample]
        for j in range(63):
            assert 0.35 < sum(each >> j & 1 for each in changed) / len(sample) < 0.65
    assert len({bits.mix(x) for x in range(10_000)}) == 10_000


def test_seeds() -> None:
    seeds = [*range(-1000, 1000), 2**63, 2**64, -(2**64), 2**200]
    states = {bits.seeded(seed) for seed in seeds}
    assert len(states) == len(seeds)
    assert all(0 <= state <= bits.MASK for state in states)
