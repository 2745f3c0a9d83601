"""A page of a command: written to a file that the user names, or to a temporary one that a browser opens."""

from __future__ import annotations

import os
import sys
import tempfile
import webbrowser
from pathlib import Path

import click

from halfmove.cli import streams, write


def show_page(page: str, html: str | None, browser: bool) -> str:
    """Write a page to the file `html`, or to a temporary file, which is then opened. Returns the file."""
    if html is not None:
        write.write(page, html)
        return html
    file = _temporary(page)
    click.echo(file)
    if browser and not open_address(Path(file).as_uri()):
        streams.say("no browser could be opened: open this file yourself, or write it elsewhere with --html FILE")
    return file


def page_file(page: str) -> str:
    """Write a page to a temporary file, and return its address."""
    return Path(_temporary(page)).as_uri()


def _temporary(page: str) -> str:
    descriptor, file = tempfile.mkstemp(prefix="halfmove-", suffix=".html")  # only this user can read it
    os.close(descriptor)
    write.write(page, file, announce=False)
    return file


def open_address(address: str) -> bool:
    """Open an address in a browser, and return True if one did. Without a screen only text browsers would be found."""
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("BROWSER")
    if not screen and sys.platform not in ("darwin", "win32"):
        return False
    try:
        return webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False
