"""Writing files: a file is complete or does not exist."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

import click

from halfmove.errors import UsageError


def check(
    files: Mapping[str, str | None], as_json: bool = False, others: Mapping[str, str | None] | None = None
) -> None:
    """Refuse files that cannot be written, by the options that name them, before anything is computed.

    as_json   standard output is wanted already
    others    files that must stay as they are
    """
    wanted = {option: file for option, file in files.items() if file is not None}
    shown = [option for option, file in wanted.items() if file == "-"]
    both = ["--json"] * as_json + shown
    if len(both) > 1:
        raise UsageError(f"{both[0]} and {both[1]} - both want standard output: choose one, or give a file")
    taken = {Path(file).resolve(): option for option, file in (others or {}).items() if file is not None}
    for option, file in wanted.items():
        if file == "-":
            continue
        path = Path(file)
        if not file or os.path.isdir(path):
            raise UsageError(f"cannot write {file or option}: it is {'a folder' if file else 'no name of a file'}")
        if not os.path.isdir(path.parent):
            raise UsageError(f"cannot write {file}: there is no folder {path.parent}")
        if not os.access(path.parent, os.W_OK):
            raise UsageError(f"cannot write {file}: the folder {path.parent} is not open to you")
        if (other := taken.setdefault(path.resolve(), option)) != option:
            raise UsageError(f"{other} and {option} are the same file, {file}: give them different names")


def write(content: str | bytes, file: str) -> None:
    """Write a temporary file, which replaces the wanted one when it is complete; - is standard output."""
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
