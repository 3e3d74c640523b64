"""A cluster that is started as KubeDL starts the pods of a MarsJob: by modules without arguments, and by the environment."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import urllib.request

import pytest

import mars
import mars.tensor as mt
from mars import _early


def free():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Pods:
    def __init__(self, stack, tmp_path):
        self.stack, self.tmp, self.ports = stack, tmp_path, {r: free() for r in ("scheduler", "web", "worker")}

    def start(self, role, *args, **env):
        """The line that the process prints when it has started."""
        detail = {
            "cluster": {
                "scheduler": [f"127.0.0.1:{self.ports['scheduler']}"],
                "webservice": [f"127.0.0.1:{self.ports['web']}"],
            },
            "task": {"type": role, "index": 0, "resources": {"cpu_procs": 0, "phy_mem": 0}},
        }
        given = {
            "MARS_CLUSTER_DETAIL": json.dumps(detail),
            "MARS_CPU_TOTAL": "0",
            "MARS_MEMORY_TOTAL": "0",
            "MARS_CPU_USE_PROCESS_STAT": "1",
            "MARS_MEM_USE_CGROUP_STAT": "1",
            "MARS_BIND_PORT": str(self.ports[role]),
            "MARS_K8S_GROUP_LABELS": "job-name",
            "MARS_CONTAINER_IP": "127.0.0.1",
            "MARS_K8S_POD_NAME": f"job-{role}-0",
            "MARS_K8S_POD_NAMESPACE": "default",
            **env,
        }
        command = [sys.executable, "-m", f"mars.deploy.kubernetes.{role}", *args]
        p = subprocess.Popen(command, env={**os.environ, **given}, stdout=subprocess.PIPE, text=True)
        self.stack.callback(p.stdout.close)
        self.stack.callback(p.wait)
        self.stack.callback(p.terminate)
        return p, p.stdout.readline()


@pytest.fixture
def pods(tmp_path):
    with contextlib.ExitStack() as stack:
        yield Pods(stack, tmp_path)


def test_the_modules_of_kubedl(pods):
    spill = [pods.tmp / "a", pods.tmp / "b"]
    for role, said, env in (
        ("scheduler", "Mars scheduler started at 127.0.0.1:{}", {}),
        ("web", "Mars Web started at 0.0.0.0:{}", {}),
        (
            "worker",
            "Mars worker started at 127.0.0.1:{}",
            {
                "MARS_SPILL_DIRS": ",".join(map(str, spill)),
                "MARS_PLASMA_DIRS": "/dev/shm",
                "MARS_LOCK_FREE_FILEIO": "1",
                "MARS_CACHE_MEM_SIZE": str(64 << 20),
            },
        ),
    ):
        p, line = pods.start(role, **env)
        assert line.strip() == said.format(pods.ports[role]), line
        assert os.path.basename(os.readlink(f"/proc/{p.pid}/exe")) == "mars"  # no interpreter stays
    assert all(d.is_dir() for d in spill)
    web = f"http://127.0.0.1:{pods.ports['web']}"
    s = mars.new_session(web, default=False)
    try:
        assert mt.ones((30, 40), chunk_size=10).sum().execute(session=s).fetch(session=s) == 1200
    finally:
        s.close()
    for port, path in (("worker", "readyz"), ("web", "readyz?for=work"), ("web", "healthz")):
        with urllib.request.urlopen(f"http://127.0.0.1:{pods.ports[port]}/{path}") as r:
            assert r.status == 200


def test_a_web_service_below_a_path(pods):
    path = "/mars/default/job-webservice-0"
    pods.start("scheduler")
    pods.start("web", MARS_WEB_PREFIX=path)
    pods.start("worker")
    root = f"http://127.0.0.1:{pods.ports['web']}"
    for url in (root + path, root + path + "/", f"127.0.0.1:{pods.ports['web']}{path}"):
        s = mars.new_session(url, default=False)
        try:
            a = mt.tensor(list(range(60_000)), chunk_size=20_000)  # sent as parts, and read as parts
            assert (a + 1).execute(session=s).fetch(session=s)[-1] == 60_000
        finally:
            s.close()
    for at in ("/healthz", "/readyz", path + "/healthz", path + "/metrics"):
        with urllib.request.urlopen(root + at) as r:
            assert r.status == 200
    with pytest.raises(Exception, match="there is nothing here: the pages are below"):
        mars.new_session(root, default=False)


def test_arguments_are_passed_on(pods):
    p, line = pods.start("worker", "--n-cpus", "2")
    assert p.wait() == 2 and line == ""


def test_a_process_of_a_cluster_imports_nothing_first():
    """Until the binary runs, the first process of a container hears no SIGTERM."""
    for role in ("scheduler", "supervisor", "web", "worker"):
        command = [sys.executable, "-X", "importtime", "-m", f"mars.deploy.kubernetes.{role}", "--help"]
        p = subprocess.run(command, capture_output=True, text=True, check=True)
        imported = [line.rpartition("|")[2].strip() for line in p.stderr.splitlines()]
        assert "Usage:" in p.stdout
        assert [m for m in imported if m.split(".")[0] in ("mars", "numpy", "pandas")] == ["mars._binary"]


@pytest.mark.parametrize(
    "line, role",
    [
        ("python -m mars.deploy.kubernetes.worker", "worker"),
        ("python -u -X dev -m mars.deploy.kubernetes.web -p 1", "web"),
        ("python -mmars.deploy.kubernetes.scheduler -m pdb", "scheduler"),
        ("python -m mars.deploy.kubernetes.cluster", None),
        ("python -m mars.deploy.kubernetes", None),
        ("python -m pytest -m mars.deploy.kubernetes.worker", None),
        ("python program.py", None),
    ],
)
def test_the_role_that_a_line_names(line, role):
    words = line.split()
    at = next((i for i, w in enumerate(words) if w.startswith("-m")), None)
    if at is None:
        argv = words[1:]
    else:
        argv = ["-m", *words[at + (1 if words[at] != "-m" else 2) :]]
    assert _early.role(argv, words) == role
    assert _early.role(argv, []) is None
