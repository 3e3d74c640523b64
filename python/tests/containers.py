"""Containers as podman starts them, and programs that run outside of them."""

import hashlib
import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request

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
