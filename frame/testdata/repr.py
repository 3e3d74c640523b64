"""Writes repr.json: values and what pandas 3.1.1 prints of them with default options.

Run: pip install numpy==2.4.6 pandas==3.1.1 pyarrow==26.0.1; python repr.py > repr.json

A case has the head and tail rows only when it is long, as the engine has. print() of a script sees display.max_columns = 0 (fit the
width of the terminal, 80); cases with max_columns = 20 print as a notebook does.
"""

import json
import os
import sys

os.environ["COLUMNS"] = "80"

import numpy as np
import pandas as pd

CASES = []
CORNER = 12
LONG = 100


def label(v):
    if v is None:
        return None
    if isinstance(v, tuple):
        return [label(e) for e in v]
    if isinstance(v, (bool, np.bool_)):
        return bool(v)
    if isinstance(v, (int, np.integer)):
        return int(v)
    if isinstance(v, (float, np.floating)):
        f = float(v)
        if f != f or f in (float("inf"), float("-inf")):
            return {"float": "NaN" if f != f else "+Inf" if f > 0 else "-Inf"}
        return f
    if isinstance(v, pd.Timestamp):
        return {"time": [int(v.asm8.view("i8")), v.unit, str(v.tz) if v.tz else ""]}
    if isinstance(v, pd.Timedelta):
        return {"delta": [int(v.asm8.view("i8")), v.unit]}
    if v is pd.NaT:
        return {"time": [-(2**63), "us", ""]}
    return str(v)


def cell(v):
    """One cell of an object column."""
    if v is pd.NA:
        return {"na": True}
    if isinstance(v, list):
        return {"list": [cell(e) for e in v]}
    if isinstance(v, tuple):
        return {"tuple": [cell(e) for e in v]}
    if isinstance(v, bytes):
        return {"bytes": list(v)}
    return label(v)


def values(s):
    d = s.dtype
    if isinstance(d, pd.CategoricalDtype):
        return [int(c) for c in s.cat.codes]
    if isinstance(d, pd.DatetimeTZDtype):
        return [int(v) for v in s.dt.tz_convert("UTC").dt.tz_localize(None).to_numpy().view("i8")]
    if d.kind in "mM" and not hasattr(d, "na_value"):
        return [int(v) for v in s.to_numpy().view("i8")]
    if d == object:
        return [cell(v) for v in s]
    if d.kind == "c":
        return [[label(float(v.real)), label(float(v.imag))] for v in s]
    out = []
    for v in s:
        if v is pd.NA or (isinstance(d, pd.StringDtype) and v != v):
            out.append(None)
        else:
            out.append(label(v))
    return out


def column(s):
    s = pd.Series(s.array if not isinstance(s, pd.Series) else s.array)
    out = {"dtype": str(s.dtype), "values": values(s)}
    if isinstance(s.dtype, pd.CategoricalDtype):
        out["ordered"] = bool(s.dtype.ordered)
        out["categories"] = column(s.cat.categories)
    return out


def index(x):
    names = [label(n) for n in x.names]
    if isinstance(x, pd.RangeIndex):
        return {"range": [x.start, x.step, len(x)], "names": names}
    if isinstance(x, pd.MultiIndex):
        return {"levels": [column(x.get_level_values(i)) for i in range(x.nlevels)], "names": names, "multi": True}
    out = {"levels": [column(x)], "names": names}
    if getattr(x, "freqstr", None):
        out["freq"] = x.freqstr
    return out


def frame(df):
    return {
        "index": index(df.index),
        "names": [label(c) for c in df.columns],
        "axis": [label(n) for n in df.columns.names],
        "cols": [column(df.iloc[:, i]) for i in range(df.shape[1])],
    }


def add(name, v, max_columns=0):
    n = len(v)
    case = {"name": name, "rows": n, "max_columns": max_columns}
    if isinstance(v, pd.DataFrame):
        case["kind"] = "frame"
    elif isinstance(v, pd.Series):
        case["kind"] = "series"
    else:
        case["kind"] = "index"
    with pd.option_context("display.max_columns", max_columns):
        case["text"] = repr(v)
    if isinstance(v, pd.Series):
        v = pd.DataFrame({"x": v}).set_axis(pd.Index([v.name], tupleize_cols=False), axis=1)
    elif isinstance(v, pd.Index):
        v = pd.DataFrame(index=v)
    if n > LONG:
        case["head"], case["tail"] = frame(v.iloc[:CORNER]), frame(v.iloc[-CORNER:])
        case["freq"] = getattr(v.index, "freqstr", None)
    else:
        case["head"] = frame(v)
    CASES.append(case)


def build():
    rng = np.random.default_rng(7)
    nan = float("nan")
    add("ints", pd.DataFrame({"a": [1, 2, 3], "b": [10, -20, 300]}))
    add("floats", pd.DataFrame({"x": [1.0, 2.5, nan], "y": [1e-3, 123456.789, -5.0]}))
    add("floats large", pd.DataFrame({"x": [1e10, 2.5, 3.0], "y": [1e6, 1e6 + 0.123456789, 2.0]}))
    add("floats small", pd.DataFrame({"x": [1e-10, 2.5, 3.0], "y": [0.1, 0.25, 1e-7]}))
    add("floats whole", pd.DataFrame({"x": [1e15, 2.0], "y": [1e16, 1.0], "z": [np.inf, -np.inf]}))
    add("floats negative zero", pd.Series([-0.0, 0.0, -1.25]))
    add("float32", pd.Series(np.array([0.1, 1 / 3, 2], "f4"), name="f"))
    add("float16", pd.Series(np.array([0.1, 1 / 3, 2], "f2"), name="f"))
    add("random", pd.DataFrame(rng.normal(size=(6, 4)), columns=list("abcd")))
    add("random scaled", pd.DataFrame(rng.normal(size=(6, 3)) * [1, 1e5, 1e9], columns=list("abc")))
    add("complex", pd.Series([1.5 + 2j, -3.25 - 1j, 0]))
    add("complex nan", pd.Series([1.5 + 2j, complex(nan, 1)]))
    add("bools", pd.DataFrame({"p": [True, False], "q": [False, False]}))
    add("strings", pd.DataFrame({"s": ["a", None, "hello"], "t": ["", "xy", "z"]}))
    add("strings escapes", pd.DataFrame({"s": ["a\nb", "c\td", "e\rf'g\"\\"]}))
    add("strings wide", pd.DataFrame({"s": ["x" * 60, "y" * 49, "z" * 51], "n": [1, 2, 3]}))
    add("strings unicode", pd.DataFrame({"s": ["日本", "é", "naïve"], "n": [1, 2, 3]}))
    add("NA string", pd.Series(["a", None], dtype="string"))
    add("nullable", pd.DataFrame({"i": pd.array([1, None, 300], "Int64"), "b": pd.array([True, None, False], "boolean"), "f": pd.array([1.5, None, 2.25], "Float64"), "u": pd.array([1, 2, None], "UInt8")}))
    add("objects", pd.DataFrame({"o": pd.Series([1, "a", None, 2.5, nan, pd.NA, True, [1, "x"], (1, 2.5), b"by", pd.Timestamp("2020-01-01"), pd.NaT], dtype=object)}))
    add("object floats", pd.Series([1.0, 2.123456789, "a"], dtype=object))
    add("dates", pd.DataFrame({"d": pd.to_datetime(["2020-01-01", None, "2021-12-31"]), "n": [1, 2, 3]}))
    add("times", pd.DataFrame({"d": pd.to_datetime(["2020-01-01 10:30:00", None, "2021-12-31"], format="ISO8601")}))
    add("times ms", pd.Series(np.array(["2020-01-01T00:00:00.500", "2020-01-01"], "M8[ms]")))
    add("times us", pd.Series(np.array(["2020-01-01T00:00:00.000001", "2020-01-01"], "M8[us]")))
    add("times ns", pd.Series(np.array(["2020-01-01T00:00:00.000000001", "2020-01-01"], "M8[ns]")))
    add("times old", pd.Series(np.array(["0001-02-03", "9999-12-31"], "M8[s]")))
    add("times utc", pd.Series(pd.to_datetime(["2020-01-01 10:00", None], utc=True)))
    add("times zone", pd.DataFrame({"z": pd.to_datetime(["2020-01-01 10:00", "2020-07-01 10:00:00.25"], format="ISO8601").tz_localize("Europe/Berlin")}))
    add("deltas", pd.DataFrame({"t": pd.to_timedelta(["1 days", "2 days 03:04:05", None])}))
    add("deltas days", pd.Series(pd.to_timedelta(["1 days", "-2 days", None])))
    add("deltas us", pd.Series(pd.to_timedelta(["1 days", "-1us"])))
    add("deltas ns", pd.Series(pd.to_timedelta(["1 days", "1ns"])))
    add("category", pd.Series(["a", "b", None, "a"], dtype="category"))
    add("category ordered", pd.Series(pd.Categorical(["lo", "hi", "lo"], categories=["lo", "mid", "hi"], ordered=True), name="c"))
    add("category ints", pd.Series(pd.Categorical.from_codes([0, -1, 1], [10, 20])))
    add("category floats", pd.Series(pd.Categorical.from_codes([0, -1, 1], [1.5, 2.0])))
    add("category dates", pd.Series(pd.Categorical.from_codes([0, -1, 1], pd.to_datetime(["2020-01-01", "2021-01-01"]))))
    add("category many", pd.Series(pd.Categorical([f"name{i:03d}" for i in range(30)])))
    add("category many ordered", pd.Series(pd.Categorical([f"name{i:03d}" for i in range(30)], ordered=True)))
    add("category long names", pd.Series(pd.Categorical([f"a rather long name {i}" for i in range(6)])))
    add("category frame", pd.DataFrame({"c": pd.Categorical(["a", "b\n"]), "i": pd.Categorical([1, 2])}))
    add("series name", pd.Series([1, 2], name="n", index=["x", "y"]))
    add("series name int", pd.Series([1, 2], name=5))
    add("series name float", pd.Series([1, 2], name=0.123456789))
    add("series index name", pd.Series([1.5, 2], index=pd.Index([10, 20], name="k"), name="v"))
    add("series empty", pd.Series([], dtype="int64"))
    add("series empty named", pd.Series([], dtype="str", name="s"))
    add("series empty category", pd.Series([], dtype="category"))
    add("series 60", pd.Series(range(60)))
    add("series 61", pd.Series(range(61)))
    add("series long", pd.Series(range(1000), name="v"))
    add("series long float", pd.Series(np.arange(1000) / 7, name="v"))
    add("series long str", pd.Series([f"s{i}" for i in range(1000)]))
    add("series long short", pd.Series(["a"] * 1000))
    add("series freq", pd.Series(range(4), index=pd.date_range("2020-01-01", periods=4)))
    add("series freq long", pd.Series(range(400), index=pd.date_range("2020-01-01", periods=400, freq="h"), name="v"))
    add("frame 60", pd.DataFrame({"a": range(60)}))
    add("frame 61", pd.DataFrame({"a": range(61), "b": 1.5}))
    add("frame long", pd.DataFrame({"a": range(5000), "b": np.arange(5000) / 3, "s": [f"s{i % 7}" for i in range(5000)]}))
    add("frame long dates", pd.DataFrame({"a": range(5000)}, index=pd.date_range("2020-01-01", periods=5000, freq="min")))
    add("frame mask", pd.DataFrame({"a": range(100, 1100)}, index=[3 * i % 1000 for i in range(1000)]))
    add("wide fits not", pd.DataFrame(rng.normal(size=(4, 15)), columns=[f"column{i}" for i in range(15)]))
    add("wide wraps", pd.DataFrame(rng.normal(size=(4, 15)), columns=[f"column{i}" for i in range(15)]), 20)
    add("wide cut and wraps", pd.DataFrame(rng.normal(size=(4, 30)), columns=[f"column{i}" for i in range(30)]), 20)
    add("wide cut mixed", pd.DataFrame({i: ["a", "b"] if i % 3 else [1, 2] for i in range(30)}), 20)
    add("wide long", pd.DataFrame(rng.normal(size=(200, 30)), columns=[f"c{i}" for i in range(30)]))
    add("wide long cut", pd.DataFrame(rng.normal(size=(200, 30)), columns=[f"c{i}" for i in range(30)]), 20)
    add("wide 100", pd.DataFrame([[i for i in range(100)]]))
    add("wide one long name", pd.DataFrame([[1, 2]], columns=["n" * 70, "m" * 70]))
    add("wide text", pd.DataFrame({c: ["t" * 45] for c in "abcdef"}))
    add("many terminal columns", pd.DataFrame(np.zeros((2, 90), int)))
    add("empty", pd.DataFrame())
    add("empty columns", pd.DataFrame(columns=["a", "b"]))
    add("empty rows", pd.DataFrame(index=[1, 2, 3]))
    add("empty float names", pd.DataFrame(columns=[0.5, 1.0]))
    add("empty long", pd.DataFrame(index=range(10)))
    add("int columns", pd.DataFrame([[1, 2.5], [3, 4.5]]))
    add("float columns", pd.DataFrame([[1, 2.5], [3, 4.5]], columns=[0.5, 10.25]))
    add("mixed columns", pd.DataFrame([[1, 2.5, 3]], columns=["a", 1, None]))
    add("date columns", pd.DataFrame([[1, 2]], columns=pd.to_datetime(["2020-01-01", "2020-01-02"])))
    add("axis name", pd.DataFrame({"a": [1], "b": [2]}).rename_axis(columns="cols"))
    add("axis and index names", pd.DataFrame({"a": [1], "b": [2]}, index=pd.Index(["r"], name="rows")).rename_axis(columns="cols"))
    add("index name", pd.DataFrame({"a": [1, 2]}, index=pd.Index(["x", "yy"], name="key")))
    add("string index", pd.DataFrame({"a": [1, 2]}, index=["x", "longer label"]))
    add("string index missing", pd.DataFrame({"a": [1, 2]}, index=["x", None]))
    add("float index", pd.DataFrame({"a": [1, 2, 3]}, index=[0.5, nan, 10.25]))
    add("negative int index", pd.DataFrame({"a": [1, 2, 3]}, index=[-5, 10, 200]))
    add("bool index", pd.DataFrame({"a": [1, 2]}, index=[True, False]))
    add("date index", pd.DataFrame({"a": [1, 2]}, index=pd.to_datetime(["2020-01-01", "2020-03-01"])))
    add("time index", pd.DataFrame({"a": [1, 2]}, index=pd.to_datetime(["2020-01-01 10:00", None], format="ISO8601")))
    add("delta index", pd.DataFrame({"a": [1, 2]}, index=pd.to_timedelta(["1 days", "10:00:00"])))
    add("category index", pd.DataFrame({"a": [1, 2]}, index=pd.CategoricalIndex(["x", None])))
    add("object index", pd.DataFrame({"a": [1, 2, 3]}, index=pd.Index([1, "b", None], dtype=object)))
    add("tuple index label", pd.DataFrame({"a": [1, 2]}, index=pd.Index([(1, 2), "b"], dtype=object, tupleize_cols=False)))
    mi = pd.MultiIndex.from_product([["a", "b"], [1, 2]], names=["k", "n"])
    add("multi", pd.DataFrame({"v": [1, 2, 3, 4]}, index=mi))
    add("multi unnamed", pd.DataFrame({"v": [1, 2, 3, 4]}, index=pd.MultiIndex.from_product([["a", "b"], [1, 2]])))
    add("multi series", pd.Series([1.5, 2, 3, 4], index=mi, name="v"))
    add("multi three", pd.DataFrame({"v": range(8)}, index=pd.MultiIndex.from_product([["a", "b"], [1, 2], [0.5, 1.0]], names=["x", None, "z"])))
    add("multi missing", pd.DataFrame({"v": [1, 2, 3]}, index=pd.MultiIndex.from_arrays([["a", None, "b"], pd.to_datetime(["2020-01-01", None, "2020-01-02"])])))
    add("multi long", pd.DataFrame({"v": range(400)}, index=pd.MultiIndex.from_product([range(20), range(20)], names=["i", "j"])))
    add("multi long series", pd.Series(range(400), index=pd.MultiIndex.from_product([range(20), range(20)], names=["i", "j"])))
    add("multi columns", pd.DataFrame([[1, 2.5, 3], [4, 5, 6]], columns=pd.MultiIndex.from_tuples([("a", "x"), ("a", "y"), ("b", "x")])))
    add("multi columns named", pd.DataFrame([[1, 2.5, 3], [4, 5, 6]], index=mi[:2], columns=pd.MultiIndex.from_tuples([("a", 1), ("a", 2), ("b", 1)], names=["p", "q"])))
    add("agg columns", pd.DataFrame({("v", "sum"): [3.0], ("v", "mean"): [1.5]}, index=pd.Index(["k"], name="key")))
    add("repeated columns", pd.DataFrame([[1, 2], [3, 4]], columns=["a", "a"]))
    add("ix range", pd.RangeIndex(10))
    add("ix range named", pd.RangeIndex(5, 50, 5, name="r"))
    add("ix ints", pd.Index([1, 20, 300]))
    add("ix ints named", pd.Index([1, 2], name="k", dtype="int32"))
    add("ix ints 40", pd.Index([i * i for i in range(40)]))
    add("ix ints long", pd.Index([i * 3 % 997 for i in range(997)]))
    add("ix floats", pd.Index([0.5, nan, 1e10]))
    add("ix floats 30", pd.Index(np.arange(30) / 7))
    add("ix strings", pd.Index(["a", "b", None], name="s"))
    add("ix strings quotes", pd.Index(["it's", "a\nb"]))
    add("ix strings 40", pd.Index([f"name {i}" for i in range(40)]))
    add("ix strings long", pd.Index([f"n{i}" for i in range(500)], name="s"))
    add("ix objects", pd.Index([1, "a", None, 2.5, (1, "x")], dtype=object, tupleize_cols=False))
    add("ix bools", pd.Index([True, False]))
    add("ix empty", pd.Index([], dtype="object"))
    add("ix nullable", pd.Index(pd.array([1, None], "Int64")))
    add("ix dates", pd.DatetimeIndex(["2020-01-01", None]))
    add("ix dates freq", pd.date_range("2020-01-01", periods=3))
    add("ix times", pd.DatetimeIndex(["2020-01-01 10:00", "2020-01-02"], name="when"))
    add("ix times zone", pd.DatetimeIndex(["2020-01-01 10:00", "2020-07-02"]).tz_localize("Europe/Berlin"))
    add("ix dates long", pd.date_range("2020-01-01", periods=300))
    add("ix deltas", pd.TimedeltaIndex(["1 days", "10:00:00", None]))
    add("ix category", pd.CategoricalIndex(["a", "b", "a"], name="c"))
    add("ix category ints", pd.CategoricalIndex([1, 2, 1], ordered=True))
    add("ix category many", pd.CategoricalIndex([f"c{i}" for i in range(20)]))
    add("ix multi", mi)
    add("ix multi unnamed", pd.MultiIndex.from_tuples([("a", 1.5), ("bb", None)]))
    add("ix multi long", pd.MultiIndex.from_product([range(20), ["x", "yy"], [True, False, True]], names=["i", None, "b"]))
    add("ix multi dates", pd.MultiIndex.from_arrays([pd.to_datetime(["2020-01-01", "2020-01-02"]), ["a", "b"]], names=["d", "s"]))
    add("ix long name", pd.Index([1, 2, 3], name="a name that is so long that the attributes need a line of their own, does it?"))


def build_random():
    """Floats of all sizes, where the choice of digits and of exponents is made."""
    rng = np.random.default_rng(11)
    for k in range(80):
        n = int(rng.integers(1, 5))
        v = rng.normal(size=n) * 10.0 ** rng.integers(-9, 12, size=n if k % 2 else 1)
        if k % 3 == 0:
            v = np.round(v, int(rng.integers(0, 8)))
        if k % 5 == 0:
            v[0] = np.nan
        d = [np.float64, np.float32, np.complex128][k % 7 % 3]
        v = v.astype(d) + (1j * np.round(v[::-1], 2) if d is np.complex128 else 0)
        add(f"random {k}", pd.Series(v, index=pd.Index(np.abs(v[::-1]), name="i") if d is np.float64 else None))


build()
build_random()
print("[\n" + ",\n".join(json.dumps(c, ensure_ascii=False) for c in CASES) + "\n]")
