"""Functions that are made of others: splitting, joining and shape questions."""

import numpy as np

from ._as import constant, ordered, tensor
from ._gen import array

__all__ = [
    "asarray",
    "ascontiguousarray",
    "asfortranarray",
    "copy",
    "from_dataframe",
    "iscomplexobj",
    "isrealobj",
    "matrix_transpose",
    "ndim",
    "ravel",
    "real_if_close",
    "result_type",
    "scalar",
    "shape",
    "size",
    "tensor",
]


def asarray(a, dtype=None, order=None, *, device=None, copy=None, like=None, chunk_size=None):
    """Tensor of given data; a tensor stays as it is."""
    t = constant(a, dtype, chunk_size)
    return t if order in (None, "K", "A") else ordered(t, order)


def ascontiguousarray(a, dtype=None, *, like=None, chunk_size=None):
    """Tensor of given data in C order."""
    return ordered(constant(a, dtype, chunk_size), "C")


def asfortranarray(a, dtype=None, *, like=None, chunk_size=None):
    """Tensor of given data that NumPy would hold in Fortran's order, and is fetched so."""
    return ordered(constant(a, dtype, chunk_size), "F")


def make(data=None, dtype=None, order="K", chunk_size=None, gpu=None, sparse=False):
    """Tensor of given data."""
    if gpu or sparse:
        raise NotImplementedError("mars.tensor.tensor: gpu and sparse are not there yet")
    return array(data, dtype, order=order, chunk_size=chunk_size)


def scalar(data, dtype=None, gpu=None):
    """Tensor without axes."""
    if np.ndim(data):
        raise TypeError(f"Scalar data expected, got {data!r}")
    return constant(data, dtype)


def copy(a, order="K", subok=False):
    """Copy of a tensor: assignment to it leaves the other as it is."""
    return tensor(a).copy(order)


def ravel(a, order="C"):
    """All elements along one axis."""
    return tensor(a).ravel(order)


def ndim(a):
    """Number of axes."""
    return tensor(a).ndim


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


def size(a, axis=None):
    """Number of elements, or the length of an axis."""
    a = tensor(a)
    return a.size if axis is None else a.shape[axis]


def result_type(*arrays_and_dtypes):
    """The dtype that NumPy's promotion gives for tensors, numbers and dtypes."""
    return np.result_type(*(a.dtype if getattr(a, "_kind", None) == "tensor" else a for a in arrays_and_dtypes))


def matrix_transpose(x, /):
    """The last two axes changed over."""
    return tensor(x).mT


def iscomplexobj(x):
    """Whether the dtype is complex."""
    return np.issubdtype(tensor(x).dtype, np.complexfloating)


def isrealobj(x):
    """Whether the dtype is not complex."""
    return not iscomplexobj(x)


def real_if_close(a, tol=100):
    """Real parts where no imaginary one is of a size, else the tensor.

    The size is tol times the distance of 1 and the next number. Whether it is reached is computed at once.
    """
    a = tensor(a)
    if isrealobj(a):
        return a
    most = tol * np.finfo(a.dtype).eps if tol > 1 else tol
    return a.real if bool((abs(a.imag) < most).all()) else a


def from_dataframe(in_df, dtype=None):
    """Tensor of the values of a frame."""
    return in_df.to_tensor(dtype)
