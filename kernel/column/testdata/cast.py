"""Goldens of Cast: every kind of column to every kind of dtype."""
import os
import sys
import warnings

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../golden"))
import golden

warnings.simplefilter("ignore")
S, T = pd.Series, pd.to_datetime
sources = {
    "int64": S([1, 0, -3]), "int64 big": S([300, -1, 2**40]), "int64 bools": S([1, 0]), "uint8": S([1, 0, 255], dtype="uint8"),
    "uint64": S([1, 2**64 - 1], dtype="uint64"), "int16": S([7], dtype="int16"),
    "float64": S([1.5, 0.0, 2.0]), "float64 whole": S([1.0, 0.0, -2.0]), "float64 nan": S([1.0, np.nan]), "float64 inf": S([1.0, np.inf]),
    "float32": S([0.1, 1e6], dtype="f4"), "bool": S([True, False]), "complex": S([1 + 2j, 0j]),
    "str": S(["1", "0", "12", "1"]), "str nan": S(["1", None, "2"]), "str floats": S(["1.5", "-2.25", "1e3"]), "str pad": S([" 2 ", "1_0"]),
    "str bad": S(["a", "1"]), "str empty": S(["", "x"]), "str dates": S(["2020-01-02", "2021-03-04"]),
    "str times": S(["2020-01-02 03:04:05.123", "2021-03-04T01:02:03"]), "str nanos": S(["2020-01-02 03:04:05.123456789"]),
    "str offset": S(["2020-01-02 03:04:05+01:00"]), "str date nan": S(["2020-01-02", None]), "str month": S(["2020-13-01"]),
    "str day": S(["2020-02-30"]), "str forms": S(["20200102", "2020", "2020-03", "2020/01/02", "01/02/2020", "2020-01-02T03", "NaT", ""]),
    "str spans": S(["1 days", "2 days 03:04:05", "-1 days +02:00:00.5", "1.5h", "3 min", "5s", "00:00:01", "NaT"]), "str unit": S(["1 foo"]),
    "str int8": S(["300"]), "string": S(["1", None, "2"], dtype="string"), "string whole": S(["1", "2"], dtype="string"),
    "Int64": S([1, None, 3], dtype="Int64"), "Int64 whole": S([300, 2], dtype="Int64"), "Float64": S([1.5, None], dtype="Float64"),
    "boolean": S([True, None], dtype="boolean"), "boolean whole": S([True, False], dtype="boolean"),
    "dt": T(S(["2020-01-02 03:04:05", "1969-12-31 00:00:00"])), "dt nat": T(S(["2020-01-02", None])), "dt far": S(np.array(["3000-01-01"], "M8[us]")),
    "dt ms": S(np.array(["2020-01-02T03:04:05.123", "2020-01-01"], "M8[us]")), "dt ns": S(np.array(["2020-01-02T03:04:05.123456789"], "M8[ns]")),
    "dt s": S(np.array(["2020-01-02"], "M8[s]")), "dt utc": T(S(["2020-01-02 03:04:05"])).dt.tz_localize("UTC"),
    "dt vienna": S(np.array(["2020-01-02T03:04:05.5", "2020-07-01"], "M8[us]")).dt.tz_localize("Europe/Vienna"),
    "td": S(pd.to_timedelta(["1 days", "-1 days 02:00:00.5"])), "td days": S(pd.to_timedelta(["1 days", None])),
    "td s": S(np.array([86400, 3600 * 27, -5], "m8[s]")), "td ns": S(np.array([3600000000001, 15], "m8[ns]")),
    "cat": S(["a", "b", "a"]).astype("category"), "cat nan": S(["a", None]).astype("category"), "cat int": S([3, 1, 3]).astype("category"),
    "cat int nan": S([3, None]).astype("category"), "cat dt": T(S(["2020-01-02", None])).astype("category"),
    "obj": S([1, "a", None], dtype=object), "obj int": S([1, 2], dtype=object), "obj none": S([1, None], dtype=object),
    "obj bool": S([True, False], dtype=object), "obj str": S(["1", "2"], dtype=object), "obj float": S([1.5, 2], dtype=object),
    "obj empty": S([], dtype=object), "str none": S([], dtype="str"), "int none": S([], dtype="int64"),
}
targets = ["int64", "int8", "uint8", "uint64", "float64", "float32", "complex128", "bool", "str", "string", "object", "category", "Int64", "Int8",
           "UInt8", "Float64", "Float32", "boolean", "datetime64[ns]", "datetime64[us]", "datetime64[s]", "datetime64[D]", "datetime64[us, UTC]",
           "datetime64[us, Europe/Vienna]", "timedelta64[ns]", "timedelta64[s]", "timedelta64[D]"]


def case(s, t):
    try:
        return golden.column(s.astype(t))
    except Exception as e:
        return {"error": str(e), "type": type(e).__name__}


out = {}
for name, s in sources.items():
    out[name] = {"from": golden.column(s), "to": {t: case(s, t) for t in targets}}
golden.write(out)
