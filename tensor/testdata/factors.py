import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden


def matrix(m, n):
    k = np.arange(m * n)
    return ((k * k * 37 + 11 * k + k // 7) % 101 - 40.0).reshape(m, n) / 8


tall, square, wide = matrix(60, 5), matrix(12, 12), matrix(6, 15)
z = matrix(30, 4) + 1j * matrix(31, 4)[1:][::-1]
cases = {}
for name, a in {"tall": tall, "square": square, "wide": wide, "complex": z, "ints": (tall * 8).astype("i4"), "float32": tall.astype("f4"),
                "one column": matrix(40, 1), "one row": matrix(1, 9), "eye": np.eye(20, 3), "stack": matrix(12, 10).reshape(4, 6, 5), "of none": np.zeros((0, 3))}.items():
    q, r = np.linalg.qr(a)
    cases["q " + name], cases["r " + name] = q, r
q, r = np.linalg.qr(matrix(8, 3), mode="complete")
cases["q complete"], cases["r complete"] = q, r
cases["r alone"] = np.linalg.qr(tall, mode="r")
cases["vector"] = golden.call(lambda: np.linalg.qr(np.arange(3.0)))
cases["mode"] = golden.call(lambda: np.linalg.qr(tall, mode="best"))
cases["float16"] = golden.call(lambda: np.linalg.qr(tall.astype("f2")))
for name, a in {"tall": tall, "square": square, "wide": wide, "complex": z, "ints": (tall * 8).astype("i4"), "one column": matrix(40, 1), "stack": matrix(12, 10).reshape(4, 6, 5)}.items():
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    cases["s " + name], cases["u " + name], cases["vh " + name], cases["a " + name] = s, np.abs(u), np.abs(vh), a.astype(u.dtype)
u, s, vh = np.linalg.svd(matrix(8, 3))
cases["s full"], cases["vh full"], cases["u full"] = s, np.abs(vh), np.abs(u[:, :3])
golden.write(cases)
