"""`halfmove docs` and `halfmove examples`: what comes with halfmove is found, shown and copied."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from halfmove.cli import docs as command
from halfmove.cli.game_argument import game_from
from halfmove.cli.program import main
from halfmove.manual import as_html, as_text, examples
from halfmove.manual.markdown import Code, Items, blocks, place
from halfmove.manual.pages import Page, find, pages

from .conftest import refused
from .page_tree import parsed, words

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def run(*given: str) -> Any:
    return CliRunner().invoke(main, given, terminal_width=80)


# Pages


def test_every_page_of_the_documentation_is_there() -> None:
    written = {file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md")}
    assert [page.path for page in pages()].count("algorithms/sss_star.md") == 1
    assert {page.path for page in pages()} == written - {"index.md"}
    assert len({page.topic for page in pages()}) == len(pages())


@pytest.fixture(scope="module")
def files() -> dict[str, Any]:
    return {name: parsed(text) for name, text in as_html.files().items()}


def test_links_of_the_pages_lead_to_pages(files: dict[str, Any]) -> None:
    places = {name: {each.get("id") for each in page.iter()} for name, page in files.items()}
    links = 0
    for name, page in files.items():
        for link in page.iter("a"):
            address, _, at = (link.get("href") or "").partition("#")
            if address.startswith("file:"):
                assert Path(address.removeprefix("file://")).exists(), f"{name} leads to {address}"
            elif not address.startswith("https://"):
                target = (Path("/") / Path(name).parent / address).resolve().relative_to("/") if address else Path(name)
                assert target.as_posix() in files, f"{name} leads to {address}"
                assert not at or at in places[target.as_posix()], f"{name} leads to {link.get('href')}"
                links += 1
    assert links > 400


def test_pages_load_nothing(files: dict[str, Any]) -> None:
    pictures = 0
    for name, page in files.items():
        assert not [each.tag for each in page.iter() if each.tag in ("script", "link", "iframe", "object")], name
        for picture in page.iter("img"):
            assert (picture.get("src") or "").startswith("data:image/")
            pictures += 1
    assert pictures > 10


def test_pages_say_what_another_program_for_markdown_says(files: dict[str, Any]) -> None:
    """All words of all pages, except of the API, which is made of docstrings."""
    markdown = pytest.importorskip("markdown", reason="it is a part of MkDocs: pip install '.[docs]'")
    for page in pages():
        if page.path == "api.md":
            continue
        text = re.sub(r"((?:SSS|PS|DUAL|\bC))\*(?!\*(?!\*))", r"\1\\*", _without_code(page.text))  # as the site does
        other = markdown.markdown(_with_code(page.text, text), extensions=["tables", "pymdownx.superfences"])
        body = next(files[as_html.address(page)].iter("body"))
        ours = words(body).replace("\u00a0", " ")
        theirs = words(parsed(f"<div>{other}</div>"))
        begin = ours.index(theirs[:40], ours.index(page.title))
        assert ours[begin:].replace(" ", "") == theirs.replace(" ", ""), page.path


CODE = re.compile(r"(^ *```.*?^ *```$|`[^`\n]+`)", re.MULTILINE | re.DOTALL)


def _without_code(text: str) -> str:
    return CODE.sub("\ue000", re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL))


def _with_code(text: str, changed: str) -> str:
    found = iter(CODE.findall(re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)))
    return re.sub("\ue000", lambda _: next(found), changed)


def _code(found: Any) -> Iterator[str]:
    for block in found:
        if isinstance(block, Code):
            yield block.text
        elif isinstance(block, Items):
            for item in block.items:
                yield from _code(item)


def test_lines_of_text_fit() -> None:
    for page in pages():
        code = {line.strip() for text in _code(blocks(page.text)) for line in text.split("\n")}
        for line in as_text.page_text(page, 80).split("\n"):
            assert len(line) <= 80 or line.strip() in code or " " not in line.strip(), f"{page.topic}: {line}"


def test_the_marks_of_markdown() -> None:
    assert place("What it *cannot* do, in `code`") == "what-it-cannot-do-in-code"
    page = Page("algorithms/sss_star.md", "")
    line = as_html._line("SSS* and *soft*, **strong `x*y`**, [a](../theory.md#b), [b](nowhere.md), <script>", page)
    assert line == (
        'SSS* and <em>soft</em>, <strong>strong <code>x*y</code></strong>, <a href="../theory.html#b">a</a>, b, '
        "&lt;script&gt;"
    )
    items = "".join(
        as_html._block(each, page) for each in blocks("3. one\n   more\n\n   ```sh\n   run\n   ```\n4. two")
    )
    assert re.sub(r"\s+", " ", items) == (
        '<ol start="3"><li>one more<pre tabindex="0"><code>run</code></pre></li><li>two</li></ol>'
    )


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("alpha_beta", "alpha_beta"),
        ("alpha beta", "alpha_beta"),
        ("Alpha-Beta", "alpha_beta"),
        ("sss", "sss_star"),
        ("connect four", "connect_four"),
        ("docs/writing-a-game.md", "writing-a-game"),
        ("own game", "own-game"),
        ("play", "playing"),
        ("horizon effect", "the-horizon-effect"),
        ("api", "api"),
        ("findings", "findings"),
    ],
)
def test_a_page_is_found(asked: str, first: str) -> None:
    assert find(asked)[0].topic == first


# halfmove docs


def test_a_page_as_text() -> None:
    ran = run("docs", "alpha", "beta")
    assert ran.exit_code == 0
    assert ran.stdout.startswith("alpha-beta\n==========\n\nIdea\n----\n")
    assert ran.stdout.endswith("\nPages named here (halfmove docs ...): theory, algorithms\n")
    assert run("docs", "horizon").stdout.startswith("The horizon effect\n")  # the only title with this word
    assert "search(game: Game" in run("docs", "api").stdout


def test_a_page_as_text_names_its_examples() -> None:
    """A reader who installed the package has no folder examples/."""
    ran = run("docs", "own-game")
    assert ran.stdout.endswith("\nExamples named here (halfmove examples ...): kayles\n")


def test_the_contents() -> None:
    for given in (("docs",), ("docs", "--list")):
        lines = run(*given).stdout.splitlines()
        assert "Algorithms" in lines
        assert any(re.match(r"  sss_star +SSS\*$", line) for line in lines)
        assert f"{len(pages())} pages." in lines[-1]
        assert max(map(len, lines)) <= 80


def test_pages_with_a_word() -> None:
    ran = run("docs", "quiescence")
    assert "the-horizon-effect" in ran.stdout
    assert "pages have these words" in ran.stdout
    refused(run("docs", "horizn effect"), "did you mean 'the-horizon-effect'?", "halfmove docs --list")


def test_pages_as_json() -> None:
    listed = json.loads(run("docs", "--json").stdout)
    assert [each["topic"] for each in listed] == [page.topic for page in pages()]
    assert json.loads(run("docs", "sss", "--json").stdout)["text"].startswith("# SSS\\*\n")


def test_all_pages_in_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "docs"
    assert run("docs", "sss", "--html", str(folder)).stdout == f"{folder / 'algorithms' / 'sss_star.html'}\n"
    assert {file.relative_to(folder).as_posix() for file in folder.rglob("*.html")} == set(as_html.files())
    (folder / "playing.html").write_text("old", encoding="utf-8")
    before = (folder / "index.html").stat().st_mtime_ns
    run("docs", "--html", str(folder))
    assert (folder / "playing.html").stat().st_size > 1000
    assert (folder / "index.html").stat().st_mtime_ns == before
    (tmp_path / "file").write_text("", encoding="utf-8")
    refused(run("docs", "--html", str(tmp_path / "file" / "docs")), "cannot make the folder")
    (folder / "index.html").write_text("<title>mine</title>", encoding="utf-8")
    refused(run("docs", "--html", str(folder)), "has a file index.html that is not of halfmove")
    assert (folder / "index.html").read_text(encoding="utf-8") == "<title>mine</title>"


def test_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("halfmove.cli.docs.streams.room_on", lambda stream: 80)
    monkeypatch.setattr("halfmove.manual.writing.cache_directory", lambda: tmp_path / "cache")
    monkeypatch.setattr("halfmove.cli.docs.open_address", lambda address: opened.append(address) or True)
    assert run("docs", "sss").stdout == f"{tmp_path}/cache/docs/algorithms/sss_star.html\n"
    assert run("docs").stdout == f"{tmp_path}/cache/docs/index.html\n"
    assert opened[0] == (tmp_path / "cache/docs/algorithms/sss_star.html").as_uri()
    assert run("docs", "sss", "--text").stdout.startswith("SSS*\n====\n")
    monkeypatch.setattr(command, "open_address", lambda address: False)
    assert run("docs", "sss").stdout.startswith("SSS*\n====\n")


# halfmove examples


def test_the_examples_are_listed() -> None:
    lines = run("examples").stdout.splitlines()
    names = [line.split()[0] for line in lines[:-2]]
    assert {*names} == {
        file.stem for file in (ROOT / "examples").iterdir() if file.suffix in (".py", ".ipynb", ".toml")
    }
    assert max(map(len, lines[:-1])) <= 80
    assert [each["name"] for each in json.loads(run("examples", "--json").stdout)] == names
    assert all(len(each.about) > 10 for each in examples.examples())


@pytest.mark.parametrize("name", ["kayles", "kayles.py", "examples/kayles.py", "Kayles"])
def test_an_example_is_copied(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("examples", name)
    assert ran.exit_code == 0
    assert "kayles.py was written: Kayles" in ran.stdout
    assert ran.stdout.endswith("play kayles.py:game\n")
    assert Path("kayles.py").read_bytes() == (ROOT / "examples" / "kayles.py").read_bytes()
    assert game_from("kayles.py:game").name == "Kayles"


def test_an_example_is_not_written_over_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kayles.py").write_text("mine", encoding="utf-8")
    refused(run("examples", "kayles"), "another text", "halfmove examples kayles my_kayles.py")
    assert Path("kayles.py").read_text(encoding="utf-8") == "mine"
    assert run("examples", "kayles", "my_kayles.py").exit_code == 0
    assert "is there already" in run("examples", "kayles", "my_kayles.py").stdout
    Path("folder").mkdir()
    assert "folder/kayles.py was written" in run("examples", "kayles", "folder").stdout
    refused(run("examples", "kayles", "nowhere/kayles.py"), "no folder nowhere")


def test_an_example_is_printed() -> None:
    text = (ROOT / "examples" / "kayles.py").read_text(encoding="utf-8")
    assert run("examples", "kayles", "--print").stdout == run("examples", "kayles", "-").stdout == text
    refused(run("examples", "kayles", "mine.py", "--print"), "leave the file out")
    refused(run("examples", "kyles"), "did you mean 'kayles'?")


@pytest.mark.parametrize("words", [("play", "kayles"), ("check", "examples/kayles.py:game"), ("search", "kayles.py")])
def test_an_example_that_is_not_here(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused(run(*words), "there is no file", "; `halfmove examples kayles` writes kayles.py here")


@pytest.mark.parametrize("example", examples.examples(), ids=lambda each: each.name)
def test_what_to_do_with_an_example(example: examples.Example) -> None:
    kinds = {".ipynb": "jupyter lab", ".toml": "halfmove study"}
    wanted = kinds.get(example.path.suffix, "halfmove play" if example.is_game else "python")
    assert example.command("there").startswith(f"{wanted} there")
    assert example.path.suffix != ".py" or example.is_game == hasattr(_module(example), "game")


def _module(example: examples.Example) -> Any:
    from halfmove.base.user_files import UserFile

    return UserFile.find(str(example.path), "").module()
