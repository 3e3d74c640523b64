"""Indexes of tensors: what stands between the brackets of a[...], as the operators getitem and setitem take it."""

from operator import index as _index

import numpy as np

from .._core import attrs as _a
from ._as import tensor


def parse(key):
    """The entries of an index as attributes, the index tensors in it, and how many entries there are where all are ints."""
    entries, arrays, ints = [], [], True
    for k in key if isinstance(key, tuple) else (key,):
        if type(k) is int or isinstance(k, np.integer):
            entries.append(_a.fields(kind=_int, start=_a.integer(k)))
            continue
        ints = False
        if k is None or k is Ellipsis:
            entries.append(_newaxis if k is None else _ellipsis)
        elif isinstance(k, slice):
            entries.append(_slice(k))
        else:
            entries.append(_a.fields(kind=_array, array=_a.integer(len(arrays))))
            arrays.append(_places(k))
    return _a.items(entries), arrays, len(entries) if ints else None


_int, _array = {"s": "int"}, {"s": "array"}
_newaxis, _ellipsis = _a.fields(kind={"s": "newaxis"}), _a.fields(kind={"s": "ellipsis"})


def _slice(k):
    ends = {"start": k.start, "stop": k.stop, "step": k.step}
    try:
        return _a.fields(kind={"s": "slice"}, **{n: _a.integer(_index(v)) for n, v in ends.items() if v is not None})
    except TypeError:
        raise TypeError("slice indices must be integers or None or have an __index__ method") from None


def _places(k):
    """An index tensor of what is no int, slice, None or Ellipsis."""
    if isinstance(k, (str, bytes, float, complex)) or (isinstance(k, np.inexact) and not isinstance(k, np.ndarray)):
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices"
        )
    if isinstance(k, list) and not k:
        k = np.empty(0, dtype=np.intp)
    return tensor(k)
