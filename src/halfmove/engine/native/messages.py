"""Errors of the compiler, explained: what is wrong in the rule, where it is, and what to write instead.

The messages of Numba say what its own passes could not do. `explain` finds the construct in the rule that caused it,
and `place_of` its line in the user's file.
"""

from __future__ import annotations

import ast
import importlib.util
import linecache
import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import halfmove

_SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "lshift": "<<",
    "rshift": ">>", "and_": "&", "or_": "|", "xor": "^", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">",
    "ge": ">=", "neg": "-", "invert": "~", "not_": "not", "contains": "in", "getitem": "[...]", "setitem": "[...] =",
}  # fmt: skip

# Instructions of Python's interpreter that the compiler does not know, and the statements that they come from.
_STATEMENTS = (
    (r"STORE_GLOBAL|DELETE_GLOBAL", "it changes a global variable; a rule must depend on its position alone: "
     "put what changes into the position"),
    (r"MATCH_\w+|COPY_DICT\w*", "it uses `match`; write if and elif"),
    (r"GET_YIELD_FROM_ITER|SEND|YIELD_FROM", "it uses `yield from`; write a loop with `yield`"),
    (r"IMPORT_\w+", "it imports a module; write the import at the top of the file"),
    (r"LOAD_BUILD_CLASS", "it defines a class; write it at the top of the file"),
    (r"UNPACK_EX", "it unpacks with a star (`first, *rest = ...`); name every part"),
    (r"DICT_MERGE|DICT_UPDATE", "it unpacks with two stars (`**`); write the arguments out"),
    (r"BEFORE_WITH|SETUP_WITH|BEFORE_ASYNC_WITH|WITH_\w+", "it uses `with`; a rule must only compute"),
    (r"FORMAT_\w+|BUILD_STRING", "it makes text; a rule must only compute, text belongs into `show`"),
    (r"DELETE_\w+", "it uses `del`; build a new value instead"),
    (r"GET_A\w+|ASYNC\w+", "it uses async, which has no place in a rule"),
)  # fmt: skip

# Functions that rules often call, and what to write instead.
_INSTEAD = {
    "popcount of halfmove.bits counts ones": ("bin",),
    "write a loop": ("any", "all", "map", "filter", "iter", "next"),
    "count downwards with range": ("reversed",),
    "text belongs into `show`": ("hex", "oct", "repr", "format", "ascii"),
    "keep a set of small numbers in the bits of an int": ("set", "frozenset"),
    "use ifs, or a tuple indexed by a number": ("dict",),
    "name the field": ("getattr", "hasattr", "setattr", "vars"),
    "read what you need when the game is made, into `data`": ("open", "input"),
}


def type_text(kinds: Any) -> str:
    """Types of Numba in the usual notation: `Tuple(int64, OptionalType(Pile(int64 x 2)))` is (int, Pile or None)."""
    text = re.sub(r"<iv=[^>]*>", "", str(kinds))
    text = re.sub(r"Literal\[(\w+)\]\((?:[^()]|\([^()]*\))*\)", r"\1", text)
    text = re.sub(r"\bu?int(8|16|32)\b|\bint64\b|\bu?intp\b", "int", text)
    text = re.sub(r"\bfloat(32|64)\b", "float", text)
    for theirs, ours in (("unicode_type", "str"), ("none", "None"), ("boolean", "bool"), ("undefined", "nothing")):
        text = re.sub(rf"\b{theirs}\b", ours, text)
    text = re.sub(r"type\(CPUDispatcher\(<function (\w+) at \w+>\)\)", r"the function \1", text)
    text = re.sub(r"Module\(<module '([\w.]+)'[^>]*>\)", r"the module \1", text)
    text = re.sub(r"DictType\[[^\]]*\]", "a dict", text)
    inner = r"\(([^()]*)\)"
    before = ""
    while before != text:
        before = text
        text = re.sub(r"(?:reflected )?list" + inner, lambda m: _collection("list", m[1]), text)
        text = re.sub(r"(?:reflected )?set" + inner, lambda m: _collection("set", m[1]), text)
        text = re.sub(r"Optional(?:Type)?" + inner, r"\1 or None", text)
        text = re.sub(r"UniTuple\(([^()]*) x (\d+)\)", lambda m: f"⟨{', '.join([m[1]] * int(m[2]))}⟩", text)
        text = re.sub(r"\bTuple" + inner, r"⟨\1⟩", text)
        text = re.sub(r"\barray\([^()]*\)", "a NumPy array", text)
        text = re.sub(r"\b(?!Tuple|UniTuple|Optional)([A-Z]\w*)\([^()]*\)", r"\1", text)  # a NamedTuple of that name
    return text.replace("⟨", "(").replace("⟩", ")")


def _collection(kind: str, inside: str) -> str:
    return f"an empty {kind}" if inside == "nothing" else f"a {kind} of {inside}s"


def explain(error: Exception) -> str:
    """The cause of a Numba error in one sentence."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    for pattern, say in _MEANINGS:
        if match := re.search(pattern, text, re.DOTALL):
            return say(match, text)
    lines = [line.strip() for line in text.splitlines()]
    skip = ("Failed in nopython", "During:", "File ", "<source", "Enable logging", "- Resolution", "^", "--", "This ")
    said = [line for line in lines if line and not line.startswith(skip)]
    if not said:
        return f"the compiler gives up with {type(error).__name__}"
    first = re.sub(r"\.*\s*Raised from .*|\.$", "", said[0])
    return f"the compiler says: {type_text(first)}"


Say = Callable[["re.Match[str]", str], str]


def _always(sentence: str) -> Say:
    return lambda match, text: sentence


def _opcode(match: re.Match[str], text: str) -> str:
    for pattern, sentence in _STATEMENTS:
        if re.fullmatch(pattern, match[1]):
            return sentence
    return "it uses a statement that the compiler does not know; numbers, tuples, if, for and while are fine"


def _global(match: re.Match[str], text: str) -> str:
    kind = re.search(r"Cannot determine Numba type of <class '([\w.]+)'>", text)
    name, what = match[1], kind[1] if kind else ""
    if name == "own":
        return _rule_object(what)
    for instead, names in _INSTEAD.items():
        if name in names:
            return f"it uses {name!r}, which the compiler does not have; {instead}"
    if what == "functools._lru_cache_wrapper":
        return f"it calls {name!r}, which keeps its answers in a cache; remove the cache, or put a table into `data`"
    what = {"builtin_function_or_method": "function of Python", "type": "class that is not a NamedTuple"}.get(
        what, what
    )
    return (
        f"it uses the global {name!r}{f', a {what.rpartition(chr(46))[2]}' if what else ''}, which the compiler cannot "
        "use: numbers, tuples and NumPy arrays are fine, and so are plain functions"
    )


def _rule_object(kind: str) -> str:
    """A rule that is not a function. Numba would name its slot, which users do not know."""
    kind = {"method": "a method", "functools.partial": "a partial", "type": "a class"}.get(kind, "an object")
    return (
        f"it is {kind}, and only plain functions can be compiled: write it with `def` at the top of the file, "
        "and put the other values that it reads into the position or into `data`"
    )


def _attribute(match: re.Match[str], text: str) -> str:
    name, owner = match[1], type_text(match[2].strip())
    if name == "_replace":
        return f"the compiler does not know `_replace`; build the position anew, {owner}(...)"
    hint = "; text belongs into `show`" if owner == "str" else ""
    return f"{owner} has no attribute {name!r} that the compiler knows{hint}"


def _several(match: re.Match[str], text: str) -> str:
    verb, kinds = match[1], type_text(match[2].splitlines()[0].strip())
    if "None" in kinds:
        end = "end every path with one" if verb == "return" else "leave the `yield` out where there is no move"
        return f"it {verb}s None on some paths ({kinds}); {end}"
    return f"it {verb}s different things: {kinds}; they must have one shape"


def _variable(match: re.Match[str], text: str) -> str:
    kinds, name = type_text(match[1]), match[2].partition(".")[0]
    what = "an expression" if name.startswith("$") else f"the variable {name!r}"
    hint = "" if "None" not in kinds else "; begin with a number that cannot occur, such as -1"
    return f"{what} changes its type: {kinds}{hint}"


def _no_function(match: re.Match[str], text: str) -> str:
    name = re.sub(r"built-in function |intrinsic |class |function |[<>']", "", " ".join(match[1].split()))
    name = re.sub(r" at 0x\w+", "", name)
    found = re.search(r">>> \w+\((.*)\)", text)
    given = type_text(found[1]) if found else "these types"
    if name == "exception_match":
        return (
            "it catches one kind of exception (try, except), which the compiler cannot; "
            "test with `if` before the step that may fail"
        )
    if "U64" in given.split(", "):
        return f"a U64 {_where_int_is_wanted(name, given)}: write int(...) around it"
    if "a dict" in given:
        return "its dict has keys or values of different types; use ifs, or a tuple indexed by a number"
    if "key=" in given:
        return f"the compiler has no `{name}` with key=; write a loop"
    if name == "tuple" and given.startswith("a list"):
        return "the compiler makes no tuple of a list; a board is best kept in the bits of an int"
    sign = _SIGNS.get(name, name)
    hint = "; a board is best kept in the bits of an int" if given.startswith("(") and name == "getitem" else ""
    hint = "; text belongs into `show`" if "str" in re.split(r"\W", given) else hint
    return f"the compiler has no `{sign}` for {given}{hint}"


def _where_int_is_wanted(name: str, given: str) -> str:
    if name == "getitem":
        return "is not an index"
    if "float" in given or name == "truediv":
        return "does not mix with floats"
    return f"cannot be given to `{_SIGNS.get(name, name)}`"


def _yield_inside(match: re.Match[str], text: str) -> str:
    if construct_at(text) == "GeneratorExp":
        return "it uses a generator expression (... for ... in ...); write a loop"
    return "it defines a generator inside itself; write that function at the top of the file, or write the loop here"


def _unknown_type(match: re.Match[str], text: str) -> str:
    name = match[1].partition(".")[0]
    what = "a value in it" if name.startswith("$") else f"the variable {name!r}"
    if "list(undefined)" in text or "set(undefined)" in text:
        return f"{what} begins as an empty list or set, so the type of its elements is unknown; use ints and tuples"
    return f"the compiler cannot find the type of {what}: only numbers, tuples of them and NumPy arrays have one"


_MEANINGS: tuple[tuple[str, Say], ...] = (
    (r"GET_YIELD_FROM_ITER", _always("it uses `yield from`; write a loop with `yield`")),
    (r"opcode \((\w+)\)", _opcode),
    (r"exception_match", _always(
        "it catches one kind of exception (try, except), which the compiler cannot; "
        "test with `if` before the step that may fail")),
    (r"The 'with .* construct is not supported|with_context|[Cc]ontext[- ]manager", _always(
        "it uses `with`; a rule must only compute: read files when the game is made, into a tuple or `data`")),
    (r"yield in a closure", _yield_inside),
    (r"Casting U64 to", _always("a U64 becomes an ordinary int with int(...), not with a type of NumPy")),
    (r"Cannot capture the non-constant value associated with variable '(\w+)'", lambda m, text:
        f"it passes an inner function that uses the variable {m[1]!r}; "
        "write that function at the top of the file and pass it what it needs"),
    (r"Untyped global name '(\w+)'", _global),
    (r"NameError: name '(\w+)' is not defined", lambda m, text: f"the name {m[1]!r} is not defined"),
    (r"Unknown attribute '(\w+)' of type ([^\n]*)", _attribute),
    (r"Can't unify (return|yield) type from the following types: ([^\n]*)", _several),
    (r"Cannot unify ([^\n]*?) for '([^']*)'", _variable),
    (r"f-string|FORMAT_VALUE", _always(
        "it makes text; a rule must only compute, text belongs into `show`")),
    (r"\*args in function call should be a tuple, got ([^\n]*)", lambda m, text:
        f"it unpacks {type_text(m[1])} into arguments with a star; only a tuple can be unpacked: "
        "write the arguments out"),
    (r"expected a type instance, got \{", _always(
        "it calls a function that collects its arguments in **keywords; write the arguments out")),
    (r"(?:Cannot infer the type of|Type of) variable '([^']*)'", _unknown_type),
    (r"Cannot determine Numba type of <class '([\w.]+)'>", lambda m, text:
        f"it has a default argument, or a constant, that is a {m[1].rpartition('.')[2]}, which the compiler cannot "
        "use: numbers and tuples are fine"),
    (r"NRT required", _always("it makes a list, a set or an array")),
    (r"recursion", _always("it calls itself before its return type is known; put the path that ends first")),
    (r"a reflected (\w+)[^\n]* assigned to variable '(\w+)' in globals", lambda m, text:
        f"it uses the global {m[2]!r}, a {m[1]}, which could change: make it a tuple, or a NumPy array in `data`"),
    (r"reflected (list|set)", lambda m, text: f"it passes a {m[1]} of Python to a function; use a tuple or `data`"),
    (r"No implementation of function (?:Function\()?<?(.*?)>?\)? found for signature", _no_function),
    (r"Invalid use of (\w+) with parameters \(([^\n]*)\)", lambda m, text:
        f"the compiler has no {'loop over' if m[1] == 'getiter' else m[1]} {type_text(m[2])}; "
        "all parts of a tuple that is looped over must be of one type"),
)  # fmt: skip


_PACKAGE = Path(halfmove.__file__).parent
_MACHINERY = [str(_PACKAGE / name) for name in ("engine", "algorithms", "parts", "kernels", "words.py")]

Test = Callable[[ast.AST], bool]


def place_of(text: str, rule: str | None = None) -> str | None:
    """The innermost line in a user's files that a Numba error is about, as file:line; its rule begins at `rule`.

    Numba does not always name a line, and often only the first line of a function. Then the construct that the error is
    about is looked for in the file.
    """
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    found = _pointed_at(text) or (_function_in(rule, text) if rule else None)
    if found is None:
        return rule
    file, line = found
    for pattern, test in _CONSTRUCTS:
        if match := re.search(pattern, text):
            wanted = test(match)
            lines = [node.lineno for node in _inside(file, line) if wanted(node)]  # type: ignore[attr-defined]
            if lines and line not in lines:
                line = lines[0]
            break
    return f"{file}:{line}"


def construct_at(text: str) -> str:
    """The kind of generator at the place of an error, as the name of its syntax node: GeneratorExp or FunctionDef."""
    found = _pointed_at(text)
    if found and any(isinstance(node, ast.GeneratorExp) and node.lineno <= found[1] <= (node.end_lineno or 0)
                     for node in _inside(*found)):  # fmt: skip
        return "GeneratorExp"
    return "FunctionDef"


def _pointed_at(text: str) -> tuple[str, int] | None:
    found = re.findall(r'File "([^"]+)", line (\d+)', text)
    found += re.findall(r"(?:Raised from|at) (\S+\.py) \((\d+)\)", text)
    places = [(os.path.abspath(file) if os.path.exists(file) else file, int(line)) for file, line in found]
    others = (*_MACHINERY, *_numba_folders())
    users = [place for place in places if not place[0].startswith(others)]
    known = [place for place in users if linecache.getlines(place[0])]
    return known[0] if known else None


@lru_cache(maxsize=1)
def _numba_folders() -> tuple[str, ...]:
    """The folders of Numba itself; a user may have a folder called numba, too."""
    found = importlib.util.find_spec("numba")
    return tuple(os.path.join(folder, "") for folder in (found.submodule_search_locations or ())) if found else ()


def _function_in(rule: str, text: str) -> tuple[str, int] | None:
    """The function in the file of the rule at which the compiler stopped: the first of those that call each other."""
    file, _, line = rule.rpartition(":")
    if not line.isdigit() or not linecache.getlines(file):
        return None
    if stopped := re.search(r"<function (\w+) at", text):
        for node in ast.walk(_tree(file)):
            if isinstance(node, ast.FunctionDef) and node.name == stopped[1]:
                return file, node.lineno
    return file, int(line)


@lru_cache(maxsize=32)
def _tree(file: str) -> ast.Module:
    try:
        return ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:  # a cell of a notebook with magic commands
        return ast.Module([], [])


def _inside(file: str, line: int) -> Iterator[ast.AST]:
    """All syntax nodes of the innermost function around a line, in the order of the file."""
    functions = [
        node
        for node in ast.walk(_tree(file))
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    if functions:
        inner = max(functions, key=lambda node: node.lineno)
        nodes = [node for node in ast.walk(inner) if node is not inner and hasattr(node, "lineno")]
        yield from sorted(nodes, key=lambda node: (node.lineno, node.col_offset))  # type: ignore[attr-defined]


def _a(*kinds: type[ast.AST]) -> Callable[[re.Match[str]], Test]:
    return lambda match: lambda node: isinstance(node, kinds)


def _name(match: re.Match[str]) -> Test:
    return lambda node: isinstance(node, ast.Name) and node.id == match[1]


def _calls_keywords(match: re.Match[str]) -> Test:
    return lambda node: isinstance(node, ast.Call) and bool(node.keywords)


# How Numba names the value of x[i]. Since Python 3.14 the values of all operators are named alike; x[i] is the one
# whose type is most often unknown.
_SUBSCRIPT = r"variable '\$\d+binary_op" if sys.version_info >= (3, 14) else r"variable '\$\d+binary_subscr"

# What an error is about, and how to recognise it in the syntax tree of a file.
_CONSTRUCTS: tuple[tuple[str, Callable[[re.Match[str]], Test]], ...] = (
    (r"The 'with .* construct|BEFORE_WITH", _a(ast.With)),
    (r"exception_match", _a(ast.ExceptHandler)),
    (r"opcode \(MATCH", _a(ast.Match)),
    (r"opcode \(IMPORT", _a(ast.Import, ast.ImportFrom)),
    (r"YIELD_FROM", _a(ast.YieldFrom)),
    (r"NameError: name '(\w+)'", _name),
    (r"Untyped global name '(\w+)'", _name),
    (r"expected a type instance, got \{", _calls_keywords),
    (r"DictType", _a(ast.Dict, ast.DictComp)),
    (r"f-string", _a(ast.JoinedStr)),
    (_SUBSCRIPT, _a(ast.Subscript)),
    (r"variable '([a-z]\w*?)(?:\.\d+)?'", _name),
)
