"""Readers and writers of frames do what those of pandas do."""

import warnings

import pandas as pd
import pytest
from framedata import ours, raw, same

import mars.dataframe as md


def test_files(session, tmp_path):
    d = ours(raw)
    d.to_csv(str(tmp_path / "x.csv"), index=False).execute()
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "x.csv", parse_dates=["t"]), raw)
    same(md.read_csv(str(tmp_path / "x.csv"), parse_dates=["t"]), raw)
    kw = {"usecols": ["k", "i"], "dtype": {"i": "float64"}, "nrows": 5, "skiprows": [2], "na_values": ["red"]}
    same(md.read_csv(tmp_path / "x.csv", **kw), pd.read_csv(tmp_path / "x.csv", **kw))
    same(
        md.read_csv(tmp_path / "x.csv", header=None, skiprows=1),
        pd.read_csv(tmp_path / "x.csv", header=None, skiprows=1),
    )
    same(md.read_csv(tmp_path / "x.csv", index_col="k"), pd.read_csv(tmp_path / "x.csv", index_col="k"))
    d.to_parquet(str(tmp_path / "x.parquet")).execute()
    same(md.read_parquet(str(tmp_path / "x.parquet")), raw)
    same(md.read_parquet(tmp_path / "x.parquet", columns=["i", "k"]), raw[["i", "k"]])
    nested = pd.DataFrame(
        {"l": [[1, 2], None, []], "s": [{"a": 1, "b": ["x"]}, None, {"a": 3, "b": []}], "t": [["x"], ["y", None], None]}
    )
    nested.to_parquet(tmp_path / "nested.parquet")
    same(md.read_parquet(tmp_path / "nested.parquet"), pd.read_parquet(tmp_path / "nested.parquet"))
    parts = pd.DataFrame({"v": range(5), "k": ["a b", "x/y", "p", "a b", "é"], "n": [1, 2, 1, 1, 2]})
    ours(parts).to_parquet(tmp_path / "mine", partition_cols=["k", "n"]).execute()
    parts.to_parquet(tmp_path / "theirs", partition_cols=["k", "n"])
    mine, theirs = (
        sorted(p.parent.relative_to(tmp_path / d).as_posix() for p in (tmp_path / d).rglob("*.parquet"))
        for d in ("mine", "theirs")
    )
    assert mine == theirs
    for d2 in ("mine", "theirs"):
        back = md.read_parquet(tmp_path / d2).to_pandas().sort_values("v", ignore_index=True)
        assert [tuple(r) for r in back.itertuples(index=False)] == [tuple(r) for r in parts.itertuples(index=False)]
    same(md.read_parquet(tmp_path / "theirs", columns=["v"]), pd.read_parquet(tmp_path / "theirs", columns=["v"]))
    d.to_feather(str(tmp_path / "x.feather")).execute()
    same(md.read_feather(str(tmp_path / "x.feather")), pd.read_feather(tmp_path / "x.feather"))
    raw.to_feather(tmp_path / "y.feather")
    same(md.read_feather(tmp_path / "y.feather", columns=["k", "t"]), raw[["k", "t"]])
    how = {"orient": "records", "lines": True, "date_format": "iso"}
    d.to_json(str(tmp_path / "x.jsonl"), **how).execute()
    assert (tmp_path / "x.jsonl").read_text() == raw.to_json(**how)
    same(md.read_json(str(tmp_path / "x.jsonl"), lines=True), pd.read_json(tmp_path / "x.jsonl", lines=True))
    (tmp_path / "nested.jsonl").write_text('{"o":{"a":[1,null,"x"]}}\n{"o":null}\n')
    same(md.read_json(tmp_path / "nested.jsonl", lines=True), pd.read_json(tmp_path / "nested.jsonl", lines=True))
    ours(raw["i"]).to_csv(str(tmp_path / "s.csv")).execute()
    assert (tmp_path / "s.csv").read_text() == raw["i"].to_csv()
    assert d.to_csv(index=False) == raw.to_csv(index=False)
    with pytest.raises(FileNotFoundError):
        md.read_csv(str(tmp_path / "none.csv")).execute()


READ_CSV = [
    ("a;b\n1;x\n", {"delimiter": ";"}),
    ("a,b\n1,2\n1,2,3\n4,5\n", {"on_bad_lines": "warn"}),
    ("a\n\xe9\n", {"encoding": "latin-1"}),
    ("a\n\x80\n", {"encoding": "cp1252"}),
    ("a\n1\n", {"lineterminator": "\n", "compression": None}),
    ("a,b\n1,x\n", {"compression": {"method": "infer"}, "engine": "python"}),
    ("a,b\n1,x\n2,y\n", {"nrows": 1.0, "compression": {"method": None}}),
]
REFUSED = [
    {"sep": None},
    {"header": [0, 1]},
    {"quoting": 2},
    {"names": range(2)},
    {"dtype": {0: "float64"}},
    {"date_format": {"a": "%Y"}},
    {"skipfooter": 1},
    {"chunksize": 2},
    {"iterator": True},
    {"usecols": callable},
    {"skiprows": callable},
    {"dtype_backend": "pyarrow"},
    {"encoding_errors": "replace"},
    {"dialect": "excel"},
    {"engine": "pyarrow"},
    {"on_bad_lines": print},
    {"compression": {"method": "gzip", "mtime": 1}},
]
WRONG = [
    ({"header": True}, TypeError),
    ({"engine": "zz"}, ValueError),
    ({"quoting": 9}, TypeError),
    ({"nrows": -1}, ValueError),
    ({"nrows": 1.5}, ValueError),
]


def test_to_parquet_into_a_buffer(session):
    d = pd.DataFrame({"x": range(1000)})
    for compression in ("gzip", "snappy", None):
        assert md.DataFrame(d).to_parquet(None, compression=compression) == d.to_parquet(None, compression=compression)


@pytest.mark.parametrize(("text", "kw"), READ_CSV)
def test_read_csv_options(session, tmp_path, text, kw):
    path = tmp_path / "x.csv"
    path.write_bytes(text.encode("latin-1"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        want = pd.read_csv(path, **kw)
    same(md.read_csv(path, **kw), want)


def _percent(text):
    return float(text.strip("%")) if text else float("nan")


TABLE = "k,pct,n,d\na,5%,1,2024-01-01\nb,,2,2024-01-02\nNA,7.5%,x,2024-01-03\n"
CONVERTERS = [
    {"converters": {"pct": _percent}},
    {"converters": {1: _percent, "k": str.upper}},
    {"converters": {"k": str.upper}, "index_col": "k"},
    {"converters": {"n": len, "not there": len}, "index_col": 0, "parse_dates": ["d"]},
    {"converters": {"k": str.lower}, "index_col": ["k", "n"]},
    {"converters": {"k": str}, "usecols": ["k", "n"]},
    {"converters": {0: str, 1: _percent}, "header": None, "skiprows": 1},
    {"converters": {"n": lambda t: None}},
    {"converters": {"d": pd.Timestamp}},
    {"converters": {"k": str}, "keep_default_na": False},
    {"converters": {"k": str}, "na_values": ["b"]},
    {"converters": {"k": str}, "na_values": {"k": ["b"], "n": ["2"]}},
    {"converters": {"k": str}, "na_filter": False},
]


@pytest.mark.parametrize("kw", CONVERTERS)
def test_read_csv_converters(session, tmp_path, kw):
    (tmp_path / "x.csv").write_text(TABLE)
    want = pd.read_csv(tmp_path / "x.csv", **kw)
    pd.testing.assert_frame_equal(md.read_csv(tmp_path / "x.csv", **kw).execute().fetch(), want)


@pytest.mark.parametrize(
    ("kw", "error", "says"),
    [
        ({"converters": 5}, TypeError, "must be a dict"),
        ({"converters": {"k": 5}}, TypeError, "'k' is no function"),
        ({"converters": {1: str}, "usecols": ["k"]}, ValueError, "name the column"),
    ],
)
def test_read_csv_converters_that_are_none(session, tmp_path, kw, error, says):
    (tmp_path / "x.csv").write_text(TABLE)
    with pytest.raises(error, match=says):
        md.read_csv(tmp_path / "x.csv", **kw)


def test_a_converter_that_fails_later(session, tmp_path):
    (tmp_path / "x.csv").write_text("a\n" + "1\n" * 40 + "one\n")
    with pytest.raises(ValueError, match="'one'"):
        md.read_csv(tmp_path / "x.csv", converters={"a": int}).execute()


@pytest.mark.parametrize("kw", REFUSED, ids=str)
def test_read_csv_refuses_by_name(session, tmp_path, kw):
    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    with pytest.raises(NotImplementedError, match=next(iter(kw))):
        md.read_csv(tmp_path / "x.csv", **kw).execute()


@pytest.mark.parametrize(("kw", "error"), WRONG, ids=str)
def test_read_csv_options_that_pandas_refuses_too(session, tmp_path, kw, error):
    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    for read in (pd.read_csv, md.read_csv):
        with pytest.raises(error):
            read(tmp_path / "x.csv", **kw)


def test_engines_of_parquet(session, tmp_path):
    raw.to_parquet(tmp_path / "x.parquet")
    for engine in ("auto", "pyarrow"):
        same(md.read_parquet(tmp_path / "x.parquet", engine=engine), pd.read_parquet(tmp_path / "x.parquet"))
    with pytest.raises(ValueError, match="engine"):
        md.read_parquet(tmp_path / "x.parquet", engine="zz")
    with pytest.raises(ValueError, match="engine"):
        ours(raw).to_parquet(tmp_path / "y.parquet", engine="zz")


def test_columns_and_threads_of_feather(session, tmp_path):
    raw.to_feather(tmp_path / "x.feather")
    for kw in ({"columns": []}, {"columns": ("i", "k")}, {"use_threads": False}):
        same(md.read_feather(tmp_path / "x.feather", **kw), pd.read_feather(tmp_path / "x.feather", **kw))


@pytest.mark.parametrize(
    "kw",
    [{"header": ["x", "y"]}, {"columns": ["b"], "header": ["x"]}, {"encoding": "utf-8"}, {"encoding": "utf-8-sig"}],
    ids=str,
)
def test_to_csv_options(session, tmp_path, kw):
    raw = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})
    raw.to_csv(tmp_path / "want.csv", **kw)
    md.DataFrame(raw).to_csv(tmp_path / "got.csv", **kw).execute()
    assert (tmp_path / "got.csv").read_bytes() == (tmp_path / "want.csv").read_bytes()
    for kw, error in (
        ({"header": ["x"]}, ValueError),
        ({"encoding": "latin-1"}, ValueError),
        ({"sep": ""}, TypeError),
        ({"quoting": 9}, TypeError),
    ):
        with pytest.raises(error):
            md.DataFrame(raw).to_csv(tmp_path / "bad.csv", **kw).execute()
    for kw in ({"mode": "a"}, {"index_label": False}, {"float_format": str}):
        with pytest.raises(NotImplementedError, match=next(iter(kw))):
            md.DataFrame(raw).to_csv(tmp_path / "bad.csv", **kw).execute()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", pd.errors.EmptyDataError),
        ("\n\n", pd.errors.EmptyDataError),
        ("a,b\n1,2\n3,4,5\n", pd.errors.ParserError),
        ('a,b\n1,"x\n', pd.errors.ParserError),
    ],
)
def test_damaged_csv_raises_what_pandas_raises(session, tmp_path, text, error):
    path = tmp_path / "x.csv"
    path.write_text(text)
    with pytest.raises(error):
        pd.read_csv(path)
    with pytest.raises(error, match="x.csv"):
        md.read_csv(path).execute()


def test_feather_of_others(tmp_path):
    """Batches of which some miss values, in a file without pandas' metadata."""
    import pyarrow as pa
    from pyarrow import feather

    path = str(tmp_path / "t.feather")
    table = pa.table(
        {
            "i": pa.array([1, None, 3, 4, 5]),
            "b": pa.array([True, False, None, True, True]),
            "s": ["a", None, "c", "d", "e"],
        }
    )
    feather.write_feather(table, path, chunksize=2)
    pd.testing.assert_frame_equal(md.read_feather(path).to_pandas(), pd.read_feather(path))
