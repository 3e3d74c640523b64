import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden


def lanes(*shape):
    k = np.arange(np.prod(shape))
    return (((k * k * 37 + 11 * k + k // 7) % 101 - 40.0) / 8).reshape(shape)


real, whole = lanes(2, 3, 6), np.arange(21).reshape(3, 7) % 5
z = lanes(2, 3, 6) + 1j * lanes(2, 3, 6)[::-1]
kinds = {"float64": real, "float32": real.astype("f4"), "float16": (real[0] / 4).astype("f2"), "int64": whole, "bool": whole > 2,
         "complex128": z, "complex64": z.astype("F"), "timedelta64[s]": whole.astype("m8[s]")}
cases = {}
for f in ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]:
    g = getattr(np.fft, f)
    for name, a in kinds.items():
        cases[f"{f} {name}"] = golden.call(lambda: g(a))
    a = real if f in ("rfft", "ihfft") else z
    for norm in ["ortho", "forward", "backward"]:
        cases[f"{f} {norm}"] = g(a, norm=norm)
    cases[f"{f} crops"], cases[f"{f} pads"], cases[f"{f} odd"] = g(a, n=4), g(a, n=9), g(a, 7, axis=1)
    cases[f"{f} first axis"], cases[f"{f} one"] = g(a, axis=0), g(a[0, 0], n=1)
    cases[f"{f} of a lane"] = g(real[0, 0])
    cases[f"{f} norm"] = golden.call(lambda: g(a, norm="x"))
    cases[f"{f} none"] = golden.call(lambda: g(np.zeros((3, 0))))
    cases[f"{f} n"] = golden.call(lambda: g(a, n=-1))
    cases[f"{f} of no lanes"] = g(np.zeros((0, 4)))
for f in ["fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2"]:
    g = getattr(np.fft, f)
    a = real if f.startswith("r") else z
    cases[f] = g(a)
    cases[f + " s"] = g(a, s=(5, 3), axes=(0, 2))
    cases[f + " whole s"] = g(a, s=(-1, 6), axes=(2, 1))
    cases[f + " ortho"] = g(a, axes=(1, 0), norm="ortho")
    cases[f + " float32"] = g(a.real.astype("f4"))
    cases[f + " lengths"] = golden.call(lambda: g(a, s=(2,), axes=(0, 1)))
    cases[f + " axis"] = golden.call(lambda: g(a, axes=(0, 3)))
for n in [1, 8, 9]:
    cases[f"fftfreq {n}"], cases[f"rfftfreq {n}"] = np.fft.fftfreq(n, 0.3), np.fft.rfftfreq(n, 0.3)
cases["fftfreq"], cases["rfftfreq"] = np.fft.fftfreq(50), np.fft.rfftfreq(50)
for f in ["fftshift", "ifftshift"]:
    g = getattr(np.fft, f)
    cases[f], cases[f + " axes"], cases[f + " last"] = g(real), g(whole, axes=(0, 1)), g(real, axes=-1)
golden.write(cases)
