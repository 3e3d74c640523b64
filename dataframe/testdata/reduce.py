import warnings

from rows_data import golden, mixed
import numpy as np
import pandas as pd

warnings.simplefilter("ignore")
call = golden.call
d = mixed()
narrow = pd.DataFrame({"i8": (np.arange(40) * 7 % 50).astype("i1"), "u8": (np.arange(40) * 9 % 200).astype("u1"), "f4": (np.arange(40) % 9 / 2).astype("f4")})
narrow.loc[3, "f4"] = np.nan
td = pd.DataFrame({"d": pd.Series(np.arange(12) * 1000003, dtype="m8[us]"), "t": pd.Series(np.arange(12) * 86400000007, dtype="M8[us]"), "o": pd.Categorical(list("abcabcabcab"), ordered=True).tolist() + [None]})
td.loc[5, "d"] = pd.NaT
td["o"] = td["o"].astype(pd.CategoricalDtype(["a", "b", "c"], ordered=True))
m = pd.DataFrame((np.arange(24.0) * 7 % 11).reshape(6, 4))
empty = mixed().iloc[:0]
out = {}
fs = ["sum", "prod", "min", "max", "mean", "std", "var", "sem", "any", "all", "count"]
for f in fs:
    out["matrix " + f] = getattr(m, f)()
    out["narrow " + f] = getattr(narrow, f)()
    out["numbers " + f] = getattr(d[["i", "f"]], f)()
    out["with bools " + f] = getattr(d[["i", "b", "f"]], f)()
    out["nullable " + f] = getattr(d[["n"]], f)()
    out["nullable and int " + f] = getattr(d[["n", "i"]], f)()
    out["rows " + f] = getattr(m, f)(axis=1)
    out["narrow rows " + f] = getattr(narrow, f)(axis=1)
    for c in "ifb":
        out["series %s %s" % (c, f)] = getattr(d[c], f)()
    if f != "count":
        out["numeric only " + f] = getattr(d, f)(**{"bool_only" if f in ("any", "all") else "numeric_only": True})
        out["keep " + f] = getattr(d[["i", "f"]], f)(skipna=False)
        out["keep nullable " + f] = getattr(d[["n"]], f)(skipna=False)
        out["keep rows " + f] = getattr(narrow, f)(axis=1, skipna=False)
    if f not in ("sem",):
        out["empty " + f] = getattr(empty[["i", "f"]], f)()
        out["empty int " + f] = getattr(empty["i"], f)()
for f in ["min", "max"]:
    out["texts " + f] = getattr(d[["s"]], f)()
    out["no texts " + f] = getattr(empty[["s"]], f)()
    out["times " + f] = getattr(d[["t"]], f)()
    out["mixed " + f] = getattr(td[["t"]], f)()
out["spans sum"] = td[["d"]].sum()
out["spans mean"] = td[["d"]].mean()
out["spans std"] = td[["d"]].std()
out["times mean"] = td[["t"]].mean()
out["times std"] = td[["t"]].std()
out["spans any"] = td[["d"]].any()
out["series time min"] = np.datetime64(td["t"].min().asm8)
out["series span sum"] = np.timedelta64(td["d"].sum().asm8)
out["texts sum"] = d[["s"]].sum()
out["texts and numbers"] = d[["s", "i"]].sum()
out["texts any"] = d[["s"]].any()
out["texts all"] = d[["s"]].all()
out["keep texts"] = d[["s"]].max(skipna=False)
out["count all"] = d.count()
out["count rows"] = d.count(axis=1)
out["count numbers"] = d.count(numeric_only=True)
out["ddof"] = d[["i", "f"]].var(ddof=0)
out["ddof of few"] = d[["f"]].iloc[:1].std(ddof=1)
out["min count"] = pd.DataFrame({"i": [1, 2], "f": [1.0, np.nan]}).sum(min_count=2)
out["min count int"] = pd.Series([1, 2]).sum(min_count=3)
out["min count rows"] = narrow[["u8", "f4"]].sum(axis=1, min_count=2)
out["filtered min"] = d["i"][d["i"] > 100].min()
out["filtered frame max"] = d[["i", "f"]][d["i"] > 100].max()
out["filtered some"] = d["i"][d["i"] > 5].min()
for k in list(out):
    if isinstance(out[k], (float, int, bool)):
        out[k] = np.asarray(out[k])
golden.write(out)
