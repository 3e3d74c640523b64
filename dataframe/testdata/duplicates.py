from rows_data import golden, labeled, mixed
import numpy as np
import pandas as pd

call = golden.call
d = mixed(60)[["b", "n", "s"]]
l = labeled(40)[["f", "b"]]
t = mixed(60)["t"]
u = pd.DataFrame({"x": np.arange(20) % 7, "y": (np.arange(20) % 3 / 2)})
c = pd.Series(pd.Categorical(["b", None, "a", "b", "c", None, "a"] * 4, categories=list("zabc")), name="c")
o = pd.Series([1, "a", None, 1.0, "a", 2.5, None, 1] * 3, dtype=object)
out = {"in d": d, "in l": l, "in t": t, "in u": u, "in c": c, "in none": u.iloc[:0], "in s": d["s"], "in f": l["f"]}
for keep in ("first", "last", False):
    k = "none" if keep is False else keep
    out["drop " + k] = d.drop_duplicates(keep=keep)
    out["drop of one " + k] = d.drop_duplicates("s", keep=keep)
    out["drop of two " + k] = l.drop_duplicates(["b", "f"], keep=keep)
    out["drop times " + k] = t.drop_duplicates(keep=keep)
    out["drop categories " + k] = c.drop_duplicates(keep=keep)
    out["which " + k] = d.duplicated(keep=keep)
    out["which of one " + k] = l.duplicated(["f"], keep=keep)
    out["which times " + k] = t.duplicated(keep=keep)
out["renumbered"] = u.drop_duplicates(ignore_index=True)
out["none"] = u.iloc[:0].drop_duplicates()
out["which of none"] = u.iloc[:0].duplicated()
out["head"] = l.drop_duplicates().head(3)
out["count"] = np.asarray(len(u.drop_duplicates()))
out["unique"] = pd.Series(d["s"].unique())
out["unique floats"] = pd.Series(l["f"].unique())
out["unique times"] = pd.Series(t.unique())
out["unique categories"] = pd.Series(c.unique().set_categories(list("zabc")))
out["nunique"] = d.nunique()
out["nunique with missing"] = d.nunique(dropna=False)
out["nunique of many"] = mixed(18).nunique()
out["nunique of none"] = u.iloc[:0].nunique()
out["nunique rows"] = u.nunique(axis=1)
for n, s in {"s": d["s"], "f": l["f"], "t": t, "c": c}.items():
    out["nunique of " + n] = np.asarray(s.nunique())
    out["nunique with missing of " + n] = np.asarray(s.nunique(dropna=False))
out["bad keep"] = call(lambda: d.drop_duplicates(keep="some"))
golden.write(out)
