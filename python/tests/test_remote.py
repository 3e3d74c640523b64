"""Functions on a cluster: values, arguments, errors, and what happens to processes."""

import concurrent.futures
import contextlib
import importlib
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
import traceback

import cloudpickle
import numpy as np
import pandas as pd
import pytest
from prove_scripts import joined
from test_cluster import Cluster

import mars
import mars.dataframe as md
import mars.remote as mr
import mars.tensor as mt
from mars._client.errors import Lost
from mars._core import pickles


@pytest.fixture(scope="module")
def session():
    with mars.new_session(n_cpu=2, n_worker=2) as s:
        yield s


def add(x, y=1):
    return x + y


def test_values(session):
    assert mr.spawn(add, args=(1,), kwargs={"y": 41}).execute().fetch() == 42
    assert mr.spawn(add, args=[1, 2]).execute().fetch() == 3
    assert mr.spawn(add, args="a", kwargs={"y": "b"}).execute().fetch() == "ab"
    assert mr.spawn(lambda: None).execute().fetch() is None
    frame = mr.spawn(lambda: pd.DataFrame({"a": [1, 2]})).execute().fetch()
    assert frame.to_dict("list") == {"a": [1, 2]}
    big = mr.spawn(lambda n: {"a": np.arange(n), "b": "x" * n}, args=(100_000,)).execute().fetch()
    assert big["a"].sum() == 4999950000 and len(big["b"]) == 100_000


def test_spawns_are_arguments(session):
    one = mr.spawn(add, args=(1,))
    nested = mr.spawn(lambda d, *, e: d["x"][1] + e[0] * 10, args=({"x": [0, one]},), kwargs={"e": (one,)})
    assert nested.execute().fetch() == 22
    assert one.execute().fetch() == 2
    assert mr.spawn(add, args=(one, one)).execute().fetch() == 4


def test_several_outputs(session):
    a, b = mr.spawn(divmod, args=(17, 5), n_output=2)
    assert mr.spawn(add, args=(a, b)).execute().fetch() == 5
    both = mr.spawn(divmod, args=(17, 5), n_output=2).execute().fetch()
    assert both == (3, 2)
    assert mr.spawn(lambda: [7], n_output=1).execute().fetch() == (7,)
    with pytest.raises(TypeError, match="Specifying n_output=2, but result is not iterable, got 5"):
        mr.ExecutableTuple(mr.spawn(lambda: 5, n_output=2)).execute()
    with pytest.raises(ValueError, match="Length of return value should be 2, got 3"):
        mr.spawn(lambda: [1, 2, 3], n_output=2).execute()


def test_tensors_and_frames_as_values(session):
    t = mt.arange(10_000, chunk_size=3_000)
    f = md.DataFrame({"a": [1, 2, 3], "s": ["x", "y", None]}, index=[5, 6, 7], chunk_size=2)

    def look(t, f, s, i, n):
        return t.sum(), type(t), t.flags.writeable, f, s, i, n

    total, kind, writeable, frame, series, index, n = (
        mr.spawn(look, args=(t, f, f["a"], f.index, f["a"].sum()), resolve_tileable_input=True).execute().fetch()
    )
    assert total == 49995000 and kind is np.ndarray and not writeable
    pd.testing.assert_frame_equal(frame, f.to_pandas())
    pd.testing.assert_series_equal(series, f["a"].to_pandas())
    pd.testing.assert_index_equal(index, f.index.to_pandas())
    assert n == 6


def test_results_that_operators_take(session):
    frame = pd.DataFrame({"a": [1, 2, 3], "b": ["x", "y", None]}, index=pd.Index(list("pqr"), name="k"))
    f = mr.spawn(lambda: frame, output_types="dataframe")
    assert isinstance(f, md.DataFrame)
    pd.testing.assert_frame_equal(f[f["a"] > 1].to_pandas(), frame[frame["a"] > 1])
    pd.testing.assert_series_equal(
        mr.spawn(lambda: frame["b"], output_types=["series"]).str.upper().to_pandas(), frame["b"].str.upper()
    )
    index = mr.spawn(lambda: frame.index, output_types="index")
    pd.testing.assert_index_equal(index.str.upper().to_pandas(), frame.index.str.upper())
    t = mr.spawn(lambda: np.arange(6.0).reshape(2, 3), output_types="tensor")
    assert isinstance(t, mt.Tensor) and (t + 1)[1, 2].execute().fetch() == 6
    assert t.shape == (2, 3) and t.dtype == float
    assert mr.spawn(lambda: 7, output_types="tensor").execute().fetch() == 7
    assert mr.spawn(lambda a: a.sum(), args=(t,), resolve_tileable_input=True).execute().fetch() == 15
    a, s, o = mr.spawn(lambda: (np.ones(3), frame["a"], "o"), n_output=3, output_types=["tensor", "series", "object"])
    assert (a * 2).sum().execute().fetch() == 6 and s.max().execute().fetch() == 3 and o.execute().fetch() == "o"
    parts = [mr.spawn(lambda i=i: pd.DataFrame({"a": [i]}), output_types="dataframe") for i in range(3)]
    assert md.concat(parts, ignore_index=True)["a"].to_pandas().tolist() == [0, 1, 2]


def test_wrong_results_are_told(session):
    for made, kind, words in [
        (5, "dataframe", "a dataframe was promised, and the function returned an int"),
        (pd.Series([1]), "index", "an index was promised, and the function returned a pandas"),
        (None, "tensor", "a tensor of numbers, bools or times was promised, and the function returned None"),
        (np.array(["a", None]), "tensor", "returned an array of object"),
    ]:
        with pytest.raises(TypeError, match=words) as e:
            mr.spawn(lambda made=made: made, output_types=kind).execute()
        assert any("test_remote.py" in n for n in e.value.__notes__)
    with pytest.raises(
        ValueError, match="output_types says 'frame'; there are tensor, dataframe, series, index, object"
    ):
        mr.spawn(add, output_types="frame")
    with pytest.raises(ValueError, match="output_types has 2 types, and there are 3 outputs"):
        mr.spawn(add, output_types=["tensor", "object"], n_output=3)


def test_from_remote(session):
    o = mr.spawn(lambda: np.ones((2, 3)))
    t = mt.from_remote(o, (2, 3), "float64")
    assert (t.shape, t.dtype) == ((2, 3), float) and (t + 1).sum().execute().fetch() == 12
    with pytest.raises(
        TypeError, match=r"a tensor of int64 and shape \[3\] was promised, and .* of float64 and shape \[2 3\]"
    ):
        mt.from_remote(o, 3, int).sum().execute()
    with pytest.raises(TypeError, match="takes what mars.remote.spawn gives, not int"):
        mt.from_remote(5, (), int)


def test_calls_of_one_function_give_other_labels(session):
    def f(n):
        return pd.DataFrame({"a": range(n)}, index=range(n, 2 * n))

    a, b = (mr.spawn(f, args=(n,), output_types="dataframe") for n in (3, 5))
    mars.execute(a, b)
    pd.testing.assert_series_equal((a["a"] + b["a"]).to_pandas(), f(3)["a"] + f(5)["a"])


def test_frames_from_remote(session):
    like = pd.DataFrame({"a": pd.Series([], dtype=int), "s": pd.Series([], dtype=str)})
    parts = [mr.spawn(lambda n: pd.DataFrame({"a": range(n), "s": ["x"] * n}), args=(n,)) for n in (2, 3)]
    f = md.from_remote(parts, like)
    assert list(f.columns) == ["a", "s"] and f.dtypes["a"] == int and not parts[0]._ref.node.stored  # nothing has run
    want = pd.concat([p.execute().fetch() for p in parts])
    pd.testing.assert_frame_equal(f.to_pandas(), want)
    assert f[f["a"] > 0]["a"].sum().execute().fetch() == want["a"].sum()
    one = md.from_remote(mr.spawn(lambda: pd.Series([1.5], name="y")), pd.Series([], dtype=float, name="y"))
    assert isinstance(one, md.Series) and one.sum().execute().fetch() == 1.5
    with pytest.raises(
        TypeError, match="a series of columns y float64 was promised, and the function returned one of z float64"
    ):
        md.from_remote(mr.spawn(lambda: pd.Series([1.5], name="z")), pd.Series([], dtype=float, name="y")).execute()
    with pytest.raises(TypeError, match="of labels .* was promised, and the function returned one of k "):
        md.from_remote(mr.spawn(lambda: like.set_index(pd.Index([], name="k"))), like).execute()
    with pytest.raises(TypeError, match="a dataframe was promised, and the function returned an int"):
        md.from_remote([mr.spawn(lambda: 3)], like).execute()
    with pytest.raises(TypeError, match="meta is a dict"):
        md.from_remote(parts, {})
    with pytest.raises(ValueError, match="no objects"):
        md.from_remote([], like)


def test_large_arguments(session):
    a = np.arange(1_000_000.0)
    assert mr.spawn(lambda a, k: float(a.sum()) + k, args=(a, 1)).execute().fetch() == a.sum() + 1
    words = [str(i) for i in range(50_000)]
    assert mr.spawn(len, args=(words,)).execute().fetch() == 50_000
    with pytest.raises(ValueError, match=r"have 167772\d\d bytes, at most 15728640"):
        mr.spawn(len, args=(b"x" * (1 << 24),))
    big = "y" * (1 << 24)
    with pytest.raises(ValueError, match='of which "big" has 16777265; a function has at most'):
        mr.spawn(lambda: len(big))


class Odd(Exception):
    def __init__(self, a, b):
        super().__init__(a, b)
        self.a = a


def test_what_is_raised_comes_as_it_was(session):
    def inner(x):
        raise Odd(x, [1])

    def outer(x):
        return inner(x)

    bad = mr.spawn(outer, args=("nix",))
    with pytest.raises(Odd) as e:
        bad.execute()
    assert e.value.a == "nix"
    said = str(e.value.__cause__)
    assert "in outer" in said and "in inner" in said and "raise Odd(x, [1])" in said and "_worker" not in said
    assert any("remote.spawn was built at" in n and "test_remote.py" in n for n in e.value.__notes__)
    with pytest.raises(RuntimeError, match=r"sys.exit\(3\)"):
        mr.spawn(lambda: __import__("sys").exit(3)).execute()
    assert mr.spawn(add, args=(1,)).execute().fetch() == 2  # the processes are well


def test_what_cannot_be_sent_is_said_at_the_call(session):
    lock = threading.Lock()
    t = mt.ones(3)
    with pytest.raises(TypeError, match='cannot be sent: its variable "lock" is a _thread.lock'):
        mr.spawn(lambda: lock)
    with pytest.raises(TypeError, match='its variable "t" is a Tensor of mars: pass it as an argument'):
        mr.spawn(lambda: t)
    with pytest.raises(TypeError, match="an argument of add cannot be sent"):
        mr.spawn(add, args=(lock,))
    with pytest.raises(TypeError, match="kwargs has to be a dict"):
        mr.spawn(add, kwargs=[1])
    with pytest.raises(TypeError, match="unexpected keyword argument 'nix'"):
        mr.spawn(add, nix=1)


def test_crashes_are_told(session):
    with pytest.raises(mr.WorkerCrash, match="exit code 7; then exit code 7"):
        mr.spawn(lambda: os._exit(7)).execute()
    with pytest.raises(mr.WorkerCrash, match=r"SIGSEGV at .*test_remote.py:\d+"):
        mr.spawn(lambda: __import__("ctypes").string_at(0)).execute()
    assert mr.spawn(add, args=(1,)).execute().fetch() == 2


def test_a_process_that_is_killed_runs_its_call_again(session, tmp_path):
    mark = tmp_path / "mark"

    def f():
        if not mark.exists():
            mark.write_text("x")
            os.kill(os.getpid(), signal.SIGKILL)
        return "again"

    assert mr.spawn(f).execute().fetch() == "again"
    for slots in (0, -1, True, "a"):
        with pytest.raises(ValueError, match="slots must be a positive int"):
            mr.spawn(add, args=(1,), slots=slots)


def test_once(session, tmp_path):
    mark = tmp_path / "mark"

    def f():
        with open(mark, "a") as out:
            out.write("x")
        os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(mr.WorkerCrash, match="SIGKILL"):
        mr.spawn(f, once=True).execute()
    assert mark.read_text() == "x"
    assert mr.spawn(add, args=(1,), once=True).execute().fetch() == 2
    with pytest.raises(ValueError, match="never calls the function twice, and retry_when_fail=True does"):
        mr.spawn(f, once=True, retry_when_fail=True)


def test_retry_when_fail(session, tmp_path):
    def f(path):
        with open(path, "a") as out:
            out.write("x")
        if os.path.getsize(path) < 3:
            raise OSError("not yet")
        return "done"

    assert mr.spawn(f, args=(str(tmp_path / "a"),), retry_when_fail=True).execute().fetch() == "done"
    with pytest.raises(OSError, match="not yet"):
        mr.spawn(f, args=(str(tmp_path / "b"),)).execute()
    assert os.path.getsize(tmp_path / "b") == 1


def test_timeout(session):
    with pytest.raises(TimeoutError, match="not at an end after 500ms"):
        mr.spawn(lambda: time.sleep(60), timeout=0.5).execute()


def test_cancel_ends_the_call(session, tmp_path):
    mark = tmp_path / "mark"

    def f():
        mark.write_text("runs")
        try:
            time.sleep(600)
        finally:
            mark.write_text("over")

    future = mr.spawn(f).execute(wait=False)
    while not mark.exists():
        time.sleep(0.01)
    future.cancel()
    while mark.read_text() != "over":
        time.sleep(0.01)
    assert mr.spawn(add, args=(1,)).execute().fetch() == 2


def test_a_child_that_a_function_forks_answers_nothing(session, tmp_path):
    def f(name):
        with open(tmp_path / name, "a") as out:
            out.write("x")
        if name == "forks":
            os.fork()
        return name

    for _ in range(4):
        assert mr.spawn(f, args=("forks",)).execute().fetch() == "forks"
        assert mr.spawn(f, args=("next",), once=True).execute().fetch() == "next"
    assert (tmp_path / "next").read_text() == "xxxx"


def test_results_that_cannot_be_sent(session):
    for made, name in ((lambda: (i for i in ()), "a generator"), (threading.Lock, "a _thread.lock")):
        with pytest.raises(TypeError, match=f"the function returned {name}, which cannot be sent: cannot pickle"):
            mr.spawn(made).execute()


def test_fetch_log(session, capfd):
    def f(n):
        print("hello", n)
        os.write(2, b"raw \xff\n")
        return n

    many = [mr.spawn(f, args=(i,)) for i in range(4)]
    mars.execute(many)
    for i, x in enumerate(many):
        assert str(x.fetch_log()) == f"raw \ufffd\nhello {i}\n" == str(x.fetch_log())
    assert [str(log)[-2:] for log in session.fetch_log(many)] == [f"{i}\n" for i in range(4)]
    assert str(many[0].fetch_log(offsets=4, sizes=3)) == "\ufffd\nh"
    assert str(mr.ExecutableTuple(many).fetch_log()[2]).endswith("2\n")
    assert capfd.readouterr().out == ""
    with pytest.raises(ValueError, match="was not executed, so it has no log"):
        mr.spawn(f, args=(1,)).fetch_log()
    with pytest.raises(ValueError, match="'many' is no number of bytes"):
        many[0].fetch_log(sizes="many")


def test_long_logs_lose_their_middle(session):
    x = mr.spawn(lambda: [print("y" * 999) for _ in range(40_000)] and None).execute()
    assert len(str(x.fetch_log())) == 1 << 20
    assert len(str(x.fetch_log())) == 2 << 20  # it is read on
    assert "\n... 23222784 bytes are not kept ...\n" in str(x.fetch_log(offsets="15M"))


def test_logs_of_what_fails(session):
    def fails():
        print("before")
        raise OSError("nix")

    def dies():
        print("last words", flush=True)
        os._exit(3)

    for f, words in ((fails, "before\n"), (dies, "last words\n")):
        x = mr.spawn(f)
        with pytest.raises((OSError, mr.WorkerCrash)):
            x.execute()
        assert words in str(x.fetch_log())


def test_task_logs_of_the_program_mars():
    with mars.new_session(n_cpu=1, default=False) as s:
        mr.spawn(lambda: print("told")).execute(session=s)
        mars_task = [os.environ["MARS_BIN"], "task"]
        listed = subprocess.run([*mars_task, "list", "--server", s.url, "-o", "json"], capture_output=True, check=True)
        (task,) = [t for t in json.loads(listed.stdout) if t["session"] == s.session_id]
        said = subprocess.run([*mars_task, "logs", task["id"], "--server", s.url], capture_output=True, check=True)
        assert said.stdout.decode().rstrip().endswith(" | told")


def test_logs_while_it_runs(session, tmp_path):
    def f():
        print("begun", flush=True)
        (tmp_path / "begun").touch()
        while not (tmp_path / "go").exists():
            time.sleep(0.01)

    x = mr.spawn(f)
    future = x.execute(wait=False)
    while not (tmp_path / "begun").exists():
        time.sleep(0.01)
    assert str(x.fetch_log()) == "begun\n"
    (tmp_path / "go").touch()
    future.result()


def test_progress_that_a_function_tells(session, tmp_path):
    def f(path):
        mars.get_context().set_progress(0.5)
        while not path.exists():
            time.sleep(0.001)
        mars.get_context().set_progress(np.float32(1))

    def wrong(fraction):
        mars.get_context().set_progress(fraction)

    info = mr.spawn(f, args=(tmp_path / "go",)).execute(wait=False)
    while info.progress() < 0.75:  # the function is one subtask, the call the other
        time.sleep(0.01)
    assert info.progress() == 0.75
    (call,) = session._tasks.get(info.task_id, wait=0)["task"]["calls"]
    assert call["op"] == "remote.spawn" and "test_remote.py" in call["site"] and call["progress"] == 0.5
    (tmp_path / "go").touch()
    info.result()
    assert info.progress() == 1
    for fraction in (1.5, -0.1, float("nan")):
        with pytest.raises(ValueError, match="progress is a number from 0 to 1"):
            mr.spawn(wrong, args=(fraction,)).execute()
    for fraction in ("1", True, None):
        with pytest.raises(TypeError, match="progress is a number from 0 to 1"):
            mr.spawn(wrong, args=(fraction,)).execute()


def test_streams_that_a_function_closes(session):
    def f():
        os.close(1)
        sys.stderr.close()
        sys.stdout = None

    for _ in range(4):
        mr.spawn(f).execute()
        x = mr.spawn(lambda: print("still here")).execute()
        assert str(x.fetch_log()) == "still here\n"


def test_streams_that_a_function_wraps(session):
    def wraps():
        sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")
        print("wrapped")

    def detaches():
        sys.stdout = io.TextIOWrapper(sys.stdout.detach(), encoding="utf-8")
        print("detached")

    def closes():
        print("before")
        os.close(1)

    for f, said in ((wraps, "wrapped\n"), (detaches, "detached\n"), (closes, "before\n")):
        for _ in range(4):
            x = mr.spawn(f).execute()
            assert str(x.fetch_log()) == said
            x = mr.spawn(lambda: print("still here")).execute()
            assert str(x.fetch_log()) == "still here\n"


class _Unspeakable(Exception):
    def __str__(self):
        raise ValueError

    def __reduce__(self):
        raise ValueError


def test_an_exception_that_says_nothing(session):
    def f():
        raise _Unspeakable

    with pytest.raises(RuntimeError, match=r"_Unspeakable: \(it cannot be printed: ValueError\)"):
        mr.spawn(f).execute()


def test_what_a_function_leaves_does_not_reach_the_next(session, tmp_path):
    def moves():
        folder = tmp_path / str(os.getpid())
        folder.mkdir(exist_ok=True)
        os.chdir(folder)
        folder.rmdir()

    def alarms():
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        signal.setitimer(signal.ITIMER_PROF, 0.05)

    def next_one():
        end = time.process_time() + 0.1
        while time.process_time() < end:
            pass
        return os.getcwd()

    for _ in range(3):
        mars.execute(*[mr.spawn(f) for f in (moves, alarms)], *[mr.spawn(os.getcwd) for _ in range(10)])
        assert mr.spawn(next_one).execute().fetch()


def test_ten_thousand_at_once(session):
    many = [mr.spawn(add, args=(i,)) for i in range(10_000)]
    mars.execute(many)
    assert sum(mars.fetch(many)) == sum(range(10_000)) + 10_000


def test_calls_that_stand_together(session, tmp_path):
    """Many calls of one function are sent as one, and are many in everything else."""

    def work(i, kind="value"):
        with open(tmp_path / f"{i}", "a") as f:
            f.write("x")
        print("call", i)
        if kind == "raises":
            raise LookupError(f"of {i}")
        return i if kind == "value" else np.full(100_000, i)

    many = [mr.spawn(work, args=(i,)) for i in range(20)]
    arrays = [mr.spawn(work, args=(i, "array"), once=True) for i in range(100, 103)]
    total = mr.spawn(lambda *xs: sum(xs), args=tuple(many[:5]))
    first = mr.ExecutableTuple([many[3], many[1]]).execute().fetch()
    assert first == (3, 1)  # some of them, and then all
    got = mr.ExecutableTuple([total, *many, *arrays, many[7]]).execute().fetch()
    assert got[0] == 10 and got[1:21] == tuple(range(20)) and got[-1] == 7
    assert [a[0] for a in got[21:24]] == [100, 101, 102]
    assert sorted(os.listdir(tmp_path), key=int) == [*map(str, range(20)), "100", "101", "102"]
    assert all((tmp_path / n).read_text() == "x" for n in os.listdir(tmp_path))  # each ran once
    assert [str(log) for log in session.fetch_log(many[4:6])] == ["call 4\n", "call 5\n"]
    bad = [mr.spawn(work, args=(i, "raises" if i == 205 else "value")) for i in range(200, 210)]
    with pytest.raises(LookupError, match="of 205") as raised:
        mr.ExecutableTuple(bad).execute()
    told = "".join(traceback.format_exception(raised.value))
    assert f'test_remote.py", line {work.__code__.co_firstlineno + 5}, in work' in told
    assert "remote.spawn was built at " in told
    with pytest.raises(ValueError, match="zone=x") as raised:
        mr.ExecutableTuple([mr.spawn(work, args=(i,), where="zone=x") for i in range(2)]).execute()
    assert raised.value.mars_problem.op == "remote.spawn"
    kept = [x for x in bad if x is not bad[5]]
    assert mr.ExecutableTuple(kept).execute().fetch() == tuple(i for i in range(200, 210) if i != 205)


def test_functions_as_they_are_when_executed(session):
    step = 1

    def f(x):
        return x + step

    a = mr.spawn(f, args=(1,))
    step = 10
    assert a.execute().fetch() == 11
    step = 100
    assert mr.spawn(f, args=(1,)).execute().fetch() == 101


def test_pickles_are_read_where_they_are_asked_for(session):
    a = mr.spawn(lambda: {1}).execute()
    with mars.option_context({"allow_pickle": False}):
        with pytest.raises(PermissionError, match="allow_pickle"):
            a.fetch()
    assert a.fetch() == {1}


class Told:
    """What writes down who unpickles it."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return _told, (self.path,)


def _told(path):
    with open(path, "a") as f:
        f.write(f"{os.getpid()}\n")
    return Told(path)


def test_nobody_between_unpickles(session, tmp_path):
    path = str(tmp_path / "who")
    given = mr.spawn(lambda x: os.getpid(), args=(Told(path),)).execute()
    runs = given.fetch()
    with open(path) as f:
        assert [int(n) for n in f] == [runs]
    made = mr.spawn(Told, args=(str(tmp_path / "made"),)).execute()
    assert not os.path.exists(tmp_path / "made")
    through = mr.spawn(lambda x: x.path, args=(made,)).execute()
    with open(tmp_path / "made") as f:
        assert os.getpid() not in [int(n) for n in f]
    assert through.fetch() == str(tmp_path / "made")
    made.fetch()
    with open(tmp_path / "made") as f:
        who = [int(n) for n in f]
    assert len(who) == 2 and who[1] == os.getpid()


def test_clusters_that_run_no_functions_say_so(tmp_path):
    config = tmp_path / "off.yaml"
    config.write_text("security: {functions: off}\n")
    with mars.new_session(n_cpu=1, config=str(config), default=False) as off:
        with pytest.raises(PermissionError, match="runs no functions of users: --functions=off"):
            mr.spawn(add, args=(1,)).execute(session=off)


def test_a_worker_without_an_interpreter_says_what_to_do():
    from mars._client import local

    process = local.Server(["--n-cpu", "1", "--python", "/nowhere/python3"])
    try:
        with mars.new_session(process.url, token=process.token, default=False) as s:
            words = "no worker runs functions of Python .*there is no interpreter /nowhere/python3; start workers with --python"
            with pytest.raises(ValueError, match=words):
                mr.spawn(add, args=(1,)).execute(session=s)
    finally:
        process.stop()


def _stat(pid):
    with open(f"/proc/{pid}/stat") as f:
        return f.read().rpartition(")")[2].split()


def _parent(pid):
    return int(_stat(pid)[1])


def _runs(pid):
    """Whether a process is there that nobody has killed: one that nobody has waited for is over too."""
    try:
        return _stat(pid)[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.slow
@pytest.mark.parametrize("once", [False, True])
def test_a_worker_is_killed_in_mid_call(tmp_path, monkeypatch, once):
    monkeypatch.setenv("MARS_SECURITY_FUNCTIONS", "on")
    monkeypatch.setenv("MARS_PYTHON", sys.executable)
    mark = tmp_path / "mark"

    def f(x):
        if not mark.exists():
            below = subprocess.Popen(["setsid", "sleep", "600"])  # in no group of ours
            (tmp_path / "new").write_text(f"{os.getpid()} {below.pid}")
            (tmp_path / "new").rename(mark)
            time.sleep(600)
        return x, os.getpid()

    with contextlib.ExitStack() as stack:
        c = Cluster(stack)
        workers = [c.work(), c.work()]
        joined(c.url, 2)
        with mars.new_session(c.url) as s:
            label = f"python:{sys.version_info[0]}.{sys.version_info[1]}"
            assert all(label in n["labels"] for n in s.nodes() if n["role"] == "ROLE_WORKER")
            x = mr.spawn(add, args=(1,))
            future = mr.spawn(f, args=(x,), once=once).execute(wait=False)
            while not mark.exists():
                time.sleep(0.01)
            pid, below = map(int, mark.read_text().split())
            zygote = _parent(pid)
            (lost,) = [w for w in workers if w.process.pid == _parent(zygote)]
            lost.process.kill()
            if once:
                with pytest.raises(Lost, match="may have begun there, and once=True never begins it twice"):
                    future.result(timeout=60)
            else:
                value, again = future.result(timeout=60).fetch()
                assert value == 2 and again != pid
            while _runs(pid) or _runs(zygote) or _runs(below):  # they end one after the other
                time.sleep(0.01)


def test_modules_of_the_program_are_sent_from_several_threads(session, tmp_path, monkeypatch):
    (tmp_path / "of_the_program.py").write_text("def twice(x):\n    return 2 * x\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    twice = importlib.import_module("of_the_program").twice
    monkeypatch.setitem(sys.modules, "another_name_of_it", sys.modules["of_the_program"])
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            sent = list(pool.map(lambda _: pickles.dump_function(twice), range(400)))
    finally:
        sys.setswitchinterval(switch)
    assert min(len(s) for s in sent) > 200  # each is the function itself, none its name in the module
    assert not cloudpickle.list_registry_pickle_by_value()
    assert mr.spawn(twice, args=(21,)).execute().fetch() == 42
