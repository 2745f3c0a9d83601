"""Results on disk: an SQLite file in which every batch is stored as soon as it is finished, so that none is lost.

A batch is one transaction. A run that is killed at any moment leaves whole batches behind, and the next run does the
rest. Two runs may share a file: the same search has the same key and the same counts, and the second run to store it
changes nothing. A file that another version of halfmove wrote is recognised and not changed.

A disk may damage a file silently. So each search has a checksum of its key and its results. A search that is damaged,
or is stored under the key of another one, is not used but done again. A file whose structure is damaged is refused and
left as it is, because SQLite might damage it further by writing to it.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import time
import typing
import warnings
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType

from halfmove.base.checks import file_name, shown
from halfmove.base.gate import checked
from halfmove.base.identity import signature
from halfmove.base.printable import printable_line
from halfmove.errors import UsageError
from halfmove.model import Bound
from halfmove.studies.plans import Cell, Plan
from halfmove.studies.work import Record

SCHEMA = 4
_APPLICATION = 0x686D7374  # "hmst", in the header of the file
_BUSY = 60.0  # seconds to wait for another run that is writing

_COLUMNS = ", ".join(f'"{name}"' for name in Record._fields)
_TABLES = f"""
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE cells (
    id INTEGER PRIMARY KEY, seed TEXT NOT NULL, tree TEXT NOT NULL, algorithm TEXT NOT NULL,
    UNIQUE (seed, tree, algorithm)
);
CREATE TABLE files (place TEXT PRIMARY KEY, code TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE searches (
    cell INTEGER NOT NULL REFERENCES cells, {_COLUMNS}, checksum BLOB NOT NULL, PRIMARY KEY (cell, repetition)
) WITHOUT ROWID;
"""
_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master"
_LONGEST = 200  # characters of a reason in a message


class Store:
    """An open store of results; use it in a `with` statement.

    Parameters
    ----------
    path : str or Path
        The SQLite file. A new one is made if it does not exist.

    Raises
    ------
    UsageError
        If the file is not a store, is damaged, or was written by another version of halfmove.
    """

    @checked
    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._damaged: set[tuple[int, int]] = set()  # searches, by cell and repetition
        if not str(path) or "\0" in str(path):
            raise UsageError("a store needs the name of a file")
        if os.path.exists(path) and not os.path.isfile(path):  # they raise no error, as for a name that is too long
            raise UsageError(f"{file_name(self.path)} is not a file that can hold results; name another store")
        with self._sqlite_errors_explained("use it as a store"):
            self._base = sqlite3.connect(self.path, timeout=_BUSY, isolation_level=None)
            self._base.text_factory = lambda text: text.decode(errors="replace")  # damaged text has a wrong checksum
            self._base.execute("PRAGMA trusted_schema = OFF")  # no code in a file is run
            try:
                self._check()
            except BaseException:
                self.close()
                raise

    def __repr__(self) -> str:
        return f"Store({shown(str(self.path))})"

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._base.close()

    def _check(self) -> None:
        """Make the tables of a new file. Refuse an old one that this version of halfmove did not write."""
        base = self._base
        if not self._is_new():  # before anything is written, so that a foreign file stays as it is
            self._check_tables()
        self._keep_log()
        with self._transaction():
            if self._is_new():
                base.execute(f"PRAGMA application_id = {_APPLICATION}")
                for statement in _TABLES.split(";\n"):
                    base.execute(statement)
                about_us = {"schema": str(SCHEMA), "halfmove": signature()}
                base.executemany("INSERT INTO about VALUES (?, ?)", about_us.items())
        if (found := base.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
            raise self._refused(" ".join(found.split()))
        about = dict(base.execute("SELECT key, value FROM about"))
        theirs, ours = about.get("halfmove", "?"), signature()
        if about.get("schema") != str(SCHEMA) or theirs != ours:
            written_by = (
                theirs if isinstance(theirs, str) and re.fullmatch(r"[\w.+ ()-]{1,80}", theirs) else shown(theirs)
            )
            raise UsageError(
                f"{file_name(self.path)} was written by halfmove {written_by}, this is {ours}: their counts may differ "
                "and are not mixed; name another store"
            )

    def _check_tables(self) -> None:
        """Refuse a store that holds anything but our tables, such as triggers, or views that never end."""
        with closing(sqlite3.connect(":memory:")) as ours:
            ours.executescript(_TABLES)
            wanted = set(ours.execute(_SCHEMA))
        if set(self._base.execute(_SCHEMA + " LIMIT 100")) != wanted:
            raise UsageError(
                f"{file_name(self.path)} has other tables than a store of this version of halfmove; name another store"
            )

    def _is_new(self) -> bool:
        """Whether the file is empty. Raises UsageError if another program wrote it."""
        mark = self._base.execute("PRAGMA application_id").fetchone()[0]
        if mark == _APPLICATION:
            return False
        if mark == 0 and self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
            return True
        raise UsageError(f"{file_name(self.path)} is not a store of halfmove; name another file")

    def _keep_log(self) -> None:
        """Use a write-ahead log: it survives a killed process, and a batch need not wait for the disk."""
        until = time.monotonic() + _BUSY
        while True:  # this is the one case in which SQLite itself does not wait for another run
            try:
                self._base.execute("PRAGMA journal_mode = WAL")
                break
            except sqlite3.OperationalError as error:
                if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > until:
                    raise
                time.sleep(0.01)
        self._base.execute("PRAGMA synchronous = NORMAL")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._base.in_transaction:  # a full disk may have ended it already
                self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    def admit(self, plan: Plan) -> None:
        """Note the code of the user's own files in a plan. Refuse a file whose code has changed since it was noted."""
        with self._sqlite_errors_explained("use it as a store"), self._transaction():
            for file in plan.files:
                self._base.execute("INSERT OR IGNORE INTO files VALUES (?, ?)", (file.place, file.code))
                noted = self._base.execute("SELECT code FROM files WHERE place = ?", (file.place,)).fetchone()[0]
                if noted != file.code:
                    raise UsageError(
                        f"{file.path} was edited since {file_name(self.path)} was begun, and results of both versions "
                        "are not mixed: name another store, or begin anew without --resume"
                    )

    def add(self, seed: int, cell: Cell, records: Iterable[Record]) -> None:
        """Store the results of a batch, all or none. A search that is already stored and intact is not changed."""
        with self._sqlite_errors_explained("write to it"), self._transaction():
            key = (str(seed), cell.tree.identity, cell.algorithm.identity)
            self._base.execute("INSERT OR IGNORE INTO cells (seed, tree, algorithm) VALUES (?, ?, ?)", key)
            number = self._number(seed, cell)
            rows = [(number, *record, _checksum(key, record)) for record in records]
            again = self._damaged & {(row[0], row[1]) for row in rows}
            self._base.executemany("DELETE FROM searches WHERE cell = ? AND repetition = ?", again)
            marks = ", ".join("?" * (2 + len(Record._fields)))
            self._base.executemany(f"INSERT OR IGNORE INTO searches VALUES ({marks})", rows)
        self._damaged -= again

    def records(self, seed: int, cell: Cell) -> list[Record]:
        """The intact stored results of a cell, in the order of its trees."""
        key = (str(seed), cell.tree.identity, cell.algorithm.identity)
        with self._sqlite_errors_explained("read it"):
            number = self._number(seed, cell)
            rows = self._base.execute(
                f"SELECT {_COLUMNS}, checksum FROM searches WHERE cell = ? AND repetition BETWEEN ? AND ? "
                "ORDER BY repetition",
                (number, cell.first, cell.first + cell.count - 1),
            ).fetchall()
        found = [(Record(*fields), checksum) for *fields, checksum in rows]
        intact = [record for record, checksum in found if _is_possible(record) and _checksum(key, record) == checksum]
        if number is not None and len(intact) < len(rows):
            kept = {record.repetition for record in intact}
            self._damaged |= {(number, row[0]) for row in rows if row[0] not in kept}
            warnings.warn(
                f"{len(rows) - len(intact)} results in {file_name(self.path)} are damaged and not used "
                f"({cell.algorithm} on {cell.tree}): a study that needs them searches those trees again",
                RuntimeWarning,
                stacklevel=2,
            )
        return intact

    def finished(self, plan: Plan) -> int:
        """The number of searches of a plan that are stored."""
        return sum(len(self.records(plan.seed, cell)) for cell in plan.cells)

    @contextmanager
    def _sqlite_errors_explained(self, what: str) -> Iterator[None]:
        """Turn an error of SQLite into a UsageError that says what could not be done."""
        try:
            yield
        except UnicodeDecodeError:  # SQLite's message quotes a name in the file that is not text
            raise self._refused("a name in it is not text") from None
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorname", "").startswith("SQLITE_CORRUPT"):
                raise self._refused(str(error)) from None
            reason = printable_line(str(error))[:_LONGEST] or type(error).__name__
            raise UsageError(f"{file_name(self.path)}: cannot {what}: {reason}; name another store") from None

    def _refused(self, reason: str) -> UsageError:
        self._base.close()
        reason = printable_line(reason)[:_LONGEST]
        return UsageError(
            f"{file_name(self.path)} is damaged and left as it is ({reason}): replace it by an earlier copy, or name "
            "another store, for which everything is searched again"
        )

    def _number(self, seed: int, cell: Cell) -> int | None:
        key = (str(seed), cell.tree.identity, cell.algorithm.identity)
        row = self._base.execute("SELECT id FROM cells WHERE seed = ? AND tree = ? AND algorithm = ?", key).fetchone()
        return None if row is None else int(row[0])


def _is_possible(record: Record) -> bool:
    """Whether a search can have these numbers: a file may be forged."""
    value, bound, seconds = record.value, record.bound, record.seconds
    counts = [each for name, each in record._asdict().items() if name not in ("value", "bound", "seconds")]
    return (
        all(type(each) is int and each >= 0 for each in counts)
        and (isinstance(value, int | float) and value == value and bound in typing.get_args(Bound))
        and (isinstance(seconds, int | float) and 0 <= seconds < float("inf"))
    )


def _checksum(key: tuple[str, str, str], record: Record) -> bytes:
    """The checksum of a record and its key, so that the record is not accepted under another key."""
    plain = [float(x) if isinstance(x, float) else x for x in record]  # NumPy's numbers have another repr
    return hashlib.blake2b(repr((*key, *plain)).encode(errors="replace"), digest_size=8).digest()
