"""The token that a cluster of this machine has left for programs of the same user; the server writes it (Go's internal/loopback)."""

from __future__ import annotations

import os
import stat
import urllib.parse

__all__ = ["token_of"]

_LONGEST = 4096  # bytes of a file that are read


def token_of(url: str) -> str | None:
    """The token of the server at url, None for one elsewhere and where none was left."""
    u = urllib.parse.urlsplit(url)
    host = u.hostname or ""
    if not _loopback(host) or not u.port:
        return None
    place = _place()
    try:
        if not _private(os.lstat(place)):
            return None
        fd = os.open(os.path.join(place, f"token-{u.port}"), os.O_RDONLY)
    except OSError:
        return None
    with open(fd, "rb") as f:
        s = os.fstat(fd)
        if not stat.S_ISREG(s.st_mode) or s.st_uid != os.getuid():
            return None
        return f.read(_LONGEST).decode("ascii", "replace").strip() or None


def _loopback(host: str) -> bool:
    if host.startswith("127."):
        return host.replace(".", "").isdigit()
    return host in ("localhost", "::1") or host.endswith(".localhost")


def _place() -> str:
    """The directory, which is the user's alone."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime:
        return os.path.join(runtime, "mars")
    # Go's os.TempDir; Python's looks for a directory that it can write
    return os.path.join(os.environ.get("TMPDIR") or "/tmp", f"mars-{os.getuid()}")


def _private(s: os.stat_result) -> bool:
    return stat.S_ISDIR(s.st_mode) and not s.st_mode & 0o077 and s.st_uid == os.getuid()
