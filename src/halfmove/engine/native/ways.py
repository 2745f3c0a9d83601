"""Which ways to compile work with the Numba that is installed.

"quick" uses private parts of Numba. Before it is first used with a version of Numba, it compiles a small game in a
process of its own, and the machine code is compared with plain Python. The outcome is noted in the cache. If the test
fails, "plain" is tested in the same way and takes over. If that fails too, nothing is compiled. With a release of Numba
that is newer than those halfmove was tested with, "plain" also gets every program that "quick" could not compile, or
compiled wrongly.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import time
from importlib import metadata
from typing import Any, NamedTuple

from halfmove.algorithms.registry import find
from halfmove.bits import U64
from halfmove.engine.native import cache
from halfmove.engine.native.program import SOURCES, program_for
from halfmove.engine.native.self_check import compare_speeds
from halfmove.engine.task import Task
from halfmove.errors import NotCompilable
from halfmove.game import Game
from halfmove.model import Limits, Window

TESTED = (0, 68)  # the newest release of Numba that the tests of halfmove ran with

_SECONDS = 60  # of processor time for the self-test; a compiler that takes longer never ends


def can_fork() -> bool:
    """Whether another process can compile while this one continues."""
    return sys.platform == "linux" and not os.environ.get("HALFMOVE_NO_FORK")


def ways() -> tuple[str, ...]:
    """The ways to compile, in the order in which to try them. Raises NotCompilable if none works."""
    if not fault_of("quick"):
        return ("quick",) if _version() <= TESTED else ("quick", "plain")
    if fault := fault_of("plain"):
        raise NotCompilable(f"halfmove cannot make machine code with Numba {metadata.version('numba')} ({fault:.200})")
    return ("plain",)


def fault_of(way: str) -> str:
    """What is wrong with a way to compile with this Numba; empty if it works."""
    if way not in _noted:
        about = f"self-test of the {way} way | {cache.versions()} | {cache.source_hash(*SOURCES)}"
        noted = cache.note(about)
        if noted is None:
            noted, lasting = _tested(way)
            if lasting:
                cache.save_note(about, noted)
        _noted[way] = noted
    return _noted[way]


def known_faults() -> dict[str, str]:
    """What is wrong with the ways that were tested, for another process to `learn`."""
    return dict(_noted)


def learn(faults: dict[str, str]) -> None:
    """Note what another process found out."""
    _noted.update(faults)


_noted: dict[str, str] = {}  # by way


def _version() -> tuple[int, ...]:
    """The first two numbers of Numba's version."""
    return tuple(map(int, re.findall(r"\d+", metadata.version("numba"))[:2]))


def _tested(way: str) -> tuple[str, bool]:
    """What is wrong with a way to compile, and whether another process would find the same.

    The test runs in a fork of this process if possible: then a crash ends only the fork. A crash may have been caused
    from outside, such as by a lack of memory.
    """
    if not can_fork():
        return _outcome(way), True
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
            os.close(reader)
            for each in (signal.SIGALRM, signal.SIGPROF):
                signal.signal(each, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, _SECONDS)
            signal.alarm(10 * _SECONDS)  # for one that only waits
            os.write(writer, _outcome(way).encode()[:1000] + b"\n")
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as answers:
        answer = answers.read()
    os.waitpid(child, 0)
    if not answer:
        return "the compiler crashed, or never ended", False
    return answer.decode("utf-8", "replace").strip(), True


def end_with(parent: int) -> None:
    """End this process when its parent is gone, however that ended."""
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)


def _outcome(way: str) -> str:
    """What is wrong with a way to compile, in a few words; empty if it compiles the small game correctly."""
    try:
        from halfmove.engine.native.numba import compiler

        task = Task(_small_game(), find("alpha_beta"), {}, Window(), 6, Board(0, 0, 1), Limits(), False, False)
        program = program_for(task)
        machine = compiler.load(compiler.object_code(program, way))
        compare_speeds(program, machine, task, thorough=True)
    except (MemoryError, OSError):
        raise  # which says nothing about the compiler
    except Exception as error:
        return f"{type(error).__name__}: {error}".partition("\n")[0][:300]
    return ""


class Board(NamedTuple):
    """A position of the small game."""

    mine: U64
    theirs: U64
    turn: int


def _small_game() -> Game:
    """Tic-tac-toe on 64-bit boards, with the constructs of most rules: generators, tuples, 64-bit words and loops."""
    lines = tuple(map(U64, (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)))

    def squares(p: Any) -> Any:
        for square in range(9):
            if not (p.mine | p.theirs) >> square & 1:
                yield square

    def moves(p: Any) -> Any:
        for square in squares(p):
            yield square

    def play(p: Any, square: Any) -> Any:
        return Board(p.theirs, p.mine | U64(1) << square, -p.turn)

    def result(p: Any) -> Any:
        for line in lines:
            if p.theirs & line == line:
                return True, -10
        return p.mine | p.theirs == 0o777, 0

    def evaluate(p: Any) -> Any:
        best = 0
        for line in lines:
            if not p.theirs & line:
                best = max(best, (p.mine & line).bit_count())
        return best + p.turn

    return Game("a small game", Board(0, 0, 1), moves, play, result, evaluate=evaluate)
