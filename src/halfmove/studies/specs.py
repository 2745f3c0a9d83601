"""What a study searches, and with what, as data: a kind of trees, an algorithm with parameters.

Both are written as on the command line, and have one canonical text.

>>> str(TreeSpec.parse("uniform:depth=4,width=8")), str(AlgorithmSpec.parse("scout:test=strict"))
('uniform:8,4', 'scout:test=strict')
"""

from __future__ import annotations

import difflib
import hashlib
import inspect
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from halfmove.algorithms.registry import find
from halfmove.arguments import bound, number, split, text_of, values_of
from halfmove.bits import branch, seeded
from halfmove.checks import whole
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.games import GAMES
from halfmove.kernel import Parameter
from halfmove.trees import FAMILIES

FACTORIES: dict[str, Any] = {**FAMILIES, **GAMES}
Pairs = tuple[tuple[str, Any], ...]
_OWN = ("look_ahead", "opening")


@dataclass(frozen=True)
class TreeSpec:
    """A family of trees, or a game.

    name         of the family or game
    arguments    of its function, by name; those that are its defaults are left out
    look_ahead   half-moves to search; None searches to the end
    opening      random half-moves played before a search begins: what makes one repetition of a game unlike another
    """

    name: str
    arguments: Pairs = ()
    look_ahead: int | None = None
    opening: int = 0

    @classmethod
    def of(cls, name: str, /, *positional: Any, **named: Any) -> TreeSpec:
        """The spec with these arguments, checked by making one tree: `TreeSpec.of("uniform", 8, 4)`."""
        if name not in FACTORIES:
            near = difflib.get_close_matches(str(name), FACTORIES, 1, 0.5)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise UsageError(f"there is no tree family or game {name!r}; {hint}the choices are {', '.join(FACTORIES)}")
        own = {key: named.pop(key) for key in _OWN if key in named}
        for key, value in own.items():
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise UsageError(f"{name}: {key} must be a whole number from 0 on, not {value!r}")
        factory = FACTORIES[name]
        positional = tuple(_frozen(value) for value in positional)
        given = bound(name, factory, list(positional), {key: _thawed(value) for key, value in named.items()})
        if "seed" in given.arguments:
            raise UsageError(f"{name}: leave the seed out; each tree gets its own, derived from the study's seed")
        parameters = inspect.signature(factory).parameters
        kept = [
            (key, _frozen(value))
            for key, value in given.arguments.items()
            if _frozen(value) != _frozen(parameters[key].default) or type(value) is not type(parameters[key].default)
        ]
        spec = cls(name, tuple(kept), own.get("look_ahead"), own.get("opening", 0))
        spec.make(0)
        return spec

    @classmethod
    def parse(cls, text: str) -> TreeSpec:
        """The spec from text: `uniform:8,4,values=0..127`, `connect_four:look_ahead=6,opening=4`."""
        name, _, rest = text.strip().partition(":")
        positional, named = split(rest)
        own = {key: number(named.pop(key)) for key in _OWN if key in named}
        if name not in FACTORIES:
            return cls.of(name)
        rest = ",".join([*positional, *(f"{key}={value}" for key, value in named.items())])
        values, by_name = values_of(FACTORIES[name], rest)
        return cls.of(name, *values, **by_name, **own)

    def __str__(self) -> str:
        """The canonical text, from which seeds are derived: it never changes for the same tree."""
        return self.text

    @cached_property
    def text(self) -> str:
        parameters = inspect.signature(FACTORIES[self.name]).parameters
        parts = []
        for key, value in self.arguments:
            if parameters[key].kind is inspect.Parameter.VAR_POSITIONAL:
                parts += [text_of(each) for each in value]
            elif parameters[key].default is inspect.Parameter.empty:
                parts.append(text_of(value))
            else:
                parts.append(f"{key}={text_of(_thawed(value))}")
        parts += [f"look_ahead={self.look_ahead}"] if self.look_ahead is not None else []
        parts += [f"opening={self.opening}"] if self.opening else []
        return f"{self.name}:{','.join(parts)}" if parts else self.name

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def seeded(self) -> bool:
        """Whether another seed is another tree."""
        return bool(self.opening) or "seed" in inspect.signature(FACTORIES[self.name]).parameters

    def seed(self, base: int, repetition: int) -> int:
        """The seed of tree number `repetition`, from 1, in a study with this base seed."""
        return int(branch(branch(seeded(base), self._code), repetition))  # type: ignore[no-untyped-call]

    @cached_property
    def _code(self) -> int:
        return int.from_bytes(hashlib.sha256(self.text.encode()).digest()[:7], "big")

    def make(self, seed: int) -> Game:
        """The tree with this seed; of a game, a position after a random opening."""
        factory = FACTORIES[self.name]
        parameters = inspect.signature(factory).parameters if self.name in GAMES else {}
        listed = [key for key, p in parameters.items() if p.kind is p.VAR_POSITIONAL]
        named = {key: _thawed(value) for key, value in self.arguments if key not in listed}
        if not listed and self.name in FAMILIES:
            game = factory(**named, seed=seed)
        else:
            game = factory(*[each for key, value in self.arguments if key in listed for each in value], **named)
        return _opened(game, self.opening, seed) if self.opening else game

    @property
    def all_arguments(self) -> dict[str, Any]:
        """The arguments with those that are defaults."""
        parameters = inspect.signature(FACTORIES[self.name]).parameters
        plain = {key: _frozen(p.default) for key, p in parameters.items() if p.default is not p.empty and key != "seed"}
        return plain | dict(self.arguments)

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and depth of a uniform tree; None for a game."""
        given = dict(self.arguments)
        return (given["width"], given["depth"]) if self.name in FAMILIES else None

    def looking_ahead(self, half_moves: int) -> TreeSpec:
        """The same trees, searched so deep."""
        return replace(self, look_ahead=whole("depth", half_moves, 0))


def _opened(game: Game, half_moves: int, seed: int) -> Game:
    chance, at = random.Random(seed), game.start
    for _ in range(half_moves):
        if game.outcome(at)[0]:
            break
        at = game.next(at, chance.choice(game.legal(at)))
    return replace(game, start=at)


@dataclass(frozen=True)
class AlgorithmSpec:
    """An algorithm with those of its parameters that were given."""

    id: str
    parameters: Pairs = ()

    @classmethod
    def of(cls, name: str, /, **parameters: Any) -> AlgorithmSpec:
        """The spec, checked: `AlgorithmSpec.of("ps_star", phases=2)`."""
        algorithm = find(name)
        settled = algorithm.settle({key: _frozen(value) for key, value in parameters.items()})
        kept = [(p.name, settled[p.name]) for p in algorithm.parameters if p.name in parameters]
        for key, value in kept:
            if callable(value):
                raise UsageError(f"{algorithm.id}: in a study {key} must be written down, so a list, not a function")
        return cls(algorithm.id, tuple(kept))

    @classmethod
    def parse(cls, text: str, more: Mapping[str, str] | None = None) -> AlgorithmSpec:
        """The spec from text: `scout:test=strict`, `ps_star:partitions=1,2,5`; `more` parameters, as text, override."""
        name, _, rest = text.strip().partition(":")
        algorithm = find(name.strip())
        unnamed, named = split(rest)
        if unnamed:
            raise UsageError(f"{text!r}: parameters are written NAME=VALUE, as in scout:test=strict")
        known = {parameter.name: parameter for parameter in algorithm.parameters}
        given = named | dict(more or {})
        return cls.of(name.strip(), **{key: parameter_value(known.get(key), value) for key, value in given.items()})

    def __str__(self) -> str:
        given = ",".join(f"{name}={_listed(value)}" for name, value in self.parameters)
        return f"{self.id}:{given}" if given else self.id

    @property
    def named(self) -> dict[str, Any]:
        return dict(self.parameters)

    @property
    def all_parameters(self) -> dict[str, Any]:
        """The parameters with those that are defaults."""
        return find(self.id).settle(self.named)


def _listed(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


_FLAGS = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def parameter_value(parameter: Parameter | None, text: str) -> Any:
    """A parameter's value from text, as the number or word it is; what is wrong is left for `settle` to name."""
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


def _frozen(value: Any) -> Any:
    """Lists as tuples, and a distribution as pairs: values that can be compared and hashed."""
    if isinstance(value, list | tuple):
        return tuple(_frozen(each) for each in value)
    if isinstance(value, range):
        return (value[0], value[-1])
    if isinstance(value, Mapping):
        return Chances(tuple((_key(key), each) for key, each in value.items()))
    return value


def _thawed(value: Any) -> Any:
    return value.as_dict() if isinstance(value, Chances) else _frozen(value) if isinstance(value, list) else value


def _key(key: Any) -> Any:
    return number(key) if isinstance(key, str) else key  # TOML's keys are text


@dataclass(frozen=True)
class Chances:
    """A discrete distribution: pairs of a value and its probability."""

    pairs: tuple[tuple[Any, Any], ...]

    def as_dict(self) -> dict[Any, Any]:
        return dict(self.pairs)
