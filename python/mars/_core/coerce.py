"""What a user gives as a key or as an argument, told apart once: every indexer and every literal asks here."""

from typing import Any, NamedTuple

import numpy as np

# What a key may be. A tuple is of rows and columns, or one label of several levels: who asks knows which.
TUPLE, MASK, LIST, SLICE, FUNCTION, FRAME, SCALAR = "tuple", "mask", "list", "slice", "function", "frame", "scalar"


class Key(NamedTuple):
    """What a key is, and the key itself; of a scalar the value, also where a handle of one was given."""

    kind: str
    value: Any


def classify(key):
    """The kind of a key, by its type and, where it is no plain list, its dtype.

    A mask is what holds bools alone: a list with some, an array, a series, a tensor. A list is any other sequence of one axis that is no
    tuple, handles too. A scalar is one label or place; a handle of a single value is fetched.
    """
    if is_expression(key):
        return Key(FUNCTION, key._eval_expression)
    if isinstance(key, tuple) and not hasattr(key, "_kind"):  # subclasses too
        return Key(TUPLE, key)
    if isinstance(key, slice):
        return Key(SLICE, slice(*(local(e) for e in (key.start, key.stop, key.step))))
    kind = getattr(key, "_kind", None)
    if kind is not None:
        return _of_handle(key, kind)
    if isinstance(key, (list, range)):
        return Key(MASK if _bools(key) else LIST, key)
    if hasattr(key, "dtype") and hasattr(key, "ndim") and not isinstance(key, np.generic):
        if not key.ndim:
            return Key(SCALAR, key[()])
        return Key(MASK if _is_bool(key.dtype) else LIST, key)
    if hasattr(key, "columns") and hasattr(key, "iloc"):
        return Key(FRAME, key)
    if callable(key) and not isinstance(key, type):
        return Key(FUNCTION, key)
    if isinstance(key, (set, dict)) or type(key) in _views:
        return Key(LIST, key)
    return Key(SCALAR, key)


def is_expression(v):
    """Whether v is what pandas.col makes, which has every attribute that it is asked for."""
    return type(v).__name__ == "Expression" and type(v).__module__.startswith("pandas.")


def evaluated(v, of):
    """v, or what a function or an expression of columns gives of a frame or series."""
    kind, v = classify(v)
    return v(of) if kind == FUNCTION else v


_views = (type({}.keys()), type({}.values()))


def _of_handle(key, kind):
    if kind == "dataframe":
        return Key(FRAME, key)
    if is_lazy_scalar(key):
        return Key(SCALAR, local(key))
    return Key(MASK if _is_bool(key.dtype) else LIST, key)


def _bools(values):
    return bool(values) and all(isinstance(e, (bool, np.bool_)) for e in values)


def _is_bool(dtype):
    return dtype == bool or str(dtype) in ("boolean", "bool[pyarrow]")


def is_lazy_scalar(v):
    """Whether v is a handle of a single value: a tensor without axes, or what is neither tensor nor frame."""
    kind = getattr(v, "_kind", None)
    return kind == "object" or (kind == "tensor" and not v._meta.shape)


def local(v):
    """v as it stands; of a handle of a single value the value, which this computes."""
    if not is_lazy_scalar(v):
        return v
    v = v._fetched()
    return v[()] if isinstance(v, np.ndarray) else v


def answer(v):
    """The one value that a handle holds, or the label of an index that has one, as pandas has it; this computes it. Without one it is None."""
    v = v._fetched()
    if hasattr(v, "nlevels"):
        return v[0] if len(v) else None
    if getattr(v, "dtype", None) is not None and v.dtype.kind in "Mm":
        import pandas as pd

        return (pd.Timestamp if v.dtype.kind == "M" else pd.Timedelta)(v[()])
    v = v[()] if isinstance(v, np.ndarray) else v
    return bool(v) if isinstance(v, np.bool_) else v


def each_local(values):
    """The values as a list, handles of single values among them as values."""
    return [local(v) for v in values]


def listed(v):
    """What a key of kind LIST holds, as a list: handles are fetched."""
    if hasattr(v, "_kind"):
        v = v._fetched()
    return v.tolist() if hasattr(v, "tolist") else each_local(v)


def label_of(df, k):
    """The label of a series that is a column of df; other keys as they are."""
    if getattr(k, "_kind", None) != "series" or k._ref.node.op != "dataframe.column" or df._kind != "dataframe":
        return k
    column, of, own = k._ref.node.attrs["column"], k._ref.node.inputs[0], df._ref
    while of.output != own.output or _bare(of.node) is not _bare(own.node):
        if not _puts_another(own.node, column):
            return k
        own = own.node.inputs[0]
    from . import attrs as _a

    return _a.decode(column)


def _bare(node):
    """What handles of values that were computed go on knowing of a node."""
    return (node.stored and node.stored.bare) or node


def _puts_another(node, column):
    """Whether a node is a frame in which one column was set, which is not this one."""
    at = node.attrs or {}
    return node.op == "dataframe.put" and at["by"] == {"s": "brackets"} and "s" in at["key"] and at["key"] != column


def by_label(df, args):
    """Arguments in which such series, and those in lists, are labels."""
    if isinstance(args, dict):
        return {name: by_label(df, [v])[0] for name, v in args.items()}
    return type(args)([label_of(df, v) for v in k] if isinstance(k, list) else label_of(df, k) for k in args)
