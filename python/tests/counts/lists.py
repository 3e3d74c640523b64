"""The names of the references: the original's and the standard's are committed lists, NumPy's and pandas' are those installed here."""

import inspect
import pathlib

import numpy as np
import pandas as pd

_folder = pathlib.Path(__file__).parent


def _rows(name):
    return [r for r in (_folder / name).read_text(encoding="utf-8").splitlines() if r and not r.startswith("#")]


def original():
    """(module or class, name) of the Python Mars."""
    return [tuple(r.rsplit(".", 1)) for r in _rows("original.txt")]


def array_api():
    """(place, name, parameters) of the array API standard 2024.12; the place is a module of ours, or Tensor."""
    out = []
    for r in _rows("array_api.txt"):
        full, _, rest = r.partition("(")
        place, _, name = full.rpartition(".")
        where = {"": "tensor", "array": "Tensor"}.get(place, f"tensor.{place}")
        out.append((where, name, rest.rstrip(")").split(", ") if rest.strip(")") else []))
    return out


def refused():
    """What of the standard the client refuses, by name or NAME(parameter), and why."""
    return dict(r.split("  # ", 1) for r in _rows("array_api_refused.txt"))


# Where the list of what the reference refuses has the names of a place.
PLACES = {
    "tensor": "numpy",
    "tensor.linalg": "numpy.linalg",
    "tensor.fft": "numpy.fft",
    "tensor.random": "numpy.random",
    "Generator": "numpy.random.Generator",
    "Tensor": "numpy.ndarray",
    "dataframe": "pandas",
    **{n: f"pandas.{n}" for n in ("DataFrame", "Series", "Index", "DataFrameGroupBy", "SeriesGroupBy")},
}


def reasons():
    """What neither an operator nor the reference answers, by its full name, and why."""
    rows = (_folder.parents[2] / "tools" / "referencegen" / "refused.txt").read_text(encoding="utf-8").splitlines()
    return dict(r.split("  # ", 1) for r in rows if r)


def numpy():
    """(place, name) of NumPy's namespaces and of an array."""
    out = []
    for place, module in (
        ("tensor", np),
        ("tensor.linalg", np.linalg),
        ("tensor.fft", np.fft),
        ("tensor.random", np.random),
    ):
        out += [(place, n) for n in _public(module)]
    out += [("Generator", n) for n in _public(np.random.Generator)]
    return out + [("Tensor", n) for n in _public(np.ndarray)]


def pandas():
    """(place, name) of pandas' namespace and classes."""
    s = pd.Series([1.0])
    df = pd.DataFrame({"k": ["a"], "x": [1.0]})
    times = pd.Series(pd.to_datetime(["2024-01-01"]))
    classes = {
        "DataFrame": pd.DataFrame,
        "Series": pd.Series,
        "Index": pd.Index,
        "DataFrameGroupBy": type(df.groupby("k")),
        "SeriesGroupBy": type(df.groupby("k")["x"]),
        "Rolling": type(s.rolling(1)),
        "Expanding": type(s.expanding()),
        "EWM": type(s.ewm(1)),
        "Resampler": type(times.set_axis(times).resample("D")),
        "str": pd.Series.str,
        "dt": pd.core.indexes.accessors.DatetimeProperties,
        "cat": pd.Series.cat,
    }
    out = [("dataframe", n) for n in _public(pd)]
    return out + [(place, n) for place, cls in classes.items() for n in _public(cls)]


def _public(thing):
    """The public names of a module, without modules, or of a class."""
    hidden = inspect.ismodule
    return [n for n in dir(thing) if n[0] != "_" and n != "annotations" and not hidden(getattr(thing, n, None))]
