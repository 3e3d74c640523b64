"""What tells two answers apart; those of pandas are compared as fuzz/compare.py says."""

import numpy as np
import pandas as pd
from fuzz.compare import difference as of_pandas

_RTOL = {"float16": 1e-2, "float32": 2e-5, "complex64": 2e-5}


def difference(got, want):
    """How two values differ, None where they do not."""
    if isinstance(want, (list, tuple)):
        return _several(got, want)
    if isinstance(want, dict):
        return _dict(got, want)
    if isinstance(want, (np.ndarray, np.generic)):
        return _array(got, want)
    if isinstance(want, (pd.DataFrame, pd.Series, pd.Index, pd.api.extensions.ExtensionArray)):
        return of_pandas(got, want)
    if isinstance(want, type) or callable(want):
        return None if got is want else f"{got!r}, not {want!r}"
    if isinstance(got, (pd.DataFrame, pd.Series, pd.Index)):
        return f"kind: {type(got).__name__}, not {type(want).__name__}"
    if isinstance(want, str) and isinstance(got, str):
        return None if got == want else f"{got!r}, not {want!r}"
    if isinstance(want, (bool, int, float, complex)) and isinstance(got, (np.ndarray, np.generic)):
        return _array(got, np.asarray(want), strict=False)
    return of_pandas(got, want)


def _several(got, want):
    if not isinstance(got, (list, tuple)) or isinstance(got, list) != isinstance(want, list):
        return f"kind: {type(got).__name__}, not {type(want).__name__}"
    if len(got) != len(want):
        return f"{len(got)} values, not {len(want)}"
    for i, (a, b) in enumerate(zip(got, want)):
        if found := difference(a, b):
            return f"[{i}]: {found}"
    return None


def _dict(got, want):
    if not isinstance(got, dict):
        return f"kind: {type(got).__name__}, not dict"
    if found := _several(list(got), list(want)):
        return f"keys: {found}"
    return _several(list(got.values()), list(want.values()))


def _array(got, want, strict=True):
    """Arrays and NumPy's scalars: dtype, shape, elements. Python's numbers are taken for scalars of their kind."""
    if isinstance(got, (pd.DataFrame, pd.Series, pd.Index)) or (not np.isscalar(got) and not hasattr(got, "dtype")):
        return None if got is want else f"kind: {type(got).__name__}, not {type(want).__name__}"
    strict = strict and isinstance(got, (np.ndarray, np.generic))
    got, want = np.asarray(got), np.asarray(want)
    if got.dtype != want.dtype if strict else got.dtype.kind != want.dtype.kind:
        return f"dtype {got.dtype}, not {want.dtype}"
    if got.shape != want.shape:
        return f"shape {got.shape}, not {want.shape}"
    if want.dtype.kind in "fc":
        tol = _RTOL.get(want.dtype.name, 1e-9)
        same = np.allclose(got, want, rtol=tol, atol=1e-12, equal_nan=True)
    elif want.dtype.kind in "OmM":
        same = of_pandas(pd.Series(got.ravel()), pd.Series(want.ravel())) is None
    else:
        same = np.array_equal(got, want)
    return None if same else f"{_brief(got)}, not {_brief(want)}"


def _brief(a):
    text = " ".join(repr(a.tolist()).split())
    return text if len(text) < 120 else text[:120] + "..."
