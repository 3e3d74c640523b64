"""tsfresh's features, calculated on workers: those of its own single process."""

import warnings

import numpy as np
import pandas as pd
import pytest

from mars.learn.contrib.tsfresh import MarsDistributor

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of libraries that tsfresh imports
    from tsfresh import extract_features
    from tsfresh.feature_extraction import MinimalFCParameters


@pytest.fixture
def series():
    rng = np.random.default_rng(0)
    return pd.DataFrame(
        {
            "id": np.repeat(np.arange(12), 20),
            "time": np.tile(np.arange(20), 12),
            "x": rng.random(240),
            "y": rng.random(240),
        }
    )


def test_features_are_those_of_one_process(two_workers, series):
    how = {
        "column_id": "id",
        "column_sort": "time",
        "default_fc_parameters": MinimalFCParameters(),
        "disable_progressbar": True,
    }
    made = extract_features(series, distributor=MarsDistributor(), **how)
    local = extract_features(series, n_jobs=0, **how)
    assert made.shape == (12, 20)
    pd.testing.assert_frame_equal(made, local)


def test_chunks(two_workers, clusters):
    d = MarsDistributor()
    assert [d.calculate_best_chunk_size(n) for n in (1, 8, 9, 1000)] == [1, 1, 2, 125]  # there are two slots
    d = MarsDistributor(session=clusters[1])
    doubled = d.map_reduce(lambda x, by: [x * by], list(range(10)), function_kwargs={"by": 2}, chunk_size=3)
    assert doubled == [2 * i for i in range(10)]
    assert d.map_reduce(lambda x: [x], [], chunk_size=3) == []


def test_errors_are_as_they_were(two_workers):
    def bad(x):
        raise LookupError(f"no {x}")

    with pytest.raises(LookupError, match="no 1"):
        MarsDistributor().map_reduce(bad, [1])
