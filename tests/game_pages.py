"""What the tests of game pages share: games, and a game that a page shows, replayed by Python's own rules."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import halfmove as hm

_EXAMPLES = Path(__file__).parent.parent / "examples"
GAMES = {
    "nim": "nim:3,4,5",
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "othello": "othello:6",
    "kalah": "kalah:4,3",
    "checkers": "checkers",
    "breakthrough": "breakthrough:5,5",
    "hex": "hex:5,swap=yes",
    "gomoku": "gomoku:7,4",
    "domineering": "domineering:5,5",
    "chess": "chess",
    "chess_endgame": "chess_endgame",
    "l_game": "l_game",
    "dots_and_boxes": "dots_and_boxes:2,2",
    "nine_mens_morris": "nine_mens_morris",
    "kayles": f"{_EXAMPLES}/kayles.py:game",
    "clobber": f"{_EXAMPLES}/clobber.py:game",
}


def replayed(game: hm.Game, link: str) -> tuple[Any, bool, list[Any]]:
    """The game in a link: where it stands, whether the second player is to move, and its moves."""
    at, second, moves = game.start, False, []
    found = re.match(r"#g=([0-9a-z.]*)", link)
    for word in found[1].split(".") if found and found[1] else []:
        legal = game.legal(at)
        moves.append(legal[int(word, 36)])
        child = game.next(at, moves[-1])
        at, second = child, second if game.moves_again(at, child) else not second
    return at, second, moves


def data_of(page: str) -> dict[str, Any]:
    """The data in a page."""
    packed = re.search(r'id="halfmove-packed">([^<]*)<', page)
    assert packed is not None
    found: dict[str, Any] = json.loads(json.loads(zlib.decompress(base64.b64decode(packed[1])))[1])
    return found
