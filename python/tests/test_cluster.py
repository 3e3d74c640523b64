"""A program while processes of its cluster go: a supervisor and workers, each a process."""

import contextlib
import os
import threading

import pytest
from build import long_work, ones, rand, total
from prove_scripts import Process, free_ports, joined

import mars


class Cluster:
    """A supervisor on fixed ports, and workers."""

    def __init__(self, stack):
        self.stack = stack
        self.port, self.web = free_ports(2)
        self.url = f"http://127.0.0.1:{self.web}"
        self.supervise()

    def start(self, role, *args, said):
        p = Process(os.environ["MARS_BIN"], role, "-H", "127.0.0.1", *args)
        self.stack.callback(p.stop)
        p.said(said)
        return p

    def supervise(self):
        ports = ("-p", str(self.port), "-w", str(self.web))
        self.supervisor = self.start("supervisor", *ports, said=r"Mars Web started at (\S+)")

    def work(self):
        return self.start(
            "worker", "-s", f"127.0.0.1:{self.port}", "--n-cpu", "1", said=r"Mars worker started at (\S+)"
        )


@pytest.fixture
def cluster():
    with contextlib.ExitStack() as stack:
        yield Cluster(stack)


@pytest.mark.slow
def test_a_worker_is_killed_that_had_the_value(cluster):
    first = cluster.work()
    joined(cluster.url, 1)
    with mars.new_session(cluster.url) as s:
        a = rand(1200, 1200, chunk=300).execute()
        parts = s._manifest(a.key, {})["parts"]
        assert all(p["urls"][0].startswith("http://127.0.0.1:") and p["ticket"] for p in parts)
        want = a.fetch()
        cluster.work()
        joined(cluster.url, 2)
        first.process.kill()
        assert (a.fetch() == want).all()
        assert total(a).execute().fetch() == pytest.approx(want.sum())


@pytest.mark.slow
def test_the_supervisor_is_started_again_while_a_program_waits(cluster):
    cluster.work()
    joined(cluster.url, 1)
    s = mars.new_session(cluster.url)
    a = rand(1000, 1000).execute()
    future = long_work().execute(wait=False)

    def restart():
        cluster.supervisor.process.kill()
        cluster.supervisor.process.wait()
        cluster.supervise()

    timer = threading.Timer(0.5, restart)
    timer.start()
    with pytest.raises(mars.session.SessionLost, match="restarted"):
        long_work().execute()
    timer.join()
    assert isinstance(future.exception(timeout=60), mars.session.SessionLost)
    with pytest.raises(mars.session.SessionLost):
        a.fetch()
    s.close()
    joined(cluster.url, 1)
    with mars.new_session(cluster.url):
        assert total(ones(10)).execute().fetch() == 10
