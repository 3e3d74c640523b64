import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

a = np.arange(9 * 7, dtype="f8").reshape(9, 7) % 11
b = np.arange(7 * 8, dtype="f8").reshape(7, 8) % 5
c = np.arange(6 * 7, dtype="i8").reshape(6, 7) % 4
v = np.arange(7, dtype="f4")
t = np.arange(3 * 4 * 5, dtype="f8").reshape(3, 4, 5) % 7
u = np.arange(5 * 4 * 2, dtype="f8").reshape(5, 4, 2) % 3
s = np.arange(4 * 5 * 2, dtype="f8").reshape(1, 4, 5, 2)[:, :, :, :] % 6
golden.write({
    "inner": np.inner(a, c),
    "inner of vectors": np.inner(v, v),
    "dot": a.dot(b),
    "dot of a number": np.dot(2.5, b),
    "dot of numbers": np.dot(np.array(2.5), np.array(2)),
    "dot with a vector": np.dot(a, v),
    "dot of more": np.dot(t, u.reshape(2, 5, 4)),
    "matmul": a @ b,
    "matmul of ints": c @ c.T,
    "matmul of a row": v @ b,
    "matmul in batches": t @ u.reshape(2, 5, 4)[:1],
    "matmul of bools": (a[:4] > 5) @ (b > 2),
    "tensordot": np.tensordot(t, u, axes=([1, 2], [1, 0])),
    "tensordot 1": np.tensordot(t, u, axes=1),
    "complex": (a + 1j) @ (b - 2j),
})
