"""The positions of a proof as nodes, each once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from halfmove.errors import GameError
from halfmove.game import Game
from halfmove.model import Score


class Node(NamedTuple):
    """A position of a proof.

    number     the number, from 1, of the move that is made there; 0 where all moves are answered or the game is over
    children   the nodes after these moves
    score      of a finished game, for the side to move; None if the game is not over
    """

    number: int = 0
    children: tuple[int, ...] = ()
    score: Score | None = None


def children_of(game: Game, at: Any) -> Iterator[tuple[Any, Any, bool]]:
    """(move, the position after it, whether the same side moves again)."""
    moves = game.legal(at)
    if not moves:
        raise GameError(f"{game.name}: a position that is not over has no moves: {at!r:.80}")
    for move in moves:
        child = game.next(at, move)
        yield move, child, game.moves_again(at, child)


def forces(proven: bool, at_least: Score | None) -> bool:
    """Whether the proven side must reach its goal in finitely many moves. Play that never ends is a draw, 0."""
    return proven == (at_least is None or at_least > 0)


def is_good(score: Score, side: int, proven: bool, at_least: Score | None) -> bool:
    """Whether a finished game confirms a proof; `side` is 0 if the side to move at the root is to move, else 1."""
    own = score if side == 0 else -score
    return proven == (own > 0 if at_least is None else own >= at_least)
