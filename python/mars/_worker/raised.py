"""What is told of an exception: its words, the lines of the user, and itself where it can be pickled."""

from __future__ import annotations

import os
import traceback
from typing import Any, Callable

_HERE = os.path.dirname(__file__)


def described(e: BaseException) -> dict[str, Any]:
    """The type, message and lines of an exception. Lines of this package are left out."""
    kind, message = type(e), _words(e)
    if isinstance(e, SystemExit):
        message = f"the function called sys.exit({'' if e.code is None else repr(e.code)})"
    frames = [
        [f.filename, f.lineno, f.name, f.line or ""]
        for f in traceback.extract_tb(e.__traceback__)
        if not f.filename.startswith(_HERE)
    ]
    return {"type": kind.__qualname__, "module": kind.__module__, "message": message, "frames": frames}


def _words(e: BaseException) -> str:
    """What an exception says; one that cannot say it is no reason to lose it."""
    try:
        return str(e)
    except Exception as why:
        return f"(it cannot be printed: {type(why).__name__})"


def pickled(e: BaseException, dumps: Callable[..., bytes]) -> bytes:
    """The exception with its causes, without lines of code; empty: it cannot be pickled."""
    try:
        return dumps(e, protocol=5)
    except Exception:
        return b""
