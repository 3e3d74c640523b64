"""joblib's backend "mars": batches run on workers, errors come as they were, batches grow, what is nested stays in its process."""

import os

import joblib
import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score

import mars
from mars.learn.contrib.joblib import MarsDistributedBackend, register_mars_backend

register_mars_backend()


def square(i):
    return i * i, os.getpid()


def test_calls_run_on_workers(two_workers):
    with joblib.parallel_config("mars"):
        made = joblib.Parallel(batch_size=1)(joblib.delayed(square)(i) for i in range(20))
    assert [a for a, _ in made] == [i * i for i in range(20)]
    assert os.getpid() not in {p for _, p in made}


def test_the_older_name_of_the_context(two_workers):
    with joblib.parallel_backend("mars", n_jobs=3):
        made = joblib.Parallel()(joblib.delayed(square)(i) for i in range(5))
    assert [a for a, _ in made] == [0, 1, 4, 9, 16]


def test_how_many_run_at_a_time(two_workers):
    b = MarsDistributedBackend()
    assert [b.effective_n_jobs(n) for n in (None, -1, -2, 7)] == [2, 2, 1, 7]
    assert MarsDistributedBackend(n_parallel=5).effective_n_jobs(-1) == 5
    with joblib.parallel_config("mars"):
        assert joblib.effective_n_jobs(-1) == 2
    with pytest.raises(ValueError, match="n_jobs == 0"):
        b.effective_n_jobs(0)
    with pytest.raises(ValueError, match="n_parallel must be a positive int"):
        MarsDistributedBackend(n_parallel=0)


def test_a_session_of_its_own(two_workers, clusters):
    with joblib.parallel_config("mars", session=clusters[1]):
        assert joblib.effective_n_jobs(-1) == 2
        here = joblib.Parallel()(joblib.delayed(lambda: mars.new_session().session_id)() for _ in range(2))
    assert set(here) == {clusters[1].session_id}
    assert mars.get_default_session() is two_workers


def test_a_service(two_workers):
    from urllib.parse import urlsplit

    url, token = urlsplit(two_workers.url), two_workers._server.token
    address = f"{url.scheme}://{token}@{url.netloc}" if token else two_workers.url
    with joblib.parallel_config("mars", service=address):
        assert joblib.Parallel()(joblib.delayed(abs)(-i) for i in range(3)) == [0, 1, 2]
    assert mars.get_default_session() is two_workers


def test_batches_grow(one_worker):
    """Calls that take no time are put together, as joblib's own backends do."""
    sizes = []

    class Watched(MarsDistributedBackend):
        def submit(self, func, callback=None):
            sizes.append(len(func))
            return super().submit(func, callback)

    joblib.parallel.register_parallel_backend("watched", Watched)
    with joblib.parallel_config("watched"):
        made = joblib.Parallel()(joblib.delayed(abs)(-i) for i in range(3000))
    assert made == list(range(3000))
    assert sum(sizes) == 3000 and max(sizes) > 1


def test_errors_are_as_they_were(two_workers):
    def bad(i):
        if i == 3:
            raise LookupError(f"no {i}")
        return i

    with joblib.parallel_config("mars"):
        with pytest.raises(LookupError, match="no 3"):
            joblib.Parallel(batch_size=1)(joblib.delayed(bad)(i) for i in range(50))
        assert joblib.Parallel()(joblib.delayed(bad)(i) for i in range(3)) == [0, 1, 2]


def test_an_error_ends_the_others(one_worker, tmp_path):
    """The other call waits for what never comes: it is canceled, and its slot is free."""
    os.mkfifo(tmp_path / "never")

    def call(i, path):
        if i == 1:
            raise KeyError("ended")
        with open(path) as f:
            f.read()

    with joblib.parallel_config("mars"):
        with pytest.raises(KeyError, match="ended"):
            joblib.Parallel(batch_size=1)(joblib.delayed(call)(i, str(tmp_path / "never")) for i in range(2))
        assert joblib.Parallel()(joblib.delayed(abs)(-i) for i in range(4)) == [0, 1, 2, 3]


def test_generators(two_workers):
    with joblib.parallel_config("mars"):
        made = joblib.Parallel(return_as="generator")(joblib.delayed(abs)(-i) for i in range(10))
        assert list(made) == list(range(10))
        made = joblib.Parallel(return_as="generator_unordered")(joblib.delayed(abs)(-i) for i in range(10))
        assert sorted(made) == list(range(10))


def test_nested_calls_stay_in_their_process(one_worker):
    def outer(i):
        inner = joblib.Parallel(n_jobs=2)(joblib.delayed(square)(j) for j in range(i, i + 3))
        return [a for a, _ in inner], {p for _, p in inner} == {os.getpid()}

    with joblib.parallel_config("mars"):
        made = joblib.Parallel(batch_size=1)(joblib.delayed(outer)(i) for i in range(6))
    assert made == [([i * i, (i + 1) ** 2, (i + 2) ** 2], True) for i in range(6)]


def test_arrays_are_sent_once(two_workers):
    big = np.random.default_rng(1).random(50_000)
    sent = two_workers._uploads.put
    count = []

    def put(value, rows=None):
        if value is big and two_workers._uploads._known(value) is None:
            count.append(1)
        return sent(value, rows)

    two_workers._uploads.put = put
    try:
        with joblib.parallel_config("mars"):
            made = joblib.Parallel(batch_size=1)(joblib.delayed(lambda a, i: float(a[i]))(big, i) for i in range(12))
    finally:
        del two_workers._uploads.put
    assert made == big[:12].tolist() and len(count) == 1


def test_scikit_learn_searches(two_workers):
    X, y = make_classification(300, 8, random_state=0)
    search = GridSearchCV(LogisticRegression(max_iter=200), {"C": [0.01, 0.1, 1.0]}, cv=3)
    with joblib.parallel_config("mars"):
        search.fit(X, y)
    local = GridSearchCV(LogisticRegression(max_iter=200), {"C": [0.01, 0.1, 1.0]}, cv=3).fit(X, y)
    np.testing.assert_allclose(search.cv_results_["mean_test_score"], local.cv_results_["mean_test_score"])
    assert search.best_params_ == local.best_params_


def test_scikit_learn_scores(two_workers):
    X, y = make_classification(200, 8, random_state=1)
    forest = RandomForestClassifier(10, random_state=3)
    with joblib.parallel_config("mars"):
        scores = cross_val_score(forest, X, y, cv=4, n_jobs=-1)
    np.testing.assert_array_equal(scores, cross_val_score(forest, X, y, cv=4))
