"""What two equal answers have in common, in a few numbers."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pyarrow as pa

MIX = np.uint64(0x9E3779B97F4A7C15)
STRIP = 1 << 20  # texts that are hashed together
THREADS = 2  # columns that are hashed at a time


def words(column):
    """Hashes of a column of strings, from their bytes by eight; no text and a missing one are told apart."""
    out = []
    for chunk in column.chunks:
        out += [words_of(chunk.slice(i, STRIP)) for i in range(0, len(chunk), STRIP)]
    return np.concatenate(out) if out else np.zeros(0, np.uint64)


def words_of(part):
    """The hashes of one Arrow array of large strings."""
    bounds = np.frombuffer(part.buffers()[1], np.int64)[part.offset : part.offset + len(part) + 1]
    if len(part) == 0:
        return np.zeros(0, np.uint64)
    text = np.frombuffer(part.buffers()[2] or b"", np.uint8)[bounds[0] : bounds[-1]]
    text = np.concatenate([text, np.zeros(8, np.uint8)])  # so that each word can be read whole
    at, left = bounds[:-1] - bounds[0], np.diff(bounds)
    eight = np.lib.stride_tricks.as_strided(text[:8].view(np.uint64), (len(text) - 7,), (1,))
    h = left.astype(np.uint64) + np.uint64(1)
    while (more := left > 0).any():
        at, cut = np.minimum(at, len(text) - 8), (8 * (8 - np.clip(left, 1, 8))).astype(np.uint64)
        word = eight[at] << cut >> cut  # the bytes after the end of a text are not of it
        h = np.where(more, mixed(h ^ word), h)
        at, left = at + 8, left - 8
    return np.where(part.is_valid().to_numpy(zero_copy_only=False), h, np.uint64(0))


def mixed(x):
    """Bits that depend on all bits, as the end of splitmix64 has them (Steele, Lea and Flood, 2014)."""
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return x ^ x >> np.uint64(31)


def texts(column):
    """The column as Arrow's large strings, None if it has other values."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        column = column.astype(column.cat.categories.dtype)
    if column.dtype != object and not isinstance(column.dtype, pd.StringDtype):
        return None
    try:
        a = pa.array(column, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return None
    if not (pa.types.is_string(a.type) or pa.types.is_large_string(a.type) or pa.types.is_null(a.type)):
        return None
    return (a if isinstance(a, pa.ChunkedArray) else pa.chunked_array([a])).cast(pa.large_string())


def exact(column):
    """Hashes of a column of strings, bools or whole numbers; None of one of other numbers."""
    if column.dtype.kind in "iub":
        return pd.util.hash_array(column.to_numpy().astype(np.int64))
    if column.dtype.kind == "f":
        x = column.to_numpy()
        if not np.isfinite(x).all() or (x != np.round(x)).any():
            return None
        return pd.util.hash_array(x.astype(np.int64))
    text = texts(column)
    if text is not None:
        return words(text)
    return pd.util.hash_array(column.astype(object).to_numpy(), categorize=True)


def of(answer, ordered):
    """Rows, a hash of all that is exact (53 bits), and for each other column its count of NaN, its sum, and its sum weighted by the hash of its row.

    Names do not count, only places. The place of a row counts if ordered. A single value is a row.
    """
    if not isinstance(answer, pd.Series | pd.DataFrame):
        answer = pd.Series([answer])
    df = answer.to_frame() if isinstance(answer, pd.Series) else answer
    n = len(df)
    rows = np.arange(n, dtype=np.uint64) * MIX if ordered else np.zeros(n, np.uint64)
    rest = []
    with ThreadPoolExecutor(THREADS) as pool:
        for i, h in enumerate(pool.map(lambda i: exact(df.iloc[:, i]), range(df.shape[1]))):
            if h is None:
                rest.append(df.iloc[:, i].to_numpy(dtype=np.float64))
            else:
                rows = rows * np.uint64(31) + h
    weight = (rows * MIX >> np.uint64(11)).astype(np.float64) / 2**53
    out = [float(n), float((rows * MIX >> np.uint64(11)).sum() & np.uint64(2**53 - 1))]
    for x in rest:
        gone = np.isnan(x)
        x = np.where(gone, 0, x)
        out += [float(gone.sum()), float(x.sum()), float((x * weight).sum())]
    return out
