"""Random games with checksums of Python's own answers. A page plays them again when it is opened, and compares."""

from __future__ import annotations

import math
import random
import re
import time
from collections.abc import Iterator
from typing import Any

from halfmove.base.checks import is_whole
from halfmove.conformance.clicks import clicked
from halfmove.engine import shapes
from halfmove.errors import NotCompilable
from halfmove.game import Game, written
from halfmove.players.move_text import spelled

_GAMES, _HALF_MOVES = 8, 240  # half-moves in all
_SECONDS = 2.0  # rules may be slow
_TEXTS = 60  # positions whose texts are compared, too
_MOST_SCORE = 1 << 53  # larger ones are not exact in JavaScript
_MOST_MOVES = 400  # a page need not list more moves of a position to be sure


def samples(
    game: Game, real: bool, seed: int = 1, plain: bool = False, most_moves: float = math.inf, spells: bool = False
) -> list[dict[str, Any]]:
    """Random games as plain data: the numbers of their moves, and the checksums of their positions.

    plain        without checksums, for a game whose positions are no numbers
    most_moves   a position must have fewer moves
    spells       the page shows moves as players write them down
    """
    chance, until, left, texts = random.Random(seed), time.perf_counter() + _SECONDS, _HALF_MOVES, _TEXTS
    found = []
    for _ in range(_GAMES):
        at, second, path = game.start, False, list[int]()
        rules, words = list[int](), list[int]()
        while True:
            if not plain:
                rules.append(checksum(rules_text(game, at, real)))
            if texts > 0 and not plain:
                words.append(checksum(texts_text(game, at, second, spells)))
            texts, left = texts - 1, left - 1
            if left <= 0 or game.outcome(at)[0] or time.perf_counter() > until:
                break
            moves = game.legal(at)
            if len(moves) >= most_moves:
                raise NotCompilable(f"{game.name}: a position has {len(moves):,} moves, too many for a page")
            path.append(chance.randrange(len(moves)))
            child = game.next(at, moves[path[-1]])
            second = second if game.moves_again(at, child) else not second
            at = child
        found.append({"path": path, "rules": rules, "texts": words})
        if left <= 0 or time.perf_counter() > until:
            break
    return found


def rules_text(game: Game, at: Any, real: bool) -> str:
    """What the rules say at a position, as a page writes it for its checksum."""
    over, score = game.outcome(at)
    if over:
        return f"over {_score(score, real)}"
    rows = []
    for move in game.legal(at, _MOST_MOVES):
        child = game.next(at, move)
        again = int(game.moves_again(at, child))
        rows.append(f"{_words(move)} {_words(child)} {again}")
    return "\n".join(rows)


def texts_text(game: Game, at: Any, second: bool, spells: bool = False) -> str:
    """What people read at a position."""
    rows = [game.picture(at, second)]
    for move in [] if game.outcome(at)[0] else game.legal(at, _MOST_MOVES):
        places = clicked(game, at, move)
        name = spelled(game, at, move) if spells else written(game, move)
        rows.append(name + ("" if places is None else str(places).replace(" ", "")))
    return "\n".join(rows)


def checksum(text: str) -> int:
    """FNV-1a of 32 bits over the UTF-8 of a text. A page computes the same."""
    code = 0x811C9DC5
    for byte in text.encode("utf-8", "surrogatepass"):
        code = (code ^ byte) * 0x01000193 & 0xFFFFFFFF
    return code


def _words(x: Any) -> str:
    return ",".join(str(shapes.as_bits(each)) for each in shapes.leaves_of(shapes.canonical(x), ""))


def _score(score: Any, real: bool) -> str:
    if math.isinf(score):
        return "inf" if score > 0 else "-inf"
    if not real and abs(score) > _MOST_SCORE:
        raise NotCompilable(f"a score of {score} is beyond 2**53, too large for a page")
    return str(shapes.as_bits(float(score)) if real else int(score))


def side_names(game: Game, played: list[dict[str, Any]]) -> list[str] | None:
    """What the texts call the two players, if they say who is to move: ["X", "O"]; else None."""
    names: tuple[set[str], set[str]] = set(), set()
    for at, second in positions(game, played):
        found = re.findall(r"^\s*(.{1,20}?) (?:is )?to move\W*$", game.picture(at, second), re.MULTILINE)
        names[second].update(found or [""])
    if any(len(each) != 1 for each in names) or names[0] == names[1] or "" in names[0] | names[1]:
        return None
    return [*names[0], *names[1]]


def positions(game: Game, played: list[dict[str, Any]]) -> Iterator[tuple[Any, bool]]:
    """The positions of the samples, but those where the game is over; and whether the second player is to move."""
    for each in played:
        at, second = game.start, False
        for number in each["path"]:
            yield at, second
            child = game.next(at, game.legal(at)[number])
            second = second if game.moves_again(at, child) else not second
            at = child


def whole_results(game: Game, played: list[dict[str, Any]]) -> bool:
    """Whether `result` returns whole numbers, as far as the samples show."""
    for each in played:
        at = game.start
        for number in each["path"]:
            at = game.next(at, game.legal(at)[number])
        over, score = game.outcome(at)
        if over and not is_whole(score):
            return False
    return True
