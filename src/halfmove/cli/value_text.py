"""The state of a game, in words for the user."""

from __future__ import annotations

from typing import Any

from halfmove.base.printable import printable_line
from halfmove.cli.played_game import PlayedGame
from halfmove.game import Game
from halfmove.model import Result
from halfmove.players.advantages import GUESS, UNKNOWN, WORDS, advantage, is_known

SIDES = ("the first player", "the second player")


def value(game: Game, found: Result, to_move: int, you: tuple[int, ...]) -> str:
    """What a player found, in words for the user: "you have a small advantage (+0.80)", "you lose in 3".

    you   the sides of the user; if that is not exactly one, the words are about the first player
    """
    side = you[0] if len(you) == 1 else 0
    whom, other = ("you", to_move != side) if len(you) == 1 else (SIDES[0], to_move != side)
    verb, _, rest = found.said.partition(" ")
    if verb in ("wins", "loses"):
        wins = (verb == "wins") != other
        word = ("win" if wins else "lose") + ("" if whom == "you" else "s")
        return f"{whom} {word} {rest}".rstrip()
    if found.said == "draw":
        return "a draw"
    if not is_known(game, found):
        return UNKNOWN
    if found.algorithm == "book" and found.depth is None and found.bound == "estimate":
        return found.said  # a book without values
    guess = f"{GUESS}: " if found.algorithm == "mcts" else ""
    size = advantage(game, found.value)
    if size == WORDS[0]:
        return f"{guess}{size}"
    ahead = to_move if found.value > 0 else 1 - to_move
    has = f"{_name(ahead, you)} {'have' if ahead in you and len(you) == 1 else 'has'}"
    return f"{guess}{has} {size}" + ("" if guess else f" (+{found.said[1:]})")


def _name(side: int, you: tuple[int, ...]) -> str:
    if len(you) != 1:
        return SIDES[side]
    return "you" if side in you else "halfmove"


def ended(match: PlayedGame, you: tuple[int, ...]) -> str:
    """A sentence that says who won a finished game."""
    winner, because = match.winner(), f" ({match.how_it_ended})" if match.how_it_ended else ""
    if winner is None:
        return f"The game is over: a draw{because}."
    score: Any = abs(match.score)
    how = f" {printable_line(match.game.say(score))}" if match.game.say is not None and not because else because
    if len(you) == 1:
        return f"The game is over: {'you win' if winner in you else 'you lose'}{how}."
    return f"The game is over: {SIDES[winner]} wins{how}."
