"""From syntax to trees: statements."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from halfmove.pages.portable.definitions import within
from halfmove.pages.portable.expressions import Expressions, is_one
from halfmove.pages.portable.refusals import Tree
from halfmove.pages.portable.replacements import delete_slice, set_slice
from halfmove.pages.portable.values import builtin_name

_LAZY = ("B*", "?*", "L*", "W*", "y")


class Statements(Expressions):
    """Statements: one method for each kind of syntax."""

    def _block(self, nodes: list[Any]) -> Tree:
        made = [tree for node in nodes for tree in self._statement(node) if tree is not None]
        if len(made) == 1:
            return made[0]
        return ["B*" if any(map(is_lazy, made)) else "B", *made] if made else None

    def _statement(self, node: Any) -> list[Tree]:
        write = getattr(self, f"_{type(node).__name__.lower()}_statement", None)
        if write is None:
            raise self._refused(node)
        return list(write(node))

    def _pass_statement(self, node: ast.Pass) -> list[Tree]:
        return []

    def _break_statement(self, node: ast.Break) -> list[Tree]:
        return [["k"]]

    def _continue_statement(self, node: ast.Continue) -> list[Tree]:
        return [["n"]]

    def _expr_statement(self, node: ast.Expr) -> list[Tree]:
        value = node.value
        if isinstance(value, ast.Constant):
            return []
        if isinstance(value, ast.Yield):
            return [["y", None if value.value is None else self.expression(value.value)]]
        if isinstance(value, ast.YieldFrom):
            each = self._temporary()
            return [["L*", each, self.expression(value.value), ["y", each]]]
        return [self.expression(value)]

    def _return_statement(self, node: ast.Return) -> list[Tree]:
        return [["r", None if node.value is None else self.expression(node.value)]]

    def _assign_statement(self, node: ast.Assign) -> Iterator[Tree]:
        value = self.expression(node.value)
        if len(node.targets) > 1:
            first = self._temporary()
            yield ["=", first, value]
            value = first
        for target in node.targets:
            if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
                yield self._sliced(set_slice, target, value)
            else:
                yield ["=", self._target(target), value]

    def _sliced(self, function: Any, target: Any, *more: Tree) -> Tree:
        """A call of a function for a part of a list."""
        ends = self.expression(target.slice)[1:]
        return ["c", self.made.node(function, self._at(target)), [self.expression(target.value), *ends, *more]]

    def _annassign_statement(self, node: ast.AnnAssign) -> list[Tree]:
        return [] if node.value is None else [["=", self._target(node.target), self.expression(node.value)]]

    def _augassign_statement(self, node: ast.AugAssign) -> Iterator[Tree]:
        place = self._target(node.target)
        if isinstance(node.target, ast.Subscript):  # its parts are evaluated once
            parts = [self._temporary(), self._temporary()]
            yield ["=", parts[0], place[1]]
            yield ["=", parts[1], place[2]]
            place = ["[", *parts]
        yield ["=", place, ["@", self._operator(node, node.op), place, self.expression(node.value)]]

    def _delete_statement(self, node: ast.Delete) -> list[Tree]:
        made = []
        for target in node.targets:  # a name that is deleted keeps its value: nothing that runs without errors sees it
            if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
                made.append(self._sliced(delete_slice, target))
            elif isinstance(target, ast.Subscript):
                made.append(["D", *self._target(target)[1:]])
            elif not isinstance(target, ast.Name):
                raise self._refused(node)
        return made

    def _if_statement(self, node: ast.If) -> list[Tree]:
        return [_choice(self.expression(node.test), self._block(node.body), self._block(node.orelse))]

    def _while_statement(self, node: ast.While) -> list[Tree]:
        return [_loop("W", [self.expression(node.test)], self._block(node.body), self._block(node.orelse))]

    def _for_statement(self, node: ast.For) -> list[Tree]:
        values, target = self.expression(node.iter), self._target(node.target)
        return [_loop("L", [target, values], self._block(node.body), self._block(node.orelse))]

    def _functiondef_statement(self, node: ast.FunctionDef) -> list[Tree]:
        if node.decorator_list:
            raise self._refused(node.decorator_list[0], f"decorators of inner functions, such as that of `{node.name}`")
        return [["=", self._name(node.name), self._inner(node)]]

    def _assert_statement(self, node: ast.Assert) -> list[Tree]:
        words = [] if node.msg is None else [self.expression(node.msg)]
        return [["?", ["!", self.expression(node.test)], ["R", ["c", ["b", "AssertionError"], words]]]]

    def _raise_statement(self, node: ast.Raise) -> list[Tree]:
        return [["R", None if node.exc is None else self.expression(node.exc)]]

    def _try_statement(self, node: ast.Try) -> list[Tree]:
        if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in within([node])):
            raise self._refused(node, "`yield` inside `try`")
        handlers = [
            [
                None if each.type is None else self.expression(each.type),
                None if each.name is None else self._name(each.name),
                self._block(each.body),
            ]
            for each in node.handlers
        ]
        end = [self._block(node.orelse), self._block(node.finalbody)]
        while end and end[-1] is None:
            end.pop()
        return [["T", self._block(node.body), handlers, *end]]

    def _match_statement(self, node: ast.Match) -> list[Tree]:
        subject = self._temporary()
        tree = None
        for case in reversed(node.cases):
            test = self._case(case.pattern, subject)
            if case.guard is not None:
                test = ["&&", test, self.expression(case.guard)]
            tree = _choice(test, self._block(case.body), tree)
        return [["=", subject, self.expression(node.subject)], tree]

    def _case(self, node: ast.pattern, x: Tree) -> Tree:
        """Whether a value matches a pattern; it is true after names were given values, too."""
        if isinstance(node, ast.MatchValue):
            return ["==", x, self.expression(node.value)]
        if isinstance(node, ast.MatchSingleton):
            return ["is", x, node.value]
        if isinstance(node, ast.MatchOr):
            return ["||", *(self._case(each, x) for each in node.patterns)]
        if isinstance(node, ast.MatchAs):
            given = [] if node.name is None else [["||", ["=", self._name(node.name), x], True]]
            return ["&&", *([self._case(node.pattern, x)] if node.pattern else [True]), *given]
        if isinstance(node, ast.MatchSequence):
            return self._sequence_pattern(node, x)
        if isinstance(node, ast.MatchMapping):
            pairs = [(self.expression(key), inner) for key, inner in zip(node.keys, node.patterns, strict=True)]
            if node.rest is None:
                tests = [part for key, inner in pairs for part in (["in", key, x], self._case(inner, ["[", x, key]))]
                return ["&&", is_one(x, "dict"), *tests]
        if isinstance(node, ast.MatchClass):
            return self._class_pattern(node, x)
        raise self._refused(node, f"the pattern `{ast.unparse(node)}`")

    def _sequence_pattern(self, node: ast.MatchSequence, x: Tree) -> Tree:
        count = len(node.patterns)
        star = next((i for i, each in enumerate(node.patterns) if isinstance(each, ast.MatchStar)), None)
        size = ["c", ["b", "len"], [x]]
        tests = [is_one(x, "tuple", "list", "range"), ["==", size, count] if star is None else [">=", size, count - 1]]
        for i, each in enumerate(node.patterns):
            behind = i - count  # a place, counted from the end
            if not isinstance(each, ast.MatchStar):
                tests.append(self._case(each, ["[", x, i if star is None or i < star else ["i", str(behind)]]))
            elif each.name is not None:
                part = ["S", i, ["i", str(behind + 1)] if behind < -1 else None, None]
                tests.append(["||", ["=", self._name(each.name), ["c", ["b", "list"], [["[", x, part]]]], True])
        return ["&&", *tests]

    def _class_pattern(self, node: ast.MatchClass, x: Tree) -> Tree:
        kind = self._static(node.cls)
        fields = getattr(kind, "_fields", ())
        whole = builtin_name(kind) is not None  # int(x) means the value itself
        if not isinstance(kind, type) or len(node.patterns) > (1 if whole else len(fields)):
            raise self._refused(node, f"the pattern `{ast.unparse(node)}`")
        tests = [["c", ["b", "isinstance"], [x, self.expression(node.cls)]]]
        names = [*fields[: len(node.patterns)], *node.kwd_attrs]
        for name in [] if whole else names:
            self.made.use(name)
        parts = [x] if whole else [[".", x, name] for name in names]
        tests += map(self._case, [*node.patterns, *node.kwd_patterns], parts)
        return ["&&", *tests]

    _nonlocal_statement = _pass_statement


def is_lazy(tree: Tree) -> bool:
    """Whether a statement yields."""
    return isinstance(tree, list) and tree[0] in _LAZY


def _choice(test: Tree, one: Tree, other: Tree) -> Tree:
    kind = "?*" if is_lazy(one) or is_lazy(other) else "?"
    return [kind, test, one] if other is None else [kind, test, one, other]


def _loop(kind: str, head: list[Tree], body: Tree, other: Tree) -> Tree:
    star = "*" if is_lazy(body) or is_lazy(other) else ""
    return [f"{kind}{star}", *head, body] if other is None else [f"{kind}{star}", *head, body, other]
