import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

np.seterr(all="ignore")
nan, inf = np.nan, np.inf
f = np.array([[0.5, 1.5, -2.5, 1234.5678], [nan, inf, -inf, -0.004]])
i = np.array([[5, -15, 25, 1254], [0, 1, -1, -77]])
z = np.array([1.25 - 2.5j, complex(nan, 1.005), complex(inf, -inf), -0.5j, 0])
b = np.array([True, False, True])
D = np.array([5, "NaT", -7], dtype="M8[s]")
m = np.array([5, "NaT", -7], dtype="m8[s]")
u = np.array([3, 200, 255], dtype="u1")
c = {"f": f, "i": i, "z": z, "b": b, "D": D, "m": m, "u": u, "e": f.astype("f2"), "s": f.astype("f4"), "w": z.astype("c8")}
cases = {"in " + k: v for k, v in c.items()}
for k, v in c.items():
    for d in (-2, 0, 1, 3):
        if d == 0 or k not in "Dm":  # of times NumPy's words name the step at which it fails
            cases[f"round {k} {d}"] = golden.call(lambda: np.round(v, d))
    cases["real " + k] = golden.call(lambda: np.real(v))
    cases["imag " + k] = golden.call(lambda: np.imag(v))
    cases["angle " + k] = golden.call(lambda: np.angle(v))
    cases["degrees " + k] = golden.call(lambda: np.angle(v, deg=True))
    cases["nan_to_num " + k] = golden.call(lambda: np.nan_to_num(v))
    cases["nan_to_num of 1 2 3 " + k] = golden.call(lambda: np.nan_to_num(v, nan=1.0, posinf=2.0, neginf=3.0))
    cases["ptp " + k] = golden.call(lambda: np.ptp(v))
    cases["ptp keepdims " + k] = golden.call(lambda: np.ptp(v, axis=-1, keepdims=True))
    for to in ("bool", "int8", "int64", "uint16", "float16", "float32", "float64", "complex64", "datetime64[ms]", "timedelta64[m]"):
        for rule in ("unsafe", "same_kind", "safe"):
            if rule == "unsafe" and v.dtype.kind in "fc" and np.dtype(to).kind in "iumM":
                continue  # out of range: differs by processor, see kernel/basic
            cases[f"astype {k} {to} {rule}"] = golden.call(lambda: v.astype(to, casting=rule))
    for n, e in {"2": 2, "-1": -1, "0.5": 0.5, "3": 3, "-1.0": -1.0}.items():
        cases[f"raised {n} " + k] = golden.call(lambda: v**e)
cases |= {k: golden.call(g) for k, g in {
    "span over a number": lambda: m / 2,
    "span over a float": lambda: m / 2.5,
    "whole span over a number": lambda: m // 2,
    "span times a number": lambda: 3 * m,
    "span and a number": lambda: m + 7,
    "span over a span": lambda: m % 3,
    "time and a number": lambda: D + 7,
    "broadcast first": lambda: np.broadcast_arrays(f, i[:1], 2.5)[0],
    "broadcast second": lambda: np.broadcast_arrays(f, i[:1], 2.5)[1],
    "broadcast number": lambda: np.broadcast_arrays(f, i[:1], 2.5)[2],
    "where": lambda: np.where(f > 1, f, i),
    "where numbers": lambda: np.where(f > 1, 1, 2.5),
    "where float32 and number": lambda: np.where(f > 1, c["s"], 2.5),
    "where uint8 and 300": lambda: np.where(b, u, 300),
    "where broadcast": lambda: np.where(b[:2, None], f, i[1]),
    "where truth": lambda: np.where(f, i, -1),
    "where times": lambda: np.where(b, D, D[::-1].astype("M8[ms]")),
    "where clash": lambda: np.where(b, D, u),
    "where bool condition": lambda: np.where(True, f, i),
    "clip": lambda: np.clip(f, -1, 2.5),
    "clip ints": lambda: np.clip(i, -10, 20),
    "clip ints by floats": lambda: np.clip(i, -0.5, 20),
    "clip low": lambda: np.clip(i, 3, None),
    "clip high": lambda: np.clip(i, None, 3),
    "clip none": lambda: np.clip(i, None, None),
    "clip by tensors": lambda: np.clip(f, i[0], i[1]),
    "clip low tensor": lambda: np.clip(f, i[1], 1),
    "clip high tensor": lambda: np.clip(f, None, i[1]),
    "clip crossed": lambda: np.clip(i, 20, -10),
    "clip nan": lambda: np.clip(f, nan, 1.0),
    "clip uint8 and 300": lambda: np.clip(u, 0, 300),
    "clip uint8 and -1": lambda: np.clip(u, -1, 100),
    "clip above uint8": lambda: np.clip(u, 300, 400),
    "clip complex": lambda: np.clip(z, -1j, 2),
    "clip times": lambda: np.clip(D, D[2], D[0]),
    "isclose": lambda: np.isclose(f, f + 1e-9),
    "isclose far": lambda: np.isclose(f, f * 1.001),
    "isclose wide": lambda: np.isclose(f, f * 1.001, rtol=0.01, atol=0.0),
    "isclose nan": lambda: np.isclose(f, f, equal_nan=True),
    "isclose ints": lambda: np.isclose(u, u - np.uint8(1), rtol=0.4),
    "isclose number": lambda: np.isclose(f, 1.5),
    "isclose inf": lambda: np.isclose(f, inf),
    "isclose nan number": lambda: np.isclose(f, nan, equal_nan=True),
    "isclose number first": lambda: np.isclose(1.5, f),
    "isclose complex": lambda: np.isclose(z, z),
    "isclose float32": lambda: np.isclose(c["s"], f),
    "allclose": lambda: np.allclose(f, f, equal_nan=True),
    "not allclose": lambda: np.allclose(f, f),
}.items()}
golden.write(cases)
