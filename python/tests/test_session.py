"""Sessions against a real server: execute, fetch, describe, futures, release, errors."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pandas as pd
import pytest
from build import add, call, local, long_work, ones, product, rand, total

import mars
import mars.dataframe as md
import mars.tensor as mt
from mars._client import errors, progress, uploads
from mars._core import attrs


def until(f, seconds=20):
    """Waits for f to be true."""
    end = time.monotonic() + seconds
    while not f():
        assert time.monotonic() < end, "it did not become true"
        time.sleep(0.01)


def tasks(session):
    return session._call("TaskService/ListTasks", {"sessionId": session.session_id}).get("tasks", [])


def stored(session):
    said = session._call("SessionService/GetSession", {"sessionId": session.session_id})
    return int(said["session"].get("storedBytes", 0))


def test_execute_gives_the_value_and_fetch_its_elements(session):
    a = ones(2, 3)
    assert a.execute() is a
    np.testing.assert_array_equal(a.fetch(), np.ones((2, 3)))
    assert a._meta.shape == (2, 3) and a.key
    b = add(a, a)
    assert session.execute(a, b) == (a, b)
    got = session.fetch([a, b])
    np.testing.assert_array_equal(got[1], 2 * np.ones((2, 3)))
    assert total(b).execute().fetch() == 12.0


def test_what_was_executed_is_not_computed_again(session):
    a = rand(10, 10).execute()
    b = total(a).execute()
    n = len(tasks(session))
    assert session.execute(a, b) == (a, b)
    assert len(tasks(session)) == n
    assert b.fetch() == pytest.approx(a.fetch().sum())


def test_several_chunks_are_put_together(session):
    a = rand(300, 400, chunk=70).execute()
    got = a.fetch()
    assert got.shape == (300, 400) and got.flags.c_contiguous and got.flags.writeable
    assert total(a).execute().fetch() == pytest.approx(got.sum())
    np.testing.assert_array_equal(
        session.fetch_slice(a, select=(slice(60, 90), slice(None, None, 100))), got[60:90, ::100]
    )
    big = rand(2000, 1500, chunk=600).execute()
    whole = big.fetch()
    assert len(np.unique(whole)) > 2_990_000
    np.testing.assert_array_equal(session.fetch_slice(big, select=(slice(590, 1210), slice(0, 1500))), whole[590:1210])


def test_what_was_not_executed_cannot_be_fetched(session):
    with pytest.raises(ValueError, match=r"tensor\.ones, which was not executed"):
        ones(2).fetch()
    for bad in (1, "a", np.ones(2)):
        with pytest.raises(TypeError, match="not a value of Mars"):
            session.execute(bad)
    with pytest.raises(ValueError, match="nothing"):
        session.execute()


def test_describe_asks_once_and_knows_without_computing(session):
    a = rand(30, 40)
    b = add(a, ones(40))
    s = total(b)
    assert s._meta.shape == () and b._known.shape == (30, 40) and a._known.dtype == np.float64
    assert not tasks(session)
    c = add(b, s)  # stands on descriptions alone
    assert c._meta.shape == (30, 40)
    s.execute()
    d = add(c, s)
    assert d._meta.shape == (30, 40)


def test_a_bad_call_raises_what_numpy_raises(session):
    bad = add(ones(2, 3), ones(4))
    line = bad._ref.node.site
    assert "test_session.py:" in line
    for run in (
        lambda: bad._meta,
        lambda: session.describe([add(bad, bad)._ref]),
        bad.execute,
        lambda: total(bad).execute(),
    ):
        with pytest.raises(ValueError, match="could not be broadcast together") as e:
            run()
        assert line in str(e.value) + "".join(getattr(e.value, "__notes__", ()))
        assert errors.problem_of(e.value).kind == "invalid"
    with pytest.raises(TypeError, match="parameter shape"):
        call("tensor.ones", shape=attrs.string("x")).execute()
    with pytest.raises(NotImplementedError, match="no operator"):
        call("tensor.nonsense").execute()


def test_strict_mode_finds_a_bad_call_at_the_call(session):
    from mars._core import hooks

    bad = add(ones(2, 3), ones(4))
    with mars.option_context(strict=True), pytest.raises(ValueError, match="broadcast"):
        hooks.watch(bad._ref.node)
    with mars.option_context(eager_mode=True):
        a = ones(2, 3)
        hooks.watch(a._ref.node)
        np.testing.assert_array_equal(a.fetch(), np.ones((2, 3)))


@pytest.fixture
def analyzed(session, monkeypatch):
    """The questions what a call makes of its inputs that reach the server."""
    asked, ask = [], session._call

    def count(method, request, **more):
        if method == "AnalyzeService/Analyze":
            asked.append(request)
        return ask(method, request, **more)

    monkeypatch.setattr(session, "_call", count)
    return asked


def test_a_call_whose_description_came_twice_is_not_asked_about_again(session, analyzed):
    a, b = ones(2, 3).execute(), rand(2, 3).execute()
    for n in (1, 2, 2, 2):
        (m,) = session.describe([add(a, b)._ref])
        assert (len(analyzed), m.shape, m.dtype.name) == (n, (2, 3), "float64")
    # One input twice is another call, and so are others, other attributes and other operators.
    for k, other in enumerate((add(a, a), add(b, a), add(a, local(session, np.int8(1))), total(a), product(a, b))):
        if k < 4:
            session.describe([other._ref])
        else:
            with pytest.raises(ValueError, match="matmul"):
                session.describe([other._ref])
        assert len(analyzed) == 3 + k
    # What is built on a described call is described as well, and computes what it says.
    c = add(a, b)
    for n in (8, 9, 9):
        d = total(c)
        session.describe([c._ref])
        session.describe([d._ref])
        assert len(analyzed) == n
    assert d.execute().fetch() == pytest.approx(add(a, b).execute().fetch().sum())
    assert d.key == session.describe([d._ref])[0].key


def test_bad_calls_and_calls_with_numbers_of_the_server_are_asked_about_each_time(session, analyzed):
    a, b = ones(2, 3).execute(), ones(4).execute()
    for n in (1, 2, 3):
        bad = add(a, b)
        with pytest.raises(ValueError, match="broadcast") as e:
            session.describe([bad._ref])
        assert len(analyzed) == n
        assert bad._ref.node.site in str(e.value) + "".join(getattr(e.value, "__notes__", ()))
    keys = {session.describe([call("tensor.random.permutation", b)._ref])[0].key for _ in range(4)}
    assert (len(analyzed), len(keys)) == (7, 4)


def test_a_closed_session_describes_nothing(session):
    a = ones(2, 3).execute()
    for _ in range(3):
        session.describe([add(a, a)._ref])
    session.close()
    with pytest.raises(errors.SessionClosed):
        session.describe([add(a, a)._ref])


def test_futures(session):
    a = rand(500, 500, chunk=100)
    f = total(a).execute(wait=False)
    called = threading.Event()
    f.add_done_callback(lambda info: called.set())
    value = f.result(timeout=60)
    assert f.done() and not f.running() and f.exception() is None and f.progress() == 1.0 and not f.cancelled()
    assert value.fetch() == pytest.approx(a.execute().fetch().sum())
    assert called.wait(20)
    assert "done" in repr(f)
    assert value.execute(wait=False).done()

    many = [total(rand(100, 100, chunk=30)).execute(wait=False) for _ in range(20)]
    assert all(0 < m.result(60).fetch() < 10000 for m in many)

    async def both():
        return await asyncio.gather(*(total(rand(10)).execute(wait=False) for _ in range(2)))

    assert len(asyncio.run(both())) == 2


def test_futures_of_what_fails(session):
    def ending(f):
        return f.exception(timeout=60)

    f = add(ones(2), ones(3))
    try:
        e = ending(f.execute(wait=False))
    except ValueError as refused:  # found before the task began
        e = refused
    assert isinstance(e, ValueError)


def test_a_future_is_canceled(session):
    f = long_work().execute(wait=False)
    with pytest.raises(TimeoutError, match="has not ended after"):
        f.result(timeout=0.05)
    assert f.running() and 0 <= f.progress() < 1
    assert f.cancel() is True
    with pytest.raises(mars.session.Canceled):
        f.result(timeout=60)
    assert f.cancelled() and f.cancel() is False
    assert total(ones(3)).execute().fetch() == 3


def test_ctrl_c_cancels_the_task(session):
    def interrupt():
        until(lambda: any(t["state"] == "STATE_RUNNING" and t.get("subtasksDone") for t in tasks(session)))
        os.kill(os.getpid(), signal.SIGINT)

    t = threading.Thread(target=interrupt)
    t.start()
    with pytest.raises(KeyboardInterrupt):
        long_work().execute()
    t.join()
    assert [x["state"] for x in tasks(session)] == ["STATE_CANCELED"]
    assert total(ones(3)).execute().fetch() == 3


def test_a_task_that_takes_too_long(session):
    with pytest.raises((TimeoutError, mars.session.Canceled, ConnectionError)):
        long_work().execute(timeout=0.3)
    until(lambda: all(t["state"] not in ("STATE_RUNNING", "STATE_PENDING") for t in tasks(session)))


def test_values_go_when_nobody_holds_them(session):
    x = rand(200, 200).execute()
    key = x.key
    keep = total(x)
    del x
    gc.collect()
    assert keep.execute().fetch() > 0  # an unexecuted reader held it
    gc.collect()

    def gone():
        try:
            session._manifest(key, {})
        except KeyError:
            return True
        return False

    until(gone)
    x = rand(100, 1000).execute()
    for _ in range(10):
        x = add(x, x).execute()
    gc.collect()
    until(lambda: stored(session) < 3 * x._meta.nbytes)
    assert x.fetch().shape == (100, 1000)


def test_a_value_is_found_again_under_equal_keys(session):
    a, b = ones(20, 20).execute(), ones(20, 20).execute()
    assert a.key == b.key
    del a
    gc.collect()
    time.sleep(0.3)  # longer than keys are gathered
    np.testing.assert_array_equal(b.fetch(), np.ones((20, 20)))
    assert session._manifest(b.key, {})


def test_a_slow_task_shows_a_bar(session, capsys, monkeypatch):
    monkeypatch.setattr(progress, "DELAY", 0)
    work = product(rand(1500, 1500, chunk=150), rand(1500, 1500, chunk=150))
    with mars.option_context(progress_update_interval=0.01):
        total(work).execute(show_progress=True)
    shown = capsys.readouterr().err
    assert "%" in shown and "[" in shown
    total(work).execute(show_progress=False)
    assert capsys.readouterr().err == ""


def test_how_large_chunks_are(session):
    a = ones(100, 100).execute()
    assert a._meta.nsplits == ((100,), (100,))
    with mars.option_context(chunk_bytes=20_000):
        b = rand(100, 100).execute()
    assert len(b._meta.nsplits[0]) > 1
    assert b.fetch().shape == (100, 100)


def test_threads_share_a_session(session):
    wrong = []

    def work(k):
        for i in range(10):
            if total(add(ones(k + 1, 10), ones(10))).execute().fetch() != 20 * (k + 1):
                wrong.append((k, i))

    ts = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for t in ts:
        t.start()
    for t in ts:
        t.join()
    assert not wrong


def test_a_closed_session_says_so(session):
    a = ones(3).execute()
    session.close()
    session.close()
    assert mars.get_default_session() is None and session.closed and "closed" in repr(session)
    for run in (lambda: session.fetch(a), lambda: session.execute(ones(3)), session.nodes):
        with pytest.raises(mars.session.SessionClosed):
            run()


def test_a_session_that_nobody_holds_is_closed(server):
    s = mars.new_session(server.url, token=server._server.token, default=False)
    s.execute(ones(3))
    name = s.session_id
    del s
    gc.collect()

    def names():
        return [x["sessionId"] for x in server._call("SessionService/ListSessions", {}).get("sessions", ())]

    until(lambda: name not in names())


def test_a_session_that_somebody_else_closed_is_lost(session, server):
    a = ones(300, 300).execute()
    server._call("SessionService/CloseSession", {"sessionId": session.session_id})
    for run in (a.fetch, ones(3).execute, lambda: ones(3).execute(wait=False)):
        with pytest.raises(mars.session.SessionLost, match="is not known"):
            run()


def test_sessions_are_attached_to(session, server):
    other = mars.new_session(
        server.url, session_id=session.session_id, new=False, default=False, token=server._server.token
    )
    assert other.session_id == session.session_id
    with pytest.raises((KeyError, errors.SessionLost), match="no-such"):
        mars.new_session(server.url, session_id="no-such", new=False, default=False, token=server._server.token)
    with pytest.raises(ValueError, match="session_id"):
        mars.new_session(server.url, new=False)
    other.close()
    assert ones(3).execute().fetch().sum() == 3  # who attached does not end it


def test_how_long_a_session_is_kept(server, session):
    def idle(s):
        return int(s._call("SessionService/GetSession", {"sessionId": s.session_id})["session"]["idleTimeoutMs"])

    assert idle(session) == 600_000  # minutes, for a program that is killed says no word
    with mars.new_session(server.url, token=server._server.token, default=False, idle_timeout=5) as s:
        assert idle(s) == 5_000
    with pytest.raises(ValueError, match="both say how long"):
        mars.new_session(server.url, idle_timeout=5, keep=True)
    with pytest.raises(ValueError, match="a local one ends with the program"):
        mars.new_session(keep=True)
    program = (
        "import mars, mars.tensor as mt, sys\n"
        "s = mars.new_session(sys.argv[1], session_id=sys.argv[3], token=sys.argv[2], keep=sys.argv[3] == 'kept')\n"
        "a = mt.ones(7).execute()"
    )
    for name in ("kept", "ended"):
        subprocess.run([sys.executable, "-c", program, server.url, server._server.token, name], check=True)
    s = mars.new_session(server.url, session_id="kept", new=False, token=server._server.token, default=False)
    assert idle(s) == 7_200_000
    s._call("SessionService/CloseSession", {"sessionId": "kept"})
    s.close()
    with pytest.raises((KeyError, errors.SessionLost), match="ended"):
        mars.new_session(server.url, session_id="ended", new=False, token=server._server.token, default=False)


def test_a_wrong_token_is_refused(server, monkeypatch, tmp_path):
    monkeypatch.delenv("MARS_TOKEN", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))  # another user, for whom the server has left no token
    for token in (None, "wrong"):
        with pytest.raises(PermissionError, match="token"):
            mars.new_session(server.url, token=token, default=False)
    host = server.url.partition("://")[2]
    s = mars.new_session(f"http://{server._server.token}@{host}", default=False)
    s.close()
    monkeypatch.setenv("MARS_TOKEN", server._server.token)
    with mars.new_session(host, default=False) as s:
        assert s.url == server.url and not s.default


def test_a_child_uses_the_session_and_ends_nothing(session):
    a = rand(100, 100).execute()
    want = a.fetch()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            good = (session._fetch(a._ref, {"corners": 0}) == want).all() and total(a).execute().fetch() > 0
            f = total(ones(7)).execute(wait=False)
            code = 0 if good and f.result(30).fetch() == 7 else 2
            del a
            gc.collect()
        finally:
            os._exit(code)
    assert os.waitpid(pid, 0)[1] == 0
    time.sleep(0.3)
    np.testing.assert_array_equal(session._fetch(a._ref, {"corners": 0}), want)
    assert total(ones(3)).execute().fetch() == 3


def test_what_the_cluster_is(session):
    assert session.get_total_n_cpu() == 2
    assert len(session.nodes()) >= 2
    assert session.get_cluster_versions()
    assert session.get_web_endpoint().startswith("http")
    assert session.session_id in repr(session)


def test_uploads_are_sent_once_unless_they_change(session):
    a = np.arange(1000.0).reshape(10, 100)
    u = local(session, a)
    assert local(session, a)._ref.node is u._ref.node
    assert local(session, a.copy())._ref.node is not u._ref.node
    a[0, 0] = 5
    v = local(session, a)
    assert v._ref.node is not u._ref.node
    assert (session.fetch(u)[0, 0], session.fetch(v)[0, 0]) == (0, 5)
    assert total(v).execute().fetch() == a.sum()


def changes():
    def at(i, v):
        def change(a):
            a.reshape(-1)[i] = v

        return change

    yield "first", at(0, 77)
    yield "last", at(-1, 77)
    yield "all signs", lambda a: np.negative(a, out=a, casting="unsafe")
    yield "two swapped", lambda a: a.reshape(-1).__setitem__([3, 40], a.reshape(-1)[[40, 3]])
    yield "blocks swapped", lambda a: a.__setitem__(slice(None), np.roll(a, 1 << 14, axis=0))


@pytest.mark.parametrize(("name", "change"), list(changes()), ids=lambda v: v if isinstance(v, str) else "")
@pytest.mark.parametrize("dtype", ["float64", "int8", "float32"])
def test_the_digest_of_an_array_sees_changes(name, change, dtype):
    a = (np.arange(60_001) % 113 + 1).astype(dtype)
    before = uploads._stamp(a)
    assert before == uploads._stamp(a.copy())
    change(a)
    assert uploads._stamp(a) != before


def test_data_goes_where_it_is_computed(session, server):
    """Large data is uploaded into the default session; a program may compute with it in another one."""
    a = np.random.default_rng(1).random((300, 300))
    d = pd.DataFrame({"x": np.arange(50_000), "y": np.arange(50_000) * 0.5})
    t, f = mt.tensor(a), md.DataFrame(d)
    half = (t * 0.5).execute()
    total = t.sum().execute()
    with mars.new_session(server.url, token=server._server.token, default=False) as other:
        for _ in range(2):
            r = (t * 2).sum()
            r.execute(session=other)
            assert np.isclose(r.fetch(session=other), a.sum() * 2)
        r = f.groupby(f.x % 3).y.sum().execute(session=other)
        pd.testing.assert_series_equal(r.fetch(session=other), d.groupby(d.x % 3).y.sum())
        r = (half + total).execute(session=other)
        np.testing.assert_allclose(r.fetch(session=other), a * 0.5 + a.sum())
    np.testing.assert_array_equal((t + 1).execute().fetch(), a + 1)
