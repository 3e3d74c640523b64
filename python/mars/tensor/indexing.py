"""Indexes of tensors: what stands between the brackets of a[...], as the operators getitem and setitem take it."""

from operator import index as _index

import numpy as np

from .._core import attrs as _a
from ._as import tensor


def parse(key):
    """The entries of an index as attributes, the index tensors in it, and whether all entries are ints."""
    entries, arrays, ints = [], [], True
    for k in key if isinstance(key, tuple) else (key,):
        if type(k) is int or isinstance(k, np.integer):
            entries.append(_a.fields(kind=_int, start=_a.integer(k)))
            continue
        entry = _whole if k is None or k is Ellipsis or isinstance(k, slice) else None
        ints = False
        if k is None:
            entry = _newaxis
        elif k is Ellipsis:
            entry = _ellipsis
        elif isinstance(k, slice):
            entry = _slice(k)
        else:
            entry = _a.fields(kind=_array, array=_a.integer(len(arrays)))
            arrays.append(_places(k))
        entries.append(entry)
    return _a.items(entries), arrays, ints


_int, _array = {"s": "int"}, {"s": "array"}
_newaxis, _ellipsis = _a.fields(kind={"s": "newaxis"}), _a.fields(kind={"s": "ellipsis"})
_whole = _a.fields(kind={"s": "slice"})


def _slice(k):
    ends = {}
    for name, v in (("start", k.start), ("stop", k.stop), ("step", k.step)):
        if v is not None:
            try:
                ends[name] = _a.integer(_index(v))
            except TypeError:
                raise TypeError("slice indices must be integers or None or have an __index__ method") from None
    return _a.fields(kind={"s": "slice"}, **ends) if ends else _whole


def _places(k):
    """An index tensor of what is no int, slice, None or Ellipsis."""
    if isinstance(k, (str, bytes, float, complex)) or (isinstance(k, np.inexact) and not isinstance(k, np.ndarray)):
        raise IndexError(
            "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices"
        )
    if isinstance(k, list) and not k:
        k = np.empty(0, dtype=np.intp)
    return tensor(k)


def length(key):
    """How many entries a key has."""
    return len(key) if isinstance(key, tuple) else 1
