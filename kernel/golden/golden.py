"""The writing side of package golden: columns of pandas objects as JSON."""
import json
import math
import sys

import numpy as np
import pandas as pd


def scalar(v):
    """A value of an object column."""
    if v is None or v is pd.NA or v is pd.NaT or isinstance(v, float) and math.isnan(v):
        return None
    if isinstance(v, (bool, np.bool_)):
        return bool(v)
    if isinstance(v, (int, np.integer)):
        return int(v)
    if isinstance(v, (float, np.floating)):
        return number(v)
    if isinstance(v, bytes):
        return {"bytes": v.decode("latin-1")}
    if isinstance(v, (list, tuple, np.ndarray)):
        return [scalar(e) for e in v]
    return str(v)


def number(v):
    v = float(v)
    return v if math.isfinite(v) else repr(v)


def column(s):
    """The JSON of a Series or Index."""
    s = pd.Series(s).reset_index(drop=True)
    d = str(s.dtype)
    null = s.isna().tolist()
    if isinstance(s.dtype, pd.CategoricalDtype):
        return {"dtype": "category", "ordered": bool(s.cat.ordered), "categories": column(s.cat.categories), "values": s.cat.codes.tolist()}
    if s.dtype.kind in "mM":
        vals = s.dt.tz_convert(None).to_numpy().view("int64").tolist() if s.dtype.kind == "M" and getattr(s.dtype, "tz", None) is not None \
            else s.to_numpy().view("int64").tolist()
    elif s.dtype.kind == "c":
        return {"dtype": d, "values": [[number(v.real), number(v.imag)] for v in s]}
    elif s.dtype.kind == "f" and isinstance(s.dtype, np.dtype):
        vals = [number(v) for v in s]
        null = [False] * len(s)
    elif d.startswith("Float"):
        vals = [0 if n else number(v) for v, n in zip(s, null)]
    else:
        vals = [None if n else scalar(v) for v, n in zip(s, null)]
    return {"dtype": d, "values": [None if n else v for v, n in zip(vals, null)]}


def write(cases):
    """Prints the cases and the versions that made them."""
    json.dump({"numpy": np.__version__, "pandas": pd.__version__, "cases": cases}, sys.stdout, separators=(",", ":"), ensure_ascii=False)
    print()
