"""Games that only plain Python can run: the compiler's complaint becomes a sentence that names a line and a way out."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

import halfmove as hm
from halfmove.engine.native.messages import type_text

from . import broken
from .test_errors import said

# What nobody should have to know in order to understand a message.
JARGON = re.compile(
    r"Optional|reflected|nopython|Literal|[A-Z]+_[A-Z]+|UniTuple|Tuple\(|DictType|unicode_type|CPUDispatcher|Numba|numba"
    r"|\$|int64|exception_match|opcode|[Oo]verload|own_|unify|[Tt]yp(?:ing|ed)|<function|0x"
)

SAID = {
    "play_sometimes_nothing": r"returns nothing on some paths: every path must end with .* Pile\(\.\.\.\)",
    "play_nothing_else": "returns nothing on some paths",
    "play_tries": r"catches one kind of exception \(try, except\).*; test with `if` before",
    "play_with": "uses `with`; a rule must only compute: read files when the game is made",
    "play_global": "uses the global 'CONFIG', a dict, which the compiler cannot use: numbers, tuples and NumPy arrays",
    "play_counts": "changes a global variable; .* put what changes into the position",
    "play_set": "uses the global 'SEEN'",
    "play_object": "uses the global 'SETTINGS', a Settings",
    "play_local_dict": "its dict has keys or values of different types; use ifs, or a tuple indexed by a number",
    "play_empty_list": "the variable 'parts' begins as an empty list or set",
    "play_text": "makes text; .* text belongs into `show`",
    "play_reads_text": "str has no attribute 'format' that the compiler knows; text belongs into `show`",
    "play_prints_json": "the module json has no attribute 'dumps' that the compiler knows",
    "play_random": "the module random has no attribute 'Random'",
    "play_list": "the compiler makes no tuple of a list; a board is best kept in the bits of an int",
    "play_star": "unpacks a list of ints into arguments with a star; only a tuple can be unpacked",
    "play_star_helper": r"collects its arguments in \*\*keywords; write the arguments out",
    "play_sum": r"uses a generator expression \(\.\.\. for \.\.\. in \.\.\.\); write a loop",
    "play_any": "uses a generator expression .*; write a loop",
    "play_replace": r"does not know `_replace`; build the position anew, Pile\(...\)",
    "play_two_shapes": r"returns different things: Pile, \(int, int, int\); they must have one shape",
    "play_variable": "the variable 'x' changes its type: int and str",
    "play_undefined": "the name 'no_such_name' is not defined",
    "play_closure": "passes an inner function that uses the variable 'take'; write that function at the top",
    "play_walrus_word": "cannot find the type of a value in it: only numbers, tuples of them",
    "play_class": "uses the global 'Settings', a class that is not a NamedTuple",
    "play_match": "uses `match`; write if and elif",
    "play_large": "the module math has no attribute 'factorial' that the compiler knows",
    "play_bin": "uses 'bin', which the compiler does not have; popcount of halfmove.bits counts ones",
    "play_rest": r"unpacks with a star \(`first, \*rest = ...`\); name every part",
    "play_imports": "imports a module; write the import at the top of the file",
    "play_joined": "the compiler has no `int` for str; text belongs into `show`",
    "play_cached": "calls 'doubled', which keeps its answers in a cache; remove the cache",
    "play_global_list": "uses the global 'WEIGHTS', a list, which could change: make it a tuple",
    "play_keywords": r"unpacks with two stars \(`\*\*`\); write the arguments out",
    "play_lambda": "has no `max` with key=; write a loop",
    "play_nested": r"has no `\[\.\.\.\] =` for a list of ints, int, str",
    "play_assert_text": "has no `%` for str, int; text belongs into `show`",
    "moves_from": "uses `yield from`; write a loop with `yield`",
    "moves_of_two_shapes": r"yields different things: int, \(int, int\); they must have one shape",
    "moves_inner": "defines a generator inside itself; write that function at the top of the file",
    "moves_none": r"yields None on some paths \(int, None\); leave the `yield` out",
    "result_bare": r"returns \(bool, int or None\): on some paths there is no number; .*, write 0",
    "result_of_words": "an expression changes its type: str and int|returns different things: ",
    "evaluate_real_text": "has no `float` for str; text belongs into `show`",
    "evaluate_argument": "has a default argument, or a constant, that is a dict",
    "wide_index": r"a U64 is not an index: write int\(\.\.\.\) around it",
    "wide_float": r"a U64 does not mix with floats: write int\(\.\.\.\) around it",
    "wide_divides": "a U64 does not mix with floats",
    "wide_numpy": r"a U64 becomes an ordinary int with int\(\.\.\.\), not with a type of NumPy",
    "wide_range": r"a U64 cannot be given to `range`: write int\(\.\.\.\) around it",
}


def game(rule: str, function: Any) -> hm.Game:
    if rule == "wide":
        return hm.Game(
            "mine", broken.Wide(5, 5), broken.wide_moves, broken.wide_play, broken.wide_result, evaluate=function
        )
    rules = {"moves": broken.moves, "play": broken.play, "result": broken.result} | {rule: function}
    return hm.Game("mine", broken.Pile(5, 7), **rules)


def test_every_broken_rule_is_tried() -> None:
    """A function is broken unless it is one of those that make the rest of a game."""
    rest = {"wide_moves", "wide_play", "wide_result", "collected_names"}
    rules = {name for name, value in vars(broken).items() if re.match(r"(play|moves|result|evaluate|wide)_", name)}
    assert rules - rest == set(SAID)


@pytest.mark.parametrize("name", SAID)
def test_broken_games(name: str) -> None:
    function, rule = getattr(broken, name), name.partition("_")[0]
    mine = game(rule, function)
    assert not hm.search(mine, depth=4, compiled=False).compiled  # plain Python takes it
    with pytest.raises(hm.NotCompilable, match=SAID[name]) as error:
        hm.search(mine, depth=4, compiled=True)
    text = said(error)
    sentence, _, place = text.rpartition(" (")
    assert text.startswith(f"mine: {'evaluate' if rule == 'wide' else rule} ")
    assert not JARGON.search(sentence), sentence
    lines, first = inspect.getsourcelines(function)
    here = [first + i for i, line in enumerate(lines) if "HERE" in line]
    file, _, line = place.rstrip(")").rpartition(":")
    assert file == broken.__file__
    assert int(line) in (here or range(first, first + len(lines))), text


@pytest.mark.parametrize("rule", [broken.Rules().play, broken.Rules.bound_step()], ids=["method", "partial"])
def test_a_rule_that_is_no_function(rule: Any) -> None:
    mine = game("play", rule)
    assert hm.search(mine, compiled=False).value == 1
    with pytest.raises(
        hm.NotCompilable, match=r"play cannot be compiled: it is a (method|partial), and only plain"
    ) as error:
        hm.search(mine, compiled=True)
    sentence, _, place = said(error).rpartition(" (")
    assert not JARGON.search(sentence)
    assert place.startswith(f"{broken.__file__}:")


def test_a_fault_in_a_helper_is_found_there() -> None:
    with pytest.raises(hm.NotCompilable, match="the module json has no attribute 'dumps'") as error:
        hm.search(game("evaluate", broken.evaluates_by_helper), depth=2, compiled=True)
    lines, first = inspect.getsourcelines(broken.helper)
    assert f":{first + next(i for i, line in enumerate(lines) if 'HERE' in line)})" in said(error)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("int64", "int"),
        ("uint64", "uint64"),
        ("OptionalType(Pile(int64 x 2))", "Pile or None"),
        ("Tuple(Literal[int](3), OptionalType(float64))", "(int, float or None)"),
        ("UniTuple(int64 x 3)", "(int, int, int)"),
        ("reflected list(UniTuple(int64 x 2))<iv=None>", "a list of (int, int)s"),
        ("list(undefined)<iv=None>", "an empty list"),
        ("DictType[unicode_type,int64]<iv=None>", "a dict"),
        ("array(int64, 1d, C)", "a NumPy array"),
        ("type(CPUDispatcher(<function f at 0x7f00>))", "the function f"),
        ("Outer(Sides(U64, U64, int64), int64)", "Outer"),
    ],
)
def test_types_as_people_say_them(theirs: str, ours: str) -> None:
    assert type_text(theirs) == ours
