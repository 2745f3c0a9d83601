"""The game of a prompt as a PGN file."""

from __future__ import annotations

import re
from datetime import date

from halfmove.base.checks import file_name
from halfmove.cli.played_game import PlayedGame
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.pgn import WrittenGame, read_games
from halfmove.pgn.variants import variant_of
from halfmove.players.levels import named

_FILE = re.compile(r"(.+\.pgn)(?::(\d{1,9}))?", re.IGNORECASE | re.DOTALL)
_CHESS = "chess"


def is_pgn(file: str) -> bool:
    """Whether a name is that of a PGN file, perhaps with the number of a game in it: games.pgn:3."""
    return _FILE.fullmatch(file) is not None


def as_written(played: PlayedGame, you: tuple[int, ...], level: int) -> WrittenGame:
    """The game as it stands."""
    computer = f"halfmove, {named(level)}"
    names = ["a person" if side in you else computer for side in (0, 1)]
    start = None if played.game.write is None else played.start
    place = played.place if played.game.write is None else None
    plain = WrittenGame(played.game, played.moves, start, place=place)
    first, second = ("White", "Black") if plain.white_begins else ("Black", "White")
    tags = {"Event": "halfmove play", "Date": f"{date.today():%Y.%m.%d}", first: names[0], second: names[1]}
    why = {len(played.moves): played.how_it_ended} if played.how_it_ended else {}
    return WrittenGame(played.game, played.moves, start, tags=tags, comments=why, place=place)


def load(file: str, game: Game, what: str) -> PlayedGame:
    """The game in a file."""
    written = _read(file, game)
    played = PlayedGame(game, what, written.position_text, written.start)
    for move in written.moves:
        played.play(move)
    return played


def game_in(file: str) -> str:
    """The text of the game in a file, which must come with halfmove."""
    return variant_of(_read(file, None).game) or _CHESS


def _read(file: str, game: Game | None) -> WrittenGame:
    found = _FILE.fullmatch(file)
    assert found is not None
    path, number = found[1], found[2]
    chosen = None
    for count, written in enumerate(read_games(path, game), 1):
        if number is None and count == 2:
            raise UsageError(f"{file_name(path)} has several games: name one by its number, as in {file_name(path)}:2")
        chosen = written
        if number is not None and count == int(number):
            return written
    if chosen is None or number is not None:
        raise UsageError(f"{file_name(path)} has no game{'' if number is None else f' {number}'}")
    return chosen
