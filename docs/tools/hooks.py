"""Additions to the pages of the site: replays and boards in frames, and the source files that pages link to."""

from __future__ import annotations

import html
import re
import shlex
import sys
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.utils import get_relative_url

import halfmove
from halfmove.manual.contents import HOME, sections

sys.path.insert(0, str(Path(__file__).parent))

import sources

# Each of these marks follows the command that makes the page.
MARKS = re.compile(r"<!-- (replay|board) -->")
COMMANDS = {
    "replay": re.compile(r"^(halfmove explore .+?)(?: +#.*)?$", re.MULTILINE),
    "board": re.compile(r"^(halfmove page .+?)(?: +#.*)?$", re.MULTILINE),
}
CODE = re.compile(r"(^ *```.*?^ *```|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
# The stars of names, but not those that end **Ctrl-C**.
STAR = re.compile(r"((?:SSS|PS|DUAL|\bC))\*(?!\*(?!\*))")
ROOT = Path(__file__).parents[2]
REPORTS = re.compile(r"findings/|errata\.md$|reproduce\.md$")
LOOKED_UP = ("api.md", "named-trees.md", "command-line.md")  # they have all names, and a word of each
_replays: dict[str, list[str]] = {}  # the file in the site, and the words of its command
_boards: dict[str, str] = {}  # the file in the site, and the game


def on_config(config: Any) -> Any:
    """The contents are those of the package."""
    config.nav = [{"Home": HOME}, *({name: pages} for name, pages in sections(Path(config.docs_dir)).items())]
    return config


def on_files(files: Files, config: Any) -> Files:
    _replays.clear()
    _boards.clear()
    for name, text in sources.pages(ROOT, Path(config.docs_dir)).items():
        file = File.generated(config, name, content=text)
        file.inclusion = InclusionLevel.NOT_IN_NAV
        files.append(file)
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    if REPORTS.match(page.file.src_uri) or page.file.inclusion is InclusionLevel.NOT_IN_NAV:
        # A reader who searches for a word wants explanations first, not measurements. A word in a heading counts a
        # thousand times as much as one in the text. With this boost it counts four times, so a report is still found
        # by its name.
        page.meta["search"] = {"boost": 0.004}
    elif page.file.src_uri in LOOKED_UP:
        page.meta["search"] = {"boost": 0.2}
    elif title := TITLE.search(markdown):
        # The fewer words a title has, the more the page is about each of them: SSS* before SSS*/alpha-beta.
        page.meta["search"] = {"boost": 1 + 1 / len(re.findall(r"\w+", title[1]))}
    if page.file.src_uri == "api.md":
        named = set(re.findall(r"^::: halfmove\.(\w+)|`hm\.(\w+)", markdown, re.MULTILINE))
        more = [name for name in halfmove.__all__ if not any(name in each for each in named)]
        markdown += "\n## More\n\n" * bool(more) + "".join(f"::: halfmove.{name}\n" for name in more)
    text, at = "", 0
    for number, found in enumerate(MARKS.finditer(markdown)):
        commands = COMMANDS[found[1]].findall(markdown, at, found.start())
        if not commands:
            raise PluginError(f"{page.file.src_uri}: {found[0]} does not follow its command `halfmove ...`")
        target = _target(page.file.src_uri, number, found[1], commands[-1])
        text += markdown[at : found.start()] + _frame(get_relative_url(target, page.url), found[1], commands[-1])
        at = found.end()
    return sources.with_links(with_stars(text + markdown[at:]), page.file.src_uri, ROOT)


def _target(page: str, number: int, kind: str, command: str) -> str:
    """The file that a frame shows. The page of a game is there once, however often it is shown."""
    words = shlex.split(command)[2:]
    if kind == "board":
        target = f"boards/{re.sub(r'[^a-z0-9_]+', '-', words[0].lower())}.html"
        _boards[target] = words[0]
        return target
    name = page.removesuffix(".md").replace("/", "-").removeprefix("algorithms-")
    target = f"replays/{name}{f'-{number + 1}' if number else ''}.html"
    _replays[target] = words
    return target


def with_stars(markdown: str) -> str:
    """The star of SSS* is not emphasis. Other Markdown programs see that by themselves; here it must be escaped."""
    parts = CODE.split(markdown)
    return "".join(part if i % 2 else STAR.sub(r"\1\*", part) for i, part in enumerate(parts))


def on_post_build(config: Any) -> None:
    from halfmove.cli.explore import command
    from halfmove.cli.game_argument import game_from
    from halfmove.pages.page import page_for

    for target, words in _replays.items():
        with redirect_stderr(StringIO()):  # it would name each file; errors are raised
            command.main([*words, "--html", str(_file(config, target))], standalone_mode=False)
    wanted = config.extra.get("boards")  # tests make few of them, because each game is compiled
    for target, game in _boards.items():
        if wanted is None or game in wanted:
            _file(config, target).write_text(page_for(game_from(_from_examples(game))), encoding="utf-8")


def _from_examples(game: str) -> str:
    """A file that a reader has in the own folder is one of the examples."""
    path = ROOT / "examples" / game.partition(":")[0]
    return str(path.parent / game) if path.is_file() else game


def _file(config: Any, target: str) -> Path:
    file = Path(config.site_dir) / target
    file.parent.mkdir(exist_ok=True)
    return file


def _frame(address: str, kind: str, command: str) -> str:
    return (
        f'<div class="{kind}"><iframe src="{html.escape(address)}" loading="lazy" title="{html.escape(command)}">'
        f'</iframe><p><a href="{html.escape(address)}" target="_blank">On a page of its own</a></p></div>\n'
    )
