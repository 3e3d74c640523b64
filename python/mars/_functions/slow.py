"""What is said of calls that have no parallel version."""

from __future__ import annotations

import sys
import warnings

from .._core.options import options
from .._core.site import outside
from .._core.units import size_text


class SlowPathWarning(UserWarning):
    """A call has no parallel version yet: it runs on one core, on whole values."""


_said: set[tuple[str, str, int]] = set()


def warn(what: str, size: float, at_once: bool) -> None:
    """Says so of a call, once for its name and the user's line. size is in bytes, 0 where it is not known; at_once: it is run now."""
    if options.reference != "warn":
        return
    frame = outside(sys._getframe(1))
    place = ("", 0) if frame is None else (frame.f_code.co_filename, frame.f_lineno)
    if (what, *place) in _said:
        return
    _said.add((what, *place))
    on = f", on all {size_text(size)}" if size else ""
    text = f"{what} has no parallel version yet: it {'ran at once, for what it gives follows from the data,' if at_once else 'runs'} on one core{on}"
    warnings.warn_explicit(text, SlowPathWarning, place[0] or "mars", place[1])
