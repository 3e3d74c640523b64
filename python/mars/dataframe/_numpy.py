"""NumPy's functions on frames, series and indexes: those that pandas' methods answer keep labels, all others are functions of tensors."""

import numpy as np
import pandas as pd

from .._core.build import one
from .._core.protocols import functions
from ._as import frame

# What NumPy gives a method of pandas that its function calls, where nothing else is said.
_reductions = {
    np.sum: ("sum", {}),
    np.prod: ("prod", {}),
    np.mean: ("mean", {}),
    np.std: ("std", {"ddof": 0}),
    np.var: ("var", {"ddof": 0}),
    np.min: ("min", {}),
    np.max: ("max", {}),
    np.amin: ("min", {}),
    np.amax: ("max", {}),
    np.any: ("any", {}),
    np.all: ("all", {}),
}
_alike = {np.cumsum: "cumsum", np.cumprod: "cumprod", np.round: "round", np.around: "round"}
_rows = {np.argsort: "argsort", np.repeat: "repeat"}  # of series, whose methods give series


def labelled(func, args, kwargs):
    """What a function of NumPy gives that keeps labels, or takes what no tensor holds; NotImplemented for others."""
    first, out = args[0] if args else None, kwargs.get("out")
    kind = getattr(first, "_kind", None)
    if kind in ("dataframe", "series"):
        if func in _reductions:
            return _reduced(func, args, kwargs)
        if func in _alike and out is None:
            return _cumulated(_alike[func], first, args[1:], kwargs)
        if func is np.clip and out is None:
            return _each(first, lambda t: functions()[np.clip](t, *args[1:], **kwargs))
    if func in _rows and kind == "series" and not set(kwargs) - {"repeats"}:
        return getattr(first, _rows[func])(*args[1:], **kwargs)
    if func is np.where and len(args) == 3 and _texts(args[1:]):
        return _chosen(*args)
    if func is np.select and _texts([*args[1], args[2] if len(args) > 2 else kwargs.get("default", 0)]):
        return _selected(*args, **kwargs)
    if func is np.unique and len(args) == 1 and not kwargs and not _is_tensor(first):
        return np.asarray(sorted(frame(first).drop_duplicates().dropna().tolist()))
    return NotImplemented


def _reduced(func, args, kwargs):
    """A reduction by the method of the name, with what NumPy's function says of its own: the axis None, ddof 0."""
    name, given = _reductions[func]
    x, rest = args[0], dict(zip(("axis", "dtype", "out"), args[1:]))
    kw = {"axis": None, **given, **rest, **kwargs}
    if any(kw.get(k) is not None for k in ("dtype", "out", "keepdims", "initial", "where")):
        return NotImplemented
    kw = {k: v for k, v in kw.items() if k in ("axis", "ddof")}
    if x._kind == "series":
        kw.pop("axis")
    return getattr(x, name)(**kw)


def _cumulated(name, x, args, kwargs):
    if name == "round":
        return x.round(*args, **{k: v for k, v in kwargs.items() if k == "decimals"})
    axis = kwargs.get("axis", args[0] if args else None)
    return getattr(x, name)() if x._kind == "series" else getattr(x, name)(axis=axis or 0)


def _is_tensor(x):
    """Whether a tensor can hold the values."""
    kind = getattr(x, "_kind", None)
    if kind == "dataframe":
        return all(_plain(d) for d in x.dtypes)
    return kind is None or kind == "tensor" or _plain(x.dtype)


def _plain(dtype):
    return isinstance(dtype, np.dtype) and dtype != object


def _texts(values):
    """Whether there is a value among these that no tensor holds."""
    return any(isinstance(v, str) or (hasattr(v, "_kind") and not _is_tensor(v)) or _has_texts(v) for v in values)


def _has_texts(v):
    return isinstance(v, (np.ndarray, pd.Series, list)) and np.asarray(v).dtype.kind in "OUS"


def _chosen(cond, x, y):
    """np.where with texts: a series under the labels of the condition, as tensors hold no texts."""
    like = cond if getattr(cond, "_kind", None) == "series" else frame(cond)
    out = like.to_frame("if")._with("else", y)._with("then", x)
    return out["else"].mask(like, out["then"]).rename(None)


def _selected(condlist, choicelist, default=0):
    """np.select with texts: the choice of the first condition that is true."""
    out = default
    for cond, choice in reversed(list(zip(condlist, choicelist))):
        out = _chosen(cond, choice, out)
    return out


def _each(x, f):
    """A function of tensors of every column; the labels stay."""
    if x._kind == "index":
        return one("dataframe.series_from_tensor", (f(x.to_tensor()),), None, "series")
    names = [0] if x._kind == "series" else x._names
    out = x.to_frame(name=0) if x._kind == "series" else x
    for n in names:
        out = out._with(n, f((x if x._kind == "series" else x[n]).to_tensor()))
    return out[0].rename(x.name) if x._kind == "series" else out


def elementwise(ufunc, inputs, kwargs):
    """A ufunc that no method answers, of every column as a tensor. Two series, or two frames, meet by their labels."""
    labeled = [x for x in inputs if getattr(x, "_kind", None) in ("dataframe", "series")]
    x = next((v for v in labeled if v._kind == "dataframe"), labeled[0] if labeled else None)
    if x is None:  # indexes alone
        return ufunc(*(v.to_tensor() if getattr(v, "_kind", None) == "index" else v for v in inputs), **kwargs)
    others = [v for v in labeled if v is not x]
    if not others:
        return _each(x, lambda t: ufunc(*(t if v is x else v for v in inputs), **kwargs))
    if len(inputs) != 2 or {v._kind for v in labeled} != {x._kind}:
        raise TypeError(f"mars.dataframe has no {ufunc.__name__} of a frame and a series; use .to_pandas()")
    a, b = inputs
    if x._kind == "series":
        return _of_two(ufunc, a, b, kwargs).rename(a.name if a.name == b.name else None)
    if a._names != b._names:
        raise ValueError(f"{ufunc.__name__} of frames with other columns is not there yet: choose those in common")
    out = a
    for n in a._names:
        out = out._with(n, _of_two(ufunc, a[n], b[n], kwargs))
    return out


def _of_two(ufunc, a, b, kwargs):
    """A ufunc of two series, of all labels that either has."""
    from ._gen import concat

    two = concat([a.rename(0), b.rename(1)], axis=1)
    return two._with(2, ufunc(two[0].to_tensor(), two[1].to_tensor(), **kwargs))[2]
