"""The mars binary: where it lies, and how a program becomes it. Nothing else of the package is imported for
that."""

from __future__ import annotations

import os
import sys
import sysconfig


def binary() -> str:
    """The path of the mars binary: MARS_BIN, that of the checkout this package lies in, that of the wheel, or
    the one on PATH."""
    exe = "mars.exe" if os.name == "nt" else "mars"
    named = os.environ.get("MARS_BIN")
    if named:
        if not os.path.isfile(named):
            raise FileNotFoundError(f"MARS_BIN names {named}, which is not there")
        return named
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    places = []
    if os.path.isfile(os.path.join(os.path.dirname(root), "go.mod")) or os.path.isfile(os.path.join(root, "go.mod")):
        places += [os.path.join(os.path.dirname(root), "bin", exe), os.path.join(root, "bin", exe)]
    places += [os.path.join(d, exe) for d in _script_dirs(root)]
    for p in places:
        if os.path.isfile(p) and os.access(p, os.X_OK):
            return p
    import shutil  # takes as long as all above

    found = shutil.which(exe)
    if found:
        return found
    raise FileNotFoundError(
        "there is no mars binary: install the wheel that carries it, build it with 'make build', or set MARS_BIN to its path; "
        "or connect to a cluster with mars.new_session('http://host:port')"
    )


def _script_dirs(root: str) -> list[str]:
    """Where pip puts the scripts of the wheel that this package may come from."""
    dirs = [sysconfig.get_path("scripts")]
    if hasattr(sysconfig, "get_preferred_scheme"):
        dirs.append(sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user")))
    dirs.append(os.path.join(root, "bin"))  # pip install --target
    return dirs


def become(name: str) -> None:
    """Becomes the binary under one of its names, with the arguments of this program."""
    path = binary()
    sys.stdout.flush()
    os.execv(path, [os.path.join(os.path.dirname(path), name), *sys.argv[1:]])


def run_as() -> None:
    """Becomes the binary, under the name that this was called by: mars-supervisor, mars-worker and the
    like."""
    become(os.path.basename(sys.argv[0]))
