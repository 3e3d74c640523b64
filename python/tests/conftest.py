"""What the tests share: a server of their own, and the counts that "make test" adds up."""

import os

import pytest

import mars
from mars.config import options


@pytest.fixture(scope="session")
def server():
    """A session on a local server, for the whole run."""
    session = mars.new_session(n_cpu=2, default=False)
    yield session
    session.stop_server()


@pytest.fixture
def session(server):
    """A session of its own on that server, or on another one where a test has ended it, and the default one while the test runs."""
    s = mars.new_session(n_cpu=2)
    yield s
    s.close()
    options.reset()


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes seconds; not run with old versions of the dependencies")
    config.addinivalue_line("markers", "modern: needs what only newer versions of the dependencies have")


def pytest_terminal_summary(terminalreporter):
    counts = os.environ.get("MARS_TEST_COUNTS")
    if counts:
        n = {k: len(terminalreporter.stats.get(k, ())) for k in ("passed", "failed", "error")}
        with open(counts, "a", encoding="utf-8") as f:
            f.write(f"{n['passed']} {n['failed'] + n['error']}\n")
