"""The filters of read_parquet keep the rows that those of pandas keep, with its labels."""

import numpy as np
import pandas as pd
import pytest
from framedata import same

import mars.dataframe as md

_rng = np.random.default_rng(1)
_n = 50
raw = pd.DataFrame(
    {
        "i": _rng.integers(0, 9, _n),
        "f": np.where(_rng.random(_n) < 0.3, np.nan, _rng.integers(0, 5, _n)),
        "s": pd.Series(_rng.choice(["a", "b", "c", None], _n)),
        "t": pd.date_range("2020", periods=_n),
        "b": _rng.random(_n) < 0.5,
        "c": pd.Categorical(_rng.choice(["x", "y", "z"], _n)),
        "k": np.arange(_n) ** 2,
    }
)

FILTERS = [
    [("i", ">", 3), ("f", "<=", 2)],
    (("i", "<", 3),),
    [[("i", ">", 6)], [("f", "==", 0), ("b", "=", True)]],
    [["i", "<=", 5]],
    [("f", "!=", 2)],
    [("f", "in", [1, 2, None])],
    [("f", "in", [1, np.nan])],
    [("f", "not in", [1, 2])],
    [("f", "not in", [1, None])],
    [("s", ">=", "b")],
    [("s", "!=", "a")],
    [("s", "not in", ("a",))],
    [("t", ">", pd.Timestamp("2020-01-20"))],
    [("c", "<", "y")],
    [("c", "in", {"x", "z"})],
    [("i", ">=", 0)],
]
LABELS = {"none": raw, "stored": raw.set_index("k", drop=False).rename_axis("label"), "two": raw.set_index(["s", "k"])}


@pytest.mark.parametrize("labels", LABELS)
@pytest.mark.parametrize("filters", FILTERS)
def test_filters(session, tmp_path, filters, labels):
    path = tmp_path / "x.parquet"
    LABELS[labels].to_parquet(path, row_group_size=7)
    same(md.read_parquet(path, filters=filters), pd.read_parquet(path, filters=filters))
    same(
        md.read_parquet(path, columns=["b", "t"], filters=filters),
        pd.read_parquet(path, columns=["b", "t"], filters=filters),
    )


@pytest.mark.parametrize("value", [None, np.nan])
@pytest.mark.parametrize("op", ["==", "!=", "<"])
def test_missing_values_of_filters(session, tmp_path, op, value):
    raw[["i", "f"]].to_parquet(tmp_path / "x.parquet")
    filters = [("f", op, value)]
    same(
        md.read_parquet(tmp_path / "x.parquet", filters=filters),
        pd.read_parquet(tmp_path / "x.parquet", filters=filters),
    )


@pytest.mark.parametrize(
    "filters",
    [[("i", "==", 3), ("c", "==", "x")], [("i", ">=", 3)], [("c", "<", "y")], [("i", "in", [1, 2])], [("i", "!=", 2)]],
    ids=str,
)
def test_filters_of_partitions(session, tmp_path, filters):
    raw.to_parquet(tmp_path / "d", partition_cols=["i", "c"])

    def plain(d):
        return d.assign(i=d["i"].astype("int64"), c=d["c"].astype("str")).sort_values("k", ignore_index=True)

    got = md.read_parquet(tmp_path / "d", filters=filters).to_pandas()
    pd.testing.assert_frame_equal(plain(got), plain(pd.read_parquet(tmp_path / "d", filters=filters)))


@pytest.mark.parametrize("filters", [[], [[]], [("i", ">")], [("i", "~", 1)]], ids=str)
def test_filters_of_another_form(session, tmp_path, filters):
    raw.to_parquet(tmp_path / "x.parquet")
    for read in (pd.read_parquet, md.read_parquet):
        with pytest.raises(ValueError):
            read(tmp_path / "x.parquet", filters=filters)


def test_filters_are_refused_by_name(session, tmp_path):
    raw.to_parquet(tmp_path / "x.parquet")
    with pytest.raises(NotImplementedError, match="filters"):
        md.read_parquet(tmp_path / "x.parquet", filters=object())
    with pytest.raises(KeyError, match="zz"):
        md.read_parquet(tmp_path / "x.parquet", filters=[("zz", "==", 1)]).execute()
