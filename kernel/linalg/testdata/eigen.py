"""Prints NumPy's eigenvalues, singular values and vectors. Columns are turned so that their greatest element is positive; the last digits are left out."""
import json
import numpy as np

rng = np.random.default_rng(7)


def enc(a):
    a = np.round(np.asarray(a), 12) + 0
    return {"shape": a.shape, "data": np.stack([a.real, a.imag], -1).ravel().tolist()}


def turned(v):
    top = np.take_along_axis(v, np.abs(v).argmax(0)[None], 0)
    return v * (np.abs(top) / top)


def draw(m, n, complex_):
    a = np.round(rng.normal(size=(m, n)), 2)
    return a + 1j * np.round(rng.normal(size=(m, n)), 2) if complex_ else a


cases = []
for complex_ in (False, True):
    for n in (1, 2, 5, 35):
        if n == 35 and complex_:
            continue
        a = draw(n, n, complex_)
        for uplo in "LU":
            w, v = np.linalg.eigh(a, uplo)
            cases.append({"op": "eigh", "upper": uplo == "U", "complex": complex_, "a": enc(a), "w": enc(w), "v": enc(turned(v))})
    for m, n in ((1, 1), (4, 3), (3, 5), (20, 4), (36, 34)):
        if m == 36 and complex_:
            continue
        a = draw(m, n, complex_)
        u, s, vh = np.linalg.svd(a, full_matrices=False)
        cases.append({"op": "svd", "complex": complex_, "a": enc(a), "w": enc(s), "v": enc(turned(u)), "vh": enc(turned(vh.conj().T))})
print(json.dumps({"numpy": np.__version__, "cases": cases}, separators=(",", ":")))
