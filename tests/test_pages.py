"""The commands on the pages of docs/ work: those in `sh` blocks are run, those in `console` blocks are read.

What is for `console`: a prompt at which somebody plays, a cluster, files of the reader's own, hours of measuring.
"""

from __future__ import annotations

import re
import shlex
import shutil
import tempfile
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from halfmove.cli.program import main
from tests.conftest import study_in_plain_python

DOCS = Path(__file__).parent.parent / "docs"
# Other tests run the commands of these pages.
ELSEWHERE = {"exercises.md", "lecture.md", "opening-books.md", "solving.md", "tutorial/own-game.md"}
PAGES = {str(file.relative_to(DOCS)): file.read_text(encoding="utf-8") for file in sorted(DOCS.rglob("*.md"))}
EXPERIMENT = "tutorial/experiment.md"


def commands(name: str, language: str) -> list[list[str]]:
    """The commands of a page, each as its words."""
    blocks = re.findall(rf"^ *```{language}\n(.*?)^ *```", PAGES[name], re.MULTILINE | re.DOTALL)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    return [words for line in lines if (words := shlex.split(line, comments=True))]


# The commands of algorithms are run when the site is built, which shows what they make.
@pytest.mark.parametrize(
    "name", [n for n in PAGES if commands(n, "sh") and n not in ELSEWHERE and not n.startswith("algorithms")]
)
def test_commands_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, in a folder with the examples in it: on few trees, and studies in plain Python."""
    shutil.copytree(DOCS.parent / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    study_in_plain_python(monkeypatch)
    for program, command, *words in commands(name, "sh"):
        assert program == "halfmove"
        many = (command in ("study", "compare") or "--trees" in words) and name != EXPERIMENT
        before = set(tmp_path.iterdir())
        ran = CliRunner().invoke(main, [command, *(on_two_trees(words) if many else words)])
        assert ran.exit_code == 0, ran.output
        assert ran.stdout or set(tmp_path.iterdir()) - before
    if name == EXPERIMENT:  # the figure of the page is the one that its command draws
        drawn = (DOCS / "assets" / "first-experiment.svg").read_text(encoding="utf-8")
        assert (tmp_path / "first.svg").read_text(encoding="utf-8") == drawn


def on_two_trees(words: list[str]) -> list[str]:
    if "--trees" in words:
        place = words.index("--trees")
        words = words[:place] + words[place + 2 :]
    return [*words, "--trees", "2"]


@pytest.mark.parametrize("name", [name for name in PAGES if commands(name, "console")])
def test_commands_are_understood(name: str) -> None:
    for program, *words in commands(name, "console"):
        if program == "halfmove":
            understood(main, words)


def understood(command: click.Command, words: list[str]) -> None:
    """Raises where an option is unknown, or an argument is missing or superfluous."""
    context = command.make_context(command.name, list(words))
    if isinstance(command, click.Group):
        _name, inner, rest = command.resolve_command(context, [*context._protected_args, *context.args])
        assert inner is not None
        understood(inner, rest)


def test_no_command_stands_outside_of_a_block() -> None:
    """An indented command would not be tried by anybody."""
    for name, text in PAGES.items():
        outside = re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL)
        assert not re.search(r"^ {4,}halfmove ", outside, re.MULTILINE), name
