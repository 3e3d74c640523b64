"""Frames, series and indexes of what a program has in memory, or of other values of the cluster."""

import numpy as np
import pandas as pd

from .._core import attrs as _a
from .._core.build import one
from .._core.coerce import each_local, local
from ._as import constant, frame


def make_frame(data, index, columns, dtype, chunk_size):
    """A DataFrame of what its constructor takes."""
    kind = getattr(data, "_kind", None)
    if isinstance(data, dict):
        data = {k: _values(v) for k, v in data.items()}
        kind = "dict" if any(hasattr(v, "_kind") for v in data.values()) else None
    if kind is None:
        return constant(_local(data, index, columns, dtype), chunk_size)
    if index is not None:
        raise NotImplementedError("DataFrame: index with data of the cluster is not there yet; use set_index")
    if kind == "dataframe":
        out = data if columns is None else data[list(columns)]
    elif kind == "tensor":
        names = None if columns is None else {"columns": _a.items(_a.label(c) for c in columns)}
        out = one("dataframe.dataframe_from_tensor", (data,), names, "dataframe")
    elif kind == "dict":
        out = _of_dict(data)
        out = out if columns is None else out[list(columns)]
    elif kind == "index":
        out = data.to_frame(index=False)
    else:
        out = data.to_frame() if columns is None else data.to_frame(name=next(iter(columns)))
    return out if dtype is None else out.astype(dtype)


def _values(v):
    """A column of a dict: single values of the cluster are fetched, also within a list."""
    return each_local(v) if isinstance(v, list) and any(hasattr(e, "_kind") for e in v) else local(v)


def _local(data, index, columns, dtype):
    """A pandas frame of local data."""
    if isinstance(data, pd.DataFrame) and index is None and columns is None and dtype is None:
        return data
    if not isinstance(data, (pd.DataFrame, pd.Series, np.ndarray)) and hasattr(data, "__arrow_c_stream__"):
        import pyarrow as pa

        data = pa.table(data).to_pandas()
    return pd.DataFrame(data, _here(index), columns, dtype)


def _here(labels):
    """Labels for data that is here: those of the cluster are fetched."""
    return labels.to_pandas() if hasattr(labels, "_kind") else labels


def _of_dict(data):
    """A frame of columns, some of which are values of the cluster: the labels are those of all series, else those of the first of these values."""
    columns = {k: v for k, v in data.items() if getattr(v, "_kind", None) == "series" or isinstance(v, pd.Series)}
    if len(columns) > 1:
        from ._gen import concat

        out = concat(list(columns.values()), axis=1, keys=list(columns), sort=True)
    else:
        first = next(iter(columns), None) if columns else next(k for k, v in data.items() if hasattr(v, "_kind"))
        head = frame(data[first]) if columns else data[first]
        if head._kind == "tensor":
            head = one("dataframe.series_from_tensor", (head,), None, "series")
        elif head._kind == "index":
            head = head.to_series().reset_index(drop=True)
        columns, out = (first,), head.to_frame(name=first)
    for k, v in data.items():
        if k not in columns:
            out = out._with(k, v)
    return out[list(data)]


def make_series(data, index, dtype, name, chunk_size):
    """A Series of what its constructor takes."""
    kind = getattr(data, "_kind", None)
    if kind is None:
        if isinstance(data, (list, tuple)) and any(hasattr(v, "_kind") for v in data):
            data = each_local(data)
        elif isinstance(data, dict):
            data = {k: local(v) for k, v in data.items()}
        if not (isinstance(data, pd.Series) and index is None and dtype is None and name is None):
            if not isinstance(data, (pd.Series, np.ndarray)) and hasattr(data, "__arrow_c_stream__"):
                import pyarrow as pa

                data = pa.chunked_array(data).to_pandas()
            data = pd.Series(data, _here(index), dtype, name)
        return constant(data, chunk_size)
    if index is not None:
        raise NotImplementedError("Series: index with data of the cluster is not there yet")
    if kind == "series":
        out = data if name is None else data.rename(name)
    elif kind == "tensor":
        out = one("dataframe.series_from_tensor", (data,), None if name is None else {"name": _a.label(name)}, "series")
    elif kind == "index":
        out = data.to_series(name=name).reset_index(drop=True)
    else:
        raise ValueError("data of a Series has one dimension")
    return out if dtype is None else out.astype(dtype)


def make_index(data, dtype, name, chunk_size):
    """An Index of what its constructor takes."""
    kind = getattr(data, "_kind", None)
    if kind is None:
        if isinstance(data, pd.Index) and dtype is None and name is None:
            return constant(data, chunk_size)
        return constant(pd.Index(data, dtype=dtype, name=name), chunk_size)
    if kind == "index":
        return data if name is None else data.rename(name)
    if kind == "tensor":
        data = one("dataframe.series_from_tensor", (data,), None, "series")
    if data._kind != "series":
        raise ValueError("Index data must be 1-dimensional")
    if dtype is not None:
        data = data.astype(dtype)
    attrs = None if name is None else {"name": _a.label(name), "named": _a.boolean(True)}
    return one("dataframe.as_index", (data,), attrs, "index")


from_pandas = constant


def from_records(data, index=None, exclude=None, columns=None, coerce_float=False, nrows=None, **kwargs):
    """A frame of records in memory here."""
    return constant(pd.DataFrame.from_records(data, index, exclude, columns, coerce_float, nrows))


def date_range(
    start=None, end=None, periods=None, freq=None, tz=None, normalize=False, name=None, inclusive="both", **kw
):
    """An index of dates at equal distances."""
    chunk_size = kw.pop("chunk_size", None)
    return constant(
        pd.date_range(start, end, periods, freq, tz, normalize, name, inclusive=inclusive, **kw), chunk_size
    )
