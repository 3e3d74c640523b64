"""Index tricks: grids, joins and places that are written with brackets, or follow from a shape alone."""

import numpy as np
from numpy import broadcast_shapes, index_exp, ndindex, s_

from .._core.entity import ExecutableTuple
from ._as import tensor

__all__ = [
    "broadcast_shapes",
    "c_",
    "diag_indices",
    "index_exp",
    "indices",
    "ix_",
    "mgrid",
    "ndindex",
    "ogrid",
    "r_",
    "s_",
]


def _steps(s):
    """The numbers of a slice; an imaginary step counts points, the stop among them."""
    from ._gen import arange, linspace

    start = 0 if s.start is None else s.start
    if isinstance(s.step, complex):
        return linspace(start, s.stop, int(abs(s.step)))
    return arange(start, s.stop, 1 if s.step is None else s.step)


class _Grid:
    """mgrid and ogrid: one axis for each slice between the brackets."""

    def __init__(self, sparse):
        self._sparse = sparse

    def __getitem__(self, key):
        from ._gen import broadcast_to, stack

        if isinstance(key, slice):
            return _steps(key)
        lines = [_steps(s) for s in key]
        dtype = np.result_type(*(t.dtype for t in lines))
        n = len(lines)
        open_ = [t.astype(dtype).reshape((1,) * k + (-1,) + (1,) * (n - 1 - k)) for k, t in enumerate(lines)]
        if self._sparse:
            return ExecutableTuple(open_)
        shape = tuple(t.shape[0] for t in lines)
        return stack([broadcast_to(t, shape) for t in open_])


class _Join:
    """r_ and c_: what stands between the brackets, one after the other along an axis."""

    def __init__(self, axis, ndmin, trans):
        self._axis, self._ndmin, self._trans = axis, ndmin, trans

    def __getitem__(self, key):
        from ._gen import concatenate

        key = key if isinstance(key, tuple) else (key,)
        axis, ndmin, trans = self._axis, self._ndmin, self._trans
        if key and isinstance(key[0], str):
            try:
                given = [int(v) for v in key[0].split(",")]
            except ValueError:
                raise NotImplementedError(
                    f"mars.tensor.r_: {key[0]!r} is not there yet, matrices are not wanted"
                ) from None
            axis, ndmin, trans = (*given, *(axis, ndmin, trans)[len(given) :])[:3]
            key = key[1:]
        parts = []
        for k in key:
            t = _steps(k) if isinstance(k, slice) else tensor(k)
            parts.append(self._raised(t, ndmin, trans))
        return concatenate(parts, axis)

    @staticmethod
    def _raised(t, ndmin, trans):
        """t with ndmin axes: those that it has stand from place trans on."""
        t = t.reshape(1) if t.ndim == 0 else t
        more = ndmin - t.ndim
        if more <= 0:
            return t
        at = more if trans < 0 else min(trans, more)
        return t[(None,) * at + (Ellipsis,) + (None,) * (more - at)]


mgrid, ogrid = _Grid(False), _Grid(True)
r_, c_ = _Join(0, 1, -1), _Join(-1, 2, 0)


def ix_(*args):
    """Vectors as indexes of the rows, columns and so on that they name; bools stand for the places that are true."""
    out = []
    for k, v in enumerate(args):
        t = tensor(v)
        if t.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if t.dtype == bool:
            (t,) = t.nonzero()
        elif t.shape == (0,):
            t = t.astype("int64")
        out.append(t.reshape((1,) * k + (-1,) + (1,) * (len(args) - 1 - k)))
    return tuple(out)


def indices(dimensions, dtype=int, sparse=False):
    """The places of a grid along each of its axes."""
    from ._gen import arange, broadcast_to, stack

    n, shape = len(dimensions), tuple(dimensions)
    lines = [arange(d, dtype=dtype).reshape((1,) * k + (-1,) + (1,) * (n - 1 - k)) for k, d in enumerate(shape)]
    if sparse:
        return ExecutableTuple(lines)
    return stack([broadcast_to(t, shape) for t in lines])


def diag_indices(n, ndim=2):
    """Indexes of the main diagonal of a tensor of n places along each of ndim axes."""
    from ._gen import arange

    return (arange(n),) * ndim
