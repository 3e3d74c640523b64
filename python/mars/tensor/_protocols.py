"""What NumPy, Python and the array API ask of an array: conversions, and NumPy's functions on tensors."""

import operator

import numpy as np

from .._core import hooks
from .._core.options import options
from .._core.units import size_text

# NumPy's functions that write or print arrays: they get fetched ones.
_written = {"save", "savez", "savez_compressed", "savetxt", "array2string", "array_repr", "array_str"}
_AT_ONCE = 1 << 16
_table = {}


def _functions():
    """Our function of every NumPy function that has one, by the function itself."""
    if not _table:
        from . import _gen, _more, fft, linalg

        like = {**_gen.LIKE, **fft.LIKE, **linalg.LIKE}
        like.update({f"numpy.{n}": getattr(_more, n) for n in _more.__all__ if hasattr(np, n)})
        for name, ours in like.items():
            theirs = np
            for part in name.split(".")[1:]:
                theirs = getattr(theirs, part, None)
            if theirs is not None:
                _table[theirs] = ours
    return _table


def _special(name):
    """Our function of a universal function that is none of NumPy's: SciPy's of that name."""
    from . import special

    return special.LIKE.get(f"scipy.special.{name}")


class Protocols:
    """Conversions, and NumPy's functions on tensors."""

    __slots__ = ()

    def to_numpy(self):
        """The elements as a NumPy array: execute and fetch in one."""
        return np.asarray(self._fetched())

    def tolist(self):
        """The elements as nested lists."""
        return self.to_numpy().tolist()

    def item(self, *args):
        """One element as a number of Python's."""
        return self.to_numpy().item(*args)

    def __array__(self, dtype=None, copy=None):
        limit = options.max_implicit_fetch_bytes
        meta = self._meta
        size = meta.dtype.itemsize if meta.dtype is not None else 1
        for n in meta.shape:
            size *= n
        if limit is not None and size > limit:
            raise MemoryError(
                f"an array of {size_text(size)} would be fetched where {size_text(limit)} is the limit; "
                "call to_numpy(), or raise mars.config.options.max_implicit_fetch_bytes"
            )
        a = self.to_numpy()
        return a if dtype is None else a.astype(dtype, copy=False)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
        if any(getattr(x, "_kind", "tensor") != "tensor" for x in inputs):
            return NotImplemented
        if out is not None:
            kwargs["out"] = out if len(out) > 1 else out[0]
        f = _functions().get(ufunc) or _special(ufunc.__name__)
        if method != "__call__":
            f = getattr(f, method, None)
        if f is None:
            part = "" if method == "__call__" else f".{method}"
            raise TypeError(f"mars.tensor has no {ufunc.__name__}{part}; use .to_numpy()")
        return f(*inputs, **_given(kwargs))

    def __array_function__(self, func, types, args, kwargs):
        f = _functions().get(func)
        if f is None and func.__name__ in _written:
            return func(*(a.to_numpy() if isinstance(a, Protocols) else a for a in args), **_fetched(kwargs))
        if f is None:
            raise TypeError(f"mars.tensor has no {func.__module__}.{func.__name__}; use .to_numpy()")
        return f(*args, **_given(kwargs))

    def __array_namespace__(self, *, api_version=None):
        import mars.tensor

        return mars.tensor

    def __dlpack__(self, **kwargs):
        return self.to_numpy().__dlpack__(**kwargs)

    def __dlpack_device__(self):
        return (1, 0)

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self._length(0)

    def _length(self, axis):
        """The length of an axis, 1 where there is no such axis. A tensor whose length follows from data is executed."""
        if not -self.ndim <= axis < self.ndim:
            return 1
        if self.shape[axis] != self.shape[axis]:
            self.execute()
        return int(self.shape[axis])

    def __bool__(self):
        return bool(self.to_numpy())

    def __int__(self):
        return int(self._number())

    def __float__(self):
        return float(self._number())

    def __round__(self, ndigits=None):
        return round(self._number(), ndigits)

    def __complex__(self):
        return complex(self._number())

    def __index__(self):
        return operator.index(self.to_numpy())

    def _number(self):
        a = self.to_numpy()
        if a.ndim:
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        return a[()]

    def __iter__(self):
        if not self.shape:
            raise TypeError("iteration over a 0-d array")
        n = len(self)
        return (self[i] for i in range(n)) if self.ndim > 1 else self._elements(n)

    def _elements(self, n):
        """The elements of a vector as NumPy's scalars; some thousands are fetched at once."""
        session = hooks.ensure()
        session.execute(self)
        for lo in range(0, n, _AT_ONCE):
            yield from np.asarray(session.fetch_slice(self, slice(lo, min(n, lo + _AT_ONCE))))

    def __contains__(self, item):
        return bool((self == item).any())

    def __reduce__(self):
        raise TypeError("a Tensor lives on the cluster and cannot be pickled; fetch it first")


def _fetched(kwargs):
    """Arguments with arrays in place of tensors."""
    return {k: v.to_numpy() if isinstance(v, Protocols) else v for k, v in kwargs.items()}


def _given(kwargs):
    """Without the arguments that NumPy passes to say that they were not given."""
    return {k: v for k, v in kwargs.items() if v is not np._NoValue}
