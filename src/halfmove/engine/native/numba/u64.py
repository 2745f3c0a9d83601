"""`U64` in machine code: a type of its own for Numba, one 64-bit word, that stays itself under every operator.

Numba's own uint64 becomes a float, or signed, as soon as it meets an ordinary int. Here a U64 and any int make a U64:
what Python's result would be, masked to 64 bits. Comparisons are exact, also with negative ints.

A field annotated `U64` is one in every tuple of its class, whatever int it was built from.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types, utils
from numba.core.imputils import lower_constant
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_getattr,
    infer_global,
    make_callable_template,
    signature,
)
from numba.core.typing.typeof import typeof
from numba.extending import (
    NativeValue,
    box,
    intrinsic,
    lower_builtin,
    lower_cast,
    models,
    overload_method,
    register_model,
    typeof_impl,
    unbox,
)

from halfmove.bits import FULL, U64, words_in

_WORD = ir.IntType(64)
_INT = (types.Integer, types.Boolean)


class U64Type(types.Hashable):
    """The type `u64`. It is not a `Number`: Numba unifies those by NumPy's rules, which turn it into a float."""

    def __init__(self) -> None:
        super().__init__("U64")

    def unify(self, typing_context: Any, other: Any) -> Any:
        return self if isinstance(other, _INT) else None


u64 = U64Type()


@register_model(U64Type)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _WORD)


# --- into it and out of it ---


@lower_cast(types.Integer, U64Type)
def _from_int(context, builder, source, target, value):
    return context.cast(builder, value, source, types.int64 if source.signed else types.uint64)


@lower_cast(types.Boolean, U64Type)
def _from_bool(context, builder, source, target, value):
    return context.cast(builder, value, source, types.int64)


@lower_cast(U64Type, types.Integer)
@lower_cast(U64Type, types.Float)
def _to_number(context, builder, source, target, value):
    return context.cast(builder, value, types.uint64, target)


@lower_cast(U64Type, types.Boolean)
def _to_bool(context, builder, source, target, value):
    return builder.icmp_unsigned("!=", value, _WORD(0))


@lower_constant(U64Type)
def _constant(context, builder, kind, value):
    return _WORD(int(value) & FULL)


@unbox(U64Type)
def _unbox(kind, value, c):
    word = c.pyapi.long_as_ulonglong(value)
    return NativeValue(word, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@box(U64Type)
def _box(kind, value, c):
    return c.pyapi.long_from_ulonglong(value)


def _conversion(function: Any, to: Any, allowed: tuple[Any, ...]) -> None:
    """`function(x)` converts an `x` of the allowed types."""

    @infer_global(function)
    class Conversion(AbstractTemplate):
        def generic(self, arguments, keywords):
            if len(arguments) == 1 and not keywords and isinstance(arguments[0], allowed):
                return signature(to, *arguments)

    for kind in allowed:
        lower_builtin(function, kind)(_convert)


def _convert(context, builder, sig, arguments):
    return context.cast(builder, arguments[0], sig.args[0], sig.return_type)


_conversion(U64, u64, (U64Type, *_INT))
_conversion(int, types.int64, (U64Type,))
_conversion(float, types.float64, (U64Type,))
_conversion(operator.truth, types.boolean, (U64Type,))
lower_builtin(bool, U64Type)(_convert)  # typed as operator.truth


# --- operators ---

# The code of an operator: (builder, left, right, may left be negative, may right be) -> result, all of them words. An
# int that may be negative has its sign in the first bit.
Code = Callable[[Any, Any, Any, bool, bool], Any]


def _binary(functions: tuple[Any, ...], make: Code, result: Any = u64) -> None:
    """An operator of two U64, or of one and an int."""
    pairs = [(U64Type, U64Type), *[(U64Type, kind) for kind in _INT], *[(kind, U64Type) for kind in _INT]]

    def lower(context, builder, sig, arguments):
        words = [context.cast(builder, x, kind, u64) for x, kind in zip(arguments, sig.args, strict=True)]
        return make(builder, *words, *[getattr(kind, "signed", False) for kind in sig.args])

    for function in functions:

        @infer_global(function)
        class Operator(AbstractTemplate):
            def generic(self, arguments, keywords):
                if any(all(map(isinstance, arguments, pair)) for pair in pairs) and len(arguments) == 2:
                    return signature(result, *arguments)

        for pair in pairs:
            lower_builtin(function, *pair)(lower)


def _simple(name: str) -> Code:
    """One instruction, whatever the signs."""
    return lambda b, x, y, *signs: getattr(b, name)(x, y)


def _negative(b: Any, word: Any) -> Any:
    return b.icmp_signed("<", word, _WORD(0))


def _left_shift(b: Any, x: Any, n: Any, *signs: bool) -> Any:
    """A shift by 64 or more leaves nothing, as in Python; the processor would shift by the last six bits."""
    return b.select(b.icmp_unsigned(">=", n, _WORD(64)), _WORD(0), b.shl(x, b.and_(n, _WORD(63))))


def _right_shift(b: Any, x: Any, n: Any, x_signed: bool, n_signed: bool) -> Any:
    large, last = b.icmp_unsigned(">=", n, _WORD(64)), _WORD(63)
    if x_signed:
        return b.ashr(x, b.select(large, last, n))
    return b.select(large, _WORD(0), b.lshr(x, b.and_(n, last)))


def _division(b: Any, x: Any, n: Any, x_signed: bool, n_signed: bool) -> tuple[Any, Any]:
    """Quotient and remainder, rounded down as in Python; 0 for a division by 0, as of other ints in machine code."""
    zero = b.icmp_unsigned("==", n, _WORD(0))
    if not x_signed and not n_signed:
        by = b.select(zero, _WORD(1), n)
        parts = b.udiv(x, by), b.urem(x, by)
    else:
        below = _negative(b, x if x_signed else n)  # only one of the two can be: the other is a U64
        high = b.select(below, b.neg(x), x) if x_signed else x
        low = b.select(zero, _WORD(1), b.select(below, b.neg(n), n) if n_signed else n)
        quotient, rest = b.udiv(high, low), b.urem(high, low)
        uneven = b.icmp_unsigned("!=", rest, _WORD(0))
        up = b.neg(b.add(quotient, b.zext(uneven, _WORD)))
        other = b.select(uneven, b.sub(low, rest) if x_signed else b.sub(rest, low), _WORD(0))
        parts = b.select(below, up, quotient), b.select(below, other, rest)
    return b.select(zero, _WORD(0), parts[0]), b.select(zero, _WORD(0), parts[1])


def _compare(sign: str) -> Code:
    """A negative int is below every U64, whatever its bits are."""

    def code(b: Any, x: Any, y: Any, x_signed: bool, y_signed: bool) -> Any:
        answer = b.icmp_unsigned(sign, x, y)
        for signed, word, holds in ((x_signed, x, "<" in sign), (y_signed, y, ">" in sign)):
            if signed:
                answer = b.select(_negative(b, word), ir.IntType(1)(holds or sign == "!="), answer)
        return answer

    return code


_binary((operator.add, operator.iadd), _simple("add"))
_binary((operator.sub, operator.isub), _simple("sub"))
_binary((operator.mul, operator.imul), _simple("mul"))
_binary((operator.and_, operator.iand), _simple("and_"))
_binary((operator.or_, operator.ior), _simple("or_"))
_binary((operator.xor, operator.ixor), _simple("xor"))
_binary((operator.lshift, operator.ilshift), _left_shift)
_binary((operator.rshift, operator.irshift), _right_shift)
_binary((operator.floordiv, operator.ifloordiv), lambda *given: _division(*given)[0])
_binary((operator.mod, operator.imod), lambda *given: _division(*given)[1])
_binary((min,), lambda b, x, y, *signs: b.select(_compare("<=")(b, x, y, *signs), x, y))
_binary((max,), lambda b, x, y, *signs: b.select(_compare(">=")(b, x, y, *signs), x, y))
_binary((operator.eq,), _compare("=="), types.boolean)
_binary((operator.ne,), _compare("!="), types.boolean)
_binary((operator.lt,), _compare("<"), types.boolean)
_binary((operator.le,), _compare("<="), types.boolean)
_binary((operator.gt,), _compare(">"), types.boolean)
_binary((operator.ge,), _compare(">="), types.boolean)


def _unary(function: Any, make: Callable[[Any, Any], Any], result: Any = u64) -> None:
    @infer_global(function)
    class Operator(AbstractTemplate):
        def generic(self, arguments, keywords):
            return signature(result, u64) if tuple(arguments) == (u64,) else None

    @lower_builtin(function, U64Type)
    def lower(context, builder, sig, arguments):
        return make(builder, *arguments)


_unary(operator.neg, lambda b, x: b.neg(x))
_unary(operator.pos, lambda b, x: x)
_unary(operator.invert, lambda b, x: b.not_(x))
_unary(operator.not_, lambda b, x: b.icmp_unsigned("==", x, _WORD(0)), types.boolean)


# --- Python's methods of ints ---


def _counter(make: Callable[[Any, Any], Any]) -> Any:
    @intrinsic
    def count(typing_context, x):
        def codegen(context, builder, sig, arguments):
            return make(builder, arguments[0])

        return types.int64(u64), codegen

    return count


_ones = _counter(lambda b, x: b.ctpop(x))
_length = _counter(lambda b, x: b.sub(_WORD(64), b.ctlz(x, ir.IntType(1)(0))))


@overload_method(U64Type, "bit_count")
@overload_method(types.Integer, "bit_count")
def _bit_count(x):
    return (lambda x: _ones(abs(x))) if getattr(x, "signed", False) else (lambda x: _ones(x))


@overload_method(U64Type, "bit_length")
@overload_method(types.Integer, "bit_length")
def _bit_length(x):
    return (lambda x: _length(abs(x))) if getattr(x, "signed", False) else (lambda x: _length(x))


# --- tuples with such fields ---


class BoardClass(types.NamedTupleClass):
    """A class of NamedTuples some of whose fields are annotated U64."""


register_model(BoardClass)(models.OpaqueModel)


@infer_getattr
class _BoardClassAttribute(AttributeTemplate):
    key = BoardClass

    def resolve___call__(self, kind):
        made = kind.instance_class
        call = utils.pysignature(made)

        def typer(*arguments, **keywords):
            given = call.bind(*arguments, **keywords)
            left_out = made._fields[len(given.args) :]
            return board_type(made, [*given.args, *[typeof(made._field_defaults[name]) for name in left_out]])

        typer.pysig = call  # type: ignore[attr-defined]
        return types.Function(make_callable_template(self.key, typer))


@lower_builtin(BoardClass, types.VarArg(types.Any))
def _make_board(context, builder, sig, arguments):
    kinds, made = tuple(sig.return_type), sig.return_type.instance_class
    parts = [context.cast(builder, *each) for each in zip(arguments, sig.args, kinds[: len(arguments)], strict=True)]
    for kind, name in list(zip(kinds, made._fields, strict=True))[len(arguments) :]:
        parts.append(context.get_constant_generic(builder, kind, made._field_defaults[name]))
    return context.make_tuple(builder, sig.return_type, parts)


def board_type(made: Any, kinds: Any) -> Any:
    """The type of a tuple of class `made` of parts of these types: U64 where annotated, and only there."""

    def kind(given: Any, word: bool) -> Any:
        if word and isinstance(given, _INT):
            return u64
        return types.int64 if given == u64 and not word else given

    return types.BaseTuple.from_types([kind(*each) for each in zip(kinds, words_in(made), strict=True)], made)


_typeof_class, _typeof_tuple = typeof_impl.dispatch(type), typeof_impl.dispatch(tuple)


@typeof_impl.register(type)
def _type_of_class(value, c):
    return BoardClass(value) if any(words_in(value)) else _typeof_class(value, c)


@typeof_impl.register(tuple)
def _type_of_board(value, c):
    if any(words_in(value.__class__)):
        return board_type(type(value), [typeof_impl(part, c) for part in value])
    return _typeof_tuple(value, c)


def constant(x: Any) -> Any:
    """A constant of a rule's module for machine code: a tuple of masks, one of them with the 64th bit, becomes uint64.

    Numba would give the masks two types, and a tuple of two types can be neither looped over nor indexed.
    """
    if type(x) is tuple and {type(part) for part in x} == {int} and min(x) >= 0 and max(x) >> 63 == 1:
        return tuple(map(np.uint64, x))
    return x
