"""Aggregates that are functions of which it is known what they do: they are computed by operators, and no process calls them."""

import numpy as np

from .._core.aggregates import is_named, name_of, pair_of
from .recorder import evaluated, record, reductions

_EXACT = (np.dtype("int64"), np.dtype("float64"))  # of others pandas makes wider numbers when it calls a function


def of_column(series, func):
    """What a function makes of a series, as a handle; None where it is to be called."""
    if is_named(func) or series._meta.dtype not in _EXACT or series._meta.shape[0] == 0:
        return None
    told = record(func)
    return None if told is None else _number(told[0], series)


def _number(expr, series):
    def reduced(name, rows, kwargs):
        return getattr(evaluated(rows, series, reduced), name)(**kwargs)

    return evaluated(expr, series, reduced)


def of_columns(frame, func):
    """What a function makes of each column of a frame, as a series; None where it is to be called."""
    meta = frame._meta
    if is_named(func) or meta.open or not meta.columns or meta.shape[0] == 0:
        return None
    if any(d not in _EXACT for _, d in meta.columns):
        return None
    told = record(func)
    if told is None:
        return None
    from ..dataframe import Series

    made = [_number(told[0], frame.iloc[:, i]) for i in range(len(meta.columns))]
    return Series(made, index=frame.columns)


_NAMES = frozenset("sum mean min max std var median count nunique prod any all sem skew first last size".split())


def of_groups(of, keys, settings, items):
    """What functions and names make of columns of groups, under the keys, as a frame of a column each; None where a function is to be called.

    of is the rows, keys are labels of columns and series, items pairs of a column and a function or a name.
    """
    dtypes = dict(of._meta.columns)
    if len(dtypes) < len(of._meta.columns) or of._meta.shape[0] == 0:
        return None
    wide, asked, made = {}, {}, []

    def column_of(expr, column):
        """The name of a column with what an expression makes of the rows of another."""
        if expr == ("column",):
            return column
        name = f"__mars_rows_{len(wide)}__"
        wide[name] = evaluated(expr, of[column], None)
        return name

    for column, func in items:
        if isinstance(func, str):
            if func not in _NAMES:
                return None
            made.append((("reduce", func, ("column",), {}), column))
            continue
        told = record(func) if dtypes.get(column) in _EXACT else None
        if told is None or told[1].mixed or told[1].given:
            return None
        made.append((told[0], column))
    for expr, column in made:
        for name, rows, _ in reductions(expr):
            known = (name, rows, column)
            if known not in asked:
                asked[known] = (f"r{len(asked)}", column_of(rows, column), name)
    frame = of.assign(**wide) if wide else of
    how = {k: settings[k] for k in ("sort", "observed", "dropna") if k in settings}
    found = frame.groupby(keys, **how).agg(**{r: (column, name) for r, column, name in asked.values()})
    outs = {}
    for i, (expr, column) in enumerate(made):
        outs[f"o{i}"] = evaluated(expr, None, lambda name, rows, _kwargs, c=column: found[asked[(name, rows, c)][0]])
    return found.assign(**outs)[list(outs)]


def items_of(func, named, columns, series):
    """Pairs of a column and a function or a name that agg of groups was asked for, in pandas' order; None for what else it takes.

    columns are those that are aggregated.
    """

    def name(f):
        return f if isinstance(f, str) or callable(f) else None

    if func is None:
        pairs = [(columns[0], v) if series else pair_of(v) for v in named.values()]
    elif named:
        return None
    elif isinstance(func, dict):
        if series:
            return None
        pairs = [(c, f) for c, fs in func.items() for f in (fs if isinstance(fs, (list, tuple)) else [fs])]
    elif isinstance(func, (list, tuple)):
        pairs = [(c, f) for c in columns for f in func]
    else:
        pairs = [(c, func) for c in columns]
    if any(len(p) != 2 or name(p[1]) is None or p[0] not in columns for p in pairs):
        return None
    return [(c, name_of(f) if is_named(f) else f) for c, f in pairs]
