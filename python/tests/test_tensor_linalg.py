"""Every function of mars.tensor.linalg is called, and gives what the NumPy function of its name gives."""

import inspect

import numpy as np
import pytest

import mars.tensor as mt
from mars.tensor import linalg

a = (((np.arange(49) ** 2 * 37 + 11 * np.arange(49)) % 101 - 40.0) / 8).reshape(7, 7) + 3 * np.eye(7)
b = a[:, :3] * 2 - 1
z = a + 1j * a[::-1]
tall = a[:, :4]
stack = np.stack([a[:3, :3], a[3:6, 2:5], a[1:4, :3]]) + 9 * np.eye(3)
spd = a @ a.T + np.eye(7)
cube = a[:6, :4].reshape(2, 3, 4)
big = np.eye(24).reshape(6, 4, 2, 3, 4) * 3 + np.sin(np.arange(576)).reshape(6, 4, 2, 3, 4)

CALLS = {
    "cholesky": [lambda m, f: m.cholesky(f(spd)), lambda m, f: m.cholesky(f(spd), upper=True)],
    "cond": [lambda m, f: m.cond(f(a)), lambda m, f: m.cond(f(a), 1), lambda m, f: m.cond(f(a), "fro")],
    "cross": [lambda m, f: m.cross(f(stack), f(stack[::-1]), axis=1)],
    "det": [lambda m, f: m.det(f(a)), lambda m, f: m.det(f(stack))],
    "diagonal": [lambda m, f: m.diagonal(f(cube), offset=1)],
    "eigh": [lambda m, f: m.eigh(f(spd)).eigenvalues, lambda m, f: m.eigh(f(np.triu(spd)), "U")[0]],
    "eigvals": [lambda m, f: m.eigvals(f(spd)).real.sum(), lambda m, f: abs(m.eigvals(f(a))).sum()],
    "eigvalsh": [lambda m, f: m.eigvalsh(f(spd)), lambda m, f: m.eigvalsh(f(np.triu(spd)), UPLO="U")],
    "inv": [lambda m, f: m.inv(f(a)), lambda m, f: m.inv(f(stack)), lambda m, f: m.inv(f(z))],
    "lstsq": [lambda m, f: list(m.lstsq(f(tall), f(b))), lambda m, f: list(m.lstsq(f(tall), f(b[:, 0]), rcond=1e-8))],
    "matrix_norm": [lambda m, f: m.matrix_norm(f(cube)), lambda m, f: m.matrix_norm(f(cube), ord="nuc", keepdims=True)],
    "matrix_power": [lambda m, f: m.matrix_power(f(a / 8), 5), lambda m, f: m.matrix_power(f(stack), -2)],
    "matrix_rank": [lambda m, f: m.matrix_rank(f(tall)), lambda m, f: m.matrix_rank(f(tall @ tall.T), tol=1e-6)],
    "matrix_transpose": [lambda m, f: m.matrix_transpose(f(cube))],
    "multi_dot": [
        lambda m, f: m.multi_dot([f(b.T), f(a), f(tall)]),
        lambda m, f: m.multi_dot([f(a[0]), f(a), f(a[1])]),
    ],
    "norm": [
        lambda m, f: m.norm(f(a)),
        lambda m, f: m.norm(f(a), np.inf, 0),
        lambda m, f: m.norm(f(a), "fro", keepdims=True),
    ],
    "outer": [lambda m, f: m.outer(f(a[0]), f(b[0]))],
    "pinv": [lambda m, f: m.pinv(f(tall)), lambda m, f: m.pinv(f(spd), hermitian=True), lambda m, f: m.pinv(f(a), 0.2)],
    "qr": [lambda m, f: m.qr(f(tall)).R, lambda m, f: m.qr(f(tall), "complete")[0]],
    "slogdet": [lambda m, f: list(m.slogdet(f(a))), lambda m, f: m.slogdet(f(stack)).logabsdet],
    "solve": [
        lambda m, f: m.solve(f(a), f(b)),
        lambda m, f: m.solve(f(stack), f(stack)),
        lambda m, f: m.solve(f(z), f(b[:, 0])),
    ],
    "svd": [lambda m, f: m.svd(f(tall), full_matrices=False).S],
    "svdvals": [lambda m, f: m.svdvals(f(tall))],
    "tensorinv": [lambda m, f: m.tensorinv(f(big))],
    "tensorsolve": [
        lambda m, f: m.tensorsolve(f(big), f(a[:6, :4])),
        lambda m, f: m.tensorsolve(f(np.array([2.0])), f(np.array([4.0]))),
    ],
    "trace": [lambda m, f: m.trace(f(cube), offset=1), lambda m, f: m.trace(f(a), dtype="f4")],
    "vecdot": [lambda m, f: m.vecdot(f(z), f(z[::-1]))],
    "vector_norm": [
        lambda m, f: m.vector_norm(f(cube), axis=(0, 2), ord=3),
        lambda m, f: m.vector_norm(f(cube), keepdims=True),
    ],
    "matmul": [lambda m, f: m.matmul(f(a), f(b))],
    "tensordot": [lambda m, f: m.tensordot(f(cube), f(cube), axes=((1, 2), (1, 2)))],
}
OWN = {"dot", "inner", "innerproduct", "vdot", "eig", "lu", "solve_triangular", "LinAlgError"}


def same(got, want):
    if isinstance(want, (list, tuple)):
        assert len(got) == len(want)
        for g, w in zip(got, want):
            same(g, w)
        return
    got, want = np.asarray(got.to_numpy() if isinstance(got, mt.Tensor) else got), np.asarray(want)
    assert got.dtype == want.dtype and got.shape == want.shape
    np.testing.assert_allclose(got, want, rtol=1e-6 if want.dtype == "f4" else 1e-9, atol=1e-9)


@pytest.mark.parametrize("name", sorted(CALLS))
def test_function(session, name):
    for call in CALLS[name]:
        want = call(np.linalg, lambda x: x)
        same(call(linalg, lambda x: mt.tensor(x, chunk_size=3)), want)


def test_general_eigenvectors(session):
    r = linalg.eig(mt.tensor(a))
    w, v = r.eigenvalues.to_numpy(), r.eigenvectors.to_numpy()
    np.testing.assert_allclose(a @ v, v * w, atol=1e-9)
    np.testing.assert_allclose(np.sort_complex(w), np.sort_complex(np.linalg.eigvals(a)), atol=1e-9)
    h = linalg.eigh(mt.tensor(spd))
    np.testing.assert_allclose((h.eigenvectors * h.eigenvalues @ h.eigenvectors.T).to_numpy(), spd, atol=1e-9)


def test_triangles(session):
    p, low, up = (x.to_numpy() for x in linalg.lu(mt.tensor(a)))
    np.testing.assert_allclose(p @ low @ up, a, atol=1e-9)
    x = linalg.solve_triangular(mt.tensor(a), b, lower=True).to_numpy()
    np.testing.assert_allclose(np.tril(a) @ x, b, atol=1e-8)
    with pytest.raises(NotImplementedError, match="trans"):
        linalg.solve_triangular(a, b, trans=1)
    same(linalg.innerproduct(mt.tensor(a), b.T), np.inner(a, b.T))


def test_what_is_singular(session):
    singular = mt.tensor([[1.0, 2], [2, 4]])
    assert linalg.LinAlgError is np.linalg.LinAlgError
    for call in (linalg.inv, lambda x: linalg.solve(x, x), lambda x: linalg.matrix_power(x, -1)):
        with pytest.raises(linalg.LinAlgError, match="Singular matrix") as e:
            call(singular).execute()
        assert any("test_tensor_linalg.py" in n for n in e.value.__notes__)
    with pytest.raises(linalg.LinAlgError, match="not positive definite"):
        linalg.cholesky(-singular).execute()
    with pytest.raises(linalg.LinAlgError, match="Last 2 dimensions"):
        linalg.inv(mt.tensor(tall)).execute()
    with pytest.raises(linalg.LinAlgError, match="infs or NaNs"):
        linalg.eigvals(mt.tensor([[np.nan, 1], [2, 3]])).execute()
    with pytest.raises(linalg.LinAlgError, match="Incompatible dimensions"):
        linalg.lstsq(mt.tensor(a), b[:3])[0].execute()


def test_every_function_is_called():
    assert set(linalg.__all__) == set(CALLS) | OWN
    theirs = {n for n in dir(np.linalg) if inspect.isroutine(getattr(np.linalg, n)) and n != "test"}
    assert not theirs - set(linalg.__all__)
