"""Names of the reference that are answered by parts: what chunks and groups give together is what pandas gives of the whole."""

import warnings

import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal, assert_series_equal

import mars
import mars.dataframe as md
from mars._functions import local_kinds as kinds
from mars._functions import reference

pytestmark = pytest.mark.filterwarnings("ignore:Mismatched null-like values")  # None of old texts comes as NaN


@pytest.fixture(scope="module", autouse=True)
def session():
    with mars.new_session(n_cpu=2) as s:
        yield s


_rng = np.random.default_rng(7)
_n = 120
rows = pd.DataFrame(
    {
        "k": _rng.integers(0, 9, _n).astype(float),
        "j": _rng.choice(list("abc"), _n),
        "x": _rng.normal(size=_n).round(1),
        "y": _rng.integers(0, 5, _n),
    },
    index=_rng.integers(0, 50, _n),
)
rows.loc[_rng.random(_n) < 0.2, "x"] = np.nan
rows.loc[_rng.random(_n) < 0.05, "k"] = np.nan
FRAMES = {"rows": rows, "empty": rows.iloc[:0], "one": rows.iloc[:1], "one group": rows.assign(k=1.0)}
_given = {"nlargest": (2,), "nsmallest": (2,), "quantile": (0.5,)}


def same(got, want):
    if isinstance(want, pd.DataFrame):
        assert_frame_equal(got, want, check_freq=False)
    else:
        assert_series_equal(got, want, check_freq=False)


def both(call, frame, chunk):
    """What call gives of a frame of ours in chunks, and of pandas' whole."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return call(md.from_pandas(frame, chunk_size=chunk)), call(frame)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", sorted(kinds.GROUP_ROWS | kinds.GROUP_KEYED))
def test_groups(name, frame):
    given = _given.get(name, ())
    series = [lambda d: getattr(d.groupby("k").y, name)(*given), lambda d: getattr(d.groupby(d.j).x, name)(*given)]
    frames = [lambda d: getattr(d.groupby("k")[["x", "y"]], name)(), lambda d: getattr(d.groupby(["k", "j"]), name)()]
    if name in ("corr", "cov"):
        calls = frames[:1]
    elif given:
        calls = series
    elif name == "pct_change":
        calls = series + frames[:1]
    else:
        calls = series + (frames if name != "diff" else frames[:1])
    for call in calls:
        got, want = both(call, FRAMES[frame], 13)
        assert got.op == "remote.chunks" or frame == "empty" or name in ("ffill", "bfill")  # of integers
        same(got.to_pandas(), want)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", sorted(kinds.WINDOW_NAMES))
@pytest.mark.parametrize("windows", sorted(kinds.GROUP_WINDOWS))
def test_windows_of_groups(windows, name, frame):
    if windows == "ewm" and name not in ("mean", "sum", "std", "var"):
        return
    opened = {"rolling": {"window": 3, "min_periods": 1}, "expanding": {}, "ewm": {"span": 2}}[windows]
    given = _given.get(name, ())
    for of in (lambda d: d.groupby("k")[["x", "y"]], lambda d: d.groupby(["k", "j"]).y):
        got, want = both(lambda d, of=of: getattr(getattr(of(d), windows)(**opened), name)(*given), FRAMES[frame], 13)
        assert got.op == "remote.chunks" or frame == "empty"
        same(got.to_pandas(), want)


_windows = [
    {"window": 3}, {"window": 5, "min_periods": 1}, {"window": 4, "center": True}, {"window": 4, "center": True, "closed": "both"},
    {"window": 3, "closed": "left"}, {"window": 3, "closed": "neither", "min_periods": 1}, {"window": 200, "min_periods": 2},
]  # fmt: skip


@pytest.mark.parametrize("name", sorted(kinds.ROLLING_NAMES))
def test_windows_of_rows(name):
    given = {"apply": (np.ptp,), "quantile": (0.3,)}.get(name, ())
    for opened in _windows:
        for of in (
            lambda d, opened=opened: d[["x", "y"]].rolling(**opened),
            lambda d, opened=opened: d.rolling(**opened)["x"],
        ):
            if not hasattr(of(rows), name):
                continue  # of older pandas
            for chunk in (13, 40, 999):
                got, want = both(lambda d, of=of: getattr(of(d), name)(*given), rows, chunk)
                assert got.op == "remote.around"
                same(got.to_pandas(), want)


def test_windows_that_are_gathered():
    timed = rows.set_axis(pd.date_range("2020", periods=len(rows), freq="h"))[["x", "y"]]
    for call in (
        lambda d: d.rolling("5h").apply(np.ptp),
        lambda d: d.rolling(3, step=2).apply(np.ptp),
        lambda d: d.rolling(4).skew(),  # a sum that is carried on
    ):
        got, want = both(call, timed, 13)
        assert got.op == "remote.reference"
        same(got.to_pandas(), want)


def test_groups_that_meet_nowhere_are_gathered():
    for call in (
        lambda d: d.groupby("k", sort=False).y.nlargest(2),
        lambda d: d.assign(c=d.j.astype("category")).groupby("c", observed=False).y.nlargest(1),
        lambda d: d.groupby("k").j.value_counts(),
        lambda d: d.groupby("k").ngroup(),
    ):
        got, want = both(call, rows, 13)
        assert got.op == "remote.reference"
        same(got.to_pandas(), want)


texts = pd.Series(
    ["ab c", None, "", "Zebra 12", "\u00e4\u00df", "x" * 40, " \t", "1", "\u4e2d\u6587", "a.b"] * 3, name="t"
)
_words = {
    "center": (9,), "contains": ("a",), "count": ("a",), "endswith": ("c",), "find": ("b",),
    "fullmatch": ("1",), "get": (1,), "index": ("",), "join": ("-",), "ljust": (9,), "match": ("a",), "normalize": ("NFD",),
    "pad": (9,), "removeprefix": ("a",), "removesuffix": ("c",), "repeat": (2,), "replace": ("a", "b"), "rfind": ("b",), "rindex": ("",),
    "rjust": (9,), "slice": (1, 3), "slice_replace": (1, 2, "-"), "startswith": ("a",), "translate": ({97: "b"},), "wrap": (3,), "zfill": (9,),
}  # fmt: skip
times = pd.Series(
    pd.date_range("2024-02-27", periods=20, freq="7h", tz="Europe/Berlin").append(
        pd.DatetimeIndex([pd.NaT], tz="Europe/Berlin")
    )
)
_spans = pd.Series(pd.to_timedelta([1, 2.5, None, 7200], unit="s"))
_clocks = {"strftime": ("%d",), "as_unit": ("s",), "tz_convert": ("UTC",)}


def by_parts(series, accessor, name, args):
    ours = md.from_pandas(series, chunk_size=4)
    return reference._by_parts(reference.Path(ours).then(accessor).then(name, args, {}), name)


@pytest.mark.parametrize("name", sorted(kinds.TEXT_ROWS))
def test_texts(name):
    for s in (texts, texts.iloc[:0], texts.iloc[:1], texts.iloc[1:2]):
        if not hasattr(s.str, name):
            continue
        want = getattr(s.str, name)(*_words.get(name, ()))
        got = by_parts(s, "str", name, _words.get(name, ()))
        if got is None:
            assert not len(s) or s.dtype == object
            continue
        same(got.to_pandas(), want)


@pytest.mark.parametrize("name", sorted(kinds.TIME_ROWS))
def test_times(name):
    series = _spans if name == "total_seconds" else times
    for s in (series, series.iloc[-1:]):
        same(by_parts(s, "dt", name, _clocks.get(name, ())).to_pandas(), getattr(s.dt, name)(*_clocks.get(name, ())))
