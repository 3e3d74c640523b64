"""Series: one column with row labels."""

import sys

import pandas as pd

from .._core.build import one
from .._core.coerce import FUNCTION, MASK, SLICE, classify
from .._core.entity import Entity, register
from .._core.fetched import fetched
from .._core.hints import named
from .._functions import applied, ordered
from ._categorical import public
from ._chained import warn_if_lone
from ._chunks import by_chunks
from ._gen import SeriesMethods
from ._numpy import _is_tensor
from .accessors import CategoryMethods, DatetimeMethods, StringMethods
from .indexers import located, put
from .local import made, make
from .rows import PRINTED, Rows


class Series(Rows, SeriesMethods, Entity):
    """One column with row labels, computed on the cluster. Methods are those of pandas."""

    __slots__ = ()
    _kind, _like = "series", pd.Series
    sort_values = ordered.keyed(SeriesMethods.sort_values)
    locals().update(fetched(pd.Series, "hist", "_small"), **made(pd.Series, "from_arrow"))
    T = property(lambda self: self, doc="The series itself.")
    locals().update(
        fetched(pd.Series, f"item tolist to_list to_json {PRINTED}"), **by_chunks(pd.Series, "__iter__ items")
    )

    def __new__(cls, data=None, index=None, dtype=None, name=None, copy=None, chunk_size=None):
        return cls._of(make("series", data, chunk_size, dtype, index=index, name=name)._ref)

    name = property(lambda self: self._meta.name, doc="The label.")

    @name.setter
    def name(self, name):
        self._move(self.rename(name)._ref)

    @property
    def dtype(self):
        """The dtype of the values. Where it follows from the data, this computes the series."""
        if self._meta.open:
            self.execute()
        return public(self._meta.dtype, self.copy)

    dtypes = dtype

    str = property(StringMethods, doc="Methods of texts.")
    dt = property(DatetimeMethods, doc="Methods of times.")
    cat = property(CategoryMethods, doc="Methods of categories.")

    def unique(self):
        """The distinct values, in order of appearance: a tensor; of what no tensor holds the array of pandas, which is fetched."""
        distinct = SeriesMethods.unique(self)
        if _is_tensor(distinct):
            return distinct.to_tensor()
        return distinct._small().to_numpy() if distinct.dtype == object else distinct._small().array

    def _labels(self, name):
        """Whether a short series of text labels, such as a row of a frame, has one; this computes them."""
        meta = self._meta
        level = meta.levels[0][1] if len(meta.levels) == 1 else None
        texts = isinstance(level, pd.StringDtype) or level == object
        return texts and meta.shape[0] <= 1000 and name in self.index.to_pandas()

    def __getitem__(self, key):
        kind, key = classify(key)
        if kind == FUNCTION:
            return self[key(self)]
        if kind == MASK and hasattr(key, "_kind"):
            return one("dataframe.filter", (self, key), None, "series")
        return located(self, "brackets" if kind in (MASK, SLICE) else "loc", key)

    def __setitem__(self, key, value):
        warn_if_lone(sys.getrefcount(self))
        put(self, "brackets" if classify(key).kind in (SLICE, MASK) else "loc", key, value)

    def __contains__(self, key):
        return key in self.to_pandas().index

    apply, map = applied.series_apply, applied.mapping(SeriesMethods.map)


named(SeriesMethods, "Series")
register("series", Series)
