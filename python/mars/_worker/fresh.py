"""A process in an interpreter of its own: variables of its environment are there before anything is imported.

The fork that becomes it has its descriptors already: what it says and hears is on 3.
"""

from __future__ import annotations

import ctypes
import signal
import socket
import sys

from .frames import Link
from .process import Process
from .zygote import PR_SET_DUMPABLE, left


def main() -> None:
    """Serves fd 3 until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # until there is a call
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    code = 1
    try:
        import pandas  # noqa: F401
    except ImportError:
        pass  # functions of arrays need none
    try:
        Process(Link(socket.socket(fileno=3))).serve()
        code = 0
    except EOFError:
        code = 0  # the worker is gone
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        left(code)


if __name__ == "__main__":
    main()
