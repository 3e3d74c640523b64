"""What the generated readers and writers of files share: open files go through pandas, dropped writes warn."""

import inspect
import os
import warnings
import weakref

import pandas as pd

from .._core import attrs as _a
from .._core.build import one
from .._core.call import no_default
from .._core.options import options
from . import _filters
from ._as import constant, frame
from ._cast import categorized, read_first


def no_functions(name, given):
    """Refuse Python functions, which workers do not run while they read or write."""
    for k, v in given.items():
        if callable(v) and k != "dtype":
            raise NotImplementedError(f"{name}: {k} with a Python callable is not there yet")


def read_open(name, given):
    """What lies in a file object here: pandas reads it, and the frame is uploaded."""
    given.pop("chunk_bytes", None)
    if given.get("iterator") or given.get("chunksize"):
        raise NotImplementedError(f"{name}: chunksize and iterator are not there yet, leave them out")
    known = inspect.signature(getattr(pd, name)).parameters
    given = {k: v for k, v in given.items() if k in known or v is not None}  # an older pandas has fewer
    return constant(getattr(pd, name)(**_given(given)))


def write_open(name, given):
    """The text or bytes that pandas makes of the fetched value, written to a file object here or given back."""
    value = frame(given.pop("df"))._fetched()
    if name == "to_feather" and given["compression"] is None:
        given["compression"] = "uncompressed"
    return getattr(value, name)(**_given(given, getattr(value, name)))


def _given(given, function=None):
    """The arguments of a call of pandas: those that were given, of a writer those that it knows."""
    more = given.pop("kwargs", {})
    if function is not None:
        known = inspect.signature(function).parameters
        given = {k: v for k, v in given.items() if k in known or "kwargs" in known}
    return {k: v for k, v in given.items() if v is not no_default} | more


def read(op, attrs, dtype=None, columns=None, filters=None):
    """The frame that an operator reads, whose columns are categories, or whose rows pass filters, where that is asked for."""
    if dtype is False:
        raise NotImplementedError("dtype=False is not there yet, name the dtypes of columns")
    if dtype is not None and dtype is not True:
        by = dtype if isinstance(dtype, dict) else {"": dtype}
        if not all(isinstance(k, str) for k in by):
            raise NotImplementedError("dtype by the place of a column is not there yet, name the column")
        attrs["dtype"] = _a.mapping(by, lambda d: _a.dtype(read_first(op, d)))
    filters = None if filters is None else _filters.parse(filters)
    if columns is not None:
        columns = list(columns)
        attrs["columns"] = _a.columns(columns + [n for n in _filters.names(filters or ()) if n not in columns])
    df = one(op, (), attrs, "dataframe")
    if op == "dataframe.read_csv" and "dtype" in attrs:
        df = categorized(df, dtype)
    return df if filters is None else _filtered(df, columns, filters)


def _filtered(df, columns, filters):
    """The rows of a file that pass, numbered anew where the file has no labels. Filters may look at stored labels."""
    levels = [name for name, _ in df._meta.levels]
    stored = df._meta.index.get("kind") != "KIND_RANGE"
    looked = stored and any(n in levels for n in _filters.names(filters))
    if columns is None:
        columns = list(df.columns)
    df = _filters.rows(df.reset_index() if looked else df, filters)
    if looked:
        df = df.set_index(levels)
    df = df[columns]
    return df if stored else df.reset_index(drop=True)


def write(op, ins, attrs, path):
    """What a writer gives: the write itself with eager_writers; else dropping it unexecuted warns, as nothing was written."""
    attrs["nonce"] = {"u": str(int.from_bytes(os.urandom(8), "little") | 1)}  # every write is a new one
    handle = one(op, ins, attrs, "dataframe")
    if options.eager_writers:
        return handle.execute()
    call = f"{op.rpartition('.')[2]}({os.fspath(path)!r})"
    weakref.finalize(handle, _dropped, handle._ref.node, call)
    return handle


def _dropped(node, call):
    if not node.asked and node.stored is None and node.problem is None:
        warnings.warn(
            f"{call} was never executed, and nothing was written: call .execute() on what it gives, "
            "or set mars.options.eager_writers = True",
            stacklevel=2,
        )
