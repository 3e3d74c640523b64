"""Frames, series and indexes of what a program has in memory, or of other values of the cluster."""

import functools

import pandas as pd

from .._core import attrs as _a
from .._core.build import one
from .._core.settled import settled
from .._core.written import written
from ._as import by_rows, constant, frame

_classes = {"dataframe": pd.DataFrame, "series": pd.Series, "index": pd.Index}


def make(kind, data, chunk_size, dtype=None, **given):
    """A frame, series or index of what its constructor takes: of data here a constant, of values of the cluster what the engine makes."""
    cls, data = _classes[kind], settled(data)
    if isinstance(data, dict):
        if kind == "dataframe" and any(hasattr(v, "_kind") for v in data.values()):
            data = {k: by_rows(list(v)) if isinstance(v, (list, tuple, range)) else v for k, v in data.items()}
            return _of_cluster(kind, data, dtype, **given)
    if hasattr(data, "_kind"):
        return _of_cluster(kind, data, dtype, **given)
    given = {k: v.to_pandas() if hasattr(v, "_kind") else settled(v) for k, v in given.items()} | {"dtype": dtype}
    if isinstance(data, cls) and all(v is None for v in given.values()):
        return constant(data, chunk_size)
    if kind != "index" and not isinstance(data, tuple(_classes.values())) and hasattr(data, "__arrow_c_stream__"):
        import pyarrow as pa

        data = (pa.table if kind == "dataframe" else pa.chunked_array)(data).to_pandas()
    return constant(cls(data, **given), chunk_size)


def _of_cluster(kind, data, dtype, index=None, **given):
    ins = []
    attrs = {k: written(v, ins) for k, v in {"data": data, **given}.items() if v is not None}
    if index is not None:
        attrs["index"] = written(make("index", index, None), ins)
    return one("dataframe.made", ins, attrs | {"kind": _a.string(kind), "dtype": _a.dtype(dtype)}, kind)


def here(f):
    """A function of pandas, whose arguments are in memory or in files here; its result in chunks of chunk_size rows."""

    @functools.wraps(f)
    def call(*args, chunk_size=None, **kwargs):
        return _sent(f(*settled(args), **settled(kwargs)), chunk_size)

    return call


def _sent(made, chunk_size):
    """What pandas gave here: a frame, series or index, a list, a dict or an iterator of these."""
    if isinstance(made, tuple(_classes.values())):
        return constant(made, chunk_size)
    if isinstance(made, dict):
        return {k: _sent(v, chunk_size) for k, v in made.items()}
    if isinstance(made, list):
        return [_sent(v, chunk_size) for v in made]
    return (_sent(v, chunk_size) for v in made)


def made(like, names):
    """Constructors of a class of pandas, from what is in memory here."""
    return {name: staticmethod(here(getattr(like, name))) for name in names.split() if hasattr(like, name)}


from_pandas = constant
from_records = here(pd.DataFrame.from_records)


def unique(values):
    """The distinct values, in order of appearance."""
    return frame(values).unique()


def cartesian_chunk(left, right, func, skip_infer=False, args=(), **kwargs):
    """What a function gives for each pair of a chunk of left and one of right; see DataFrame.cartesian_chunk."""
    if getattr(left, "_kind", None) not in ("dataframe", "series", "index"):
        raise TypeError(f"cartesian_chunk takes a DataFrame, Series or Index of mars, not a {type(left).__name__}")
    return left.cartesian_chunk(right, func, skip_infer, args, **kwargs)


def from_remote(objs, meta):
    """What mars.remote.spawn gives as a frame, series or index: one object, or a list of which each is a chunk.

    meta is a DataFrame, Series or Index with the columns, dtypes and kind of labels of each; its rows do not count. They are checked when the value
    is computed. TypeError: objs are nothing that spawn gives; at execution: columns, dtypes or labels are others.
    """
    from ..remote import promised

    if not isinstance(meta, (pd.DataFrame, pd.Series, pd.Index)):
        raise TypeError(f"meta is a {type(meta).__name__}; give a DataFrame, Series or Index")
    kind = "dataframe" if isinstance(meta, pd.DataFrame) else "series" if isinstance(meta, pd.Series) else "index"
    like = meta[:0] if kind == "index" else meta.iloc[:0]
    parts = [promised(o, kind, {"like": _a.table(like)}) for o in (objs if isinstance(objs, (list, tuple)) else [objs])]
    if not parts:
        raise ValueError("no objects are given")
    if len(parts) == 1:
        return parts[0]
    if kind == "index":
        return parts[0].append(parts[1:])
    from ._gen import concat

    return concat(parts)
