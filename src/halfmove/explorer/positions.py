"""The positions of an unfolded game as texts, from which a page draws boards.

A node has few signs that its parent does not have. So the text of a node is written as the number of an edit, which
makes it of the text of its parent; many nodes share an edit.

>>> edit("X . .\\nO to move", "X . O\\nX to move")
(4, 1, 'O', 6, 1, 'X')
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from halfmove.base.checks import shown
from halfmove.base.printable import printable_line
from halfmove.conformance.clicks import clicked
from halfmove.errors import GameError
from halfmove.game import Game

WAITS = -1  # instead of the number of an edit: here a player waits, and the position is that of the parent
_MOST_NODES = 20_000
_MOST_SIGNS = 100_000  # of all edits
_LONGEST = 4_000  # signs in the text of a position
_SURROGATE = re.compile("[\ud800-\udfff]")  # half a sign: a page cannot hold it


class _At(NamedTuple):
    """A node: its position, whether the second player moves there, and whether it only waits in the tree."""

    position: Any
    second: bool
    waits: bool


def has_boards(game: Game) -> bool:
    """Whether this is a game: the nodes of a tree have nothing to show."""
    return game.show is not None or not (game.leaves_only or game.numbered)


def positions(game: Game, position: Any, children: list[int]) -> dict[str, Any]:
    """The texts of the nodes of an unfolded game, as data for a page; its `problem` says why there are none.

    children   how many children each node has, level by level
    """
    try:
        return _positions(game, position, children)
    except Exception as error:  # `show` and the other rules are those of a user
        why = " ".join(str(error).split()) or type(error).__name__
        return {"problem": f"The page has no boards, because a position cannot be shown: {printable_line(why[:300])}"}


def _positions(game: Game, position: Any, children: list[int]) -> dict[str, Any]:
    edits: dict[tuple[int | str, ...], int] = {}
    texts: list[str] = []
    numbers: list[int] = []
    signs = 0
    for parent, at in islice(_nodes(game, position, children), _MOST_NODES):
        if at is None:
            numbers.append(WAITS)
            texts.append(texts[parent])
            continue
        texts.append(_text(game, at))
        if len(texts) == 1:
            continue
        made = edit(texts[parent], texts[-1])
        if made not in edits:
            signs += sum(len(str(part)) + 3 for part in made)
            if signs > _MOST_SIGNS:
                break
        numbers.append(edits.setdefault(made, len(edits)))
    return {"start": texts[0], "edits": list(edits), "nodes": numbers, "clicks": _clicks(game, position, children[0])}


def _nodes(game: Game, position: Any, children: list[int]) -> Iterator[tuple[int, _At | None]]:
    """The parent of each node and the node, level by level; None if it follows a wait, and its position is the same."""
    second = game.turn is not None and not game.moves_again(game.start, position)
    waiting: deque[tuple[int, _At, bool]] = deque([(0, _At(position, second, False), False)])
    for node, count in enumerate(children):
        parent, at, follows = waiting.popleft()
        yield parent, None if follows else at
        if count and at.waits:
            waiting.append((node, at._replace(waits=False), True))
        elif count:
            moves = game.legal(at.position, count)
            if len(moves) != count:
                raise GameError(f"{game.name}: the moves of {shown(at.position)} are not always the same")
            for move in moves:
                child = game.next(at.position, move)
                again = game.moves_again(at.position, child)
                waiting.append((node, _At(child, at.second if again else not at.second, again), False))


def _text(game: Game, at: _At) -> str:
    text = game.picture(at.position, at.second)
    if len(text) > _LONGEST:
        raise GameError(f"the text of a position has {len(text):,} signs, and a board at most {_LONGEST:,}")
    return _SURROGATE.sub("\ufffd", text)


def _clicks(game: Game, position: Any, count: int) -> list[Any] | None:
    """Where a person clicks for each move of the root: a page finds the pits of a board by it."""
    if game.clicks is None or not count:
        return None if game.clicks is None else []
    return [clicked(game, position, move) for move in game.legal(position, count)]


def edit(old: str, new: str) -> tuple[int | str, ...]:
    """What makes one text of another: places, each with the number of signs that go and with those that come."""
    olds, news = old.split("\n"), new.split("\n")
    if len(olds) != len(news):
        return _ends_apart(old, new, 0)
    parts: tuple[int | str, ...] = ()
    begin = 0
    for one, other in zip(olds, news, strict=True):
        if one != other:
            parts += (_signs_apart if len(one) == len(other) else _ends_apart)(one, other, begin)
        begin += len(one) + 1
    return parts


def _signs_apart(old: str, new: str, begin: int) -> tuple[int | str, ...]:
    """The same for two lines of the same length: each run of signs that differ."""
    parts: tuple[int | str, ...] = ()
    at = 0
    while at < len(old):
        end = at
        while end < len(old) and old[end] != new[end]:
            end += 1
        if end > at:
            parts += (begin + at, end - at, new[at:end])
        at = end + 1
    return parts


def _ends_apart(old: str, new: str, begin: int) -> tuple[int | str, ...]:
    """The same for any texts: what is between the signs that both begin with, and those that both end with."""
    least = min(len(old), len(new))
    head = next((at for at in range(least) if old[at] != new[at]), least)
    tail = next((at for at in range(least - head) if old[-1 - at] != new[-1 - at]), least - head)
    return begin + head, len(old) - tail - head, new[head : len(new) - tail]
