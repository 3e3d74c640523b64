"""Functions in which a program says pd and np where it imports mars, and functions that made-up rows do not suit."""

import datetime

import numpy as _np
import pandas as _pd
import pytest
from pandas.testing import assert_frame_equal, assert_series_equal

import mars
import mars.dataframe as pd
import mars.tensor as np
from mars.dataframe import DataFrame, Series

_local = _pd.DataFrame({"k": [1, 1, 2, 2], "x": [4.0, 9.0, 16.0, 25.0], "d": ["2020-01-31", "2021-02-01"] * 2})


@pytest.fixture(scope="module", autouse=True)
def session():
    with mars.new_session(n_cpu=2) as s:
        yield s


@pytest.fixture
def df():
    return pd.DataFrame(_local, chunk_size=2)


def _both(f):
    """What f gives with pandas and NumPy under the names of this program, and with mars under them."""
    import types

    theirs = types.FunctionType(
        f.__code__, {**globals(), "pd": _pd, "np": _np, "Series": _pd.Series, "DataFrame": _pd.DataFrame}
    )
    return theirs(_local), f(pd.DataFrame(_local, chunk_size=2)).to_pandas()


def test_names_of_mars_are_those_of_pandas_in_functions():
    for f in (
        lambda d: d.apply(lambda r: pd.Series([r.x, r.k], index=["a", "b"]), axis=1),
        lambda d: d.groupby("k")[["x"]].apply(lambda g: Series({"sum": g.x.sum(), "root": np.sqrt(g.x.max())})),
        lambda d: d.groupby("k")[["x"]].apply(lambda g: pd.concat([g, DataFrame({"x": [0.0]})])),
        lambda d: d.groupby("k")[["x"]].apply(lambda g: pd.merge(g, pd.DataFrame({"x": [4.0, 16.0], "y": ["u", "v"]}))),
        lambda d: d.x.map(lambda v: np.linalg.norm([v, 3.0])),
        lambda d: d[["x"]].transform(lambda c: c - pd.to_numeric(c).mean()),
        lambda d: d.sort_values("d", key=lambda c: pd.to_datetime(c).dt.day),
        lambda d: d.x.rolling(2).apply(lambda w: np.std(w), raw=True),
    ):
        want, got = _both(f)
        (assert_frame_equal if want.ndim == 2 else assert_series_equal)(got, want)


def test_a_function_that_executes_keeps_mars(df):
    got = df.x.map(lambda v: float(np.ones(2).sum().execute()) + v).to_pandas()
    assert_series_equal(got, _local.x + 2)


def test_first_rows_tell_what_made_up_ones_do_not():
    for f in (
        lambda d: d.d.map(lambda v: pd.Timestamp(v)),
        lambda d: d.d.map(lambda v: v.split("-")[1]),
        lambda d: d.d.apply(lambda v: int(v[:4])),
        lambda d: d.apply(lambda r: datetime.date.fromisoformat(r["d"]).toordinal() + r.k, axis=1),
        lambda d: d.groupby("k")[["d"]].apply(lambda g: pd.to_datetime(g.d).max()),
    ):
        want, got = _both(f)
        assert_series_equal(got, want)


def test_what_first_rows_do_not_tell_either(df):
    with pytest.raises(
        TypeError, match=r"raised ValueError\(.*2020-01-31.*\) at test_near.py:\d+ on the first 20 rows of"
    ):
        df.d.map(lambda v: int(v))
    with pytest.raises(TypeError, match=r"raised KeyError\('q'\) at test_near.py:\d+ on two sample rows of"):
        df.apply(lambda r: r["q"], axis=1)
    with pytest.raises(TypeError, match="on two sample rows"):  # there are no first rows
        df[df.x < 0].d.map(lambda v: int(v))
