"""Commands on a terminal of some width, each in a copy of one process that has loaded the program.

python -m tests.terminals COLUMNS    reads a list of command lines as JSON, writes what each showed as JSON
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from typing import Any

_STEERS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def shown(columns: int, lines: list[list[str]], folder: Any) -> list[tuple[int, list[str]]]:
    """The exit code of each command, and the lines that a person sees when it is over."""
    words = [sys.executable, "-m", "tests.terminals", str(columns)]
    environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")}
    environment |= {"TERM": "xterm", "PYTHONPATH": os.pathsep.join([os.getcwd(), *sys.path])}
    ran = subprocess.run(
        words, input=json.dumps(lines), cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return [(code, _seen(text)) for code, text in json.loads(ran.stdout)]


def _seen(text: str) -> list[str]:
    """The lines without what steers; of a line that was written again, the last that is not empty."""
    lines = _STEERS.sub("", text.replace("\r\n", "\n")).split("\n")
    return [([part for part in line.split("\r") if part.strip()] or [""])[-1] for line in lines]


def _on_a_terminal(columns: int, words: list[str]) -> tuple[int, str]:
    child, ours = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        from halfmove.cli.program import carry_out

        sys.argv = ["halfmove", *words]
        sys.stdin, sys.stdout, sys.stderr = (open(number, "rw"[number > 0]) for number in range(3))  # noqa: SIM115
        sys.__stdout__, sys.__stderr__ = sys.stdout, sys.stderr  # type: ignore[misc]
        os._exit(carry_out())
    got = b""
    while True:
        try:
            part = os.read(ours, 1 << 16)
        except OSError:  # the end
            break
        if not part:
            break
        got += part
    os.close(ours)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), got.decode()


if __name__ == "__main__":
    import halfmove.cli.search  # noqa: F401 - with nearly all that commands need

    print(json.dumps([_on_a_terminal(int(sys.argv[1]), words) for words in json.load(sys.stdin)]))
