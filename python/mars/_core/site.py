"""The line of the user's program that makes a node."""

import os
import sys

_inside = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def here(depth=2):
    """file:line of the nearest caller outside this package; depth frames are skipped unseen."""
    f = sys._getframe(depth)
    while f is not None:
        name = f.f_code.co_filename
        if not name.startswith(_inside):
            return f"{name}:{f.f_lineno}"
        f = f.f_back
    return ""
