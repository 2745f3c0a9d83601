"""The documentation as files on disk."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path

from halfmove.base import outputs
from halfmove.base.directories import cache_directory, make_private
from halfmove.errors import UsageError
from halfmove.manual.as_html import files


def write_pages(folder: Path) -> None:
    """Write all pages to a folder, which is made if it is missing. Files that are up to date are not touched."""
    for name, text in files().items():
        file = folder / name
        with suppress(OSError, UnicodeDecodeError):
            if file.read_text(encoding="utf-8") == text:
                continue
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot make the folder {file.parent}: {error.strerror}") from None
        outputs.write(text, str(file))


def own_pages() -> Path:
    """A folder with all pages, for this user alone: in the cache, or else a temporary one."""
    folder = cache_directory()
    if folder is not None:
        with suppress(OSError, UsageError):
            make_private(folder)
            write_pages(folder / "docs")
            return folder / "docs"
    made = Path(tempfile.mkdtemp(prefix="halfmove-docs-"))
    write_pages(made)
    return made
