import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

v = np.array([(i * 37 + 11) % 101 for i in range(150)], "f8")
v[7] = np.nan
w = np.array([(i * 5) % 13 for i in range(60)], "i4")
m = np.array([(i * 29) % 17 for i in range(12 * 8)], "f8").reshape(12, 8)
f = (m / 3).astype("f4")
e = np.array([], "f8")
iu = np.unique(w, return_index=True, return_inverse=True, return_counts=True)
mu = np.unique(m, return_inverse=True)
cases = {
    "sort": np.sort(v), "sort ints": np.sort(w), "sort rows": np.sort(m), "sort columns": np.sort(m, axis=0), "sort nothing": np.sort(e),
    "argsort": np.argsort(v, kind="stable"), "argsort ints": np.argsort(w, kind="stable"), "argsort columns": np.argsort(m, axis=0, kind="stable"),
    "topk": np.sort(w)[::-1][:7], "least": np.sort(w)[:7], "topk of few": np.sort(w[:3])[::-1],
    "unique": np.unique(v), "unique values": iu[0], "unique index": iu[1], "unique inverse": iu[2], "unique counts": iu[3],
    "unique of a matrix": mu[0], "inverse of a matrix": mu[1], "unique of nothing": np.unique(e),
    "median": np.median(w), "median of NaN": np.median(v), "median of rows": np.median(m, axis=1), "median of a matrix": np.median(m),
    "quantiles": np.quantile(w, [0, 0.25, 0.6, 1]), "quantiles of columns": np.quantile(m, [0.1, 0.9], axis=0),
    "percentile": np.percentile(f, 30.0), "keepdims": np.quantile(m, 0.3, axis=(0, 1), keepdims=True), "float32": np.quantile(f, 0.4, axis=0),
}
for method in ["inverted_cdf", "hazen", "weibull", "median_unbiased", "lower", "higher", "midpoint", "nearest"]:
    cases["method " + method] = np.quantile(w, [0.1, 0.5, 0.77], method=method)
golden.write(cases)
