"""The methods of Series.str and Series.dt give what those of pandas give."""

import re

import pandas as pd
import pytest
from framedata import ours, raw, same, span

from mars.dataframe import _gen

STR = {
    "cat": [lambda s: s.str.cat(sep="-"), lambda s: s.str.cat(s, sep="/")],
    "center": [lambda s: s.str.center(8, "*")],
    "contains": [lambda s: s.str.contains("x"), lambda s: s.str.contains("X", case=False, regex=False, na=False)],
    "count": [lambda s: s.str.count("[xy]")],
    "endswith": [lambda s: s.str.endswith("w")],
    "extract": [lambda s: s.str.extract(r"([xy])(\d)"), lambda s: s.str.extract(r"(\d)", expand=False)],
    "find": [lambda s: s.str.find("w", 1)],
    "findall": [lambda s: s.dropna().str.findall(r"[a-z]")],
    "fullmatch": [lambda s: s.str.fullmatch(r"x\d w")],
    "get": [lambda s: s.str.get(1), lambda s: s.str[0]],
    "join": [lambda s: s.str.join("-")],
    "ljust": [lambda s: s.str.ljust(7)],
    "lstrip": [lambda s: s.str.lstrip("xy")],
    "match": [lambda s: s.str.match("x")],
    "pad": [lambda s: s.str.pad(7, "both", "_")],
    "partition": [lambda s: s.str.partition(" ")],
    "removeprefix": [lambda s: s.str.removeprefix("x")],
    "removesuffix": [lambda s: s.str.removesuffix("w")],
    "repeat": [lambda s: s.str.repeat(2)],
    "replace": [
        lambda s: s.str.replace("x", "Q"),
        lambda s: s.str.replace(r"\d", "#", regex=True),
        lambda s: s.str.replace(re.compile("X", re.IGNORECASE), "#", regex=True),
    ],
    "rfind": [lambda s: s.str.rfind("w")],
    "rjust": [lambda s: s.str.rjust(7)],
    "rpartition": [lambda s: s.str.rpartition()],
    "rsplit": [lambda s: s.str.rsplit(n=1, expand=True)],
    "rstrip": [lambda s: s.str.rstrip("w ")],
    "slice": [lambda s: s.str.slice(0, 3, 2), lambda s: s.str[1:3]],
    "slice_replace": [lambda s: s.str.slice_replace(1, 2, "?")],
    "split": [lambda s: s.str.split(" ", expand=True)],
    "startswith": [lambda s: s.str.startswith("x"), lambda s: s.str.startswith(("x", "y"), na=True)],
    "strip": [lambda s: s.str.strip("xw")],
    "zfill": [lambda s: s.str.zfill(6)],
}
DT = {
    "as_unit": [lambda s: s.dt.as_unit("s")],
    "ceil": [lambda s: s.dt.ceil("h")],
    "floor": [lambda s: s.dt.floor("D")],
    "round": [lambda s: s.dt.round("2h")],
    "strftime": [lambda s: s.dt.strftime("%Y/%m")],
    "tz_localize": [
        lambda s: s.dt.tz_localize("Europe/Berlin"),
        lambda s: s.dt.tz_localize("UTC").dt.tz_localize(None),
    ],
    "tz_convert": [lambda s: s.dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo")],
}
DELTA = {"days", "seconds", "microseconds", "nanoseconds", "components", "total_seconds"}


@pytest.mark.parametrize("name", sorted(k for k in vars(_gen.StrMethods) if not k.startswith("_")))
def test_str(session, name):
    s = raw["s"]
    for call in STR.get(name, [lambda s: getattr(s.str, name)()]):
        same(call(ours(s)), call(s))


@pytest.mark.filterwarnings("ignore:Series.dt")
@pytest.mark.parametrize("name", sorted(k for k in vars(_gen.DtMethods) if not k.startswith("_")))
def test_dt(session, name):
    s = span if name in DELTA else raw["t"]
    if name not in DT:
        want = getattr(s.dt, name)
        got = getattr(ours(s).dt, name)
        same(
            got() if callable(want) and not isinstance(want, (pd.Series, pd.DataFrame)) else got,
            want() if callable(want) else want,
        )
        return
    for call in DT[name]:
        same(call(ours(s)), call(s))


@pytest.mark.parametrize(
    "call",
    [
        lambda s: s.str.replace(re.compile("x"), "y"),
        lambda s: s.str.replace(re.compile("x"), "y", regex=True, case=False),
        lambda s: s.str.replace(re.compile("x"), "y", regex=True, flags=re.IGNORECASE),
        lambda s: s.str.replace("x", lambda m: "y"),
        lambda s: s.str.replace("x", 1),
    ],
)
def test_replace_refuses_as_pandas(session, call):
    with pytest.raises((ValueError, TypeError)) as want:
        call(raw["s"])
    with pytest.raises(want.type, match=str(want.value)):
        call(ours(raw["s"]))
