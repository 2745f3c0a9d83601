"""What a player is asked for, checked before anything is done."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from halfmove.base.checks import shown, whole
from halfmove.engine import Endgames
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.model import Limits
from halfmove.solving.database import database_for

if TYPE_CHECKING:
    from halfmove.players.player import Player


def check_limits(limits: Limits | None) -> None:
    if limits is not None and limits.memory is not None:
        raise UsageError("a player's memory is its argument memory=...: leave it out of Limits")


def opened_endgames(game: Game, given: Iterable[Any]) -> Endgames | None:
    """The databases; files are opened."""
    opened = [database_for(game, each) if isinstance(each, str | os.PathLike) else each for each in given]
    return Endgames(game, opened) if opened else None


def check_choice(player: Player, depth: int | None, **given: bool) -> None:
    """Refuse what this player cannot do. `given` says which other arguments are given."""
    if depth is not None:
        whole("depth", depth, 1)
    for name, is_given in {"depth": depth is not None, **given}.items():
        if is_given and player.method in ("mcts", "best_first"):
            raise UsageError(f"{name}= is for a player that searches to a depth, not for method={player.method!r}")
        if is_given and player.level is not None:
            raise UsageError(f"{name}= is for a player without a level: leave it out, or make one without level=")


def check_some(moves: tuple[Any, ...], legal: list[Any]) -> None:
    """Check that the moves to choose from are legal, and that there is one."""
    if not moves:
        raise UsageError("moves= must name the moves to choose from, at least one")
    for move in moves:
        if move not in legal:
            raise UsageError(f"moves=: {shown(move)} is not a legal move there")
