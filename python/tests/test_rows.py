"""Rows that functions get: whatever a function does with one, it finds what pandas' own rows have."""

import pickle

import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal, assert_series_equal

from mars._worker import rows

frames = {
    "floats": pd.DataFrame({"a": [0.5, np.nan, 3.0], "b": [1.0, 0.25, -2.0]}),
    "integers": pd.DataFrame({"a": [1, 2], "b": [3, 4]}, index=["x", "x"]),
    "mixed": pd.DataFrame(
        {
            "a": [1, 2, 3],
            "b": ["x", "y", None],
            "t": pd.to_datetime(["2020-01-01", "2021-01-01", None]),
            "c": pd.Categorical(["u", "v", "u"]),
        }
    ),
    "zones": pd.DataFrame({c: pd.to_datetime(["2020-01-01", None]).tz_localize("Europe/Paris") for c in "ab"}),
    "times": pd.DataFrame({c: pd.to_datetime(["2020-01-01", None]) for c in "ab"}),
    "nullable": pd.DataFrame({c: pd.array([1, 2, None], dtype="Int64") for c in "ab"}),
    "objects": pd.DataFrame({"a": [[1], {"x": 1}], "b": ["u", None]}),
    "own names": pd.DataFrame({"_x": [1, 2], "name": [3, 4], "index": [5, 6], "sum": [7, 8], "a": [9, 9]}),
    "one label twice": pd.DataFrame([[1, 2], [3, 4]], columns=["a", "a"]),
    "levels": pd.DataFrame([[1, 2], [3, 4]], columns=pd.MultiIndex.from_tuples([("a", "x"), ("a", "y")])),
    "numbers as labels": pd.DataFrame([[1, 2], [3, 4]], columns=[1, 0]),
    "no rows": pd.DataFrame({"a": [], "b": []}),
}


def enlarged(r):
    r["new"] = r["a"]
    return r["new"], r["b"]


def less(r):
    del r["a"]
    return r["b"]


def renamed(r):
    r.index = list(reversed(r.index))
    return r["a"]


def written(r):
    r["a"] = r["b"]
    return r["a"]


def written_as_attribute(r):
    r.a = 98
    return r.a + r["a"]


functions = {
    "by label": lambda r: r["a"],
    "by attribute": lambda r: r.b,
    "of what class": lambda r: (type(r["a"]).__name__, type(r).__name__, isinstance(r, pd.Series)),
    "by a text of NumPy": lambda r: r[np.str_("a")],
    "by a number": lambda r: r[1],
    "by a truth": lambda r: r[True],
    "by labels": lambda r: r[["a", "b"]],
    "by a mask": lambda r: r[r.notna()],
    "by a slice": lambda r: r[0:1],
    "by levels": lambda r: r["a", "x"],
    "own names": lambda r: (r["name"], r.name, r["index"], list(r.index), r["sum"], r._x),
    "none": lambda r: r["zz"],
    "no attribute": lambda r: r.zz,
    "itself": lambda r: r,
    "a copy": lambda r: type(r.copy()).__name__ + repr(r.copy()["a"]),
    "arithmetic": lambda r: r + r,
    "aggregate": lambda r: r.count(),
    "a new one": lambda r: pd.Series({"p": r["a"], "q": r.name}),
    "tuple": lambda r: (repr(r["a"]), r.name),
    "list": list,
    "text": repr,
    "pickled": lambda r: pickle.loads(pickle.dumps(r))["a"],
    "enlarged": enlarged,
    "less": less,
    "renamed": renamed,
    "written": written,
    "written as attribute": written_as_attribute,
    "popped": lambda r: (r.pop("a"), r.b),
}


def outcome(of, apply):
    frame = of.copy()
    try:
        made = apply(frame)
    except Exception as e:
        return type(e), str(e), frame
    return type(made), made, frame


@pytest.mark.parametrize("kind", [None, "expand", "reduce", "broadcast"])
@pytest.mark.parametrize("function", functions.values(), ids=functions)
@pytest.mark.parametrize("frame", frames.values(), ids=frames)
def test_a_function_finds_what_pandas_has(frame, function, kind):
    how = {"axis": 1, "raw": False, "result_type": kind}
    want = outcome(frame, lambda f: f.apply(function, **how))
    got = outcome(frame, lambda f: rows.apply(f, function, (), how, {}))
    assert got[0] is want[0]
    same = {pd.DataFrame: assert_frame_equal, pd.Series: assert_series_equal}.get(want[0])
    if same is None:
        assert got[1] == want[1]
    else:
        same(got[1], want[1])
    assert_frame_equal(got[2], want[2])


def test_arguments():
    made = rows.apply(frames["floats"], lambda r, k, *, m: r["a"] * k + m, (2,), {"axis": 1}, {"m": 1})
    assert_series_equal(made, frames["floats"]["a"].rename(None) * 2 + 1)


def test_what_is_made_of_a_row_is_of_pandas():
    kept = []
    rows.apply(frames["floats"], lambda r: kept.append((r * 2, r.copy(), r[["a"]])), (), {"axis": 1}, {})
    assert {type(s) for of in kept for s in of} == {pd.Series}
    assert [of[1]["b"] for of in kept] == [1.0, 0.25, -2.0]
