"""What a user gives where a frame or series is wanted, as a handle."""

import operator
import reprlib

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core import hooks
from .._core.build import one
from .._core.coerce import local
from .._core.entity import _classes
from .._core.lazily import pandas3
from ..tensor._as import INLINE_BYTES, tensor

# The name of a series that stands for a list, whose rows are met by position.
LISTED = ("list", "of", "values")


def frame(x):
    """x as a handle: itself, a constant of what pandas has, or a series of a list, an array or another list-like."""
    if getattr(x, "_kind", None) is not None:
        return x
    if isinstance(x, (pd.DataFrame, pd.Series, pd.Index)):
        return constant(x)
    if isinstance(x, np.ndarray) and x.ndim == 2:
        return constant(pd.DataFrame(x))
    if pd.api.types.is_list_like(x) or hasattr(x, "__array__"):
        return constant(pd.Series(x))
    raise TypeError(f"{reprlib.repr(x)} is neither a frame nor a series; give one, or a list or array of values")


def by_rows(x):
    """What has rows in memory here as a handle: of pandas with its labels, an array as a tensor, else a series whose rows are met by place."""
    if isinstance(x, (pd.DataFrame, pd.Series, pd.Index)):
        return constant(x)
    if isinstance(x, np.ndarray) and x.dtype.kind not in "OSU":
        return tensor(x)
    if getattr(x, "ndim", 1) > 1:
        raise NotImplementedError("texts of two axes without labels are not there yet: give a frame")
    return constant(pd.Series(x, name=LISTED))


def constant(value, chunk_size=None):
    """A handle of what pandas has in memory here; it is copied."""
    kind = "dataframe" if isinstance(value, pd.DataFrame) else "series" if isinstance(value, pd.Series) else "index"
    rows = chunk_size[0] if isinstance(chunk_size, (tuple, list)) else chunk_size
    rows = None if rows is None else max(0, operator.index(rows))  # as many as fit, where it is no positive number
    if np.sum(value.memory_usage()) > INLINE_BYTES:  # objects are counted as a few bytes each
        return _classes[kind]._of(hooks.ensure().upload(value, rows or None))
    attrs = {"data": _a.table(value)}
    if rows:
        attrs["chunk_size"] = _a.integer(rows)
    return one(f"dataframe.{_classes[kind].__name__}", (), attrs, kind)


def is_scalar(x):
    """Whether x is a single value for an operator of frames."""
    return x is None or (not hasattr(x, "_kind") and pd.api.types.is_scalar(x))


def operands(a, *others):
    """The inputs and the parameter "args" of a function of operands, the first of which is a frame, series or index."""
    ins, args = [frame(a)], [_a.NONE]
    for b in others:
        made = _operand(b)
        args.append(_a.NONE if hasattr(made, "_kind") else made)
        ins += [made] if hasattr(made, "_kind") else []
    return ins, None if len(ins) == len(args) else _a.items(args)


def _operand(b):
    """A handle, or a value as an attribute."""
    if getattr(b, "_kind", None) == "object":  # a text, or another value that no tensor holds
        b = local(b)
    if getattr(b, "_kind", None) is not None:
        return b.to_tensor() if b._kind == "index" else b
    if is_scalar(b):
        return {"f": "NaN"} if b is None or b is pd.NaT else _a.scalar(b)
    if isinstance(b, (pd.DataFrame, pd.Series)):
        return constant(b)
    return tensor(b.to_numpy() if isinstance(b, pd.Index) else b)


def wider(ins):
    """The kind of a function of two operands."""
    return next(k for k in ("dataframe", "series", "index", "tensor") if any(x._kind == k for x in ins))


_selfish = {"_fillna", "_ffill", "_bfill", "_where", "_mask", "_clip", "_replace"}


def in_place(target, result, name):
    """inplace=True: the handle moves to the result. Gives what this pandas gives. TypeError where a series would become a frame."""
    if target._kind == "series" and result._kind == "dataframe":
        raise TypeError(f"Cannot {name.strip('_')} inplace on a Series to create a DataFrame")
    owner = getattr(target, "_owner", None)
    if owner is not None and owner._ref == target._ref.node.inputs[0]:  # names of an index are those of the frame
        owner._move(owner.rename_axis(result.names)._ref)
        result = one("dataframe.index", (owner,), None, "index")
    target._move(result._ref)
    return target if pandas3() and name in _selfish else None
