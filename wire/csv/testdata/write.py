"""What pandas' to_csv writes: frames as columns of a dtype and values (temporal ones as ticks), options, and the text."""

import json
import warnings

import numpy as np
import pandas as pd

warnings.simplefilter("ignore")
nan = float("nan")


def plain(values, dtype):
    if dtype.startswith(("datetime64", "timedelta64")):
        return [None if v is None else int(v) for v in values]
    return [None if v is None or v is pd.NA else ("inf" if v == float("inf") else "-inf" if v == -float("inf") else v) for v in values]


def series(values, dtype):
    if dtype.startswith("datetime64") and "," in dtype:
        unit = dtype[11:].split(",")[0]
        utc = pd.Series([pd.NaT if v is None else v for v in values], dtype=f"datetime64[{unit}]") if None in values else pd.Series(np.array(values, "i8").view(f"M8[{unit}]"))
        return utc.dt.tz_localize("UTC").dt.tz_convert(dtype[:-1].split(", ")[1])
    if dtype.startswith(("datetime64", "timedelta64")):
        a = np.array([np.iinfo("i8").min if v is None else v for v in values], "i8")
        return pd.Series(a.view(dtype.replace("datetime64", "M8").replace("timedelta64", "m8")))
    return pd.Series(values, dtype=dtype)


def case(cols, labels=None, **kw):
    df = pd.DataFrame({i: series(v, d) for i, (_, d, v) in enumerate(cols)})
    df.columns = [n for n, _, _ in cols]
    if labels is not None:
        levels = [series(v, d) for _, d, v in labels]
        names = [n for n, _, _ in labels]
        df.index = pd.Index(levels[0], name=names[0]) if len(levels) == 1 else pd.MultiIndex.from_arrays(levels, names=names)
    out = {
        "columns": [[n, d, plain(v, d)] for n, d, v in cols],
        "index": None if labels is None else [[n, d, plain(v, d)] for n, d, v in labels],
        "options": kw,
    }
    try:
        out["text"] = df.to_csv(**kw)
    except Exception as e:
        out["error"] = type(e).__name__ + ": " + str(e)
    return out


D = 86400
C = case
F = [("f", "float64", [0.1, 1.0, None, 1e16, 1e-5, 123456.789, 1e22, -0.0, 1e15, 123456789012345680.0, 5e-324, 0.0001])]
cases = [
    C([("a", "int64", [1, -2]), ("b", "str", ["x", None])]), C(F), C(F, index=False), C([("a", "float64", [float("inf"), -float("inf")])]),
    C([("a", "float32", [0.1, 1e10, None])]), C([("a", "bool", [True, False])]), C([("a", "uint64", [18446744073709551615])]),
    C([("a", "Int64", [1, None])]), C([("a", "boolean", [True, None])]), C([("a", "string", ["x", None])]), C([("a", "int8", [1, -128])]),
    C([("a", "Float64", [1.5, None])]), C([("a", "object", [1, "x", None, 1.5, True])]), C([("a", "category", ["x", "y", "x", None])]),
    C([("a", "float64", [None, 1.0])], index=False), C([("a", "str", [None, "x", ""])], index=False), C([("", "int64", [1])], index=False),
    C([("a", "str", ["x,y", 'q"z', "n\nl", "r\rx", " s ", "'", "#", "é"])]), C([("a,b", "int64", [1]), ('q"', "int64", [2])]),
    C([("a", "int64", [1]), ("a", "int64", [2])]), C([(0, "int64", [1]), (7, "int64", [2])]),
    C([("a", "int64", [])]), C([("a", "str", ["x;y", "x,y"])], sep=";"), C([("a", "float64", [None])], na_rep="NULL"),
    C([("a", "float64", [1.23456, 1e10, None])], float_format="%.2f"), C([("a", "float64", [1.23456, 1e10, 1e-7])], float_format="%g"),
    C([("a", "float64", [1.23456, 1e10])], float_format="%.3e"), C([("a", "float64", [1.25])], decimal=","),
    C([("a", "float64", [1.25])], decimal=",", sep=";"), C([("a", "int64", [1])], header=False), C([("a", "int64", [1])], index_label="k"),
    C([("a", "int64", [1, 2])], [("k", "str", ["x", "y"])]), C([("a", "int64", [1, 2])], [(None, "float64", [1.5, 2.0])]),
    C([("a", "int64", [1, 2])], [("k", "str", ["x", "y"]), (None, "int64", [1, 2])]),
    C([("a", "int64", [1, 2])], [("k", "datetime64[us]", [0, D * 1000000])]),
    C([("a", "datetime64[us]", [0, D * 1000000, None])]), C([("a", "datetime64[us]", [0, 1000000])]), C([("a", "datetime64[us]", [0, 500000])]),
    C([("a", "datetime64[us]", [1, 500000, None])]), C([("a", "datetime64[ns]", [0, 500000001])]), C([("a", "datetime64[ns]", [0, 3000])]),
    C([("a", "datetime64[s]", [0, -1])]), C([("a", "datetime64[s]", [-62135596800, 253402300799])]), C([("a", "datetime64[ms]", [5, None])]),
    C([("a", "datetime64[us, UTC]", [0, 1000000])]), C([("a", "datetime64[us, Europe/Berlin]", [0, 1600000000000000])]),
    C([("a", "datetime64[us]", [1600000000123456, None])], date_format="%d.%m.%Y %H:%M:%S.%f %j %b %A %p %I %y"),
    C([("a", "datetime64[us, Europe/Berlin]", [1600000000000000])], date_format="%Y-%m-%d %H:%M %z %Z"),
    C([("a", "timedelta64[us]", [0, D * 1000000, None])]), C([("a", "timedelta64[us]", [1500000, -1])]), C([("a", "timedelta64[ns]", [1])]),
    C([("a", "int64", [1]), ("b", "str", ["x"]), ("c", "float64", [None])], quoting=1),
    C([("a", "int64", [1]), ("b", "str", ["x"]), ("c", "float64", [2.5])], quoting=2), C([("b", "str", ["x,y"])], quoting=3, escapechar="\\"),
    C([("b", "str", ["x,y"])], quoting=3), C([("b", "str", ['x"y'])], doublequote=False, escapechar="\\"),
    C([("b", "str", ['x"y', "x'y"])], quotechar="'"), C([("b", "str", ["x", "y\nz"])], lineterminator="\r\n"),
    C([("b", "int64", [1])], header=["other"]), C([("b", "str", ["a\\b"])], escapechar="\\"),
]
print('{"pandas": "%s", "cases": [' % pd.__version__)
print(",\n".join(json.dumps(c) for c in cases))
print("]}")
