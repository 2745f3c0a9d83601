"""The syntax tree of a function: its text is found, and compared with its bytecode."""

from __future__ import annotations
import __future__

import ast
import copy
import inspect
import linecache
from collections.abc import Iterable, Iterator
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from halfmove.pages.portable.refusals import NotPortable, missing
from halfmove.pages.portable.values import place_of


def syntax_of(function: FunctionType) -> ast.FunctionDef | ast.Lambda:
    """The part of the syntax tree of its file that a function was made from."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename, function.__globals__)
    name = "a lambda" if function.__name__ == "<lambda>" else f"`{function.__name__}`"
    if code.co_flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        raise missing(f"`async` functions, such as {name}", place_of(function))
    if not lines:
        raise NotPortable(f"the text of {name} is not to be had, so that a page cannot run it ({place_of(function)})")
    definitions, imported = _definitions("".join(lines))
    for node in definitions.get((code.co_name, code.co_firstlineno), []):
        if any(_same(each, code) for each in _compiled(node, code, imported)):
            return node
    raise NotPortable(
        f"{name} is not what its file says: it was made in another way, or the file was changed ({place_of(function)})"
    )


@lru_cache(maxsize=16)
def _definitions(text: str) -> tuple[dict[tuple[str, int], list[ast.FunctionDef | ast.Lambda]], list[str]]:
    """The functions of a file by name and first line, and the names that it imports."""
    found: dict[tuple[str, int], list[ast.FunctionDef | ast.Lambda]] = {}
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return found, []
    imports = [each for each in within([tree]) if isinstance(each, ast.Import | ast.ImportFrom)]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            found.setdefault((node.name, first), []).append(node)
        elif isinstance(node, ast.Lambda):
            found.setdefault(("<lambda>", node.lineno), []).append(node)
    names = [(alias.asname or alias.name).partition(".")[0] for each in imports for alias in each.names]
    return found, [name for name in dict.fromkeys(names) if name != "*"]


def _compiled(node: ast.FunctionDef | ast.Lambda, code: CodeType, imported: list[str]) -> list[CodeType]:
    """The code of a function by its text. It depends on the names that functions around it have, and on imports."""
    bare = copy.copy(node)
    bare.args = copy.copy(node.args)
    nothing = ast.copy_location(ast.Constant(None), node)
    bare.args.defaults = [nothing for _ in node.args.defaults]
    bare.args.kw_defaults = [each and nothing for each in node.args.kw_defaults]
    if isinstance(bare, ast.FunctionDef):
        bare.name, bare.decorator_list, bare.returns = "0", [], None  # no name inside it means this one
        if hasattr(bare, "type_params"):
            bare.type_params = []
    inner = bare if isinstance(bare, ast.FunctionDef) else ast.copy_location(ast.Return(bare), node)
    imports = "".join(f"import {name}\n" for name in imported)
    around = ast.parse(f"{imports}def around({', '.join(code.co_freevars)}): pass")
    around.body[-1].body = [inner]  # type: ignore[attr-defined]
    future = code.co_flags & _FUTURES
    try:
        made = compile(around, code.co_filename, "exec", flags=future, dont_inherit=True)
    except (SyntaxError, ValueError):
        return []
    outer = [each for each in made.co_consts if isinstance(each, CodeType)]
    return [each for one in outer for each in one.co_consts if isinstance(each, CodeType)]


_FUTURES = 0  # the flags of `from __future__ import`
for _feature in __future__.all_feature_names:
    _FUTURES |= getattr(__future__, _feature).compiler_flag
_SAME = ("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_argcount", "co_posonlyargcount")


def _same(one: Any, other: Any) -> bool:
    """Whether two functions do the same; or whether two constants are equal, and of one type."""
    if isinstance(one, CodeType) and isinstance(other, CodeType):
        return (
            all(getattr(one, name) == getattr(other, name) for name in _SAME)
            and len(one.co_consts) == len(other.co_consts)
            and all(map(_same, one.co_consts, other.co_consts))
        )
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, str) and isinstance(other, str) and "<locals>" in one and "<locals>" in other:
        return True  # the names of classes inside, with those of the functions around them
    return type(one) is type(other) and bool(one == other) and (one != 0 or repr(one) == repr(other))


_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def within(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All parts of a function, without the functions inside it."""
    for node in nodes:
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from within(ast.iter_child_nodes(node))


def bound_names(node: ast.AST, inside: bool = False) -> Iterator[str]:
    """The names that a part of a function gives a value; `inside`: it is in a comprehension, which has its own."""
    if isinstance(node, ast.Name):
        if not inside and not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, ast.NamedExpr):
        yield node.target.id
        yield from bound_names(node.value, inside)
    elif isinstance(node, ast.FunctionDef | ast.Lambda):
        if isinstance(node, ast.FunctionDef):
            yield node.name
        for each in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            yield from bound_names(each, inside)
    else:
        if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name is not None:
            yield node.name
        for inner in ast.iter_child_nodes(node):
            yield from bound_names(inner, inside or isinstance(node, _COMPREHENSIONS))
