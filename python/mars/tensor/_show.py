"""How tensors look once they are computed: NumPy's own text of their corners."""

import re

import numpy as np

from .._core import hooks, show


class Show(show.Show):
    """repr and its likes. They never compute, and never raise."""

    __slots__ = ()

    def _corners(self):
        """The corners of a computed value that NumPy's text shows."""
        given = np.get_printoptions()
        if self.size <= given["threshold"]:
            return np.asarray(hooks.ensure().fetch(self)), False
        return np.asarray(hooks.ensure().fetch_slice(self, corners=given["edgeitems"] + 1)), True

    def _drawn(self, a, cut, write):
        if not cut:
            return write(a) if a.ndim else str(a[()])
        with np.printoptions(threshold=min(a.size - 1, np.get_printoptions()["threshold"])):
            return _reshaped(write(a), a.shape, self.shape)

    def __format__(self, spec):
        return format(self.to_numpy()[()], spec) if spec else str(self)


def _reshaped(text, seen, shape):
    """NumPy's text of corners with the shape of the whole. Like NumPy it begins a line for what would be too long."""
    m = re.search(r",\s+(shape=\([^)]*\)[^\n]*)$", text)
    if m is None:
        return text
    extra = m[1].replace(f"shape={seen}", f"shape={shape}")
    text = text[: m.start()] + ","
    long = len(text) - (text.rfind("\n") + 1) + len(extra) + 1 > np.get_printoptions()["linewidth"]
    return text + ("\n" + " " * len("array(") if long else " ") + extra
