"""How tensors look at the prompt: NumPy's own text once they are computed, a line about them before."""

import re

import numpy as np

from .._core import hooks
from .._core.show import card, headline, is_computed


def _reshaped(text, seen, shape):
    """NumPy's text of corners with the shape of the whole. Like NumPy it begins a line for what would be too long."""
    m = re.search(r",\s+(shape=\([^)]*\)[^\n]*)$", text)
    if m is None:
        return text
    extra = m[1].replace(f"shape={seen}", f"shape={shape}")
    text = text[: m.start()] + ","
    long = len(text) - (text.rfind("\n") + 1) + len(extra) + 1 > np.get_printoptions()["linewidth"]
    return text + ("\n" + " " * len("array(") if long else " ") + extra


class Show:
    """repr and its likes. They never compute, and never raise."""

    __slots__ = ()

    def _corners(self):
        """The corners of a computed value that NumPy's text shows; None before."""
        if not is_computed(self):
            return None
        n = np.get_printoptions()["edgeitems"] + 1
        size = self._meta.size if hasattr(self._meta, "size") else self.size
        if size <= np.get_printoptions()["threshold"]:
            return np.asarray(hooks.ensure().fetch(self))
        return np.asarray(hooks.ensure().fetch_slice(self, corners=n))

    def _text(self, make):
        try:
            a = self._corners()
        except Exception as err:  # a repr never raises
            return f"{headline(self)[:-1]}, not readable: {err}>"
        if a is None:
            return headline(self)
        whole = self.size
        if whole <= np.get_printoptions()["threshold"]:
            return make(a)
        with np.printoptions(threshold=min(a.size - 1, np.get_printoptions()["threshold"])):
            return _reshaped(make(a), a.shape, self.shape)

    def __repr__(self):
        return self._text(lambda a: np.array_repr(a) if a.ndim else str(a[()]))

    def __str__(self):
        return self._text(np.array_str)

    def __format__(self, spec):
        return format(self.to_numpy()[()], spec) if spec else str(self)

    def _repr_html_(self):
        return card(self)
