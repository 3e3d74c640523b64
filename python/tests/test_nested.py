"""Functions that execute values in the session that they run for, and wait for them without a slot."""

import concurrent.futures
import os
import random
import signal
import threading
import time

import numpy as np
import pytest

import mars
import mars.dataframe as md
import mars.remote as mr
import mars.tensor as mt


@pytest.fixture(scope="module")
def one():
    """A session on one slot."""
    with mars.new_session(n_cpu=1) as s:
        yield s


def tree(shape):
    """The nodes of a tree of lists, each of which a function of its own counts."""
    return 1 + sum(x.execute().fetch() for x in [mr.spawn(tree, args=(s,)) for s in shape])


def at_once(shape):
    parts = [mr.spawn(at_once, args=(s,)) for s in shape]
    return 1 + (sum(mars.fetch(*mars.execute(*parts, mr.spawn(int)))) if parts else 0)


def in_threads(shape):
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        return 1 + sum(pool.map(lambda s: mr.spawn(in_threads, args=(s,)).execute().fetch(), shape))


def in_the_back(shape):
    parts = [mr.spawn(in_the_back, args=(s,)) for s in shape]
    futures = [p.execute(wait=False) for p in parts]
    while not all(f.done() for f in futures):
        time.sleep(0.001)
    return 1 + sum(f.result().fetch() for f in futures)


def drawn(r, depth):
    return [drawn(r, depth - 1) for _ in range(r.choice([0, 1, 1, 2]))] if depth else []


def size(shape):
    return 1 + sum(map(size, shape))


def test_a_function_uses_the_session_that_it_runs_for(one):
    def f():
        s = mars.new_session()
        with mars.new_session() as again:  # its end is not that of the program's
            assert again.session_id == s.session_id
        x = mt.arange(10).sum()
        return x.execute().fetch(), mars.get_default_session().session_id, s.session_id

    for _ in range(2):
        assert mr.spawn(f).execute().fetch() == (45, one.session_id, one.session_id)
    assert mt.ones(3).sum().execute().fetch() == 3  # the session goes on


def test_handles(one):
    t = mt.arange(10_000, chunk_size=3_000)
    d = md.DataFrame({"a": [1, 2, 3], "s": ["x", "y", None]}, chunk_size=2)

    def f(ts, *, d):
        (t,) = ts
        half = mr.spawn(lambda x, k: float(x.sum().execute().fetch()) / k, args=(t, 2))
        return [
            isinstance(t, mt.Tensor) and isinstance(d, md.DataFrame), t.shape, t[5:8].to_numpy(), float((t * 2).sum().execute().fetch()),
            d[d["a"] > 1]["s"].to_pandas().tolist(), d["a"].to_pandas().tolist(), half.execute().fetch(),
        ]  # fmt: skip

    for _ in range(2):
        kind, shape, part, total, texts, a, half = mr.spawn(f, args=([t],), kwargs={"d": d}).execute().fetch()
        assert kind and shape == (10_000,) and part.tolist() == [5, 6, 7] and total == 99990000
        assert texts[0] == "y" and (texts[1] is None or texts[1] != texts[1]) and a == [1, 2, 3] and half == 24997500
    assert t.sum().execute().fetch() == 49995000  # what was lent is there
    assert mr.spawn(lambda x: type(x), args=(t,), resolve_tileable_input=True).execute().fetch() is np.ndarray
    made = mr.spawn(lambda: np.ones(5), output_types="tensor")
    assert mr.spawn(lambda x: float(x.sum().execute().fetch()), args=(made,)).execute().fetch() == 5


def test_values_that_are_wrong_are_told_before_the_call(one):
    bad = mt.ones((2, 3)).reshape(-1).astype("int64")
    x = mr.spawn(lambda t: 1, args=(mr.spawn(lambda: 1 / 0, output_types="tensor"),))
    with pytest.raises(ZeroDivisionError):
        x.execute()
    assert mr.spawn(lambda t: t.shape, args=(bad,)).execute().fetch() == (6,)


def test_nested_errors_are_as_they_were(one):
    def inner():
        raise LookupError("nix")

    def outer():
        try:
            mr.spawn(inner).execute()
        except LookupError as e:
            return str(e)

    assert mr.spawn(outer).execute().fetch() == "nix"
    with pytest.raises(LookupError, match="nix"):
        mr.spawn(lambda: mr.spawn(inner).execute()).execute()
    with pytest.raises(RuntimeError, match=r"sys.exit\(4\)"):
        mr.spawn(lambda: mr.spawn(lambda: __import__("sys").exit(4)).execute()).execute()
    with pytest.raises(mr.WorkerCrash):
        mr.spawn(lambda: mr.spawn(lambda: os._exit(4)).execute()).execute()


@pytest.mark.slow
@pytest.mark.parametrize("function", [tree, at_once, in_threads, in_the_back])
def test_random_trees_on_one_slot(one, function):
    r = random.Random(function.__name__)
    shapes = [drawn(r, 5) for _ in range(25)]
    many = mars.execute(*[mr.spawn(function, args=(s,)) for s in shapes])
    assert mars.fetch(*many) == list(map(size, shapes))


def test_wide_ones_on_one_slot(one):
    shape = [[[]] * 3] * 10
    assert mr.spawn(at_once, args=(shape,)).execute().fetch() == size(shape)
    assert mr.spawn(tree, args=(shape,)).execute().fetch() == size(shape)


@pytest.mark.slow
def test_trees_on_two_workers():
    r = random.Random(7)
    shapes = [drawn(r, 5) for _ in range(10)]
    with mars.new_session(n_cpu=2, n_worker=2, default=False) as s:
        s.as_default()
        try:
            many = mars.execute(*[mr.spawn(f, args=(x,)) for x in shapes for f in (at_once, tree)])
            assert mars.fetch(*many) == [size(x) for x in shapes for _ in range(2)]
        finally:
            s.reset_default()


def test_no_more_than_sixteen_wait_for_each_other(one):
    def down(n):
        return mr.spawn(down, args=(n + 1,)).execute().fetch()

    with pytest.raises(
        (ValueError, RuntimeError), match="functions wait for each other already|already wait for others"
    ):
        mr.spawn(down, args=(0,)).execute()
    assert mr.spawn(tree, args=([[[]]],)).execute().fetch() == 3


def test_the_end_of_a_function_ends_what_it_waits_for(one, tmp_path):
    def inner(name):
        (tmp_path / name).touch()
        time.sleep(600)

    def outer(name):
        mr.spawn(inner, args=(name,)).execute()

    def begun(name):
        while not (tmp_path / name).exists():
            time.sleep(0.01)

    future = mr.spawn(outer, args=("a",)).execute(wait=False)
    begun("a")
    future.cancel()

    def kills(pid):
        os.kill(pid, signal.SIGKILL)
        time.sleep(600)

    def dies():
        mr.spawn(kills, args=(os.getpid(),)).execute()

    with pytest.raises(mr.WorkerCrash):
        mr.spawn(dies, once=True).execute(timeout=60)
    assert mr.spawn(int).execute(timeout=60).fetch() == 0  # the slot is free


def test_threads_that_a_function_leaves_behind(one):
    def f():
        threading.Thread(target=lambda: mr.spawn(time.sleep, args=(0.2,)).execute(), daemon=True).start()
        return os.getpid()

    pids = [mr.spawn(f).execute().fetch() for _ in range(3)]
    assert len(set(pids)) == 3  # a process with a thread ends
    assert mr.spawn(tree, args=([[]],)).execute().fetch() == 2


def test_a_time_limit_is_without_the_time_that_it_waits(one):
    def f():
        mr.spawn(time.sleep, args=(1.5,)).execute()
        return "done"

    assert mr.spawn(f, timeout=1).execute().fetch() == "done"


def test_a_function_may_use_its_own_session_alone():
    from mars._client import local

    server = local.Server([*local.arguments(1)])
    try:
        with (
            mars.new_session(server.url, token=server.token, default=False) as s,
            mars.new_session(server.url, token=server.token, default=False) as other,
        ):

            def f(address, there):
                token = os.environ["MARS_TOKEN"]
                assert mars.new_session().session_id != there
                for kw in ({}, {"session_id": there, "new": False}):
                    with pytest.raises(PermissionError):
                        mars.new_session(address, token=token, default=False, **kw)
                return [n["sessionId"] for n in mars.new_session()._call("SessionService/ListSessions", {})["sessions"]]

            got = mr.spawn(f, args=(server.url, other.session_id)).execute(session=s).fetch(session=s)
            assert not server.token or got == [s.session_id]
    finally:
        server.stop()


@pytest.mark.slow
def test_what_a_function_waits_for_may_have_the_memory_of_another(tmp_path):
    """Two functions hold an array of 120 MB each and wait for one of 80 MB, in 360 MB: one of them begins again."""

    def array(n):
        return np.ones(n)

    def outer(x, n, name, folder):
        open(f"{folder}/{name}", "w").close()
        for _ in range(60):  # until both have begun, where both have room
            if len(os.listdir(folder)) == 2:
                break
            time.sleep(0.05)
        drawn = mt.random.rand(n, chunk_size=n).execute()
        return float(drawn.sum().execute().fetch() > 0) + float(x[0])

    with mars.new_session(n_cpu=2, mem_bytes="400m", default=False) as s:
        held = [mr.spawn(array, args=(15_000_000 + k,)) for k in range(2)]
        for x in held:
            x.execute(session=s)
        calls = [mr.spawn(outer, args=(x, 10_000_000, k, str(tmp_path))) for k, x in enumerate(held)]
        assert mr.ExecutableTuple(calls).execute(session=s).fetch(session=s) == (2.0, 2.0)
