"""The accessors of series: s.str, s.dt and s.cat. Those of texts an index has too."""

import pandas as pd

from .._core.call import Lacking
from .._functions.reference import Path
from ._gen import CatMethods, DtMethods, StrMethods


class Accessor(Lacking):
    """Methods of a series under a name."""

    __slots__ = ("_series",)

    def __init__(self, series):
        self._series = series

    _path = property(lambda self: Path(self._series).then(self._name))


class StringMethods(StrMethods, Accessor):
    """Methods of texts, element by element."""

    __slots__ = ()
    _name, _like = "str", pd.Series.str

    def __getitem__(self, key):
        if isinstance(key, slice):
            return self.slice(key.start, key.stop, key.step)
        return self.get(key)


class DatetimeMethods(DtMethods, Accessor):
    """Methods of times, element by element."""

    __slots__ = ()
    _name, _like = "dt", pd.core.indexes.accessors.CombinedDatetimelikeProperties


class CategoryMethods(CatMethods, Accessor):
    """Methods of categories. What these are is looked up where it is asked for."""

    __slots__ = ()
    _name, _like = "cat", pd.Series.cat

    def __init__(self, series):
        if not isinstance(series.dtype, pd.CategoricalDtype):
            raise AttributeError  # in the words of Rows.__getattr__
        super().__init__(series)

    categories = property(lambda self: self._series.dtype.categories, doc="The categories, in order.")
    ordered = property(lambda self: self._series.dtype.ordered, doc="Whether the categories have an order.")
