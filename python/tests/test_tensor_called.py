"""Functions of users on tensors: what NumPy's functions give of them, and what is done with what tensors do not hold."""

import threading

import numpy as np
import pytest

import mars
import mars.tensor as mt


@pytest.fixture(scope="module", autouse=True)
def session():
    with mars.new_session(n_cpu=2) as s:
        yield s


_x = np.random.default_rng(1).random((7, 5)).round(3)
_n = np.arange(6)

# Calls that give with tensors what they give with arrays: of NumPy's functions, and of a matrix and a vector.
_calls = [
    lambda m, x, n: m.apply_along_axis(lambda s: s.max() - s.min(), 1, x),
    lambda m, x, n: m.apply_along_axis(lambda s, k: s[:k], 0, x, 3),
    lambda m, x, n: m.apply_along_axis(np.diag, -1, x),
    lambda m, x, n: m.apply_along_axis(np.diag, 0, x),
    lambda m, x, n: m.apply_along_axis(np.sum, 1, x),
    lambda m, x, n: m.apply_along_axis(sorted, 0, x),
    lambda m, x, n: m.apply_along_axis(len, 0, n),
    lambda m, x, n: m.apply_along_axis(len, 1, np.zeros((3, 0))),
    lambda m, x, n: m.apply_over_axes(np.sum, x, [0, 1]),
    lambda m, x, n: m.apply_over_axes(np.max, x, 0),
    lambda m, x, n: m.apply_over_axes(lambda a, i: a.max(axis=i) - a.min(axis=i), x, (1,)),
    lambda m, x, n: m.apply_over_axes(lambda a, i: np.cumsum(a, i), x, (0, 1)),
    lambda m, x, n: m.vectorize(lambda a, b: a - b if a > b else a + b)(x, 0.5),
    lambda m, x, n: m.vectorize(lambda a, b: a if a > b else b)([1, 2, 3], 2),
    lambda m, x, n: m.vectorize(lambda a, b: a * b)(x, np.arange(5)),
    lambda m, x, n: m.vectorize(lambda a, b: a * b)(x, b=2),
    lambda m, x, n: m.vectorize(lambda a, p: sum(p) * a, excluded=["p"])(x, p=[1, 2, 3]),
    lambda m, x, n: m.vectorize(lambda a, p: p[0] + a, excluded={1})(n, [1, 2]),
    lambda m, x, n: m.vectorize(lambda v: v / 2, otypes=[int])(n),
    lambda m, x, n: m.vectorize(lambda v: v > 2)(n),
    lambda m, x, n: m.vectorize(lambda v: v, otypes="f")(np.zeros(0)),
    lambda m, x, n: m.vectorize(lambda a: a * 1j)(n),
    lambda m, x, n: m.vectorize(lambda a: a + 1)(5),
    lambda m, x, n: m.vectorize(lambda a, b: (a * b).sum(), signature="(n),(n)->()")(x, np.arange(5)),
    lambda m, x, n: m.vectorize(lambda a, b: (a * b).sum(), signature="(n),(n)->()")(x[:, None], x),
    lambda m, x, n: m.vectorize(np.convolve, signature="(n),(m)->(k)")(x, [1, 2, 1]),
    lambda m, x, n: m.fromfunction(lambda i, j: i + j, (3, 4)),
    lambda m, x, n: m.fromfunction(lambda i, j: i == j, (3, 3), dtype=int),
    lambda m, x, n: m.fromfunction(lambda i, j: j - j.mean(), (3, 3)),
    lambda m, x, n: m.fromfunction(lambda i, j: i.sum(), (3, 3)),
    lambda m, x, n: m.fromfunction(lambda i, k: i * k, (4,), k=3),
    lambda m, x, n: m.piecewise(x, [x < 0.3, x > 0.6], [lambda v: -v, lambda v: v * 2, 7]),
    lambda m, x, n: m.piecewise(x, [x < 0.3, x > 0.6], [lambda v: v - v.mean(), 1]),
    lambda m, x, n: m.piecewise(n, n < 3, [lambda v, k: v - k, 1], 5),
    lambda m, x, n: m.piecewise(n, [n < 3], [lambda v: v / 2]),
    lambda m, x, n: m.piecewise(3.0, [True], [lambda v: v * 2]),
    lambda m, x, n: np.apply_along_axis(lambda s: s.sum(), 1, x),
    lambda m, x, n: np.apply_over_axes(np.sum, x, 1),
    lambda m, x, n: np.piecewise(x, [x < 0.3], [lambda v: -v]),
]


def same(got, want):
    got = got.to_numpy()
    want = np.asarray(want)
    assert got.dtype == want.dtype and got.shape == want.shape
    np.testing.assert_allclose(got, want)


@pytest.mark.parametrize("f", _calls)
def test_as_numpy(f):
    same(f(mt, mt.tensor(_x, chunk_size=2), mt.tensor(_n, chunk_size=2)), f(np, _x, _n))


def test_several_results():
    two = mt.vectorize(lambda a: (a, int(a * 10)))(mt.tensor(_x, chunk_size=3)).execute().fetch()
    for got, want in zip(two, np.vectorize(lambda a: (a, int(a * 10)))(_x)):
        np.testing.assert_array_equal(got, want)
    split = mt.vectorize(lambda a: (a.min(), a[:2]), signature="(n)->(),(m)")(mt.tensor(_x, chunk_size=3))
    assert [t.shape for t in split] == [(7,), (7, 2)]
    np.testing.assert_array_equal(split[1].to_numpy(), _x[:, :2])


def test_vectorize_is_a_decorator():
    @mt.vectorize(otypes=[float])
    def half(v):
        "half of it"
        return v / 2

    assert (half.__name__, half.__doc__, list(map(np.dtype, half.otypes))) == ("half", "half of it", [float])
    same(half(mt.tensor(_n, chunk_size=2)), _n / 2)
    assert "half of it" in mt.vectorize(half.pyfunc).__doc__


def test_frompyfunc():
    mix = lambda a, b: a * 2 + b  # noqa: E731
    ours, theirs = mt.frompyfunc(mix, 2, 1), np.frompyfunc(mix, 2, 1)
    t = mt.tensor(_x, chunk_size=2)
    for f in (
        lambda u, x: u(x, 1),
        lambda u, x: u.reduce(x),
        lambda u, x: u.reduce(x, axis=1, keepdims=True),
        lambda u, x: u.reduce(x, axis=-1, initial=3),
        lambda u, x: u.accumulate(x, axis=1),
        lambda u, x: u.outer(x[0], np.arange(3)),
    ):
        same(f(ours, t), f(theirs, _x).astype(float))  # tensors hold no objects
    both = mt.frompyfunc(lambda a, b: (a + b, a > b), 2, 2)(t, 0.5)
    assert [b.dtype for b in both] == [float, bool]
    assert mt.frompyfunc(mix, 2, 1)(t, 1, dtype="float32").dtype == "float32"
    all_of = lambda m: m.frompyfunc(mix, 2, 1, identity=0).reduce(m.ones((2, 2)), axis=None)  # noqa: E731
    assert all_of(mt).to_numpy() == all_of(np)
    assert (ours.nin, ours.nout, ours.nargs, ours.identity) == (2, 1, 3, None)
    assert repr(ours) == "<ufunc '<lambda> (vectorized)'>"
    kept = mt.zeros(3, dtype=int, chunk_size=2)
    before = kept + 0
    ours.at(kept, [0, 0, 2], 5)
    assert kept.to_numpy().tolist() == [15, 0, 5] and before.to_numpy().tolist() == [0, 0, 0]
    out = mt.zeros((7, 5))
    ours(t, 1, out=out)
    same(out, _x * 2 + 1)


def test_map_chunk():
    t = mt.tensor(_x, chunk_size=2)
    n = mt.tensor(_n, chunk_size=2)
    same(t.map_chunk(lambda c: c * 2), _x * 2)
    same(t.map_chunk(lambda c, k, *, j: c * k + j, args=(3,), j=1, elementwise=True), _x * 3 + 1)
    assert t.map_chunk(lambda c: c, elementwise=True).shape == (7, 5)
    sums = t.map_chunk(lambda c: c.sum(keepdims=True), shape=(4, 3))
    assert sums.shape == (4, 3) and sums.sum().to_numpy() == pytest.approx(_x.sum())
    same(mt.tensor(_x, chunk_size=(2, 5)).map_chunk(lambda c: c.sum(axis=1)), _x.sum(axis=1))
    kept = n.map_chunk(lambda c: c[c > 2])
    assert kept.shape[0] != kept.shape[0]  # how long it is, a sample does not tell
    same(kept + 1, _n[3:] + 1)
    assert kept.execute().shape == (3,)
    at = t.map_chunk(
        lambda c, chunk_index: np.full(c.shape, 10 * chunk_index[0] + chunk_index[1]), with_chunk_index=True
    )
    same(at, np.add.outer(np.arange(7) // 2 * 10, np.arange(5) // 2))
    same(n.map_chunk(lambda c, t: c + t.sum(), args=(n,)), _n + 15)
    same(n[n > 9].map_chunk(lambda c: 1 / c.sum()[None]), np.ones(0))  # a chunk without elements is not given
    same(n.map_chunk(lambda c: c, dtype=float), _n.astype(float))
    log = n.map_chunk(lambda c: print(c) or c, elementwise=True, dtype=int).execute().fetch_log()
    assert set(str(log).split("\n")) > {"[0 1]", "[2 3]", "[4 5]"}


_lock = threading.Lock()
_wrong = [
    (lambda n: mt.vectorize(lambda v: v / 2 if v > 3 else v)(n), r"vectorize promised int64 \(inferred from a sample\) and returned float64 in chunk \d \(first value 2.0\); pass otypes="),
    (lambda n: mt.vectorize(lambda v: 1 / (v - 1))(n), r"cannot tell the type of vectorize's result: the function raised ZeroDivisionError\('division by zero'\) at test_tensor_called.py:\d+ on a sample of int64; pass otypes="),
    (lambda n: mt.vectorize(str)(n), "the function gave texts, which tensors do not hold, on a sample of int64"),
    (lambda n: mt.vectorize(lambda v: [v, v])(n), "the function gave a list, which tensors do not hold"),
    (lambda n: mt.vectorize(lambda v: None if v == 4 else v)(n), r"the function gave None, and tensors hold bools, numbers and times; vectorize was called in chunk \d"),
    (lambda n: mt.vectorize(str, otypes=[object]), "otypes has object, and tensors hold bools, numbers and times"),
    (lambda n: mt.vectorize(lambda a, b: a, signature="(n),(n)->()")(n), "wrong number of positional arguments: expected 2, got 1"),
    (lambda n: mt.vectorize(lambda v: n)(n), 'its variable "n" is a Tensor of mars: pass it as an argument'),
    (lambda n: mt.vectorize(lambda v: _lock)(n), 'its variable "_lock" is a _thread.lock'),
    (lambda n: n.map_chunk(5), "'int' object is not callable"),
    (lambda n: n.map_chunk(lambda c: c * 0.5, dtype=int), r"map_chunk promised int64 \(declared\) and returned float64 in chunk \d"),
    (lambda n: n.map_chunk(lambda c: c if c[0] < 4 else c[None]), r"map_chunk promised a result of 1 axes \(inferred from a sample\) and returned one of 2 in chunk \d"),
    (lambda n: n.map_chunk(lambda c: c[:1], elementwise=True), r"a result of shape \(2,\) was promised, and the function returned one of shape \(1,\) in chunk \(\d,\)"),
    (lambda n: n.map_chunk(lambda c: c[:1], shape=(4,)), "length 4 was promised along axis 0, and the function gave 3"),
    (lambda n: n.map_chunk(len, skip_infer=True), "skip_infer=True calls the function with nothing: pass dtype=, and"),
    (lambda n: mt.frompyfunc(lambda a, b: a, 2, 1)(1), "takes from 2 to 3 positional arguments but 1 were given"),
    (lambda n: mt.frompyfunc(lambda a, b: a, 2, 1).reduce(n, dtype=float, foo=1), "unexpected keyword argument 'foo'"),
    (lambda n: mt.fromfunction(3, (2, 2)), "'int' object is not callable"),
]  # fmt: skip


@pytest.mark.parametrize(("f", "words"), _wrong)
def test_what_is_no_such_result(f, words):
    with pytest.raises(TypeError, match=words):
        f(mt.tensor(_n, chunk_size=2)).execute()


_bad = [
    (lambda n: mt.vectorize(lambda v: v)([]), "cannot call `vectorize` on size 0 inputs unless `otypes` is set"),
    (lambda n: mt.vectorize(lambda a, b: a)(n, [1, 2]), "operands could not be broadcast together"),
    (lambda n: mt.vectorize(lambda a, b: a, signature="(n),(n)->()")(n, [1, 2]), "inconsistent size for core dimension 'n': 2 vs 6"),
    (lambda n: mt.vectorize(lambda a: a, signature="(n,m)->()")(n), "1-dimensional argument does not have enough dimensions"),
    (lambda n: mt.apply_along_axis(len, 0, mt.zeros((3, 0))), "Cannot apply_along_axis when any iteration dimensions are 0"),
    (lambda n: mt.apply_along_axis(lambda s: s, 3, n), "axis 3 is out of bounds for array of dimension 1"),
    (lambda n: mt.frompyfunc(lambda a, b: a, 2, 1).reduce(mt.ones((2, 2)), axis=None), "not reorderable, so at most one axis may be specified"),
    (lambda n: mt.frompyfunc(lambda a, b: a + b, 2, 1).reduce(mt.ones(0)), "which has no identity"),
    (lambda n: mt.frompyfunc(abs, 1, 1).reduce(n), "reduce only supported for binary functions"),
    (lambda n: mt.piecewise(n, [n < 1], [len, 1, 2]), "with 1 condition"),
    (lambda n: n.map_chunk(lambda c: c.__iadd__(1)), "output array is read-only"),
    (lambda n: mt.ones((4, 4), chunk_size=2).map_chunk(lambda c: c.sum(axis=1)), "the function gives 1-d blocks, and the tensor has several chunks along axes behind these"),
    (lambda n: mt.ones((4, 4), chunk_size=2).map_chunk(lambda c, chunk_index: c[: 1 + sum(chunk_index) % 2], with_chunk_index=True), r"block \(0,1\) of the function has length 2 along axis 0, and those beside it have 1"),
    (lambda n: mt.vectorize(lambda v: 1 / (v - 3))(n), "division by zero"),
]  # fmt: skip


@pytest.mark.parametrize(("f", "words"), _bad)
def test_bad_calls(f, words):
    with pytest.raises((ValueError, ZeroDivisionError), match=words):
        f(mt.tensor(_n, chunk_size=2)).execute()


def _around(a, depth, boundary):
    """What a mean of five places by each axis gives, by NumPy alone."""
    mode = {"reflect": "symmetric", "periodic": "wrap", "nearest": "edge"}.get(boundary)
    wide = np.pad(a, depth, mode) if mode else np.pad(a, depth, constant_values=boundary)
    return _mean(wide)[tuple(slice(depth, -depth) for _ in a.shape)]


def _mean(c):
    for axis in range(c.ndim):
        c = sum(np.roll(c, k, axis) for k in (-2, -1, 0, 1, 2)) / 5
    return c


@pytest.mark.parametrize("boundary", ["reflect", "periodic", "nearest", 7.0])
@pytest.mark.parametrize("chunk", [1, 2, 3, 9])
def test_map_overlap(boundary, chunk):
    for a in (_x, _x[:, 0], _x[:2, :3]):
        got = mt.map_overlap(_mean, mt.tensor(a, chunk_size=chunk), depth=2, boundary=boundary)
        assert got.shape == a.shape
        same(got, _around(a, 2, boundary))


def test_map_overlap_without_a_boundary():
    n = mt.tensor(_n, chunk_size=2)
    sizes = mt.map_overlap(lambda c: np.full(c.shape, len(c)), n, depth=1, boundary=None)
    assert sizes.to_numpy().tolist() == [3, 3, 4, 4, 3, 3]
    step = mt.map_overlap(lambda c: c - np.roll(c, 1), n, depth={0: 1}, boundary="nearest")
    assert step.to_numpy().tolist() == [0, 1, 1, 1, 1, 1]
    own = mt.map_overlap(lambda c: np.convolve(c, [1, 1, 1], "valid"), n, depth=1, boundary=0, trim=False)
    assert own.to_numpy().tolist() == np.convolve(_n, [1, 1, 1], "same").tolist()
    t = mt.tensor(_x, chunk_size=2)
    same(mt.map_overlap(lambda a, b, k: a + b * k, t, n[:5], depth=(1, 0), k=2), _x + _n[:5] * 2)
    assert mt.map_overlap(lambda c: c, mt.zeros((0, 3)), depth=1).to_numpy().shape == (0, 3)
    few = mt.map_overlap(lambda c: c * 2, n[n > 3], depth=1)
    assert few.to_numpy().tolist() == [8, 10]
    for f, words in (
        (lambda: mt.map_overlap(len, n, depth=-1), "depth is a number of places, not -1"),
        (lambda: mt.map_overlap(len, n, depth=(1, 2)), "depth has 2 numbers, and the tensor has 1 axes"),
        (lambda: mt.map_overlap(len, n, depth=1, boundary="far"), "boundary is 'reflect'"),
        (lambda: mt.map_overlap(lambda c: c[1:], n, depth=1), r"gave a block of shape \(3,\), not \(4,\), for one of \(4,\)"),
        (lambda: mt.map_overlap(lambda c: c[1:], n, depth=1, dtype=int).execute(), r"gave a block of shape \(\d,\) for one of \(\d,\), which"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=words):
            f()
