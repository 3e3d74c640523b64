"""Lines that people write give with Mars what they give with NumPy and pandas, or what their mark says. See idioms/corpus.py."""

import pytest
from idioms import corpus
from idioms.__main__ import verdict
from idioms.line import outcome

_blocks = [b for path in corpus.files() for b in corpus.read(path)]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("block", [pytest.param(b, id=f"{b.path.stem}: {b.title}") for b in _blocks])
def test_block(session, block):
    faults = []
    for line in block.lines:
        if fault := verdict(line, *outcome(block, line)):
            faults.append(f"{block.path.name}:{line.number}: {line.code}\n    {fault}")
    assert not faults, "\n".join(faults)
