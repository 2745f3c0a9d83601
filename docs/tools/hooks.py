"""Additions to the pages of the site: replays in frames, and the source files that pages link to."""

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
from halfmove.algorithms.registry import ALGORITHMS
from halfmove.kernels.declaration import Algorithm

sys.path.insert(0, str(Path(__file__).parent))

import sources

MARK = "<!-- replay -->"  # follows the command that makes the page
COMMAND = re.compile(r"^(halfmove explore .+?)(?: +#.*)?$", re.MULTILINE)
CODE = re.compile(r"(^ *```.*?^ *```|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
STAR = re.compile(r"((?:SSS|PS|DUAL|\bC))\*")
ROOT = Path(__file__).parents[2]
REPORTS = re.compile(r"findings/|errata\.md$|reproduce\.md$")
_replays: dict[str, list[str]] = {}  # the file in the site, and the words of its command


def on_config(config: Any) -> Any:
    """The pages of algorithms, in the order of the registry, by kind of search; and pages that `nav` does not name."""
    groups: dict[str, list[str]] = {"Depth first": [], "Best first": [], "With a table": [], "Yes or no": []}
    for algorithm in ALGORITHMS.values():
        groups[_kind(algorithm)].append(f"algorithms/{algorithm.id}.md")
    (pages,) = (each["Algorithms"] for each in config.nav if "Algorithms" in each)
    pages += [{name: group} for name, group in groups.items()]
    (pages,) = (each["How to"] for each in config.nav if "How to" in each)
    named = set(re.findall(r"[\w/-]+\.md", str(config.nav)))
    pages += sorted(file.name for file in Path(config.docs_dir).glob("*.md") if file.name not in named)
    return config


def _kind(algorithm: Algorithm) -> str:
    if algorithm.decides:
        return "Yes or no"
    if any(part.name == "table" for part in algorithm.parts):
        return "With a table"
    return "Best first" if algorithm.steps or not algorithm.proves else "Depth first"


def on_files(files: Files, config: Any) -> Files:
    _replays.clear()
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
    if page.file.src_uri == "api.md":
        named = set(re.findall(r"^::: halfmove\.(\w+)|`hm\.(\w+)", markdown, re.MULTILINE))
        more = [name for name in halfmove.__all__ if not any(name in each for each in named)]
        markdown += "\n## More\n\n" * bool(more) + "".join(f"::: halfmove.{name}\n" for name in more)
    parts = markdown.split(MARK)
    for number, part in enumerate(parts[:-1]):
        commands = COMMAND.findall(part)
        if not commands:
            raise PluginError(f"{page.file.src_uri}: {MARK} does not follow a command `halfmove explore ...`")
        name = page.file.src_uri.removesuffix(".md").replace("/", "-") + ("" if number == 0 else f"-{number + 1}")
        target = f"replays/{name.removeprefix('algorithms-')}.html"
        _replays[target] = shlex.split(commands[-1])[2:]
        parts[number] = part + _frame(get_relative_url(target, page.url), commands[-1])
    return sources.with_links(with_stars("".join(parts)), page.file.src_uri, ROOT)


def with_stars(markdown: str) -> str:
    """The star of SSS* is not emphasis. Other Markdown programs see that by themselves; here it must be escaped."""
    parts = CODE.split(markdown)
    return "".join(part if i % 2 else STAR.sub(r"\1\*", part) for i, part in enumerate(parts))


def on_post_build(config: Any) -> None:
    from halfmove.cli.explore import command

    for target, words in _replays.items():
        file = Path(config.site_dir) / target
        file.parent.mkdir(exist_ok=True)
        with redirect_stderr(StringIO()):  # it would name each file; errors are raised
            command.main([*words, "--html", str(file)], standalone_mode=False)


def _frame(address: str, command: str) -> str:
    return (
        f'<div class="replay"><iframe src="{html.escape(address)}" loading="lazy" title="{html.escape(command)}">'
        f'</iframe><p><a href="{html.escape(address)}" target="_blank">On a page of its own</a></p></div>\n'
    )
