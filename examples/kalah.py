"""Kalah with three pits a side: a player whose last seed falls into the own store moves again (the `turn` hook).

Seven bits of `board` count the seeds of each place: pits 0, 1, 2 and store 3 of the first player, pits 4, 5, 6 and
store 7 of the second. A move is the number of a pit, 1 to 3, from the mover's left. Seeds are sown one by one to the
right, past the other player's store. If the last one falls into an empty pit of one's own, it and the seeds opposite
go to the store. A player without seeds in the pits cannot move: the other one keeps what is left.
"""

from typing import NamedTuple

import halfmove as hm

PITS, BITS = 3, 7
STORE, PLACES = PITS, 2 * PITS + 2


class Kalah(NamedTuple):
    board: int
    player: int  # 0 or 1


def seeds(board, place):
    return board >> BITS * place & (1 << BITS) - 1


def put(board, place, number):
    return board + (number << BITS * place)


def moves(p):
    for pit in range(PITS):
        if seeds(p.board, pit + p.player * (PITS + 1)):
            yield pit + 1


def play(p, move):
    first = p.player * (PITS + 1)  # the mover's first pit
    at = first + move - 1
    hand = seeds(p.board, at)
    board = put(p.board, at, -hand)
    other_store = (first + PLACES // 2 + STORE) % PLACES
    while hand:
        at = (at + 1) % PLACES
        if at != other_store:
            board = put(board, at, 1)
            hand -= 1
    if at == first + STORE:
        return Kalah(board, p.player)
    opposite = PLACES - 2 - at
    if first <= at < first + PITS and seeds(board, at) == 1 and seeds(board, opposite):
        taken = seeds(board, opposite)
        board = put(put(put(board, opposite, -taken), at, -1), first + STORE, taken + 1)
    return Kalah(board, 1 - p.player)


def turn(p):
    return p.player


def side(p, player):
    """The seeds in a player's pits and store, and those in the pits alone."""
    total = 0
    for place in range(PITS):
        total += seeds(p.board, place + player * (PITS + 1))
    return total + seeds(p.board, STORE + player * (PITS + 1)), total


def result(p):
    mine, to_move = side(p, p.player)
    theirs, _ = side(p, 1 - p.player)
    return to_move == 0, mine - theirs


def evaluate(p):
    return seeds(p.board, STORE + p.player * (PITS + 1)) - seeds(p.board, STORE + (1 - p.player) * (PITS + 1))


def show(p):
    south, north = ([seeds(p.board, place) for place in range(k, k + STORE + 1)] for k in (0, STORE + 1))
    above, below = " ".join(map(str, reversed(north[:STORE]))), " ".join(map(str, south[:STORE]))
    return f"  {above}\n{north[STORE]}{' ' * (len(below) + 2)}{south[STORE]}\n  {below}"


def kalah(each: int = 3) -> hm.Game:
    """Kalah with so many seeds in each pit to begin with, up to 20."""
    board = 0
    for place in range(PLACES):
        if place % (PITS + 1) != STORE:
            board = put(board, place, each)
    return hm.Game(f"Kalah {PITS} x {each}", Kalah(board, 0), moves, play, result, evaluate, turn=turn, show=show)


game = kalah()


if __name__ == "__main__":
    hm.check(game)
    print(show(game.start))
    for compiled in (False, True):
        r = hm.search(game, "negascout", depth=10, compiled=compiled)
        print(f"value {r.value}, pits {' '.join(map(str, r.line))}, {r.counts.nodes} nodes, compiled: {r.compiled}")
