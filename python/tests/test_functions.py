"""Functions of users on frames: what they get, what is told of what they give, and what is done with what is something else."""

import threading

import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal, assert_index_equal, assert_series_equal

import mars
import mars.dataframe as md
import mars.remote as mr
import mars.tensor as mt
from mars._core.lazily import pandas3
from mars.config import option_context

pytestmark = pytest.mark.filterwarnings("ignore:Mismatched null-like values")  # None of old texts comes as NaN


@pytest.fixture(scope="module", autouse=True)
def session():
    with mars.new_session(n_cpu=2) as s:
        yield s


_local = pd.DataFrame(
    {
        "a": [1, 2, 3, 4, 5],
        "b": [1.5, 2.5, np.nan, 4, 5],
        "s": ["x", "yy", None, "z", "w"],
        "t": pd.date_range("2020-01-30", periods=5, tz="Europe/Berlin"),
        "n": pd.array([1, None, 3, 4, 5], dtype="Int64"),
        "c": pd.Categorical(["u", "v", "u", None, "u"]),
    },
    index=[3, 1, 4, 1, 5],
)


@pytest.fixture
def df():
    return md.DataFrame(_local, chunk_size=2)


def same(got, want):
    got = got.to_pandas()
    assert type(got) is type(want)
    {pd.DataFrame: assert_frame_equal, pd.Series: assert_series_equal}.get(type(want), assert_index_equal)(got, want)


def test_map_chunk(df):
    same(df.map_chunk(lambda c: c.assign(z=c.a * 2)), _local.assign(z=_local.a * 2))
    same(df.map_chunk(lambda c: c[c.b > 2]), _local[_local.b > 2])
    same(df.map_chunk(lambda c: c.a + 1), _local.a + 1)
    same(df.map_chunk(lambda c: c.index), _local.index)
    same(df.a.map_chunk(lambda c: c.to_frame("z")), _local.a.to_frame("z"))
    same(df.a.map_chunk(lambda c, k, *, m: c * k + m, args=(2,), kwargs={"m": 1}), _local.a * 2 + 1)
    kept = df.map_chunk(lambda c: c[c.a > 3])
    assert kept.shape[0] != kept.shape[0]  # how many rows is not told by a sample
    assert kept.execute().shape == (2, 6)
    assert (kept.a + 1).to_pandas().tolist() == [5, 6]


def test_chunks_say_where_they_are(df):
    at = df.map_chunk(lambda c, chunk_index: c.assign(at=chunk_index[0], of=len(chunk_index)), with_chunk_index=True)
    assert at.to_pandas()[["at", "of"]].to_numpy().tolist() == [[0, 2], [0, 2], [1, 2], [1, 2], [2, 2]]
    assert (
        df.a.map_chunk(lambda c, chunk_index: c * 0 + len(chunk_index), with_chunk_index=True).to_pandas().tolist()
        == [1] * 5
    )


def test_values_of_mars_are_arguments(df):
    t = mt.arange(3, chunk_size=2)
    same(df.a.map_chunk(lambda c, t, o: c + t.sum() + len(o), args=(t, [df][0])), _local.a + 3 + 5)
    with pytest.raises(TypeError, match='its variable "df" is a DataFrame of mars: pass it as an argument'):
        df.a.map(lambda x: df)


def test_elements(df):
    same(df.a.map(lambda x: x + 1), _local.a + 1)
    same(df.a.map(str), _local.a.map(str))
    same(df.s.map(str.upper, na_action="ignore"), _local.s.map(str.upper, na_action="ignore"))
    same(df.b.map(lambda x: x > 2), _local.b.map(lambda x: x > 2))
    same(df.t.map(lambda x: x.month), _local.t.map(lambda x: x.month))
    same(df.t.map(lambda x: x + pd.Timedelta("1D")), _local.t.map(lambda x: x + pd.Timedelta("1D")))
    same(df.c.map(lambda x: x * 2), _local.c.map(lambda x: x * 2))
    same(df.c.map(str, na_action=None), _local.c.map(str, na_action=None))
    if pd.__version__ >= "3":  # before, missing ones stay categories
        same(df.c.apply(lambda x: f"{x}!"), _local.c.apply(lambda x: f"{x}!"))
    same(df[["a", "b"]].map(lambda x: x * 2), _local[["a", "b"]].map(lambda x: x * 2))
    same(
        df[["a", "b"]].map(lambda x: x > 2, na_action="ignore"),
        _local[["a", "b"]].map(lambda x: x > 2, na_action="ignore"),
    )
    same(df.a.apply(lambda x, k, j=0: x * k + j, args=(3,), j=1), _local.a * 3 + 1)
    same(
        df.a.apply(lambda x: pd.Series({"u": x, "v": str(x)})),
        _local.a.apply(lambda x: pd.Series({"u": x, "v": str(x)})),
    )
    same(df.index.map(lambda x: x * 2), _local.index.map(lambda x: x * 2))
    objects = md.DataFrame({"o": pd.Series([1, "x", None], dtype=object)}, chunk_size=2)
    assert len(objects.map_chunk(lambda c: c[c.o == "y"]).to_pandas()) == 0  # of no rows nothing is missing
    assert df.a.map(lambda x: (x, [x])).to_pandas().iloc[1] == (2, [2])


def test_what_a_function_is_annotated_with_spares_its_sample(df):
    called = []

    def half(x) -> float:
        called.append(x)
        return x / 2

    def small(x) -> np.int8:
        called.append(x)
        return np.int8(x)

    def some(x) -> int:
        called.append(x)
        return None if x == 3 else x

    def text(x) -> str:
        called.append(x)
        return f"{x}"

    text.__annotations__ = {"return": "str"}  # as a module has it that does not evaluate them
    for f in (half, small, some, text):
        lazy = [df.a.map(f), df.a.apply(f)]
        assert not called
        for one, want in zip(lazy, (_local.a.map(f), _local.a.apply(f))):
            same(one, want)
        called.clear()

    def wrong(x) -> int:
        return f"{x}"

    words = r"map promised int64 \(annotated\) and returned (str|object) in chunk 0 \(first value '3'\); pass dtype="
    with pytest.raises(TypeError, match=words):
        md.Series([3, 4], chunk_size=2).map(wrong).execute()
    assert df.a.map(wrong, dtype="str").to_pandas().tolist() == list("12345")


def test_what_all_chunks_give_decides_of_integers_and_bools(df):
    for f in (
        lambda x: x / 2 if x > 3 else x,
        lambda x: None if x == 3 else x,
        lambda x: None if x == 3 else x > 2,
        lambda x: x > 2,
        lambda x: x // 2,
    ):
        same(df.a.map(f), _local.a.map(f))
        same(df.a.apply(f), _local.a.apply(f))
        same(df.apply(lambda r, g: g(r.a), axis=1, args=(f,)), _local.apply(lambda r, g: g(r.a), axis=1, args=(f,)))
    assert df.a.map(lambda x: x / 2 if x > 3 else x).sum().to_numpy() == 10.5


def test_what_has_a_name_is_no_function(df):
    for got in (
        df.b.map(np.sqrt),
        df.b.apply(np.sqrt),
        df[["a", "b"]].apply(np.sqrt),
        df[["a"]].map(np.exp),
        df.b.transform(np.sqrt),
    ):
        assert got.op != "remote.chunks"
    same(df.b.map(np.sqrt), _local.b.map(np.sqrt))
    same(df[["a", "b"]].apply(["sum", "max"]), _local[["a", "b"]].apply(["sum", "max"]))
    same(df.a.map({1: 2}), _local.a.map({1: 2}))


def test_rows(df):
    same(df.apply(lambda r: r.a + r.b, axis=1), _local.apply(lambda r: r.a + r.b, axis=1))
    same(df.apply(lambda r: f"{r.name}{r['s']}", axis=1), _local.apply(lambda r: f"{r.name}{r['s']}", axis=1))
    two = lambda r: pd.Series({"u": r.a, "v": r.s})  # noqa: E731
    same(df.apply(two, axis="columns"), _local.apply(two, axis=1))
    same(df[["a", "b"]].apply(lambda r: r * 2, axis=1), _local[["a", "b"]].apply(lambda r: r * 2, axis=1))
    expand = {"axis": 1, "result_type": "expand"}
    same(df.apply(lambda r: [r.a, r.a + 1], **expand), _local.apply(lambda r: [r.a, r.a + 1], **expand))
    same(
        df[["a", "b"]].apply(lambda r: r.sum(), axis=1, raw=True),
        _local[["a", "b"]].apply(lambda r: r.sum(), axis=1, raw=True),
    )
    same(df.apply(lambda r, k, j: r.a * k + j, axis=1, args=(2,), j=3), (_local.a * 2 + 3).rename(None))
    assert df.apply(lambda r: r.a, axis=1).shape == (5,)


def test_columns(df):
    n = df[["a", "b"]]
    m = _local[["a", "b"]]
    spread = n.apply(lambda c: c.max() - c.min())
    assert spread.shape == (2,)
    same(spread, m.apply(lambda c: c.max() - c.min()))
    same(n.apply(lambda c: c - c.mean()), m.apply(lambda c: c - c.mean()))
    same(n.apply(lambda c: c.quantile([0.1, 0.9])), m.apply(lambda c: c.quantile([0.1, 0.9])))
    same(n.apply(lambda c: c * 2, elementwise=True), m * 2)
    same(n.transform(lambda c: c - c.mean()), m.transform(lambda c: c - c.mean()))
    same(df.b.transform(lambda c: c - c.mean()), _local.b.transform(lambda c: c - c.mean()))
    same(df.a.transform(lambda x, k: x + k, 0, 5), _local.a + 5)


_rng = np.random.default_rng(7)
_drawn = pd.DataFrame(
    {
        "k": _rng.integers(0, 5, 20),
        "g": _rng.choice(list("pqr"), 20),
        "x": _rng.random(20).round(2),
        "y": _rng.integers(0, 9, 20),
        "c": pd.Categorical(_rng.choice(["u", "v"], 20)),
    },
    index=_rng.permutation(20),
)
_of_groups = [
    lambda d: d.groupby("k").apply(lambda g: g.x.sum()),
    lambda d: d.groupby("k").apply(lambda g: g.head(1)),
    lambda d: d.groupby("k").apply(lambda g: pd.Series({"u": g.x.sum(), "n": len(g)})),
    lambda d: d.groupby("k").apply(lambda g, a, b=0: g.x.sum() * a + b, 2, b=1),
    lambda d: d.groupby(["k", "g"]).apply(len),
    lambda d: d.groupby("k").x.apply(lambda s: s.max() - s.min()),
    lambda d: d.groupby("k").x.apply(lambda s: s.nlargest(2)),
    lambda d: d.groupby("k").apply(lambda g: g.x),
    lambda d: d.groupby(["k", "g"]).apply(lambda g: g.x),
    lambda d: d[["k", "x"]].groupby(d.k % 2).apply(lambda g: g.k.sum() + len(g)),
    lambda d: d.groupby(d.k % 2).apply(lambda g: g.x.sum()),
    lambda d: d.x.groupby(d.g).apply(lambda s: s.sum()),
    lambda d: d.groupby(level=0).x.apply(lambda s: s.sum()),
    lambda d: d.groupby("c", observed=True).x.apply(lambda s: s.sum()),
    lambda d: d.groupby("k", sort=False).apply(lambda g: g.y.sum()),
    lambda d: d.groupby("k", as_index=False).apply(lambda g: g.y.sum()),
    lambda d: d.groupby("k", group_keys=False).apply(lambda g: g.sort_values("x")),
    lambda d: d.groupby("k").apply("sum", numeric_only=True),
    lambda d: d.groupby("k")[["x", "y"]].agg(lambda s: s.max() - s.min()),
    lambda d: d.groupby("k").x.agg(lambda s: s.iloc[0]),
    lambda d: d.groupby("k").x.transform(lambda s: s - s.mean()),
    lambda d: d.groupby("k").x.transform(lambda s, j: s * j, 3),
    lambda d: d.groupby("k")[["x", "y"]].transform(lambda s: s / s.sum()),
    lambda d: d.groupby("k").filter(lambda g: g.x.mean() > 0.5),
    lambda d: d.groupby("g").x.filter(lambda g: len(g) > 6),
    lambda d: d.groupby("k").pipe(lambda g: g.x.max() - g.x.min()),
]


@pytest.mark.filterwarnings("ignore:DataFrameGroupBy.apply operated")
@pytest.mark.parametrize("f", _of_groups)
def test_groups(f):
    same(f(md.DataFrame(_drawn, chunk_size=6)), f(_drawn))


def test_groups_meet_in_several_chunks():
    big = pd.DataFrame({"k": _rng.integers(0, 2000, 400_000), "x": _rng.random(400_000)})
    d = md.DataFrame(big, chunk_size=50_000).execute()
    made = d.groupby("k").apply(lambda g: g.x.max() - g.x.min())
    assert_series_equal(made.to_pandas(), big.groupby("k").x.max() - big.groupby("k").x.min(), check_names=False)
    means = d.groupby("k").x.transform(lambda s: s.iloc[0])
    assert_series_equal(means.to_pandas(), big.groupby("k").x.transform("first"))


def test_errors_of_groups():
    d = md.DataFrame(_drawn, chunk_size=6)
    with pytest.raises(TypeError, match="filter function returned a int, but expected a scalar bool"):
        d.groupby("k").filter(len).execute()
    refused = pytest.raises(NotImplementedError, match="bins of time with a Python callable")
    with option_context({"reference": "error"}), refused:
        d.set_index(pd.date_range("2020", periods=20)).resample("5D").apply(lambda g: 1)

    def picky(g):
        if g.k.iloc[0] == 3 if "k" in g else g.name == 3:
            raise LookupError("three")
        return 1

    with pytest.raises(LookupError, match="three"):
        d.groupby("k").apply(picky).execute()


def test_declared_types(df):
    same(df.a.map(lambda x: x, dtype="float64"), _local.a.astype(float))
    same(
        df.a.map(lambda x: x if x < 3 else "n", dtype=object),
        _local.a.map(lambda x: x if x < 3 else "n").astype(object),
    )
    called = df.map_chunk(
        lambda c: c[["a"]] + threading.active_count(), output_type="dataframe", dtypes={"a": "float64"}
    )
    assert called.dtypes["a"] == np.float64
    assert called.to_pandas().dtypes["a"] == np.float64
    empty = pd.MultiIndex.from_arrays([[1], ["x"]], names=["i", "j"])
    two = df.map_chunk(
        lambda c: c.set_index(["a", "b"])[["n"]].rename_axis(["i", "j"]),
        output_type="dataframe",
        dtypes={"n": "Int64"},
        index=pd.MultiIndex.from_arrays([[1], [1.5]], names=["i", "j"]),
    )
    same(two, _local.set_index(["a", "b"])[["n"]].rename_axis(["i", "j"]))
    with pytest.raises(TypeError, match=r"map_chunk promised labels of int64 \(declared\) and returned"):
        df.map_chunk(lambda c: c.set_index(["s", "a"])[["n"]], dtypes={"n": "Int64"}, index=empty[:0]).execute()
    with pytest.raises(ValueError, match="output_type must be one of dataframe, series, index, not 'frame'"):
        df.map_chunk(lambda c: c, output_type="frame")


def test_what_a_sample_cannot_tell(df):
    with pytest.raises(
        TypeError,
        match=r"cannot tell the type of map's result: the function raised IndexError\(.*\) at test_functions.py:\d+ on two sample rows of (str|object); pass dtype=, or skip_infer=True",
    ) as e:
        df.s.map(lambda x: x.split("-")[1])
    assert isinstance(e.value.__cause__, IndexError)
    with pytest.raises(
        TypeError, match="the function gave only missing values on two sample rows of (str|object); pass dtype="
    ):
        df.s.map({"q": "1"}.get)
    same(df.s.map({"x": "1"}.get), _local.s.map({"x": "1"}.get))
    with pytest.raises(TypeError, match="the function of map_chunk must give a DataFrame, Series or Index, not a int"):
        df.map_chunk(len)
    with pytest.raises(TypeError, match="'int' object is not callable"):
        df.map_chunk(5)
    dates = md.Series(["2020-01", "2021-02", "2022-03"], chunk_size=2)
    assert dates.map(lambda x: int(x.split("-")[1]), skip_infer=True).to_pandas().tolist() == [1, 2, 3]


def test_samples_are_made_quietly(df, capsys):
    def loud(c):
        print("seen", len(c))
        np.log(c.a - 1)
        return c

    df.map_chunk(loud)
    assert capsys.readouterr() == ("", "")


def test_what_functions_print_is_kept(df):
    def loud(x):
        print(f"seen {x}", flush=True)
        return x

    got = df.a.map(loud).execute()
    said = str(got.fetch_log())
    assert all(f"seen {i}" in said for i in (1, 2, 3, 4, 5))


def test_other_results_are_errors(df):
    words = r'map_chunk promised column "y" float64 \(inferred from a sample\) and returned (str|object) in chunk 1 \(first value \'n/a\'\); pass dtypes='
    with pytest.raises(TypeError, match=words):
        df.map_chunk(lambda c: pd.DataFrame({"y": c.b if 3 not in c.a.tolist() else "n/a"}, index=c.index)).execute()
    with pytest.raises(TypeError, match=r"promised columns \['a'\] .* and returned \['z'\] in chunk 2"):
        df.map_chunk(lambda c: c[["a"]].rename(columns={"a": "z"} if len(c) == 1 else {})).execute()
    with pytest.raises(TypeError, match=r"promised a DataFrame .* and returned a NoneType in chunk 2"):
        df.map_chunk(lambda c: c if len(c) == 2 else None).execute()
    with pytest.raises(
        TypeError,
        match=r"map promised int64 .* and returned (str|object) in chunk 2 \(first value 'five'\); pass dtype=",
    ):
        df.a.map(lambda x: x if x < 5 else "five").execute()
    with pytest.raises(TypeError, match="labels of 1 levels .* and returned 2 in chunk 2"):
        df.map_chunk(lambda c: c if len(c) == 2 else c.set_index(["a", "s"], drop=False)).execute()


def test_what_is_no_cell_is_refused(df):
    same(df.t.map(lambda x: x.date()), _local.t.map(lambda x: x.date()))
    with pytest.raises(TypeError, match=r"\{\d\} cannot be a cell: cells are texts"):
        df.a.map(lambda x: {x}).execute()
    for call in (lambda: df.apply(lambda c: c, axis=2), lambda: df.transform(lambda c: c, axis="x")):
        with pytest.raises(ValueError, match="No axis named"):
            call()


def test_errors_come_as_they_were_raised(df):
    def picky(x):
        if x == 4:
            raise LookupError(f"not {x}")
        return x

    with pytest.raises(LookupError, match="not 4") as e:
        df.a.map(picky).execute()
    said = str(e.value.__cause__)
    assert "in picky" in said and "raise LookupError" in said
    assert any("test_functions.py" in n for n in e.value.__notes__)
    deep = lambda x: deep(x) if x > 2 else x  # noqa: E731
    with pytest.raises(RecursionError):
        df.a.map(deep).execute()


def test_what_a_function_changes_is_its_own(df):
    def change(c):
        c["a"] = 0
        c.loc[c.index[0], "b"] = -1.0
        c.columns = list("ABCDEF")
        return c

    df.execute()
    got = df.map_chunk(change).to_pandas()
    assert got["A"].tolist() == [0] * 5 and got["B"].tolist()[0] == -1.0
    same(df, _local)


def _written(c):
    """Writes into a value in the ways there are."""
    c.iloc[0] = -1
    c += 10
    c.loc[c.index[-1]] = 5
    c.clip(upper=12, inplace=True)
    c.fillna(3, inplace=True)
    return c


@pytest.mark.parametrize("local", [_local[["b"]], _local[["b", "b"]], _local[["a", "b"]], _local.b])
def test_numbers_that_a_function_writes_are_its_own(local):
    held = (md.DataFrame if local.ndim == 2 else md.Series)(local).execute()
    want = _written(local.astype("f8") if local.ndim == 2 else local.copy())
    for _ in range(2):
        same(held.map_chunk(lambda c: _written(c.astype("f8") if c.ndim == 2 else c)), want)
    got = mr.spawn(_written, args=(held[["b"]] if local.ndim == 2 else held,), resolve_tileable_input=True)
    got = got.execute().fetch()
    assert got.to_numpy().tolist() == (want if local.ndim == 1 else want[["b"]]).to_numpy().tolist()
    same(held, local)


def test_what_a_function_keeps_of_frames(df):
    """A view in a cycle is garbage; what a module holds is kept, and its process ends."""
    a = md.DataFrame(np.arange(200_000.0).reshape(-1, 1)).execute()

    def in_a_cycle(c):
        import os

        cycle = [c, c.iloc[:5]]
        cycle.append(cycle)
        return c[:1] * 0 + os.getpid()

    pids = {a.map_chunk(in_a_cycle, dtypes=pd.Series(["float64"])).to_pandas().iloc[0, 0] for _ in range(8)}
    assert len(pids) <= 2

    def kept(c):
        import builtins
        import os

        builtins.kept_frame = c
        return c[:1] * 0 + os.getpid()

    pids = {a.map_chunk(kept, dtypes=pd.Series(["float64"])).to_pandas().iloc[0, 0] for _ in range(4)}
    assert len(pids) == (4 if pandas3() else 1)  # pandas 2 is given copies
    same(a, pd.DataFrame(np.arange(200_000.0).reshape(-1, 1)))


def test_frames_of_all_kinds():
    twice = pd.DataFrame([[1, 2.0], [3, 4.0], [5, 6.0]], columns=["x", "x"])
    same(md.DataFrame(twice, chunk_size=2).map_chunk(lambda c: c * 2), twice * 2)
    same(md.DataFrame(twice, chunk_size=2).apply(lambda r: r.sum(), axis=1), twice.apply(lambda r: r.sum(), axis=1))
    multi = pd.DataFrame(
        {("p", "x"): [1, 2, 3], ("q", "y"): [4.0, 5.0, 6.0]},
        index=pd.MultiIndex.from_tuples([(1, "a"), (1, "b"), (2, "a")], names=["i", "j"]),
    )
    same(md.DataFrame(multi, chunk_size=2).map_chunk(lambda c: c + 1), multi + 1)
    same(md.DataFrame(multi, chunk_size=2).apply(lambda r: r.name[1], axis=1), multi.apply(lambda r: r.name[1], axis=1))
    same(
        md.DataFrame(multi, chunk_size=2).map_chunk(lambda c: c.reset_index()),
        pd.concat([multi[:2].reset_index(), multi[2:].reset_index()]),
    )
    none = _local[:0]
    got = md.DataFrame(none, chunk_size=2).map_chunk(lambda c: c.assign(z=c.a * 2.0)).to_pandas()
    assert_frame_equal(got, none.assign(z=none.a * 2.0))
    assert len(md.DataFrame(none).a.map(lambda x: x + 1).to_pandas()) == 0
    some = md.DataFrame(_local, chunk_size=2)
    same(some[some.a > 4].map_chunk(lambda c: c.a * 2), _local[_local.a > 4].a * 2)  # of chunks without rows


def test_callables_that_get_the_handle(df):
    seen = []
    got = (
        df.pipe(lambda d: seen.append(type(d)) or d)
        .assign(z=lambda d: seen.append(type(d)) or d.a * 2)
        .loc[lambda d: d.a > 2]
    )
    same(got, _local.assign(z=_local.a * 2).loc[lambda d: d.a > 2])
    same(df.a.where(lambda s: s > 2, lambda s: s * 10), _local.a.where(lambda s: s > 2, lambda s: s * 10))
    same(df.a.mask(lambda s: s > 2, 0), _local.a.mask(lambda s: s > 2, 0))
    assert seen == [md.DataFrame, md.DataFrame]


def test_functions_off(tmp_path):
    config = tmp_path / "off.yaml"
    config.write_text("security: {functions: off}\n")
    with mars.new_session(n_cpu=1, config=str(config), default=False) as off:
        with pytest.raises(PermissionError, match="runs no functions of users: --functions=off"):
            md.Series([1, 2]).map(lambda x: x + 1).execute(session=off)


def test_pairs_of_chunks(df):
    other = pd.DataFrame({"u": [1, 2, 3]})
    right = md.DataFrame(other, chunk_size=2)
    cross = lambda a, b, k=0: a[["a"]].merge(b + k, how="cross")  # noqa: E731
    got = df.cartesian_chunk(right, cross).to_pandas()
    want = [cross(_local[i : i + 2], other[j : j + 2]) for i in (0, 2, 4) for j in (0, 2)]
    assert_frame_equal(got, pd.concat(want))
    got = md.cartesian_chunk(df.a, right, lambda a, b, k, *, m: a.sum() * b.u * k + m, args=(2,), m=1).to_pandas()
    want = [_local.a[i : i + 2].sum() * other.u[j : j + 2] * 2 + 1 for i in (0, 2, 4) for j in (0, 2)]
    assert_series_equal(got, pd.concat(want))
    none = df.cartesian_chunk(right[right.u > 3], cross)
    assert none.to_pandas().shape == (0, 2)
    with pytest.raises(TypeError, match="cartesian_chunk takes a DataFrame, Series or Index of mars, not a DataFrame"):
        df.cartesian_chunk(other, cross)
    with pytest.raises(
        TypeError, match=r"cannot tell the type of cartesian_chunk's result: the function raised KeyError"
    ):
        df.cartesian_chunk(right, lambda a, b: b["q"])


@pytest.mark.parametrize(
    "index",
    [None, list("abcdef"), range(3, 21, 3), pd.date_range("2020", periods=6), pd.MultiIndex.from_product([[1, 2], list("xyz")])],
    ids=["range", "texts", "steps", "times", "levels"],
)  # fmt: skip
def test_map_overlap(index):
    local = pd.DataFrame({"a": np.arange(6) ** 2, "b": np.arange(6) / 2}, index=index)
    step = lambda x: x.shift(1) + x.shift(-2)  # noqa: E731
    for size in (1, 2, 5, 6):
        df = md.DataFrame(local, chunk_size=size)
        for before, after in ((1, 2), (50, 2**70)):
            assert_frame_equal(df.map_overlap(step, before, after).to_pandas(), step(local), check_freq=False)
            assert_series_equal(df.b.map_overlap(step, before, after).to_pandas(), step(local.b), check_freq=False)
        some = df[df.a > 3].map_overlap(lambda x, k, *, m: x.cumsum() * k + m, 99, 0, 2, m=1)
        assert_frame_equal(some.to_pandas(), local[local.a > 3].cumsum() * 2 + 1, check_freq=False)
    none = df[df.a > 99].map_overlap(step, 1, 2).to_pandas()
    assert none.shape == (0, 2) and list(none.dtypes) == ["float64", "float64"]


def test_map_overlap_refuses(df):
    with pytest.raises(TypeError, match="before is how many rows, an int, not '1h'"):
        df.map_overlap(len, "1h", 0)
    with pytest.raises(ValueError, match="after is how many rows, not -1"):
        df.map_overlap(len, 0, -1)
    with pytest.raises(
        TypeError, match="the function of map_overlap must give a DataFrame, Series or Index, not a int"
    ):
        df.map_overlap(len, 1, 1)
    with pytest.raises(TypeError, match=r"map_overlap returned [12] rows for [23] rows: it must return a row for each"):
        df.map_overlap(lambda x: x[1:], 1, 0).execute()


def test_only_missing_values_of_made_up_rows(df):
    late = lambda v: None if v < 4 else f"{v}!"  # noqa: E731
    same(df.a.map(late), _local.a.map(late))
    row = lambda r: None if r.a < 4 else r.b  # noqa: E731
    same(df.apply(row, axis=1), _local.apply(row, axis=1))
    with pytest.raises(
        TypeError, match="the function gave only missing values on two sample rows of int64; pass dtype="
    ):
        df.a.map(lambda v: None)


_keys = pd.DataFrame(
    {"k": ["bb", "A", "c", "B", "a", None], "a": [3, -5, 1, -1, 0, 2], "b": [1.5, np.nan, 0.5, 0.25, 7, 1]},
    index=[3, 1, 4, 1, 5, 9],
)


@pytest.mark.parametrize(
    ("native", "f"),
    [
        (True, lambda d: d.sort_values("k", key=lambda c: c.str.lower(), kind="stable")),
        (True, lambda d: d.sort_values("a", key=abs, ascending=False, kind="stable")),
        (True, lambda d: d.sort_values(["k", "a"], key=lambda c: c.str.lower() if c.name == "k" else -c)),
        (True, lambda d: d.sort_values(["a", "b"], key=lambda c: -c, ascending=[False, True])),
        (True, lambda d: d.sort_values("k", key=lambda c: c.map(c.value_counts()), kind="stable")),
        (True, lambda d: d.sort_values("k", key=lambda c: c.str.len(), na_position="first", kind="stable")),
        (True, lambda d: d.b.sort_values(key=lambda c: -c)),
        (True, lambda d: d.b.sort_values(key=lambda c: -c, ignore_index=True)),
        (False, lambda d: d.sort_values("a", key=lambda c: np.asarray(c) * -1)),
        (False, lambda d: d.sort_values("a", key=lambda c: -c.reset_index(drop=True))),
        (False, lambda d: d.rename_axis("i").sort_values("i", key=lambda c: -c, kind="stable")),
    ],
)
def test_rows_by_what_a_function_makes_of_keys(native, f):
    got = f(md.DataFrame(_keys, chunk_size=2))
    assert native == (not got.op.startswith("remote."))
    same(got, f(_keys))


def test_keys_in_place():
    df = md.DataFrame(_keys, chunk_size=2)
    assert df.sort_values("b", key=lambda c: -c, inplace=True) is None
    same(df, _keys.sort_values("b", key=lambda c: -c))
    with pytest.raises(AttributeError, match="zzz"):
        df.sort_values("a", key=lambda c: c.zzz)


def test_shape_of_all_chunks(df):
    got = df.map_chunk(lambda c: c[c.a > 3], shape=(2, 6))
    assert got.shape == (2, 6)
    same(got, _local[_local.a > 3])
    assert (df.a.map_chunk(lambda c: c.head(1), shape=3) + 1).to_pandas().tolist() == [2, 4, 6]
    assert df.a.map_chunk(lambda c: c.head(1), shape=(3,), dtypes="int64").shape == (3,)
    with pytest.raises(TypeError, match="4 rows were promised, and the function gave 3"):
        df.a.map_chunk(lambda c: c.head(1), shape=4).execute()
    with pytest.raises(ValueError, match=r"map_chunk: shape \(2, 5\) is none of a DataFrame of 6 columns"):
        df.map_chunk(lambda c: c, shape=(2, 5))
    with pytest.raises(ValueError, match=r"map_chunk: shape \(2, 5\) is none of a Series"):
        df.a.map_chunk(lambda c: c, shape=(2, 5))


@pytest.mark.parametrize(
    "call",
    [
        lambda d: d.groupby("k").i.transform(lambda s: s - s.min()),
        lambda d: d.groupby("k")[["i", "f"]].transform(lambda s: s - s.min()),
        lambda d: d.groupby("k").i.transform(lambda s: s > 3),
        lambda d: d.groupby("k", dropna=False).i.transform(lambda s: s.max()),
    ],
)
def test_rows_of_no_group_miss(call):
    """A chunk with such rows gives floats or objects, one without them integers or bools."""
    local = pd.DataFrame({"k": [1.0, 1, 2, 2, np.nan, 3, 3, np.nan, 4, 4], "i": range(10), "f": np.arange(10.0)})
    got, want = call(md.DataFrame(local, chunk_size=3)).execute().fetch(), call(local)
    (assert_frame_equal if isinstance(want, pd.DataFrame) else assert_series_equal)(got, want)
