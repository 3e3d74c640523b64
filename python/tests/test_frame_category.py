"""Categories: those that a user names, those of files, and those of objects."""

import pandas as pd
import pytest
from framedata import same

import mars.dataframe as md

OF = pd.CategoricalDtype
TEXT = "a,b,c,d,e\nx,1,True,1.5,10\ny,,False,2,9\nx,3,,1,10\n,1,True,x,\nz,1,True,2.0,7\n"


@pytest.mark.modern  # pandas 2 makes categories of texts
@pytest.mark.parametrize(
    "dtype",
    [
        "category",
        OF(),
        {"a": "category"},
        {"b": "category", "d": "category"},
        {"a": OF(["z", "x", "y"]), "b": OF([3, 1]), "e": OF([10.0, 9.0, 7.0], ordered=True)},
        {"c": OF([True, False]), "e": "float64", "not there": "category"},
        {"a": OF(ordered=True)},
    ],
    ids=str,
)
@pytest.mark.parametrize("chunk", [0, 20])
def test_read_csv(session, tmp_path, dtype, chunk):
    path = tmp_path / "x.csv"
    path.write_text(TEXT)
    same(md.read_csv(path, dtype=dtype, chunk_bytes=chunk), pd.read_csv(path, dtype=dtype))


@pytest.mark.modern
def test_what_is_seen_late(session, tmp_path):
    path = tmp_path / "x.csv"
    rows = [f"{i % 5},{i % 7 == 0},{i % 3}" for i in range(3000)]
    rows[1000], rows[2000], rows[2500] = ",,", "1,,1.5", "x,True,0"
    path.write_text("a,b,c\n" + "\n".join(rows) + "\n")
    same(md.read_csv(path, dtype="category", chunk_bytes=400), pd.read_csv(path, dtype="category"))


@pytest.mark.parametrize(
    "kw", [{"index_col": "a", "dtype": "category"}, {"dtype": {"a": OF(pd.to_datetime(["2020-01-01"]))}}], ids=str
)
def test_read_csv_refuses(session, tmp_path, kw):
    path = tmp_path / "x.csv"
    path.write_text(TEXT)
    with pytest.raises((TypeError, NotImplementedError), match="read it as a column|using parse_dates"):
        md.read_csv(path, **kw).execute()


def test_known_categories(session):
    raw = pd.DataFrame({"k": list("xyzzyx") * 5, "v": range(30)})

    def typed(m):
        return m.DataFrame(raw).astype({"k": OF(["z", "q", "y", "x"], ordered=True)})

    for f in (
        lambda d: d,
        lambda d: d.sort_values(["k", "v"]),
        lambda d: d.groupby("k", observed=False)["v"].sum(),
        lambda d: d["k"].value_counts(),
        lambda d: d["k"] > "q",
    ):
        same(f(typed(md)), f(typed(pd)))
    assert typed(md)["k"].execute().fetch().cat.categories.tolist() == ["z", "q", "y", "x"]


@pytest.mark.parametrize("values", [[1, "a", None], [1.5, "a", True], [(1, 2), (1, 3), (0, 9)]], ids=str)
def test_categories_of_objects(session, values):
    raw = pd.Series(values * 4, dtype=object)
    want = raw.astype("category")
    same(md.Series(want), want)
    same(md.Series(raw, chunk_size=5).astype("category"), want)
