"""Games of a match in a file, so that one that was killed goes on.

A file is JSON: what was played by whom, every pair that is finished, and a checksum over all of it. It is written whole
or stays as it was. One that holds another match, or was damaged, is refused and left alone.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import halfmove
from halfmove import outputs
from halfmove.bytecode import code_hash
from halfmove.checks import file_name
from halfmove.errors import UsageError
from halfmove.matches.one_game import Effort, GameRecord
from halfmove.matches.plans import Match
from halfmove.matches.standings import Pair

_KIND, _VERSION = "halfmove match", 1
_EVERY = 1.0  # seconds between two writings
_SHARE = 20  # and so many times as long as one of them takes
_PLAYING = (
    "*.py",
    "algorithms/*.py",
    "parts/*.py",
    "engine/*.py",
    "games/*.py",
    "books/*.py",
    "play/**/*.py",
    "matches/*.py",
)


@cache
def signature() -> str:
    """Which halfmove plays, by its code."""
    package = Path(halfmove.__file__).parent
    files = sorted(file for pattern in _PLAYING for file in package.glob(pattern))
    code = code_hash(file.read_text(encoding="utf-8") for file in files)[:12]
    return f"{halfmove.__version__} ({code})"


class MatchFile:
    """Where the pairs of a match are kept."""

    def __init__(self, path: str) -> None:
        self.path = path
        outputs.check(path)
        self._next = 0.0

    def __repr__(self) -> str:
        return f"MatchFile({file_name(self.path)})"

    def exists(self) -> bool:
        return Path(self.path).exists()

    def read(self, match: Match) -> dict[int, Pair]:
        """The pairs that the file holds, by number. Raises UsageError if they are of another match."""
        try:
            data = json.loads(Path(self.path).read_text(encoding="utf-8"))
        except OSError as error:
            raise UsageError(f"cannot read {file_name(self.path)}: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise UsageError(f"{file_name(self.path)} is no file of a match, or damaged; name another") from None
        if not isinstance(data, dict) or data.get("kind") != _KIND or data.get("version") != _VERSION:
            raise UsageError(f"{file_name(self.path)} is no file of a match; name another")
        if data.pop("checksum", None) != _checksum(data):
            raise UsageError(f"{file_name(self.path)} is damaged and left as it is; name another")
        wanted = _head(match)
        for name, ours in wanted.items():
            if data["match"].get(name) != ours:
                raise UsageError(
                    f"{file_name(self.path)} holds another match: its {name} is {data['match'].get(name)}, and not "
                    f"{ours}; name another file"
                )
        return {number: (one, other) for number, one, other in map(_pair, data["pairs"])}

    def write(self, match: Match, pairs: Mapping[int, Pair], at_once: bool = False) -> None:
        """Write all pairs, unless that was done a moment ago."""
        if not at_once and time.monotonic() < self._next:
            return
        began = time.monotonic()
        data: dict[str, Any] = {"kind": _KIND, "version": _VERSION, "match": _head(match)}
        data["pairs"] = [[asdict(game) for game in pairs[number]] for number in sorted(pairs)]
        data["checksum"] = _checksum(data)
        outputs.write(json.dumps(data) + "\n", self.path)
        now = time.monotonic()
        self._next = now + max(_EVERY, _SHARE * (now - began))


def _head(match: Match) -> dict[str, Any]:
    return match.identity | {"halfmove": signature()}


def _checksum(data: dict[str, Any]) -> str:
    return hashlib.blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=8).hexdigest()


def _pair(games: list[dict[str, Any]]) -> tuple[int, GameRecord, GameRecord]:
    one, other = map(_game, games)
    return one.pair, one, other


def _game(fields: dict[str, Any]) -> GameRecord:
    first, second = (Effort(*each) for each in fields["efforts"])
    return GameRecord(**fields | {"moves": tuple(fields["moves"]), "efforts": (first, second)})


def as_lines(match: Match, games: Iterable[GameRecord]) -> str:
    """The games as JSON, one on each line."""
    lines = []
    names = [str(player) for player in match.players]
    for game in games:
        result = {1.0: "player 1", 0.0: "player 2", 0.5: "draw"}[game.score]
        lines.append(
            {"game": str(match.game), "pair": game.pair, "number": game.number}
            | {"player_1": names[0], "player_2": names[1], "first": f"player {game.first}", "winner": result}
            | {"end": game.end, "note": game.note, "opening": list(game.moves[: game.opening])}
            | {"moves": list(game.moves[game.opening :])}
        )
    return "".join(json.dumps(line) + "\n" for line in lines)
