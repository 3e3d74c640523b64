"""s.cat: the categories of a series. What they are is looked up where it is asked for."""

import pandas as pd

from ._gen import CatMethods
from .accessors import Accessor


class CategoryMethods(CatMethods, Accessor):
    """Methods of categories."""

    __slots__ = ()
    _name, _like = "cat", pd.Series.cat

    def __init__(self, series):
        if not isinstance(series.dtype, pd.CategoricalDtype):
            raise AttributeError("Can only use .cat accessor with a 'category' dtype")
        super().__init__(series)

    @property
    def categories(self):
        """The categories, in order."""
        return self._series.dtype.categories

    @property
    def ordered(self):
        """Whether the categories have an order."""
        return self._series.dtype.ordered

    def rename_categories(self, new_categories):
        """Other names for the categories: a list, a dict of some, or a function."""
        if callable(new_categories):
            new_categories = [new_categories(c) for c in self.categories]
        return CatMethods.rename_categories(self, new_categories)
