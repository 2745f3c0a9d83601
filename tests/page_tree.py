"""A page as a tree, for tests: what is opened must be closed."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree.ElementTree import Element, TreeBuilder

_ALONE = ("meta", "br", "hr", "img", "link", "input")
_OUTSIDE = ("src", "srcset", "href", "data", "xlink:href", "action", "poster")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.builder = TreeBuilder()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in _ALONE:
            self.builder.end(tag)
        else:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        self.builder.end(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self.builder.end(tag)

    def handle_data(self, data: str) -> None:
        if self.open:
            self.builder.data(data)


def parsed(page: str) -> Element:
    """The page, or the part of one, as a tree."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader.builder.close()


def words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def loaded(page: Element) -> list[str]:
    """What a browser would get from elsewhere, or run."""
    found = [
        f"{element.tag} {name}={value}"
        for element in page.iter()
        for name, value in element.attrib.items()
        if (name in _OUTSIDE and not value.startswith("#")) or name.startswith("on") or "url(" in value
    ]
    found += [element.tag for element in page.iter() if element.tag in ("script", "link", "iframe", "object", "img")]
    styles = "".join(style.text or "" for style in page.iter("style"))
    return found + [word for word in ("url(", "@import", "http") if word in styles]
