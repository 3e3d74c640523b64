"""Universal functions: objects that are called, and that have NumPy's methods reduce, accumulate, reduceat, outer and at."""

import inspect

import numpy as np

from .._core import attrs as _a
from .._core.build import many, one
from .._core.call import no_value
from .._core.forms import brackets, mixed
from .._core.protocols import FRAMES
from ._as import into, scalars, tensor

__all__ = ["ufunc"]


class ufunc:
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
        if signature is not None or sig is not None:
            if signature is not None and sig is not None:
                raise TypeError("cannot specify both 'sig' and 'signature'")
            attrs.update(self._signed(sig if signature is None else signature))
        ins, numbers = scalars(args)
        if numbers is not None:
            attrs["args"] = numbers
        op = f"tensor.{self.__name__}"
        results = (one(op, ins, attrs),) if self.nout == 1 else many(op, ins, attrs, self.nout)
        if outs is None and where is True:
            return results[0] if self.nout == 1 else results
        put = [self._put(r, o, where, casting) for r, o in zip(results, outs or (None,) * self.nout)]
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

    def _signed(self, signature):
        """The attributes of a signature: "dd->d", a tuple of dtypes, or the dtype of the results."""
        if isinstance(signature, str) and "->" in signature:
            signature = tuple(signature.replace("->", ""))
        if not isinstance(signature, tuple):
            return {"dtype": _a.dtype(signature)}
        if len(signature) == 1:
            return {} if signature[0] is None else {"dtype": _a.dtype(signature[0])}
        if len(signature) != self.nargs:
            raise ValueError(f"a type-tuple must be specified of length 1 or {self.nargs} for ufunc '{self.__name__}'")
        return {"signature": _a.strings(["" if d is None else _a.dtype(d)["dtype"] for d in signature])}

    def _put(self, r, out, where, casting):
        """A result where it goes, at the places of a condition."""
        if out is None:
            if where is True:
                return r
            where = _condition(where)
            zeros = one("tensor.broadcast_with", (one("tensor.zeros_like", (r,)), where))
            return one("tensor.put_masked", (zeros, r, where))
        if where is not True:
            r = one("tensor.put_masked", (tensor(out), r, _condition(where)))
        return into(out, r, casting, self.__name__)

    # The methods of functions of two arguments and one result.

    def reduce(self, array, /, axis=0, dtype=None, out=None, keepdims=False, initial=no_value, where=True):
        """The elements along an axis, or several, folded by the function; with axis=None all of them."""
        ins, attrs = [tensor(array)], {"axis": _a.ints(axis)}
        if keepdims:
            attrs["keepdims"] = _a.boolean(keepdims)
        if initial is None:
            attrs["bare"] = _a.boolean(True)
        elif initial is not no_value and initial is not np._NoValue:
            attrs["initial"] = _a.scalar(initial.item() if hasattr(initial, "item") else initial)
        if where is not True:
            attrs["where"] = _a.ref(1)
            ins.append(_condition(where))
        return self._folded("reduce", ins, attrs, dtype, out)

    def accumulate(self, array, /, axis=0, dtype=None, out=None):
        """What reduce comes to after each element along an axis."""
        return self._folded("accumulate", [tensor(array)], {"axis": _a.integer(axis)}, dtype, out)

    def reduceat(self, array, /, indices, axis=0, dtype=None, out=None):
        """Parts along an axis folded by the function: part k from indices[k] to indices[k+1]; where that is not greater, one element."""
        places = indices.to_numpy() if hasattr(indices, "_kind") else np.asarray(indices)
        attrs = {"indices": _a.ints(places.astype(np.int64, casting="same_kind")), "axis": _a.integer(axis)}
        return self._folded("reduceat", [tensor(array)], attrs, dtype, out)

    def _folded(self, method, ins, attrs, dtype, out):
        """What a method of functions of two arguments and one result gives, where it goes."""
        if self.nin != 2:
            raise ValueError(f"{method} only supported for binary functions")
        if self.nout != 1:
            raise ValueError(f"{method} only supported for functions returning a single value")
        if dtype is not None:
            attrs["dtype"] = _a.dtype(dtype)
        r = one(f"tensor.ufunc_{method}", ins, {"ufunc": _a.string(self.__name__), **attrs})
        return r if out is None else into(out, r, ufunc=self.__name__)

    def outer(self, A, B, /, **kwargs):
        """The function of every element of one tensor with every element of another."""
        if self.nin != 2:
            raise ValueError("outer product only supported for binary functions")
        a, b = tensor(A), tensor(B)
        return self(a[(..., *(None,) * b.ndim)], b, **kwargs)

    def at(self, a, indices, b=None, /):
        """Apply the function at places of a tensor in place, one after the other: a place that comes twice is changed twice."""
        if getattr(a, "_kind", None) != "tensor":
            raise TypeError("first operand must be array")
        if self.nout != 1 or self.nin > 2:
            raise ValueError("Only unary and binary ufuncs supported at this time")
        if (b is None) != (self.nin == 1):
            raise ValueError(f"second operand {'needed' if b is None else 'provided when ufunc is not binary'}")
        ins = [a]
        attrs = {"ufunc": _a.string(self.__name__), "indices": brackets(indices, ins)}
        if b is not None:
            attrs["b"] = mixed(b, ins)
        a._move(one("tensor.ufunc_at", ins, attrs)._ref)


def _condition(where):
    """A condition as a tensor. TypeError for what is not bool."""
    where = tensor(where)
    known = where._known
    if known is not None and known.dtype is not None and known.dtype != np.bool_:
        raise TypeError(f"Cannot cast array data from {known.dtype!r} to dtype('bool') according to the rule 'safe'")
    return where
