"""The frames of the tests of row operators; rows_test.go makes the same."""
import os
import sys

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden  # noqa: E402


def mixed(n=30):
    i = np.arange(n)
    f = (i * 37 % 19) / 4.0
    f[i % 7 == 3] = np.nan
    s = pd.Series(["w%d" % (k * 11 % 8) if k % 6 != 4 else None for k in i], dtype="str")
    t = pd.Series((i * 5 % 9) * 86400000000, dtype="int64").astype("M8[us]")
    t[i % 8 == 5] = pd.NaT
    return pd.DataFrame({"i": i * 7 % 13, "f": f, "s": s, "t": t, "b": i % 3 == 0, "n": pd.array([None if k % 5 == 2 else k % 4 for k in i], dtype="Int64")})


def labeled(n=30):
    d = mixed(n)
    d.index = pd.Index(["r%02d" % (k * 7 % n) for k in range(n)], name="key")
    return d


def dupes(n=30):
    d = mixed(n)
    d.index = pd.Index([k * 3 % 10 for k in range(n)])
    return d
