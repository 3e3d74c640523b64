import os
import sys

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "marstest"))
from golden import call, write

N = 40
r = np.random.RandomState(3)
nan = float("nan")
df = pd.DataFrame({
    "s": [None if i % 5 == 2 else "abcdefgh"[min(7, int(r.exponential(2)))] for i in range(N)],
    "i": r.randint(-3, 4, N),
    "f": [nan if i % 6 == 4 else float(r.randint(0, 4)) / 2 for i in range(N)],
    "b": r.rand(N) > 0.3,
    "t": [pd.NaT if i % 9 == 1 else pd.Timestamp(2020, 1, r.randint(1, 5)) for i in range(N)],
    "n": pd.array([None if i % 4 == 1 else r.randint(0, 3) for i in range(N)], dtype="Int64"),
    "u": r.permutation(N),
})
df["c"] = pd.Categorical([None if i % 8 == 7 else "pqrs"[r.randint(3)] for i in range(N)], categories=["s", "r", "q", "p", "none"])
cases = {"frame": df}
for k in df.columns:
    for sort in (True, False):
        for dropna in (True, False):
            cases[f"{k} {sort} {dropna}"] = df[k].value_counts(sort=sort, dropna=dropna)
    cases[f"{k} up"] = df[k].value_counts(ascending=True)
    cases[f"{k} parts"] = df[k].value_counts(normalize=True)
    cases[f"{k} empty"] = df[k][:0].value_counts(normalize=True)
for ks in [["s", "i"], ["b", "f", "i"], ["c", "b"], ["n"], ["c"]]:
    name = " ".join(ks)
    for sort in (True, False):
        for dropna in (True, False):
            cases[f"rows {name} {sort} {dropna}"] = df.value_counts(ks, sort=sort, dropna=dropna)
    cases[f"rows {name} parts"] = df.value_counts(ks, normalize=True, ascending=True)
cases["one"] = df.value_counts("i")
cases["all"] = df[["b", "f"]].value_counts()
cases["err column"] = call(lambda: df.value_counts("zz"))
write(cases)
