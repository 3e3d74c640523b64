"""The server of new_session() without an address: a child process that ends with this one, whatever ends it."""

from __future__ import annotations

import atexit
import importlib.util
import json
import os
import select
import subprocess
import sys
import tempfile
import threading
import time
from typing import IO, Any

from .._binary import binary
from . import errors

# Seconds that a server may take to be ready.
_READY = 30.0


class Server:
    """A running server: url, token, pid."""

    def __init__(self, args: list[str]) -> None:
        self.args = args
        command = [binary(), "local", "--host", "127.0.0.1", "--port", "0", "--parent-pipe", *args]
        self._log: IO[bytes] = tempfile.TemporaryFile(prefix="mars-local-")
        try:
            # A session of its own, so that Ctrl-C at the terminal reaches this program alone.
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, start_new_session=True
            )
        except BaseException:
            self._log.close()
            raise
        self._owner = os.getpid()
        try:
            said = self._ready()
        except BaseException:
            self.stop(timeout=1.0)
            raise
        self.url: str = said["url"]
        self.token: str | None = said.get("token") or None
        self.pid: int = int(said.get("pid", self.process.pid))

    def _ready(self) -> dict[str, Any]:
        """The one line of JSON that the server prints when it can be used."""
        assert self.process.stdout is not None
        line, end, fd = b"", time.monotonic() + _READY, self.process.stdout.fileno()
        while not line.endswith(b"\n"):
            left = end - time.monotonic()
            if left <= 0:
                raise errors.Unreachable(f"the local server was not ready after {_READY:g} s{self._said()}")
            if select.select([fd], [], [], left)[0]:
                piece = os.read(fd, 65536)
                if not piece:
                    self.process.wait()
                    raise errors.Unreachable(
                        f"the local server did not start: exit status {self.process.returncode}{self._said()}"
                    )
                line += piece
        try:
            said = json.loads(line.splitlines()[0])
        except ValueError:
            said = None
        if not isinstance(said, dict) or "url" not in said:
            raise errors.Unreachable(f"the local server printed {line[:200]!r}, not its address")
        return said

    def _said(self) -> str:
        """The end of what the server wrote to its standard error."""
        try:
            text = self.log().strip()
        except OSError:
            return ""
        return ":\n" + text[-2000:] if text else ""

    def log(self) -> str:
        """What the server wrote to its standard error."""
        return os.pread(self._log.fileno(), 1 << 20, max(0, os.fstat(self._log.fileno()).st_size - (1 << 20))).decode(
            "utf-8", "replace"
        )

    @property
    def alive(self) -> bool:
        return os.getpid() == self._owner and self.process.poll() is None

    def died(self) -> str | None:
        """How the server ended, None while it runs."""
        if os.getpid() != self._owner or self.process.poll() is None:
            return None
        return f"the local server ended with status {self.process.returncode}{self._said()}"

    def stop(self, timeout: float = 5.0) -> None:
        """Ends the server: it sees its standard input closed. Stopping again does nothing."""
        if os.getpid() != self._owner:
            return
        p = self.process
        if p.stdin is not None:
            try:
                p.stdin.close()
            except OSError:
                pass
        try:
            p.wait(timeout)
        except subprocess.TimeoutExpired:
            p.kill()
            p.wait()
        if p.stdout is not None:
            p.stdout.close()
        self._log.close()

    def _after_fork(self) -> None:
        # The child's copy of the pipe must not keep the server alive when the parent ends.
        if self.process.stdin is not None and not self.process.stdin.closed:
            os.close(self.process.stdin.fileno())
            self.process.stdin = None


_lock = threading.Lock()
_servers: dict[tuple[str, ...], Server] = {}


def arguments(n_cpu: Any = None, n_worker: Any = None, mem_bytes: Any = None, config: Any = None) -> list[str]:
    """Options of new_session() as those of "mars local". "auto" and None are the server's own choice."""
    out = _interpreter()
    for flag, v in (("--n-cpu", n_cpu), ("--workers", n_worker), ("--mem-bytes", mem_bytes), ("--config-file", config)):
        if v is not None and v != "auto":
            out += [flag, str(v)]
    return out


def _interpreter() -> list[str]:
    """The option that names this interpreter. Its version goes before it where it has all that functions need: nobody asks it then."""
    if not sys.executable:
        return []
    there = importlib.util.find_spec("cloudpickle") is not None and sys.version_info >= (3, 9)
    version = f"{sys.version_info[0]}.{sys.version_info[1]}=" if there else ""
    return ["--python", version + sys.executable]


def server(args: list[str]) -> Server:
    """The server of this program for these arguments; it is started when it does not run."""
    with _lock:
        s = _servers.get(tuple(args))
        if s is None or not s.alive:
            s = _servers[tuple(args)] = Server(args)
        return s


def stop(s: Server) -> None:
    """Ends one server."""
    with _lock:
        for k in [k for k, v in _servers.items() if v is s]:
            del _servers[k]
    s.stop()


def stop_all() -> None:
    """Ends every server that this program started."""
    with _lock:
        servers = list(_servers.values())
        _servers.clear()
    for s in servers:
        s.stop()


def _in_child() -> None:
    global _lock
    _lock = threading.Lock()
    for s in _servers.values():
        s._after_fork()
    _servers.clear()


atexit.register(stop_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)
