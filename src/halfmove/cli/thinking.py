"""Let a player search, and show its thoughts while it does."""

from __future__ import annotations

from typing import Any

from halfmove.cli import text
from halfmove.cli.live import live_line, ticking
from halfmove.model import Result
from halfmove.players.player import Player

MEMORY = "64 MB"  # of a player's table
TITLES = {
    "player": "searches deeper and deeper",
    "solver": "solves to the end of the game",
    "mcts": "plays random games: Monte-Carlo tree search",
}


def chosen(player: Player, position: Any, depth: int | None = None) -> Result:
    """The best move, within the player's limits."""
    with live_line() as line:
        return player.choose(
            position, depth=depth, live=lambda result: line(lambda: _thought(player, position, result))
        )


def solved(player: Player, position: Any) -> Result:
    """The exact value, or a bound if the player's limits end the search."""
    with live_line() as line, ticking(line, f"solving {player.game.name}"):
        result = player.solve(position, limits=player.limits)
        _ = result.line  # computing it may take as long
        return result


def _thought(player: Player, position: Any, result: Result) -> str:
    depth = f"depth {result.depth}: " if result.depth else ""
    return f"{depth}{result.said}, {text.spelled_line(player.game, position, result._known_line)}"
