"""Writes golden.json with pandas' answers. Made with pandas 3.1.1: python golden.py > golden.json"""
import os
import sys
import warnings

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../golden"))
import golden

warnings.simplefilter("ignore")
rng = np.random.default_rng(5)
n = 40
null = rng.random(n) < 0.3
ints = rng.integers(-5, 60, n)
text = rng.choice(["", "a", "b", "ab", "a longer text"], n)
hide = lambda v: pd.Series([None if m else e for e, m in zip(v, null)], dtype=object)
cols = {
    "bool": pd.Series(ints % 2 == 0), "int8": pd.Series(ints, dtype="int8"), "int32": pd.Series(ints * 1000, dtype="int32"),
    "int64": pd.Series(ints), "uint8": pd.Series(np.abs(ints), dtype="uint8"), "uint64": pd.Series(np.abs(ints), dtype="uint64"),
    "float32": pd.Series(np.where(null, np.nan, ints / 8), dtype="float32"), "float64": pd.Series(np.where(null, np.nan, ints / 7)),
    "datetime64[us]": pd.Series(np.where(null, np.datetime64("NaT"), ints.astype("m8[h]") + np.datetime64("2020-01-01", "us"))),
    "timedelta64[s]": pd.Series(np.where(null, np.timedelta64("NaT"), ints.astype("m8[s]"))),
    "str": hide(text).astype("str"), "string": hide(text).astype("string"),
    "Int64": hide(ints).astype("Int64"), "Int8": hide(ints).astype("Int8"), "UInt16": hide(np.abs(ints)).astype("UInt16"),
    "Float64": hide(ints / 8).astype("Float64"), "Float32": hide(ints / 8).astype("Float32"), "boolean": hide(ints % 2 == 0).astype("boolean"),
    "category": hide(text).astype("category"), "ordered": hide(text).astype(pd.CategoricalDtype(["b", "ab", "", "a longer text", "a"], ordered=True)),
    "objects": pd.Series(hide(ints), dtype=object), "texts": pd.Series(hide(text), dtype=object), "complex": pd.Series(ints + 1j * ints[::-1]),
}
keys = {
    "k": pd.Series(rng.choice(["x", "y", "z", None], n), dtype="str"),
    "f": pd.Series(rng.choice([2.0, 1.0, -0.0, 0.0, np.nan], n)),
}
aggs = ["sum", "prod", "min", "max", "mean", "count", "size", "first", "last", "std", "var", "sem", "any", "all", "nunique", "median", "quantile", "idxmin", "idxmax"]
cases = []
for by, sort, dropna in ((["k"], True, True), (["k"], False, False), (["f", "k"], True, False), (["f", "k"], False, True)):
    df = pd.DataFrame(keys)
    g = df.assign(one=1).groupby(by, sort=sort, dropna=dropna).size().reset_index()
    case = {"by": by, "sort": sort, "keep": not dropna, "keys": [golden.column(keys[b]) for b in by], "groups": [golden.column(g[b]) for b in by], "aggs": []}
    cases.append(case)
    for name, v in cols.items():
        gb = df.assign(v=v).groupby(by, sort=sort, dropna=dropna)["v"]
        for a in aggs:
            e = {"column": name, "agg": a}
            kw = [{}]
            if a in ("sum", "prod", "min", "first") and name in ("int64", "float64", "Int64", "timedelta64[s]"):
                kw.append({"min_count": 4})
            if a == "quantile":
                kw += [{"q": 0.3}, {"q": 0.8, "interpolation": "lower"}]
            if a in ("std", "var"):
                kw.append({"ddof": 0})
            if a == "nunique":
                kw.append({"dropna": False})
            for k in kw:
                r = dict(e, args=k)
                try:
                    r["want"] = golden.column(getattr(gb, a)(**k))
                except Exception as err:
                    r["error"] = str(err)
                case["aggs"].append(r)
golden.write({"columns": {k: golden.column(v) for k, v in cols.items()}, "groupings": cases})
