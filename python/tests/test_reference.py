"""Names without an operator, and parameters that operators have not: pandas' and NumPy's own functions answer, in a process near the data."""

import warnings

import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal, assert_index_equal, assert_series_equal

import mars
import mars.dataframe as md
import mars.tensor as mt
from mars._client import local
from mars._worker import reference
from mars.config import option_context
from mars.errors import SlowPathWarning

pytestmark = pytest.mark.filterwarnings("ignore:Mismatched null-like values")  # None of old texts comes as NaN


@pytest.fixture(scope="module", autouse=True)
def session():
    with mars.new_session(n_cpu=2) as s:
        yield s


_rng = np.random.default_rng(5)
raw = pd.DataFrame(
    {
        "a": [1.0, np.nan, 3.0, 4.0, np.nan, 2.5],
        "b": [3, 1, 2, 6, 5, 4],
        "k": list("xyxyxz"),
        "t": pd.date_range("2024-01-01", periods=6, freq="12h"),
        "z": pd.date_range("2024-03-30", periods=6, freq="12h", tz="Europe/Berlin"),
        "c": pd.Categorical(list("pqpqpp")),
    },
    index=[5, 3, 3, 8, 1, 0],
)
FRAMES = {
    "as it is": raw,
    "empty": raw.iloc[:0],
    "one row": raw.iloc[:1],
    "labels twice": raw.set_axis([1, 1, 1, 2, 2, 2]),
    "levels": raw.set_index(pd.MultiIndex.from_product([["u", "v"], [1, 2, 3]], names=["l", None])),
}
# What a program may ask of a frame, of pandas' or ours.
CALLS = {
    "DataFrame.asof": lambda d: d[["a", "b"]].sort_index().asof([2, 6]),
    "DataFrame.combine": lambda d: d[["a", "b"]].combine(d[["b", "a"]], lambda x, y: x.where(x > y, y)),
    "DataFrame.tz_localize": lambda d: d[["b"]].set_index(d.t).tz_localize("UTC"),
    "Series.divmod": lambda d: d.b.divmod(4),
    "Series.transpose": lambda d: d.b.transpose(),
    "Series.combine": lambda d: d.a.combine(d.b, max),
    "Series.asof": lambda d: d.a.asof(100),
    "Index.to_flat_index": lambda d: d.index.to_flat_index(),
    "Index.reindex": lambda d: d.b.sort_values().index.reindex([1, 2]),
    "Index.slice_indexer": lambda d: d.b.set_axis(d.b).sort_index().index.slice_indexer(2, 4),
    "Index.inferred_type": lambda d: d.set_index("b").index.inferred_type,
    "GroupBy.ngroup": lambda d: d.groupby("k").ngroup(),
    "GroupBy.diff": lambda d: d.groupby("k")["b"].diff(),
    "GroupBy.ffill": lambda d: d.groupby(["k"])[["a"]].ffill(),
    "GroupBy.nlargest": lambda d: d.groupby("k").b.nlargest(1),
    "GroupBy.rolling": lambda d: d.groupby("k")[["b"]].rolling(2, min_periods=1).sum(),
    "GroupBy.cov": lambda d: d[["k", "a", "b"]].groupby("k").cov(),
    "GroupBy.groups": lambda d: {k: list(v) for k, v in d.groupby("k").groups.items()},
    "GroupBy.value_counts": lambda d: d.groupby("k").b.value_counts(),
    "Rolling.sem": lambda d: d[["b"]].rolling(2).sem(),
    "Rolling.corr": lambda d: d.a.rolling(3).corr(d.b),
    "Expanding.kurt": lambda d: d.b.expanding().kurt(),
    "Ewm.std": lambda d: d.b.ewm(span=3).std(),
    "rolling(win_type)": lambda d: d.b.rolling(2, step=2).sum(),
    "Resampler.ffill": lambda d: d[["b", "t"]].set_index("t").resample("6h").ffill(),
    "str.wrap": lambda d: d.k.str.wrap(1),
    "str.get_dummies": lambda d: d.k.str.get_dummies(),
    "str.encode": lambda d: d.k.str.encode("utf-8"),
    "dt.date": lambda d: d.t.dt.date,
    "dt.to_period": lambda d: d.t.dt.to_period("M"),
    "dt.tz": lambda d: d.z.dt.tz,
    "dropna(axis)": lambda d: d.dropna(axis=1),
    "sort_values(key)": lambda d: d.sort_values("k", key=lambda s: s.str.upper(), kind="stable"),
    "idxmax(axis)": lambda d: d[["b", "a"]].set_axis(range(len(d))).idxmax(axis=1),
    "shift(freq)": lambda d: d[["b"]].set_index(d.t).shift(2, freq="D"),
    "agg(callables)": lambda d: d.groupby("k")["b"].agg([lambda g: g.iloc[0], "sum"]),
    "DatetimeIndex.date": lambda d: d.set_index("t").index.date,
    "MultiIndex.get_locs": lambda d: d.set_index(["k", "b"]).sort_index().index.get_locs(["x"]),
    "offsets": lambda d: d.t + pd.DateOffset(months=1),
    "offsets first": lambda d: pd.offsets.MonthEnd(2) + d.t,
    "offsets of calendars": lambda d: d.z - pd.offsets.BDay(1),
    "loc of levels": lambda d: d.set_index(["k", "b"]).sort_index().loc[("x", [1, 3]), :],
    "md": lambda d: d.c.cat.rename_categories({"p": "P", "q": "Q"}),
    "not a label": lambda d: d.sort_values("nope", key=abs),
    "not a time": lambda d: d.b.tz_localize("UTC"),
    "not a word": lambda d: d.k.str.index("w"),
    "not a parameter": lambda d: d.groupby("k").ngroup(nonsense=1),
    "not a name": lambda d: d.nonsense,
}


def plain(x):
    if isinstance(x, tuple):
        return tuple(map(plain, x))
    if hasattr(x, "to_pandas"):
        return x.to_pandas()
    if hasattr(x, "to_numpy") and hasattr(x, "_kind"):
        return x.to_numpy()[()]
    return x


def same(got, want):
    if isinstance(want, tuple):
        assert len(got) == len(want)
        for g, w in zip(got, want):
            same(g, w)
    elif isinstance(want, pd.DataFrame):
        assert_frame_equal(got, want, check_freq=False, check_column_type=len(want.columns) > 0)
    elif isinstance(want, pd.Series):
        assert_series_equal(got, want, check_freq=False)
    elif isinstance(want, pd.Index):
        assert_index_equal(got, want, exact="equiv")
    elif isinstance(want, np.ndarray):
        np.testing.assert_array_equal(got, want)
    else:
        assert got == want or (got != got and want != want), (got, want)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", CALLS)
def test_frames(name, frame):
    f, p = CALLS[name], FRAMES[frame]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            want = f(p)
        except Exception as e:
            with pytest.raises(type(e)) as got:
                plain(f(md.from_pandas(p, chunk_size=2)))
            assert type(got.value).__name__ == type(e).__name__
            return
        same(plain(f(md.from_pandas(p, chunk_size=2))), want)


ARRAYS = {
    "poly": lambda n, a: n.poly(a[0, :2]),
    "roots": lambda n, a: n.roots(a[0]),
    "polydiv": lambda n, a: n.polydiv(a[0], a[1, :2]),
    "unwrap": lambda n, a: n.unwrap(a),
    "i0": lambda n, a: n.i0(a),
    "histogramdd": lambda n, a: n.histogramdd(a, bins=2)[0],
    "choose": lambda n, a: (a[0] > 1).astype(int).choose([a[0], a[1]]),
    "byteswap": lambda n, a: a.byteswap(),
    "compress": lambda n, a: a.compress([True, False, True], axis=0),
    "strides": lambda n, a: a.strides,
    "tobytes": lambda n, a: a.tobytes(),
    "intersect1d": lambda n, a: n.intersect1d(a, a[0], return_indices=True),
    "texts": lambda n, a: n.where(a > 3, "x", "y"),
    "np.unwrap": lambda n, a: np.unwrap(a),
    "np.add.reduceat": lambda n, a: np.add.reduceat(a[0], [0, 2]),
    "base_repr": lambda n, a: n.base_repr(5),
    "frombuffer": lambda n, a: n.frombuffer(b"\x01\x02", dtype="u1"),
    "wrong shape": lambda n, a: n.poly(a[None]),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays(name):
    f, a = ARRAYS[name], np.arange(12.0).reshape(3, 4) + 1
    try:
        want = f(np, a)
    except Exception as e:
        with pytest.raises(type(e), match=str(e)):
            f(mt, mt.tensor(a, chunk_size=2))
        return
    same(plain(f(mt, mt.tensor(a, chunk_size=2))), want)


def test_results_are_values_of_the_cluster():
    d = md.from_pandas(raw, chunk_size=2)
    n = d.groupby("k").ngroup()
    assert n.op == "remote.reference" and (n + d.b).sum().to_numpy() == (raw.groupby("k").ngroup() + raw.b).sum()
    assert list(d.k.str.get_dummies().columns) == ["x", "y", "z"]
    left, right = d.b.divmod(4)
    same((left * 4 + right).to_pandas(), raw.b)
    with option_context({"eager_mode": True}):
        same(d.groupby("k").ngroup().fetch(), raw.groupby("k").ngroup())
    p = raw.copy()
    groups, theirs = d.groupby("k"), p.groupby("k")
    d["b"] = p["b"] = range(6)  # which groups see
    same(groups.b.nlargest(1).to_pandas(), theirs.b.nlargest(1))
    same(groups.ngroup().to_pandas(), theirs.ngroup())


def test_it_says_what_it_costs():
    d = md.from_pandas(raw, chunk_size=2).execute()
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        for _ in range(3):
            d.groupby("k").ngroup()
        d.groupby("k").ngroup()
    words = [str(w.message) for w in said if w.category is SlowPathWarning]
    assert len(words) == 2 and words[0].startswith(
        "DataFrameGroupBy.ngroup has no parallel version yet: it runs on one core, on all "
    )
    assert [w.filename for w in said] == [__file__] * 2
    with option_context({"reference": "silent"}), warnings.catch_warnings(record=True) as said:
        d.k.str.wrap(2)
    assert not said
    assert "no parallel version yet" in d.combine.__doc__ and d.combine.__name__ == "combine"


def test_none_is_called_that_is_not_in_the_list():
    d = md.from_pandas(raw, chunk_size=2)
    for name in ("flags", "set_flags", "sparse", "__array_struct__"):
        assert not hasattr(d, name)
        assert not reference.offers(raw, name)
    assert hasattr(d, "combine") and hasattr(d.groupby("k"), "ngroup") and not hasattr(d, "__array_interface__")
    for x, steps in (
        (raw, [("to_pickle", ("f",), {})]),
        ("os", [("system", ("true",), {})]),
        (raw, [("__reduce__", (), {})]),
    ):
        with pytest.raises(PermissionError, match="is not in the list of names"):
            reference.follow(x, steps)
    with option_context({"reference": "error"}):
        assert not hasattr(d, "combine")
        with pytest.raises(NotImplementedError, match="DataFrame.combine is not there yet"):
            d.combine(d, max)
    with pytest.raises(NotImplementedError, match="gpu=True is not there yet"):
        mt.ones(3, gpu=True)


def test_memory_is_asked_for_before_anything_moves():
    d = md.from_pandas(pd.DataFrame({"x": np.arange(1000.0), "k": 1}), chunk_size=100)
    with option_context({"reference_bytes": 1 << 14}):
        with pytest.raises(MemoryError, match="it needs 46.9 KiB, and mars.options.reference_bytes is 16 KiB"):
            d.groupby("k").ngroup()
        some = d[d.x >= 0]  # of which nobody knows how much that is
        made = some.groupby("k").ngroup()
        with pytest.raises(
            MemoryError,
            match="DataFrameGroupBy.ngroup has no parallel version yet: on one core it needs 3 times its inputs",
        ):
            made.execute()
        assert len(d[d.x < 9].groupby("k").ngroup().to_pandas()) == 9


def test_where_no_functions_run():
    s = local.Server([*local.arguments(n_cpu=1), "--functions", "off"])
    try:
        with mars.new_session(s.url, token=s.token):
            d = md.from_pandas(raw, chunk_size=2)
            assert not hasattr(d, "combine")
            with pytest.raises(NotImplementedError, match="DataFrame.combine is not there yet"):
                d.combine(d, max)
            with pytest.raises(NotImplementedError, match="parameter 'axis'"):
                d.dropna(axis=1)
    finally:
        s.stop()
