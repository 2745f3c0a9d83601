"""Openings of a match: random moves from the start, so that no two pairs of games are alike.

Each opening is played twice, with the sides exchanged. So an opening that favours one side favours each player once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from halfmove.game import Game
from halfmove.random_games import random_game

USUAL = 4  # half-moves of an opening, in games that are long enough
_PART = 5  # an opening is at most this part of a random game
_GAMES = 50  # random games that are played to see how long they are
_TRIALS = 400  # random openings in a row without a new one: then there are assumed to be no more
_LONGER = 4  # half-moves by which openings may become longer


def usual_length(game: Game) -> int:
    """How many half-moves an opening has by default: 4, but at most a fifth of a random game, and at least 1.

    Otherwise random moves would decide short games.
    """
    chance = random.Random("lengths of games")
    most = 2 * USUAL * _PART
    played = sum(len(list(islice(random_game(game, chance), most + 1))) - 1 for _ in range(_GAMES))
    return max(1, min(USUAL, played // (_PART * _GAMES)))


def openings(game: Game, half_moves: int, seed: int) -> Iterator[tuple[Any, ...]]:
    """Different openings, one after the other. A longer match begins with the openings of a shorter one.

    Two openings are different if they lead to different positions; mirror images count as equal where the game has a
    `symmetry` hook. No opening ends the game, or leaves a move that wins at once. When there are no more of this
    length, the next ones have one half-move more. With no half-moves at all, every game begins at the start.
    """
    if half_moves == 0:
        while True:
            yield ()
    chance = random.Random(f"openings {seed}")
    seen: set[Any] = set()
    for length in range(half_moves, half_moves + _LONGER + 1):
        trials = 0
        while trials < _TRIALS:
            trials += 1
            line, at = _random_line(game, length, chance)
            if line is not None and (key := _key(game, at)) not in seen and not wins_at_once(game, at):
                seen.add(key)
                trials = 0
                yield line


def _random_line(game: Game, length: int, chance: random.Random) -> tuple[tuple[Any, ...] | None, Any]:
    """Random moves and the position after them; None for the moves if the game is over there."""
    at, line = game.start, []
    for _ in range(length):
        if game.outcome(at)[0]:
            return None, at
        line.append(chance.choice(game.legal(at)))
        at = game.next(at, line[-1])
    return (None if game.outcome(at)[0] else tuple(line)), at


def _key(game: Game, position: Any) -> Any:
    return position if game.symmetry is None else game.call("symmetry", position)


def wins_at_once(game: Game, position: Any) -> bool:
    """Whether some move ends the game as a win for the player that makes it."""
    for move in game.legal(position):
        child = game.next(position, move)
        over, score = game.outcome(child)
        if over and (score > 0 if game.moves_again(position, child) else score < 0):
            return True
    return False
