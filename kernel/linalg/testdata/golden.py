"""Writes golden.json with NumPy's answers. Made with NumPy 2.4.6: python golden.py > golden.json"""
import json
import numpy as np

rng = np.random.default_rng(3)


def enc(a):
    a = np.asarray(a)
    return {"shape": a.shape, "data": np.stack([a.real, a.imag], -1).ravel().tolist()}


cases = []
for shape in ((1, 1), (4, 3), (3, 5), (6, 6), (2, 5, 4), (70, 40)):
    for complex_ in (False, True):
        if shape == (70, 40) and complex_:
            continue
        a = np.round(rng.normal(size=shape), 3)
        if complex_:
            a = a + 1j * np.round(rng.normal(size=shape), 3)
        c = {"complex": complex_, "a": enc(a), "s": enc(np.linalg.svd(a, compute_uv=False)), "r": enc(np.linalg.qr(a, "r"))}
        if shape != (70, 40):
            c["q"] = enc(np.linalg.qr(a)[0])
        if shape[-1] == shape[-2]:
            c["inv"], c["det"] = enc(np.linalg.inv(a)), enc(np.linalg.det(a))
            c["sign"], c["log"] = (enc(v) for v in np.linalg.slogdet(a))
            b = np.arange(a.shape[-1] * 3).reshape(-1, 3) - 4 + 0 * a[..., :1]
            c["b"], c["x"] = enc(b), enc(np.linalg.solve(a, b))
            h = a @ np.swapaxes(a, -1, -2).conj() + np.eye(shape[-1])
            c["pos"], c["chol"] = enc(h), enc(np.linalg.cholesky(h))
        cases.append(c)
print(json.dumps({"numpy": np.__version__, "cases": cases}, separators=(",", ":")))
