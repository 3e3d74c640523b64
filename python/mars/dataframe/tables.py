"""Functions of the module that are methods, and constructors of labels of several levels."""

import pandas as pd

from ._as import constant, frame
from .labels import Index


def unique(values):
    """The distinct values, in order of appearance."""
    return frame(values).unique()


class MultiIndex(Index):
    """Labels of several levels, made of what is in memory here, or of a frame."""

    __slots__ = ()

    def __new__(cls, levels=None, codes=None, sortorder=None, names=None):
        return constant(pd.MultiIndex(levels=levels, codes=codes, sortorder=sortorder, names=names))

    @staticmethod
    def from_arrays(arrays, sortorder=None, names=None):
        """Labels of arrays, one for each level."""
        if any(hasattr(a, "_kind") for a in arrays):
            d = frame(arrays[0]).rename(0).to_frame()
            for i, a in enumerate(arrays[1:], 1):
                d = d._with(i, a)
            given = [getattr(a, "name", None) for a in arrays] if names is None else list(names)
            return d.set_index(list(range(len(arrays)))).rename_axis(given).index
        return constant(pd.MultiIndex.from_arrays(arrays, sortorder=sortorder, names=names))

    @staticmethod
    def from_tuples(tuples, sortorder=None, names=None):
        """Labels of tuples."""
        return constant(pd.MultiIndex.from_tuples(tuples, sortorder=sortorder, names=names))

    @staticmethod
    def from_product(iterables, sortorder=None, names=None):
        """All tuples of an element of each."""
        return constant(pd.MultiIndex.from_product(iterables, sortorder=sortorder, names=names))

    @staticmethod
    def from_frame(df, sortorder=None, names=None):
        """The rows of a frame as labels."""
        df = frame(df)
        index = df.set_index(df._names).index
        return index if names is None else index.rename(list(names))
