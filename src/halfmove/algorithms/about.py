"""What is said about algorithms to people: the files `notes/ID.md`.

Such a file has the idea of an algorithm in plain words, its pseudo-code, what it costs, when to use it, and the command
of its replay. "Step by step", which not every file has, says case by case why an operator on OPEN does what it does.

A line of pseudo-code may end with the events of a search that it stands for, after an @. They are the kinds of `log.py`
and a few more:

    enter       a node is entered. `enter of f g` says that the block of this line stands for the functions f and g of
                the kernel; without `of` it stands for all other functions
    call        another block is entered from this one; with `of f`, whatever is entered by the function f
    again       the same child is searched once more
    known       a table answers
    leaf        a leaf is evaluated
    raise       a child is the best so far; `raise max` and `raise min` where the two players have a line each
    cut         a node is left because its value has reached the end of its window
    leave       a node is left
    visit       a node is looked at without being searched
    case 6, 6a  an operator is applied
    end         a state-space search ends

A line `@include ID of f g` stands for the last block of the pseudo-code of another algorithm, and `@include ID block 1
of f` for its first one.

>>> note = note_of("alpha_beta")
>>> note.code[1]
Line(text='    if node is a leaf: return its score', on=('leaf',))
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

NEEDED = ("Idea", "Pseudo-code", "What it costs", "When to use it", "Replay")
STEPS = "Step by step"  # after the pseudo-code, where a file has it

_INCLUDED = re.compile(r"@include (\w+)(?: block (\d))? of ([\w ]+)")
_TAG = re.compile(r"\s*@([a-z].*)$")


class Line(NamedTuple):
    """A line of pseudo-code, and the events that it stands for."""

    text: str
    on: tuple[str, ...] = ()


class Note(NamedTuple):
    """The parts of a file, as Markdown; `cases` has a sentence for each case of an operator."""

    idea: str
    code: tuple[Line, ...]
    cases: dict[str, str]
    costs: str
    use: str
    replay: str


@lru_cache(maxsize=64)
def note_of(id: str) -> Note | None:
    """The note of an algorithm of the package; None for any other."""
    file = files("halfmove.algorithms") / "notes" / f"{id}.md"
    if not file.is_file():
        return None
    parts = re.split(r"^## (.+)\n", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = {name: text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}
    wanted = [*NEEDED[:2], STEPS, *NEEDED[2:]] if STEPS in found else [*NEEDED]
    if list(found) != wanted:
        raise ValueError(f"{file} has the sections {', '.join(found)}, not {', '.join(wanted)}")
    code = re.fullmatch(r"```text\n(.*)\n```", found["Pseudo-code"], re.DOTALL)
    if code is None:
        raise ValueError(f"{file}: its pseudo-code is not one block of ```text")
    lines = tuple(line for text in code[1].split("\n") for line in _lines(text))
    cases = re.findall(r"^- \*\*Case (\d[a-z]?)\.\*\* (.+(?:\n  .+)*)", found.get(STEPS, ""), re.MULTILINE)
    told = {case: plain(text)[0] for case, text in cases}
    return Note(found["Idea"], lines, told, found["What it costs"], found["When to use it"], found["Replay"])


def _lines(text: str) -> list[Line]:
    if included := _INCLUDED.fullmatch(text):
        note = note_of(included[1])
        if note is None:
            raise ValueError(f"there is no note of {included[1]}, from which pseudo-code should be included")
        blocks: list[list[Line]] = []
        for line in note.code:
            if line.text and line.text[0] != " ":
                blocks.append([])
            blocks[-1].append(line)
        (title, _on), *rest = blocks[int(included[2] or len(blocks)) - 1]
        while not rest[-1].text:
            rest.pop()
        return [Line(title, (f"enter of {included[3]}",)), *rest]
    tag = _TAG.search(text)
    if tag is None:
        return [Line(text)]
    return [Line(text[: tag.start()], tuple(each.strip() for each in tag[1].split(",")))]


def plain(markdown: str) -> list[str]:
    """The paragraphs of a text without the marks of Markdown.

    >>> plain("SSS\\\\* is *best first*. See [the theory](../theory.md).")
    ['SSS* is best first. See the theory.']
    """
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    text = re.sub(r"(?<![\\\w])\*(?=\S)(.+?)(?<![\\\s])\*", r"\1", text, flags=re.DOTALL)
    text = text.replace("\\*", "*").replace("`", "")
    return [" ".join(part.split()) for part in text.split("\n\n")]
