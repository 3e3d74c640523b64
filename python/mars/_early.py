"""python -m mars.deploy.kubernetes.worker, and its like, become the binary before the rest of the package is
imported.

The first process of a container does not hear a signal that it has no handler for. Python has none for
SIGTERM, so a worker that was told to go while NumPy and pandas were imported would stay until it is killed.
"""

from __future__ import annotations

import sys

_MODULES = "mars.deploy.kubernetes."
_ROLES = ("scheduler", "supervisor", "web", "worker")


def role(argv: list[str], line: list[str]) -> str | None:
    """The role that -m names, None where it names none. argv is sys.argv while -m looks for its module, line
    all that the interpreter was called with."""
    if argv[:1] != ["-m"] or len(line) < len(argv):
        return None
    name = line[len(line) - len(argv)]  # as many arguments are behind it as behind -m
    if not name.startswith(_MODULES):
        name = name[2:] if name.startswith("-m") else ""  # -mNAME
    name = name[len(_MODULES) :] if name.startswith(_MODULES) else ""
    return name if name in _ROLES else None


if _role := role(sys.argv, getattr(sys, "orig_argv", [])):  # Python 3.9 has none: the modules do it
    from ._binary import become

    become(f"mars-{_role}")
