"""Conversions to dtypes, of which categories may say what they are."""

import pandas as pd

from .._core import attrs as _a
from .._core.build import one


def cast(df, dtype):
    """df as a dtype, or its columns by a dict of dtypes."""
    if isinstance(dtype, dict):
        rows = [_a.fields(column=_a.label(k), **_fields("d_type", v)) for k, v in dtype.items()]
        attrs = {"columns": _a.items(sorted(rows, key=repr))}
    else:
        attrs = _fields("dtype", dtype)
    return one("dataframe.astype", (df,), attrs, df._kind)


def _fields(name, dtype):
    fields = {name: _a.dtype(dtype)}
    if _known(dtype):
        fields |= {"categories": _a.label_list(list(dtype.categories)), "given": _a.boolean(True)}
    return fields


def is_category(dtype):
    """Whether a user's dtype is one of categories."""
    return isinstance(dtype, pd.CategoricalDtype) or dtype in ("category", "category[ordered]")


def _known(dtype):
    """Whether a user's dtype says what its categories are."""
    return isinstance(dtype, pd.CategoricalDtype) and dtype.categories is not None


def read_first(function, dtype):
    """The dtype that a column of a file is read as before it becomes dtype."""
    if not _known(dtype):
        return dtype
    kind = dtype.categories.dtype.kind
    if all(isinstance(v, str) for v in dtype.categories):
        return "str"
    if kind not in _read_first:
        raise NotImplementedError(
            f"{function}: dtype with categories of {dtype.categories.dtype} is not there yet, read the column and use astype"
        )
    return _read_first[kind]


_read_first = {"i": "Int64", "u": "UInt64", "f": "float64", "b": "boolean"}


def categorized(df, dtype):
    """The columns of a file that were asked for as categories, by dtype for all or a dict of them."""
    by = dtype if isinstance(dtype, dict) else dict.fromkeys(df.columns, dtype)
    by = {c: by[str(c)] for c in df.columns if is_category(by.get(str(c)))}
    return cast(df, by) if by else df
