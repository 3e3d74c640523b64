"""The dtype of categories as users see it: which categories there are is asked for when somebody looks."""

import pandas as pd


class CategoricalDtype(pd.CategoricalDtype):
    """pandas' dtype whose categories are computed when they are first read."""

    @classmethod
    def of(cls, series):
        """The dtype of a series of categories."""
        self = cls(ordered=series._meta.dtype.ordered)
        self._series = series
        return self

    @property
    def _categories(self):
        series = self.__dict__.pop("_series", None)
        if series is not None:
            self.__dict__["_known"] = series.head(0).to_pandas().cat.categories
        return self.__dict__.get("_known")

    @_categories.setter
    def _categories(self, categories):
        self.__dict__["_known"] = categories

    def __reduce__(self):
        return pd.CategoricalDtype, (self.categories, self.ordered)


def public(dtype, series):
    """A dtype as users see it; series gives the series that it is of."""
    return CategoricalDtype.of(series()) if isinstance(dtype, pd.CategoricalDtype) else dtype
