"""Runs the scripts of the documentation against real processes, in every way that a cluster is deployed.

python prove_scripts.py BIN [-k MODE] where BIN is the folder with mars, mars-supervisor and the other names. It prints a row for each
script and mode; its last line is one JSON object.

standalone   one supervisor and two workers, each a process, as deploy.rst starts them
schedulers   two mars-scheduler, mars-web and two mars-worker
local        mars local
webonly      as standalone, in a network namespace: from where the scripts run, only the web port can be reached
"""

import argparse
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import prompt

here = os.path.dirname(os.path.abspath(__file__))
modes = ("standalone", "schedulers", "local", "webonly")

# Seconds that a process may take to say that it has started, and that a script may take.
READY, SCRIPT = 60.0, 300.0


class Failed(Exception):
    """A process did not do what it should."""


class Process:
    """A process of the cluster, whose output is kept."""

    def __init__(self, *command):
        self.command = command
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, stdout=self.log, stderr=subprocess.STDOUT, start_new_session=True)

    def said(self, pattern):
        """Waits for a line; its first group."""
        end = time.monotonic() + READY
        while time.monotonic() < end:
            found = re.search(pattern, self.text())
            if found:
                return found.group(1)
            if self.process.poll() is not None:
                raise Failed(f"{' '.join(self.command)} ended with {self.process.returncode}:\n{self.text()}")
            time.sleep(0.02)
        raise Failed(f"{' '.join(self.command)} did not say {pattern!r}:\n{self.text()}")

    def text(self):
        # Reading must not move the offset: the process writes at it, the file being one.
        fd = self.log.fileno()
        return os.pread(fd, os.fstat(fd).st_size, 0).decode("utf-8", "replace")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


def free_ports(n):
    """Ports that nobody listens at now."""
    with contextlib.ExitStack() as stack:
        socks = [stack.enter_context(socket.socket()) for _ in range(n)]
        for s in socks:
            s.bind(("127.0.0.1", 0))
        return [s.getsockname()[1] for s in socks]


def started(stack, *command):
    p = Process(*command)
    stack.callback(p.stop)
    return p


def joined(url, workers):
    """Waits until so many workers take work."""
    import mars

    end = time.monotonic() + READY
    with mars.new_session(url, default=False) as s:
        while sum(n.get("role") == "ROLE_WORKER" and n.get("state") == "STATE_READY" for n in s.nodes()) < workers:
            if time.monotonic() > end:
                raise Failed(f"{workers} workers are not ready at {url}: {s.nodes()}")
            time.sleep(0.02)


@contextlib.contextmanager
def standalone(folder, host="127.0.0.1"):
    name = os.path.join(folder, "mars-{}").format
    sup, web = free_ports(2)
    with contextlib.ExitStack() as stack:
        p = started(stack, name("supervisor"), "-H", host, "-p", str(sup), "--web-host", "0.0.0.0", "-w", str(web))
        p.said(rf"Mars Web started at 0\.0\.0\.0:({web})")
        for _ in range(2):
            w = started(stack, name("worker"), "-H", host, "-s", f"{host}:{sup}", "--n-cpu", "1", "--n-io-process", "2")
            w.said(r"Mars worker started at (\S+)")
        yield f"http://127.0.0.1:{web}"


@contextlib.contextmanager
def schedulers(folder):
    name = os.path.join(folder, "mars-{}").format
    ports = free_ports(3)
    all_of = ",".join(f"127.0.0.1:{p}" for p in ports[:2])
    with contextlib.ExitStack() as stack:
        for p in ports[:2]:
            s = started(stack, name("scheduler"), "-a", "127.0.0.1", "-p", str(p), "-s", all_of, "--nproc", "1")
            s.said(r"Mars \w+ started at (\S+)")
        for _ in range(2):
            command = [name("worker"), "-a", "127.0.0.1", "-s", all_of, "--cpu-procs", "1", "--net-procs", "2"]
            started(stack, *command, "--phy-mem", "4g").said(r"Mars worker started at (\S+)")
        w = started(stack, name("web"), "-p", str(ports[2]), "-s", all_of)
        w.said(r"Mars Web started at \S+:(\d+)")
        yield f"http://127.0.0.1:{ports[2]}"


@contextlib.contextmanager
def local(folder):
    command = [
        os.path.join(folder, "mars"),
        "local",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--parent-pipe",
        "--n-cpu",
        "2",
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as p:
        said = json.loads(p.stdout.readline())
        os.environ["MARS_TOKEN"] = said["token"]
        try:
            yield said["url"]
        finally:
            del os.environ["MARS_TOKEN"]
            p.stdin.close()
            p.wait(30)


@contextlib.contextmanager
def webonly(folder):
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, "web")
        command = ["unshare", "--map-root-user", "--net", sys.executable, __file__, folder, "--inside", path]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as p:
            try:
                line = p.stdout.readline()
                if not line:
                    raise Failed(f"{' '.join(command)} did not start")
                with socket.create_server(("127.0.0.1", 0)) as front:
                    relay(front, lambda: connect(path))
                    yield f"http://127.0.0.1:{front.getsockname()[1]}"
            finally:
                p.stdin.close()
                p.wait(60)


def inside(folder, path):
    """The part of webonly that runs in the namespace: the cluster, and a relay from a socket file to its web port."""
    import fcntl
    import struct

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        fcntl.ioctl(s, 0x8914, struct.pack("16sH14x", b"lo", 0x41))  # SIOCSIFFLAGS: up, running
    with standalone(folder, "127.7.7.7") as url, socket.socket(socket.AF_UNIX) as front:
        joined(url, 2)
        front.bind(path)
        front.listen(64)
        port = int(url.rpartition(":")[2])
        relay(front, lambda: socket.create_connection(("127.0.0.1", port)))
        print("ready", flush=True)
        sys.stdin.read()


def connect(path):
    s = socket.socket(socket.AF_UNIX)
    s.connect(path)
    return s


def relay(front, back):
    """Joins every connection that front accepts with one that back makes, until front is closed."""

    def pump(a, b):
        try:
            while True:
                data = a.recv(1 << 16)
                if not data:
                    break
                b.sendall(data)
        except OSError:
            pass
        for s in (a, b):
            with contextlib.suppress(OSError):
                s.shutdown(socket.SHUT_RDWR)

    def accept():
        while True:
            try:
                a, _ = front.accept()
                b = back()
            except OSError:
                return
            for pair in ((a, b), (b, a)):
                threading.Thread(target=pump, args=pair, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()


def run(name, url):
    """Runs one script; what is wrong, or nothing."""
    script = os.path.join(here, "scripts", name + ".py")
    command = [sys.executable, os.path.join(here, "prompt.py"), script, url]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SCRIPT, check=False)
    except subprocess.TimeoutExpired:
        return f"it ran for more than {SCRIPT:g} s"
    if done.returncode:
        return done.stderr.strip()
    for line in prompt.shows[name]:
        if not re.search(line, done.stdout, re.MULTILINE):
            return f"{line} is not in\n{done.stdout}"
    return ""


def main():
    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument("folder")
    args.add_argument("-k", dest="only", choices=modes)
    args.add_argument("--inside", help=argparse.SUPPRESS)
    a = args.parse_args()
    if a.inside:
        return inside(a.folder, a.inside)
    os.environ["MARS_BIN"] = os.path.join(a.folder, "mars")
    rows = failed = 0
    for mode in [a.only] if a.only else modes:
        wrong = ""
        with contextlib.ExitStack() as stack:
            try:
                url = stack.enter_context(globals()[mode](a.folder))
                joined(url, 1 if mode == "local" else 2)
            except (Failed, OSError) as e:
                wrong = f"the cluster did not start: {e}"
            for name in sorted(prompt.checks):
                if name == "local" and mode != "local":
                    continue  # it makes a cluster of its own
                start = time.monotonic()
                why = wrong or run(name, url)
                rows += 1
                failed += bool(why)
                print(
                    f"{mode:12} {name:16} {'FAILED' if why else 'ok':8} {time.monotonic() - start:6.2f} s", flush=True
                )
                if why and not wrong:
                    print("    " + why.replace("\n", "\n    "), flush=True)
        if wrong:
            print("    " + wrong.replace("\n", "\n    "), flush=True)
    print(
        json.dumps(
            {"scripts": len(prompt.checks), "modes": 1 if a.only else len(modes), "runs": rows, "failed": failed}
        )
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
