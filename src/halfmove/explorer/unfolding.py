"""The tree of a game as data for a page: nested lists and names of nodes, or an error if it is too large."""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.base.checks import LONGEST_LINE, shown
from halfmove.base.printable import printable_line
from halfmove.errors import UsageError
from halfmove.explorer.expressions import LARGEST_WHOLE
from halfmove.explorer.positions import has_boards, positions
from halfmove.game import Game
from halfmove.trees.explicit import dewey
from halfmove.trees.unfolding import WrittenDown, unfold

MOST_LEVELS = 800  # browsers cannot read lists that are nested more deeply
_MOST_LABELS = 20_000


class Unfolded(NamedTuple):
    """A tree for a page.

    nested   nested lists with values for the player at the root
    labels   texts of nodes by Dewey name
    moves    whether these texts are moves
    real     whether scores are real numbers
    nodes    the number of nodes
    boards   the texts of the positions of a game, as `positions` makes them; None for a tree
    """

    nested: Any
    labels: dict[str, str]
    moves: bool
    real: bool
    nodes: int
    boards: dict[str, Any] | None


def unfolded(game: Game, depth: int | None = None, position: Any = None) -> Unfolded:
    """The tree below a position. Raises UsageError for one that is too large for a page."""
    if depth is not None and not 0 <= depth <= LONGEST_LINE:
        raise UsageError(
            f"depth must be a whole number from 0 to {LONGEST_LINE}, or None for the whole game, not {shown(depth)}"
        )
    if isinstance(position, str) and game.locate is not None:
        position = game.locate(position)
    written = unfold(game, position, depth)
    data = written.game.data
    if written.game.longest is not None and written.game.longest > MOST_LEVELS:
        raise UsageError(f"{game.name}: its tree has more than {MOST_LEVELS} levels, and a page cannot show that many")
    real = data.dtype["score"].kind == "f"
    first, children, scores = (data[name].tolist() for name in ("first", "children", "score"))
    depths, parents = [0] * len(data), [-1] * len(data)
    for node, count in enumerate(children):
        for child in range(first[node], first[node] + count):
            depths[child], parents[child] = depths[node] + 1, node
    nested: list[Any] = [None] * len(data)
    for node in range(len(data) - 1, -1, -1):
        if children[node]:
            nested[node] = nested[first[node] : first[node] + children[node]]
            continue
        if not real and abs(scores[node]) >= LARGEST_WHOLE:
            raise UsageError(
                f"{game.name}: the score {abs(scores[node])} lies beyond 2^53, the largest whole number that a page "
                "holds exactly; `halfmove trace` and `halfmove draw` show searches of larger ones"
            )
        nested[node] = (-scores[node] if depths[node] % 2 else scores[node]) + 0  # no -0.0
    boards = positions(game, game.start if position is None else position, children) if has_boards(game) else None
    return Unfolded(nested[0], _labels(written, first, parents), any(written.moves), real, len(data), boards)


def _labels(written: WrittenDown, first: list[int], parents: list[int]) -> dict[str, str]:
    """The labels of nodes by Dewey name: moves, or the names of a paper. Only the first nodes get one."""
    texts = written.moves or written.labels
    labels: dict[str, str] = {}
    for node, text in enumerate(texts[:_MOST_LABELS]):
        path, at = [], node
        while parents[at] >= 0:
            path.append(at - first[parents[at]] + 1)
            at = parents[at]
        if text:
            labels[dewey(reversed(path))] = printable_line(text)
    return labels
