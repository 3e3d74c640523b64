"""Runs the images in containers: python prove_containers.py mars.tar mars-python.tar podman-compose; root is needed.

A supervisor and a worker of the engine's image and a worker of the one with Python, which starts as KubeDL starts it, on a bridge network of their own.
Programs run outside, through a published port, and have the answers that they have on a cluster of this machine, bit for bit, whatever is killed. The
last line is one JSON object.
"""

import argparse
import contextlib
import json
import os
import signal
import sys

import prove_compose
from containers import Box, Failed, called, documented, healthy, job, status

import mars


def proved(stack, engine, python, compose):
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
    row["compose"] = prove_compose.proved(stack, compose, box, want)
    ok = (
        row["digest_equal"]
        and row["compose"]["digest_equal"]
        and [row[k] for k in ("killed", "stopped", "too_small", "supervisor")] == [137, 0, 1, 0]
    )
    return ok, {"containers": 3, **row}


def main():
    a = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    a.add_argument("engine")
    a.add_argument("python")
    a.add_argument("compose", help="the program podman-compose")
    a = a.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with contextlib.ExitStack() as stack:
        ok, row = proved(stack, a.engine, a.python, a.compose)
    print(json.dumps(row))
    return 0 if ok else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as e:
        print(e, file=sys.stderr)
        sys.exit(1)
