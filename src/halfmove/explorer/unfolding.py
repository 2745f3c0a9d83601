"""A game, from a position on and to a depth, as an explicit tree that a page can hold.

A leaf is its value for the player to move at the root. Where a player moves twice in a row, a node with one son stands
in between, so that levels alternate.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Any, NamedTuple

from halfmove.checks import is_whole, shown
from halfmove.conformance import first_look
from halfmove.errors import GameError, UsageError
from halfmove.game import Game
from halfmove.printable import printable_line
from halfmove.trees import NAMED

MOST_NODES = 300_000
MOST_LEVELS = 800  # deeper lists are more than browsers read
_MOST_LABELS = 20_000
_LARGEST = 2**53 - 1  # JavaScript holds no larger whole numbers


class Unfolded(NamedTuple):
    """A tree: nested lists, texts of its nodes by Dewey name, whether its scores are real numbers, how many nodes."""

    nested: Any
    labels: dict[str, str]
    real: bool
    nodes: int


class _Waiting(NamedTuple):
    """A position that is to be put into a list at a place."""

    position: Any
    left: int | None
    sign: int
    into: list[Any]
    place: int
    between: bool
    depth: int
    name: str


def unfolded(game: Game, depth: int | None = None, position: Any = None) -> Unfolded:
    """The tree below a position. Raises UsageError for one that is too large for a page."""
    _check_depth(game, depth)
    position = game.start if position is None else position
    if isinstance(position, str) and game.locate is not None:
        position = game.locate(position)
    first_look(game, position)
    root: list[Any] = [None]
    waiting = deque([_Waiting(position, depth, 1, root, 0, False, 0, "")])
    labels: dict[str, str] = {}
    values: list[Any] = []
    nodes = 0
    while waiting:
        at = waiting.popleft()
        over, score = game.outcome(at.position)
        nodes += 1
        if over or at.left == 0:
            value = score if over else 0 if game.evaluate is None else game.call("evaluate", at.position)
            values.append(_value(game, at, value))
            at.into[at.place] = values[-1]
            continue
        depth_here, name = at.depth, at.name
        if at.between:  # the other player waits
            nodes, depth_here = nodes + 1, at.depth + 1
            name = f"{name}.1" if name else "1"
            labels[name] = "waits"
        if depth_here >= MOST_LEVELS:
            raise UsageError(f"{game.name}: its tree has more than {MOST_LEVELS} levels: a page cannot show that many")
        moves = game.legal(at.position, MOST_NODES)
        if not moves:
            raise GameError(f"{game.name}: {shown(at.position)} is not over and has no moves")
        if nodes + len(waiting) + len(moves) > MOST_NODES:
            raise UsageError(_too_large(game, depth))
        sons: list[Any] = [None] * len(moves)
        at.into[at.place] = [sons] if at.between else sons
        left = None if at.left is None else at.left - 1
        for i, move in enumerate(moves):
            child = game.next(at.position, move)
            again = game.moves_again(at.position, child)
            own = f"{name}.{i + 1}" if name else str(i + 1)
            if not game.numbered and len(labels) < _MOST_LABELS:
                labels[own] = printable_line(game.format(move) if game.format is not None else str(move))
            waiting.append(_Waiting(child, left, at.sign if again else -at.sign, sons, i, again, depth_here + 1, own))
    named = NAMED.get(game.name)
    if named is not None and position == game.start:
        labels = dict(named.labels)
    return Unfolded(root[0], labels, any(isinstance(value, float) for value in values), nodes)


def _check_depth(game: Game, depth: int | None) -> None:
    if depth is not None and depth < 0:
        raise UsageError(f"depth must be a whole number from 0 on, or None for the whole game, not {depth}")
    if game.leaves_only and depth is not None and (game.longest is None or depth < game.longest):
        raise UsageError(
            f"{game.name}: only its leaves have scores, so depth={depth} must be at least {game.longest}, or None"
        )


def _too_large(game: Game, depth: int | None) -> str:
    wish = "choose a smaller tree" if game.leaves_only else "give a smaller depth" if depth else "give a depth"
    return f"{game.name}: this tree has more than {MOST_NODES:,} nodes, which is too many for a page; {wish}"


def _value(game: Game, at: _Waiting, score: Any) -> int | float:
    """The score of a leaf for the player at the root."""
    score = score.item() if hasattr(score, "item") else score
    score = int(score) if isinstance(score, bool) else score
    if not (is_whole(score) or isinstance(score, float)) or math.isnan(score):
        raise GameError(f"{game.name}: the score of {shown(at.position)} is {shown(score)}, which is no number")
    if isinstance(score, int) and abs(score) >= _LARGEST:
        raise UsageError(f"{game.name}: the score {score} lies beyond 2^53, where whole numbers have no room in a page")
    value: int | float = at.sign * score
    return value + 0  # no -0.0
