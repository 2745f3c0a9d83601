"""From kernels to JavaScript: every function that a Binder copies becomes a function of a script.

A `Translator` passes its `collect` to one Binder for each way to fill the slots. The copies are translated when all of
them have been made: copies of different Binders that mean the same become one function.

>>> from halfmove.engine.bind import Binder
>>> from halfmove.kernels.primitives import next_down, next_up
>>> translator = Translator()
>>> copy = Binder({next_up: Primitive("$above")}, translator.collect)(next_down)
>>> script = translator.script([copy])
>>> print(script.text)
const f1_next_down = function (score) {
  return -$above(-score);
};
>>> script.name(copy)
'f1_next_down'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import FunctionType
from typing import Any, NamedTuple

from halfmove.explorer.definitions import Definition, Definitions
from halfmove.explorer.expressions import Copy, Primitive
from halfmove.explorer.statements import Statements

__all__ = ["Primitive", "Script", "Translator"]


class Use(NamedTuple):
    """Where a number of the run is used."""

    file: str
    line: int


class Place(NamedTuple):
    """A line of a function."""

    file: str
    function: str
    line: int


class Translated(NamedTuple):
    """A function of a script, the functions that it calls, and the numbers of the run that it uses."""

    name: str
    definition: Definition
    text: str
    calls: list[Copy]
    fields: dict[str, Use]


class Script:
    """Functions in JavaScript.

    places   the lines that the script tells apart while it runs: its `$here` is the number of one of them
    """

    def __init__(
        self,
        functions: dict[Any, Translated],
        constants: dict[str, str],
        kinds: dict[Copy, Any],
        places: dict[Place, int],
    ) -> None:
        self._functions, self._kinds, self.places = functions, kinds, list(places)
        lines = [f"const {name} = {text};" for text, name in constants.items()]
        lines += [f"const {each.name} = {each.text};" for each in functions.values()]
        self.text = "\n".join(lines)

    def name(self, copy: Copy) -> str:
        return self._functions[self._kinds[copy]].name

    def fields(self, copy: Copy) -> dict[str, Use]:
        """The numbers of the run that a function and all functions it calls use."""
        found: dict[str, Use] = {}
        for each in self._reached(copy):
            found = each.fields | found
        return found

    def definitions(self, copy: Copy) -> list[Definition]:
        """The sources of a function and of all functions it calls."""
        return [each.definition for each in self._reached(copy)]

    def _reached(self, copy: Copy) -> Iterator[Translated]:
        seen, waiting = set(), [copy]
        while waiting:
            kind = self._kinds[waiting.pop()]
            if kind not in seen:
                seen.add(kind)
                yield self._functions[kind]
                waiting += self._functions[kind].calls


class Translator:
    """Translates functions. The script knows which line runs in functions of files that `is_watched`."""

    def __init__(self, is_watched: Callable[[str], bool] = lambda file: False) -> None:
        self._copies: list[Copy] = []
        self._definitions = Definitions()
        self._is_watched = is_watched

    def collect(self, function: FunctionType, inline: bool) -> Copy:
        """The `wrap` of a Binder."""
        self._copies.append(Copy(function))
        return self._copies[-1]

    def definition(self, copy: Copy) -> Definition:
        return self._definitions.of(copy.function)

    def script(self, roots: Iterable[Copy]) -> Script:
        """The functions `roots` and all functions that they call."""
        kinds = _kinds(self._copies)
        names: dict[Any, str] = {}
        constants: dict[str, str] = {}
        functions: dict[Any, Translated] = {}
        places: dict[Place, int] = {}
        waiting = list(reversed(list(roots)))

        def place_of(line: int) -> int:
            return places.setdefault(Place(definition.file, definition.node.name, line), len(places))

        def name_of(copy: Copy) -> str:
            waiting.append(copy)
            calls.append(copy)
            return names.setdefault(kinds[copy], f"f{len(names) + 1}_{copy.function.__name__}")

        def shared(text: str) -> str:
            return constants.setdefault(text, f"$k{len(constants) + 1}")

        while waiting:
            copy = waiting.pop()
            kind = kinds[copy]
            if kind not in functions:
                calls: list[Copy] = []
                name = name_of(copy)
                definition = self.definition(copy)
                watched = place_of if self._is_watched(definition.file) else None
                statements = Statements(copy, definition, name_of, shared, self.definition, watched)
                text = statements.function()
                fields = {field: Use(definition.file, line) for field, line in statements.x.fields.items()}
                functions[kind] = Translated(name, definition, text, calls, fields)
        return Script(functions, constants, kinds, places)


def _kinds(copies: list[Copy]) -> dict[Copy, Any]:
    """A number for every copy: equal ones are of the same text, and all their names mean the same.

    All copies of a text begin with the same number. Those whose names mean different things are then separated, until
    nothing changes.
    """
    texts = {copy: (copy.function.__code__.co_filename, copy.function.__code__.co_firstlineno) for copy in copies}
    kinds: dict[Copy, Any] = _numbered({copy: (*texts[copy], repr(copy.function.__defaults__)) for copy in copies})
    names = {copy: sorted(copy.names.items(), key=lambda item: item[0]) for copy in copies}
    while True:
        finer = _numbered(
            {copy: (kinds[copy], *((name, _meaning(x, kinds)) for name, x in names[copy])) for copy in copies}
        )
        if len(set(finer.values())) == len(set(kinds.values())):
            return kinds
        kinds = finer


def _meaning(x: Any, kinds: dict[Copy, Any]) -> Any:
    if isinstance(x, Copy):
        return "copy", kinds[x]
    return ("is", repr(x)) if isinstance(x, int | float | tuple | Primitive) else ("of", id(x))


def _numbered(keys: dict[Copy, Any]) -> dict[Copy, Any]:
    numbers: dict[Any, int] = {}
    return {copy: numbers.setdefault(key, len(numbers)) for copy, key in keys.items()}
