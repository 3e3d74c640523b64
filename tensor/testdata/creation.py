import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

kinds = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
         "complex64", "complex128"]
a = np.arange(35, dtype="i4").reshape(5, 7)
cases = {
    "array": np.arange(24.0).reshape(4, 6), "array of a scalar": np.array(2.5), "array of nothing": np.zeros((0, 3)),
    "zeros": np.zeros((9, 11)), "ones": np.ones((9, 11)), "empty": np.zeros((9, 11)), "full": np.full((9, 11), 2.5),
    "full of an int": np.full((3, 4), 7), "full of a bool": np.full(20, True), "full of a complex": np.full((2, 3), 1 + 2j),
    "zeros without axes": np.zeros(()), "ones of nothing": np.ones((0, 4)),
    "full of a row": np.full((5, 3), np.array([1, 2, 3])), "full of a row, cast": np.full((5, 3), np.array([1.5, 2, 3]), dtype="i2"),
    "full of time": np.full((4, 3), 86400, dtype="M8[s]"),
    "zeros_like": np.zeros_like(a), "ones_like": np.ones_like(a, dtype="f4"), "empty_like": np.zeros_like(a),
    "full_like": np.full_like(a, 2.9), "full_like of a row": np.full_like(a, np.arange(7) + 0.5),
    "arange": np.arange(3, 40, 2), "arange of floats": np.arange(0.1, 7, 0.3), "arange backwards": np.arange(20, -20, -3),
    "arange of mixed": np.arange(1, 12.5), "arange to nothing": np.arange(5, 1), "arange of floats as ints": np.arange(0.5, 40, 1, dtype="i4"),
    "arange of half steps as ints": np.arange(0, 3, 0.5, dtype="i8"), "arange of days": np.arange(np.datetime64(10, "D"), np.datetime64(60, "D"), 3),
    "arange of hours": np.arange(-20, 20, 7, dtype="m8[h]"), "arange of negative steps": np.arange(1.0, -1.0, -0.125),
    "linspace": np.linspace(0, 1, 50), "linspace open": np.linspace(-3, 5, 33, endpoint=False), "linspace of one": np.linspace(2, 9, 1),
    "linspace of none": np.linspace(2, 9, 0), "linspace of equal": np.linspace(4, 4, 20), "linspace of ints": np.linspace(-10, 7, 30, dtype="i8"),
    "linspace of float32": np.linspace(0, 0.1, 40, dtype="f4"), "linspace backwards": np.linspace(1, -1, 17), "linspace open of one": np.linspace(2, 9, 1, endpoint=False),
    "linspace of tiny steps": np.linspace(0, 5e-324, 12),
    "eye": np.eye(13), "eye of ints": np.eye(6, 9, 2, dtype="i4"), "eye below": np.eye(9, 6, -3), "eye outside": np.eye(4, 4, 7), "identity": np.identity(9, dtype="c16"),
    "identity of none": np.identity(0),
}
m, v = np.arange(99.0).reshape(9, 11), np.arange(1.0, 9)
for k in (-20, -3, 0, 2, 20):
    cases["tril %d" % k], cases["triu %d" % k], cases["diagonal %d" % k] = np.tril(m, k), np.triu(m, k), np.diag(m, k)
    if abs(k) < 20:
        cases["diag %d" % k] = np.diag(v, k)
cases["tri"], cases["tril of a stack"] = np.tri(5, 8, 1), np.tril(np.arange(60).reshape(4, 5, 3) + 1)
cases["diag of a stack"] = golden.call(lambda: np.diag(np.zeros((2, 2, 2))))
for d in kinds:
    cases["ones of " + d] = np.ones((3, 5), dtype=d)
    cases["full of " + d] = np.full((3, 5), 1, dtype=d)
    cases["eye of " + d] = np.eye(4, dtype=d)
    if d != "bool":
        cases["arange of " + d] = np.arange(1, 30, 4, dtype=d)
    if d not in ("bool",):
        cases["linspace of " + d] = np.linspace(0, 10, 7, dtype=d)
golden.write(cases)
