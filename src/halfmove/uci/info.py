"""What a player found, as the `info` and `bestmove` lines of the protocol."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from halfmove.game import Game
from halfmove.model import Result
from halfmove.players.deepening import is_decided
from halfmove.players.move_text import written
from halfmove.players.saying import moves_of_winner

NO_MOVE = "(none)"  # as Stockfish writes it; some programs would play 0000, the null move of the protocol, as a move
_MOST = 32_000  # hundredths of a point; programs keep scores in 16 bits


def info(
    game: Game, result: Result, seconds: float, nodes: int, fill: int, rank: int = 1, line: Iterable[Any] = ()
) -> str:
    """The `info` line of a result.

    seconds   since the search began
    nodes     that were visited since then
    fill      how full the table is, in thousandths
    rank      1 is the best move, 2 the next one
    line      the moves, if more of them are known than the result says
    """
    moves, deepest = tuple(line) or result._known_line, result.counters.get("deepest")
    parts = [] if result.depth is None else [f"depth {result.depth}"]
    parts += [] if result.depth is None or deepest is None else [f"seldepth {max(deepest, result.depth)}"]
    parts += [f"multipv {rank}", f"score {score(game, result)}", f"nodes {nodes}"]
    parts += [f"nps {int(nodes / seconds)}"] if seconds > 0 else []
    parts += [f"hashfull {fill}", f"time {int(1000 * seconds)}"]
    parts += [f"pv {' '.join(written(game, move) for move in moves)}"] if moves else []
    return f"info {' '.join(parts)}"


def score(game: Game, result: Result) -> str:
    """A value for the side to move: in hundredths of a point, or the moves to a proven end."""
    if is_decided(result):
        moves = moves_of_winner(result)
        if moves is not None:
            return f"mate {moves if result.value > 0 else -moves}"
        return f"cp {hundredths(game, result.value)}"
    bound = {"lower": " lowerbound", "upper": " upperbound"}.get(result.bound, "")
    return f"cp {hundredths(game, result.value)}{bound}"


def hundredths(game: Game, value: Any) -> int:
    """A value in hundredths of a point, within what programs can show."""
    if math.isinf(value):
        return _MOST if value > 0 else -_MOST
    hundred: int = round(max(-_MOST, min(_MOST, 100 * value / game.unit)))
    return hundred


def score_of_end(game: Game, value: Any) -> str:
    """The score of a finished game for the side to move."""
    return "mate 0" if value < 0 else f"cp {hundredths(game, value)}"


def best_move(game: Game, position: Any, result: Result | None) -> str:
    """The `bestmove` line: the move, and the answer that is expected."""
    if result is None or result.move is None:
        return f"bestmove {NO_MOVE}"
    words = f"bestmove {written(game, result.move)}"
    child = game.next(position, result.move)
    line = result._known_line
    if len(line) > 1 and not game.moves_again(position, child) and not game.outcome(child)[0]:
        words += f" ponder {written(game, line[1])}" if line[1] in game.legal(child) else ""
    return words
