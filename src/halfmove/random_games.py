"""Random games: samples that show what a game is like."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from halfmove.game import Game


def random_game(
    game: Game, chance: random.Random, position: Any = None, most_moves: int | None = None
) -> Iterator[Any]:
    """Yield the positions of a random game, the first one and the last one included. Take as many as you need.

    The rules are not checked. A position without moves ends the game, even if `result` says that it is not over.

    position    where it begins; None: at the start of the game
    most_moves  how many moves of a position are listed, so that one with very many costs little

    >>> from halfmove.games import nim
    >>> [at.packed for at in random_game(nim(1, 2), random.Random(1))]
    [9, 8, 0]
    """
    at = game.start if position is None else position
    yield at
    while not game.outcome(at)[0] and (moves := game.legal(at, most_moves)):
        at = game.next(at, chance.choice(moves))
        yield at
