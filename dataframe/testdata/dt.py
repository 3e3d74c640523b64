"""Answers of Series.dt: python dt.py > dt.json"""
import os
import sys
import warnings

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

warnings.simplefilter("ignore")
texts = ["1969-12-31 23:59:59.123456", "2024-02-29 12:30:00", "1600-01-01", "2023-12-31 01:02:03", None, "2000-02-29 00:00:00.000001",
         "1899-12-31 13:00", "2021-01-03 11:59:59.999999", "2100-02-28 23:59:59", "2024-03-10 06:59:59", "2024-03-10 07:00", "2024-11-03 05:30",
         "2024-11-03 06:30", "1970-01-01", "2020-06-30 12:00"]
us = pd.Series(pd.to_datetime(texts, format="ISO8601"), name="t")
days = pd.Series(pd.date_range("1999-12-20", periods=40, freq="37D", unit="s"))
inputs = {
    "us": us,
    "s": us.dt.as_unit("s"),
    "ms": us.dt.as_unit("ms"),
    "ns": pd.Series(pd.to_datetime(["1969-12-31 23:59:59.123456789", "2024-02-29", "1700-01-01 00:00:00.000000001"], format="ISO8601")),
    "ny": us.dt.tz_localize("UTC").dt.tz_convert("America/New_York"),
    "fixed": us.dt.as_unit("ms").dt.tz_localize("+05:30"),
    "full": us.dropna(),
    "days": days,
    "none": pd.Series([pd.NaT, pd.NaT], dtype="M8[us]"),
    "empty": pd.Series([], dtype="M8[ns]"),
    "ancient": pd.Series(np.array(["0001-01-01", "-0044-03-15", "12024-12-31"], dtype="M8[s]")),
}
fields = ("year month day hour minute second microsecond nanosecond day_of_week day_of_year quarter days_in_month is_month_start is_month_end "
          "is_quarter_start is_quarter_end is_year_start is_year_end is_leap_year").split()
calls = {f: (lambda s, f=f: getattr(s.dt, f)) for f in fields}
calls.update({
    "weekday": lambda s: s.dt.weekday,
    "normalize": lambda s: s.dt.normalize(),
    "floor h": lambda s: s.dt.floor("h"),
    "floor 3D": lambda s: s.dt.floor("3D"),
    "floor ms": lambda s: s.dt.floor("ms"),
    "floor 1h30min": lambda s: s.dt.floor("1h30min"),
    "ceil 15min": lambda s: s.dt.ceil("15min"),
    "ceil D": lambda s: s.dt.ceil("D"),
    "round 2s": lambda s: s.dt.round("2s"),
    "round D": lambda s: s.dt.round("D"),
    "round 7us": lambda s: s.dt.round("7us"),
    "floor ME": lambda s: s.dt.floor("ME"),
    "strftime": lambda s: s.dt.strftime("%Y-%m-%d %H:%M:%S.%f"),
    "strftime date": lambda s: s.dt.strftime("%d.%m.%y, %j"),
    "strftime names": lambda s: s.dt.strftime("%a %A %b %B %I %p %P"),
    "strftime weeks": lambda s: s.dt.strftime("%U %W %w %u %V %G %g"),
    "strftime library": lambda s: s.dt.strftime("%T|%D|%F|%h|%C|%c|%x|%X|%e|%k|%l|%R|%r|%n%t|%%"),
    "strftime flags": lambda s: s.dt.strftime("%-d %_d %^a %-m/%-H %-j %_j %q é %"),
    "strftime zone": lambda s: s.dt.strftime("%z %Z"),
    "day_name": lambda s: s.dt.day_name(),
    "month_name": lambda s: s.dt.month_name(),
    "isocalendar": lambda s: s.dt.isocalendar(),
    "localize": lambda s: s.dt.tz_localize("Europe/Berlin"),
    "localize fixed": lambda s: s.dt.tz_localize("-03:00"),
    "localize none": lambda s: s.dt.tz_localize(None),
    "convert": lambda s: s.dt.tz_convert("Asia/Tokyo"),
    "convert none": lambda s: s.dt.tz_convert(None),
    "as_unit s": lambda s: s.dt.as_unit("s"),
    "as_unit us": lambda s: s.dt.as_unit("us"),
})
cases = {"in " + k: s for k, s in inputs.items()}
for name, f in calls.items():
    for k, s in inputs.items():
        if k in ("us", "ny") or (name in fields) or (k in ("s", "none", "empty", "fixed") and name[:4] in ("floo", "roun", "strf", "conv", "as_u", "isoc")):
            if k == "ancient" and name[:4] == "strf":
                continue
            cases[name + "/" + k] = golden.call(lambda: f(s))

deltas = pd.Series(pd.to_timedelta(["1 days 02:03:04.005006", "-1 days", "-00:00:00.000001", None, "3s", "99 days 23:59:59.999999"]))
spans = {
    "d us": deltas,
    "d s": deltas.dt.as_unit("s"),
    "d ns": pd.Series(pd.to_timedelta([1234567890123456789, -1, 5_500_000_000])),
    "d none": pd.Series([pd.NaT], dtype="m8[us]"),
    "d empty": pd.Series([], dtype="m8[us]"),
}
dcalls = {f: (lambda s, f=f: getattr(s.dt, f)) for f in "days seconds microseconds nanoseconds components".split()}
dcalls.update({
    "total_seconds": lambda s: s.dt.total_seconds(),
    "floor h": lambda s: s.dt.floor("h"),
    "round s": lambda s: s.dt.round("s"),
    "ceil D": lambda s: s.dt.ceil("D"),
    "as_unit ms": lambda s: s.dt.as_unit("ms"),
})
for k, s in spans.items():
    cases["in " + k] = s
    for name, f in dcalls.items():
        cases[name + "/" + k] = golden.call(lambda: f(s))

edges = pd.Series(pd.to_datetime(["2024-03-10 02:30", "2024-11-03 01:30", "2024-11-03 01:59:59", "2024-03-10 01:59:59", "2024-03-10 03:00",
                                  "2024-11-03 00:59:59", "2024-11-03 02:00", "2024-07-01"], format="ISO8601"))
cases["in edges"] = edges
for amb in ("raise", "NaT", True, False):
    for non in ("raise", "NaT", "shift_forward", "shift_backward"):
        a = np.array([amb] * len(edges)) if isinstance(amb, bool) else amb
        cases[f"edges {amb} {non}"] = golden.call(lambda: edges.dt.tz_localize("America/New_York", ambiguous=a, nonexistent=non))
local = pd.Series(pd.to_datetime(["2024-03-10 06:30", "2024-03-10 07:30", "2024-11-03 05:30", "2024-11-03 06:30"], format="ISO8601")).dt.tz_localize(
    "UTC").dt.tz_convert("America/New_York")
cases["in local"] = local
cases["local floor h"] = golden.call(lambda: local.dt.floor("h"))
cases["local floor h NaT"] = golden.call(lambda: local.dt.floor("h", ambiguous="NaT"))
gaps = pd.Series(pd.to_datetime(["2024-03-31 02:30", "2024-03-31 04:00", None]))
for by in ("1h", "-45min", "10min"):
    cases["gaps moved " + by] = golden.call(lambda: gaps.dt.tz_localize("Europe/Berlin", nonexistent=pd.Timedelta(by)))
cases["in gaps"] = gaps
cases["local round 2h"] = golden.call(lambda: local.dt.round("2h", ambiguous="NaT", nonexistent="shift_forward"))
cases["local floor D"] = golden.call(lambda: local.dt.floor("D"))
cases["bad delta"] = golden.call(lambda: deltas.dt.year)
cases["bad time"] = golden.call(lambda: us.dt.days)
cases["bad unit"] = golden.call(lambda: inputs["s"].dt.floor("7us"))
cases["bad number"] = golden.call(lambda: pd.Series([1]).dt)
cases["bad zone"] = golden.call(lambda: us.dt.tz_localize("Mars/Base"))
golden.write(cases)
