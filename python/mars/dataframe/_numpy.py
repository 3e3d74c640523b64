"""NumPy's functions on frames, series and indexes: those that pandas' methods answer keep labels, all others are functions of tensors."""

import numpy as np
import pandas as pd

from .._core.protocols import FRAMES
from ._as import frame

# NumPy's functions that methods of pandas answer: reductions, others of rows, and those of series.
_reductions = {getattr(np, n): n for n in "sum prod mean std var min max any all".split()}
_reductions |= {np.amin: "min", np.amax: "max"}
_alike = {getattr(np, n): n for n in "cumsum cumprod round clip".split()} | {np.around: "round"}
_rows = {np.argsort: "argsort", np.repeat: "repeat"}
_bounds = {"a_min": "lower", "a_max": "upper", "min": "lower", "max": "upper"}


def labelled(func, args, kwargs):
    """What a function of NumPy gives that keeps labels, or takes what no tensor holds; NotImplemented for others."""
    from ._gen import _chosen_by

    first, kind = args[0] if args else None, getattr(args[0], "_kind", None) if args else None
    if kind in ("dataframe", "series") and func in _reductions:
        return _reduced(func, args, kwargs)
    if kind in ("dataframe", "series") and func in _alike and kwargs.get("out") is None:
        given = {_bounds.get(k, k): v for k, v in kwargs.items() if k not in ("out", "dtype")}
        return getattr(first, _alike[func])(*args[1:], **given)
    if func in _rows and kind == "series" and not set(kwargs) - {"repeats"}:
        return getattr(first, _rows[func])(*args[1:], **kwargs)
    if func is np.where and len(args) == 3 and _texts(args[1:]):
        return _chosen_by([args[0]], [args[1]], args[2])
    if func is np.select and _texts([*args[1], args[2] if len(args) > 2 else kwargs.get("default", 0)]):
        return _chosen_by(*args, **kwargs)
    if func is np.unique and len(args) == 1 and not kwargs and not _is_tensor(first):
        return np.unique(frame(first).drop_duplicates().dropna()._small().to_numpy())
    return NotImplemented


def _reduced(func, args, kwargs):
    """A reduction by the method of the name, with what NumPy's function says of its own: the axis None, ddof 0."""
    name, x = _reductions[func], args[0]
    kw = {"axis": None, **dict(zip(("axis", "dtype", "out"), args[1:])), **kwargs}
    if any(kw.get(k) is not None for k in ("dtype", "out", "keepdims", "initial", "where")):
        return NotImplemented
    if name in ("std", "var"):
        kw.setdefault("ddof", 0)
    return getattr(x, name)(**{k: v for k, v in kw.items() if k == "ddof" or (k == "axis" and x._kind != "series")})


def _is_tensor(x):
    """Whether a tensor can hold the values."""
    kind = getattr(x, "_kind", None)
    dtypes = x.dtypes if kind == "dataframe" else [x.dtype] if kind in FRAMES else []
    return all(isinstance(d, np.dtype) and d != object for d in dtypes)


def _texts(values):
    """Whether there is a value among these that no tensor holds."""
    here = (str, list, np.ndarray, pd.Series)
    return any(not _is_tensor(v) or (isinstance(v, here) and np.asarray(v).dtype.kind in "OUS") for v in values)
