"""Decompositions, whose number of results depends on their arguments."""

from ..._core import attrs as _a
from ..._core.build import many, one
from .._as import tensor


def qr(a, mode):
    attrs = {"mode": _a.string(mode)} if mode != "reduced" else None
    if mode == "r":
        return one("tensor.linalg.qr", (tensor(a),), attrs)
    return _named("QRResult", ("Q", "R"), many("tensor.linalg.qr", (tensor(a),), attrs, 2))


def svd(a, full_matrices, compute_uv, hermitian):
    attrs = {}
    if full_matrices is not True:
        attrs["full_matrices"] = _a.boolean(full_matrices)
    if compute_uv is not True:
        attrs["compute_uv"] = _a.boolean(compute_uv)
        return one("tensor.linalg.svd", (tensor(a),), attrs)
    return _named("SVDResult", ("U", "S", "Vh"), many("tensor.linalg.svd", (tensor(a),), attrs, 3))


def _named(name, fields, values):
    """The results under NumPy's names where this NumPy has them."""
    from numpy import linalg

    import_from = getattr(linalg, "_linalg", None)
    cls = getattr(import_from, name, None)
    return cls(*values) if cls is not None and cls._fields == fields else values
