"""Shared by the commands about solved games: opening a database, and its values in words."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import halfmove as hm
from halfmove.base.checks import shown
from halfmove.cli.game_argument import game_from
from halfmove.cli.live import live_line
from halfmove.cli.search import start_from
from halfmove.engine import shapes
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.solving.database import Database, Entry, MoveEntry
from halfmove.solving.statistics import Statistics


def opened(file: str, game: str | None) -> Database:
    """The database in a file. `game` is the text of its game, needed for a user's own game."""
    made = None if game is None else game_from(game, trees=False)
    with live_line() as line:

        def report(done: int, of: int) -> None:
            line(lambda: f"reading {file}: {done / max(of, 1):.0%}")

        try:
            return hm.Database(file, made, report)
        except UsageError as error:
            if made is None and "game=" in str(error):
                raise UsageError(str(error).replace("game=...", "--game my_game.py:game")) from None
            raise


def position_in(game: Game, place: str | None, moves: str | None) -> Any:
    """A position from text: its parts, or as in `halfmove search --position`, and then some moves."""
    parts = None if place is None else _from_parts(game, place)
    if parts is None:
        return start_from(game, place, moves)
    return start_from(replace(game, start=parts), None, moves)


def _from_parts(game: Game, words: str) -> Any:
    """The position written as (1, 3) or Board(mine=1, theirs=3); None if the text is something else."""
    bare = re.sub(r"[A-Za-z_]\w*\s*=|[A-Za-z_]\w*(?=\s*\()", "", words.strip())
    if not re.fullmatch(r"\((?:[\s(),]|-?\d{1,40})*\)", bare):
        return None
    numbers = [int(each) for each in re.findall(r"-?\d+", bare)]
    wanted = shapes.leaves_of(game.start, "the position")
    if len(numbers) != len(wanted):
        raise UsageError(
            f"position {shown(words)} has {len(numbers)} parts, but positions of {game.name} have {len(wanted)}, as in "
            f"{shown(game.start)}"
        )
    if not all(-(1 << 63) <= each < 1 << 64 for each in numbers):
        raise UsageError(f"position {shown(words)} has a part of more than 64 bits")
    position = shapes.builder(game.start)([shapes.as_bits(each) for each in numbers])
    game.check_position(position)
    return position


def said(database: Database, entry: Entry | MoveEntry) -> str:
    """A value and distance in words, for the side to move."""
    value, distance = entry.value, entry.distance
    if value == 0:
        if distance is None:
            return "a draw without end"
        return "a draw" if distance == 0 else f"a draw after {half_moves(distance)}"
    word = value_in_words(database, value)
    return word if distance == 0 or distance is None else f"{word} in {half_moves(distance)}"


def value_in_words(database: Database, value: Any) -> str:
    """A value in words, for the side to move."""
    if value == 0:
        return "a draw"
    word = "won" if value > 0 else "lost"
    if database.game.say is not None:
        return f"{word} {database.game.say(abs(value))}"
    if len(database.scores) > 2:
        return f"{word} with {abs(value):g}" if isinstance(value, float) else f"{word} with {abs(value)}"
    return word


def half_moves(number: int) -> str:
    return f"{number} half-move" + ("" if number == 1 else "s")


def plain(value: Any) -> Any:
    """A score for JSON, which has no infinite numbers."""
    return str(value) if isinstance(value, float) and math.isinf(value) else value


def entry_data(database: Database, entry: Entry | MoveEntry) -> dict[str, Any]:
    return {"value": plain(entry.value), "distance": entry.distance, "said": said(database, entry)}


def statistics_data(found: Statistics) -> dict[str, Any]:
    return {
        "positions": found.positions,
        "won": found.won,
        "lost": found.lost,
        "drawn": found.drawn,
        "values": {str(value): count for value, count in found.values.items()},
        "longest_win": found.longest,
        "bytes": found.bytes,
        "bytes_per_position": found.bytes / max(found.positions, 1),
        "entropy_bits": found.entropy,
    }


def counts_in_words(found: Statistics) -> str:
    counts = f"{found.won:,} won, {found.lost:,} lost, {found.drawn:,} drawn"
    return f"{found.positions:,}: {counts} for the side to move"


def size_in_words(found: Statistics) -> str:
    each = found.bytes / max(found.positions, 1)
    return f"{found.bytes:,} bytes, {each:.2f} a position (entropy of its values: {found.entropy:.2f} bits)"
