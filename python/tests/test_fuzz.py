"""A thousand random programs, always the same: Mars gives what pandas gives. "make fuzz" looks further."""

import os
import pathlib
import subprocess
import sys
import warnings

import pytest
from fuzz.hunt import Hunt

import mars
from mars._client import local
from mars.config import options

PROGRAMS = 1000


@pytest.fixture
def one_slot():
    """A session on a server that runs one subtask at a time: of several cells that cannot be computed the same one is met first every time."""
    server = local.Server(["--n-cpu", "1"])
    s = mars.new_session(server.url, token=server.token)
    yield s
    s.close()
    options.reset()
    server.stop()


@pytest.mark.slow
@pytest.mark.timeout(1200)  # it takes 40 s on a machine of 2020; how many programs run does not depend on it
def test_random_programs(one_slot):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        hunt = Hunt(seed=6).first(PROGRAMS)
    assert not hunt.found, hunt.report()


_DRAWN = """
import hashlib, random, warnings
warnings.simplefilter("ignore")
from fuzz.case import random_case
print(hashlib.sha256("".join(random_case(random.Random(f"6/{i}")).text() for i in range(100)).encode()).hexdigest())
"""


@pytest.mark.slow
def test_programs_are_always_the_same():
    def drawn(seed):
        here = pathlib.Path(__file__).parent
        path = os.pathsep.join([str(here), str(here.parent)])
        more = {"PYTHONHASHSEED": seed, "PYTHONPATH": path}
        return subprocess.run(
            [sys.executable, "-W", "ignore", "-c", _DRAWN], env={**os.environ, **more}, check=True, capture_output=True
        ).stdout

    assert drawn("1") == drawn("2")
