"""Which move of an entry is played: the best one, or one that is nearly as good."""

from __future__ import annotations

import random

from halfmove.books.book import BookMove, Entry

_LAST = 0.1  # the weight of a move at the end of the margin; the best one has 1
_FEW = 4  # fewer games say nothing about a position


def worth_playing(entry: Entry, margin: float) -> list[tuple[BookMove, float]]:
    """The moves that are at most `margin` worse than the best one, with their weights; the best one first.

    Moves that give away a proven win, or a proven draw, are left out. Where only games are known, these are the moves
    with the best results, unless there are too few games.
    """
    if entry.best.weight is not None:  # a book of another program: its weights are all it says
        return [(move, float(move.weight or 0)) for move in entry.moves]
    if not entry.complete:
        return _most_successful(entry, margin)
    best = entry.best
    found = [(best, 1.0)]
    for move in entry.moves[1:]:
        loss = best.value - move.value if move.value != best.value else 0  # holds for infinite values, too
        gives_away = (best.low > 0 >= move.low) or (best.low >= 0 > move.low) or (best.high >= 0 > move.high)
        if margin > 0 and loss <= margin and not gives_away:
            found.append((move, 1 - (1 - _LAST) * loss / margin))
    return found


def _most_successful(entry: Entry, margin: float) -> list[tuple[BookMove, float]]:
    played = [(move, move.played) for move in entry.moves if move.played is not None]
    if entry.played is None or entry.played.games < _FEW or not played:
        return []
    played.sort(key=lambda each: -each[1].rate)
    most = played[0][1].rate
    return [(move, float(games.games)) for move, games in played if games.rate == most or margin > most - games.rate]


def chosen(entry: Entry, margin: float, chance: random.Random) -> BookMove | None:
    """One of the moves that are worth playing; None if there is none."""
    moves = worth_playing(entry, margin)
    if not moves:
        return None
    if margin == 0:
        return moves[0][0]
    (move,) = chance.choices([move for move, _ in moves], [weight for _, weight in moves])
    return move
