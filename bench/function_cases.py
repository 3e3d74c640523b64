"""The functions and the data of the suite of functions, the same for all who run them."""

import numpy as np
import pandas as pd

CHUNK = 131_072  # float64 of a MiB


def trivial(x):
    return x + 1


def parallel(backend, n, size):
    """n trivial calls through joblib, in batches of a size."""
    import joblib

    with joblib.parallel_config(backend, n_jobs=2):
        made = joblib.Parallel(batch_size=size)(joblib.delayed(trivial)(i) for i in range(n))
    assert made == list(range(1, n + 1))


def first_row(chunk):
    return chunk[:1]


def one_element(a):
    return float(a[5])


def row_sum(row):
    return row["a"] + row["b"]


def row_decided(row):
    return row["a"] + row["b"] if row["a"] > 0 else row["b"]


def text_length(text):
    return len(text)


def weighted_mean(group):
    return (group["v"] * group["w"]).sum() / len(group)


def weighted_large(group):
    return (group["v"] * group["w"]).sum() / len(group) if len(group) > 50 else 0.0


def distance(s):
    return s.max() - s.min()


def pairs(n):
    """A frame of two columns of floats."""
    rng = np.random.default_rng(1)
    return pd.DataFrame({"a": rng.random(n), "b": rng.random(n)})


def texts(n):
    """A series of texts of several lengths."""
    some = np.array(["x" * (i % 17) for i in range(1000)], dtype=object)
    return pd.Series(some[np.random.default_rng(2).integers(0, 1000, n)])


def keyed(n, keys):
    """A frame of an integer key and two columns of floats."""
    rng = np.random.default_rng(3)
    return pd.DataFrame({"k": rng.integers(0, keys, n), "v": rng.random(n), "w": rng.random(n)})
