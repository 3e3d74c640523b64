"""NumPy's functions that call a function of the user's with places of a tensor: positions, and elements where a condition holds."""

import numpy as np

from .._core import forms
from ..tensor._as import tensor
from ..tensor._gen import indices
from ..tensor._gen import piecewise as _values
from . import blocks

__all__ = ["fromfunction", "piecewise"]

_ONE = "what gives one dtype"


def fromfunction(function, shape, *, dtype=float, like=None, **kwargs):
    """What a function gives for the places of a shape: it gets an array of positions along each axis.

    Same as numpy.fromfunction.

    The function gets the positions of a chunk where a sample shows that it looks at single places; else those of all, in one process.
    """
    shape = tuple(shape) if np.ndim(shape) else (shape,)
    if not callable(function):
        raise TypeError(f"{type(function).__name__!r} object is not callable")
    at = indices(shape, dtype)
    parts = [blocks.part(at[i]) for i in range(len(shape))]
    if not parts:
        return function(**kwargs)
    tried = list(np.indices((4,) * len(parts), dtype))
    (made,) = blocks.inferred("fromfunction", function, "block", parts, (), kwargs, {}, tried, False, _ONE)
    if _single(lambda *at: function(*at, **kwargs), tried):
        how = {"outs": [(made.dtype, ())]}
    else:
        how = {"outs": [(made.dtype, (-1,) * made.ndim)], "free": True, "whole": True}
    return blocks.call("fromfunction", function, "block", parts, (), kwargs, hint=_ONE, **how)[0]


def _single(function, arrays):
    """Whether a function of arrays gives for halves of them the halves of what it gives for all: it looks at single places."""
    try:
        made = np.asarray(function(*arrays))
        if made.shape != arrays[0].shape:
            return False
        for axis in range(made.ndim):
            halves = zip(*(np.split(a, 2, axis) for a in arrays))
            joined = np.concatenate([np.asarray(function(*h)) for h in halves], axis)
            if joined.shape != made.shape or not np.array_equal(joined, made, equal_nan=made.dtype.kind in "fcmM"):
                return False
    except Exception:  # a call with all of them is as right
        return False
    return True


def piecewise(x, condlist, funclist, *args, **kw):
    """A value, or what a function gives, for each of several conditions.

    Same as numpy.piecewise.

    Where several conditions hold the last one counts, where none does one value more than conditions, or zero. The dtype is that of x. A function gets
    those elements of a chunk for which its condition holds; where a sample shows that it looks beyond one, those of all, in one process.
    """
    funcs = list(funclist) if isinstance(funclist, (list, tuple)) else [funclist]
    called = [f for f in funcs if callable(f)]
    if not called:
        return _values(x, condlist, funclist)
    x = tensor(x)
    _ = _values(x, condlist, [0] * len(funcs))._meta  # what is wrong about conditions is wrong at this call
    conds = forms.conditions(condlist)
    if not x.ndim and len(conds) == 1 and conds[0].ndim == 1:
        conds = [tensor(c) for c in conds[0]]
    parts = [blocks.part(t) for t in (x, *(c.astype(bool) for c in conds))]
    of = [np.resize(blocks.sample(x, 0), 2)[[0, 1, 0, 0]]]
    single = all(_single(lambda v, f=f: f(v, *args, **kw), of) for f in called)
    how = {"outs": [(x.dtype, ())], "whole": not single, "hint": "what gives the dtype of x"}
    return blocks.call("piecewise", called[0], "piecewise", parts, (funcs, *args), kw, **how)[0]
