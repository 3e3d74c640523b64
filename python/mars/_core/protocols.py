"""What Python and NumPy ask of tensors and frames alike: lengths, small conversions, and NumPy's functions on them."""

import numpy as np

from .._functions import reference
from .options import options
from .units import size_text

# NumPy's functions that write or print arrays: they get fetched ones.
_written = {"save", "savez", "savez_compressed", "savetxt", "array2string", "array_repr", "array_str"}
_table = {}

FRAMES = ("dataframe", "series", "index")


def functions():
    """Our function of every NumPy function that has one, by the function itself."""
    if not _table:
        from .._functions import called as _called
        from .._functions import places as _places
        from ..tensor import _gen, _more, fft, linalg

        like = {**_gen.LIKE, **fft.LIKE, **linalg.LIKE}
        for more in (_more, _called, _places):
            like.update({f"numpy.{n}": getattr(more, n) for n in more.__all__ if hasattr(np, n)})
        for name, ours in like.items():
            theirs = np
            for part in name.split(".")[1:]:
                theirs = getattr(theirs, part, None)
            if theirs is not None:
                _table[theirs] = ours
    return _table


def numpys(func):
    """NumPy's own function for one of ours, also where that is wrapped; any other is itself."""
    same = [func]
    while hasattr(same[-1], "__wrapped__"):
        same.append(same[-1].__wrapped__)
    return next((f for f, ours in functions().items() if any(ours is g for g in same)), func)


def tensors(x):
    """x with tensors in place of frames, series and indexes, also within lists."""
    if getattr(x, "_kind", None) in FRAMES:
        return x.to_tensor()
    if type(x) in (list, tuple) and any(hasattr(e, "_kind") or isinstance(e, (list, tuple)) for e in x):
        return type(x)(map(tensors, x))
    return x


def _fetched(x):
    return x.to_numpy() if hasattr(x, "_kind") else x


class Protocols:
    """What Python and NumPy ask of values on the cluster. A class gives _bytes(), its _module, and _conversion, the method that fetches without a limit."""

    __slots__ = ()

    @property
    def shape(self):
        """The lengths of the axes; nan where one is known only after execution."""
        return self._meta.shape

    @property
    def ndim(self):
        """The number of axes."""
        return len(self._meta.shape)

    @property
    def size(self):
        """The number of elements, nan while it is not known."""
        n = 1
        for d in self.shape:
            n *= d
        return n

    @property
    def nsplits(self):
        """The lengths of the chunks by axis, None before they are known."""
        return self._meta.nsplits

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self._length(0)

    def _length(self, axis):
        """The length of an axis, 1 where there is no such axis. A value whose length follows from data is executed."""
        if not -self.ndim <= axis < self.ndim:
            return 1
        if self.shape[axis] != self.shape[axis]:
            self.execute()
        return int(self.shape[axis])

    def _small(self):
        """The value here, unless it is larger than what conversions may fetch by themselves."""
        limit = options.max_implicit_fetch_bytes
        size = 0 if limit is None else self._bytes()
        if size > (limit or 0):
            raise MemoryError(
                f"{size_text(size)} would be fetched where {size_text(limit)} is the limit; "
                f"call {self._conversion}(), or raise mars.config.options.max_implicit_fetch_bytes"
            )
        return self._fetched()

    def __array__(self, dtype=None, copy=None):
        a = self._small()
        a = np.asarray(a.to_numpy() if hasattr(a, "to_numpy") else a)
        return a if dtype is None else a.astype(dtype, copy=False)

    def _labelled(self, func, args, kwargs):
        """What a function of NumPy gives that does more than its like of tensors; NotImplemented for others."""
        return NotImplemented

    def __array_function__(self, func, types, args, kwargs):
        kwargs = {k: v for k, v in kwargs.items() if v is not np._NoValue}  # what NumPy passes for what was not given
        r = self._labelled(func, args, kwargs)
        if r is not NotImplemented:
            return r
        if func.__name__ in _written:
            return func(*map(_fetched, args), **{k: _fetched(v) for k, v in kwargs.items()})
        args, kwargs = tuple(map(tensors, args)), {k: tensors(v) for k, v in kwargs.items()}
        ours, place = functions().get(func), func.__module__
        try:
            if ours is not None:
                return ours(*args, **kwargs)
        except NotImplementedError as e:
            return reference.instead(e, reference.Path(place), func.__name__, args, kwargs, func.__name__, func)
        theirs = reference.function(place, func.__name__, f"{place}.{func.__name__}")
        if theirs is None or not reference.on():
            raise TypeError(f"mars.{self._module} has no {place}.{func.__name__}; use .{self._conversion}()")
        return theirs(*args, **kwargs)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        raise TypeError(f"a {type(self).__name__} lives on the cluster and cannot be pickled; fetch it first")
