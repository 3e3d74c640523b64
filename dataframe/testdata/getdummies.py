import os
import sys

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "marstest"))
from golden import call, write

N = 21
r = np.random.RandomState(5)
nan = float("nan")
df = pd.DataFrame({
    "x": np.round(r.randn(N), 2),
    "s": [None if i % 5 == 2 else "cab"[r.randint(3)] for i in range(N)],
    "i": r.randint(-1, 3, N),
    "f": [nan if i % 6 == 4 else float(r.randint(0, 4)) / 2 for i in range(N)],
    "b": r.rand(N) > 0.3,
    "t": [pd.NaT if i % 9 == 1 else pd.Timestamp(2020, 1, r.randint(1, 4)) for i in range(N)],
    "q": pd.array([None if i % 7 == 1 else "uvw"[r.randint(3)] for i in range(N)], dtype="string"),
})
df["c"] = pd.Categorical([None if i % 8 == 7 else "pqrs"[r.randint(3)] for i in range(N)], categories=["s", "r", "q", "p"])
d = pd.get_dummies
cases = {"frame": df}
for k in df.columns:
    if k != "x":
        cases["series " + k] = d(df[k])
        cases["na " + k] = d(df[k], dummy_na=True, prefix="P", prefix_sep="-")
cases["frame all"] = d(df)
cases["columns"] = d(df, columns=["i", "s"], prefix=["I", "S"], prefix_sep=["_", ":"])
cases["one prefix"] = d(df[["s", "c", "x"]], prefix="Z")
cases["first"] = d(df[["s", "c"]], drop_first=True)
cases["first na"] = d(df["s"], drop_first=True, dummy_na=True)
for t in ["int64", "uint8", "float64", "float32", "int16"]:
    cases["dtype " + t] = d(df[["x", "s"]], dtype=t)
cases["none"] = d(df[["x", "i"]])
cases["empty"] = d(df[:0][["x", "s"]])
cases["empty cat"] = d(df[:0][["x", "c"]])
cases["all missing"] = d(df[df.s.isna()][["x", "s"]])
cases["one value"] = d(df[df.s == "a"]["s"], drop_first=True)
cases["err object"] = call(lambda: d(df, dtype=object))
cases["err length"] = call(lambda: d(df[["s", "c"]], prefix=["a", "b", "c"]))
cases["err column"] = call(lambda: d(df, columns=["zz"]))
write(cases)
