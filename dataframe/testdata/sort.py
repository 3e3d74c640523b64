from rows_data import golden, labeled, mixed
import numpy as np
import pandas as pd

call = golden.call
d, l = mixed(60), labeled(40)
d["c"] = pd.Categorical([None if k % 11 == 7 else "pear apple fig".split()[k % 3] for k in range(60)], categories=["pear", "apple", "fig"])
d["u"] = np.arange(60, dtype="u1") * 7 % 31
x = mixed(45)[["i", "f"]]
x.index = pd.Index([(k * 17 % 23) - 5 for k in range(45)], name="n")
y = mixed(30)[["i"]]
y.index = pd.Index([np.nan if k % 6 == 1 else k * 13 % 10 / 2 for k in range(30)])
m = mixed(36)[["i", "s"]]
m.index = pd.MultiIndex.from_arrays([[k * 5 % 4 for k in range(36)], ["b", "a", "c"] * 12], names=["p", "q"])
z = labeled(20)
z.index = pd.to_datetime([86400 * (k * 7 % 20) for k in range(20)], unit="s")
out = {"in d": d, "in l": l, "in x": x, "in y": y, "in m": m, "in z": z, "in none": d.iloc[:0], "in f": d["f"], "in s": d["s"]}
k = {"kind": "stable"}
for c in "ifstbncu":
    out["by " + c] = d.sort_values(c, **k)
    out["down by " + c] = d.sort_values(c, ascending=False, **k)
    if c in "fsn":
        out["first by " + c] = d.sort_values(c, ascending=False, na_position="first", **k)
out["two"] = d.sort_values(["b", "f"])
out["three"] = d.sort_values(["s", "i", "t"], ascending=[False, True, False])
out["labels"] = l.sort_values("i", **k)
out["by a level"] = l.sort_values("key")
out["column and level"] = m.sort_values(["i", "q"], ascending=[True, False])
out["renumbered"] = l.sort_values("f", ignore_index=True, **k)
out["none"] = d.iloc[:0].sort_values("i")
out["series"] = d["f"].sort_values(**k)
out["series down"] = d["s"].sort_values(ascending=False, na_position="first", **k)
out["series renumbered"] = d["f"].sort_values(ignore_index=True, **k)
out["bad position"] = call(lambda: d.sort_values("i", na_position="middle"))
out["bad directions"] = call(lambda: d.sort_values(["i", "f"], ascending=[True, False, True]))
out["top"] = d.sort_values(["s", "f"], ascending=[False, True]).head(7)
out["top of all"] = l.sort_values("i", **k).head(100)
out["top renumbered"] = d.sort_values("f", ascending=False, ignore_index=True, **k).head(9)
out["top none"] = d.sort_values("f", **k).head(0)
out["top series"] = d["f"].sort_values(**k).head(4)
out["bottom"] = d.sort_values("f", **k).tail(4)
out["but two"] = d.sort_values("i", **k).head(-50)
out["index"] = x.sort_index(**k)
out["index down"] = x.sort_index(ascending=False, **k)
out["index of text"] = l.sort_index()
out["index of NaN"] = y.sort_index(**k)
out["index NaN first"] = y.sort_index(ascending=False, na_position="first", **k)
out["index of times"] = z.sort_index(ascending=False)
out["index renumbered"] = x.sort_index(ignore_index=True, **k)
out["range"] = d.sort_index()
out["range down"] = d.sort_index(ascending=False)
out["levels"] = m.sort_index(**k)
out["levels down"] = m.sort_index(ascending=False, **k)
out["levels mixed"] = m.sort_index(ascending=[False, True], **k)
out["level"] = m.sort_index(level="q", **k)
out["level down"] = m.sort_index(level=1, ascending=False, **k)
out["level alone"] = m.sort_index(level=1, sort_remaining=False, **k)
for n in (3, 60):
    for keep in ("first", "last", "all"):
        out["largest %d %s" % (n, keep)] = d["f"].nlargest(n, keep=keep)
        out["smallest %d %s" % (n, keep)] = d[["i", "f", "u"]].nsmallest(n, "i", keep=keep)
out["largest of two"] = d[["i", "f", "u"]].nlargest(9, ["i", "u"])
w = pd.DataFrame({"a": [2.0, 1.0, np.nan, 1.0, 2.0, np.nan, 1.0, 0.0], "b": [np.nan, 2.0, 1.0, np.nan, np.nan, 1.0, np.nan, 2.0], "c": range(8)})
out["in w"] = w
for n in (1, 2, 4, 5, 6, 7, 9):
    for keep in ("first", "last", "all"):
        for by in ("a b", "b a", "a b c"):
            out["largest %d by %s %s" % (n, by, keep)] = call(lambda: w.nlargest(n, by.split(), keep=keep))
            out["smallest %d by %s %s" % (n, by, keep)] = call(lambda: w.nsmallest(n, by.split(), keep=keep))
out["largest time"] = d["t"].nlargest(3)
out["largest none"] = d["f"].nlargest(-1)
out["largest text"] = call(lambda: d.nlargest(2, "s"))
out["largest text series"] = call(lambda: d["s"].nlargest(2))
out["bad keep"] = call(lambda: d.nlargest(2, "i", keep="some"))
golden.write(out)
