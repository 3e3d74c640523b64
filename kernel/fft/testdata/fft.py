"""Prints NumPy's transforms of drawn vectors and arrays, as the texts of their floats."""
import json

import numpy as np

rng = np.random.default_rng(8)


def texts(a):
    a = np.asarray(a)
    if a.dtype.kind == "c":
        a = np.stack([a.real, a.imag], -1)
    return [float(v).hex() for v in a.ravel()]


def case(name, a, out, **parameters):
    return {"name": name, "dtype": str(a.dtype), "shape": list(a.shape), "in": texts(a), "out": texts(out), "kind": str(np.asarray(out).dtype),
            "outshape": list(np.shape(out)), **parameters}


cases = []
for n in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 19, 20, 23, 25, 27, 29, 31, 32, 47, 49, 53, 60, 64, 77, 97, 106, 121, 128, 130]:
    z = rng.normal(size=n) + 1j * rng.normal(size=n)
    x = rng.normal(size=n)
    cases.append(case("fft", z, np.fft.fft(z), n=n, axis=0))
    cases.append(case("rfft", x, np.fft.rfft(x), n=n, axis=0))
    half = z[: n // 2 + 1]
    cases.append(case("irfft", half, np.fft.irfft(half, n), n=n, axis=0))
a = rng.normal(size=(2, 4, 3)) + 1j * rng.normal(size=(2, 4, 3))
for axis in (0, 1, 2):
    for n in (2, 5):
        for norm in ("backward", "ortho", "forward"):
            cases.append(case("ifft", a, np.fft.ifft(a, n, axis, norm), n=n, axis=axis, norm=norm))
            cases.append(case("fft", a, np.fft.fft(a, n, axis, norm), n=n, axis=axis, norm=norm))
x = rng.normal(size=(4, 7))
for axis in (0, 1):
    for n in (3, 4, 9):
        cases.append(case("rfft", x, np.fft.rfft(x, n, axis, "ortho"), n=n, axis=axis, norm="ortho"))
        c = x[:, :5] + 1j * rng.normal(size=(4, 5))
        cases.append(case("irfft", c, np.fft.irfft(c, n, axis, "forward"), n=n, axis=axis, norm="forward"))
f = rng.normal(size=60).astype("f4")
g = (rng.normal(size=(11, 9)) + 1j * rng.normal(size=(11, 9))).astype("c8")
cases.append(case("rfft", f, np.fft.rfft(f), n=60, axis=0))
cases.append(case("fft", g, np.fft.fft(g, axis=0), n=11, axis=0))
cases.append(case("fftn", a, np.fft.fftn(a), n=0, axis=0))
print(json.dumps({"numpy": np.__version__, "cases": cases}, separators=(",", ":")))
