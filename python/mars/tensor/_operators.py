"""Operators of tensors: a + b, a @ b, a < b, a += b."""

from .._core.build import many, one
from ._as import into, scalars


def _binary(op, a, b):
    ins, args = scalars((a, b))
    return one(op, ins, None if args is None else {"args": args})


def _pair(op):
    """The methods of an operator: a op b, b op a, a op= b."""

    def forward(self, other):
        if getattr(other, "_kind", "tensor") != "tensor" or not _fit(other):
            return NotImplemented
        return _binary(op, self, other)

    def reflected(self, other):
        return _binary(op, other, self) if _fit(other) else NotImplemented

    def in_place(self, other):
        return into(self, _binary(op, self, other))

    return forward, reflected, in_place


def _fit(other):
    """Whether a tensor may be made of an operand; of other things their own operators decide."""
    return not isinstance(other, (str, bytes, dict, set, type(None)))


def _equal(op, unlike):
    """The method of == or !=. Text and None are unlike every element."""
    forward = _pair(op)[0]

    def method(self, other):
        if other is None or isinstance(other, (str, bytes)):
            from ._gen import full_like

            return full_like(self, unlike, dtype=bool)
        return forward(self, other)

    return method


def _quick(exponent):
    """Whether NumPy's operator has a function of its own for powers of that number: squares, reciprocals and roots."""
    t = type(exponent)
    return (t is int and exponent in (-1, 2)) or (t is float and exponent == 0.5)


class Operators:
    """Operators of tensors."""

    __slots__ = ()

    __add__, __radd__, __iadd__ = _pair("tensor.add")
    __sub__, __rsub__, __isub__ = _pair("tensor.subtract")
    __mul__, __rmul__, __imul__ = _pair("tensor.multiply")
    __truediv__, __rtruediv__, __itruediv__ = _pair("tensor.divide")
    __floordiv__, __rfloordiv__, __ifloordiv__ = _pair("tensor.floor_divide")
    __mod__, __rmod__, __imod__ = _pair("tensor.remainder")
    __rpow__ = _pair("tensor.power")[1]
    __and__, __rand__, __iand__ = _pair("tensor.bitwise_and")
    __or__, __ror__, __ior__ = _pair("tensor.bitwise_or")
    __xor__, __rxor__, __ixor__ = _pair("tensor.bitwise_xor")
    __lshift__, __rlshift__, __ilshift__ = _pair("tensor.left_shift")
    __rshift__, __rrshift__, __irshift__ = _pair("tensor.right_shift")

    def __pow__(self, other):
        if getattr(other, "_kind", "tensor") != "tensor" or not _fit(other):
            return NotImplemented
        return _binary("tensor.raised" if _quick(other) else "tensor.power", self, other)

    def __ipow__(self, other):
        return into(self, self**other)

    def __matmul__(self, other):
        from ._gen import matmul

        return matmul(self, other) if getattr(other, "_kind", "tensor") == "tensor" else NotImplemented

    def __rmatmul__(self, other):
        from ._gen import matmul

        return matmul(other, self)

    def __imatmul__(self, other):
        return into(self, self @ other)

    def __divmod__(self, other):
        ins, args = scalars((self, other))
        return many("tensor.divmod", ins, None if args is None else {"args": args})

    def __rdivmod__(self, other):
        ins, args = scalars((other, self))
        return many("tensor.divmod", ins, None if args is None else {"args": args})

    __lt__ = _pair("tensor.less")[0]
    __le__ = _pair("tensor.less_equal")[0]
    __gt__ = _pair("tensor.greater")[0]
    __ge__ = _pair("tensor.greater_equal")[0]
    __eq__ = _equal("tensor.equal", False)
    __ne__ = _equal("tensor.not_equal", True)

    def __neg__(self):
        return one("tensor.negative", (self,))

    def __pos__(self):
        return one("tensor.positive", (self,))

    def __abs__(self):
        return one("tensor.absolute", (self,))

    def __invert__(self):
        return one("tensor.invert", (self,))
