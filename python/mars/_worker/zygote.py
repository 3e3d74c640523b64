"""The process that others are forked from: it has imported what functions need, and runs none of them.

A worker asks for a fork with three descriptors: the socket of the new process, where it writes, and its permits.
It is told of the end of each child, and says when the number of one that has ended may be used again.

What functions start is found when their process ends, in whatever group or session it is: a process that has lost
its parent becomes a child of the nearest one above that asks for such, and here both kinds of process do.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import random
import selectors
import signal
import socket
import sys
from typing import Any

import cloudpickle  # noqa: F401
import numpy as np

from . import frames
from .frames import Link
from .process import Process, about

_PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_CHILD_SUBREAPER = 36


def main() -> None:
    """Serves fd 3 until it ends."""
    try:
        import pandas  # noqa: F401
    except ImportError:
        pass  # functions of arrays need none
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    link = Link(socket.socket(fileno=3))
    gc.collect()
    gc.freeze()
    link.send(frames.HELLO, 0, json.dumps(about() | {"threads": _threads()}).encode())
    z = Zygote(link)
    try:
        z.serve()
    finally:  # the worker has ended, maybe by a signal: nobody else is left to end what it had
        z.end()


class Zygote:
    """What has been forked and may not have ended."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._pids: set[int] = set()  # of which the worker has not said that it knows of their end
        self._ends = selectors.DefaultSelector()

    def serve(self) -> None:
        self._ends.register(self._link.sock, selectors.EVENT_READ)
        while True:
            for key, _ in self._ends.select():
                if key.fileobj is self._link.sock:
                    self._obey()
                else:
                    self._exited(key)

    def end(self) -> None:
        """Ends all children with what they have started."""
        for pid in self._pids:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        self._pids.clear()
        self._sweep()

    def _obey(self) -> None:
        """Does what the worker has said by now. No event tells of what lies here already."""
        while True:
            f = self._link.receive()
            if f.kind == frames.FORK:
                self._fork(f)
            elif f.kind == frames.REAP:
                os.waitpid(f.call, 0)
                self._pids.discard(f.call)
            if not self._link.waiting():
                return

    def _fork(self, f: frames.Frame) -> None:
        fds, self._link.fds = self._link.fds[:3], self._link.fds[3:]
        pid = os.fork()
        if not pid:
            self._ends.close()
            _become(self._link, fds, f.json())
        try:
            os.setpgid(pid, pid)  # as it does itself: who ends its group finds one
        except OSError:
            pass  # it was quicker
        for fd in fds:
            os.close(fd)
        self._pids.add(pid)
        self._ends.register(os.pidfd_open(pid), selectors.EVENT_READ, pid)
        self._link.send(frames.FORKED, f.call, json.dumps({"pid": pid}).encode())

    def _exited(self, key: selectors.SelectorKey) -> None:
        self._ends.unregister(key.fileobj)
        os.close(key.fd)
        end = os.waitid(os.P_PID, key.data, os.WEXITED | os.WNOWAIT)
        code = "code" if end.si_code == os.CLD_EXITED else "signal"
        self._sweep()
        self._link.send(frames.EXITED, key.data, json.dumps({code: end.si_status}).encode())

    def _sweep(self) -> None:
        """Ends what processes that have ended have left: it has come to here, and so does what it leaves in turn."""
        while strays := _children() - self._pids:
            for pid in strays:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)


def _children() -> set[int]:
    """Those of this process; none where the system does not tell of them."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as f:
            return set(map(int, f.read().split()))
    except OSError:
        return set()


def _threads() -> list[str]:
    """The names of threads beside the first: a process that has some is not safe to fork."""
    names = []
    for t in os.listdir("/proc/self/task"):
        if int(t) != os.getpid():
            with open(f"/proc/self/task/{t}/comm") as f:
                names.append(f.read().strip())
    return names


def left(code: int) -> None:
    """Ends a process, whatever a function has made of its streams: what stands below it on the stack is the business of another."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        pass  # they are closed, or what they are of is
    os._exit(code)


def _become(link: Link, fds: list[int], settings: dict[str, Any]) -> None:
    """Makes a fork a process that serves. It does not return."""
    code = 1
    try:
        os.setpgid(0, 0)
        libc = ctypes.CDLL(None)
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
        link.sock.detach()
        null = os.open(os.devnull, os.O_RDONLY)
        for fd, to in ((null, 0), (fds[1], 1), (fds[1], 2), (fds[0], 3), (fds[2], 4)):
            os.dup2(fd, to)
        os.closerange(5, 1 << 16)
        os.environ.update(settings.get("env", {}))
        if settings.get("fresh"):
            os.execve(sys.executable, [sys.executable, "-m", "mars._worker.fresh"], os.environ)
        random.seed()
        np.random.seed()
        Process(Link(socket.socket(fileno=3))).serve()
        code = 0
    except EOFError:
        code = 0  # the worker is gone
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        left(code)


if __name__ == "__main__":
    try:
        main()
    except EOFError:
        pass  # the worker has ended
