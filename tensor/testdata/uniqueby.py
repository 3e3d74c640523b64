import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

r = (np.arange(60).reshape(20, 3) * 37 + 11) % 2
q = (np.arange(48).reshape(4, 3, 4) * 7) % 3
n = np.array([[1.0, np.nan], [2.0, 0.0], [1.0, np.nan], [2.0, 0.0]])
v = np.array([2.0, np.nan, 1.0, np.nan, 2.0, -0.5, np.nan, 1.0])
x = ((np.arange(30) * 37 + 11) % 29 - 9).reshape(10, 3) / 4
w = np.arange(1.0, 11.0)
cases = {"in r": r, "in q": q, "in n": n, "in v": v, "in x": x, "in w": w}


def parts(name, *args, **kwargs):
    out = np.unique(*args, return_index=True, return_inverse=True, return_counts=True, **kwargs)
    for part, a in zip(("values", "index", "inverse", "counts"), out):
        cases[f"{name} {part}"] = a


parts("rows", r, axis=0)
parts("columns", r, axis=1)
parts("planes", q, axis=1)
parts("rows with NaN", n, axis=0)
parts("apart", v, equal_nan=False)
parts("ints apart", r, equal_nan=False)
k = x[x[:, 0] > 0]
cases |= {name: golden.call(g) for name, g in {
    "roll": lambda: np.roll(k, 2, axis=0),
    "roll all": lambda: np.roll(k, -4),
    "cov": lambda: np.cov(k, rowvar=False),
    "trace": lambda: np.trace(k, 1),
    "diagonal": lambda: np.diagonal(k, -1),
    "diag": lambda: np.diag(k),
    "square": lambda: np.diag(k[:, 1], 2),
    "square below": lambda: np.diag(k[:, 1], -1),
    "kron": lambda: np.kron(k[:, 1], [1.0, 2.0]),
    "average": lambda: np.average(x, axis=0, weights=w),
    "average by element": lambda: np.average(x, axis=0, weights=x**2 + 1),
}.items()}
golden.write(cases)
