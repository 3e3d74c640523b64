"""DataFrame: a table of named columns with row labels."""

import pandas as pd

from .._core import attrs as _a
from .._core.build import one
from .._core.coerce import FRAME, FUNCTION, LIST, MASK, SLICE, classify
from .._core.entity import Entity, register
from .._core.fetched import fetched
from .._core.hints import named
from .._core.written import keyed
from .._functions import applied, ordered
from ._categorical import public
from ._chunks import by_chunks
from ._gen import DataFrameMethods
from .indexers import located, put
from .local import made, make
from .rows import PRINTED, Rows


class DataFrame(Rows, DataFrameMethods, Entity):
    """A table of named columns with row labels, computed on the cluster. Methods are those of pandas.

    data is what pandas' DataFrame takes, a tensor, or a dict of series and tensors. Assigning a column moves this handle to another
    value; what was made of it before keeps the old one.
    """

    __slots__ = ()
    _kind, _like = "dataframe", pd.DataFrame
    sort_values = ordered.keyed(DataFrameMethods.sort_values)
    locals().update(
        fetched(pd.DataFrame, f"to_records {PRINTED}"), **made(pd.DataFrame, "from_dict from_records from_arrow")
    )
    locals().update(fetched(pd.DataFrame, "hist boxplot", "_small"))
    locals().update(by_chunks(pd.DataFrame, "iterrows itertuples"))

    def __new__(cls, data=None, index=None, columns=None, dtype=None, copy=None, chunk_size=None):
        return cls._of(make("dataframe", data, chunk_size, dtype, index=index, columns=columns)._ref)

    @property
    def _names(self):
        """The labels of the columns. Where they follow from the data, this computes the frame."""
        if self._meta.open:
            self.execute()
        return self._meta.names

    @property
    def columns(self):
        """The column labels."""
        names, axis = self._names, self._meta.axis
        if _tuples(names):
            return pd.MultiIndex.from_tuples(names, names=axis)
        return pd.Index(names, name=axis[0] if axis else None)

    @columns.setter
    def columns(self, labels):
        self._move(self.set_axis(labels, axis=1)._ref)

    @property
    def dtypes(self):
        """The dtypes of the columns."""
        labels = self.columns  # what follows from the data is known from here on
        of = [public(d, lambda i=i: self.iloc[:, i]) for i, (_, d) in enumerate(self._meta.columns)]
        return pd.Series(of, index=labels, dtype=object)

    T = property(DataFrameMethods.transpose, doc="Rows as columns.")

    axes = property(lambda self: [self.index, self.columns], doc="The labels of rows and of columns.")

    def __iter__(self):
        return iter(self.columns)

    def __contains__(self, key):
        return key in self.columns

    def items(self):
        """The columns with their labels."""
        return ((c, self[c]) for c in self.columns)

    def __dir__(self):
        known = self._known
        names = known.names if known is not None else ()
        return sorted({*object.__dir__(self), *(n for n in names if isinstance(n, str) and n.isidentifier())})

    def _labels(self, name):
        """Whether columns have a label, or begin with it."""
        names = self._names
        return name in names or (_tuples(names) and name in {n[0] for n in names})

    def __getitem__(self, key):
        kind, key = classify(key)
        if kind == FUNCTION:
            return self[key(self)]
        if kind == MASK and hasattr(key, "_kind"):
            return one("dataframe.filter", (self, key), None, "dataframe")
        if kind in (MASK, SLICE, FRAME):
            return located(self, "brackets", key)
        self._settle()
        names = self._known.names if self._known is not None else ()
        if kind == LIST or names.count(key) > 1 or (_tuples(names) and key not in names):
            ins = [self]
            attrs = {"by": _a.string("brackets"), "key": keyed(key, ins)}
            return one("dataframe.located", ins, attrs, "dataframe")
        return one("dataframe.column", (self,), {"column": _a.label(key)}, "series")

    def __setitem__(self, key, value):
        put(self, "brackets", key, value)

    assign = pd.DataFrame.assign

    def insert(self, loc, column, value, allow_duplicates=False):
        """Set a new column at a place."""
        put(self, "insert", column, value, at=_a.integer(loc), duplicates=_a.boolean(allow_duplicates))

    apply, map = applied.frame_apply, applied.elements
    applymap = map

    def isetitem(self, loc, value):
        """Set the column at a place; it keeps its label."""
        put(self, "column", None, value, at=_a.integer(loc))


def _tuples(names):
    return bool(names) and all(isinstance(n, tuple) for n in names)


named(DataFrameMethods, "DataFrame")
register("dataframe", DataFrame)
