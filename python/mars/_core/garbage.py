"""The collector of cycles, at rest while many objects are made that have none: it would look through all of them again and again."""

import contextlib
import gc
import os
import threading

_lock = threading.Lock()
_resting = 0  # who wants it to rest
_ran = False  # whether it did not before the first of them


@contextlib.contextmanager
def rest():
    """A context, for any number of threads at a time, in which the collector does not run."""
    global _resting, _ran
    with _lock:
        if _resting == 0:
            _ran = gc.isenabled()
            gc.disable()
        _resting += 1
    try:
        yield
    finally:
        with _lock:
            _resting = max(0, _resting - 1)
            if _resting == 0 and _ran:
                gc.enable()


def _after_fork():
    """In a child there is one thread, and it is in no such context: one that forks comes back from there."""
    global _lock, _resting
    _lock = threading.Lock()
    if _resting:
        _resting = 0
        if _ran:
            gc.enable()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
