"""Groups and windows of frames give what those of pandas give."""

import numpy as np
import pandas as pd
import pytest
from framedata import numbers, ours, raw, same

from mars.dataframe import _gen

AGGREGATES = "sum prod mean median min max first last std var sem count nunique size any all".split()


@pytest.mark.parametrize("name", AGGREGATES)
def test_groupby(session, name):
    same(getattr(ours(raw).groupby("k")[["i", "f"]], name)(), getattr(raw.groupby("k")[["i", "f"]], name)())
    same(getattr(ours(raw).groupby("k")["i"], name)(), getattr(raw.groupby("k")["i"], name)())


def test_keys_that_are_columns(session):
    """A column of the frame is a key by name, also one taken before others were set; one that was set anew is not."""

    def grouped(frame, label):
        frame = frame.copy()
        key = frame["k"]
        frame[label] = frame["i"]
        if hasattr(frame, "execute"):
            frame.execute()
            key.execute()
        return frame.groupby(key)[["i"] if label == "z" else ["i", "k"]].max(), list(frame.groupby(key).count().columns)

    for label in ("z", "k"):
        got, want = grouped(ours(raw), label), grouped(raw, label)
        same(got[0], want[0])
        assert got[1] == want[1]


ROWS = {
    "cumsum": lambda g: g[["i", "f"]].cumsum(),
    "cumprod": lambda g: g["f"].cumprod(),
    "cummin": lambda g: g[["i", "f"]].cummin(),
    "cummax": lambda g: g["i"].cummax(),
    "cumcount": lambda g: g.cumcount(),
    "cumcount down": lambda g: g["i"].cumcount(ascending=False),
    "shift": lambda g: g[["i", "f"]].shift(),
    "shift up": lambda g: g["i"].shift(-1, fill_value=0),
    "rank": lambda g: g[["i", "f"]].rank(),
    "rank down": lambda g: g["f"].rank(method="first", ascending=False, na_option="bottom", pct=True),
    "head": lambda g: g.head(1),
    "tail of a column": lambda g: g["f"].tail(2),
    "head of columns": lambda g: g[["f", "i"]].head(-1),
    "transform": lambda g: g[["i", "f"]].transform("mean"),
    "transform of a column": lambda g: g["i"].transform(np.sum),
    "transform size": lambda g: g.transform("size"),
    "transform cumsum": lambda g: g["f"].transform("cumsum"),
}


@pytest.mark.parametrize("name", ROWS)
def test_groupby_rows(session, name):
    same(ROWS[name](ours(raw).groupby("k")), ROWS[name](raw.groupby("k")))
    same(ROWS[name](ours(raw).groupby(["b", "k"], dropna=False)), ROWS[name](raw.groupby(["b", "k"], dropna=False)))


def test_groupby_forms(session):
    for call in (
        lambda d: d.groupby(["k", "b"])["f"].mean(),
        lambda d: d.groupby("k", as_index=False)["i"].sum(),
        lambda d: d.groupby("k", sort=False).i.max(),
        lambda d: d.groupby("k").agg(low=("i", "min"), high=("f", "max")),
        lambda d: d.groupby("k")["i"].agg(["min", "max"]),
        lambda d: d.groupby("k")[["i", "f"]].agg("sum"),
        lambda d: d.groupby(d["b"])["i"].sum(),
        lambda d: d.groupby("k")["f"].quantile(0.3),
        lambda d: d.groupby("k")["i"].agg(np.mean),
        lambda d: d.set_index("k").groupby(level=0)["i"].sum(),
        lambda d: d.groupby("k")["i"].agg(total="sum"),
        lambda d: d.groupby("k").size(),
        lambda d: d.groupby("k").agg(pd.Series({"i": "sum"})),
        lambda d: d.groupby("k").agg(n=("i", len)),
        lambda d: d.groupby("k")["i"].agg(len),
        lambda d: d.groupby("k")["f"].quantile(np.float32(0.5)),
    ):
        same(call(ours(raw)), call(raw))


@pytest.mark.parametrize("name", sorted(k for k in vars(_gen.RollingMethods) if not k.startswith("_")))
def test_rolling(session, name):
    same(getattr(ours(numbers).rolling(4), name)(), getattr(numbers.rolling(4), name)())
    same(getattr(ours(numbers).rolling(4)["f"], name)(), getattr(numbers.rolling(4)["f"], name)())
