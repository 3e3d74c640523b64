"""statsmodels' distributed estimation on workers: the parameters are those of its own DistributedModel with the same partitions."""

import numpy as np
import pandas as pd
import pytest
from statsmodels.base.distributed_estimation import (
    DistributedModel,
    DistributedResults,
    _est_unregularized_naive,
    _join_naive,
)
from statsmodels.genmod.families import Binomial
from statsmodels.genmod.generalized_linear_model import GLM

import mars.dataframe as md
import mars.tensor as mt
from mars.learn.contrib.statsmodels import MarsDistributedModel, MarsResults

NAIVE = {"estimation_method": _est_unregularized_naive, "join_method": _join_naive, "results_class": DistributedResults}


@pytest.fixture
def xy():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 4))
    return X, X @ [1.0, 2.0, 0.0, -1.0] + rng.normal(size=300)


def parts(X, y, n):
    """The rows of partitions, as they are shared."""
    for i in range(n):
        s = slice(len(y) * i // n, len(y) * (i + 1) // n)
        yield y[s], X[s]


@pytest.mark.parametrize("how", [{}, NAIVE])
def test_parameters_are_those_of_statsmodels(two_workers, xy, how):
    X, y = xy
    fit = {"alpha": 0.2} if not how else {}
    made = MarsDistributedModel(num_partitions=3, **how).fit(
        mt.tensor(y, chunk_size=70), mt.tensor(X, chunk_size=110), fit_kwds=fit
    )
    local = DistributedModel(3, **how).fit(parts(X, y, 3), fit_kwds=fit)
    assert isinstance(made, MarsResults) and type(made.model) is type(local)
    np.testing.assert_array_equal(made.params, local.params)
    predicted = made.predict(mt.tensor(X, chunk_size=90))
    assert isinstance(predicted, mt.Tensor)
    np.testing.assert_allclose(predicted.fetch(), local.predict(X), rtol=1e-12)
    np.testing.assert_allclose(made.predict(X), local.predict(X), rtol=1e-12)


def test_frames_and_factors(two_workers, xy):
    X, y = xy
    df = pd.DataFrame(X, columns=list("abcd"), index=np.arange(300) * 3)
    frame, label = md.DataFrame(df, chunk_size=80), md.Series(pd.Series(y, index=df.index), chunk_size=50)
    made = MarsDistributedModel(factor=2, **NAIVE).fit(label, frame)  # there are two slots
    local = DistributedModel(4, **NAIVE).fit(parts(df, y, 4))
    np.testing.assert_allclose(made.params, local.params, rtol=1e-12)
    predicted = made.predict(frame[frame["a"] > 0], run=False).to_pandas()
    want = local.predict(df[df["a"] > 0])
    np.testing.assert_allclose(predicted, want, rtol=1e-12)
    assert predicted.index.tolist() == df.index[df["a"] > 0].tolist()


def test_models_with_keywords(two_workers, xy):
    X, y = xy
    label = (y > 0).astype(float)
    kw = {"model_class": GLM, "init_kwds": {"family": Binomial()}, **NAIVE}
    made = MarsDistributedModel(num_partitions=2, **kw).fit(label, X)
    local = DistributedModel(2, **kw).fit(parts(X, label, 2))
    np.testing.assert_allclose(made.params, local.params, rtol=1e-10)


def test_what_is_wrong_is_told(two_workers, xy):
    X, y = xy
    with pytest.raises(ValueError, match="both say how many partitions"):
        MarsDistributedModel(factor=1, num_partitions=2)
    with pytest.raises(ValueError, match="num_partitions must be positive, not 0"):
        MarsDistributedModel(num_partitions=0)
    with pytest.raises(ValueError, match="endog 299, exog 300"):
        MarsDistributedModel(num_partitions=2).fit(y[:-1], X)
    with pytest.raises(ValueError, match="400 partitions were asked for, and there are 300 rows"):
        MarsDistributedModel(num_partitions=400).fit(y, X)
    with pytest.raises(ValueError, match="init_kwds_generator gave 1 of what 2 partitions need"):
        MarsDistributedModel(num_partitions=2).fit(y, X, init_kwds_generator=[{}])
