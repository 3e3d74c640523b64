"""The server of new_session(), and what happens to a program when servers end."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from build import long_work, ones, total

import mars
import mars.tensor as mt
from mars._client import local

here = os.path.dirname(os.path.abspath(__file__))


def until(f, seconds=20):
    end = time.monotonic() + seconds
    while not f():
        assert time.monotonic() < end, "it did not become true"
        time.sleep(0.01)


def runs(pid):
    """Whether a process is there and has not ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as f:
            return f.read().rpartition(")")[2].split()[0] not in ("Z", "X")
    except FileNotFoundError:
        return False


def program(text, **env):
    """A Python program that prints the pid of its server first."""
    text = "import mars, os, sys, time\ns = mars.new_session()\nprint(s._server.pid, flush=True)\n" + text
    return subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True, env={**os.environ, **env})


@pytest.mark.parametrize("how", ["kill -9", "exit", "exception", "ctrl-c"])
def test_the_server_ends_with_the_program(how):
    p = program("raise SystemExit(1/0)" if how == "exception" else "" if how == "exit" else "time.sleep(60)")
    with p:
        pid = int(p.stdout.readline())
        if how == "kill -9":
            assert runs(pid)
            p.kill()
        elif how == "ctrl-c":
            p.send_signal(signal.SIGINT)
        p.wait(30)
    until(lambda: not runs(pid))


def test_a_forked_child_does_not_keep_the_server():
    p = program("child = os.fork()\nif child:\n    print(child, flush=True)\ntime.sleep(60)")
    with p:
        pid, child = int(p.stdout.readline()), int(p.stdout.readline())
        try:
            p.kill()
            p.wait(30)
            until(lambda: not runs(pid))
            assert runs(child)
        finally:
            os.kill(child, signal.SIGKILL)


def test_sessions_share_a_server_with_the_same_settings():
    a, b = mars.new_session(default=False), mars.new_session(default=False)
    c = mars.new_session(n_cpu=1, default=False)
    assert a._server is b._server is not c._server
    assert a.session_id != b.session_id
    assert c.get_total_n_cpu() == 1
    a.close()
    assert b.execute(ones(3)) is not None
    pids = [b._server.pid, c._server.pid]
    c.stop_server()
    assert not runs(pids[1]) and runs(pids[0])
    b.as_default()
    mars.stop_server()
    assert not runs(pids[0]) and mars.get_default_session() is None
    with pytest.raises(mars.session.SessionClosed):
        b.execute(ones(3))


def test_a_session_is_made_where_none_is():
    mars.session.clear_default_session()
    try:
        assert total(ones(4)).execute().fetch() == 4
        assert mars.get_default_session()._server.alive
    finally:
        mars.stop_server()


def test_settings_of_a_local_server():
    assert local.arguments(n_cpu=2, n_worker="auto", mem_bytes="4g", config="a.yaml") == [
        "--python", f"{sys.version_info[0]}.{sys.version_info[1]}={sys.executable}", "--n-cpu", "2", "--mem-bytes", "4g", "--config-file", "a.yaml"
    ]  # fmt: skip
    with pytest.raises(TypeError, match="settings of a local server"):
        mars.new_session("http://127.0.0.1:1", n_cpu=2)
    with pytest.raises(ValueError, match="backend"):
        mars.new_session(backend="ray")


def test_a_server_that_is_killed_is_named():
    s = mars.new_session(mem_bytes="3g", default=False)
    try:
        a = ones(100, 1000)
        s.execute(a)
        os.kill(s._server.pid, signal.SIGKILL)
        until(lambda: s._server.process.poll() is not None)
        for run in (lambda: s.fetch(a), lambda: s.execute(ones(3)), lambda: s.execute(ones(3), wait=False)):
            with pytest.raises(mars.session.SessionLost, match="local server ended"):
                run()
        again = mars.new_session(mem_bytes="3g", default=False)
        assert again.execute(total(ones(3))) is not None
        again.stop_server()
    finally:
        s.stop_server()


def test_a_future_of_a_server_that_is_killed_ends():
    s = mars.new_session(mem_bytes="2500m", default=False)
    try:
        f = s.execute(long_work(), wait=False)
        os.kill(s._server.pid, signal.SIGKILL)
        assert isinstance(f.exception(timeout=60), (mars.session.SessionLost, ConnectionError))
    finally:
        s.stop_server()


def serve(port):
    return local.Server(["--port", str(port)])


def test_a_supervisor_that_is_restarted_is_told_apart():
    first = serve(0)
    port = int(first.url.rpartition(":")[2])
    s = mars.new_session(first.url, token=first.token, default=False)
    a = ones(300, 300)
    s.execute(a)
    first.process.kill()
    first.stop()
    second = serve(port)
    try:
        s._transport.token = second.token
        s._transport._head["Authorization"] = f"Bearer {second.token}"
        for run in (lambda: s.fetch(a), lambda: s.execute(ones(3))):
            with pytest.raises(mars.session.SessionLost, match="restarted"):
                run()
    finally:
        s.close()
        second.stop()


def test_what_is_no_server(monkeypatch, tmp_path):
    def binary(text):
        path = tmp_path / f"bin{len(os.listdir(tmp_path))}"
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        monkeypatch.setenv("MARS_BIN", str(path))

    binary("echo 'port in use' >&2; exit 3")
    with pytest.raises(ConnectionError, match=r"(?s)exit status 3.*port in use"):
        local.Server([])
    binary("echo hello; sleep 60")
    with pytest.raises(ConnectionError, match="printed b'hello"):
        local.Server([])
    monkeypatch.setattr(local, "_READY", 0.1)
    binary("sleep 60")
    with pytest.raises(ConnectionError, match=r"not ready after 0\.1 s"):
        local.Server([])
    monkeypatch.setenv("MARS_BIN", str(tmp_path / "none"))
    with pytest.raises(FileNotFoundError, match="MARS_BIN"):
        local.Server([])


def test_where_the_binary_is_looked_for(monkeypatch, tmp_path):
    monkeypatch.delenv("MARS_BIN")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(local.os.path, "isfile", lambda p: p.startswith(str(tmp_path)) and os.access(p, os.X_OK))
    with pytest.raises(FileNotFoundError, match="make build"):
        local.binary()
    (tmp_path / "mars").write_text("")
    (tmp_path / "mars").chmod(0o755)
    assert local.binary() == str(tmp_path / "mars")


def test_an_upload_is_sent_again_whose_worker_leaves():
    before, s = mars.get_default_session(), mars.new_session(n_cpu=2, n_worker=2)
    plain, calls = s._call, []

    def ready():
        nodes = plain("ClusterService/ListNodes", {})["nodes"]
        return [n["address"] for n in nodes if n.get("role") == "ROLE_WORKER" and n["state"] == "STATE_READY"]

    def call(method, request, **more):
        calls.append(method)
        if method == "DataService/CommitUpload" and calls.count(method) == 1:
            leaves = ready()[0]
            plain("ClusterService/DrainNode", {"address": leaves})
            until(lambda: leaves not in [n["address"] for n in nodes_that_live(plain)])
        return plain(method, request, **more)

    s._call = call
    try:
        a = np.arange(5_000_000.0)
        assert mt.tensor(a).sum().execute().fetch() == a.sum()
        assert calls.count("DataService/CommitUpload") == 2
    finally:
        s._call = plain
        s.stop_server()
        if before is not None:
            before.as_default()


def nodes_that_live(call):
    over = ("STATE_STOPPED", "STATE_LOST")
    return [n for n in call("ClusterService/ListNodes", {})["nodes"] if n["state"] not in over]
