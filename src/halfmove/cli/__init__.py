"""The command line: one file per command.

Nothing is loaded here but what understands Ctrl-C: everything else is loaded by `run`, under its eyes.
"""

from __future__ import annotations

import os

try:
    from halfmove.cli import interrupts
except KeyboardInterrupt:
    os._exit(130)


def run() -> None:
    """What a shell calls: the command, and then the process ends at once.

    Taking the interpreter and the compiler apart would take longer than many searches do.
    """
    interrupts.watch()
    from halfmove.cli.program import carry_out

    code = carry_out()
    interrupts.end_children()
    os._exit(code)
