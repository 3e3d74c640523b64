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


def _places(*names):
    """Properties of a tuple by place."""
    return {n: property(lambda self, i=i: self[i]) for i, n in enumerate(names)}


QRResult = type(
    "QRResult", (ExecutableTuple,), {"__slots__": (), "__doc__": "Q and R of a matrix.", **_places("Q", "R")}
)
SVDResult = type(
    "SVDResult", (ExecutableTuple,), {"__slots__": (), "__doc__": "U, S and Vh of a matrix.", **_places("U", "S", "Vh")}
)
