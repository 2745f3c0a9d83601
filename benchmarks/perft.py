"""How fast the rules of chess are: lines counted by halfmove, python-chess and Stockfish.

    python benchmarks/perft.py [--stockfish /usr/games/stockfish]

Every position is counted by all programs in turn, several times; the medians of processor times are printed, as lines a
second and as ratios. Three ways to count the last moves are not the same work:

    counted   the hook `count` of chess knows their number without listing them
    listed    they are listed but not made, as Stockfish does
    made      all of them are made, as in python-chess
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import Any

import chess

import halfmove as hm

POSITIONS = {  # with the depths for Stockfish and `hm.perft`, for all moves made, and for python-chess
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": (6, 5, 3),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (5, 4, 3),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (7, 6, 4),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (5, 4, 3),
}
ROUNDS = 3
GAME = hm.games.chess()


def counted(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    found = 0
    for move in board.legal_moves:
        board.push(move)
        found += counted(board, depth - 1)
        board.pop()
    return found


def by_stockfish(program: str, fen: str, depth: int) -> float:
    """Seconds of the processor for counting, without those for starting."""

    def seconds(far: int) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        text = f"position fen {fen}\ngo perft {far}\nquit\n"
        subprocess.run([program], input=text, text=True, stdout=subprocess.DEVNULL, check=True)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    return seconds(depth) - seconds(1)


def timed(work: Callable[..., int], *given: Any) -> float:
    """Lines in a second of the processor."""
    began = time.process_time()
    lines = work(*given)
    return lines / (time.process_time() - began)


def by_halfmove(game: hm.Game, fen: str, depth: int, bulk: bool = True) -> int:
    return hm.perft(game, depth, fen, compiled=True, bulk=bulk, beyond=True).lines


def by_python_chess(fen: str, depth: int) -> int:
    return counted(chess.Board(fen), depth)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or "/usr/games/stockfish")
    stockfish = parser.parse_args().stockfish
    listing = replace(GAME, count=None)
    for game in (GAME, listing):
        hm.perft(game, 3, compiled=True)
    for fen, (far, made, near) in POSITIONS.items():
        rates: dict[str, list[float]] = {}

        def note(name: str, rate: float, rates: dict[str, list[float]] = rates) -> None:
            rates.setdefault(name, []).append(rate)

        for _ in range(ROUNDS):
            note("counted", timed(by_halfmove, GAME, fen, far))
            note("listed", timed(by_halfmove, listing, fen, far))
            note("made", timed(by_halfmove, GAME, fen, made, False))
            note("python-chess", timed(by_python_chess, fen, near))
            if shutil.which(stockfish):
                note("Stockfish", by_halfmove(GAME, fen, far) / by_stockfish(stockfish, fen, far))
        found = {name: median(each) for name, each in rates.items()}
        print(fen)
        print("  " + ", ".join(f"{name} {rate / 1e6:.3g}" for name, rate in found.items()) + " million lines a second")
        print(f"  made: {found['made'] / found['python-chess']:.0f} times python-chess", end="")
        if "Stockfish" in found:
            ratios = (found[name] / found["Stockfish"] for name in ("listed", "counted"))
            print("; listed: {:.2f} of Stockfish; counted: {:.2f}".format(*ratios), end="")
        print()


if __name__ == "__main__":
    main()
