"""Kalah, with any number of pits and seeds that fits.

A player takes all seeds of one of the own pits and sows them one by one to the right: into the own pits, the own store,
the other player's pits, past the other player's store, and around again. If the last seed falls into the own store, the
same player moves again. If it falls into an own pit that was empty, and the pit opposite is not empty, it and all seeds
opposite go to the own store; if the pit opposite is empty, nothing is taken. The game is over as soon as one side has
no seeds in its pits; the seeds in the pits of the other side then belong to that side.

A position is seen from the side to move: `mine` contains the seeds in its pits, from its left to its right, and then in
its store, a few bits for each; `theirs` is the same for the other side. `player` is 0 or 1. A move is the number of a
pit, from 1 at the mover's left; the pits nearest to the store are tried first.

A score is the difference of seeds; `evaluate` compares the stores.

There is no `tries`: no move is known to be best, not even one after which the player moves again. There is no
`symmetry`: the board has none, because sowing goes in one direction.
"""

from __future__ import annotations

from typing import NamedTuple

from halfmove.base.checks import shown, whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.game import Game


class Seeds(NamedTuple):
    mine: int
    theirs: int
    player: int


@checked
def kalah(pits: int = 6, seeds: int = 4) -> Game:
    """Kalah with `pits` pits on each side, and `seeds` seeds in each pit at the start. A move is the number of a pit.

    Parameters
    ----------
    pits : int
        Pits of each side.
    seeds : int
        Seeds in each pit at the start.

    Returns
    -------
    Game
        The game.
    """
    pits, seeds = whole("pits", pits, 1, 62), whole("seeds", seeds, 1)
    total = 2 * pits * seeds
    bits = total.bit_length()
    if (pits + 1) * bits > 63:
        raise UsageError(
            f"{shown(pits)} pits with {shown(seeds)} seeds are too many: {pits + 1} places that can hold all "
            f"{shown(total)} seeds must fit into 63 bits"
        )
    one_pit = (1 << bits) - 1
    all_pits = (1 << pits * bits) - 1
    store = pits * bits  # where the bits of the store begin
    ones = sum(1 << bits * place for place in range(pits + 1))  # one seed in every place of a side
    ring = 2 * pits + 1  # places on the way around, without the other player's store

    def one_each(places):
        """One seed in each of the first places of a side."""
        return ones & (1 << bits * places) - 1

    def in_pits(side):
        """The seeds in the pits of a side."""
        count = 0
        for pit in range(pits):
            count += side >> bits * pit & one_pit
        return count

    def moves(p):
        for pit in range(pits, 0, -1):
            if p.mine >> bits * (pit - 1) & one_pit:
                yield pit

    def play(p, move):
        pit = move - 1
        hand = p.mine >> bits * pit & one_pit
        rounds, rest = hand // ring, hand % ring
        mine = p.mine - (hand << bits * pit) + rounds * ones
        theirs = p.theirs + rounds * (ones & all_pits)
        last = (pit + rest) % ring  # the place of the last seed: my pits and store, then their pits
        right = min(rest, pits - pit)
        mine += one_each(right) << bits * (pit + 1)
        across = min(rest - right, pits)
        theirs += one_each(across)
        mine += one_each(rest - right - across)
        if last == pits:
            return Seeds(mine, theirs, p.player)
        if last < pits and mine >> bits * last & one_pit == 1:
            opposite = bits * (pits - 1 - last)
            taken = theirs >> opposite & one_pit
            if taken:
                theirs -= taken << opposite
                mine += (taken + 1 << store) - (1 << bits * last)
        return Seeds(theirs, mine, 1 - p.player)

    def turn(p):
        return p.player

    def result(p):
        over = p.mine & all_pits == 0 or p.theirs & all_pits == 0
        if not over:
            return False, 0
        return True, (p.mine >> store) + in_pits(p.mine) - (p.theirs >> store) - in_pits(p.theirs)

    def evaluate(p):
        return (p.mine >> store) - (p.theirs >> store)

    def bounds(p):
        """The scores if one side gets all seeds that are not in a store yet."""
        mine, theirs = p.mine >> store, p.theirs >> store
        left = total - mine - theirs
        return mine - theirs - left, mine - theirs + left

    def order(p, move, child):
        """Moves that bring many seeds to the own store, and moves after which the same player moves again."""
        if child.player == p.player:
            return 2 * ((child.mine >> store) - (p.mine >> store)) + 3
        return 2 * ((child.theirs >> store) - (p.mine >> store))

    def noisy(p):
        """The moves that take seeds, or after which the same player moves again."""
        for move in moves(p):
            pit = move - 1
            hand = p.mine >> bits * pit & one_pit
            last = (pit + hand) % ring
            if last == pits:
                yield move
            elif last < pits and hand <= ring:
                round_the_board = hand >= ring - pit  # then a seed falls into every pit of theirs
                opposite = p.theirs >> bits * (pits - 1 - last) & one_pit
                if (hand == ring or p.mine >> bits * last & one_pit == 0) and (opposite or round_the_board):
                    yield move

    def tier(p):
        """The seeds that are not in a store yet."""
        return total - (p.mine >> store) - (p.theirs >> store)

    def show(p):
        """The first player has the lower row, and both number their pits from their own left."""
        first, second = (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)
        below, above = ([side >> bits * place & one_pit for place in range(pits)] for side in (first, second))
        rows = [
            ["", *reversed(names), ""],
            ["", *reversed(above), ""],
            [second >> store, *[""] * pits, first >> store],
            ["", *below, ""],
            ["", *names, ""],
        ]
        wide = len(str(total))
        lines = [" ".join(f"{place!s:>{wide}}" for place in row).rstrip() for row in rows]
        return "\n".join([*lines, f"player {p.player + 1} is to move"])

    def clicks(p, move):
        """The pit itself: the first player's are words of line 3, the second player's of line 1, from the right."""
        return [(3, move - 1) if p.player == 0 else (1, pits - move)]

    @checked
    def parse(text: str):
        if text not in names:
            raise UsageError(f"{shown(text)} is not the number of a pit from 1 to {pits}")
        return names.index(text) + 1

    names = [str(pit) for pit in range(1, pits + 1)]
    side = seeds * (ones & all_pits)
    return Game(
        f"Kalah {pits} x {seeds}",
        Seeds(side, side, 0),
        moves,
        play,
        result,
        evaluate,
        turn=turn,
        order=order,
        bounds=bounds,
        noisy=noisy,
        tier=tier,
        show=show,
        parse=parse,
        format=str,
        clicks=clicks,
        parameters={"game": "kalah", "pits": pits, "seeds": seeds},
    )
