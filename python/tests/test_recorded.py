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
]
_of_all = [  # of groups they are called
    lambda s: (s - s.mean()).abs().max(),
    lambda s: s.quantile(0.3),
    lambda s: s.std(ddof=0),
]
_called = [
    lambda s: s.iloc[0],
    lambda s: len(s),
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


def test_poison():
    def looks(s):
        try:
            len(s)
        except Exception:
            pass
        return s.max()

    def keeps(s, seen=[]):  # noqa: B006
        seen.append(s)
        return seen[0].max() + s.min()

    assert record(lambda s: s.max()) is not None
    assert record(looks) is None
    keeps.__defaults__[0].clear()
    record(keeps)
    assert record(keeps) is None  # what an earlier call left
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
