"""Draws whose arguments have another form than the parameters of their operator."""

import numpy as np

from ..._core import attrs as _a
from ..._core.build import one
from .._as import tensor, weak


def _common(self, attrs, size, dtype, chunk_size):
    attrs["seed"] = self._seed()
    if size is not None:
        attrs["size"] = _a.ints(size)
    if dtype is not None:
        attrs["dtype"] = _a.dtype(dtype)
    if chunk_size is not None:
        attrs["chunk_size"] = _a.ints(chunk_size)
    return attrs


def choice(self, a, size, replace, p, chunk_size):
    attrs = _common(self, {}, () if size is None else size, None, chunk_size)
    if replace is not True:
        attrs["replace"] = _a.boolean(replace)
    if p is not None:
        attrs["p"] = _a.floats(p.to_numpy() if hasattr(p, "_kind") else np.asarray(p, dtype=np.float64))
    if weak(a) or isinstance(a, np.integer):
        attrs["args"] = _a.items((_a.integer(a),))
        return one("tensor.random.choice", (), attrs)
    return one("tensor.random.choice", (tensor(a),), attrs)


def permutation(self, x):
    if isinstance(x, (int, np.integer)):
        return one("tensor.random.permutation", (), {"seed": self._seed(), "args": _a.items((_a.integer(x),))})
    return one("tensor.random.permutation", (tensor(x),), {"seed": self._seed()})


def randint(self, low, high, size, dtype, chunk_size):
    attrs = {"low": _a.integer(low)}
    if high is not None:
        attrs["high"] = _a.integer(high)
    return one("tensor.random.randint", (), _common(self, attrs, size, dtype, chunk_size))
