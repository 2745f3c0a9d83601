"""Memory that outlives a search, such as the table of a player: at both speeds."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from halfmove.engine.reserved import Reserved


class Kept:
    """So many words, all 0 at first. Plain Python and machine code have their own; each is made when it is first used."""

    def __init__(self, words: int) -> None:
        self.words = words

    @cached_property
    def native(self) -> Reserved:
        return Reserved(self.words, large_pages=True)

    @cached_property
    def python(self) -> Sparse:
        return Sparse()

    def forget(self) -> None:
        """Make all words 0 again."""
        if "native" in self.__dict__:
            self.native.forget(0)
        if "python" in self.__dict__:
            self.python.clear()


class Sparse(dict[int, Any]):
    """Words of which few are ever used: a list of them would be too long."""

    def __missing__(self, place: int) -> int:
        return 0

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self.get(i, 0) for i in range(place.start, place.stop)]
        return super().__getitem__(place)
