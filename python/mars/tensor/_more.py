"""What NumPy says of the dtype and the lengths of arrays, which are known here."""

from functools import wraps

import numpy as np

from .._core import attrs as _attrs
from ._as import tensor

__all__ = ["from_remote", "iscomplexobj", "isrealobj", "ndim", "real_if_close", "result_type", "shape", "size"]


def from_remote(obj, shape, dtype):
    """What mars.remote.spawn gives as a tensor of one chunk, whose shape and dtype are said.

    shape has known lengths. TypeError: obj is nothing that spawn gives; at execution: its shape or dtype are others.
    """
    from ..remote import promised

    return promised(obj, "tensor", {"shape": _attrs.ints(shape), "d_type": _attrs.dtype(dtype)})


def _told(f):
    """NumPy's own function, which reads dtype and shape alone, of a tensor."""

    @wraps(f)
    def of(a, *args, **kwargs):
        return f._implementation(tensor(a), *args, **kwargs)

    return of


iscomplexobj, isrealobj, ndim, size = map(_told, (np.iscomplexobj, np.isrealobj, np.ndim, np.size))


class Shape(tuple):
    """Lengths of axes. They are known, or nan until the tensor is executed."""

    __slots__ = ()

    def execute(self, session=None, **kw):
        """The lengths themselves."""
        return self

    def fetch(self, session=None, **kw):
        """The lengths as a plain tuple."""
        return tuple(self)


def shape(a):
    """Lengths of the axes: a tuple that is executed and fetched as other results are, and stays what it is."""
    return Shape(tensor(a).shape)


def result_type(*arrays_and_dtypes):
    """The dtype that NumPy's promotion gives for tensors, numbers and dtypes."""
    return np.result_type(*(a.dtype if getattr(a, "_kind", None) == "tensor" else a for a in arrays_and_dtypes))


def real_if_close(a, tol=100):
    """Real parts where no imaginary one is of a size, else the tensor.

    The size is tol times the distance of 1 and the next number. Whether it is reached is computed at once.
    """
    a = tensor(a)
    if isrealobj(a):
        return a
    most = tol * np.finfo(a.dtype).eps if tol > 1 else tol
    return a.real if bool((abs(a.imag) < most).all()) else a
