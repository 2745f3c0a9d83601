"""How strong an opponent is: ten levels, of which the first four make mistakes on purpose.

A mistake is one of the better moves, as far as this level sees. No level misses a win that it sees, nor makes a move
that it sees losing where another one does not.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from halfmove.base.checks import whole
from halfmove.model import Limits, Result
from halfmove.play.player import Player

STRONGEST = 10


class Level(NamedTuple):
    """How far it looks, None if only time counts; the part of the time; one move in so many is a mistake, 0 for none;
    among so many of the best moves, 0 for the better half."""

    depth: int | None
    share: float = 1.0
    one_in: int = 0
    among: int = 0


LEVELS = {
    1: Level(1, one_in=2),
    2: Level(2, one_in=3, among=4),
    3: Level(3, one_in=4, among=3),
    4: Level(4, one_in=8, among=2),
    5: Level(4),
    6: Level(6),
    7: Level(8),
    8: Level(10),
    9: Level(None, share=0.25),
    10: Level(None),
}


def level_of(number: Any) -> Level:
    """The level with this number."""
    return LEVELS[whole("a level", number, 1, STRONGEST)]


def described(number: int) -> str:
    """What a level does, in words."""
    level = LEVELS[number]
    if level.depth is None:
        return f"looks as far as it can in {'all' if level.share == 1 else f'{level.share:.0%}'} of the time"
    sight = f"looks {level.depth} half-move{'s' if level.depth > 1 else ''} ahead"
    if not level.one_in:
        return f"{sight}, no mistakes"
    choice = {0: "any of the better half", 2: "the second best"}.get(level.among, f"one of the best {level.among}")
    return f"{sight}; one move in {level.one_in} is {choice}"


class Thought(NamedTuple):
    """A move, and what is known of its worth: nothing of a mistake."""

    move: Any
    result: Result | None


def think(
    player: Player,
    position: Any,
    level: Level,
    seconds: float,
    chance: random.Random,
    live: Callable[[Result], Any] | None = None,
) -> Thought:
    """The move that a player of this level makes."""
    player.limits = Limits(seconds=seconds * level.share)
    best = player.choose(position, depth=level.depth, live=live)
    if level.one_in and chance.randrange(level.one_in) == 0 and not _wins(best):
        others = _mistakes(player, position, best.move, level, seconds, chance)
        if others:
            return Thought(chance.choice(others), None)
    return Thought(best.move, best)


def _mistakes(
    player: Player, position: Any, best: Any, level: Level, seconds: float, chance: random.Random
) -> list[Any]:
    """The moves that are nearly as good as the best one, as this level sees them."""
    moves = player.game.legal(position)
    player.limits = Limits(seconds=seconds / len(moves))
    chance.shuffle(moves)  # of equal ones any may be first
    seen = [(*_seen(player, position, move, level.depth or 1), move) for move in moves]
    if any(not lost for lost, _, _ in seen):
        seen = [each for each in seen if not each[0]]
    seen.sort(key=lambda each: -each[1])
    better = seen[: level.among or max(2, (len(moves) + 1) // 2)]
    return [move for _, _, move in better if move != best]


def _seen(player: Player, position: Any, move: Any, depth: int) -> tuple[bool, Any]:
    """Whether a move is seen to lose, and what it is worth for who makes it."""
    game = player.game
    child = game.next(position, move)
    sign = 1 if game.moves_again(position, child) else -1
    over, score = game.outcome(child)
    if over:
        return sign * score < 0, sign * score
    if depth == 1:
        return False, sign * game.call("evaluate", child) if game.evaluate is not None else 0
    reply = player.choose(child, depth=depth - 1)
    return _wins(reply) if sign < 0 else _loses(reply), sign * reply.value


def _wins(result: Result) -> bool:
    return result.value > 0 and result.bound in ("exact", "lower")


def _loses(result: Result) -> bool:
    return result.value < 0 and result.bound in ("exact", "upper")
