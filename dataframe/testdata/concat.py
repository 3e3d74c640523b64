from rows_data import dupes, golden, labeled, mixed
import numpy as np
import pandas as pd

call = golden.call
A = pd.DataFrame
a = mixed(14)
b = A({"z": np.arange(5) / 2, "s": list("vwxyz")})
d = A({"i": np.arange(4) + 0.5, "b": np.arange(4), "s": [1, 2, 3, 4], "n": np.arange(4), "f": np.arange(4, dtype="i1")})
l, u = labeled(12)[["i", "f"]], dupes(9)[["f", "i"]]
x = A({"x": np.arange(9)}, index=[k * 7 % 11 for k in range(9)])
y = A({"y": np.arange(7) / 2, "b": [True, False] * 3 + [True]}, index=[k * 5 % 13 for k in range(7)])
p, q = labeled(10)[["i"]], labeled(15)[["b"]].iloc[2:]
t1, t2 = mixed(6)[["i"]], mixed(8)[["f"]]
t1.index = pd.to_datetime([86400 * (k * 5 % 7) for k in range(6)], unit="s")
t2.index = pd.to_datetime([86400 * (k * 3 % 11) for k in range(8)], unit="s")
k1, k2 = A({"v": [1, 2, 3]}, index=pd.Index([5, 6, 9], name="k")), A({"v": [4, 5]}, index=pd.Index([6.5, 1.0], name="k"))
out = {"in a": a, "in b": b, "in d": d, "in l": l, "in u": u, "in x": x, "in y": y, "in p": p, "in q": q, "in t1": t1, "in t2": t2, "in k1": k1, "in k2": k2,
       "in si": a["i"], "in sf": a["f"], "in sz": b["z"]}
c = pd.concat
out["below"] = c([a, a])
out["missing columns"] = c([a, b])
out["inner"] = c([a, b], join="inner")
out["three"] = c([b, a, b], ignore_index=True)
out["dtypes"] = c([a[["i", "b", "s", "n", "f"]], d])
out["dtypes back"] = c([d, a[["n", "i", "b", "f", "s"]]], sort=True)
out["keys"] = c([l, l.head(3)], keys=["A", "B"])
out["keys and names"] = c([l, l.head(3)], keys=[1, 2], names=["outer", "inner"])
out["mixed labels"] = c([l, u])
out["labels of dtypes"] = c([k1, k2])
out["series"] = c([a["i"], a["f"]])
out["series of one name"] = c([a["f"], a["f"]], ignore_index=True)
out["series and frame"] = c([a["i"], b])
out["filtered"] = c([a[a["b"]], a[~a["b"]]])
out["none"] = c([a.iloc[:0], a.head(2)])
out["head"] = c([a, a]).head(20)
out["beside"] = c([a, mixed(14)[["i"]]], axis=1)
out["beside series"] = c([a["i"], a["f"]], axis=1)
out["beside keys"] = c([a[["i"]], a[["f"]]], axis=1, keys=["p", "q"])
out["beside numbered"] = c([a[["i"]], a[["f"]]], axis=1, ignore_index=True)
out["beside other labels"] = c([x, y], axis=1)
out["beside sorted"] = c([x, y], axis=1, sort=True)
out["beside inner"] = c([x, y], axis=1, join="inner")
out["beside texts"] = c([p, q, p], axis=1)
out["beside times"] = c([t1, t2], axis=1)
out["beside shorter"] = c([a[["i", "b"]], b], axis=1)
out["beside twice"] = call(lambda: c([x, u], axis=1))
out["bad join"] = call(lambda: c([a, b], join="left"))
golden.write(out)
