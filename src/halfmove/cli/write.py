"""Files that are there complete or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

from halfmove.errors import UsageError


def check(*files: str | None) -> None:
    """Whether these can be written; told before anything is computed."""
    for file in files:
        if file is None or file == "-":
            continue
        path = Path(file)
        if path.is_dir():
            raise UsageError(f"cannot write {file}: it is a folder")
        if not path.parent.is_dir():
            raise UsageError(f"cannot write {file}: there is no folder {path.parent}")
        if not os.access(path.parent, os.W_OK):
            raise UsageError(f"cannot write {file}: the folder {path.parent} is not open to you")


def write(content: str | bytes, file: str) -> None:
    """Into a temporary file that takes the place of the wanted one when it is complete; - is standard output."""
    if file == "-":
        click.echo(content, nl=False)
        return
    content = content.encode() if isinstance(content, str) else content
    path, temporary = Path(file), None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as target:
            target.write(content)
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
