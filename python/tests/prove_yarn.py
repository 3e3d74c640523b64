"""The commands of docs/yarn.md against the resource manager at RM: prove_yarn.py RM TARBALL. A program computes on the cluster before and after it grows,
when a worker was killed, and when it shrinks."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import mars
import mars.tensor as mt
from mars._client import local

PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "yarn.md")


def commands():
    """The lines of the page's shell blocks."""
    with open(PAGE, encoding="utf-8") as f:
        return [line for block in re.findall(r"```sh\n(.*?)```", f.read(), re.S) for line in block.splitlines()]


def computes(session):
    return float(mt.ones((300, 400), chunk_size=100).sum().execute(session=session).fetch(session=session))


def workers():
    """The processes of workers, by what their environment says of YARN."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as f:
                args = f.read().split(b"\0")
            with open(f"/proc/{pid}/environ", "rb") as f:
                ours = os.environ["PROOF"].encode() in f.read()  # its directories are there
        except OSError:
            continue
        if args[1:2] == [b"worker"] and args[0].endswith(b"lib/mars") and ours:
            found.append(int(pid))
    return found


def become(n):
    """Waits until there are n processes of workers: YARN counts those no more that it has told to stop."""
    for _ in range(300):
        if len(workers()) == n:
            return
        time.sleep(0.2)
    raise AssertionError(f"there are workers {workers()}, not {n}")


def main(rm, tarball):
    folder = tempfile.mkdtemp(prefix="mars-yarn-")
    env = {**os.environ, "PATH": os.path.dirname(local.binary()) + os.pathsep + os.environ["PATH"], "USER": "root"}
    kept = os.path.join(os.path.dirname(tarball), "apps.tgz")
    proved, session = [], None
    for line in commands():
        said = line.replace("http://rm:8088", rm).replace("hdfs:///apps/mars.tgz", kept)
        if said.startswith("hdfs dfs -put "):  # the default file system of the proof is the local one
            said = "cp " + said.removeprefix("hdfs dfs -put ")
        if said.startswith("mars yarn start"):
            said += " --json"
        print("$", said, file=sys.stderr)
        out = subprocess.run(["bash", "-c", said], cwd=folder, env=env, stdout=subprocess.PIPE, text=True, timeout=400)
        assert out.returncode == 0, f"{line}: {out.returncode}"
        verb = " ".join(shlex.split(line)[:3])
        if verb == "mars yarn start":
            at = json.loads(out.stdout)
            session = mars.new_session(at["web"], token=at["token"])
            assert computes(session) == 120_000
            killed = workers()
            assert len(killed) == 2, killed
            os.kill(killed[0], signal.SIGKILL)  # YARN starts another
            assert computes(session) == 120_000
        elif verb == "mars yarn flex":
            assert computes(session) == 120_000
            become(int(shlex.split(line)[4]))
        elif verb == "mars yarn status":
            assert "1 of 1 ready" in out.stdout and at["token"] not in out.stdout, out.stdout
        elif verb == "mars yarn stop":
            gone = subprocess.run(
                ["mars", "yarn", "status", "mars-a", "--rm", rm], env=env, capture_output=True, text=True
            )
            assert gone.returncode != 0 and "not found" in gone.stderr, gone.stderr
            become(0)
        elif verb == "mars yarn file":
            assert json.loads(out.stdout)["components"][1]["number_of_containers"] == 2
        proved.append(verb)
    shutil.rmtree(folder)
    print(json.dumps({"proof": "yarn", "commands": len(proved), "ok": True}))


if __name__ == "__main__":
    main(*sys.argv[1:])
