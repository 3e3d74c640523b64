"""The wheel: what is in it, and a program in an environment where it was installed."""

import os
import subprocess
import sys
import sysconfig
import zipfile

import pytest

here = os.path.dirname(os.path.abspath(__file__))

program = """
import mars, mars.tensor as mt, os, sys
assert mars.__file__.startswith(sys.prefix), mars.__file__
s = mars.new_session()
assert s._server.process.args[0].startswith(sys.prefix), s._server.process.args
assert mt.ones((30, 40), chunk_size=10).sum().execute().fetch() == 1200
print(s._server.pid)
"""


def build(directory, *args):
    run = [sys.executable, os.path.join(here, "..", "wheel_builder.py"), str(directory), *args]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.slow
@pytest.mark.modern
def test_a_program_runs_with_the_wheel_alone(tmp_path):
    wheel = build(tmp_path, "--binary", os.environ["MARS_BIN"])
    env = str(tmp_path / "env")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", env], check=True)
    pip = [sys.executable, "-m", "pip", "--python", os.path.join(env, "bin", "python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", wheel], check=True, capture_output=True)
    clean = {k: v for k, v in os.environ.items() if k not in ("MARS_BIN", "PYTHONPATH")}
    clean["PYTHONPATH"] = sysconfig.get_path("purelib")  # numpy, pandas and pyarrow
    run = [os.path.join(env, "bin", "python"), "-c", program]
    done = subprocess.run(run, env=clean, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    version = subprocess.run(
        [os.path.join(env, "bin", "mars-worker"), "--help"], env=clean, capture_output=True, text=True, check=True
    )
    assert "worker" in version.stdout


@pytest.mark.modern
def test_the_same_input_makes_the_same_wheel(tmp_path):
    a, b = build(tmp_path / "a", "--binary", sys.executable), build(tmp_path / "b", "--binary", sys.executable)
    with open(a, "rb") as f, open(b, "rb") as g:
        assert f.read() == g.read()
    with zipfile.ZipFile(a) as z:
        assert z.testzip() is None
        names = z.namelist()
        script = next(i for i in z.infolist() if i.filename.endswith(".data/scripts/mars"))
        assert script.external_attr >> 16 & 0o111
        record = z.read(next(n for n in names if n.endswith("/RECORD"))).decode()
        assert {line.split(",")[0] for line in record.splitlines()} == set(names)
        assert "mars/__init__.py" in names and "mars/py.typed" in names and "mars/tensor/_gen.pyi" in names
        assert not any("test" in n or "__pycache__" in n for n in names)
        metadata = z.read(next(n for n in names if n.endswith("/METADATA"))).decode()
    assert "Requires-Dist: pyarrow" in metadata and "Requires-Python: >=3.9" in metadata
    with pytest.raises(subprocess.CalledProcessError):
        build(tmp_path, "--binary", __file__)
