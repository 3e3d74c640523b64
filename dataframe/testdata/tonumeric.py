"""Answers of pandas.to_numeric: python tonumeric.py > tonumeric.json"""
import os
import sys

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

T = lambda *v: pd.Series(list(v), dtype="str", name="t")
O = lambda *v: pd.Series(list(v), dtype=object, name="t")
calls = {
    "ints": T("1", "-2", " 3 ", "+5", "-0"),
    "floats": T("1", "2", "3", "4", "2.5"),
    "missing": T("1", "2", "3", None),
    "empty text": T("1", ""),
    "points": T("1.", " .5", "1e3", "inf", "-inf", "-1.5E-3"),
    "uint": T("18446744073709551615", "1"),
    "uint missing": T("18446744073709551615", None),
    "uint negative": T("9223372036854775808", "-1"),
    "uint float": T("9223372036854775808", "-1.5"),
    "empty": T(),
    "none": T(None, None),
    "coerce": T("x", "1", "2", "nan", "True", "0x10", "1_000"),
    "string": pd.Series(["1", None, "3"], dtype="string"),
    "string floats": pd.Series(["1", "2.5"], dtype="string"),
    "string coerce": pd.Series(["1", "x"], dtype="string"),
    "category": pd.Series(["1", "2", "1"], dtype="category"),
    "object": pd.Series(["1", None], dtype=object),
    "object ints": O(1, "2", True, -3),
    "object floats": O(1, "2.5", None, b"7"),
    "object bools": O(True, False, True),
    "object bool missing": O(True, None),
    "object uint": O(2**63, "1"),
    "object uint negative": O(2**63, -1),
    "object coerce": O(1, "x", pd.Timestamp("2024-01-02"), (1, 2), True),
    "bad object": O(1, 2, pd.Timestamp("2024-01-02")),
    "bad object text": O(1, "x"),
    "numbers": pd.Series([1, 2], dtype="int16"),
    "bools": pd.Series([True, False]),
    "nullable": pd.Series([1, None], dtype="Int64"),
    "bad": T("1", "2", "3", "x"),
    "bad nan": T("nan"),
    "bad hex": T("0x10"),
    "bad group": T("1_000"),
    "bad comma": T("1,000"),
}
cases = {}
for name, s in calls.items():
    cases["in " + name] = s
    cases[name] = golden.call(lambda: pd.to_numeric(s, errors="coerce" if "coerce" in name else "raise"))
golden.write(cases)
