"""What NumPy, pandas, Arrow and Python ask of tensors and frames."""

import copy
import math
import pickle

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import mars
import mars.dataframe as md
import mars.tensor as mt
from mars.config import option_context, options

a = np.arange(12.0).reshape(3, 4) - 5


def test_conversions_of_tensors(session):
    x = mt.tensor(a, chunk_size=2)
    assert np.asarray(x).dtype == np.float64
    np.testing.assert_array_equal(np.array(x, dtype="f4"), a.astype("f4"))
    assert x.tolist() == a.tolist()
    assert len(x) == 3 and [r.tolist() for r in x] == a.tolist()
    assert 3 in x and 99 not in x
    one = x[1, 2]
    assert (float(one), int(one), bool(one), complex(one), one.item()) == (1.0, 1, True, 1, 1.0)
    assert list(range(5))[mt.tensor(3)] == 3
    for bad in (lambda: len(one), lambda: iter(one), lambda: float(x), lambda: list(range(5))[one]):
        with pytest.raises(TypeError):
            bad()
    with pytest.raises(ValueError):
        bool(x)
    assert f"{one:.2f}" == "1.00"


def test_properties_of_tensors(session):
    x = mt.tensor(a)
    assert (x.shape, x.dtype, x.ndim, x.size, x.nbytes, x.itemsize) == ((3, 4), np.float64, 2, 12, 96, 8)
    np.testing.assert_array_equal(x.T.to_numpy(), a.T)
    np.testing.assert_array_equal(x.mT.to_numpy(), a.T)
    np.testing.assert_array_equal((x * 1j).imag.to_numpy(), a)
    np.testing.assert_array_equal((x + 1j).real.to_numpy(), a)
    assert math.isnan(x[x > 0].shape[0])
    assert x[x > 0].execute().shape == (6,)
    assert len(x[x > 0]) == 6
    x.shape = (4, 3)
    assert x.shape == (4, 3)
    assert x.device == "cpu" and x.to_device("cpu") is x


def test_in_place(session):
    x, want = mt.tensor(a), a.copy()
    view = x[1:]
    before = x + 0
    x += 1
    x[:, 0] *= 2
    want += 1
    want[:, 0] *= 2
    np.testing.assert_array_equal(x.to_numpy(), want)
    np.testing.assert_array_equal(view.to_numpy(), want[1:])
    np.testing.assert_array_equal(before.to_numpy(), a)
    view -= 3
    want[1:] -= 3
    np.testing.assert_array_equal(x.to_numpy(), want)
    x.sort(axis=0)
    want.sort(axis=0)
    np.testing.assert_array_equal(x.to_numpy(), want)
    x.fill(4)
    assert x.to_numpy().tolist() == [[4.0] * 4] * 3
    with pytest.raises(TypeError, match="same_kind"):
        i = mt.arange(3)
        i += 0.5


def test_a_single_element_is_a_copy(session):
    x = mt.arange(4)
    first, part = x[0], x[:1]
    x[0] = 9
    assert first.item() == 0 and part.tolist() == [9]


def test_views_of_views_of_views(session):
    options.strict = False
    x = mt.arange(3000)
    v = x
    for _ in range(1100):
        v = v[1:]
    v[0] = -1
    x[1101] = -2
    assert v[:3].tolist() == [-1, -2, 1102] and x[1099:1102].tolist() == [1099, -1, -2]


def test_out(session):
    x, out = mt.tensor(a), mt.zeros((3, 4))
    assert np.add(x, 1, out=out) is out
    np.testing.assert_array_equal(out.to_numpy(), a + 1)
    assert mt.sum(x, axis=0, out=out[0]).tolist() == a.sum(axis=0).tolist()
    np.testing.assert_array_equal(out.to_numpy()[0], a.sum(axis=0))
    here = np.zeros((3, 4))
    mt.negative(x, out=here)
    np.testing.assert_array_equal(here, -a)
    q, r = mt.zeros((3, 4)), mt.zeros((3, 4))
    mt.divmod(x, 2, out=(q, r))
    np.testing.assert_array_equal(q.to_numpy(), a // 2)


def test_numpys_functions(session):
    x = mt.tensor(a)
    for got, want in (
        (np.sum(x, axis=1), a.sum(axis=1)),
        (np.concatenate([x, a]), np.concatenate([a, a])),
        (np.where(x > 0, x, 0), np.where(a > 0, a, 0)),
        (np.linalg.norm(x), np.linalg.norm(a)),
        (np.add.reduce(x), a.sum(axis=0)),
        (np.maximum.reduce(x, axis=1), a.max(axis=1)),
        (np.add.accumulate(x, axis=1), a.cumsum(axis=1)),
        (np.multiply.outer(x[0], x[1]), np.multiply.outer(a[0], a[1])),
        (np.matmul(x, x.T), a @ a.T),
        (a @ x.T, a @ a.T),
        (np.float64(2) * x, 2 * a),
        (a + x, a + a),
        (np.stack([x, x]), np.stack([a, a])),
        (np.mean(x), a.mean()),
    ):
        assert isinstance(got, mt.Tensor)
        np.testing.assert_allclose(got.to_numpy(), want)
    assert np.shape(x) == (3, 4) and np.ndim(x) == 2
    with option_context({"reference": "error"}), pytest.raises(TypeError, match=r"numpy.*unwrap"):
        np.unwrap(x)
    np.testing.assert_allclose(np.logaddexp.reduce(x).to_numpy(), np.logaddexp.reduce(a))
    with pytest.raises(TypeError, match="mars.tensor has no"):
        np.frompyfunc(abs, 1, 1)(x)


def test_universal_functions_are_objects(session):
    assert isinstance(mt.add, mt.ufunc) and type(mt.add).__name__ == "ufunc"
    assert pickle.loads(pickle.dumps(mt.add)) is mt.add and repr(mt.abs) == "<ufunc 'absolute'>"
    for name in (n for n in mt.__all__ if isinstance(getattr(mt, n), mt.ufunc)):
        ours, theirs = getattr(mt, name), getattr(np, name, None)
        assert ours.__doc__.startswith(ours.__doc__.splitlines()[0]) and f"numpy.{ours.__name__}" in ours.__doc__
        if isinstance(theirs, np.ufunc):
            assert (ours.nin, ours.nout, ours.nargs) == (theirs.nin, theirs.nout, theirs.nargs)
            assert ours.__name__ == theirs.__name__ and ours.signature is None
            assert ours.identity == theirs.identity
            assert ours.ntypes == len(ours.types)
    with pytest.raises(TypeError, match="positional arguments but 1 were given"):
        mt.add(1)
    with pytest.raises(TypeError, match="both 'sig' and 'signature'"):
        mt.add(1, 2, sig="dd->d", signature="dd->d")
    for call in (mt.negative.accumulate, mt.negative.reduce):
        with pytest.raises(ValueError, match="only supported for binary functions"):
            call(mt.ones(3))
    with pytest.raises(TypeError, match="Cannot cast ufunc 'add' output"):
        mt.add(mt.ones(3), 1, out=mt.ones(3, dtype="i4"))
    masked = mt.add(mt.ones(3), 1, where=[True, False, True])
    np.testing.assert_array_equal(masked.to_numpy(), [2, 0, 2])


def test_scalars_are_weak_or_strong(session):
    x = mt.ones(2, dtype="f4")
    assert (x * 2).dtype == np.float32
    assert (x * 2.5).dtype == np.float32
    assert (x * np.float64(2)).dtype == np.float64
    assert (mt.ones(2, dtype="i1") + np.int16(1)).dtype == np.int16
    assert (mt.ones(2, dtype="u8") + 2**63).dtype == np.uint64
    with pytest.raises(OverflowError):
        mt.ones(2, dtype="i1") + 1000


def test_array_namespace(session):
    x = mt.tensor(a)
    xp = x.__array_namespace__()
    assert xp is mt
    np.testing.assert_allclose(xp.sin(x).to_numpy(), np.sin(a))
    np.testing.assert_array_equal(np.from_dlpack(x), a)


def test_conversions_of_frames(session):
    want = pd.DataFrame({"x": [1, 2, 3], "y": ["a", None, "c"]}, index=[5, 6, 7])
    d = md.DataFrame(want)
    assert d.shape == (3, 2) and len(d) == 3 and d.ndim == 2 and d.size == 6 and not d.empty
    assert list(d) == ["x", "y"] and "x" in d and "z" not in d
    assert d.columns.tolist() == ["x", "y"] and d.dtypes.tolist() == want.dtypes.tolist()
    pd.testing.assert_frame_equal(d.to_pandas(), want)
    pd.testing.assert_frame_equal(pa.table(d).to_pandas(), want)
    pd.testing.assert_frame_equal(md.DataFrame(pa.table(want)).to_pandas(), want)
    assert np.asarray(d["x"]).tolist() == [1, 2, 3]
    assert d["x"].to_numpy().tolist() == [1, 2, 3] and d.x.tolist() == [1, 2, 3]
    assert d[["x"]].to_tensor().tolist() == [[1], [2], [3]]
    assert d["x"].sum().item() == 6 and float(d["x"].mean()) == 2.0
    assert d["x"].name == "x" and d["x"].dtype == np.int64
    with pytest.raises(ValueError, match="ambiguous"):
        bool(d)
    with pytest.raises(AttributeError):
        _ = d.no_such_thing
    with pytest.raises(KeyError):
        d["z"].execute()
    assert "x" in dir(d)


def test_frames_of_other_values(session):
    t = mt.tensor(a)
    pd.testing.assert_frame_equal(
        md.DataFrame(t, columns=list("wxyz")).to_pandas(), pd.DataFrame(a, columns=list("wxyz"))
    )
    pd.testing.assert_series_equal(md.Series(t[:, 0], name="n").to_pandas(), pd.Series(a[:, 0], name="n"))
    got = md.DataFrame({"p": t[0], "q": [1, 2, 3, 4], "r": 5})
    pd.testing.assert_frame_equal(got.to_pandas(), pd.DataFrame({"p": a[0], "q": [1, 2, 3, 4], "r": 5}))
    pd.testing.assert_frame_equal(t.to_dataframe().to_pandas(), pd.DataFrame(a), check_column_type="equiv")
    assert mt.tensor(md.Series([1, 2])).tolist() == [1, 2]
    assert (md.Series([1.0, 2.0]) + t[0, :2]).tolist() == [-4.0, -2.0]
    big = pd.DataFrame({"x": np.arange(50_000), "y": [f"t{i % 7}" for i in range(50_000)]})
    pd.testing.assert_frame_equal(md.DataFrame(big).to_pandas(), big)
    many = np.arange(100_000).reshape(1000, 100)
    np.testing.assert_array_equal((mt.tensor(many, chunk_size=300) + 1).to_numpy(), many + 1)


def test_assignment_to_frames(session):
    want = pd.DataFrame({"x": [1, 2, 3], "y": [1.5, np.nan, 2.5]})
    d = md.DataFrame(want)
    before, column = d.copy(), d["x"]
    for m in (d, want):
        m["z"] = m["x"] * 2
        m["w"] = "text"
        m["list"] = ["a", "b", None]
        m["x"] = [7, 8, 9]
        m[["p", "q"]] = 0
        m.loc[m["y"] > 2, "y"] = -1.0
        m.loc[:, "n"] = m["x"] + 1
        m.insert(0, "first", 1)
        del m["w"]
        m.pop("q")
    pd.testing.assert_frame_equal(d.to_pandas(), want)
    assert list(before.columns) == ["x", "y"] and column.tolist() == [1, 2, 3]
    d.columns = [c.upper() for c in d.columns]
    assert d.columns[0] == "FIRST"
    d.fillna({"Y": 0, "LIST": "none"}, inplace=True)
    assert d["Y"].isna().sum().item() == 0
    d.drop(columns="Z", inplace=True)
    assert "Z" not in d
    d.index = [f"r{i}" for i in range(len(d))]
    assert d.index.tolist() == [f"r{i}" for i in range(len(d))]


def test_handles_are_not_pickled_and_copies_are_cells(session):
    x = mt.tensor(a)
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(x)
    for y in (x.copy(), copy.copy(x), copy.deepcopy(x)):
        y[0] = 0
        np.testing.assert_array_equal(x.to_numpy(), a)
    d = md.DataFrame({"x": [1]})
    e = copy.deepcopy(d)
    e["x"] = 2
    assert d["x"].tolist() == [1] and e["x"].tolist() == [2]


def test_implicit_fetch_has_a_limit(session):
    options.max_implicit_fetch_bytes = 64
    x = mt.ones((4, 4))
    with pytest.raises(MemoryError, match="128 B"):
        np.asarray(x)
    assert x.to_numpy().shape == (4, 4)


def test_execute_and_fetch_of_several(session):
    x, y = mt.ones(3), md.Series([1, 2])
    assert mars.execute(x, y) == (x, y)
    got = mars.fetch(x, y)
    assert got[0].tolist() == [1, 1, 1] and got[1].tolist() == [1, 2]
    assert x.execute() is x
    with pytest.raises(ValueError, match="not executed"):
        mt.zeros(2).fetch()


def test_eager_mode(session):
    options.eager_mode = True
    x = mt.arange(4) + 1
    assert repr(x) == repr(np.arange(4) + 1)
    assert x.fetch().tolist() == [1, 2, 3, 4]
    options.eager_mode = False
    assert "not computed" in repr(x + 1)
    with mars.option_context(eager_mode=True):
        assert "not computed" not in repr(x + 1)


def test_what_shows_an_executed_tensor_is_fetched(session):
    b = mt.tensor(np.arange(20.0).reshape(4, 5), chunk_size=2).execute()
    np.testing.assert_array_equal(b[:3].fetch(), np.arange(15.0).reshape(3, 5))
    np.testing.assert_array_equal(b[1:].T[2].fetch(), [7, 12, 17])
    with pytest.raises(ValueError, match="not executed"):
        (b + 1)[:3].fetch()


def test_memory_order_is_kept(session):
    a = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    assert mt.array(a).execute().fetch().flags.fnc
    assert mt.array(a).T.execute().fetch().flags.c_contiguous
    assert mt.ones((2, 3), order="F").to_numpy().flags.fnc
    x, y = mars.fetch(*mars.execute(mt.array(a), mt.array(a.T)))
    assert x.flags.fnc and y.flags.c_contiguous
    with pytest.raises(ValueError, match="unknown shape"):
        x = mt.array(a)
        x[x > 1].flags  # noqa: B018


@pytest.mark.modern
def test_a_long_tensor_shows_its_own_shape(session):
    for shape, dtype in (((1000, 1000), "f8"), ((2000, 2000), "f4"), ((5000,), "i8"), ((30, 40, 50), "f4")):
        a = np.ones(shape, dtype)
        assert repr(mt.array(a).execute()) == repr(a)
