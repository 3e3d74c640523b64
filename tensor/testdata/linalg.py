import os
import sys
import warnings

import numpy as np
import scipy.linalg

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

warnings.simplefilter("ignore")


def matrix(m, n):
    k = np.arange(m * n)
    return ((k * k * 37 + 11 * k + k // 7) % 101 - 40.0).reshape(m, n) / 8


a = matrix(7, 7) + 3 * np.eye(7)
stack = matrix(12, 9).reshape(4, 3, 9)[:, :, :3] + 5 * np.eye(3)
wide, tall = matrix(5, 8), matrix(20, 4)
z = a + 1j * matrix(8, 7)[1:]
spd, hermitian = a @ a.T + np.eye(7), z @ z.conj().T + np.eye(7)
singular = np.array([[1.0, 2], [2, 4]])
ints = np.array([[3, 1, 2], [4, 0, 7], [1, 8, 5]])
b = matrix(7, 4)
kinds = {"real": a, "stack": stack, "complex": z, "float32": a.astype("f4"), "ints": ints, "one": a[:1, :1], "of none": np.zeros((0, 0)),
         "no matrices": np.zeros((0, 3, 3)), "vector": a[0], "wide": wide, "float16": a.astype("f2")}
cases = {}
for name, m in kinds.items():
    for f in ["inv", "det", "slogdet"]:
        r = golden.call(lambda: getattr(np.linalg, f)(m))
        if f == "slogdet" and isinstance(r, tuple):
            cases[f"slogdet sign {name}"], cases[f"slogdet log {name}"] = r
        else:
            cases[f"{f} {name}"] = r
    if name != "complex":
        r = golden.call(lambda: np.linalg.eigvals(m))
        cases[f"eigvals {name}"] = np.sort_complex(r.astype(complex if r.dtype != "f4" and r.dtype != "F" else "F")) if isinstance(r, np.ndarray) else r
cases["inv singular"] = golden.call(lambda: np.linalg.inv(singular))
cases["solve singular"] = golden.call(lambda: np.linalg.solve(singular, singular))
cases["det singular"], cases["slogdet singular"] = np.linalg.det(singular), np.linalg.slogdet(singular)[1]
for name, m in {"real": spd, "complex": hermitian, "float32": spd.astype("f4"), "stack": stack @ stack.transpose(0, 2, 1)}.items():
    cases[f"spd {name}"] = m
    cases[f"cholesky {name}"], cases[f"cholesky upper {name}"] = np.linalg.cholesky(m), np.linalg.cholesky(m, upper=True)
    cases[f"eigh {name}"], cases[f"eigh upper {name}"] = np.linalg.eigvalsh(m), np.linalg.eigvalsh(np.triu(m), "U")
cases["cholesky not"] = golden.call(lambda: np.linalg.cholesky(-np.eye(3)))
cases["eigh uplo"] = golden.call(lambda: np.linalg.eigh(a, "X"))
for name, (m, r) in {"real": (a, b), "vector": (a, b[:, 0]), "stack": (stack, stack[:, :, :2]), "stack and one": (stack, ints), "stack and vector": (stack, ints[0]),
                     "one and stack": (ints, stack), "complex": (z, b), "float32": (a.astype("f4"), b.astype("f4")), "broadcast": (stack[:1], stack), "rows": (a, b[:3])}.items():
    cases[f"solve {name}"] = golden.call(lambda: np.linalg.solve(m, r))
for name, kw in {"lower": {"lower": True}, "upper": {}, "unit": {"lower": True, "unit_diagonal": True}}.items():
    cases[f"triangular {name}"] = scipy.linalg.solve_triangular(a, b, **kw)
for name, m in {"real": a, "wide": wide, "tall": tall, "complex": z, "float32": a.astype("f4"), "ints": ints}.items():
    for part, v in zip("plu", scipy.linalg.lu(m)):
        cases[f"lu {part} {name}"] = v
low = tall @ tall[:4]
for name, m in {"real": a, "wide": wide, "tall": tall, "complex": z, "low": low, "stack": stack, "zeros": np.zeros((3, 4))}.items():
    cases[f"pinv {name}"], cases[f"rank {name}"] = np.linalg.pinv(m, rcond=1e-10), np.linalg.matrix_rank(m)
    cases[f"svdvals {name}"], cases[f"cond {name}"] = np.linalg.svdvals(m), np.linalg.cond(m)
cases["low"] = low
cases["pinv hermitian"], cases["pinv rtol"] = np.linalg.pinv(hermitian, hermitian=True), np.linalg.pinv(a, rtol=0.2)
cases["rank vector"], cases["rank tol"], cases["rank hermitian"] = np.linalg.matrix_rank(a[0]), np.linalg.matrix_rank(a, tol=9), np.linalg.matrix_rank(spd, hermitian=True)
cases["rank rtol"] = np.linalg.matrix_rank(a, rtol=0.3)
for p in [2, -2, 1, -1, np.inf, -np.inf, "fro"]:
    cases[f"cond {p}"] = np.linalg.cond(a, p)
for name, (m, r) in {"tall": (tall, matrix(20, 2)), "vector": (tall, matrix(20, 1)[:, 0]), "square": (a, b), "wide": (wide, matrix(5, 3)), "low": (low, matrix(20, 2))}.items():
    for part, v in zip(["x", "residuals", "rank", "s"], np.linalg.lstsq(m, r)):
        cases[f"lstsq {part} {name}"] = v
for n in [0, 1, 2, 3, 7, -1, -3]:
    cases[f"power {n}"], cases[f"power stack {n}"] = np.linalg.matrix_power(a / 8, n), np.linalg.matrix_power(stack / 4, n)
cases["power ints"] = np.linalg.matrix_power(ints, 5)
cases["multi"] = np.linalg.multi_dot([matrix(3, 9), matrix(9, 2), matrix(2, 8), matrix(8, 4)])
cases["multi vectors"], cases["multi two"] = np.linalg.multi_dot([a[0], a, wide.T[:7], wide[:, 0]]), np.linalg.multi_dot([a, b])
t = matrix(8, 15).reshape(2, 3, 4, 5)
cases["trace"], cases["trace offset"], cases["diagonal"] = np.linalg.trace(t), np.linalg.trace(t, offset=1), np.linalg.diagonal(t, offset=-1)
cases["outer"], cases["outer matrix"] = np.linalg.outer(a[0], b[0]), golden.call(lambda: np.linalg.outer(a, b[0]))
cases["cross"], cases["cross axis"] = np.linalg.cross(stack, ints), np.linalg.cross(stack, stack[::-1], axis=1)
cases["cross lengths"] = golden.call(lambda: np.linalg.cross(a, a))
cases["matrix_transpose"] = np.linalg.matrix_transpose(t)
for o in ["fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf]:
    cases[f"matrix_norm {o}"] = np.linalg.matrix_norm(t, ord=o)
cases["matrix_norm keepdims"] = np.linalg.matrix_norm(t, keepdims=True)
for o in [2, 1, 0, 3, np.inf, -np.inf]:
    cases[f"vector_norm {o}"], cases[f"vector_norm axis {o}"] = np.linalg.vector_norm(t, ord=o), np.linalg.vector_norm(t, axis=(0, 2), ord=o)
cases["vector_norm keepdims"], cases["vector_norm kept"] = np.linalg.vector_norm(t, keepdims=True), np.linalg.vector_norm(t, keepdims=True, axis=1)
cases["vecdot"], cases["vecdot axis"], cases["vecdot complex"] = np.linalg.vecdot(a, b.T[0]), np.linalg.vecdot(a, a, axis=0), np.linalg.vecdot(z, z[::-1])
cases["matvec"], cases["vecmat"] = np.matvec(z, z[0]), np.vecmat(z[0], z)
q = np.eye(24).reshape(6, 4, 2, 3, 4) * 3 + matrix(24, 24).reshape(6, 4, 2, 3, 4) / 50
cases["tensorsolve"] = np.linalg.tensorsolve(q, matrix(6, 4))
cases["tensorinv"] = np.linalg.tensorinv(q, ind=2)
cases["tensorinv ind"] = golden.call(lambda: np.linalg.tensorinv(q, ind=0))
flat = a[:, :2]
cases["cross flat"], cases["cross flat by three"], cases["cross three by flat"] = np.cross(flat, flat[::-1]), np.cross(flat, a[::-1, :3]), np.cross(a[:, :3], flat[::-1])
cases["tensorinv of one"] = np.linalg.tensorinv(np.array([4.0]))
none = np.zeros((0, 3))
cases["norm inf of none"], cases["matrix norms of none"] = np.linalg.norm(none, ord=np.inf), np.array([np.linalg.norm(none, ord=o) for o in (1, 2, np.inf, "nuc")])
cases["vector_norm of none"], cases["rank of none"] = np.linalg.vector_norm(none, ord=np.inf), np.linalg.matrix_rank(none)
golden.write(cases)
