"""The command line: one file per command."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from halfmove.cli.program import main


def run() -> None:
    """What a shell calls: `main`, and then the process ends at once.

    Taking the interpreter and the compiler apart would take longer than many searches do.
    """
    code: object = 0
    try:
        main()
    except SystemExit as end:
        code = end.code
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 0)


__all__ = ["main", "run"]
