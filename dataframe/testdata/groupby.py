import os
import sys

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "marstest"))
from golden import call, write

N = 23
r = np.random.RandomState(7)
nan = float("nan")
df = pd.DataFrame({
    "k": [None if i == 5 else "acbdb"[r.randint(5)] for i in range(N)],
    "i": r.randint(-2, 3, N),
    "f": [nan if i % 6 == 4 else float(r.randint(0, 4)) / 2 for i in range(N)],
    "x": np.round(r.randn(N) * 10, 3),
    "n": [nan if i % 4 == 1 else round(float(v), 2) for i, v in enumerate(r.randn(N))],
    "v": r.randint(-100, 100, N),
    "u": r.randint(0, 200, N).astype("uint8"),
    "w": r.randint(0, 200, N).astype("float32"),
    "b": r.rand(N) > 0.5,
    "s": [None if i % 7 == 3 else "wxyz"[r.randint(4)] * r.randint(1, 3) for i in range(N)],
    "t": pd.to_datetime(r.randint(0, 10**9, N), unit="s"),
    "d": pd.to_timedelta(r.randint(0, 10**6, N), unit="s"),
})
df["c"] = pd.Categorical([None if i == 8 else "pqrs"[r.randint(3)] for i in range(N)], categories=["s", "r", "q", "p"])
df["o"] = pd.Categorical(["hml"[r.randint(3)] for i in range(N)], categories=["l", "m", "h", "none"], ordered=True)
num = df[["k", "i", "f", "x", "n", "v", "b"]]

cases = {"frame": df}
for f in ["sum", "prod", "mean", "min", "max", "count", "first", "last", "std", "var", "sem", "any", "all", "median", "nunique"]:
    cols = ["k", "x", "n", "v", "b"] if f not in ("std", "var", "sem", "mean", "median") else ["k", "x", "n", "v", "w"]
    d = df.astype({"w": "float64"}) if f == "mean" else df  # pandas goes back to float32 if the means fit
    cases["one " + f] = getattr(d[cols].groupby("k"), f)()
    cases["unsorted " + f] = df[["i", "x", "n", "v"]].groupby("i", sort=False).agg(f)
    cases["filled " + f] = df[["c", "x", "n", "v"]].groupby("c", observed=False).agg(f)
for f in ["min", "max", "count", "first", "last", "nunique", "any", "all", "sum"]:
    cases["text " + f] = df[["k", "s"]].groupby("k").agg(f)
for f in ["min", "max", "count", "first", "last", "nunique", "mean", "median"]:
    cases["time " + f] = df[["k", "t", "d"]].groupby("k").agg(f)
for f in ["min", "max", "count", "first", "last", "nunique"]:
    cases["ordered " + f] = df[["k", "o"]].groupby("k").agg(f)
cases["size"] = df.groupby("k").size()
cases["size col"] = df.groupby("k")["x"].size()
cases["size columns"] = df.groupby("k", as_index=False).size()
cases["size filled"] = df.groupby(["c", "o"], observed=False).size()
cases["quantile"] = num.groupby("i").quantile(0.3, numeric_only=True) if False else df[["i", "x", "v"]].groupby("i").quantile(0.3)
cases["quantile lower"] = df[["i", "x", "n"]].groupby("i").quantile(0.6, interpolation="lower")
qs = [0.75, 0.1, 1]
for sort in (True, False):
    for dropna in (True, False):
        cases[f"quantiles {sort} {dropna}"] = df.groupby(["k", "f"], sort=sort, dropna=dropna)[["x", "n", "t", "d"]].quantile(qs)
for how in ["lower", "higher", "midpoint", "nearest"]:
    cases["quantiles " + how] = df.groupby("i")[["x", "n", "v"]].quantile(qs, interpolation=how)
cases["quantiles columns"] = df.groupby(["i", "b"], as_index=False)[["x", "w"]].quantile(qs)
cases["quantiles series"] = df.groupby("k")["v"].quantile([0.5])
cases["quantiles series columns"] = df.groupby("k", as_index=False)["v"].quantile([0.5, 0.2])
cases["quantiles none"] = df.groupby("k")[["v", "n"]].quantile([])
cases["quantiles numbers"] = df[["k", "s", "x"]].groupby("k").quantile([0.5, 0], numeric_only=True)
cases["quantiles of no rows"] = df[:0].groupby("k")["v"].quantile(qs)
cases["min_count"] = df[["i", "v", "n"]].groupby("i").sum(min_count=4)
cases["ddof"] = df[["i", "v", "n"]].groupby("i").std(ddof=0)
cases["numeric_only"] = df.astype({"w": "float64"}).groupby("k").mean(numeric_only=True)
cases["nunique nulls"] = df[["k", "n", "s"]].groupby("k").nunique(dropna=False)
for key in ["k", "i", "f", "b", "t", "c", "o", "u"]:
    for sort in (True, False):
        for dropna in (True, False):
            cases[f"key {key} {sort} {dropna}"] = df[list(dict.fromkeys([key, "v", "x"]))].groupby(key, sort=sort, dropna=dropna).agg({"v": "sum", "x": "max"})
            cases[f"row {key} {sort} {dropna}"] = df[list(dict.fromkeys([key, "x"]))].groupby(key, sort=sort, dropna=dropna).median()
for keys in [["k", "i"], ["i", "f"], ["f", "k", "b"], ["c", "o"], ["c", "i"]]:
    name = " ".join(keys)
    for sort in (True, False):
        for dropna in (True, False):
            g = df.groupby(keys, sort=sort, dropna=dropna)
            cases[f"keys {name} {sort} {dropna}"] = g[["v"]].sum()
    cases[f"columns {name}"] = df.groupby(keys, as_index=False)[["v", "x"]].max()
    cases[f"rows {name}"] = df.groupby(keys)[["v", "x"]].median()
for sort in (True, False):
    for dropna in (True, False):
        cases[f"unseen c {sort} {dropna}"] = df.groupby("c", observed=False, sort=sort, dropna=dropna)[["v", "x"]].agg(["sum", "min", "count", "median"])
        cases[f"unseen all {sort} {dropna}"] = df[:9].groupby(["i", "o", "b", "c"], observed=False, sort=sort, dropna=dropna)[["v"]].sum()
        cases[f"unseen o c {sort} {dropna}"] = df.groupby(["o", "c"], observed=False, sort=sort, dropna=dropna)[["v"]].max()
        cases[f"unseen i c {sort} {dropna}"] = df.groupby(["i", "c"], observed=False, sort=sort, dropna=dropna)[["v"]].first()
cases["list"] = df.groupby("k")[["x", "v"]].agg(["sum", "median", "count"])
cases["dict"] = df.groupby("k").agg({"x": "sum", "s": "nunique", "v": "max"})
cases["dicts"] = df.groupby("k").agg({"x": ["sum", "mean"], "v": "max"})
cases["named"] = df.groupby("k").agg(lo=("x", "min"), hi=("x", "max"), n=("s", "count"))
cases["series one"] = df.groupby("k")["x"].mean()
cases["series list"] = df.groupby("k")["x"].agg(["sum", "std"])
cases["series named"] = df.groupby("k")["x"].agg(a="sum", z="first")
cases["series columns"] = df.groupby("k", as_index=False)["x"].mean()
cases["list columns"] = df.groupby(["k"], as_index=False)["x"].agg(["sum", "std"])
x = df.set_index(["k", "i"])
cases["level name"] = x.groupby(level="i")[["x", "v"]].sum()
cases["level number"] = x.groupby(level=[1, 0])[["x", "v"]].sum()
cases["level by"] = x.groupby(["b", "i"])[["x", "v"]].sum()
cases["level range"] = df.groupby(level=0)[["x", "v"]].sum()
cases["level series"] = x["x"].groupby(level=-1).max()
cases["by series"] = df[["x", "v"]].groupby(df["k"]).sum()
cases["series by series"] = df["x"].groupby([df["k"], df["b"]]).sum()
cases["empty"] = df[:0][["k", "x", "v"]].groupby("k").agg(["sum", "mean", "median"])
cases["empty keys"] = df[:0].groupby(["k", "i"])["x"].max()
cases["one row"] = df[:1][["k", "x", "v"]].groupby("k").agg(["sum", "std"])
cases["cats none"] = df[:0].groupby("c", observed=False)["v"].sum()
cases["err mean text"] = call(lambda: df.groupby("k").mean())
cases["err unknown"] = call(lambda: df.groupby("k")["x"].agg("foo"))
cases["err column"] = call(lambda: df.groupby("k").agg({"zz": "sum"}))
cases["err named"] = call(lambda: df.groupby("k").agg(q=("zz", "sum")))
cases["err select"] = call(lambda: df.groupby("k")["zz"])
cases["err key"] = call(lambda: df.groupby("zz").sum())
cases["err none"] = call(lambda: df.groupby())
cases["err level"] = call(lambda: df.groupby(level=3).sum())
cases["err nested"] = call(lambda: df.groupby("k")["x"].agg({"a": "sum"}))
for name in ("skew", "kurt", "idxmax", "idxmin", "describe"):
    cases[f"{name} frame"] = getattr(df.groupby("k")[["x", "v"]], name)()
    cases[f"{name} unsorted"] = getattr(df.groupby("i" if name == "describe" else ["k", "b"], sort=False)[["x", "v"]], name)()
    cases[f"{name} column"] = getattr(df.groupby("i", dropna=False)["x"], name)()
    cases[f"{name} series"] = getattr(df["x"].groupby(df["k"]), name)()
    cases[f"{name} columns"] = getattr(df.groupby("k", as_index=False)[["x", "v"]], name)()
cases["describe percentiles"] = df.groupby("k")["x"].describe(percentiles=[0.1, 0.999])
cases["flat sum"] = df[["x", "v"]].sum(axis=None)
write(cases)
