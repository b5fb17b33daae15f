"""Eight float64 lanes in one register: explicit vectors for the numba kernels.

Numba leaves the width of its vectors to LLVM, which picks 256 bits at best and gives up on the
indexed rows of the lattice.  These instructions emit LLVM's ``<8 x double>`` directly: one 512-bit
register where the processor has it, two or four narrower ones elsewhere, same numbers everywhere.

The types of these functions are numba's: to a reader of Python they are all `Any`.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model

from chancegames.base.compiled import INNER, compiled
from chancegames.games.yahtzee.layout import Floats

LANES = 8
Lanes = Any
"""Eight numbers side by side, which live in kernels only."""
_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_UNDEFINED = ir.Constant(_VECTOR, ir.Undefined)
_FIRST_LANE = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
inner = compiled(**INNER)
"""Decorator of functions that only other kernels call."""


class _LanesType(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Lanes8")


_lanes: Any = cast(Any, _LanesType)()


@register_model(_LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, _VECTOR)  # type: ignore[no-untyped-call,unused-ignore]


def _aligned(size: int) -> Floats:
    """Allocate a float64 vector, uninitialised, that starts on a cache line (64 bytes).

    Unaligned, each vector load of the kernels would touch two lines.

    >>> _aligned(10).ctypes.data % 64
    0
    """
    buffer = np.empty(size + 8)
    offset = -buffer.ctypes.data // 8 % 8
    return buffer[offset : offset + size]


def _instruction(build: Callable[..., Any]) -> Callable[..., Any]:
    """`numba.extending.intrinsic`, for functions whose first argument is numba's own."""
    return intrinsic(build)


def _address(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), _VECTOR.as_pointer())


@_instruction
def _load(_: Any, array: Any, index: Any) -> Any:
    """Eight consecutive elements of a contiguous float64 vector, from `index`."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value = builder.load(_address(context, builder, signature.args[0], *args))
        value.align = 8
        return value

    return _lanes(array, types.intp), emit


@_instruction
def _entry(_: Any, table: Any, index: Any) -> Any:
    """Element of a contiguous uint16 table; `index` is at least 0, so no wrap-around is tested."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.zext(builder.load(builder.gep(data, [args[1]])), ir.IntType(64))

    return types.intp(table, types.intp), emit


@_instruction
def _store(_: Any, array: Any, index: Any, value: Any) -> Any:
    """Write eight lanes to consecutive elements of a contiguous float64 vector."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _address(context, builder, signature.args[0], *args[:2]), align=8)
        return context.get_dummy_value()

    return types.void(array, types.intp, _lanes), emit


@_instruction
def _splat(_: Any, value: Any) -> Any:
    """Put the same number in all eight lanes."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lane = builder.insert_element(_UNDEFINED, args[0], ir.IntType(32)(0))
        return builder.shuffle_vector(lane, _UNDEFINED, _FIRST_LANE)

    return _lanes(types.float64), emit


@_instruction
def _add(_: Any, a: Any, b: Any) -> Any:
    """Lane by lane sum."""
    return _lanes(_lanes, _lanes), lambda _c, builder, _s, args: builder.fadd(*args)


@_instruction
def _mul(_: Any, a: Any, b: Any) -> Any:
    """Lane by lane product."""
    return _lanes(_lanes, _lanes), lambda _c, builder, _s, args: builder.fmul(*args)


@_instruction
def _top(_: Any, a: Any, b: Any) -> Any:
    """Lane by lane maximum (no NaN may occur)."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        flags = ("nnan", "nsz")  # lets LLVM pick the one maximum instruction
        return builder.select(builder.fcmp_ordered(">", *args, flags=flags), *args, flags=flags)

    return _lanes(_lanes, _lanes), emit


@_instruction
def _pick(_: Any, a: Any, b: Any, x: Any, y: Any) -> Any:
    """Lane by lane `x` where `a` exceeds `b`, else (and where one of them is NaN) `y`."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", args[0], args[1]), args[2], args[3])

    return _lanes(_lanes, _lanes, _lanes, _lanes), emit


@_instruction
def _alike(_: Any, a: Any) -> Any:
    """Whether all eight lanes hold the same number."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        first = builder.shuffle_vector(args[0], _UNDEFINED, _FIRST_LANE)
        same = builder.bitcast(builder.fcmp_ordered("==", args[0], first), ir.IntType(LANES))
        return builder.icmp_unsigned("==", same, ir.IntType(LANES)(2**LANES - 1))

    return types.boolean(_lanes), emit
