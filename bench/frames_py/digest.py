"""What two equal answers have in common, in a few numbers."""

import numpy as np
import pandas as pd

MIX = np.uint64(0x9E3779B97F4A7C15)


def exact(column):
    """Hashes of a column of strings, bools or whole numbers; None of one of other numbers."""
    if column.dtype.kind in "iub":
        return pd.util.hash_array(column.to_numpy().astype(np.int64))
    if column.dtype.kind == "f":
        x = column.to_numpy()
        if not np.isfinite(x).all() or (x != np.round(x)).any():
            return None
        return pd.util.hash_array(x.astype(np.int64))
    return pd.util.hash_array(column.astype(object).to_numpy(), categorize=True)


def of(answer, ordered):
    """Rows, a hash of all that is exact, and for each other column its count of NaN, its sum, and its sum weighted by the hash of its row.

    Names do not count, only places. The place of a row counts if ordered. A single value is a row.
    """
    if not isinstance(answer, pd.Series | pd.DataFrame):
        answer = pd.Series([answer])
    df = answer.to_frame() if isinstance(answer, pd.Series) else answer
    n = len(df)
    rows = np.arange(n, dtype=np.uint64) * MIX if ordered else np.zeros(n, np.uint64)
    rest = []
    for i in range(df.shape[1]):
        h = exact(df.iloc[:, i])
        if h is None:
            rest.append(df.iloc[:, i].to_numpy(dtype=np.float64))
        else:
            rows = rows * np.uint64(31) + h
    weight = (rows * MIX >> np.uint64(11)).astype(np.float64) / 2**53
    out = [float(n), float((rows * MIX >> np.uint64(32)).sum())]
    for x in rest:
        x = np.where(np.isnan(x), 0, x)
        out += [float((x == 0).sum()), float(x.sum()), float((x * weight).sum())]
    return out


def same(a, b):
    return len(a) == len(b) and bool(np.allclose(a, b, rtol=1e-7, atol=1e-6))
