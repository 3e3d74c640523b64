import os
import sys

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "marstest"))
from golden import call, write

N = 29
r = np.random.RandomState(11)
nan = float("nan")
df = pd.DataFrame({
    "k": [None if i % 9 == 5 else "acbdb"[r.randint(5)] for i in range(N)],
    "i": r.randint(-2, 3, N),
    "g": [nan if i % 6 == 4 else float(r.randint(0, 4)) / 2 for i in range(N)],
    "n": [nan if i % 4 == 1 else round(float(v), 2) for i, v in enumerate(r.randn(N))],
    "v": r.randint(-9, 9, N),
    "u": r.randint(0, 9, N).astype("uint64"),
    "w": r.randint(0, 200, N).astype("float32"),
    "b": r.rand(N) > 0.5,
    "s": [None if i % 7 == 3 else "wxyz"[r.randint(4)] * r.randint(1, 3) for i in range(N)],
    "t": pd.to_datetime(r.randint(0, 10**9, N), unit="s"),
    "d": pd.to_timedelta(r.randint(0, 10**6, N), unit="s"),
    "m": pd.array([None if i % 5 == 2 else int(v) for i, v in enumerate(r.randint(0, 6, N))], "Int64"),
})
df["c"] = pd.Categorical([None if i == 8 else "pqrs"[r.randint(3)] for i in range(N)], categories=["s", "r", "q", "p"])
df["o"] = pd.Categorical(["hml"[r.randint(3)] for i in range(N)], categories=["l", "m", "h", "none"], ordered=True)

cases = {"frame": df}
num = ["n", "v", "u", "w", "b", "d", "m"]
keys = {"k": ["k"], "g c": ["g", "c"]}


def g(key, cols, **o):
    return df[list(dict.fromkeys(keys[key] + cols))].groupby(keys[key], observed=True, **o)


for f in ["cumsum", "cumprod", "cummin", "cummax"]:
    cols = [c for c in num if not (f == "cumprod" and c == "d")] + (["t"] if f in ("cummin", "cummax") else [])
    for key in keys:
        for dropna in (True, False):
            cases[f"{f} {key} {dropna}"] = getattr(g(key, [c for c in cols if c not in keys[key]], dropna=dropna), f)()
    cases[f"{f} series"] = getattr(df.groupby("k")["n"], f)()
    cases[f"{f} text"] = call(lambda: getattr(df.groupby("i")["s"], f)())
    cases[f"{f} categories"] = call(lambda: getattr(df.groupby("i")["c"], f)())
for key in keys:
    for dropna in (True, False):
        d = g(key, ["n", "s"], dropna=dropna)
        cases[f"cumcount {key} {dropna}"] = d.cumcount()
        cases[f"cumcount down {key} {dropna}"] = d.cumcount(ascending=False)
        for p in (1, -2):
            cases[f"shift {p} {key} {dropna}"] = g(key, [c for c in num + ["s", "t", "o"] if c not in keys[key]], dropna=dropna).shift(p)
        for n in (2, -1):
            cases[f"head {n} {key} {dropna}"] = df.groupby(keys[key], observed=True, dropna=dropna).head(n)
            cases[f"tail {n} {key} {dropna}"] = df.groupby(keys[key], observed=True, dropna=dropna).tail(n)
        for m in ["average", "min", "max", "first", "dense"] if key == "k" else ["average"]:
            cases[f"rank {m} {key} {dropna}"] = g(key, ["n", "v", "b", "s", "t", "m", "o"], dropna=dropna).rank(method=m)
        for f in ["sum", "mean", "count", "min", "first", "median"]:
            cases[f"transform {f} {key} {dropna}"] = g(key, ["n", "v", "u"] if f in ("sum", "mean", "median") else ["n", "v", "w"], dropna=dropna).transform(f)
cases["shift filled"] = df.groupby("i")[["n", "v"]].shift(1, fill_value=7)
cases["shift filled text"] = df.groupby("i")["s"].shift(-2, fill_value="new")
cases["shift filled dropped"] = df.groupby("k")["v"].shift(fill_value=-1)
for o in ("keep", "top", "bottom"):
    for up in (True, False):
        for m in ("average", "first", "dense"):
            cases[f"rank {o} {up} {m}"] = df.groupby("i")[["n", "s", "v"]].rank(method=m, na_option=o, ascending=up)
            if m == "dense" or o == "keep":
                cases[f"rank pct {o} {up} {m}"] = df.groupby("i")["n"].rank(method=m, na_option=o, ascending=up, pct=True)
gaps = df[["i", "t"]].assign(t=df["t"].mask(df.index % 5 == 3))
for f in ["cummin", "cummax", "rank", "shift"]:
    cases[f"{f} of gaps"] = getattr(gaps.groupby("i"), f)()
cases["gaps"] = gaps
cases["rank of categories"] = call(lambda: df.groupby("i")["c"].rank())
cases["rank by what"] = call(lambda: df.groupby("i")["n"].rank(method="worst"))
cases["head of a column"] = df.groupby("k")["n"].head(2)
cases["tail of columns"] = df.groupby(["k", "i"])[["n", "k"]].tail(1)
for n in (0, -1, [1, 0, -2], [3, 1], []):
    for dropna in (True, False):
        cases[f"nth {n} {dropna}"] = df.groupby(["k", "i"], dropna=dropna).nth(n)
cases["nth of a column"] = df.groupby("k")["n"].nth(1)
cases["nth of columns"] = df.groupby("g")[["n", "k"]].nth([-1, 1])
cases["size of a column"] = df.groupby("k")["n"].transform("size")
cases["size of rows"] = df.groupby("i")[["n", "v"]].transform("size")
cases["by a series"] = df.groupby(df["i"])["v"].cumsum()
cases["by a level"] = df.set_index("i").groupby(level=0)["n"].cumsum()
cases["of none"] = df.iloc[:0].groupby("i")[["n", "v"]].cumsum()
cases["group"] = df.groupby(["k", "i"]).get_group(("b", 0))
cases["group of a column"] = df.groupby("k")["n"].get_group("b")
cases["group of columns"] = df.groupby("k", dropna=False)[["n", "v"]].get_group("c")
cases["group of a float"] = df.groupby("g").get_group(0.5)
cases["sorted head"] = df[["i", "n"]].sort_values("n", ascending=False).groupby("i").head(2)
write(cases)
