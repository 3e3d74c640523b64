from rows_data import golden, labeled, mixed
import numpy as np
import pandas as pd

call = golden.call
d = mixed(33)
l = labeled(31)
out = {"in d": d, "in l": l, "in f": d["f"], "in i": d["i"], "in s": d["s"], "in t": d["t"]}
out["transposed"] = d[["i", "f"]].head(9).T
out["transposed labels"] = l[["i", "f", "s"]].head(5).T
out["transposed nullable"] = d[["n"]].head(4).T
two = d[["i", "f"]]
out["quantile"] = two.quantile(0.3)
out["quantiles"] = two.quantile([0.1, 0.5, 0.99])
out["quantile of times"] = d["t"].quantile([0.2, 0.7])
out["quantile of ints"] = np.asarray(d["i"].quantile(0.25))
out["quantile nearest"] = d["i"].quantile([0.2, 0.7], interpolation="nearest")
out["quantile lower"] = d["f"].quantile([0.2, 0.7], interpolation="lower")
out["quantile higher"] = d["f"].quantile([0.2, 0.7], interpolation="higher")
out["quantile midpoint"] = d["f"].quantile([0.2, 0.7], interpolation="midpoint")
out["quantiles nullable"] = d[["n"]].quantile([0.25])
out["quantile of numbers"] = d[["i", "f", "s"]].quantile(0.5, numeric_only=True)
out["describe"] = d[["i", "f", "t", "n"]].describe()
out["describe all"] = d[["i", "s", "b"]].describe(include="all")
out["describe percentiles"] = d[["f"]].describe(percentiles=[0.1, 0.999])
out["describe a series"] = d["f"].describe()
out["describe texts"] = d["s"].describe()


def put(of, rows, col, value, places=False):
    of = of.copy()
    if places:
        of.iloc[rows, of.columns.get_loc(col)] = value
    else:
        of.loc[rows, col] = value
    return of


out["put a label"] = put(l, "r07", "i", 99)
out["put labels"] = put(l, ["r07", "r21"], "f", -1.5)
out["put a slice"] = put(d, slice(3, 12), "i", 7)
out["put places"] = put(l, slice(2, 30, 5), "s", "put", True)
out["put backwards"] = put(d, slice(20, 4, -3), "i", 5, True)
out["put a list of places"] = put(l, [4, -1], "b", True, True)
out["put a place"] = put(l, -3, "f", 0.5, True)
out["put where true"] = put(d, d["b"], "f", 1.0)
out["put a series"] = put(d, d["b"], "i", d["i"] * 3)
out["put floats"] = put(d, d["b"], "f", d["i"])
out["put some rows"] = put(l, l["b"], "f", l["f"][l["b"]] * 2)
out["where a series"] = d["i"].where(d["b"], d["f"])
out["where a frame"] = two.where(two > 3, -two)
out["mask of labels"] = l["f"].mask(l["b"], l["f"].iloc[::-1] * 10)
golden.write(out)
