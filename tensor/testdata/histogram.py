import os
import sys
import warnings

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

warnings.simplefilter("ignore")
n = np.arange(120)
f = ((n * 37 + 11) % 101 / 8.0 - 3).reshape(12, 10)
i, u, s = (f * 8).astype("i8"), (n * 5 % 256).astype("u1"), f.astype("f4")
w = (n % 7 / 4.0).reshape(12, 10)
nan = np.where(f > 6, np.nan, f)
edges = [-3.0, -1.0, 0.5, 0.5, 4.0, 8.0]
cases = {"f": f, "i": i, "u": u, "s": s, "w": w, "nan": nan}
for name, g in {
    "plain": lambda: np.histogram(f),
    "bins": lambda: np.histogram(f, 4),
    "ints": lambda: np.histogram(i, 7),
    "uint8": lambda: np.histogram(u, 16),
    "float32": lambda: np.histogram(s, 9),
    "range": lambda: np.histogram(f, 5, range=(-1, 2.5)),
    "range of nan": lambda: np.histogram(nan, 5, range=(-1, 2.5)),
    "edges": lambda: np.histogram(f, edges),
    "int edges": lambda: np.histogram(f, [-2, 0, 3]),
    "nan edges": lambda: np.histogram(nan, edges),
    "density": lambda: np.histogram(f, 6, density=True),
    "density of edges": lambda: np.histogram(f, [-3.0, 0.0, 1.0, 7.0], density=True),
    "weights": lambda: np.histogram(f, 6, weights=w),
    "int weights": lambda: np.histogram(f, 6, weights=i),
    "weights of edges": lambda: np.histogram(f, edges, weights=w),
    "density of weights": lambda: np.histogram(f, 6, weights=w, density=True),
    "nothing": lambda: np.histogram(np.zeros(0), 3),
    "one value": lambda: np.histogram(np.full(30, 2.0), 4),
    "scalar": lambda: np.histogram(2.5, 2),
    "not finite": lambda: np.histogram(nan, 5),
    "no bins": lambda: np.histogram(f, 0),
    "falling edges": lambda: np.histogram(f, [1.0, 0.0]),
    "crossed range": lambda: np.histogram(f, 3, range=(2, 1)),
    "rules of ints": lambda: np.histogram(i, "fd"),
    "rule within a range": lambda: np.histogram(f, "auto", range=(-1, 2.5)),
    "rule of one value": lambda: np.histogram(np.full(30, 2.0), "auto"),
    "rule of nothing": lambda: np.histogram(np.zeros(0), "fd"),
    "rule of nan": lambda: np.histogram(nan, "sqrt"),
    "no rule": lambda: np.histogram(f, "x"),
    **{rule: lambda rule=rule: np.histogram(f, rule) for rule in ["auto", "doane", "fd", "rice", "scott", "sqrt", "sturges"]},
    "other weights": lambda: np.histogram(f, 3, weights=w[:5]),
}.items():
    cases[name] = golden.call(g)
cases |= {
    "bin edges": np.histogram_bin_edges(f, 6),
    "bin edges of float32": np.histogram_bin_edges(s, 6),
    "bin edges of a range": np.histogram_bin_edges(i, 6, range=(0, 5)),
    "last counts": np.histogram(f, 6)[0][-2:], "integral of a density": np.sum(np.histogram(f, 6, density=True)[0] * np.diff(np.histogram(f, 6)[1])),
    "last counts between edges": np.histogram(f, edges)[0][-2:],
    "bin edges of edges": np.histogram_bin_edges(f, [1, 2, 5]),
}
golden.write(cases)
