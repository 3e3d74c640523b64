"""Universal functions: objects that are called, and that have NumPy's methods reduce, accumulate, reduceat, outer and at."""

import inspect

import numpy as np

from .._core import attrs as _a
from .._core.build import many, one
from .._core.forms import plain
from .._core.protocols import FRAMES
from ._as import into, scalars, tensor
from ._gen_ufunc import UfuncMethods

__all__ = ["ufunc"]


class ufunc(UfuncMethods):
    """A function of elements, as NumPy's class of this name: called with tensors, arrays and numbers, which broadcast.

    out: where the result goes. where: bools that broadcast; places where they are false keep what out has, and are zero without out. casting:
    how arguments and results may be cast. dtype: of the result, and so of the computation. signature: the dtypes of arguments and results, as
    "dd->d" or a tuple. UFuncTypeError, a TypeError, where no loop fits.
    """

    def __init__(self, name, nin, nout, types, identity, summary):
        self.__name__ = self.__qualname__ = name
        self.__module__ = f"{__package__}._gen"  # where pickle finds it
        self.nin = nin
        self.nout = nout
        self.nargs = nin + nout
        self.types = types.split()  # of the loops for numbers
        self.ntypes = len(self.types)
        self.identity = identity
        self.signature = None  # a function of single elements
        notes = "Places where a condition given as where is false are zero without out."
        self.__doc__ = f"{summary}.\n\nSame as numpy.{name}. {notes}\n"

    @property
    def __signature__(self):
        names = ["x"] if self.nin == 1 else [f"x{i + 1}" for i in range(self.nin)]
        out, *rest = list(inspect.signature(ufunc.__call__).parameters.values())[2:-1]
        out = out.replace(kind=out.POSITIONAL_OR_KEYWORD, default=None if self.nout == 1 else (None,) * self.nout)
        return inspect.Signature(
            [*(inspect.Parameter(n, inspect.Parameter.POSITIONAL_ONLY) for n in names), out, *rest]
        )

    def __repr__(self):
        return f"<ufunc '{self.__name__}'>"

    def __reduce__(self):
        return self.__name__

    def __call__(
        self,
        /,
        *args,
        out=None,
        where=True,
        casting="same_kind",
        order="K",
        dtype=None,
        subok=True,
        signature=None,
        sig=None,
    ):
        args, outs = self._arguments(args, out)
        for x in args:
            if getattr(x, "_kind", None) in FRAMES and outs is None and hasattr(np, self.__name__):
                return x.__array_ufunc__(getattr(np, self.__name__), "__call__", *args)
        attrs = {}
        if dtype is not None:
            attrs["dtype"] = _a.dtype(dtype)
        if casting != "same_kind":
            attrs["casting"] = _a.string(casting)
        if signature is not None and sig is not None:
            raise TypeError("cannot specify both 'sig' and 'signature'")
        if signature is not None or sig is not None:
            attrs["signature"] = plain(sig if signature is None else signature)
        ins, numbers = scalars(args)
        if numbers is not None:
            attrs["args"] = numbers
        op = f"tensor.{self.__name__}"
        results = (one(op, ins, attrs),) if self.nout == 1 else many(op, ins, attrs, self.nout)
        if outs is None and where is True:
            return results[0] if self.nout == 1 else results
        put = [into(o, r, casting, self.__name__, where) for r, o in zip(results, outs or (None,) * self.nout)]
        return put[0] if self.nout == 1 else type(results)(put)

    def _arguments(self, args, out):
        """The inputs, and where results go: None, or a place for each result."""
        n = self.nin
        if not n <= len(args) <= self.nargs:
            count = f"from {n} to {self.nargs}"
            raise TypeError(f"{self.__name__}() takes {count} positional arguments but {len(args)} were given")
        if len(args) > n:
            if out is not None:
                raise TypeError("cannot specify 'out' as both a positional and keyword argument")
            out = args[n:] + (None,) * (self.nargs - len(args))
        if out is not None and not isinstance(out, tuple):
            out = (out,) + (None,) * (self.nout - 1)
        if out is not None and len(out) != self.nout:
            raise ValueError("The 'out' tuple must have exactly one entry per ufunc output")
        return args[:n], None if out is None or all(o is None for o in out) else out

    def outer(self, A, B, /, **kwargs):
        """The function of every element of one tensor with every element of another."""
        if self.nin != 2:
            raise ValueError("outer product only supported for binary functions")
        a, b = tensor(A), tensor(B)
        return self(a[(..., *(None,) * b.ndim)], b, **kwargs)
