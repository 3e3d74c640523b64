"""Sessions: mars.new_session() for a cluster of this program's own, mars.new_session('http://host:port') for one that runs.

There is one default session, which values use that are given no other.
"""

from __future__ import annotations

import os
import threading
from typing import Any

from ._client import local
from ._client.errors import Canceled, Lost, SessionClosed, SessionLost, Unreachable
from ._client.future import ExecutionInfo
from ._client.session import Session
from ._client.transport import Request, Transport
from ._client.watch import refresh
from ._core import hooks

__all__ = [
    "Canceled",
    "ExecutionInfo",
    "Lost",
    "Request",
    "Session",
    "SessionClosed",
    "SessionLost",
    "Unreachable",
    "clear_default_session",
    "execute",
    "explain",
    "fetch",
    "get_default_or_create",
    "get_default_session",
    "new_session",
    "stop_server",
]

_default: Session | None = None
_lock = threading.RLock()


def new_session(
    address: str | None = None,
    session_id: str | None = None,
    default: bool = True,
    new: bool = True,
    token: str | None = None,
    verify: Any = True,
    timeout: float | None = None,
    request_rewriter: Any = None,
    n_cpu: Any = None,
    n_worker: Any = None,
    mem_bytes: Any = None,
    config: Any = None,
    idle_timeout: float | None = None,
    backend: str = "mars",
    keep: bool = False,
) -> Session:
    """A session on the cluster whose web port is at address, or on a local one.

    Without an address a server is started on this host, for this program alone: it ends when the program does, whatever ends it. n_cpu,
    n_worker, mem_bytes ('4g', '80%') and config (a file) are its settings; a second session with the same settings shares it. In a script that
    "mars local -- SCRIPT" runs, it is the cluster of that command. In a function that a worker calls, it is the session that the function runs for.

    token is sent with every call; else it is the url's user (http://TOKEN@host:port) or MARS_TOKEN. verify is as in requests: False, or the path
    of a CA file. request_rewriter gets every Request before it is sent, and may change it. timeout is how many seconds an answer may take.
    new=False attaches to the session session_id. With default=False the session does not become the default one.

    The session ends with the program. Of one that is killed the cluster keeps it for idle_timeout seconds, else 10 minutes. With keep=True it stays
    when the program ends, for as long as the cluster keeps what nobody uses (2 hours), and new=False attaches to it; close() ends it.
    """
    if backend != "mars":
        raise ValueError(f"backend must be 'mars', not {backend!r}")
    if not new and not session_id:
        raise ValueError("new=False attaches to a session: give its session_id")
    if keep and idle_timeout is not None:
        raise ValueError("keep=True and idle_timeout both say how long the cluster keeps the session")
    server = None
    mine = (n_cpu, n_worker, mem_bytes, config)
    if address is None and os.environ.get("MARS_CLIENT_SERVER") and not any(v is not None for v in mine):
        address, token = os.environ["MARS_CLIENT_SERVER"], token or os.environ.get("MARS_CLIENT_TOKEN")
    if address is None and not any(v is not None for v in mine) and (within := _within()) is not None:
        return within
    if address is None and keep:
        raise ValueError("keep=True is for a cluster that runs elsewhere: a local one ends with the program")
    if address is None:
        server = local.server(local.arguments(n_cpu, n_worker, mem_bytes, config))
        address, token = server.url, token or server.token
    elif any(v is not None for v in mine):
        raise TypeError(
            "n_cpu, n_worker, mem_bytes and config are settings of a local server; a running cluster has its own"
        )
    if "://" not in address:
        address = "http://" + address
    t = Transport(address, token, verify, timeout or 60.0, request_rewriter)
    try:
        s = Session(t, session_id, new, server, idle_timeout, keep)
    except BaseException:
        t.close()
        raise
    if default:
        s.as_default()
    return s


def _within() -> Session | None:
    """In a function that a worker calls: the session that it runs for, which becomes the default one."""
    if why := os.environ.get("MARS_NO_ENDPOINT"):
        raise Unreachable(f"the function cannot reach its session: {why}")
    address, session_id = os.environ.get("MARS_ENDPOINT"), os.environ.get("MARS_SESSION")
    if not address or not session_id:
        return None
    if "MARS_TURN" in os.environ:  # a script below the process of a function
        from ._worker import apart

        apart.attach()
    with _lock:
        s = get_default_session()
        if s is None or s.session_id != session_id:
            s = Session(Transport(address, os.environ.get("MARS_TOKEN") or None), session_id, new=False)
            s.as_default()
        return s


def get_default_session() -> Session | None:
    """The default session, None where there is none."""
    s = _default
    return None if s is None or s.closed else s


def get_default_or_create(**kw: Any) -> Session:
    """The default session; a local one is made where there is none. kw are those of new_session."""
    with _lock:
        return get_default_session() or new_session(**kw)


def clear_default_session() -> None:
    """Leaves no default session. It is not closed."""
    _set_default(None)


def _set_default(s: Session | None) -> None:
    global _default
    with _lock:
        _default = s
    refresh()


def execute(tileable: Any, *tileables: Any, session: Session | None = None, wait: bool = True, **kw: Any) -> Any:
    """Computes values and keeps them in the cluster; see Session.execute."""
    return (session or get_default_or_create()).execute(tileable, *tileables, wait=wait, **kw)


def fetch(tileable: Any, *tileables: Any, session: Session | None = None, **kw: Any) -> Any:
    """The computed values as NumPy and pandas have them; see Session.fetch."""
    return (session or get_default_or_create()).fetch(tileable, *tileables, **kw)


def explain(tileable: Any, *tileables: Any, session: Session | None = None) -> str:
    """How values would be made, without running anything; see Session.explain."""
    return (session or get_default_or_create()).explain(tileable, *tileables)


def stop_server() -> None:
    """Closes the default session, and ends the local servers of this program."""
    s = get_default_session()
    if s is not None:
        s.close()
    local.stop_all()


hooks.current = get_default_session
hooks.ensure = get_default_or_create
