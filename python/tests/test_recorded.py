"""Functions as aggregates: those of which it is known what they do are operators, and give what they give when they are called."""

import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal, assert_series_equal

import mars
import mars.dataframe as md
from mars._functions.recorder import record

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module", autouse=True)
def session():
    with mars.new_session(n_cpu=2) as s:
        yield s


_rng = np.random.default_rng(3)
_local = pd.DataFrame(
    {
        "k": _rng.integers(0, 4, 40),
        "g": _rng.choice(list("xyz"), 40),
        "a": _rng.integers(-9, 9, 40),
        "b": np.where(_rng.random(40) < 0.2, np.nan, _rng.random(40).round(3)),
    },
    index=_rng.permutation(40),
)
_two = ["a", "b"]


@pytest.fixture(scope="module")
def df(session):
    return md.DataFrame(_local, chunk_size=7)


def same(got, want):
    if isinstance(want, (pd.DataFrame, pd.Series)):
        {pd.DataFrame: assert_frame_equal, pd.Series: assert_series_equal}[type(want)](got.to_pandas(), want)
    else:
        np.testing.assert_allclose(got.execute().fetch(), want)


_known = [
    lambda s: s.max() - s.min(),
    lambda s: (s > 2).mean(),
    lambda s: s.sum() / s.count(),
    lambda s: s.isna().sum(),
    lambda s: s.fillna(0).sum() * 2 + 1,
    lambda s: (s * s).sum() / (s + 10).sum(),
    lambda s: abs(s.min()),
    lambda s: s.abs().max(),
    lambda s: -s.mean(),
    lambda s: (~(s > 1)).sum(),
    lambda s: ((s > 1) & (s < 5)).any(),
    lambda s: s.max() > 3,
    lambda s: s.std() / s.mean(),
    lambda s: s.astype(float).sum(),
    lambda s: 1 / s.count(),
    lambda s: s.nunique() - 1,
    lambda s: (s**2).sum(),
    lambda s: s.median(),
    lambda s: s.sum() / len(s),
    lambda s: len(s) - s.count(),
    lambda s: (s * s).sum() / (len(s) - 1),
    lambda s: len(s > 3) * 2,
]
_of_all = [  # of groups they are called
    lambda s: (s - s.mean()).abs().max(),
    lambda s: s.quantile(0.3),
    lambda s: s.std(ddof=0),
]
_called = [
    lambda s: s.iloc[0],
    lambda s: len(s.index),
    lambda s: len(s.iloc[:2]),
    lambda s: 1 / len(s),
    lambda s: max(s),
    lambda s: s.max() if s.max() > 3 else 0,
    lambda s: 7,
    lambda s: isinstance(s, pd.Series),
    lambda s: s.dtype.name,
    lambda s: np.float64(2) * s.sum(),
    lambda s: s.sum() // 2,
    lambda s: s.max().item(),
    lambda s: (s > 0).max() - 1,
    lambda s: np.sqrt(s).sum(),
]
_forms = {
    "frame": lambda d, f: d[_two].agg(f),
    "series": lambda d, f: d.b.agg(f),
    "ints": lambda d, f: d.a.agg(f),
    "groups": lambda d, f: d.groupby("k")[_two].agg(f),
    "two keys": lambda d, f: d.groupby(["k", "g"])[_two].agg(f),
    "a column of groups": lambda d, f: d.groupby("k").b.agg(f),
}


@pytest.mark.parametrize("form", _forms)
def test_what_is_known_is_what_is_called(df, form):
    for i, f in enumerate([*_known, *_of_all, *_called]):
        try:
            want = _forms[form](_local, f)
        except Exception:
            continue
        got = _forms[form](df, f)
        if f not in _of_all or form in ("frame", "series", "ints"):
            assert got.op.startswith("remote.") == (f in _called), i
        if isinstance(want, str):
            assert got.execute().fetch() == want
        else:
            same(got, want)


_factor = 3
_table = {"z": 2}
_known_groups = [
    lambda g: (g["a"] * g["b"]).sum(),
    lambda g: (g.a * g.b).sum() / g.b.sum(),
    lambda g: g.b.max() - g.a.min(),
    lambda g: g.a.sum(),
    lambda g: g.b.count() * _factor,
    lambda g: (g.b > g.a).any(),
    lambda g: g.a.nunique() / 2.0,
    lambda g, n=2: g["b"].std() * n,
    lambda g: len(g),
    lambda g: (g["a"] * g["b"]).sum() / len(g),
    lambda g: g.b.sum() / (len(g.b) - 1),
    lambda g: len(g) > 9,
]
_called_groups = [
    lambda g: g.b.sum() if len(g) > 9 else 0.0,
    lambda g: g.shape[0],
    lambda g: len(g[["a"]]),
    lambda g: len(g.columns),
    lambda g: g.b.iloc[0],
    lambda g: g.b,
    lambda g: (g.b - g.b.mean()).abs().sum(),
    lambda g: g.b.sum() * _table["z"],
    lambda g: g[["a", "b"]].sum(),
    lambda g: g.b.std(ddof=0),
]


@pytest.mark.parametrize("by", ["k", ["k", "g"], "a third"])
def test_groups_of_rows(df, by):
    def keys(d):
        return d.a % 3 if by == "a third" else by

    for i, f in enumerate([*_known_groups, *_called_groups]):
        got = df.groupby(keys(df)).apply(f)
        assert got.op.startswith("remote.") == (f in _called_groups), i
        same(got, _local.groupby(keys(_local)).apply(f))
    for f in _known[:4]:
        got = df.groupby(keys(df)).b.apply(f)
        assert not got.op.startswith("remote.")
        same(got, _local.groupby(keys(_local)).b.apply(f))


@pytest.mark.parametrize(
    ("known", "f"),
    [
        (True, lambda d: d.groupby("k", sort=False).apply(lambda g: g.b.sum())),
        (True, lambda d: d.groupby("b", dropna=False).apply(lambda g: g.a.sum())),
        (True, lambda d: d.groupby("k")[["a"]].apply(lambda g: g.a.sum())),
        (True, lambda d: d.b.groupby(d.a % 3).apply(lambda s: s.sum())),
        (True, lambda d: d[d.a > 2].groupby("k").apply(lambda g: g.b.sum())),
        (False, lambda d: d.groupby("k", group_keys=False).apply(lambda g: g.b.sum())),
        (False, lambda d: d.groupby(level=0).apply(lambda g: g.b.sum())),
        (False, lambda d: d.groupby("k").apply(lambda g, n: g.b.sum() * n, 2)),
        (False, lambda d: d.assign(c=d.g.astype("category")).groupby("c", observed=False).apply(lambda g: g.b.sum())),
        (False, lambda d: d.groupby("k").apply(lambda g: pd.Series({"x": 1.5}))),
        (False, lambda d: d.groupby("k").g.apply(lambda s: s.max())),
    ],
)
def test_settings_of_groups(df, known, f):
    got = f(df)
    assert known == (not got.op.startswith("remote."))
    same(got, f(_local))


_rows = [  # by how many of the frames below they are known, which are rows of floats, of whole numbers, of both, and with texts
    (4, lambda r: r.p + r["q"]),
    (4, lambda r: r.p * 2 - r.q * 0.5),
    (4, lambda r: (r.p > r.q) & (r.q < 5)),
    (4, lambda r: r.p != r.q),
    (3, lambda r: r.p / r.q),
    (4, lambda r: -r.p + abs(r.q) - 1),
    (4, lambda r: r.p),
    (0, lambda r: r.p if r.p > 2 else r.q),
    (0, lambda r: r.p // 2),
    (0, lambda r: r.sum() if len(r) < 3 else r.p),
    (0, lambda r: r.name * r.p),
    (0, lambda r: 5),
    (0, lambda r: r[["p", "q"]]),
    (0, lambda r: np.sqrt(r.p)),
    (0, lambda r: (r.p, r.q)),
]


@pytest.mark.parametrize("i", range(len(_rows)))
def test_rows(session, i):
    known, f = _rows[i]
    floats = pd.DataFrame({"p": [1.5, 0.0, np.nan, -4.0, 3.0], "q": [0.0, 0.0, 2.0, 5.5, np.inf]}, index=list("vwxyz"))
    whole = pd.DataFrame({"p": [1, 0, 7, -4, 2**62], "q": [3, 0, 5, 5, 2**62]})
    both = floats.assign(p=whole["p"].to_numpy())
    frames = [floats, whole, both, floats.assign(t="t")]
    natives = 0
    for n, local in enumerate(frames):
        try:
            want = local.apply(f, axis=1)
        except (ZeroDivisionError, TypeError):
            assert n == 3 or f is _rows[10][1]
            natives += known == 4
            continue
        got = md.DataFrame(local, chunk_size=2).apply(f, axis=1)
        natives += not got.op.startswith("remote.")
        same(got, want)
    assert natives == known


@pytest.mark.parametrize(
    ("known", "f"),
    [
        ("pq", lambda v: v * 2.5),
        ("q", lambda v: v + 2),
        ("pq", lambda v: v == 3),
        ("q", lambda v: v > 1.5),
        ("q", lambda v: -v),
        ("q", lambda v: abs(v) - 7),
        ("q", lambda v: (v > 1.0) & (v < 4.0)),
        ("", lambda v: v % 2),
        ("", lambda v: v if v > 1 else 0),
        ("", lambda v: v.conjugate()),
        ("", lambda v: str(v)),
        ("", lambda v: 2.0),
    ],
)
def test_values(session, known, f):
    local = pd.DataFrame({"p": [1, 3, -(2**62), 2**62], "q": [np.nan, 2.0, -0.0, 1e308]})
    frame = md.DataFrame(local, chunk_size=3)
    for c in local:
        got = frame[c].map(f)
        assert (c in known) == (not got.op.startswith("remote."))
        same(got, local[c].map(f))
        same(frame[c].apply(f), local[c].apply(f))
    assert frame.q.map(f, na_action="ignore").op.startswith("remote.")
    said = frame.q.map(f, dtype="float64")
    assert said.op.startswith("remote.") == ("q" not in known or local.q.map(f).dtype != "float64")


def test_functions_that_do_more():
    counts = []
    cell = 2

    def counting(s):
        counts.append(1)
        return s.sum()

    def global_name(s):
        global _factor
        _factor = 4
        return s.sum()

    def drawn(s, rng=np.random.default_rng(1)):  # noqa: B008
        return s.sum() * rng.random()

    def helped(s):
        return _known[0](s)

    def defines(s):
        return (lambda v: v.sum())(s)

    for f in (counting, global_name, drawn, helped, print, str.upper, Total().agg):
        assert record(f) is None, f
    assert counts == [] and _factor == 3
    assert record(lambda s: s.sum() * cell * _factor) is not None
    assert record(defines) is not None
    assert record(lambda s: s.sum() + 2**70) is None


def test_poison():
    def looks(s):
        try:
            len(s)
        except Exception:
            pass
        return s.max()

    assert record(lambda s: s.max()) is not None
    assert record(looks) is None
    for f in _called:
        assert record(f) is None


_spread = _known[0]
_first = _called[0]


@pytest.mark.parametrize(
    ("known", "f"),
    [
        (True, lambda d: d.groupby("k")[_two].agg(["sum", _spread])),
        (True, lambda d: d.groupby("k")[_two].agg([_spread, _known[1], "max"])),
        (True, lambda d: d.groupby("k").agg({"a": _spread, "b": "sum"})),
        (True, lambda d: d.groupby("k").agg({"a": [_spread, "sum"], "b": "mean"})),
        (True, lambda d: d.groupby("k").agg(x=("a", _spread), y=("b", "mean"), z=("g", "first"))),
        (True, lambda d: d.groupby("k").agg(x=pd.NamedAgg("a", _spread))),
        (True, lambda d: d.groupby("k").a.agg(["sum", len, _spread])),
        (True, lambda d: d.groupby("k").a.agg([np.sum, _spread])),
        (True, lambda d: d.groupby("k").a.agg(x="sum", y=_spread)),
        (True, lambda d: d.groupby(d.a % 3)[_two].agg(_spread)),
        (True, lambda d: d.b.groupby(d.a % 3).agg(_spread)),
        (True, lambda d: d.groupby([d.k, "g"]).agg(x=("b", _spread))),
        (True, lambda d: d.groupby("k", sort=False)[_two].agg(_spread)),
        (True, lambda d: d.groupby("b", dropna=False).a.agg(_spread)),
        (False, lambda d: d.groupby("k")[_two].agg(["sum", _first])),
        (False, lambda d: d.groupby("k").agg({"a": _first, "g": "max"})),
        (False, lambda d: d.groupby(["k", "g"]).agg(x=("a", _first), y=("b", _spread))),
        (False, lambda d: d.groupby(level=0)[_two].agg(_spread)),
        (False, lambda d: d.groupby("k", as_index=False)[_two].agg(_spread)),
        (False, lambda d: d.groupby("k", as_index=False).agg(x=("a", _first))),
        (False, lambda d: d.groupby("k").g.agg(lambda s: s.max())),
        (False, lambda d: d.groupby("k").agg(lambda s: s.nunique())),
        (False, lambda d: d[d.a > 100].groupby("k")[_two].agg(_first)),
    ],
)
def test_several(df, known, f):
    got = f(df)
    assert known == (not got.op.startswith("remote."))
    same(got, f(_local))


def test_what_pandas_refuses(df):
    for f in (
        lambda d: d.groupby("k").agg({"zz": _spread}),
        lambda d: d.groupby("k").agg(x=("zz", _spread)),
        lambda d: d.groupby("k").agg(x=_spread),
        lambda d: d.groupby("k").a.agg({"x": _spread}),
    ):
        with pytest.raises(Exception) as theirs:
            f(_local)
        with pytest.raises(theirs.type) as ours:
            f(df)
        assert str(ours.value).startswith(str(theirs.value))
    with pytest.raises(
        TypeError, match=r"cannot tell the type of agg's result: the function raised KeyError\('q'\) at test_recorded"
    ):
        df.groupby("k").agg(x=("a", lambda s: {}["q"]))


class Total(md.CustomReduction):
    def agg(self, v):
        return v.sum()


class Mean(md.CustomReduction):
    def pre(self, v):
        return v, v.notna()

    def agg(self, v, n):
        return v.sum(), n.sum()

    def post(self, v, n):
        return v / n


class Largest(md.CustomReduction):
    pre_with_agg = True

    def pre(self, v):
        return v.max()

    def agg(self, v):
        return v.max()


def test_reductions_of_the_program(df):
    for by, name in ((Total(), "sum"), (Mean(), "mean"), (Largest(), "max")):
        same(df[_two].agg(by), _local[_two].agg(name))
        same(df.b.agg(by), _local.b.agg(name))
        same(df.groupby("k")[_two].agg(by), _local.groupby("k")[_two].agg(name))
    same(df.groupby("k").a.agg(["sum", Mean("m")]), _local.groupby("k").a.agg(["sum", ("m", "mean")]))
    same(df[df.a > 100].b.agg(Total()), 0.0)
    assert str(df.b.agg(Total()).explain()).count("remote.chunks") == 2
    assert Mean()(_local.b) == pytest.approx(_local.b.mean())
    with pytest.raises(TypeError, match="a CustomReduction writes agg, and CustomReduction does not"):
        df.agg(md.CustomReduction())


_half = lambda v: v * 0.5 + 1.5  # noqa: E731
_sum = lambda r: r.a + r.b  # noqa: E731


@pytest.mark.parametrize(
    ("operators", "call", "want"),
    [
        (True, lambda d: d.b.map(_half, dtype="float64"), _local.b.map(_half)),
        (True, lambda d: d.b.apply(_half, dtype=float, name="x"), _local.b.map(_half).rename("x")),
        (True, lambda d: d.b.apply(_half, output_type="series"), _local.b.map(_half)),
        (True, lambda d: d.b.map(lambda v: v > 0.5, dtype=bool), _local.b > 0.5),
        (False, lambda d: d.b.map(_half, dtype=object), _local.b.map(_half).astype(object)),
        (False, lambda d: d.b.map(lambda v: v + 2.5, skip_infer=True), _local.b + 2.5),
        (True, lambda d: d.apply(_sum, axis=1, dtype=float, name="x"), (_local.a + _local.b).rename("x")),
        (True, lambda d: d.apply(_sum, axis=1, output_type="series", dtypes="float64"), _local.a + _local.b),
        (False, lambda d: d.apply(_sum, axis=1, dtype=float, skip_infer=True), _local.a + _local.b),
    ],
)
def test_types_that_are_said(df, operators, call, want):
    got = call(df)
    assert operators == (not got.op.startswith("remote."))
    same(got, want)


def test_types_that_are_not_so(df):
    with pytest.raises(TypeError, match="promised float32"):
        df.b.map(_half, dtype="float32").execute()
    with pytest.raises(TypeError, match="not understood"):
        df.b.map(_half, dtype="flaot")
