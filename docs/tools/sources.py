"""Files of the project that pages link to, as pages of the site: code, study files, notebooks and folders of them."""

from __future__ import annotations

import base64
import json
import posixpath
import re
from pathlib import Path
from typing import Any

LINK = re.compile(r"\]\((?!\w+:|#)([^)\s#]+)((?:#[^)\s]*)?)\)")
CODE = {".py": "python", ".toml": "toml"}
_HIDDEN = "---\nsearch:\n  exclude: true\n---\n\n"  # found by a link, not by a search


def pages(root: Path, docs: Path) -> dict[str, str]:
    """The text of each such page, by its path below the docs."""
    wanted = {
        target
        for file in sorted(docs.rglob("*.md"))
        for found in LINK.finditer(file.read_text(encoding="utf-8"))
        if (target := _target(found[1], file.relative_to(docs).as_posix(), root))
    }
    for folder in [each for each in wanted if (root / each).is_dir()]:
        wanted |= {f"{folder}/{file.name}" for file in _files(root / folder)}
    return {_place(each, root): _page(root / each, each) for each in sorted(wanted)}


def with_links(text: str, at: str, root: Path) -> str:
    """The text of a page in which links to such files lead to their pages."""

    def changed(found: re.Match[str]) -> str:
        target = _target(found[1], at, root)
        if not target:
            return found[0]
        return f"]({posixpath.relpath(_place(target, root), posixpath.dirname(at) or '.')}{found[2]})"

    return LINK.sub(changed, text)


def _target(link: str, at: str, root: Path) -> str:
    """The path from the root of a linked file, if it needs a page; otherwise nothing."""
    path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(at), link))
    inside = path.startswith("docs/")
    if path.startswith("..") or (inside and Path(path).suffix not in CODE):
        return ""
    file = root / path
    return path if file.is_dir() or Path(path).suffix in {*CODE, ".ipynb"} else ""


def _place(path: str, root: Path) -> str:
    return f"source/{path}/index.md" if (root / path).is_dir() else f"source/{path}.md"


def _files(folder: Path) -> list[Path]:
    files = (file for file in sorted(folder.iterdir()) if file.name != "__init__.py")
    return [file for file in files if file.suffix in {*CODE, ".ipynb"}]


def _page(file: Path, path: str) -> str:
    head = f"{_HIDDEN}# `{path}`\n\n"
    if file.is_dir():
        return head + "".join(f"- [{each.name}]({each.name}.md)\n" for each in _files(file))
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".ipynb":
        return head + "".join(_cell(cell) for cell in json.loads(text)["cells"])
    return head + _fenced(text, CODE[file.suffix])


def _cell(cell: dict[str, object]) -> str:
    lines = cell["source"]
    text = lines if isinstance(lines, str) else "".join(lines)  # type: ignore[arg-type]
    if cell["cell_type"] == "code":
        return _fenced(text, "python") + "".join(map(_output, cell["outputs"]))  # type: ignore[call-overload]
    text = text.replace("](../docs/", "](../../")  # as seen from source/examples
    return re.sub(r"^#", "##", text, flags=re.MULTILINE) + "\n\n"


def _output(output: dict[str, Any]) -> str:
    """What the cell gave: a picture, or text."""
    data = output.get("data", {"text/plain": output.get("text", [])})
    if svg := "".join(data.get("image/svg+xml", [])):
        return (
            f'<img class="output" alt="" src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}">\n\n'
        )
    return _fenced("".join(data["text/plain"]), "{ .text .output }")


def _fenced(text: str, language: str) -> str:
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n\n"
