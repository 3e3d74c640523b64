"""Mars: NumPy- and pandas-shaped programs that outgrow one core, one machine's memory, or one machine.

import mars
import mars.tensor as mt

mars.new_session()                      # or mars.new_session('http://host:port')
a = mt.random.rand(2000, 2000, chunk_size=200)
print((a @ a.T).mean().execute())
"""

from __future__ import annotations

import importlib
from typing import Any

from . import _early  # noqa: F401  first: it may become another program
from ._version import __version__
from .config import option_context, options
from .session import (
    ExecutionInfo,
    Session,
    execute,
    explain,
    fetch,
    get_default_session,
    new_session,
    stop_server,
)

__all__ = [
    "ExecutionInfo",
    "Session",
    "__version__",
    "execute",
    "explain",
    "fetch",
    "get_default_session",
    "new_session",
    "option_context",
    "options",
    "stop_server",
]

_lazy = {"env": "_functions.environment", "get_context": "_functions.context"}
_packages = ("config", "dataframe", "errors", "learn", "remote", "session", "tensor")


def __getattr__(name: str) -> Any:
    if name in _lazy:
        return getattr(importlib.import_module("." + _lazy[name], __name__), name)
    if name in _packages:
        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module 'mars' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_lazy, *_packages})


def _look_at_versions() -> None:
    """Warns of versions that are older than those this package is tested with, and of the original project's package."""
    import warnings
    from importlib import metadata

    for name, oldest in (("numpy", (1, 26)), ("pandas", (2, 2))):
        try:
            have = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
        parts = tuple(int(p) if p.isdigit() else 0 for p in have.split(".")[:2])
        if parts < oldest:
            need = ".".join(map(str, oldest))
            warnings.warn(
                f"{name} {have} is older than {need}, the oldest that mars is tested with", ImportWarning, stacklevel=3
            )


_look_at_versions()
