"""Runs the images in containers: python prove_containers.py mars.tar mars-python.tar. Root and podman are needed.

A supervisor and a worker of the engine's image and a worker of the one with Python, which starts as KubeDL starts it, on a bridge network of their own.
Programs run outside, through a published port, and have the answers that they have on a cluster of this machine, bit for bit, whatever is killed. The
last line is one JSON object.
"""

import argparse
import contextlib
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import mars
import mars.dataframe as md
import mars.tensor as mt

here = os.path.dirname(os.path.abspath(__file__))

# Seconds that anything may take.
LIMIT = 120.0

# What the defaults of podman want more rights for than a container inside of another one has.
LIMITS = ("--ulimit", "nofile=4096:4096", "--ulimit", "nproc=1000:1000")


class Failed(Exception):
    """Something did not do what it should."""


def called(*command, check=True):
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
    if check and done.returncode:
        raise Failed(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def until(what, f):
    """Waits for a true answer of f."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        got = f()
        if got:
            return got
        time.sleep(0.05)
    raise Failed(f"it does not come about: {what}")


class Box:
    """Podman as it works on this machine."""

    def __init__(self, stack, name):
        self.stack, self.name = stack, name
        self.podman, self.limits = ("podman",), ()

    def load(self, file):
        """The id of the image in a file."""
        said = called(*self.podman, "load", "--quiet", "--input", file).stdout
        return re.search(r"Loaded image: (\S+)", said).group(1)

    def suits(self, image):
        """Finds the runtime and the settings with which containers start here: those of podman first."""
        said = []
        for runtime in ((), ("--runtime", "runc"), ("--runtime", "crun")):
            for limits in ((), LIMITS):
                done = called("podman", *runtime, "run", "--rm", *limits, image, "version", check=False)
                if done.returncode == 0:
                    self.podman, self.limits = ("podman", *runtime), limits
                    return
                said.append(f"{' '.join((*runtime, *limits)) or 'podman as it is'}: {done.stderr.strip()}")
        raise Failed("no container starts on this machine:\n" + "\n".join(said))

    def network(self):
        called("podman", "network", "create", self.name)
        self.stack.callback(called, "podman", "network", "rm", "--force", self.name, check=False)

    def run(self, role, *args):
        """Starts a container; its name."""
        name = f"{self.name}-{role}"
        self.stack.callback(called, *self.podman, "rm", "--force", "--time", "1", name, check=False)
        called(*self.podman, "run", "--detach", "--name", name, "--network", self.name, *self.limits, *args)
        return name

    def inspect(self, name, what):
        return called(*self.podman, "inspect", "--format", "{{" + what + "}}", name).stdout.strip()

    def address(self, name):
        return self.inspect(name, f'(index .NetworkSettings.Networks "{self.name}").IPAddress')

    def ended(self, name):
        """The exit code of a container, when it has ended."""
        until(f"{name} ends", lambda: self.inspect(name, ".State.Status") == "exited")
        return int(self.inspect(name, ".State.ExitCode"))

    def joined(self, name):
        """What a worker said when it joined."""

        def said():
            log = called(*self.podman, "logs", name)
            for line in (log.stdout + log.stderr).splitlines():
                if '"msg":"joined"' in line:
                    return json.loads(line)
            if self.inspect(name, ".State.Status") == "exited":
                raise Failed(f"{name} ended:\n{log.stdout}{log.stderr}")
            return None

        return until(f"{name} joins", said)


def status(url):
    """The status of an answer, 0 where there is none."""
    try:
        with urllib.request.urlopen(url, timeout=5) as r:
            return r.status
    except urllib.error.HTTPError as e:
        return e.code
    except OSError:
        return 0


def healthy(base, *paths):
    for p in paths:
        until(f"{base}/{p} is 200", lambda p=p: status(f"{base}/{p}") == 200)


def documented(url):
    """The documentation's script, as it stands there but for the address."""
    with open(os.path.join(here, "scripts", "deploy_rand.py"), encoding="utf-8") as f:
        text = f.read().replace("http://<ip>:<port>", url)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=LIMIT, check=False)
    if done.returncode:
        raise Failed(f"the documentation's script: {done.stderr}")


def job(session, during=None):
    """The digest of an answer of some hundred subtasks; during is called when a part of them has run."""
    a = mt.random.RandomState(7).rand(3000, 3000, chunk_size=250)
    frame = md.DataFrame(mt.dot(a, a)).sum()
    future = frame.execute(session=session, wait=False)
    if during is not None:
        until("a part of the job has run", lambda: future.progress() > 0.1)
        if future.done():
            raise Failed("the job was over before anything could be done to it")
        during()
    future.result(timeout=LIMIT)
    return hashlib.sha256(frame.fetch(session=session).to_numpy().tobytes()).hexdigest()


def proved(stack, engine, python):
    box = Box(stack, f"mars-prove-{os.getpid()}")
    image, with_python = box.load(engine), box.load(python)
    box.suits(image)
    print("containers start with:", *box.podman, *box.limits)
    box.network()
    row = {}

    # The supervisor is ready before there is a worker: who waits for the other is the worker alone.
    supervisor = box.run(
        "supervisor",
        *("--network-alias", "mars_supervisor", "--publish", "127.0.0.1::8909", image),
        *("supervisor", "-a", "mars_supervisor", "-p", "7103", "-w", "8909"),
    )
    url = "http://" + called(*box.podman, "port", supervisor, "8909/tcp").stdout.strip()
    healthy(url, "healthz", "readyz")
    if status(url + "/readyz?for=work") != 503:
        raise Failed("a cluster without workers says that it takes work")

    # A worker of 512 MiB and half a core, and one as a pod of KubeDL.
    first = box.run(
        "worker-0", "--memory", "512m", "--cpus", "0.5", image, "worker", "-s", "mars_supervisor:7103", "-p", "7104"
    )
    detail = json.dumps({"cluster": {"scheduler": ["mars_supervisor:7103"]}, "task": {"type": "worker", "index": 0}})
    second = box.run(
        "worker-1",
        *("--env", f"MARS_CLUSTER_DETAIL={detail}", "--env", "MARS_CPU_TOTAL=0", "--env", "MARS_MEMORY_TOTAL=0"),
        *("--env", "MARS_BIND_PORT=11111", "--env", "MARS_SPILL_DIRS=/tmp/a,/tmp/b", "--memory", "1g"),
        *(with_python, "/bin/sh", "-c", "python -m mars.deploy.kubernetes.worker"),
    )
    row["limits"] = {k: box.joined(first)[k] for k in ("slots", "memory", "cache")}
    if row["limits"] != {"slots": 1, "memory": "512 MiB", "cache": row["limits"]["cache"]}:
        raise Failed(f"the worker of 512 MiB and half a core says {row['limits']}")
    box.joined(second)
    healthy(url, "readyz?for=work")
    healthy(f"http://{box.address(first)}:7104", "healthz", "readyz")
    healthy(f"http://{box.address(second)}:11111", "healthz", "readyz")
    row["user"] = box.inspect(first, ".Config.User")

    with mars.new_session(n_cpu=2, default=False) as here_alone:
        want = job(here_alone)
    documented(url)
    with mars.new_session(url, default=False) as s:
        digests = [job(s)]
    row["jobs"] = 1
    with mars.new_session(url, default=False) as s:
        digests.append(job(s, lambda: called(*box.podman, "kill", "--signal", "KILL", second)))
    row["killed"] = box.ended(second)

    # One that comes in its place, and one that leaves as an orchestrator has it leave.
    third = box.run("worker-2", "--memory", "512m", image, "worker", "-s", "mars_supervisor:7103", "-p", "7104")
    box.joined(third)
    with mars.new_session(url, default=False) as s:
        digests.append(job(s, lambda: called(*box.podman, "stop", "--time", "60", first)))
    row["stopped"] = box.ended(first)
    row["jobs"] = len(digests)

    small = box.run("small", "--memory", "96m", image, "worker", "-s", "mars_supervisor:7103")
    row["too_small"] = box.ended(small)
    log = called(*box.podman, "logs", small)
    if "--min-mem" not in log.stdout + log.stderr:
        raise Failed(f"a worker that has too little memory says {log.stdout}{log.stderr}")
    called(*box.podman, "stop", "--time", "60", supervisor)
    row["supervisor"] = box.ended(supervisor)
    row["digest_equal"] = digests == [want] * len(digests)
    ok = row["digest_equal"] and [row[k] for k in ("killed", "stopped", "too_small", "supervisor")] == [137, 0, 1, 0]
    return ok, {"containers": 3, **row}


def main():
    a = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    a.add_argument("engine")
    a.add_argument("python")
    a = a.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with contextlib.ExitStack() as stack:
        ok, row = proved(stack, a.engine, a.python)
    print(json.dumps(row))
    return 0 if ok else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as e:
        print(e, file=sys.stderr)
        sys.exit(1)
