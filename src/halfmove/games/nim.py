"""Nim: take any number of matches from one pile; the player who takes the last match wins.

The piles are packed into one integer, `bits` bits each. So another set of piles is only another position, and nothing
is compiled again. m,p Nim is `nim(*[m] * p)`.

A lost position has the score -1; there are no draws. `bounds` gives the value of every position by Bouton's rule, so
`tries`, `noisy` and `symmetry` are not needed.

>>> import halfmove as hm
>>> r = hm.search(hm.games.nim(3, 4, 5), "alpha_beta")
>>> r.value, r.move
(1, Move(pile=1, take=2))
"""

from __future__ import annotations

from typing import NamedTuple

from halfmove.base.checks import is_whole, shown
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.game import MOST_LISTED, Game

_DRAWN = 200  # matches of a pile that are drawn one by one


class Piles(NamedTuple):
    packed: int
    piles: int
    bits: int


class Move(NamedTuple):
    pile: int  # from 1
    take: int


def size(p, pile):
    return (p.packed >> (p.bits * (pile - 1))) & ((1 << p.bits) - 1)


def moves(p):
    for pile in range(1, p.piles + 1):
        for take in range(size(p, pile), 0, -1):
            yield Move(pile, take)


def play(p, move):
    return Piles(p.packed - (move.take << (p.bits * (move.pile - 1))), p.piles, p.bits)


def result(p):
    return p.packed == 0, -1  # the other player took the last match


def balanced(p):
    """Whether every binary digit is set in an even number of piles: then the side to move loses."""
    total = 0
    for pile in range(1, p.piles + 1):
        total ^= size(p, pile)
    return total == 0


def bounds(p):
    return (-1, -1) if balanced(p) else (1, 1)


def order(p, move, child):
    return 1 if balanced(child) else 0


def tier(p):
    """The matches that are left."""
    left = 0
    for pile in range(1, p.piles + 1):
        left += size(p, pile)
    return left


def show(p: Piles) -> str:
    return "\n".join(f"{pile}: {_row(size(p, pile))}" for pile in range(1, p.piles + 1))


def _row(matches: int) -> str:
    return "|" * matches if matches <= _DRAWN else f"{matches:,} matches"


def parse(text: str) -> Move:
    pile, _, take = text.partition("-")
    return Move(int(pile), int(take))


def form(move: Move) -> str:
    return f"{move.pile}-{move.take}"


@checked
def nim(*piles: int) -> Game:
    """Nim with these piles, by default 3, 4 and 5 matches. A move is written pile-take, as in 1-2.

    Parameters
    ----------
    *piles : int
        Matches in each pile.

    Returns
    -------
    Game
        The game.
    """
    piles = piles or (3, 4, 5)
    if not all(is_whole(pile) and pile >= 0 for pile in piles):
        raise UsageError(f"piles must be whole numbers from 0 on, not {shown(piles)}")
    if sum(piles) > MOST_LISTED:
        raise UsageError(
            f"nim can have at most {MOST_LISTED:,} matches, because each is a move; {shown(sum(piles))} are too many"
        )
    bits = max(max(piles).bit_length(), 1)
    if bits * len(piles) > 63:
        raise UsageError(
            f"{len(piles)} piles of up to {shown(max(piles))} matches are too many: they must fit into 63 bits"
        )
    packed = sum(pile << (bits * i) for i, pile in enumerate(piles))
    return Game(
        f"nim {' '.join(map(str, piles))}",
        Piles(packed, len(piles), bits),
        moves,
        play,
        result,
        order=order,
        bounds=bounds,
        tier=tier,
        longest=sum(piles),
        show=show,
        parse=parse,
        format=form,
        parameters={"game": "nim", "piles": piles},
    )
