from rows_data import golden, labeled, mixed
import numpy as np
import pandas as pd

call = golden.call
d = mixed(33)
l = labeled(31)
n = pd.DataFrame({"f4": (np.arange(21) * 8 % 13).astype("f4"), "u1": (np.arange(21) * 5 % 17).astype("u1"), "d": pd.Series(np.arange(21) * 7 % 10, dtype="m8[us]")})
m = mixed(12)[["i", "f"]]
m.index = pd.MultiIndex.from_product([list("ab"), range(6)])
allnan = pd.DataFrame({"x": [np.nan] * 9, "y": range(9)})
num = d[["i", "f", "b", "n"]]
out = {"in d": d, "in l": l, "in n": n, "in m": m, "in allnan": allnan, "in li": l["i"], "in ds": d["s"], "in df": d["f"], "in di": d["i"], "in mf": m["f"]}
out["median"] = num.median()
out["median of plain"] = d[["i", "f"]].median()
out["median keeps"] = d[["i", "f"]].median(skipna=False)
out["median keeps nullable"] = d[["n"]].median(skipna=False)
out["median numbers"] = d.median(numeric_only=True)
out["median narrow"] = n[["f4", "u1"]].median()
out["median spans"] = n[["d"]].median()
out["median times"] = d[["t"]].median()
out["median of NaN"] = allnan.median()
out["median of none"] = d[["i", "f"]].iloc[:0].median()
out["median of a series"] = d["f"].median()
out["median of ints"] = d["i"].median()
out["median of an even number"] = d["i"].iloc[:20].median()
out["median of texts"] = call(lambda: d.median())
out["idxmin"] = d.idxmin()
out["idxmax"] = d.idxmax()
out["idxmin labels"] = l.idxmin(numeric_only=True)
out["idxmax tuples"] = m.idxmax()
out["idxmax times"] = d[["t", "f"]].idxmax()
out["idxmin of a series"] = d["f"].idxmin()
out["idxmin of NaN"] = call(lambda: allnan.idxmin())
out["idxmin keeps"] = call(lambda: d[["f"]].idxmin(skipna=False))
out["idxmin of none"] = call(lambda: d[["i"]].iloc[:0].idxmin())
for k in list(out):
    if isinstance(out[k], (float, int)):
        out[k] = np.asarray(out[k])
golden.write(out)
