"""Environments of functions: variables, modules, folders; and what functions can ask of where they run."""

import io
import os
import sys
import time

import numpy as np
import pytest

import mars
import mars.dataframe as md
import mars.remote as mr
import mars.tensor as mt


@pytest.fixture(scope="module")
def session_of_two():
    with mars.new_session(n_cpu=2) as s:
        yield s


@pytest.fixture
def two(session_of_two):
    """A session on one worker of two slots."""
    return session_of_two.as_default()


@pytest.fixture
def package(tmp_path):
    """A package that is not on the path of this program, and a folder of files."""
    p = tmp_path / "from_far"
    p.mkdir()
    (p / "__init__.py").write_text("from .deep import answer")
    (p / "deep.py").write_text("def answer():\n    return 42\n")
    (tmp_path / "alone.py").write_text("name = 'alone'")
    d = tmp_path / "folder"
    (d / "sub").mkdir(parents=True)
    (d / "sub" / "data.txt").write_text("data")
    (d / "beside.py").write_text("name = 'beside'")
    return tmp_path


def test_variables_are_there_before_numpy(two):
    env = mars.env(env_vars={"MY_NAME": "a=b", "NUMPY_MADVISE_HUGEPAGE": "0"})

    def look():
        core = np.core if np.__version__.startswith("1.") else np._core
        was = core.multiarray._set_madvise_hugepage(False)  # NumPy reads the variable when it is imported
        core.multiarray._set_madvise_hugepage(was)
        return os.environ.get("MY_NAME"), bool(was)

    assert mr.spawn(look, env=env).execute().fetch() == ("a=b", False)
    assert mr.spawn(look, env=env, slots=2).execute().fetch() == ("a=b", False)
    assert mr.spawn(look, env=mars.env(env_vars={"NUMPY_MADVISE_HUGEPAGE": "1"})).execute().fetch() == (None, True)


def test_modules(two, package):
    env = mars.env(py_modules=[package / "from_far", str(package / "alone.py")])

    def f():
        import alone
        import from_far

        return from_far.answer(), alone.name

    assert mr.spawn(f, env=env).execute().fetch() == (42, "alone")
    with pytest.raises(ModuleNotFoundError, match="alone"):
        mr.spawn(f).execute()
    sys.path.insert(0, str(package))
    try:
        import from_far
    finally:
        sys.path.remove(str(package))
    assert mars.env(py_modules=[from_far]) == mars.env(py_modules=package / "from_far")


def test_a_folder(two, package):
    def f():
        import beside

        with open("sub/data.txt") as x:
            return x.read(), beside.name, os.getcwd()

    data, name, folder = mr.spawn(f, env=mars.env(working_dir=package / "folder")).execute().fetch()
    assert (data, name) == ("data", "beside") and folder != str(package / "folder")
    # it is unpacked once
    assert mr.spawn(f, env=mars.env(working_dir=package / "folder")).execute().fetch() == (data, name, folder)
    (package / "folder" / "sub" / "data.txt").write_text("other")
    assert mr.spawn(f, env=mars.env(working_dir=package / "folder")).execute().fetch()[0] == "other"
    (package / "none").mkdir()
    assert mr.spawn(lambda: os.listdir("."), env=mars.env(working_dir=package / "none")).execute().fetch() == [".mars"]


def test_large_folders_are_gone_with_the_session(package):
    (package / "folder" / "large").write_bytes(np.random.default_rng(0).bytes(1 << 20))
    with mars.new_session(n_cpu=1) as keep:
        env = mars.env(working_dir=package / "folder")
        with mars.new_session(keep._server.url, token=keep._server.token):
            x = mr.spawn(lambda: (os.path.getsize("large"), os.getcwd()), env=env)
            size, folder = x.execute().fetch()
            assert size == 1 << 20 and os.path.exists(folder)
        while os.path.exists(folder):  # it goes once the worker hears of the end
            time.sleep(0.01)


def test_all_methods_have_environments(two):
    env = mars.env(env_vars={"FACTOR": "3"})
    f = mr.options(env=env)(lambda x: x * int(os.environ.get("FACTOR", 0)))
    d = md.DataFrame({"k": [1, 1, 2], "v": [1.0, 2.0, 4.0]}, chunk_size=2)
    assert d.v.map(f, dtype=float).to_pandas().tolist() == [3, 6, 12]
    times = lambda part: part * int(os.environ.get("FACTOR", 0))  # noqa: E731
    assert d.map_chunk(times, env=env).v.to_pandas().tolist() == [3, 6, 12]
    assert mt.ones(4, chunk_size=2).map_chunk(times, env=env, dtype=float).execute().fetch().tolist() == [3.0] * 4
    assert mt.vectorize(f, otypes=[float])(mt.ones(4)).execute().fetch().tolist() == [3.0] * 4
    t = mt.ones(4)
    assert (
        mr.spawn(lambda t: float(t.sum().execute().fetch()) * int(os.environ["FACTOR"]), args=(t,), env=env)
        .execute()
        .fetch()
        == 12
    )
    big = "x" * (1 << 17)  # arguments that are apart
    assert mr.spawn(lambda b: (len(b), os.environ["FACTOR"]), args=(big,), env=env).execute().fetch() == (1 << 17, "3")


@pytest.mark.parametrize("mode", ["exec", "process"])
def test_scripts_have_environments(two, package, mode):
    env = mars.env(env_vars={"FACTOR": "3"}, py_modules=package / "from_far")
    text = "import os, from_far; assert os.environ['FACTOR'] == '3' and from_far.answer() == 42 and os.environ['RANK'] == '0'"
    assert mr.run_script(io.StringIO(text), env=env, mode=mode).fetch() == {"status": "ok"}


def test_what_is_no_environment(two, tmp_path):
    for bad, error in [
        ({"env_vars": {"A": 1}}, TypeError),
        ({"env_vars": {"MARS_TOKEN": "x"}}, ValueError),
        ({"env_vars": {"PYTHONPATH": "x"}}, ValueError),
        ({"py_modules": [tmp_path / "none"]}, FileNotFoundError),
        ({"working_dir": tmp_path / "none"}, NotADirectoryError),
    ]:
        with pytest.raises(error):
            mars.env(**bad)
    with pytest.raises(TypeError, match="env is what mars.env"):
        mr.spawn(len, env={"A": "1"})


def test_equal_environments_share_processes(two, package):
    def pid():
        return os.getpid()

    one, other = (mars.env(env_vars={"A": "1"}, py_modules=package / "from_far") for _ in range(2))
    assert one == other and len({one, other}) == 1
    assert mr.spawn(pid, env=one).execute().fetch() == mr.spawn(pid, env=other).execute().fetch()
    assert (
        mr.spawn(pid, env=one).execute().fetch() != mr.spawn(pid, env=mars.env(env_vars={"A": "2"})).execute().fetch()
    )


def test_where_a_function_runs(two):
    def f():
        c = mars.get_context()
        return c.session_id, c.session.session_id, len(c.workers), c.total_cpus, c.rank, c.world_size

    assert mr.spawn(f).execute().fetch() == (two.session_id, two.session_id, 1, 2, 0, 1)
    text = """
import mars
c = mars.get_context()
assert (c.rank, c.world_size, len(c.members), len(c.members[1]["ports"])) == (int(__import__("os").environ["RANK"]), 2, 2, 1)
"""
    for mode in ["exec", "process"]:
        assert mr.run_script(io.StringIO(text), n_workers=2, mode=mode).fetch() == {"status": "ok"}
    with pytest.raises(RuntimeError, match="functions that a worker calls"):
        mars.get_context()
