import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

a = np.arange(120.0).reshape(12, 10)
v = (np.arange(40) * 7) % 23 / 2
w = np.where(v > 8, np.nan, v)
n = (np.arange(40) * 7) % 23 - 5
k = np.arange(60).reshape(5, 4, 3) % 4
bits = n.reshape(8, 5) > 3
bytes_ = (np.arange(24).reshape(4, 6) * 11 % 256).astype(np.uint8)
out = {
    "isin": np.isin(w, [1.5, np.nan, 3, 100]), "isin of ints": np.isin(k, [1, 2.5, 3], invert=True), "isin of nothing": np.isin(n, np.array([0.5])),
    "in1d": np.isin(k.ravel(), [2]), "union1d": np.union1d(n, v), "setdiff1d": np.setdiff1d(n, k),
    "ediff1d": np.ediff1d(a, to_end=[1.5, 2], to_begin=7), "argwhere of one": np.argwhere(np.array(3)),
    "iscomplex": np.iscomplex(a + 1j * (a % 3)), "isreal": np.isreal(a + 1j * (a % 3)),
    "meshgrid": np.meshgrid(n, v, [1, 2])[1],  "broadcast_arrays": np.broadcast_arrays(v[:, None], n)[0],
    "unravel_index": np.unravel_index(np.array([3, 77, 119]), (12, 10))[0],
    "ravel_multi_index": np.ravel_multi_index((np.array([1, 14]), np.array([3, -2])), (12, 10), mode=("wrap", "clip")),
     "tril_indices": np.tril_indices(5, 1, 7)[1], "triu_indices": np.triu_indices(6)[0],
    "block": np.block([[a[:2, :3], np.array([[1.5], [1.5]])], [np.array([[5]]), np.array([[1, 2, 3]])]]),
    "piecewise": np.piecewise(n, [n < 0, n > 5], [-1.5, 2, 7]),
    "convolve": np.convolve(v, [1, 2.5, -1]), "convolve same": np.convolve([1, 2, 3, 4], n, "same"), "convolve valid": np.convolve(n, [1, 1j], "valid"),
    "correlate": np.correlate(v, [0, 1, 0.5]), "correlate same": np.correlate([1, 2, 3, 4], n, "same"), "correlate full": np.correlate(n, [1, 1j, 2], "full"),
    "delete": np.delete(v, [1, -1, 1]), "delete columns": np.delete(a, np.array([0, 3]), axis=1), "delete by bools": np.delete(a, a[:, 0] > 30, axis=0),
    "insert": np.insert(v, [2, -1, 2], [7, 8, 9]), "insert a column": np.insert(a, 3, np.arange(12), axis=1), "insert rows": np.insert(a, [0, 12], 5, axis=0),
    "resize": np.resize(a, (13, 11)), "trim_zeros": np.trim_zeros(np.pad(a + 1, 3)), "trim_zeros in front": np.trim_zeros(np.array([0, 0, 3, 0, 4, 0]), "f"),
    "choose": np.choose(k[0], [a[:4, :3], 7, a[4:8, 2:5], -1]), "choose wrapped": np.choose(n, [n, v], mode="wrap"),
    "packbits": np.packbits(bits),
    "unpackbits": np.unpackbits(bytes_, count=100),
    "polyadd": np.polyadd([1, 2], v), "polysub": np.polysub(n, [1.5, 2]), "polymul": np.polymul(v[1:], [2, 0, 1]), "polyder": np.polyder(n, 2), "polyint": np.polyint(v, 2),
    "unique_all": np.unique_all(w)[2],
    "histogram2d": np.histogram2d(v, n, bins=(4, 3))[0], "histogram2d density": np.histogram2d(v, n, bins=3, range=[[0, 5], [-2, 9]], density=True)[0],
    "histogram2d between": np.histogram2d(v, n, bins=([0, 1, 2.5, 4], 3))[0], "histogram2d between the same": np.histogram2d(v, n, bins=[-2, 0, 1, 9], density=True)[0],
    "histogram2d edges": np.histogram2d(v, n, bins=(4, 3), weights=v)[2],
}
for name, f, x in [
    ("fill_diagonal", lambda x: np.fill_diagonal(x, [1, 2, 3]), a), ("fill_diagonal wrapped", lambda x: np.fill_diagonal(x, 4, wrap=True), a[:, :3]),
    ("putmask", lambda x: np.putmask(x, x > 50, [7, 8, 9]), a), ("place", lambda x: np.place(x, x > 50, [7, 8, 9]), a),
    ("put_along_axis", lambda x: np.put_along_axis(x, np.array([[3], [0], [-1], [2]] * 3), 99, 1), a),
]:
    x = x.copy()
    f(x)
    out[name] = x
golden.write(out)
