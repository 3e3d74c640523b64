from rows_data import dupes, golden, labeled, mixed
import pandas as pd

d, l, u = mixed(), labeled(), dupes()
m = d["b"]
lm = pd.Series(l["b"].values[::-1], index=l.index[::-1])
few = pd.Series([True, False], index=["r00", "r07"])
call = golden.call
golden.write({
    "mask": d[m], "mask of a series": d["f"][m], "none": d[d["b"] & ~d["b"]], "all": d[d["b"] | ~d["b"]],
    "labels": l[l["b"]], "other order": l[lm], "repeated labels": u[u["b"]], "nullable": d[(d["n"] > 1)],
    "twice": d[m][d[m]["b"]].head(4), "head of filter": l[l["b"]].head(3), "tail of filter": d[m].tail(3), "objects": d[m.astype(object)],
    "repeated by unique": u[pd.Series([k % 2 == 0 for k in range(10)])],
})
