"""What NumPy, Python and the array API ask of an array."""

import operator

import numpy as np

from .._core import protocols
from .._core.iterate import chunks
from .._core.numbers import Numbers
from .._functions import reference


class Protocols(protocols.Protocols, Numbers):
    """Conversions, and NumPy's functions on tensors."""

    __slots__ = ()
    _module, _conversion = "tensor", "to_numpy"

    def to_numpy(self):
        """The elements as a NumPy array: execute and fetch in one."""
        return np.asarray(self._fetched())

    def tolist(self):
        """The elements as nested lists."""
        return self.to_numpy().tolist()

    def item(self, *args):
        """One element as a number of Python's."""
        return self.to_numpy().item(*args)

    def _bytes(self):
        return self.size * (1 if self.dtype is None else self.dtype.itemsize)

    def _number(self):
        a = self.to_numpy()
        if a.ndim:
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        return a[()]

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
        from . import special  # whose functions are SciPy's

        if any(getattr(x, "_kind", "tensor") != "tensor" for x in inputs):
            return NotImplemented
        if out is not None:
            kwargs["out"] = out if len(out) > 1 else out[0]
        f = protocols.functions().get(ufunc) or special.LIKE.get(f"scipy.special.{ufunc.__name__}")
        if method != "__call__":
            f = getattr(f, method, None)
        if f is None and "out" not in kwargs:
            found = self._of_reference(ufunc, method, inputs, kwargs)
            if found is not NotImplemented:
                return found
        if f is None:
            part = "" if method == "__call__" else f".{method}"
            raise TypeError(f"mars.tensor has no {ufunc.__name__}{part}; use .to_numpy()")
        return f(*inputs, **{k: v for k, v in kwargs.items() if v is not np._NoValue})

    @staticmethod
    def _of_reference(ufunc, method, inputs, kwargs):
        """What NumPy's or SciPy's own ufunc gives, or a method of it; NotImplemented where it is none of theirs."""
        name = ufunc.__name__
        for place in ("numpy", "scipy.special"):
            path = reference.Path(place)
            if reference.offered(place, name) is ufunc and reference.on():
                if method == "__call__":
                    return reference.answered(path.then(name, inputs, kwargs), name)
                if method in reference.NAMES["numpy.ufunc"]:
                    return reference.answered(path.then(name).then(method, inputs, kwargs), f"{name}.{method}")
        return NotImplemented

    def __array_namespace__(self, *, api_version=None):
        import mars.tensor

        return mars.tensor

    def __dlpack__(self, **kwargs):
        return self.to_numpy().__dlpack__(**kwargs)

    def __dlpack_device__(self):
        return (1, 0)

    def __bool__(self):
        return bool(self.to_numpy())

    def __index__(self):
        return operator.index(self.to_numpy())

    def __iter__(self):
        if not self.shape:
            raise TypeError("iteration over a 0-d array")
        n = len(self)
        return (self[i] for i in range(n)) if self.ndim > 1 else (v for part in chunks(self) for v in np.asarray(part))

    def __contains__(self, item):
        return bool((self == item).any())
