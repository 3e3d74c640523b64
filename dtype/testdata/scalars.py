"""Writes scalars.json: how NumPy prints single values. Run: python scalars.py > scalars.json. Made with numpy 2.4.6."""
import hashlib, json, random
import numpy as np

rnd = random.Random(11)
UNITS = "Y M W D h m s ms us ns ps fs as".split()
U = {2: np.uint16, 4: np.uint32, 8: np.uint64}
F = {2: np.float16, 4: np.float32, 8: np.float64}


def bits(v, size):
    return int(np.array(v, F[size]).view(U[size]))


def main():
    out = {"numpy": np.__version__, "times": [], "floats": [], "complex": []}
    for u in UNITS:
        span = {"Y": 9000, "M": 90000, "W": 400000, "D": 3000000}.get(u, 2**62)
        vals = [0, 1, -1, 12, 59, 60, 3599, 86399, 86400, 10**9, -(10**9)] + [rnd.randint(-span, span) for _ in range(6)]
        if u in "Y M W D".split():
            vals = [v for v in vals if abs(v) <= span]
        if u in "h m s".split():
            vals = [v % 10**11 for v in vals]
        for v in vals + [-(2**63)]:
            out["times"].append({"unit": u, "kind": "M", "value": v, "text": str(np.array(v, f"M8[{u}]"))})
            out["times"].append({"unit": u, "kind": "m", "value": v, "text": str(np.array(v, f"m8[{u}]"))})
    special = [0.0, -0.0, 1.0, -1.5, 0.1, 0.0001, 0.00009999, 1e-5, 1e15, 1e16, 9.999e15, 123456789.0, 1e22, 1e23, 5e-324, 65504, 2.5e-7,
               float("nan"), float("inf"), float("-inf"), 3.141592653589793, 1 / 3, 100, 1e5, 0.5, 2.0**-24, 2.0**24, 2.0**23, 9007199254740993.0]
    np.seterr(all="ignore")
    for size in (2, 4, 8):
        vals = [F[size](v) for v in special]
        vals += list(np.array([rnd.getrandbits(8 * size) for _ in range(150)], U[size]).view(F[size]))
        vals += [F[size](2.0**k) for k in range(-24, 24)]
        for v in vals:
            out["floats"].append({"size": size, "bits": bits(v, size), "text": str(np.array(v))})
    for size in (4, 8):
        c = {4: np.complex64, 8: np.complex128}[size]
        for a in [0.0, -0.0, 1.0, 0.1, 1e-7, 1e20, float("nan"), float("-inf")]:
            for b in [0.0, -0.0, -2.5, 3.0, float("nan"), float("inf"), 1e16]:
                v = np.zeros((), c)
                v.real, v.imag = a, b
                out["complex"].append({"size": size, "parts": [bits(v.real, size), bits(v.imag, size)], "text": str(v)})
    every = np.arange(0x7c00, dtype=np.uint16).view(np.float16)
    out["half"] = [hashlib.sha256("\n".join(str(v) for v in every).encode()).hexdigest()]
    print(json.dumps(out))


main()
