"""numpy.frompyfunc: a function of single elements as a universal function."""

import operator

import numpy as np

from .._core.call import refuse
from .._core.entity import ExecutableTuple
from ..tensor._as import into, into_all, tensor
from ..tensor._gen import expand_dims, moveaxis
from . import blocks

__all__ = ["frompyfunc"]

_HINT = "dtype="


def frompyfunc(func, nin, nout, **kwargs):
    """A function of single elements as a universal function of tensors.

    Like numpy.frompyfunc; but tensors hold no objects: results have the dtype of what the function gives, which is inferred by a call here with two
    made-up elements, or that which a call gives as dtype.
    """
    return _Called(func, nin, nout, **kwargs)


class _Called:
    """A universal function of tensors that calls a function of Python's with each element."""

    def __init__(self, func, nin, nout, /, **kwargs):
        like = np.frompyfunc(func, nin, nout, **kwargs)  # it checks them
        self._func, self._own = func, {"nin": nin, "nout": nout, "identity": kwargs}
        self.__name__, self.__doc__ = like.__name__, like.__doc__
        self.nin, self.nout, self.nargs, self.identity = like.nin, like.nout, like.nargs, like.identity
        self.ntypes, self.types, self.signature = like.ntypes, like.types, like.signature

    def __repr__(self):
        return f"<ufunc '{self.__name__}'>"

    def __call__(self, *args, out=None, where=True, dtype=None, **kwargs):
        if kwargs:
            raise TypeError(f"{self.__name__}() got an unexpected keyword argument '{next(iter(kwargs))}'")
        if not self.nin <= len(args) <= self.nargs:
            count = self.nin if not self.nout else f"from {self.nin} to {self.nargs}"
            raise TypeError(f"{self.__name__}() takes {count} positional arguments but {len(args)} were given")
        if where is not True:
            refuse(self.__name__, "where")
        args, out = list(args[: self.nin]), args[self.nin :] or out
        for i, a in enumerate(args):
            if getattr(a, "_kind", None) or np.ndim(a) or i == 0:
                args[i] = blocks.part(tensor(a))
        parts = [a for a in args if getattr(a, "_kind", None)]
        made = self._call("ufunc", parts, tuple(args), outs=None if dtype is None else [(dtype, ())] * self.nout)
        if out is not None and self.nout > 1:
            made = into_all(out, made)
        elif out is not None:
            return into(out, made[0])
        return made[0] if self.nout == 1 else ExecutableTuple(made)

    def _call(self, style, parts, args=(), kwargs=None, **how):
        return blocks.call(self.__name__, self._func, style, parts, args, kwargs, self._own, hint=_HINT, **how)

    def outer(self, A, B, /, **kwargs):
        """The function of every element of one tensor with every element of another."""
        if self.nin != 2:
            raise ValueError("outer product only supported for binary functions")
        a, b = tensor(A), tensor(B)
        return self(a[(..., *(None,) * b.ndim)], b, **kwargs)

    def _folds(self, name):
        if self.nin != 2:
            raise ValueError(f"{name} only supported for binary functions")
        if self.nout != 1:
            raise ValueError(f"{name} only supported for functions returning a single value")

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=np._NoValue, where=True):
        """Elements along an axis, put together by the function in their order. Axes are in one chunk."""
        self._folds("reduce")
        if where is not True:
            refuse(f"{self.__name__}.reduce", "where")
        a = tensor(array)
        axes = self._axes(a, axis)
        if not axes:
            return a if out is None else into(out, a)
        if len(axes) > 1 and "identity" not in self._own["identity"]:
            raise ValueError(
                f"reduction operation '{self.__name__}' is not reorderable, so at most one axis may be specified"
            )
        k = len(axes)
        last = blocks.part(moveaxis(a, axes, range(-k, 0)))
        kwargs = {"axis": tuple(range(-k, 0))} | ({} if initial is np._NoValue else {"initial": initial})
        outs = None if dtype is None else [(dtype, ())]
        (r,) = self._call("reduce", [last], (), kwargs, core=(k,), outs=outs, lengths=self._two)
        if keepdims:
            r = expand_dims(r, tuple(axes))
        return r if out is None else into(out, r)

    @staticmethod
    def _two(_part, _axis):
        return 2

    @staticmethod
    def _axes(a, axis):
        axes = range(a.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
        axes = list(map(operator.index, axes))
        for i in axes:
            if not -a.ndim <= i < a.ndim:
                raise getattr(np, "exceptions", np).AxisError(i, a.ndim)
        axes = [i % a.ndim for i in axes]
        if len(set(axes)) < len(axes):
            raise ValueError("duplicate value in 'axis'")
        return axes

    def accumulate(self, array, axis=0, dtype=None, out=None):
        """What has come out along an axis up to each element. The axis is in one chunk."""
        self._folds("accumulate")
        a = tensor(array)
        if not a.ndim:
            raise TypeError("cannot accumulate on a scalar")
        (axis,) = self._axes(a, axis)
        last = blocks.part(moveaxis(a, axis, -1))
        n = a._length(axis)
        if dtype is None:
            (made,) = blocks.inferred(
                self.__name__, self._func, "accumulate", [last], (), {"axis": -1}, self._own,
                [blocks.sample(last, 0, self._two)], False, _HINT,
            )  # fmt: skip
            dtype = made.dtype
        (r,) = self._call("accumulate", [last], (), {"axis": -1}, core=(1,), outs=[(dtype, (n,))])
        r = moveaxis(r, -1, axis)
        return r if out is None else into(out, r)

    def at(self, a, indices, b=None, /):
        """What the function makes of some elements of a tensor, which are stored in it, in one process."""
        if getattr(a, "_kind", None) != "tensor":
            raise TypeError("first operand must be a tensor")
        if (b is None) == (self.nin == 2) or self.nin > 2:
            raise ValueError(
                "second operand needed for ufunc"
                if self.nin == 2
                else "second operand provided when ufunc is not binary"
            )
        p = blocks.part(a)
        args = (p, indices) if b is None else (p, indices, b)
        shape = tuple(a._length(k) for k in range(a.ndim))
        (r,) = self._call("at", [p], args, outs=[(a.dtype, shape)], free=True, whole=True)
        a._move(r._ref)
