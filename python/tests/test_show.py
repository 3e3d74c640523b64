"""What handles look like at the prompt and in notebooks."""

import re

import numpy as np
import pandas as pd

import mars.dataframe as md
import mars.tensor as mt


def test_before_it_is_computed(session):
    x = mt.ones((6000, 4000), chunk_size=2000)
    y = x + 1
    assert (
        repr(y) == str(y) == "Tensor <add, shape=(6000, 4000), float64, 183 MiB, not computed: .execute() computes it>"
    )
    d = md.DataFrame({"a": [1, 2], "b": ["x", "y"]})
    assert repr(d) == "DataFrame <DataFrame, shape=(2, 2), columns [a, b], not computed: .execute() computes it>"
    assert repr(d["a"]) == "Series <column, shape=(2,), name=a, int64, not computed: .execute() computes it>"
    assert repr(d[d["a"] > 1]["b"]).startswith("Series <column, shape=(?,), name=b, ")
    assert repr(d.index).startswith("Index <index, shape=(2,)")
    html = y._repr_html_()
    assert "(6000, 4000)" in html and "not computed" in html and "<script" not in html


def test_before_there_is_a_session():
    assert repr(mt.ones(3)) == "Tensor <ones, not computed: .execute() computes it>"
    assert "not computed" in mt.ones(3)._repr_html_()


def test_small_values_are_numpys_text(session):
    for a in (np.arange(6).reshape(2, 3), np.array([1.5, np.nan]), np.array([True]), np.empty((0, 3)), np.array([1j])):
        x = mt.tensor(a).execute()
        assert repr(x) == repr(a) and str(x) == str(a)
    assert repr(mt.tensor([1.0, 2.0]).mean().execute()) == "1.5"


def test_large_values_are_numpys_text_of_corners(session):
    a = np.arange(10_000.0).reshape(100, 100)
    x = mt.tensor(a, chunk_size=30).execute()
    with np.printoptions(linewidth=200):
        assert re.sub(r"\s+", " ", str(x)) == re.sub(r"\s+", " ", str(a))
        assert re.sub(r"\s+", " ", repr(x)).split(", shape")[0].rstrip(")") == re.sub(r"\s+", " ", repr(a)).split(
            ", shape"
        )[0].rstrip(")")
    v = mt.arange(5000).execute()
    assert str(v) == str(np.arange(5000))
    long = mt.ones((2000, 3)).execute()
    assert str(long) == str(np.ones((2000, 3)))


def test_frames_are_pandas_text(session):
    small = pd.DataFrame({"x": [1, 2], "y": ["a", None]})
    d = md.DataFrame(small).execute()
    assert repr(d) == repr(small)
    assert repr(d["x"].execute()) == repr(small["x"])
    assert repr(d.index.execute()) == repr(small.index)
    assert "<td>a</td>" in d._repr_html_()


def test_large_frames_are_pandas_text_of_corners(session):
    want = pd.DataFrame({"x": np.arange(5000), "y": np.arange(5000) / 2, "z": "text"})
    d = md.DataFrame(want).execute()
    assert repr(d) == repr(want)
    assert repr(d["x"].execute()) == repr(want["x"])
    shuffled = want.set_index(pd.Index((want["x"] * 37 % 5000).astype(str), name="label"))
    e = md.DataFrame(shuffled).execute()
    assert repr(e) == repr(shuffled)
    assert repr(e["y"].execute()) == repr(shuffled["y"])
    assert "5,000 rows x 3 columns" in d._repr_html_()


def test_chunks_are_drawn(session):
    x = mt.ones((100, 60), chunk_size=25).execute()
    html = x._repr_html_()
    assert html.count("<line") == 5 + 4 and "12 of (25, 25)" in html and "currentColor" in html


def test_a_repr_never_raises(session):
    x = mt.ones(3).execute()
    session.close()
    assert repr(x).startswith("Tensor <ones")
