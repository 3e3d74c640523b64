"""Functions of the module that are methods, or pandas' own of what is here."""

import functools

import pandas as pd

from . import _gen
from ._as import frame

__all__ = ["isna", "isnull", "notna", "notnull", "unique"]


def _of(name):
    """A function of pandas that is ours of handles, and of frames and series that are here; of a single value, a list or an array it is pandas' own."""
    ours, theirs = getattr(_gen, name), getattr(pd, name)

    @functools.wraps(theirs)
    def function(obj):
        return (ours if hasattr(obj, "_kind") or isinstance(obj, (pd.DataFrame, pd.Series)) else theirs)(obj)

    return function


isna, notna = _of("isna"), _of("notna")
isnull, notnull = isna, notna


def unique(values):
    """The distinct values, in order of appearance."""
    return frame(values).unique()
