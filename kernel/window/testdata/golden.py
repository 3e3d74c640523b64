"""Writes golden.json with pandas' answers. Made with pandas 3.1.1: python golden.py > golden.json"""
import json
import sys

import numpy as np
import pandas as pd

rng = np.random.default_rng(3)
n = 40
base = np.where(rng.random(n) < 0.2, np.nan, rng.normal(size=n) * 100)
inputs = {
    "plain": rng.normal(size=n), "missing": base, "same": np.repeat([3.3, 1e9, 0.1], 8), "wide": np.concatenate([[1e16], np.ones(9), [-1e16], np.full(9, 0.1)]),
    "small": np.abs(rng.normal(size=n)) * 10.0 ** rng.integers(-2, 3, n), "none": np.full(5, np.nan), "empty": np.array([]), "one": np.array([2.5]),
    "inf": np.array([1, np.inf, 2, 3, -np.inf, 4, 5, 6.0]),
}
num = lambda a: [None if x != x else ("inf" if x == np.inf else "-inf" if x == -np.inf else x) for x in map(float, a)]
cases = []
for name, v in inputs.items():
    s = pd.Series(v)
    for window, least, center in ((1, None, False), (3, None, False), (4, 2, True), (7, 0, False), (50, 1, False), (0, 0, False)):
        for f in ("sum", "mean", "var", "std", "min", "max"):
            r = getattr(s.rolling(window, min_periods=least, center=center), f)()
            cases.append({"input": name, "func": f, "window": window, "least": window if least is None else least, "center": center, "want": num(r)})
    for least in (1, 4):
        for f in ("sum", "mean", "var", "std", "min", "max"):
            cases.append({"input": name, "func": f, "growing": True, "least": least, "want": num(getattr(s.expanding(least), f)())})
for c in cases:
    c["want"] = [x if x is None or isinstance(x, str) else float(f"{x:.17g}") for x in c["want"]]
json.dump({"inputs": {k: num(v) for k, v in inputs.items()}, "cases": cases}, sys.stdout, separators=(",", ":"))
sys.stdout.write("\n")
