"""What tells two values apart: of Mars and of pandas."""

import math
import warnings

import numpy as np
import pandas as pd

# Sums may be taken in another order; float32 has 24 bits.
_RTOL = {"float32": 2e-5, "complex64": 2e-5, "Float32": 2e-5}


def difference(got, want):
    """How two values differ, None where they do not."""
    if isinstance(want, pd.DataFrame):
        if not isinstance(got, pd.DataFrame):
            return f"kind: {type(got).__name__}, not DataFrame"
        return _frames(got, want)
    if isinstance(want, pd.Series):
        if not isinstance(got, pd.Series):
            return f"kind: {type(got).__name__}, not Series"
        return _series(got, want)
    if isinstance(want, pd.Index):
        if not isinstance(got, pd.Index):
            return f"kind: {type(got).__name__}, not Index"
        return _labels(got, want, "index")
    if isinstance(want, (np.ndarray, pd.api.extensions.ExtensionArray)):
        return _cells(pd.Series(got), pd.Series(want), "array")
    return _scalars(got, want)


def _frames(got, want):
    if found := _labels(got.columns, want.columns, "columns"):
        return found
    if got.shape != want.shape:
        return f"shape: {got.shape}, not {want.shape}"
    if found := _labels(got.index, want.index, "index"):
        return found
    for i, name in enumerate(want.columns):
        if found := _cells(got.iloc[:, i], want.iloc[:, i], f"column {name!r}"):
            return found
    return None


def _series(got, want):
    if not _equal(got.name, want.name):
        return f"name: {got.name!r}, not {want.name!r}"
    if len(got) != len(want):
        return f"length: {len(got)}, not {len(want)}"
    return _labels(got.index, want.index, "index") or _cells(got, want, "values")


def _labels(got, want, what):
    if got.nlevels != want.nlevels:
        return f"{what}: {got.nlevels} levels, not {want.nlevels}"
    if len(got) != len(want):
        return f"{what}: {len(got)} labels, not {len(want)}"
    if not _equal(tuple(got.names), tuple(want.names)):
        return f"{what}: names {list(got.names)}, not {list(want.names)}"
    for k in range(want.nlevels):
        a, b = got.get_level_values(k), want.get_level_values(k)
        if what == "columns":  # a label is a Python value for the engine; categories of labels are none
            a, b = a.astype(object), b.astype(object)
        if not len(b) and str(a.dtype) in ("object", "str"):  # labels of no column have no dtype here
            continue
        if found := _cells(a.to_series(), b.to_series(), what):
            return found
    return None


def _cells(got, want, what):
    """Two series without their labels."""
    if str(got.dtype) != str(want.dtype).replace("bool[pyarrow]", "boolean"):
        return f"{what}: dtype {got.dtype}, not {want.dtype}"
    if isinstance(want.dtype, pd.CategoricalDtype):
        if got.cat.ordered != want.cat.ordered:
            return f"{what}: ordered {got.cat.ordered}, not {want.cat.ordered}"
        if found := _cells(pd.Series(got.cat.categories), pd.Series(want.cat.categories), f"{what}: categories"):
            return found
        got, want = got.astype(object), want.astype(object)
    a, b = got.tolist(), want.tolist()
    tol = _RTOL.get(str(want.dtype), 1e-9)
    for i, (x, y) in enumerate(zip(a, b)):
        if not _equal(x, y, tol):
            return f"{what}: {_brief(a)}, not {_brief(b)} (row {i})"
    return None


def _brief(cells):
    text = repr(cells)
    return text if len(text) < 160 else text[:160] + "..."


def _scalars(got, want):
    if isinstance(got, np.ndarray):
        return f"kind: an array of {got.shape}, not {want!r}"
    if _kind(got) != _kind(want) or not _equal(got, want, _RTOL.get(str(getattr(want, "dtype", "")), 1e-9)):
        return f"value: {got!r}, not {want!r}"
    return None


def _kind(v):
    """The class of a scalar: NumPy's and Python's of a kind are one."""
    for name, kinds in (
        ("bool", (bool, np.bool_)),
        ("int", (int, np.integer)),
        ("float", (float, np.floating)),
    ):
        if isinstance(v, kinds):
            return name
    return type(v).__name__


def _equal(x, y, tol=1e-9):
    if x is y:
        return True
    if isinstance(x, (list, tuple)) and isinstance(y, (list, tuple)):
        return len(x) == len(y) and all(_equal(a, b, tol) for a, b in zip(x, y))
    if isinstance(x, np.ndarray) or isinstance(y, np.ndarray):
        return _equal(list(x), list(y), tol)
    if _kind(x) != _kind(y):
        return False
    if isinstance(x, (float, np.floating)):
        if math.isnan(x) or math.isnan(y):
            return math.isnan(x) and math.isnan(y)
        return x == y or abs(x - y) <= tol * max(abs(x), abs(y)) or abs(x - y) < 1e-12
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return bool(x == y)
        except (TypeError, ValueError):
            return repr(x) == repr(y)
