"""What isin is asked for stays on the cluster, or is sent as data: it is no parameter of the graph."""

import numpy as np
import pandas as pd
import pytest

import mars.dataframe as md
import mars.tensor as mt

keys = pd.Series([5, 1, 3, 4, 4])
labels = pd.DataFrame({"a": [3, 1, 2]}, index=[5, 4, 3])


@pytest.mark.parametrize(
    "values, plain",
    [
        (lambda: md.DataFrame(labels).index, labels.index),
        (lambda: md.DataFrame(labels)["a"], labels["a"]),
        (lambda: mt.arange(3, 5), np.arange(3, 5)),
        (lambda: np.arange(3, 20_000), np.arange(3, 20_000)),
        (lambda: pd.Index(np.arange(3, 20_000)), np.arange(3, 20_000)),
    ],
)
def test_values_are_an_input(session, values, plain):
    r = md.Series(keys).isin(values())
    assert r._ref.node.op == "dataframe.isin" and r._ref.node.attrs == {"values": {"input": 1}}
    pd.testing.assert_series_equal(r.execute().fetch(), keys.isin(plain))


def test_few_values_are_a_parameter(session):
    assert md.Series(keys).isin(np.array([3, 4]))._ref.node.inputs[1:] == ()
