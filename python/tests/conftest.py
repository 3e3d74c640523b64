"""What the tests share: a server of their own, and the counts that "make test" adds up."""

import os
import signal
import sys

import pytest

import mars
from mars._client import local
from mars.config import options


@pytest.fixture(scope="session")
def server():
    """A session on a local server, for the whole run."""
    process = local.Server(
        ["--n-cpu", "2", "--python", sys.executable]
    )  # not one of those that mars.stop_server() ends
    session = mars.new_session(process.url, token=process.token, default=False)
    session._server = process
    yield session
    session.close()
    process.stop()


@pytest.fixture
def session(server):
    """A session of its own on that server, and the default one while the test runs."""
    s = mars.new_session(server.url, token=server._server.token)
    yield s
    s.close()
    options.reset()


def pytest_configure(config):
    # A shell's job in the background ignores Ctrl-C, and its children would with it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "slow: takes seconds; not run with old versions of the dependencies")
    config.addinivalue_line("markers", "modern: needs what only newer versions of the dependencies have")


# Their answers are those of NumPy 2 and pandas 3, whatever is installed here.
_modern = {
    "test_cases.py",
    "test_counts.py",
    "test_frame_accessors.py",
    "test_frame_files.py",
    "test_frame_filters.py",
    "test_frame_functions.py",
    "test_frame_groupby.py",
    "test_frame_json.py",
    "test_fuzz.py",
    "test_idioms.py",
    "test_quickstart.py",
    "test_reference_names.py",
    "test_reference_scipy.py",
    "test_seams.py",
    "test_tensor_fft.py",
    "test_tensor_functions.py",
    "test_tensor_linalg.py",
    "test_tensor_special.py",
}


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.name in _modern:
            item.add_marker("modern")


def pytest_terminal_summary(terminalreporter):
    counts = os.environ.get("MARS_TEST_COUNTS")
    part = hasattr(terminalreporter.config, "workerinput")  # of a run whose first process tells the whole
    if counts and not part:
        n = {k: len(terminalreporter.stats.get(k, ())) for k in ("passed", "failed", "error")}
        with open(counts, "a", encoding="utf-8") as f:
            f.write(f"{n['passed']} {n['failed'] + n['error']}\n")
