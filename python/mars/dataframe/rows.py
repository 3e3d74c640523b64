"""What frames and series have in common."""

import pandas as pd

from .._core import attrs as _a
from .._core.aggregates import name_of, several, spec
from .._core.build import described, one
from .._core.call import missing_method
from .._core.coerce import LIST, SCALAR, TUPLE, classify
from .._functions import recorded
from .._functions.applied import Applied
from .._functions.reduction import CustomReduction, reduced
from ._operators import Operators
from ._protocols import Protocols
from ._show import Show
from .indexers import Indexer

# What pandas writes of a frame or series that is here.
PRINTED = (
    "to_dict to_string to_html to_latex to_markdown to_pickle to_clipboard to_excel to_xarray info memory_usage "
    "to_gbq to_hdf to_iceberg to_orc to_sql to_stata to_xml"
)


class Rows(Applied, Operators, Protocols, Show):
    """What frames and series have in common."""

    __slots__ = ()
    __hash__ = object.__hash__

    @property
    def index(self):
        """The row labels."""
        labels = one("dataframe.index", (self,), None, "index")
        labels._owner = self  # names that are set there are set here
        return labels

    @index.setter
    def index(self, labels):
        self._move(self.set_axis(labels)._ref)

    loc = property(lambda self: Indexer(self, "loc"), doc="Selection by label, or by a condition on rows.")
    iloc = property(lambda self: Indexer(self, "iloc"), doc="Selection by position.")
    at = property(lambda self: Indexer(self, "loc", alone=True), doc="One value by its labels.")
    iat = property(lambda self: Indexer(self, "iloc", alone=True), doc="One value by its position.")

    def __getattr__(self, name):
        """A column of a frame, or a value of a series, whose label is no attribute: df.a."""
        if name == "cat" and self._kind == "series":
            raise AttributeError("Can only use .cat accessor with a 'category' dtype")
        if not name.startswith("_") and not hasattr(self._like, name) and self._labels(name):
            return self[name]
        return missing_method(self, name, "dataframe", self._like)

    def __setattr__(self, name, value):
        """Set a column, or a value, whose label is no attribute: df.a = 0."""
        if not name.startswith("_") and not hasattr(type(self), name) and self._labels(name):
            self[name] = value
        else:
            super().__setattr__(name, value)

    def __delitem__(self, key):
        self._move((self.drop(columns=[key]) if self._kind == "dataframe" else self.drop(key))._ref)

    def pop(self, item):
        """Take a column out of this frame, or a value out of this series."""
        found = self[item]
        del self[item]
        return found

    plot = property(
        lambda self: self._small().plot, doc="Plots of the values, which are fetched: best of an aggregate."
    )

    def _settle(self):
        """Compute this if which columns it has, and their dtypes, is known to follow from the data."""
        known = self._known
        if known is not None and known.open:
            self.execute()

    def agg(self, func=None, axis=0, *args, **kwargs):
        """An aggregate by name, or several: a list, a dict by column, or name=aggregate. A function of a column that is known what it does is an operator."""
        if several(func):
            return described("dataframe.agg", (self,), {"func": spec(func, kwargs), "axis": _a.axis(axis)})
        along = {} if axis in (0, "index", "rows") else {"axis": axis}
        if callable(func) and not along and not args and not kwargs:
            if isinstance(func, CustomReduction):
                return reduced(self, func)
            of = recorded.of_columns if self._kind == "dataframe" else recorded.of_column
            made = of(self, func)
            if made is not None:
                return made
        f = getattr(self, name_of(func))
        if not callable(f) and self._kind == "dataframe":
            raise NotImplementedError(f"agg of a frame by {name_of(func)!r} is not there yet; name an aggregate")
        return f(*args, **along, **kwargs) if callable(f) else f

    aggregate = agg

    def get(self, key, default=None):
        """What a label selects: a column of a frame, a value of a series; default where there is none."""
        try:
            found = self[key]
            found._meta  # noqa: B018 - it is found out here that there is no such column
            return found.execute() if self._kind == "series" and classify(key).kind == LIST else found
        except (KeyError, IndexError):
            return default

    def keys(self):
        """The labels of the columns of a frame, of the rows of a series."""
        return self.columns if self._kind == "dataframe" else self.index

    pipe = pd.DataFrame.pipe

    def __round__(self, decimals=0):
        return self.round(decimals)

    def xs(self, key, axis=0, level=None, drop_level=True):
        """The rows of a label, or of a label in one level."""
        label = classify(key).kind in (SCALAR, TUPLE) and level is None and axis not in (1, "columns")
        if label and (drop_level or not self._meta.multi):
            return self.loc[key]
        return super().xs(key, axis, level, drop_level)
