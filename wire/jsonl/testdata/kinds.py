"""Writes texts.json, lines of JSON by name, and prints what pandas reads from them; writes written.txt, what pandas writes.

    python kinds.py > kinds.json
"""

import io
import json
import pathlib
import sys
import warnings

import numpy as np
import pandas as pd

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here / "../../../marstest"))
import golden  # noqa: E402

columns = {
    "ints": ["1", "2"], "int null": ["1", "null"], "int absent": ["1", "-"], "whole": ["1.0", "2.0"], "floats": ["1.0", "2.5"],
    "nulls": ["null", "null"], "bools": ["true", "false"], "bool null": ["true", "null"], "bool int": ["true", "1"],
    "bool float": ["true", "1.5"], "bool text": ["true", '"a"'], "text null": ['"a"', "null"], "text int": ['"a"', "1"],
    "numerals": ['"1"', '"2"'], "numeral int": ['"1.5"', "2"], "numeral null": ['"1"', "null"], "empty text": ['""', '"a"'],
    "nan text": ['"nan"', '"1"'], "uints": ["18446744073709551615", "1"], "uint negative": ["18446744073709551615", "-1"],
    "uint null": ["9223372036854775808", "null"], "lists": ["[1,2]", "null"], "list int": ["[1]", "1"], "huge": ["1e400", "1"],
    "blanks": ['" 1"', '"2 "'], "underscore": ['"1_0"', '"2"'], "hex": ['"0x10"', '"2"'], "bool absent": ["true", "true", "-"],
    "words": ['"True"', '"False"'], "NaN": ["NaN", "1"], "Infinity": ["Infinity", "1"], "minus zero": ["-0", "1"], "powers": ["1e3", "2"],
    "long": ["123456789012345678", "2"], "inf text": ['"inf"', '"2"'], "rounded": ["9007199254740993.0", "1"],
    "least": ["-9223372036854775808", "9223372036854775807"], "list absent": ['["a"]', "-"],
}  # fmt: skip
texts = {n: "\n".join('{"c":%s}' % v if v != "-" else '{"z":0}' for v in vs) + "\n" for n, vs in columns.items()}
times = {
    "dates": ['"2020-01-01"', '"2020-01-02T03:04:05"'], "utc": ['"2020-01-01T00:00:00Z"', "null"], "seconds": ["1600000000", "1600000001"],
    "small": ["1600000000000", "1"], "millis": ["1600000000000", "null"], "nanos": ["1600000000000000000", "1600000000000000001"],
    "no date": ['"x"', '"2020-01-01"'], "two zones": ['"2020-01-01 00:00:00+02:00"', '"2020-01-01 00:00:00+03:00"'],
}  # fmt: skip
texts |= {n: "\n".join('{"created_at":%s}' % v for v in vs) + "\n" for n, vs in times.items()}
texts |= {
    "blank lines": '{"a":1,"b":2}\n\n \n{"b":3,"c":"x"}\n', "crlf": '{"a":1}\r\n{"a":2}\r\n', "no end": '{"a":1}\n{"a":2}',
    "twice": '{"a":1,"a":2}\n', "escapes": '{"a":"\\ud83d\\ude00 \\u00e9\\n\\t\\"\\\\\\/","b\\u0031":"\\b\\f\\r"}\n', "spaces": ' { "a" : 1 , "b" : "x" } \n',
    "orders": '{"a":1,"b":2,"c":3}\n{"c":4,"a":5}\n{"b":6}\n',
}  # fmt: skip
cases = {n: golden.call(lambda t=t: pd.read_json(io.StringIO(t), lines=True)) for n, t in texts.items()}
(here / "texts.json").write_text(json.dumps(texts, indent=1) + "\n")

warnings.simplefilter("ignore")
floats = [0.1, 1.0, 1e-11, 1.5e-10, 123456.123456789012, 1e15, 1e16, 1e17, 1.5e20, 1e300, -0.0, np.nan, np.inf, 1 / 3, 2 / 3 * 1e10, 123456789012345.678,
          1e-5, 12345678901.12345678, 0.99999999999, 5e-324, 1e22, -2.5]  # fmt: skip
n = len(floats)
df = pd.DataFrame(
    {
        "f": floats,
        "i": np.arange(n) - 3,
        "s": (['a/b"\\\n\t\x01é😀\x7f<>&\'', None, ""] * n)[:n],
        "b": [k % 2 == 0 for k in range(n)],
        "t": pd.to_datetime((["2020-01-01 00:00:00.123456", None, "1969-12-31 23:59:59.9995"] * n)[:n]),
        "d": pd.to_timedelta((["1.5s", None] * n)[:n]),
        "u": np.full(n, 2**64 - 1, dtype="u8"),
        "I": pd.array(([1, None] * n)[:n], dtype="Int64"),
        "c": pd.Categorical((["x", None] * n)[:n]),
    }
)
cases["frame"] = df
golden.write(cases)
(here / "written.txt").write_text(df.to_json(orient="records", lines=True))
(here / "written_iso.txt").write_text(
    df.drop(columns="d").to_json(orient="records", lines=True, date_format="iso", date_unit="us", double_precision=3, force_ascii=False)
)
