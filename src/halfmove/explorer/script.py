"""The script of a page: the translated algorithms, and the search of explicit trees that runs them.

It is one statement, `const halfmove = ...`, in JavaScript of 2021, and loads nothing:

    halfmove.algorithms                          the declaration of each algorithm, for a form
    halfmove.makeTree(nested, real)              a tree from nested arrays
    halfmove.search(tree, id, parameters, window, options)    {value, bound, counts, leafOrder, line, ...}
    halfmove.dewey(tree, node)                   the name of a node
    halfmove.reasons(tree, events)               why branches of a recorded search were not looked at
    halfmove.score(number)                       a score as reasons write it
    halfmove.places                              the lines of the source at which events happen, see `_places`
    halfmove.constants                           numbers and names that the page shares with Python, see `_shared`

A request that cannot be done raises halfmove.SearchError with a sentence.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from halfmove import recording
from halfmove.algorithms.about import note_of, plain
from halfmove.algorithms.iter_sss_star import minimum_memory
from halfmove.algorithms.registry import ALGORITHMS, find
from halfmove.engine.bind import Binder, Slots
from halfmove.engine.layout import COUNTERS, Field, layout
from halfmove.engine.record import FIRST_STRIDE, FIRST_TABLE, FIRST_VALUES, STOPPED
from halfmove.engine.scores import FINITE, INFINITE
from halfmove.engine.search import LINE_NODES
from halfmove.errors import UsageError
from halfmove.explorer.expressions import Copy, quoted
from halfmove.explorer.primitives import page_primitives
from halfmove.explorer.translate import Place, Script, Translator
from halfmove.kernels import primitives as v
from halfmove.kernels.declaration import Algorithm, Parameter, State, Variant
from halfmove.parts.partitions import partition_table
from halfmove.recording import log
from halfmove.recording.events import RECORDING
from halfmove.recording.reasons import FIELDS, MEMORIES, QUESTION, WINDOW, find_reasons
from halfmove.recording.sentences import KINDS, MIRRORED, REST, table
from halfmove.trees.unfolding import MOST_NODES

_BY_HAND: dict[Any, str] = {minimum_memory: "minimum_memory", partition_table: "partition_table"}  # in runtime.js
_FAULTS = ("NODES", "SECONDS", "MEMORY", "REAL_SCORE", "BOTH_EXTREMES", "MORE", "OWN")
_PROOFS = ("BY_WINDOW", "LOWER", "UPPER", "ESTIMATE")
_OWN_FILES = str(files("halfmove.algorithms"))
_STATUSES = ("LIVE_STATE", "SOLVED_STATE", "INACTIVE_STATE", "REVERSED")
_LINE = "f_alpha_beta"  # extends lines to their leaves


def script_for(
    algorithms: Iterable[Any] | None = None,
    *,
    recorded: bool = False,
    around: Slots | None = None,
    slots: Slots | None = None,
    state: State | None = None,
    more: str = "",
) -> str:
    """The script for some algorithms (ids, kernels, or texts "file.py:kernel"), or for all of the registry.

    recorded   whether every search also records what happens in it: `events`, see `log.py`
    around     primitive -> function that is called in its place, see `Binder`
    slots      more primitives of kernels: their functions, or a `Primitive` for one that is written in JavaScript
    state      numbers that every run has besides its own ones, with their first values
    more       JavaScript that is put beside runtime.js, with the functions that such primitives name; the page finds
               what it assigns to `$extra.name` as `halfmove.extra.name`
    """
    chosen = [find(each) for each in (ALGORITHMS if algorithms is None else algorithms)]
    for each in chosen:
        _check(each, chosen)
    files_of_kernels = {file for each in chosen for file in _files(each)}
    translator = Translator(lambda file: recorded and (file in files_of_kernels or file.startswith(_OWN_FILES)))
    primitives = page_primitives() | (slots or {})
    state = dict(state or {})
    if recorded:
        state |= RECORDING.state
    binders: dict[Any, Binder] = {}

    def bound(algorithm: Algorithm, kernel: Any) -> Copy:
        """A kernel of an algorithm. Binders are shared, so a function that many kernels call is translated once."""
        own, outside = dict(algorithm.using), dict(around or {})
        if recorded:
            own |= recording.filled(algorithm, kernel)
            outside |= recording.around(algorithm, kernel)
        key = frozenset(own.items()), frozenset(outside.items())
        if key not in binders:
            binders[key] = Binder(primitives | own, translator.collect, "", outside)
        made: Copy = binders[key](kernel)
        return made

    kernels = [_kernels(algorithm, partial(bound, algorithm)) for algorithm in chosen]
    finder = Binder(primitives, translator.collect)(find_reasons)
    line = find(_LINE)
    line_kernels = _kernels(line, Binder(page_primitives(), translator.collect))
    roots = [kernel for each in (*kernels, line_kernels) for _, _, kernel in each] + [finder]
    script = translator.script(roots)
    common = _common([line, *chosen])
    common |= {name: Field(name, "int", first) for name, first in state.items()}
    if recorded:
        common |= {name: Field(name, "memory") for name in RECORDING.memories}
    each_one = zip(chosen, kernels, strict=True)
    entries = [_entry(algorithm, made, script, common, explained=recorded) for algorithm, made in each_one]
    reasons: dict[str, Any] = {"memories": MEMORIES, "kinds": KINDS, "sentences": table(), "rest": REST}
    reasons |= {"window": WINDOW, "question": QUESTION, "fields": FIELDS}
    return "\n".join(
        [
            "const halfmove = (() => {",
            '"use strict";',
            _text("runtime.js"),
            _text("recording.js"),
            f"const $recorded = {quoted(recorded)};",
            more,
            script.text,
            f"const $constants = {quoted(_shared())};",
            f"const $library = {quoted(_library(common))};",
            "const $algorithms = [\n" + ",\n".join(entries) + "\n];",
            f"const $reasons = {{ ...{quoted(reasons)}, find: {script.name(finder)} }};",
            f"const $places = {quoted(_places(script.places))};",
            f"const $line = {_entry(line, line_kernels, script, common)};",
            _text("search.js"),
            "return {",
            "  algorithms: $algorithms, constants: $constants, places: $places,",
            "  makeTree, dewey, search, reasons, score, SearchError,",
            "  extra: $extra,",
            "};",
            "})();",
            "",
        ]
    )


def _files(algorithm: Algorithm) -> set[str]:
    """The files of the kernels of an algorithm."""
    kernels = [algorithm.kernel, *(found for found in algorithm.variants.values() if not isinstance(found, Variant))]
    return {inspect.unwrap(kernel).__code__.co_filename for kernel in kernels}


def _places(places: list[Place]) -> dict[str, Any]:
    """The numbers of lines in the column `place` of events: for each the number of its function, and its line."""
    names = list(dict.fromkeys(place.function for place in places))
    return {"functions": names, "at": [number for each in places for number in (names.index(each.function), each.line)]}


def _text(name: str) -> str:
    return (files("halfmove.explorer") / name).read_text(encoding="utf-8")


def _check(algorithm: Algorithm, chosen: list[Algorithm]) -> None:
    """Raise UsageError for an algorithm that a page cannot run."""
    if sum(each.id == algorithm.id for each in chosen) > 1:
        raise UsageError(f"two algorithms are called {algorithm.id}: in a page each needs a name of its own")
    if algorithm.plays:
        raise UsageError(f"{algorithm.id} plays games, but a page has only trees")
    for part in algorithm.parts:
        if part.external or (part.table is not None and part.table not in _BY_HAND):
            raise UsageError(
                f"{algorithm.id}: its part {part.name} has a table that cannot be translated to JavaScript"
            )
    for parameter in algorithm.parameters:
        default = parameter.default
        if parameter.kind == "choice" and isinstance(algorithm.variants.get((parameter.name, default)), Variant):
            raise UsageError(f"{algorithm.id}: a page cannot search with its default {parameter.name}={default!r}")
        for word, function in parameter.words.items():
            if function not in _BY_HAND:
                raise UsageError(
                    f"{algorithm.id}: the value {word!r} of its parameter {parameter.name} cannot be translated to "
                    "JavaScript"
                )


Kernels = list[tuple[str | None, Any, Copy]]


def _kernels(algorithm: Algorithm, binder: Callable[[Any], Copy]) -> Kernels:
    """The kernels of an algorithm: its main one, and those for some choices of its parameters."""
    own = [(*key, found) for key, found in algorithm.variants.items() if not isinstance(found, Variant)]
    variants = [(name, choice, binder(kernel)) for name, choice, kernel in own]
    return [(None, None, binder(algorithm.kernel)), *variants]


def _library(common: dict[str, Field]) -> dict[str, Any]:
    """Numbers that the primitives of kernels and search.js share."""
    return {
        "faults": {name: getattr(v, name) for name in _FAULTS},
        "proofs": {name: getattr(v, name) for name in _PROOFS},
        "stopped": STOPPED,
        "firstTable": FIRST_TABLE,
        "firstStride": FIRST_STRIDE,
        "lineNodes": LINE_NODES,
        "firstValues": FIRST_VALUES,
        "counters": COUNTERS,
        "record": {field.name: field.first for field in common.values()},
        "memories": [field.name for field in common.values() if field.kind == "memory"],
        "finite": FINITE,
        "infinite": INFINITE,
    }


def _shared() -> dict[str, Any]:
    """Numbers and names that the page shares with Python: `halfmove.constants` in its scripts."""
    return {
        "events": {kind.upper(): getattr(log, kind.upper()) for kind in log.KINDS},
        "statuses": {name: getattr(log, name) for name in _STATUSES},
        "statusNames": log.STATUS_NAMES,
        "statusLetters": log.STATUS_LETTERS,
        "leafCase": log.LEAF_CASE,
        "proofs": {name: getattr(v, name) for name in _PROOFS},
        "mirrored": MIRRORED,
        "mostNodes": MOST_NODES,
    }


def _common(algorithms: list[Algorithm]) -> dict[str, Field]:
    """The numbers that every run has, with the same first value."""
    layouts = [set(layout(each)) for each in algorithms]
    return {field.name: field for field in layout(algorithms[0]) if all(field in each for each in layouts)}


def _entry(
    algorithm: Algorithm, kernels: Kernels, script: Script, common: dict[str, Field], explained: bool = False
) -> str:
    """An algorithm as JavaScript. `explained`: with what a page that replays searches says about it."""
    fields = common | {field.name: field for field in layout(algorithm)}
    for _, _, kernel in kernels:
        for name, use in script.fields(kernel).items():
            if name not in fields:
                raise UsageError(
                    f"{use.file}:{use.line}: a kernel uses run.{name}, which is not declared: name it in the "
                    "algorithm's state="
                )
    own = [field for field in fields.values() if field.name not in common]
    data = {
        "id": algorithm.id,
        "title": algorithm.title,
        "source": algorithm.source,
        "promise": algorithm.promise,
        "contract": algorithm.contract,
        **(_explained(algorithm, kernels, script) if explained else {}),
        "aliases": algorithm.aliases,
        "origin": Path(algorithm.origin).name if algorithm.origin else None,  # no folders: pages are passed on
        "parameters": [_parameter(each, algorithm) for each in algorithm.parameters],
        "counters": algorithm.counters,
        "faults": algorithm.faults,
        "window": algorithm.window,
        "clips": algorithm.clips,
        "proves": algorithm.proves,
        "steps": algorithm.steps,
        "choiceSteps": [[name, choice, steps] for (name, choice), steps in algorithm.choice_steps.items()],
        "record": {field.name: field.first for field in own},
        "memories": [field.name for field in own if field.kind == "memory"],
        "arena": sum(part.arena for part in algorithm.parts) + 1,
        "tables": {part.name: _BY_HAND[part.table] for part in algorithm.parts if part.table is not None},
    }
    made = [
        f"{{ parameter: {quoted(name)}, choice: {quoted(choice)}, kernel: {script.name(kernel)} }}"
        for name, choice, kernel in kernels
    ]
    return f"{{ ...{quoted(data)}, kernels: [{', '.join(made)}] }}"


def _explained(algorithm: Algorithm, kernels: Kernels, script: Script) -> dict[str, Any]:
    """What a page says about an algorithm: the idea, and its code.

    An algorithm of the package has pseudo-code, whose lines are tied to events. Any other has its source in Python.
    """
    note = note_of(algorithm.id) if ALGORITHMS.get(algorithm.id) is algorithm else None
    if note is None:
        return {"idea": [], "cases": {}, "code": [], "python": _source(algorithm, kernels, script)}
    about = {"idea": plain(note.idea), "cost": plain(note.costs), "use": plain(note.use), "cases": note.cases}
    return {**about, "code": [[line.text, *line.on] for line in note.code]}


def _source(algorithm: Algorithm, kernels: Kernels, script: Script) -> list[Any]:
    """The lines of the functions of a kernel that are in its own file: [number of the line, text]."""
    files_of_kernel = _files(algorithm)
    found = {each.node.lineno: each for *_, kernel in kernels for each in script.definitions(kernel)}
    lines: list[Any] = []
    for _, each in sorted(found.items()):
        if each.file in files_of_kernel:
            lines += [[0, ""]] * bool(lines) + [[number, text] for number, text in each.lines]
    return lines


def _parameter(parameter: Parameter, algorithm: Algorithm) -> dict[str, Any]:
    """The declaration of a parameter, without the choices that a page lacks: those with primitives of their own."""
    variants = {choice: algorithm.variants.get((parameter.name, choice)) for choice in parameter.choices}
    return {
        "name": parameter.name,
        "kind": parameter.kind,
        "help": parameter.help,
        "required": parameter.required,
        "default": None if parameter.required else parameter.default,
        "choices": [choice for choice, found in variants.items() if not isinstance(found, Variant)],
        "least": parameter.least,
        "words": {word: _BY_HAND[function] for word, function in parameter.words.items()},
        "description": parameter.describe(),
    }
