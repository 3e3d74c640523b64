"""Random programs, as many as fit in a minute, always the same: Mars gives what pandas gives. "make fuzz" looks further."""

import warnings

import pytest
from fuzz.hunt import Hunt

PROGRAMS, SECONDS = 1200, 60


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_random_programs(session):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        hunt = Hunt(seed=6).until(SECONDS, PROGRAMS)
    assert hunt.run > 100
    assert not hunt.found, hunt.report()
