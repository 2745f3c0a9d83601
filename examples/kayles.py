"""Kayles: a ball knocks down one pin or two neighbours, and the player that takes the last pin wins."""

from typing import NamedTuple

import halfmove as hm


class Row(NamedTuple):
    pins: int  # one bit for every pin that stands


def moves(p):
    for place in range(20):
        if p.pins >> place & 1:
            yield 1 << place  # one pin
        if p.pins >> place & 3 == 3:
            yield 3 << place  # two neighbours


def play(p, move):
    return Row(p.pins - move)


def result(p):
    return p.pins == 0, -1  # over when no pin stands, and then the side to move has lost


game = hm.Game("Kayles", start=Row((1 << 10) - 1), moves=moves, play=play, result=result)


if __name__ == "__main__":
    hm.check(game)
    for compiled in (False, True):
        r = hm.search(game, "alpha_beta", compiled=compiled)
        print(f"value {r.value}, knock down {r.move:b}, {r.counts.leaves} leaves, compiled: {r.compiled}")
