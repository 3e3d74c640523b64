"""Libraries that may not be there: what is said of one that this program lacks, and of one that a worker lacks."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any


def there(module: str) -> Any:
    """A module of a library of the user's, or None."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as e:
        if e.name is None or e.name.partition(".")[0] != module.partition(".")[0]:
            raise  # the library is there, and something that it needs is not
        return None


def lacking(library: str, name: str, package: str = "") -> Any:
    """What stands for a class or function that needs a library: calling it is an ImportError."""

    def refuse(*_: Any, **__: Any) -> Any:
        raise ImportError(f"{name} needs {library}, which this program has not: pip install {package or library}")

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = f"{name} needs {library}, which is not installed."
    return refuse


def need(module: str, package: str = "") -> Any:
    """A module of a library on a worker. ImportError: that worker has none, with its name and Python."""
    found = there(module)
    if found is None:
        library = module.partition(".")[0]
        raise ImportError(
            f"worker {os.environ.get('MARS_WORKER') or 'of this process'} has no {library} in its Python "
            f"{sys.version_info[0]}.{sys.version_info[1]} ({sys.executable}): install it there (pip install "
            f"{package or library}), or start the worker with another interpreter (mars worker --python PATH)"
        )
    return found
