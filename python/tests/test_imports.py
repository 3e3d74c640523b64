"""What importing mars brings along."""

import os
import subprocess
import sys

_arrays = """
import sys
import mars, mars.remote, mars.tensor as mt
mars.new_session("{url}")
assert (mt.ones(3) + 1).sum().execute().fetch() == 6
print(*sorted({{"pandas", "pyarrow", "cloudpickle"}} & set(sys.modules)))
"""


def test_a_program_of_arrays_imports_no_pandas(server):
    """It takes half a second, and doubles what Python's collector has to look through."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    code = _arrays.format(url=server.url)
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []
