"""Functions that are made of others: splitting, joining and shape questions."""

import numpy as np

from ._as import constant, tensor, tensors
from ._hand import stack

__all__ = [
    "array_split",
    "asarray",
    "ascontiguousarray",
    "asfortranarray",
    "broadcast_arrays",
    "copy",
    "dsplit",
    "flatnonzero",
    "from_dataframe",
    "hsplit",
    "ndim",
    "ravel",
    "result_type",
    "scalar",
    "shape",
    "size",
    "split",
    "stack",
    "tensor",
    "vsplit",
]


def asarray(a, dtype=None, order=None, *, device=None, copy=None, like=None, chunk_size=None):
    """Tensor of given data; a tensor stays as it is."""
    return constant(a, dtype, chunk_size)


def ascontiguousarray(a, dtype=None, *, like=None, chunk_size=None):
    """Tensor of given data. Chunks have C order."""
    return constant(a, dtype, chunk_size)


def asfortranarray(a, dtype=None, *, like=None, chunk_size=None):
    """Tensor of given data. The order of chunks in memory is not the user's business here: the same as ascontiguousarray."""
    return constant(a, dtype, chunk_size)


def make(data=None, dtype=None, order="K", chunk_size=None, gpu=None, sparse=False):
    """Tensor of given data."""
    if gpu or sparse:
        raise NotImplementedError("mars.tensor.tensor: gpu and sparse are not there yet")
    t = constant(data, dtype, chunk_size)
    return type(t)._of(t._ref) if t is data else t


def scalar(data, dtype=None, gpu=None):
    """Tensor without axes."""
    if np.ndim(data):
        raise TypeError(f"Scalar data expected, got {data!r}")
    return constant(data, dtype)


def copy(a, order="K", subok=False):
    """Copy of a tensor: assignment to it leaves the other as it is."""
    return tensor(a).copy()


def ravel(a, order="C"):
    """All elements along one axis."""
    return tensor(a).ravel(order)


def ndim(a):
    """Number of axes."""
    return tensor(a).ndim


def shape(a):
    """Lengths of the axes."""
    return tensor(a).shape


def size(a, axis=None):
    """Number of elements, or the length of an axis."""
    a = tensor(a)
    return a.size if axis is None else a.shape[axis]


def result_type(*arrays_and_dtypes):
    """The dtype that NumPy's promotion gives for tensors, numbers and dtypes."""
    return np.result_type(*(a.dtype if getattr(a, "_kind", None) == "tensor" else a for a in arrays_and_dtypes))


def flatnonzero(a):
    """Places, counted over all elements in C order, that are not zero."""
    return tensor(a).ravel().nonzero()[0]


def from_dataframe(in_df, dtype=None):
    """Tensor of the values of a frame."""
    return in_df.to_tensor(dtype)


def broadcast_arrays(*args, subok=False):
    """Tensors repeated to the shape they have together."""
    from ._gen import broadcast_to

    ts = tensors(args)
    shape = np.broadcast_shapes(*(t.shape for t in ts))
    return tuple(broadcast_to(t, shape) for t in ts)


def array_split(ary, indices_or_sections, axis=0):
    """Parts of a tensor along an axis; lengths differ by one where they do not come out even."""
    ary = tensor(ary)
    n = ary.shape[axis]
    if np.ndim(indices_or_sections) == 0:
        sections = int(indices_or_sections)
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.")
        short, long = divmod(n, sections)
        ends = np.cumsum([short + 1] * long + [short] * (sections - long)).tolist()
    else:
        ends = [int(i) for i in indices_or_sections] + [n]
    whole = (slice(None),) * (axis % ary.ndim)
    return [ary[(*whole, slice(a, b))] for a, b in zip([0, *ends[:-1]], ends)]


def split(ary, indices_or_sections, axis=0):
    """Equal parts of a tensor along an axis, or parts that end at given places."""
    ary = tensor(ary)
    if np.ndim(indices_or_sections) == 0 and ary.shape[axis] % int(indices_or_sections):
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def hsplit(ary, indices_or_sections):
    """Parts of a tensor along its second axis, of a vector along its only one."""
    ary = tensor(ary)
    if ary.ndim == 0:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


def vsplit(ary, indices_or_sections):
    """Parts of a tensor along its first axis."""
    if tensor(ary).ndim < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


def dsplit(ary, indices_or_sections):
    """Parts of a tensor along its third axis."""
    if tensor(ary).ndim < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(ary, indices_or_sections, 2)
