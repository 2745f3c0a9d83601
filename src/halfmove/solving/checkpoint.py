"""The progress of a solve, in a folder beside its file. A solve that is killed at any moment resumes from there.

Arrays are NumPy files. Each is written completely, under a name of its own. `state.json` lists the arrays that are
valid, with their checksums, and is written last. Files that it does not list are ignored, and those that it lists never
change.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.base import outputs
from halfmove.base.checks import is_whole
from halfmove.base.reading import content_of, json_of, opened
from halfmove.errors import UsageError

_LARGEST = 1 << 26  # bytes of state.json


def _is_named(file: Any, checksum: Any) -> bool:
    """Whether an array has a name as `save` makes it, which is always in this folder."""
    return isinstance(file, str) and re.fullmatch(r"[\w-]+\.npy", file) is not None and is_whole(checksum)


def _array_in(file: Path) -> Any:
    """Read an array of words or scores that `save` wrote. Returns None for another kind, or if its size is wrong."""
    with opened(file) as stream:
        if np.lib.format.read_magic(stream) != (1, 0):
            return None
        shape, _, kind = np.lib.format.read_array_header_1_0(stream)
        left = os.fstat(stream.fileno()).st_size - stream.tell()
        if len(shape) != 1 or kind not in (np.int64, np.float64) or left != 8 * shape[0]:
            return None
        return np.fromfile(stream, kind, shape[0])


class Checkpoint:
    """The folder of a solve. `about` describes what is solved; a folder of another solve is refused."""

    resumes = True  # another process may resume from it

    def __init__(self, file: str, about: dict[str, Any]) -> None:
        self.folder = Path(file + ".part")
        self._about = about
        self._arrays: dict[str, list[Any]] = {}  # name: file, checksum
        self.state: dict[str, Any] = {}
        try:
            self.folder.mkdir(exist_ok=True)
            self._lock = self._locked()
        except OSError as error:
            raise UsageError(f"cannot make the folder {self.folder}: {error.strerror}") from None
        try:
            self._resume()
        except BaseException:
            os.close(self._lock)
            raise

    def _locked(self) -> Any:
        """Lock the folder, so that no other process works in it."""
        descriptor = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # Windows
            pass
        except OSError:
            os.close(descriptor)
            raise UsageError(f"another process is using {self.folder} for a solve") from None
        return descriptor

    def _resume(self) -> None:
        file = self.folder / "state.json"
        if not file.exists():
            return
        try:
            found = json_of(content_of(file, _LARGEST))
            checked = found["checked"]
            text = json.dumps(found["kept"], sort_keys=True)
            if zlib.crc32(text.encode()) != checked:
                raise ValueError
            about, state, arrays = (found["kept"][name] for name in ("about", "state", "arrays"))
            if not isinstance(state, dict) or not all(_is_named(*each) for each in arrays.values()):
                raise ValueError
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            raise self.damaged(file) from None
        if about != self._about:
            raise UsageError(
                f"the folder {self.folder} belongs to a solve of another game, or with other options; remove it, or "
                "choose another file"
            )
        self.state, self._arrays = state, arrays

    def damaged(self, file: Any = None) -> UsageError:
        """The error for a file whose content has changed; without a file, for the folder."""
        return UsageError(f"{file or self.folder} is damaged; remove the folder {self.folder} to begin again")

    def save(self, name: str, array: Any) -> None:
        """Write an array. It is valid after the next `commit`."""
        array = np.ascontiguousarray(array)
        file = f"{name}-{secrets.token_hex(4)}.npy"
        with outputs.replacing(str(self.folder / file)) as made:
            # This is what `np.save` writes, but that does not report why a file cannot be written, such as a full disk.
            np.lib.format.write_array_header_1_0(made, np.lib.format.header_data_from_array_1_0(array))
            made.write(array.data)
        self._arrays[name] = [file, zlib.crc32(array.data)]

    def load(self, name: str) -> Any:
        """Read an array that was saved."""
        file, checksum = self._arrays[name]
        try:
            array = _array_in(self.folder / file)
        except Exception:  # NumPy may raise any error when it reads a foreign file
            array = None
        if array is None or zlib.crc32(array.data) != checksum:
            raise self.damaged(self.folder / file)
        return array

    def forget(self, name: str) -> None:
        """Drop an array with the next `commit`."""
        self._arrays.pop(name, None)

    def has(self, name: str) -> bool:
        return name in self._arrays

    @property
    def names(self) -> list[str]:
        """The names of all arrays."""
        return list(self._arrays)

    def clear(self) -> None:
        """Drop everything with the next `commit`."""
        self.state, self._arrays = {}, {}

    def commit(self) -> None:
        kept = {"about": self._about, "state": self.state, "arrays": self._arrays}
        checked = zlib.crc32(json.dumps(kept, sort_keys=True).encode())
        outputs.write(json.dumps({"kept": kept, "checked": checked}), str(self.folder / "state.json"))
        self._remove_arrays({file for file, _ in self._arrays.values()})

    def close(self, remove: bool = False) -> None:
        """Release the folder. It is removed if it is no longer needed, or empty."""
        state = self.folder / "state.json"
        if remove or not state.exists():
            with contextlib.suppress(OSError):
                state.unlink(missing_ok=True)  # first: it must never list files that do not exist
                self._remove_arrays(set())
                (self.folder / "lock").unlink()
                self.folder.rmdir()
        os.close(self._lock)

    def _remove_arrays(self, needed: set[str]) -> None:
        """Remove our files that are not needed. Other files are not touched."""
        for file in self.folder.iterdir():
            if file.suffix in (".npy", ".tmp") and file.name not in needed:
                with contextlib.suppress(OSError):
                    file.unlink()


class InMemory:
    """Used instead of a folder when nothing is written to disk."""

    resumes = False

    def __init__(self) -> None:
        self.state: dict[str, Any] = {}
        self._arrays: dict[str, Any] = {}

    def save(self, name: str, array: Any) -> None:
        self._arrays[name] = array

    def load(self, name: str) -> Any:
        return self._arrays[name]

    def forget(self, name: str) -> None:
        self._arrays.pop(name, None)

    def has(self, name: str) -> bool:
        return name in self._arrays

    def clear(self) -> None:
        self.state, self._arrays = {}, {}

    def commit(self) -> None:
        pass

    def close(self, remove: bool = False) -> None:
        pass
