"""What these tests share: a cluster of two workers, and one of a single worker, both with the libraries of this interpreter."""

import pytest

import mars


@pytest.fixture(scope="session")
def clusters():
    with mars.new_session(n_cpu=2, n_worker=2, default=False) as two, mars.new_session(n_cpu=2, default=False) as one:
        yield two, one


@pytest.fixture
def two_workers(clusters):
    """A session on two workers of one slot each, the default one."""
    return clusters[0].as_default()


@pytest.fixture
def one_worker(clusters):
    """A session on one worker of two slots, the default one."""
    return clusters[1].as_default()
