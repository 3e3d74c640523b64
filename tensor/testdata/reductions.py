import os
import sys
import warnings

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

warnings.simplefilter("ignore")
n = np.arange(7 * 9)
base = ((n * 37 + 11) % 29 - 9).reshape(7, 9)
x = {d: base.astype(d) for d in ("int8", "int64", "float16", "float32", "float64", "complex64", "complex128")}
x["uint8"] = (base + 9).astype("u1")
x["bool"] = base % 3 == 0
x["timedelta64[s]"] = base.astype("m8[s]")
x["datetime64[s]"] = base.astype("M8[s]")
for d in ("float16", "float32", "float64"):
    x[d] = x[d] / np.array(8, d)
x["nan"] = x["float64"].copy()
x["nan"][[1, 1, 4, 6], [0, 3, 3, 8]] = np.nan
x["nan"][:, 5] = np.nan
x["nan complex"] = x["nan"] * (1 + 2j)
x["NaT"] = x["timedelta64[s]"].copy()
x["NaT"][2, 3] = "NaT"
cases = {"in " + k: v for k, v in x.items()}
axes = {"all": None, "0": 0, "-1": -1, "0,1": (0, 1), "none": ()}
for k, v in x.items():
    for f in ("sum prod min max any all count_nonzero mean var std argmin argmax nansum nanprod nanmin nanmax nanmean nanvar nanstd "
              "nanargmin nanargmax").split():
        if f in ("prod", "nanprod") and k not in ("bool", "int64", "uint8", "timedelta64[s]"):
            continue  # see prods
        if f == "var" and k == "complex64" or f[:3] == "nan" and k in ("int8", "float32", "complex64", "complex128", "uint8"):
            continue
        for a, axis in axes.items():
            if "arg" in f and a in ("0,1", "none") or a == "none" and f not in ("sum", "mean"):
                continue
            cases[f"{f} {a} {k}"] = golden.call(lambda: getattr(np, f)(v, axis=axis))
small = 1 + x["nan"] / 64
f8, f4, i1, f2 = x["float64"], x["float32"], x["int8"], x["float16"]
empty = np.zeros((0, 3))
big = 1e9 + np.arange(1000) % 3
half = np.full(5000, 0.1, "f2")
cases |= {"small": small, "big": big} | {k: golden.call(g) for k, g in {
    "keepdims sum": lambda: f8.sum(axis=1, keepdims=True),
    "keepdims mean": lambda: f8.mean(keepdims=True),
    "keepdims std": lambda: f8.std(axis=(0, 1), keepdims=True),
    "keepdims argmin": lambda: f8.argmin(axis=0, keepdims=True),
    "keepdims argmin all": lambda: f8.argmin(keepdims=True),
    "prods": lambda: np.prod(small[:, :5]),
    "prods of columns": lambda: np.prod(small, axis=0),
    "nanprods": lambda: np.nanprod(small, axis=1),
    "sum to float32": lambda: i1.sum(dtype="f4"),
    "sum to int8": lambda: i1.sum(dtype="i1"),
    "sum to bool": lambda: i1.sum(dtype=bool, axis=0),
    "prod to float64": lambda: i1.prod(axis=1, dtype="f8"),
    "mean to float32": lambda: f8.mean(dtype="f4"),
    "mean to int64": lambda: f8.mean(axis=0, dtype="i8"),
    "var to float64": lambda: f4.var(dtype="f8", axis=0),
    "ddof 1": lambda: f8.var(axis=0, ddof=1),
    "ddof half": lambda: f8.std(axis=1, ddof=0.5),
    "ddof 9": lambda: f8.var(axis=1, ddof=9),
    "nan ddof 9": lambda: np.nanvar(f8, axis=1, ddof=9),
    "nan ddof 6": lambda: np.nanstd(x["nan"], axis=0, ddof=6),
    "sum of nothing": lambda: empty.sum(axis=0),
    "mean of nothing": lambda: empty.mean(axis=0),
    "var of nothing": lambda: empty.var(axis=0),
    "min of nothing": lambda: empty.min(axis=0),
    "min of no rows": lambda: empty.min(axis=1),
    "argmax of nothing": lambda: empty.argmax(),
    "nanargmax of nothing": lambda: np.nanargmax(empty, axis=0),
    "var of big numbers": lambda: big.var(),
    "sum of halves": lambda: half.sum(),
    "mean of halves": lambda: half.mean(),
    "scalar": lambda: np.mean(3.5),
    "argmin of a scalar": lambda: np.argmin(3.5),
    "std of one": lambda: np.std([2.5]),
    "bad axis": lambda: f8.sum(axis=2),
    "twice": lambda: f8.mean(axis=(0, 0)),
    "argmin of ties": lambda: np.argmin(np.tile([3, 1, 1, 2], 40)),
    "argmax of cube": lambda: np.argmax((n[:60] * 7 % 60).reshape(3, 4, 5)),
    "argmax of cube axis": lambda: np.argmax((n[:60] * 7 % 60).reshape(3, 4, 5), axis=1),
    "ptp of cube": lambda: np.ptp((n[:60] * 7 % 60).reshape(3, 4, 5), axis=(0, 2)),
}.items()}
golden.write(cases)
