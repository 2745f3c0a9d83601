"""The example files that come with halfmove: games, algorithms, a study and notebooks.

>>> find("kayles.py").about
'Kayles: a ball knocks down one pin or two neighbours, and the player that takes the last pin wins'
"""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from halfmove.base.checks import unknown
from halfmove.base.shipped import EXAMPLES, KINDS, example_file, example_files, shipped


@dataclass(frozen=True)
class Example:
    """A file of examples/."""

    file: str

    @property
    def name(self) -> str:
        """Its name for `halfmove examples`."""
        return self.file.partition(".")[0]

    @property
    def path(self) -> Path:
        return shipped(EXAMPLES) / self.file

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def about(self) -> str:
        """Its first sentence, or its title."""
        if self.path.suffix == ".ipynb":
            return "".join(json.loads(self.text)["cells"][0]["source"]).partition("\n")[0].strip("# ")
        if self.path.suffix == ".toml":
            return str(re.findall(r'^(?:about|name) = "(.+)"', self.text, re.MULTILINE)[-1])
        first = (ast.get_docstring(ast.parse(self.text)) or "").partition("\n\n")[0]
        return " ".join(first.split()).partition(". ")[0].rstrip(".")

    def command(self, file: str) -> str:
        """What to do with a copy of it."""
        if self.path.suffix == ".ipynb":
            return f"jupyter lab {file}"
        if self.path.suffix == ".toml":
            return f"halfmove study {file}"
        return f"halfmove play {file}:game" if self.is_game else f"python {file}"

    @property
    def is_game(self) -> bool:
        return self.path.suffix == ".py" and re.search(r"^game = ", self.text, re.MULTILINE) is not None


@cache
def examples() -> tuple[Example, ...]:
    """All examples, games first, notebooks last."""
    found = [Example(file) for file in example_files()]
    return tuple(sorted(found, key=lambda each: (KINDS.index(each.path.suffix), not each.is_game)))


def find(name: str) -> Example:
    """The example of this name. Raises UsageError if there is none."""
    if (file := example_file(name)) is None:
        raise unknown("example", name, [each.name for each in examples()])
    return Example(file)
