"""A kind of trees and an algorithm with parameters, as data of a study.

Both are written as on the command line, and each has one canonical text.

>>> str(TreeSpec.parse("uniform:depth=4,width=8")), str(AlgorithmSpec.parse("scout:test=strict"))
('uniform:8,4', 'scout:test=strict')
"""

from __future__ import annotations

import hashlib
import inspect
import random
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from inspect import BoundArguments
from itertools import islice, takewhile
from typing import Any

from halfmove.adapters.arguments import Factory, bound, number, split, text_of, values_of
from halfmove.adapters.from_text import FACTORIES, canonical, factory_in, game_file, known_names
from halfmove.adapters.presorting import presorted
from halfmove.algorithms.registry import ALGORITHMS, find
from halfmove.base.checks import LONGEST_LINE, byte_count, hint, shown, unknown, whole
from halfmove.base.gate import check_fields, checked
from halfmove.base.reprs import by_text
from halfmove.base.user_files import UserFile, split_file_text
from halfmove.bits import branch, seeded
from halfmove.engine import with_table
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.kernels.declaration import Algorithm, Parameter
from halfmove.random_games import random_game
from halfmove.studies.frozen import frozen, thawed
from halfmove.trees import FAMILIES

Pairs = tuple[tuple[str, Any], ...]
# Every kind of trees has these, besides the arguments of its function.
SEARCH_ARGUMENTS = ("look_ahead", "opening", "presorted")


@dataclass(frozen=True)
class TreeSpec:
    """A family of trees, a game, or a named tree.

    name         of the family, game or paper; a game in a user's file is named as in `my_game.py:game`
    arguments    of its function, by name; default values are left out
    look_ahead   half-moves to search; None searches to the end
    opening      random half-moves played before a search begins: they make the repetitions of a game differ
    presorted    1: the moves of every position are sorted, see `halfmove.presorted`
    file         the Python file of a user's own game
    """

    name: str
    arguments: Pairs = ()
    look_ahead: int | None = None
    opening: int = 0
    presorted: int = 0
    file: UserFile | None = None

    def __post_init__(self) -> None:
        check_fields(self, "a kind of trees")

    @classmethod
    @checked
    def of(cls, name: str, /, *positional: Any, **named: Any) -> TreeSpec:
        """Make a spec from arguments, and check them by making one tree: `TreeSpec.of("uniform", 8, 4)`.

        Parameters
        ----------
        name : str
            A tree family, a game, a paper, or a game in a Python file, as in "my_game.py:game".
        *positional, **named
            The arguments of its function, and `look_ahead`, `opening` and `presorted`.
        """
        written = split_file_text(str(name))
        if written is not None and written.arguments:
            raise UsageError(f"{name}: pass the arguments separately, not in the name")
        file = None if written is None else game_file(written)
        name = canonical(name) if file is None else str(file)
        if file is None and name not in FACTORIES:
            raise unknown("tree family, game or paper", name, FACTORIES, hint(name, known_names()))
        for_search = {
            key: whole(f"{name}: {key}", named.pop(key), 0, 1 if key == "presorted" else LONGEST_LINE)
            for key in SEARCH_ARGUMENTS
            if key in named
        }
        factory = _factory(name, file)
        given = _bound(name, factory, list(map(frozen, positional)), {key: thawed(each) for key, each in named.items()})
        if "seed" in given:
            raise UsageError(f"{name}: leave the seed out; each tree gets its own, derived from the study's seed")
        parameters = _parameters(factory)
        arguments = [
            (key, frozen(value))
            for key, value in given.items()
            if frozen(value) != frozen(parameters[key].default) or type(value) is not type(parameters[key].default)
        ]
        spec = cls(name, tuple(arguments), file=file, **for_search)
        spec.make(0)
        return spec

    @classmethod
    @checked
    def parse(cls, text: str) -> TreeSpec:
        """Make a spec from text.

        Parameters
        ----------
        text : str
            As in `uniform:8,4,values=0..127`, `connect_four:look_ahead=6,opening=4` or `mine.py:make:5`.
        """
        written = split_file_text(text)
        file = None if written is None else game_file(written)
        name, rest = text.strip().partition(":")[::2] if written is None else (str(file), written.arguments)
        name = canonical(name) if file is None else name
        if file is None and name not in FACTORIES:
            return cls.of(name)  # raises an error that says what is wrong
        unnamed, named = split(rest)
        for_search = {key: number(named.pop(key)) for key in SEARCH_ARGUMENTS if key in named}
        rest = ",".join([*unnamed, *(f"{key}={value}" for key, value in named.items())])
        values, by_name = values_of(_factory(name, file), rest)
        return cls.of(name, *values, **by_name, **for_search)

    def __str__(self) -> str:
        return self.text

    __repr__ = by_text

    @cached_property
    def text(self) -> str:
        """The canonical text, as it is written on the command line."""
        return self._written(self.name, SEARCH_ARGUMENTS)

    @cached_property
    def seed_text(self) -> str:
        """The text from which seeds are derived. It is the same for the same trees, wherever a game's file is.

        It leaves out `presorted`, which does not change the tree.
        """
        name = self.name if self.file is None else self.file.text_without_folder
        return self._written(name, ("look_ahead", "opening"))

    @property
    def identity(self) -> str:
        """The key of results in a store; it contains a hash of the code of a user's game."""
        if self.file is None:
            return self.text
        return f"{self._written(self.file.text_without_folder, SEARCH_ARGUMENTS)} (code {self.file.code})"

    def _written(self, name: str, for_search: Iterable[str]) -> str:
        parameters = _parameters(self.factory)
        before_seed = list(takewhile(lambda key: key != "seed", parameters))
        parts = []
        for key, value in self.arguments:
            if parameters[key].kind is inspect.Parameter.VAR_POSITIONAL:
                parts += [text_of(each) for each in value]
            elif parameters[key].default is inspect.Parameter.empty and key in before_seed:
                parts.append(text_of(value))
            else:
                parts.append(f"{key}={text_of(thawed(value))}")
        for key in for_search:
            value = getattr(self, key)
            parts += [f"{key}={value}"] if value or (key == "look_ahead" and value is not None) else []
        return f"{name}:{','.join(parts)}" if parts else name

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def factory(self) -> Factory:
        """The function that makes these trees."""
        return _factory(self.name, self.file)

    @property
    def seeded(self) -> bool:
        """Whether another seed makes another tree."""
        return bool(self.opening) or "seed" in _parameters(self.factory)

    @checked
    def seed(self, base: int, repetition: int) -> int:
        """The seed of tree number `repetition`, counted from 1, in a study with this base seed."""
        return int(branch(branch(seeded(base), self._seed_number), repetition))  # type: ignore[no-untyped-call]

    @cached_property
    def _seed_number(self) -> int:
        return int.from_bytes(hashlib.sha256(self.seed_text.encode()).digest()[:7], "big")

    @checked
    def make(self, seed: int) -> Game:
        """Make the tree with this seed; for a game, start from a position after a random opening."""
        factory = self.factory
        arguments = OrderedDict((key, thawed(value)) for key, value in self.arguments)
        if "seed" in _parameters(factory):
            arguments["seed"] = seed
        given = BoundArguments(_signature(factory), arguments)
        game = factory(*given.args, **given.kwargs)
        game = _opened(game, self.opening, seed) if self.opening else game
        return presorted(game) if self.presorted else game

    @property
    def all_arguments(self) -> dict[str, Any]:
        """The arguments, including defaults."""
        parameters = _parameters(self.factory)
        plain = {key: frozen(p.default) for key, p in parameters.items() if p.default is not p.empty and key != "seed"}
        return plain | dict(self.arguments)

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and depth of a uniform tree; None for a game."""
        given = dict(self.arguments)
        return (given["width"], given["depth"]) if self.name in FAMILIES else None

    @checked
    def looking_ahead(self, half_moves: int) -> TreeSpec:
        """The same spec with this `look_ahead`."""
        return replace(self, look_ahead=whole("depth", half_moves, 0, LONGEST_LINE))


def _factory(name: str, file: UserFile | None) -> Factory:
    return FACTORIES[name] if file is None else factory_in(file)


@lru_cache(maxsize=64)
def _signature(factory: Factory) -> inspect.Signature:
    return inspect.signature(factory)


def _parameters(factory: Factory) -> Mapping[str, inspect.Parameter]:
    return _signature(factory).parameters


def _bound(name: str, factory: Factory, positional: list[Any], named: dict[str, Any]) -> dict[str, Any]:
    """The arguments by name. A required seed may be missing, because each tree gets its own."""
    seed = _parameters(factory).get("seed")
    if seed is None or seed.default is not seed.empty or "seed" in named:
        return bound(name, factory, positional, named).arguments
    given = bound(name, factory, positional, named | {"seed": 0}).arguments
    return {key: value for key, value in given.items() if key != "seed"}


def _opened(game: Game, half_moves: int, seed: int) -> Game:
    *_, last = islice(random_game(game, random.Random(seed)), half_moves + 1)
    return replace(game, start=last)


@dataclass(frozen=True)
class AlgorithmSpec:
    """An algorithm with those of its parameters that were given.

    id      of the algorithm; one in a user's file is named as in `my_search.py:kernel`
    file    the Python file of a user's own algorithm
    table   bytes of a transposition table, such as "64 MB"; None uses none
    """

    id: str
    parameters: Pairs = ()
    file: UserFile | None = None
    table: int | str | None = None

    def __post_init__(self) -> None:
        check_fields(self, "an algorithm of a study")

    @classmethod
    @checked
    def of(cls, name: Any, /, **parameters: Any) -> AlgorithmSpec:
        """Make a spec and check its parameters: `AlgorithmSpec.of("ps_star", phases=2)`.

        Parameters
        ----------
        name : str or Algorithm
            An algorithm, its id, or one in a Python file, as in "my_search.py:kernel".
        **parameters
            Its parameters, and `table` for the bytes of a transposition table.
        """
        file = _kernel_file(name)
        algorithm = find(name if file is None else file.reference)
        table = None if any(p.name == "table" for p in algorithm.parameters) else parameters.pop("table", None)
        settled = algorithm.settle({key: frozen(value) for key, value in parameters.items()})
        if table is not None:
            with_table(algorithm, settled)  # raises an error if it cannot use one
            byte_count(f"{algorithm.id}: table", table)
        given = [(p.name, settled[p.name]) for p in algorithm.parameters if p.name in parameters]
        for key, value in given:
            if callable(value):
                raise UsageError(f"{algorithm.id}: in a study {key} must be a list, not a function")
        return cls(algorithm.id if file is None else str(file), tuple(given), file, table)

    @classmethod
    @checked
    def parse(cls, text: str, more: Mapping[str, str] | None = None) -> AlgorithmSpec:
        """Make a spec from text.

        Parameters
        ----------
        text : str
            As in `scout:test=strict` or `mine.py:kernel:width=3`.
        more : mapping of str, optional
            Parameters as text, which override those of `text`.
        """
        name, rest = _split_algorithm_text(text)
        unnamed, named = split(rest)
        if unnamed:
            raise UsageError(f"{shown(text)}: parameters are written NAME=VALUE, as in scout:test=strict")
        known = {parameter.name: parameter for parameter in algorithm_named(text).parameters}
        given = named | dict(more or {})
        return cls.of(name, **{key: parameter_value(known.get(key), value) for key, value in given.items()})

    def __str__(self) -> str:
        return self._written(self.id)

    __repr__ = by_text

    @property
    def identity(self) -> str:
        """The key of results in a store; it contains a hash of the code of a user's algorithm."""
        if self.file is None:
            return str(self)
        return f"{self._written(self.file.text_without_folder)} (code {self.file.code})"

    def _written(self, name: str) -> str:
        given = ",".join(f"{key}={_listed(value)}" for key, value in self.named.items())
        return f"{name}:{given}" if given else name

    @property
    def reference(self) -> str:
        """The text with which a search finds the algorithm in any process."""
        return self.id if self.file is None else self.file.reference

    @property
    def algorithm(self) -> Algorithm:
        return find(self.reference)

    @property
    def named(self) -> dict[str, Any]:
        """The arguments of a search: the parameters and the transposition table."""
        return dict(self.parameters) | ({} if self.table is None else {"table": self.table})

    @property
    def all_parameters(self) -> dict[str, Any]:
        """The parameters, including defaults, and the transposition table."""
        return self.algorithm.settle(dict(self.parameters)) | self.named


def algorithm_named(text: str) -> Algorithm:
    """The algorithm of a text such as `scout:test=strict` or `mine.py:kernel:width=3`; parameters are not checked."""
    name, _ = _split_algorithm_text(text)
    file = _kernel_file(name)
    return find(name if file is None else file.reference)


def _split_algorithm_text(text: str) -> tuple[str, str]:
    """The name and the parameters."""
    written = split_file_text(text)
    if written is None:
        name, _, rest = text.partition(":")
        return name.strip(), rest
    return (written.path if written.name is None else f"{written.path}:{written.name}"), written.arguments


def _kernel_file(name: Any) -> UserFile | None:
    """The file of a user's own algorithm; None for one of halfmove's."""
    if not isinstance(name, str):
        algorithm = find(name)
        if algorithm.id in ALGORITHMS and ALGORITHMS[algorithm.id] is algorithm:
            return None
        name = getattr(algorithm, "origin", None)
        if name is None:
            raise UsageError(f"{algorithm.id}: a study needs an algorithm in a file, as in my_search.py:{algorithm.id}")
    written = split_file_text(name)
    if written is None:
        return None
    if written.name is None:
        raise UsageError(f"{name}: name the algorithm in this file, as in {written.path}:my_kernel")
    return UserFile.find(written.path, written.name)


def _listed(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


_FLAGS = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def parameter_value(parameter: Parameter | None, text: str) -> Any:
    """The value of a parameter, from text. Text that cannot be read stays text, which `Algorithm.settle` refuses."""
    if parameter is None or parameter.kind == "choice":
        return text
    if parameter.kind == "flag":
        return _FLAGS.get(text.strip().lower(), text)
    try:
        if parameter.kind in ("int", "score", "memory"):
            return number(text)
        return tuple(number(each) for each in text.strip("[]()").split(","))  # a list, as in 1,2,5
    except UsageError:
        return text
