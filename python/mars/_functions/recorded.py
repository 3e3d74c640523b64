"""Functions of which it is known what they do: they are computed by operators, and no process calls them."""

import numpy as np

from .._core.aggregates import is_named
from .._core.lazily import pandas as pd
from .recorder import evaluated, record
from .recorder_rows import Element, Labelled

EXACT = (np.dtype("int64"), np.dtype("float64"))  # of others pandas makes wider numbers when it calls a function


def reduces(told):
    """The expression of what a function makes of columns, where that is a number; None else."""
    return None if told is None or told[0]._rows else told[0]._expr


def of_column(series, func):
    """What a function makes of a series, as a handle; None where it is to be called."""
    if is_named(func) or series._meta.dtype not in EXACT or series._meta.shape[0] == 0:
        return None
    expr = reduces(record(func))
    return None if expr is None else _number(expr, series)


def _number(expr, series):
    def reduced(name, rows, kwargs):
        of = evaluated(rows, lambda: series, reduced)
        return of.isna().count() if name == "size" else getattr(of, name)(**kwargs)

    return evaluated(expr, lambda: series, reduced)


def of_columns(frame, func):
    """What a function makes of each column of a frame, as a series; None where it is to be called."""
    meta = frame._meta
    if is_named(func) or meta.open or not meta.columns or meta.shape[0] == 0:
        return None
    if any(d not in EXACT for _, d in meta.columns):
        return None
    expr = reduces(record(func))
    if expr is None:
        return None
    from ..dataframe import Series

    made = [_number(expr, frame.iloc[:, i]) for i in range(len(meta.columns))]
    return Series(made, index=frame.columns)


def of_elements(series, func):
    """What a function makes of each value of a series, as a series; None where it is to be called."""
    dtype = series._meta.dtype
    if dtype not in EXACT or series._meta.shape[0] == 0:
        return None
    told = record(func, lambda tape: Element(tape, ("column",), False, dtype.kind == "i", True))
    return None if told is None else evaluated(told[0]._expr, lambda: series, None)


def of_rows(frame, func):
    """What a function makes of each row of a frame, as a series; None where it is to be called.

    Numbers of a row of numbers have one dtype, those of a row that has other values too are Python's, or behave
    like these.
    """
    meta = frame._meta
    dtypes = {} if meta.open else dict(meta.columns)
    if not dtypes or len(dtypes) < len(meta.columns) or meta.shape[0] == 0:
        return None
    numbers = all(d in EXACT for d in dtypes.values())
    if not numbers and all(isinstance(d, np.dtype) and d.kind in "iufc" for d in dtypes.values()):
        return None
    widened = numbers and len(set(dtypes.values())) > 1

    def value(tape, label):
        if dtypes.get(label) not in EXACT:
            return None
        expr = ("column", label)
        if widened and dtypes[label].kind == "i":
            expr = ("method", "astype", expr, ("float64",))
        return Element(tape, expr, False, not widened and dtypes[label].kind == "i", not numbers)

    told = record(func, lambda tape: Labelled(tape, lambda label: value(tape, label), pd.Series))
    return None if told is None else evaluated(told[0]._expr, lambda label: frame[label], None).rename(None)
