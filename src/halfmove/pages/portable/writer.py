"""From syntax to trees: functions, and the places of their names."""

from __future__ import annotations

import ast

from halfmove.pages.portable.definitions import bound_names, syntax_of, within
from halfmove.pages.portable.expressions import MISSING_NAMES, Scope
from halfmove.pages.portable.refusals import Tree
from halfmove.pages.portable.statements import Statements, is_lazy
from halfmove.pages.portable.values import place_of


class Writer(Statements):
    """Writes a function as a tree."""

    def function(self) -> Tree:
        f, at = self._function, place_of(self._function)
        node = syntax_of(f)
        named = f.__kwdefaults__ or {}
        defaults = [self.made.node(each, at) for each in f.__defaults__ or ()]
        only = [
            self.made.node(named[each.arg], at) if each.arg in named else ["b", ""] for each in node.args.kwonlyargs
        ]
        return self.made.later(lambda: self._definition(node, defaults, only))

    def _definition(self, node: ast.FunctionDef | ast.Lambda, defaults: list[Tree], only: list[Tree]) -> Tree:
        arguments, around = node.args, self._scope
        names = [each.arg for each in [*arguments.posonlyargs, *arguments.args]]
        rest = [each.arg for each in arguments.kwonlyargs]
        stars = [each.arg for each in (arguments.vararg, arguments.kwarg) if each]
        body = node.body if isinstance(node, ast.FunctionDef) else [ast.copy_location(ast.Return(node.body), node.body)]
        outside = {name for each in within(body) if isinstance(each, ast.Nonlocal) for name in each.names}
        bound = [name for each in body for name in bound_names(each) if name not in outside]
        self._scope = Scope([*names, *rest, *stars, *bound], around)
        for name in sorted(outside):
            if self._found(name, around) is None:
                raise self._refused(node, f"`nonlocal {name}` of a function that is not part of the page")
        tree = self._block(body)
        self._scope = around
        yields = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in within(body))
        if yields and not is_lazy(tree):
            tree = ["B*", tree]
        first = len(arguments.posonlyargs)
        more = [[rest, only, int(bool(arguments.vararg)), int(bool(arguments.kwarg))]] if rest or stars else []
        end = [defaults, first, *more] if more else [defaults, first] if first else [defaults] if defaults else []
        return ["F", names, int(yields), tree, *end]


MISSING_NAMES -= {"real", "imag", "numerator", "denominator", "hex"}
