"""What is missing, of handles and of what is here."""

import functools

import pandas as pd

from . import _gen

__all__ = ["isna", "isnull", "notna", "notnull"]


def _of(name):
    """A function of pandas that is ours of handles, and of frames and series that are here; of a single value, a list or an array it is pandas' own."""
    ours, theirs = getattr(_gen, name), getattr(pd, name)

    @functools.wraps(theirs)
    def function(obj):
        return (ours if hasattr(obj, "_kind") or isinstance(obj, (pd.DataFrame, pd.Series)) else theirs)(obj)

    return function


isna, notna = _of("isna"), _of("notna")
isnull, notnull = isna, notna
