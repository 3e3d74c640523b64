"""What calls of functions take and where they run: slots, memory, time, labels of workers."""

import json
import os
import subprocess
import threading

import numpy as np
import pytest
from places import places

import mars
import mars.dataframe as md
import mars.remote as mr
import mars.tensor as mt


@pytest.fixture(scope="module")
def two():
    """A session on one worker of two slots."""
    with mars.new_session(n_cpu=2) as s:
        yield s


@pytest.fixture(scope="module")
def zones():
    """Two workers with labels: a of one slot, b of three."""
    with places((1, "zone=a", "name=small"), (3, "zone=b")) as c, mars.new_session(c.url) as s:
        s._cluster = c
        yield s


def threads():
    return os.environ["OMP_NUM_THREADS"], os.environ["OPENBLAS_NUM_THREADS"]


def test_slots_are_threads_of_libraries(two):
    assert mr.spawn(threads, slots=2).execute().fetch() == ("2", "2")
    assert mr.spawn(threads).execute().fetch() == ("1", "1")
    x = mr.spawn(lambda: float((np.ones((50, 50)) @ np.ones((50, 50))).sum()), slots=2)
    assert x.execute().fetch() == 125000


def test_calls_of_two_slots_are_alone(two, tmp_path):
    """Whoever has both slots finds nobody else; those of one slot may meet each other."""
    inside = str(tmp_path)

    def alone(i):
        with open(f"{inside}/both-{i}", "x"):
            seen = [n for n in os.listdir(inside) if n != f"both-{i}"]
        os.unlink(f"{inside}/both-{i}")
        return seen

    def one(i):
        with open(f"{inside}/one-{i}", "x"):
            seen = [n for n in os.listdir(inside) if n.startswith("both")]
        os.unlink(f"{inside}/one-{i}")
        return seen

    calls = [mr.spawn(alone, args=(i,), slots=2) if i % 3 == 0 else mr.spawn(one, args=(i,)) for i in range(30)]
    assert mr.ExecutableTuple(calls).execute().fetch() == ([],) * 30


def test_what_no_worker_has_is_told_at_once(two):
    with pytest.raises(ValueError, match=r"slots=3 was asked for, and the largest worker has 2") as e:
        mr.spawn(threads, slots=3).execute()
    assert any("test_placement.py" in n for n in e.value.__notes__)
    with pytest.raises(
        ValueError, match=r"memory=1125899906842624 bytes .* was asked for, and the largest worker has \d+ "
    ):
        mr.spawn(threads, memory=1 << 50).execute()
    with pytest.raises(ValueError, match=r"where=zone=a is no worker: .* has none; start one with --label"):
        mr.spawn(threads, where={"zone": "a"}).execute()
    with pytest.raises(ValueError, match="slots=5"):
        mt.ones(3).map_chunk(lambda a: a, slots=5).execute()


def test_what_nobody_can_have_is_told_at_the_call(two):
    for slots in (0, -1, True, "a", 1.5):
        with pytest.raises(ValueError, match="slots must be a positive int"):
            mr.spawn(threads, slots=slots)
    for memory in (0, -1, True, "1g"):
        with pytest.raises(ValueError, match="memory must be a positive number of bytes"):
            mr.options(memory=memory)
    for timeout in (0, -1.0):
        with pytest.raises(ValueError, match="timeout must be a positive number of seconds"):
            mr.options(timeout=timeout)
    for where in ("=a", [1], {"": 1}):
        with pytest.raises(ValueError, match="where takes labels"):
            mr.spawn(threads, where=where)
    with pytest.raises(TypeError, match="options are of functions"):
        mr.options(slots=1)(5)


def test_options_are_those_of_all_methods(two):
    f = md.DataFrame({"k": [1, 1, 2], "v": [1.0, 2.0, 4.0]}, chunk_size=2)
    n = mr.options(slots=2)(lambda *a: int(os.environ.get("OMP_NUM_THREADS", 0)))
    assert f.v.map(n, dtype="int64").to_pandas().tolist() == [2, 2, 2]
    assert f.apply(n, axis=1, output_type="series", dtypes="int64").to_pandas().tolist() == [2, 2, 2]
    assert f.groupby("k").apply(n, output_type="series", dtypes="int64").to_pandas().tolist() == [2, 2]
    assert f.map_chunk(
        lambda d: d.assign(n=int(os.environ.get("OMP_NUM_THREADS", 0))), slots=2
    ).n.to_pandas().tolist() == [2, 2, 2]
    t = mt.ones(4, chunk_size=2)
    assert (
        t.map_chunk(lambda a: a * int(os.environ.get("OMP_NUM_THREADS", 0)), slots=2, dtype=float)
        .execute()
        .fetch()
        .tolist()
        == [2.0] * 4
    )
    assert mr.spawn(n).execute().fetch() == 2
    assert mr.spawn(mr.options(slots=2, timeout=60)(mr.options(slots=1)(n))).execute().fetch() == 2

    def add(x, y=1):
        """Adds."""
        return x + y

    optioned = mr.options(timeout=60)(add)
    assert optioned(1, y=2) == 3 and optioned.__name__ == "add" and optioned.__doc__ == "Adds."
    assert mr.spawn(optioned, args=(1,), kwargs={"y": 41}).execute().fetch() == 42
    # a function among the arguments is what it is
    assert mr.spawn(lambda f: f(1), args=(optioned,)).execute().fetch() == 2


def test_a_call_ends_after_its_time(two):
    with pytest.raises(TimeoutError, match=r"not at an end after 100ms"):
        mr.spawn(mr.options(timeout=0.1)(lambda: threading.Event().wait())).execute()
    with pytest.raises(TimeoutError):
        mt.ones(2).map_chunk(lambda a: threading.Event().wait(), timeout=0.1, dtype=float, elementwise=True).execute()


def test_memory_is_kept_free(two, tmp_path):
    """What a call asks for counts as taken while it runs: two that want most of it do not run at a time."""
    with pytest.raises(ValueError) as e:
        mr.spawn(threads, memory=1 << 60).execute()
    most = int(str(e.value).split("largest worker has ")[1].split(" ")[0])

    def alone(folder, i):
        with open(f"{folder}/{i}", "x"):
            seen = len(os.listdir(folder))
        os.unlink(f"{folder}/{i}")
        return seen

    calls = [mr.spawn(alone, args=(str(tmp_path), i), memory=most * 6 // 10) for i in range(8)]
    assert mr.ExecutableTuple(calls).execute().fetch() == (1,) * 8


def test_a_call_takes_no_more_memory_than_it_asked_for(two):
    def eats(n):
        return int(np.ones(n, "u1").sum())

    words = r"Unable to allocate 200. MiB .*: the call asked for memory=1048576 and was given 0 bytes"
    with pytest.raises(MemoryError, match=words) as e:
        mr.spawn(eats, args=(200 << 20,), memory=1 << 20).execute()
    assert "ask for more (memory=)" in str(e.value) and "in eats" in str(e.value.__cause__)
    assert mr.spawn(eats, args=(200 << 20,), memory=256 << 20).execute().fetch() == 200 << 20
    with pytest.raises(MemoryError, match="memory=1048576"):
        mt.ones(8, chunk_size=4).map_chunk(
            mr.options(memory=1 << 20)(lambda a: a * eats(200 << 20)), dtype=float
        ).execute()
    f = md.DataFrame({"k": [1, 1, 2], "v": ["a", "b", None]}, chunk_size=2)
    kept = mr.options(memory=1 << 20)(lambda d: d.assign(w=d.v + "!"))  # what pyarrow reserves is no matter
    assert f.map_chunk(kept).w.to_pandas().tolist()[:2] == ["a!", "b!"]
    with pytest.raises(MemoryError, match="memory=1048576"):
        f.apply(mr.options(memory=1 << 20)(lambda row: eats(200 << 20)), axis=1, dtype="int64").execute()
    assert mr.spawn(eats, args=(200 << 20,)).execute().fetch() == 200 << 20  # of which nothing is said


@pytest.mark.slow
def test_labels_choose_workers(zones):
    def parent():
        return os.getppid()  # the zygote of the worker

    small = mr.spawn(parent, where={"name": "small"}).execute().fetch()
    assert mr.ExecutableTuple([mr.spawn(parent, where="zone=a") for _ in range(6)]).execute().fetch() == (small,) * 6
    large = mr.spawn(parent, where="zone=b").execute().fetch()
    assert large != small
    assert mr.spawn(parent, where=["zone=b"]).execute().fetch() == large
    assert mr.spawn(parent, where="name").execute().fetch() == small
    # inputs lie elsewhere: they come to where it has to run
    a = mr.spawn(lambda: (np.arange(100_000), os.getppid()), where="zone=a")
    b = mr.spawn(lambda a: (a[0].sum(), a[1], os.getppid()), args=(a,), where="zone=b")
    assert b.execute().fetch() == (4999950000, small, large)
    assert (
        mt.ones(8, chunk_size=1)
        .map_chunk(lambda a: a * os.getppid(), where="zone=a", dtype=float)
        .execute()
        .fetch()
        .tolist()
        == [small] * 8
    )
    with pytest.raises(ValueError, match=r"slots=2 was asked for, and the largest worker with zone=a has 1"):
        mr.spawn(parent, where="zone=a", slots=2).execute()
    with pytest.raises(ValueError, match=r"where=zone=c is no worker: .* has name=small zone=a"):
        mr.spawn(parent, where="zone=c").execute()
    rows = json.loads(
        subprocess.run(
            [os.environ["MARS_BIN"], "node", "list", "--json", "--server", zones._cluster.url],
            capture_output=True, check=True, text=True,
        ).stdout
    )  # fmt: skip
    labels = sorted(label for r in rows for label in r["labels"] if label.startswith(("zone", "name")))
    assert labels == ["name=small", "zone=a", "zone=b"]


@pytest.mark.slow
def test_a_label_that_is_none_is_refused():
    for label, why in [
        ("zone", "want key=value"),
        ("a b=c", "want key=value"),
        ("data=x", "workers say data themselves"),
    ]:
        p = subprocess.run(
            [os.environ["MARS_BIN"], "worker", "-s", "127.0.0.1:1", "--label", label], capture_output=True, text=True
        )
        assert p.returncode == 2 and why in p.stderr
