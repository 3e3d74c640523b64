"""Forms in which users give parameters, beyond one encoder for one type: what the documentation of operators names.

A form of several parameters gets the attributes that it sets, the name of its own, the value, and the name of the other one.
"""

import numpy as np

from . import attrs as _a
from .aggregates import spec as aggregates  # noqa: F401
from .call import no_default


def floats(attrs, name, value, several):
    """A number, or a list of numbers, which gives a row each: several says which it was."""
    attrs[name] = _a.floats(np.atleast_1d(value))
    if np.ndim(value) > 0:
        attrs[several] = _a.boolean(True)


def labels(attrs, name, value, single):
    """A label, or a list of labels, which gives a level or column each: single says which it was."""
    if value is None or value is no_default:
        return
    attrs[name] = _a.label_list(value)
    if not isinstance(value, list):
        attrs[single] = _a.boolean(True)


def name(attrs, name, value, given):
    """A name that may be left out, and may be None as well."""
    if value is not no_default and value is not None:
        attrs[name] = _a.label(value)
        attrs[given] = _a.boolean(True)


def label_or_none(attrs, name, value, given):
    """A label that may be left out; None is a label."""
    if value is not no_default:
        attrs[given] = _a.boolean(True)
        if value is not None:
            attrs[name] = _a.label(value)


def inverse(attrs, name, value, opposite):
    """A switch whose field has the opposite meaning."""
    if not value:
        attrs[opposite] = _a.boolean(True)


def table(x):
    """A frame, or a series as a frame of one column."""
    from ..dataframe._as import frame

    x = frame(x)
    return x.to_frame() if x._kind == "series" else x


def tensor(x):
    """A tensor, or what becomes one."""
    from ..tensor._as import tensor as made

    return made(x)


def index(x):
    """An index, or what becomes one: a series, or labels in memory here."""
    from ..dataframe._as import index as made

    return made(x)


def indexes(xs):
    """An index, or a list of them."""
    return [index(x) for x in (xs if isinstance(xs, (list, tuple)) else [xs])]


def places(x):
    """Places along an axis: a number, a list, bools or a tensor. NotImplementedError for a slice, which needs the axis' length."""
    if isinstance(x, slice):
        raise NotImplementedError("a slice as places is not there yet, give numpy.arange of its bounds")
    return tensor(np.empty(0, np.int64) if isinstance(x, (list, tuple)) and not len(x) else x)
