"""A part of the calls that signatures make, always the same: nothing differs from NumPy and pandas but what is known. See seams/."""

import pytest
from counts import lists
from idioms.line import outcome
from seams import known
from seams.calls import calls, forms, functions, lost

# One call of so many is made here; python -m seams makes all of them.
EVERY = 20
_parts = 8


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("part", range(_parts))
def test_calls(session, part):
    found = []
    for i, call in enumerate(calls(EVERY)):
        if i % _parts == part:
            word, says = outcome(call, call.line)
            if word == "wrong" and not known.why(call, says):
                found.append(f"{call.line.code} [{call.kind}]: {says}")
    assert not found, "\n".join(found)


def test_signatures_make_calls():
    """What is generated has forms, but for what makes values from nothing."""
    without = {called for _, called, f, method, _ in functions() if not forms(called, f, method)}
    assert not [c for c in without if not c.startswith("np.")]
    assert len(without) < 30, without


def test_references_have_what_is_generated():
    """What NumPy and pandas have no longer, or in another place, the original Mars had."""
    had = {f"{where}.{name}" for where, name in lists.original()} | {"sliding_window_view"}  # of numpy.lib
    assert not {name for name in lost() if name not in had and f"tensor.{name}" not in had}
