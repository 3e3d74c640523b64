"""Every function of mars.tensor is called, and gives what the NumPy function of its name gives."""

import warnings

import numpy as np
import pytest

import mars.tensor as mt
from mars.tensor import _gen, _more
from mars.tensor.random import _gen as draws

a = ((np.arange(35) * 37 + 11) % 29 - 9).reshape(5, 7).astype(np.float64) / 4
b = ((np.arange(35) * 17 + 5) % 23 + 1).reshape(5, 7) / 8
i = (a * 4).astype(np.int64)
u = np.abs(i) + 1
v = a[:, 2].copy()
n = np.where(a > 4, np.nan, a)
c = a + 1j * b
sq = a[:5, :5] + 3 * np.eye(5)
t = (i % 7).astype("m8[s]")
mask = a > 0
words = np.array([3, 1, 2, 3, 3, 0])


def put(m, x):
    x = m.array(x)
    m.put(x, [[0, 5], [-1, 3]], [9, 8, 7])
    x.put([1, 99], 4, mode="wrap")
    return x


# Name: calls of m (numpy or mars.tensor) with the same arrays. Those of ufuncs are made below.
CALLS = {
    "all": [lambda m, f: m.all(f(mask)), lambda m, f: m.all(f(mask), axis=0, keepdims=True)],
    "allclose": [lambda m, f: m.allclose(f(a), f(a) + 1e-12), lambda m, f: m.allclose(f(a), 1.0, rtol=0.5)],
    "amax": [lambda m, f: m.amax(f(a), 1)],
    "amin": [lambda m, f: m.amin(f(a))],
    "angle": [lambda m, f: m.angle(f(c)), lambda m, f: m.angle(f(c), deg=True)],
    "any": [lambda m, f: m.any(f(mask), axis=(0, 1))],
    "append": [lambda m, f: m.append(f(a), f(b)), lambda m, f: m.append(f(a), f(b), axis=0)],
    "arange": [lambda m, f: m.arange(5), lambda m, f: m.arange(2, 9, 3), lambda m, f: m.arange(1.5, 4, dtype="f4")],
    "argmax": [lambda m, f: m.argmax(f(a)), lambda m, f: m.argmax(f(a), axis=1, keepdims=True)],
    "argmin": [lambda m, f: m.argmin(f(a), 0)],
    "argpartition": [lambda m, f: m.sort(m.take_along_axis(f(v), m.argpartition(f(v), 2), 0)[:3]) if m is np else None],
    "argsort": [lambda m, f: m.argsort(f(v), kind="stable"), lambda m, f: m.argsort(f(a), axis=0, kind="stable")],
    "around": [lambda m, f: m.around(f(a), 1)],
    "array": [lambda m, f: m.array([[1, 2], [3, 4]], dtype="f4"), lambda m, f: m.array([1, 2], ndmin=3)],
    "array_equal": [lambda m, f: m.array_equal(f(a), f(a)), lambda m, f: m.array_equal(f(n), f(n), equal_nan=True)],
    "astype": [lambda m, f: f(a).astype("i4")],
    "atleast_1d": [lambda m, f: m.atleast_1d(f(np.float64(3)))],
    "atleast_2d": [lambda m, f: m.atleast_2d(f(v)), lambda m, f: m.atleast_2d(f(v), f(a))],
    "atleast_3d": [lambda m, f: m.atleast_3d(f(a))],
    "average": [lambda m, f: m.average(f(a), axis=0, weights=f(b[:, 0]), returned=True), lambda m, f: m.average(f(a))],
    "bincount": [
        lambda m, f: m.bincount(f(words)),
        lambda m, f: m.bincount(f(words), weights=f(b[0, :6]), minlength=9),
    ],
    "broadcast_to": [lambda m, f: m.broadcast_to(f(v), (3, 5))],
    "clip": [
        lambda m, f: m.clip(f(a), -1, 2),
        lambda m, f: m.clip(f(a), f(b), None),
        lambda m, f: m.clip(f(i), 0, None),
    ],
    "column_stack": [lambda m, f: m.column_stack((f(v), f(a)))],
    "compress": [lambda m, f: m.compress([True, False, True, False, True], f(a), axis=0)],
    "concatenate": [
        lambda m, f: m.concatenate([f(a), f(b)], axis=1),
        lambda m, f: m.concatenate((f(a), f(v)), axis=None),
    ],
    "corrcoef": [lambda m, f: m.corrcoef(f(a)), lambda m, f: m.corrcoef(f(a[0]), f(b[0]))],
    "count_nonzero": [lambda m, f: m.count_nonzero(f(i)), lambda m, f: m.count_nonzero(f(i), axis=0)],
    "cov": [lambda m, f: m.cov(f(a)), lambda m, f: m.cov(f(a), rowvar=False, ddof=0)],
    "cumprod": [lambda m, f: m.cumprod(f(b), axis=1)],
    "cumsum": [lambda m, f: m.cumsum(f(a)), lambda m, f: m.cumsum(f(i), axis=0, dtype="f8")],
    "diag": [lambda m, f: m.diag(f(v)), lambda m, f: m.diag(f(a), k=1)],
    "diagonal": [lambda m, f: m.diagonal(f(a), offset=-1)],
    "diff": [lambda m, f: m.diff(f(a), n=2, axis=0), lambda m, f: m.diff(f(v), prepend=0.0)],
    "digitize": [
        lambda m, f: m.digitize(f(a), np.array([-1.0, 0.0, 2.0])),
        lambda m, f: m.digitize(f(a), [0, 1], right=True),
    ],
    "dot": [lambda m, f: m.dot(f(a), f(b.T)), lambda m, f: m.dot(f(v), f(v))],
    "dstack": [lambda m, f: m.dstack((f(a), f(b)))],
    "einsum": [lambda m, f: m.einsum("ij,kj->ik", f(a), f(b)), lambda m, f: m.einsum("ii", f(sq))],
    "empty": [lambda m, f: m.empty((2, 3), dtype="i4").shape],
    "empty_like": [lambda m, f: m.empty_like(f(a)).shape],
    "expand_dims": [lambda m, f: m.expand_dims(f(a), 1), lambda m, f: m.expand_dims(f(a), (0, -1))],
    "eye": [lambda m, f: m.eye(4), lambda m, f: m.eye(3, M=5, k=1, dtype=int)],
    "flip": [lambda m, f: m.flip(f(a)), lambda m, f: m.flip(f(a), axis=1)],
    "fliplr": [lambda m, f: m.fliplr(f(a))],
    "flipud": [lambda m, f: m.flipud(f(a))],
    "full": [
        lambda m, f: m.full((2, 3), 7),
        lambda m, f: m.full((2, 3), np.float32(2)),
        lambda m, f: m.full(4, 1, dtype="f4"),
    ],
    "full_like": [lambda m, f: m.full_like(f(a), 2), lambda m, f: m.full_like(f(i), 3, dtype="f8", shape=(2, 2))],
    "histogram": [lambda m, f: m.histogram(f(a)), lambda m, f: m.histogram(f(a), bins=[-2, 0, 1, 5], density=True)],
    "histogram_bin_edges": [lambda m, f: m.histogram_bin_edges(f(a), bins=4, range=(0, 8))],
    "hstack": [lambda m, f: m.hstack((f(a), f(b)))],
    "identity": [lambda m, f: m.identity(3, dtype="i8")],
    "imag": [lambda m, f: m.imag(f(c))],
    "inner": [lambda m, f: m.inner(f(a), f(b))],
    "isclose": [lambda m, f: m.isclose(f(a), f(a) + 1e-9), lambda m, f: m.isclose(f(n), f(n), equal_nan=True)],
    "kron": [lambda m, f: m.kron(f(sq[:2, :2]), f(i[:2, :3]))],
    "linspace": [lambda m, f: m.linspace(0, 1, 7), lambda m, f: m.linspace(-1, 2, 4, False, True)],
    "matmul": [lambda m, f: m.matmul(f(a), f(b.T)), lambda m, f: m.matmul(f(a), f(b[0]))],
    "max": [lambda m, f: m.max(f(a)), lambda m, f: m.max(f(a), axis=0, keepdims=True)],
    "mean": [lambda m, f: m.mean(f(a), axis=1), lambda m, f: m.mean(f(i), dtype="f4")],
    "median": [lambda m, f: m.median(f(a)), lambda m, f: m.median(f(a), axis=0)],
    "min": [lambda m, f: m.min(f(a), axis=(0, 1))],
    "moveaxis": [lambda m, f: m.moveaxis(f(a[None]), 0, -1), lambda m, f: m.moveaxis(f(a[None]), [0, 1], [1, 0])],
    "nan_to_num": [lambda m, f: m.nan_to_num(f(n)), lambda m, f: m.nan_to_num(f(n), nan=-1.0)],
    "nanargmax": [lambda m, f: m.nanargmax(f(n))],
    "nanargmin": [lambda m, f: m.nanargmin(f(n), axis=1)],
    "nancumprod": [lambda m, f: m.nancumprod(f(n), axis=1)],
    "nancumsum": [lambda m, f: m.nancumsum(f(n))],
    "nanmax": [lambda m, f: m.nanmax(f(n), axis=0)],
    "nanmean": [lambda m, f: m.nanmean(f(n), axis=0)],
    "nanmedian": [lambda m, f: m.nanmedian(f(n), axis=1)],
    "nanmin": [lambda m, f: m.nanmin(f(n))],
    "nanpercentile": [lambda m, f: m.nanpercentile(f(n), 30)],
    "nanprod": [lambda m, f: m.nanprod(f(n), axis=1)],
    "nanquantile": [
        lambda m, f: m.nanquantile(f(n), [0.25, 0.5], axis=0),
        lambda m, f: m.nanquantile(f(n), 0.6, axis=0, weights=f(b), method="inverted_cdf"),
        lambda m, f: m.quantile(f(n), [0.6], axis=1, weights=f(b), method="inverted_cdf"),
    ],
    "nanstd": [lambda m, f: m.nanstd(f(n), axis=0, ddof=1)],
    "nansum": [lambda m, f: m.nansum(f(n), axis=0)],
    "nanvar": [lambda m, f: m.nanvar(f(n))],
    "nonzero": [lambda m, f: m.nonzero(f(mask))],
    "ones": [lambda m, f: m.ones((2, 3)), lambda m, f: m.ones(4, dtype=bool)],
    "ones_like": [lambda m, f: m.ones_like(f(i))],
    "outer": [lambda m, f: m.outer(f(v), f(b[0]))],
    "partition": [lambda m, f: m.sort(m.partition(f(v), 2)[:3])],
    "percentile": [
        lambda m, f: m.percentile(f(a), [10, 50, 90]),
        lambda m, f: m.percentile(f(a), 40, axis=0, method="lower"),
    ],
    "prod": [lambda m, f: m.prod(f(b), axis=0)],
    "ptp": [lambda m, f: m.ptp(f(a), axis=1)],
    "put": [lambda m, f: put(m, f(a)), lambda m, f: put(m, f(i))],
    "diag_indices_from": [lambda m, f: list(m.diag_indices_from(f(sq)))],
    "tril_indices_from": [lambda m, f: list(m.tril_indices_from(f(a), 1))],
    "triu_indices_from": [lambda m, f: list(m.triu_indices_from(f(a), k=-1))],
    "quantile": [
        lambda m, f: m.quantile(f(a), 0.3, axis=1, weights=f(abs(b)), method="inverted_cdf"),
        lambda m, f: m.quantile(
            f(a), [0, 0.5, 1], axis=0, weights=f(np.arange(5.0)), method="inverted_cdf", keepdims=True
        ),
        lambda m, f: m.quantile(f(i), 0.7, weights=f(abs(b)), method="inverted_cdf"),
        lambda m, f: m.quantile(f(a), 0.3, axis=1, keepdims=True),
    ],
    "real": [lambda m, f: m.real(f(c))],
    "repeat": [lambda m, f: m.repeat(f(a), 2, axis=0), lambda m, f: m.repeat(f(v), [0, 1, 2, 0, 3])],
    "reshape": [lambda m, f: m.reshape(f(a), (7, -1)), lambda m, f: m.reshape(f(a), 35)],
    "roll": [lambda m, f: m.roll(f(a), 3), lambda m, f: m.roll(f(a), (1, -2), axis=(0, 1))],
    "rollaxis": [lambda m, f: m.rollaxis(f(a[None]), 2)],
    "round": [lambda m, f: m.round(f(a), 1), lambda m, f: m.round(f(a))],
    "searchsorted": [
        lambda m, f: m.searchsorted(f(words), f(i), sorter=f(np.argsort(words))),
        lambda m, f: m.searchsorted(f(np.sort(v)), f(a)),
        lambda m, f: m.searchsorted(f(np.sort(v)), 1.0, side="right"),
    ],
    "sort": [lambda m, f: m.sort(f(a)), lambda m, f: m.sort(f(a), axis=None), lambda m, f: m.sort(f(a), axis=0)],
    "squeeze": [lambda m, f: m.squeeze(f(a[None])), lambda m, f: m.squeeze(f(a[None, :, None]), axis=0)],
    "std": [lambda m, f: m.std(f(a), axis=0, ddof=1)],
    "sum": [
        lambda m, f: m.sum(f(a), axis=1),
        lambda m, f: m.sum(f(i), dtype="f4"),
        lambda m, f: m.sum(f(a), keepdims=True),
    ],
    "swapaxes": [lambda m, f: m.swapaxes(f(a), 0, 1)],
    "take": [
        lambda m, f: m.take(f(a), [0, 3, 4]),
        lambda m, f: m.take(f(a), f(words), axis=1),
        lambda m, f: m.take(f(v), 2),
    ],
    "tensordot": [lambda m, f: m.tensordot(f(a), f(b), axes=2), lambda m, f: m.tensordot(f(a), f(b), axes=([1], [1]))],
    "tile": [lambda m, f: m.tile(f(a), (2, 1))],
    "trace": [lambda m, f: m.trace(f(sq), offset=1)],
    "transpose": [lambda m, f: m.transpose(f(a)), lambda m, f: m.transpose(f(a[None]), (1, 0, 2))],
    "trapezoid": [lambda m, f: m.trapezoid(f(a), dx=0.5), lambda m, f: m.trapezoid(f(v), x=f(np.arange(5.0) ** 2))],
    "tril": [lambda m, f: m.tril(f(a), k=1)],
    "triu": [lambda m, f: m.triu(f(a))],
    "unique": [
        lambda m, f: m.unique(f(words)),
        lambda m, f: m.unique(f(i), return_index=True, return_inverse=True, return_counts=True),
    ],
    "var": [lambda m, f: m.var(f(a)), lambda m, f: m.var(f(a), axis=0, keepdims=True)],
    "vdot": [lambda m, f: m.vdot(f(c[0]), f(c[1]))],
    "vstack": [lambda m, f: m.vstack((f(a), f(b)))],
    "where": [
        lambda m, f: m.where(f(mask), f(a), 0.0),
        lambda m, f: m.where(f(mask)),
        lambda m, f: m.where(True, f(a), f(b)),
    ],
    "zeros": [lambda m, f: m.zeros((3, 2), dtype="c16")],
    "zeros_like": [lambda m, f: m.zeros_like(f(a), dtype="i4")],
    "cross": [lambda m, f: m.cross(f(sq[:, :3]), f(b[:, :3])), lambda m, f: m.cross(f(a[:3]), f(b[:3]), axis=0)],
    "vecdot": [lambda m, f: m.vecdot(f(c), f(c[::-1])), lambda m, f: m.vecdot(f(a), f(b), axis=0)],
    "matvec": [lambda m, f: m.matvec(f(c), f(c[0]))],
    "vecmat": [lambda m, f: m.vecmat(f(c[:, 0]), f(c))],
    "bartlett": [lambda m, f: m.bartlett(7)],
    "blackman": [lambda m, f: m.blackman(8)],
    "hamming": [lambda m, f: m.hamming(7)],
    "hanning": [lambda m, f: m.hanning(1), lambda m, f: m.hanning(9)],
    "kaiser": [lambda m, f: m.kaiser(9, 5.0)],
    "logspace": [lambda m, f: m.logspace(0, 2, 5), lambda m, f: m.logspace(0, 2, 5, False, 2.0)],
    "geomspace": [lambda m, f: m.geomspace(1, 1000, 4), lambda m, f: m.geomspace(2, 9, 5, endpoint=False)],
    "sinc": [lambda m, f: m.sinc(f(a)), lambda m, f: m.sinc(f(i))],
    "isneginf": [lambda m, f: m.isneginf(f(np.array([-np.inf, 1, np.inf, np.nan])))],
    "isposinf": [lambda m, f: m.isposinf(f(n))],
    "take_along_axis": [
        lambda m, f: m.take_along_axis(f(a), f(np.argsort(a, 1, kind="stable")), 1),
        lambda m, f: m.take_along_axis(f(a), f(words), None),
        lambda m, f: m.take_along_axis(f(a), f(words[:, None] % 5)[:5], -1),
    ],
    "interp": [
        lambda m, f: m.interp(f(a), f(np.arange(5.0)), f(v)),
        lambda m, f: m.interp(f(a), f(np.arange(5.0)), f(v), -1, 9),
        lambda m, f: m.interp(f(a), f(v), f(b[:, 0]), period=3),
    ],
    "rot90": [lambda m, f: m.rot90(f(a)), lambda m, f: m.rot90(f(a), -1, (1, 0))],
    "polyval": [lambda m, f: m.polyval([3, 0, 1.5], f(a))],
    "polyfit": [lambda m, f: m.polyfit(f(np.arange(5.0)), f(v), 2)],
    "vander": [lambda m, f: m.vander(f(v)), lambda m, f: m.vander(f(v), 3, increasing=True)],
    "block": [lambda m, f: m.block([[f(a), f(b)], [f(b), f(a)]]), lambda m, f: m.block([f(v), 7])],
    "piecewise": [lambda m, f: m.piecewise(f(a), [f(mask), f(a < -1)], [2.5, -1, 9])],
    "real_if_close": [lambda m, f: m.real_if_close(f(a) + 1e-16j), lambda m, f: m.real_if_close(f(c))],
    "select": [lambda m, f: m.select([f(mask), f(a < -1)], [f(a), f(b)], 0.5)],
    "extract": [lambda m, f: m.extract(f(mask), f(a))],
    "diagflat": [lambda m, f: m.diagflat(f(sq[:2, :2]), -1)],
    "array_equiv": [lambda m, f: m.array_equiv(f(a), f(a[:1])), lambda m, f: m.array_equiv(f(a), f(a))],
    "cumulative_sum": [
        lambda m, f: m.cumulative_sum(f(v), include_initial=True),
        lambda m, f: m.cumulative_sum(f(i), axis=1, dtype="f8"),
    ],
    "cumulative_prod": [lambda m, f: m.cumulative_prod(f(b), axis=0)],
    "intersect1d": [lambda m, f: m.intersect1d(f(words), f(i))],
    "setxor1d": [lambda m, f: m.setxor1d(f(words), f(i))],
    "gradient": [
        lambda m, f: list(m.gradient(f(a))),
        lambda m, f: m.gradient(f(a), 0.5, axis=0, edge_order=2),
        lambda m, f: list(m.gradient(f(a), 0.5, f(np.arange(7.0) ** 2))),
    ],
    "pad": [
        lambda m, f: m.pad(f(a), 2),
        lambda m, f: m.pad(f(i), ((1, 2), (0, 3)), constant_values=((1, 2), (3, 4))),
        lambda m, f: m.pad(f(a), (9, 12), mode="reflect"),
        lambda m, f: m.pad(f(a), (9, 12), mode="symmetric"),
        lambda m, f: m.pad(f(v), (3, 11), "wrap"),
        lambda m, f: m.pad(f(a), [(1, 2), (0, 0)], "edge"),
        lambda m, f: m.pad(f(a), {-1: (1, 2)}),
    ],
    "lexsort": [
        lambda m, f: m.lexsort((f(i[0] % 3), f(i[1] % 2))),
        lambda m, f: m.lexsort([f(i % 2), f(i % 3), f(u % 2)], axis=0),
    ],
    # before brackets
    "mgrid": [lambda m, f: m.mgrid[0:3, 1:8:2], lambda m, f: m.mgrid[-1:1:5j], lambda m, f: m.mgrid[0:2:3j, 4:7]],
    "ogrid": [lambda m, f: list(m.ogrid[0:3, 0.5:3])],
    "r_": [
        lambda m, f: m.r_[f(v), 0, 2.5, 1:4],
        lambda m, f: m.r_["-1", f(a), f(b)],
        lambda m, f: m.r_["0,2,0", f(v), f(v)],
        lambda m, f: m.r_[0:1:4j, 7],
    ],
    "c_": [lambda m, f: m.c_[f(v), f(v)], lambda m, f: m.c_[f(a), f(b)]],
    "s_": [lambda m, f: m.s_[1:2, ::3] == (slice(1, 2), slice(None, None, 3))],
    "index_exp": [lambda m, f: m.index_exp[1:2] == (slice(1, 2),)],
    "ndindex": [lambda m, f: list(m.ndindex(2, 2))],
    "broadcast_shapes": [lambda m, f: m.broadcast_shapes((3, 1), (4,))],
    "ix_": [lambda m, f: f(a)[m.ix_([0, 3], [1, 5, 2])], lambda m, f: list(m.ix_(f(v > 0), [2, 1]))],
    "indices": [lambda m, f: m.indices((2, 3)), lambda m, f: list(m.indices((2, 3), sparse=True))],
    "diag_indices": [lambda m, f: list(m.diag_indices(4)), lambda m, f: f(sq)[m.diag_indices(5)]],
    "tri": [lambda m, f: m.tri(3, 5, 1), lambda m, f: m.tri(4, dtype=int)],
    "tril_indices": [lambda m, f: list(m.tril_indices(4, 1)), lambda m, f: list(m.tril_indices(3, m=5))],
    "triu_indices": [lambda m, f: list(m.triu_indices(4)), lambda m, f: list(m.triu_indices(4, -1, 3))],
    "unravel_index": [
        lambda m, f: list(m.unravel_index(f(words), (2, 5))),
        lambda m, f: list(m.unravel_index(f(words), (5, 2), order="F")),
    ],
    "ravel_multi_index": [
        lambda m, f: m.ravel_multi_index((f(words), f(words[::-1])), (4, 9)),
        lambda m, f: m.ravel_multi_index((f(words), f(words * 9)), (3, 9), mode=("wrap", "clip")),
        lambda m, f: m.ravel_multi_index((f(words), f(words)), (4, 9), order="F"),
    ],
    "unstack": [
        lambda m, f: list(m.unstack(f(a))),
        lambda m, f: list(m.unstack(f(a[:0]))),
        lambda m, f: list(m.unstack(f(a), axis=1)),
    ],
    # beside them
    "array_split": [lambda m, f: m.array_split(f(v), 3), lambda m, f: m.array_split(f(a), [2, 4], axis=1)],
    "asarray": [lambda m, f: m.asarray([1.5, 2])],
    "asanyarray": [lambda m, f: m.asanyarray(f(a)), lambda m, f: m.asanyarray([1.5, 2], dtype=np.float32)],
    "ascontiguousarray": [lambda m, f: m.ascontiguousarray(f(a))],
    "asfortranarray": [lambda m, f: m.asfortranarray(f(a))],
    "broadcast_arrays": [lambda m, f: m.broadcast_arrays(f(a), f(b[0]))],
    "copy": [lambda m, f: m.copy(f(a))],
    "dsplit": [lambda m, f: m.dsplit(f(np.arange(24.0).reshape(2, 3, 4)), 2)],
    "flatnonzero": [lambda m, f: m.flatnonzero(f(mask))],
    "hsplit": [lambda m, f: m.hsplit(f(a), [2, 3])],
    "ndim": [lambda m, f: m.ndim(f(a))],
    "ravel": [lambda m, f: m.ravel(f(a))],
    "result_type": [lambda m, f: m.result_type(f(i), np.float32)],
    "shape": [lambda m, f: m.shape(f(a))],
    "size": [lambda m, f: m.size(f(a)), lambda m, f: m.size(f(a), 1)],
    "split": [lambda m, f: m.split(f(a), [1, 3])],
    "stack": [lambda m, f: m.stack([f(a), f(b)]), lambda m, f: m.stack([f(a), f(b)], axis=-1)],
    "concat": [lambda m, f: m.concat([f(a), f(b)], axis=1)],
    "permute_dims": [lambda m, f: m.permute_dims(f(a), (1, 0))],
    "matrix_transpose": [lambda m, f: m.matrix_transpose(f(a[None]))],
    "argwhere": [lambda m, f: m.argwhere(f(mask))],
    "iscomplexobj": [lambda m, f: m.iscomplexobj(f(c))],
    "isrealobj": [lambda m, f: m.isrealobj(f(a))],
    "iscomplex": [lambda m, f: m.iscomplex(f(c.real + 0j))],
    "isreal": [lambda m, f: m.isreal(f(a))],
    "fix": [lambda m, f: m.fix(f(a))],
    "meshgrid": [
        lambda m, f: list(m.meshgrid(f(v), f(b[0]))),
        lambda m, f: list(m.meshgrid(f(v), f(b[0]), [1, 2], indexing="ij", sparse=True)),
    ],
    "isin": [
        lambda m, f: m.isin(f(i), f(words)),
        lambda m, f: m.isin(f(i), [2, -3], invert=True),
        lambda m, f: m.isin(f(a), f(a[0])),
    ],
    "union1d": [lambda m, f: m.union1d(f(words), f(i))],
    "setdiff1d": [lambda m, f: m.setdiff1d(f(i), f(words))],
    "ediff1d": [lambda m, f: m.ediff1d(f(a)), lambda m, f: m.ediff1d(f(v), to_end=[1.0, 2.0], to_begin=0.0)],
    "vsplit": [lambda m, f: m.vsplit(f(a), 5)],
}
# What NumPy has not, or has in another form: checked in tests of their own.
OWN = {
    "argpartition",
    "rechunk",
    "from_remote",  # in test_remote
    "topk",
    "from_dataframe",
    "scalar",
    "tensor",
    "trapz",
    "innerproduct",
    "round_",
    "copyto",
    "in1d",
}
CALLS.pop("argpartition")
INTS = {
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "left_shift",
    "right_shift",
    "gcd",
    "lcm",
    "invert",
    "bitwise_count",
}
INTS |= {"bitwise_not", "bitwise_invert", "bitwise_left_shift", "bitwise_right_shift"}
DOMAIN = {"arccos": (-1, 1), "arcsin": (-1, 1), "arctanh": (-1, 1), "acos": (-1, 1), "asin": (-1, 1), "atanh": (-1, 1)}
DOMAIN |= {
    "arccosh": (1, 9),
    "acosh": (1, 9),
    "log": (0.1, 9),
    "log2": (0.1, 9),
    "log10": (0.1, 9),
    "log1p": (0, 9),
    "sqrt": (0, 9),
}
DOMAIN |= {"power": (0.1, 3), "pow": (0.1, 3), "float_power": (0.1, 3)}


def stored(name, *args, **kwargs):
    """A call of a function that stores in its first argument, which it gives."""

    def call(m, f):
        x = m.array(i, copy=True)
        assert getattr(m, name)(x, *args, **kwargs) is None
        return x

    return call


CALLS |= {
    "sliding_window_view": [
        lambda m, f: m.lib.stride_tricks.sliding_window_view(f(v), 3),
        lambda m, f: m.lib.stride_tricks.sliding_window_view(f(a), (2, 2), (1, 0)),
    ],
    "choose": [
        lambda m, f: m.choose([0, 1, 2], [[0, 1, 2], [10, 11, 12], [20, 21, 22]]),
        lambda m, f: m.choose(f(i), [f(a), 1], mode="wrap"),
        lambda m, f: m.choose([[2], [-1]], [[0, 1], [5, 6]], mode="clip"),
    ],
    "convolve": [lambda m, f, k=k: m.convolve(f(v), [1, 2, 3, 4], k) for k in ("full", "same", "valid")],
    "correlate": [lambda m, f, k=k: m.correlate([1, 2j], f(v), k) for k in ("full", "same", "valid")],
    "delete": [
        lambda m, f: m.delete(f(a), [1, -1], axis=1),
        lambda m, f: m.delete(f(v), 0),
        lambda m, f: m.delete(f(v), m.where(f(v) > 0)),
        lambda m, f: m.delete(f(a), [], axis=0),
    ],
    "fill_diagonal": [stored("fill_diagonal", 7), stored("fill_diagonal", [1, 2])],
    "histogram2d": [
        lambda m, f: m.histogram2d(f(a[0]), f(b[0])),
        lambda m, f: m.histogram2d(f(a[0]), f(b[0]), [2, 3], [[0, 2], [0, 1]], True, f(u[0])),
    ],
    "insert": [
        lambda m, f: m.insert(f(a), 1, 99, axis=1),
        lambda m, f: m.insert(f(v), [0, 2, 0], [7, 8, 9]),
        lambda m, f: m.insert(f(a), [1], f(b[:2]), axis=0),
        lambda m, f: m.insert(f(i), -1, 1.7),
    ],
    "packbits": [
        lambda m, f: m.packbits(f(mask)),
        lambda m, f: m.packbits(f(mask), axis=0, bitorder="little"),
    ],
    "place": [stored("place", i > 2, [7, 8]), stored("place", i > 99, [7])],
    "polyadd": [lambda m, f: m.polyadd([1, 2], f(v))],
    "polyder": [lambda m, f: m.polyder(f(v)), lambda m, f: m.polyder([1, 2, 3], 3)],
    "polyint": [lambda m, f: m.polyint([1, 2, 3]), lambda m, f: m.polyint(f(v), 2, [3, 4])],
    "polymul": [lambda m, f: m.polymul([1, 2], f(v))],
    "polysub": [lambda m, f: m.polysub([1, 2], f(v))],
    "put_along_axis": [
        stored("put_along_axis", np.array([[0, -1]]), 99, 1),
        stored("put_along_axis", np.array([3, 1]), [7, 8], None),
    ],
    "putmask": [stored("putmask", i > 2, 0), stored("putmask", i > 2, [7, 8, 9])],
    "resize": [lambda m, f: m.resize(f(a), (4, 11)), lambda m, f: m.resize(f(v), 3)],
    "trim_zeros": [
        lambda m, f: m.trim_zeros(f(np.array([0, 0, 3, 0, 4, 0]))),
        lambda m, f: m.trim_zeros(f(np.array([0, 3, 0])), "b"),
    ],
    "unique_all": [lambda m, f: m.unique_all(f(n))],
    "unique_counts": [lambda m, f: m.unique_counts(f(i)), lambda m, f: m.unique_counts(f(n)).counts],
    "unique_inverse": [lambda m, f: m.unique_inverse(f(i)).inverse_indices],
    "unique_values": [lambda m, f: m.sort(m.unique_values(f(i)))],
    "unpackbits": [
        lambda m, f: m.unpackbits(f(u.astype("u1")), count=100),
        lambda m, f: m.unpackbits(f(u.astype("u1")), axis=1, count=-3, bitorder="little"),
    ],
}

MODERN = {"unique", "trapezoid", "concat", "permute_dims", "matrix_transpose"}
MODERN |= {"unique_all", "unique_counts", "unique_inverse", "unique_values"}


def ufuncs():
    return sorted(k for k in _gen.__all__ if isinstance(getattr(np, k, None), np.ufunc) and k not in CALLS)


def arguments(name):
    """Arrays that a ufunc takes."""
    f = getattr(np, name)
    if name == "isnat":
        return [t]
    if name == "ldexp":
        return [a, u % 5]
    if name in INTS:
        return [u, (i % 3 + 2)][: f.nin]
    first = a
    if name == "reciprocal":
        return [b]
    if name in DOMAIN:
        low, high = DOMAIN[name]
        first = low + (high - low) * (np.arange(35).reshape(5, 7) + 0.5) / 35
    return [first, b][: f.nin]


def plain(x):
    """What a call gave, as arrays and numbers."""
    if isinstance(x, (tuple, list)):
        return [plain(e) for e in x]
    return x.to_numpy() if isinstance(x, mt.Tensor) else x


def same(got, want):
    got, want = plain(got), plain(want)
    if isinstance(want, list):
        assert len(got) == len(want)
        for g, w in zip(got, want):
            same(g, w)
        return
    assert np.asarray(got).dtype == np.asarray(want).dtype
    assert np.shape(got) == np.shape(want)
    if np.asarray(want).dtype.kind in "fc":
        np.testing.assert_allclose(got, want, rtol=1e-6 if np.asarray(want).dtype.itemsize == 4 else 1e-12, atol=1e-12)
    else:
        np.testing.assert_array_equal(got, want)


def known():
    """Functions that this NumPy has; the inverse of unique has another shape before NumPy 2."""
    for name in sorted(CALLS):
        marks = pytest.mark.modern if name in MODERN else ()
        yield pytest.param(name, marks=marks)


@pytest.mark.parametrize("name", list(known()))
def test_function(session, name):
    for call in CALLS[name]:
        want = call(np, lambda x: x)
        same(call(mt, lambda x: mt.array(x, dtype=None)), want)


@pytest.mark.parametrize("name", ufuncs())
def test_ufunc(session, name):
    args = arguments(name)
    want = getattr(np, name)(*args)
    ts = [mt.tensor(x, chunk_size=3) for x in args]
    same(getattr(mt, name)(*ts), want)
    same(getattr(np, name)(*ts), want)  # NumPy's function of tensors
    if len(args) == 2 and name != "ldexp":
        same(getattr(mt, name)(ts[0], 3), getattr(np, name)(args[0], 3))


@pytest.mark.modern
def test_every_function_is_called():
    names = {*_gen.__all__, *_more.__all__} - OWN - set(CALLS) - set(ufuncs())
    assert not names, names


def test_topk(session):
    same(mt.topk(mt.tensor(v), 3), np.sort(v)[::-1][:3])
    same(mt.topk(mt.tensor(v), 2, largest=False), np.sort(v)[:2])


def test_argpartition(session):
    places = plain(mt.argpartition(mt.tensor(v), 2))
    same(np.sort(v[places[:3]]), np.sort(v)[:3])


def test_copies_that_casting_does_not_allow(session):
    for to, value, casting in (
        ("int64", a, "same_kind"),
        ("float32", a, "safe"),
        ("int8", 1.5, "same_kind"),
        ("bool", 1j, "same_kind"),
    ):
        with pytest.raises(TypeError) as want:
            np.copyto(np.zeros((5, 7), to), value, casting)
        with pytest.raises(TypeError, match="according to the rule"):
            mt.copyto(mt.zeros((5, 7), to), value, casting)
        assert "according to the rule" in str(want.value)
    x = mt.zeros((5, 7), "float32")
    mt.copyto(x, a)
    same(x, a.astype("float32"))
    mt.copyto(x, a * 2, casting="unsafe")
    same(x, (a * 2).astype("float32"))


def test_nan_that_differs_from_nan(session):
    same(mt.unique(mt.tensor([1.0, np.nan, np.nan]), equal_nan=False), np.array([1, np.nan, np.nan]))


@pytest.mark.modern
def test_old_names(session):
    same(mt.trapz(mt.tensor(a)), np.trapezoid(a))
    same(mt.innerproduct(mt.tensor(a), b), np.inner(a, b))
    same(mt.round_(mt.tensor(a), 1), np.round(a, 1))
    same(mt.in1d(mt.tensor(words), [3]), words == 3)
    x = mt.zeros((5, 7))
    mt.copyto(x, a, where=mask)
    same(x, np.where(mask, a, 0))
    mt.copyto(x, 3)
    same(x, np.full((5, 7), 3.0))


def test_tuples_are_executed_together(session):
    parts = mt.split(mt.arange(6), 3).execute()
    assert [p.tolist() for p in parts.fetch()] == [[0, 1], [2, 3], [4, 5]]
    r = mt.linalg.svd(mt.tensor(a), full_matrices=False)
    assert r.S is r[1] and len(r.execute().fetch()) == 3
    assert mt.divmod(mt.arange(4), 3).execute(wait=False).result() is not None


def test_chunks_are_told(session):
    x = mt.ones((10, 10), chunk_size=4).execute()
    assert x.nsplits == ((4, 4, 2), (4, 4, 2))
    assert x.rechunk((5, 10)).execute().nsplits == ((5, 5), (10,))
    assert mt.scalar(3).shape == ()


def test_linalg(session):
    q, r = mt.linalg.qr(mt.tensor(sq))
    np.testing.assert_allclose((q @ r).to_numpy(), sq, atol=1e-12)
    np.testing.assert_allclose(
        abs(mt.linalg.qr(mt.tensor(sq), mode="r").to_numpy()), abs(np.linalg.qr(sq)[1]), atol=1e-12
    )
    left, values, right = mt.linalg.svd(mt.tensor(a), full_matrices=False)
    np.testing.assert_allclose((left * values @ right).to_numpy(), a, atol=1e-12)
    np.testing.assert_allclose(
        mt.linalg.svd(mt.tensor(a), compute_uv=False).to_numpy(), np.linalg.svd(a)[1], atol=1e-12
    )
    for kw in ({}, {"ord": 1}, {"ord": np.inf, "axis": 0}, {"ord": "fro", "keepdims": True}):
        same(mt.linalg.norm(mt.tensor(a), **kw), np.linalg.norm(a, **kw))


@pytest.mark.parametrize("name", sorted({*draws.__all__} - {"RandomState", "seed"}))
def test_draw(session, name):
    numbers = {
        "binomial": (9, 0.3),
        "negative_binomial": (9, 0.3),
        "hypergeometric": (5, 6, 7),
        "triangular": (0, 1, 3),
        "noncentral_f": (3, 4, 1),
    }
    numbers |= {
        "logseries": (0.4,),
        "geometric": (0.4,),
        "zipf": (2.5,),
        "vonmises": (0.0, 1.0),
        "randint": (2, 9),
        "wald": (1.0, 2.0),
        "integers": (2, 9),
        "random_integers": (2, 9),
        "dirichlet": ([2.0, 1.0, 0.5],),
        "multinomial": (9, [0.2, 0.3, 0.5]),
        "multivariate_hypergeometric": ([4, 3, 5], 6),
        "multivariate_normal": ([0.0, 1.0], [[2.0, 0.5], [0.5, 1.0]]),
    }
    given = numbers.get(name)
    if name in ("rand", "randn"):
        call = lambda r: getattr(r, name)(4, 5)  # noqa: E731
    elif name == "permuted":
        call = lambda r: r.permuted(np.arange(20).reshape(4, 5), axis=1)  # noqa: E731
    elif name in ("permutation", "choice"):
        call = lambda r: getattr(r, name)(20, **({"size": (4, 5)} if name == "choice" else {}))  # noqa: E731
    else:
        if given is None:
            required = [
                p
                for p in __import__("inspect").signature(getattr(mt.random, name)).parameters.values()
                if p.default is p.empty
            ]
            given = (2.0,) * len(required)
        call = lambda r: getattr(r, name)(*given, size=(4, 5))  # noqa: E731
    x = call(mt.random.RandomState(7)).to_numpy()
    assert x.shape[:2] == ((20,) if name == "permutation" else (4, 5))
    np.testing.assert_array_equal(x, call(mt.random.RandomState(7)).to_numpy())
    assert not np.array_equal(x, call(mt.random.RandomState(8)).to_numpy())
    assert np.isfinite(x).all()
    state = np.random.RandomState(7) if hasattr(np.random.RandomState, name) else np.random.default_rng(7)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # random_integers
        like = call(np.random if name in ("ranf", "sample") else state)
    assert x.dtype == like.dtype and x.shape == like.shape


def test_draws_of_tensors(session):
    scale = mt.array([1.0, 10.0, 100.0])
    x = mt.random.RandomState(3).normal(0, scale, size=(1000, 3)).to_numpy()
    assert (np.diff(x.std(axis=0)) > 0).all()
    x = mt.random.choice(mt.array([5, 7]), 50).to_numpy()
    assert set(x) == {5, 7}


def test_seeds_are_those_of_go(session):
    mt.random.seed(1)
    first = mt.random.rand(3).to_numpy()
    mt.random.seed(1)
    np.testing.assert_array_equal(first, mt.random.rand(3).to_numpy())
    state = mt.random.RandomState(1)
    assert [state._seed() for _ in range(2)] == [{"u": "10451216379200822465"}, {"u": "13757245211066428519"}]
    assert not np.array_equal(mt.random.rand(3).to_numpy(), first)


def test_draws_of_vectors(session):
    r = mt.random.default_rng(5)
    x = r.dirichlet([1.0, 2.0, 3.0], size=2000).to_numpy()
    np.testing.assert_allclose(x.sum(axis=-1), 1)
    np.testing.assert_allclose(x.mean(axis=0), [1 / 6, 1 / 3, 1 / 2], atol=0.02)
    x = r.multinomial(20, [0.1, 0.2, 0.7], size=2000).to_numpy()
    assert (x.sum(axis=-1) == 20).all() and (x >= 0).all()
    np.testing.assert_allclose(x.mean(axis=0), [2, 4, 14], atol=0.3)
    x = r.multivariate_hypergeometric([5, 3, 2], 4, size=2000).to_numpy()
    assert (x.sum(axis=-1) == 4).all() and (x <= [5, 3, 2]).all() and (x >= 0).all()
    np.testing.assert_allclose(x.mean(axis=0), [2, 1.2, 0.8], atol=0.1)
    cov = np.array([[2.0, 0.6], [0.6, 1.0]])
    x = r.multivariate_normal([1.0, -1.0], cov, size=5000).to_numpy()
    np.testing.assert_allclose(np.cov(x.T), cov, atol=0.15)
    np.testing.assert_allclose(x.mean(axis=0), [1, -1], atol=0.1)
    x = r.permuted(mt.tensor(np.arange(12).reshape(3, 4), chunk_size=2), axis=1).to_numpy()
    np.testing.assert_array_equal(np.sort(x, axis=1), np.arange(12).reshape(3, 4))
    assert set(r.integers(1, 3, 200, endpoint=True).to_numpy()) == {1, 2, 3}
    assert set(mt.random.random_integers(2, size=200).to_numpy()) == {1, 2}
    assert r.multinomial(0, [0.5, 0.5]).to_numpy().tolist() == [0, 0]
    for call, words in (
        (lambda: r.dirichlet([0.0, 1.0]), "alpha <= 0"),
        (lambda: r.multinomial(2, [0.9, 0.9, 0.1]), "sum"),
        (lambda: r.multinomial(2, [-0.1, 1.1]), "pvals"),
        (lambda: r.multivariate_normal([0.0], np.eye(2)), "same length"),
        (lambda: r.multivariate_hypergeometric([1, 2], 4), "nsample"),
    ):
        with pytest.raises(ValueError, match=words):
            call().execute()


def test_generators(session):
    assert mt.random.Generator is mt.random.RandomState
    r = mt.random.default_rng(mt.random.PCG64(3))
    np.testing.assert_array_equal(
        r.random(4).to_numpy(), mt.random.default_rng(np.random.PCG64(3)).random(4).to_numpy()
    )
    assert mt.random.default_rng(mt.random.SeedSequence(3)).random(2).shape == (2,)
    state = r.get_state()
    first = r.normal(size=3).to_numpy()
    r.set_state(state)
    np.testing.assert_array_equal(first, r.normal(size=3).to_numpy())
    a, b = r.spawn(2)
    assert not np.array_equal(a.random(3).to_numpy(), b.random(3).to_numpy())
    assert len(r.bytes(7)) == 7 and isinstance(mt.random.bytes(3), bytes)
    x = mt.arange(50)
    r.shuffle(x)
    assert sorted(x.to_numpy()) == list(range(50)) and x.to_numpy().tolist() != list(range(50))
