"""One game of a match: legal moves only, each of them timed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, NamedTuple

from halfmove.base.checks import shown
from halfmove.base.faults import error_text
from halfmove.game import Game
from halfmove.matches.entrant import Choice, Entrant, Turn
from halfmove.repetition import how_it_ended, outcome_in_game
from halfmove.uci.process import EngineFailed

# A move is late if it exceeds its time by more than both: seconds, part of its time. For a clock only the first counts.
_GRACE, _SHARE = 0.01, 0.1


class Effort(NamedTuple):
    """What one player's moves in a game cost.

    moves     how many moves it made
    seconds   for all of them; `slowest` is the longest time of one move
    late      how many moves took longer than allowed
    counted   for how many moves the nodes are known; `nodes` is their sum
    looked    for how many moves the depth is known; `depths` is their sum
    plain     how many moves were found in plain Python
    """

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    late: int = 0
    counted: int = 0
    nodes: int = 0
    looked: int = 0
    depths: int = 0
    plain: int = 0

    def with_move(self, choice: Choice, seconds: float, late: bool) -> Effort:
        return Effort(
            self.moves + 1,
            self.seconds + seconds,
            max(self.slowest, seconds),
            self.late + late,
            self.counted + (choice.nodes is not None),
            self.nodes + int(choice.nodes or 0),
            self.looked + (choice.depth is not None),
            self.depths + int(choice.depth or 0),
            self.plain + (choice.compiled is False),
        )

    def __add__(self, other: Any) -> Effort:
        summed = [one + two for one, two in zip(self, other, strict=True)]
        return Effort(*summed)._replace(slowest=max(self.slowest, other.slowest))


@dataclass(frozen=True)
class GameRecord:
    """A game that was played.

    Attributes
    ----------
    pair, number : int
        The number of the opening, from 1, and which of its two games this is, 1 or 2.
    first : int
        The player that moves first at the start of the game, 1 or 2.
    score : float
        The score of player 1: 1, 0.5 or 0.
    end : str
        "over", or why the game ended early: "illegal", "error", "time" or "length".
    note : str
        What went wrong, or what ended the game if the last position does not show it, such as a repetition.
    opening : int
        How many of the moves are the opening.
    moves : tuple of str
        The moves as the game writes them.
    efforts : tuple of Effort
        What the moves of player 1 and of player 2 cost.
    """

    pair: int
    number: int
    first: int
    score: float
    end: str
    note: str
    opening: int
    moves: tuple[str, ...]
    efforts: tuple[Effort, Effort]


def is_late(seconds: float, allowed: float, by_clock: bool = False) -> bool:
    """Whether a move took too long for its time, or for what was left on its clock."""
    return seconds > allowed + (_GRACE if by_clock else max(_GRACE, _SHARE * allowed))


def play_game(
    game: Game, opening: tuple[Any, ...], players: tuple[Entrant, Entrant], first: int, longest: int, pair: int
) -> GameRecord:
    """Play a game to its end, or until it has `longest` half-moves.

    players   player 1 and player 2, after their `begin`
    first     the player that moves first at the start of the game, 1 or 2
    """
    line, moves, made, side = [game.start], list[Any](), list[str](), 0
    for move in opening:
        side = _go_on(game, line, moves, made, move, side)
    efforts = [Effort(), Effort()]
    clocks = [player.spec.clock for player in players]
    end, note, score = "length", f"stopped after {longest} half-moves", 0.5
    while True:
        at = line[-1]
        over, value = outcome_in_game(game, line)
        who = (first - 1) ^ side  # 0 is player 1
        if over:
            end, note = "over", how_it_ended(game, line)
            score = 0.5 if value == 0 else float((value > 0) == (who == 0))
            break
        if len(made) >= longest:
            break
        turn = Turn(tuple(line[:-1]), tuple(moves), bool(side), clocks[who], clocks[1 - who])
        legal, began = game.legal(at), time.perf_counter()
        try:
            choice = players[who].choose(at, turn)
            seconds = time.perf_counter() - began
            found = bool(choice.move in legal)
        except (Exception, SystemExit) as error:
            end, note, score = "error", f"move {len(made) + 1}: {_in_one_line(error)}", float(who)
            break
        spec, clock = players[who].spec, clocks[who]
        allowed = spec.seconds if clock is None else clock[0]
        late = allowed is not None and is_late(seconds, allowed, clock is not None)
        efforts[who] = efforts[who].with_move(choice, seconds, late)
        if not found:
            what = f"{shown(choice.move)} is not a legal move; the legal moves are {shown(legal)}"
            end, note, score = "illegal", f"move {len(made) + 1}: {what}", float(who)
            break
        if late and spec.loses_by_time:
            end, score = "time", float(who)
            note = f"move {len(made) + 1}: it took {seconds:.3f} seconds, and there were {allowed:.3f}"
            break
        if clock is not None:
            clocks[who] = clock._replace(seconds=max(clock.seconds - seconds, 0.0) + clock.added)
        side = _go_on(game, line, moves, made, legal[legal.index(choice.move)], side)
    return GameRecord(
        pair, first, first, score, end, note, len(opening), tuple(made), (efforts[0], efforts[1])
    )  # fmt: skip


def _go_on(game: Game, line: list[Any], moves: list[Any], made: list[str], move: Any, side: int) -> int:
    """Make a move. Returns the side to move after it: 0 is the side that began."""
    line.append(game.next(line[-1], move))
    moves.append(move)
    made.append(written(game, move))
    return 1 - side if game.turn is None else int(game.call("turn", line[-1]) != game.call("turn", game.start))


def written(game: Game, move: Any) -> str:
    """A move as the game writes it, in one word."""
    plain = tuple(move) if isinstance(move, tuple) else move
    return (game.format(move) if game.format is not None else str(plain)).replace(" ", "")


def _in_one_line(error: BaseException) -> str:
    """An error in one line, with the call, its file and line; what is wrong with an engine is a sentence."""
    return " ".join((str(error) if isinstance(error, EngineFailed) else error_text(error)).split())
