"""Answers of pandas.to_datetime: python todatetime.py > todatetime.json"""
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
    "dates": (T("2024-01-02", None, "1969-12-31", "0001-01-01", "", "NaT"), {}),
    "nothing first": (T(None, None, None, None, None, "", None, None, "03.02.2024"), {}),
    "times": (T("2024-01-02 03:04:05", "1969-12-31 23:59:59"), {}),
    "micros": (T("2024-01-02T03:04:05.1", "2024-02-03T00:00:00.123456"), {}),
    "nanos": (T("2024-01-02T03:04:05.1", "2024-02-03T00:00:00.1", "2024-02-03T00:00:00.1", "2024-02-03T00:00:00.1234567", None), {}),
    "slashes": (T("01/02/2024", "02/13/2024"), {}),
    "day first": (T("13/02/2024", "02/03/2024"), {}),
    "dayfirst": (T("01/02/2024", "03/02/2024"), {"dayfirst": True}),
    "compact": (T("20240102", "20240203"), {}),
    "words": (T("Jan 2, 2024", "Feb 3, 2024"), {}),
    "half days": (T("2 January 2024 10:00 PM"), {}),
    "coerce": (T("2024-01-02", "x", "2024-02-30", None), {"errors": "coerce"}),
    "coerce first": (T("x", "2024-01-02"), {"errors": "coerce"}),
    "coerce all": (T("x", "y"), {"errors": "coerce"}),
    "empty": (T(), {}),
    "none": (T(None, None), {}),
    "none utc": (T(None, None), {"utc": True}),
    "zone": (T("2024-01-02 00:00+01:00", "2024-07-02 00:00+01:00", None), {}),
    "zulu": (T("2024-01-02T03:04:05Z", "2024-02-03T00:00:00Z"), {}),
    "zones": (T("2024-01-02 00:00+01:00", "2024-01-02 00:00+01:00", "2024-01-02 00:00+01:00", "2024-01-02 00:00+02:00"), {}),
    "zones utc": (T("2024-01-02 00:00+01:00", "2024-01-02 00:00+02:00"), {"utc": True}),
    "utc": (T("2024-01-02", None), {"utc": True}),
    "iso": (T("2024-01-02", "2024-01-03 10:00", "2024-01-03T10:00:00.5"), {"format": "ISO8601"}),
    "mixed": (T("2024-01-02", "03/01/2024", "5 Feb 2024"), {"format": "mixed"}),
    "format": (T("02.01.2024", "3.1.2024"), {"format": "%d.%m.%Y"}),
    "format coerce": (T("02.01.2024", "x"), {"format": "%d.%m.%Y", "errors": "coerce"}),
    "format nanos": (T("2024-01-02 03:04:05.123456789"), {"format": "%Y-%m-%d %H:%M:%S.%f"}),
    "bad text": (T("2024-01-02", "x"), {}),
    "bad form": (T("2024-01-02", "2024/01/03"), {}),
    "bad range": (T("1600-01-01 00:00:00.123456789"), {}),
    "bad iso": (T("2024-01-02", "a"), {"format": "ISO8601"}),
    "ints": (N(0, 1, 86400, -1), {"unit": "s"}),
    "ints ns": (N(0, 1, 86400), {}),
    "days": (N(1, 2, -700000), {"unit": "D"}),
    "hours": (pd.Series([1, 2], dtype="int32"), {"unit": "h"}),
    "ms utc": (N(1, 2), {"unit": "ms", "utc": True}),
    "floats": (N(0.5, np.nan, 1.25, -1.75, 1e9 + 0.1, 0.123456789), {"unit": "s"}),
    "whole floats": (N(1.0, 2.0, np.nan), {"unit": "s"}),
    "float days": (N(1.5, 0.1), {"unit": "D"}),
    "nullable": (pd.Series([1, None], dtype="Int64"), {"unit": "s"}),
    "nan": (N(np.nan, np.nan), {"unit": "s"}),
    "bad number": (N(2**62), {"unit": "s"}),
    "bad number coerce": (N(2**62, 1), {"unit": "s", "errors": "coerce"}),
    "bad bool": (N(True), {}),
    "times again": (pd.Series(pd.to_datetime(["2024-01-02"])).astype("M8[s]"), {}),
    "times utc": (pd.Series(pd.to_datetime(["2024-01-02"])), {"utc": True}),
    "tokyo utc": (pd.Series(pd.to_datetime(["2024-01-02"])).dt.tz_localize("Asia/Tokyo"), {"utc": True}),
    "category": (pd.Series(["2024-01-02", None, "2024-01-03", "2024-01-02"], dtype="category"), {}),
    "object": (pd.Series(["2024-01-02", None], dtype=object), {}),
    "string": (pd.Series(["2024-01-02", None], dtype="string"), {}),
    "day first iso": (T("2024-01-02", "2024-03-04"), {"dayfirst": True}),
    "day first compact": (T("20240102", "20240113"), {"dayfirst": True}),
    "day first mixed": (T("2024-01-13", "2024-01-02", "13.02.2024", "03/04/2024"), {"format": "mixed", "dayfirst": True}),
    "month first mixed": (T("13/02/2024", "03/04/2024"), {"format": "mixed"}),
    "object times": (O("2024-01-02", pd.Timestamp("2024-01-03 10:00"), None, pd.NaT), {}),
    "object times first": (O(pd.Timestamp("2024-01-03").as_unit("s"), pd.Timestamp("2024-01-03").as_unit("ms")), {}),
    "object seconds": (O(pd.Timestamp("2024-01-03").as_unit("s"), None), {}),
    "object numbers": (O(5, 1.5, pd.Timestamp("2024-01-03")), {}),
    "object unit": (O(pd.Timestamp("2024-01-03"), 86400, "2024-05-01"), {"unit": "s"}),
    "object coerce": (O("2024-01-02", "x", 5, True, (1, 2)), {"errors": "coerce"}),
    "object format": (O(20240102, "20240103", pd.Timestamp("2024-01-04")), {"format": "%Y%m%d"}),
    "object utc": (O("2024-01-02", pd.Timestamp("2024-01-03", tz="Asia/Tokyo")), {"utc": True}),
    "bad object": (O(pd.Timestamp("2024-01-03"), True), {}),
    "ints format": (N(20240102, 20240203), {"format": "%Y%m%d"}),
    "floats format": (N(20240102, np.nan), {"format": "%Y%m%d"}),
    "unit of texts": (T("2024-01-02", "2024-01-03 10:00"), {"unit": "s"}),
}
cases = {}
for name, (s, kw) in calls.items():
    cases["in " + name] = s
    cases[name] = golden.call(lambda: pd.to_datetime(s, **kw))
cases["zone of objects"] = pd.to_datetime(O(pd.Timestamp("2024-01-03", tz="Asia/Tokyo"), None))
cases["year of"] = pd.to_datetime(calls["nanos"][0]).dt.nanosecond
golden.write(cases)
