"""Matches in Connect Four at equal time: halfmove's player and its random games against players of other libraries.

    python benchmarks/against_rivals.py [--games 40] [--time 0.05] [--jobs 1]

easyAI        Negamax with its own transposition table, one half-move deeper each time as long as that fits the time
OpenSpiel     its MCTS bot in C++ with random playouts: as many as fit the time, measured at the first move

Both get the same time for a move as halfmove's players; the average time that they used is printed. Needs
`pip install easyAI open_spiel`; a library that is not installed is named and left out.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from rivals import FULL, RISE, easyai_game

SECONDS = "RIVALS_SECONDS"  # the variable with the time for a move: a rival has no options
TRIAL = 200  # playouts with which OpenSpiel's speed is measured


def allowed() -> float:
    return float(os.environ.get(SECONDS, "0.05"))


class EasyAI:
    """easyAI's Negamax, deeper and deeper."""

    def __init__(self, game: Any) -> None:
        from easyAI import TranspositionTable

        self.rules, self.table = easyai_game(), TranspositionTable

    def choose(self, position: Any) -> int:
        from easyAI import AI_Player, Negamax

        began, best, depth = time.perf_counter(), None, 0
        left = bin(FULL & ~position.mask).count("1")
        table = self.table()
        while depth < left:
            depth += 1
            ai = Negamax(depth, tt=table)
            game = self.rules([AI_Player(ai), AI_Player(ai)])
            game.mine, game.mask = position.mine, position.mask
            before = time.perf_counter()
            best = ai(game)
            last = time.perf_counter() - before
            if time.perf_counter() - began + last > allowed():  # the next one takes longer; on average the time is kept
                break
        assert best is not None
        return int(best) + 1


class OpenSpiel:
    """OpenSpiel's MCTS bot."""

    def __init__(self, game: Any) -> None:
        import pyspiel

        self.rules = pyspiel.load_game("connect_four")
        self.state: Any = None
        self.mask = 0

    def bot(self, playouts: int) -> Any:
        import pyspiel

        judge = pyspiel.RandomRolloutEvaluator(1, 1)
        return pyspiel.MCTSBot(
            self.rules, judge, 2.0, playouts, 1000, True, 1, False, pyspiel.ChildSelectionPolicy.UCT
        )  # fmt: skip

    def choose(self, position: Any) -> int:
        if self.state is None:
            self.state = self.rules.new_initial_state()
            for column in line_to(position.mine, position.mask):
                self.state.apply_action(column)
            began = time.perf_counter()
            self.bot(TRIAL).step(self.state)
            self.playouts = max(TRIAL, int(TRIAL * allowed() / (time.perf_counter() - began)))
        else:
            self.state.apply_action(((position.mask & ~self.mask).bit_length() - 1) // RISE)
        action = self.bot(self.playouts).step(self.state)
        self.state.apply_action(action)
        self.mask = position.mask | position.mask + (1 << RISE * action)
        return int(action) + 1


def line_to(mine: int, mask: int) -> list[int]:
    """Some order of moves that leads to a board with few stones.

    >>> line_to(0b01, 0b11)
    [0, 0]
    """
    count = mask.bit_count()
    first = mine if count % 2 == 0 else mine ^ mask

    def lead(line: list[int], heights: tuple[int, ...]) -> list[int] | None:
        if len(line) == count:
            return line
        for column in range(7):
            square = RISE * column + heights[column]
            if mask >> square & 1 and (first >> square & 1) == (len(line) % 2 == 0):
                grown = tuple(h + (c == column) for c, h in enumerate(heights))
                found = lead([*line, column], grown)
                if found is not None:
                    return found
        return None

    found = lead([], (0,) * 7)
    assert found is not None
    return found


RIVALS = {"EasyAI": "easyAI", "OpenSpiel": "pyspiel"}


def main() -> None:
    from halfmove import matches
    from halfmove.matches.standings import means

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--time", type=float, default=0.05, help="seconds for a move")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    os.environ[SECONDS] = str(given.time)
    for rival, module in RIVALS.items():
        if importlib.util.find_spec(module) is None:
            print(f"{rival} is left out: it is not installed (pip install easyAI open_spiel)", flush=True)
            continue
        for ours in (f"method=search,time={given.time}", f"mcts:time={given.time}"):
            plan = matches.match("connect_four", ours, f"{Path(__file__)}:{rival}", games=given.games)
            standing = matches.run(plan, jobs=given.jobs)
            score, (won, drawn, lost) = standing.score, standing.results()
            times = [1000 * means(standing.effort(player))["seconds"] for player in (1, 2)]
            print(
                f"{ours} against {rival}: {100 * score.value:.1f} % ({100 * score.low:.1f} to {100 * score.high:.1f}), "
                f"{won} won, {drawn} drawn, {lost} lost; {times[0]:.0f} and {times[1]:.0f} ms for a move",
                flush=True,
            )
            for note in standing.notes:
                print(f"  {note}", flush=True)


if __name__ == "__main__":
    main()
