"""Connect Four searched by other libraries: each function searches to a depth and returns (nodes, seconds).

A library that is not installed raises ImportError; the caller reports it and continues.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

ORDER = (3, 2, 4, 1, 5, 0, 6)
RISE = 7
FULL = sum(0b111111 << (RISE * column) for column in range(7))


def easyai_game() -> Any:
    """Connect Four for easyAI: on the same bitboards as halfmove, with undo, which easyAI recommends for speed."""
    from easyAI import TwoPlayerGame

    class ConnectFour(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self, players: Any) -> None:
            self.players, self.current_player = players, 1
            self.mine = self.mask = self.nodes = 0

        def possible_moves(self) -> list[int]:
            return [column for column in ORDER if not self.mask >> (RISE * column + 5) & 1]

        def make_move(self, column: int) -> None:
            self.nodes += 1
            self.mine ^= self.mask
            self.mask |= self.mask + (1 << RISE * column)

        def unmake_move(self, column: int) -> None:
            stones = self.mask >> (RISE * column) & 0b111111
            self.mask ^= (stones ^ (stones >> 1)) << (RISE * column)
            self.mine ^= self.mask

        def lose(self) -> bool:
            theirs = self.mine ^ self.mask
            for step in (1, RISE, RISE - 1, RISE + 1):
                pairs = theirs & (theirs >> step)
                if pairs & (pairs >> (2 * step)):
                    return True
            return False

        def is_over(self) -> bool:
            return self.mask == FULL or self.lose()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

        def ttentry(self) -> int:
            return self.mine + self.mask  # type: ignore[no-any-return]

    return ConnectFour


def easyai() -> Callable[[int], tuple[int, float]]:
    """easyAI's Negamax."""
    from easyAI import AI_Player, Negamax

    rules = easyai_game()

    def run(depth: int) -> tuple[int, float]:
        ai = Negamax(depth)
        game = rules([AI_Player(ai), AI_Player(ai)])
        began = time.perf_counter()
        ai(game)
        return game.nodes + 1, time.perf_counter() - began

    return run


def open_spiel() -> Callable[[int], tuple[int, float]]:
    """OpenSpiel's Python alpha_beta_search over its own Connect Four, whose rules are C++."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("connect_four")
    nodes: dict[int, int] = {}

    def search(depth: int) -> None:
        minimax.alpha_beta_search(game, value_function=lambda state: 0, maximum_depth=depth)

    def count(depth: int) -> int:
        """The nodes of the same search, counted in a run that is not timed."""
        plain, seen = minimax._alpha_beta, 0

        def counting(*arguments: Any, **named: Any) -> Any:
            nonlocal seen
            seen += 1
            return plain(*arguments, **named)

        minimax._alpha_beta = counting
        try:
            search(depth)
        finally:
            minimax._alpha_beta = plain
        return seen

    def run(depth: int) -> tuple[int, float]:
        if depth not in nodes:
            nodes[depth] = count(depth)
        began = time.perf_counter()
        search(depth)
        return nodes[depth], time.perf_counter() - began

    return run


RIVALS = {"easyAI Negamax": easyai, "OpenSpiel alpha_beta_search": open_spiel}
