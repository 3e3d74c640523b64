"""images/compose.yaml as podman-compose starts it: two workers, programs from outside, a worker killed, the end."""

import os
import shlex

from containers import Failed, called, documented, healthy, job, until

import mars

here = os.path.dirname(os.path.abspath(__file__))
FILE = os.path.join(here, "..", "..", "images", "compose.yaml")
URL = "http://127.0.0.1:7005"


class Project:
    """One project of compose, with the settings with which containers start on this machine."""

    def __init__(self, program, box):
        self.box, self.name = box, f"{box.name}-compose"
        own = (f"--podman-args={shlex.join(box.podman[1:])}",) if box.podman[1:] else ()
        if box.limits:
            own += (f"--podman-run-args={shlex.join(box.limits)}",)
        self.program = (program, *own, "--in-pod", "false", "-p", self.name, "-f", FILE)

    def do(self, *args, check=True):
        return called(*self.program, *args, check=check)

    def containers(self, service):
        """The names of the running containers of a service."""
        labels = (f"io.podman.compose.project={self.name}", f"com.docker.compose.service={service}")
        filters = [f for label in labels for f in ("--filter", f"label={label}")]
        return sorted(called(*self.box.podman, "ps", "--format", "{{.Names}}", *filters).stdout.split())


def proved(stack, program, box, want):
    """What came of it; want is the digest of the job on a cluster of this machine."""
    p = Project(program, box)
    stack.callback(p.do, "down", "--timeout", "1", check=False)
    p.do("up", "--detach")
    healthy(URL, "readyz", "readyz?for=work")
    workers = until("two workers run", lambda: len(w := p.containers("worker")) == 2 and w)
    for w in workers:
        box.joined(w)
    documented(URL)
    with mars.new_session(URL, default=False) as s:
        digests = [job(s), job(s, lambda: called(*box.podman, "kill", "--signal", "KILL", workers[0]))]
    (supervisor,) = p.containers("supervisor")
    p.do("stop", "--timeout", "60")
    ended = {name: box.ended(name) for name in (workers[1], supervisor)}
    if set(ended.values()) != {0}:
        raise Failed(f"exit codes of what compose stopped: {ended}")
    return {"workers": len(workers), "killed": box.ended(workers[0]), "digest_equal": digests == [want] * 2}
