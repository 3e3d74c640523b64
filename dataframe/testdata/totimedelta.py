"""Answers of pandas.to_timedelta: python totimedelta.py > totimedelta.json"""
import os
import sys
import warnings

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

warnings.simplefilter("ignore")
T = lambda *v: pd.Series(list(v), dtype="str", name="t")
O = lambda *v: pd.Series(list(v), dtype=object, name="t")
N = lambda *v: pd.Series(list(v))
calls = {
    "units": (T("1 days", "3s", "1h30min", "1.5 days", "5 us", "1 day 2 hours 3 minutes 4.5 seconds", "1W", None, "", "NaT", "1 m", "1H", "1d", "1D2h",
                " 1 s ", "-1h 30min", "1h 1h", "+1 day", "- 1 day", "2 millis"), {}),
    "clocks": (T("-1 days +02:03:04", "-1 days 02:03:04", "00:00:01.5", "-00:00:01", "1 days 24:00:00", "100:00:00", "1 day, 2:03:04", "00:00:60",
                 "2 days 3:04:05.5"), {}),
    "iso": (T("P1DT2H3M4.5S", "PT36H", "P1W", "-P1D"), {}),
    "nanos": (T("1s", "2s", "3s", "4s", "5ns", None), {}),
    "nano clock": (T("00:00:01.123000000"), {}),
    "fractions": (T("1.123456789 ms", "0.1us", "1.9ns"), {}),
    "thousand nanos": (T("1000ns"), {}),
    "no unit": (T("10", "-5"), {}),
    "coerce": (T("x", "1s"), {"errors": "coerce"}),
    "coerce all": (T("x"), {"errors": "coerce"}),
    "none": (T(None), {}),
    "empty": (T(), {}),
    "ints": (N(1, 2), {}),
    "seconds": (N(1, -2), {"unit": "s"}),
    "days": (pd.Series([1, 2], dtype="int8"), {"unit": "D"}),
    "floats": (N(1.5, np.nan, 0.1), {"unit": "s"}),
    "whole floats": (N(1.0, 2.0), {"unit": "s"}),
    "float days": (N(0.1), {"unit": "D"}),
    "float nanos": (N(1.5), {}),
    "nullable": (pd.Series([1, None], dtype="Int64"), {"unit": "s"}),
    "nan": (N(np.nan), {"unit": "s"}),
    "again": (pd.Series(pd.to_timedelta(["1s"])), {}),
    "object": (O(pd.Timedelta("1D"), "2D", None), {}),
    "object numbers": (O(pd.Timedelta("1D"), 5, 1.5), {}),
    "object unit": (O(pd.Timedelta("1D"), 5), {"unit": "s"}),
    "object seconds": (O(pd.Timedelta("1D").as_unit("s"), None), {}),
    "object coerce": (O(pd.Timedelta("1D"), "x"), {"errors": "coerce"}),
    "bad object": (O(pd.Timedelta("1D"), True), {}),
    "bad object unit": (O(pd.Timedelta("1D"), "2D"), {"unit": "s"}),
    "bad text": (T("1s", "x"), {}),
    "bad unit": (T("2 weeks"), {}),
    "bad month": (T("1M"), {}),
    "bad clock": (T("12:30"), {}),
    "bad sign": (T("1 day -02:00:00"), {}),
    "bad number": (T("1.5"), {}),
    "bad rest": (T("5 days 3"), {}),
    "bad unit of texts": (T("1"), {"unit": "s"}),
}
cases = {}
for name, (s, kw) in calls.items():
    cases["in " + name] = s
    cases[name] = golden.call(lambda: pd.to_timedelta(s, **kw))
golden.write(cases)
