import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

a = np.arange(120.0).reshape(12, 10)
b = np.array([0.0, 3, np.nan, -0.0, 5, 0, 7] * 6)
c = a % 7 == 2
q = np.arange(60).reshape(5, 4, 3) % 4
v = np.sort((np.arange(40) * 7) % 23 / 2)
i = np.array([[3, 0, -1], [11, 5, 5]])
call = golden.call
golden.write({
    "take": np.take(a, i), "take rows": np.take(a, i, axis=0), "take columns": np.take(a, [9, 0, -3], axis=1),
    "take wrapped": np.take(a, [12, -14, 25], axis=0, mode="wrap"), "take clipped": np.take(a, [12, -14, 5], axis=-1, mode="clip"), "take one": np.take(a, 7, axis=1),
    "take too far": call(lambda: np.take(a, [12], axis=0)), "take by no mode": call(lambda: np.take(a, [1], mode="best")),
    "nonzero": np.nonzero(b)[0], "nonzero rows": np.nonzero(c)[0], "nonzero columns": np.nonzero(c)[1], "nonzero deep": np.nonzero(q)[2],
    "flatnonzero": np.flatnonzero(c), "argwhere": np.argwhere(q), "nonzero of a scalar": call(lambda: np.nonzero(np.array(1))),
    "compress": np.compress([True, False, True], a, axis=0), "compress columns": np.compress(np.arange(10) % 3, a, axis=1), "compress all": np.compress(np.arange(100) % 3 == 0, a),
    "compress by a matrix": call(lambda: np.compress(c, a)),
    "extract": np.extract(c, a), "searchsorted": np.searchsorted(v, b), "searchsorted right": np.searchsorted(v, q, side="right"),
    "searchsorted in a matrix": call(lambda: np.searchsorted(a, 1)),
    "sum of masked": a[c] + (a * 2)[c], "mask of masked": a[c][a[c] % 2 == 0], "array of masked": a[c][[0, 3, -1]], "masked by a mask of masked": b[b > 0][b[b > 0] > 4],
    "rows of nonzero": a[np.nonzero(c[:, 2])[0]],
    "mean of masked": np.array([(a[c]).mean()]),
})
