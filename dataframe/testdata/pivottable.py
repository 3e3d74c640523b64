import os
import sys

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "marstest"))
from golden import call, write

N = 34
r = np.random.RandomState(2)
nan = float("nan")
df = pd.DataFrame({
    "a": [None if i % 11 == 5 else "xyz"[r.randint(3)] for i in range(N)],
    "b": r.randint(0, 3, N),
    "c": [None if i % 13 == 2 else "pqrs"[r.randint(4)] for i in range(N)],
    "d": r.rand(N) > 0.4,
    "v": r.randint(-50, 50, N),
    "w": [nan if i % 3 == 1 else round(float(v), 2) for i, v in enumerate(r.randn(N))],
    "m": np.round(r.randn(N), 2),
})
df["e"] = pd.Categorical(["lmh"[r.randint(3)] for i in range(N)], categories=["l", "m", "h", "none"], ordered=True)
p = df.pivot_table
num = df[["a", "c", "v", "w", "m"]]
cases = {"frame": df}
cases["one"] = p(values="m", index="a", columns="c")
cases["sum"] = p(values="v", index="a", columns="c", aggfunc="sum")
cases["full"] = p(values="v", index="d", columns="b", aggfunc="sum")
cases["list"] = p(values=["w", "m"], index="a", columns="c")
cases["list of one"] = p(values=["w"], index="a", columns="c", aggfunc="max")
cases["all values"] = num.pivot_table(index="a", columns="c")
cases["two rows"] = p(values="m", index=["a", "b"], columns="c")
cases["two columns"] = p(values="m", index="a", columns=["c", "d"])
cases["both"] = p(values=["v", "m"], index=["a", "b"], columns=["c", "d"], aggfunc="count")
cases["no columns"] = p(values="m", index="a")
cases["no columns list"] = p(values=["w", "m"], index=["a", "d"], aggfunc="min")
cases["fill"] = p(values="v", index="a", columns="c", aggfunc="sum", fill_value=0)
cases["fill float"] = p(values=["m", "w"], index=["a", "b"], columns="c", fill_value=-1)
cases["fill half"] = p(values="v", index=["a", "b"], columns="c", aggfunc="max", fill_value=0.5)
cases["median"] = p(values="m", index="a", columns="d", aggfunc="median")
cases["nunique"] = p(values="v", index="a", columns="d", aggfunc="nunique")
cases["first text"] = p(values="c", index="a", columns="b", aggfunc="first")
cases["category"] = p(values="m", index="e", columns="a")
cases["category columns"] = p(values="m", index="a", columns="e")
cases["not observed"] = p(values="v", index="e", columns="d", aggfunc="sum", observed=False)
cases["dict"] = p(index="a", columns="d", aggfunc={"w": "min", "m": "max"})
cases["list of functions"] = p(values="m", index="a", aggfunc=["sum", "min"])
cases["functions by columns"] = p(values=["m", "w"], index="a", columns="d", aggfunc=["sum", "min"])
cases["functions of one value"] = p(values="m", index="a", columns="d", aggfunc=["sum", "min"])
cases["missing column"] = df[df.b > 0].assign(w=df.w.where(df.c != "p")).pivot_table(values=["w", "v"], index="a", columns="c")
cases["empty"] = df[:0].pivot_table(values="m", index="a", columns="c")
cases["one row"] = df[:1].pivot_table(values="v", index="a", columns="c", aggfunc="sum")
cases["err value"] = call(lambda: p(values="zz", index="a", columns="c"))
cases["err key"] = call(lambda: p(values="m", index="a", columns="zz"))
cases["err mean"] = call(lambda: p(values="c", index="a", columns="b"))
write(cases)
