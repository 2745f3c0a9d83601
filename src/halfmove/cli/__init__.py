"""The command line: one file per command.

Only the handling of Ctrl-C is loaded here. `run` loads everything else, so that Ctrl-C works while it loads.
"""

from __future__ import annotations

import os

try:
    from halfmove.cli import interrupts
except KeyboardInterrupt:
    os._exit(130)


def run() -> None:
    """Run the command of this process, then end the process at once.

    An orderly shutdown of the interpreter and the compiler would take longer than many searches do.
    """
    interrupts.watch()
    from halfmove.cli.program import carry_out

    code = carry_out()
    interrupts.end_children()
    os._exit(code)
