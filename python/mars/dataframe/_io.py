"""What the generated readers and writers of files share: open files go through pandas, dropped writes warn."""

import inspect
import os
import warnings
import weakref

import pandas as pd

from .._core import attrs as _a
from .._core import forms as _forms
from .._core.build import one
from .._core.call import no_default
from .._core.options import options
from .._core.written import plain
from .._functions import converters as converters_of
from ._as import constant, frame


def no_functions(name, given):
    """Refuse Python functions, which workers do not run while they read or write."""
    for k, v in given.items():
        if callable(v) and k not in ("dtype", "converters"):
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


def read(op, attrs, dtype=None, columns=None, filters=None, converters=None):
    """The frame that an operator reads, whose columns are categories or go through functions, or whose rows pass filters, where that is asked for."""
    if converters:
        return converters_of.converted(lambda attrs: read(op, attrs, dtype), attrs, converters)
    if dtype is False:
        raise NotImplementedError("dtype=False is not there yet, name the dtypes of columns")
    if filters is not None and not isinstance(filters, (list, tuple)):
        raise NotImplementedError(
            f"{op}: filters={filters!r} is not there yet, give a list of (column, operator, value)"
        )
    if columns is not None and filters is None:
        attrs["columns"] = _a.columns(columns)
    asked = {}
    if dtype is not None and dtype is not True:
        by = dict(dtype) if isinstance(dtype, dict) else {"": dtype}
        if not all(isinstance(k, str) for k in by):
            raise NotImplementedError("dtype by the place of a column is not there yet, name the column")
        attrs["dtype"] = _a.mapping(by, lambda d: _a.dtype(_plain(d)))
        _forms.dtypes(asked, "dtype", dtype, "columns")
    df = one(op, (), attrs, "dataframe")
    if filters is not None:
        attrs = {"filters": plain(filters), "columns": _a.columns(columns)}
        df = one("dataframe.read_where", (df,), attrs, "dataframe")
    categories = op == "dataframe.read_csv" and "category" in repr(asked)
    return one("dataframe.categorized", (df,), asked, "dataframe") if categories else df


def _plain(dtype):
    """The dtype of what is read before it becomes one of given categories."""
    categories = getattr(dtype, "categories", None)
    return dtype if categories is None else pd.array(list(categories)).dtype


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
