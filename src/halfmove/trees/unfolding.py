"""The tree of a game to some depth, as an explicit tree that can be shown.

MAX is the player to move at the root. Where a player moves twice in a row, an extra node is inserted at which the other
player waits, so that players alternate. A leaf is a finished position, or one at the depth limit with its evaluation.

>>> import halfmove as hm
>>> hm.search(unfold(hm.games.nim(2, 1)).game, "minimax").counts.leaves
5
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

from halfmove.base.checks import shown
from halfmove.conformance import first_look
from halfmove.errors import GameError, UsageError
from halfmove.game import Game, written
from halfmove.trees.explicit import explicit
from halfmove.trees.explicit import moves as explicit_moves
from halfmove.trees.named import NAMED

MOST_NODES = 300_000
WAITS = "(waits)"  # shown instead of a move


@dataclass(frozen=True)
class WrittenDown:
    """An explicit tree with texts for its nodes, by node number: the move that leads to the node, and its label."""

    game: Game
    moves: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()

    def move(self, node: int) -> str:
        return self.moves[node] if self.moves else ""

    def label(self, node: int) -> str:
        """The name that a paper gives to the node."""
        return self.labels[node] if self.labels else ""


def unfold(game: Game, position: Any = None, depth: int | None = None, most: int = MOST_NODES) -> WrittenDown:
    """The tree below a position. Raises UsageError if it has more than `most` nodes."""
    if isinstance(position, str) and game.locate is not None:
        position = game.locate(position)
    if game.moves is explicit_moves and position in (None, 0) and depth is None:
        if len(game.data) > most:
            raise UsageError(_too_many(game, most, depth))
        return WrittenDown(game, (), _labels(game))
    position = game.start if position is None else position
    first_look(game, position)
    if game.leaves_only and depth is not None and (game.longest is None or depth < game.longest):
        raise UsageError(f"{game.name}: only its leaves have scores, so it cannot be cut off at depth {depth}")
    lists: list[Any] = []  # for each node its leaf value, or the list of its children
    moves: list[str] = []
    waiting: deque[tuple[Any, Any, str, int, bool, bool]] = deque([(None, position, "", 0, True, False)])
    while waiting:
        parent, at, move, plies, is_max, waits = waiting.popleft()
        over, score = game.outcome(at)
        if over or plies == depth:
            score = score if over else 0 if game.evaluate is None else game.call("evaluate", at)
            own = is_max != waits  # whether MAX is to move in the game itself
            node: Any = score if own else -score
        else:
            node = []
            if waits:
                waiting.append((node, at, WAITS, plies, not is_max, False))
            else:
                children = game.legal(at, most)
                if len(lists) + len(waiting) + len(children) >= most:
                    raise UsageError(_too_many(game, most, depth))
                if not children:
                    raise GameError(f"{game.name}: {shown(at)} is not over and has no moves")
                for each in children:
                    child = game.next(at, each)
                    waiting.append(
                        (node, child, _written(game, each), plies + 1, not is_max, game.moves_again(at, child))
                    )
        lists.append(node)
        moves.append(move)
        if parent is not None:
            parent.append(node)
    return WrittenDown(explicit(lists[0], game.name), tuple(moves))


def _written(game: Game, move: Any) -> str:
    """A move as text; empty for the number of a child, which its place already shows."""
    if game.format is None:
        return "" if game.numbered else shown(move)
    return written(game, move)


def _too_many(game: Game, most: int, depth: int | None) -> str:
    if depth is not None:
        return f"{game.name}: its tree has more than {most:,} nodes to depth {depth}; give a smaller depth"
    less = "use a smaller tree" if game.leaves_only else "give a depth (depth=4, or --depth 4)"
    return f"{game.name}: its tree has more than {most:,} nodes; {less}"


def _labels(game: Game) -> tuple[str, ...]:
    """The names that a paper gives to the nodes of its tree."""
    known = NAMED.get(game.name)
    if known is None or not known.labels or game.locate is None:
        return ()
    labels = [""] * len(game.data)
    for name, label in known.labels.items():
        labels[game.locate(name)] = label
    return tuple(labels)
