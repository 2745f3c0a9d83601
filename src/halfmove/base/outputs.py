"""Files that halfmove writes for users: complete, or unchanged.

A regular file is replaced as a whole: the new content is written to a temporary file beside it, which is then renamed.
The file keeps its permissions; a new file has those that the umask leaves. For a symbolic link, the file it points to
is replaced. A device, a pipe, a socket or an open descriptor (/dev/stdout, /dev/fd/3) is written to, never replaced. A
file that the user may not write is left unchanged, even if its folder would allow replacing it.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import select
import socket
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, NamedTuple

from halfmove.errors import UsageError

_HEAD = 1000  # letters of a page in which its title is
_LINKS = 40  # symbolic links in a row after which we assume a loop


class Target(NamedTuple):
    """What a name refers to: an open descriptor, a special file at a path, or a file that is replaced."""

    path: str
    descriptor: int | None = None
    special: bool = False

    @property
    def is_replaced(self) -> bool:
        return self.descriptor is None and not self.special


def check(file: str) -> Target:
    """What `file` refers to. Raises UsageError, with the reason, if it cannot be written."""
    if not file:
        raise UsageError("cannot write a file without a name")
    try:
        target = _followed(file)
        if target.descriptor is not None:
            os.fstat(target.descriptor)
            return target
        found = _found(target.path)
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot write {file}: {_reason(error)}") from None
    if found is not None and stat.S_ISDIR(found.st_mode):
        raise UsageError(f"cannot write {file}: it is a folder")
    if found is not None and not os.access(target.path, os.W_OK):
        raise UsageError(f"cannot write {file}: you may not write to it; change its permissions or choose another file")
    if found is not None and not stat.S_ISREG(found.st_mode):
        return target._replace(special=True)
    folder = os.path.dirname(target.path)
    if not os.path.isdir(folder):
        raise UsageError(f"cannot write {file}: there is no folder {os.path.dirname(file) or folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"cannot write {file}: you may not write to the folder {os.path.dirname(file) or folder}")
    return target


def check_pages(folder: str, names: Iterable[str], first: str, title: str) -> None:
    """Raises UsageError if a page that we are about to write to a folder would replace a file that is not ours.

    The folder is ours if its `first` page has this title.
    """
    taken = [name for name in names if os.path.lexists(os.path.join(folder, name))]
    try:
        with open(os.path.join(folder, first), encoding="utf-8", errors="replace") as page:
            ours = f"<title>{title}</title>" in page.read(_HEAD)
    except OSError:
        ours = False
    if taken and not ours:
        raise UsageError(f"{folder} has a file {taken[0]} that is not of halfmove: name another folder")


def write(content: str | bytes, file: str) -> None:
    """Write a whole file, or write to a special file; see above. Raises UsageError if that fails."""
    content = content.encode(errors="replace") if isinstance(content, str) else content
    target = check(file)
    try:
        if target.descriptor is not None:
            _write_to_descriptor(content, target.descriptor)
        elif target.special:
            _write_to_special(content, target.path)
        else:
            _replace(content, target.path)
    except OSError as error:
        if isinstance(error, BrokenPipeError) and target.descriptor == 1:
            raise  # the reader of standard output has closed it, which is not an error
        raise UsageError(f"cannot write {file}: {_reason(error)}") from None


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else str(error)) or type(error).__name__


def _found(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _followed(file: str) -> Target:
    """Follow symbolic links to a file that need not exist, or to a descriptor of this process."""
    for _ in range(_LINKS):
        folder, name = os.path.split(file)
        folder = os.path.realpath(folder)
        own = re.fullmatch(r"/dev/fd|/proc/(\d+)(/task/\d+)?/fd", folder)
        if own and own[1] in (None, str(os.getpid())) and name.isdecimal():
            return Target(os.path.join(folder, name), descriptor=int(name))
        path = os.path.join(folder, name)
        if own or not os.path.islink(path):  # a descriptor of another process only looks like a link
            return Target(path)
        file = os.path.join(folder, os.readlink(path))
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _write_to_descriptor(content: bytes, descriptor: int) -> None:
    for stream in (sys.stdout, sys.stderr):  # what was printed before must come first
        if stream is not None:
            stream.flush()
    rest = memoryview(content)
    while rest:
        try:
            rest = rest[os.write(descriptor, rest) :]
        except BlockingIOError:
            select.select([], [descriptor], [])


def _write_to_special(content: bytes, path: str) -> None:
    if stat.S_ISSOCK(os.stat(path).st_mode):
        with socket.socket(socket.AF_UNIX) as other:
            other.connect(path)
            other.sendall(content)
        return
    descriptor = os.open(path, os.O_WRONLY)
    try:
        _write_to_descriptor(content, descriptor)
    finally:
        os.close(descriptor)


def _keep_attributes(path: str, temporary: str) -> None:
    """Copy the extended attributes, such as access lists, where that is possible."""
    if not hasattr(os, "listxattr"):
        return
    with suppress(OSError):
        for name in os.listxattr(path):
            with suppress(OSError):
                os.setxattr(temporary, name, os.getxattr(path, name))


def _replace(content: bytes, path: str) -> None:
    with _replacing(path) as file:
        file.write(content)


@contextmanager
def replacing(file: str, folder: str | None = None) -> Iterator[BinaryIO]:
    """A file to write large content to, part by part. It replaces `file` when everything is written.

    folder   a folder beside `file` for the temporary file: removing the folder also removes the file of a killed
    process
    """
    target = check(file)
    if not target.is_replaced:
        raise UsageError(f"cannot write {file}: it is not a regular file")
    try:
        beside = folder is not None and os.path.dirname(os.path.realpath(folder)) == os.path.dirname(target.path)
        with _replacing(target.path, folder if beside else None) as made:
            yield made
    except OSError as error:
        raise UsageError(f"cannot write {file}: {_reason(error)}") from None


@contextmanager
def _replacing(path: str, folder: str | None = None) -> Iterator[BinaryIO]:
    before = _found(path)
    temporary = os.path.join(folder or os.path.dirname(path), f".halfmove-{secrets.token_hex(8)}.tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if before is None else 0o600)
        with open(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(descriptor)
        if before is not None:
            # Only root can keep another owner. Windows has no owners.
            with suppress(OSError, AttributeError):
                os.chown(temporary, before.st_uid, before.st_gid)
            os.chmod(temporary, stat.S_IMODE(before.st_mode))
            _keep_attributes(path, temporary)
        os.replace(temporary, path)
    except BaseException:  # Ctrl-C too
        with suppress(OSError):
            os.unlink(temporary)
        raise
