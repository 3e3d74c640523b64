"""Values there and back: every dtype, shape and kind of index, in one part and in many."""

import os
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from build import local, rand

import mars
from mars._client import results
from mars._core import arrow
from mars._core.meta import Meta

rng = np.random.default_rng(7)


def there_and_back(session, value):
    return session.fetch(local(session, value))


dtypes = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split()


@pytest.mark.parametrize("dtype", [*dtypes, "datetime64[s]", "datetime64[ns]", "timedelta64[ms]"])
def test_arrays_of_every_dtype(session, dtype):
    a = rng.integers(0, 100, (7, 5)).astype("int64").astype(dtype)
    got = there_and_back(session, a)
    assert got.dtype == a.dtype
    np.testing.assert_array_equal(got, a)


@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (1,), (2, 3, 4, 5)])
def test_arrays_of_every_shape(session, shape):
    a = rng.random(shape)
    got = there_and_back(session, np.asarray(a))
    assert np.shape(got) == shape
    np.testing.assert_array_equal(got, a)


def test_arrays_that_are_not_contiguous(session):
    a = rng.random((60, 50))
    for view in (a.T, a[::-1], a[::3, 1::2], np.asfortranarray(a), a.astype(">f8"), np.broadcast_to(a[0], (3, 50))):
        np.testing.assert_array_equal(there_and_back(session, view), view)


def test_an_array_of_many_parts(session):
    a = rng.random((3000, 1700))
    got = there_and_back(session, a)
    np.testing.assert_array_equal(got, a)
    assert got.flags.writeable and got.flags.owndata


def test_parts_are_read_in_any_order_and_number_of_threads(session):
    a = rand(900, 800, chunk=250).execute()
    want = a.fetch()
    for n in (1, 2, 7):
        with mars.option_context(fetch_threads=n):
            np.testing.assert_array_equal(session._fetch(a._ref, {"corners": 0}), want)


def columns():
    yield "ints", pd.Series([1, 2, 3], dtype="int32")
    yield "floats", pd.Series([1.5, np.nan, -0.0])
    yield "bools", pd.Series([True, False, True])
    yield "texts", pd.Series(["a", None, "a text of more than twelve bytes"])
    yield "string", pd.Series(["a", pd.NA, "ä€"], dtype="string")
    yield "category", pd.Series(pd.Categorical(["x", None, "y"], categories=["y", "x", "z"]))
    yield "ordered", pd.Series(pd.Categorical(["x", "y", "x"], categories=["y", "x"], ordered=True))
    yield "Int64", pd.Series([1, pd.NA, -3], dtype="Int64")
    yield "boolean", pd.Series([True, pd.NA, False], dtype="boolean")
    yield "Float32", pd.Series([1.5, pd.NA, 2.5], dtype="Float32")
    for unit in ("s", "ms", "us", "ns"):
        yield unit, pd.Series(np.array(["2020-01-01", "NaT", "1969-12-31T23:59:59"], dtype=f"datetime64[{unit}]"))
    yield "zone", pd.Series(pd.to_datetime(["2020-01-01", None, "2020-07-01"])).dt.tz_localize("Europe/Berlin")
    yield "delta", pd.Series(pd.to_timedelta(["1 day", None, "-1 s"]))
    yield "complex", pd.Series([1 + 2j, 0j, -1j])
    yield "objects", pd.Series(["a", 1, None], dtype=object)
    yield "lists", pd.Series([[1, 2], [], None], dtype=object)


@pytest.mark.parametrize(("name", "s"), list(columns()), ids=lambda v: v if isinstance(v, str) else "")
def test_columns_of_every_dtype(session, name, s):
    s = s.rename(name)
    pd.testing.assert_series_equal(there_and_back(session, s), s)
    pd.testing.assert_frame_equal(there_and_back(session, s.to_frame()), s.to_frame())


def indexes():
    yield pd.RangeIndex(3)
    yield pd.RangeIndex(10, 4, -2, name="r")
    yield pd.Index([5, 3, 5], name=("a", 1))
    yield pd.Index([0.5, np.nan, 1])
    yield pd.Index(["x", "y", "z"], name="text")
    yield pd.date_range("2020-01-01", periods=3, freq="D", name="when", unit="ns")
    yield pd.date_range("2020-01-01", periods=3, freq="h", tz="UTC", unit="ns")
    yield pd.CategoricalIndex(["a", "b", "a"])
    yield pd.MultiIndex.from_tuples([("a", 1), ("b", 2), ("a", 3)], names=["k", None])
    yield pd.Index([True, False, True])


@pytest.mark.parametrize("index", list(indexes()), ids=lambda v: type(v).__name__)
def test_every_kind_of_index(session, index):
    if getattr(index, "freq", None) is not None:
        index = index._with_freq(None)  # parts of an index do not tell it
    frame = pd.DataFrame({"v": [1.0, 2.0, 3.0]}, index=index)
    pd.testing.assert_frame_equal(there_and_back(session, frame), frame)
    pd.testing.assert_index_equal(there_and_back(session, index), index)


@pytest.mark.parametrize(
    "labels",
    [[1, 2], ["a", "a"], [("x", 1), ("x", 2)], [None, 1.5], [pd.Timestamp("2020-01-01"), "b"], [True, 0]],
    ids=str,
)
def test_every_kind_of_column_label(session, labels):
    frame = pd.DataFrame(np.arange(6.0).reshape(3, 2))
    frame.columns = (
        pd.MultiIndex.from_tuples(labels)
        if isinstance(labels[0], tuple)
        else pd.Index(labels, dtype=object if None in labels else None)
    )
    got = there_and_back(session, frame)
    assert list(got.columns) == labels and [type(c) for c in got.columns] == [type(c) for c in frame.columns]
    pd.testing.assert_frame_equal(got, frame)


def test_frames_without_rows_or_columns(session):
    for frame in (
        pd.DataFrame({"a": []}),
        pd.DataFrame(index=range(4)),
        pd.DataFrame({"a": pd.Series([], dtype="str")}),
    ):
        got = there_and_back(session, frame)
        assert got.shape == frame.shape and list(got.dtypes) == list(frame.dtypes)


@pytest.mark.slow
def test_a_frame_of_many_parts(session):
    n = 300_000
    frame = pd.DataFrame(
        {
            "i": np.arange(n),
            "f": rng.random(n),
            "t": pd.Series(rng.integers(0, 1000, n)).map(lambda v: f"text {v}"),
            "c": pd.Categorical.from_codes(rng.integers(-1, 5, n), list("vwxyz")),
            "d": pd.date_range("2000-01-01", periods=n, freq="s", unit="ns"),
        }
    )
    got = there_and_back(session, frame)
    assert got.equals(frame) and list(got.dtypes) == list(frame.dtypes)
    assert isinstance(got.index, pd.RangeIndex)
    got.iloc[0, 0] = 7  # it is the caller's own
    other = frame.set_index("t").iloc[::-1]
    u = local(session, other)
    assert session.fetch(u).equals(other)
    pd.testing.assert_frame_equal(session.fetch_slice(u, select=slice(5, 10)), other.iloc[5:10])
    assert session.fetch_slice(u, columns=["f", "i"]).equals(other[["f", "i"]])


def test_objects_that_differ_between_parts():
    values = [pd.Series([1, 2], dtype=object), pd.Series(["a", None], dtype=object)]
    got = results._concat([v.to_frame("o") for v in values])
    assert got["o"].tolist() == [1, 2, "a", None]
    cats = [pd.Series(pd.Categorical(["a"])), pd.Series(pd.Categorical(["b"]))]
    assert list(results._concat(cats).cat.categories) == ["a", "b"]


@pytest.mark.parametrize(
    "ranges", [[(0, 3), (3, 5)], [(557, 560), (0, 3)], [(0, 3), (3, 3), (0, 2)], [(0, 6, 2), (6, 7), (7, 9)]]
)
def test_ranges_of_labels_that_go_on_or_start_anew_between_parts(ranges):
    values = [pd.DataFrame({"v": np.ones(len(r))}, index=r) for r in (pd.RangeIndex(*r) for r in ranges)]
    tables = [pa.ipc.open_stream(arrow.write(v)).read_all() for v in values]
    whole = pd.concat(values)
    pd.testing.assert_frame_equal(results._join(tables, Meta("dataframe")), whole, check_index_type=False)
    assert results._join(tables, Meta("series")).equals(whole["v"])
    assert results._join(tables, Meta("index")).equals(whole.index)


def test_corners(session):
    a = rand(500, 400).execute()
    whole = a.fetch()
    got = session.fetch_slice(a, corners=3)
    ends = [0, 1, 2, -3, -2, -1]
    np.testing.assert_array_equal(got, whole[ends][:, ends])
    frame = pd.DataFrame(rng.random((100, 3)), columns=list("abc"))
    got = session.fetch_slice(local(session, frame), corners=2)
    pd.testing.assert_frame_equal(got, frame.iloc[[0, 1, -2, -1]], check_index_type=False)


def test_what_cannot_be_uploaded(session):
    for bad in ([1, 2], np.array(["a", 1], dtype=object), np.zeros(3, "V4"), {"a": 1}):
        with pytest.raises(TypeError):
            session.upload(bad)


class Served:
    """A transport that gives the streams of parts, of which the size is told or not."""

    def __init__(self, streams, told):
        self.streams, self.told = streams, told

    def get(self, url, **_):
        return Piece(self.streams[int(url)], self.told)


class Piece:
    def __init__(self, data, told):
        self.data, self.at, self.size = data, 0, len(data) if told else None

    def upto(self, buffer):
        n = min(len(buffer), len(self.data) - self.at)
        buffer[:n] = self.data[self.at : self.at + n]
        self.at += n
        return n

    def readinto(self, buffer):
        assert self.upto(buffer) == len(buffer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def manifest_of(parts, guess):
    return Meta("dataframe"), [
        {"urls": [str(i)], "nbytes": guess, "mediaType": results.ARROW, "into": []} for i in range(len(parts))
    ]


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("guess", [0, 1, 1 << 20, 1 << 30])
def test_parts_of_any_size_are_read_whole(told, guess):
    values = [pd.DataFrame({"v": rng.random(n)}, index=pd.Index(np.arange(n))) for n in (0, 1, 1 << 15, 1 << 19)]
    parts = [arrow.write(v) for v in values]
    reader = results.Reader(Served(parts, told))
    got = reader._frame(*manifest_of(parts, guess))
    reader.close()
    pd.testing.assert_frame_equal(got, pd.concat(values))


resident = """
import sys, gc, pandas as pd, numpy as np
from mars._core import arrow
from mars._client import results
from test_results import Served, manifest_of

def rss():
    with open("/proc/self/status") as f:
        return next(int(line.split()[1]) >> 10 for line in f if line.startswith("VmRSS"))

sizes = [9, 11, 13] * 8
parts = [arrow.write(pd.DataFrame({"v": np.random.default_rng(i).random(n << 16)})) for i, n in enumerate(sizes)]
reader = results.Reader(Served(parts, sys.argv[1] == "told"))
reader._frame(*manifest_of(parts[:2], 1 << 22))
gc.collect()
before = rss()
for _ in range(3):
    assert len(reader._frame(*manifest_of(parts, 1 << 22))) == 33 << 19
gc.collect()
print(rss() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize("told", ["told", "untold"])
def test_what_was_read_leaves_no_memory_behind(told):
    path = os.pathsep.join([os.path.dirname(__file__), *sys.path])
    run = subprocess.run(
        [sys.executable, "-c", resident, told], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) < 24, "MiB that nobody needs"
