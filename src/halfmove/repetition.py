"""Positions that occur again in a game: how often, and whether that ends it.

What counts as the same position is the game's `uncounted`, how far back to look its `lasting`, and how often a position
must occur its `occurrences`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.game import Game

_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}


def occurrences_of_last(game: Game, positions: Sequence[Any]) -> int:
    """How often the last of the positions of a game has occurred, itself included.

    Parameters
    ----------
    game : Game
        The game.
    positions : sequence
        The positions of a game from its start on, at least one.
    """
    if game.lasting is None or game.outcome(positions[-1])[0]:
        return 1
    step = repeats_after(game)
    last, *earlier = [without_counts(game, each) for each in since_progress(game, positions)[::-step]]
    return 1 + earlier.count(last)


def outcome_in_game(game: Game, positions: Sequence[Any]) -> tuple[bool, Any]:
    """Whether a game is over at the last of its positions, by its rules or by repetition, and its score there.

    Parameters
    ----------
    game : Game
        The game.
    positions : sequence
        The positions of a game from its start on, at least one.
    """
    over, score = game.outcome(positions[-1])
    if not over and game.occurrences and occurrences_of_last(game, positions) >= game.occurrences:
        return True, game.repetition_score
    return over, score


def how_it_ended(game: Game, positions: Sequence[Any]) -> str:
    """What ended a game that is over, in words, if the last position alone does not show it; else an empty text.

    Parameters
    ----------
    game : Game
        The game.
    positions : sequence
        The positions of a game from its start on, at least one.

    Returns
    -------
    str
        Such as "the same position for the third time", or "100 half-moves without progress".
    """
    last = positions[-1]
    over, score = game.outcome(last)
    if over:
        patient = game.patience and score == 0 and int(game.call("lasting", last)) >= game.patience
        return f"{game.patience} half-moves without progress" if patient else ""
    if not outcome_in_game(game, positions)[0]:
        return ""
    return words_of_repetition(occurrences_of_last(game, positions))


def words_of_repetition(count: int) -> str:
    """What a position is that has occurred so many times."""
    return f"the same position for the {_ORDINALS.get(count, f'{count}th')} time"


def repeats_after(game: Game) -> int:
    """After how many half-moves, or a multiple of them, a position can come again with the same side to move."""
    return 2 if game.turn is None else 1


def since_progress(game: Game, positions: Sequence[Any]) -> Sequence[Any]:
    """The last positions of a game, as far back as the very last of them may have occurred before. It is not over."""
    back = max(int(game.call("lasting", positions[-1])), 0)
    return positions[max(len(positions) - 1 - back, 0) :]


def without_counts(game: Game, position: Any) -> Any:
    """What is compared of a position to see whether it came again."""
    return position if game.uncounted is None else game.call("uncounted", position)
