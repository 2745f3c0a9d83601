"""Kayles: a ball knocks down one pin or two neighbours, and the player that takes the last pin wins."""

from typing import NamedTuple

import halfmove as hm

PINS = "abcdefghij"  # their names


class Row(NamedTuple):
    standing: int  # one bit for every pin that stands


def moves(p):
    for place in range(len(PINS)):
        if p.standing >> place & 1:
            yield 1 << place  # one pin
        if p.standing >> place & 3 == 3:
            yield 3 << place  # two neighbours


def play(p, move):
    return Row(p.standing - move)


def result(p):
    return p.standing == 0, -1  # over when no pin stands, and then the side to move has lost


def show(p):  # the board as text
    pins = " ".join("I" if p.standing >> place & 1 else "." for place in range(len(PINS)))
    return pins + "\n" + " ".join(PINS)


def name(move):  # a move as players write it: c, or cd
    return "".join(PINS[place] for place in range(len(PINS)) if move >> place & 1)


start = Row((1 << len(PINS)) - 1)
game = hm.Game("Kayles", start, moves, play, result, show=show, format=name)


if __name__ == "__main__":
    hm.check(game)
    for compiled in (False, True):
        r = hm.search(game, "alpha_beta", compiled=compiled)
        print(f"value {r.value}, knock down {name(r.move)}, {r.counts.leaves} leaves, compiled: {r.compiled}")
