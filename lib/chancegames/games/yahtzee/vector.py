"""Eight float64 lanes in one register: explicit vectors for the numba kernels.

Numba leaves the width of its vectors to LLVM, which picks 256 bits at best and gives up on the
indexed rows of the lattice.  These intrinsics emit LLVM's ``<8 x double>`` directly: one 512-bit
register where the processor has it, two or four narrower ones elsewhere, same numbers everywhere.
"""

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic, models, register_model

from chancegames.base.compiled import INNER

LANES = 8
_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
inner = njit(**INNER)
"""Decorator of functions that only other kernels call."""


class _Lanes(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Lanes8")


lanes_type = _Lanes()


@register_model(_Lanes)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type) -> None:
        super().__init__(dmm, fe_type, _VECTOR)


def _address(context, builder, array_type, array, index):
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), _VECTOR.as_pointer())


@intrinsic
def load(typingctx, array, index):
    """Eight consecutive elements of a contiguous float64 vector, from `index`."""

    def codegen(context, builder, signature, args):
        value = builder.load(_address(context, builder, signature.args[0], *args))
        value.align = 8
        return value

    return lanes_type(array, types.intp), codegen


@intrinsic
def entry(typingctx, table, index):
    """Element of a contiguous uint16 table; `index` is at least 0, so no wrap-around is tested."""

    def codegen(context, builder, signature, args):
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        value = builder.load(builder.gep(data, [args[1]]))
        return builder.zext(value, ir.IntType(64))

    return types.intp(table, types.intp), codegen


@intrinsic
def store(typingctx, array, index, value):
    """Write eight lanes to consecutive elements of a contiguous float64 vector."""

    def codegen(context, builder, signature, args):
        builder.store(args[2], _address(context, builder, signature.args[0], *args[:2]), align=8)
        return context.get_dummy_value()

    return types.void(array, types.intp, lanes_type), codegen


@intrinsic
def splat(typingctx, value):
    """Put the same number in all eight lanes."""

    def codegen(context, builder, signature, args):
        lane = builder.insert_element(
            ir.Constant(_VECTOR, ir.Undefined), args[0], ir.IntType(32)(0)
        )
        mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        return builder.shuffle_vector(lane, ir.Constant(_VECTOR, ir.Undefined), mask)

    return lanes_type(types.float64), codegen


@intrinsic
def add(typingctx, a, b):
    """Lane by lane sum."""
    return lanes_type(lanes_type, lanes_type), lambda _c, builder, _s, args: builder.fadd(*args)


@intrinsic
def mul(typingctx, a, b):
    """Lane by lane product."""
    return lanes_type(lanes_type, lanes_type), lambda _c, builder, _s, args: builder.fmul(*args)


@intrinsic
def top(typingctx, a, b):
    """Lane by lane maximum (no NaN may occur)."""

    def codegen(context, builder, signature, args):
        flags = ("nnan", "nsz")  # lets LLVM pick the one maximum instruction
        return builder.select(builder.fcmp_ordered(">", *args, flags=flags), *args, flags=flags)

    return lanes_type(lanes_type, lanes_type), codegen


@intrinsic
def pick(typingctx, a, b, x, y):
    """Lane by lane `x` where `a` exceeds `b`, else (and where one of them is NaN) `y`."""

    def codegen(context, builder, signature, args):
        return builder.select(builder.fcmp_ordered(">", args[0], args[1]), args[2], args[3])

    return lanes_type(lanes_type, lanes_type, lanes_type, lanes_type), codegen


@intrinsic
def alike(typingctx, a):
    """Whether all eight lanes hold the same number."""

    def codegen(context, builder, signature, args):
        mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        first = builder.shuffle_vector(args[0], ir.Constant(_VECTOR, ir.Undefined), mask)
        same = builder.fcmp_ordered("==", args[0], first)
        return builder.icmp_unsigned(
            "==", builder.bitcast(same, ir.IntType(LANES)), ir.IntType(LANES)(2**LANES - 1)
        )

    return types.boolean(lanes_type), codegen
