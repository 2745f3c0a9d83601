"""Run wrong command lines: each must end with a documented code, and an error must be one sentence.

    python -m tests.attacks.command_lines [SEED [LINES]]

A line is a valid command line in which words are left out, doubled, swapped or replaced by wrong ones. Everything runs
in a temporary folder. The last line of output says how much was tried.
"""

from __future__ import annotations

import json
import os
import random
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

import halfmove
from halfmove.cli.program import main as program
from tests.attacks import as_command
from tests.attacks.calls import Hangs, alarm

SECONDS = 120  # that one line may take, on a busy machine
LONGEST = 700  # characters of a sentence
CODES = (0, 1, 2)
BIG = "9" * 5000

LINES = [
    ["list"],
    ["list", "scout"],
    ["list", "uniform", "--json"],
    ["search", "[[3,[7,2]],[4,1]]", "--trace", "--seconds", "2"],
    ["search", "-", "--seconds", "2", "--json"],
    ["search", "tree.json", "--position", "1.2", "--seconds", "2"],
    ["search", "uniform:3,3,seed=7,values=0..9", "-a", "scout", "--test", "strict", "--seconds", "2", "--json"],
    ["search", "ordered:3,3,order=2,probability=0.5", "-a", "aspiration", "--guess", "64", "--error", "3",
     "--interpreted", "--seconds", "2"],
    ["search", "incremental:3,3", "--depth", "2", "--window", "-3,4", "--nodes", "50", "--seconds", "2"],
    ["search", "connect_four:width=4,height=3", "--position", "12", "--depth", "3", "--json", "--seconds", "2"],
    ["search", "nim:2,3", "--position", "1-1", "--memory-limit", "1000000", "-a", "sss_star", "--seconds", "2"],
    ["search", "tic_tac_toe", "--depth", "2", "-a", "ps_star:phases=2", "--seconds", "2"],
    ["search", "game.py:make:3", "--seconds", "2", "-a", "search.py:own", "--width", "3"],
    ["search", "tic_tac_toe", "--time", "0.2", "--moves", "5 1", "--memory", "1MB", "--threads", "1", "--json"],
    ["search", "nim:2,3", "--solve", "--time", "1", "--position", "1-1"],
    ["search", "wide.py:game", "--moves", "x", "--nodes", "9"],
    ["search", "uniform:99999,9", "--position", "random", "--nodes", "9"],
    ["search", "uniform:40,20", "--position", "1.2", "--nodes", "9"],
    ["play", "nim:2,3", "--you", "none", "--level", "1", "--seed", "3", "--time", "0.1", "--json"],
    ["play", "tic_tac_toe", "--you", "both", "--position", "9", "--moves", "5 1", "--memory", "1MB"],
    ["play", "nim:2,3", "--level", "2", "--load", "saved.json", "--time", "0.1"],
    ["match", "nodes=20,compiled=off", "random:seed=3", "--game", "nim:2,3", "--games", "6", "--opening", "1",
     "--sprt", "0,50", "--seed", "2", "--longest", "50", "--jobs", "1", "--json"],
    ["match", "alpha_beta:depth=2,compiled=off", "mcts:playouts=9,compiled=off", "--game", "tic_tac_toe", "--games",
     "4", "--jobs", "1", "--out", "match.json", "--resume", "--games-file", "games.jsonl"],
    ["solve", "nim:2,3", "--out", "nim.db", "--memory", "1G", "--jobs", "1", "--interpreted", "--json"],
    ["solve", "--verify", "solved.db", "--game", "nim:1,2", "--interpreted"],
    ["probe", "solved.db", "1-1", "--moves", "2-1", "--game", "nim:1,2", "--json"],
    ["stats", "solved.db", "--game", "nim:1,2"],
    ["check", "nim:2,3", "--games", "3", "--seed", "1", "--json"],
    ["check", "wide.py:game", "--games", "1"],
    ["trace", "[[4,[[4,4],[4,4]]]]", "-a", "sss_star", "--ties", "1979", "--window", "-inf,999"],
    ["trace", "[[1,2],[3,4]]", "-a", "iter_sss_star", "--memory", "minimum", "--json"],
    ["explain", "[[3,5],[2,9]]", "2.2", "--memory", "3", "--json"],
    ["explain", "nim:2,3", "1.1", "--depth", "3"],
    ["exercise", "--kind", "prune", "--level", "2", "--seed", "7", "--count", "2", "--solution", "--json"],
    ["exercise", "--level", "1", "--count", "3", "--html", "sheet.html", "--pdf", "sheet.pdf", "--solution"],
    ["compare", "--family", "uniform:2,2", "--trees", "2", "-a", "scout:test=strict", "--seed", "3", "--interpreted"],
    ["compare", "--family", "connect_four:width=3,height=2", "--depth", "2", "--trees", "1", "-a", "mtd_f:guess=1",
     "--csv", "-", "--interpreted"],
    ["compare", "--family", "uniform:2,2", "--trees", "2", "-a", "scout", "--json", "--each", "each.csv",
     "--interpreted"],
    ["study", "study.toml", "--trees", "1", "--seed", "1", "--jobs", "1", "--json"],
    ["study", "--family", "uniform:2,2", "-a", "scout", "-a", "minimax", "--trees", "2", "--jobs", "1", "--metric",
     "nodes", "--against", "minimax", "--csv", "study.csv", "--html", "study.html", "--plot", "study.svg"],
    ["theory", "leaves", "-w", "2..4", "-d", "2,3", "--values", "0..9"],
    ["theory", "bivalued", "-w", "3", "-d", "2", "--steps", "4", "--json"],
    ["theory", "branching", "-w", "2..5", "--json"],
    ["theory", "srimani", "-w", "4", "-d", "2..6..2", "--each"],
    ["theory", "growth", "-w", "4,9", "--json"],
    ["theory", "choose-k", "-w", "4", "-d", "2", "--order", "2", "--storage", "9", "--trees", "0", "--json"],
    ["theory", "choose-k", "-w", "4", "-d", "2", "--trees", "2", "--seed", "3"],
    ["theory", "storage", "-w", "4", "-d", "4", "--phases", "2,4", "--stages", "2,3", "--splits", "1,2"],
    ["theory", "minimum", "-w", "4", "-d", "4", "--plot", "minimum.svg"],
    ["theory", "visits", "-w", "2", "-d", "3", "--values", "0..9", "--trees", "2", "--seed", "3", "--json"],
    ["theory", "visits", "-w", "3", "-d", "2", "--node", "3.3", "--node", "1"],
    ["theory", "visits", "-d", "2", "--svg", "visits.svg"],
    ["theory", "values", "-w", "2", "-d", "3", "--values", "0:0.5,1:0.5", "--json"],
    ["theory", "fit", "--largest", "6", "--json"],
    ["reproduce", "baudet_1977", "--table", "5.1", "--trees", "1", "--jobs", "1"],
]  # fmt: skip

# Words that are wrong almost everywhere.
WORDS = [
    "", " ", "²", "٣", "x", "-", "--", "---", "-1", "0", "1e300", "-1e300", "nan", "inf", "-inf", "NaN", "Infinity",
    "1e-300", BIG, f"-{BIG}", f"0..{BIG}", "0..99999999999999999999", "-9223372036854775808..9223372036854775807",
    "1.5", "0x10", "1_000", "+3", "x" * 300, "x" * 300 + ".py:game", "x" * 300 + ".json", "x" * 300 + ".toml",
    "y" * 70_000, "\udcff\udcfe", "\u202e\u0000x".replace("\u0000", ""), "\x1b[31m", "a\nb", "ä" * 200, "😀", "/", ".",
    "..", "/dev/null/x", "no.json", "no.py:game", "no.toml", "deep.json", "deep.toml", "big.json", "big.toml",
    "binary.json", "binary.toml", "empty.json", "empty.toml", "empty.py", "nul.py:x", "game.py", "game.py:nothing",
    "game.py:make", "game.py:make:x", "game.py:broken:1", "game.py:number", "search.py:own", "search.py", "[", "[]",
    "[[]]", "[1,[2", "[NaN]", "[Infinity,-Infinity]", "[1e400]", f"[{BIG}]", "{}", "null", '"x"', "[null]", "[true]",
    "[" * 100_000, "uniform", "uniform:", "uniform:1", "uniform:1,2000000000", "uniform:4611686018427387904,1",
    "uniform:2,2,values=0..99999999999999999999", "uniform:2,2,values=bivalued:2", "uniform:2,2,values=bivalued:x",
    "uniform:2,2,values=0:nan", "uniform:2,2,values=1:1e400", "uniform:2,2,seed=" + BIG, "uniform:2,2,seed=x",
    "uniform:2,2,2,2,2,2", "uniform:width=2,width=3", "ordered:4,2,order=²", "ordered:4,2,probability=nan",
    "incremental:2,2,values=9..1", "incremental:2,2,values=-1e308..1e308", "nim:0", "nim:" + BIG, "nim:-1",
    "nim:99999999999", "nim:99999", "wide.py:game", "uniform:99999,9", "--moves=random", "--position=random",
    "nim:²", "connect_four:0", "connect_four:width=9,height=9", "tic_tac_toe:3", "chess", "scout:test=",
    "scout:test=x", "scout:tests=x", "ps_star:phases=" + BIG, "ps_star:phases=0", "ps_star:partitions=1,x",
    "mtd_f:guess=inf", "mtd_f:guess=nan", "aspiration:guess=1e400,error=inf", "best_first_minimax:budget=1e9",
    "iter_sss_star:memory=²", "alpha_beta,", ":", "=", ",", ",,,", "1,2,3", "2..1", "1..1000000000000", "2..8..0",
    "1-1", "4453", "1.2.3", "0.0", "999999999999999999999", "--json", "--help", "-a", "--seconds=0", "--seconds=nan",
    "--seconds=-1", "--seconds=1e300", "--nodes=0", "--nodes=" + BIG, "--depth=-1", "--depth=99999999999",
    "--memory-limit=1", "--memory-limit=" + BIG, "--trees=0", "--guess=inf", "--guess=" + BIG, "--window=3",
    "--window=nan,3", "--window=,", "--window=a,b", "--window=(3,4", "--jobs=0", "--cluster=x", "--csv=", "--csv=/",
    "--html=/no/x.html", "--plot=x.txt", "--store=/", "--store=" + "x" * 300, "--csv=" + "x" * 300, "--unknown",
    "--level=0", "--level=" + BIG, "--time=nan", "--time=-1", "--threads=0", "--memory=x", "--load=deep.json",
    "--load=big.json", "--load=tree.json", "--load=binary.json", "--load=", "--load=.", "--moves=²", "--moves=1-1 1-1",
    "--moves=" + "1," * 5000, "--you=x", "--games=0", "--games=" + BIG, "saved.json",
    "--seed=" + BIG, "--seed=x", "--metric=x", "--against=x", "--table=x", "--position=²", "--position=" + "1." * 5000,
]  # fmt: skip

INPUTS = [
    "",
    "[[3,[7,2]],[4,1]]",
    "[NaN]",
    "[Infinity]",
    "\x00",
    "[" * 100_000,
    f"[{BIG}]",
    "x",
    "[1,",
    "{}",
    "moves\nhint\n1-1\nundo\nlevel 3\nswap\nsave own.json\nload own.json\n1-1\nload tree.json\nresign\n",
    "\ufeff[1]",
]
BINARY = b"\xff\xfe[1]"


def _solved() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "solved.db"
        halfmove.solve(halfmove.games.nim(1, 2), str(file), compiled=False)
        return file.read_bytes()


FILES: dict[str, bytes] = {
    "solved.db": _solved(),
    "tree.json": b"[[3,[7,2]],[4,1]]",
    "saved.json": b'{"kind": "halfmove game", "version": 1, "game": "nim:2,3", "name": "nim 2 3", "position": null, '
    b'"moves": ["1-1"]}',
    "study.toml": b'families = ["uniform:2,2"]\nalgorithms = ["alpha_beta", "scout"]\n',
    "deep.json": b"[" * 100_000 + b"1" + b"]" * 100_000,
    "deep.toml": b"families = " + b"[" * 100_000 + b"]" * 100_000,
    "big.json": b"[" + BIG.encode() + b"]",
    "big.toml": b"seed = " + BIG.encode() + b"\n",
    "binary.json": b"\xff\xfe\x00",
    "binary.toml": b"\xff\xfe\x00",
    "empty.json": b"",
    "empty.toml": b"",
    "empty.py": b"",
    "nul.py": b"x = '\x00'\n",
    "game.py": b"""import halfmove as hm
number = 3
def make(n=3):
    return hm.trees.uniform(2, n, values=(0, 9))
def broken(n):
    return 1 / 0
def moves(p):
    yield 1
game = hm.Game("count", 5, moves, lambda p, m: p - m, lambda p: (p == 0, 1))
""",
    "wide.py": b"""import halfmove as hm
def moves(p):
    yield from range(1, p + 1)
game = hm.Game("wide", 10**12, moves, lambda p, m: p - m, lambda p: (p == 0, 1))
""",
    "search.py": b"""from halfmove.words import Parameter, algorithm, infinity, moves, play, value
@algorithm(title="own", parameters=(Parameter("width", "int", "unused", 3),))
def own(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        best = max(best, -value(game, play(game, p, move, height, run), height - 1, -b, -a, run))
    return best
""",
}


_APART = 50  # every 50th line is run as a process


class Ended(NamedTuple):
    code: int
    out: str
    err: str


def lines(seed: int, count: int) -> Iterator[tuple[list[str], str | bytes]]:
    """`count` command lines with their standard input: first every valid line, then changed ones."""
    chance = random.Random(seed)
    for line in LINES[:count]:
        yield line, FILES["tree.json"]
    for _ in range(count - len(LINES)):
        line = _changed(chance)
        while not _is_short(line):
            line = _changed(chance)
        yield line, chance.choice([*INPUTS, BINARY])


def _is_short(line: list[str]) -> bool:
    """Whether a line avoids the defaults that rightly take long, such as a whole study, or all tables of a paper."""
    small = {"uniform:2,2", "connect_four:width=3,height=2", "study.toml", "--help"}
    needs = {"study": small, "compare": small, "reproduce": {"5.1"}, "check": {"nim:2,3", "wide.py:game", "--help"}}
    needs["solve"] = {"nim:2,3", "--verify", "--help"}
    return all(set(line) & needs[word] for word in line[:1] if word in needs)


def _changed(chance: random.Random) -> list[str]:
    line = list(chance.choice(LINES))
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        at = chance.randrange(1, len(line)) if len(line) > 1 else 0
        how = chance.random()
        if how < 0.55:
            line[at] = chance.choice(WORDS)
        elif how < 0.7:
            line.insert(at + 1, chance.choice(WORDS))
        elif how < 0.8:
            del line[at]
        elif how < 0.9:
            line.insert(at, line[at])
        else:
            other = chance.randrange(len(line))
            line[at], line[other] = line[other], line[at]
        if not line:
            break
    return line


def in_process(line: list[str], stdin: str | bytes) -> Ended:
    ran = CliRunner().invoke(program, line, input=stdin)
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        return Ended(-1, ran.stdout, f"{type(ran.exception).__name__}: {ran.exception}")
    return Ended(ran.exit_code, ran.stdout, ran.stderr)


def as_process(line: list[str], stdin: str | bytes) -> Ended:
    given = stdin.encode("utf-8", "surrogateescape") if isinstance(stdin, str) else stdin
    words = [os.fsencode(word) for word in [sys.executable, "-m", "halfmove", *line]]
    here = os.environ | {"PYTHONPATH": str(Path(halfmove.__file__).parent.parent)}
    ran = subprocess.run(words, input=given, capture_output=True, timeout=SECONDS, check=False, env=here)
    return Ended(ran.returncode, ran.stdout.decode("utf-8", "replace"), ran.stderr.decode("utf-8", "replace"))


def fault_of(line: list[str], ended: Ended) -> str | None:
    """What is wrong with the way a line ended; None if nothing is."""
    sentences = [each for each in ended.err.splitlines() if each and not each.startswith("halfmove: note: ")]
    if ended.code not in CODES:
        return f"code {ended.code}: {ended.err[-300:]!r}"
    for sign in ("Traceback", "HALFMOVE_TRACEBACK", "internal", "object at 0x"):
        if sign in ended.err:
            return f"{sign!r}: {ended.err[-300:]!r}"
    if ended.code == 2:
        if ended.out:
            return f"an error after output: {ended.err[-200:]!r}"
        if len(sentences) != 1 or not sentences[0].startswith("halfmove: "):
            return f"not one sentence: {ended.err[:300]!r}"
        if len(sentences[0]) > LONGEST:
            return f"{len(sentences[0])} characters: {sentences[0][:200]!r}"
    if ended.code == 0 and "--json" in line and not {"--help", "-h"} & set(line) and ended.out.startswith(("{", "[")):
        try:
            json.loads(ended.out, parse_constant=_no_constant)
        except ValueError as error:
            return f"not JSON ({error}): {ended.out[:200]!r}"
    return None


def _no_constant(text: str) -> None:
    raise ValueError(f"JSON has no {text}")


def attack(
    seed: int, count: int, report: Callable[[str], None] = lambda _: None
) -> tuple[Counter[str], dict[str, str]]:
    """Run `count` lines, a few of them as processes. Returns how many of each command, and the faults by line."""
    tried: Counter[str] = Counter()
    faults: dict[str, str] = {}
    before, data = os.getcwd(), os.environ.get("HALFMOVE_DATA")
    for number, (line, stdin) in enumerate(lines(seed, count)):
        with tempfile.TemporaryDirectory() as folder:
            _write_files(folder)
            os.chdir(folder)
            os.environ["HALFMOVE_DATA"] = os.path.join(folder, "results")
            possible = all("\0" not in word and len(word) < 100_000 for word in line)
            apart = possible and number % _APART == 0
            try:
                with alarm(SECONDS):
                    fault = fault_of(line, (as_process if apart else in_process)(line, stdin))
            except Hangs as error:
                fault = str(error)
            except subprocess.TimeoutExpired:
                fault = f"takes more than {SECONDS} seconds"
            finally:
                os.chdir(before)
                if data is None:
                    os.environ.pop("HALFMOVE_DATA")
                else:
                    os.environ["HALFMOVE_DATA"] = data
        tried[line[0] if line and line[0] in {each[0] for each in LINES} else "others"] += 1
        if fault is not None:
            text = " ".join(word if len(word) < 60 else f"{word[:40]}...({len(word)})" for word in line)
            faults[shlex.quote(text) + f" < {stdin[:20]!r}"] = fault
            report(f"{text!r} < {stdin[:20]!r}: {fault}")
    return tried, faults


def _write_files(folder: str) -> None:
    for name, content in FILES.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)


if __name__ == "__main__":
    as_command(attack, "command lines")
