"""A store that a disk has damaged: its numbers are never other numbers, and what is sound is used."""

from __future__ import annotations

import random
import re
import sqlite3
import warnings
from pathlib import Path
from typing import Any

import pytest

from halfmove import UsageError, studies
from halfmove.studies.store import Store

PAGE = 4096


def plan() -> studies.Plan:
    return studies.plan(["uniform:2,2", "uniform:3,2"], ["alpha_beta", "sss_star"], trees=150, seed=3)


def counts(table: studies.Table) -> list[Any]:
    return [[record[:-1] for record in some] for some in table.records]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[Any]]:
    """The bytes of a store, and what is in it."""
    file = tmp_path_factory.mktemp("sound") / "s.db"
    table = studies.run(plan(), jobs=1, store=file)
    return file.read_bytes(), counts(table)


def swapped_pages(content: bytearray, chance: random.Random) -> None:
    first, second = (PAGE * number for number in chance.sample(range(len(content) // PAGE), 2))
    one, other = content[first : first + PAGE], content[second : second + PAGE]
    content[first : first + PAGE], content[second : second + PAGE] = other, one


def flipped_bits(content: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice([1, 1, 8, 64])):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def truncated(content: bytearray, chance: random.Random) -> None:
    del content[chance.choice([chance.randrange(1, len(content)), PAGE * chance.randrange(1, len(content) // PAGE)]) :]


@pytest.mark.parametrize("damage", [swapped_pages, flipped_bits, truncated])
def test_damage_never_changes_a_number(tmp_path: Path, sound: tuple[bytes, list[Any]], damage: Any) -> None:
    content, wanted = sound
    refused = []
    for number in range(60):
        hurt = bytearray(content)
        damage(hurt, random.Random(number))
        file = tmp_path / f"{number}.db"
        file.write_bytes(hurt)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                assert counts(studies.run(plan(), jobs=1, store=file)) == wanted
            except UsageError as error:
                refused.append(str(error))
                assert str(file) in refused[-1]
                assert file.read_bytes() == bytes(hurt)
    assert refused  # else nothing was damaged
    assert all("name another" in sentence and "\n" not in sentence for sentence in refused)


def changed(file: Path, *statements: str) -> None:
    base = sqlite3.connect(file)
    with base:
        for statement in statements:
            base.execute(statement)
    base.close()


@pytest.mark.parametrize(
    ("statements", "lost"),
    [
        (["UPDATE searches SET leaves = leaves + 1 WHERE cell = 1 AND repetition = 5"], 1),
        (["UPDATE searches SET bound = CAST(x'ff' AS TEXT) WHERE cell = 2 AND repetition < 4"], 3),
        (["UPDATE searches SET cell = cell + 10", "UPDATE searches SET cell = 13 - cell WHERE cell IN (11, 12)",
          "UPDATE searches SET cell = cell - 10 WHERE cell > 10"], 300),
        (["UPDATE searches SET repetition = -repetition WHERE cell = 1 AND repetition < 3",
          "UPDATE searches SET repetition = 3 + repetition WHERE repetition < 0"], 2),
        (["UPDATE cells SET tree = 'x' WHERE id = 1"], 0),  # nobody asks for it any more
    ],
)  # fmt: skip
def test_what_is_damaged_is_told_and_done_again(
    tmp_path: Path, sound: tuple[bytes, list[Any]], statements: list[str], lost: int
) -> None:
    file = tmp_path / "s.db"
    file.write_bytes(sound[0])
    changed(file, *statements)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert counts(studies.run(plan(), jobs=1, store=file)) == sound[1]
    told_lost = sum(int(str(each.message).split()[0]) for each in told if "damaged" in str(each.message))
    assert told_lost == lost
    with Store(file) as healed:  # and is sound now: nothing is told
        assert healed.finished(plan()) == plan().searches


def test_files_that_are_refused_stay_as_they_are(tmp_path: Path, sound: tuple[bytes, list[Any]]) -> None:
    theirs, old = tmp_path / "theirs.db", tmp_path / "old.db"
    changed(theirs, "CREATE TABLE t (x)", "INSERT INTO t VALUES (1)")
    old.write_bytes(sound[0])
    changed(old, "UPDATE about SET value = '2' WHERE key = 'schema'")
    for file in (theirs, old):
        before = file.read_bytes()
        with pytest.raises(UsageError, match=f"{re.escape(str(file))}.* name another"):
            Store(file)
        assert file.read_bytes() == before


def test_a_full_disk(tmp_path: Path) -> None:
    with Store(tmp_path / "s.db") as store:
        pages = store._base.execute("PRAGMA page_count").fetchone()[0]
        store._base.execute(f"PRAGMA max_page_count = {pages}")
        rows = [(f"key {number}", "x" * 100) for number in range(10_000)]
        with (
            pytest.raises(UsageError, match="disk is full"),
            store._sqlite_errors_explained("write to it"),
            store._transaction(),
        ):
            store._base.executemany("INSERT INTO about VALUES (?, ?)", rows)


def test_a_store_must_be_a_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not a file that can hold results"):
        Store(tmp_path)
    with pytest.raises(UsageError, match="is not a file that can hold results"):
        Store("/dev/null")
