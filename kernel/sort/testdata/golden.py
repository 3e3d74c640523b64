"""Writes golden.json with NumPy's answers. Made with NumPy 2.4.6: python golden.py > golden.json"""
import json
import numpy as np

rng = np.random.default_rng(1)
hexes = lambda a: [float(v).hex() for v in np.asarray(a, float).ravel()]
methods = ["linear", "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen",
           "weibull", "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint", "nearest"]
qs = [0, 0.01, 0.1, 0.25, 0.3, 1 / 3, 0.5, 0.6, 0.75, 0.9, 0.99, 1]
quantile = []
for n in (1, 2, 3, 4, 5, 8, 10, 31):
    a = np.sort(rng.normal(size=n) * 10)
    for m in methods:
        quantile.append({"data": hexes(a), "q": hexes(qs), "method": m, "want": hexes(np.quantile(a, qs, method=m))})
hist = []
for n, lo, hi in ((10, 0, 1), (7, -3, 3), (1, 2, 2), (49, 0, 49), (3, 0.1, 0.7)):
    x = np.concatenate([rng.uniform(lo - 0.1, hi + 0.1, 50), np.linspace(lo, hi, n + 1), [np.nan]])
    w = rng.normal(size=len(x))
    c, e = np.histogram(x, n, (lo, hi))
    hist.append({"x": hexes(x), "w": hexes(w), "n": n, "lo": lo, "hi": hi, "edges": hexes(e), "counts": c.tolist(),
                 "sums": hexes(np.histogram(x, n, (lo, hi), weights=w)[0])})
    e = np.sort(np.concatenate([rng.uniform(lo, hi, 4), [lo, hi, hi]]))
    hist.append({"x": hexes(x), "w": hexes(w), "n": 0, "edges": hexes(e), "counts": np.histogram(x[:-1], e)[0].tolist(),
                 "sums": hexes(np.histogram(x[:-1], e, weights=w[:-1])[0])})
print(json.dumps({"numpy": np.__version__, "quantile": quantile, "histogram": hist}))
