"""XGBoost on two workers: the model of a single process, and everything that matrices, train, predict and estimators take."""

import numpy as np
import pandas as pd
import pytest
import xgboost as xgb

import mars.dataframe as md
import mars.tensor as mt
from mars.learn.contrib.xgboost import MarsDMatrix, XGBClassifier, XGBRegressor, predict, to_dmatrix, train

# Features have few values, so that members and a single process cut them at the same places.
HOW = {"tree_method": "hist", "max_depth": 3, "seed": 1}


def table(n=500, k=4, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 10, (n, k)).astype(float)
    return X, X[:, 0] + 2 * (X[:, 1] > 4) - X[:, 2] / 2


@pytest.fixture
def xy():
    return table()


def cut(X, n=130):
    return mt.tensor(X, chunk_size=n)


def test_a_booster_of_two_workers_is_that_of_one_process(two_workers, xy):
    X, y = xy
    w = np.random.default_rng(2).integers(1, 3, len(y)).astype(float)
    V, v = table(80, seed=4)
    seen, local_seen = {}, {}
    d = MarsDMatrix(cut(X), cut(y), weight=cut(w), base_margin=cut(np.full(len(y), 0.5)))
    made = train(
        HOW, d, 8, evals=[(d, "seen"), (MarsDMatrix(cut(V), cut(v)), "held")], evals_result=seen, verbose_eval=False
    )
    local = xgb.DMatrix(X, y, weight=w, base_margin=np.full(len(y), 0.5))
    other = xgb.train(
        HOW, local, 8, evals=[(local, "seen"), (xgb.DMatrix(V, v), "held")], evals_result=local_seen, verbose_eval=False
    )
    assert isinstance(made, xgb.Booster) and made.num_boosted_rounds() == 8
    for name in ("seen", "held"):
        np.testing.assert_allclose(seen[name]["rmse"], local_seen[name]["rmse"], rtol=1e-4)
    predicted = predict(made, cut(X))
    assert isinstance(predicted, mt.Tensor) and predicted.shape == (500,)
    np.testing.assert_allclose(predicted.fetch(), other.predict(xgb.DMatrix(X)), rtol=1e-3, atol=1e-4)


def test_both_workers_train(two_workers, xy):
    """A metric is called in each member, with its rows."""
    X, y = xy
    seen = {}

    def rows(predicted, matrix):
        return "rows", float(matrix.num_row())

    d = MarsDMatrix(cut(X), cut(y))
    train(
        {**HOW, "disable_default_eval_metric": 1},
        d,
        2,
        evals=[(d, "d")],
        evals_result=seen,
        custom_metric=rows,
        verbose_eval=False,
    )
    assert seen["d"]["rows"] == [250.0, 250.0]


def test_frames(two_workers, xy):
    X, y = xy
    df = pd.DataFrame(X, columns=list("abcd"), index=np.arange(len(y)) * 2)
    frame = md.DataFrame(df, chunk_size=130)
    made = train(HOW, to_dmatrix(frame, md.Series(pd.Series(y, index=df.index))), 5)
    assert made.feature_names == list("abcd")
    other = xgb.train(HOW, xgb.DMatrix(df, y), 5)
    want = pd.Series(other.predict(xgb.DMatrix(df)), index=df.index)
    pd.testing.assert_series_equal(predict(made, frame).to_pandas(), want, rtol=1e-3)
    few = predict(made, frame[frame["a"] > 5], run=False)  # how many rows there are is not known
    pd.testing.assert_series_equal(few.to_pandas(), want[df["a"] > 5], rtol=1e-3)


def test_missing_values_and_names(two_workers, xy):
    X, y = xy
    X = np.where(X == 3, -1.0, X)
    d = MarsDMatrix(cut(X), cut(y), missing=-1.0, feature_names=list("wxyz"))
    made = train(HOW, d, 5)
    local = xgb.DMatrix(X, y, missing=-1.0, feature_names=list("wxyz"))
    np.testing.assert_allclose(predict(made, d).fetch(), xgb.train(HOW, local, 5).predict(local), rtol=1e-3, atol=1e-4)


def test_a_model_goes_on(two_workers, xy):
    X, y = xy
    d = MarsDMatrix(cut(X), cut(y))
    first = train(HOW, d, 3)
    more = train(HOW, d, 4, xgb_model=first)
    assert first.num_boosted_rounds() == 3 and more.num_boosted_rounds() == 7


def test_a_classifier(two_workers, xy):
    """Rows are in the order of their labels, so that no member has all."""
    X, y = xy
    label = np.digitize(y, np.quantile(y, [1 / 3, 2 / 3]))
    order = np.argsort(label, kind="stable")
    X, label = X[order], label[order]
    kw = {"n_estimators": 5, "max_depth": 3, "tree_method": "hist"}
    model = XGBClassifier(**kw).fit(cut(X), cut(label), eval_set=[(cut(X), cut(label))], verbose=False)
    local = xgb.XGBClassifier(**kw).fit(X, label, eval_set=[(X, label)], verbose=False)
    assert model.n_classes_ == 3 and model.classes_.tolist() == [0, 1, 2] and model.objective == "multi:softprob"
    proba = model.predict_proba(cut(X))
    assert proba.shape == (500, 3)
    np.testing.assert_allclose(proba.fetch(), local.predict_proba(X), rtol=1e-2, atol=1e-3)
    np.testing.assert_array_equal(model.predict(cut(X)).fetch(), local.predict(X))
    np.testing.assert_allclose(
        model.evals_result()["validation_0"]["mlogloss"], local.evals_result()["validation_0"]["mlogloss"], rtol=1e-3
    )


def test_two_classes_and_frames(two_workers, xy):
    X, y = xy
    df, label = pd.DataFrame(X, columns=list("abcd")), (y > np.median(y)).astype(int)
    frame = md.DataFrame(df, chunk_size=200)
    model = XGBClassifier(n_estimators=5, max_depth=3, early_stopping_rounds=2, eval_metric="auc")
    model.fit(frame, label, eval_set=[(frame, label)], sample_weight=np.ones(len(y)), verbose=False)
    proba = model.predict_proba(frame).to_pandas()
    assert list(proba.columns) == [0, 1]
    np.testing.assert_allclose(proba.sum(axis=1), 1.0, rtol=1e-6)
    labels = model.predict(frame).to_pandas()
    np.testing.assert_array_equal(labels, proba[1] > 0.5)
    assert (labels == label).mean() > 0.9 and model.best_iteration <= 4
    assert isinstance(model.predict(df), np.ndarray)


def test_a_regressor(two_workers, xy):
    X, y = xy

    def squared(target, predicted):
        return predicted - target, np.ones_like(target)

    kw = {"n_estimators": 5, "max_depth": 3, "objective": squared, "base_score": 0.5}
    model = XGBRegressor(**kw).fit(cut(X), cut(y))
    local = xgb.XGBRegressor(**kw).fit(X, y)
    np.testing.assert_allclose(model.predict(cut(X)).fetch(), local.predict(X), rtol=1e-3, atol=1e-3)


def test_one_worker(one_worker, xy):
    X, y = xy
    made = train(HOW, MarsDMatrix(cut(X), cut(y)), 5)
    other = xgb.train(HOW, xgb.DMatrix(X, y), 5)
    np.testing.assert_allclose(predict(made, cut(X)).fetch(), other.predict(xgb.DMatrix(X)), rtol=1e-5)


def test_what_is_wrong_is_told(two_workers, xy):
    X, y = xy
    with pytest.raises(ValueError, match="different numbers of rows: data 500, label 499"):
        train(HOW, MarsDMatrix(cut(X), cut(y[:-1])))
    with pytest.raises(TypeError, match="train takes a MarsDMatrix, not a Tensor"):
        train(HOW, cut(X))
    with pytest.raises(TypeError, match="predict takes a model of xgboost, not a int"):
        predict(5, cut(X))
    with pytest.raises(NotImplementedError, match="base_margin"):
        predict(5, cut(X), base_margin=1)
    with pytest.raises(ValueError, match=r"Invalid classes inferred .* got \[1 2\]"):
        XGBClassifier().fit(cut(X), cut(1 + (y > 3).astype(int)))
    with pytest.raises(TypeError, match="unexpected keyword argument 'depth'"):
        XGBRegressor().fit(cut(X), cut(y), depth=3)
    with pytest.raises(xgb.core.XGBoostError, match="no such"):
        train({**HOW, "objective": "no such"}, MarsDMatrix(cut(X), cut(y)))
