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
golden.write(cases)
