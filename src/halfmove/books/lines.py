"""Books that a person types: lines of play in a text file, one below the other.

    # Connect Four
    4 4 4 4 4
    4 3? 3

Every line begins at the start of the game. Its moves are written as the game writes them, and numbers of moves, as in
`1.`, are skipped. A move of several lines has a greater weight; of moves with equal weights that of the first line
comes first. A move with a question mark is one that an opponent may make: it leads to an answer and is never played.
What follows a # is a remark.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from halfmove.base.checks import file_name, shown
from halfmove.base.reading import content_of
from halfmove.errors import UsageError
from halfmove.game import Game

SUFFIX = ".lines"
_LARGEST = 1 << 24  # bytes
_NUMBER = re.compile(r"\d+\.+")


class Lines:
    """The moves of such a file, as a reader of books has them."""

    def __init__(self, game: Game, path: str | Path) -> None:
        self._game = game
        self._moves: dict[Any, dict[Any, int]] = {}  # for each position its moves with their weights
        text = content_of(path, _LARGEST).decode(errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            self._add(line.partition("#")[0].split(), f"{file_name(path)}, line {number}")
        if not self._moves:
            raise UsageError(f"{file_name(path)} has no moves to play: write moves from the start on, line by line")

    def moves(self, position: Any) -> list[tuple[Any, int]]:
        """The moves of a position with their weights, the heaviest first."""
        known = self._moves.get(self._key(position), {})
        return sorted(known.items(), key=lambda pair: -pair[1])

    def _add(self, words: list[str], where: str) -> None:
        at = self._game.start
        for word in words:
            if _NUMBER.fullmatch(word):
                continue
            plain = word.rstrip("!?")
            move = move_named(self._game, at, plain, where)
            if not word.startswith(f"{plain}?"):
                known = self._moves.setdefault(self._key(at), {})
                known[move] = known.get(move, 0) + 1
            at = self._game.next(at, move)

    def _key(self, position: Any) -> Any:
        """What two positions share that have the same moves: counts of moves are left out."""
        return position if self._game.uncounted is None else self._game.call("uncounted", position)


def move_named(game: Game, at: Any, word: str, where: str) -> Any:
    """The move that a word names, as the game writes or spells it. Raises UsageError, which begins with `where`."""
    if not game.outcome(at)[0]:
        for move in game.legal(at):
            plain = tuple(move) if isinstance(move, tuple) else move
            texts = [str(plain) if game.format is None else game.format(move)]
            texts += [] if game.spell is None else [game.spell(at, move)]
            if bare(word) in map(bare, texts):
                return move
    raise UsageError(f"{where}: {shown(word)} is not legal there")


def bare(word: str) -> str:
    """A move without gaps and brackets."""
    return re.sub(r"[\s()]", "", word)
