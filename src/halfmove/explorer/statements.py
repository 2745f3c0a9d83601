"""The statements of a kernel's function in JavaScript. Their expressions are in expressions.py."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from halfmove.explorer.definitions import Definition
from halfmove.explorer.expressions import Copy, Expressions, number, quoted
from halfmove.kernels.primitives import Halt

_NAMES = {
    ast.FunctionDef: "a function inside a function",
    ast.AsyncFunctionDef: "an async function",
    ast.ClassDef: "a class inside a function",
    ast.Delete: "`del`",
    ast.With: "`with`",
    ast.Try: "`try`",
    ast.Match: "`match`",
    ast.Assert: "`assert`",
    ast.Import: "an import inside a function",
    ast.ImportFrom: "an import inside a function",
    ast.Global: "`global`",
    ast.Nonlocal: "`nonlocal`",
}


class Statements:
    """Translates one copy; `x` translates its expressions."""

    def __init__(
        self,
        copy: Copy,
        definition: Definition,
        name_of: Callable[[Copy], str],
        shared: Callable[[str], str],
        definition_of: Callable[[Copy], Definition],
        place_of: Callable[[int], int] | None = None,
    ) -> None:
        """place_of   the number of a line, where the script is to know which line runs"""
        self._copy, self._definition, self._place_of = copy, definition, place_of
        self.x = Expressions(copy, definition, name_of, shared, definition_of)

    def function(self) -> str:
        """The whole function, without a name: a call of it looks its name up, so that the name can be assigned anew."""
        code = self._copy.function.__code__
        arguments = self._arguments()
        body = "\n".join(self._block(self._definition.node.body, 1))
        names = [self.x.local(each) for each in code.co_varnames[code.co_argcount :]] + self.x.temporaries
        declared = f"  let {', '.join(names)};\n" if names else ""
        last = "\n  return null;" if self._may_fall_through() else ""
        star = "*" if inspect.isgeneratorfunction(self._copy.function) else ""
        return f"function{star} ({arguments}) {{\n{declared}{body}{last}\n}}"

    def _may_fall_through(self) -> bool:
        """Whether a function that returns something may also end without `return`."""
        last = self._definition.node.body[-1]
        return bool(self._definition.returns) and not isinstance(last, ast.Return | ast.Raise)

    def _arguments(self) -> str:
        given, node = self._definition.node.args, self._definition.node
        if given.kwonlyargs or given.vararg or given.kwarg:
            self.x.refuse(node, "an argument with a star, or one that must be given by its name,")
        names = [self.x.local(each.arg) for each in (*given.posonlyargs, *given.args)]
        values = self._copy.function.__defaults__ or ()
        for i, value in enumerate(values, len(names) - len(values)):
            names[i] += f" = {self.x.constant(node, value, names[i])}"
        return ", ".join(names)

    def _block(self, statements: Iterable[ast.stmt], depth: int) -> Iterator[str]:
        for statement in statements:
            method = getattr(self, f"_{type(statement).__name__.lower()}", None)
            if method is None:
                self.x.refuse(statement, _NAMES.get(type(statement)) or f"`{type(statement).__name__.lower()}`")
            marks = self._place_of is not None and not isinstance(statement, ast.While)
            if marks and self._may_record(statement):
                yield "  " * depth + f"{self._mark(statement)};"
            for line in method(statement, depth):
                yield line if line.startswith("  " * depth) else "  " * depth + line

    @staticmethod
    def _may_record(statement: ast.stmt) -> bool:
        """Whether an event may be recorded while this statement runs, or right after it."""
        if isinstance(statement, ast.Return):
            return True
        head = getattr(statement, "test", None) or getattr(statement, "iter", None) or statement
        return any(isinstance(each, ast.Call) for each in ast.walk(head))

    def _mark(self, node: ast.AST) -> str:
        """Say which line runs."""
        assert self._place_of is not None
        return f"$here = {self._place_of(node.lineno)}"  # type: ignore[attr-defined]

    def _tested(self, test: ast.expr) -> str:
        """A condition that is evaluated where no statement can stand before it."""
        condition = self.x.condition(test)
        if self._place_of is None or not any(isinstance(each, ast.Call) for each in ast.walk(test)):
            return condition
        return f"({self._mark(test)}, {condition})"

    # Simple statements

    def _pass(self, node: ast.Pass, depth: int) -> Iterator[str]:
        yield from ()

    def _break(self, node: ast.Break, depth: int) -> Iterator[str]:
        yield "break;"

    def _continue(self, node: ast.Continue, depth: int) -> Iterator[str]:
        yield "continue;"

    def _return(self, node: ast.Return, depth: int) -> Iterator[str]:
        value = "null" if node.value is None else self.x.js(node.value)
        yield f"return {value};"

    def _raise(self, node: ast.Raise, depth: int) -> Iterator[str]:
        raised, text = node.exc, ""
        if isinstance(raised, ast.Call) and len(raised.args) == 1 and isinstance(raised.args[0], ast.Constant):
            text = f": {raised.args[0].value!s}"
            raised = raised.func
        if not isinstance(raised, ast.Name):
            self.x.refuse(node, "`raise` with anything but the name of an exception and a text")
        found = self._copy.names.get(raised.id, getattr(builtins, raised.id, None))
        if not (isinstance(found, type) and issubclass(found, Exception)):
            self.x.refuse(node, f"`raise {raised.id}`")
        yield "throw $halt;" if found is Halt else f"throw $raised({quoted(raised.id + text)});"

    def _expr(self, node: ast.Expr, depth: int) -> Iterator[str]:
        if isinstance(node.value, ast.Yield):
            yield f"yield {'null' if node.value.value is None else self.x.js(node.value.value)};"
        elif not isinstance(node.value, ast.Constant):  # a docstring
            yield f"{self.x.js(node.value)};"

    # Assignments

    def _assign(self, node: ast.Assign, depth: int) -> Iterator[str]:
        first = node.targets[0]
        if len(node.targets) > 1:
            value = self.x.temporary()
            yield f"{value} = {self.x.js(node.value)};"
            for target in node.targets:
                yield from self._store(target, value)
        elif isinstance(first, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from self._store_each(first, node.value)
        elif isinstance(first, ast.Tuple):
            if self.x.is_generator(node.value):
                self.x.refuse(node, "an assignment of the values of a generator")
            value = self.x.temporary()
            yield f"{value} = {self.x.js(node.value)};"
            yield from self._store(first, value)
        else:
            yield from self._store(first, self.x.js(node.value))

    def _annassign(self, node: ast.AnnAssign, depth: int) -> Iterator[str]:
        if node.value is not None:
            yield from self._store(node.target, self.x.js(node.value))

    def _store_each(self, target: ast.Tuple, value: ast.Tuple) -> Iterator[str]:
        """`a, b = b, a`: all values are computed before the first is assigned."""
        if len(target.elts) != len(value.elts):
            self.x.refuse(target, "an assignment of too many or too few values")
        stored: set[str] = set()
        apart = all(isinstance(each, ast.Name) for each in target.elts)
        for one, expression in zip(target.elts, value.elts, strict=True):
            apart = apart and not stored & {each.id for each in ast.walk(expression) if isinstance(each, ast.Name)}
            stored.add(getattr(one, "id", ""))
        values = [self.x.js(each) for each in value.elts]
        if not apart:
            names = [self.x.temporary() for _ in values]
            yield " ".join(f"{name} = {each};" for name, each in zip(names, values, strict=True))
            values = names
        for one, each in zip(target.elts, values, strict=True):
            yield from self._store(one, each)

    def _store(self, target: ast.expr, value: str) -> Iterator[str]:
        """Assign; where the target is a tuple, `value` is a name."""
        if isinstance(target, ast.Name):
            yield f"{self.x.local(target.id)} = {value};"
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            yield f"{self.x.js(target)} = {value};"
        elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Attribute):
            yield f"{self.x.js(target.value)}[{self.x.js(target.slice)}] = {value};"
        elif isinstance(target, ast.Tuple):
            for i, each in enumerate(target.elts):
                if isinstance(each, ast.Tuple):
                    inner = self.x.temporary()
                    yield f"{inner} = {value}[{i}];"
                    yield from self._store(each, inner)
                else:
                    yield from self._store(each, f"{value}[{i}]")
        else:
            self.x.refuse(target, f"an assignment to `{ast.unparse(target)}`")

    def _augassign(self, node: ast.AugAssign, depth: int) -> Iterator[str]:
        changed = self.x.binary(node.op, self.x.operand(node.target), self.x.operand(node.value), node)
        yield from self._store(node.target, changed.js)

    # Statements with blocks

    def _if(self, node: ast.If, depth: int) -> Iterator[str]:
        yield f"if ({self.x.condition(node.test)}) {{"
        yield from self._block(node.body, depth + 1)
        rest = node.orelse
        while len(rest) == 1 and isinstance(rest[0], ast.If):
            yield f"}} else if ({self._tested(rest[0].test)}) {{"
            yield from self._block(rest[0].body, depth + 1)
            rest = rest[0].orelse
        if rest:
            yield "} else {"
            yield from self._block(rest, depth + 1)
        yield "}"

    def _while(self, node: ast.While, depth: int) -> Iterator[str]:
        self._refuse_else(node)
        yield f"while ({self._tested(node.test)}) {{"
        yield from self._block(node.body, depth + 1)
        yield "}"

    def _for(self, node: ast.For, depth: int) -> Iterator[str]:
        self._refuse_else(node)
        counted = self._range(node.iter)
        if counted is not None:
            value, head = counted
        else:
            value, over = self.x.temporary(), self.x.js(node.iter)
            fresh = isinstance(node.iter, ast.Call)  # JavaScript ends a generator when a loop over it is left early
            head = f"{value} of {over if fresh else f'$kept({over})'}"
        yield f"for ({head}) {{"
        yield from ("  " * (depth + 1) + line for line in self._store(node.target, value))
        yield from self._block(node.body, depth + 1)
        yield "}"

    def _range(self, node: ast.expr) -> tuple[str, str] | None:
        """The counter of a loop over a range, and the head of the loop; None for any other loop."""
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"):
            return None
        if "range" in self._copy.names or node.keywords or not 1 <= len(node.args) <= 3:
            self.x.refuse(node, f"`{ast.unparse(node)}`")
        given = [self.x.tight(each) for each in node.args]
        begin, end = ("0", given[0]) if len(given) == 1 else given[:2]
        step = _constant_step(node.args[2]) if len(given) == 3 else 1
        if not step:
            self.x.refuse(node, "a range whose step is not a number other than 0")
        at, stop = self.x.temporary(), self.x.temporary()
        change = f"{at}++" if step == 1 else f"{at} += {number(step)}"
        return at, f"{at} = {begin}, {stop} = {end}; {at} {'<' if step > 0 else '>'} {stop}; {change}"

    def _refuse_else(self, node: Any) -> None:
        if node.orelse:
            self.x.refuse(node.orelse[0], "the `else` of a loop")


def _constant_step(node: ast.expr) -> int | None:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if isinstance(value, int) else None
