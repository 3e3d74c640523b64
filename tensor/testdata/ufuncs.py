import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

np.seterr(all="ignore")
nan, inf = np.nan, np.inf
special = [0.0, -0.0, 1.5, -2.25, 7.0, nan, inf, -inf]
other = [2.0, -3.5, -0.0, 0.5, nan, 3.0, -inf, 1.0]
whole = {"i": [[0, 1, -3, 7, 100, -128], [1, 2, 3, 0, 5, 7]], "u": [[0, 1, 3, 7, 200, 255], [1, 2, 3, 0, 5, 7]]}
x, y = {}, {}
for d in ["bool", "int8", "int64", "uint8", "uint64", "float16", "float32", "float64", "complex64", "complex128", "datetime64[s]", "timedelta64[ms]"]:
    t = np.dtype(d)
    if t.kind == "b":
        a, b = [True, False], [True, True]
    elif t.kind in "iu":
        a, b = whole[t.kind]
    elif t.kind == "f":
        a, b = special, other
    elif t.kind == "c":
        a = [0, 1.5 - 2j, complex(-0.0, 3), complex(nan, 1), complex(inf, -1), -2]
        b = [2j, -0.5 + 1j, 3, complex(1, nan), complex(-1, inf), 4 - 1j]
    else:
        a, b = ["NaT", 0, 86399, -7], [5, "NaT", -86400, 7]
    x[d], y[d] = np.array(a, dtype=d), np.array(b, dtype=d)

cases = {"x " + d: a for d, a in x.items()} | {"y " + d: a for d, a in y.items()}
skip = {"matmul", "matvec", "vecdot", "vecmat"}
for name in sorted(n for n in dir(np) if isinstance(getattr(np, n), np.ufunc) and getattr(np, n).__name__ == n and n not in skip):
    f = getattr(np, name)
    for d in x:
        args = [x[d]] if f.nin == 1 else [x[d], y[d]]
        cases[name + " " + d] = golden.call(lambda: f(*args))

i8, u1, f4, e, m, D = (np.array(v, dtype=t) for v, t in (([3, -5], "i8"), ([3, 250], "u1"), ([0.5, -3], "f4"), ([0.5, 2], "f2"),
                                                          ([5, -7], "m8[s]"), ([5, -7], "M8[s]")))
for name, f in {
    "uint8 + 300": lambda: u1 + 300,
    "uint8 + -1": lambda: u1 + -1,
    "uint8 + 5": lambda: u1 + 5,
    "uint8 < 300": lambda: u1 < 300,
    "-1 == uint8": lambda: -1 == u1,
    "uint8 + 1.5": lambda: u1 + 1.5,
    "float32 * 2": lambda: f4 * 2,
    "float32 * 2.5": lambda: f4 * 2.5,
    "float16 * 1j": lambda: e * 1j,
    "int64 / 2": lambda: i8 / 2,
    "int64 ** -1": lambda: i8 ** -1,
    "2 ** int64": lambda: 2 ** i8[:1],
    "bool + True": lambda: np.array([True, False]) + True,
    "bool + 1": lambda: np.array([True, False]) + 1,
    "ldexp of float32 and 2": lambda: np.ldexp(f4, 2),
    "timedelta * 2": lambda: m * 2,
    "timedelta * 1.5": lambda: m * 1.5,
    "timedelta / timedelta": lambda: m / m[:1],
    "datetime + 10": lambda: D + 10,
    "datetime - datetime": lambda: D - D[::-1],
    "datetime + timedelta": lambda: D + m.astype("m8[ms]"),
    "datetime + float": lambda: D + 1.5,
    "uint8 + int64": lambda: u1 + i8,
    "float32 + int64": lambda: f4 + i8,
    "add to float32": lambda: np.add(i8, i8, dtype="f4"),
    "add to int8": lambda: np.add(i8, 1, dtype="i1"),
    "add of floats to int64": lambda: np.add(f4, 1.5, dtype="i8"),
    "less to bool": lambda: np.less(i8, 1, dtype=bool),
    "less to float64": lambda: np.less(i8, 1, dtype="f8"),
    "sqrt to float32": lambda: np.sqrt(u1, dtype="f4"),
    "sqrt to int64": lambda: np.sqrt(u1, dtype="i8"),
    "modf to float64": lambda: np.modf(f4, dtype="f8"),
}.items():
    cases[name] = golden.call(f)
golden.write(cases)
