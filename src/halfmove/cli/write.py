"""Check and write the files that the options of a command name."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from halfmove.base import outputs
from halfmove.cli import streams, text
from halfmove.cli.interrupts import interruptible
from halfmove.errors import UsageError


def check(
    files: Mapping[str, str | None], as_json: bool = False, others: Mapping[str, str | None] | None = None
) -> None:
    """Refuse files that cannot be written, by the options that name them, before anything is computed.

    Two options may name the same pipe or device: one is written after the other.

    as_json   --json already uses standard output
    others    files that must not be overwritten
    """
    wanted = {option: file for option, file in files.items() if file is not None}
    shown = [option for option, file in wanted.items() if file == "-"]
    both = ["--json"] * as_json + shown
    if len(both) > 1:
        raise UsageError(f"{both[0]} and {both[1]} - both write to standard output: choose one, or give a file")
    taken = {Path(file).resolve(): option for option, file in (others or {}).items() if file is not None}
    for option, file in wanted.items():
        if file == "-":
            continue
        if not file:
            raise UsageError(f"cannot write {option}: the file name is empty")
        target = outputs.check(file)
        if target.is_replaced and (other := taken.setdefault(Path(target.path), option)) != option:
            raise UsageError(f"{other} and {option} are the same file, {file}: give them different names")


def write(content: str | bytes, file: str, announce: bool = True) -> None:
    """Write a file as `outputs` does; - is standard output.

    announce   say at the end of the command that the file was written
    """
    with interruptible():
        if file == "-":
            streams.write_data(content)
        else:
            with streams.delivered():
                outputs.write(content, file)
                if announce and outputs.check(file).is_replaced:
                    _announce_at_end(file)


def _announce_at_end(file: str) -> None:
    page = Path(file).suffix.lower() in (".html", ".htm")
    sentence = f"{file} was written" + ("; open it in a browser" if page else ""), opening(file) if page else ""
    context = click.get_current_context(silent=True)
    if context is None:
        text.say_hint(*sentence)
        return
    sentences = context.meta.setdefault(__name__, [])
    if not sentences:
        context.call_on_close(lambda: _say_all(sentences))
    sentences.append(sentence)


def _say_all(sentences: list[tuple[str, str]]) -> None:
    for sentence in sentences:
        text.say_hint(*sentence)


def opening(file: str) -> str:
    """How to open a file here: a command, or its address."""
    name = {"darwin": "open", "win32": "start"}.get(sys.platform, "xdg-open")
    if sys.platform == "win32" or shutil.which(name) is not None:
        return f"{name} {shlex.quote(file)}"
    return Path(file).resolve().as_uri()
