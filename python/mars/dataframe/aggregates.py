"""Several aggregates of a frame or series: df.agg(["sum", "max"]), df.agg({"a": "sum"}), df.agg(x=("a", "max"))."""

import pandas as pd

from .._core.aggregates import name_of
from .rowlabels import listed, with_index


def several(of, func, named):
    """What agg gives for a list, a dict or named aggregates."""
    if func is None and not named:
        raise TypeError("Must provide 'func' or tuples of '(column, aggfunc).")
    if of._kind == "series":
        return _of_series(of, dict(named) if func is None else func)
    if func is None:
        return _named(of, named)
    if isinstance(func, (dict, pd.Series)):
        return _by_column(of, dict(func))
    return _beside([_values(of[c], func) for c in of._names])


def _of_series(s, func):
    if isinstance(func, (dict, pd.Series)):
        func = dict(func)
        if any(isinstance(f, (list, tuple, dict)) for f in func.values()):
            raise pd.errors.SpecificationError("nested renamer is not supported")
        return _values(s, list(func.values()), list(func))
    return _values(s, func)


def _values(s, funcs, labels=None):
    """Aggregates of one column, each a row."""
    from ._gen import concat

    names = [name_of(f) for f in funcs]
    labels = [getattr(f, "__name__", f) if not isinstance(f, str) else f for f in funcs] if labels is None else labels
    one = s.to_frame("value")
    rows = concat([getattr(one, n)() for n in names], ignore_index=True)
    return with_index(rows, labels).rename(s.name)


def _by_column(df, func):
    if lost := [c for c in func if c not in df._names]:
        raise KeyError(f"Label(s) {lost} do not exist")
    if any(isinstance(f, (list, tuple)) for f in func.values()):
        return _beside([_values(df[c], listed(f)) for c, f in func.items()])
    from ._gen import concat

    rows = concat([getattr(df[[c]], name_of(f))() for c, f in func.items()])
    return rows


def _named(df, named):
    """Rows named by the user, with a value in one column each."""
    by = {}
    for name, v in named.items():
        column, f = v
        by.setdefault(column, []).append((name, f))
    parts = [_values(df[c], [f for _, f in fs], [n for n, _ in fs]) for c, fs in by.items()]
    return _beside(parts).reindex(list(named))


def _beside(columns):
    from ._gen import concat

    return concat(columns, axis=1)
