"""What a page says with `::: halfmove.search`: the signature and the docstring, as text."""

from __future__ import annotations

import importlib
import inspect
import re
import textwrap
from typing import Any

import halfmove

_MARK = re.compile(r"^::: (halfmove[\w.]*)\n( +options: .*\n)?", re.MULTILINE)
_NO_SIGNATURE = "show_signature: false"  # an option of mkdocstrings
_LONG = 76  # letters; a longer signature is broken between its parameters


def with_docstrings(text: str) -> str:
    """A page with its marks replaced by headings and texts; names that no mark shows are added at the end."""
    if not _MARK.search(text):
        return text
    shown = set(re.findall(r"^::: halfmove\.(\w+)|`hm\.(\w+)", text, re.MULTILINE))
    names: list[str] = halfmove.__all__  # type: ignore[attr-defined]
    more = [name for name in names if not any(name in each for each in shown)]
    text += "\n## More\n\n" * bool(more) + "".join(f"::: halfmove.{name}\n" for name in more)
    return _MARK.sub(_described, text)


def _described(mark: re.Match[str]) -> str:
    about = _about(_named(mark[1]), signed=_NO_SIGNATURE not in (mark[2] or ""))
    return f"### `{mark[1].rpartition('.')[2]}`\n\n{about}\n"


def _named(path: str) -> Any:
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)


def _about(thing: Any, signed: bool) -> str:
    """The docstring of an object with those of its members.

    signed   with the signature of the object
    """
    members = [member for member in vars(thing).items() if _is_shown(*member)] if inspect.isclass(thing) else []
    parts = [_signature(thing) if signed else "", inspect.getdoc(thing) or ""]
    for name, member in members:
        about = inspect.getdoc(member) or ""
        parts.append(f".{_signature(member, name)}\n\n{textwrap.indent(about, '    ')}")
    text = "\n\n".join(filter(None, parts))
    return f"````text\n{text}\n````\n"


def _is_shown(name: str, member: Any) -> bool:
    return not name.startswith("_") and (
        inspect.isfunction(member) or isinstance(member, property | classmethod | staticmethod)
    )


def _signature(thing: Any, name: str = "") -> str:
    name = name or getattr(thing, "__name__", "")
    thing = getattr(thing, "__func__", thing)
    try:
        written = str(inspect.signature(thing)) if callable(thing) else ""
    except ValueError:
        written = ""
    line = name + re.sub(r"(: |-> )'([^']*)'", r"\1\2", written)  # annotations are texts
    return line if len(line) <= _LONG else re.sub(r", (?=\*|\w+:|\w+ = )", f",\n{' ' * 4}", line)
