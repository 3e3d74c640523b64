"""What NumPy's reductions answer: prints reduce.json. Values are small, so that sums are exact and only rules matter."""
import json
import warnings

import numpy as np

np.seterr(all="ignore")
warnings.simplefilter("ignore")
TYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128 datetime64[s] timedelta64[s]".split()
NAMES = ["sum", "prod", "min", "max", "argmin", "argmax", "any", "all", "count_nonzero", "mean", "var",
         "nansum", "nanprod", "nanmin", "nanmax", "nanargmin", "nanargmax", "nanmean", "nanvar", "cumsum", "cumprod", "nancumsum", "nancumprod"]
NAT = -(2**63)


def sample(t, shape, holes):
    """Numbers that repeat with a period of 11; holes are NaN or NaT at every fifth place from 3 on."""
    n = int(np.prod(shape))
    v = (np.arange(n) * 7 % 11) - 4
    if t.startswith("uint") or t == "bool":
        v = abs(v) % 5
    if t.startswith("complex"):
        a = (v + 1j * (v % 3)).astype(t)
    elif t[0] in "dt":
        a = v.astype("i8")
        a[3::5] = NAT if holes else 1
        return a.view(t).reshape(shape)
    else:
        a = v.astype(t)
    if holes and a.dtype.kind in "fc":
        a[3::5] = np.nan
    return a.reshape(shape)


def plain(a):
    a = np.asarray(a)
    if a.dtype.kind in "mM":
        a = a.view("i8")
    if a.dtype.kind == "c":
        a = np.stack([a.real, a.imag], -1)
    return [("nan" if x != x else x) if isinstance(x, float) else int(x) for x in a.ravel().tolist()]


cases = []
for name in NAMES:
    f = getattr(np, name)
    for t in TYPES:
        for shape, axis in (((7,), None), ((3, 4), 0), ((3, 4), 1), ((2, 3, 4), (0, 2)), ((2, 3, 4), 1), ((2, 3, 4), None)):
            scan = "cum" in name
            if isinstance(axis, tuple) and (scan or "arg" in name):
                continue
            for holes in (False, True):
                if holes and np.dtype(t).kind not in "fcmM":
                    continue
                a = sample(t, shape, holes)
                try:
                    r = f(a, axis=axis)
                except (TypeError, ValueError):
                    r = None
                axes = None if axis is None else ([axis] if isinstance(axis, int) else list(axis))
                row = [name, t, list(shape), axes, holes]
                cases.append(row if r is None else row + [np.asarray(r).dtype.name, plain(r)])
print(json.dumps({"numpy": np.__version__})[:-1] + ', "cases": [\n' + ",\n".join(json.dumps(c) for c in cases) + "]}")
