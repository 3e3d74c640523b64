"""Transforms along several axes, which warn as NumPy's do."""

import warnings

from ..._core import attrs as _a
from ..._core.build import one
from .._as import into, tensor


def fftn(a, s, axes, norm, out):
    return _several("tensor.fft.fftn", a, s, axes, norm, out)


def ifftn(a, s, axes, norm, out):
    return _several("tensor.fft.ifftn", a, s, axes, norm, out)


def rfftn(a, s, axes, norm, out):
    return _several("tensor.fft.rfftn", a, s, axes, norm, out)


def irfftn(a, s, axes, norm, out):
    return _several("tensor.fft.irfftn", a, s, axes, norm, out)


def _several(op, a, s, axes, norm, out):
    attrs = {}
    if s is not None:
        if axes is None:
            warnings.warn(
                "`axes` should not be `None` if `s` is not `None` (Deprecated in NumPy 2.0). "
                "Pass [0, ..., k-1] to `axes` for a tensor of dimension k.",
                DeprecationWarning,
                stacklevel=4,
            )
        attrs["s"] = _a.ints(s)
    if axes is not None:
        attrs["axes"] = _a.ints(axes)
    if norm is not None:
        attrs["norm"] = _a.string(norm)
    r = one(op, (tensor(a),), attrs)
    return r if out is None else into(out, r)
