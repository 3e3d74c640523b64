"""Functions whose arguments have another form than the parameters of their operator. Their signatures are in _gen.py.

Several of NumPy's functions are made of others here; nothing is computed in Python.
"""

import numpy as np

from .._core import attrs as _a
from .._core.build import one
from ._as import constant, ordered, scalars, tensor
from ._views import is_fortran, view


def arange(start, stop, step, dtype, device, like, chunk_size):
    if stop is None:
        start, stop = 0, start
    if _of_times(start, stop, dtype):
        start, stop, step, dtype = _counts(start, stop, step, dtype)
    attrs = {"stop": _number(stop)}
    if start is not None:
        attrs["start"] = _number(start)
    if step is not None:
        attrs["step"] = _number(step)
    if dtype is not None:
        attrs["dtype"] = _a.dtype(dtype)
    if chunk_size is not None:
        attrs["chunk_size"] = _a.ints(chunk_size)
    return one("tensor.arange", (), attrs)


def _of_times(start, stop, dtype):
    """Whether a range is one of times."""
    kind = "" if dtype is None else np.dtype(dtype).kind
    return kind == "M" or (
        any(isinstance(v, (str, np.datetime64, np.timedelta64)) for v in (start, stop)) and kind in ("", "m")
    )


def _counts(start, stop, step, dtype):
    """Bounds and step of a range of times as counts of the unit that they have together, and the dtype."""
    if isinstance(start, str) and dtype is None:
        raise TypeError("arange() not supported for inputs with DType <class 'numpy.dtypes.StrDType'>.")
    kind = "m" if isinstance(stop, np.timedelta64) and not isinstance(start, np.datetime64) else "M"
    if kind == "M" and isinstance(start, int):
        raise ValueError("arange requires both a start and a stop for NumPy datetime64 ranges")
    first = np.asarray(start, dtype=dtype or np.asarray(stop).dtype if kind == "m" else dtype or "M8")
    length = isinstance(stop, (int, np.integer))  # so many units behind the start
    last = (
        first + np.asarray(stop, dtype=first.dtype.str.replace("M", "m"))
        if length
        else np.asarray(stop, first.dtype if dtype else None)
    )
    last = last.astype("M8") if last.dtype.kind == "U" else last
    each = np.asarray(1 if step is None else step)
    unit = np.result_type(first.dtype, last.dtype, *([each.dtype] if each.dtype.kind == "m" else []))
    each = each.astype(unit.str.replace("M", "m"))
    return *(int(v.astype(unit).astype("i8")) for v in (first, last)), int(each.astype("i8")), unit


def _number(v):
    """A bound of a range: a number, or a tensor or array of one."""
    if isinstance(v, np.ndarray) or getattr(v, "_kind", None) == "tensor":
        v = v.item()
    return _a.scalar(v)


def array(object, dtype, copy, order, subok, ndmin, like, chunk_size):
    t = constant(object, dtype, chunk_size)
    if t is object or order in ("C", "F"):
        t = ordered(type(t)._of(t._ref), order, t)
    if ndmin:
        t = t[(None,) * max(0, ndmin - t.ndim)]
    return t


def reshape(a, shape, order, copy):
    a = tensor(a)
    if order in ("A", "K"):
        order = "F" if is_fortran(a) else "C"
    if order == "F":
        back = shape[::-1] if isinstance(shape, (tuple, list)) else shape
        return reshape(a.T, back, "C", copy).T
    if order not in ("C", None):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    t = view("tensor.reshape", (a,), {"shape": _a.ints(shape)})
    if copy is False and t._detached():
        raise ValueError("Unable to avoid creating a copy while reshaping.")
    return type(t)._of(t._ref) if copy else t


def where(condition, x, y):
    if (x is None) != (y is None):
        raise ValueError("either both or neither of x and y should be given")
    if x is None:
        return tensor(condition).nonzero()
    ins, args = scalars((tensor(condition), x, y))
    return one("tensor.where", ins, None if args is None else {"args": args})
