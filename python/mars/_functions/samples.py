"""What a function of a user's gives, told by calling it here with two rows that are made up."""

import contextlib
import io
import os
import time
import traceback
import warnings

import numpy as np

from .._core.dtypes import name_of
from .._core.lazily import pandas as pd
from .._core.lazily import pandas3

# Seconds after which a sample that is called is too slow to go unsaid.
_LONG = 1.0


def sample(value):
    """Two rows of the dtypes of a frame, series or index. Of categories, and of objects, which say nothing of themselves, some of the data."""
    kind, meta = value._kind, value._meta
    if meta.open:
        value.execute()
        meta = value._meta
    held = [*meta.columns, *meta.levels] if kind != "index" else meta.levels
    real = None
    if any(isinstance(d, pd.CategoricalDtype) or (d == object and pandas3()) for _, d in held):
        real = rows(value, 2)
    index = _index(meta, real if kind == "index" or real is None else real.index)
    if kind == "index":
        return index
    if kind == "series":
        return pd.Series(_cells(meta.columns[0][1], real), index=index, name=meta.name)
    columns = {i: _cells(d, None if real is None else real.iloc[:, i]) for i, (_, d) in enumerate(meta.columns)}
    frame = pd.DataFrame(columns, index=index)
    frame.columns = value.columns
    return frame


def rows(value, n):
    """The first rows of a value, which are computed."""
    head = value.head(n) if value._kind != "index" else value[:n]
    return head.to_pandas()


def _index(meta, real):
    levels = [
        _cells(d, None if real is None else real.get_level_values(i).to_series())
        for i, (_, d) in enumerate(meta.levels)
    ]
    names = [n for n, _ in meta.levels]
    if meta.multi:
        return pd.MultiIndex.from_arrays(levels, names=names)
    if meta.index.get("kind") == "KIND_RANGE":
        return pd.RangeIndex(2, name=names[0])
    return pd.Index(levels[0], name=names[0], dtype=getattr(levels[0], "dtype", None), tupleize_cols=False)


_plain = {"b": [True, False], "i": [1, 2], "u": [1, 2], "f": [1.0, 2.0], "c": [1.0, 2.0], "m": [86400, 172800]}


def _cells(dtype, real):
    """Two values of a dtype as an array of pandas."""
    if isinstance(dtype, pd.CategoricalDtype):
        dtype = real.dtype
        return pd.Categorical((list(dtype.categories[:2]) * 2)[:2] or [None] * 2, dtype=dtype)
    if dtype == object:
        cells = ["a", "b"] if real is None or not len(real) else (list(real) * 2)[:2]
        out = np.empty(2, dtype=object)
        out[:] = cells
        return out
    if isinstance(dtype, pd.StringDtype):
        return pd.array(["a", "b"], dtype=dtype)
    kind = getattr(dtype, "kind", "O")
    if kind == "M":
        days = pd.DatetimeIndex(["2000-01-01", "2000-01-02"]).as_unit(
            getattr(dtype, "unit", None) or np.datetime_data(dtype)[0]
        )
        zone = getattr(dtype, "tz", None)
        return (days if zone is None else days.tz_localize(zone)).array
    if kind == "m":
        return pd.TimedeltaIndex(["1D", "2D"]).as_unit(np.datetime_data(dtype)[0]).array
    return pd.array(_plain[kind], dtype=dtype)


def block(dtype, shape):
    """An array of made-up elements."""
    dtype = np.dtype(dtype)
    made = {"M": ["2000-01-01", "2000-01-02"], "m": [86400, 172800]}.get(dtype.kind, _plain.get(dtype.kind))
    return np.resize(np.array(made).astype(dtype), shape)


_ANNOTATED = {"bool": "bool", "int": "int64", "float": "float64", "str": "str"}


def annotated(func):
    """The dtype of the elements that a function says it gives, `-> float` or `-> np.int8`; None: it says none.

    Types of Python allow missing values beside theirs, as those of a sample do.
    """
    try:
        said = getattr(func, "__annotations__", {}).get("return")
    except NameError:  # Python 3.14 evaluates them when they are read
        return None
    if isinstance(said, str):  # of a module that does not evaluate them
        return _ANNOTATED.get(said)
    if isinstance(said, type):
        if issubclass(said, (np.bool_, np.number)):
            return np.dtype(said)
        return _ANNOTATED.get(said.__name__) if said.__module__ == "builtins" else None
    return said if isinstance(said, np.dtype) and said.kind in "biufc" else None


def told(what, call, of, hint, rows="two sample rows"):
    """What call gives. TypeError: it raises, with the line of the user that did it; of is what it was called with, hint what to do."""
    began = time.perf_counter()
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result = call()
    except Exception as e:
        raise TypeError(
            f"cannot tell the type of {what}'s result: the function raised {e!r}{_line(e)} on {rows} of {_dtypes(of)}; pass {hint}"
        ) from e
    if time.perf_counter() - began > _LONG:
        warnings.warn(
            f"{what}: the function took {time.perf_counter() - began:.1f} s on {rows}; pass {hint} to spare it",
            stacklevel=2,
        )
    return result


def unknown(what, of, said, hint, rows="two sample rows"):
    """The error of a sample that told nothing."""
    return TypeError(
        f"cannot tell the type of {what}'s result: the function gave {said} on {rows} of {_dtypes(of)}; pass {hint}"
    )


def _line(e):
    """Where in the program of the user something was raised."""
    here = os.path.dirname(os.path.dirname(__file__))
    libraries = [at + os.sep for at in (os.path.dirname(np.__file__), os.path.dirname(pd.__file__), here)]
    for f in reversed(traceback.extract_tb(e.__traceback__)):
        if (
            not f.filename.startswith((*libraries, "<"))
            and "pandas/_libs" not in f.filename
            and not f.filename.startswith("pandas")
        ):
            return f" at {os.path.basename(f.filename)}:{f.lineno}"
    return ""


def _dtypes(of):
    """The dtypes of a sample in words."""
    have = of.dtypes if isinstance(of, pd.DataFrame) else [x.dtype for x in (of if isinstance(of, list) else [of])]
    return ", ".join(dict.fromkeys(name_of(d) for d in have))
