"""The options of read_json and to_json do what those of pandas do, or are refused by name."""

import gzip

import pandas as pd
import pytest
from framedata import same

import mars.dataframe as md

pytestmark = pytest.mark.filterwarnings("ignore::pandas.errors.Pandas4Warning")

TEXT = (
    '{"z":"0012","i":1,"f":2.0,"n":1,"b":true,"o":[1],"t":"2020-01-01","date":"2020-01-01","s_at":1600000000}\n'
    '{"z":"7","i":2,"f":3.0,"n":null,"b":null,"o":null,"t":null,"date":null,"s_at":1600000001}\n'
    "\n"
    '{"z":null,"i":-3,"n":4,"b":false,"t":"2021-01-01","date":"2020-01-01","s_at":null}\n'
)

READ = [
    {"nrows": 0},
    {"nrows": 1},
    {"nrows": 2.0},
    {"nrows": 3},
    {"nrows": 4},
    {"nrows": 99},
    {"convert_dates": ["t"]},
    {"convert_dates": ["t", "zz"], "keep_default_dates": False},
    {"convert_dates": ["i"]},
    {"convert_dates": ("z",)},
    {"convert_dates": []},
    {"convert_dates": False, "keep_default_dates": True},
    {"keep_default_dates": False},
    {"dtype": True},
    {"dtype": {"z": str}},
    {"dtype": {"z": "string", "i": "float64"}},
    {"dtype": {"i": "int8", "f": "float32", "n": "Int64"}},
    {"dtype": {"i": str, "n": str, "f": str}},
    {"dtype": {"b": "boolean"}},
    {"dtype": {"b": str}},
    {"dtype": {"o": "Int64", "zz": "int8", "date": "int8"}},
    {"dtype": {"date": str, "s_at": "Int64"}, "convert_dates": False},
    {"dtype": str, "convert_dates": ["t"]},
    {"dtype": {"i": "Float64"}, "nrows": 2},
    {"encoding": "UTF8"},
    {"precise_float": True},
    {"convert_axes": True},
    {"convert_axes": False},
    {"compression": {"method": "infer"}},
    {"compression": None},
    {"encoding_errors": "strict", "engine": "ujson", "typ": "frame", "orient": "records"},
]


@pytest.mark.parametrize("chunk", [0, 100])
@pytest.mark.parametrize("kw", READ, ids=str)
def test_read_json_options(session, tmp_path, kw, chunk):
    path = tmp_path / "x.jsonl"
    path.write_text(TEXT)
    same(md.read_json(path, lines=True, chunk_bytes=chunk, **kw), pd.read_json(path, lines=True, **kw))


def test_first_lines_of_several_files(session, tmp_path):
    lines = TEXT.splitlines(keepends=True)
    (tmp_path / "1.jsonl").write_text("".join(lines[:2]))
    with gzip.open(tmp_path / "2.jsonl.gz", "wt") as f:
        f.write("".join(lines[2:]) + '{"i":9}\n')
    whole = tmp_path / "whole"
    whole.write_text(TEXT + '{"i":9}\n')
    for n in range(7):
        paths = [tmp_path / "1.jsonl", tmp_path / "2.jsonl.gz"]
        same(md.read_json(paths, lines=True, nrows=n), pd.read_json(whole, lines=True, nrows=n))


@pytest.mark.parametrize(
    ("kw", "error", "says"),
    [
        ({"nrows": -1}, ValueError, "nrows"),
        ({"nrows": 1.5}, ValueError, "nrows"),
        ({"nrows": 1, "lines": False}, ValueError, "nrows can only be passed if lines=True"),
        ({"engine": "zz"}, ValueError, "engine type zz"),
        ({"engine": "pyarrow"}, NotImplementedError, "engine"),
        ({"dtype": False}, NotImplementedError, "dtype=False"),
        ({"dtype": {"z": "category"}}, TypeError, "astype"),
        ({"dtype": {"z": "int64"}}, ValueError, "x.jsonl: column 'z' does not become int64"),
        ({"date_unit": "s"}, NotImplementedError, "date_unit"),
        ({"encoding": "latin-1"}, NotImplementedError, "encoding"),
        ({"encoding_errors": "ignore"}, NotImplementedError, "encoding_errors"),
        ({"chunksize": 2}, NotImplementedError, "chunksize"),
        ({"typ": "series"}, NotImplementedError, "typ"),
        ({"dtype_backend": "pyarrow"}, NotImplementedError, "dtype_backend"),
        ({"orient": "split"}, ValueError, "orient"),
        ({"compression": {"method": "gzip", "x": 1}}, NotImplementedError, "compression"),
        ({"compression": "zz"}, ValueError, "compression"),
    ],
    ids=str,
)
def test_read_json_refuses_by_name(session, tmp_path, kw, error, says):
    (tmp_path / "x.jsonl").write_text(TEXT)
    with pytest.raises(error, match=says):
        md.read_json(tmp_path / "x.jsonl", **{"lines": True, **kw}).execute()


FRAME = pd.DataFrame({"i": [1, 2], "f": [0.1, None], "s": ["é/", None], "t": pd.to_datetime(["2020-01-02", None])})


@pytest.mark.parametrize(
    "kw",
    [
        {},
        {"date_format": "iso", "date_unit": "ns"},
        {"date_unit": "s"},
        {"double_precision": 0},
        {"force_ascii": False},
        {"index": False},
        {"indent": 0},
        {"mode": "w"},
        {"compression": {"method": None}},
    ],
    ids=str,
)
def test_to_json_options(session, tmp_path, kw):
    kw = {"orient": "records", "lines": True, **kw}
    FRAME.to_json(tmp_path / "want.jsonl", **kw)
    md.DataFrame(FRAME).to_json(tmp_path / "got.jsonl", **kw).execute()
    assert (tmp_path / "got.jsonl").read_bytes() == (tmp_path / "want.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("kw", "error", "says"),
    [
        ({"index": True}, ValueError, "index=True"),
        ({"indent": 2}, NotImplementedError, "indent"),
        ({"mode": "a"}, NotImplementedError, "mode"),
        ({"default_handler": str}, NotImplementedError, "default_handler"),
        ({"date_unit": "zz"}, ValueError, "date_unit"),
        ({"double_precision": 16}, ValueError, "double_precision"),
        ({"lines": False}, ValueError, "lines=True"),
        ({"compression": "zip"}, ValueError, "compression"),
    ],
    ids=str,
)
def test_to_json_refuses_by_name(session, tmp_path, kw, error, says):
    with pytest.raises(error, match=says):
        md.DataFrame(FRAME).to_json(tmp_path / "x.jsonl", **{"orient": "records", "lines": True, **kw}).execute()
