"""What a player is asked for, checked before anything is done."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.base.checks import is_finite, shown, whole
from halfmove.books.foreign import opened_book
from halfmove.engine import Endgames
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.model import Limits
from halfmove.players.from_book import Opening
from halfmove.solving.database import database_for

if TYPE_CHECKING:
    from halfmove.players.levels import Level
    from halfmove.players.player import Player


SWITCHES = (
    "table",
    "killers",
    "history",
    "ordering",
    "quiescence",
    "reductions",
    "skips",
    "pruning",
    "gains",
    "shallower",
    "deeper",
    "aspiration",
    "extensions",
    "repetitions",
)  # the parts of a search that a player switches on and off
_SHORT_CUTS = ("reductions", "pruning", "deeper", "aspiration")  # on where the game allows them
_NEED_HOOKS = {"skips": "skip", "gains": "gain", "extensions": "urgent", "repetitions": "lasting"}


def check_limits(limits: Limits | None) -> None:
    if limits is not None and limits.memory is not None:
        raise UsageError("a player's memory is its argument memory=...: leave it out of Limits")


def opened_endgames(game: Game, given: Iterable[Any]) -> tuple[Endgames | None, tuple[Any, ...]]:
    """(the databases, the tables of other programs); files and folders are opened."""
    opened = [opened_knowledge(game, each) for each in given]
    tables = tuple(each for each in opened if not hasattr(each, "numbering") and callable(getattr(each, "moves", None)))
    databases = [each for each in opened if each not in tables]
    return Endgames(game, databases) if databases else None, tables


def opened_knowledge(game: Game, given: Any) -> Any:
    """A database in a file, tables of other programs in a folder, or what is open already."""
    if not isinstance(given, str | os.PathLike):
        return given
    if os.path.isdir(given) and "tables" in game.readers:
        return game.readers["tables"](os.fspath(given))
    return database_for(game, given)


def check_choice(player: Player, depth: int | None, **given: bool) -> None:
    """Refuse what this player cannot do. `given` says which other arguments are given."""
    if depth is not None:
        whole("depth", depth, 1)
    for name, is_given in {"depth": depth is not None, **given}.items():
        if is_given and player.method in ("mcts", "best_first"):
            raise UsageError(f"{name}= is for a player that searches to a depth, not for method={player.method!r}")
        if is_given and player.level is not None:
            raise UsageError(f"{name}= is for a player without a level: leave it out, or make one without level=")


def search_options(game: Game, switches: Sequence[bool | None]) -> dict[str, Any]:
    """The parts of a search by name, switched on or off: as given, in the order of SWITCHES, else as suits the game."""
    given = dict(zip(SWITCHES, switches, strict=True))
    if given["skips"] and game.skip is None:
        raise UsageError(f"{game.name} has no `skip` hook: skips=True needs one")
    usual = dict.fromkeys(_SHORT_CUTS, game.selective)
    usual |= {name: getattr(game, hook) is not None for name, hook in _NEED_HOOKS.items()}
    options = {name: usual[name] if value is None else value for name, value in given.items()}
    return {"transpositions": options.pop("table"), **options}


def check_level(number: int | None, level: Level | None, method: str) -> None:
    """Refuse a method that does not do what a level is."""
    if level is not None and level.depth is not None and method in ("mcts", "best_first"):
        raise UsageError(
            f"level={number} looks {level.depth} half-moves ahead, which method={method!r} does not do: "
            f"use method='search', or level 9 or 10"
        )


def check_some(moves: tuple[Any, ...], legal: list[Any]) -> None:
    """Check that the moves to choose from are legal, and that there is one."""
    if not moves:
        raise UsageError("moves= must name the moves to choose from, at least one")
    for move in moves:
        if move not in legal:
            raise UsageError(f"moves=: {shown(move)} is not a legal move there")


def chosen_moves(game: Game, position: Any, moves: Iterable[Any] | None) -> tuple[Any, ...] | None:
    """The moves to choose from, in the order of the rules; None: all of them."""
    if moves is None:
        return None
    given, legal = tuple(moves), [] if game.outcome(position)[0] else game.legal(position)
    check_some(given, legal)
    return tuple(move for move in legal if move in given)


def opening_from(book: Any, game: Game, variety: float, seed: int) -> Opening | None:
    """The opening book of a player, if it has one."""
    if not is_finite(variety) or variety < 0:
        raise UsageError(f"variety must be points from 0 on, not {shown(variety)}")
    return None if book is None or book is False else Opening(opened_book(book, game), variety, seed)
