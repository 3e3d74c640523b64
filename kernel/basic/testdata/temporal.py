"""What NumPy's universal functions and casts answer for datetime64 and timedelta64: prints temporal.json."""
import itertools
import json
import warnings

import numpy as np

np.seterr(all="ignore")
warnings.simplefilter("ignore")
um = np._core.umath
NAT = -(2**63)
UNITS = ["", "Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"]
VALUES = [0, 1, -1, 2, 7, -7, 14, -14, 365, 400, -400, 1000, 86400, -86401, 10**9, -(10**9) - 1, 2**40, NAT]
ARGS = ["M8[D]", "M8[ns]", "M8[M]", "M8", "m8[D]", "m8[ns]", "m8[M]", "m8", "int64", "uint8", "bool", "float32", "float64", "complex128"]
NAMES = ["add", "subtract", "multiply", "divide", "floor_divide", "remainder", "divmod", "equal", "not_equal", "less", "less_equal", "greater",
         "greater_equal", "maximum", "minimum", "fmax", "fmin", "logical_and", "logical_or", "logical_xor", "hypot", "power",
         "negative", "positive", "absolute", "sign", "isnan", "isinf", "isfinite", "isnat", "logical_not", "square", "rint", "conjugate"]


def code(d):
    return d.str.lstrip("<|") if d.kind in "mM" else d.name


def values(t):
    d = np.dtype(t)
    if d.kind in "mM":
        return np.array([5, -3, 0, NAT, 7, 12, NAT, -40], "i8").view(d)
    if d.kind == "c":
        return np.array([1, 2, 3, 4, 5, 6, 7, 8], d)
    return np.array([2, 3, 1, 0, 5, 0, 2, 7], "i8").astype(d) if d.kind != "f" else np.array([2, -1.5, 0.25, 0, np.nan, np.inf, 3, 1e3], d)


def number(x):
    if isinstance(x, float):
        return "nan" if x != x else ("inf" if x > 1e308 else ("-inf" if x < -1e308 else x))
    return int(x)


def plain(a):
    a = a.view("i8") if a.dtype.kind in "mM" else a
    return [number(x) for x in a.tolist()]


out = {"numpy": np.__version__, "casts": [], "functions": []}
for kind, a, b in itertools.product("Mm", UNITS, UNITS):
    x = np.array(VALUES, "i8").view(f"{kind}8[{a}]" if a else f"{kind}8")
    try:
        got = plain(x.astype(f"{kind}8[{b}]" if b else f"{kind}8"))
    except ValueError:  # a datetime of generic unit has no date
        continue
    except (TypeError, OverflowError):
        got = None
    out["casts"].append([kind, a, b, got])
for n in NAMES:
    u = getattr(um, n)
    for ins in itertools.product(ARGS, repeat=u.nin):
        if not any(t[0] in "mM" for t in ins):
            continue
        try:
            ds = u.resolve_dtypes(tuple(np.dtype(t) for t in ins) + (None,) * u.nout)
            args = [values(t) if i == 0 else values(t)[::-1] for i, t in enumerate(ins)]
            r = u(*args)
        except TypeError:
            out["functions"].append([n, list(ins)])
            continue
        r = r if isinstance(r, tuple) else (r,)
        out["functions"].append([n, list(ins), [code(d) for d in ds], [plain(x) for x in r]])
print("{" + ",\n".join(f"{json.dumps(k)}: " + ("[\n" + ",\n".join(json.dumps(x) for x in v) + "]" if isinstance(v, list) else json.dumps(v))
                       for k, v in out.items()) + "}")
