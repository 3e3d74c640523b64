"""Writes values of NumPy and pandas as JSON that marstest.Goldens reads.

A golden script builds a dict of cases and calls write(cases): name -> numpy array or scalar, pandas object, list of such
(several outputs), or an exception (expected error: its type and text).
"""
import json
import sys

import numpy as np


def _num(v):
    if v is None:
        return None
    if isinstance(v, (bool, np.bool_)):
        return bool(v)
    if isinstance(v, (int, np.integer)):
        return int(v) if abs(int(v)) < 2**53 else str(int(v))
    if isinstance(v, (complex, np.complexfloating)):
        return [_num(float(v.real)), _num(float(v.imag))]
    v = float(v)
    if v != v:
        return "nan"
    if v in (float("inf"), float("-inf")):
        return "inf" if v > 0 else "-inf"
    return v


def array(a):
    a = np.asarray(a)
    if a.dtype.kind in "mM":
        flat = [None if np.isnat(x) else _num(int(x.astype("int64"))) for x in a.ravel()]
    else:
        flat = [_num(x) for x in a.ravel().tolist()] if a.dtype != np.float16 else [_num(float(x)) for x in a.ravel()]
    return {"kind": "tensor", "dtype": str(a.dtype), "shape": list(a.shape), "data": flat}


def _label(v):
    import pandas as pd

    if isinstance(v, tuple):
        return {"tuple": [_label(x) for x in v]}
    if v is None or isinstance(v, (str, bool)):
        return v
    if isinstance(v, np.bool_):
        return bool(v)
    if isinstance(v, (int, np.integer)):
        return int(v)
    if isinstance(v, (float, np.floating)):
        return {"float": _num(v)}
    if isinstance(v, pd.Timestamp):
        return {"time": int(v.asm8.astype("int64")), "unit": v.unit}
    return str(v)


def _column(s):
    """s: pandas Series or Index."""
    import pandas as pd

    d = s.dtype
    out = {"dtype": str(d)}
    if isinstance(d, pd.CategoricalDtype):
        cat = s.cat if hasattr(s, "cat") else s
        out["codes"] = [int(c) for c in cat.codes]
        out["categories"] = _column(pd.Index(cat.categories))
        out["ordered"] = bool(cat.ordered)
        return out
    if d.kind in "mM":
        a = s.dt.tz_convert("UTC").dt.tz_localize(None) if hasattr(s, "dt") and getattr(d, "tz", None) else s
        a = a.tz_convert("UTC").tz_localize(None) if getattr(a, "tz", None) else a
        unit = getattr(d, "unit", None) or np.datetime_data(d)[0]
        a = a.to_numpy().astype(("M8" if d.kind == "M" else "m8") + f"[{unit}]")
        out["data"] = [None if np.isnat(x) else _num(int(x.astype("int64"))) for x in a]
        return out
    if d == object:
        out["data"] = [_object(v) for v in s]
        return out
    vals = []
    for v in list(s):
        if v is None or v is pd.NA or (isinstance(v, float) and v != v and str(d) in ("str", "object", "string")):
            vals.append(None)
        else:
            vals.append(v if isinstance(v, str) else _num(v))
    out["data"] = vals
    return out


def _object(v):
    """A cell of an object column: what JSON cannot tell apart is tagged."""
    import pandas as pd

    if v is None or isinstance(v, (str, bool)):
        return v
    if isinstance(v, (list, tuple)):
        return {type(v).__name__: [_object(x) for x in v]}
    if v is pd.NA:
        return {"na": True}
    if isinstance(v, (float, np.floating)):
        return {"float": _num(v)}
    if isinstance(v, bytes):
        return {"bytes": v.decode("latin-1")}
    if isinstance(v, (pd.Timestamp, pd.Timedelta)):
        return {type(v).__name__: int(v.asm8.astype("int64")), "unit": v.unit}
    if v is pd.NaT:
        return None
    return _num(v) if isinstance(v, (int, np.integer, np.bool_)) else str(v)


def _index(x):
    import pandas as pd

    out = {"names": [_label(n) for n in x.names]}
    if isinstance(x, pd.RangeIndex):
        out["range"] = [x.start, x.step, len(x)]
    elif isinstance(x, pd.MultiIndex):
        out["levels"] = [_column(x.get_level_values(i)) for i in range(x.nlevels)]
        if x.nlevels == 1:
            out["multi"] = True
    else:
        out["levels"] = [_column(x)]
    return out


def value(v):
    import pandas as pd

    if isinstance(v, BaseException):
        return {"kind": "error", "type": type(v).__name__, "text": str(v)}
    if isinstance(v, (list, tuple)):
        return {"kind": "list", "items": [value(x) for x in v]}
    if isinstance(v, pd.DataFrame):
        cols = [dict(_column(v.iloc[:, i]), name=_label(c)) for i, c in enumerate(v.columns)]
        return {"kind": "dataframe", "index": _index(v.index), "columns": cols, "axis": [_label(n) for n in v.columns.names]}
    if isinstance(v, pd.Series):
        return {"kind": "series", "index": _index(v.index), "columns": [dict(_column(v), name=_label(v.name))]}
    if isinstance(v, pd.Index):
        return {"kind": "index", "index": _index(v)}
    return array(v)


def call(f):
    """f() as a case: its value, or the exception it raises."""
    try:
        return f()
    except Exception as e:  # the exception is the case
        return e


def write(cases):
    json.dump({k: value(v) for k, v in cases.items()}, sys.stdout, indent=None, separators=(",", ":"), sort_keys=True)
    sys.stdout.write("\n")
