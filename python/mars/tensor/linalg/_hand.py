"""Decompositions, whose number of results depends on their arguments."""

from ..._core import attrs as _a
from ..._core.build import many, one
from ..._core.entity import ExecutableTuple
from .._as import tensor


def qr(a, mode):
    attrs = {"mode": _a.string(mode)} if mode != "reduced" else None
    if mode == "r":
        return one("tensor.linalg.qr", (tensor(a),), attrs)
    return QRResult(many("tensor.linalg.qr", (tensor(a),), attrs, 2))


def svd(a, full_matrices, compute_uv, hermitian):
    attrs = {}
    if full_matrices is not True:
        attrs["full_matrices"] = _a.boolean(full_matrices)
    if compute_uv is not True:
        attrs["compute_uv"] = _a.boolean(compute_uv)
        return one("tensor.linalg.svd", (tensor(a),), attrs)
    return SVDResult(many("tensor.linalg.svd", (tensor(a),), attrs, 3))


def slogdet(a):
    return SlogdetResult(many("tensor.linalg.slogdet", (tensor(a),), None, 2))


def eig(a):
    return EigResult(many("tensor.linalg.eig", (tensor(a),), None, 2))


def eigh(a, UPLO):
    attrs = {"uplo": _a.string(UPLO)} if UPLO != "L" else None
    return EighResult(many("tensor.linalg.eigh", (tensor(a),), attrs, 2))


def lu(a):
    return many("tensor.linalg.lu", (tensor(a),), None, 3)


def lstsq(a, b, rcond):
    attrs = {"rcond": _a.floating(rcond)} if rcond is not None else None
    return many("tensor.linalg.lstsq", (tensor(a), tensor(b)), attrs, 4)


def _places(*names):
    """Properties of a tuple by place."""
    return {n: property(lambda self, i=i: self[i]) for i, n in enumerate(names)}


def _result(name, doc, *names):
    """A tuple class with names for its places."""
    return type(name, (ExecutableTuple,), {"__slots__": (), "__doc__": doc, **_places(*names)})


QRResult = _result("QRResult", "Q and R of a matrix.", "Q", "R")
SVDResult = _result("SVDResult", "U, S and Vh of a matrix.", "U", "S", "Vh")
SlogdetResult = _result("SlogdetResult", "Sign and logarithm of a determinant.", "sign", "logabsdet")
EigResult = _result("EigResult", "Eigenvalues and eigenvectors of a matrix.", "eigenvalues", "eigenvectors")
EighResult = _result("EighResult", "Eigenvalues and eigenvectors of a matrix.", "eigenvalues", "eigenvectors")
