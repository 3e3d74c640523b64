"""Answers of resample: python resample.py > resample.json"""
import os
import sys
import warnings

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
from golden import call, write

warnings.simplefilter("ignore")
r = np.random.RandomState(5)


def times(start, days, n, unit, tz=None):
    t = pd.DatetimeIndex(pd.Timestamp(start) + pd.to_timedelta(np.sort(r.randint(0, days * 86400, n)), unit="s"))
    if tz is not None:
        t = t.tz_localize(tz, ambiguous=True, nonexistent="shift_forward")
    return t.as_unit(unit)


inputs = {
    "year": times("2023-11-30 22:13", 400, 24, "us"),
    "spring": times("2024-03-09 12:00", 4, 24, "ms", "America/New_York"),
    "autumn": times("2024-10-26 20:00", 4, 24, "s", "Europe/Berlin"),
}
cases = {}
for name, t in inputs.items():
    d = pd.DataFrame({"t": t, "i": np.arange(len(t)), "f": np.where(np.arange(len(t)) % 5 == 2, np.nan, np.arange(len(t)) / 4)})
    cases[name] = d.sample(frac=1, random_state=1, ignore_index=True)


def case(name, freq, closed=None, label=None, origin="start_day", offset=None):
    d = cases[name]
    kw = {"closed": closed, "label": label, "origin": origin, "offset": offset, "on": "t"}
    if name != "year" and isinstance(origin, str) and origin[0] == "2":
        kw["origin"] = pd.Timestamp(origin, tz=d.t.dt.tz)
    key = "|".join([name, freq, closed or "", label or "", origin, offset or ""])
    cases[key] = call(lambda: d.resample(freq, **kw).agg(["sum", "count"]))


for freq in "7h D 2D W W-WED 2W ME 2ME MS QE QE-FEB QS QS-NOV 2QS YE YS YE-JUN B 2B BME BMS BQE BQS BYE BYS SME SMS 36h 1h30min".split():
    for name in inputs:
        if name == "year" and freq == "1h30min" or name != "year" and freq[-3:] in ("NOV", "JUN", "FEB"):
            continue
        case(name, freq)
        case(name, freq, "left", "right")
        case(name, freq, "right", "left")
for name in inputs:
    for freq in ("7h", "2D"):
        for origin in ("epoch", "start", "end", "end_day", "2024-01-01 05:00:00"):
            case(name, freq, origin=origin)
        case(name, freq, offset="5h")
        case(name, freq, origin="end", offset="-3h")
d = cases["year"]
cases["dict"] = d.resample("W", on="t").agg({"i": "sum", "f": ["max", "count"]})
cases["empty"] = d[:0].resample("D", on="t").agg(["sum", "count"])
cases["column"] = d.set_index("t")["i"].resample("QS").sum()
cases["level"] = d.set_index(["i", "t"])["f"].resample("MS", level="t").agg(["min", "max"])
cases["select"] = d.resample("W", on="t")[["i"]].sum()
cases["offset"] = d.resample("7h", on="t", offset="2h").count()
write(cases)
