"""The line of the user's program that makes a node."""

import os
import sys

_inside = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def outside(f, level=0):
    """The nearest frame outside this package from f on, or one that called it so many levels above; None where there is none."""
    while f is not None and (level > 0 or f.f_code.co_filename.startswith(_inside)):
        level -= not f.f_code.co_filename.startswith(_inside)
        f = f.f_back
    return f


def here(depth=2):
    """file:line of the nearest caller outside this package; depth frames are skipped unseen. Every node asks for it."""
    f = sys._getframe(depth)
    while f is not None and f.f_code.co_filename.startswith(_inside):
        f = f.f_back
    return "" if f is None else f"{f.f_code.co_filename}:{f.f_lineno}"
