"""Clusters of processes whose workers run functions, for tests of where these run."""

import contextlib
import sys

from prove_scripts import joined
from test_cluster import Cluster


class Places(Cluster):
    """A supervisor, and workers with labels that run functions in this interpreter."""

    def supervise(self):
        ports = ("-p", str(self.port), "-w", str(self.web), "--functions", "on")
        self.supervisor = self.start("supervisor", *ports, said=r"Mars Web started at (\S+)")

    def work(self, *more, slots=1):
        where = ("-s", f"127.0.0.1:{self.port}", "--n-cpu", str(slots), "--functions", "on", "--python", sys.executable)
        return self.start("worker", *where, *more, said=r"Mars worker started at (\S+)")


@contextlib.contextmanager
def places(*workers):
    """A cluster with workers, each told by (slots, labels...)."""
    with contextlib.ExitStack() as stack:
        c = Places(stack)
        for slots, *labels in workers:
            c.work(*(x for label in labels for x in ("--label", label)), slots=slots)
        joined(c.url, len(workers))
        yield c
