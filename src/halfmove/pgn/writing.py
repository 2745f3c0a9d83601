"""Writing games as PGN, in its strict form: seven tags first, the moves in lines of less than 80 characters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from halfmove.base import outputs
from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.base.printable import printable_line
from halfmove.errors import UsageError
from halfmove.pgn.variants import variant_of
from halfmove.pgn.written_game import SEVEN, UNKNOWN, WrittenGame, legal_in_a_file
from halfmove.players.move_text import move_among, spelled

_WIDTH = 79  # characters of a line


@checked
def write_games(games: Iterable[WrittenGame], file: str | Path) -> None:
    """Write games into a PGN file, which is replaced as a whole.

    Parameters
    ----------
    games : iterable of WrittenGame
        The games.
    file : str or Path
        The file.

    Raises
    ------
    UsageError
        If the file cannot be written, or if a move has no text that could be read back.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.write_games([hm.WrittenGame(hm.games.tic_tac_toe(), (5, 1))], "/tmp/halfmove-doctest.pgn")
    """
    outputs.write(text_of_games(games), str(file))


def text_of_games(games: Iterable[WrittenGame]) -> str:
    """The text of a PGN file."""
    return "\n".join(map(text_of_game, games))


def text_of_game(game: WrittenGame) -> str:
    """A game as PGN."""
    tags = {name: game.tags.get(name, UNKNOWN.get(name, "?")) for name in SEVEN}
    tags["Result"] = str(game.result)
    if (variant := variant_of(game.game)) is not None:
        tags["Variant"] = variant
    if (place := _first_position(game)) is not None:
        tags |= {"SetUp": "1", "FEN": place}
    tags |= {name: value for name, value in game.tags.items() if name not in tags}
    head = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())
    return f"{head}\n{_wrapped(_words(game))}\n"


def _quoted(value: str) -> str:
    return printable_line(" ".join(value.split())).replace("\\", "\\\\").replace('"', '\\"')


def _first_position(game: WrittenGame) -> str | None:
    text = game.position_text
    if text is None and game.start != game.game.start:
        raise UsageError(
            f"{game.game.name}: this game does not begin at the start, and the game has no `write` to say where"
        )
    return text


def _words(game: WrittenGame) -> Iterator[str]:
    """Numbers, moves, comments and the result, in parts that a line may end after."""
    whites, number, counts = game.sides(), game.first_number, game.game.turn is not None
    yield from _comment(game.comments.get(0))
    shows_number = True  # of Black's move, after which nothing was written yet
    before: bool | None = None
    for i, move in enumerate(game.moves):
        white = whites[i]
        if white and before is False:
            number += 1
        if white and before is not True:
            yield f"{number}."
        elif not white and before is not False and (shows_number or counts):
            yield f"{number}..."
        yield _move(game, i, move)
        yield from _comment(comment := game.comments.get(i + 1))
        shows_number, before = comment is not None, white
    yield str(game.result)


def _comment(text: str | None) -> Iterator[str]:
    if text is not None and text.split():
        yield "{"
        # A closing brace ends a comment, and cannot be written in another way.
        yield from printable_line(" ".join(text.split())).replace("}", ")").split()
        yield "}"


def _move(game: WrittenGame, number: int, move: Any) -> str:
    """The text of a move, which is read back as this move."""
    at, has_texts = game.positions[number], game.game.format is not None or game.game.spell is not None
    text = re.sub(r"\s", "", spelled(game.game, at, move)) if has_texts else re.sub(r"[\s()]", "", _plain(move))
    legal = legal_in_a_file(game.game, at)
    if re.search(r"[{}();\[\]$\"%]", text) or not text or move_among(game.game, at, legal, text) != (move,):
        raise UsageError(f"{game.game.name}: {shown(text)}, which stands for a move, would not be read as that move")
    return text


def _plain(move: Any) -> str:
    return str(tuple(move) if isinstance(move, tuple) else move)


def _wrapped(words: Iterable[str]) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines) + "\n"
