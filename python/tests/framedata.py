"""What the tests of frames share: tables, and how answers are compared."""

import numpy as np
import pandas as pd

import mars.dataframe as md

N = 23
raw = pd.DataFrame(
    {
        "k": [["red", "green", "blue", "green"][i % 4] for i in range(N)],
        "i": [(i * 37 + 11) % 29 - 9 for i in range(N)],
        "f": [np.nan if i % 7 == 3 else ((i * 17) % 23) / 4 for i in range(N)],
        "s": [None if i % 9 == 5 else f"{'xyz'[i % 3]}{i % 5} w" for i in range(N)],
        "b": [i % 3 == 0 for i in range(N)],
        "t": pd.date_range("2024-02-27 22:30", periods=N, freq="7h"),
    }
)
numbers = raw[["i", "f"]]
other = pd.DataFrame({"k": ["red", "blue", "pink"], "w": [1.5, 2.5, 3.5], "i": [2, 4, 6]})
labeled = raw.set_index("s")[["i", "f"]].dropna()
span = pd.Series(pd.to_timedelta([1, 90000, 3723, None, -5], unit="s"), name="d")


def local(x):
    return (
        x.to_pandas()
        if hasattr(x, "to_pandas")
        else x.to_numpy()[()]
        if hasattr(x, "to_numpy") and hasattr(x, "_kind")
        else x
    )


def same(got, want):
    got = local(got)
    if isinstance(want, pd.DataFrame):
        pd.testing.assert_frame_equal(got, want, check_index_type="equiv", check_column_type="equiv", check_freq=False)
    elif isinstance(want, pd.Series):
        pd.testing.assert_series_equal(got, want, check_index_type="equiv", check_freq=False)
    elif isinstance(want, float):
        np.testing.assert_allclose(got, want)
    else:
        assert got == want


def ours(x):
    return md.from_pandas(x)
