"""Goldens of where and mask, of fills, and of values as arrays."""
import os
import sys
import warnings

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

warnings.simplefilter("ignore")
n = 26
i = np.arange(n)
holes = pd.DataFrame({"f": np.where((i < 2) | (i % 7 > 2), np.nan, i / 2), "s": pd.Series(["x%d" % k if k in (3, 4, 15) else None for k in i], dtype="str"),
                      "N": pd.array([k if k in (0, 12) else None for k in i], dtype="Int64"), "t": pd.Series(np.array([k if k % 9 == 8 else "NaT" for k in i], "M8[us]")),
                      "i": i, "o": pd.Series([k if k % 11 == 5 else None for k in i], dtype=object)}, index=pd.Index(["r%02d" % k for k in i], name="key"))
df = pd.DataFrame({"i": i * 5 % 11, "f": i / 4, "u": (i % 4).astype("u1"), "b": i % 3 == 0})
num, m = df[["i", "f", "u"]], df["b"]
cases = {"in holes": holes, "in df": df}
cases.update({
    "ffill": holes.ffill(), "bfill": holes.bfill(), "ffill series": holes["f"].ffill(), "bfill text": holes["s"].bfill(), "ffill none": holes.iloc[:0].ffill(),
    "where": num.where(m, axis=0), "where value": df["i"].where(m, -1), "where half": df["i"].where(m, 0.5), "where text": df["f"].where(m, "z"), "mask": df["f"].mask(m),
    "mask value": num.mask(df[["b"]]["b"], 0, axis=0) if False else pd.DataFrame({c: num[c].mask(m, 0) for c in num}), "where all": df["i"].where(df["i"] >= 0),
    "where frame": num.where(num > 2, 0), "mask bool": df["b"].mask(df["i"] > 5), "where other labels": df["i"].where(df["b"].head(5)), "mask other labels": df["i"].mask(df["b"].tail(5), 0.5),
    "values": num.to_numpy(), "values of a series": df["f"].to_numpy(), "values as": num.to_numpy(dtype="int16"), "labels": df.index.to_numpy(), "of tensor": pd.Series(np.arange(n) * 2.0, name="q"),
})
for k in (1, 3):
    cases[f"ffill {k}"], cases[f"bfill {k}"] = holes.ffill(limit=k), holes.bfill(limit=k)
cases["ffill series limit"] = holes["s"].ffill(limit=2)
run = pd.DataFrame({"i": i * 5 % 11 - 4, "f": np.where(i % 7 == 4, np.nan, i / 3 - 2), "u": (i % 5 + 1).astype("u1"), "b": i % 3 == 0, "w": (i / 8).astype("f4"),
                    "N": pd.array([None if k in (0, 12, 13) else k for k in i], dtype="Int64"), "F": pd.array([None if k == 9 else k / 4 for k in i], dtype="Float64"),
                    "t": pd.Series(np.array([k * 7 % 13 if k % 9 else "NaT" for k in i], "M8[us]")), "d": pd.Series(np.array([k * 5 % 13 if k % 8 else "NaT" for k in i], "m8[us]"))},
                   index=holes.index)
cases["in run"], cases["cumsum numbers"] = run, run[["i", "f", "u", "b", "w", "N", "F"]].cumsum()
for f in ("cumsum", "cumprod", "cummin", "cummax"):
    cols = [c for c in run if not (c == "t" and f in ("cumsum", "cumprod") or c == "d" and f == "cumprod")]
    cases[f], cases[f"{f} strict"] = getattr(run[cols], f)(), getattr(run[cols], f)(skipna=False)
    cases[f"{f} series"], cases[f"{f} none"], cases[f"{f} one"] = getattr(run["F"], f)(), getattr(run[cols].iloc[:0], f)(), getattr(run[cols].iloc[:1], f)()
golden.write(cases)
