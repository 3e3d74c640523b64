"""LightGBM's estimators on two workers: the model of a single process where LightGBM promises it, and everything that fit and predict take."""

import lightgbm as lgb
import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

import mars.dataframe as md
import mars.tensor as mt
from mars.learn.contrib.lightgbm import LGBMClassifier, LGBMRanker, LGBMRegressor, predict, predict_proba

SMALL = {"n_estimators": 12, "num_leaves": 7, "min_child_samples": 5, "verbose": -1, "random_state": 0}
# Histograms of integers are exact, so the order in which members add them does not show.
EXACT = {**SMALL, "deterministic": True, "force_row_wise": True}


def table(n=600, k=5, seed=0):
    """Features of few values, which every part has, so that members and a single process cut them at the same places."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 12, (n, k)).astype(float)
    return X, X[:, 0] * 2 + X[:, 1] - 3 * (X[:, 2] > 5)


@pytest.fixture
def xy():
    return table()


def cut(X, n=170):
    return mt.tensor(X, chunk_size=n)


def test_a_regression(two_workers, xy):
    X, y = xy
    model = LGBMRegressor(**EXACT).fit(cut(X), cut(y, 100))
    local = lgb.LGBMRegressor(**EXACT).fit(X, y)
    made = model.predict(cut(X))
    assert isinstance(made, mt.Tensor) and made.shape == (600,)
    np.testing.assert_allclose(made.fetch(), local.predict(X), rtol=1e-9)
    assert model.n_features_in_ == 5 and model.get_params() == local.get_params()


def test_both_workers_train(two_workers, xy):
    X, y = xy
    model = LGBMRegressor(**SMALL).fit(cut(X), cut(y))
    said = model.booster_.model_to_string()
    assert "[num_machines: 2]" in said and "[tree_learner: data]" in said and "[num_threads: 1]" in said


def test_frames(two_workers, xy):
    X, y = xy
    df = pd.DataFrame(X, columns=list("abcde"), index=np.arange(600) * 2)
    frame, label = md.DataFrame(df, chunk_size=170), md.Series(pd.Series(y, index=df.index), chunk_size=90)
    model = LGBMRegressor(**EXACT).fit(frame, label)
    local = lgb.LGBMRegressor(**EXACT).fit(df, y)
    made = model.predict(frame)
    assert isinstance(made, md.Series) and model.feature_name_ == list("abcde")
    pd.testing.assert_series_equal(made.to_pandas(), pd.Series(local.predict(df), index=df.index), rtol=1e-9)
    filtered = model.predict(frame[frame["a"] > 5], run=False)  # how many rows there are is not known
    np.testing.assert_allclose(filtered.to_pandas(), local.predict(df[df["a"] > 5]), rtol=1e-9)


@pytest.mark.parametrize("n", [2, 3])
def test_classes(two_workers, xy, n):
    X, y = xy
    names = np.array(["low", "mid", "top"])[:n]
    label = pd.Series(names[np.digitize(y, np.quantile(y, np.arange(1, n) / n))])
    df = pd.DataFrame(X, columns=list("abcde"))
    model = LGBMClassifier(**EXACT).fit(md.DataFrame(df, chunk_size=170), md.Series(label))
    local = lgb.LGBMClassifier(**EXACT).fit(df, label)
    assert model.classes_.tolist() == local.classes_.tolist() and model.n_classes_ == n
    proba = model.predict_proba(md.DataFrame(df, chunk_size=100)).to_pandas()
    assert list(proba.columns) == list(names)
    labels = model.predict(md.DataFrame(df, chunk_size=100)).to_pandas()
    if n == 2:
        np.testing.assert_allclose(proba, local.predict_proba(df), rtol=1e-6)
        assert labels.tolist() == local.predict(df).tolist()
    else:  # of several classes members begin with what they know of their own rows
        assert np.corrcoef(proba.to_numpy().ravel(), local.predict_proba(df).ravel())[0, 1] > 0.99
        assert (labels.to_numpy() == local.predict(df)).mean() > 0.98


def test_labels_that_a_part_lacks(two_workers, xy):
    """Rows are in the order of their labels, so that no member has all."""
    X, _ = xy
    label = np.sort(np.random.default_rng(0).integers(0, 4, 600)) * 10
    model = LGBMClassifier(**SMALL, class_weight="balanced").fit(cut(X), cut(label))
    assert model.classes_.tolist() == [0, 10, 20, 30]
    assert model.get_params()["class_weight"] == "balanced"
    proba = model.predict_proba(cut(X))
    assert proba.shape == (600, 4)
    np.testing.assert_allclose(proba.fetch().sum(axis=1), 1.0)
    assert set(np.unique(model.predict(cut(X)).fetch())) <= {0, 10, 20, 30}


def test_balanced_weights_are_of_all_rows(two_workers, xy):
    X, y = xy
    label = (y > np.quantile(y, 0.8)).astype(int)
    model = LGBMClassifier(**EXACT, class_weight="balanced").fit(cut(X), cut(label))
    local = lgb.LGBMClassifier(**EXACT, class_weight="balanced").fit(X, label)
    np.testing.assert_allclose(model.predict_proba(cut(X)).fetch(), local.predict_proba(X), rtol=1e-6)


def test_weights_and_evaluation_sets(two_workers, xy):
    X, y = xy
    w = np.random.default_rng(5).integers(1, 4, 600).astype(float)
    V, v = table(100, seed=9)
    kw = {"eval_names": ["seen", "held"], "eval_metric": "l1", "callbacks": [lgb.early_stopping(3, verbose=False)]}
    model = LGBMRegressor(**EXACT).fit(
        cut(X),
        cut(y),
        sample_weight=cut(w),
        init_score=cut(np.full(600, 2.0)),
        eval_set=[(cut(X), cut(y)), (cut(V), cut(v))],
        **kw,
    )
    local = lgb.LGBMRegressor(**EXACT).fit(
        X, y, sample_weight=w, init_score=np.full(600, 2.0), eval_X=(X, V), eval_y=(y, v), **kw
    )
    assert list(model.evals_result_) == ["seen", "held"] and model.best_iteration_ == local.best_iteration_
    np.testing.assert_allclose(model.evals_result_["held"]["l1"], local.evals_result_["held"]["l1"], rtol=1e-9)


def test_local_data_is_sent(two_workers, xy):
    X, y = xy
    model = LGBMRegressor(**SMALL).fit(X, pd.Series(y))
    assert isinstance(model.predict(X), np.ndarray)
    np.testing.assert_array_equal(model.predict(X), model.to_local().predict(X))
    assert type(model.to_local()) is lgb.LGBMRegressor


def test_a_ranking(two_workers):
    rng = np.random.default_rng(0)
    groups = rng.integers(5, 15, 60)
    X = rng.integers(0, 10, (groups.sum(), 4)).astype(float)
    y = np.clip((X[:, 0] + rng.integers(0, 3, len(X))) // 3, 0, 4).astype(int)
    model = LGBMRanker(**EXACT).fit(cut(X), cut(y), group=groups)
    local = lgb.LGBMRanker(**EXACT).fit(X, y, group=groups)
    made = model.predict(cut(X)).fetch()
    assert np.corrcoef(made, local.predict(X))[0, 1] > 0.99
    with pytest.raises(ValueError, match="group has 3 rows in all, and X has"):
        LGBMRanker(**SMALL).fit(cut(X), cut(y), group=[1, 2])
    with pytest.raises(ValueError, match="Should set group"):
        LGBMRanker(**SMALL).fit(cut(X), cut(y))


def test_one_worker(one_worker, xy):
    X, y = xy
    model = LGBMRegressor(**EXACT).fit(cut(X), cut(y))
    local = lgb.LGBMRegressor(**EXACT).fit(X, y)
    np.testing.assert_array_equal(model.predict(cut(X)).fetch(), local.predict(X))
    assert "[num_machines: 1]" in model.booster_.model_to_string()
    assert "[num_threads: 2]" in model.booster_.model_to_string()


def test_predictions_of_models_of_lightgbm(two_workers, xy):
    X, y = xy
    local = lgb.LGBMClassifier(**SMALL).fit(X, y > 5)
    np.testing.assert_array_equal(predict_proba(local, cut(X)).fetch(), local.predict_proba(X))
    np.testing.assert_array_equal(predict(local, cut(X)).fetch(), local.predict(X))
    leaves = predict(local, cut(X), pred_leaf=True).fetch()
    np.testing.assert_array_equal(leaves, local.predict(X, pred_leaf=True))
    wide = mt.tensor(X, chunk_size=(170, 2))  # chunks of some columns
    np.testing.assert_array_equal(predict(local, wide).fetch(), local.predict(X))


def test_what_is_wrong_is_told(two_workers, xy):
    X, y = xy
    with pytest.raises(ValueError, match="different numbers of rows: X 600, y 599"):
        LGBMRegressor(**SMALL).fit(cut(X), cut(y[:-1]))
    with pytest.raises(TypeError, match="predict takes a model of lightgbm, not a int"):
        predict(5, cut(X))
    with pytest.raises(TypeError, match="y is a tensor, DataFrame or Series of mars, or an array or frame, not a set"):
        LGBMRegressor(**SMALL).fit(cut(X), {1})
    with pytest.raises(lgb.basic.LightGBMError, match="Unknown objective"):
        LGBMRegressor(**SMALL, objective="no such").fit(cut(X), cut(y))
    with pytest.raises(NotFittedError, match="fit"):
        LGBMRegressor(**SMALL).predict(cut(X))
