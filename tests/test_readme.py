"""What the documents say is so: their Python runs, their commands work, the generated pages are fresh."""

from __future__ import annotations

import doctest
import importlib.util
import re
import shlex
import shutil
import tempfile
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli.game_argument import game_from
from halfmove.cli.program import main
from halfmove.pages.how_to_play import how_to_play
from tests.conftest import study_in_plain_python

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXERCISES = (ROOT / "docs" / "exercises.md").read_text(encoding="utf-8")
LECTURE = (ROOT / "docs" / "lecture.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


PAGES = [
    "README.md",
    "docs/index.md",
    "docs/tutorial/first-search.md",
    "docs/tutorial/own-game.md",
    "docs/tutorial/experiment.md",
    "docs/studies.md",
    "docs/move-order.md",
    "docs/parallel.md",
    "docs/big-trees.md",
    "docs/slow-evaluations.md",
    "docs/citing.md",
    "docs/writing-a-game.md",
    "docs/pages.md",
    "docs/a-strong-opponent.md",
    "docs/the-horizon-effect.md",
    "docs/writing-an-algorithm.md",
    "docs/counting.md",
    "docs/seeing-a-search.md",
    "docs/explorer.md",
    "docs/theory.md",
    "docs/matches.md",
    "docs/opening-books.md",
    "docs/pgn.md",
    "docs/notebooks.md",
    "docs/exercises.md",
    "docs/proofs.md",
    "docs/lecture.md",
    "docs/solving.md",
    "docs/coming-from.md",
]


@pytest.mark.parametrize("name", PAGES)
def test_python(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples are doctests, one after the other in one namespace; a plain block is a file that is imported."""
    monkeypatch.chdir(ROOT)
    study_in_plain_python(monkeypatch)
    scope: dict[str, Any] = {}
    runner, parser = doctest.DocTestRunner(verbose=False), doctest.DocTestParser()
    found = blocks((ROOT / name).read_text(encoding="utf-8"), "python")
    assert found
    for number, block in enumerate(found):
        if ">>>" in block:
            example = parser.get_doctest(block, scope, f"{name}[{number}]", name, 0)
            example.globs = scope  # not a copy: the next block goes on from here
            runner.run(example, clear_globs=False)
        else:
            exec(compile(block, f"{name}[{number}]", "exec"), scope)
    assert runner.summarize(verbose=False).failed == 0


def test_git_ignores_what_the_commands_of_the_documents_write() -> None:
    written = re.compile(r"halfmove [^\n`]*--(?:html|svg|pdf|csv|out|store|games-file) (\w+(\.\w+))")
    texts = [README, *(file.read_text(encoding="utf-8") for file in (ROOT / "docs").rglob("*.md"))]
    endings = {ending for text in texts for _, ending in written.findall(text)}
    assert (
        {".html", ".db"}
        <= endings
        <= {line[2:] for line in (ROOT / ".gitignore").read_text().split() if line[:2] == "/*"}
    )


@pytest.mark.parametrize("page", ["README.md", "docs/pages.md"])
def test_the_game_on_a_page_is_the_example(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    game = next(block for block in blocks(text, "python") if ">>>" not in block)
    assert game in (ROOT / "examples" / "kayles.py").read_text(encoding="utf-8")


def test_the_tutorial_leads_from_an_empty_file_to_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "tutorial" / "own-game.md").read_text(encoding="utf-8")
    written = "\n".join(block for block in blocks(page, "python") if ">>>" not in block)
    example = (ROOT / "examples" / "kayles.py").read_text(encoding="utf-8")
    assert all(line in example for line in written.splitlines())
    (rules,) = blocks(page, "text")
    (tmp_path / "kayles.py").write_text(rules + written, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for line in "".join(blocks(page, "sh")).splitlines():
        ran = CliRunner().invoke(main, shlex.split(line)[1:], input="c\nquit\n")
        assert ran.exit_code == 0, ran.output
    assert (tmp_path / "kayles.html").stat().st_size > 50_000
    assert "knock down one pin, or two" in str(how_to_play(game_from("kayles.py:game")))


@pytest.mark.parametrize("line", "".join(blocks(EXERCISES + LECTURE, "sh")).splitlines())
def test_commands_for_teachers(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    program, *words = shlex.split(line)
    assert program == "halfmove"
    ran = CliRunner().invoke(main, words)
    assert ran.exit_code == 0, ran.output
    files = list(tmp_path.iterdir())
    assert ran.stdout or files
    assert all(file.stat().st_size > 2000 for file in files)


def test_all_commands_of_the_documents_have_these_options() -> None:
    """They are read, not run. A name with `my_` is a file that the reader writes."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        text = page.read_text(encoding="utf-8")
        lines = [line for block in re.findall(r"^ *```(?:sh|console)\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
                 for line in block.replace("\\\n", "").split("\n")]  # fmt: skip
        for line in lines:
            program, *words = shlex.split(re.split(r" [|>&] ?", line)[0], comments=True) or [""]
            if program != "halfmove" or any("my_" in word for word in words) or words[0].startswith("-"):
                continue
            try:
                context = click.Context(main, info_name="halfmove")
                while isinstance(context.command, click.Group) and words:
                    command = context.command.get_command(context, words[0])
                    assert command is not None, words[0]
                    if isinstance(command, click.Group):
                        context = click.Context(command, parent=context, info_name=words[0])
                    else:
                        context = command.make_context(words[0], words[1:], parent=context)
                    words = words[1:]
            except (click.ClickException, AssertionError) as error:
                pytest.fail(f"{page.relative_to(ROOT)}: {line.strip()}: {error}")


@pytest.mark.parametrize("line", "".join(blocks(README, "sh")).replace("\\\n", "").splitlines())
def test_commands(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of their own with the examples; a game at a prompt is left at once."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    before = set(tmp_path.iterdir())
    program, *words = shlex.split(line)
    assert program == "halfmove"
    ran = CliRunner().invoke(main, words, input="quit\n")
    assert ran.exit_code == 0, ran.output
    assert ran.stdout or set(tmp_path.iterdir()) - before


def test_the_game_that_is_played_is_shown_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (shown,) = blocks(README, "text")
    words = ["play", "examples/kayles.py:game", "--level", "hard", "--seed", "1"]
    printed = CliRunner().invoke(main, words, input="ef\nanalyse\nquit\n").stdout.splitlines()
    assert [
        line for line in shown.splitlines() if "> " not in line and line.strip() != "..." and line not in printed
    ] == []


def test_generated_pages_are_fresh() -> None:
    spec = importlib.util.spec_from_file_location("build_docs", ROOT / "docs" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    assert build.stale() == [], "run `make docs`"


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("docs/**/*.md")), ids=lambda p: p.name)
def test_links(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_number_of_algorithms_is_right() -> None:
    assert f"[{len(hm.ALGORITHMS)} in all]" in README


def test_the_paper_counts_the_claims_of_the_errata() -> None:
    rows = re.findall(
        r"^\| [SBCDE]\d+ \|.*\| (.*) \|$", (ROOT / "docs" / "errata.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    wrong = [row for row in rows if "**false**" in row or "**fails**" in row]
    misprinted = [row for row in rows if "**misprint" in row and row not in wrong]
    undecided = [row for row in rows if "cannot be decided" in row]
    paper = " ".join((ROOT / "docs" / "paper.md").read_text(encoding="utf-8").split())
    assert f"Of {len(rows)} claims" in paper
    assert f"tried, {len(wrong)} do not hold" in paper
    assert f"{len(misprinted)} more are misprints" in paper
    assert f"{len(undecided)} cannot be decided" in paper


def test_the_version_is_the_same_everywhere() -> None:
    assert f"\nversion: {hm.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    first = re.search(r"^## (\S+) \(", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert first is not None
    assert first[1] == hm.__version__
