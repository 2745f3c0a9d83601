"""A hash of Python source as the compiler sees it: comments, docstrings, layout and line numbers do not matter.

>>> one, same = "def f(x):\\n    return x + 1", "# why\\ndef f(x):\\n    '''What.'''\\n\\n    return (x + 1)"
>>> code_hash([one]) == code_hash([same]), code_hash([one]) == code_hash([one.replace("1", "2")])
(True, False)
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from types import CodeType
from typing import Any


def code_hash(sources: Iterable[str]) -> str:
    """The hash of some sources, in this order. Raises SyntaxError."""
    digest = hashlib.sha256()
    for source in sources:
        for word in _words(_compiled(source)):
            digest.update(f"{len(word)} {word}".encode(errors="surrogatepass"))
    return digest.hexdigest()


def _compiled(source: str) -> CodeType:
    """The code without docstrings, as if it were on one line: compiled classes and jumps contain line numbers."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.expr | ast.stmt | ast.excepthandler | ast.arg | ast.keyword | ast.alias | ast.pattern):
            node.lineno = node.end_lineno = 1
            node.col_offset = node.end_col_offset = 0
    return compile(tree, "", "exec", dont_inherit=True, optimize=2)


def _words(value: Any) -> Iterator[str]:
    """The parts of a constant as text; for code, its instructions and names, and the constants that it uses."""
    if isinstance(value, CodeType):
        yield f"code {value.co_qualname} {value.co_flags} {value.co_code.hex()} {value.co_exceptiontable.hex()}"
        yield f"{value.co_argcount} {value.co_posonlyargcount} {value.co_kwonlyargcount}"
        yield f"{value.co_names} {value.co_varnames} {value.co_freevars} {value.co_cellvars}"
        yield from _words(value.co_consts)
    elif isinstance(value, tuple):
        yield f"tuple {len(value)}"
        for each in value:
            yield from _words(each)
    elif isinstance(value, frozenset):  # its order changes from process to process
        yield f"set {sorted(map(repr, value))}"
    else:
        yield f"{type(value).__name__} {value!r}"
