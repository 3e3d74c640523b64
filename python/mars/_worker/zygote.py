"""The process that others are forked from: it has imported what functions need, and runs none of them.

A worker asks for a fork with two descriptors: the socket of the new process, and where it writes. It is told
of the end of each child, and says when the number of one that has ended may be used again.
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


def main() -> None:
    """Serves fd 3 until it ends."""
    try:
        import pandas  # noqa: F401
    except ImportError:
        pass  # functions of arrays need none
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    link = Link(socket.socket(fileno=3))
    gc.collect()
    gc.freeze()
    link.send(frames.HELLO, 0, json.dumps(about() | {"threads": _threads()}).encode())
    children = selectors.DefaultSelector()
    children.register(link.sock, selectors.EVENT_READ)
    while True:
        for key, _ in children.select():
            if key.fileobj is link.sock:
                _obey(link, children)
            else:
                _exited(link, children, key)


def _obey(link: Link, children: selectors.BaseSelector) -> None:
    """Does what the worker has said by now. No event tells of what lies here already."""
    while True:
        f = link.receive()
        if f.kind == frames.FORK:
            _fork(link, children, f)
        elif f.kind == frames.REAP:
            os.waitpid(f.call, 0)
        if not link.waiting():
            return


def _threads() -> list[str]:
    """The names of threads beside the first: a process that has some is not safe to fork."""
    names = []
    for t in os.listdir("/proc/self/task"):
        if int(t) != os.getpid():
            with open(f"/proc/self/task/{t}/comm") as f:
                names.append(f.read().strip())
    return names


def _fork(link: Link, children: selectors.BaseSelector, f: frames.Frame) -> None:
    fds, link.fds = link.fds[:3], link.fds[3:]
    pid = os.fork()
    if not pid:
        children.close()
        _become(link, fds, f.json())
    for fd in fds:
        os.close(fd)
    children.register(os.pidfd_open(pid), selectors.EVENT_READ, pid)
    link.send(frames.FORKED, f.call, json.dumps({"pid": pid}).encode())


def _exited(link: Link, children: selectors.BaseSelector, key: selectors.SelectorKey) -> None:
    children.unregister(key.fileobj)
    os.close(key.fd)
    end = os.waitid(os.P_PID, key.data, os.WEXITED | os.WNOWAIT)
    code = "code" if end.si_code == os.CLD_EXITED else "signal"
    link.send(frames.EXITED, key.data, json.dumps({code: end.si_status}).encode())


def _become(link: Link, fds: list[int], settings: dict[str, Any]) -> None:
    """Makes a fork a process that serves. It does not return."""
    code = 1
    try:
        os.setpgid(0, 0)
        libc = ctypes.CDLL(None)
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
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
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    try:
        main()
    except EOFError:
        pass  # the worker has ended
