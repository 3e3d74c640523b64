"""What stands between handles and what programs do with them: absent names, hints, warnings, files that lie here."""

import gc
import io
import re
import warnings

import numpy as np
import pandas as pd
import pytest

import mars
import mars.dataframe as md
import mars.tensor as mt
from mars._core import coerce

p = pd.DataFrame({"x": [1, 2, 3], "y": [1.5, -2.0, 3.25]}, index=list("abc"))


def test_keys_are_told_apart(session):
    d = md.DataFrame(p)
    Pair = type("Pair", (tuple,), {})
    for key, kind in (
        ((1, 2), "tuple"),
        (Pair((1, 2)), "tuple"),
        ([True, False], "mask"),
        ([True, 1], "list"),
        ([], "list"),
        (np.array([True]), "mask"),
        (pd.Series([True], dtype="boolean"), "mask"),
        (d.x > 1, "mask"),
        ((d.x > 1).to_tensor(), "mask"),
        (d.index, "list"),
        (range(2), "list"),
        (slice(1, 2), "slice"),
        (len, "function"),
        (d, "frame"),
        (p, "frame"),
        ("x", "scalar"),
        (np.int64(3), "scalar"),
        (d.x.max(), "scalar"),
        (None, "scalar"),
        (pd.Timestamp("2020"), "scalar"),
    ):
        assert coerce.classify(key).kind == kind, key
    assert coerce.classify(d.x.max()).value == 3
    assert coerce.classify(slice(d.x.min(), None)).value == slice(1, None)


def test_absent_names_say_so(session):
    d = md.DataFrame(p)
    assert not hasattr(d, "flags") and hasattr(d, "merge") and not hasattr(d.groupby("x"), "boxplot")
    with pytest.raises(NotImplementedError, match=r"DataFrame\.flags is not there yet; use \.to_pandas\(\)\.flags"):
        d.flags()
    for use in (
        lambda: mt.matrix[1:3],
        lambda: md.plotting.table,
        lambda: iter(mt.memmap),
    ):
        with pytest.raises(NotImplementedError, match="is not there yet"):
            use()
    with pytest.raises(NotImplementedError):

        class Mine(md.ExcelWriter):
            pass


def test_names_of_numpy_and_pandas():
    for n in "Int64Dtype Grouper MultiIndex NA NaT offsets api StringDtype".split():
        assert getattr(md, n) is getattr(pd, n)
    for n in "bool_ finfo iinfo floating integer errstate euler_gamma float32 datetime64 s_".split():
        assert getattr(mt, n) is getattr(np, n)
    assert issubclass(mt.AxisError, IndexError)
    assert mt.ones(2, dtype=mt.float32).dtype == np.float32

    class Range(md.CustomReduction):
        def agg(self, value):
            return value.max() - value.min()

    assert Range("range").name == "range"


def test_hints_change_no_answer(session):
    d = md.DataFrame(p, gpu=None)
    want = p.merge(p, on="x")
    pd.testing.assert_frame_equal(d.merge(d, on="x", auto_merge="both", bloom_filter=True).to_pandas(), want)
    pd.testing.assert_frame_equal(md.merge(d, d, on="x", auto_merge_threshold=8).to_pandas(), want)
    assert d.nunique(method="tree").tolist() == [3, 3]
    assert len(d.drop_duplicates(method="shuffle")) == 3
    assert mt.topk(mt.array([3, 1, 2]), 2, sorted=True, parallel_kind="psrs").to_numpy().tolist() == [3, 2]
    with pytest.raises(NotImplementedError, match="gpu=True"):
        mt.ones(3, gpu=True)
    with pytest.raises(TypeError, match=r"DataFrame\.merge\(\) got an unexpected keyword argument 'nope'"):
        d.merge(d, nope=1)
    assert mt.shape(mt.ones((2, 3))).execute().fetch() == (2, 3)
    mars.options.combine_size = 4


def test_options_of_a_program():
    mars.options.register_option("mine", 3, lambda v: isinstance(v, int))
    assert mars.options.mine == 3
    with pytest.raises(ValueError, match="option mine"):
        mars.options.mine = "x"
    with pytest.raises(ValueError, match="already"):
        mars.options.register_option("mine", 4)


def test_frames_beside_pandas_own(session):
    d = md.DataFrame(p)
    for r in (p + d, np.add(p, d), mt.add(d, d)):
        assert isinstance(r, md.DataFrame)
        pd.testing.assert_frame_equal(r.to_pandas(), p + p)
    pd.testing.assert_frame_equal(mt.abs(d).to_pandas(), p.abs())
    pd.testing.assert_series_equal((p.x + d.x).to_pandas(), p.x + p.x)
    assert round(d.y.mean(), 2) == round(p.y.mean(), 2)
    for name, *more in (("percentile", 40), ("diff",), ("sort",), ("median",), ("argsort",), ("unique",)):
        f = getattr(np, name)
        np.testing.assert_array_equal(np.asarray(f(d.y, *more)), f(p.y.to_numpy(), *more))
    np.testing.assert_allclose(float(np.dot(d.x, d.y)), np.dot(p.x, p.y))
    np.testing.assert_array_equal(np.asarray(np.concatenate([d.x, d.y])), np.concatenate([p.x, p.y]))


def test_rows_come_by_chunks(session):
    d = md.from_pandas(pd.DataFrame({"x": range(7)}), chunk_size=2)
    d.execute()
    asked = []
    fetch = session.fetch_slice
    session.fetch_slice = lambda v, **kw: asked.append(kw["select"]) or fetch(v, **kw)
    assert [t.x for t in d.itertuples()] == list(range(7)) == [r.x for _, r in d.iterrows()]
    assert asked[:4] == [slice(0, 2), slice(2, 4), slice(4, 6), slice(6, 7)]


def test_writers_that_are_dropped_warn(session, tmp_path):
    d = md.DataFrame(p)
    with pytest.warns(UserWarning, match="never executed"):
        d.to_csv(tmp_path / "a.csv")
        gc.collect()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        d.to_csv(tmp_path / "b.csv").execute()
        gc.collect()
        mars.options.eager_writers = True
        d.to_parquet(tmp_path / "c.parquet")
        gc.collect()
    assert (tmp_path / "b.csv").exists() and (tmp_path / "c.parquet").exists() and not (tmp_path / "a.csv").exists()
    with pytest.raises(OSError, match="Cannot save file into a non-existent directory: .*nowhere"):
        d.to_csv(tmp_path / "nowhere" / "a.csv")


def test_files_that_lie_here(session):
    text = "1,x\n2,y\n"
    want = pd.read_csv(io.StringIO(text), header=None)
    pd.testing.assert_frame_equal(md.read_csv(io.StringIO(text), header=None).to_pandas(), want)
    buffer = io.BytesIO()
    p.to_parquet(buffer)
    pd.testing.assert_frame_equal(md.read_parquet(io.BytesIO(buffer.getvalue())).to_pandas(), p)


def test_chained_assignment_warns(session):
    d = md.DataFrame(p)
    with pytest.warns(Warning, match=r"df\.loc\[rows, column\] = value"):
        d.x["a"] = 9
    assert d.x.tolist() == [1, 2, 3]
    s = d.x
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        s["a"] = 9
    assert s.tolist() == [9, 2, 3]


@pytest.mark.modern  # pandas 2 has other dtypes of answers about texts
def test_compiled_patterns(session):
    s, w = md.Series(["Abc", "xb", None]), pd.Series(["Abc", "xb", None])
    for f in (
        lambda s: s.str.contains(re.compile("a", re.I)),
        lambda s: s.str.split(re.compile("B", re.I)),
        lambda s: s.str.match(re.compile("a.c", re.I)),
    ):
        pd.testing.assert_series_equal(f(s).to_pandas(), f(w))


def test_a_single_time_is_that_of_pandas(session):
    d = pd.Series(pd.to_datetime(["2020-01-31", None, "2020-03-01"]))
    s = md.Series(d)
    assert s.max().execute().fetch() == d.max()
    span = (s.max() - s.min()).execute().fetch()
    assert isinstance(s.min().execute().fetch(), pd.Timestamp) and s.min().execute().fetch().month == 1
    assert isinstance((s - s.min()).max().execute().fetch(), pd.Timedelta) and span == d.max() - d.min()
    none = md.Series(d[1:2]).max().execute().fetch()
    assert none is pd.NaT
    t = mt.tensor(d.to_numpy()).max().execute().fetch()
    assert isinstance(t, np.datetime64)
