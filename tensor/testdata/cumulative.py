import os
import sys
import warnings

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

warnings.simplefilter("ignore")
n = np.arange(6 * 9)
base = ((n * 37 + 11) % 29 - 9).reshape(6, 9)
x = {"int8": base.astype("i1"), "uint8": (base + 9).astype("u1"), "bool": base % 3 == 0, "int64": base, "float16": (base / 8).astype("f2"),
     "float32": (base / 8).astype("f4"), "float64": base / 8, "complex128": base * (1 - 0.5j), "timedelta64[s]": base.astype("m8[s]"),
     "datetime64[s]": base.astype("M8[s]")}
x["nan"] = x["float64"].copy()
x["nan"][[1, 4, 4], [0, 3, 8]] = np.nan
x["NaT"] = x["timedelta64[s]"].copy()
x["NaT"][2, 3] = "NaT"
cases = {"in " + k: v for k, v in x.items()}
for k, v in x.items():
    for f in ("cumsum", "cumprod", "nancumsum", "nancumprod"):
        if "prod" in f and k in ("float16", "float32", "float64", "nan", "complex128"):
            continue
        for a in (None, 0, -1):
            cases[f"{f} {a} {k}"] = golden.call(lambda: getattr(np, f)(v, axis=a))
    for d in (0, 1, 2):
        cases[f"diff {d} {k}"] = golden.call(lambda: np.diff(v, n=d))
    cases[f"diff rows {k}"] = golden.call(lambda: np.diff(v, axis=0))
small = 1 + x["nan"] / 64
f8, i1 = x["float64"], x["int8"]
one = f8[0]
w = base[0] % 5 + 1.0
cases |= {"small": small} | {k: golden.call(g) for k, g in {
    "cumprods": lambda: np.cumprod(small, axis=1),
    "nancumprods": lambda: np.nancumprod(small),
    "cumsum to float32": lambda: np.cumsum(i1, axis=0, dtype="f4"),
    "cumsum to int8": lambda: np.cumsum(i1, dtype="i1"),
    "cumsum of a vector": lambda: np.cumsum(one),
    "cumsum of a scalar": lambda: np.cumsum(2.5),
    "cumsum of nothing": lambda: np.cumsum(np.zeros((0, 3)), axis=0),
    "cumsum of a cube": lambda: np.cumsum(base.reshape(3, 2, 9), axis=1),
    "cumsum bad axis": lambda: np.cumsum(f8, axis=2),
    "diff prepend": lambda: np.diff(f8, prepend=0, axis=0),
    "diff append": lambda: np.diff(f8, append=f8[:, :2]),
    "diff too often": lambda: np.diff(one, n=20),
    "diff of a scalar": lambda: np.diff(2.5),
    "diff negative": lambda: np.diff(one, n=-1),
    "trapezoid": lambda: np.trapezoid(f8),
    "trapezoid of ints": lambda: np.trapezoid(base, axis=0),
    "trapezoid dx": lambda: np.trapezoid(f8, dx=0.25, axis=0),
    "trapezoid x": lambda: np.trapezoid(f8, x=np.arange(9.0) ** 2),
    "trapezoid x rows": lambda: np.trapezoid(f8, x=np.arange(6.0) ** 2, axis=0),
    "trapezoid x matrix": lambda: np.trapezoid(f8, x=np.cumsum(f8 * f8, axis=1)),
    "average": lambda: np.average(f8, axis=0),
    "average of ints": lambda: np.average(i1),
    "average weights": lambda: np.average(f8, axis=1, weights=w),
    "average keepdims": lambda: np.average(f8, axis=1, weights=w, keepdims=True),
    "average all weights": lambda: np.average(i1, weights=base * base),
    "average of bools": lambda: np.average(x["bool"], axis=1, weights=base[0] ** 2),
    "average float32": lambda: np.average(x["float32"], axis=1, weights=w.astype("f4")),
    "average two axes": lambda: np.average(base.reshape(3, 2, 9), axis=(2, 0), weights=1.0 + np.arange(27).reshape(9, 3)),
    "average without axis": lambda: np.average(f8, weights=w),
    "average bad weights": lambda: np.average(f8, axis=0, weights=w),
    "cov": lambda: np.cov(f8),
    "cov of columns": lambda: np.cov(f8, rowvar=False),
    "cov bias": lambda: np.cov(f8, bias=True),
    "cov ddof": lambda: np.cov(f8, ddof=3),
    "cov two": lambda: np.cov(f8[0], f8[1]),
    "cov y": lambda: np.cov(f8, f8[:2] ** 2),
    "cov vector": lambda: np.cov(one),
    "cov complex": lambda: np.cov(x["complex128"][:3] * (1 + 1j * base[3:])),
    "cov of ints": lambda: np.cov(base),
    "cov float32": lambda: np.cov(x["float32"], dtype="f4"),
    "corrcoef": lambda: np.corrcoef(f8),
    "corrcoef two": lambda: np.corrcoef(f8[0], f8[1]),
    "corrcoef of columns": lambda: np.corrcoef(f8, rowvar=False),
    "corrcoef vector": lambda: np.corrcoef(one),
}.items()}
golden.write(cases)
