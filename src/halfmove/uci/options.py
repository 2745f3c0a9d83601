"""The options of the engine: what a program is told about them, and values from its text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from halfmove.base.checks import shown
from halfmove.errors import UsageError
from halfmove.players.levels import STRONGEST

EMPTY = "<empty>"  # how the protocol writes an empty text
_TRUTH = {"true": True, "false": False}


@dataclass(frozen=True)
class Option:
    """An option: a whole number ("spin"), true or false ("check"), a text ("string"), or a command ("button")."""

    name: str
    about: str
    kind: Literal["spin", "check", "string", "button"]
    default: Any = None
    low: int = 0
    high: int = 0

    @property
    def line(self) -> str:
        """What the engine says about it."""
        words = f"option name {self.name} type {self.kind}"
        if self.kind == "spin":
            return f"{words} default {self.default} min {self.low} max {self.high}"
        if self.kind == "check":
            return f"{words} default {str(self.default).lower()}"
        return words if self.kind == "button" else f"{words} default {self.default or EMPTY}"

    def with_value(self, value: Any) -> Option:
        """The same option with another default."""
        return replace(self, default=value)

    def read(self, text: str) -> Any:
        """A value from text. Raises UsageError."""
        if self.kind == "check":
            if text.lower() not in _TRUTH:
                raise UsageError(f"option {self.name} is true or false, not {shown(text)}")
            return _TRUTH[text.lower()]
        if self.kind == "spin":
            number = whole_number(text)
            if number is None or not self.low <= number <= self.high:
                wanted = f"a whole number from {self.low} to {self.high}"
                raise UsageError(f"option {self.name} is {wanted}, not {shown(text)}")
            return number
        return "" if text == EMPTY else text


OPTIONS = (
    Option("Hash", "megabytes of its table", "spin", 64, 1, 65_536),
    Option("Clear Hash", "empties the table", "button"),
    Option("Threads", "how many cores it uses", "spin", 1, 1, 64),
    Option("Ponder", "whether the program lets it think in the time of the other side", "check", False),
    Option("MultiPV", "of how many moves it shows value and line", "spin", 1, 1, 256),
    Option("Level", "how strong it plays, from 1 to 10, as in `halfmove play`", "spin", STRONGEST, 1, STRONGEST),
    Option("Move Overhead", "milliseconds of each move that are lost on the way", "spin", 10, 0, 5000),
    Option("OwnBook", "whether it plays from its book", "check", False),
    Option("BookFile", "the file of its book", "string", ""),
    Option("BookVariety", "by how many hundredths of a point a book move may be worse", "spin", 0, 0, 1000),
    Option("EndgamePath", "databases of solved positions: files, or folders", "string", ""),
    Option("Evaluation", "the file of a learned evaluation, in place of the game's own", "string", ""),
)
_BY_NAME = {option.name.lower(): option for option in OPTIONS}


def option_named(name: str) -> Option:
    """The option with this name, in any case. Raises UsageError."""
    option = _BY_NAME.get(name.lower())
    if option is None:
        raise UsageError(
            f"there is no option {shown(name)}; the options are {', '.join(each.name for each in OPTIONS)}"
        )
    return option


def defaults() -> dict[str, Any]:
    """The values of all options before any was set."""
    return {option.name: option.default for option in OPTIONS if option.kind != "button"}


def whole_number(text: str) -> int | None:
    """A whole number from text, None if it is not one; a number of very many digits is not one either."""
    bare = text.removeprefix("-").removeprefix("+")
    return int(text) if bare.isascii() and bare.isdigit() and len(bare) < 20 else None
