"""The scripts of the documentation, as they stand there."""

import os
import re
import subprocess
import sys

import prompt
import pytest

here = os.path.dirname(os.path.abspath(__file__))
names = sorted(f[:-3] for f in os.listdir(os.path.join(here, "scripts")) if f.endswith(".py"))


def test_every_script_has_a_check():
    assert set(names) == set(prompt.checks) == set(prompt.shows)


@pytest.mark.parametrize("name", names)
def test_script(server, name):
    run = subprocess.run(
        [sys.executable, os.path.join(here, "prompt.py"), os.path.join(here, "scripts", name + ".py"), server.url],
        env={**os.environ, "MARS_TOKEN": server._server.token or ""},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert run.returncode == 0, run.stderr
    for line in prompt.shows[name]:
        assert re.search(line, run.stdout, re.M), f"{line} is not in\n{run.stdout}"
