"""Files that are there complete or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

from halfmove.errors import UsageError


def write(text: str, file: str) -> None:
    """Text into a temporary file that takes the place of the wanted one when it is complete; - is standard output."""
    if file == "-":
        click.echo(text, nl=False)
        return
    path, temporary = Path(file), None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", text=True)
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as target:
            target.write(text)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)
        raise UsageError(f"cannot write {file}: {error.strerror}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
