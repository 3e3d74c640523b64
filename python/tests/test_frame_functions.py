"""Methods and functions of mars.dataframe give what those of pandas give."""

import re

import numpy as np
import pandas as pd
import pytest
from framedata import N, labeled, local, numbers, other, ours, raw, same
from idioms import corpus

import mars.dataframe as md
from mars.config import option_context
from mars.dataframe import _gen

# Calls of frames that are pandas' or ours; m is the module.
timed = pd.DataFrame({"i": range(6)}, index=pd.date_range("2024", periods=6, freq="5h").as_unit("us"))

FRAME = {
    "convert_dtypes": lambda m, f: f(raw.assign(w=raw["i"] * 1.0)).convert_dtypes(),
    "align": lambda m, f: f(numbers.iloc[:4]).align(f(numbers.iloc[2:6, ::-1]), fill_value=0)[1],
    "compare": lambda m, f: f(raw).compare(f(raw.assign(i=raw["i"] + (raw["i"] > 2), k="red"))),
    "filter": lambda m, f: f(raw).filter(regex="^[ik]$"),
    "join several": lambda m, f: f(raw).join(
        [f(raw[["i"]].rename(columns=str.upper).iloc[2:]), f(raw[["f"]].add_suffix("2"))]
    ),
    "expanding": lambda m, f: f(numbers).expanding(2).sum(),
    "pivot": lambda m, f: f(raw[["i", "k", "f"]].drop_duplicates(["i", "k"])).pivot(index="i", columns="k", values="f"),
    "combine_first": lambda m, f: f(raw.iloc[:3]).combine_first(f(raw.iloc[1:6])),
    "drop rows": lambda m, f: f(raw).drop([0, 3]),
    "take": lambda m, f: f(raw).take([3, 0, -1]),
    "add_prefix": lambda m, f: f(raw).add_prefix("p"),
    "add_suffix": lambda m, f: f(raw).add_suffix("s"),
    "at_time": lambda m, f: f(timed).at_time("10:00"),
    "between_time": lambda m, f: f(timed).between_time("09:00", "11:00", inclusive="right"),
    "droplevel": lambda m, f: f(raw.set_index(["k", "b"])).droplevel("k"),
    "reorder_levels": lambda m, f: f(raw.set_index(["k", "b"])).reorder_levels([1, 0]),
    "swaplevel": lambda m, f: f(raw.set_index(["k", "b"])).swaplevel(),
    "div": lambda m, f: f(numbers).div(2),
    "divide": lambda m, f: f(numbers).divide(2),
    "isnull": lambda m, f: f(raw).isnull(),
    "multiply": lambda m, f: f(numbers).multiply(2),
    "notnull": lambda m, f: f(raw).notnull(),
    "product": lambda m, f: f(numbers).product(),
    "rdiv": lambda m, f: f(numbers).rdiv(2),
    "subtract": lambda m, f: f(numbers).subtract(2),
    "clip": lambda m, f: f(numbers).clip(0, 2),
    "corr": lambda m, f: f(numbers).corr(),
    "cov": lambda m, f: f(numbers).cov(),
    "explode": lambda m, f: f(raw[["k"]].assign(l=raw["k"].str.split())).explode("l"),
    "interpolate": lambda m, f: f(numbers).interpolate(),
    "infer_objects": lambda m, f: f(raw[["i", "k"]].astype(object)).infer_objects(),
    "kurt": lambda m, f: f(numbers).kurt(),
    "kurtosis": lambda m, f: f(numbers).kurtosis(),
    "melt": lambda m, f: f(raw).melt("k", ["i", "f"]),
    "mode": lambda m, f: f(raw).mode(),
    "rank": lambda m, f: f(raw).rank(numeric_only=True),
    "sample": lambda m, f: f(raw).sample(frac=1, random_state=3).sort_index(),
    "skew": lambda m, f: f(numbers).skew(),
    "stack": lambda m, f: f(numbers).stack(),
    "corrwith": lambda m, f: f(numbers).corrwith(f(numbers)["i"]),
    "reindex": lambda m, f: f(raw).reindex([3, 0, 9]),
    "reindex columns": lambda m, f: f(raw).reindex(("k", "new", "i"), axis=1),
    "set_axis": lambda m, f: f(raw[["i", "f"]]).set_axis(["p", "q"], axis=1),
    "transpose": lambda m, f: f(numbers).transpose(),
    "rename of a level": lambda m, f: f(raw).rename(columns={"k": "q"}, level=0),
    "rename of one level of two": lambda m, f: (
        f(raw).groupby("b")[["i", "f"]].agg(["min", "max"]).rename(columns={"i": "j", "min": "least"}, level=1)
    ),
    "rename by a function of one level": lambda m, f: f(raw.set_index(["k", "b"])).rename(str.upper, level="k"),
    "abs": lambda m, f: f(numbers).abs(),
    "all": lambda m, f: f(raw[["b", "i"]]).all(),
    "any": lambda m, f: f(raw[["b"]]).any(),
    "astype": lambda m, f: f(raw).astype({"i": "float64", "b": "int8"}),
    "add_prefix to levels": lambda m, f: f(raw).groupby("b")[["i", "f"]].agg(["min", "max"]).add_prefix("p_"),
    "rename levels": lambda m, f: (
        f(raw).groupby("b")[["i", "f"]].agg(["min", "max"]).rename(columns={"i": "j", "max": "most"})
    ),
    "rename levels by a function": lambda m, f: (
        f(raw).groupby("b")[["i", "f"]].agg(["min", "max"]).rename(columns=str.upper)
    ),
    "isin by column": lambda m, f: f(raw).isin({"i": [1, 4, 5], "k": {"x1 w", "c"}, "nowhere": [1]}),
    "isin no column": lambda m, f: f(raw).isin({}),
    "describe a row": lambda m, f: f(raw)[["i", "f"]].loc[3].describe(),
    "describe a row by place": lambda m, f: f(raw)[["i", "f"]].iloc[5].describe(),
    "bfill": lambda m, f: f(numbers).bfill(),
    "count": lambda m, f: f(raw).count(),
    "cummax": lambda m, f: f(numbers).cummax(skipna=False),
    "cummin": lambda m, f: f(raw).cummin(numeric_only=True),
    "cumprod": lambda m, f: f(numbers / 8).cumprod(),
    "cumsum": lambda m, f: f(numbers).cumsum(),
    "diff": lambda m, f: f(numbers).diff(2),
    "drop_duplicates": lambda m, f: f(raw).drop_duplicates("k", keep="last"),
    "dropna": lambda m, f: f(raw).dropna(subset=["f"]),
    "duplicated": lambda m, f: f(raw).duplicated(["k", "b"]),
    "ffill": lambda m, f: f(numbers).ffill(),
    "pad": lambda m, f: f(numbers).pad() if m is md else numbers.ffill(),
    "backfill": lambda m, f: f(numbers).backfill() if m is md else numbers.bfill(),
    "fillna": lambda m, f: f(numbers).fillna({"f": -1.0}),
    "head": lambda m, f: f(raw).head(3),
    "idxmax": lambda m, f: f(numbers).idxmax(),
    "idxmin": lambda m, f: f(numbers).idxmin(),
    "isin": lambda m, f: f(numbers).isin([2, 1.25]),
    "replace": lambda m, f: f(numbers).replace([2, 1.25], 9),
    "isna": lambda m, f: f(raw).isna(),
    "mask": lambda m, f: f(numbers).mask(f(numbers)["i"] > 3, -1),
    "max": lambda m, f: f(numbers).max(),
    "mean": lambda m, f: f(raw).mean(numeric_only=True),
    "median": lambda m, f: f(numbers).median(),
    "quantile": lambda m, f: f(numbers).quantile([0.1, 0.5]),
    "merge": lambda m, f: f(raw).merge(f(other), on="k", how="left", suffixes=("_l", "_r")),
    "min": lambda m, f: f(numbers).min(axis=1),
    "nlargest": lambda m, f: f(raw).nlargest(4, "i"),
    "notna": lambda m, f: f(raw).notna(),
    "nsmallest": lambda m, f: f(raw).nsmallest(4, ["b", "i"]),
    "nunique": lambda m, f: f(raw).nunique(),
    "pct_change": lambda m, f: f(raw[["i"]] + 40).pct_change(),
    "pivot_table": lambda m, f: f(raw).pivot_table(values="i", index="k", columns="b", aggfunc="sum"),
    "prod": lambda m, f: f(numbers / 8).prod(),
    "reset_index": lambda m, f: f(labeled).reset_index(),
    "round": lambda m, f: f(numbers / 3).round(1),
    "sem": lambda m, f: f(numbers).sem(),
    "set_index": lambda m, f: f(raw).set_index(["k", "i"]),
    "shift": lambda m, f: f(numbers).shift(-2, fill_value=0),
    "sort_index": lambda m, f: f(labeled).sort_index(ascending=False, kind="stable"),
    "sort_values": lambda m, f: f(raw).sort_values(["k", "i"], ascending=[True, False]),
    "std": lambda m, f: f(numbers).std(ddof=0),
    "sum": lambda m, f: f(numbers).sum(axis="columns"),
    "tail": lambda m, f: f(raw).tail(4),
    "unstack": lambda m, f: f(raw.groupby(["k", "b"])["i"].sum()).unstack(),
    "value_counts": lambda m, f: f(raw).value_counts(["k", "b"]).sort_index(),
    "var": lambda m, f: f(numbers).var(),
    "agg along": lambda m, f: f(numbers).agg("sum", axis=1),
    "apply along": lambda m, f: f(numbers).apply("mean", axis="columns"),
    "iloc of nothing": lambda m, f: f(raw).iloc[()],
    "where": lambda m, f: f(numbers).where(f(numbers) > 0),
    "rename_axis": lambda m, f: f(labeled).rename_axis("label"),
    "rename_axis to none": lambda m, f: f(labeled).rename_axis("label").rename_axis(None),
    "to_tensor": None,
    "to_csv": None,
    "to_feather": None,
    "to_json": None,
    "to_parquet": None,
    "apply": lambda m, f: f(numbers).apply("sum"),
    "groupby": lambda m, f: f(raw).groupby("k").agg({"i": ["sum", "mean"], "f": "max"}),
    "rolling": lambda m, f: f(numbers).rolling(3, min_periods=1).mean(),
    "ewm": lambda m, f: f(numbers).ewm(span=4).mean(),
    # what classes add by hand
    "columns": lambda m, f: f(raw)[["t", "k"]],
    "filter rows": lambda m, f: f(raw)[(f(raw)["i"] > 2) & ~f(raw)["b"]],
    "drop": lambda m, f: f(raw).drop(columns=["t", "s"]),
    "drop axis": lambda m, f: f(raw).drop("t", axis=1),
    "rename": lambda m, f: f(raw).rename(columns={"i": "int", "f": "float"}),
    "rename by": lambda m, f: f(raw).rename(columns=str.upper),
    "prefix": lambda m, f: f(numbers).add_prefix("n_"),
    "suffix": lambda m, f: f(numbers).add_suffix("_n"),
    "assign": lambda m, f: f(numbers).assign(c=lambda d: d["i"] * 2, e=1),
    "describe": lambda m, f: f(raw).describe(include="all"),
    "select_dtypes": lambda m, f: f(raw).select_dtypes("number"),
    "join": lambda m, f: f(raw).join(f(other.set_index("k")[["w"]]), on="k"),
    "loc": lambda m, f: f(raw).loc[3:7, ["i", "k"]],
    "loc by": lambda m, f: f(raw).loc[f(raw)["i"] > 4, "k"],
    "loc list": lambda m, f: f(raw).loc[[4, 2]],
    "iloc": lambda m, f: f(raw).iloc[2:9:3, [0, 2]],
    "iloc mask": lambda m, f: f(raw).iloc[[i % 2 == 0 for i in range(N)]],
    "iloc column": lambda m, f: f(raw).iloc[:, 1],
    "slice": lambda m, f: f(raw)[2:5],
    "list mask": lambda m, f: f(raw)[[i % 3 == 0 for i in range(N)]],
    "agg": lambda m, f: f(numbers).agg("mean"),
    "numpy exp": lambda m, f: np.exp(f(labeled)),
    "pipe": lambda m, f: f(numbers).pipe(lambda d, n: d + n, 2),
    "get": lambda m, f: f(raw).get("i"),
}
SERIES = {
    "convert_dtypes": lambda m, f: f(raw["f"]).convert_dtypes(),
    "factorize": lambda m, f: pd.Series(local(f(raw["s"]).factorize(sort=True)[1])),
    "align": lambda m, f: f(raw["i"]).align(f(raw["f"].iloc[2:]), join="inner")[0],
    "compare": lambda m, f: f(raw["i"]).compare(f(raw["i"].mask(raw["i"] > 2, 0)), keep_equal=True),
    "filter": lambda m, f: f(raw["i"]).filter([3, 99, 1]),
    "argmax": lambda m, f: f(raw["i"]).argmax(),
    "argmin": lambda m, f: f(raw["i"]).argmin(),
    "argsort": lambda m, f: f(raw["i"]).argsort(),
    "between": lambda m, f: f(raw["f"]).between(0, 1, "left"),
    "expanding": lambda m, f: f(raw["f"]).expanding(2).var(),
    "combine_first": lambda m, f: f(raw["i"].iloc[:3]).combine_first(f(raw["i"].iloc[1:6])),
    "drop": lambda m, f: f(raw["i"]).drop([0, 3]),
    "take": lambda m, f: f(raw["i"]).take([3, 0, -1]),
    "add_prefix": lambda m, f: f(raw["i"]).add_prefix("p"),
    "add_suffix": lambda m, f: f(raw["i"]).add_suffix("s"),
    "at_time": lambda m, f: f(timed["i"]).at_time("10:00"),
    "between_time": lambda m, f: f(timed["i"]).between_time("09:00", "11:00", inclusive="right"),
    "droplevel": lambda m, f: f(raw.set_index(["k", "b"])["i"]).droplevel("k"),
    "reorder_levels": lambda m, f: f(raw.set_index(["k", "b"])["i"]).reorder_levels([1, 0]),
    "swaplevel": lambda m, f: f(raw.set_index(["k", "b"])["i"]).swaplevel(),
    "diff": lambda m, f: f(raw["f"]).diff(2),
    "div": lambda m, f: f(raw["f"]).div(2),
    "divide": lambda m, f: f(raw["f"]).divide(2),
    "isnull": lambda m, f: f(raw["f"]).isnull(),
    "multiply": lambda m, f: f(raw["f"]).multiply(2),
    "notnull": lambda m, f: f(raw["f"]).notnull(),
    "product": lambda m, f: f(raw["f"]).product(),
    "rdiv": lambda m, f: f(raw["f"]).rdiv(2),
    "subtract": lambda m, f: f(raw["f"]).subtract(2),
    "autocorr": lambda m, f: f(raw["i"]).autocorr(2),
    "clip": lambda m, f: f(raw["f"]).clip(upper=1),
    "corr": lambda m, f: f(raw["f"]).corr(f(raw["i"])),
    "cov": lambda m, f: f(raw["f"]).cov(f(raw["i"])),
    "explode": lambda m, f: f(raw["k"].str.split()).explode(),
    "interpolate": lambda m, f: f(raw["f"]).interpolate(limit=1),
    "infer_objects": lambda m, f: f(raw["i"].astype(object)).infer_objects(),
    "kurt": lambda m, f: f(raw["f"]).kurt(),
    "kurtosis": lambda m, f: f(raw["f"]).kurtosis(),
    "mode": lambda m, f: f(raw["k"]).mode(),
    "rank": lambda m, f: f(raw["f"]).rank(),
    "sample": lambda m, f: f(raw["i"]).sample(frac=1).sort_index(),
    "skew": lambda m, f: f(raw["f"]).skew(),
    "abs": lambda m, f: f(raw["i"]).abs(),
    "all": lambda m, f: f(raw["b"]).all(),
    "any": lambda m, f: f(raw["b"]).any(),
    "apply": lambda m, f: f(raw["i"]).apply("max"),
    "astype": lambda m, f: f(raw["i"]).astype("str"),
    "bfill": lambda m, f: f(raw["f"]).bfill(),
    "count": lambda m, f: f(raw["s"]).count(),
    "drop_duplicates": lambda m, f: f(raw["k"]).drop_duplicates(),
    "dropna": lambda m, f: f(raw["s"]).dropna(),
    "duplicated": lambda m, f: f(raw["k"]).duplicated(),
    "ewm": lambda m, f: f(raw["f"]).ewm(alpha=0.3).mean(),
    "ffill": lambda m, f: f(raw["f"]).ffill(),
    "pad": lambda m, f: f(raw["f"]).pad() if m is md else raw["f"].ffill(),
    "backfill": lambda m, f: f(raw["f"]).backfill() if m is md else raw["f"].bfill(),
    "fillna": lambda m, f: f(raw["f"]).fillna(0),
    "groupby": lambda m, f: f(raw["i"]).groupby(f(raw["k"])).sum(),
    "head": lambda m, f: f(raw["i"]).head(2),
    "cummax": lambda m, f: f(raw["f"]).cummax(skipna=False),
    "cummin": lambda m, f: f(raw["f"]).cummin(),
    "cumprod": lambda m, f: (f(raw["f"]) / 8).cumprod(),
    "cumsum": lambda m, f: f(raw["i"]).cumsum(),
    "idxmax": lambda m, f: f(raw["i"]).idxmax(),
    "idxmin": lambda m, f: f(raw["i"]).idxmin(),
    "isin": lambda m, f: f(raw["k"]).isin(["red", "blue"]),
    "reindex": lambda m, f: f(raw["i"]).reindex([3, 0, 9]),
    "set_axis": lambda m, f: f(raw["i"].iloc[:2]).set_axis(["p", "q"]),
    "replace": lambda m, f: f(raw["k"]).replace({"red": "rose"}),
    "isin of a series": lambda m, f: f(raw["k"])[f(raw["k"]).isin(f(raw["k"]).head(1))],
    "isin of a series of floats": lambda m, f: f(raw["i"]).isin(f(raw["f"])),
    "isna": lambda m, f: f(raw["s"]).isna(),
    "map": lambda m, f: f(raw["k"]).map({"red": 1.5, "blue": 2.5}),
    "mask": lambda m, f: f(raw["i"]).mask(f(raw["b"])),
    "max": lambda m, f: f(raw["i"]).max(),
    "mean": lambda m, f: f(raw["f"]).mean(),
    "median": lambda m, f: f(raw["f"]).median(),
    "describe": lambda m, f: f(raw["f"]).describe(),
    "quantile": lambda m, f: f(raw["f"]).quantile(0.25),
    "min": lambda m, f: f(raw["f"]).min(),
    "nlargest": lambda m, f: f(raw["i"]).nlargest(3),
    "notna": lambda m, f: f(raw["s"]).notna(),
    "nsmallest": lambda m, f: f(raw["i"]).nsmallest(3),
    "nunique": lambda m, f: f(raw["k"]).nunique(),
    "pct_change": lambda m, f: (f(raw["i"]) + 40).pct_change(),
    "prod": lambda m, f: (f(raw["f"]) / 8).prod(),
    "rename_axis": lambda m, f: f(labeled["i"]).rename_axis("label"),
    "rename_axis to none": lambda m, f: f(labeled["i"]).rename_axis("label").rename_axis(None),
    "reset_index": lambda m, f: f(labeled["i"]).reset_index(),
    "rolling": lambda m, f: f(raw["f"]).rolling(4, min_periods=2, center=True).sum(),
    "round": lambda m, f: (f(raw["f"]) / 3).round(2),
    "sem": lambda m, f: f(raw["f"]).sem(),
    "shift": lambda m, f: f(raw["i"]).shift(1),
    "sort_index": lambda m, f: f(labeled["i"]).sort_index(kind="stable"),
    "sort_values": lambda m, f: f(raw["f"]).sort_values(ascending=False),
    "std": lambda m, f: f(raw["f"]).std(),
    "sum": lambda m, f: f(raw["i"]).sum(),
    "tail": lambda m, f: f(raw["i"]).tail(3),
    "to_csv": None,
    "to_tensor": None,
    "to_frame": lambda m, f: f(raw["i"]).to_frame("n"),
    "unique": None,
    "unstack": lambda m, f: f(raw.groupby(["k", "b"])["i"].sum()).unstack(0),
    "value_counts": lambda m, f: f(raw["k"]).value_counts(),
    "var": lambda m, f: f(raw["f"]).var(),
    "where": lambda m, f: f(raw["i"]).where(f(raw["i"]) > 0, -1),
    # what the class adds by hand
    "mask by": lambda m, f: f(raw["i"])[f(raw["b"])],
    "slice": lambda m, f: f(raw["i"])[2:5],
    "label": lambda m, f: f(labeled["i"].loc[~labeled.index.duplicated()])["x1 w"],
    "loc": lambda m, f: f(raw["i"]).loc[[3, 1]],
    "iloc": lambda m, f: f(raw["i"]).iloc[-2],
    "rename": lambda m, f: f(raw["i"]).rename("n"),
    "drop index": lambda m, f: f(labeled["i"]).reset_index(drop=True),
    "drop index with a name": lambda m, f: f(labeled["i"]).reset_index(drop=True, name="n"),
    "reset_index to none": lambda m, f: f(labeled["i"]).reset_index(name=None),
    "map ignoring": lambda m, f: f(pd.Series([1.5, None])).map({1.5: "a", np.nan: "b"}, na_action="ignore"),
    "at": lambda m, f: f(raw["i"]).at[4],
    "numpy": lambda m, f: np.add(f(raw["i"]), 2),
    "numpy abs": lambda m, f: np.abs(f(raw["i"])),
    "numpy log": lambda m, f: np.log(f(raw["f"]) + 1),
    "numpy hypot": lambda m, f: np.hypot(f(labeled["i"]), 2.5),
    "numpy sum": lambda m, f: np.sum(f(raw["i"])),
}


@pytest.mark.parametrize("name", [k for k, v in FRAME.items() if v])
def test_frame(session, name):
    same(FRAME[name](md, ours), FRAME[name](pd, lambda x: x))


def no_condition(d):
    d[d["i"] > 0] = "text"


REFUSED = [
    lambda m, f: no_condition(f(numbers)),
    lambda m, f: f(raw["i"]).map({1: 2}, na_action="drop"),
    lambda m, f: f(raw).iloc["a"],
]


@pytest.mark.parametrize("call", REFUSED)
def test_refused_as_pandas(session, call):
    with pytest.raises((TypeError, ValueError, IndexError)) as want:
        call(pd, lambda x: x.copy())
    with pytest.raises(want.type, match=re.escape(str(want.value))):
        call(md, ours)


def test_what_is_not_there_yet(session):
    d = ours(raw)
    for call in (
        lambda: d.reindex([1], method="ffill"),
        lambda: d.groupby("k")[["i"]].agg(len),
        lambda: d.groupby("k")["i"].agg([len, "sum"]),
        lambda: d.groupby("k").agg({"i": [len]}),
        lambda: md.get_dummies(d["k"], sparse=True),
    ):
        with option_context({"reference": "error"}), pytest.raises(NotImplementedError, match="not there yet"):
            call()


@pytest.mark.parametrize("name", [k for k, v in SERIES.items() if v])
def test_series(session, name):
    same(SERIES[name](md, ours), SERIES[name](pd, lambda x: x))


BINARY = "add sub mul truediv floordiv mod pow radd rsub rmul rtruediv rfloordiv rmod rpow eq ne lt le gt ge".split()


@pytest.mark.parametrize("name", BINARY)
def test_binary(session, name):
    few = numbers.assign(i=numbers["i"].abs() % 3 + 1.0)
    for value in (2, 1.5):
        same(getattr(ours(few), name)(value), getattr(few, name)(value))
        same(getattr(ours(few["i"]), name)(value), getattr(few["i"], name)(value))
    same(getattr(ours(few), name)(ours(few)), getattr(few, name)(few))
    same(getattr(ours(few), name)(ours(few["i"]), axis=0), getattr(few, name)(few["i"], axis=0))


def test_operators(session):
    s, t = raw["i"], raw["f"]
    m, n = ours(s), ours(t)
    for got, want in (
        (m + n, s + t),
        (2 - m, 2 - s),
        (m / n, s / t),
        (m // 2, s // 2),
        (3 % (m.abs() + 1), 3 % (s.abs() + 1)),
        (m**2, s**2),
        (-m, -s),
        (abs(m), abs(s)),
        (m > 2, s > 2),
        (m == s.to_numpy(), s == s.to_numpy()),
        ((m > 2) | (n < 1), (s > 2) | (t < 1)),
        ((m > 2) ^ (n < 1), (s > 2) ^ (t < 1)),
        (ours(raw["b"]) & True, raw["b"] & True),
        (ours(raw["k"]) + "!", raw["k"] + "!"),
        ("<" + ours(raw["k"]), "<" + raw["k"]),
        (ours(raw["k"]) == "red", raw["k"] == "red"),
        (ours(raw["t"]) + pd.Timedelta("1h"), raw["t"] + pd.Timedelta("1h")),
        (ours(raw["t"]) > "2024-03-01", raw["t"] > "2024-03-01"),
        (m - m.mean(), s - s.mean()),
        (np.int64(3) * m, np.int64(3) * s),
    ):
        same(got, want)


def test_functions(session):
    late = raw[["t", "i"]].assign(t=raw["t"] + pd.Timedelta("1h")).rename(columns={"i": "j"})
    for call in (
        lambda m, f: m.concat([f(raw), f(raw.head(3))]),
        lambda m, f: m.concat([f(numbers), f(raw[["k"]])], axis=1),
        lambda m, f: m.concat([f(raw["i"]), f(raw["f"])], ignore_index=True),
        lambda m, f: m.concat({"a": f(numbers), "b": f(numbers)}),
        lambda m, f: m.merge(f(raw), f(other), on="k"),
        lambda m, f: m.merge(f(raw[["k"]]), f(other), how="outer", indicator=True),
        lambda m, f: m.merge(f(raw), f(other), on="k", how="left_anti"),
        lambda m, f: m.merge(f(raw), f(other), on="k", how="right_anti", indicator="side", sort=True),
        lambda m, f: m.merge_asof(f(late), f(raw[["t", "i"]]), on="t", tolerance=pd.Timedelta("2h")),
        lambda m, f: m.get_dummies(f(raw[["k", "i"]]), prefix="p", dtype=int),
        lambda m, f: m.get_dummies(f(raw["k"]), drop_first=True),
        lambda m, f: m.to_datetime(f(pd.Series(["2024-01-02", "2024-03-04"]))),
        lambda m, f: m.to_datetime(f(pd.Series([1, 2])), unit="D"),
        lambda m, f: m.to_numeric(f(pd.Series(["1.5", "2", None]))),
        lambda m, f: m.to_timedelta(f(pd.Series(["1 days", "2h"]))),
        lambda m, f: m.isna(f(raw)),
        lambda m, f: m.notna(f(raw["f"])),
        lambda m, f: m.isnull(f(raw["f"])),
        lambda m, f: m.notnull(f(raw["f"])),
        lambda m, f: m.pivot_table(f(raw), values="f", index="k"),
        lambda m, f: m.pivot_table(f(raw), values=["i"], index="k", columns="b", aggfunc="sum", margins=True),
        lambda m, f: m.crosstab(f(raw["k"]), [f(raw["b"]), f(raw["i"])]),
        lambda m, f: m.crosstab(f(raw["k"]), f(raw["b"]), values=f(raw["i"]), aggfunc="sum", margins=True),
        lambda m, f: m.crosstab(f(raw["k"]), f(raw["b"]), normalize="index"),
        lambda m, f: pd.Series(local(m.factorize(f(raw["s"]))[1])),
        lambda m, f: pd.Series(local(m.factorize(f(raw["s"]))[0])),
        lambda m, f: pd.Series(local(m.factorize(f(raw["f"]), sort=True, use_na_sentinel=False)[0])),
        lambda m, f: m.merge_ordered(f(raw[["k", "i"]]), f(other), on="k"),
        lambda m, f: m.cut(f(raw["f"]), [-9, 0, 9], labels=["low", "high"]),
        lambda m, f: m.cut(f(raw["i"]), [-9, 0, 2, 99], labels=["out", "in", "out"], ordered=False),
        lambda m, f: m.qcut(f(raw["i"].drop_duplicates()), 2, retbins=True)[0],
        lambda m, f: m.melt(f(raw), "k", ["i"]),
        lambda m, f: m.from_dummies(f(pd.get_dummies(raw["k"].fillna("none")))),
        lambda m, f: m.wide_to_long(
            f(raw.reset_index()[["index", "i", "f"]].set_axis(["id", "v1", "v2"], axis=1)), "v", i="id", j="n"
        ),
        lambda m, f: m.pivot(f(raw.drop_duplicates(["i", "k"])), index="i", columns="k", values="f"),
    ):
        same(call(md, ours), call(pd, lambda x: x))
    called = {
        "crosstab",
        "cut",
        "factorize",
        "merge_ordered",
        "qcut",
        "melt",
        "wide_to_long",
        "from_dummies",
        "concat",
        "merge",
        "merge_asof",
        "get_dummies",
        "to_datetime",
        "to_numeric",
        "to_timedelta",
        "isna",
        "isnull",
        "notna",
        "notnull",
        "pivot",
        "pivot_table",
    }
    called |= {"read_csv", "read_feather", "read_json", "read_parquet", "dataframe_from_tensor", "series_from_tensor"}
    assert set(_gen.__all__) == called


def test_periods_are_refused():
    months = pd.period_range("2024-01", periods=2, freq="M")
    for given in (
        months,
        pd.Series(months),
        pd.DataFrame({"a": [1, 2]}, index=months),
        pd.Series(months).astype("category"),
    ):
        with pytest.raises(TypeError, match="Periods are not there yet"):
            ours(given)


def test_every_method_is_called():
    lines = [line.code for p in corpus.files() if "pandas" in p.name for b in corpus.read(p) for line in b.lines]
    there = set(re.findall(r"\.(\w+)", "\n".join(lines)))
    for cls, table in ((_gen.DataFrameMethods, FRAME), (_gen.SeriesMethods, SERIES)):
        names = {k for k in vars(cls) if not k.startswith("_")} - set(table) - set(BINARY) - there
        assert not names, names


def test_unique(session):
    assert local(ours(raw["k"]).unique()).tolist() == raw["k"].unique().tolist()


def test_index(session):
    x = ours(labeled.index)
    assert x.name == "s" and len(x) == len(labeled)
    pd.testing.assert_index_equal(x.to_pandas(), labeled.index)
    pd.testing.assert_index_equal(ours(labeled).index.to_pandas(), labeled.index)
    pd.testing.assert_index_equal(x.rename("z").to_pandas(), labeled.index.rename("z"))
    pd.testing.assert_series_equal(x.to_series().to_pandas(), labeled.index.to_series())
    pd.testing.assert_index_equal(md.Index([3, 1, 2], name="n").to_pandas(), pd.Index([3, 1, 2], name="n"))
    pd.testing.assert_index_equal(md.Index(ours(raw["k"])).to_pandas(), pd.Index(raw["k"]))
    days = md.date_range("2024", periods=3).to_pandas()
    pd.testing.assert_index_equal(days, pd.date_range("2024", periods=3))
    assert days.freq == "D"
    assert x.nlevels == 1 and x.names == ["s"]


def test_chunks_of_what_is_sent_have_the_rows_that_are_asked_for(session):
    """Data beyond what graphs carry is sent by itself."""
    local = pd.DataFrame({"a": np.arange(50_000), "b": np.arange(50_000) * 0.5})
    for value in (local, local.a, local.set_index("a").index):
        made = type(value).__name__
        sent = getattr(md, made if made in ("DataFrame", "Series") else "Index")(value, chunk_size=20_000)
        assert len(sent.execute().explain()) and "3 chunks" in str(sent.explain())
        got = sent.fetch()
        assert got.equals(value)
    rows = md.DataFrame(local, chunk_size=20_000).map_chunk(lambda chunk: chunk[:1]).execute().fetch()
    assert list(rows.index) == [0, 20_000, 40_000]
    assert "1000 chunks" in str(md.DataFrame(local, chunk_size=50).explain())
    assert "1021 chunks" in str(md.DataFrame(local, chunk_size=1).explain())  # more would be slivers


@pytest.mark.parametrize("rows", [10, 20_000])
def test_chunk_sizes_are_taken_alike_however_data_is_sent(session, rows):
    local = pd.DataFrame({"a": np.arange(rows), "b": 1.0})
    for size in (0, -1, None, 10**12, (rows, 2)):
        assert "1 chunk" in str(md.DataFrame(local, chunk_size=size).execute().explain())
    for size in (1.5, "x"):
        with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
            md.DataFrame(local, chunk_size=size)
