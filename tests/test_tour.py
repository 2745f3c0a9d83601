"""`halfmove tour`: the folder for a first look."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from halfmove.cli.program import main
from halfmove.explorer.examples import EXAMPLES

from .page_tree import loaded, parsed


def run_command(*words: str) -> Any:
    return CliRunner().invoke(main, words)


def test_the_folder_has_a_search_and_a_game(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "tour"
    ran = run_command("tour", str(folder), "--no-browser")
    assert ran.exit_code == 0, ran.stderr
    assert sorted(file.name for file in folder.iterdir()) == ["game.html", "index.html", "search.html"]
    assert "the value is 10, and 8 of 11 leaves were looked at" in ran.stdout
    assert ran.stdout.count("✂") == 3  # twice in the tree, and in the legend
    assert ran.stdout.count("Beta cut-off at 2.2") == 1  # the reason [1]
    assert ran.stdout.splitlines()[-1].endswith((folder / "index.html").resolve().as_uri())
    first = (folder / "index.html").read_text(encoding="utf-8")
    assert loaded(parsed(first)) == ["a href=search.html", "a href=game.html"]  # links, which load nothing
    assert first.count("<svg") >= 2
    replayed = (folder / "search.html").read_text(encoding="utf-8")
    assert f"<title>{EXAMPLES[0].game.name} · halfmove explorer</title>" in replayed  # an example of the page itself
    assert "Connect" in (folder / "game.html").read_text(encoding="utf-8")


def test_a_tour_as_json(tmp_path: Path) -> None:
    for _ in range(2):  # the second tour replaces the first one
        ran = run_command("tour", str(tmp_path), "--json")
        assert ran.exit_code == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["address"] == (tmp_path / "index.html").resolve().as_uri()
    assert all(Path(file).is_file() for file in found["files"])


def test_a_folder_with_another_page_is_left_as_it_is(tmp_path: Path) -> None:
    for name in ("index.html", "game.html"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / name).write_text("<title>mine</title>", encoding="utf-8")
        ran = run_command("tour", str(folder), "--no-browser")
        assert ran.exit_code == 2
        assert f"{folder} has a file {name} that is not of halfmove: name another folder" in ran.stderr
        assert [file.name for file in folder.iterdir()] == [name]
        assert (folder / name).read_text(encoding="utf-8") == "<title>mine</title>"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a letter", encoding="utf-8")
    ran = run_command("tour", str(tmp_path / "taken"))
    assert ran.exit_code == 2
    assert "cannot make the folder" in ran.stderr
    assert (tmp_path / "taken").read_text(encoding="utf-8") == "a letter"
