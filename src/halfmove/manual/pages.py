"""The pages of the documentation, and how one is found by its name or by words in it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from halfmove.algorithms.registry import id_of
from halfmove.base.checks import nearest, shown
from halfmove.base.shipped import DOCS, EXAMPLES, shipped
from halfmove.errors import UsageError
from halfmove.manual.api import with_docstrings
from halfmove.manual.contents import paths, sections
from halfmove.manual.examples import Example, examples
from halfmove.manual.markdown import plain

_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s:]+)\)")
_HEADINGS = re.compile(r"^#+ (.+)$", re.MULTILINE)
_IN_TITLE, _IN_HEADINGS, _OFTEN = 1000, 30, 20  # what a word is worth there; more often than this counts no more


@dataclass(frozen=True)
class Page:
    """A page of docs/.

    path      below docs/, as `algorithms/sss_star.md`
    section   of the contents
    """

    path: str
    section: str

    @property
    def topic(self) -> str:
        """Its name for `halfmove docs`: that of its file, or of its folder if it is the first page of one."""
        folder, name = posixpath.split(self.path.removesuffix(".md"))
        return folder if name == "README" else name

    @property
    def file(self) -> Path:
        return shipped(DOCS) / self.path

    @property
    def text(self) -> str:
        return _text(self.path)

    @property
    def title(self) -> str:
        found = _TITLE.search(self.text)
        return plain(found[1]) if found else self.topic


@cache
def _text(path: str) -> str:
    return with_docstrings((shipped(DOCS) / path).read_text(encoding="utf-8"))


@cache
def pages() -> tuple[Page, ...]:
    """All pages, in the order of the contents."""
    docs = shipped(DOCS)
    found = [Page(path, section) for section, entries in sections(docs).items() for path in paths(entries)]
    return tuple(page for page in found if (docs / page.path).is_file())


def page_at(target: str, page: Page) -> Page | None:
    """The page to which a link on a page leads."""
    place = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), target.partition("#")[0]))
    return next((each for each in pages() if each.path == place), None)


def linked(page: Page) -> list[Page]:
    """The pages to which the links of a page lead, each once."""
    found = (page_at(target, page) for target in _LINK.findall(page.text))
    return list(dict.fromkeys(each for each in found if each is not None and each != page))


def linked_examples(page: Page) -> list[Example]:
    """The examples to which the links of a page lead, each once."""
    files = {f"{EXAMPLES}/{each.file}": each for each in examples()}
    folder = posixpath.join(DOCS, posixpath.dirname(page.path))
    found = (files.get(posixpath.normpath(posixpath.join(folder, target))) for target in _LINK.findall(page.text))
    return list(dict.fromkeys(each for each in found if each is not None))


def find(wanted: str) -> list[Page]:
    """The page with this name, or the pages in which all these words are, the best ones first.

    >>> [page.topic for page in find("alpha-beta")], [page.topic for page in find("SSS*")]
    (['alpha_beta'], ['sss_star'])
    >>> find("the horizon effect")[0].topic
    'the-horizon-effect'
    """
    names = {name: page for page in pages() for name in (_plain(page.title), _plain(page.path), _plain(page.topic))}
    page = names.get(_plain(wanted)) or names.get(_plain(id_of(wanted) or ""))
    found = [page] if page is not None else _with_words(wanted.casefold().split())
    if found:
        return found
    topics = {name: page.topic for page in pages() for name in (page.topic, page.title.casefold())}
    near = nearest(wanted.casefold(), topics)
    advice = "" if near is None else f"did you mean {topics[near]!r}? "
    raise UsageError(f"no page is about {shown(wanted)}; {advice}`halfmove docs --list` shows all pages")


def _plain(name: str) -> str:
    """People write the same name with a blank, a hyphen or an underscore."""
    return re.sub(r"[\W_]", "", name.removesuffix(".md").removeprefix("docs/").casefold())


def _with_words(wanted: Sequence[str]) -> list[Page]:
    ranked = [(_rank(page, wanted), number, page) for number, page in enumerate(pages())]
    return [page for rank, _, page in sorted(ranked, key=lambda each: (-each[0], each[1])) if rank]


def _rank(page: Page, wanted: Sequence[str]) -> int:
    """How much a page is about some words; 0 if one of them is missing."""
    text, total = page.text.casefold(), 0
    title, headings = page.title.casefold(), " ".join(_HEADINGS.findall(text))
    for word in wanted:
        if not (often := text.count(word)):
            return 0
        total += min(often, _OFTEN) + _IN_TITLE * (word in title) + _IN_HEADINGS * (word in headings)
    return total
