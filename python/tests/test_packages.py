"""Packages of environments: a worker installs them from an index, once for all who require the same."""

import io
import os
import pathlib
import sys
import tarfile
import time

import numpy as np
import pytest
from packages import wheel

import mars
import mars.dataframe as md
import mars.remote as mr
from mars._client import local


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    """A folder of wheels, which is the only index of what is started meanwhile."""
    folder = tmp_path_factory.mktemp("index")
    wheel(
        folder, "tiny_one", "1.0", "import tiny_two\nversion = '1.0'\ntwo = tiny_two.version\n", ["tiny_two", "numpy"]
    )
    wheel(folder, "tiny_one", "2.0", "version = '2.0'\n")
    wheel(folder, "tiny_two", "0.1", "import numpy\nversion = '0.1'\nnumpy = numpy.__version__\n")
    with pytest.MonkeyPatch.context() as m:
        for k in [k for k in os.environ if k.startswith(("PIP_", "UV_"))]:
            m.delenv(k)
        for k, v in {
            "PIP_NO_INDEX": "1",
            "UV_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(folder),
            "UV_FIND_LINKS": str(folder),
        }.items():
            m.setenv(k, v)
        m.setenv("MARS_SECRET_OF_A_TEST", "secret")
        others = [d for d in os.environ["PATH"].split(os.pathsep) if not os.path.exists(os.path.join(d, "uv"))]
        m.setenv("PATH", os.pathsep.join(others))  # pip knows that the worker has NumPy; uv would look for it
        yield folder


@pytest.fixture(scope="module")
def cluster(index):
    """A cluster that installs packages, started with that index: its own, as what is started before has another."""
    s = local.Server(local.arguments(n_cpu=2))  # as that of new_session()
    yield s
    s.stop()


@pytest.fixture
def two(cluster):
    """A session on one worker of two slots."""
    with mars.new_session(cluster.url, token=cluster.token) as s:
        yield s


def look():
    import tiny_one

    return tiny_one.version, getattr(tiny_one, "two", None), os.path.dirname(tiny_one.__file__)


def test_packages_are_installed_above_those_of_the_worker(two):
    env = mars.env(requirements=["tiny_one==1.0"])

    def f():
        import tiny_two

        return look()[:2], tiny_two.numpy, np.__version__, sys.prefix != sys.base_prefix

    assert mr.spawn(f, env=env).execute().fetch() == (("1.0", "0.1"), np.__version__, np.__version__, True)
    assert mr.spawn(f, env=env, slots=2).execute().fetch()[0] == ("1.0", "0.1")
    with pytest.raises(ModuleNotFoundError, match="tiny_one"):
        mr.spawn(look).execute()
    assert mr.spawn(look, env=mars.env(requirements=["tiny_one>1"])).execute().fetch()[0] == "2.0"
    times = mr.options(env=env)(lambda v: v * len(look()))
    assert md.Series([1.0, 2.0, 3.0], chunk_size=1).map(times, dtype=float).to_pandas().tolist() == [3.0, 6.0, 9.0]


def test_scripts_have_packages(two):
    env = mars.env(requirements=["tiny_one==1.0"], env_vars={"MODE": "x"})
    text = "import os, subprocess, sys, tiny_one; assert tiny_one.two == '0.1' and os.environ['MODE'] == 'x'"
    for mode in ["exec", "process"]:
        assert mr.run_script(io.StringIO(text), n_workers=2, env=env, mode=mode).fetch() == {"status": "ok"}


def test_sessions_that_require_the_same_have_one(cluster):
    where = set()
    for order in (["tiny_one==1.0", "tiny_two"], ["tiny_two", "tiny_one==1.0", "tiny_two"]):
        with mars.new_session(cluster.url, token=cluster.token):
            where.add(mr.spawn(look, env=mars.env(requirements=order)).execute().fetch()[2])
    assert len(where) == 1


def test_a_file_of_requirements(two, tmp_path):
    path = tmp_path / "requirements.txt"
    path.write_text("# ours\n\ntiny_one == 1.0  # that one\ntiny_two>=0.1,<1 ; python_version > '3'\n")
    env = mars.env(requirements=str(path))
    assert env == mars.env(requirements=path) == mars.env(requirements=env.packages) and len(env.packages) == 2
    path.write_text("")  # it was read
    assert mr.spawn(look, env=env).execute().fetch()[0] == "1.0"
    path.write_text("six\n--index-url http://x\n")
    with pytest.raises(ValueError, match=r"requirements.txt:2: .*options are those of the worker's installer"):
        mars.env(requirements=path)


def test_what_cannot_be_installed(two):
    env = mars.env(requirements=["tiny_none==1.0"])
    with pytest.raises(RuntimeError, match=r"(?s)packages tiny_none==1.0 cannot be installed on .*tiny_none") as e:
        mr.spawn(look, env=env).execute()
    assert "No matching distribution" in str(e.value) or "no version" in str(e.value) or "not found" in str(e.value)
    with pytest.raises(RuntimeError, match="cannot be installed"):
        mr.run_script(io.StringIO("pass"), env=env)


def test_what_failed_may_be_tried_again(two, index):
    env = mars.env(requirements=["tiny_late"])
    with pytest.raises(RuntimeError, match="cannot be installed"):
        mr.spawn(look, env=env).execute()
    wheel(index, "tiny_late", "1.0", "version = 'late'\n")
    assert mr.spawn(lambda: __import__("tiny_late").version, env=env).execute().fetch() == "late"


def built(index, name, code):
    """A package whose build runs code, and then fails."""
    source = index / name
    source.mkdir()
    (source / "pyproject.toml").write_text('[build-system]\nrequires = []\nbuild-backend = "b"\nbackend-path = ["."]\n')
    text = "import os, time\ndef build_wheel(*_, **__):\n    " + code.replace("\n", "\n    ")
    (source / "b.py").write_text(text + "\nprepare_metadata_for_build_wheel = build_wheel\n")
    with tarfile.open(index / f"{name}-1.0.tar.gz", "w:gz") as t:
        t.add(source, f"{name}-1.0")


def test_an_installer_has_nothing_of_the_cluster(two, index):
    built(
        index,
        "tiny_built",
        "raise SystemExit('seen: ' + ' '.join(k for k in os.environ if 'MARS' in k or 'FIND' in k))",
    )
    with pytest.raises(RuntimeError, match="seen: ") as e:
        mr.spawn(look, env=mars.env(requirements=["tiny_built"])).execute()
    assert "PIP_FIND_LINKS" in str(e.value) and "MARS_" not in str(e.value)


def test_others_run_while_packages_are_installed(two, index, tmp_path):
    gate = tmp_path / "gate"
    built(
        index, "tiny_slow", f"while not os.path.exists({str(gate)!r}): time.sleep(0.01)\nraise SystemExit('it is open')"
    )
    env = mars.env(requirements=["tiny_slow"])
    waiting = mr.spawn(len, args=([mr.spawn(look, env=env) for _ in range(20)],)).execute(wait=False)
    assert mr.spawn(lambda: 1 + 1).execute().fetch() == 2
    gate.write_text("")
    with pytest.raises(RuntimeError, match="it is open"):
        waiting.result()


def test_a_session_that_ends_ends_its_installer(cluster, index, tmp_path):
    pid = tmp_path / "pid"
    built(
        index, "tiny_endless",
        f"open({str(pid)!r} + 'new', 'w').write(str(os.getpid()))\nos.rename({str(pid)!r} + 'new', {str(pid)!r})\ntime.sleep(600)",
    )  # fmt: skip
    with mars.new_session(cluster.url, token=cluster.token):
        mr.spawn(look, env=mars.env(requirements=["tiny_endless"])).execute(wait=False)
        while not pid.exists():
            time.sleep(0.01)
    while runs(int(pid.read_text())):
        time.sleep(0.01)


def runs(pid):
    """Whether a process is there that nobody has killed."""
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_clusters_that_install_none_say_so(index):
    s = local.Server([*local.arguments(n_cpu=1), "--functions-packages", "off"])
    try:
        with mars.new_session(s.url, token=s.token):
            env = mars.env(requirements=["tiny_one"])
            with pytest.raises(PermissionError, match="--functions-packages=on"):
                mr.spawn(look, env=env).execute()
            env.packages = []  # as a program does that says nothing of them
            with pytest.raises(PermissionError, match="--functions-packages=off"):
                mr.spawn(look, env=env).execute()
    finally:
        s.stop()


def test_what_no_package_is_called():
    for bad, error in [
        ("six", TypeError),
        (5, TypeError),
        ({"six": "1"}, TypeError),
        ([1], TypeError),
        ([""], ValueError),
        (["six", " "], ValueError),
        (["-r /etc/passwd"], ValueError),
        (["--index-url=http://x"], ValueError),
        (["-e ."], ValueError),
        (["./six"], ValueError),
        (["/tmp/six.whl"], ValueError),
        (["six @ https://x/six.whl"], ValueError),
        (["https://x/six.whl"], ValueError),
        (["git+https://x/six"], ValueError),
        (["six==1\n--index-url=http://x"], ValueError),
        (["six==1 --hash=sha256:0"], ValueError),
        (["six seven"], ValueError),
        ("none.txt", FileNotFoundError),
        (pathlib.Path("none"), FileNotFoundError),
    ]:
        with pytest.raises(error):
            mars.env(requirements=bad)
    good = [
        "a",
        "A.b-c_d[x,y-z]",
        "a==1.*,!=1.5",
        "a >= 1.0, < 2!3",
        "a===1+local",
        "a~=1.4.2; python_version < '3.11' and os_name == \"nt\"",
    ]
    assert mars.env(requirements=good).packages == sorted(good)
    assert mars.env(requirements=["b", " a ", "b"]) == mars.env(requirements=("a", "b"))
    assert mars.env(requirements=["a"]) != mars.env() == mars.env(requirements=[])
