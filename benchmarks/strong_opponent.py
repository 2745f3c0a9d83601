"""The effect of each hook on a player of examples/strong_opponent.py: the table of docs/a-strong-opponent.md.

    python benchmarks/strong_opponent.py             hook by hook
    python benchmarks/strong_opponent.py --depths    one player at two depths

Each row has the hooks of all rows above it, and plays against the row above. Times are processor times, which other
programs hardly affect. For each move of a game, a player has the number of nodes that it searches in A_MOVE seconds.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from random_games import random_lines

import halfmove as hm

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
from strong_opponent import HOOKS, pawns

DEPTH = 10  # half-moves to which nodes are counted
ENDINGS = 8  # random moves before a position is solved
OPENING, PAIRS, A_MOVE = 4, 100, 0.005  # random moves before a game; pairs of games; seconds for each move


def openings(game: hm.Game, moves: int, count: int, seed: int) -> Iterator[Any]:
    """Positions after random moves in which no move ends the game."""
    found = (at for _, at in random_lines(game, range(moves, moves + 1), seed))
    return islice((at for at in found if not any(game.outcome(game.next(at, m))[0] for m in game.legal(at))), count)


def searched(game: hm.Game) -> str:
    """The average number of nodes of a search to a depth."""
    player, nodes = hm.Player(game, hm.Limits(), method="search"), 0
    for p in openings(game, OPENING, 20, seed=1):
        player.forget()
        nodes += player.choose(p, depth=DEPTH).counts.nodes
    return f"{nodes / 20:,.0f}"


def speed(game: hm.Game) -> float:
    """The nodes per second of a player that chooses a move."""
    player, nodes = hm.Player(game, hm.Limits(nodes=100_000)), 0
    player.prepare()
    began = time.process_time()
    for p in openings(game, OPENING, 20, seed=1):
        nodes += player.choose(p).counts.nodes
    return nodes / (time.process_time() - began)


def solved(game: hm.Game) -> list[str]:
    """Millions of nodes and seconds to solve ten positions."""
    player, nodes = hm.Player(game, compiled=True), 0
    player.solve(limits=hm.Limits(nodes=1))
    began = time.process_time()
    for p in openings(game, ENDINGS, 10, seed=2):
        player.forget()
        nodes += player.solve(p).counts.nodes
    return [f"{nodes / 1e6:.1f}", f"{time.process_time() - began:.1f}"]


def match(players: list[hm.Player], pairs: int = PAIRS, depths: tuple[int | None, int | None] = (None, None)) -> str:
    """The number of games that the first of two players wins, in pairs of games from the same opening."""
    game, won = players[0].game, 0
    for p in openings(game, OPENING, pairs, seed=3):
        for first in (0, 1):
            at, turn = p, first
            for player in players:
                player.forget()
            while not game.outcome(at)[0]:
                at = game.next(at, players[turn].choose(at, depth=depths[turn]).move)
                turn = 1 - turn
            won += turn == 1  # the side to move has lost
    return f"{won} of {2 * pairs}"


def main() -> None:
    print(f"| hooks | nodes to depth {DEPTH} | thousand nodes a second | million to solve | seconds | games won |")
    print("|---|---|---|---|---|---|")
    before: list[hm.Player] = []
    for count in range(len(HOOKS) + 1):
        names = list(HOOKS)[:count]
        game = pawns(*names)
        rate = speed(game)
        player = hm.Player(game, hm.Limits(nodes=int(rate * A_MOVE)), memory="4 MB")
        player.prepare()
        cells = [searched(game), f"{rate / 1000:,.0f}", *solved(game), match([player, *before]) if before else ""]
        print("| " + " | ".join([f"+ `{names[-1]}`" if names else "none", *cells]) + " |", flush=True)
        before = [player]


def parity() -> None:
    players = [hm.Player(pawns("evaluate"), hm.Limits()) for _side in range(2)]
    for depths in ((9, 8), (9, 10), (11, 10), (11, 12), (13, 12)):
        print(f"| {depths[0]} against {depths[1]} | {match(players, PAIRS // 2, depths)} |", flush=True)


if __name__ == "__main__":
    parity() if "--depths" in sys.argv else main()
